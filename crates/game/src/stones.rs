//! Black and white: what games of two sides with stones have in common. Black has seat 1.

use super::seat::SeatNumber;
use super::typed_game::{TOKEN, Text};
use crate::texts;
use gradus_board::drawing::{Node, stones};
use gradus_board::gomoku::Stone;

/// The side that has a seat; in a game for two, every seat but the first is white's.
pub(super) fn side_of(seat: SeatNumber) -> Stone {
    Stone::to_move_after(seat.index())
}

/// The seat that a side has.
pub(super) fn seat_of(side: Stone) -> SeatNumber {
    SeatNumber::after(usize::from(side == Stone::White), 2)
}

/// What the player of a seat is called.
pub(super) fn name_of(seat: SeatNumber) -> Text {
    match side_of(seat) {
        Stone::Black => texts::matches::black(),
        Stone::White => texts::matches::white(),
    }
}

/// The stone of a player, around (0, 0).
pub(super) fn token(player: SeatNumber) -> Node {
    stones(side_of(player), TOKEN / 2 - 2, [[0, 0]])
}
