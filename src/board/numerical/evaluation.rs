//! What a position is worth to the odd player, by the table of the public program
//! "Numerical Tic-tac-toe" (Python, 4×4), whose players search with it.
//!
//! A line whose numbers fit into no winning set is dead and counts 0. Another counts by how many
//! odd and even numbers it has:
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
//! use gradus::board::numerical::{Number, evaluate};
//!
//! // A lone 2 in the corner lies on three lines: three times 8.
//! let mut cells = [None; 16];
//! cells[0] = Number::new(2);
//! assert_eq!(evaluate(&cells), 24);
//! ```

use super::lines::numbers_on_lines;
use super::winning_sets::{WINNING_SETS, next_subset};
use super::{Board, Number, NumberSet, Player};

/// What a line is worth, by the bits of its numbers. Made by the compiler: searches ask it of every
/// line that a move changes.
static LINE_VALUES: [i8; 1 << 16] = line_values();

/// The sum of what the ten lines are worth. It looks at the lines alone: whose turn it is does not
/// matter, nor whether the players can have come there.
#[must_use]
pub fn evaluate(cells: &[Option<Number>; 16]) -> i32 {
    numbers_on_lines(cells).into_iter().map(line_value).sum()
}

impl Board {
    /// What the position is worth to the odd player; see [`evaluate`].
    #[must_use]
    pub fn evaluation(&self) -> i32 {
        evaluate(self.numbers())
    }
}

/// What a line with these numbers is worth.
pub(super) fn line_value(numbers: NumberSet) -> i32 {
    LINE_VALUES.get(usize::from(numbers.bits())).copied().unwrap_or_default().into()
}

/// What a line with so many odd and even numbers is worth, if they are contained in a winning set.
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
#[expect(clippy::cast_possible_truncation, reason = "a line is worth 32 at the most")]
const fn line_values() -> [i8; 1 << 16] {
    let mut values = [0; 1 << 16];
    let mut index = 0;
    while index < WINNING_SETS.len() {
        let winning = WINNING_SETS[index];
        let mut subset = Some(winning);
        while let Some(numbers) = subset {
            let odd = numbers.intersection(NumberSet::of(Player::Odd)).len();
            values[numbers.bits() as usize] = pair_value(odd, numbers.len() - odd) as i8;
            subset = next_subset(numbers, winning);
        }
        index += 1;
    }
    values
}
