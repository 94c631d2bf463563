//! Finding out why an answer is wrong.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;
use std::iter;
use std::sync::OnceLock;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use super::diagnosis::{Diagnosis, Fit};
use super::form;
use super::kind::{Kind, Posed, Rule};
use super::pairing::{self, MAX_QUESTIONS, Profile};
use super::reading::Readings;
use super::solution::{Choice, Solution};
use super::submission::Submission;
use super::text::Translated;
use super::verdict::{Explanation, Feedback};

/// How many readings are tried on one answer at most.
const MAX_READINGS: usize = 500;

/// How unlikely it must be that a reading gives the wrong items, and only these, by chance: one in two to this power. There are many
/// more readings with two wrong alternatives than with one, so that one of them fits by chance more easily.
const WHOLE_BITS: [f64; 3] = [8.0, 12.0, 14.0];

/// The same for a reading whose answer is also written in another form.
const REWRITTEN_BITS: f64 = 14.0;

/// The same where the reading gives other items instead of some right ones.
const ITEMS_BITS: f64 = 10.0;

/// Explains wrong answers by the readings of a kind.
pub(super) struct Explainer<K: Kind> {
    readings: Readings<K::Reading>,
    misconceptions: Vec<Explanation>,
    /// The wrong alternatives that are combined with others.
    combined: Vec<usize>,
    /// Two wrong alternatives at once.
    pairs: Vec<[usize; 2]>,
    /// Three.
    triples: Vec<[usize; 3]>,
    frequencies: OnceLock<Frequencies>,
}

impl<K: Kind> Explainer<K> {
    pub(super) fn new(readings: Readings<K::Reading>) -> Self {
        let section = K::NAME.rsplit('/').next().unwrap_or(K::NAME);
        let explain = |alternative: &super::reading::Alternative<_>| {
            let hint = K::hints().get(section, alternative.hint);
            let values: Vec<_> = alternative
                .values
                .iter()
                .map(|(name, value)| (*name, value as &dyn Display))
                .collect();
            let hint = hint.map(|hint| hint.with(&values));
            // A test asks for every hint; a learner without one still learns the name.
            let hint = hint.unwrap_or_else(|| Translated::untranslated(&alternative.id));
            Explanation { id: alternative.id.clone(), hint }
        };
        let misconceptions = readings.alternatives().iter().map(explain).collect();
        let pairs: Vec<[usize; 2]> = readings.choices();
        let combined: BTreeSet<usize> = pairs.iter().flatten().copied().collect();
        let combined = combined.into_iter().collect();
        // Where the pairs use up the limit, triples are never tried.
        let is_cheap = readings.alternatives().len() + pairs.len() < MAX_READINGS;
        let triples = if is_cheap { readings.choices() } else { Vec::new() };
        Self { readings, misconceptions, combined, pairs, triples, frequencies: OnceLock::new() }
    }

    /// The choices of two wrong alternatives, the likely ones first.
    pub(super) fn pairs(&self) -> &[[usize; 2]] {
        &self.pairs
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
        known.reduce(|one, other| one.and(&other))
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
        self.whole(frequencies, &given, submission)
            .or_else(|| form::explain(posed, submission, &|item| frequencies.bits(item)))
            .or_else(|| self.items(frequencies, &given))
    }

    /// The readings whose whole answer is the given one, with the fewest wrong alternatives.
    fn whole(
        &self,
        frequencies: &Frequencies,
        given: &Given<'_, K>,
        submission: &Submission,
    ) -> Option<Diagnosis> {
        if !given.is_whole() {
            return None;
        }
        let rewritten = form::otherwise(submission, K::Solution::ITEMS);
        let rewritten = rewritten.iter().map(|(form, submission)| Version {
            given: Given::new(given.posed, submission),
            form: form::explanation(form),
        });
        let as_it_is = Version { given: Given::new(given.posed, submission), form: None };
        let versions: Vec<Version<'_, K>> = iter::once(as_it_is).chain(rewritten).collect();
        let one_version = versions.get(..1).unwrap_or_default();
        let mut search = Search {
            explainer: self,
            frequencies,
            readings_left: MAX_READINGS,
            questions_left: K::DIAGNOSIS_LIMIT,
        };
        let singles = (0..self.misconceptions.len()).map(|index| [index]);
        let [one, two, three] = WHOLE_BITS;
        let mut causes = search.fitting(&versions, one, singles);
        if causes.is_empty() {
            let pairs = match search.profiles(given) {
                Some(profiles) => pairing::in_order(&self.pairs, &profiles, &given.is_right).into(),
                None => Cow::Borrowed(self.pairs.as_slice()),
            };
            causes = search.fitting(one_version, two, pairs.iter().copied());
        }
        if causes.is_empty() {
            causes = search.fitting(one_version, three, self.triples.iter().copied());
        }
        told(Fit::Whole, causes)
    }

