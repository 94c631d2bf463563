//! Forms of items on this board: ids of cells, as a list or as a set.

use std::fmt;

use crate::board::lattice::four_in_a_row::{Bitboard, Cell};
use crate::kinds::item::write_spaced;
use crate::step::Expected;

/// Ids in an order that counts: `0 21 42 63`.
#[derive(Clone, PartialEq, Eq)]
pub struct CellList(pub(super) Vec<Cell>);

/// Ids in no order: `12 57 255`, or `-` for none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CellSet(pub(super) Bitboard);

/// The id of a cell, or `-` for none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CellOrNone(pub(super) Option<Cell>);

/// How the empty set is written.
const NONE: &str = "-";

/// Reads an id from 0 to 255; leading zeros and a plus sign do not count.
pub(super) fn read_cell(text: &str) -> Option<Cell> {
    text.parse().ok().map(Cell::new)
}

/// Reads ids with blanks between them; none if there is no id, or something that is no id.
pub(super) fn read_cells<T: FromIterator<Cell>>(text: &str) -> Option<T> {
    let mut ids = text.split_whitespace().peekable();
    ids.peek()?;
    ids.map(read_cell).collect()
}

impl CellSet {
    pub(super) fn read(text: &str) -> Result<Self, Expected> {
        let cells = if text == NONE { Some(Bitboard::EMPTY) } else { read_cells(text) };
        cells.map(Self).ok_or(Expected("ids from 0 to 255 with single spaces between them, or `-`"))
    }
}

impl CellOrNone {
    pub(super) fn read(text: &str) -> Result<Self, Expected> {
        let cell = if text == NONE { Some(None) } else { read_cell(text).map(Some) };
        cell.map(Self).ok_or(Expected("an id from 0 to 255, or `-`"))
    }
}

impl fmt::Display for CellList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_spaced(f, &self.0)
    }
}

impl fmt::Display for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str(NONE) } else { write_spaced(f, self.0.iter()) }
    }
}

impl fmt::Display for CellOrNone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(cell) => cell.fmt(f),
            None => f.write_str(NONE),
        }
    }
}
