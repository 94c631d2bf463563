//! How often an answer is right that was made without looking at the task.
//!
//! The best blind guess is a fixed answer: for each question the one that is right most often. How often
//! that is, is counted over the tasks that the generator makes, and since a kind's questions do not depend on each other,
//! the whole answer is right as often as the product says. A small sample makes most guesses look better than they are: an
//! answer that is right once in a million tasks is right on one of five hundred if it is right on any.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::solution::Question;

/// A blind answer may be right on one task in two to this power, not more often.
const GUESS_BITS: f64 = 20.0;

/// Over fewer tasks a count says nothing.
pub const MIN_TASKS: u32 = 500;

/// What is known of the tasks so far, question by question.
#[derive(Default)]
pub(super) struct Guess {
    tasks: u32,
    questions: Vec<Tally>,
}

/// How rarely the best blind answer is right.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rarity {
    /// It is right on one task in two to this power.
    pub bits: f64,
    /// Or even more rarely: the sample is too small to see how rarely.
    pub is_at_least: bool,
}

/// An answer that is right on no more tasks than these may be so by chance: it is rarer than it looks.
const CHANCE: u32 = 2;

/// On how many tasks a question is asked, and on how many each answer to it is right.
#[derive(Default)]
struct Tally {
    asked: u32,
    right: HashMap<String, u32>,
}

impl Guess {
    pub(super) fn add(&mut self, questions: &[Question]) {
        self.tasks += 1;
        if self.questions.len() < questions.len() {
            self.questions.resize_with(questions.len(), Tally::default);
        }
        for (tally, question) in self.questions.iter_mut().zip(questions) {
            tally.asked += 1;
            for answer in BTreeSet::from_iter(question.answers()) {
                *tally.right.entry(answer.clone()).or_default() += 1;
            }
        }
    }

    /// How rarely the best blind answer is right; none over too few tasks, and where the tasks alone do not say what is right.
    pub(super) fn rarity(&self) -> Option<Rarity> {
        let best: Vec<u32> = self.questions.iter().map(|tally| self.best(tally)).collect();
        let bits = |&right: &u32| (f64::from(self.tasks) / f64::from(right)).log2();
        (self.tasks >= MIN_TASKS && !best.is_empty()).then(|| Rarity {
            bits: best.iter().map(bits).sum(),
            is_at_least: best.iter().any(|&right| right <= CHANCE),
        })
    }

    /// How many tasks there were.
    pub(super) fn tasks(&self) -> u32 {
        self.tasks
    }

    /// How rarely one of so many different answers is right, as a power of two: of the most frequent ones.
    ///
    /// An answer is right as often as the product over its questions says. The answers are sorted into bins by the bits that they have, rounded
    /// down: so each counts as more frequent than it is.
    pub(super) fn bits_of_any(&self, answers: f64) -> f64 {
        let mut bins = vec![1.0];
        for tally in &self.questions {
            // Where a question is not asked, it is right to say nothing.
            let silent = self.tasks - tally.asked;
            let counts = tally.right.values().copied().chain((silent > 0).then_some(silent));
            bins = with_question(&bins, counts.map(|count| self.share(count)));
        }
        let (mut left, mut found) = (answers, 0.0);
        for (bits, share) in (0_u32..).map(|bin| f64::from(bin) / BINS_PER_BIT).zip(bins) {
            // At least so many answers are in this bin.
            let count = share * bits.exp2();
            if count >= left {
                found += left * (-bits).exp2();
                break;
            }
            found += share;
            left -= count;
        }
        -found.min(1.0).log2()
    }

    fn share(&self, count: u32) -> f64 {
        f64::from(count) / f64::from(self.tasks)
    }

    /// On how many tasks the best blind answer to a question is right.
    fn best(&self, tally: &Tally) -> u32 {
        let most = tally.right.values().copied().max().unwrap_or(0);
        // Where a question is not asked, it is right to say nothing.
        most.max(self.tasks - tally.asked)
    }
}

/// How finely answers are sorted by the bits that they have.
const BINS_PER_BIT: f64 = 16.0;

/// How often an answer of each bin is right if one more question is asked, of which answers are right so often.
fn with_question(bins: &[f64], shares: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sums: Vec<f64> = Vec::new();
    for share in shares {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share is at most 1, and at least that of one task"
        )]
        let shift = (-share.log2() * BINS_PER_BIT) as usize;
        if sums.len() < bins.len() + shift {
            sums.resize(bins.len() + shift, 0.0);
        }
        for (sum, bin) in sums.iter_mut().skip(shift).zip(bins) {
            *sum += bin * share;
        }
    }
    sums
}

impl Rarity {
    /// Whether a blind answer is right too often.
    pub(super) fn lint(self, file: &str) -> Option<Diagnostic> {
        let Self { bits, .. } = self;
        (bits < GUESS_BITS).then(|| {
            let what = format!(
                "the best blind answer is right on one task in 2^{bits:.1}; expected at most one in 2^{GUESS_BITS}"
            );
            Diagnostic::new(DiagnosticCode::BudgetGuess, file, what, "ask for more in [params]")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(tasks: impl IntoIterator<Item = Vec<Question>>) -> Option<f64> {
        let mut guess = Guess::default();
        tasks.into_iter().for_each(|questions| guess.add(&questions));
        guess.rarity().map(|rarity| rarity.bits)
    }

    #[test]
    fn twenty_bits_are_enough() {
        let lint = |bits| Rarity { bits, is_at_least: false }.lint("07-sums/step.toml");
        assert!(lint(20.0).is_none());
        assert_eq!(lint(19.9).unwrap().code, DiagnosticCode::BudgetGuess);
    }

    #[test]
    fn a_coin_has_one_bit_and_three_coins_have_three() {
        let coin = |number: u32| Question::with_one_answer(number % 2);
        assert_eq!(bits((0..504).map(|number| vec![coin(number)])), Some(1.0));
        let three = |number: u32| vec![coin(number), coin(number / 2), coin(number / 4)];
        assert_eq!(bits((0..504).map(three)), Some(3.0));
    }

    #[test]
    fn the_answer_counts_that_is_right_most_often_among_all_that_are_accepted() {
        // Answer 7 is right on every task, among others.
        let any = |number: u32| vec![Question::with_any_of([100 + number, 7, 7])];
        assert_eq!(bits((0..500).map(any)), Some(0.0));
    }

    #[test]
    fn a_question_that_few_tasks_ask_adds_little() {
        let rare = |number: u32| {
            let asked = u32::from(number.is_multiple_of(4));
            (0..asked).map(|_| Question::with_one_answer(number)).collect()
        };
        assert_eq!(bits((0..500).map(rare)), Some((4.0_f64 / 3.0).log2()));
    }

    #[test]
    fn what_never_happens_twice_is_rarer_than_the_sample_shows() {
        let mut guess = Guess::default();
        (0..500).for_each(|number| guess.add(&[Question::with_one_answer(number)]));
        assert!(guess.rarity().unwrap().is_at_least);
        (0..500).for_each(|number| guess.add(&[Question::with_one_answer(number % 100)]));
        assert!(!guess.rarity().unwrap().is_at_least);
    }

    #[test]
    fn too_few_tasks_say_nothing() {
        assert_eq!(bits((0..499).map(|number| vec![Question::with_one_answer(number)])), None);
    }

    #[test]
    fn tasks_that_ask_nothing_that_can_be_guessed_say_nothing() {
        assert_eq!(bits((0..500).map(|_| Vec::new())), None);
    }
}
