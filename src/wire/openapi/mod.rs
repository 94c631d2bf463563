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

mod document;
mod examples;
mod operation;
mod responses;
mod schemas;

pub(crate) use document::document;
pub(crate) use operation::{
    About, BodyTypes, Callers, Describe, Documented, Need, Operation, about,
};
