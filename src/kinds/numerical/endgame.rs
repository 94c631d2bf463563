//! Step 18: the result of an endgame with best play, and a move that keeps it.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::positions::{read_move, undecided};
use crate::board::numerical::search::endgame::{Solver, best_moves, solve};
use crate::board::numerical::search::{Position, minimax_by};
use crate::board::numerical::{Board, IllegalBoard, LINES, Move, Outcome, Player};
use crate::step::{
    Count, Expected, Feedback, Marks, Misconception, OldKind as Kind, Question, Workload,
};

/// How many of the [`LINES`] are rows and columns; the two diagonals come after them.
const ROWS_AND_COLUMNS: usize = 8;

/// How each game ends with best play, and a move with which it ends so.
pub enum Endgame {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 20>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    boards: Vec<Ending>,
}

/// An open position with few empty cells.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "[u8; 16]", into = "[u8; 16]")]
struct Ending(Board);

/// Why 16 integers are not an endgame.
#[derive(Debug, thiserror::Error)]
enum EndingError {
    #[error(transparent)]
    Board(#[from] IllegalBoard),
    #[error("the game is over; expected an open position")]
    Over,
    #[error("{0} empty cells; expected {MIN_EMPTY} to {MAX_EMPTY}")]
    Empty(usize),
}

const MIN_EMPTY: u8 = 4;
const MAX_EMPTY: u8 = 7;

impl TryFrom<[u8; 16]> for Ending {
    type Error = EndingError;

    fn try_from(cells: [u8; 16]) -> Result<Self, EndingError> {
        let board = Board::from_cells(cells)?;
        if board.outcome() != Outcome::Open {
            return Err(EndingError::Over);
        }
        let empty = board.empty_cells().count();
        if !(usize::from(MIN_EMPTY)..=MAX_EMPTY.into()).contains(&empty) {
            return Err(EndingError::Empty(empty));
        }
        Ok(Self(board))
    }
}

impl From<Ending> for [u8; 16] {
    fn from(Ending(board): Ending) -> Self {
        board.cells()
    }
}

/// A result and a move: `odd 5:9`. The result is never [`Outcome::Open`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    result: Outcome,
    first: Move,
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.result, self.first)
    }
}

impl Kind for Endgame {
    const NAME: &'static str = "numerical/endgame";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "winner-swapped",
            hint: "The result names the player who wins: the one who completes a line.",
            solve: |task| {
                task.plans(|board| {
                    let plan = plan(board, Solver::default())?;
                    Some(Plan { result: swapped(plan.result), ..plan })
                })
            },
        },
        Misconception {
            id: "any-move",
            hint: "The move must keep the result: after it, the game must still end so with best play.",
            solve: |task| {
                task.plans(|board| {
                    let first = board.moves().next()?;
                    Some(Plan { result: solve(board), first })
                })
            },
        },
        Misconception {
            id: "one-move-ahead",
            hint: "The result is that of the whole game: look at all moves until a player wins or the board is full.",
            solve: |task| task.plans(|board| short_sighted(board, 1)),
        },
        Misconception {
            id: "two-moves-ahead",
            hint: "The result is that of the whole game: search on until a player wins or the board is full.",
            solve: |task| task.plans(|board| short_sighted(board, 2)),
        },
        Misconception {
            id: "diagonals-missed",
            hint: "There are ten lines: four rows, four columns and two diagonals.",
            solve: |task| {
                task.plans(|board| plan(board, Solver::of_lines(|line| line < ROWS_AND_COLUMNS)))
            },
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = Plan;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        Task { boards: (0..params.boards.get()).map(|_| Ending(position(rng))).collect() }
    }

    fn reference(task: &Task) -> Vec<Plan> {
        task.plans(|board| plan(board, Solver::default()))
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Plan, Expected> {
        let plan = text.split_once(char::is_whitespace).and_then(|(result, first)| {
            let result = match result.to_ascii_lowercase().as_str() {
                "odd" => Outcome::Won(Player::Odd),
                "even" => Outcome::Won(Player::Even),
                "draw" => Outcome::Draw,
                _ => return None,
            };
            Some(Plan { result, first: read_move(first)? })
        });
        plan.ok_or(Expected(
            "`odd`, `even` or `draw` and a move, as `odd 5:9`, with a cell from 0 to 15 and a number from 1 to 16",
        ))
    }

    /// Every move that keeps the result is right.
    fn judge(task: &Task, reference: &[Plan], given: &[Plan]) -> Marks {
        let boards = task.boards.iter().zip(reference).zip(given);
        boards
            .map(|((Ending(board), right), given)| {
                let keeps = |next| solve(&next) == right.result;
                given.result == right.result && board.play(given.first).is_ok_and(keeps)
            })
            .collect()
    }

    fn questions(task: &Task, reference: &[Plan]) -> Vec<Question> {
        let boards = task.boards.iter().zip(reference);
        boards
            .map(|(Ending(board), &Plan { result, .. })| {
                Question::with_any_of(best_moves(board).map(|first| Plan { result, first }))
            })
            .collect()
    }
}

