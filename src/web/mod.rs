//! What people see: pages, and the boards drawn.
//!
//! | module | what |
//! |---|---|
//! | `page` | the frame of every page |
//! | [`picture`] | the boards as SVG |
//!
//! It knows the games and no HTTP: the server sends what is made here.

pub(crate) mod page;
pub mod picture;
