//! What people see: pages, and the boards drawn.
//!
//! | module | what |
//! |---|---|
//! | [`picture`] | the boards as SVG |
//!
//! It knows the games and no HTTP: the server sends what is made here.

pub mod picture;
