//! Attempts: the judged answers of registered learners.

use super::guessing::{Refusal, WrongRun, seconds_left_of_day};
use crate::course::{Credit, Grade, LearnerId};
use crate::step::{Fingerprint, Fit, Marks, Nonce, StepNumber, TRIES, Timestamp};

/// A judged answer of a registered learner, to be recorded. It has everything that is needed to judge it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAttempt {
    /// The learner.
    pub learner: LearnerId,
    /// The step.
    pub step: StepNumber,
    /// The kind of the step: a number that is used again for another kind does not inherit who solved it.
    pub kind: String,
    /// The fingerprint of the step. Step, fingerprint, learner and nonce identify the task.
    pub fingerprint: Fingerprint,
    /// The nonce of the task.
    pub nonce: Nonce,
    /// The answer as it was sent, lists joined by commas.
    pub raw: RawAnswer,
    /// The answer in its canonical form, which is the same for every way of writing one answer.
    pub canonical: String,
    /// The verdict.
    pub verdict: StoredVerdict,
    /// What the verdict depends on.
    pub basis: VerdictBasis,
    /// What it earns if it is accepted, now or when it is judged again, by the rules in force now.
    pub worth: Credit,
    /// Whether it is late by these rules.
    pub late: bool,
    /// The task as JSON, as it is sent without token and links. It is stored once, with the first attempt.
    pub task: String,
    /// When it was judged.
    pub at: Timestamp,
}

/// An answer as it was sent, so far as it is stored: of one that is much longer than its canonical form, the rest is only a length and a hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawAnswer {
    /// The answer, or its beginning.
    pub beginning: String,
    /// What is not stored, if anything is not.
    pub rest: Option<RawRest>,
}

/// The end of a long answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawRest {
    /// Its length in bytes.
    pub length: usize,
    /// The first 16 bytes of its BLAKE3 hash.
    pub hash: [u8; 16],
}

impl RawAnswer {
    /// By so many bytes an answer may be longer than its canonical form and still be stored whole.
    pub const SURPLUS: usize = 1024;

    /// The answer that was sent, with this canonical form.
    #[must_use]
    pub fn new(sent: &str, canonical: &str) -> Self {
        let limit = beginning(canonical).len() + Self::SURPLUS;
        let limit = sent.floor_char_boundary(limit);
        let (beginning, rest) = sent.split_at(limit);
        let rest =
            (!rest.is_empty()).then(|| RawRest { length: rest.len(), hash: short_hash(rest) });
        Self { beginning: beginning.to_owned(), rest }
    }
}

/// A canonical answer is stored up to so many bytes. Right ones have some 7000; where items may have any length, a wrong one may have more.
const CANONICAL_LIMIT: usize = 32 * 1024;

/// What is stored of a canonical answer. Its hash is that of the whole.
pub(super) fn beginning(canonical: &str) -> &str {
    canonical.get(..canonical.floor_char_boundary(CANONICAL_LIMIT)).unwrap_or(canonical)
}

/// The hash by which an answer, in its canonical form, is known: with the learner and the task it identifies an attempt.
#[must_use]
pub fn answer_hash(canonical: &str) -> [u8; 16] {
    short_hash(canonical)
}

/// The first 16 bytes of a text's BLAKE3 hash.
pub(super) fn short_hash(text: &str) -> [u8; 16] {
    let mut hash = [0; 16];
    blake3::Hasher::new().update(text.as_bytes()).finalize_xof().fill(&mut hash);
    hash
}

/// A verdict that is stored. Malformed answers are not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredVerdict {
    /// Every item is right.
    Accepted,
    /// At least one item is wrong.
    Wrong {
        /// How many items are right, and the first wrong one. None in attempts from before marks were stored, and in those that were
        /// not explained because too many others waited.
        marks: Option<Marks>,
        /// What explains the answer, if something does.
        diagnosis: Option<StoredDiagnosis>,
    },
}

/// A diagnosis by the ids of its causes: their hints are texts of the crates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredDiagnosis {
    /// What the causes explain.
    pub fit: Fit,
    /// The ids of one cause, or of up to three, of which one is true.
    pub causes: Vec<String>,
}

