//! Moves in items.

use crate::board::numerical::{Cell, Move, Number};

/// Reads `cell:number`.
pub(super) fn read_move(text: &str) -> Option<Move> {
    let (cell, number) = text.split_once(':')?;
    let cell = Cell::new(cell.trim().parse().ok()?)?;
    let number = Number::new(number.trim().parse().ok()?)?;
    Some(Move { cell, number })
}
