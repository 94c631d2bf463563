//! The games that are hosted, and the matches that people and computers play.
//!
//! | module | what |
//! |---|---|
//! | `gomoku`, `numerical`, `four_in_a_row`, `tesseract` | one folder per game: everything that is particular to it, with its computer players in `computer` |
//! | `typed_game` | what a game implements |
//! | `spec` | the only list of games, and what everything else uses: [`GameName`], [`GameSpec`] and [`AnyGame`], a game in progress |
//! | `seat`, `options`, `setup` | what is agreed on before the first move |
//! | `state` | a [`Match`]: turns, undo, the end |
//! | [`record`] | games written down, and read again |
//! | `texts` | the messages for callers, generated from `texts/` |
//! | [`json`] | JSON objects read by serde, with errors in every language |
//! | [`match_exercise`] | the last step of each track: a match against a computer |
//!
//! A new game is a module and a line in `spec`. All of it is pure: no clock, no storage. A computer player is a function of the
//! game and of a random source that comes from the match's own [`GameSeed`]: the same game and the same random numbers give the same
//! move on every machine. Searches are limited by nodes, not by time.

pub mod four_in_a_row;
pub mod gomoku;
pub mod json;
pub mod match_exercise;
pub mod numerical;
mod options;
pub mod record;
mod rejection;
mod seat;
mod setup;
mod spec;
mod state;
pub mod tesseract;
mod typed_game;

/// What learners read.
#[deny(dead_code)]
mod texts {
    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

pub use texts::ALL as TEXTS;

pub use options::{Accepted, OptionSpec, Options};
pub use record::Record;
pub use rejection::{Rejection, UnknownName};
pub use seat::{BySeat, SearchDepth, Seat, SeatNumber};
pub use setup::{GameSeed, Setup, SetupError};
pub use spec::{AnyGame, GameName, GameSpec, MoveError, MoveText, Position};
pub use state::{Match, MatchId, MatchStatus, NoComputersTurn, UndoError, Why};
pub use typed_game::{
    AppliedRule, BoardJson, GameView, MoveJson, Outcome, Seats, TOKEN, TextFormat, Transcript,
};
