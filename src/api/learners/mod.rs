//! Learners: registration, progress, sessions, the scoreboard, records and receipts.

mod me;
pub(crate) mod receipts;
pub(crate) mod records;
pub(super) mod routes;
mod scoreboard;
mod session;
