//! The lines of all sets, each with how often a set has it.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::line_sets::{LineSet, SETS, Vector, changes, coordinates};
use gradus_board::lattice::four_in_a_row::Cell;

/// Four cells that some program takes for a line.
pub(super) struct KnownLine {
    cells: [u8; 4],
    direction: Vector,
    changes: usize,
    /// How often each set has it.
    times: [u8; SETS],
    /// The sets that have it, a [bit](LineSet::bit) for each.
    sets: u32,
}

impl KnownLine {
    /// The cells in the order of a scan.
    pub(super) const fn cells(&self) -> [u8; 4] {
        self.cells
    }

    /// Its other cells, where it goes through this one.
    pub(super) fn others(&self, cell: Cell) -> [Cell; 3] {
        let mut others = self.cells.map(Cell::new).into_iter().filter(|&other| other != cell);
        [(); 3].map(|()| others.next().unwrap_or(cell))
    }

    /// How often it is among the lines of a set.
    #[expect(clippy::indexing_slicing, reason = "a number for each set")]
    pub(super) const fn times(&self, set: LineSet) -> u8 {
        self.times[set as usize]
    }

    /// Whether a set has it.
    pub(super) const fn is_of(&self, set: LineSet) -> bool {
        self.sets & set.bit() != 0
    }

    /// The sets that have it, a [bit](LineSet::bit) for each.
    pub(super) const fn sets(&self) -> u32 {
        self.sets
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
                known.push(KnownLine { cells, direction, changes, times: [0; SETS], sets: 0 });
                known.len() - 1
            });
            let Some(line) = known.get_mut(place) else { continue };
            line.sets |= set.bit();
            if let Some(times) = line.times.get_mut(number) {
                *times += 1;
            }
        }
    }
    known
});

/// The places in [`KNOWN_LINES`] of the lines through each cell; one that some program takes for a line may have a cell more than once.
static PLACES_ON: LazyLock<Vec<Vec<u16>>> = LazyLock::new(|| {
    let mut places = vec![Vec::new(); 256];
    for (place, line) in (0..).zip(KNOWN_LINES.iter()) {
        for cell in line.cells {
            if let Some(places) = places.get_mut(usize::from(cell)) {
                places.push(place);
            }
        }
    }
    places
});

/// The places in [`KNOWN_LINES`] of the lines through a cell, ascending, of each as often as it has the cell.
#[expect(clippy::indexing_slicing, reason = "the table has an entry for each cell")]
pub(super) fn places_on(cell: u8) -> &'static [u16] {
    &PLACES_ON[usize::from(cell)]
}

/// How many lines there are.
pub(super) const LINES: usize = 520;

/// The 520 lines.
#[expect(clippy::indexing_slicing, reason = "the known lines begin with them")]
pub(super) fn all_lines() -> &'static [KnownLine] {
    &KNOWN_LINES[..LINES]
}

/// The 520 if a set has no others, else all: those of the set are among them.
pub(super) fn lines_with_those_of(set: LineSet) -> &'static [KnownLine] {
    if set.is_within_the_lines() { all_lines() } else { &KNOWN_LINES }
}

/// The lines through a cell.
struct Through {
    /// Those of all sets; the ones of the board come first.
    known: Vec<&'static KnownLine>,
    /// How many are of the board.
    of_the_board: usize,
}

/// The lines of all sets through each cell.
static LINES_KNOWN_THROUGH: LazyLock<Vec<Through>> = LazyLock::new(|| {
    let through = |cell: u8| {
        let has_it = |line: &&KnownLine| line.cells.contains(&cell);
        let of_the_board = all_lines().iter().filter(has_it).count();
        Through { known: KNOWN_LINES.iter().filter(has_it).collect(), of_the_board }
    };
    (0..=u8::MAX).map(through).collect()
});

/// The lines of the board through each cell, by how many coordinates change along them: one to four.
static LINES_CHANGING: LazyLock<Vec<[Vec<&'static KnownLine>; 4]>> = LazyLock::new(|| {
    let through = |cell, changing| {
        let known = lines_known_through(cell, LineSet::All);
        known.filter(|line| line.changes == changing).collect()
    };
    (0..=u8::MAX).map(|cell| [1, 2, 3, 4].map(|changing| through(cell, changing))).collect()
});

/// The lines of the board through a cell along which so many coordinates change.
#[expect(clippy::indexing_slicing, reason = "the table has an entry for each cell")]
pub(super) fn lines_changing(cell: u8, changing: usize) -> &'static [&'static KnownLine] {
    let through = &LINES_CHANGING[usize::from(cell)];
    changing.checked_sub(1).and_then(|place| through.get(place)).map_or(&[], Vec::as_slice)
}

/// The lines of a set that have a cell.
#[expect(clippy::indexing_slicing, reason = "the table has an entry for each cell")]
pub(super) fn lines_known_through(
    cell: u8,
    set: LineSet,
) -> impl Iterator<Item = &'static KnownLine> {
    let Through { known, of_the_board } = &LINES_KNOWN_THROUGH[usize::from(cell)];
    let count = if set.is_within_the_lines() { *of_the_board } else { known.len() };
    let known = known.iter().take(count);
    known.copied().filter(move |line| line.is_of(set))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gradus_board::lattice::four_in_a_row::lines;

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
            .map(|line| ascending(line.cells().map(gradus_board::lattice::four_in_a_row::Cell::id)))
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
