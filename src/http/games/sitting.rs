//! A match as it is read from the store, changed, and put back.

use std::sync::Arc;

use actix_web::HttpRequest;

use super::rooms::{Event, Room};
use super::state_reply::StateReply;
use crate::game::{GameId, Match};
use crate::http::base_url::BaseUrl;
use crate::http::clock;
use crate::http::problem::{Code, Problem};
use crate::http::state::State;
use crate::step::{StepNumber, TaskIdentity};
use crate::store::{GameChange, StoredGame};

/// A match at the moment at which it was read.
pub(in crate::http) struct Sitting {
    pub(super) id: GameId,
    pub(super) game: Match,
    /// The task that it was made for, if it is a step's match.
    pub(super) task: Option<TaskIdentity>,
    version: u32,
}

/// The id in a request's address.
pub(super) fn id_of(request: &HttpRequest) -> Result<GameId, Problem> {
    let text = request.match_info().get("id").unwrap_or_default();
    text.parse().map_err(|_| unknown(text))
}

pub(super) fn unknown(id: &str) -> Problem {
    let shown: String = id.chars().take(20).collect();
    Problem::new(Code::GameUnknown, format!("there is no match {shown:?}; POST /games makes one"))
}

impl Sitting {
    /// Reads a match.
    pub(super) async fn read(state: &State, id: GameId) -> Result<Self, Problem> {
        let stored = state.store.game(id).await?;
        let StoredGame { setup, task, history, version, .. } =
            stored.ok_or_else(|| unknown(id.as_str()))?;
        // What was legal when it was stored is legal now, unless the rules have changed.
        let game = Match::resume(setup, history.split_ascii_whitespace()).map_err(|error| {
            Problem::new(Code::ServerError, format!("match {id} cannot go on: {error}"))
        })?;
        Ok(Self { id, game, task, version })
    }

    /// Keeps a new match.
    pub(super) async fn start(
        state: &State,
        id: GameId,
        game: Match,
        task: Option<TaskIdentity>,
    ) -> Result<Self, Problem> {
        let stored = StoredGame {
            id,
            setup: game.setup().clone(),
            task,
            history: history(&game),
            version: 0,
        };
        state.store.start_game(stored, clock::now()).await?;
        Ok(Self { id, game, task, version: 0 })
    }

    /// Puts the match back as it is now, and tells everybody in its room.
    pub(super) async fn put_back(
        &mut self,
        state: &State,
        room: &Room,
        event: Event,
        game: Match,
    ) -> Result<(), Problem> {
        let Self { id, version, .. } = *self;
        let change = GameChange { id, version, history: history(&game), at: clock::now() };
        state.store.change_game(change).await?;
        let before = std::mem::replace(&mut self.game, game);
        self.version += 1;
        if room.has_listeners() {
            self.tell(room, event, &before);
        }
        Ok(())
    }

    /// Every move is news of its own, and so is the end.
    fn tell(&self, room: &Room, event: Event, before: &Match) {
        let now = self.game.table().len();
        for moves in before.table().len() + 1..now {
            room.tell(event, Arc::new(self.game.until(moves)));
        }
        let game = Arc::new(self.game.clone());
        room.tell(event, Arc::clone(&game));
        if game.to_move().is_none() {
            room.tell(Event::End, game);
        }
    }

    /// The step whose match it is.
    pub(super) fn step(&self) -> Option<StepNumber> {
        self.task.map(|task| task.step)
    }

    /// What is shown of the match.
    pub(super) fn reply(&self, server: &BaseUrl) -> StateReply<'_> {
        StateReply::of(self.id, &self.game, self.step(), server)
    }
}

/// The moves as the store keeps them.
fn history(game: &Match) -> String {
    game.table().history().join(" ")
}
