//! Gradus, a puzzle-checker server: it draws random boards of four games, publishes questions about them as JSON, and
//! judges the answers.
//!
//! What is pure is in the crates of `crates/`, which this crate exports: [`board`], [`step`], [`rules`], [`game`] and [`course`]. The
//! server has the others:
//!
//! | module | what it holds |
//! |---|---|
//! | [`api`] | the handlers: one file for each resource |
//! | [`pages`] | what browsers show: templates, page models, pictures |
//! | [`app`] | the running server: state, caches, limits, matches, the class |
//! | [`wire`] | what handlers share: extractors, replies, problems, the description of the API |
//! | [`store`] | what is stored: learners, instructors, attempts, extensions, matches, records |
//! | [`metrics`] | what Prometheus reads; clocks that measure |
//! | [`option_values`] | parsers for the values of options |
//! | `texts` | the accessors of `src/texts/`, which the build script generates |
//! | [`new_file`] | files that are whole on the disk, or not there |
//!
//! Dependencies point one way:
//!
//! ```text
//! api ─▶ pages ─▶ app ─▶ wire ─▶ course, game, rules ─▶ step ─▶ board
//!                  └───▶ store ─▶ course, game
//! ```

pub mod api;
pub mod app;
pub mod metrics;
pub mod new_file;
pub mod option_values;
pub mod pages;
pub mod store;
pub mod wire;

/// What learners and instructors read.
#[deny(dead_code)]
mod texts {
    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

pub use gradus_board as board;
pub use gradus_board::drawing;
pub use gradus_course as course;
pub use gradus_game as game;
pub use gradus_rules as rules;
pub use gradus_step as step;
pub use texts::ALL as TEXTS;
