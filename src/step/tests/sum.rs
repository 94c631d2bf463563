//! A kind for the tests: the sum of two numbers.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::step::{Count, Expected, Feedback, Kind, Misconception, Span};

/// The sums of some pairs.
pub(super) enum Sum {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Params {
    pairs: Count<3, 9>,
    numbers: Range,
}

/// From which to which number: 0 to 9 unless the step says otherwise.
#[derive(Serialize, Deserialize)]
struct Range(Span<0, 99>);

impl Default for Range {
    fn default() -> Self {
        Self(Span::new::<0, 9>())
    }
}

#[derive(Serialize, Deserialize)]
pub(super) struct Task {
    pub(super) pairs: Vec<(u8, u8)>,
}

impl Task {
    fn each(&self, combine: impl Fn(u8, u8) -> i64) -> Vec<i64> {
        self.pairs.iter().map(|&(a, b)| combine(a, b)).collect()
    }
}

impl Kind for Sum {
    const NAME: &'static str = "test/sum";
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "product",
            hint: "Add them.",
            solve: |task| task.each(|a, b| i64::from(a) * i64::from(b)),
        },
        Misconception {
            id: "difference",
            hint: "Add them.",
            solve: |task| task.each(|a, b| i64::from(a) - i64::from(b)),
        },
        Misconception {
            id: "distance",
            hint: "Add them.",
            solve: |task| task.each(|a, b| i64::from(a.abs_diff(b))),
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = i64;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let mut number = || rng.random_range(params.numbers.0.range());
        Task { pairs: (0..params.pairs.get()).map(|_| (number(), number())).collect() }
    }

    fn reference(task: &Task) -> Vec<i64> {
        task.each(|a, b| i64::from(a) + i64::from(b))
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        // So that a test can see what becomes of a kind that panics.
        assert_ne!(text, "panic");
        text.parse().map_err(|_| Expected("a whole number"))
    }
}
