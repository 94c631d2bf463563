//! How much of the answer one reply reveals.
//!
//! Replies are distinguished by the verdict, by what they say of the items, and by the misconception that they name.
//! One answer that is sent to many tasks gets replies of many sorts; their entropy is the number of bits that such a reply
//! reveals of the task's own answer. The answers that are tried are the right ones of other tasks, and what each
//! misconception answers. The one that learns the most counts.

use std::collections::HashMap;

use super::guess::{MIN_TASKS, Rarity};
use crate::step::diagnostic::{Diagnostic, DiagnosticCode};
use crate::step::exercise::{TaskInstance, WorkedAnswer};
use crate::step::verdict::Verdict;

/// This many replies together must reveal less than the whole answer.
const REPLIES: f64 = 8.0;

/// How many tasks' right answers are sent to the other tasks.
const PROBES: usize = 4;

/// What can be read from a reply.
#[derive(PartialEq, Eq, Hash)]
enum Reply {
    Accepted,
    /// How many items are right, the first wrong one, and the misconception, as far as the reply reveals them.
    Wrong(Option<usize>, Option<usize>, Option<String>),
}

/// The replies that answers got.
#[derive(Default)]
pub(super) struct Leak {
    probes: Vec<(WorkedAnswer, Replies)>,
    mistakes: HashMap<String, Replies>,
}

/// Replies by their sort.
#[derive(Default)]
struct Replies {
    heard: u32,
    sorts: HashMap<Reply, u32>,
}

impl Leak {
    /// Notes the reply to a misconception's answer.
    pub(super) fn hear(&mut self, mistake: &str, verdict: &Verdict) {
        self.mistakes.entry(mistake.to_owned()).or_default().hear(verdict);
    }

    /// Sends the right answers of other tasks to this one, and perhaps this one's to those that follow.
    pub(super) fn probe(&mut self, task: &dyn TaskInstance, solution: WorkedAnswer) {
        for (answer, replies) in &mut self.probes {
            replies.hear(&task.judge(&answer.submission, &answer.evidence));
        }
        if self.probes.len() < PROBES {
            self.probes.push((solution, Replies::default()));
        }
    }

    /// How many bits one reply tells; none over too few tasks.
    pub(super) fn bits(&self) -> Option<f64> {
        let replies = self.probes.iter().map(|(_, replies)| replies).chain(self.mistakes.values());
        // The probes do not hear of the tasks that they are taken from.
        let heard = replies.clone().map(|replies| replies.heard).max().unwrap_or(0);
        (heard + 1 >= MIN_TASKS).then(|| replies.map(Replies::entropy).fold(0.0, f64::max))
    }
}

impl Replies {
    fn hear(&mut self, verdict: &Verdict) {
        let reply = match verdict {
            Verdict::Accepted => Reply::Accepted,
            Verdict::Wrong(wrong) => {
                let told = wrong.told();
                let misconception = wrong.misconception.as_ref().map(|known| known.id.to_string());
                let first_wrong = told.and_then(|marks| marks.first_wrong);
                Reply::Wrong(told.map(|marks| marks.right), first_wrong, misconception)
            }
            // That an answer has another form is in the task already.
            Verdict::Malformed(_) | Verdict::JudgeError(_) => return,
        };
        self.heard += 1;
        *self.sorts.entry(reply).or_default() += 1;
    }

    fn entropy(&self) -> f64 {
        let share = |&count: &u32| f64::from(count) / f64::from(self.heard);
        self.sorts.values().map(share).map(|p| -p * p.log2()).sum()
    }
}

/// Whether a reply tells too much of an answer that a blind guess hits so rarely.
///
/// If the guess is too rare for the sample to measure, the share cannot be computed.
pub(super) fn lint(guess: Rarity, leak_bits: f64, file: &str) -> Option<Diagnostic> {
    let too_much = !guess.is_at_least && leak_bits * REPLIES > guess.bits;
    too_much.then(|| {
        let what = format!(
            "one reply reveals {leak_bits:.1} bits of an answer that has {:.1}; expected at most an eighth",
            guess.bits
        );
        let help = "ask for more in [params], or choose a kind that reveals less";
        Diagnostic::new(DiagnosticCode::BudgetLeak, file, what, help)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::verdict::{Feedback, Marks, Wrong};

    fn wrong(right: usize, feedback: Feedback) -> Verdict {
        let marks = Marks { right, total: 8, first_wrong: Some(right + 1) };
        Verdict::Wrong(Wrong { marks, feedback, misconception: None })
    }

    fn bits(replies: impl IntoIterator<Item = Verdict>) -> Option<f64> {
        let mut leak = Leak::default();
        replies.into_iter().for_each(|verdict| leak.hear("mistake", &verdict));
        leak.bits()
    }

    #[test]
    fn four_sorts_of_replies_are_two_bits() {
        assert_eq!(bits((0..500).map(|number| wrong(number % 4, Feedback::Counted))), Some(2.0));
    }

    #[test]
    fn a_reply_that_says_nothing_tells_nothing() {
        assert_eq!(bits((0..500).map(|number| wrong(number % 4, Feedback::Silent))), Some(0.0));
    }

    #[test]
    fn too_few_replies_say_nothing() {
        assert_eq!(bits((0..150).map(|number| wrong(number % 4, Feedback::Counted))), None);
    }

    #[test]
    fn an_eighth_may_leak() {
        let told = |bits, leak, is_at_least| {
            lint(Rarity { bits, is_at_least }, leak, "07-sums/step.toml").map(|found| found.code)
        };
        assert_eq!(told(20.0, 2.5, false), None);
        assert_eq!(told(20.0, 2.6, false), Some(DiagnosticCode::BudgetLeak));
        assert_eq!(told(20.0, 9.0, true), None);
    }
}
