//! The ten lines, the sets of numbers that win one, and the evaluation of lines.
//!
//! ```text
//!           4  5  6  7
//!           │  │  │  │  9          The order of the tasks: four rows, four columns,
//!      0 ─  .  .  .  .  ╱          the major diagonal (8), the minor one (9).
//!      1 ─  .  .  .  .
//!      2 ─  .  .  .  .
//!      3 ─  .  .  .  .  ╲
//!                        8
//! ```
//!
//! ```
//! use gradus_board::numerical::LINES;
//!
//! assert_eq!(LINES[9].map(|cell| cell.index()), [3, 6, 9, 12]);
//! ```
//!
//! A line is won with one of 86 sets of four numbers. Whether a set of numbers is contained in one of them is a bit in a
//! table of all 65 536 sets: an evaluation asks that of every line.
//!
//! ```
//! use gradus_board::numerical::{Number, NumberSet, WINNING_SETS};
//!
//! assert_eq!(WINNING_SETS[0].to_string(), "1 2 15 16");
//! let pair: NumberSet = [15, 16].into_iter().filter_map(Number::new).collect();
//! assert_eq!(pair.completions(), 1);
//! assert!(pair.is_completable());
//! ```
//!
//! # Evaluation
//!
//! The evaluation of a position is from the odd player's point of view, by the table of the public program "Numerical
//! Tic-tac-toe" (Python, 4×4), whose players search with it.
//!
//! A line whose numbers fit into no winning set is dead and scores 0. The score of another depends on how many odd and
//! even numbers it has:
//!
//! ```text
//!            even 0   1   2   3    4
//!   odd 0         0  +8   0   0  −32
//!       1        +4  +2 +16   0
//!       2         0  +1 +32
//!       3         0   0
//!       4       +32
//! ```
//!
//! ```
//! use gradus_board::numerical::{Number, evaluate};
//!
//! // A lone 2 in the corner lies on three lines: three times 8.
//! let mut cells = [None; 16];
//! cells[0] = Number::new(2);
//! assert_eq!(evaluate(&cells), 24);
//! ```

#![expect(
    clippy::indexing_slicing,
    reason = "the compiler fills the tables, and a set of 16 bits is an index of those that are looked up"
)]

use super::cell::{ByCell, CellSet};
use super::{Cell, Number, NumberSet, Player};

const C: [Cell; 16] = Cell::ALL;

/// What the four numbers of a line must add up to.
pub(super) const SUM: u8 = 34;

/// The cells of the rows, the columns, the major and the minor diagonal.
pub const LINES: [[Cell; 4]; 10] = [
    [C[0], C[1], C[2], C[3]],
    [C[4], C[5], C[6], C[7]],
    [C[8], C[9], C[10], C[11]],
    [C[12], C[13], C[14], C[15]],
    [C[0], C[4], C[8], C[12]],
    [C[1], C[5], C[9], C[13]],
    [C[2], C[6], C[10], C[14]],
    [C[3], C[7], C[11], C[15]],
    [C[0], C[5], C[10], C[15]],
    [C[3], C[6], C[9], C[12]],
];

/// Which of the [`LINES`] go through each cell: its row, its column and its diagonals.
#[rustfmt::skip]
static LINES_THROUGH: ByCell<&[usize]> = ByCell::new([
    &[0, 4, 8], &[0, 5], &[0, 6], &[0, 7, 9],
    &[1, 4], &[1, 5, 8], &[1, 6, 9], &[1, 7],
    &[2, 4], &[2, 5, 9], &[2, 6, 8], &[2, 7],
    &[3, 4, 9], &[3, 5], &[3, 6], &[3, 7, 8],
]);

/// The cells of each of the [`LINES`] as a set.
pub(super) const LINE_CELLS: [CellSet; 10] = line_cells();

/// The positions in [`LINES`] of the lines through a cell.
pub(super) fn lines_through(cell: Cell) -> &'static [usize] {
    LINES_THROUGH[cell]
}

/// The numbers on each of the [`LINES`], in their order.
pub(super) fn numbers_on_lines(numbers: &ByCell<Option<Number>>) -> [NumberSet; 10] {
    LINES.map(|line| line.into_iter().filter_map(|cell| numbers[cell]).collect())
}

const fn line_cells() -> [CellSet; 10] {
    let mut sets = [CellSet::EMPTY; 10];
    let mut line = 0;
    while line < 10 {
        let [a, b, c, d] = LINES[line];
        let bits = 1 << a.index() | 1 << b.index() | 1 << c.index() | 1 << d.index();
        sets[line] = CellSet::from_bits(bits);
        line += 1;
    }
    sets
}

