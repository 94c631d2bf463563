//! Black and white as seats: black moves first.

use super::seat::SeatNumber;
use crate::board::gomoku::Stone;

/// The side that has a seat; in a game for two, every seat but the first is white's.
pub(super) fn side_of(seat: SeatNumber) -> Stone {
    Stone::to_move_after(seat.index())
}

/// The seat that a side has.
pub(super) fn seat_of(side: Stone) -> SeatNumber {
    SeatNumber::after(usize::from(side == Stone::White), 2)
}
