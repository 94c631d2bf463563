//! Attempts on their way into the store: judged answers of registered learners, and what is decided about them.
//!
//! ```text
//! NewAttempt ──▶ AttemptRequest ──▶ KnownFacts ──▶ Change ─────────▶ Submitted
//!                computed by the    read by the    written by the
//!                caller's thread    database       database
//! ```

use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::compression::deflate;
use super::error::{Result, StoreError};
use super::guessing::{Refusal, WrongRun, day_of, refusal};
use super::value::{FromRow, Row, Value, from_row, row, values};
use crate::course::{Credit, LearnerId};
use crate::step::{Diagnosis, Fingerprint, Fit, Marks, Nonce, StepNumber, TRIES, Timestamp};

/// A judged answer of a registered learner, to be recorded. It has everything that is needed to judge it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAttempt {
    /// The learner.
    pub learner: LearnerId,
    /// The step.
    pub step: StepNumber,
    /// The exercise of the step.
    pub exercise: StoredExercise,
    /// The fingerprint of the exercise. Step, fingerprint, learner and nonce identify the task.
    pub fingerprint: Fingerprint,
    /// The nonce of the task.
    pub nonce: Nonce,
    /// The answer as it was sent, lists joined by commas.
    pub raw: RawAnswer,
    /// The answer in its canonical form, which is the same for all spellings of one answer.
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

/// An exercise as the store remembers it by its fingerprint, so that attempts can be replayed after a course has changed its constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredExercise {
    /// The name of the kind. A step that gets another kind does not inherit who has solved it.
    pub kind: String,
    /// The version of the kind.
    pub version: u32,
    /// The parameters as canonical JSON, all defaults filled in.
    pub params: String,
}

/// An answer as it was sent. Of an answer that is much longer than its canonical form, the end is stored as a length and a hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawAnswer {
    /// The answer, or its beginning.
    pub beginning: String,
    /// The end that is not stored, if there is one.
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
    /// How many bytes longer than its canonical form an answer may be to be stored whole.
    pub const SURPLUS: usize = 1024;

    /// The answer that was sent, with this canonical form.
    pub fn new(sent: &str, canonical: &str) -> Self {
        let limit = beginning(canonical).len() + Self::SURPLUS;
        let limit = sent.floor_char_boundary(limit);
        let (beginning, rest) = sent.split_at(limit);
        let rest =
            (!rest.is_empty()).then(|| RawRest { length: rest.len(), hash: answer_hash(rest) });
        Self { beginning: beginning.to_owned(), rest }
    }
}

/// How many bytes of a canonical answer are stored. Right answers have about 7000. A wrong one may be longer, if an item may have any length.
const CANONICAL_LIMIT: usize = 32 * 1024;

/// The part of a canonical answer that is stored. The hash is that of the whole.
fn beginning(canonical: &str) -> &str {
    canonical.get(..canonical.floor_char_boundary(CANONICAL_LIMIT)).unwrap_or(canonical)
}

/// The first 16 bytes of a canonical answer's BLAKE3 hash. Together with the learner and the task it identifies an attempt.
pub fn answer_hash(canonical: &str) -> [u8; 16] {
    let mut hash = [0; 16];
    blake3::Hasher::new().update(canonical.as_bytes()).finalize_xof().fill(&mut hash);
    hash
}

/// A stored verdict. Malformed answers are not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredVerdict {
    /// Every item is right.
    Accepted,
    /// At least one item is wrong.
    Wrong {
        /// How many items are right, and the first wrong one. None in attempts from before marks were stored, and in attempts that were
        /// not explained because too many others waited.
        marks: Option<Marks>,
        /// The explanation of the answer, if there is one.
        diagnosis: Option<StoredDiagnosis>,
    },
}

impl StoredVerdict {
    /// Whether every item is right.
    pub fn is_accepted(&self) -> bool {
        *self == Self::Accepted
    }

    /// The marks and the diagnosis, where they are stored.
    pub fn parts(&self) -> (Option<Marks>, Option<&StoredDiagnosis>) {
        match self {
            Self::Accepted => (None, None),
            Self::Wrong { marks, diagnosis } => (*marks, diagnosis.as_ref()),
        }
    }

    /// The name in the database and in replies.
    fn name(&self) -> &'static str {
        if self.is_accepted() { "accepted" } else { "wrong" }
    }
}

/// A reply shows the name alone.
impl Serialize for StoredVerdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl PartialSchema for StoredVerdict {
    fn schema() -> RefOr<Schema> {
        let schema = ObjectBuilder::new().schema_type(Type::String);
        schema.enum_values(Some(["accepted", "wrong"])).into()
    }
}

impl ToSchema for StoredVerdict {}

/// A diagnosis by the ids of its causes. The catalogues have the hints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredDiagnosis {
    /// What the causes explain.
    pub fit: Fit,
    /// The ids of one cause, or of up to three, of which one is true.
    pub causes: Vec<String>,
}

