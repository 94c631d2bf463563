//! A task with its right answers: what reads and marks the answers to it, and how frequent right items are.

use std::collections::HashMap;
use std::sync::OnceLock;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use super::answer::{Answer, Malformed};
use super::exercise::ComparedItem;
use super::kind::Kind;
use super::solution::{Choice, Solution};
use super::steering::Steering;

/// A kind with a step's parameters.
pub(super) struct Rule<K: Kind> {
    pub params: K::Params,
    pub steering: Steering<K>,
}

impl<K: Kind> Rule<K> {
    /// A task that may be solved by a misconception.
    pub(super) fn draw(&self, rng: &mut ChaCha8Rng) -> SolvedTask<K> {
        let task = K::generate(&self.params, &self.steering, rng);
        let solutions = K::reference(&task);
        SolvedTask::new(task, solutions)
    }
}

/// A task of a kind with its right answers.
pub(super) struct SolvedTask<K: Kind> {
    pub task: K::Task,
    pub solutions: Vec<K::Solution>,
    misread: OnceLock<Vec<Vec<K::Solution>>>,
}

impl<K: Kind> SolvedTask<K> {
    pub(super) fn new(task: K::Task, solutions: Vec<K::Solution>) -> Self {
        Self { task, solutions, misread: OnceLock::new() }
    }

    /// What each of these readings answers. It is kept, so they have to be the same ones each time.
    pub(super) fn misread_by(&self, readings: &[K::Reading]) -> &[Vec<K::Solution>] {
        self.misread.get_or_init(|| {
            readings.iter().map(|reading| K::solve(&self.task, reading).collect()).collect()
        })
    }

    /// What the reading at this place answers, if [`SolvedTask::misread_by`] has solved the task by it.
    pub(super) fn misread(&self, index: usize) -> Option<&[K::Solution]> {
        Some(self.misread.get()?.get(index)?)
    }

    /// An answer that is right.
    pub(super) fn solution(&self) -> Answer {
        answer(&self.solutions, Choice::First)
    }

    /// Reads an answer.
    pub(super) fn read(&self, answer: &Answer) -> Result<Vec<K::Item>, Malformed> {
        let expected = self.solutions.len() * K::Solution::ITEMS;
        if answer.is_empty() {
            return Err(Malformed::Empty { expected });
        }
        let found = answer.count();
        if found != expected {
            return Err(Malformed::Count { expected, found });
        }
        let mut items = Vec::with_capacity(expected);
        for (index, text) in answer.items().enumerate() {
            let item = K::read_item(&self.task, index, text);
            items.push(item.map_err(|expected| Malformed::item(index + 1, text, expected))?);
        }
        Ok(items)
    }

    /// Which items of an answer are right, in order.
    pub(super) fn each_mark(&self, given: &[K::Item]) -> impl Iterator<Item = bool> {
        let questions = self.solutions.iter().zip(given.chunks(K::Solution::ITEMS));
        questions.flat_map(|(solution, items)| solution.marks(items))
    }

    /// The items of an answer beside those of a right one.
    pub(super) fn compare(&self, given: &[K::Item]) -> Vec<ComparedItem> {
        let questions = self.solutions.iter().zip(given.chunks(K::Solution::ITEMS));
        questions.flat_map(|(solution, items)| compare(solution, items)).collect()
    }

    /// Whether an answer is right. One that cannot be read is not.
    pub(super) fn accepts(&self, answer: &Answer) -> bool {
        self.read(answer).is_ok_and(|given| self.each_mark(&given).all(|is_right| is_right))
    }
}

/// The items that answer a question beside right ones.
fn compare<S: Solution>(solution: &S, items: &[S::Item]) -> Vec<ComparedItem> {
    let mut missing: Vec<String> =
        solution.items(Choice::First).iter().map(ToString::to_string).collect();
    let given: Vec<(String, bool)> =
        items.iter().map(ToString::to_string).zip(solution.marks(items)).collect();
    // First those that are right as they are: what is left belongs beside the others.
    let found = given.iter().map(|(text, is_right)| {
        let place = missing.iter().position(|expected| *is_right && expected == text)?;
        Some(missing.remove(place))
    });
    let found: Vec<Option<String>> = found.collect();
    let mut missing = missing.into_iter();
    let item = |((given, is_right), found): ((String, bool), Option<String>)| {
        let expected = found.or_else(|| missing.next()).unwrap_or_else(|| given.clone());
        ComparedItem { given, expected, is_right }
    };
    given.into_iter().zip(found).map(item).collect()
}

/// The answer that these solutions make.
pub(super) fn answer<S: Solution>(solutions: &[S], choice: Choice) -> Answer {
    Answer::from_items(solutions.iter().flat_map(|solution| solution.items(choice)))
}

/// How frequent each item is among the right ones of a kind.
pub(super) struct Frequencies {
    counts: HashMap<String, u32>,
    total: u32,
    /// How unlikely an item is at least that has no count.
    unseen_bits: f64,
}

impl Frequencies {
    pub(super) fn of<K: Kind>(rule: &Rule<K>) -> Self {
        let mut frequencies =
            Self { counts: HashMap::new(), total: 0, unseen_bits: K::UNSEEN_BITS };
        for seed in 0..K::SAMPLE_TASKS {
            let solved = rule.draw(&mut ChaCha8Rng::seed_from_u64(seed.into()));
            for item in solved.solutions.iter().flat_map(|solution| solution.items(Choice::First)) {
                *frequencies.counts.entry(item.to_string()).or_default() += 1;
                frequencies.total += 1;
            }
        }
        frequencies
    }

    /// Whether an item is right hardly ever: on none of the sampled tasks.
    pub(super) fn is_rare(&self, item: &str) -> bool {
        !self.counts.contains_key(item)
    }

    /// How unlikely an item is, in bits.
    pub(super) fn bits(&self, item: &str) -> f64 {
        let bits = |count: u32| (f64::from(self.total + 2) / f64::from(count + 1)).log2();
        self.counts.get(item).map_or_else(|| bits(0).max(self.unseen_bits), |&count| bits(count))
    }
}
