//! What browsers show: pages and pictures.
//!
//! | module | what |
//! |---|---|
//! | `models` | pages, as templates show them; pages that show a reply are beside it in `api` |
//! | `ladder` | the list of steps, as data and as a page |
//! | `games` | the pages of games |
//! | `instructor` | what the pages for instructors have in common |
//! | `view` | whether a page is wanted, and pages as replies, also to problems |
//! | `frame` | what is around each: head, bar |
//! | `step_dates` | the dates of a step, as data and in words |
//! | `assets` | what they load: style, scripts |
//! | [`picture`] | the boards as SVG |

pub(crate) mod assets;
pub(crate) mod frame;
pub(crate) mod games;
pub(crate) mod instructor;
pub(crate) mod ladder;
pub(crate) mod models;
pub mod picture;
pub(crate) mod step_dates;
pub(crate) mod view;
