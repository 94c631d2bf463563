//! What a rule of the ladder has to say to become a step.

use std::fmt::Display;

use rand::rngs::ChaCha8Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::marks::{Feedback, Marks};
use super::question::Question;
use super::submission::Expected;

/// A kind of step: it generates tasks, solves them, reads and judges answers, and knows the well-known mistakes.
///
/// A kind is pure: the same parameters and the same random source give the same task on every machine. It never samples
/// `usize`, whose width differs between machines.
///
/// The kind is a type without values; what a step chooses is in its [`Kind::Params`].
pub trait Kind: Sized + 'static {
    /// The name that `step.toml` uses, as `track/rule`.
    const NAME: &'static str;

    /// How much a reply to a wrong answer tells.
    const FEEDBACK: Feedback;

    /// Wrong solvers, at least [`Kind::FEWEST_MISCONCEPTIONS`].
    const MISCONCEPTIONS: &'static [Misconception<Self>];

    /// How many wrong solvers `check` asks for. Only the handshake asks for fewer than three: it leaves nothing to
    /// misunderstand but the protocol, whose mistakes have error codes of their own.
    const FEWEST_MISCONCEPTIONS: usize = 3;

    /// What a step may choose, from the `[params]` of its `step.toml`. A key that is left out has its default.
    type Params: DeserializeOwned + Default + Send + Sync;

    /// The board and the questions, as the learner sees them: a JSON object.
    type Task: Serialize + DeserializeOwned + Send + Sync;

    /// One item of an answer. `Display` writes its canonical form, which `read_item` reads back.
    type Item: Clone + PartialEq + Display + Send + Sync;

    /// Makes a task. [`Puzzle::pose`](super::Puzzle::pose) draws again while a misconception solves it.
    fn generate(params: &Self::Params, rng: &mut ChaCha8Rng) -> Self::Task;

    /// Solves a task. Its length is the number of items that the task wants.
    fn reference(task: &Self::Task) -> Vec<Self::Item>;

    /// Reads the item at a position (from 0) of an answer.
    ///
    /// It refuses what is not of the item's form, and only that: a wrong value of the right form is for the judge.
    fn read_item(task: &Self::Task, position: usize, text: &str) -> Result<Self::Item, Expected>;

    /// Puts items whose order does not count into the order of the canonical form.
    fn arrange(_items: &mut [Self::Item]) {}

    /// Which items of one answer say the same as another answer. Both have as many items as the task wants.
    #[must_use]
    fn compare(expected: &[Self::Item], given: &[Self::Item]) -> Marks {
        Marks::of_equal_items(expected, given)
    }

    /// Which items of an answer are right. Kinds with several right answers check the property instead.
    #[must_use]
    fn judge(_task: &Self::Task, reference: &[Self::Item], given: &[Self::Item]) -> Marks {
        Self::compare(reference, given)
    }

    /// What a blind guess has to hit. `check` takes the questions to be independent of each other: so items that hang
    /// together are one question, and a kind that accepts several answers lists them all.
    #[must_use]
    fn questions(_task: &Self::Task, reference: &[Self::Item]) -> Vec<Question> {
        reference.iter().map(Question::with_one_answer).collect()
    }
}

/// A named wrong solver: a mistake that people really make.
pub struct Misconception<K: Kind> {
    /// A stable name, as `rows-and-columns-swapped`.
    pub id: &'static str,
    /// One or two sentences that say what is wrong and do not give the answer.
    pub hint: &'static str,
    /// Solves the task the wrong way.
    pub solve: fn(&K::Task) -> Vec<K::Item>,
}
