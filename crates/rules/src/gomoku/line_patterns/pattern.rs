//! The cells of a line as an item, and the four lines of a point as a solution.

use std::fmt::{self, Write as _};

use super::super::plain::LINES;
use gradus_step::{Choice, Question, Solution};

/// The cells of a line: a 1, then two bits for each cell, 00 for `.`, 01 for `x` and 10 for `o`. It is read from the end that
/// gives the smaller number, so that the direction does not count.
///
/// ```text
///   ..xo    1 00 00 01 10    the smaller number
///   ox..    1 10 01 00 00
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern(u32);

impl Pattern {
    /// The pattern of these cells, with or without blanks between them; none if there is no cell, a character that is no cell, or
    /// more than [`MAX_CELLS`].
    pub(super) fn read(cells: impl IntoIterator<Item = char>) -> Option<Self> {
        let cells = cells.into_iter().filter(|cell| !cell.is_whitespace());
        Self::of(cells).filter(|&pattern| pattern != Self::NOTHING)
    }

    /// The pattern without a cell, which some misreadings give.
    pub(super) const NOTHING: Self = Self(1);

    /// The pattern of these cells; none if one of them is no cell, or there are more than [`MAX_CELLS`].
    pub(super) fn of(cells: impl IntoIterator<Item = char>) -> Option<Self> {
        let (mut forwards, mut backwards, mut length) = (1, 0, 0);
        for cell in cells {
            let bits = match cell {
                '.' => 0,
                'x' => 1,
                'o' => 2,
                _ => return None,
            };
            if length == MAX_CELLS {
                return None;
            }
            forwards = forwards << 2 | bits;
            backwards |= bits << (2 * length);
            length += 1;
        }
        Some(Self(forwards.min(backwards | 1 << (2 * length))))
    }

    /// The cells in their order.
    pub(super) fn cells(self) -> impl Iterator<Item = char> {
        let length = self.0.ilog2() / 2;
        let bits = (0..length).rev().map(move |place| self.0 >> (2 * place) & 3);
        bits.map(|bits| match bits {
            0 => '.',
            1 => 'x',
            _ => 'o',
        })
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells().try_for_each(|cell| f.write_char(cell))
    }
}

/// The maximal number of cells of an item. A window has at most nine, but one that is cut too wide is a misread rule, not a
/// malformed answer: it is wrong, and can be explained.
const MAX_CELLS: u32 = 15;

/// The four lines of a point, in any order.
#[derive(Clone, Copy)]
pub struct Lines(pub(super) [Pattern; LINES.len()]);

impl Solution for Lines {
    type Item = Pattern;

    const ITEMS: usize = LINES.len();

    fn marks(&self, given: &[Pattern]) -> impl Iterator<Item = bool> {
        let mut found = [false; LINES.len()];
        given.iter().map(move |pattern| {
            let mut free = self.0.iter().zip(&mut found);
            let twin = free.find(|(other, found)| !**found && *other == pattern);
            twin.map(|(_, found)| *found = true).is_some()
        })
    }

    fn items(&self, _: Choice) -> Vec<Pattern> {
        self.0.to_vec()
    }

    /// The four lines of a point depend on each other.
    fn question(&self) -> Question {
        let mut lines = self.0;
        lines.sort_unstable();
        Question::with_all_of(lines)
    }
}
