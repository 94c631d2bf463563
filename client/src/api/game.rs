//! A game as the server shows it: whose turn it is, what lies where, who has won.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::moves::Move;
use super::seat::Seat;
use crate::StepNumber;

/// One of the four games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// Five in a row on 15×15 points.
    Gomoku,
    /// Numerical tic-tac-toe on 4×4 cells: four numbers with the sum 34.
    Numerical,
    /// Four in a row on 4×4×4×4 cells.
    FourInARow,
    /// Three in a row on the 80 tiles of a tesseract, for two to four players.
    Tesseract,
}

impl GameKind {
    const ALL: [Self; 4] = [Self::Gomoku, Self::Numerical, Self::FourInARow, Self::Tesseract];

    /// The name that the server knows.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gomoku => "gomoku",
            Self::Numerical => "numerical",
            Self::FourInARow => "four_in_a_row",
            Self::Tesseract => "tesseract",
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for GameKind {
    type Err = GameKindError;

    fn from_str(text: &str) -> Result<Self, GameKindError> {
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == text);
        kind.ok_or_else(|| GameKindError(text.to_owned()))
    }
}

/// A text names none of the games.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no game: gomoku, numerical, four_in_a_row or tesseract was expected")]
pub struct GameKindError(String);

/// When a game of four-in-a-row ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndRule {
    /// The first complete line wins.
    FirstLine,
    /// The board is filled, and whoever has more lines wins.
    MostLines,
}

impl EndRule {
    /// The name that the server knows.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::FirstLine => "first_line",
            Self::MostLines => "most_lines",
        }
    }
}

impl fmt::Display for EndRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EndRule {
    type Err = EndRuleError;

    fn from_str(text: &str) -> Result<Self, EndRuleError> {
        let rule = [Self::FirstLine, Self::MostLines].into_iter().find(|rule| rule.name() == text);
        rule.ok_or_else(|| EndRuleError(text.to_owned()))
    }
}

/// A text is no way for a game to end.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no end of a game: first_line or most_lines was expected")]
pub struct EndRuleError(String);

/// A game's name: 16 lower-case letters and digits. Of a match step's task it is the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct GameId(String);

impl TryFrom<String> for GameId {
    type Error = GameIdError;

    fn try_from(text: String) -> Result<Self, GameIdError> {
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        if text.len() == 16 && text.bytes().all(known) {
            Ok(Self(text))
        } else {
            Err(GameIdError(text))
        }
    }
}

impl FromStr for GameId {
    type Err = GameIdError;

    fn from_str(text: &str) -> Result<Self, GameIdError> {
        Self::try_from(text.to_owned())
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text is no game's name.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no game's id: 16 lower-case letters and digits were expected")]
pub struct GameIdError(String);

/// What lies on a board, in the order of its cells.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Position {
    /// Gomoku 225, four-in-a-row 256 characters: `x`, `o`, or `.` for an empty cell.
    Stones(String),
    /// Numerical 16 numbers, tesseract the players on the 80 tiles; 0 for an empty cell.
    Numbers(Vec<u8>),
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Somebody is to move.
    Open,
    /// Somebody has won.
    Won,
    /// It is over; nobody has won, or all have.
    Draw,
}

impl Status {
    /// The name that the server knows.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Won => "won",
            Self::Draw => "draw",
        }
    }
}

/// A game's state. Players are numbered from 1 in the order in which they move; seat N plays as player N.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct GameState {
    /// The game's name.
    pub id: GameId,
    /// The game's address.
    pub url: String,
    /// Which game it is.
    pub game: GameKind,
    /// Who plays, seat by seat.
    pub seats: Vec<Seat>,
    /// The player to move; `None` when the game is over.
    pub to_move: Option<u8>,
    /// All moves so far.
    pub history: Vec<Move>,
    /// What lies where.
    pub board: Position,
    /// How many complete lines each player has.
    pub scores: Vec<u32>,
    /// Whether it goes on.
    pub status: Status,
    /// The players who have won; more than one only in the tesseract.
    pub winners: Vec<u8>,
    /// The last move.
    pub last: Option<Move>,
    /// What decides all that the computers draw; a step's match keeps it secret.
    pub seed: Option<u64>,
    /// The address of the board as a picture.
    pub picture: String,
    /// The address of the game's events.
    pub events: String,
    /// Four-in-a-row: when the game ends.
    pub end: Option<EndRule>,
    /// Tesseract: how many lines win.
    pub threshold: Option<u32>,
    /// Tesseract: how free tiles are drawn, then each player's.
    pub icons: Option<Vec<String>>,
    /// The match step that this game belongs to.
    pub step: Option<StepNumber>,
}

