//! Finding out why an answer is wrong.

use std::collections::HashMap;
use std::sync::OnceLock;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use super::diagnosis::{Diagnosis, Fit};
use super::form;
use super::kind::{Kind, Posed, Rule};
use super::reading::Readings;
use super::solution::{Choice, Solution};
use super::submission::Submission;
use super::text::Translated;
use super::verdict::{Explanation, Feedback};

/// How many readings are tried on one answer at most.
const MAX_READINGS: usize = 500;

/// How many wrong alternatives are combined at most.
const MAX_COMBINED: usize = 3;

/// How unlikely it must be that a reading gives the wrong items by chance: one in two to this power.
const EVIDENCE_BITS: f64 = 10.0;

/// Explains wrong answers by the readings of a kind.
pub(super) struct Explainer<K: Kind> {
    readings: Readings<K::Reading>,
    misconceptions: Vec<Explanation>,
    frequencies: OnceLock<Frequencies>,
}

impl<K: Kind> Explainer<K> {
    pub(super) fn new(readings: Readings<K::Reading>) -> Self {
        let section = K::NAME.rsplit('/').next().unwrap_or(K::NAME);
        let explain = |alternative: &super::reading::Alternative<_>| {
            let hint = K::hints().get(section, alternative.hint);
            let hint = hint.map(|hint| hint.with(&alternative.values));
            // A test asks for every hint; a learner without one still learns the name.
            let hint = hint.unwrap_or_else(|| Translated::untranslated(&alternative.id));
            Explanation { id: alternative.id.clone(), hint }
        };
        let misconceptions = readings.alternatives().iter().map(explain).collect();
        Self { readings, misconceptions, frequencies: OnceLock::new() }
    }

    pub(super) fn readings(&self) -> &Readings<K::Reading> {
        &self.readings
    }

    /// The single wrong alternatives.
    pub(super) fn misconceptions(&self) -> &[Explanation] {
        &self.misconceptions
    }

    /// The cause that a choice of wrong alternatives is.
    fn cause(&self, chosen: &[usize]) -> Option<Explanation> {
        let known = chosen.iter().filter_map(|&index| self.misconceptions.get(index)).cloned();
        known.reduce(Explanation::and)
    }

    /// Explains an answer that is not accepted.
    pub(super) fn explain(
        &self,
        rule: &Rule<K>,
        posed: &Posed<K>,
        submission: &Submission,
    ) -> Option<Diagnosis> {
        let frequencies = self.frequencies.get_or_init(|| Frequencies::of(rule));
        let given = Given::new(posed, submission);
        self.whole(frequencies, &given)
            .or_else(|| form::explain(posed, submission))
            .or_else(|| self.items(frequencies, &given))
    }

    /// The readings whose whole answer is the given one, with the fewest wrong alternatives.
    fn whole(&self, frequencies: &Frequencies, given: &Given<'_, K>) -> Option<Diagnosis> {
        let mut readings_left = MAX_READINGS;
        let mut questions_left = K::DIAGNOSIS_LIMIT;
        for count in 1..=MAX_COMBINED {
            let mut causes = Vec::new();
            for chosen in self.readings.choices(count) {
                if readings_left == 0 || questions_left == 0 {
                    return None;
                }
                let Some(reading) = self.readings.with(&chosen) else { continue };
                readings_left -= 1;
                if let Some(bits) = given.fit_whole(&reading, frequencies, &mut questions_left)
                    && bits >= EVIDENCE_BITS
                {
                    causes.extend(self.cause(&chosen));
                }
            }
            if !causes.is_empty() {
                return told(Fit::Whole, causes);
            }
        }
        None
    }

    /// The misconceptions that give every wrong item, for a program that goes wrong only sometimes.
    fn items(&self, frequencies: &Frequencies, given: &Given<'_, K>) -> Option<Diagnosis> {
        // It tells which items are right.
        if K::FEEDBACK != Feedback::Located {
            return None;
        }
        let mut questions_left = K::DIAGNOSIS_LIMIT;
        let mut causes = Vec::new();
        for index in 0..self.misconceptions.len() {
            let reading = self.readings.with(&[index])?;
            let bits = given.fit_items(&reading, frequencies, &mut questions_left);
            if bits.is_some_and(|bits| bits >= EVIDENCE_BITS) {
                causes.extend(self.cause(&[index]));
            }
        }
        told(Fit::Items, causes)
    }
}

/// A diagnosis with these causes; none if there are so many that they say nothing.
fn told(fit: Fit, causes: Vec<Explanation>) -> Option<Diagnosis> {
    (1..=Diagnosis::MAX_CAUSES).contains(&causes.len()).then_some(Diagnosis { fit, causes })
}

