//! Attempts in SQLite: submitting them, and as their learners see them.

use serde::Deserialize;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection, SqlitePool};

use super::new_row::NewRow;
use super::transaction::{Boundaries, COMMIT};
use super::{progress, tasks};
use crate::course::LearnerId;
use crate::step::StepNumber;
use crate::store::attempt::{Decision, Known, Submission, beginning, short_hash};
use crate::store::columns::{
    AttemptRow, KnownColumns, PastColumns, VerdictColumns, column, seconds,
};
use crate::store::guessing::day_of;
use crate::store::{
    AttemptId, NewAttempt, PastAttempt, StoreError, StoredVerdict, Submitted, VerdictBasis,
};

/// Submits attempts of different learners, and returns what came of them, in their order: an error where the learner is not known.
///
/// One query asks what is known of all, and one records all. The first begins the transaction and the last ends it, where the boundaries say so; if
/// nothing is recorded, a query of its own ends it.
pub(super) async fn submit(
    submissions: &[&Submission],
    boundaries: Boundaries,
    connection: &mut SqliteConnection,
) -> sqlx::Result<Vec<Result<Submitted, StoreError>>> {
    let mut new = Vec::new();
    let mut submitted = Vec::with_capacity(submissions.len());
    let KnownJson { last_id, attempts } = known(submissions, boundaries, connection).await?;
    for (submission, found) in submissions.iter().zip(attempts) {
        let Submission { attempt, per_day } = submission;
        if found.is_learner_known == 0 {
            submitted.push(Err(StoreError::LearnerUnknown));
            continue;
        }
        let is_task_stored = found.is_task_stored != 0;
        let known: Known = found.columns.try_into()?;
        let run = known.run;
        submitted.push(Ok(match attempt.decide(known, *per_day) {
            Decision::Insert(standing) => {
                let id = AttemptId(last_id + 1 + column(new.len())?);
                new.push(NewRow { id, attempt, run, is_task_stored });
                Submitted::Recorded(attempt.verdict.clone(), standing, attempt.graded())
            }
            Decision::Replace(id, standing, graded) => {
                replace_verdict(id, attempt, connection).await?;
                Submitted::Recorded(attempt.verdict.clone(), standing, graded)
            }
            Decision::Repeat(stored, standing, graded) => {
                Submitted::Repeated(stored, standing, graded)
            }
            Decision::Refuse(refusal) => Submitted::Refused(refusal),
        }));
    }
    if !new.is_empty() {
        record(&new, boundaries, connection).await?;
    } else if boundaries.ends {
        sqlx::query(COMMIT).execute(connection).await?;
    }
    Ok(submitted)
}

