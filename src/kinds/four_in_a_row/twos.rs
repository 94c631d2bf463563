//! Lines with two stones of a side, also as those count them who have misunderstood which lines are open.

use std::ops::RangeInclusive;

use crate::board::lattice::four_in_a_row::{Board, Line, LineCounts, Stone, Tally};

/// For every empty cell, how many lines of some sort through it have two stones of `side` and so many of its opponent's.
pub(super) fn empty_cells_on_twos(
    board: &Board,
    side: Stone,
    others: RangeInclusive<u8>,
    counted: impl Fn(&Line) -> bool,
) -> Tally {
    let counts = LineCounts::of(board);
    let empty = board.empty_cells();
    let lines = others.flat_map(|others| counts.lines_with(side, 2, others));
    lines.filter(|line| counted(line)).map(|line| line.mask() & empty).collect()
}