impl From<&Diagnosis> for StoredDiagnosis {
    fn from(Diagnosis { fit, causes }: &Diagnosis) -> Self {
        Self { fit: *fit, causes: causes.iter().map(|cause| cause.id.clone()).collect() }
    }
}

/// What a verdict depends on. It decides which verdict stays when the same answer is sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictBasis {
    /// The task and the answer. They do not change, so the stored verdict stays.
    Answer,
    /// Evidence that may change, such as a match that continues after it was first named. The latest verdict stays.
    Evidence,
}

/// An attempt as it is on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submitted {
    /// The stored verdict: of this attempt, or of an earlier one.
    pub verdict: StoredVerdict,
    /// Whether the same answer to the same task was recorded before. Both count once.
    pub is_repeated: bool,
    /// How the learner stands now.
    pub standing: Standing,
    /// The grade of the attempt that is recorded.
    pub grade: GradeAtSubmission,
}

/// The grade that an attempt got when it was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GradeAtSubmission {
    /// What it earns if it is accepted.
    pub worth: Credit,
    /// Whether its worth is not stored. Then it earns the points that the step has today.
    pub is_ungraded: bool,
    /// When it was judged.
    pub at: Timestamp,
}

/// How a learner stands after an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How many more wrong answers to the task are judged. None for a verdict by evidence, because such a task is not closed.
    pub tries_left: Option<u32>,
    /// How many other wrong answers to the task were recorded before this one.
    pub earlier_wrong: u32,
    /// When the pause at the step ends, if there is one.
    pub paused_until: Option<Timestamp>,
}

/// An attempt with all that can be computed before the database sees it: the thread that writes for all callers has the least work.
#[derive(Clone, Debug)]
pub struct AttemptRequest {
    pub(super) attempt: NewAttempt,
    /// How many attempts the learner may make on a day.
    pub(super) per_day: u32,
    /// The values of the statements that submit it: of the first arguments of `submit_attempts` in `0002_attempts.sql`, in this order.
    pub(super) values: Vec<Value>,
}

impl AttemptRequest {
    /// How many values a request has.
    pub(super) const VALUES: usize = 23;

    pub(super) fn new(attempt: NewAttempt, per_day: u32) -> Result<Self> {
        let NewAttempt { learner, step, fingerprint, nonce, raw, canonical, worth, .. } = &attempt;
        let is_raw_stored = raw.rest.is_some() || raw.beginning != *canonical;
        let mut values = values![
            learner,
            step,
            attempt.exercise.kind,
            fingerprint,
            nonce,
            beginning(canonical),
            answer_hash(canonical),
            is_raw_stored.then(|| raw.beginning.clone()),
            raw.rest.map(|rest| rest.length),
            raw.rest.map(|rest| rest.hash),
        ];
        values.extend(columns_of(&attempt.verdict).into_iter().map(|(_, value)| value));
        values.extend(values![
            attempt.basis == VerdictBasis::Evidence,
            worth,
            attempt.late,
            deflate(&attempt.task).map_err(StoreError::unreadable)?,
            day_of(attempt.at),
            attempt.at,
            per_day,
        ]);
        Ok(Self { attempt, per_day, values })
    }
}

/// The columns of a verdict.
pub(super) fn columns_of(verdict: &StoredVerdict) -> Vec<(&'static str, Value)> {
    let (marks, diagnosis) = verdict.parts();
    row![
        verdict: verdict.name(),
        items_right: marks.map(|marks| marks.right),
        items_total: marks.map(|marks| marks.total),
        first_wrong: marks.and_then(|marks| marks.first_wrong),
        fit: diagnosis.map(|diagnosis| diagnosis.fit),
        causes: diagnosis.map(|diagnosis| diagnosis.causes.join(" ")),
    ]
}

/// From the columns `verdict, items_right, items_total, first_wrong, fit, causes`, which are all null if there is no attempt.
impl FromRow for Option<StoredVerdict> {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let name: Option<String> = row.read()?;
        let (right, total, first_wrong) = row.read()?;
        let marks = Option::zip(right, total);
        let marks = marks.map(|(right, total)| Marks { right, total, first_wrong });
        let (fit, causes): (_, Option<String>) = row.read()?;
        let diagnosis = Option::zip(fit, causes).map(|(fit, causes)| StoredDiagnosis {
            fit,
            causes: causes.split(' ').map(str::to_owned).collect(),
        });
        match name.as_deref() {
            None => Ok(None),
            Some("accepted") => Ok(Some(StoredVerdict::Accepted)),
            Some("wrong") => Ok(Some(StoredVerdict::Wrong { marks, diagnosis })),
            Some(name) => Err(StoreError::unreadable(format!("no verdict is called {name:?}"))),
        }
    }
}

impl FromRow for StoredVerdict {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let verdict: Option<Self> = row.read()?;
        verdict.ok_or_else(|| StoreError::unreadable("an attempt has no verdict"))
    }
}

