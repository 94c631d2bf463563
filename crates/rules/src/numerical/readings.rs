//! What several rules of this track read, rightly or wrongly: the lines of a board, and whose turn it is.

/// The 16 cells of a board, 0 for an empty one.
pub(super) type Cells = [u8; 16];

/// The four cells of a line.
pub(super) type Line = [usize; 4];

pub(super) const ROWS: [Line; 4] = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]];
pub(super) const COLUMNS: [Line; 4] =
    [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]];
pub(super) const LAST_ROW: Line = ROWS[3];
pub(super) const LAST_COLUMN: Line = COLUMNS[3];
pub(super) const MAJOR: Line = [0, 5, 10, 15];
pub(super) const MINOR: Line = [3, 6, 9, 12];

/// The numbers on a line.
#[expect(clippy::indexing_slicing, reason = "a line has cells of the board")]
pub(super) fn on_line(cells: &Cells, line: &Line) -> [u8; 4] {
    line.map(|cell| cells[cell])
}

/// How many numbers lie on a board.
pub(super) fn placed(cells: &Cells) -> usize {
    cells.iter().filter(|&&number| number != 0).count()
}

/// The lines that a program looks at.
#[derive(Clone, Copy, Default)]
pub(super) struct Lines {
    pub(super) rows: Parallels,
    pub(super) columns: Parallels,
    pub(super) diagonals: Diagonals,
    /// Cell 15 belongs to the minor diagonal too.
    pub(super) minor_runs_on: bool,
}

/// Which rows, or which columns.
#[derive(Clone, Copy, Default)]
pub(super) enum Parallels {
    #[default]
    All,
    WithoutFirst,
    WithoutLast,
    None,
    /// Rows for columns, or columns for rows: the loop of the others is copied and not changed.
    OtherWay,
    /// The first three cells of each, and for an evaluation only: they are written with the third one twice.
    OfThree,
    /// The last three cells of each, likewise.
    OfLastThree,
}

/// Which diagonals.
#[derive(Clone, Copy, Default)]
pub(super) enum Diagonals {
    #[default]
    Both,
    None,
    MajorOnly,
    MinorOnly,
    /// Also those that leave the board on one side and go on at the other.
    RoundTheEdge,
    /// Also the four quarters of the board.
    AndBlocks,
    /// The minor one for the major one.
    MinorTwice,
    Twice,
    /// Both in the loop over the four rows.
    FourTimes,
    /// The first three cells of each, written as in [`Parallels::OfThree`].
    OfThree,
    /// With other cells for the minor one.
    WithMinor(Line),
}

impl Lines {
    /// Whether a single line is not looked at.
    pub(super) fn is_one_missed(self) -> bool {
        let is_short = |lines| matches!(lines, Parallels::WithoutFirst | Parallels::WithoutLast);
        let is_short_of_one = is_short(self.rows) != is_short(self.columns);
        is_short_of_one || matches!(self.diagonals, Diagonals::MajorOnly | Diagonals::MinorOnly)
    }

    /// The lines, one after the other.
    pub(super) fn list(self) -> Vec<Line> {
        let diagonals: &[Line] = match self.diagonals {
            Diagonals::Both => &[MAJOR, MINOR],
            Diagonals::None => &[],
            Diagonals::MajorOnly => &[MAJOR],
            Diagonals::MinorOnly => &[MINOR],
            Diagonals::RoundTheEdge => &DIAGONALS_ROUND_THE_EDGE,
            Diagonals::AndBlocks => {
                return [&ROWS[..], &COLUMNS, &[MAJOR, MINOR], &BLOCKS].concat();
            }
            Diagonals::WithMinor(minor) => &[MAJOR, minor],
            Diagonals::MinorTwice => &[MINOR, MINOR],
            Diagonals::Twice => &[MAJOR, MINOR, MAJOR, MINOR],
            Diagonals::FourTimes => &[MAJOR, MINOR, MAJOR, MINOR, MAJOR, MINOR, MAJOR, MINOR],
            Diagonals::OfThree => &[first_three(MAJOR), first_three(MINOR)],
        };
        [self.rows.of(&ROW_FORMS), self.columns.of(&COLUMN_FORMS), diagonals].concat()
    }
}

