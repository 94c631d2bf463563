//! What all handlers share: how requests are read, how replies and problems are written, and how both are described.
//!
//! | file | what |
//! |---|---|
//! | `extract`, `body` | the parts of a request that a handler takes: path, query, body |
//! | `fields` | the fields of queries and forms |
//! | `accept` | content negotiation: page or data, and the language |
//! | `base_url` | the client's address, and the server's address as the client knows it |
//! | `browser` | the cookies of browsers; requests that another site's page causes, and what such pages may do |
//! | `reply` | JSON replies, texts, event streams; compressed bodies |
//! | `problem` | problem documents with stable codes |
//! | `verdict` | the verdict on an answer, and why an answer is wrong |
//! | `decision` | what an instructor has decided, as learners see it |
//! | `openapi` | the description of the API, made from the types of the handlers |
//! | `routes` | the table of routes: which handler replies to a request |

pub(crate) mod accept;
pub(crate) mod base_url;
pub(crate) mod body;
pub(crate) mod browser;
pub(crate) mod decision;
pub(crate) mod extract;
pub(crate) mod fields;
pub(crate) mod openapi;
pub(crate) mod problem;
pub(crate) mod received;
pub(crate) mod reply;
pub(crate) mod routes;
pub(crate) mod verdict;

pub use base_url::Addresses;
pub use problem::{Code, Entry, Problem};