/// What a verdict depends on. It decides which verdict is kept when the same answer is sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictBasis {
    /// The task and the answer. They do not change, so the stored verdict is kept.
    Answer,
    /// Evidence that may change, such as a match that continues after it was first named. The latest verdict is kept.
    Evidence,
}

/// What the store did with an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// The verdict of this attempt is on disk, with how it is graded.
    Recorded(StoredVerdict, Standing, GradedThen),
    /// The same answer to the same task was recorded before, and counts once. This is its verdict, with the attempt as it was graded then.
    Repeated(StoredVerdict, Standing, GradedThen),
    /// The learner may not answer now: nothing is recorded, and the verdict must not be told.
    Refused(Refusal),
}

/// How an attempt was graded when it was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GradedThen {
    /// What it earns if it is accepted.
    pub worth: Credit,
    /// Whether it is not stored what it is worth: then it earns the points that the step has today.
    pub is_ungraded: bool,
    /// When it was judged.
    pub at: Timestamp,
}

/// How a learner stands after an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How many more wrong answers to the task are judged. None of a verdict by evidence: such a task is not closed.
    pub tries_left: Option<u32>,
    /// How many other wrong answers to the task were recorded before this one.
    pub earlier_wrong: u32,
    /// When the pause at the step ends, if there is one.
    pub paused_until: Option<Timestamp>,
}

/// An attempt that is submitted.
#[derive(Clone, Debug)]
pub(super) struct Submission {
    pub(super) attempt: NewAttempt,
    /// How many attempts the learner may make on a day.
    pub(super) per_day: u32,
}

/// An attempt that is stored.
#[derive(Clone, Debug)]
pub(super) struct StoredAttempt {
    pub(super) id: i64,
    pub(super) verdict: StoredVerdict,
    pub(super) graded: GradedThen,
}

/// What a store knows when an attempt comes.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The same answer to the same task, if it was recorded before.
    pub(super) stored: Option<StoredAttempt>,
    /// How many answers to the task were wrong, and how many of these were recorded before the same one.
    pub(super) wrong_on_task: u32,
    pub(super) earlier_wrong: u32,
    /// The latest wrong answers to the step.
    pub(super) run: WrongRun,
    /// How many attempts the learner has made today, at all steps.
    pub(super) today: u32,
}

/// What a store has to do with an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// Record it.
    Insert(Standing),
    /// Replace the verdict of the attempt with this id, which is graded like this from now on.
    Replace(i64, Standing, GradedThen),
    /// Nothing: the stored verdict is told.
    Repeat(StoredVerdict, Standing, GradedThen),
    /// Nothing.
    Refuse(Refusal),
}

impl NewAttempt {
    /// Decides what is done with the attempt, where a learner may make so many on a day.
    ///
    /// A task is closed only for answers that are judged by themselves. One that names a match may be accepted later, when the match is won,
    /// and there is nothing to be found by trying: such answers make pauses only.
    pub(super) fn decide(&self, known: Known, per_day: u32) -> Decision {
        let Known { stored, wrong_on_task, earlier_wrong, run, today } = known;
        let is_right = self.verdict == StoredVerdict::Accepted;
        let standing = |wrong_on_task: u32, run: WrongRun| Standing {
            tries_left: (self.basis == VerdictBasis::Answer)
                .then(|| TRIES.saturating_sub(wrong_on_task)),
            earlier_wrong,
            paused_until: run.paused_until(),
        };
        if let Some(StoredAttempt { id, verdict, graded }) = stored {
            if !self.supersedes(&verdict) {
                return Decision::Repeat(verdict, standing(wrong_on_task, run), graded);
            }
            let standing = if is_right {
                // It was wrong until now.
                standing(wrong_on_task - 1, WrongRun::default())
            } else {
                standing(wrong_on_task, run)
            };
            let graded = match self.basis {
                // It was as right when it was sent first.
                VerdictBasis::Answer => graded,
                // What counts is when the evidence was there.
                VerdictBasis::Evidence => self.graded(),
            };
            return Decision::Replace(id, standing, graded);
        }
        if self.basis == VerdictBasis::Answer && wrong_on_task >= TRIES {
            return Decision::Refuse(Refusal::Closed);
        }
        if let Some(seconds) = run.seconds_left(self.at) {
            return Decision::Refuse(Refusal::CoolingDown(seconds));
        }
        if today >= per_day {
            return Decision::Refuse(Refusal::DayIsFull(seconds_left_of_day(self.at)));
        }
        Decision::Insert(if is_right {
            standing(wrong_on_task, WrongRun::default())
        } else {
            standing(wrong_on_task + 1, run.with_one_more(self.at))
        })
    }

