//! The games that are hosted, and the matches that people and computers play.
//!
//! | module | what |
//! |---|---|
//! | `gomoku`, `numerical`, `four_in_a_row`, `tesseract` | one folder per game: everything that is particular to it |
//! | [`registry`] | the only list of games |
//! | `spec` | what a game implements, and [`GameSpec`], which everything else uses |
//! | `position` | [`AnyGame`], a game in progress: moves come and go as text |
//! | `seat`, `options`, `setup` | what is agreed on before the first move |
//! | `state` | a [`Match`]: turns, undo, the end |
//! | [`record`] | games written down, and read again |
//! | [`drawing`] | positions as shapes, without a file format; `stones` and `blocks`: what several games draw alike |
//! | [`computer`] | the computer players |
//!
//! A new game is a folder and a line in `registry`. All of it is pure: no clock, no storage; computers draw random numbers from the
//! match's own [`GameSeed`].

mod blocks;
pub mod computer;
pub mod drawing;
mod four_in_a_row;
mod gomoku;
mod id;
mod numerical;
mod options;
mod position;
pub mod record;
pub mod registry;
mod seat;
mod setup;
mod spec;
mod state;
mod stones;
mod tesseract;
pub(crate) mod visible;

pub use id::{MatchId, NotAMatchId};
pub use options::Options;
pub use position::{AnyGame, BoardJson, MoveError, MoveJson, MoveText, Outcome, Position};
pub use record::Record;
pub use registry::GameName;
pub use seat::{BySeat, NoSuchPlayer, Seat, SeatNumber};
pub use setup::{GameSeed, NotASeed, Setup, SetupError};
pub use spec::{GameSpec, TextFormat};
pub use state::{IllegalHistory, Match, NoComputersTurn, NothingToUndo, SeatResult};
