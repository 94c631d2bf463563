//! The client's calls about games. Which of them are retried:
//!
//! | call | retried | why |
//! |---|---|---|
//! | reading | yes | nothing changes |
//! | [`Client::advance`] | yes | the second makes the computer's next move, which comes anyway |
//! | [`Client::create_game`] | no | a second game would begin, and the first one's keys are lost |
//! | the same for a step's task | yes | a task may have many matches, and nobody has seen the one whose keys are lost |
//! | [`Client::play`] | no | the second would be refused, and the first move's reply is lost |
//! | [`Client::undo`] | no | the second takes back still more |

use std::num::NonZeroUsize;
use std::time::Duration;

use reqwest::header::ACCEPT;
use serde::Deserialize;
use serde_json::json;

use super::client::Client;
use super::error::Error;
use super::events::{self, Events};
use super::exchange::{exchange, open};
use super::game::{GameId, Move, RecordFormat, TextOrNumber};
use super::keys::SeatKey;
use super::new_game::{Created, NewGame};
use super::retry::Effect;
use super::state::{GameState, Moment};

const SEAT_KEY: &str = "X-Seat-Key";

/// How long one connection for events may last: people may think for hours.
const EVENTS_TIMEOUT: Duration = Duration::from_hours(24);

/// What is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// Everything from the seat's own last move on.
    Turn,
    /// So many moves, whoever made them.
    Moves(NonZeroUsize),
}

/// Why a computer made a move.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Why {
    /// The number of the move, from 1.
    #[serde(rename = "move")]
    pub number: usize,
    /// The rule that applied.
    pub rule: Rule,
    /// The moves that the rule allowed; the computer drew one of them.
    pub candidates: Vec<Move>,
}

/// A rule of a computer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Rule {
    /// Its number: the rules are tried in this order.
    pub number: u8,
    /// What it says.
    pub text: String,
}

/// A player's complete lines.
#[derive(Deserialize)]
struct Lines {
    lines: Vec<Vec<TextOrNumber>>,
}

impl Client {
    /// Starts a game.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn create_game(&self, new: &NewGame) -> Result<Created, Error> {
        let url = self.url("games");
        let effect = match new {
            NewGame::Task { .. } => Effect::Idempotent,
            NewGame::Fresh(_) | NewGame::Record { .. } => Effect::Once,
        };
        let request = || self.signed(self.http.post(url.clone()).json(new));
        exchange(&self.server, effect, request).await?.json(&self.server)
    }

    /// A game's state.
    ///
    /// # Errors
    /// See [`Error`]; a moment that the game has not reached is an [`Error::Problem`].
    pub async fn game(&self, game: &GameId, moment: Moment) -> Result<GameState, Error> {
        let url = self.url(&format!("games/{game}"));
        let request = || self.signed(self.http.get(url.clone()).query(&moment.query()));
        exchange(&self.server, Effect::Idempotent, request).await?.json(&self.server)
    }

    /// Makes a move on the seat of a key; in the state that comes back the computers that follow have moved too.
    ///
    /// # Errors
    /// See [`Error`]; an illegal move, or one out of turn, is an [`Error::Problem`].
    pub async fn play(
        &self,
        game: &GameId,
        key: &SeatKey,
        r#move: &Move,
    ) -> Result<GameState, Error> {
        let url = self.url(&format!("games/{game}/moves"));
        let body = json!({ "move": r#move });
        let request = || {
            let request = self.http.post(url.clone()).header(SEAT_KEY, key.reveal());
            self.signed(request.json(&body))
        };
        exchange(&self.server, Effect::Once, request).await?.json(&self.server)
    }

    /// Takes moves back on behalf of a key's seat.
    ///
    /// # Errors
    /// See [`Error`]; when there is nothing to take back it is an [`Error::Problem`].
    pub async fn undo(&self, game: &GameId, key: &SeatKey, undo: Undo) -> Result<GameState, Error> {
        let url = self.url(&format!("games/{game}/undo"));
        let request = || {
            let request = self.http.post(url.clone()).header(SEAT_KEY, key.reveal());
            self.signed(match undo {
                Undo::Turn => request,
                Undo::Moves(moves) => request.json(&json!({ "moves": moves })),
            })
        };
        exchange(&self.server, Effect::Once, request).await?.json(&self.server)
    }

    /// Makes the move of the computer whose turn it is, in a match with people on behalf of a key's seat. When a reply gets lost, the state that comes back may be two moves further.
    ///
    /// # Errors
    /// See [`Error`]; when it is a person's turn, or the game is over, it is an [`Error::Problem`].
    pub async fn advance(&self, game: &GameId, key: Option<&SeatKey>) -> Result<GameState, Error> {
        let url = self.url(&format!("games/{game}/advance"));
        let request = || {
            let request = self.http.post(url.clone());
            self.signed(match key {
                Some(key) => request.header(SEAT_KEY, key.reveal()),
                None => request,
            })
        };
        exchange(&self.server, Effect::Idempotent, request).await?.json(&self.server)
    }

    /// Why a computer made a move; moves are counted from 1.
    ///
    /// # Errors
    /// See [`Error`]; a move of anybody but the computer `rules` is an [`Error::Problem`].
    pub async fn why(&self, game: &GameId, number: usize) -> Result<Why, Error> {
        let url = self.url(&format!("games/{game}/why"));
        let request = || self.signed(self.http.get(url.clone()).query(&[("at", number)]));
        exchange(&self.server, Effect::Idempotent, request).await?.json(&self.server)
    }

    /// A player's complete lines in the order in which they were made: each the names of its cells, in gomoku `hh`, else numbers.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn lines(
        &self,
        game: &GameId,
        player: u8,
        moment: Moment,
    ) -> Result<Vec<Vec<String>>, Error> {
        let url = self.url(&format!("games/{game}/lines"));
        let request = || {
            let request = self.http.get(url.clone()).query(&[("player", player)]);
            self.signed(request.query(&moment.query()))
        };
        let reply = exchange(&self.server, Effect::Idempotent, request).await?;
        let lines = reply.json::<Lines>(&self.server)?.lines.into_iter();
        Ok(lines.map(|line| line.into_iter().map(String::from).collect()).collect())
    }

    /// A game's record as a text.
    ///
    /// # Errors
    /// See [`Error`]; a format that the game does not have is an [`Error::Problem`].
    pub async fn record(
        &self,
        game: &GameId,
        format: RecordFormat,
        moment: Moment,
    ) -> Result<String, Error> {
        let url = self.url(&format!("games/{game}/record"));
        let request = || {
            let request = self.http.get(url.clone()).query(&[("format", format.name())]);
            let request = request.query(&moment.query());
            self.signed(request.header(ACCEPT, "application/json, text/plain"))
        };
        exchange(&self.server, Effect::Idempotent, request).await?.text(&self.server)
    }

    /// A game's events from now on; the first is the state. Nothing is retried: open it again when it breaks.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn events(&self, game: &GameId) -> Result<Events, Error> {
        let request =
            self.http.get(self.url(&format!("games/{game}/events"))).timeout(EVENTS_TIMEOUT);
        let request = self.signed(request.header(ACCEPT, "text/event-stream"));
        Ok(events::events(&self.server, open(&self.server, request).await?))
    }
}
