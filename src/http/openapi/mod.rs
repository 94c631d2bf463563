//! `/openapi.json` and `/docs`: the description of the API by OpenAPI 3.1, made from the code.
//!
//! Nothing is described twice. The table of `routes` has every address with its methods, handlers, and a line of text each
//! ([`About`]). What a handler takes and what it replies is told by the types of its arguments and of its reply ([`Describe`],
//! `Extract::describe`): parameters, bodies, schemas, and the problems that each extractor can cause. Only the problems of the
//! operation itself are listed in the table. The tests compare every reply that they get with the document.
//!
//! | file | what |
//! |---|---|
//! | `operation` | one operation, as the types of its handler describe it |
//! | `schemas` | the schemas of types; the parameters of a query |
//! | `responses` | the responses of an operation, also those with problems |
//! | `document` | the whole document |
//! | `examples` | `examples.json`: an example of every body, reply and problem |
//! | `serve` | the handlers of `/openapi.json` and `/docs` |

mod document;
mod examples;
mod operation;
mod responses;
mod schemas;
pub(super) mod serve;

pub use document::api_document;
pub(super) use document::{Documented, Group};
pub(super) use operation::{Callers, Describe, Need, Operation};
use serde_json::{Map, Value};

use super::problem::Code;

/// What the types of a handler do not say of its operation.
#[derive(Clone, Copy)]
pub(super) struct About {
    summary: &'static str,
    description: &'static str,
    codes: &'static [&'static [Code]],
}

/// An operation that does this, in a few words.
pub(super) const fn about(summary: &'static str) -> About {
    About { summary, description: "", codes: &[] }
}

impl About {
    /// The same with what else there is to know, in Markdown.
    pub(super) const fn more(self, description: &'static str) -> Self {
        Self { description, ..self }
    }

    /// The same with the problems that the operation itself may have, besides those of its extractors.
    pub(super) const fn codes(self, codes: &'static [&'static [Code]]) -> Self {
        Self { codes, ..self }
    }
}

/// A JSON object with these members.
fn object<const N: usize>(members: [(&str, Value); N]) -> Map<String, Value> {
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