/// What a database knows when an attempt comes.
#[derive(Clone, Debug)]
pub(super) struct KnownFacts {
    /// The same answer to the same task, if it was recorded before.
    same: Option<SameAnswer>,
    /// How many answers to the task were wrong, and how many of these were recorded before the same one.
    wrong_on_task: u32,
    earlier_wrong: u32,
    /// The latest wrong answers to the step.
    pub(super) run: WrongRun,
    /// How many attempts the learner has made today, at all steps.
    today: u32,
    /// Whether an instructor has voided an answer to the task.
    is_voided: bool,
}

/// The same answer to the same task, as it is stored.
#[derive(Clone, Debug)]
struct SameAnswer {
    id: i64,
    verdict: StoredVerdict,
    grade: GradeAtSubmission,
}

from_row!(KnownFacts { same, wrong_on_task, earlier_wrong, run, today, is_voided });

/// From the columns `id, verdict, items_right, items_total, first_wrong, fit, causes, worth, at`, which are all null if there is none.
impl FromRow for Option<SameAnswer> {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let (id, verdict) = row.read()?;
        let (worth, at): (Option<Credit>, Option<Timestamp>) = row.read()?;
        let (is_ungraded, worth) = (worth.is_none(), worth.unwrap_or_default());
        let grade = at.map(|at| GradeAtSubmission { worth, is_ungraded, at });
        Ok(match (id, verdict, grade) {
            (Some(id), Some(verdict), Some(grade)) => Some(SameAnswer { id, verdict, grade }),
            _ => None,
        })
    }
}

/// What a database writes of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// It inserts the attempt.
    Insert,
    /// It replaces the verdict of the attempt with this id.
    Replace(i64),
    /// It writes nothing: the answer is repeated.
    Nothing,
}

impl AttemptRequest {
    /// Decides what the database writes of the attempt, or refuses the attempt.
    ///
    /// A task is closed only for answers that are judged by themselves. An answer that names a match may be accepted later, when the match is
    /// won, and trial and error finds nothing. Such answers only cause pauses.
    pub(super) fn decide(&self, known: KnownFacts) -> Result<(Change, Submitted)> {
        let KnownFacts { same, wrong_on_task, earlier_wrong, run, today, is_voided } = known;
        if is_voided {
            // The same answer gets no stored verdict either, and no receipt.
            return Err(StoreError::Refused(Refusal::Voided));
        }
        let NewAttempt { ref verdict, basis, worth, at, .. } = self.attempt;
        let is_right = verdict.is_accepted();
        let standing = |wrong_on_task: u32, run: WrongRun| Standing {
            tries_left: (basis == VerdictBasis::Answer)
                .then(|| TRIES.saturating_sub(wrong_on_task)),
            earlier_wrong,
            paused_until: run.paused_until(),
        };
        let recorded = |standing, grade| {
            let verdict = verdict.clone();
            Submitted { verdict, is_repeated: false, standing, grade }
        };
        let new_grade = GradeAtSubmission { worth, is_ungraded: false, at };
        if let Some(SameAnswer { id, verdict, grade }) = same {
            if !self.attempt.supersedes(&verdict) {
                let standing = standing(wrong_on_task, run);
                let repeated = Submitted { verdict, is_repeated: true, standing, grade };
                return Ok((Change::Nothing, repeated));
            }
            let standing = if is_right {
                // It was wrong until now.
                standing(wrong_on_task - 1, WrongRun::default())
            } else {
                standing(wrong_on_task, run)
            };
            let grade = match basis {
                // It was as right when it was sent first.
                VerdictBasis::Answer => grade,
                // It counts from the time when the evidence was there.
                VerdictBasis::Evidence => new_grade,
            };
            return Ok((Change::Replace(id), recorded(standing, grade)));
        }
        let counted = if basis == VerdictBasis::Answer { wrong_on_task } else { 0 };
        if let Some(refusal) = refusal(counted, run, today, self.per_day, at) {
            return Err(StoreError::Refused(refusal));
        }
        let standing = if is_right {
            standing(wrong_on_task, WrongRun::default())
        } else {
            standing(wrong_on_task + 1, run.with_one_more(at))
        };
        Ok((Change::Insert, recorded(standing, new_grade)))
    }
}

impl NewAttempt {
    /// Whether this attempt's verdict replaces the stored verdict on the same answer to the same task.
    ///
    /// A corrected judge may accept what it rejected before; then the answer is accepted. An accepted answer stays accepted.
    fn supersedes(&self, stored: &StoredVerdict) -> bool {
        match (stored, &self.verdict, self.basis) {
            (StoredVerdict::Accepted, _, _) => false,
            // The second one was not explained until now.
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
        assert_eq!(long.rest, Some(RawRest { length: rest.len(), hash: answer_hash(&rest) }));
        // What is canonical may be long too.
        let long = "7".repeat(200_000);
        assert_eq!(beginning(&long).len(), CANONICAL_LIMIT);
        assert_eq!(RawAnswer::new(&long, &long).beginning.len(), CANONICAL_LIMIT + 1024);
        // No character is cut.
        let wide = RawAnswer::new(&"\u{3000}".repeat(1000), "5");
        assert_eq!((wide.beginning.len(), wide.rest.map(|rest| rest.length)), (1023, Some(1977)));
    }
}
