//! Black and white: what games of two sides with stones have in common. Black has seat 1.

use super::drawing::{Node, Paint, TOKEN, circle, group};
use super::seat::{BySeat, SeatNumber};
use crate::board::gomoku::Stone;

/// The side that has a seat; in a game for two, every seat but the first is white's.
pub(super) fn side_of(seat: SeatNumber) -> Stone {
    Stone::to_move_after(seat.index())
}

/// The seat that a side has.
pub(super) fn seat_of(side: Stone) -> SeatNumber {
    SeatNumber::after(usize::from(side == Stone::White), 2)
}

/// What the player of a seat is called.
pub(super) fn name_of(seat: SeatNumber) -> &'static str {
    match side_of(seat) {
        Stone::Black => "Black",
        Stone::White => "White",
    }
}

/// The stones of one side around these points.
pub(super) fn stones(
    side: Stone,
    radius: i32,
    centres: impl IntoIterator<Item = [i32; 2]>,
) -> Node {
    let (class, fill, stroke) = match side {
        Stone::Black => ("black", Paint::Black, Paint::BlackEdge),
        Stone::White => ("white", Paint::White, Paint::WhiteEdge),
    };
    let stones = centres.into_iter().map(|centre| circle(centre, radius));
    group().class(class).fill(fill).stroke(stroke).holding(stones)
}

/// A stone of each side.
pub(super) fn tokens() -> BySeat<Node> {
    BySeat::from_fn(2, |seat| stones(side_of(seat), TOKEN / 2 - 2, [[0, 0]]))
}
