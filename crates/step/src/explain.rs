//! Finding out why an answer is wrong.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::iter;
use std::sync::OnceLock;

use super::exercise::Exercise;
use super::form::{self, Form};
use super::given::Given;
use super::kind::Kind;

use super::answer::Answer;
use super::reading::{MAX_QUESTIONS, Profile, Readings, in_order};
use super::solution::Solution;
use super::solved::{Frequencies, Rule, SolvedTask};
use super::verdict::{Diagnosis, Explanation, Feedback, Fit};
use gradus_text::Text;

/// How many readings are compared with a whole answer at most. What the misconceptions that make pairs answer alone, and a search for the
/// wrong items only, are limited by [`Kind::DIAGNOSIS_LIMIT`], as all of it is; that search has a quarter of the limit in any case.
const MAX_READINGS: usize = 500;

/// An answer that is so many times as long as a right one is not explained if it is longer than [`SHORT`] besides. In binary digits a
/// right one is about three times as long.
const LONGEST: usize = 4;

/// An answer of so many bytes is never too long: a misreading may find a hundred cells where the rule finds two.
const SHORT: usize = 8 * 1024;

/// How unlikely it must be that a reading gives the wrong items, and only these, by chance: one in two to this power. There are many
/// more readings with two wrong alternatives than with one, so that one of them fits by chance more easily.
// Measured with a set of 300 wrong programs on 20 boards each, of which a reader had judged every cause: of 5253 answers with a
// cause, about 60 had a false one. With 10 bits for one alternative 92 true causes and 4 false ones are lost. With 13 for two,
// many pairs of the kinds whose items are of few values are not named. A right answer with one word of one item left out gets a cause
// on the boards on which a misreading gives just that, three times in a hundred where the items are sets. Of the answers of single
// misreadings of steps 25, 26 and 34 as many are of that sort, so that no limit would take the one and leave the other.
const WHOLE_BITS: [f64; 3] = [8.0, 12.0, 14.0];

/// The same for a reading whose answer is also written in another form, which counts like another wrong alternative.
const REWRITTEN_BITS: f64 = 14.0;

/// The same for an alternative that a task need not show. There are so many of them that some one often gives a single wrong item by
/// chance, so it takes two.
const SELDOM_BITS: f64 = 11.5;

/// The same where the reading gives every wrong item, and others instead of some right ones.
const ITEMS_BITS: f64 = 10.0;

/// A reading that gives the wrong items answers at most so many other questions wrongly, for each of them, that are answered rightly.
const MOST_SPARED: u32 = 2;

/// The cause of this name that an exercise knows, also of several alternatives at once, or of a form.
pub fn explanation(exercise: &dyn Exercise, id: &str) -> Option<Explanation> {
    let known = |id| exercise.misconceptions().iter().find(|known| known.id == id).cloned();
    let causes = id.split('+').map(|id| known(id).or_else(|| form::explanation(id)));
    let causes: Vec<Explanation> = causes.collect::<Option<_>>()?;
    causes.into_iter().reduce(|one, other| one.and(&other))
}

/// Explains wrong answers by the readings of a kind.
pub(super) struct Explainer<K: Kind> {
    pub readings: Readings<K::Reading>,
    /// The single wrong alternatives.
    pub misconceptions: Vec<Explanation>,
    /// The wrong alternatives that are combined with others.
    combined: Vec<usize>,
    /// One wrong alternative.
    singles: Vec<[usize; 1]>,
    /// Two at once, the likely ones first.
    pub pairs: Vec<[usize; 2]>,
    /// Three.
    triples: Vec<[usize; 3]>,
    frequencies: OnceLock<Frequencies>,
}

impl<K: Kind> Explainer<K> {
    pub(super) fn new(readings: Readings<K::Reading>) -> Self {
        let explain = |alternative: &super::reading::Alternative<_>| {
            let mut hints = K::hints().iter().copied().flatten();
            let hint = hints.find(|hint| hint.name() == alternative.hint);
            // `check` reports a hint that is missing; a learner without one still learns the name.
            let hint = hint
                .map_or_else(|| Text::from(&alternative.id), |hint| hint.with(&alternative.values));
            Explanation { id: alternative.id.clone(), hint }
        };
        let misconceptions = readings.alternatives().iter().map(explain).collect();
        let singles = readings.choices();
        let pairs: Vec<[usize; 2]> = readings.choices();
        let combined: BTreeSet<usize> = pairs.iter().flatten().copied().collect();
        let combined = combined.into_iter().collect();
        // Where the pairs use up the limit, triples are never tried.
        let is_cheap = readings.alternatives().len() + pairs.len() < MAX_READINGS;
        let triples = if is_cheap { readings.choices() } else { Vec::new() };
        Self {
            readings,
            misconceptions,
            combined,
            singles,
            pairs,
            triples,
            frequencies: OnceLock::new(),
        }
    }

