//! The running server: its state, caches, limits and threads, the matches, and the class over the store.
//!
//! | file | what |
//! |---|---|
//! | `server` | the server as a value: bound to its address, then run |
//! | `state` | the services that all requests share |
//! | `ambient` | the clock and the random source |
//! | `caller`, `authentication`, `known_people` | who makes a request; how that is found out; who has which key |
//! | `class_cache`, `replicas` | the class in memory; what other processes change |
//! | `class_changes` | what this process changes of the class |
//! | `caller_steps` | which steps exist for a caller |
//! | `step_request` | the step and the task that a request is about |
//! | `submissions` | submits an answer: judges it, explains it and records the attempt |
//! | `scoreboard` | the standings in memory |
//! | `tasks`, `recent` | generated tasks; which boards a caller fetched lately |
//! | `foreign_answers`, `refusals` | what is remembered of answers |
//! | `activity` | what learners do at steps besides their attempts |
//! | `limits` | the limits, each of which is an option |
//! | `rates`, `places` | how often callers may do what costs something; the places to listen from |
//! | `buckets` | a rate, and the buckets that hold callers to it |
//! | `connection` | how many connections there may be; each has one request at a time |
//! | `rotation`, `untrusted_proxies` | replaced secrets; proxies that are not trusted |
//! | `metrics` | what is measured of requests and answers |
//! | `problems` | which problem each error becomes |
//! | [`challenges`] | where the steps' folders, the course file and added languages come from |
//! | [`class`] | what instructors do with the class, over the store |
//! | [`matches`](mod@matches) | the service that hosts matches |
//! | [`compute`] | threads for work that takes long, and who has which share of them |

pub(crate) mod activity;
pub(crate) mod ambient;
pub(crate) mod authentication;
mod buckets;
pub(crate) mod caller;
pub(crate) mod caller_steps;
pub mod challenges;
pub mod class;
mod class_cache;
pub(crate) mod class_changes;
pub mod compute;
pub(crate) mod connection;
pub(crate) mod foreign_answers;
pub(crate) mod known_people;
mod limits;
pub mod matches;
pub(crate) mod metrics;
mod per_key;
pub(crate) mod places;
mod problems;
pub(crate) mod rates;
mod recent;
mod refusals;
mod replicas;
mod rotation;
pub(crate) mod scoreboard;
pub(crate) mod server;
pub(crate) mod state;
pub(crate) mod step_request;
pub(crate) mod submissions;
pub(crate) mod tasks;
mod untrusted_proxies;

#[cfg(debug_assertions)]
pub use ambient::set_clock;
pub use ambient::{NoRandomBytes, now, random_bytes};
pub use buckets::{NotARate, Rate};
pub use connection::raise_file_limit;
pub use limits::{Limits, RateLimits};
pub use rotation::keyring_of;
pub use server::Server;
pub use state::State;
