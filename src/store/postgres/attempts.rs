//! Attempts in PostgreSQL: submitting them, and as their learners see them.

use std::borrow::Cow;

use sqlx::PgConnection;

use super::change::each;
use super::error::into_store_error;
use super::pool::Pool;
use crate::course::LearnerId;
use crate::step::{StepNumber, TRIES};
use crate::store::attempt::{Decision, Submission, beginning, short_hash};
use crate::store::columns::{AttemptRow, KnownColumns, PastColumns, seconds};
use crate::store::compression::deflate;
use crate::store::guessing::{CLOCK_TOLERANCE, day_of, pauses};
use crate::store::{PastAttempt, StoreError, Submitted, VerdictBasis};

/// Submits attempts, and returns what came of them, in their order: an error where the learner is not known.
///
/// It is one statement, decided and committed by the database: `submit_attempts` in `0002_attempts.sql`. Every task is sent along, because only the
/// database knows which ones it has.
pub(super) async fn submit(
    submissions: &[&Submission],
    connection: &mut PgConnection,
) -> sqlx::Result<Vec<Result<Submitted, StoreError>>> {
    let rows = submissions.iter().map(|submission| AttemptRow::of(&submission.attempt));
    let rows = rows.collect::<sqlx::Result<Vec<_>>>()?;
    let tasks = deflate(rows.iter().map(|row| row.attempt.task.as_str()))?;
    let per_day = submissions.iter().map(|submission| i64::from(submission.per_day));
    let pauses = pauses().map(|pause| pause.map(u64::cast_signed));
    let submitted: Vec<SubmittedColumns> = sqlx::query_as(
        "SELECT * FROM submit_attempts(
             $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
             $26)",
    )
    .bind(each(&rows, |row| row.attempt.learner.0))
    .bind(each(&rows, |row| i64::from(row.attempt.step.get())))
    .bind(each(&rows, |row| row.attempt.kind.as_str()))
    .bind(each(&rows, |row| i64::from(row.attempt.fingerprint.to_bits())))
    .bind(each(&rows, |row| row.attempt.nonce.to_bits().cast_signed()))
    .bind(each(&rows, |row| text(beginning(&row.attempt.canonical))))
    .bind(each(&rows, |row| short_hash(&row.attempt.canonical)))
    .bind(each(&rows, |row| row.raw.map(text)))
    .bind(each(&rows, |row| row.rest_length))
    .bind(each(&rows, |row| row.attempt.raw.rest.map(|rest| rest.hash)))
    .bind(each(&rows, |row| row.verdict.name.as_str()))
    .bind(each(&rows, |row| row.verdict.items_right))
    .bind(each(&rows, |row| row.verdict.items_total))
    .bind(each(&rows, |row| row.verdict.first_wrong))
    .bind(each(&rows, |row| row.verdict.fit.as_deref()))
    .bind(each(&rows, |row| row.verdict.causes.as_deref()))
    .bind(each(&rows, |row| row.attempt.basis == VerdictBasis::Evidence))
    .bind(each(&rows, |row| i64::from(row.attempt.worth.hundredths())))
    .bind(each(&rows, |row| row.attempt.late))
    .bind(tasks)
    .bind(each(&rows, |row| day_of(row.attempt.at).cast_signed()))
    .bind(each(&rows, |row| seconds(row.attempt.at)))
    .bind(per_day.collect::<Vec<_>>())
    .bind(i64::from(TRIES))
    .bind(pauses.collect::<Vec<_>>())
    .bind(CLOCK_TOLERANCE.cast_signed())
    .fetch_all(connection)
    .await?;
    let told = submitted.into_iter().zip(submissions).map(|(columns, submission)| {
        if columns.is_learner_known {
            columns.told(submission)
        } else {
            Err(StoreError::LearnerUnknown)
        }
    });
    Ok(told.collect())
}

/// A text as PostgreSQL can store it, which has no character U+0000. Only answers can have one, as far as an item of theirs may be any text.
fn text(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', "\u{FFFD}").into() } else { text.into() }
}

/// What came of an attempt.
#[derive(sqlx::FromRow)]
struct SubmittedColumns {
    is_learner_known: bool,
    #[sqlx(flatten)]
    known: KnownColumns,
    written: String,
}

impl SubmittedColumns {
    /// What is told of the attempt: the same conclusion from the same facts as the database has drawn, which only has to say what to write.
    fn told(self, submission: &Submission) -> Result<Submitted, StoreError> {
        let Submission { attempt, per_day } = submission;
        let Self { known, written, .. } = self;
        let known = known.try_into().map_err(into_store_error)?;
        let (expected, submitted) = match attempt.decide(known, *per_day) {
            Decision::Insert(standing) => (
                "attempt",
                Submitted::Recorded(attempt.verdict.clone(), standing, attempt.graded()),
            ),
            Decision::Replace(_, standing, graded) => {
                ("verdict", Submitted::Recorded(attempt.verdict.clone(), standing, graded))
            }
            Decision::Repeat(stored, standing, graded) => {
                ("nothing", Submitted::Repeated(stored, standing, graded))
            }
            Decision::Refuse(refusal) => ("nothing", Submitted::Refused(refusal)),
        };
        if written == expected {
            Ok(submitted)
        } else {
            // A bug.
            let text = format!("of an attempt, {expected} was to be written, and {written} was");
            Err(StoreError::Database(text))
        }
    }
}

/// The latest attempts of a learner at a step.
pub(super) async fn attempts(
    pool: &Pool,
    learner: LearnerId,
    step: StepNumber,
    limit: u32,
) -> sqlx::Result<Vec<PastAttempt>> {
    let rows = sqlx::query_as(PastColumns::LATEST)
        .bind(learner.0)
        .bind(i64::from(step.get()))
        .bind(i64::from(limit));
    let rows: Vec<PastColumns> = rows.fetch_all(&mut *pool.acquire().await?).await?;
    rows.into_iter().map(PastAttempt::try_from).collect()
}
