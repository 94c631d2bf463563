//! The rules of the ladder, one file each, by track.

pub mod four_in_a_row;
pub mod gomoku;
pub mod numerical;
pub mod registry;
pub mod tesseract;

mod item;
mod matches;
