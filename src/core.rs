//! The core of Gradus, a puzzle-checker server: what boards, games, steps and a class are.
//!
//! It knows no HTTP, no database, no clock and no environment: the time and the random source are arguments. As a crate of its own it
//! cannot use what the server is made of. Its files are in `src/`, beside those of the server.
//!
//! | module | what it knows |
//! |---|---|
//! | [`board`] | the boards and rules of the games |
//! | [`step`] | what a step is: kinds, tasks, tokens, verdicts, the catalogue |
//! | [`kinds`] | the rules of the ladder, one file each |
//! | [`drawing`] | boards as shapes, without a file format |
//! | [`fields`] | the fields of queries, forms and JSON objects, and what is wrong with them |
//! | [`game`] | the games that are hosted, their records, the computer players; what a match is |
//! | [`course`] | the class: its rules, who is in it, what an answer is worth, gradebooks, receipts |
//!
//! Dependencies point one way, and what is further to the right may be used directly too:
//!
//! ```text
//! course, game → step → drawing → board
//! game → fields → step
//! kinds → step, board, and for the match steps game
//! ```

pub mod board;
pub mod course;
pub mod drawing;
pub mod fields;
pub mod game;
pub mod kinds;
pub mod step;
