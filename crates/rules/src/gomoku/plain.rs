//! Plain arithmetic on points, for the readings of this track: a point is a row and a column, which a misreading may take off the
//! board.

use gradus_board::gomoku::Point;
use gradus_step::Aspect;

/// A row and a column from 0. It need not be on the board.
pub(super) type Place = (i16, i16);

/// How many rows the board has, and how many columns.
pub(super) const SIDE: i16 = Point::SIDE as i16;

/// How many points the board has.
pub(super) const POINTS: usize = Point::COUNT as usize;

/// From a point to the next one of each line: — ╲ │ ╱.
pub(super) const LINES: [Place; 4] = [(0, 1), (1, 1), (1, 0), (1, -1)];

/// The lines, by their names in ids and as people draw them.
pub(super) const NAMES: [(&str, &str); LINES.len()] =
    [("row", "—"), ("falling", "╲"), ("column", "│"), ("rising", "╱")];

/// Row and column of a point.
pub(super) fn place(point: Point) -> Place {
    (point.row().into(), point.column().into())
}

/// The point of a place; none off the board.
pub(super) fn point(place: Place) -> Option<Point> {
    Point::from_index(u8::try_from(Border::Exact.index(place)?).ok()?)
}

/// The place some steps further on a line.
#[inline]
pub(super) fn along((row, column): Place, (down, across): Place, steps: i16) -> Place {
    (row + steps * down, column + steps * across)
}

/// How the letters of a question are read, when those of the game are read rightly. What is misread in both alike changes nothing.
#[derive(Clone, Copy, Default)]
pub(super) enum Letters {
    #[default]
    RowFirst,
    ColumnFirst,
    /// The first letter is taken for both.
    First,
    /// The second one is.
    Second,
    /// So far below and to the right of where the game has the point.
    Shifted(i16, i16),
    /// With row `a` at the bottom.
    FromTheBottom,
    /// With column `a` on the right.
    FromTheRight,
}

impl Letters {
    /// The place that a point of a question is taken for.
    pub(super) fn place(self, point: Point) -> Place {
        let (row, column) = place(point);
        let last = SIDE - 1;
        match self {
            Self::RowFirst => (row, column),
            Self::ColumnFirst => (column, row),
            Self::First => (row, row),
            Self::Second => (column, column),
            Self::Shifted(down, across) => (row + down, column + across),
            Self::FromTheBottom => (last - row, column),
            Self::FromTheRight => (row, last - column),
        }
    }
}

/// Places that people take for the point of a question, as wrong alternatives of one aspect.
pub(super) fn misread_letters<R: 'static>(
    aspect: &mut Aspect<R>,
    letters: fn(&mut R) -> &mut Letters,
) -> &mut Aspect<R> {
    let misread = [
        ("one-row-down", Letters::Shifted(1, 0)),
        ("one-row-up", Letters::Shifted(-1, 0)),
        ("one-column-right", Letters::Shifted(0, 1)),
        ("one-column-left", Letters::Shifted(0, -1)),
        ("first-letter-twice", Letters::First),
        ("second-letter-twice", Letters::Second),
    ];
    for (id, read) in misread {
        aspect.or(id, move |reading| *letters(reading) = read);
    }
    aspect
}

/// What is taken for the board.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Border {
    /// Rows and columns from 0 to 14.
    #[default]
    Exact,
    /// Rows and columns from one number to another.
    Within(i16, i16),
    /// These rows, and these columns.
    Sides(Place, Place),
    /// Every index of the flat list: a line that leaves a row goes on in the next one.
    NextRow,
    /// What comes before the first row or column is counted from the last one, as negative indexes are.
    FromTheEnd,
    /// The same of rows only.
    RowsFromTheEnd,
    /// The same of columns only.
    ColumnsFromTheEnd,
    /// A line that leaves the board goes on at the opposite side.
    OppositeSide,
    /// A line that leaves the board stays in its last row or column.
    Clamped,
    /// Minus signs are dropped.
    WithoutSigns,
}

impl Border {
    /// The index of a place in the flat list of points; none off the board.
    #[inline]
    pub(super) fn index(self, (row, column): Place) -> Option<usize> {
        let is_on_board = (0..SIDE).contains(&row) && (0..SIDE).contains(&column);
        if is_on_board && !matches!(self, Self::Within(..) | Self::Sides(..)) {
            return usize::try_from(row * SIDE + column).ok();
        }
        let is_inside =
            |range: std::ops::RangeInclusive<i16>| range.contains(&row) && range.contains(&column);
        let (row, column) = match self {
            Self::Within(first, last) if is_inside(first..=last) => (row, column),
            Self::FromTheEnd if is_inside(-SIDE..=SIDE - 1) => wrapped((row, column)),
            Self::Sides(rows, columns)
                if (rows.0..=rows.1).contains(&row)
                    && (columns.0..=columns.1).contains(&column) =>
            {
                (row, column)
            }
            Self::RowsFromTheEnd if (-SIDE..SIDE).contains(&row) && (0..SIDE).contains(&column) => {
                wrapped((row, column))
            }
            Self::ColumnsFromTheEnd
                if (0..SIDE).contains(&row) && (-SIDE..SIDE).contains(&column) =>
            {
                wrapped((row, column))
            }
            Self::OppositeSide => wrapped((row, column)),
            Self::Clamped => (row.clamp(0, SIDE - 1), column.clamp(0, SIDE - 1)),
            Self::WithoutSigns if is_inside(-SIDE + 1..=SIDE - 1) => (row.abs(), column.abs()),
            Self::NextRow => (row, column),
            Self::Exact
            | Self::Within(..)
            | Self::Sides(..)
            | Self::FromTheEnd
            | Self::RowsFromTheEnd
            | Self::ColumnsFromTheEnd
            | Self::WithoutSigns => return None,
        };
        let index = row * SIDE + column;
        usize::try_from(index).ok().filter(|&index| index < POINTS)
    }
}

/// The place where a line comes back onto the board.
fn wrapped((row, column): Place) -> Place {
    (row.rem_euclid(SIDE), column.rem_euclid(SIDE))
}

/// Which of the four lines are looked along.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct LineSet([bool; LINES.len()]);

impl Default for LineSet {
    fn default() -> Self {
        Self([true; LINES.len()])
    }
}

impl LineSet {
    /// One line, by its place in [`LINES`].
    pub(super) fn only(line: usize) -> Self {
        let mut set = [false; LINES.len()];
        set.iter_mut().skip(line).take(1).for_each(|is_in| *is_in = true);
        Self(set)
    }

    /// Whether each of [`LINES`] is among them.
    pub(super) const fn are_in(self) -> [bool; LINES.len()] {
        self.0
    }
}

/// The sets of lines that people forget some of, as wrong alternatives of one aspect.
pub(super) fn forgotten_lines<R: 'static>(
    aspect: &mut Aspect<R>,
    lines: fn(&mut R) -> &mut LineSet,
) {
    let without = NAMES.into_iter().enumerate().map(|(left_out, (id, symbol))| {
        let mut set = [true; LINES.len()];
        set.iter_mut().skip(left_out).take(1).for_each(|is_in| *is_in = false);
        (id.to_owned(), symbol.to_owned(), LineSet(set))
    });
    aspect
        .or("no-diagonals", move |reading| *lines(reading) = LineSet([true, false, true, false]))
        .or_each("line-left-out", without, move |reading, set| *lines(reading) = set);
}
