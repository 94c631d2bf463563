//! Submitting attempts: one statement decides and records several, see `submit_attempts` in `0002_attempts.sql`.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};

use sqlx::PgConnection;

use crate::step::{Fingerprint, TRIES};
use crate::store::error::{Result, StoreError};
use crate::store::failure::Failure;
use crate::store::guessing::{CLOCK_TOLERANCE, pauses};
use crate::store::submission::{Decision, KnownFacts, StoredExercise, Submission, Submitted};
use crate::store::value::Row;

/// The fingerprints of exercises that are stored, so far as this process knows.
#[derive(Default)]
pub(super) struct KnownExercises(Mutex<HashSet<Fingerprint>>);

impl KnownExercises {
    /// The exercises of these attempts that may not be stored yet, in an order that is the same for all processes: so no two of them wait for each
    /// other.
    fn unknown<'a>(&self, submissions: &[&'a Submission]) -> BTreeMap<u32, &'a StoredExercise> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let attempts = submissions.iter().map(|submission| &submission.attempt);
        let unknown = attempts.filter(|attempt| !known.contains(&attempt.fingerprint));
        unknown.map(|attempt| (attempt.fingerprint.to_bits(), &attempt.exercise)).collect()
    }

    fn add(&self, fingerprints: impl Iterator<Item = u32>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.extend(fingerprints.map(Fingerprint::from_bits));
    }
}

/// Submits attempts, and returns what came of each, in their order.
///
/// Every task is sent along, because only the database knows which tasks it has.
pub(super) async fn submit(
    submissions: &[&Submission],
    exercises: &KnownExercises,
    connection: &mut PgConnection,
) -> sqlx::Result<Vec<Result<Submitted>>> {
    let new = exercises.unknown(submissions);
    let each_new = new.values();
    let rows = sqlx::query(
        "WITH new_exercises AS (
             INSERT INTO exercises (fingerprint, kind, version, params)
             SELECT * FROM unnest($27::bigint[], $28::text[], $29::bigint[], $30::text[]) AS new (fingerprint, kind, version, params)
             ORDER BY fingerprint
             ON CONFLICT DO NOTHING)
         SELECT is_learner_known, id, verdict, items_right, items_total, first_wrong, fit, causes, worth, at,
                wrong_on_task, earlier_wrong, wrong_in_a_row, last_wrong_at, today, written
         FROM submit_attempts(
             $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
             $26)",
    )
    .bind(each(submissions, |new| new.learner))
    .bind(each(submissions, |new| new.step))
    .bind(each(submissions, |new| new.attempt.exercise.kind.as_str()))
    .bind(each(submissions, |new| new.print))
    .bind(each(submissions, |new| new.nonce))
    .bind(each(submissions, |new| text(new.canonical())))
    .bind(each(submissions, |new| new.hash))
    .bind(each(submissions, |new| new.raw().map(text)))
    .bind(each(submissions, |new| new.rest_len))
    .bind(each(submissions, |new| new.rest_hash))
    .bind(each(submissions, |new| new.verdict.name))
    .bind(each(submissions, |new| new.verdict.right))
    .bind(each(submissions, |new| new.verdict.total))
    .bind(each(submissions, |new| new.verdict.first))
    .bind(each(submissions, |new| new.verdict.fit))
    .bind(each(submissions, |new| new.verdict.causes.as_deref()))
    .bind(each(submissions, Submission::is_by_evidence))
    .bind(each(submissions, |new| new.worth))
    .bind(each(submissions, |new| new.attempt.late))
    .bind(each(submissions, |new| new.task.as_slice()))
    .bind(each(submissions, |new| new.day))
    .bind(each(submissions, |new| new.at))
    .bind(each(submissions, |new| i64::from(new.per_day)))
    .bind(i64::from(TRIES))
    .bind(pauses().map(|pause| pause.map(u64::cast_signed)).collect::<Vec<_>>())
    .bind(CLOCK_TOLERANCE.cast_signed())
    .bind(new.keys().map(|bits| i64::from(*bits)).collect::<Vec<_>>())
    .bind(each_new.clone().map(|exercise| exercise.kind.as_str()).collect::<Vec<_>>())
    .bind(each_new.clone().map(|exercise| i64::from(exercise.version)).collect::<Vec<_>>())
    .bind(each_new.map(|exercise| exercise.params.as_str()).collect::<Vec<_>>())
    .fetch_all(connection)
    .await?;
    exercises.add(new.into_keys());
    let submitted = rows.iter().zip(submissions);
    let submitted = submitted.map(|(row, submission)| {
        outcome(&mut Row::postgres(row), submission).map_err(StoreError::from)
    });
    Ok(submitted.collect())
}

/// A column of several rows, as `unnest` takes it.
fn each<'a, T>(rows: &[&'a Submission], column: impl Fn(&'a Submission) -> T) -> Vec<T> {
    rows.iter().map(|row| column(row)).collect()
}

/// A text as PostgreSQL can store it, which has no character U+0000. Only answers can have one, if an item may be any text.
fn text(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', "\u{FFFD}").into() } else { text.into() }
}

/// What came of an attempt: the same conclusion from the same facts as the database has drawn, which only reports what it has written.
fn outcome(row: &mut Row<'_>, submission: &Submission) -> Result<Submitted, Failure> {
    if !row.read::<bool>()? {
        return Err(StoreError::LearnerUnknown.into());
    }
    let facts: KnownFacts = row.read()?;
    let (expected, submitted) = match submission.attempt.decide(facts, submission.per_day) {
        Decision::Insert(submitted) => ("attempt", submitted),
        Decision::Replace(_, submitted) => ("verdict", submitted),
        Decision::Nothing(submitted) => ("nothing", submitted),
    };
    let written: String = row.read()?;
    if written == expected {
        Ok(submitted)
    } else {
        // A bug.
        let text = format!("of an attempt, {expected} was to be written, and {written} was");
        Err(StoreError::Database(text).into())
    }
}
