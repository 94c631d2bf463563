//! The server: one file for each resource, and one for each concern that they share.
//!
//! | file | resource |
//! |---|---|
//! | `ladder` | `/` |
//! | `step` | `/step_NN` |
//! | `statement` | `/step_NN/statement` |
//! | `learners` | `/learners`, `/me` |
//! | `games` | `/games` |
//! | `records` | `/me/records` |
//! | `operations` | `/healthz`, `/readyz`, `/problems` |

mod answer_form;
mod auth;
mod body;
mod clock;
mod entropy;
mod games;
mod json;
mod judging;
mod ladder;
mod learners;
mod operations;
mod origin;
mod problem;
mod query;
mod records;
mod routes;
mod server;
mod state;
mod statement;
mod step;
mod task_reply;
mod verdict_reply;

pub use clock::now;
pub use origin::Origins;
pub use problem::{Code, Entry, Problem};
pub use server::Server;
pub use state::{Limits, State};
