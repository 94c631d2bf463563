//! Step 16: a move that wins now.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::positions::{Boards, has_short_line, is_won_without_diagonals, open, read_move};
use crate::board::numerical::{Board, Move, NumberSet};
use crate::step::{
    Count, Expected, Feedback, Marks, Misconception, OldKind as Kind, Question, Workload,
};

/// A winning move for the player to move on each board, if there is one.
pub enum WinInOne {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<8, 50>,
}

/// A move that wins, or `-` for none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Win(Option<Move>);

impl Win {
    fn is_right(self, board: &Board) -> bool {
        let mut wins = board.winning_moves();
        match self.0 {
            Some(given) => wins.any(|win| win == given),
            None => wins.next().is_none(),
        }
    }
}

impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(placed) => placed.fmt(f),
            None => f.write_str("-"),
        }
    }
}

impl Kind for WinInOne {
    const NAME: &'static str = "numerical/win-in-one";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "numbers-of-both",
            hint: "The player to move places only odd or only even numbers.",
            solve: |task| task.wins(|board| first_completion(board, board.unplaced_numbers())),
        },
        Misconception {
            id: "other-player",
            hint: "Odd moves first: with as many odd as even numbers on the board, the odd player is to move.",
            solve: |task| {
                task.wins(|board| {
                    let others = board.unplaced_numbers() - board.free_numbers();
                    first_completion(board, others)
                })
            },
        },
        Misconception {
            id: "number-used-twice",
            hint: "Each number is used once: what lies on the board already cannot be placed again.",
            solve: |task| {
                task.wins(|board| first_completion(board, NumberSet::of(board.to_move())))
            },
        },
        Misconception {
            id: "fewer-than-four",
            hint: "A line wins with four numbers. One with an empty cell is not complete, even if it adds up to 34.",
            solve: |task| {
                task.wins(|board| {
                    let wins = |placed: &Move| {
                        let reaches_34 = |after: &Board| {
                            after.winning_lines().next().is_some() || has_short_line(after)
                        };
                        board.play(*placed).is_ok_and(|after| reaches_34(&after))
                    };
                    board.moves().find(wins)
                })
            },
        },
        Misconception {
            id: "diagonals-missed",
            hint: "There are ten lines: four rows, four columns and two diagonals.",
            solve: |task| {
                task.wins(|board| {
                    let without_diagonals = |win: &Move| {
                        board.play(*win).is_ok_and(|after| is_won_without_diagonals(&after))
                    };
                    board.winning_moves().find(without_diagonals)
                })
            },
        },
    ];

    type Params = Params;
    type Task = Boards;
    type Item = Win;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Boards {
        Boards { boards: (0..params.boards.get()).map(|_| position(rng)).collect() }
    }

    fn reference(task: &Boards) -> Vec<Win> {
        task.wins(|board| board.winning_moves().next())
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<Win, Expected> {
        if text == "-" {
            return Ok(Win(None));
        }
        let placed = read_move(text).ok_or(Expected(
            "`cell:number` with a cell from 0 to 15 and a number from 1 to 16, or `-` for none",
        ))?;
        Ok(Win(Some(placed)))
    }

    /// Every winning move is right.
    fn judge(task: &Boards, _reference: &[Win], given: &[Win]) -> Marks {
        task.boards.iter().zip(given).map(|(board, win)| win.is_right(board)).collect()
    }

    fn questions(task: &Boards, _reference: &[Win]) -> Vec<Question> {
        let question = |board: &Board| {
            let mut wins: Vec<_> = board.winning_moves().map(|win| Win(Some(win))).collect();
            if wins.is_empty() {
                wins.push(Win(None));
            }
            Question::with_any_of(wins)
        };
        task.boards.iter().map(question).collect()
    }
}

impl Boards {
    fn wins(&self, win: impl Fn(&Board) -> Option<Move>) -> Vec<Win> {
        self.boards.iter().map(|board| Win(win(board))).collect()
    }
}

/// The first move with one of these numbers that would complete a line.
fn first_completion(board: &Board, numbers: NumberSet) -> Option<Move> {
    board.empty_cells().find_map(|cell| {
        let completing = board.completing_numbers(cell) & numbers;
        completing.iter().next().map(|number| Move { cell, number })
    })
}

/// How many winning moves a board may have: with many, any would do.
const MAX_WINS: usize = 3;

/// In one of eight positions no move wins at once, though some number would complete a line. Of
/// the others, one in three is won by a diagonal alone.
fn position(rng: &mut ChaCha8Rng) -> Board {
    let is_winnable = rng.random_ratio(7, 8);
    let is_by_diagonal = rng.random_ratio(1, 3);
    loop {
        let board = open(rng, 6);
        let wins: Vec<_> = board.winning_moves().filter_map(|win| board.play(win).ok()).collect();
        let is_wanted = if is_winnable {
            (1..=MAX_WINS).contains(&wins.len())
                && is_by_diagonal != wins.iter().any(is_won_without_diagonals)
        } else {
            wins.is_empty() && first_completion(&board, NumberSet::ALL).is_some()
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
    fn one_position_in_eight_has_no_win_and_the_others_have_few() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let wins: Vec<_> = (0..800).map(|_| position(&mut rng).winning_moves().count()).collect();
        let without = wins.iter().filter(|&&wins| wins == 0).count();
        assert!((70..=130).contains(&without), "{without}");
        assert!(wins.into_iter().all(|wins| wins <= MAX_WINS));
    }
}
