//! Stones, black and white: what the boards of gomoku and of four in a row have in common.

use super::Holding;
use super::line::Ink;
use super::svg::{Node, Paint, circle, group, last, numbers_at};
use crate::gomoku::Stone;

/// The stones of one side around these points.
pub fn stones(side: Stone, radius: i32, centres: impl IntoIterator<Item = [i32; 2]>) -> Node {
    let (class, [fill, stroke]) = match side {
        Stone::Black => ("black", paints(side)),
        Stone::White => ("white", paints(side)),
    };
    let stones = centres.into_iter().map(|centre| circle(centre, radius));
    group().class(class).fill(fill).stroke(stroke).holding(stones)
}

/// The numbers of moves, from 1, on their stones: black's moves come first.
pub(super) fn numbers(moves: impl IntoIterator<Item = (usize, [i32; 2])>, size: i32) -> Node {
    let numbers = moves.into_iter().map(|(number, centre)| {
        let stone = Stone::to_move_after(number - 1);
        let written = number.to_string();
        numbers_at(centre, size, &written).fill(contrast(stone)).halo(paints(stone)[0])
    });
    group().class("numbers").centred().weight(600).holding(numbers)
}

/// The mark of the last stone: a ring around it.
pub(super) fn last_ring(centre: [i32; 2], radius: i32) -> Node {
    last(&circle(centre, radius + 1))
}

/// The colours of a side's lines.
pub(super) const fn ink(side: Stone) -> Ink {
    Ink {
        player: matches!(side, Stone::White) as u8,
        strong: paints(side)[0],
        around: contrast(side),
    }
}

/// What a stone of this side is for those who do not see it.
pub(super) fn holding(stone: Option<Stone>) -> Holding {
    match stone {
        None => Holding::Free,
        Some(Stone::Black) => Holding::Black,
        Some(Stone::White) => Holding::White,
    }
}

/// The colours of a side's stones: inside, and around.
pub(super) const fn paints(side: Stone) -> [Paint; 2] {
    match side {
        Stone::Black => [Paint::Black, Paint::BlackEdge],
        Stone::White => [Paint::White, Paint::WhiteEdge],
    }
}

/// The colour that can be read on a side's stones.
pub(super) const fn contrast(side: Stone) -> Paint {
    match side {
        Stone::Black => Paint::White,
        Stone::White => Paint::Black,
    }
}
