//! The evaluation of a position, from the odd player's point of view: the table of the public program "Numerical
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

use super::cell::ByCell;
use super::lines::{WINNING_SETS, next_subset, numbers_on_lines};
use super::{Board, Number, NumberSet, Player};

/// The score of a line, by the bits of its numbers. It is computed at compile time: searches look up every line that a
/// move changes.
static LINE_SCORES: [i8; 1 << 16] = line_scores();

/// The sum of the scores of the ten lines. Whose turn it is does not matter, nor whether the players can have filled the
/// cells turn by turn.
#[must_use]
pub fn evaluate(cells: &[Option<Number>; 16]) -> i32 {
    numbers_on_lines(&ByCell::new(*cells)).into_iter().map(line_score).sum()
}

impl Board {
    /// The evaluation of the position from the odd player's point of view; see [`evaluate`].
    #[must_use]
    pub fn evaluation(&self) -> i32 {
        self.numbers_on_lines().into_iter().map(line_score).sum()
    }
}

/// The score of a line with these numbers.
#[expect(clippy::indexing_slicing, reason = "there is a score for every set of 16 bits")]
pub(super) fn line_score(numbers: NumberSet) -> i32 {
    LINE_SCORES[usize::from(numbers.bits())].into()
}

/// The score of a line with this number of odd and of even numbers, if they are contained in a winning set.
#[must_use]
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

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, which refuses an index out of range"
)]
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