/// The sets of four different numbers with sum 34, in lexicographic order.
pub const WINNING_SETS: [NumberSet; 86] = winning_sets();

/// Bit `s % 64` of word `s / 64` says whether the set with the bits `s` is contained in a winning
/// set.
static COMPLETABLE: [u64; 1024] = completable();

impl NumberSet {
    /// Whether the set is contained in a winning set. Of four numbers: whether they are one.
    pub fn is_completable(self) -> bool {
        COMPLETABLE[usize::from(self.bits() / 64)] >> (self.bits() % 64) & 1 == 1
    }

    /// How many winning sets contain the whole set.
    pub fn completions(self) -> usize {
        WINNING_SETS.iter().filter(|winning| winning.contains_all(self)).count()
    }
}

const fn winning_sets() -> [NumberSet; 86] {
    let mut sets = [NumberSet::EMPTY; 86];
    let mut found = 0;
    let mut a = 1;
    while a <= 16 {
        let mut b = a + 1;
        while b <= 16 {
            let mut c = b + 1;
            while c <= 16 {
                let mut d = c + 1;
                while d <= 16 {
                    if a + b + c + d == SUM {
                        sets[found] = NumberSet::from_bits(
                            1 << (a - 1) | 1 << (b - 1) | 1 << (c - 1) | 1 << (d - 1),
                        );
                        found += 1;
                    }
                    d += 1;
                }
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    assert!(found == sets.len(), "there are 86 winning sets");
    sets
}

const fn completable() -> [u64; 1024] {
    let mut table = [0; 1024];
    let mut index = 0;
    while index < WINNING_SETS.len() {
        let winning = WINNING_SETS[index];
        let mut subset = Some(winning);
        while let Some(numbers) = subset {
            table[(numbers.bits() / 64) as usize] |= 1 << (numbers.bits() % 64);
            subset = next_subset(numbers, winning);
        }
        index += 1;
    }
    table
}

/// The subset of `whole` that comes after `subset`, when one goes down from `whole` itself to the
/// empty set, the last.
pub(super) const fn next_subset(subset: NumberSet, whole: NumberSet) -> Option<NumberSet> {
    if subset.bits() == 0 {
        return None;
    }
    // The next smaller number with no other bits than those of the whole.
    Some(NumberSet::from_bits((subset.bits() - 1) & whole.bits()))
}

/// The score of a line, by the bits of its numbers. It is computed at compile time: searches look up every line that a
/// move changes.
static LINE_SCORES: [i8; 1 << 16] = line_scores();

/// The sum of the scores of the ten lines. Whose turn it is does not matter, nor whether the players can have filled the
/// cells turn by turn.
pub fn evaluate(cells: &[Option<Number>; 16]) -> i32 {
    numbers_on_lines(&ByCell::new(*cells)).into_iter().map(line_score).sum()
}

/// The score of a line with these numbers.
pub(super) fn line_score(numbers: NumberSet) -> i32 {
    LINE_SCORES[usize::from(numbers.bits())].into()
}

/// The score of a line with this number of odd and of even numbers, if they are contained in a winning set.
pub const fn pair_value(odd: u32, even: u32) -> i32 {
    match (odd, even) {
        (2, 2) | (4, 0) => 32,
        (0, 4) => -32,
        (1, 2) => 16,
        (0, 1) => 8,
        (1, 0) => 4,
        (1, 1) => 2,
        (2, 1) => 1,
        _ => 0,
    }
}

#[expect(clippy::large_stack_arrays, reason = "runs in the compiler")]
#[expect(clippy::cast_possible_truncation, reason = "no line scores more than 32")]
const fn line_scores() -> [i8; 1 << 16] {
    let mut scores = [0; 1 << 16];
    let mut index = 0;
    while index < WINNING_SETS.len() {
        let winning = WINNING_SETS[index];
        let mut subset = Some(winning);
        while let Some(numbers) = subset {
            let odd = (numbers.bits() & NumberSet::of(Player::Odd).bits()).count_ones();
            let even = numbers.bits().count_ones() - odd;
            scores[numbers.bits() as usize] = pair_value(odd, even) as i8;
            subset = next_subset(numbers, winning);
        }
        index += 1;
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_through_a_cell_are_those_that_have_it() {
        for cell in Cell::ALL {
            let with_it: Vec<_> = (0..10).filter(|&line| LINES[line].contains(&cell)).collect();
            assert_eq!(lines_through(cell), with_it);
        }
    }
}