    /// The cause that a choice of wrong alternatives is.
    fn cause(&self, chosen: &[usize]) -> Option<Explanation> {
        let known = chosen.iter().filter_map(|&index| self.misconceptions.get(index)).cloned();
        known.reduce(|one, other| one.and(&other))
    }

    /// Counts how frequent answers are, if that is not done yet.
    pub(super) fn prepare(&self, rule: &Rule<K>) -> &Frequencies {
        self.frequencies.get_or_init(|| Frequencies::of(rule))
    }

    /// Explains an answer that is not accepted.
    pub(super) fn explain(
        &self,
        rule: &Rule<K>,
        solved: &SolvedTask<K>,
        answer: &Answer,
    ) -> Option<Diagnosis> {
        let right = solved.solution();
        if answer.as_str().len() > SHORT.max(LONGEST * right.as_str().len()) {
            return None;
        }
        let frequencies = self.prepare(rule);
        let given = Given::new(solved, answer);
        let mut search = Search {
            explainer: self,
            frequencies,
            right: Given::new(solved, &right),
            readings_left: MAX_READINGS,
            questions_left: K::DIAGNOSIS_LIMIT,
        };
        let form = || form::explain(solved, answer, &|item| frequencies.bits(item));
        if given.is_whole() && form::repeats_one_item(answer) {
            return form().or_else(|| search.unfinished(&given, Form::OneItemForAll));
        }
        if given.is_whole() && form::finds_nothing(answer) {
            return search.unfinished(&given, Form::NothingFound);
        }
        let found = search.whole(&given, answer).or_else(form).or_else(|| search.items(&given));
        // The learner sees the board, so this reveals nothing.
        found.or_else(|| Diagnosis::not_free(1 + given.first_taken()?))
    }
}

/// A search for the readings that give an answer.
struct Search<'a, K: Kind> {
    explainer: &'a Explainer<K>,
    frequencies: &'a Frequencies,
    right: Given<'a, K>,
    readings_left: usize,
    questions_left: usize,
}