impl GameState {
    /// Who sits at a seat; seats are numbered from 1.
    #[must_use]
    pub fn seat(&self, player: u8) -> Option<Seat> {
        let place = usize::from(player).checked_sub(1)?;
        self.seats.get(place).copied()
    }

    /// The computer that is to move, if it is a computer's turn.
    #[must_use]
    pub fn computer_to_move(&self) -> Option<Seat> {
        self.seat(self.to_move?).filter(|seat| seat.is_computer())
    }

    /// The players whose seats are people's.
    pub fn people(&self) -> impl Iterator<Item = u8> {
        let numbered = (1..).zip(&self.seats);
        numbered.filter(|(_, seat)| !seat.is_computer()).map(|(player, _)| player)
    }
}

/// States for the tests of all that shows or changes them.
#[cfg(test)]
pub(crate) mod sample {
    use serde_json::{Value, json};

    use super::GameState;

    /// A game of gomoku after two moves, with some fields replaced.
    pub(crate) fn state(fields: Value) -> GameState {
        let mut board = ".".repeat(225);
        board.replace_range(112..113, "x");
        board.replace_range(98..99, "o");
        let mut state = json!({
            "is_success": true, "id": "k3v7k3v7k3v7k3v7", "url": "http://h/games/k3v7k3v7k3v7k3v7",
            "game": "gomoku", "seats": ["human", "rules"], "to_move": 1, "history": ["hh", "gi"],
            "board": board, "scores": [0, 0], "status": "open", "winners": [], "last": "gi", "seed": 7,
            "picture": "http://h/games/k3v7k3v7k3v7k3v7/picture.svg",
            "events": "http://h/games/k3v7k3v7k3v7k3v7/events",
        });
        if let (Value::Object(state), Value::Object(fields)) = (&mut state, fields) {
            state.extend(fields);
        }
        serde_json::from_value(state).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_state_is_read() {
        let state = sample::state(json!({}));
        assert_eq!(state.game, GameKind::Gomoku);
        assert_eq!(state.seat(1), Some(Seat::Human));
        assert_eq!(state.seat(2), Some(Seat::Rules));
        assert_eq!((state.seat(0), state.seat(3)), (None, None));
        assert_eq!(state.history, ["hh", "gi"].map(Move::new));
        assert_eq!(state.people().collect::<Vec<_>>(), [1]);
        assert_eq!(state.computer_to_move(), None);
        assert_eq!((state.end, state.threshold, state.step), (None, None, None));
    }

    #[test]
    fn a_tesseract_has_numbers_and_icons() {
        let state = sample::state(json!({
            "game": "tesseract", "seats": ["rules", "search", "human"], "to_move": 2, "history": [40],
            "board": [0, 1], "scores": [0, 0, 0], "last": 40, "threshold": 9, "icons": ["·", "X", "O", "Y"],
        }));
        assert_eq!(state.board, Position::Numbers(vec![0, 1]));
        assert_eq!(state.last, Some(Move::new("40")));
        assert_eq!(state.computer_to_move(), Some(Seat::Search));
        assert_eq!(state.people().collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn a_finished_match_of_a_step_is_read() {
        let state = sample::state(json!({
            "game": "four_in_a_row", "end": "most_lines", "to_move": null, "status": "won", "winners": [2],
            "seed": null, "step": "29",
        }));
        assert_eq!((state.to_move, state.computer_to_move()), (None, None));
        assert_eq!((state.status, state.winners), (Status::Won, vec![2]));
        assert_eq!(state.end, Some(EndRule::MostLines));
        assert_eq!(state.step.map(|step| step.to_string()), Some("29".to_owned()));
    }

    #[test]
    fn names_are_read_as_the_server_writes_them() {
        for kind in GameKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
        for rule in [EndRule::FirstLine, EndRule::MostLines] {
            assert_eq!(rule.name().parse(), Ok(rule));
            assert_eq!(serde_json::to_value(rule).unwrap(), rule.name());
        }
        for status in [Status::Open, Status::Won, Status::Draw] {
            assert_eq!(serde_json::to_value(status).unwrap(), status.name());
        }
        assert!("chess".parse::<GameKind>().is_err());
        assert!("last_line".parse::<EndRule>().is_err());
    }

    #[test]
    fn an_id_is_16_lower_case_letters_and_digits() {
        assert!("k3v7k3v7k3v7k3v7".parse::<GameId>().is_ok());
        for junk in ["", "k3v7", "K3V7K3V7K3V7K3V7", "k3v7k3v7k3v7/../", "k3v7k3v7k3v7k3v7x"] {
            assert!(junk.parse::<GameId>().is_err(), "{junk:?}");
        }
    }
}
