//! The server's resources as typed calls.
//!
//! [`Client`] makes the calls, one method a resource; the other types are what it sends and what comes back. When the server is busy or the
//! connection is lost, a request is retried where that does no harm.

mod client;
mod error;
mod events;
mod exchange;
mod game;
mod games;
mod keys;
mod me;
mod new_game;
mod retry;
pub(crate) mod state;
mod steps;

pub use client::Client;
pub use error::{Error, Problem};
pub use events::{EventKind, Events, GameEvent};
pub use game::{EndRule, GameId, GameIdError, GameKind, Move, NameError, RecordFormat, Seat};
pub use games::{Rule, Undo, Why};
pub use keys::{Key, SeatKey};
pub use me::{MatchEntry, Me, NameTaken, ReceiptEntry, Receipts, RecordEntry, Saved, SavedRecord};
pub use new_game::{Created, GameOptions, NewGame, Record};
pub use state::{GameState, Moment, Position, Status};
pub(crate) use steps::list_item;
pub use steps::{
    Accepted, Cause, Diagnosis, Fields, Items, Ladder, LadderStep, Task, TaskChoice, TaskToken,
    Track, Verdict, Wrong,
};
