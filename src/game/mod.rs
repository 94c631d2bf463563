//! Matches: what is played between people and computers.

pub mod computer;
