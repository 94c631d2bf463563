//! A game as the server shows it: whose turn it is, what is on the board, who has won.

use serde::{Deserialize, Serialize};

use super::game::{EndRule, GameId, GameKind, Move, Seat};
use crate::StepNumber;

/// The contents of a board, in the order of its cells.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Position {
    /// Gomoku 225, four-in-a-row 256 characters: `x`, `o`, or `.` for an empty cell.
    Stones(String),
    /// Numerical 16 numbers, tesseract the players on the 80 tiles; 0 for an empty cell.
    Numbers(Vec<u8>),
}

/// Whether a game is over, and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The game goes on.
    Open,
    /// Somebody has won.
    Won,
    /// It is over: nobody has won, or all have.
    Draw,
}

/// Which moment of a game is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// As it is now.
    Now,
    /// As it was after so many moves.
    After(usize),
}

impl Moment {
    /// What a request's query says about it.
    pub(super) fn query(self) -> Vec<(&'static str, usize)> {
        match self {
            Self::Now => vec![],
            Self::After(moves) => vec![("at", moves)],
        }
    }
}

/// A game's state. Players are numbered from 1 in the order in which they move; seat N plays as player N.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct GameState {
    /// The game's id.
    pub id: GameId,
    /// Which game it is.
    pub game: GameKind,
    /// Who plays, seat by seat.
    pub seats: Vec<Seat>,
    /// The player to move; `None` when the game is over.
    pub to_move: Option<u8>,
    /// All moves up to the moment that is shown.
    pub history: Vec<Move>,
    /// How many moves have been made in all: more than in `history` when an earlier moment is shown.
    pub moves: usize,
    /// The board.
    pub board: Position,
    /// How many complete lines each player has.
    pub scores: Vec<u32>,
    /// Whether it is over, and how it ended.
    pub status: Status,
    /// The players who have won; more than one only in the tesseract.
    pub winners: Vec<u8>,
    /// The last move.
    pub last: Option<Move>,
    /// The seed of everything that the computers draw; a step's match keeps it secret.
    pub seed: Option<u64>,
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

    /// The moment that this state shows.
    #[must_use]
    pub fn moment(&self) -> Moment {
        let shown = self.history.len();
        if shown < self.moves { Moment::After(shown) } else { Moment::Now }
    }

    /// The player who made a move; moves are counted from 1, and the players move in turn.
    #[must_use]
    pub fn mover(&self, number: usize) -> Option<u8> {
        let turn = number.checked_sub(1)?.checked_rem(self.seats.len())?;
        u8::try_from(turn + 1).ok()
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

    /// A game of gomoku after two moves, with some fields replaced; it shows the present unless `moves` is replaced too.
    pub(crate) fn state(fields: Value) -> GameState {
        let mut board = ".".repeat(225);
        board.replace_range(112..113, "x");
        board.replace_range(98..99, "o");
        let mut state = json!({
            "is_success": true, "id": "k3v7k3v7k3v7k3v7", "url": "http://h/games/k3v7k3v7k3v7k3v7",
            "game": "gomoku", "seats": ["human", "rules"], "to_move": 1, "history": ["hh", "gi"],
            "moves": 2, "board": board, "scores": [0, 0], "status": "open", "winners": [], "last": "gi", "seed": 7,
            "picture": "http://h/games/k3v7k3v7k3v7k3v7/picture.svg",
            "events": "http://h/games/k3v7k3v7k3v7k3v7/events",
        });
        if let (Value::Object(state), Value::Object(fields)) = (&mut state, fields) {
            let moves = fields.get("history").and_then(Value::as_array).map(Vec::len);
            state.extend(moves.map(|moves| ("moves".to_owned(), moves.into())));
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
    fn an_earlier_moment_has_fewer_moves_than_were_made() {
        let now = sample::state(json!({}));
        assert_eq!(now.moment(), Moment::Now);
        let before = sample::state(json!({"history": ["hh"], "moves": 2}));
        assert_eq!(before.moment(), Moment::After(1));
        assert_eq!(before.moment().query(), [("at", 1)]);
        assert!(Moment::Now.query().is_empty());
    }

    #[test]
    fn the_players_move_in_turn() {
        let state = sample::state(json!({"seats": ["human", "rules", "human"]}));
        let movers: Vec<_> = (0..=4).map(|number| state.mover(number)).collect();
        assert_eq!(movers, [None, Some(1), Some(2), Some(3), Some(1)]);
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
    fn a_status_is_read_as_the_server_writes_it() {
        for (status, name) in [(Status::Open, "open"), (Status::Won, "won"), (Status::Draw, "draw")]
        {
            assert_eq!(serde_json::to_value(status).unwrap(), name);
        }
    }
}