/// An answer as it is compared with readings: read, or if it cannot be read, as text.
struct Given<'a, K: Kind> {
    posed: &'a Posed<K>,
    texts: Vec<&'a str>,
    /// The items, if all of them can be read.
    items: Option<Vec<K::Item>>,
    /// Which questions are answered rightly.
    is_right: Vec<bool>,
}

impl<'a, K: Kind> Given<'a, K> {
    fn new(posed: &'a Posed<K>, submission: &'a Submission) -> Self {
        let texts: Vec<&str> = submission.items().collect();
        let items = posed.read(submission).ok();
        let marks: Vec<bool> = items.iter().flat_map(|items| posed.each_mark(items)).collect();
        let is_right = match items {
            Some(_) => marks
                .chunks(K::Solution::ITEMS)
                .map(|marks| marks.iter().all(|&is_right| is_right))
                .collect(),
            None => {
                let questions = posed.solutions.iter().zip(texts.chunks(K::Solution::ITEMS));
                questions.map(|(solution, texts)| is_written(solution, texts)).collect()
            }
        };
        Self { posed, texts, items, is_right }
    }

    /// Whether there is as much of it as the task wants.
    fn is_whole(&self) -> bool {
        self.texts.len() == self.posed.solutions.len() * K::Solution::ITEMS
    }

    /// Whether it answers a question as a reading does.
    fn agrees(&self, question: usize, read: &K::Solution) -> bool {
        let range = question * K::Solution::ITEMS..(question + 1) * K::Solution::ITEMS;
        match &self.items {
            Some(items) => {
                items.get(range).is_some_and(|items| read.marks(items).all(|is_right| is_right))
            }
            None => self.texts.get(range).is_some_and(|texts| is_written(read, texts)),
        }
    }

    /// How unlikely the items of a question are, in bits.
    fn bits(&self, question: usize, frequencies: &Frequencies) -> f64 {
        let range = question * K::Solution::ITEMS..(question + 1) * K::Solution::ITEMS;
        let texts = self.texts.get(range).unwrap_or_default();
        texts.iter().map(|text| frequencies.bits(text)).sum()
    }

    /// How unlikely it is that the wrong items are those of a reading that gives all items; none if it does not.
    fn fit_whole(
        &self,
        reading: &K::Reading,
        frequencies: &Frequencies,
        questions_left: &mut usize,
    ) -> Option<f64> {
        if !self.is_whole() {
            return None;
        }
        let mut bits = 0.0;
        for (question, read) in K::solve(&self.posed.task, reading).enumerate() {
            *questions_left = questions_left.checked_sub(1)?;
            if !self.agrees(question, &read) {
                return None;
            }
            if !*self.is_right.get(question)? {
                bits += self.bits(question, frequencies);
            }
        }
        Some(bits)
    }

    /// The same for a reading that gives the wrong items, and other ones instead of some right ones.
    fn fit_items(
        &self,
        reading: &K::Reading,
        frequencies: &Frequencies,
        questions_left: &mut usize,
    ) -> Option<f64> {
        if !self.is_whole() {
            return None;
        }
        let mut bits = 0.0;
        for (question, read) in K::solve(&self.posed.task, reading).enumerate() {
            *questions_left = questions_left.checked_sub(1)?;
            if *self.is_right.get(question)? {
                continue;
            }
            if !self.agrees(question, &read) {
                return None;
            }
            bits += self.bits(question, frequencies);
        }
        Some(bits)
    }
}

/// Whether these are the texts of a solution's items. Letters' case does not count.
fn is_written<S: Solution>(solution: &S, texts: &[&str]) -> bool {
    Choice::ALL.into_iter().any(|choice| {
        let items = solution.items(choice);
        let mut pairs = items.iter().zip(texts);
        items.len() == texts.len()
            && pairs.all(|(item, text)| item.to_string().eq_ignore_ascii_case(text))
    })
}

/// How frequent each item is among the right ones of a kind.
struct Frequencies {
    counts: HashMap<String, u32>,
    total: u32,
}

impl Frequencies {
    fn of<K: Kind>(rule: &Rule<K>) -> Self {
        let mut frequencies = Self { counts: HashMap::new(), total: 0 };
        for seed in 0..K::SAMPLE_TASKS {
            let Posed { solutions, .. } = rule.draw(&mut ChaCha8Rng::seed_from_u64(seed.into()));
            for item in solutions.iter().flat_map(|solution| solution.items(Choice::First)) {
                *frequencies.counts.entry(item.to_string()).or_default() += 1;
                frequencies.total += 1;
            }
        }
        frequencies
    }

    /// How unlikely an item is, in bits.
    fn bits(&self, item: &str) -> f64 {
        let count = self.counts.get(item).copied().unwrap_or(0);
        (f64::from(self.total + 2) / f64::from(count + 1)).log2()
    }
}
