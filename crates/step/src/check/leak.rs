//! How much of the answer one reply reveals.
//!
//! Replies are distinguished by the verdict, by what they say of the items, and by the causes that they name.
//! One answer that is sent to many tasks gets different replies; their entropy is the number of bits that such a reply
//! reveals of the task's own answer. The answers that are tried are the right ones of other tasks, and what each
//! misconception answers. The one that learns the most counts.
//!
//! Explaining takes longer than judging, so these replies are not explained. What a diagnosis reveals is added to what the items do, as
//! many bits as it is on average over the answers that are explained:
//!
//! - Of a right answer of another task it reveals whether it gets a cause, though it has none: 0.02 bits, if one in a thousand is.
//! - Which other misconceptions give the same answer as one does can be computed from the task. So it reveals only whether the
//!   misconception is named, which it is not where its wrong items are too few: 0.08 bits, if 99 of 100 are named.

use std::collections::HashMap;

use super::explanation::{Explanations, Share};
use super::guess::{MIN_TASKS, Rarity};
use super::tries::Tries;
use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::exercise::{TaskInstance, WorkedAnswer};
use crate::verdict::Verdict;

/// This many replies together must reveal less than the whole answer.
const REPLIES: f64 = 8.0;

/// How many tasks' right answers are sent to the other tasks.
const PROBES: usize = 4;

/// What can be read from a reply.
#[derive(PartialEq, Eq, Hash)]
enum Reply {
    Accepted,
    /// How many items are right, and the first wrong one, as far as the reply reveals them.
    Wrong(Option<usize>, Option<usize>),
}

/// The replies that answers got.
#[derive(Default)]
pub(super) struct Leak {
    probes: Vec<(WorkedAnswer, Replies)>,
    mistakes: HashMap<String, Replies>,
}

/// How often each reply came.
#[derive(Default)]
struct Replies {
    count: u32,
    counts: HashMap<Reply, u32>,
}

impl Leak {
    /// Counts the reply to a misconception's answer.
    pub(super) fn observe(&mut self, mistake: &str, verdict: &Verdict) {
        self.mistakes.entry(mistake.to_owned()).or_default().observe(verdict);
    }

    /// Sends the right answers of other tasks to this one, and perhaps this one's to those that follow.
    pub(super) fn probe(&mut self, task: &dyn TaskInstance, tries: &mut Tries) {
        for (WorkedAnswer { answer, evidence }, replies) in &mut self.probes {
            let verdict = task.judge(answer, evidence);
            replies.observe(&verdict);
            tries.observe(&verdict);
        }
        if self.probes.len() < PROBES {
            self.probes.push((task.solution(), Replies::default()));
        }
    }

    /// How many bits one reply reveals, if answers get causes so often; none over too few tasks.
    pub(super) fn bits(&self, explanations: Explanations) -> Option<f64> {
        let of_probe = of_diagnosis(explanations);
        let probes = self.probes.iter().map(|(_, replies)| (replies, of_probe));
        let of_mistake = entropy_of(explanations.singles);
        let mistakes = self.mistakes.values().map(|replies| (replies, of_mistake));
        let replies = probes.chain(mistakes);
        // A probe is not sent to the task that it is taken from.
        let most = replies.clone().map(|(replies, _)| replies.count).max().unwrap_or(0);
        let bits = replies.map(|(replies, more)| entropy(replies.counts.values().copied()) + more);
        (most + 1 >= MIN_TASKS).then(|| bits.fold(0.0, f64::max))
    }
}

/// How many bits a diagnosis reveals of an answer that has no cause: whether it gets one.
pub(super) fn of_diagnosis(explanations: Explanations) -> f64 {
    entropy_of(explanations.without_cause)
}

fn entropy_of(share: Share) -> f64 {
    entropy([share.count, share.of - share.count])
}

impl Replies {
    fn observe(&mut self, verdict: &Verdict) {
        let reply = match verdict {
            Verdict::Accepted => Reply::Accepted,
            &Verdict::Wrong { marks, feedback } => {
                let marks = feedback.shown(marks, 0);
                let first_wrong = marks.and_then(|marks| marks.first_wrong);
                Reply::Wrong(marks.map(|marks| marks.right), first_wrong)
            }
            // Whether an answer is malformed can be seen from the task.
            Verdict::Malformed(_) | Verdict::JudgeError(_) => return,
        };
        self.count += 1;
        *self.counts.entry(reply).or_default() += 1;
    }
}

/// How much is learned, in bits, from what has happened in as many ways as there are counts, and so often in each.
fn entropy(counts: impl IntoIterator<Item = u32, IntoIter: Clone>) -> f64 {
    let counts = counts.into_iter().filter(|&count| count > 0);
    let of: u32 = counts.clone().sum();
    let share = |count| f64::from(count) / f64::from(of);
    counts.map(share).map(|p| -p * p.log2()).sum()
}

/// Whether a reply reveals too much of an answer that a blind guess hits so rarely.
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
    use crate::verdict::{Feedback, Marks};

    fn wrong(right: usize, feedback: Feedback) -> Verdict {
        let marks = Marks { right, total: 8, first_wrong: Some(right + 1) };
        Verdict::Wrong { marks, feedback }
    }

    /// So many of 500 misconceptions are found.
    fn found(count: u32) -> Explanations {
        Explanations { singles: Share { count, of: 500 }, ..Explanations::default() }
    }

    fn bits(replies: impl IntoIterator<Item = Verdict>) -> Option<f64> {
        let mut leak = Leak::default();
        replies.into_iter().for_each(|verdict| leak.observe("mistake", &verdict));
        leak.bits(found(500))
    }

    #[test]
    fn four_equally_frequent_replies_are_two_bits() {
        assert_eq!(bits((0..500).map(|number| wrong(number % 4, Feedback::Counted))), Some(2.0));
    }

    #[test]
    fn a_silent_reply_reveals_nothing() {
        assert_eq!(bits((0..500).map(|number| wrong(number % 4, Feedback::Silent))), Some(0.0));
    }

    #[test]
    fn whether_a_misconception_is_told_reveals_something_too() {
        let mut leak = Leak::default();
        (0..500).for_each(|number| leak.observe("mistake", &wrong(number % 4, Feedback::Counted)));
        assert_eq!(leak.bits(found(250)), Some(3.0));
    }

    #[test]
    fn too_few_replies_say_nothing() {
        assert_eq!(bits((0..150).map(|number| wrong(number % 4, Feedback::Counted))), None);
    }

    #[test]
    fn an_eighth_may_leak() {
        let code = |bits, leak, is_at_least| {
            lint(Rarity { bits, is_at_least }, leak, "07-sums/step.toml").map(|found| found.code)
        };
        assert_eq!(code(20.0, 2.5, false), None);
        assert_eq!(code(20.0, 2.6, false), Some(DiagnosticCode::BudgetLeak));
        assert_eq!(code(20.0, 9.0, true), None);
    }
}
