//! What browsers show: pages and pictures.
//!
//! | module | what |
//! |---|---|
//! | `page` | the frame of every page |
//! | [`picture`] | the boards as SVG |
//!
//! It knows the games and no HTTP: the server sends the pages and pictures.

pub(crate) mod page;
pub mod picture;
