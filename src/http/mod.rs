//! The HTTP server: one file per resource, and one per shared concern.
//!
//! | file | resource |
//! |---|---|
//! | `ladder` | `/` |
//! | `step` | `/step_NN`: the task, the answer and its verdict, the page, the picture, the statement |
//! | `learners` | `/learners`, `/me` |
//! | `me` | the page of `/me`; `/me/nickname` |
//! | `receipts` | `/me/receipts`, `/.well-known/jwks.json` |
//! | `scoreboard` | `/scoreboard`, `/scoreboard/events` |
//! | `games` | `/games` |
//! | `session` | `/session`: signing in and out |
//! | `assets` | `/assets`: what pages load |
//! | `records` | `/me/records` |
//! | `instructor` | `/instructor`: what instructors see and change |
//! | `metrics` | `/metrics`: what the server measures |
//! | `operations` | `/healthz`, `/readyz`, `/problems` |
//! | `openapi` | `/openapi.json`, `/docs`: the description of the API, made from the code |
//!
//! `routes` finds the handler of a request. A handler takes extractors, in the order that `extract` describes, and returns a reply whose
//! type has a schema, or a problem. The types of both are the description of the API:
//!
//! | file | what |
//! |---|---|
//! | `caller` | the caller of a request: `Caller`, `RequiredLearner`, `RequiredInstructor` |
//! | `class_cache`, `known_people` | the extensions and who has which key, in memory; changes by other processes |
//! | `caller_steps`, `step_dates` | which steps exist for a caller, by which rules; their dates |
//! | `extract`, `body` | the order of the extractors; `ApiQuery`, `ApiBody`; `crate::fields` reads the fields of both |
//! | `base_url` | the client's address, and the server's address as the client knows it: `BaseUrl` |
//! | `accept` | content negotiation: pages or data, and the language |
//! | `page` | pages, and whether one is wanted |
//! | `compression` | compressed bodies |
//! | `connection` | how many connections there may be, and that each has one request at a time |
//! | `reply`, `problem` | JSON replies and problem documents; `messages` has their texts in every language |
//! | `diagnosis` | why an answer is wrong, as verdicts and problems tell it |
//! | `recent` | which boards a caller has had lately |
//! | `foreign_answers` | wrong answers that are right for a board of another learner |
//! | `free_looks` | how often malformed answers to a task are explained |
//! | `rates`, `buckets`, `places` | how often callers may do what costs something; how many may listen to events |
//! | `cors` | what pages of other sites may do |
//! | `rotation` | the server's keys, and for how long those of the secret are accepted that was replaced |
//! | `readiness` | whether what is written reaches the disk, found out for all who ask |
//! | `untrusted_proxies` | proxies whose forwarded addresses are not believed |
//! | `replicas` | what other replicas change, for those who listen here |
//! | `refusals` | which answers are expected to be refused, so that they are not explained |
//! | `middleware` | for every request: an id, the rendering of problems, one line in the log |
//! | `state`, `ambient` | the shared state; the clock and the random source |
//! | `routes`, `server` | the table of routes; the server as a value |

mod accept;
mod ambient;
mod assets;
mod base_url;
mod body;
mod buckets;
mod caller;
mod caller_steps;
mod class_cache;
mod compression;
mod connection;
mod cors;
mod diagnosis;
mod extract;
mod foreign_answers;
mod free_looks;
mod games;
mod instructor;
mod known_people;
mod ladder;
mod learners;
mod me;
mod messages;
mod metrics;
mod middleware;
mod openapi;
mod operations;
mod page;
mod places;
mod problem;
mod rates;
mod readiness;
mod receipts;
mod recent;
mod records;
mod refusals;
mod replicas;
mod reply;
mod rotation;
mod routes;
mod scoreboard;
mod server;
mod session;
mod state;
mod step;
mod step_dates;
mod untrusted_proxies;

pub use ambient::now;
#[cfg(debug_assertions)]
pub use ambient::set_clock;
pub use base_url::Addresses;
pub use buckets::{NotARate, Rate};
pub use connection::raise_file_limit;
pub use openapi::api_document;
pub use problem::{Code, Entry, Problem};
pub use rates::RateLimits;
pub use rotation::keyring_of;
pub use server::Server;
pub use state::{Limits, State};

/// The header that carries a seat's key.
const SEAT_KEY: &str = "X-Seat-Key";
