//! The server: one file for each resource, and one for each concern that they share.
//!
//! | file | resource |
//! |---|---|
//! | `ladder` | `/` |
//! | `step` | `/step_NN`; `answer` has the form of an answer and the reply to it |
//! | `statement` | `/step_NN/statement` |
//! | `learners` | `/learners`, `/me` |
//! | `games` | `/games` |
//! | `records` | `/me/records` |
//! | `operations` | `/healthz`, `/readyz`, `/problems` |
//!
//! A handler takes extractors and returns a reply of a type that the API's description knows, or a problem:
//!
//! | file | what |
//! |---|---|
//! | `caller` | who makes a request: `Caller`, `RequiredLearner` |
//! | `query`, `body` | `ApiQuery`, `ApiBody`; `fields` reads queries and forms for both |
//! | `base_url` | the caller's address, and the one under which they reach the server: `BaseUrl` |
//! | `accept` | what the caller accepts: pages or data, which language |
//! | `reply`, `page`, `problem` | what is sent: `Reply`, pages, problem documents |
//! | `middleware` | what happens to every request: an id, the rendering of problems, one line in the log |

mod accept;
mod ambient;
mod answer;
mod base_url;
mod body;
mod caller;
mod fields;
mod games;
mod judging;
mod ladder;
mod learners;
mod middleware;
mod operations;
mod problem;
mod query;
mod records;
mod reply;
mod routes;
mod server;
mod state;
mod statement;
mod step;

pub use ambient::now;
pub use base_url::Addresses;
pub use operations::schemas;
pub use problem::{Code, Entry, Problem};
pub use server::Server;
pub use state::{Limits, State};