    /// How the attempt is graded if it is recorded.
    pub(super) fn graded(&self) -> GradedThen {
        GradedThen { worth: self.worth, is_ungraded: false, at: self.at }
    }

    /// Whether this attempt's verdict replaces the stored verdict on the same answer to the same task.
    ///
    /// A corrected judge may accept what it rejected before; then the answer is accepted. An accepted answer stays accepted.
    #[must_use]
    pub fn supersedes(&self, stored: &StoredVerdict) -> bool {
        match (stored, &self.verdict, self.basis) {
            (StoredVerdict::Accepted, _, _) => false,
            // The second was not explained until now.
            (StoredVerdict::Wrong { .. }, StoredVerdict::Accepted, _)
            | (
                StoredVerdict::Wrong { marks: None, diagnosis: None },
                StoredVerdict::Wrong { marks: Some(_), .. },
                _,
            ) => true,
            (StoredVerdict::Wrong { .. }, StoredVerdict::Wrong { .. }, basis) => {
                basis == VerdictBasis::Evidence
            }
        }
    }
}

/// The progress of a learner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// How the learner stands at the steps and kinds that they have tried.
    pub steps: Vec<Grade>,
    /// The number of judged attempts, without repeated ones.
    pub attempts: u64,
}

impl Progress {
    /// How the learner stands at a step of a kind; none if they have not tried it. What was recorded without a kind counts for every kind.
    pub fn of(&self, step: StepNumber, kind: &str) -> impl Iterator<Item = &Grade> {
        self.steps.iter().filter(move |grade| {
            grade.step == step && (grade.kind == kind || grade.kind.is_empty())
        })
    }

    /// Whether the learner has solved a step of a kind.
    #[must_use]
    pub fn has_solved(&self, step: StepNumber, kind: &str) -> bool {
        self.of(step, kind).any(|grade| grade.solved_at.is_some())
    }

    /// Whether the learner has tried a step of a kind.
    #[must_use]
    pub fn has_tried(&self, step: StepNumber, kind: &str) -> bool {
        self.of(step, kind).next().is_some()
    }

    /// What the learner has earned at a step of a kind, which has so many points today.
    #[must_use]
    pub fn earned(&self, step: StepNumber, kind: &str, points: u32) -> Credit {
        self.of(step, kind).map(|grade| grade.earned(points)).max().unwrap_or_default()
    }
}

/// A judged answer, as its learner sees it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastAttempt {
    /// The fingerprint of the step; with the nonce it names the task.
    pub fingerprint: Fingerprint,
    /// The nonce of the task.
    pub nonce: Nonce,
    /// The answer as it was sent, lists joined by commas, or the beginning of a long one.
    pub raw: String,
    /// Whether it was accepted.
    pub is_accepted: bool,
    /// When it was judged.
    pub at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_padded_answer_the_beginning_is_kept() {
        let padded = |blanks: usize| format!("5A,5B{}", " ".repeat(blanks));
        let short = RawAnswer::new(&padded(1024), "5A,5B");
        assert_eq!(short, RawAnswer { beginning: padded(1024), rest: None });
        let long = RawAnswer::new(&padded(250_000), "5A,5B");
        assert_eq!(long.beginning, padded(1024));
        let rest = " ".repeat(250_000 - 1024);
        assert_eq!(long.rest, Some(RawRest { length: rest.len(), hash: short_hash(&rest) }));
        // What is canonical may be long too.
        let long = "7".repeat(200_000);
        assert_eq!(beginning(&long).len(), CANONICAL_LIMIT);
        assert_eq!(RawAnswer::new(&long, &long).beginning.len(), CANONICAL_LIMIT + 1024);
        // No character is cut.
        let wide = RawAnswer::new(&"\u{3000}".repeat(1000), "5");
        assert_eq!((wide.beginning.len(), wide.rest.map(|rest| rest.length)), (1023, Some(1977)));
    }
}
