//! What browsers show: pages and pictures.
//!
//! | module | what |
//! |---|---|
//! | `models` | the pages, as templates show them |
//! | `games` | the pages of games |
//! | `instructor` | the pages for instructors |
//! | `scoreboard`, `me` | the standings; what a learner has for themselves |
//! | `view` | whether a page is wanted, and pages as replies |
//! | `problem` | problems as pages |
//! | `frame` | what is around each: head, bar |
//! | `step_dates` | the dates of a step, as data and in words |
//! | `snippets` | programs to begin with |
//! | `assets` | what they load: style, scripts |
//! | [`picture`] | the boards as SVG |

pub(crate) mod assets;
pub(crate) mod frame;
pub(crate) mod games;
pub(crate) mod instructor;
pub(crate) mod me;
pub(crate) mod models;
pub mod picture;
pub(crate) mod problem;
pub(crate) mod scoreboard;
pub(crate) mod snippets;
pub(crate) mod step_dates;
pub(crate) mod view;
