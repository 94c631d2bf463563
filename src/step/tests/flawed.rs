//! A kind for the tests that does one thing wrong.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::step::{Expected, Feedback, Kind, Marks, Misconception};

/// The learner sends numbers back. `FLAW` says what the kind does wrong.
pub(super) enum Flawed<const FLAW: u8> {}

/// Gives another task each time.
pub(super) const UNSTEADY: u8 = 0;
/// Has a field of the server's.
pub(super) const FIELD: u8 = 1;
/// Rejects its own solution.
pub(super) const REFERENCE: u8 = 2;
/// Writes items that it cannot read.
pub(super) const CANONICAL: u8 = 3;
/// Reads anything.
pub(super) const JUNK: u8 = 4;
/// Knows one mistake only.
pub(super) const FEW: u8 = 5;
/// Has a mistake whose answer cannot be read.
pub(super) const PASSES: u8 = 6;
/// Finds no answer equal to another.
pub(super) const MUTE: u8 = 7;
/// Tells where the first of many coins is wrong.
pub(super) const TALKATIVE: u8 = 8;
/// Knows no mistake.
pub(super) const NONE: u8 = 9;
/// Has one mistake that solves every fourth task, and another one that solves the rest.
pub(super) const UNTOLD: u8 = 10;

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {}

#[derive(Serialize, Deserialize)]
pub(super) struct Task {
    numbers: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
}

#[derive(Clone, PartialEq)]
pub(super) struct Item<const FLAW: u8>(String);

impl<const FLAW: u8> fmt::Display for Item<FLAW> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let brackets = if FLAW == CANONICAL { ("<", ">") } else { ("", "") };
        write!(f, "{}{}{}", brackets.0, self.0, brackets.1)
    }
}

impl Task {
    fn each<const FLAW: u8>(&self, change: impl Fn(u32) -> u32) -> Vec<Item<FLAW>> {
        self.numbers.iter().map(|&number| Item(change(number).to_string())).collect()
    }

    fn is_a_fourth(&self) -> bool {
        self.numbers.first().is_some_and(|number| number.is_multiple_of(4))
    }
}

impl<const FLAW: u8> Kind for Flawed<FLAW> {
    const NAME: &'static str = "test/flawed";
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = {
        let all: &'static [Misconception<Self>] = &[
            Misconception {
                id: "one-more",
                hint: "It is one less.",
                solve: |task| match FLAW {
                    PASSES => task.numbers.iter().map(|_| Item("?".to_owned())).collect(),
                    UNTOLD if task.is_a_fourth() => task.each(|number| number),
                    _ => task.each(|number| number + 1),
                },
            },
            Misconception {
                id: "two-more",
                hint: "It is two less.",
                solve: |task| match FLAW {
                    UNTOLD if !task.is_a_fourth() => task.each(|number| number),
                    _ => task.each(|number| number + 2),
                },
            },
            Misconception {
                id: "three-more",
                hint: "It is three less.",
                solve: |task| task.each(|number| number + 3),
            },
        ];
        match FLAW {
            NONE => &[],
            FEW => all.split_at(1).0,
            _ => all,
        }
    };

    type Params = Params;
    type Task = Task;
    type Item = Item<FLAW>;

    fn generate(_params: &Params, rng: &mut ChaCha8Rng) -> Task {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let (count, most) = if FLAW == TALKATIVE { (24, 2) } else { (6, 1000) };
        let mut numbers: Vec<u32> = (0..count).map(|_| rng.random_range(0..most)).collect();
        if FLAW == UNSTEADY {
            numbers.push(CALLS.fetch_add(1, Ordering::Relaxed));
        }
        Task { numbers, title: (FLAW == FIELD).then(|| "Numbers".to_owned()) }
    }

    fn reference(task: &Task) -> Vec<Item<FLAW>> {
        task.each(|number| number)
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Item<FLAW>, Expected> {
        let is_number = text.len() < 10 && text.parse::<u32>().is_ok();
        if is_number || FLAW == JUNK {
            Ok(Item(text.to_owned()))
        } else {
            Err(Expected("a whole number"))
        }
    }

    fn compare(expected: &[Item<FLAW>], given: &[Item<FLAW>]) -> Marks {
        expected.iter().zip(given).map(|(a, b)| a == b && FLAW != MUTE).collect()
    }

    fn judge(_task: &Task, reference: &[Item<FLAW>], given: &[Item<FLAW>]) -> Marks {
        reference.iter().zip(given).map(|(a, b)| a == b && FLAW != REFERENCE).collect()
    }
}
