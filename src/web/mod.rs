//! What browsers show: pages and pictures.
//!
//! | module | what |
//! |---|---|
//! | `pages` | the pages, as templates show them |
//! | `games` | the pages of games |
//! | `instructor` | the pages for instructors |
//! | `scoreboard`, `me` | the standings; what a learner has for themselves |
//! | `frame` | what is around each: head, bar |
//! | `snippets` | programs to begin with |
//! | `texts` | what they say, in every language |
//! | `assets` | what they load: style, scripts |
//! | [`picture`] | the boards as SVG |
//!
//! It knows the games and no HTTP: the server sends the pages and pictures.

pub(crate) mod assets;
pub(crate) mod frame;
pub(crate) mod games;
pub(crate) mod instructor;
pub(crate) mod me;
pub(crate) mod pages;
pub mod picture;
pub(crate) mod scoreboard;
pub(crate) mod snippets;
pub(crate) mod texts;
