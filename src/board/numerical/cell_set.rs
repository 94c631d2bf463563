//! Sets of cells, a bit each.

use super::Cell;

/// A set of cells; cell `c` is bit `c`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct CellSet(u16);

impl CellSet {
    pub(super) const EMPTY: CellSet = CellSet(0);

    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    pub(super) const fn with(self, cell: Cell) -> CellSet {
        CellSet(self.0 | 1 << cell.index())
    }

    pub(super) const fn without(self, cell: Cell) -> CellSet {
        CellSet(self.0 & !(1 << cell.index()))
    }

    pub(super) const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    pub(super) const fn intersection(self, other: CellSet) -> CellSet {
        CellSet(self.0 & other.0)
    }

    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cells, ascending.
    pub(super) fn iter(self) -> impl Iterator<Item = Cell> + Clone {
        let mut rest = self;
        std::iter::from_fn(move || {
            let least = rest.least()?;
            rest = rest.without(least);
            Some(least)
        })
    }

    /// The least cell of the set.
    pub(super) fn least(self) -> Option<Cell> {
        // The trailing zeros of no bits at all are 16, and there is no cell 16.
        u8::try_from(self.0.trailing_zeros()).ok().and_then(Cell::new)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        cells.into_iter().fold(CellSet::EMPTY, CellSet::with)
    }
}
