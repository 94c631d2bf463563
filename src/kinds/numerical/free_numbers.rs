//! Step 11: the numbers that the player to move may place.

use std::fmt;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::positions::Boards;
use crate::board::numerical::{Board, Number, NumberSet, Player};
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind};

/// The numbers that are left to the player to move, for each board.
pub enum FreeNumbers {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<8, 50>,
}

/// A set of numbers as an item: `1 5 9`, and `-` for the empty set.
#[derive(Clone, PartialEq, Eq)]
pub struct Numbers(NumberSet);

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("-") } else { self.0.fmt(f) }
    }
}

impl Kind for FreeNumbers {
    const NAME: &'static str = "numerical/free-numbers";
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "other-player",
            hint: "Odd moves first: with as many odd as even numbers on the board, the odd player is to move.",
            solve: |task| task.numbers(|board| board.unplaced_numbers() - board.free_numbers()),
        },
        Misconception {
            id: "both-players",
            hint: "The player to move places only odd or only even numbers.",
            solve: |task| task.numbers(Board::unplaced_numbers),
        },
        Misconception {
            id: "always-odd",
            hint: "The players take turns. Count the numbers on each board to see whose turn it is.",
            solve: |task| {
                let odd = NumberSet::of(Player::Odd);
                task.numbers(|board| board.unplaced_numbers() & odd)
            },
        },
        Misconception {
            id: "used-numbers-kept",
            hint: "Each number is used once: what lies on the board already cannot be placed again.",
            solve: |task| task.numbers(|board| NumberSet::of(board.to_move())),
        },
        Misconception {
            id: "sixteen-left-out",
            hint: "The numbers go from 1 to 16, both included.",
            solve: |task| {
                let sixteen: NumberSet = Number::new(Number::MAX).into_iter().collect();
                task.numbers(|board| board.free_numbers() - sixteen)
            },
        },
    ];

    type Params = Params;
    type Task = Boards;
    type Item = Numbers;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Boards {
        Boards::undecided(rng, params.boards.get(), 3..=13)
    }

    fn reference(task: &Boards) -> Vec<Numbers> {
        task.numbers(Board::free_numbers)
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<Numbers, Expected> {
        if text == "-" {
            return Ok(Numbers(NumberSet::EMPTY));
        }
        let number = |word: &str| word.parse().ok().and_then(Number::new);
        let numbers: Option<NumberSet> = text.split_whitespace().map(number).collect();
        numbers.filter(|numbers| !numbers.is_empty()).map(Numbers).ok_or(Expected(
            "numbers from 1 to 16 with single spaces between them, or `-` for none",
        ))
    }
}

impl Boards {
    /// A set of numbers for each board.
    fn numbers(&self, numbers: impl Fn(&Board) -> NumberSet) -> Vec<Numbers> {
        self.boards.iter().map(|board| Numbers(numbers(board))).collect()
    }
}
