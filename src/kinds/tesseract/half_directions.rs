//! Step 32: one of v and −v, and how many lines there are along it.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde::{Deserialize, Serialize};

use crate::board::lattice::Direction;
use crate::board::lattice::tesseract::line_count_along;
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind};

/// The number of lines in the direction of each vector, one of v and −v being dropped.
pub enum HalfDirections {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    vectors: Count<12, 50>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    vectors: Vec<Vector>,
}

/// Four components, each −1, 0 or 1; all may be 0.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "[i8; 4]", into = "[i8; 4]")]
struct Vector([i8; 4]);

/// A component is not one of a direction's.
#[derive(Debug, thiserror::Error)]
#[error("a component is {0}; expected -1, 0 or 1")]
struct NoComponent(i8);

impl TryFrom<[i8; 4]> for Vector {
    type Error = NoComponent;

    fn try_from(components: [i8; 4]) -> Result<Self, NoComponent> {
        let other = components.into_iter().find(|component| !(-1..=1).contains(component));
        other.map_or(Ok(Self(components)), |component| Err(NoComponent(component)))
    }
}

impl From<Vector> for [i8; 4] {
    fn from(Vector(components): Vector) -> Self {
        components
    }
}

/// A number of lines; none for a vector that is dropped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Lines(Option<usize>);

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(count) => count.fmt(f),
            None => f.write_str("drop"),
        }
    }
}

impl Kind for HalfDirections {
    const NAME: &'static str = "tesseract/half-directions";
    const FEEDBACK: Feedback = Feedback::Counted;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "sign-of-the-first-component",
            hint: "In v·(1, 2, 4, 8) the last component that is not 0 decides the sign, not the first.",
            solve: |task| {
                let first = |Vector(v): Vector| v.into_iter().find(|&component| component != 0);
                task.lines(|vector| first(vector).is_some_and(i8::is_positive), along)
            },
        },
        Misconception {
            id: "dropped-the-other-half",
            hint: "Those vectors are dropped for which v·(1, 2, 4, 8) is not positive.",
            solve: |task| task.lines(|vector| vector.product() < 0, along),
        },
        Misconception {
            id: "both-halves-kept",
            hint: "v and −v are the direction of the same lines: one of the two is dropped.",
            solve: |task| task.lines(|vector| vector.product() != 0, along),
        },
        Misconception {
            id: "every-minus-dropped",
            hint: "A direction may have negative components: only the sign of v·(1, 2, 4, 8) counts.",
            solve: |task| {
                let has_minus = |Vector(v): Vector| v.into_iter().any(i8::is_negative);
                task.lines(|vector| vector.product() > 0 && !has_minus(vector), along)
            },
        },
        Misconception {
            id: "centre-counted",
            hint: "The place in the middle is not a tile: in each direction one line of the full lattice runs through it and does not exist.",
            solve: |task| task.lines(|vector| vector.product() > 0, |vector| along(vector) + 1),
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = Lines;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        Task { vectors: (0..params.vectors.get()).map(|_| vector(rng)).collect() }
    }

    fn reference(task: &Task) -> Vec<Lines> {
        task.lines(|vector| vector.product() > 0, along)
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Lines, Expected> {
        if text.eq_ignore_ascii_case("drop") {
            return Ok(Lines(None));
        }
        let count = text.parse().map(|count| Lines(Some(count)));
        count.map_err(|_| Expected("`drop` or a whole number"))
    }
}

/// How many lines run along a vector, or against it.
fn along(Vector(components): Vector) -> usize {
    Direction::new(components).map_or(0, line_count_along)
}

impl Vector {
    /// v·(1, 2, 4, 8).
    fn product(self) -> i8 {
        self.0.into_iter().zip([1, 2, 4, 8]).map(|(component, weight)| component * weight).sum()
    }

    /// How many coordinates change along the vector.
    fn axes(self) -> usize {
        self.0.into_iter().filter(|&component| component != 0).count()
    }
}

/// A vector: one in five is dropped, and of the others as many change one coordinate as two, three or four.
#[expect(clippy::expect_used, reason = "40 vectors are kept, of each number of axes some")]
fn vector(rng: &mut ChaCha8Rng) -> Vector {
    let axes = rng.random_range(0..=4u8);
    let is_asked = |vector: &Vector| match axes {
        0 => vector.product() <= 0,
        axes => vector.product() > 0 && vector.axes() == usize::from(axes),
    };
    let component = |code: i8| code % 3 - 1;
    let vectors = (0..81).map(|code| Vector([code, code / 3, code / 9, code / 27].map(component)));
    let asked: Vec<_> = vectors.filter(is_asked).collect();
    *asked.choose(rng).expect("some vector of each sort")
}

impl Task {
    /// For each vector that is kept, its number of lines.
    fn lines(
        &self,
        is_kept: impl Fn(Vector) -> bool,
        count: impl Fn(Vector) -> usize,
    ) -> Vec<Lines> {
        let lines = |&vector: &Vector| Lines(is_kept(vector).then(|| count(vector)));
        self.vectors.iter().map(lines).collect()
    }
}
