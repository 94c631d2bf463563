//! A board drawn, ready to be put on a card.

use super::element::Element;

/// How wide a drawing is.
pub(super) const WIDTH: i32 = 480;

/// A board, [`WIDTH`] units wide, from (0, 0) at its upper left corner.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    /// How high it is.
    pub(super) height: i32,
    /// The board with all that lies there.
    pub(super) board: Element,
    /// What each player places, in the players' order, around (0, 0) and within [`TOKEN`] units.
    pub(super) tokens: Vec<Element>,
}

/// The side of the square that a player's token fits into.
pub(super) const TOKEN: i32 = 24;