impl<K: Kind> Search<'_, K> {
    /// The readings whose whole answer is the given one, with the fewest wrong alternatives.
    fn whole(&mut self, given: &Given<'_, K>, answer: &Answer) -> Option<Diagnosis> {
        if !given.is_whole() {
            return None;
        }
        let Explainer { singles, triples, .. } = self.explainer;
        let rewritten = form::otherwise(answer, K::Solution::ITEMS);
        let (forms, rewritten): (Vec<_>, Vec<_>) = rewritten.into_iter().unzip();
        let rewritten: Vec<Given<'_, K>> =
            rewritten.iter().map(|answer| Given::new(given.solved, answer)).collect();
        let versions: Vec<&Given<'_, K>> = iter::once(given).chain(&rewritten).collect();
        let [one, _, three] = WHOLE_BITS;
        let mut causes = self.fitting(&versions, &forms, one, &mut slices(singles));
        if causes.is_empty() {
            causes = self.fitting_pairs(given);
        }
        if causes.is_empty() {
            causes = self.fitting(&[given], &[], three, &mut slices(triples));
        }
        Diagnosis::of(Fit::Whole, causes)
    }

    /// The two misconceptions at once whose whole answer is the given one.
    fn fitting_pairs(&mut self, given: &Given<'_, K>) -> Vec<Explanation> {
        let pairs = &self.explainer.pairs;
        let pairs = match self.profiles(given) {
            Some(profiles) => in_order(pairs, &profiles, &given.is_right).into(),
            None => Cow::Borrowed(pairs.as_slice()),
        };
        self.fitting(&[given], &[], WHOLE_BITS[1], &mut slices(&pairs))
    }

    /// Explains an answer of a form that a program sends that is not finished: it has the same item for all questions. If that is short, as
    /// 0 is, some two misconceptions at once nearly always give it too; so only one is named beside the form.
    fn unfinished(&mut self, given: &Given<'_, K>, form: Form) -> Option<Diagnosis> {
        let singles = &mut slices(&self.explainer.singles);
        let mut causes = self.fitting(&[given], &[], WHOLE_BITS[0], singles);
        if causes.is_empty() && given.texts.first().is_some_and(|item| self.is_worked_out(item)) {
            causes = self.fitting_pairs(given);
        }
        let fit = if causes.is_empty() { Fit::Form } else { Fit::Whole };
        causes.truncate(Diagnosis::MAX_CAUSES - 1);
        causes.extend(form.explanation());
        Diagnosis::of(fit, causes)
    }

    /// Whether an item is none that a program sends for want of a better one: it is of several words, and hardly ever right.
    fn is_worked_out(&self, item: &str) -> bool {
        item.split_whitespace().nth(2).is_some() && self.frequencies.is_rare(item)
    }

    /// The misconceptions that give every wrong item, for a program that goes wrong only sometimes.
    fn items(&mut self, given: &Given<'_, K>) -> Option<Diagnosis> {
        // The diagnosis shows which items are right.
        if K::FEEDBACK != Feedback::Located || !given.is_whole() {
            return None;
        }
        // Even if the search for whole fits has used up the limit, many misconceptions can be ruled out by few questions.
        self.questions_left = self.questions_left.max(K::DIAGNOSIS_LIMIT / 4);
        let mut causes = Vec::new();
        for index in 0..self.explainer.misconceptions.len() {
            if self.questions_left == 0 {
                break;
            }
            let fits = self.fits(&[given], &[index], Compared::WrongItems);
            let least = if self.is_seldom(&[index]) { SELDOM_BITS } else { ITEMS_BITS };
            if fits.into_iter().flatten().any(|bits| bits >= least) {
                causes.extend(self.explainer.cause(&[index]));
            }
        }
        Diagnosis::of(Fit::Items, causes)
    }

    /// What the misconceptions that are combined answer alone, but for the slow questions, by their numbers; nothing if that takes more than half of the questions
    /// that are left.
    fn profiles(&mut self, given: &Given<'_, K>) -> Option<Vec<Option<Profile>>> {
        let questions = given.is_right.len().saturating_sub(K::SLOW_QUESTIONS);
        let combined = &self.explainer.combined;
        let cost = combined.len() * questions;
        if given.is_right.len() > MAX_QUESTIONS || cost > self.questions_left / 2 {
            return None;
        }
        self.questions_left -= cost;
        let mut profiles = vec![None; self.explainer.misconceptions.len()];
        for &index in combined {
            let mut profile = Profile::default();
            let mut note = |question, read: &K::Solution| {
                let is_given = given.agrees(question, read);
                profile.note(question, self.right.agrees(question, read), is_given);
            };
            if let Some(kept) = given.solved.misread(index) {
                let kept = kept.iter().take(questions).enumerate();
                kept.for_each(|(question, read)| note(question, read));
            } else {
                let Some(reading) = self.explainer.readings.with(&[index]) else { continue };
                let solutions = K::solve(&given.solved.task, &reading).take(questions).enumerate();
                solutions.for_each(|(question, read)| note(question, &read));
            }
            *profiles.get_mut(index)? = Some(profile);
        }
        Some(profiles)
    }

    /// The causes among these choices of wrong alternatives that fit the first version of the answer by chance only once in two to the
    /// power of `least`; if there are none, those that fit another version, whose forms these are. When a limit is reached, the
    /// choices that are left are not looked at, and what was found before is named all the same: it gives the whole answer, and the
    /// likely choices come first, so that what else might fit is rarer. To name nothing then would lose true causes and no false ones.
    fn fitting(
        &mut self,
        versions: &[&Given<'_, K>],
        forms: &[Form],
        least: f64,
        choices: &mut dyn Iterator<Item = &[usize]>,
    ) -> Vec<Explanation> {
        let (mut causes, mut rewritten) = (Vec::new(), Vec::new());
        for chosen in choices {
            if self.readings_left == 0 || self.questions_left == 0 {
                break;
            }
            self.readings_left -= 1;
            let cause = || self.explainer.cause(chosen);
            let mut fits = self.fits(versions, chosen, Compared::AllItems).into_iter();
            let is_seldom = self.is_seldom(chosen);
            let least = if is_seldom { least.max(SELDOM_BITS) } else { least };
            // With more causes than `MAX_CAUSES` none is named, so the misconceptions that every task shows come first.
            if is_seldom && causes.len() >= Diagnosis::MAX_CAUSES {
                continue;
            }
            if fits.next().flatten().is_some_and(|bits| bits >= least) {
                causes.extend(cause());
            }
            for (form, bits) in forms.iter().zip(fits) {
                if bits.is_some_and(|bits| bits >= REWRITTEN_BITS) {
                    let both = cause().zip(form.explanation());
                    rewritten.extend(both.map(|(cause, form)| cause.and(&form)));
                }
            }
        }
        if causes.is_empty() { rewritten } else { causes }
    }

    /// Whether a task need not show one of these.
    fn is_seldom(&self, chosen: &[usize]) -> bool {
        let alternatives = self.explainer.readings.alternatives();
        chosen.iter().any(|&index| alternatives.get(index).is_some_and(|known| known.is_seldom))
    }

    /// For each of several answers to the task, how unlikely it is in bits that its wrong items are by chance those of the reading with
    /// these wrong alternatives; none if they are not, or if the right items are not and have to be. Each question that is solved is
    /// taken from those that are left, also where its answer is kept: the diagnosis must not depend on that.
    fn fits(
        &mut self,
        answers: &[&Given<'_, K>],
        chosen: &[usize],
        compared: Compared,
    ) -> Vec<Option<f64>> {
        let solved = self.right.solved;
        let kept = if let &[index] = chosen { solved.misread(index) } else { None };
        let reading = if kept.is_none() { self.explainer.readings.with(chosen) } else { None };
        let mut solutions = reading.as_ref().map(|reading| K::solve(&solved.task, reading));
        let mut fits = vec![Some(Agreement { bits: 0.0, wrong: 0, spared: 0 }); answers.len()];
        let mut total = 0;
        for question in 0..solved.solutions.len() {
            let Some(left) = self.questions_left.checked_sub(1) else {
                return vec![None; answers.len()];
            };
            // Only now is it solved.
            let next = solutions.as_mut().and_then(Iterator::next);
            let kept = kept.and_then(|kept| kept.get(question));
            let Some(read) = kept.or(next.as_ref()) else { break };
            self.questions_left = left;
            total += 1;
            for (given, fit) in answers.iter().zip(&mut fits) {
                let before = *fit;
                *fit = before.and_then(|before| {
                    let is_right = *given.is_right.get(question)?;
                    if is_right && compared == Compared::WrongItems {
                        let is_spared = !self.right.agrees(question, read);
                        return Some(Agreement {
                            spared: before.spared + u32::from(is_spared),
                            ..before
                        });
                    }
                    if !given.agrees(question, read) {
                        return None;
                    }
                    if is_right {
                        return Some(before);
                    }
                    let bits = before.bits + given.bits(question, self.frequencies);
                    Some(Agreement { bits, wrong: before.wrong + 1, ..before })
                });
            }
            if fits.iter().all(Option::is_none) {
                break;
            }
        }
        // That no other questions are answered wrongly is as unlikely as to draw just these; or where the answer ends, if they are the
        // last ones and have the same item, as of a program that stops early.
        let places = |given: &Given<'_, K>, wrong| match compared {
            Compared::AllItems if given.stops_early => choose_bits(total, 1),
            Compared::AllItems => choose_bits(total, wrong),
            Compared::WrongItems => 0.0,
        };
        // What goes wrong much less often than it goes right is another mistake.
        let fits =
            fits.into_iter().map(|fit| fit.filter(|fit| fit.spared <= MOST_SPARED * fit.wrong));
        let fits = fits.zip(answers);
        fits.map(|(fit, given)| fit.map(|fit| fit.bits + places(given, fit.wrong))).collect()
    }
}

/// Choices of any number of alternatives.
fn slices<const N: usize>(choices: &[[usize; N]]) -> impl Iterator<Item = &[usize]> {
    choices.iter().map(<[usize; N]>::as_slice)
}

/// Which items of an answer a reading has to give.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compared {
    AllItems,
    WrongItems,
}

/// How well a reading fits an answer, as far as its questions are compared.
#[derive(Clone, Copy)]
struct Agreement {
    /// How unlikely the wrong items are, in bits.
    bits: f64,
    /// How many questions are answered wrongly.
    wrong: u32,
    /// How many are answered rightly although the reading answers them wrongly.
    spared: u32,
}

/// In how many ways `count` of `total` can be chosen, in bits.
fn choose_bits(total: u32, count: u32) -> f64 {
    let ratio = |place: u32| (f64::from(total - place) / f64::from(place + 1)).log2();
    (0..count.min(total)).map(ratio).sum()
}
