//! Everything that can be done with a match.

use std::sync::Arc;

use constant_time_eq::constant_time_eq;
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::MatchError;
use super::events::{MatchEvent, MatchEvents};
use super::follow::Follower;
use super::loaded::LoadedMatch;
use super::per_match::{Entry, PerMatch};
use crate::compute::{ComputePool, PoolError};
use crate::game::{
    BySeat, GameName, GameSeed, Match, MatchId, Options, Seat, SeatNumber, SeatResult, Setup,
};
use crate::step::{Keyring, MatchResult, MatchTerms, TaskIdentity, Timestamp};
use crate::store::Store;

/// A match, as far as it matters to a step that it may have been made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMatch {
    /// The task that it was made for, if it was made for one.
    pub task: Option<TaskIdentity>,
    /// How it stands for the human in it.
    pub result: MatchResult,
}

/// Hosts matches.
pub struct MatchService {
    store: Arc<dyn Store>,
    keyring: Keyring,
    events: Arc<dyn MatchEvents>,
    pool: ComputePool,
    turns: PerMatch<Arc<Mutex<()>>>,
}

/// The right to change a match. Within a process one request has it at a time and the others wait, so that many moves at once are
/// decided in turn; between processes the version decides.
struct Turn {
    _guard: OwnedMutexGuard<()>,
    _entry: Arc<Entry<Arc<Mutex<()>>>>,
}

