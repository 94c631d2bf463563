//! How often a learner who does not know the rule finds the answer to a task by trying, until the task is closed.
//!
//! They know how often each answer to a question is right, counted over the tasks, and choose each of their ten answers by the replies to
//! those before. The board helps them no more than it helps a blind guess: who reads more from it has begun to solve the task. Two bounds hold
//! for every way to choose, and the lower one counts:
//!
//! - **Replies.** If a reply is one of R, at most 1 + R + … + R⁹ different answers are ever sent, whatever is right. They find what is right
//!   at most as often as it is one of so many answers, the most frequent ones. (Replies show a count for the first two wrong answers only:
//!   the replies to the others are all the same.)
//! - **Items.** Even if every reply showed for each item whether it is right, each would have to be one of ten values. They find an item at most
//!   as often as it is one of its ten most frequent values, and all items at most as often as the product says. Questions do not depend on
//!   each other; how the items of one question do, as the sums of rows and columns, is known to nobody who does not know the rule.
//!
//! A diagnosis is counted with the replies, with as many bits of each as in `leak`: it reveals whether an answer has a cause.

use std::collections::HashMap;

use super::guess::Guess;
use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::solution::Question;
use crate::verdict::{Feedback, TRIES, Verdict};

/// All tries together may find the answer of one task in two to this power, about one in five hundred.
const MIN_BITS: f64 = 9.0;

/// What is known of the tasks and of the replies so far.
#[derive(Default)]
pub(super) struct Tries {
    /// How many different answers are sent at most.
    sent: f64,
    /// How often each value is right, by question and by item.
    items: Vec<Vec<HashMap<String, u32>>>,
}

impl Tries {
    /// Counts what is right on one more task.
    pub(super) fn add(&mut self, questions: &[Question]) {
        if self.items.len() < questions.len() {
            self.items.resize_with(questions.len(), Vec::new);
        }
        for (items, question) in self.items.iter_mut().zip(questions) {
            for answer in question.answers() {
                let values: Vec<&str> = answer.split(',').collect();
                if items.len() < values.len() {
                    items.resize_with(values.len(), HashMap::new);
                }
                for (counts, value) in items.iter_mut().zip(values) {
                    *counts.entry(value.to_owned()).or_default() += 1;
                }
            }
        }
    }

    /// Takes from a reply how many different ones there may be.
    pub(super) fn observe(&mut self, verdict: &Verdict) {
        if let Verdict::Wrong { marks, feedback } = verdict {
            self.sent = self.sent.max(answers_sent(*feedback, marks.total));
        }
    }

    /// How rarely all tries together find the answer, as a power of two, if a diagnosis reveals so many bits.
    pub(super) fn bits(&self, guess: &Guess, diagnosis_bits: f64) -> f64 {
        let diagnoses = f64::from(TRIES - 1) * diagnosis_bits;
        let by_replies = guess.bits_of_any(self.sent * diagnoses.exp2());
        let items = self.items.iter().flatten();
        let by_items: f64 = items.map(|counts| bits_of_item(counts, guess.tasks())).sum();
        by_replies.max(by_items - diagnoses)
    }
}

/// How many different answers are sent at most, where an answer has so many items and its reply shows so much.
fn answers_sent(feedback: Feedback, items: usize) -> f64 {
    let items = f64::from(u32::try_from(items).unwrap_or(u32::MAX));
    let (replies, informative) = match feedback {
        Feedback::Silent => (1.0, 0),
        // From none to all but one.
        Feedback::Counted => (items, Feedback::COUNTED_REPLIES),
        // Those before the first wrong item are right, and of those behind it any number.
        Feedback::Located => (items * (items + 1.0) / 2.0, TRIES),
    };
    (0..TRIES).map(|earlier| replies.powf(earlier.min(informative).into())).sum()
}

