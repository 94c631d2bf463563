//! What is remembered of the class: the roster, instructors, extensions, and attempts as instructors look at them.

use super::attempt::{RawAnswer, StoredVerdict};
use crate::course::{
    Credit, EmailAddress, KeyHash, Learner, LearnerId, LearnerName, Nickname, SectionName,
    StudentId,
};
use crate::step::{Fingerprint, Nonce, StepNumber, Timestamp};

/// A learner as instructors see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterEntry {
    /// The learner.
    pub learner: Learner,
    /// The e-mail address.
    pub email: Option<EmailAddress>,
    /// The student id.
    pub student_id: Option<StudentId>,
    /// The name on the scoreboard.
    pub nickname: Option<Nickname>,
    /// When they were registered.
    pub registered_at: Timestamp,
}

/// A learner whom an instructor puts on the roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLearner {
    /// The name.
    pub name: LearnerName,
    /// The hash of the key.
    pub key: KeyHash,
    /// The section.
    pub section: Option<SectionName>,
    /// The e-mail address.
    pub email: Option<EmailAddress>,
    /// The student id.
    pub student_id: Option<StudentId>,
}

/// What an instructor sets of a learner; what is none stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnerChange {
    /// The new name. A learner's boards are made from the id, and stay.
    pub name: Option<LearnerName>,
    /// The section; none within takes it away.
    pub section: Option<Option<SectionName>>,
    /// The e-mail address; none within takes it away.
    pub email: Option<Option<EmailAddress>>,
    /// The student id; none within takes it away.
    pub student_id: Option<Option<StudentId>>,
    /// The hash of a new key; the old one is no longer valid.
    pub key: Option<KeyHash>,
    /// Whether the learner is put on the roster.
    pub put_on_roster: bool,
    /// Whether the nickname is taken away.
    pub clear_nickname: bool,
}

/// What came of an import: the learners that were added, with their ids, in the order in which they were given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterOutcome {
    /// The added learners.
    pub added: Vec<Learner>,
}

/// What is left of a learner who is forgotten. The row's id and the key are never used again; matches, records and extensions of the learner are deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgetting {
    /// The attempts are kept without a name: they count in the statistics of the steps.
    KeepAttempts,
    /// Nothing.
    RemoveAttempts,
}

/// The id of an instructor in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InstructorId(pub i64);

/// Somebody who runs the class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instructor {
    /// The id in the database; none for one who is named in the server's environment.
    pub id: Option<InstructorId>,
    /// The name.
    pub name: LearnerName,
    /// When the instructor was added.
    pub added_at: Timestamp,
}

/// The id of an attempt in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttemptId(pub i64);

/// A judged answer as an instructor sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedAttempt {
    /// The id.
    pub id: AttemptId,
    /// The learner; none if they are forgotten.
    pub learner: Option<Learner>,
    /// The step.
    pub step: StepNumber,
    /// The kind that the step had; empty in attempts from before it was stored.
    pub kind: String,
    /// The fingerprint that the step had.
    pub fingerprint: Fingerprint,
    /// The nonce of the task.
    pub nonce: Nonce,
    /// The answer as it was sent.
    pub raw: RawAnswer,
    /// The answer in its canonical form, or the beginning of a very long one.
    pub canonical: String,
    /// The verdict.
    pub verdict: StoredVerdict,
    /// What it would earn if it was accepted, by the rules in force when it was made.
    pub worth: Credit,
    /// Whether it was late by these rules.
    pub late: bool,
    /// Whether it is not stored what it is worth: then it earns the points that the step has today.
    pub is_ungraded: bool,
    /// When it was judged.
    pub at: Timestamp,
    /// The earlier verdicts, if it was judged again: the latest last.
    pub rejudged: Vec<Rejudged>,
}

/// A verdict that was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejudged {
    /// Whether the answer was accepted before.
    pub was_accepted: bool,
    /// When it was judged again.
    pub at: Timestamp,
    /// Who let it be judged again: the name of an instructor, or of the command.
    pub by: String,
}

/// Which attempts are listed: the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttemptPage {
    /// Only those of this learner.
    pub learner: Option<LearnerId>,
    /// Only those at this step.
    pub step: Option<StepNumber>,
    /// Only those with a smaller id: the last one of the page before.
    pub before: Option<AttemptId>,
    /// Only those with a greater id; then the earliest come first.
    pub after: Option<AttemptId>,
    /// At most so many.
    pub limit: u32,
}

/// An attempt's new verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejudgment {
    /// The attempt.
    pub attempt: AttemptId,
    /// The verdict that it has now.
    pub verdict: StoredVerdict,
}

/// An attempt's new worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regrade {
    /// The attempt.
    pub attempt: AttemptId,
    /// What it earns if it is accepted.
    pub worth: Credit,
    /// Whether it was late.
    pub late: bool,
}

/// How a step goes for the class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepStatistics {
    /// How many learners have tried it.
    pub tried: u32,
    /// How many have solved it.
    pub solved: u32,
    /// How many answers were judged.
    pub attempts: u32,
    /// How many of these were accepted.
    pub accepted: u32,
    /// For each learner who has solved it: the seconds from the first attempt to the first accepted one, ascending.
    pub seconds_to_solve: Vec<u64>,
    /// How often each misconception was told, the most frequent first.
    pub causes: Vec<CauseCount>,
}

impl StepStatistics {
    /// Half of those who have solved it took no longer than so many seconds; none if nobody has.
    #[must_use]
    pub fn median_seconds(&self) -> Option<u64> {
        let seconds = &self.seconds_to_solve;
        seconds.get(seconds.len().checked_sub(1)? / 2).copied()
    }
}

/// How often a misconception was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CauseCount {
    /// Its id.
    pub cause: String,
    /// In how many answers.
    pub answers: u32,
    /// Of how many learners.
    pub learners: u32,
}

/// A learner who gets no further at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StuckLearner {
    /// The learner.
    pub learner: Learner,
    /// The step.
    pub step: StepNumber,
    /// The kind that the step had; empty if it was not stored.
    pub kind: String,
    /// How many answers were wrong; none was accepted.
    pub wrong: u32,
    /// When the first one was judged.
    pub since: Timestamp,
    /// When the last one was judged.
    pub last: Timestamp,
}

/// A learner on the scoreboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreboardEntry {
    /// The learner, whose name is not shown.
    pub learner: LearnerId,
    /// The section.
    pub section: Option<SectionName>,
    /// The nickname.
    pub nickname: Option<Nickname>,
}

/// An accepted attempt, as a receipt tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedAttempt {
    /// The id.
    pub id: AttemptId,
    /// The step.
    pub step: StepNumber,
    /// The kind.
    pub kind: String,
    /// The fingerprint.
    pub fingerprint: Fingerprint,
    /// The nonce of the task.
    pub nonce: Nonce,
    /// The hash of the answer: see [`answer_hash`](super::answer_hash).
    pub answer: [u8; 16],
    /// What it earned.
    pub credit: Credit,
    /// Whether it is not stored what it is worth: then it earns the points that the step has today.
    pub is_ungraded: bool,
    /// When it was judged.
    pub at: Timestamp,
}
