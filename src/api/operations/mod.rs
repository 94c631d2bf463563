//! The server itself: its state, what it measures, the description of its API, and the files that pages load.

pub(super) mod assets;
pub(super) mod description;
mod health;
pub(super) mod metrics;
pub(super) mod routes;
