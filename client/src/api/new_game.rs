//! Starting a game and saving it: what is sent, and what comes back.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::game::{EndRule, GameKind, Seat};
use super::keys::SeatKey;
use super::state::GameState;
use super::steps::TaskToken;

/// The three ways in which a game can begin.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum NewGame {
    /// From the empty board.
    Fresh(GameOptions),
    /// From the end of a record.
    Record {
        /// The record.
        record: Record,
        /// Who plays on; `None` for those of the record.
        #[serde(skip_serializing_if = "Option::is_none")]
        seats: Option<Vec<Seat>>,
    },
    /// As a match step's task wants it.
    Task {
        /// The task.
        task: TaskToken,
    },
}

/// A game from the empty board; what is `None` is left to the server.
#[derive(Clone, Debug, Serialize)]
pub struct GameOptions {
    /// Which game.
    pub game: GameKind,
    /// Who plays, two seats; in the tesseract two to eight.
    pub seats: Vec<Seat>,
    /// The seed of everything that the computers draw, 0 to 2^53-1; drawn at random when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Four-in-a-row: when the game ends, with the first line if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<EndRule>,
    /// Tesseract: how many lines win, 1–232, 9 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<u32>,
    /// Tesseract: how free tiles are drawn, then each player's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icons: Option<Vec<String>>,
}

impl GameOptions {
    /// A game with all else left to the server.
    #[must_use]
    pub fn new(game: GameKind, seats: Vec<Seat>) -> Self {
        Self { game, seats, seed: None, end: None, threshold: None, icons: None }
    }

    /// A game with the players and the options of another; the seed is left to the server.
    #[must_use]
    pub fn of(state: &GameState) -> Self {
        Self {
            end: state.end,
            threshold: state.threshold,
            icons: state.icons.clone(),
            ..Self::new(state.game, state.seats.clone())
        }
    }
}

/// A recorded game: the server's own JSON, or a text in one of the game's formats.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Record {
    /// A JSON object.
    Object(Value),
    /// Any other text.
    Text(String),
}

impl From<String> for Record {
    fn from(text: String) -> Self {
        match serde_json::from_str(&text) {
            Ok(object @ Value::Object(_)) => Self::Object(object),
            _ => Self::Text(text),
        }
    }
}

/// A game that has begun. Computers that are to move before the first person have moved already.
#[derive(Clone, Debug, Deserialize)]
pub struct Created {
    /// The state.
    #[serde(flatten)]
    pub state: GameState,
    /// Each seat's key, `None` for a computer's.
    pub keys: Vec<Option<SeatKey>>,
}

impl Created {
    /// The players whose seats are people's, each with the key.
    pub fn people(&self) -> impl Iterator<Item = (u8, &SeatKey)> {
        (1..).zip(&self.keys).filter_map(|(player, key)| Some((player, key.as_ref()?)))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::state::sample;

    fn sent(new: &NewGame) -> Value {
        serde_json::to_value(new).unwrap()
    }

    #[test]
    fn what_is_left_to_the_server_is_not_sent() {
        let mut options = GameOptions::new(GameKind::Gomoku, vec![Seat::Human, Seat::Rules]);
        let plain = json!({"game": "gomoku", "seats": ["human", "rules"]});
        assert_eq!(sent(&NewGame::Fresh(options.clone())), plain);

        options.game = GameKind::FourInARow;
        options.seed = Some(7);
        options.end = Some(EndRule::MostLines);
        let full = json!({"game": "four_in_a_row", "seats": ["human", "rules"], "seed": 7, "end": "most_lines"});
        assert_eq!(sent(&NewGame::Fresh(options)), full);
    }

    #[test]
    fn a_game_like_another_has_its_players_and_options() {
        let state = sample::state(json!({
            "game": "tesseract", "seats": ["human", "human", "rules"], "threshold": 3, "icons": [".", "a", "b", "c"],
        }));
        let expected = json!({
            "game": "tesseract", "seats": ["human", "human", "rules"], "threshold": 3, "icons": [".", "a", "b", "c"],
        });
        assert_eq!(sent(&NewGame::Fresh(GameOptions::of(&state))), expected);
    }

    #[test]
    fn records_and_tasks_are_sent_as_they_are() {
        let text = NewGame::Record { record: "hhgi".to_owned().into(), seats: None };
        assert_eq!(sent(&text), json!({"record": "hhgi"}));
        let object = r#"{"game": "gomoku", "history": ["hh"]}"#.to_owned().into();
        let object = NewGame::Record { record: object, seats: Some(vec![Seat::Human; 2]) };
        let expected =
            json!({"record": {"game": "gomoku", "history": ["hh"]}, "seats": ["human", "human"]});
        assert_eq!(sent(&object), expected);
        let task = NewGame::Task { task: TaskToken::from("AbC") };
        assert_eq!(sent(&task), json!({"task": "AbC"}));
    }

    #[test]
    fn only_an_object_is_json_to_a_record() {
        for text in ["hhgi", "[game]\nhistory = [0]", "12", "[0, 57]", "\"hh\"", ""] {
            assert_eq!(Record::from(text.to_owned()), Record::Text(text.to_owned()));
        }
    }

    #[test]
    fn the_people_of_a_new_game_have_keys() {
        let mut json = json!({"id": "k3v7k3v7k3v7k3v7", "url": "u", "game": "gomoku",
            "seats": ["rules", "human"], "to_move": 2, "history": ["hh"], "moves": 1, "board": "", "scores": [0, 0],
            "status": "open", "winners": [], "last": "hh", "seed": 7, "picture": "p", "events": "e"});
        json["keys"] = json!([null, "gs_abc"]);
        let created: Created = serde_json::from_value(json).unwrap();
        let people: Vec<(u8, &str)> =
            created.people().map(|(player, key)| (player, key.reveal())).collect();
        assert_eq!(people, [(2, "gs_abc")]);
        assert_eq!(created.state.seed, Some(7));
    }
}