impl Task {
    /// A plan for each board.
    fn plans(&self, plan: impl Fn(&Board) -> Option<Plan>) -> Vec<Plan> {
        // Endings are open: there is a move.
        self.boards.iter().filter_map(|Ending(board)| plan(board)).collect()
    }
}

/// The result that a solver finds, and the first move that keeps it.
fn plan(board: &Board, mut solver: Solver) -> Option<Plan> {
    let result = solver.solve(board);
    Some(Plan { result, first: solver.best_moves(board).next()? })
}

fn swapped(result: Outcome) -> Outcome {
    match result {
        Outcome::Won(player) => Outcome::Won(player.other()),
        other => other,
    }
}

/// The plan of a solver that searches this many moves deep and takes everything beyond for a draw.
fn short_sighted(board: &Board, depth: u8) -> Option<Plan> {
    let win = |position: &Position| match position.winner() {
        Some(Player::Odd) => 1,
        Some(Player::Even) => -1,
        None => 0,
    };
    let value = minimax_by(board, depth, win);
    let keeps = |placed: &Move| {
        board.play(*placed).is_ok_and(|next| minimax_by(&next, depth - 1, win) == value)
    };
    let result = match value {
        1 => Outcome::Won(Player::Odd),
        -1 => Outcome::Won(Player::Even),
        _ => Outcome::Draw,
    };
    Some(Plan { result, first: board.moves().find(keeps)? })
}

/// Whether a player has won by a row or a column.
fn is_won_without_diagonals(board: &Board) -> bool {
    board
        .winning_lines()
        .any(|line| LINES.iter().take(ROWS_AND_COLUMNS).any(|other| *other == line))
}

/// A position. One in four can be won at once; of the others, most draws are rejected, so that it matters what is played.
fn position(rng: &mut ChaCha8Rng) -> Board {
    let is_winnable_at_once = rng.random_ratio(1, 4);
    let is_by_diagonal = rng.random_ratio(1, 2);
    loop {
        let empty = rng.random_range(MIN_EMPTY..=MAX_EMPTY);
        let board = undecided(rng, 16 - usize::from(empty));
        let wins: Vec<_> = board.winning_moves().filter_map(|win| board.play(win).ok()).collect();
        let is_wanted = if is_winnable_at_once {
            !wins.is_empty() && wins.iter().any(is_won_without_diagonals) != is_by_diagonal
        } else {
            // Most of these are draws.
            wins.is_empty() && (solve(&board) != Outcome::Draw || rng.random_ratio(1, 4))
        };
        if is_wanted {
            return board;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn every_result_occurs_often_and_few_positions_are_lost() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let boards: Vec<_> = (0..400).map(|_| position(&mut rng)).collect();
        let results: Vec<_> = boards.iter().map(solve).collect();
        let share = |wanted| results.iter().filter(|&&result| result == wanted).count();
        let won = [Player::Odd, Player::Even].map(Outcome::Won);
        for result in won.into_iter().chain([Outcome::Draw]) {
            assert!(share(result) >= 60, "{result}: {}", share(result));
        }
        let is_lost = |(board, result): &(&Board, &Outcome)| {
            **result == Outcome::Won(board.to_move().other())
        };
        let lost = boards.iter().zip(&results).filter(is_lost).count();
        assert!((40..=120).contains(&lost), "{lost}");
    }
}
