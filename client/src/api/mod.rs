//! The server's resources as typed calls.
//!
//! [`Client`] makes the calls, one method a resource; the other types are what it sends and what comes back. A request that finds
//! the server busy or the connection lost is sent again by itself, where that does no harm and for as long as there is hope.

mod client;
mod credentials;
mod error;
mod exchange;
mod ladder;
mod learner;
mod problem;
mod retry;
mod task;
mod verdict;

pub use client::Client;
pub use credentials::{Credentials, Key};
pub use error::Error;
pub use ladder::{Ladder, LadderStep, Track};
pub use learner::{Learner, Registration};
pub use problem::Problem;
pub use task::{Fields, Language, Task, TaskChoice, TaskToken};
pub use verdict::{Accepted, Items, Misconception, Verdict, Wrong};
