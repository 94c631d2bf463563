//! The computer players, a folder for each game.
//!
//! A player is a function of the game and of a random source: the same game and the same random numbers give the same move on
//! every machine. No player looks at a clock: the searches have a limit of nodes.

pub mod four_in_a_row;
pub mod gomoku;
pub mod numerical;
pub mod tesseract;
