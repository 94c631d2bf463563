//! Gradus, a puzzle-checker server: it draws random boards of four games, publishes questions about them as JSON, and
//! judges the answers.
//!
//! | module | what it knows |
//! |---|---|
//! | [`board`] | the boards and rules of the games |
//! | [`step`] | what a step is: kinds, tasks, tokens, verdicts, the catalogue |
//! | [`kinds`] | the rules of the ladder, one file each |
//! | [`challenges`] | where the steps' folders and the course file come from |
//! | [`drawing`] | boards as shapes, without a file format |
//! | `fields` | the fields of queries, forms and JSON objects, and what is wrong with them |
//! | [`game`] | the games that are hosted, their records, the computer players; what a match is |
//! | [`course`] | the class: its rules, who is in it, what an answer is worth, gradebooks, receipts |
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
//! Dependencies point one way, and what is further to the right may be used directly too:
//!
//! ```text
//! http → web → class → store → course, game → step → drawing → board
//! http → matches → store, compute
//! http, web, game → fields → step
//! challenges → class, kinds
//! kinds → step, board, and for the match steps game
//! compute → course, for whose work it is
//! http, matches, store, compute → metrics
//! ```
//!
//! `board`, `step`, `kinds`, `game` and `course` know no HTTP, no database, no clock and no environment: the time and the random source are
//! arguments.

pub mod board;
pub mod challenges;
pub mod class;
pub mod compute;
pub mod course;
pub mod drawing;
mod fields;
pub mod game;
pub mod http;
pub mod kinds;
pub mod matches;
pub mod metrics;
pub mod new_file;
mod per_key;
pub mod step;
pub mod store;
pub mod web;
