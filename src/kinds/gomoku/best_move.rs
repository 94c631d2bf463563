//! Step 08: the point with the highest score.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::HINTS;
use super::positions::{skilled_game, without_last_moves};
use crate::board::gomoku::{Game, ParseGameError, Point, Scoring};
use crate::step::{
    Catalogue, Count, Expected, Feedback, Marks, Misconception, OldKind as Kind, Question, Workload,
};

/// An empty point of each board with the highest score for the player to move.
pub enum BestMove {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    questions: Count<8, 50>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<DisplayFromStr>")]
    questions: Vec<OpenGame>,
}

/// A game in progress: there is a player to move, and an empty point.
struct OpenGame(Game);

/// Why a text is not a game in progress.
#[derive(Debug, thiserror::Error)]
enum ParseOpenGameError {
    #[error(transparent)]
    Game(#[from] ParseGameError),
    #[error("the game is over: no player is to move")]
    Over,
}

impl FromStr for OpenGame {
    type Err = ParseOpenGameError;

    fn from_str(text: &str) -> Result<Self, ParseOpenGameError> {
        let game: Game = text.parse()?;
        if game.is_over() { Err(ParseOpenGameError::Over) } else { Ok(Self(game)) }
    }
}

impl fmt::Display for OpenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Kind for BestMove {
    const NAME: &'static str = "gomoku/best-move";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "the-opponents-turn",
            solve: |task| {
                task.best(|game, point| {
                    Scoring::published().value(game.board(), point, game.to_move().other())
                })
            },
        },
        Misconception {
            id: "no-blocks",
            solve: |task| {
                task.best(|game, point| OWN_ROWS.value(game.board(), point, game.to_move()))
            },
        },
        Misconception {
            id: "best-line-only",
            solve: |task| task.best(|game, point| lines(game, point)?.into_iter().max()),
        },
        Misconception {
            id: "no-diagonals",
            solve: |task| {
                task.best(|game, point| {
                    let [row, _, column, _] = lines(game, point)?;
                    Some(row + column)
                })
            },
        },
        Misconception {
            id: "column-before-row",
            solve: |task| Self::reference(task).into_iter().map(Point::transposed).collect(),
        },
    ];

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    type Params = Params;
    type Task = Task;
    type Item = Point;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        Task { questions: (0..params.questions.get()).map(|_| OpenGame(open_game(rng))).collect() }
    }

    fn reference(task: &Task) -> Vec<Point> {
        task.best(|game, point| Scoring::published().value(game.board(), point, game.to_move()))
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Point, Expected> {
        text.parse().map_err(|_| Expected("two letters from `a` to `o`, the row and the column"))
    }

    /// Any of the best points is right.
    fn judge(task: &Task, _reference: &[Point], given: &[Point]) -> Marks {
        let best = task.best_points().zip(given);
        best.map(|(points, given)| points.contains(given)).collect()
    }

    fn questions(task: &Task, _reference: &[Point]) -> Vec<Question> {
        task.best_points().map(Question::with_any_of).collect()
    }
}

/// The table without the patterns that stop a row of the opponent: those with two `O` side by side.
static OWN_ROWS: LazyLock<Scoring> =
    LazyLock::new(|| Scoring::new(Scoring::patterns().filter(|(text, _)| !text.contains("OO"))));

impl Task {
    /// The points of each board with the highest score.
    fn best_points(&self) -> impl Iterator<Item = Vec<Point>> {
        let games = self.questions.iter();
        games.map(|OpenGame(game)| Scoring::published().best_points(game.board(), game.to_move()))
    }

    /// The first point of each board with the highest score by some rule.
    fn best(&self, value: impl Fn(&Game, Point) -> Option<u32>) -> Vec<Point> {
        let first = |OpenGame(game): &OpenGame| {
            let scored = |point| value(game, point).map(|value| (value, point));
            // Of several with the highest score, the first.
            Point::all().filter_map(scored).min_by_key(|&(value, _)| Reverse(value))
        };
        self.questions.iter().filter_map(first).map(|(_, point)| point).collect()
    }
}

fn lines(game: &Game, point: Point) -> Option<[u32; 4]> {
    Scoring::published().lines(game.board(), point, game.to_move())
}

/// A game that stops anywhere, or a few moves before the win.
fn open_game(rng: &mut ChaCha8Rng) -> Game {
    let (moves, candidates) = (rng.random_range(4..=40), rng.random_range(3..=24));
    let game = skilled_game(rng, moves, candidates, |_, _, _| true);
    if game.is_over() { without_last_moves(&game, rng.random_range(1..=6u8).into()) } else { game }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn every_row_of_the_table_but_the_last_decides_some_game() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let games: Vec<_> = (0..600).map(|_| open_game(&mut rng)).collect();
        let decides = |game: &Game| {
            let best = Scoring::published().best_points(game.board(), game.to_move());
            lines(game, best[0]).unwrap().into_iter().max()
        };
        let highest: Vec<_> = games.iter().filter_map(decides).collect();
        let minima = [
            (10_000, 150),
            (6_000, 60),
            (5_000, 30),
            (2_500, 30),
            (2_000, 15),
            (400, 40),
            (200, 4),
        ];
        for (value, minimum) in minima {
            let found = highest.iter().filter(|&&highest| highest == value).count();
            assert!(found >= minimum, "{value}: {found}");
        }
        let moves = games.iter().map(|game| game.moves().len() % 2);
        assert!((200..400).contains(&moves.sum::<usize>()), "both sides are to move");
    }
}
