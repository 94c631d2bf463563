//! Step 15: the outcome of a position.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde::{Deserialize, Serialize};

use super::positions::{Boards, has_short_line, is_won_without_diagonals, open, undecided};
use crate::board::numerical::{Board, Cell, LINES, NumberSet, Outcome, Player};
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind, Workload};

/// Who has won each game, if it is over.
pub enum Outcomes {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<12, 50>,
}

impl Kind for Outcomes {
    const NAME: &'static str = "numerical/outcome";
    const WORKLOAD: Workload = Workload::Heavy;
    // There are only four answers to each question.
    const FEEDBACK: Feedback = Feedback::Silent;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "player-to-move-wins",
            hint: "The winner is the player who completed the line, and that is the one who moved last.",
            solve: |task| {
                task.outcomes(|board| match board.outcome() {
                    Outcome::Won(player) => Outcome::Won(player.other()),
                    other => other,
                })
            },
        },
        Misconception {
            id: "own-numbers-only",
            hint: "A winning line may mix odd and even numbers: it does not matter who placed them.",
            solve: |task| {
                task.outcomes(|board| {
                    let unmixed = [Player::Odd, Player::Even].into_iter().find(|&player| {
                        board.numbers_on_lines().into_iter().any(|numbers| {
                            let is_won = numbers.len() == 4 && numbers.is_completable();
                            is_won && NumberSet::of(player).contains_all(numbers)
                        })
                    });
                    unmixed.map_or_else(|| without_winner(board), Outcome::Won)
                })
            },
        },
        Misconception {
            id: "minor-diagonal-missed",
            hint: "There are ten lines, and the last of them leads from the top right corner to the bottom left one.",
            solve: |task| {
                task.outcomes(|board| {
                    let is_won = board.winning_lines().any(|line| line != MINOR_DIAGONAL);
                    if is_won { board.outcome() } else { without_winner(board) }
                })
            },
        },
        Misconception {
            id: "fewer-than-four",
            hint: "A line with an empty cell is not complete, even if its numbers add up to 34.",
            solve: |task| {
                task.outcomes(|board| {
                    let last = Outcome::Won(board.to_move().other());
                    if has_short_line(board) { last } else { board.outcome() }
                })
            },
        },
        Misconception {
            id: "never-a-draw",
            hint: "When the board is full and no line adds up to 34, the game is over: it is a draw.",
            solve: |task| {
                task.outcomes(|board| match board.outcome() {
                    Outcome::Draw => Outcome::Open,
                    other => other,
                })
            },
        },
        Misconception {
            id: "full-is-a-draw",
            hint: "The last number may complete a line too: a full board is a draw only if no line adds up to 34.",
            solve: |task| {
                task.outcomes(|board| if board.is_full() { Outcome::Draw } else { board.outcome() })
            },
        },
    ];

    type Params = Params;
    type Task = Boards;
    type Item = Outcome;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Boards {
        Boards { boards: (0..params.boards.get()).map(|_| position(rng)).collect() }
    }

    fn reference(task: &Boards) -> Vec<Outcome> {
        task.outcomes(Board::outcome)
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<Outcome, Expected> {
        match text.to_ascii_lowercase().as_str() {
            "odd" => Ok(Outcome::Won(Player::Odd)),
            "even" => Ok(Outcome::Won(Player::Even)),
            "draw" => Ok(Outcome::Draw),
            "open" => Ok(Outcome::Open),
            _ => Err(Expected("`odd`, `even`, `draw` or `open`")),
        }
    }
}

impl Boards {
    fn outcomes(&self, outcome: impl Fn(&Board) -> Outcome) -> Vec<Outcome> {
        self.boards.iter().map(outcome).collect()
    }
}

/// The last of the ten lines.
const MINOR_DIAGONAL: [Cell; 4] = {
    let [.., last] = LINES;
    last
};

/// The outcome if no player has won.
fn without_winner(board: &Board) -> Outcome {
    if board.is_full() { Outcome::Draw } else { Outcome::Open }
}

/// A position in which each of the four outcomes is equally likely.
fn position(rng: &mut ChaCha8Rng) -> Board {
    match rng.random_range(0..4) {
        0 => won(rng, Player::Odd),
        1 => won(rng, Player::Even),
        2 => undecided(rng, 16),
        _ => still_open(rng),
    }
}

/// A position that the last move has won, one in three by a diagonal alone. One in four wins of the even player comes with
/// the last number.
fn won(rng: &mut ChaCha8Rng, winner: Player) -> Board {
    let is_by_diagonal = rng.random_ratio(1, 3);
    let is_full = winner == Player::Even && rng.random_ratio(1, 4);
    loop {
        let before = if is_full { undecided(rng, 15) } else { open(rng, 6) };
        let wins = before.winning_moves().filter_map(|placed| before.play(placed).ok());
        let wins: Vec<_> =
            wins.filter(|board| is_won_without_diagonals(board) != is_by_diagonal).collect();
        if let Some(&board) = wins.choose(rng).filter(|_| before.to_move() == winner) {
            return board;
        }
    }
}

/// An open position; in one of two a line of three adds up to 34.
fn still_open(rng: &mut ChaCha8Rng) -> Board {
    let is_tempting = rng.random_ratio(1, 2);
    loop {
        let board = open(rng, 6);
        if !is_tempting || has_short_line(&board) {
            return board;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn every_outcome_is_a_quarter_of_all() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let boards: Vec<_> = (0..800).map(|_| position(&mut rng)).collect();
        let share = |outcome| boards.iter().filter(|board| board.outcome() == outcome).count();
        let won = [Player::Odd, Player::Even].map(Outcome::Won);
        for outcome in won.into_iter().chain([Outcome::Draw, Outcome::Open]) {
            assert!((160..=240).contains(&share(outcome)), "{outcome}: {}", share(outcome));
        }
    }

    #[test]
    fn games_are_won_by_all_sorts_of_lines() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let boards: Vec<_> = (0..800).map(|_| position(&mut rng)).collect();
        let won = boards.iter().filter(|board| board.winning_lines().next().is_some());
        let by_diagonal = won.filter(|board| !is_won_without_diagonals(board)).count();
        assert!((90..=180).contains(&by_diagonal), "{by_diagonal}");
    }
}
