//! What a match asks of a game, whichever it is.

use std::fmt::Display;
use std::str::FromStr;

use rand::rngs::ChaCha8Rng;
use serde::Serialize;

use super::seat::SeatNumber;

/// A game in progress. Each of the four implements it in a file of its own.
pub(super) trait Play {
    /// A move; its text is how people write it.
    type Move: Copy + Display + FromStr<Err: Display> + Into<Written>;

    /// How many play.
    fn players(&self) -> usize;

    /// Makes a move of the player whose turn it is; the text of the error is the rule that forbids it, and the game is then
    /// unchanged. A match asks only while the game is open.
    fn play(&mut self, next: Self::Move) -> Result<(), String>;

    /// The moves in the order in which they were made.
    fn moves(&self) -> &[Self::Move];

    /// How the game stands.
    fn outcome(&self) -> Outcome;

    /// What lies where.
    fn board(&self) -> Picture;

    /// How many complete lines a player has.
    fn score(&self, player: SeatNumber) -> usize;

    /// The complete lines of a player, in the order in which they were made.
    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<Written>>;

    /// Every legal move, in a fixed order, while the game is open.
    fn choices(&self) -> Vec<Self::Move>;

    /// What the computer player `rules` does; none when the game is over.
    fn by_rules(&self, rng: &mut ChaCha8Rng) -> Option<Self::Move>;

    /// What the computer player `search` does; none when the game is over.
    fn by_search(&self, rng: &mut ChaCha8Rng) -> Option<Self::Move>;
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It goes on.
    Open,
    /// It is over, and these have won, in their order: one, or none, or all that share the highest score.
    Over(Vec<SeatNumber>),
}

/// A move or a place as JSON has it: a text, or a number where the game numbers its places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Written {
    /// As `"hh"` or `"5:9"`.
    Text(String),
    /// As `57`.
    Number(u8),
}

/// A board as JSON has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Picture {
    /// One character a place: `x`, `o` or `.`.
    Text(String),
    /// One number a place; 0 where it is empty.
    Numbers(Vec<u8>),
}
