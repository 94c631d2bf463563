//! Step 17: the value of a position when both players look ahead.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{TryFromInto, serde_as};

use super::HINTS;
use super::positions::undecided;
use crate::board::numerical::search::{Position, minimax, minimax_by};
use crate::board::numerical::{Board, NumberSet, Player, pair_value};
use crate::kinds::item::whole_number;
use crate::step::{
    Catalogue, Count, Expected, Feedback, Misconception, OldKind as Kind, Span, Workload,
};

/// The minimax value of each position at one depth.
pub enum Minimax {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<4, 16>,
    depth: Depths,
}

/// From which to which depth: 1 to 3 unless the step says otherwise.
#[derive(Serialize, Deserialize)]
struct Depths(Span<1, MAX_DEPTH>);

impl Default for Depths {
    fn default() -> Self {
        Self(Span::new::<1, MAX_DEPTH>())
    }
}

/// Deeper searches take a plain program too long.
const MAX_DEPTH: u8 = 3;

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<TryFromInto<[u8; 16]>>")]
    boards: Vec<Board>,
    depth: Depth,
}

/// How many moves the players look ahead.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
struct Depth(u8);

#[derive(Debug, thiserror::Error)]
#[error("a depth of {0}; expected 1 to {MAX_DEPTH}")]
struct DepthError(u8);

impl TryFrom<u8> for Depth {
    type Error = DepthError;

    fn try_from(depth: u8) -> Result<Self, DepthError> {
        let is_allowed = (1..=MAX_DEPTH).contains(&depth);
        is_allowed.then_some(Self(depth)).ok_or(DepthError(depth))
    }
}

impl From<Depth> for u8 {
    fn from(Depth(depth): Depth) -> Self {
        depth
    }
}

impl Kind for Minimax {
    const NAME: &'static str = "numerical/minimax";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception { id: "sides-swapped", solve: |task| task.values(sides_swapped) },
        Misconception {
            id: "mover-takes-the-greatest",
            solve: |task| {
                task.values(|board, depth| match board.to_move() {
                    Player::Odd => minimax(board, depth),
                    Player::Even => sides_swapped(board, depth),
                })
            },
        },
        Misconception {
            id: "one-move-short",
            solve: |task| task.values(|board, depth| minimax(board, depth - 1)),
        },
        Misconception {
            id: "winning-is-worth-more",
            solve: |task| {
                task.values(|board, depth| {
                    minimax_by(board, depth, |position| match position.winner() {
                        Some(Player::Odd) => WIN_SCORE,
                        Some(Player::Even) => -WIN_SCORE,
                        None => position.evaluation(),
                    })
                })
            },
        },
        Misconception {
            id: "every-line-counts",
            solve: |task| {
                task.values(|board, depth| minimax_by(board, depth, evaluation_of_every_line))
            },
        },
    ];

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    type Params = Params;
    type Task = Task;
    type Item = i64;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let depth = rng.random_range(params.depth.0.range());
        let boards = (0..params.boards.get()).map(|_| position(rng, depth)).collect();
        Task { boards, depth: Depth(depth) }
    }

    fn reference(task: &Task) -> Vec<i64> {
        task.values(minimax)
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

/// The score that many programs give for a win: more than any evaluation.
const WIN_SCORE: i32 = 1000;

impl Task {
    /// A value for each board.
    fn values(&self, value: impl Fn(&Board, u8) -> i32) -> Vec<i64> {
        self.boards.iter().map(|board| value(board, self.depth.0).into()).collect()
    }
}

/// A position with enough moves to choose from, and not so many that a plain search takes long.
///
/// Left to chance, even values and those near 18 would be frequent, and good guesses. Such positions are drawn again with
/// probabilities that were found by trial: the test below shows how frequent each value is.
fn position(rng: &mut ChaCha8Rng, depth: u8) -> Board {
    loop {
        let moves: u8 = rng.random_range(5..=10);
        let board = undecided(rng, moves.into());
        let value = minimax(&board, depth);
        let distance = value.abs_diff(18);
        let is_rare = rng.random_range(0..50) < distance.max(12);
        if is_rare && (value % 2 != 0 || rng.random_ratio(2, 3)) {
            return board;
        }
    }
}

/// The value if odd took the minimum and even the maximum.
fn sides_swapped(board: &Board, depth: u8) -> i32 {
    -minimax_by(board, depth, |position| -position.evaluation())
}

/// The evaluation without the question whether a line can still be completed.
fn evaluation_of_every_line(position: &Position) -> i32 {
    let value = |numbers: &NumberSet| {
        let odd = (*numbers & NumberSet::of(Player::Odd)).len();
        pair_value(odd, numbers.len() - odd)
    };
    position.lines().iter().map(value).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn no_value_is_frequent() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut frequencies: BTreeMap<i32, usize> = BTreeMap::new();
        for depth in (1..=MAX_DEPTH).cycle().take(3000) {
            let value = minimax(&position(&mut rng, depth), depth);
            *frequencies.entry(value).or_default() += 1;
        }
        // Four boards with values of at most one in 38 each are guessed right once in 2^21.
        assert!(frequencies.values().all(|&count| count < 3000 / 38), "{frequencies:?}");
    }
}
