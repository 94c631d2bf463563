//! Step 06: play a game back and draw the board after every move.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::positions::undecided_game;
use crate::board::gomoku::{Board, Game, Point, Stone};
use crate::step::{Expected, Feedback, Misconception, OldKind as Kind, Question, Span};

/// The board after every move of a game.
pub enum Replay {}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    moves: Span<1, 100>,
}

impl Default for Params {
    fn default() -> Self {
        Self { moves: Span::new::<20, 30>() }
    }
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "DisplayFromStr")]
    questions: Game,
}

/// A board as 225 characters, row by row.
#[derive(Clone, PartialEq, Eq)]
pub struct Rows(Board);

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Kind for Replay {
    const NAME: &'static str = "gomoku/replay";
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "rows-and-columns-swapped",
            hint: "The first letter of a point is its row, counted from the top; the second is its column.",
            solve: |task| replay(&task.questions, Point::transposed, Stone::Black),
        },
        Misconception {
            id: "colours-swapped",
            hint: "Black, written `x`, makes the first move.",
            solve: |task| replay(&task.questions, |point| point, Stone::White),
        },
        Misconception {
            id: "before-the-move",
            hint: "Each item shows the board after its move, not before it: the first item has one stone already.",
            solve: |task| {
                let boards = std::iter::once(Board::empty()).chain(task.questions.boards());
                boards.take(task.questions.moves().len()).map(Rows).collect()
            },
        },
        Misconception {
            id: "only-the-last-stone",
            hint: "Stones stay where they are: each board has all the stones that were played so far.",
            solve: |task| {
                let stones = task.questions.moves().iter().enumerate();
                stones
                    .map(|(number, &point)| {
                        let mut board = Board::empty();
                        board.place(point, Stone::to_move_after(number));
                        Rows(board)
                    })
                    .collect()
            },
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = Rows;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let moves = rng.random_range(params.moves.range());
        Task { questions: undecided_game(rng, moves) }
    }

    fn reference(task: &Task) -> Vec<Rows> {
        task.questions.boards().map(Rows).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Rows, Expected> {
        let one_line: String = text.chars().filter(|c| !matches!(c, '\r' | '\n')).collect();
        one_line
            .parse()
            .map(Rows)
            .map_err(|_| Expected("225 characters, each `x`, `o` or `.`, row by row"))
    }

    /// What is new in an item is the stone of its move.
    fn questions(task: &Task, _reference: &[Rows]) -> Vec<Question> {
        task.questions.moves().iter().map(Question::with_one_answer).collect()
    }
}

/// The boards of a game whose points are read in another way, and whose first move is of another colour.
fn replay(game: &Game, read: impl Fn(Point) -> Point, first: Stone) -> Vec<Rows> {
    let mut board = Board::empty();
    let mut stone = first;
    game.moves()
        .iter()
        .map(|&point| {
            board.place(read(point), stone);
            stone = stone.other();
            Rows(board)
        })
        .collect()
}
