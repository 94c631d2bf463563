//! Gradus, a puzzle-checker server: it draws random boards of four games, publishes questions about them as JSON, and
//! judges the answers.
//!
//! What is pure is a crate of its own, [`gradus_core`], whose files are in `src/` too: [`board`], [`drawing`], [`fields`], [`game`],
//! [`kinds`], [`step`] and [`course`]. Its map says what they know. The server has the others:
//!
//! | module | what it knows |
//! |---|---|
//! | [`challenges`] | where the steps' folders and the course file come from |
//! | [`class`] | what instructors do with the class, over the store |
//! | [`matches`](mod@matches) | the service that hosts matches |
//! | [`compute`] | threads for work that takes long, and who has which share of them |
//! | [`new_file`] | files that are whole on the disk, or not there |
//! | `per_key` | one shared value for each key in use |
//! | [`metrics`] | what is measured, and the text in which Prometheus reads it |
//! | [`store`] | what is remembered: learners and instructors, attempts, extensions, matches, saved records |
//! | [`web`] | what people see: pages, and the boards drawn |
//! | [`http`] | the server |
//!
//! Dependencies point one way, and what is further to the right may be used directly too, as the core is:
//!
//! ```text
//! http → web → class → store → course, game
//! http → matches → store, compute
//! http, web → fields
//! challenges → class, kinds
//! compute → course, for whose work it is
//! http, matches, store, compute → metrics
//! ```

pub mod challenges;
pub mod class;
pub mod compute;
pub mod http;
pub mod matches;
pub mod metrics;
pub mod new_file;
mod per_key;
pub mod store;
pub mod web;

use gradus_core::fields;
pub use gradus_core::{board, course, drawing, game, kinds, step};
