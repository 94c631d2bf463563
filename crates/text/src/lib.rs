//! Displayed texts: a [`Text`] is a value, and only the edge of the program renders it in a [`Language`].
//!
//! Each crate keeps its texts in `texts/{en,zh,ja}.toml`. Its build script calls [`generate`], which writes an accessor for every text:
//!
//! ```toml
//! [json]
//! missing = "the field `{name}` is missing"
//! ```
//!
//! becomes `texts::json::missing(name)`. A key that no code uses fails the build, and so does a key or a placeholder that one language
//! lacks. [`load`] adds languages at run time, or overrides texts of those that are built in.

mod generate;
mod language;
mod text;

pub use generate::{Style, generate};
pub use language::{Language, TextsError, load, missing};
pub use text::{Template, Text};
