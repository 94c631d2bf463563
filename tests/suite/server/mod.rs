//! The real server: a process of its own on a free port, and small typed clients that speak with it.
//!
//! ```text
//! Workplace ──▶ Server ──▶ Anonymous ┐
//!                     └──▶ Learner ──┴─ Caller: task, answer ──▶ Reply: accepted, wrong, problem
//! ```
//!
//! It is on SQLite, unless its workplace is on a database of PostgreSQL: see `postgres`.
//! Every reply is compared with the description of the API: `document`.

mod caller;
mod class;
pub(crate) mod document;
mod embedded;
mod exposition;
mod follower;
mod matches;
mod nginx;
mod postgres;
mod process;
mod proxy;
mod raw;
mod refusal;
mod reply;
mod task;
mod workplace;

pub(crate) use caller::{
    Anonymous, BROWSER, Caller, Learner, Me, client_builder, http_client, http_client_at,
};
pub(crate) use class::{Class, DAY, INSTRUCTOR_KEY, INSTRUCTORS, NOON};
pub(crate) use embedded::{SharedServer, remove_shared_files, serve};
pub(crate) use exposition::Exposition;
pub(crate) use follower::Follower;
pub(crate) use matches::{Plays, State};
pub(crate) use nginx::Nginx;
pub(crate) use postgres::{Cluster, Database};
pub(crate) use process::{PATIENCE, Server, WINDOW};
pub(crate) use refusal::Refusal;
pub(crate) use reply::{Problem, Reply};
pub(crate) use task::Task;
pub(crate) use workplace::Workplace;

/// The steps that the program has.
pub(crate) const STEPS: [&str; 36] = [
    "01", "02", "03", "04", "05", "06", "07", "08", "09", "11", "12", "13", "14", "15", "16", "17",
    "18", "19", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34",
    "35", "36", "37", "39",
];

/// Those of them that ask questions; the others are matches.
pub(crate) fn puzzles() -> impl Iterator<Item = &'static str> {
    STEPS.into_iter().filter(|step| !step.ends_with('9'))
}
