//! Step 03: what lies on a point.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::positions::undecided_game;
use crate::board::gomoku::{Board, Game, Point, Stone};
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind};

/// The stone on each point of a board, or none.
pub enum Stones {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    coord: Count<16, 100>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "DisplayFromStr")]
    board: Game,
    #[serde_as(as = "Vec<DisplayFromStr>")]
    coord: Vec<Point>,
}

/// `x`, `o` or `.`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Place(Option<Stone>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Stone::symbol_of(self.0).fmt(f)
    }
}

impl Kind for Stones {
    const NAME: &'static str = "gomoku/stones";
    const FEEDBACK: Feedback = Feedback::Silent;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "column-before-row",
            hint: "The first letter of a point is its row, the second its column: in the game and in the questions.",
            solve: |task| task.places(|point| task.board.board().at(point.transposed())),
        },
        Misconception {
            id: "white-first",
            hint: "Black, written `x`, makes the first move.",
            solve: |task| task.places(|point| task.board.board().at(point).map(Stone::other)),
        },
        Misconception {
            id: "letters-counted-from-one",
            hint: "Letters count from the same start in the game and in the questions: `a` is the first row and the first column.",
            solve: |task| task.places(|point| task.board.board().at(point.offset(1, 1)?)),
        },
        Misconception {
            id: "black-then-white",
            hint: "The sides take turns: the moves of a game are not sorted by colour.",
            solve: |task| {
                let moves = task.board.moves();
                let turn = |point| moves.iter().position(|&other| other == point);
                let is_early = |turn: usize| 2 * turn < moves.len();
                task.places(|point| {
                    let stone = if is_early(turn(point)?) { Stone::Black } else { Stone::White };
                    Some(stone)
                })
            },
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = Place;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let moves = rng.random_range(36..=80);
        let board = undecided_game(rng, moves);
        let coord = points(rng, board.board(), params.coord.get());
        Task { board, coord }
    }

    fn reference(task: &Task) -> Vec<Place> {
        task.places(|point| task.board.board().at(point))
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Place, Expected> {
        match text {
            "x" | "X" => Ok(Place(Some(Stone::Black))),
            "o" | "O" => Ok(Place(Some(Stone::White))),
            "." => Ok(Place(None)),
            _ => Err(Expected("`x`, `o` or `.`")),
        }
    }
}

impl Task {
    fn places(&self, stone: impl Fn(Point) -> Option<Stone>) -> Vec<Place> {
        self.coord.iter().map(|&point| Place(stone(point))).collect()
    }
}

/// Points to ask about: each black, white or empty, as likely as the others and whatever the other ones are.
fn points(rng: &mut ChaCha8Rng, board: &Board, count: u32) -> Vec<Point> {
    let mut points = Vec::new();
    for _ in 0..count {
        let places = [None, Some(Stone::Black), Some(Stone::White)];
        let place = places.choose(rng).copied().flatten();
        let such: Vec<Point> = Point::all().filter(|&point| board.at(point) == place).collect();
        let new: Vec<Point> =
            such.iter().copied().filter(|point| !points.contains(point)).collect();
        // Once all such points are asked about, they are asked about again.
        points.extend(new.choose(rng).or_else(|| such.choose(rng)));
    }
    points
}