/// Records attempts: each with its progress, and with its task if it is the first one at it.
async fn record(
    new: &[NewRow<'_>],
    boundaries: Boundaries,
    connection: &mut SqliteConnection,
) -> sqlx::Result<()> {
    let mut query = QueryBuilder::<Sqlite>::new("");
    insert(new, &mut query)?;
    query.push("; ");
    progress::count(new, &mut query);
    query.push("; ");
    tasks::insert(new, &mut query)?;
    boundaries.end(&mut query);
    query.build().execute(connection).await?;
    Ok(())
}

/// What is known when attempts come, in their order.
///
/// All of it comes as one row: for each row the thread of the connection wakes this one.
async fn known(
    submissions: &[&Submission],
    boundaries: Boundaries,
    connection: &mut SqliteConnection,
) -> sqlx::Result<KnownJson> {
    let mut query = QueryBuilder::<Sqlite>::new("");
    boundaries.begin(&mut query);
    query.push(
        "WITH asked (position, learner, step, kind, fingerprint, nonce, canonical_hash, day) AS (",
    );
    query.push_values(submissions.iter().zip(0_i64..), |mut row, (submission, position)| {
        let attempt = &submission.attempt;
        row.push_bind(position)
            .push_bind(attempt.learner.0)
            .push_bind(attempt.step.get())
            .push_bind(attempt.kind.as_str())
            .push_bind(attempt.fingerprint.to_bits())
            .push_bind(attempt.nonce.to_bits().cast_signed())
            .push_bind(short_hash(&attempt.canonical).to_vec())
            .push_bind(day_of(attempt.at).cast_signed());
    });
    query.push(
        ")
         SELECT json_object('last_id', (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'attempts'),
                'attempts', json_group_array(json_object(
                    'is_learner_known', EXISTS (SELECT 1 FROM learners WHERE id = asked.learner AND NOT is_forgotten),
                    'is_task_stored',
                        EXISTS (SELECT 1 FROM attempts AS first JOIN tasks ON tasks.id = first.id
                                WHERE first.learner = asked.learner AND first.step = asked.step
                                  AND first.fingerprint = asked.fingerprint AND first.nonce = asked.nonce),
                    'id', same.id, 'verdict', same.verdict, 'items_right', same.items_right, 'items_total', same.items_total,
                    'first_wrong', same.first_wrong, 'fit', same.fit, 'causes', same.causes, 'worth', same.worth, 'at', same.at,
                    'wrong_on_task',
                        (SELECT count(*) FROM attempts AS wrong
                         WHERE wrong.learner = asked.learner AND wrong.step = asked.step AND wrong.fingerprint = asked.fingerprint
                           AND wrong.nonce = asked.nonce AND wrong.verdict = 'wrong'),
                    'earlier_wrong',
                        (SELECT count(*) FROM attempts AS wrong
                         WHERE wrong.learner = asked.learner AND wrong.step = asked.step AND wrong.fingerprint = asked.fingerprint
                           AND wrong.nonce = asked.nonce AND wrong.verdict = 'wrong'
                           AND (same.id IS NULL OR wrong.id < same.id)),
                    'wrong_in_a_row', coalesce(progress.wrong_in_a_row, unnamed.wrong_in_a_row, 0),
                    'last_wrong_at', iif(progress.kind IS NULL, unnamed.last_wrong_at, progress.last_wrong_at),
                    'today',
                        (SELECT coalesce(sum(attempts_on_day), 0) FROM step_progress AS any_step
                         WHERE any_step.learner = asked.learner AND any_step.day = asked.day))
                ORDER BY asked.position))
         FROM asked
         LEFT JOIN attempts AS same
           ON same.learner = asked.learner AND same.step = asked.step AND same.fingerprint = asked.fingerprint
          AND same.nonce = asked.nonce AND same.canonical_hash = asked.canonical_hash
         LEFT JOIN step_progress AS progress
           ON progress.learner = asked.learner AND progress.step = asked.step AND progress.kind = asked.kind
         LEFT JOIN step_progress AS unnamed
           ON unnamed.learner = asked.learner AND unnamed.step = asked.step AND unnamed.kind = ''",
    );
    let known: String = query.build_query_scalar().fetch_one(connection).await?;
    serde_json::from_str(&known).map_err(sqlx::Error::decode)
}

/// What [`known`]'s statement tells.
#[derive(Deserialize)]
struct KnownJson {
    /// The greatest id that an attempt has had.
    last_id: i64,
    attempts: Vec<KnownAttempt>,
}

/// What is known of one attempt.
#[derive(Deserialize)]
struct KnownAttempt {
    is_learner_known: u8,
    is_task_stored: u8,
    #[serde(flatten)]
    columns: KnownColumns,
}

/// Adds the statement that inserts attempts.
fn insert(new: &[NewRow<'_>], query: &mut QueryBuilder<Sqlite>) -> sqlx::Result<()> {
    let rows = new.iter().map(|new| Ok((new.id, AttemptRow::of(new.attempt)?)));
    let rows = rows.collect::<sqlx::Result<Vec<_>>>()?;
    query.push(
        "INSERT INTO attempts (id, learner, step, kind, fingerprint, nonce, canonical_hash, canonical, raw, raw_rest_length, raw_rest_hash,
                               verdict, items_right, items_total, first_wrong, fit, causes, worth, late, at) ",
    );
    query.push_values(rows, |mut row, (id, AttemptRow { attempt, verdict, raw, rest_length })| {
        row.push_bind(id.0)
            .push_bind(attempt.learner.0)
            .push_bind(attempt.step.get())
            .push_bind(attempt.kind.as_str())
            .push_bind(attempt.fingerprint.to_bits())
            .push_bind(attempt.nonce.to_bits().cast_signed())
            .push_bind(short_hash(&attempt.canonical).to_vec())
            .push_bind(beginning(&attempt.canonical))
            .push_bind(raw)
            .push_bind(rest_length)
            .push_bind(attempt.raw.rest.map(|rest| rest.hash.to_vec()))
            .push_bind(verdict.name)
            .push_bind(verdict.items_right)
            .push_bind(verdict.items_total)
            .push_bind(verdict.first_wrong)
            .push_bind(verdict.fit)
            .push_bind(verdict.causes)
            .push_bind(attempt.worth.hundredths())
            .push_bind(attempt.late)
            .push_bind(seconds(attempt.at));
    });
    Ok(())
}

/// Replaces the verdict of a stored attempt.
///
/// An answer that is judged by itself was as right when it was sent first, so it keeps the time and the worth of then. Evidence has changed
/// in the meantime: what counts is when it was right.
async fn replace_verdict(
    id: i64,
    attempt: &NewAttempt,
    connection: &mut SqliteConnection,
) -> sqlx::Result<()> {
    let verdict = VerdictColumns::try_from(&attempt.verdict)?;
    let kind: String = sqlx::query_scalar(
        "UPDATE attempts SET verdict = ?2, items_right = ?3, items_total = ?4, first_wrong = ?5, fit = ?6, causes = ?7,
                             worth = iif(?8, ?9, worth), late = iif(?8, ?10, late), at = iif(?8, ?11, at)
         WHERE id = ?1 RETURNING kind",
    )
    .bind(id)
    .bind(verdict.name)
    .bind(verdict.items_right)
    .bind(verdict.items_total)
    .bind(verdict.first_wrong)
    .bind(verdict.fit)
    .bind(verdict.causes)
    .bind(attempt.basis == VerdictBasis::Evidence)
    .bind(attempt.worth.hundredths())
    .bind(attempt.late)
    .bind(seconds(attempt.at))
    .fetch_one(&mut *connection)
    .await?;
    if attempt.verdict == StoredVerdict::Accepted {
        progress::recount(attempt.learner, attempt.step, &kind, connection).await?;
        progress::end_wrong_run(attempt.learner, attempt.step, connection).await?;
    }
    Ok(())
}

/// The latest attempts of a learner at a step.
pub(super) async fn attempts(
    readers: &SqlitePool,
    learner: LearnerId,
    step: StepNumber,
    limit: u32,
) -> sqlx::Result<Vec<PastAttempt>> {
    let rows = sqlx::query_as(PastColumns::LATEST).bind(learner.0).bind(step.get()).bind(limit);
    let rows: Vec<PastColumns> = rows.fetch_all(readers).await?;
    rows.into_iter().map(PastAttempt::try_from).collect()
}
