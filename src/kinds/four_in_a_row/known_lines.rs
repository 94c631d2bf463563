//! The lines of all sets, each with how often a set has it.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::line_sets::{LineSet, SETS, Vector, changes, coordinates};

/// Four cells that some program takes for a line.
pub(super) struct KnownLine {
    cells: [u8; 4],
    direction: Vector,
    changes: usize,
    /// How often each set has it.
    times: [u8; SETS],
}

impl KnownLine {
    /// The cells in the order of a scan.
    pub(super) const fn cells(&self) -> [u8; 4] {
        self.cells
    }

    /// How often it is among the lines of a set.
    #[expect(clippy::indexing_slicing, reason = "a number for each set")]
    pub(super) const fn times(&self, set: LineSet) -> u8 {
        self.times[set as usize]
    }

    /// Whether no other set has it.
    pub(super) fn is_only_of(&self, set: LineSet) -> bool {
        let mut others = LineSet::ALL.into_iter().filter(|&other| other != set);
        others.all(|other| self.times(other) == 0)
    }

    /// The way from its first cell to its last, a component each for x, y, z and w.
    pub(super) const fn direction(&self) -> Vector {
        self.direction
    }

    /// Whether the last coordinate that changes falls: with w first, its cells come in the other order.
    pub(super) fn falls_with_w_first(&self) -> bool {
        self.direction.into_iter().rfind(|&along| along != 0) == Some(-1)
    }

    /// How many coordinates change along it.
    pub(super) const fn changes(&self) -> usize {
        self.changes
    }
}

/// The lines of all sets: first the 520, along (0,0,0,1) first and along (1,1,1,1) last.
pub(super) static KNOWN_LINES: LazyLock<Vec<KnownLine>> = LazyLock::new(|| {
    let mut known: Vec<KnownLine> = Vec::new();
    let mut places: HashMap<[u8; 4], usize> = HashMap::new();
    for (number, set) in LineSet::ALL.into_iter().enumerate() {
        for cells in set.lines() {
            let mut ascending = cells;
            ascending.sort_unstable();
            let place = *places.entry(ascending).or_insert_with(|| {
                let [from, .., to] = cells.map(|cell| coordinates(cell.into()));
                let axes = [0, 1, 2, 3];
                #[expect(clippy::indexing_slicing, reason = "a vector has four axes")]
                let direction = axes.map(|axis| (to[axis] - from[axis]).signum());
                let changes = changes(direction);
                known.push(KnownLine { cells, direction, changes, times: [0; SETS] });
                known.len() - 1
            });
            let times = known.get_mut(place).and_then(|line| line.times.get_mut(number));
            if let Some(times) = times {
                *times += 1;
            }
        }
    }
    known
});

/// Their cells alone, which are quicker to go through.
pub(super) static KNOWN_CELLS: LazyLock<Vec<[u8; 4]>> =
    LazyLock::new(|| KNOWN_LINES.iter().map(|line| line.cells).collect());

/// How many lines there are.
pub(super) const LINES: usize = 520;

/// The 520 lines.
pub(super) fn all_lines() -> &'static [KnownLine] {
    KNOWN_LINES.get(..LINES).unwrap_or_default()
}

/// The lines of all sets through each cell.
static LINES_KNOWN_THROUGH: LazyLock<Vec<Vec<&'static KnownLine>>> = LazyLock::new(|| {
    let through = |cell: u8| KNOWN_LINES.iter().filter(|line| line.cells.contains(&cell)).collect();
    (0..=u8::MAX).map(through).collect()
});

/// The lines of a set that have a cell.
#[expect(clippy::indexing_slicing, reason = "the table has an entry for each cell")]
pub(super) fn lines_known_through(
    cell: u8,
    set: LineSet,
) -> impl Iterator<Item = &'static KnownLine> {
    let known = LINES_KNOWN_THROUGH[usize::from(cell)].iter().copied();
    // The 520 come first.
    let of_the_set =
        known.take_while(move |line| !set.is_within_the_lines() || line.times(LineSet::All) > 0);
    of_the_set.filter(move |line| line.times(set) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::lattice::four_in_a_row::lines;

    fn total(set: LineSet) -> u32 {
        KNOWN_LINES.iter().map(|line| u32::from(line.times(set))).sum()
    }

    #[test]
    fn the_right_lines_are_those_of_the_board() {
        let ascending = |mut cells: [u8; 4]| {
            cells.sort_unstable();
            cells
        };
        let mut known: Vec<_> = all_lines().iter().map(|line| ascending(line.cells())).collect();
        let mut right: Vec<_> = lines()
            .iter()
            .map(|line| ascending(line.cells().map(crate::board::lattice::four_in_a_row::Cell::id)))
            .collect();
        known.sort_unstable();
        right.sort_unstable();
        assert_eq!(known, right);
        assert!(all_lines().iter().all(|line| line.times(LineSet::All) == 1));
    }

    #[test]
    fn sets_have_as_many_lines_as_the_statements_table_says() {
        assert_eq!(total(LineSet::BothSenses), 2 * 520);
        assert_eq!(total(LineSet::AlongAxes), 256);
        assert_eq!(total(LineSet::AtMostTwo), 256 + 192);
        assert_eq!(total(LineSet::AtMostThree), 520 - 8);
        assert_eq!(total(LineSet::NothingFalls), 256 + 6 * 16 + 4 * 4 + 1);
        assert_eq!(total(LineSet::OneCube), 4 * 76);
        assert_eq!(total(LineSet::NoDirectionToo), 520 + 256);
        assert_eq!(total(LineSet::RoundTheBorder), 40 * 64);
        assert_eq!(total(LineSet::RowsOverTheBorder), 520 - 64 + 253);
    }
}
