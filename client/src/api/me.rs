//! The learner's own: progress, open matches and saved records, and the calls about them.
//!
//! | call | retried | why |
//! |---|---|---|
//! | reading | yes | nothing changes |
//! | [`Client::save_record`] | no | the second would find the name taken |
//! | [`Client::delete_record`] | no | the second would find nothing to delete |

use reqwest::Url;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::client::Client;
use super::error::Error;
use super::exchange::exchange;
use super::game::{GameId, Seat};
use super::keys::SeatKey;
use super::retry::Effect;
use super::state::Status;
use crate::StepNumber;

/// A learner, as the server knows them.
#[derive(Clone, Debug, Deserialize)]
pub struct Me {
    /// The name.
    pub name: String,
    /// The solved steps.
    pub solved: Vec<StepNumber>,
    /// The points of the solved steps.
    pub points: u32,
    /// The points of all steps.
    pub possible: u32,
    /// The address of the first step that is not solved; `None` when all are.
    pub next: Option<String>,
    /// The latest matches that the learner has begun, the open ones first.
    pub matches: Vec<MatchEntry>,
    /// The latest saved records.
    pub records: Vec<RecordEntry>,
}

/// A match in the list of a learner's.
#[derive(Clone, Debug, Deserialize)]
pub struct MatchEntry {
    /// Its id.
    pub id: GameId,
    /// The game's name.
    pub game: String,
    /// Who plays, seat by seat.
    pub seats: Vec<Seat>,
    /// Whether it is over, and how it ended.
    pub status: Status,
    /// The player to move; `None` when the match is over.
    pub to_move: Option<u8>,
    /// The players who have won; empty unless the status is [`Status::Won`].
    pub winners: Vec<u8>,
    /// Each seat's key, `None` for a computer's.
    pub keys: Vec<Option<SeatKey>>,
    /// How many moves have been made.
    pub moves: usize,
    /// When it was changed last, in the format of RFC 3339.
    pub changed_at: String,
}

/// A record in the list of a learner's.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordEntry {
    /// Its name.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// How many moves it has.
    pub moves: usize,
    /// When it was saved, in the format of RFC 3339.
    pub saved: String,
}

/// A learner's receipts.
#[derive(Clone, Debug, Deserialize)]
pub struct Receipts {
    /// The best of each solved step.
    pub receipts: Vec<ReceiptEntry>,
}

/// A receipt in the list of a learner's.
#[derive(Clone, Debug, Deserialize)]
pub struct ReceiptEntry {
    /// The signed text: see [`receipts`](crate::receipts).
    pub receipt: String,
}

/// A record that was saved just now.
#[derive(Clone, Debug, Deserialize)]
pub struct Saved {
    /// Its name.
    pub name: String,
    /// Its address.
    pub url: String,
}

/// One of the learner's saved records.
#[derive(Clone, Debug, Deserialize)]
pub struct SavedRecord {
    /// The record, a JSON object: a new game can begin with it.
    pub record: Value,
}

/// What happens to a record that already has the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameTaken {
    /// It stays, and saving is refused.
    Refuse,
    /// It is replaced.
    Replace,
}

/// The request to save a record.
#[derive(Serialize)]
struct Save<'a> {
    game: &'a GameId,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    replace: bool,
}

impl Client {
    /// The learner whose key the client has.
    ///
    /// # Errors
    /// See [`Error`]; without a key it is an [`Error::Problem`].
    pub async fn me(&self) -> Result<Me, Error> {
        let url = self.url("me");
        let request = || self.signed(self.http.get(url.clone()));
        exchange(&self.server, Effect::Idempotent, request).await?.json(&self.server)
    }

    /// The learner's receipts.
    ///
    /// # Errors
    /// See [`Error`]; without a key it is an [`Error::Problem`].
    pub async fn receipts(&self) -> Result<Receipts, Error> {
        let url = self.url("me/receipts");
        let request = || self.signed(self.http.get(url.clone()));
        exchange(&self.server, Effect::Idempotent, request).await?.json(&self.server)
    }

    /// The public keys that verify receipts, as the server writes them: a JWK set.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn key_set(&self) -> Result<String, Error> {
        self.text_at(&self.server, &self.url(".well-known/jwks.json")).await
    }

    /// The JWK set at an address, which may be another server's.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn key_set_at(&self, address: &str) -> Result<String, Error> {
        let url = Url::parse(address).map_err(|error| Error::Address {
            address: address.to_owned(),
            reason: error.to_string(),
        })?;
        self.text_at(&url, &url).await
    }

    /// What anybody may read at an address: the key is not sent.
    async fn text_at(&self, server: &Url, url: &Url) -> Result<String, Error> {
        let request = || self.http.get(url.clone());
        exchange(server, Effect::Idempotent, request).await?.text(server)
    }

    /// Saves a game as it is now among the learner's records.
    ///
    /// # Errors
    /// See [`Error`]; a name that is taken is an [`Error::Problem`] unless it may be replaced.
    pub async fn save_record(
        &self,
        name: &str,
        game: &GameId,
        taken: NameTaken,
    ) -> Result<Saved, Error> {
        let url = self.record_url(name);
        let body = Save { game, replace: taken == NameTaken::Replace };
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

    /// Deletes one of the learner's saved records.
    ///
    /// # Errors
    /// See [`Error`]; a name that the learner has not used is an [`Error::Problem`].
    pub async fn delete_record(&self, name: &str) -> Result<(), Error> {
        let url = self.record_url(name);
        let request = || self.signed(self.http.delete(url.clone()));
        exchange(&self.server, Effect::Once, request).await?.success(&self.server)
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
    use serde_json::json;

    use super::*;

    #[test]
    fn a_records_name_stays_one_part_of_the_address() {
        let client = Client::new("http://h/puzzles", None).unwrap();
        let url = |name| client.record_url(name).to_string();
        assert_eq!(url("first"), "http://h/puzzles/me/records/first");
        assert_eq!(url("a/b?c d"), "http://h/puzzles/me/records/a%2Fb%3Fc%20d");
    }

    #[test]
    fn a_record_is_replaced_only_when_that_is_asked_for() {
        let game: GameId = "k3v7k3v7k3v7k3v7".parse().unwrap();
        let sent = |replace| serde_json::to_value(Save { game: &game, replace }).unwrap();
        assert_eq!(sent(false), json!({"game": "k3v7k3v7k3v7k3v7"}));
        assert_eq!(sent(true), json!({"game": "k3v7k3v7k3v7k3v7", "replace": true}));
    }

    #[test]
    fn a_learners_matches_and_records_are_read() {
        let me: Me = serde_json::from_value(json!({
            "is_success": true, "name": "Ada", "solved": ["07"], "points": 3, "possible": 20, "attempts": 4, "next": "http://h/step_08",
            "matches": [{
                "id": "k3v7k3v7k3v7k3v7", "url": "u", "game": "numerical", "seats": ["human", {"alphabeta": 3}],
                "status": "open", "to_move": 1, "winners": [], "keys": ["gs_a", null], "moves": 4, "changed_at": "2026-11-23T14:20:00Z",
            }],
            "records": [{"name": "first", "game": "gomoku", "moves": 9, "saved": "2026-11-23T14:20:00Z", "url": "u"}],
        }))
        .unwrap();
        assert_eq!(me.matches[0].seats[1].to_string(), "alphabeta:3");
        assert_eq!((me.matches[0].moves, me.records[0].moves), (4, 9));
    }
}