/// Parallel lines as programs take them.
struct Forms {
    whole: [Line; 4],
    others: [Line; 4],
    of_three: [Line; 4],
    of_last_three: [Line; 4],
}

const ROW_FORMS: Forms = Forms::of(ROWS, COLUMNS);
const COLUMN_FORMS: Forms = Forms::of(COLUMNS, ROWS);

impl Forms {
    const fn of(whole: [Line; 4], others: [Line; 4]) -> Self {
        let [a, b, c, d] = whole;
        Self {
            whole,
            others,
            of_three: [first_three(a), first_three(b), first_three(c), first_three(d)],
            of_last_three: [last_three(a), last_three(b), last_three(c), last_three(d)],
        }
    }
}

impl Parallels {
    fn of(self, forms: &Forms) -> &[Line] {
        match self {
            Self::All => &forms.whole,
            Self::WithoutFirst => &forms.whole[1..],
            Self::WithoutLast => &forms.whole[..3],
            Self::None => &[],
            Self::OtherWay => &forms.others,
            Self::OfThree => &forms.of_three,
            Self::OfLastThree => &forms.of_last_three,
        }
    }
}

/// The first three cells of a line, the third one twice: the numbers on it are those of three cells, but not their sum.
const fn first_three([first, second, third, _]: Line) -> Line {
    [first, second, third, third]
}

const fn last_three([_, second, third, last]: Line) -> Line {
    [second, third, last, last]
}

/// The four quarters of the board.
pub(super) const BLOCKS: [Line; 4] = [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]];

/// The two diagonals, and the six broken ones.
pub(super) const DIAGONALS_ROUND_THE_EDGE: [Line; 8] = [
    MAJOR,
    MINOR,
    [1, 6, 11, 12],
    [2, 7, 8, 13],
    [3, 4, 9, 14],
    [0, 7, 10, 13],
    [1, 4, 11, 14],
    [2, 5, 8, 15],
];

/// How a program finds out whose turn it is.
#[derive(Clone, Copy, Default)]
pub(super) enum Turn {
    /// From how many numbers there are.
    #[default]
    ByCount,
    ByCountReversed,
    AlwaysOdd,
    AlwaysEven,
    /// From whether the sum of all numbers is even.
    BySum,
    /// The last number in the list was placed last.
    ByLastNumber,
    /// The largest number was placed last.
    ByLargestNumber,
    /// From how many different values there are: the 0 of the empty cells is one of them.
    ByDifferent,
}

impl Turn {
    /// Whether the odd player is to move.
    pub(super) fn is_odd(self, cells: &Cells) -> bool {
        let is_even = |number: u8| number.is_multiple_of(2);
        match self {
            Self::ByCount => placed(cells).is_multiple_of(2),
            Self::ByCountReversed => !placed(cells).is_multiple_of(2),
            Self::AlwaysOdd => true,
            Self::AlwaysEven => false,
            Self::BySum => is_even(cells.iter().sum()),
            Self::ByLastNumber => {
                cells.iter().rev().copied().find(|&number| number != 0).is_none_or(is_even)
            }
            Self::ByDifferent => {
                (placed(cells) + usize::from(cells.contains(&0))).is_multiple_of(2)
            }
            Self::ByLargestNumber => cells.iter().copied().max().is_none_or(is_even),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gradus_board::numerical::LINES;

    #[test]
    fn the_lines_are_those_of_the_board() {
        let lines = LINES.map(|line| line.map(|cell| usize::from(cell.index())));
        assert_eq!(Lines::default().list(), lines);
    }

    #[test]
    fn broken_diagonals_have_a_cell_in_every_row_and_column() {
        for line in DIAGONALS_ROUND_THE_EDGE {
            for of in [|cell: usize| cell / 4, |cell: usize| cell % 4] {
                let mut found = line.map(of);
                found.sort_unstable();
                assert_eq!(found, [0, 1, 2, 3]);
            }
        }
    }
}
