//! What lines and empty cells are worth, by the stones that lie there.

use super::grid::{Cell, Side, Stones};

/// What a line on which only one side has stones is worth to the side to move, by how many there are.
pub(super) struct Worth {
    /// His own stones.
    pub(super) own: &'static [u32],
    /// Another's.
    pub(super) other: &'static [u32],
}

impl Worth {
    /// The empty cells, those first that are worth most to a side: each is worth the sum of its lines. Cells worth the same come in the
    /// order that the numbers from `draw` give.
    pub(super) fn ranked(
        &self,
        stones: &Stones,
        side: Side,
        mut draw: impl FnMut() -> u64,
    ) -> Vec<Cell> {
        let rank = |cell| (self.cell(stones, cell, side), draw(), cell);
        let mut ranked: Vec<_> = stones.empty().map(rank).collect();
        ranked.sort_unstable();
        ranked.into_iter().rev().map(|(_, _, cell)| cell).collect()
    }

    fn cell(&self, stones: &Stones, cell: Cell, side: Side) -> u32 {
        stones.counts(cell).filter_map(|counts| self.line(counts, side)).sum()
    }

    fn line(&self, counts: [u8; 4], side: Side) -> Option<u32> {
        let own = counts.get(side).copied()?;
        let (all, most) = (counts.iter().sum::<u8>(), counts.iter().copied().max()?);
        let worth = if own == all { self.own } else { self.other };
        // Stones of two sides: nobody can complete the line.
        if most < all { None } else { worth.get(usize::from(most)).copied() }
    }
}
