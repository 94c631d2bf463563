//! JSON objects read by serde, with errors in the words of this server, in every language. `deny_unknown_fields` rejects unknown fields.
//!
//! | file | what |
//! |---|---|
//! | `members` | the members of objects |
//! | `error` | [`FieldError`] and [`ValueError`] |
//! | `expected` | what types expect |
//! | `json_error` | what is wrong with a text that is not JSON |

mod error;
mod expected;
mod json_error;
mod members;

pub use self::error::{FieldError, Found, ValueError, Wanted, is_task};
pub use self::json_error::not_json;
pub use self::members::{Json, Members, from_members};
