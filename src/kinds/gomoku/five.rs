//! Step 05: who won, and with which move.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::positions::{different, skilled_game, without_last_moves};
use crate::board::gomoku::{Board, Direction, Game, Point, Stone};
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind, Workload};

/// The winner of each game and the number of the winning move.
pub enum Five {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    games: Count<8, 50>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<DisplayFromStr>")]
    games: Vec<Game>,
}

/// Who won with which move, as `x17`; `-` while the game is open.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Win(Option<(Stone, usize)>);

impl Win {
    /// The win of a game with the move of this number.
    fn with(number: usize) -> Self {
        Self(Some((Stone::to_move_after(number - 1), number)))
    }
}

impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some((winner, number)) => write!(f, "{winner}{number}"),
            None => f.write_str("-"),
        }
    }
}

impl Kind for Five {
    const NAME: &'static str = "gomoku/five";
    const WORKLOAD: Workload = Workload::Heavy;
    // The number of moves tells who can have won, and with which move: there are only two answers to each question.
    const FEEDBACK: Feedback = Feedback::Silent;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "exactly-five",
            hint: "Six or more in a row win too.",
            solve: |task| task.wins(|board, point| runs(board, point).any(|run| run == 5)),
        },
        Misconception {
            id: "four-is-enough",
            hint: "Four in a row do not win: it takes five.",
            solve: |task| task.wins(|board, point| runs(board, point).any(|run| run >= 4)),
        },
        Misconception {
            id: "anti-diagonal-missed",
            hint: "There are two diagonals: on one of them the column falls while the row grows.",
            solve: |task| task.wins(|board, point| runs(board, point).take(3).any(|run| run >= 5)),
        },
        Misconception {
            id: "one-way-only",
            hint: "The last stone may lie in the middle of the row: count on both sides of it.",
            solve: |task| task.wins(five_onwards),
        },
        Misconception {
            id: "moves-from-zero",
            hint: "The first move of a game has the number 1.",
            solve: |task| task.altered(|(winner, number)| (winner, number - 1)),
        },
        Misconception {
            id: "somebody-always-wins",
            hint: "Some games stop before a player has won.",
            solve: |task| {
                task.games.iter().map(|game| Win::with(game.moves().len().max(1))).collect()
            },
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = Win;

    #[expect(clippy::expect_used, reason = "the places that are drawn are below the count")]
    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let count = params.games.get();
        let mut games: Vec<Game> = (0..count).map(|_| won_somehow(rng)).collect();
        // One or two are undecided, so that it is not enough to count the moves.
        let undecided_games = (1 + u32::from(rng.random_ratio(1, 4))).min(count);
        for place in different(rng, undecided_games, |rng| rng.random_range(0..count)) {
            let game = games.get_mut(place as usize).expect("the place of one of the games");
            *game = undecided(rng);
        }
        Task { games }
    }

    fn reference(task: &Task) -> Vec<Win> {
        task.games.iter().map(|game| Win(game.winner().zip(game.won_at()))).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Win, Expected> {
        let win = || {
            let (letter, number) = text.split_at_checked(1)?;
            let winner = match letter {
                "x" | "X" => Stone::Black,
                "o" | "O" => Stone::White,
                _ => return None,
            };
            Some(Win(Some((winner, number.parse().ok()?))))
        };
        if text == "-" {
            return Ok(Win(None));
        }
        win().ok_or(Expected("`x` or `o` and the number of a move, as `x17`, or `-`"))
    }
}

impl Task {
    /// The first moves after which a wrong rule sees a win.
    fn wins(&self, is_win: impl Fn(&Board, Point) -> bool) -> Vec<Win> {
        let first = |game: &Game| {
            let mut moves = (1..).zip(game.moves()).zip(game.boards());
            let win = moves.find(|&((_, &point), board)| is_win(&board, point));
            win.map_or(Win(None), |((number, _), _)| Win::with(number))
        };
        self.games.iter().map(first).collect()
    }

    /// The right wins, each written in another way.
    fn altered(&self, alter: impl Fn((Stone, usize)) -> (Stone, usize)) -> Vec<Win> {
        Five::reference(self).into_iter().map(|Win(win)| Win(win.map(&alter))).collect()
    }
}

/// The number of stones in a row with the one on a point, along each line.
fn runs(board: &Board, point: Point) -> impl Iterator<Item = usize> {
    Direction::ALL.into_iter().map(move |direction| board.window(point, direction).run())
}

/// Whether the stone on a point begins a row of five, read as lines are.
fn five_onwards(board: &Board, point: Point) -> bool {
    let own = board.at(point);
    let steps = Direction::ALL.into_iter().map(Direction::step);
    steps.into_iter().any(|(row, column)| {
        let mut others = (1..5).map(|i| point.offset(row * i, column * i));
        others.all(|other| other.is_some_and(|other| board.at(other) == own))
    })
}

/// The maximal number of moves of a game. Most games are won much earlier.
const MAX_MOVES: u8 = 70;

/// A game won with five in a row, or one in three with six or more.
fn won_somehow(rng: &mut ChaCha8Rng) -> Game {
    if rng.random_ratio(1, 3) { won_with_more_than_five(rng) } else { won(rng) }
}

fn won(rng: &mut ChaCha8Rng) -> Game {
    loop {
        let candidates = rng.random_range(2..=20);
        let game = skilled_game(rng, MAX_MOVES, candidates, |_, _, _| true);
        if game.winner().is_some() {
            return game;
        }
    }
}

/// A game that is won with six or more: rows of exactly five are never played.
fn won_with_more_than_five(rng: &mut ChaCha8Rng) -> Game {
    loop {
        let candidates = rng.random_range(3..=6);
        let game = skilled_game(rng, MAX_MOVES, candidates, |board, point, side| {
            let mut after = *board;
            after.place(point, side);
            !after.has_five_through(point) || runs(&after, point).any(|run| run > 5)
        });
        if game.winner().is_some() {
            return game;
        }
    }
}

/// A game that misses a few moves to a win.
fn undecided(rng: &mut ChaCha8Rng) -> Game {
    let missing = rng.random_range(1..=4u8);
    without_last_moves(&won(rng), missing.into())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    /// What share of 600 games are such.
    fn share(is_such: impl Fn(&Game) -> bool) -> f64 {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let tasks = (0..75).map(|_| Five::generate(&Params::default(), &mut rng));
        let such = tasks.flat_map(|task| task.games).filter(|game| is_such(game)).count();
        f64::from(u32::try_from(such).unwrap()) / 600.0
    }

    /// The runs of the winning stone along the four lines.
    fn winning_runs(game: &Game) -> Vec<usize> {
        let last = game.moves().last().filter(|_| game.winner().is_some());
        last.map_or(vec![], |&point| runs(game.board(), point).collect())
    }

    #[test]
    fn both_sides_win_and_some_games_are_undecided() {
        assert!((0.125..0.25).contains(&share(|game| game.winner().is_none())));
        for side in Stone::ALL {
            assert!(share(|game| game.winner() == Some(side)) > 0.3);
        }
    }

    #[test]
    fn wins_lie_in_every_direction_and_some_are_longer_than_five() {
        for direction in 0..4 {
            let such = |game: &Game| winning_runs(game).get(direction).is_some_and(|&run| run >= 5);
            assert!(share(such) > 0.1, "{direction}");
        }
        assert!(share(|game| winning_runs(game).iter().any(|&run| run > 5)) > 0.2);
    }

    #[test]
    fn games_are_short_and_long() {
        assert!(share(|game| game.moves().len() < 20) > 0.15);
        assert!(share(|game| game.moves().len() > 40) > 0.15);
    }
}
