//! A kind for the tests that does one thing wrong.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::{Aspects, Choice, Feedback, Kind, Solution, Steering, Template, Text};

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
/// Solves by the right reading otherwise than by its reference.
pub(super) const UNRULY: u8 = 6;
/// Has four mistakes that give the same answers.
pub(super) const MUTE: u8 = 7;
/// Has mistakes whose answers are accepted when they are written out.
pub(super) const PASSES: u8 = 11;
/// Gives up explaining before it has tried two mistakes at once.
pub(super) const HASTY: u8 = 12;
/// Takes every answer for that of a mistake.
pub(super) const GULLIBLE: u8 = 13;
/// Tells where the first of many coins is wrong.
pub(super) const TALKATIVE: u8 = 8;
/// Knows no mistake.
pub(super) const NONE: u8 = 9;
/// Has one mistake that solves every fourth task, and another one that solves the rest.
pub(super) const UNTOLD: u8 = 10;

/// Makes boards on which one mistake solves most tasks.
pub(super) const PATIENT: u8 = 14;
/// Has two mistakes of one id.
pub(super) const NAMESAKE: u8 = 15;

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
        let text = if FLAW == PASSES { self.0.trim_end_matches('!') } else { &self.0 };
        write!(f, "{}{text}{}", brackets.0, brackets.1)
    }
}

/// A number that is right, and the flaw in judging it.
pub(super) struct Number<const FLAW: u8> {
    text: String,
    is_misread: bool,
}

impl<const FLAW: u8> Solution for Number<FLAW> {
    type Item = Item<FLAW>;

    fn marks(&self, given: &[Item<FLAW>]) -> impl Iterator<Item = bool> {
        let takes_anything = FLAW == GULLIBLE && self.is_misread;
        given.iter().map(move |item| match FLAW {
            REFERENCE => false,
            _ => takes_anything || item.0 == self.text,
        })
    }

    fn items(&self, _: Choice) -> Vec<Item<FLAW>> {
        vec![Item(self.text.clone())]
    }
}

/// How much is added to each number.
#[derive(Default)]
pub(super) struct Reading {
    more: u32,
    tens: u32,
    /// On which tasks nothing is added.
    right_on: Tasks,
}

#[derive(Default)]
enum Tasks {
    #[default]
    None,
    Fourths,
    Others,
    /// All but one in fifty.
    Nearly,
}

const HINTS: &[Template] =
    &[hint("test.flawed.one-more"), hint("test.flawed.two-more"), hint("test.flawed.three-more")];

const fn hint(key: &'static str) -> Template {
    Template { key, names: &[], built_in: ["Less.", "少。", "少なく。"] }
}

impl<const FLAW: u8> Kind for Flawed<FLAW> {
    const NAME: &'static str = "test/flawed";
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = if FLAW == HASTY { 4 } else { 2000 };

    type Params = Params;
    type Task = Task;
    type Item = Item<FLAW>;
    type Solution = Number<FLAW>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[HINTS]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        if FLAW == NONE {
            return;
        }
        let aspect = aspects.add().or("one-more", |reading| {
            reading.more = 1;
            match FLAW {
                UNTOLD => reading.right_on = Tasks::Fourths,
                PATIENT => reading.right_on = Tasks::Nearly,
                _ => {}
            }
        });
        if FLAW == FEW {
            return;
        }
        aspect
            .or("two-more", |reading| {
                reading.more = if FLAW == MUTE { 1 } else { 2 };
                if FLAW == UNTOLD {
                    reading.right_on = Tasks::Others;
                }
            })
            .or("three-more", |reading| reading.more = if FLAW == MUTE { 1 } else { 3 });
        if FLAW == MUTE {
            aspect.or("four-more", |reading| reading.more = 1);
        }
        if FLAW == NAMESAKE {
            aspects.add().or("one-more", |reading| reading.tens = 10);
        }
        if FLAW == HASTY {
            aspects.add().or("ten-more", |reading| reading.tens = 10);
        }
    }

    fn generate(_params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let (count, most) = if FLAW == TALKATIVE { (24, 2) } else { (6, 1000) };
        let mut numbers: Vec<u32> = (0..count).map(|_| rng.random_range(0..most)).collect();
        if FLAW == UNSTEADY {
            numbers.push(CALLS.fetch_add(1, Ordering::Relaxed));
        }
        Task { numbers, title: (FLAW == FIELD).then(|| "Numbers".to_owned()) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = Number<FLAW>> + 'a {
        let is_multiple =
            |of: u32| task.numbers.first().is_some_and(|number| number.is_multiple_of(of));
        let is_right = match reading.right_on {
            Tasks::None => false,
            Tasks::Fourths => is_multiple(4),
            Tasks::Others => !is_multiple(4),
            Tasks::Nearly => !is_multiple(50),
        };
        let more = if is_right { 0 } else { reading.more };
        task.numbers.iter().map(move |number| match (FLAW, more) {
            (PASSES, 1..) => Number { text: format!("{number}!"), is_misread: true },
            _ => Number { text: (number + more + reading.tens).to_string(), is_misread: more > 0 },
        })
    }

    fn reference(task: &Task) -> Vec<Number<FLAW>> {
        let unruly = if FLAW == UNRULY { 5 } else { 0 };
        let right =
            |&number: &u32| Number { text: (number + unruly).to_string(), is_misread: false };
        task.numbers.iter().map(right).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Item<FLAW>, Text> {
        let is_number = text.len() < 10 && text.parse::<u32>().is_ok();
        if is_number || FLAW == JUNK {
            Ok(Item(text.to_owned()))
        } else {
            Err("a whole number".into())
        }
    }
}
