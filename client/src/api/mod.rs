//! The server's resources as typed calls.
//!
//! [`Client`] makes the calls, one method a resource; the other types are what it sends and what comes back. A request that finds
//! the server busy or the connection lost is sent again by itself, where that does no harm and for as long as there is hope.

mod client;
mod credentials;
mod error;
mod events;
mod exchange;
mod game;
mod games;
mod ladder;
mod learner;
mod moves;
mod new_game;
mod problem;
mod records;
mod retry;
mod seat;
pub(crate) mod state;
mod task;
mod verdict;

pub use client::Client;
pub use credentials::{Credentials, Key};
pub use error::Error;
pub use events::{EventKind, Events, GameEvent};
pub use game::{EndRule, EndRuleError, GameId, GameIdError, GameKind, GameKindError};
pub use ladder::{Ladder, LadderStep, Track};
pub use learner::{Learner, Registration};
pub use moves::{LineCell, Move};
pub use new_game::{Created, GameOptions, NewGame, Record};
pub use problem::Problem;
pub use records::{RecordFormat, RecordFormatError, Saved, SavedEntry, SavedRecord};
pub use seat::{Seat, SeatError, SeatKey};
pub use state::{GameState, Position, Status};
pub use task::{Fields, Language, Task, TaskChoice, TaskToken};
pub use verdict::{Accepted, Items, Misconception, Verdict, Wrong};
