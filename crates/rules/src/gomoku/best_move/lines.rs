//! The lines of points, and which patterns of the table occur in them.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::plain::{Border, LINES, POINTS, SIDE};
use super::table::Patterns;
use gradus_board::gomoku::{Point, Scoring};

/// What the eight cells around a point on a line can hold, two bits each.
pub(super) const EMPTY: u16 = 0;
pub(super) const MINE: u16 = 1;
pub(super) const THEIRS: u16 = 2;
pub(super) const OFF_BOARD: u16 = 3;

/// The eight cells around a point on a line, the first one highest.
pub(super) type Line = u16;

/// The borders that readings have.
pub(super) const BORDERS: [Border; 3] = [Border::Exact, Border::NextRow, Border::FromTheEnd];

/// The four lines of each point, as black sees them.
pub(super) struct Lines {
    pub lines: Vec<[Line; LINES.len()]>,
    /// Which points have a stone on some line.
    pub is_near_stones: Vec<bool>,
}

/// What lies on each point: [`EMPTY`], or for black [`MINE`] and for white [`THEIRS`].
pub(super) type Cells = [u16; POINTS];

/// How far a line goes on either side of a point.
const REACH: usize = 4;

/// How wide the board is with what lies around it as far as a line goes.
const WIDTH: usize = SIDE as usize + 2 * REACH;

impl Lines {
    #[expect(clippy::indexing_slicing, reason = "a line stays within what lies around the board")]
    pub(super) fn new(cells: &Cells, border: Border) -> Self {
        let mut around = [OFF_BOARD; WIDTH * WIDTH];
        for (cell, number) in around.iter_mut().zip(0_i16..) {
            const REACH_AS_PLACE: i16 = 4;
            const WIDTH_AS_PLACE: i16 = SIDE + 2 * REACH_AS_PLACE;
            let place = (number / WIDTH_AS_PLACE, number % WIDTH_AS_PLACE);
            let place = (place.0 - REACH_AS_PLACE, place.1 - REACH_AS_PLACE);
            if let Some(index) = border.index(place) {
                *cell = cells[index];
            }
        }
        let strides = [1, WIDTH + 1, WIDTH, WIDTH - 1];
        let lines = |point: Point| {
            let (row, column) = (usize::from(point.row()), usize::from(point.column()));
            let place = (row + REACH) * WIDTH + column + REACH;
            strides.map(|stride| {
                let first = place - REACH * stride;
                let steps = (0..REACH).chain(REACH + 1..=2 * REACH);
                steps.fold(0, |line: Line, step| line << 2 | around[first + step * stride])
            })
        };
        let lines: Vec<_> = Point::all().map(lines).collect();
        // Off the board both bits are set, of a stone one.
        let has_stone = |&line: &Line| (line ^ line >> 1) & 0x5555 != 0;
        let is_near_stones = lines.iter().map(|lines| lines.iter().any(has_stone)).collect();
        Self { lines, is_near_stones }
    }
}

/// Which patterns occur in the lines of each class: lines with the same patterns are of one class, those with none of the first.
pub(super) struct Classes {
    pub classes: Vec<u8>,
    pub patterns: Vec<Patterns>,
}

static CLASSES: LazyLock<Classes> = LazyLock::new(|| Classes::new(Dots::Empty));

/// The same if a `.` fits every cell.
static LOOSE_CLASSES: LazyLock<Classes> = LazyLock::new(|| Classes::new(Dots::AnyCell));

impl Classes {
    pub(super) fn of(dots: Dots) -> &'static Self {
        match dots {
            Dots::Empty => &CLASSES,
            Dots::AnyCell => &LOOSE_CLASSES,
        }
    }

    fn new(dots: Dots) -> Self {
        let shapes: Vec<Shape> =
            Scoring::patterns().map(|(text, _)| Shape::new(text, dots)).collect();
        let mut patterns = vec![0];
        let mut numbers = HashMap::from([(0, 0)]);
        let class = |line: Line| {
            let shapes = shapes.iter().enumerate().filter(|(_, shape)| shape.occurs_in(line));
            let occurring: Patterns = shapes.map(|(number, _)| 1 << number).sum();
            *numbers.entry(occurring).or_insert_with(|| {
                patterns.push(occurring);
                u8::try_from(patterns.len() - 1).unwrap_or(0)
            })
        };
        let classes = (0..=Line::MAX).map(class).collect();
        Self { classes, patterns }
    }
}

/// What a `.` of a pattern fits.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Dots {
    #[default]
    Empty,
    /// Every cell, as in regular expressions.
    AnyCell,
}

/// A pattern. Its `C` lies on the point, so there is only one place in a line where it can occur.
struct Shape {
    /// The cells that must hold something.
    covered: Line,
    /// What they must hold.
    held: Line,
    /// The cells that must only be there.
    any: Line,
}

impl Shape {
    fn new(text: &str, dots: Dots) -> Self {
        let mut shape = Self { covered: 0, held: 0, any: 0 };
        // Every shape has its point: without it there would be nothing on either side.
        let (before, after) = text.split_once('C').unwrap_or_default();
        // The cell next to the point is the lowest before it and the highest after it.
        let before = before.chars().rev().zip([8, 10, 12, 14]);
        let after = after.chars().zip([6, 4, 2, 0]);
        for (symbol, shift) in before.chain(after) {
            match (symbol, dots) {
                ('.', Dots::AnyCell) => shape.any |= 0b11 << shift,
                ('.', Dots::Empty) => shape.covered |= 0b11 << shift,
                ('M', _) => {
                    shape.covered |= 0b11 << shift;
                    shape.held |= MINE << shift;
                }
                _ => {
                    shape.covered |= 0b11 << shift;
                    shape.held |= THEIRS << shift;
                }
            }
        }
        shape
    }

    fn occurs_in(&self, line: Line) -> bool {
        line & self.covered == self.held && off_board(line) & self.any == 0
    }
}

/// The cells of a line that are off the board.
pub(super) fn off_board(line: Line) -> Line {
    let off_board = line & line >> 1 & 0x5555;
    off_board | off_board << 1
}
/// The line as the other side sees it.
pub(super) fn colours_swapped(line: Line) -> Line {
    (line & 0x5555) << 1 | line >> 1 & 0x5555
}
