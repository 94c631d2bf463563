//! Step 13: in how many ways a line can still be completed.

mod counting;
mod generator;
mod reading;
mod sets;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use self::generator::lines;
use self::reading::Reading;
use crate::item::whole_number;
use crate::texts::numerical as hints;
use gradus_board::drawing::Panel;
use gradus_board::drawing::numerical;
use gradus_board::numerical::{Number, NumberSet};
use gradus_step::{Aspects, Count, Feedback, Kind, One, Steering, Template, Text, Workload};

/// For the numbers of each line: how many of the 86 winning sets contain them all.
pub enum Completions {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    lines: Count<10, 50>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    lines: Vec<Line>,
}

/// One to three numbers on a line of four cells.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
struct Line(NumberSet);

/// Why a list of integers is not a line with an empty cell.
#[derive(Debug, thiserror::Error)]
enum LineError {
    #[error("{0} is not a number of the game; expected 1 to 16")]
    Number(u8),
    #[error("{0} is on the line twice")]
    Twice(Number),
    #[error("{0} numbers on a line; expected 1 to 3")]
    Count(usize),
}

impl TryFrom<Vec<u8>> for Line {
    type Error = LineError;

    fn try_from(values: Vec<u8>) -> Result<Self, LineError> {
        if !(1..=3).contains(&values.len()) {
            return Err(LineError::Count(values.len()));
        }
        let mut numbers = NumberSet::EMPTY;
        for value in values {
            let number = Number::new(value).ok_or(LineError::Number(value))?;
            if numbers.contains(number) {
                return Err(LineError::Twice(number));
            }
            numbers = numbers.with(number);
        }
        Ok(Self(numbers))
    }
}

impl From<Line> for Vec<u8> {
    fn from(Line(numbers): Line) -> Self {
        numbers.iter().map(Number::value).collect()
    }
}

impl Kind for Completions {
    const NAME: &'static str = "numerical/completions";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    // With 2400, what the misreadings answer alone is found first, which takes longer than it saves: 5.0 ms for 2.9 at the 99th percentile
    // of `check --seeds 1000`, and of 990 pairs one fewer is told.
    const DIAGNOSIS_LIMIT: usize = 600;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::COMPLETIONS]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        Task { lines: lines(rng, params.lines.get() as usize) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        reading.items(task).map(One)
    }

    #[expect(clippy::expect_used, reason = "there are 86 sets")]
    fn reference(task: &Task) -> Vec<One<i64>> {
        let count =
            |Line(numbers): &Line| i64::try_from(numbers.completions()).expect("a small count");
        task.lines.iter().map(count).map(One).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        Panel::each(
            [numerical::lines(task.lines.iter().map(|line| line.0.iter()))],
            task.lines.len(),
        )
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Text> {
        whole_number(text)
    }
}
