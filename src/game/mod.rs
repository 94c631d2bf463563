//! The games that are hosted, and the matches that people and computers play.
//!
//! | module | what |
//! |---|---|
//! | `gomoku`, `numerical`, `four_in_a_row`, `tesseract` | one folder per game: everything that is particular to it, with its computer players in `computer` |
//! | [`registry`] | the only list of games |
//! | `spec` | what a game implements, and [`GameSpec`], which everything else uses |
//! | `position` | [`AnyGame`], a game in progress: moves come and go as text |
//! | `seat`, `setup` | what is agreed on before the first move |
//! | `state` | a [`Match`]: turns, undo, the end |
//! | [`record`] | games written down, and read again |
//! | `stones` | black and white, in games of two sides |
//! | [`drawing`] | positions as shapes, without a file format |
//!
//! A new game is a folder and a line in `registry`. All of it is pure: no clock, no storage. A computer player is a function of the
//! game and of a random source that comes from the match's own [`GameSeed`]: the same game and the same random numbers give the same
//! move on every machine. Searches are limited by nodes, not by time.

pub mod drawing;
pub mod four_in_a_row;
pub mod gomoku;
mod id;
pub mod numerical;
mod position;
pub mod record;
pub mod registry;
mod seat;
mod setup;
mod spec;
mod state;
mod stones;
pub mod tesseract;

pub use id::{MatchId, NotAMatchId};
pub use position::{AnyGame, BoardJson, MoveError, MoveJson, MoveText, Outcome, Position};
pub use record::Record;
pub use registry::GameName;
pub use seat::{BySeat, NoSuchPlayer, Seat, SeatNumber};
pub use setup::{GameSeed, NotASeed, Options, Setup, SetupError};
pub use spec::{GameSpec, TextFormat};
pub use state::{IllegalHistory, Match, NoComputersTurn, NothingToUndo, SeatResult};