/// How rarely an item is one of its most frequent values, as many as there are tries, if each value is right so often.
fn bits_of_item(counts: &HashMap<String, u32>, tasks: u32) -> f64 {
    let mut counts: Vec<u32> = counts.values().copied().collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    // Where an item is not asked for, nothing has to be found.
    let absent = tasks.saturating_sub(counts.iter().sum());
    let found = absent + counts.iter().take(TRIES as usize).sum::<u32>();
    -(f64::from(found) / f64::from(tasks)).min(1.0).log2()
}

/// Whether the tries find too much.
pub(super) fn lint(bits: f64, file: &str) -> Option<Diagnostic> {
    (bits < MIN_BITS).then(|| {
        let what = format!(
            "{TRIES} tries may find the answer of one task in 2^{bits:.1}; expected at most one in 2^{MIN_BITS}"
        );
        let help = "ask for more in [params], or choose a kind that reveals less";
        Diagnostic::new(DiagnosticCode::BudgetTries, file, what, help)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Marks;

    /// What all tries find of tasks with these answers, where replies show so much of so many items.
    fn bits(feedback: Feedback, total: usize, tasks: impl Iterator<Item = Vec<Question>>) -> f64 {
        let (mut guess, mut tries) = (Guess::default(), Tries::default());
        let marks = Marks { right: 0, total, first_wrong: Some(1) };
        tries.observe(&Verdict::Wrong { marks, feedback });
        for questions in tasks {
            guess.add(&questions);
            tries.add(&questions);
        }
        tries.bits(&guess, 0.0)
    }

    /// The tasks of questions with so many equally frequent answers each.
    fn uniform(questions: u32, answers: u32) -> impl Iterator<Item = Vec<Question>> {
        let digit = move |task: u32, place| task / answers.pow(place) % answers;
        (0..answers.pow(questions)).map(move |task| {
            (0..questions).map(|place| Question::with_one_answer(digit(task, place))).collect()
        })
    }

    #[test]
    fn ten_answers_are_sent_where_replies_say_nothing() {
        // Ten of 4096.
        let found = bits(Feedback::Silent, 4, uniform(4, 8));
        assert!((found - 409.6_f64.log2()).abs() < 1e-9, "{found}");
        assert!(bits(Feedback::Silent, 2, uniform(2, 3)) > -1e-9);
    }

    #[test]
    fn what_replies_tell_multiplies_the_answers_that_are_sent() {
        let is_sent = |feedback, items, expected: u32| {
            let sent = answers_sent(feedback, items);
            assert!((sent - f64::from(expected)).abs() < 1e-6, "{sent}");
        };
        is_sent(Feedback::Silent, 8, 10);
        is_sent(Feedback::Counted, 8, 1 + 8 + 8 * 64);
        is_sent(Feedback::Located, 1, 10);
        is_sent(Feedback::Located, 2, (3_u32.pow(10) - 1) / 2);
    }

    #[test]
    fn items_of_many_values_are_not_found_one_after_the_other() {
        // By located replies every one of 2^18 answers may be sent, but each of three items has 64 values.
        let found = bits(Feedback::Located, 30, uniform(3, 64));
        assert!((found - 3.0 * 6.4_f64.log2()).abs() < 1e-9, "{found}");
        // Of the items of one question, one has two values and the other a hundred.
        let pair = |task: u32| vec![Question::with_all_of([task % 2, task])];
        let found = bits(Feedback::Located, 30, (0..100).map(pair));
        assert!((found - 10.0_f64.log2()).abs() < 1e-9, "{found}");
    }

    #[test]
    fn a_diagnosis_helps_to_find_the_answer() {
        let (mut guess, mut tries) = (Guess::default(), Tries { sent: 10.0, ..Tries::default() });
        for questions in uniform(4, 8) {
            guess.add(&questions);
            tries.add(&questions);
        }
        assert!((tries.bits(&guess, 0.0) - tries.bits(&guess, 0.1) - 0.9).abs() < 1e-9);
    }

    #[test]
    fn one_in_five_hundred_may_be_found() {
        assert!(lint(9.0, "07-sums/step.toml").is_none());
        assert_eq!(lint(8.9, "07-sums/step.toml").unwrap().code, DiagnosticCode::BudgetTries);
    }
}
