//! Matches: games that people and computers play against each other, move by move.
//!
//! | module | what |
//! |---|---|
//! | `name`, `rules`, `icons`, `seat`, `setup` | what is agreed on before the first move |
//! | `play` | what a match asks of a game; `gomoku`, `numerical`, `four_in_a_row`, `tesseract` answer |
//! | `table` | the four games behind one type, moves as text |
//! | `state` | a [`Match`]: turns, undo, the end |
//! | [`record`] | games written down, and read again |
//! | [`computer`] | the computer players |
//!
//! All of it is pure: no clock, no storage; what the computers draw comes from the match's own [`GameSeed`].

pub mod computer;
mod four_in_a_row;
mod gomoku;
mod icons;
mod id;
mod move_text;
mod name;
mod numerical;
mod play;
pub mod record;
mod rules;
mod seat;
mod setup;
mod sides;
mod state;
mod table;
mod tesseract;
pub(crate) mod visible;

pub use icons::{Icons, NotIcons};
pub use id::{GameId, NotAGameId};
pub use move_text::MoveText;
pub use name::GameName;
pub use play::{Outcome, Picture, Written};
pub use record::Record;
pub use rules::{EndName, NoSuchRules, Options, Rules, USUAL_THRESHOLD};
pub use seat::{Seat, SeatNumber};
pub use setup::{GameSeed, NotASeed, Setup};
pub use state::{Fate, IllegalHistory, Match, NoComputersTurn, NothingToUndo};
pub use table::{MoveError, Table};
pub use tesseract::Contest;