    /// The misconceptions that give every wrong item, for a program that goes wrong only sometimes.
    fn items(&self, frequencies: &Frequencies, given: &Given<'_, K>) -> Option<Diagnosis> {
        // It tells which items are right.
        if K::FEEDBACK != Feedback::Located || !given.is_whole() {
            return None;
        }
        let mut questions_left = K::DIAGNOSIS_LIMIT;
        let mut causes = Vec::new();
        for index in 0..self.misconceptions.len() {
            let reading = self.readings.with(&[index])?;
            let fits = fits(&[given], &reading, frequencies, &mut questions_left, false);
            if fits.into_iter().flatten().any(|bits| bits >= ITEMS_BITS) {
                causes.extend(self.cause(&[index]));
            }
        }
        told(Fit::Items, causes)
    }
}

/// A search for the readings that give a whole answer.
struct Search<'a, K: Kind> {
    explainer: &'a Explainer<K>,
    frequencies: &'a Frequencies,
    readings_left: usize,
    questions_left: usize,
}

impl<K: Kind> Search<'_, K> {
    /// What the misconceptions that are combined answer alone, by their numbers; nothing if that takes more than half of the questions
    /// that are left.
    fn profiles(&mut self, given: &Given<'_, K>) -> Option<Vec<Option<Profile>>> {
        let questions = given.is_right.len();
        let combined = &self.explainer.combined;
        let cost = combined.len() * questions;
        if questions > MAX_QUESTIONS || cost > self.questions_left / 2 {
            return None;
        }
        self.questions_left -= cost;
        let right = given.posed.solutions.iter().flat_map(|solution| solution.items(Choice::First));
        let right = Submission::from_items(right);
        let right = Given::new(given.posed, &right);
        let mut profiles = vec![None; self.explainer.misconceptions.len()];
        for &index in combined {
            let reading = self.explainer.readings.with(&[index])?;
            let mut profile = Profile::default();
            for (question, read) in K::solve(&given.posed.task, &reading).enumerate() {
                let is_given = given.agrees(question, &read);
                profile.note(question, right.agrees(question, &read), is_given);
            }
            *profiles.get_mut(index)? = Some(profile);
        }
        Some(profiles)
    }

    /// The causes among these choices of wrong alternatives that fit by chance only once in two to the power of `least`; if there are
    /// none, those that fit the answer written in another form. It ends without any when a limit is reached.
    fn fitting<const N: usize>(
        &mut self,
        versions: &[Version<'_, K>],
        least: f64,
        choices: impl IntoIterator<Item = [usize; N]>,
    ) -> Vec<Explanation> {
        let (mut causes, mut rewritten) = (Vec::new(), Vec::new());
        for chosen in choices {
            if self.readings_left == 0 || self.questions_left == 0 {
                break;
            }
            let Some(reading) = self.explainer.readings.with(&chosen) else { continue };
            self.readings_left -= 1;
            let givens: Vec<&Given<'_, K>> =
                versions.iter().map(|version| &version.given).collect();
            let fits = fits(&givens, &reading, self.frequencies, &mut self.questions_left, true);
            for (version, bits) in versions.iter().zip(fits) {
                let cause = || self.explainer.cause(&chosen);
                match (&version.form, bits) {
                    (None, Some(bits)) if bits >= least => causes.extend(cause()),
                    (Some(form), Some(bits)) if bits >= REWRITTEN_BITS => {
                        rewritten.extend(cause().map(|cause| cause.and(form)));
                    }
                    _ => {}
                }
            }
        }
        if causes.is_empty() { rewritten } else { causes }
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
    /// Which items are right.
    marks: Vec<bool>,
    /// Which questions are answered rightly.
    is_right: Vec<bool>,
}

impl<'a, K: Kind> Given<'a, K> {
    fn new(posed: &'a Posed<K>, submission: &'a Submission) -> Self {
        let texts: Vec<&str> = submission.items().collect();
        let items = posed.read(submission).ok();
        let marks: Vec<bool> = items.iter().flat_map(|items| posed.each_mark(items)).collect();
        let is_right = if items.is_some() {
            let questions = marks.chunks(K::Solution::ITEMS);
            questions.map(|marks| marks.iter().all(|&is_right| is_right)).collect()
        } else {
            let questions = posed.solutions.iter().zip(texts.chunks(K::Solution::ITEMS));
            questions.map(|(solution, texts)| is_written(solution, texts)).collect()
        };
        Self { posed, texts, items, marks, is_right }
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

    /// How unlikely the wrong items of a question are, in bits.
    fn bits(&self, question: usize, frequencies: &Frequencies) -> f64 {
        let range = question * K::Solution::ITEMS..(question + 1) * K::Solution::ITEMS;
        let texts = self.texts.get(range.clone()).unwrap_or_default();
        // Without marks the answer cannot be read, and no item is known to be right.
        let marks = self.marks.get(range).unwrap_or_default();
        let is_right = |place: usize| marks.get(place).is_some_and(|&is_right| is_right);
        let wrong = texts.iter().enumerate().filter(|&(place, _)| !is_right(place));
        wrong.map(|(_, text)| frequencies.bits(text)).sum()
    }
}

/// The answer as it is, or written in another form.
struct Version<'a, K: Kind> {
    given: Given<'a, K>,
    form: Option<Explanation>,
}

/// How well a reading fits an answer, as far as its questions are compared.
#[derive(Clone, Copy)]
struct Agreement {
    /// How unlikely the wrong items are, in bits.
    bits: f64,
    /// How many questions are answered wrongly.
    wrong: u32,
}

/// For each of several answers to a task, how unlikely it is in bits that its wrong items are those of a reading by chance; none if
/// they are not, or if the right items are not and have to be. Each question that is solved is taken from those that are left.
fn fits<K: Kind>(
    answers: &[&Given<'_, K>],
    reading: &K::Reading,
    frequencies: &Frequencies,
    questions_left: &mut usize,
    is_whole: bool,
) -> Vec<Option<f64>> {
    let mut fits = vec![Some(Agreement { bits: 0.0, wrong: 0 }); answers.len()];
    let mut total = 0;
    let Some(first) = answers.first() else { return Vec::new() };
    for (question, read) in K::solve(&first.posed.task, reading).enumerate() {
        let Some(left) = questions_left.checked_sub(1) else { return vec![None; answers.len()] };
        *questions_left = left;
        total += 1;
        for (given, fit) in answers.iter().zip(&mut fits) {
            let before = *fit;
            *fit = before.and_then(|before| {
                let is_right = *given.is_right.get(question)?;
                if is_right && !is_whole {
                    return Some(before);
                }
                if !given.agrees(question, &read) {
                    return None;
                }
                if is_right {
                    return Some(before);
                }
                let bits = before.bits + given.bits(question, frequencies);
                Some(Agreement { bits, wrong: before.wrong + 1 })
            });
        }
        if fits.iter().all(Option::is_none) {
            break;
        }
    }
    // That no other questions are answered wrongly is as unlikely as to draw just these.
    let places = |wrong| if is_whole { choose_bits(total, wrong) } else { 0.0 };
    fits.into_iter().map(|fit| fit.map(|fit| fit.bits + places(fit.wrong))).collect()
}

/// In how many ways `count` of `total` can be chosen, in bits.
fn choose_bits(total: u32, count: u32) -> f64 {
    let ratio = |place: u32| (f64::from(total - place) / f64::from(place + 1)).log2();
    (0..count.min(total)).map(ratio).sum()
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
