//! Stones, black and white.

use super::node::{Node, Paint, circle, group};
use crate::board::gomoku::Stone;

/// The stones of one side around these points.
pub(crate) fn stones(
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