impl MatchService {
    /// A service whose computers think on the threads of a pool.
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        keyring: Keyring,
        events: Arc<dyn MatchEvents>,
        pool: ComputePool,
    ) -> Self {
        Self { store, keyring, events, pool, turns: PerMatch::default() }
    }

    /// Makes a match under a new id. It may begin with moves that were made elsewhere. Computers that come first move.
    pub async fn create(
        &self,
        id: MatchId,
        start: Match,
        now: Timestamp,
    ) -> Result<LoadedMatch, MatchError> {
        self.start(id, start, None, now).await
    }

    /// Makes a match of a step's task under a new id. There may be many for one task: whoever loses tries again.
    pub async fn create_for_task(
        &self,
        id: MatchId,
        task: TaskIdentity,
        terms: &MatchTerms,
        seed: GameSeed,
        now: Timestamp,
    ) -> Result<LoadedMatch, MatchError> {
        let game = terms.game.parse::<GameName>();
        let game = game.map_err(|error| MatchError::Task(error.to_string()))?;
        let opponent = terms.opponent.parse::<Seat>();
        let opponent = opponent.map_err(|error| MatchError::Task(error.to_string()))?;
        let seats = SeatNumber::first(2)
            .map(|seat| if seat.get() == terms.seat { Seat::Human } else { opponent });
        let setup = Setup::new(game, seats.collect(), &Options::default(), seed);
        let setup = setup.map_err(|error| MatchError::Task(error.to_string()))?;
        self.start(id, Match::new(setup), Some(task), now).await
    }

    async fn start(
        &self,
        id: MatchId,
        start: Match,
        task: Option<TaskIdentity>,
        now: Timestamp,
    ) -> Result<LoadedMatch, MatchError> {
        let start = self.with_answers(start).await?;
        LoadedMatch::start(&*self.store, id, start, task, now).await
    }

    /// The match with this id, as it is now.
    pub async fn load(&self, id: MatchId) -> Result<LoadedMatch, MatchError> {
        LoadedMatch::load(&*self.store, id).await
    }

    /// The keys of the humans' seats; none for computers.
    #[must_use]
    pub fn seat_keys(&self, loaded: &LoadedMatch) -> BySeat<Option<String>> {
        self.keys(loaded.id(), loaded.state().setup())
    }

    fn keys(&self, id: MatchId, setup: &Setup) -> BySeat<Option<String>> {
        setup.seats().map(|number, seat| {
            (*seat == Seat::Human).then(|| self.keyring.seat_key(id.as_str(), number.get()))
        })
    }

    /// The seat whose key was sent.
    fn seat_of(&self, loaded: &LoadedMatch, key: Option<&[u8]>) -> Result<SeatNumber, MatchError> {
        let given = key.ok_or(MatchError::SeatMissing)?;
        let keys = self.seat_keys(loaded);
        let is_given = |key: &String| constant_time_eq(key.as_bytes(), given);
        let mut seats = keys.numbers().zip(&keys);
        let seat = seats.find(|(_, key)| key.as_ref().is_some_and(is_given));
        seat.map(|(seat, _)| seat).ok_or(MatchError::SeatKey)
    }

    /// Makes a move of the seat whose key is sent, and lets the computers answer.
    pub async fn play(
        &self,
        id: MatchId,
        key: Option<&[u8]>,
        text: &str,
        now: Timestamp,
    ) -> Result<LoadedMatch, MatchError> {
        let turn = self.turn(id).await;
        let loaded = self.load(id).await?;
        let seat = self.seat_of(&loaded, key)?;
        let mut next = loaded.state().clone();
        match next.to_move() {
            Some(turn) if turn != seat => return Err(MatchError::Turn { turn, seat }),
            _ => next.play(text)?,
        }
        let next = self.with_answers(next).await?;
        self.save(turn, loaded, next, now).await
    }

    /// Takes back to the last turn of the seat whose key is sent.
    pub async fn undo(
        &self,
        id: MatchId,
        key: Option<&[u8]>,
        now: Timestamp,
    ) -> Result<LoadedMatch, MatchError> {
        let turn = self.turn(id).await;
        let loaded = self.load(id).await?;
        let seat = self.seat_of(&loaded, key)?;
        if let Some(step) = loaded.step() {
            return Err(MatchError::UndoInStep(step));
        }
        let mut next = loaded.state().clone();
        next.undo(seat)?;
        self.save(turn, loaded, next, now).await
    }

    /// Makes one move of the computer whose turn it is. Anybody may ask for it: it decides nothing.
    pub async fn advance(&self, id: MatchId, now: Timestamp) -> Result<LoadedMatch, MatchError> {
        let turn = self.turn(id).await;
        let loaded = self.load(id).await?;
        let mut next = loaded.state().clone();
        let next = self.pool.run(move || next.advance().map(|()| next)).await??;
        self.save(turn, loaded, next, now).await
    }

    /// Follows a match from now on.
    pub async fn subscribe(&self, id: MatchId) -> Result<Follower, MatchError> {
        // The subscription begins before the match is read, lest a move between the two be missed.
        let subscription = self.events.subscribe(id).await;
        let seen = self.load(id).await?;
        Ok(Follower::new(Arc::clone(&self.store), subscription, seen))
    }

    /// What became of a match that is named as the answer to a step; none if there is no such match.
    pub async fn played(&self, id: MatchId) -> Result<Option<PlayedMatch>, MatchError> {
        match self.load(id).await {
            Ok(loaded) => {
                Ok(Some(PlayedMatch { task: loaded.task(), result: result(loaded.state()) }))
            }
            Err(MatchError::Unknown(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Ends all subscriptions: the server is about to stop.
    pub fn close(&self) {
        self.events.close();
    }

    async fn turn(&self, id: MatchId) -> Turn {
        let entry = self.turns.get(id, Arc::default);
        let guard = Arc::clone(&**entry).lock_owned().await;
        Turn { _guard: guard, _entry: entry }
    }

    /// The match after the computers have answered.
    async fn with_answers(&self, mut state: Match) -> Result<Match, PoolError> {
        if !state.awaits_computer() {
            return Ok(state);
        }
        let answered = self.pool.run(move || {
            state.let_computers_move();
            state
        });
        answered.await
    }

    /// Saves and publishes. A task of its own does so: who has made a move may hang up, but what is saved is published.
    async fn save(
        &self,
        turn: Turn,
        loaded: LoadedMatch,
        next: Match,
        now: Timestamp,
    ) -> Result<LoadedMatch, MatchError> {
        let (store, events) = (Arc::clone(&self.store), Arc::clone(&self.events));
        let saving = tokio::spawn(async move {
            let saved = loaded.save(&*store, next, now).await;
            if let Ok(saved) = &saved {
                events.publish(MatchEvent { id: saved.id(), version: saved.version() }).await;
            }
            drop(turn);
            saved
        });
        saving.await.map_err(|error| PoolError::Failed(error.to_string()))?
    }
}

/// How a match stands for the human in it. A step's match has one.
fn result(state: &Match) -> MatchResult {
    let seats = state.setup().seats();
    let learner = seats.numbers().zip(seats).find(|(_, seat)| **seat == Seat::Human);
    match learner.map(|(seat, _)| state.result(seat)) {
        Some(SeatResult::Won) => MatchResult::Won,
        Some(SeatResult::Lost) => MatchResult::Lost,
        Some(SeatResult::Drawn) => MatchResult::Drawn,
        Some(SeatResult::Open) | None => MatchResult::Open,
    }
}
