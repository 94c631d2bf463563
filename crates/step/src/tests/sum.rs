//! A kind for the tests: the sum of two numbers.

use std::cell::Cell;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::{Aspects, Count, Feedback, Kind, One, Span, Steering, Template, Text};

thread_local! {
    /// How many pairs were solved.
    pub(super) static SOLVED: Cell<usize> = const { Cell::new(0) };
}

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

/// What is done with the numbers of a pair.
#[derive(Clone, Copy, Default)]
pub(super) enum Operation {
    #[default]
    Sum,
    Product,
    Difference,
    Distance,
}

/// How the rule is read.
#[derive(Default)]
pub(super) struct Reading {
    operation: Operation,
    /// What is added to each result.
    more: i64,
}

const HINTS: &[Template] = &[
    hint("test.sum.product"),
    hint("test.sum.difference"),
    hint("test.sum.distance"),
    hint("test.sum.one-more"),
];

const fn hint(key: &'static str) -> Template {
    Template { key, names: &[], built_in: ["Add them.", "相加。", "足してください。"] }
}

impl Kind for Sum {
    const NAME: &'static str = "test/sum";
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 40;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[HINTS]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("product", |reading| reading.operation = Operation::Product)
            .or("difference", |reading| reading.operation = Operation::Difference)
            .or("distance", |reading| reading.operation = Operation::Distance);
        aspects.add().or("one-more", |reading| reading.more = 1);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let mut number = || rng.random_range(params.numbers.0.range());
        Task { pairs: (0..params.pairs.get()).map(|_| (number(), number())).collect() }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        task.pairs.iter().map(|&(a, b)| {
            SOLVED.set(SOLVED.get() + 1);
            let result = match reading.operation {
                Operation::Sum => i64::from(a) + i64::from(b),
                Operation::Product => i64::from(a) * i64::from(b),
                Operation::Difference => i64::from(a) - i64::from(b),
                Operation::Distance => i64::from(a.abs_diff(b)),
            };
            One(result + reading.more)
        })
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Text> {
        // So that a test can see what becomes of a kind that panics.
        assert_ne!(text, "panic");
        text.parse().map_err(|_| "a whole number".into())
    }
}
