//! The client's calls about games. Which of them are retried:
//!
//! | call | retried | why |
//! |---|---|---|
//! | reading | yes | nothing changes |
//! | [`Client::advance`] | yes | the second makes the computer's next move, which comes anyway |
//! | [`Client::create_game`] | no | a second game would begin, and the first one's keys are lost |
//! | [`Client::play`] | no | the second would be refused, and the first move's reply is lost |
//! | [`Client::undo`] | no | the second takes back one turn more |
//! | [`Client::save_record`] | no | the second would find the name taken |

use std::time::Duration;

use reqwest::Url;
use reqwest::header::ACCEPT;
use serde::Deserialize;
use serde_json::json;

use super::client::Client;
use super::error::Error;
use super::events::{self, Events};
use super::exchange::{exchange, open};
use super::game::{GameId, Move, RecordFormat, TextOrNumber};
use super::keys::SeatKey;
use super::new_game::{Created, NewGame, Saved, SavedRecord};
use super::retry::Effect;
use super::state::GameState;

const SEAT_KEY: &str = "X-Seat-Key";

/// How long one connection for events may last: people may think for hours.
const EVENTS_TIMEOUT: Duration = Duration::from_hours(24);

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
        let request = || self.signed(self.http.post(url.clone()).json(new));
        exchange(&self.server, Effect::Once, request).await?.json(&self.server)
    }

    /// A game's state.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn game(&self, game: &GameId) -> Result<GameState, Error> {
        let url = self.url(&format!("games/{game}"));
        let request = || self.signed(self.http.get(url.clone()));
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

    /// Takes back everything from the last move of a key's seat on.
    ///
    /// # Errors
    /// See [`Error`]; when there is nothing to take back it is an [`Error::Problem`].
    pub async fn undo(&self, game: &GameId, key: &SeatKey) -> Result<GameState, Error> {
        let url = self.url(&format!("games/{game}/undo"));
        let request = || self.signed(self.http.post(url.clone()).header(SEAT_KEY, key.reveal()));
        exchange(&self.server, Effect::Once, request).await?.json(&self.server)
    }

    /// Makes the move of the computer whose turn it is. When a reply gets lost, the state that comes back may be two moves further.
    ///
    /// # Errors
    /// See [`Error`]; when it is a person's turn, or the game is over, it is an [`Error::Problem`].
    pub async fn advance(&self, game: &GameId) -> Result<GameState, Error> {
        let url = self.url(&format!("games/{game}/advance"));
        let request = || self.signed(self.http.post(url.clone()));
        exchange(&self.server, Effect::Idempotent, request).await?.json(&self.server)
    }

    /// A player's complete lines in the order in which they were made: each the names of its cells, in gomoku `hh`, else numbers.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn lines(&self, game: &GameId, player: u8) -> Result<Vec<Vec<String>>, Error> {
        let url = self.url(&format!("games/{game}/lines"));
        let request = || self.signed(self.http.get(url.clone()).query(&[("player", player)]));
        let reply = exchange(&self.server, Effect::Idempotent, request).await?;
        let lines = reply.json::<Lines>(&self.server)?.lines.into_iter();
        Ok(lines.map(|line| line.into_iter().map(String::from).collect()).collect())
    }

    /// A game's record as a text.
    ///
    /// # Errors
    /// See [`Error`]; a format that the game does not have is an [`Error::Problem`].
    pub async fn record(&self, game: &GameId, format: RecordFormat) -> Result<String, Error> {
        let url = self.url(&format!("games/{game}/record"));
        let request = || {
            let request = self.http.get(url.clone()).query(&[("format", format.name())]);
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

    /// Saves a game as it is now among the learner's records.
    ///
    /// # Errors
    /// See [`Error`]; a name that is taken is an [`Error::Problem`].
    pub async fn save_record(&self, name: &str, game: &GameId) -> Result<Saved, Error> {
        let url = self.record_url(name);
        let body = json!({ "game": game });
        let request = || self.signed(self.http.put(url.clone()).json(&body));
        exchange(&self.server, Effect::Once, request).await?.json(&self.server)
    }

    /// One of the learner's saved records.
    ///
    /// # Errors
    /// See [`Error`]; a name that the learner has not used is an [`Error::Problem`].
    pub async fn saved_record(&self, name: &str) -> Result<SavedRecord, Error> {
        let url = self.record_url(name);
        let request = || self.signed(self.http.get(url.clone()));
        exchange(&self.server, Effect::Idempotent, request).await?.json(&self.server)
    }

    /// The address of a saved record, whatever its name.
    fn record_url(&self, name: &str) -> Url {
        let mut url = self.url("me/records");
        #[expect(
            clippy::expect_used,
            reason = "the constructor takes http and https addresses only"
        )]
        url.path_segments_mut().expect("an http address has path segments").push(name);
        url
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_records_name_stays_one_part_of_the_address() {
        let client = Client::new("http://h/puzzles", None).unwrap();
        let url = |name| client.record_url(name).to_string();
        assert_eq!(url("first"), "http://h/puzzles/me/records/first");
        assert_eq!(url("a/b?c d"), "http://h/puzzles/me/records/a%2Fb%3Fc%20d");
    }
}
