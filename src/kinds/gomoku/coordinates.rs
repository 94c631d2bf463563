//! Step 02: the index of a point.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::positions::{different, random_point};
use crate::board::gomoku::{ParsePointError, Point};
use crate::kinds::item::whole_number;
use crate::step::{Count, Expected, Feedback, Kind, Misconception};

/// The row-major index of each point.
pub enum Coordinates {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    coord: Count<12, 100>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    coord: Vec<Written>,
}

/// A point with its letters as the task writes them, in either case.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Written {
    text: String,
    point: Point,
}

impl TryFrom<String> for Written {
    type Error = ParsePointError;

    fn try_from(text: String) -> Result<Self, ParsePointError> {
        let point = text.parse()?;
        Ok(Self { text, point })
    }
}

impl From<Written> for String {
    fn from(written: Written) -> Self {
        written.text
    }
}

impl Kind for Coordinates {
    const NAME: &'static str = "gomoku/coordinates";
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "column-before-row",
            hint: "The first letter of a point is its row, the second its column.",
            solve: |task| task.indices(|Place { row, column }| column * SIDE + row),
        },
        Misconception {
            id: "counted-from-one",
            hint: "The first point of the board has the index 0.",
            solve: |task| task.indices(|place| place.index() + 1),
        },
        Misconception {
            id: "sixteen-to-a-row",
            hint: "A row has 15 points. A line break at its end is not a point, and is not counted.",
            solve: |task| task.indices(|Place { row, column }| row * (SIDE + 1) + column),
        },
        Misconception {
            id: "rows-from-the-bottom",
            hint: "Row `a` is the first one, at the top of the board.",
            solve: |task| {
                task.indices(|Place { row, column }| Place { row: SIDE - 1 - row, column }.index())
            },
        },
        Misconception {
            id: "capitals-are-other-letters",
            hint: "A capital letter means the same row or column as the small one.",
            solve: |task| {
                task.coord.iter().map(|written| distances_from_a(&written.text)).collect()
            },
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = i64;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let points = different(rng, params.coord.get(), random_point).into_iter();
        let coord = points.map(|point| Written { text: in_mixed_case(rng, point), point });
        Task { coord: coord.collect() }
    }

    fn reference(task: &Task) -> Vec<i64> {
        task.coord.iter().map(|written| written.point.index().into()).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

const SIDE: i64 = Point::SIDE as i64;

/// Row and column, as the wrong solvers count with them.
struct Place {
    row: i64,
    column: i64,
}

impl Place {
    fn index(&self) -> i64 {
        self.row * SIDE + self.column
    }
}

impl Task {
    fn indices(&self, index: impl Fn(Place) -> i64) -> Vec<i64> {
        let points = self.coord.iter().map(|written| written.point);
        points
            .map(|point| index(Place { row: point.row().into(), column: point.column().into() }))
            .collect()
    }
}

/// The index of a solver that subtracts the code of `a` without lower-casing the letters.
fn distances_from_a(text: &str) -> i64 {
    let distance = |letter: char| i64::from(u32::from(letter)) - i64::from(u32::from('a'));
    text.chars().fold(0, |index, letter| index * SIDE + distance(letter))
}

/// Each letter in lower or upper case, at random.
fn in_mixed_case(rng: &mut ChaCha8Rng, point: Point) -> String {
    let letter = |letter: char| match rng.random_range(0..2u8) {
        0 => letter.to_ascii_uppercase(),
        _ => letter,
    };
    point.to_string().chars().map(letter).collect()
}
