//! Attempts in SQLite, and how learners stand at the steps.

use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow as _, QueryBuilder, Row as _, Sqlite, SqliteConnection, SqlitePool};

use crate::step::{Fingerprint, Marks, Nonce, StepNumber, Timestamp};
use crate::store::attempt::{Decision, Known, StoredAttempt, beginning, short_hash};
use crate::store::guessing::{WrongRun, day_of};
use crate::course::{LearnerId};
use crate::store::{NewAttempt, PastAttempt, Progress, StoreError, StoredDiagnosis, StoredVerdict, Submitted};

/// An attempt that is submitted.
pub(super) struct Submission {
    pub(super) attempt: NewAttempt,
    /// How many attempts a learner may make on a day.
    pub(super) per_day: u32,
}

/// Submits attempts of different learners, and returns what came of them, in their order: an error where the learner is not known.
///
/// All are written by the same few statements: each statement is sent to the thread of the connection, and waking that thread takes longer
/// than the statement.
pub(super) async fn submit(
    submissions: &[&Submission],
    connection: &mut SqliteConnection,
) -> sqlx::Result<Vec<Result<Submitted, StoreError>>> {
    let mut new = Vec::new();
    let mut submitted = Vec::with_capacity(submissions.len());
    for (submission, known) in submissions.iter().zip(known(submissions, connection).await?) {
        let Submission { attempt, per_day } = submission;
        let Some(known) = known else {
            submitted.push(Err(StoreError::LearnerUnknown));
            continue;
        };
        submitted.push(Ok(match attempt.decide(known, *per_day) {
            Decision::Insert(standing) => {
                new.push(attempt);
                Submitted::Recorded(attempt.verdict.clone(), standing)
            }
            Decision::Replace(id, standing) => {
                replace_verdict(id, attempt, connection).await?;
                Submitted::Recorded(attempt.verdict.clone(), standing)
            }
            Decision::Repeat(stored, standing) => Submitted::Repeated(stored, standing),
            Decision::Refuse(refusal) => Submitted::Refused(refusal),
        }));
    }
    if !new.is_empty() {
        insert(&new, connection).await?;
        count(&new, connection).await?;
    }
    Ok(submitted)
}

/// What is known when attempts come, in their order; none if the learner is not known.
async fn known(
    submissions: &[&Submission],
    connection: &mut SqliteConnection,
) -> sqlx::Result<Vec<Option<Known>>> {
    let mut query = QueryBuilder::<Sqlite>::new(
        "WITH asked (position, learner, step, fingerprint, nonce, canonical_hash, day) AS (",
    );
    query.push_values(submissions.iter().zip(0_i64..), |mut row, (submission, position)| {
        let attempt = &submission.attempt;
        row.push_bind(position)
            .push_bind(attempt.learner.0)
            .push_bind(attempt.step.get())
            .push_bind(attempt.fingerprint.to_bits())
            .push_bind(attempt.nonce.to_bits().cast_signed())
            .push_bind(short_hash(&attempt.canonical).to_vec())
            .push_bind(day_of(attempt.at).cast_signed());
    });
    query.push(
        ")
         SELECT same.id, same.verdict, same.items_right, same.items_total, same.first_wrong, same.fit, same.causes,
                coalesce(progress.wrong_in_a_row, 0) AS wrong_in_a_row, progress.last_wrong_at,
                (SELECT count(*) FROM attempts AS wrong
                 WHERE wrong.learner = asked.learner AND wrong.step = asked.step AND wrong.fingerprint = asked.fingerprint
                   AND wrong.nonce = asked.nonce AND wrong.verdict = 'wrong') AS wrong_on_task,
                (SELECT count(*) FROM attempts AS wrong
                 WHERE wrong.learner = asked.learner AND wrong.step = asked.step AND wrong.fingerprint = asked.fingerprint
                   AND wrong.nonce = asked.nonce AND wrong.verdict = 'wrong'
                   AND (same.id IS NULL OR wrong.id < same.id)) AS earlier_wrong,
                (SELECT coalesce(sum(attempts_on_day), 0) FROM step_progress AS any_step
                 WHERE any_step.learner = asked.learner AND any_step.day = asked.day) AS today,
                EXISTS (SELECT 1 FROM learners WHERE id = asked.learner) AS is_learner_known
         FROM asked
         LEFT JOIN attempts AS same
           ON same.learner = asked.learner AND same.step = asked.step AND same.fingerprint = asked.fingerprint
          AND same.nonce = asked.nonce AND same.canonical_hash = asked.canonical_hash
         LEFT JOIN step_progress AS progress ON progress.learner = asked.learner AND progress.step = asked.step
         ORDER BY asked.position",
    );
    query.build().fetch_all(connection).await?.iter().map(known_of).collect()
}

fn known_of(row: &SqliteRow) -> sqlx::Result<Option<Known>> {
    if !row.try_get("is_learner_known")? {
        return Ok(None);
    }
    let stored = match row.try_get("id")? {
        Some(id) => Some(StoredAttempt { id, verdict: VerdictColumns::from_row(row)?.try_into()? }),
        None => None,
    };
    let last: Option<i64> = row.try_get("last_wrong_at")?;
    let last = last.map(|at| Timestamp::from_seconds(at.cast_unsigned()));
    Ok(Some(Known {
        stored,
        wrong_on_task: row.try_get("wrong_on_task")?,
        earlier_wrong: row.try_get("earlier_wrong")?,
        run: WrongRun { count: row.try_get("wrong_in_a_row")?, last },
        today: row.try_get("today")?,
    }))
}

/// Inserts attempts.
async fn insert(attempts: &[&NewAttempt], connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let rows = attempts.iter().map(|attempt| AttemptRow::of(attempt));
    let rows = rows.collect::<sqlx::Result<Vec<_>>>()?;
    let mut query = QueryBuilder::<Sqlite>::new(
        "INSERT INTO attempts (learner, step, fingerprint, nonce, canonical_hash, canonical, raw, raw_rest_length, raw_rest_hash,
                               verdict, items_right, items_total, first_wrong, fit, causes, at) ",
    );
    query.push_values(rows, |mut row, AttemptRow { attempt, verdict, raw, rest_length }| {
        row.push_bind(attempt.learner.0)
            .push_bind(attempt.step.get())
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
            .push_bind(attempt.at.seconds().cast_signed());
    });
    query.build().execute(connection).await?;
    Ok(())
}

/// What of an attempt has to be computed for its row.
struct AttemptRow<'a> {
    attempt: &'a NewAttempt,
    verdict: VerdictColumns,
    /// The answer as it was sent, if it is not the canonical one.
    raw: Option<&'a str>,
    rest_length: Option<i64>,
}

impl<'a> AttemptRow<'a> {
    fn of(attempt: &'a NewAttempt) -> sqlx::Result<Self> {
        let raw = &attempt.raw;
        let is_canonical = raw.rest.is_none() && raw.beginning == attempt.canonical;
        Ok(Self {
            attempt,
            verdict: VerdictColumns::try_from(&attempt.verdict)?,
            raw: (!is_canonical).then_some(raw.beginning.as_str()),
            rest_length: raw.rest.map(|rest| column(rest.length)).transpose()?,
        })
    }
}

/// Counts new attempts at their steps.
async fn count(attempts: &[&NewAttempt], connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let mut query = QueryBuilder::<Sqlite>::new(
        "INSERT INTO step_progress (learner, step, attempts, solved_at, wrong_in_a_row, last_wrong_at, day, attempts_on_day) ",
    );
    query.push_values(attempts, |mut row, attempt| {
        let at = attempt.at.seconds().cast_signed();
        let is_right = attempt.verdict == StoredVerdict::Accepted;
        row.push_bind(attempt.learner.0)
            .push_bind(attempt.step.get())
            .push_bind(1)
            .push_bind(is_right.then_some(at))
            .push_bind(!is_right)
            .push_bind((!is_right).then_some(at))
            .push_bind(day_of(attempt.at).cast_signed())
            .push_bind(1);
    });
    query.push(
        " ON CONFLICT (learner, step) DO UPDATE SET
             attempts = attempts + 1,
             solved_at = coalesce(solved_at, excluded.solved_at),
             wrong_in_a_row = iif(excluded.solved_at IS NULL, wrong_in_a_row + 1, 0),
             last_wrong_at = coalesce(max(last_wrong_at, excluded.last_wrong_at), last_wrong_at, excluded.last_wrong_at),
             attempts_on_day = iif(day = excluded.day, attempts_on_day + 1, 1),
             day = excluded.day",
    );
    query.build().execute(connection).await?;
    Ok(())
}

/// Replaces the verdict of a stored attempt.
async fn replace_verdict(
    id: i64,
    attempt: &NewAttempt,
    connection: &mut SqliteConnection,
) -> sqlx::Result<()> {
    let verdict = VerdictColumns::try_from(&attempt.verdict)?;
    sqlx::query(
        "UPDATE attempts SET verdict = ?2, items_right = ?3, items_total = ?4, first_wrong = ?5,
                             fit = ?6, causes = ?7, at = ?8
         WHERE id = ?1",
    )
    .bind(id)
    .bind(verdict.name)
    .bind(verdict.items_right)
    .bind(verdict.items_total)
    .bind(verdict.first_wrong)
    .bind(verdict.fit)
    .bind(verdict.causes)
    .bind(attempt.at.seconds().cast_signed())
    .execute(&mut *connection)
    .await?;
    if attempt.verdict == StoredVerdict::Accepted {
        sqlx::query(
            "UPDATE step_progress SET solved_at = coalesce(solved_at, ?3), wrong_in_a_row = 0
             WHERE learner = ?1 AND step = ?2",
        )
        .bind(attempt.learner.0)
        .bind(attempt.step.get())
        .bind(attempt.at.seconds().cast_signed())
        .execute(connection)
        .await?;
    }
    Ok(())
}

/// A number in a column.
fn column(count: usize) -> sqlx::Result<i64> {
    i64::try_from(count).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// The columns of a verdict.
#[derive(sqlx::FromRow)]
struct VerdictColumns {
    #[sqlx(rename = "verdict")]
    name: String,
    items_right: Option<i64>,
    items_total: Option<i64>,
    first_wrong: Option<i64>,
    fit: Option<String>,
    causes: Option<String>,
}

impl TryFrom<&StoredVerdict> for VerdictColumns {
    type Error = sqlx::Error;

    fn try_from(verdict: &StoredVerdict) -> sqlx::Result<Self> {
        let (name, marks, diagnosis) = match verdict {
            StoredVerdict::Accepted => ("accepted", None, None),
            StoredVerdict::Wrong { marks, diagnosis } => {
                ("wrong", marks.as_ref(), diagnosis.as_ref())
            }
        };
        Ok(Self {
            name: name.to_owned(),
            items_right: marks.map(|marks| column(marks.right)).transpose()?,
            items_total: marks.map(|marks| column(marks.total)).transpose()?,
            first_wrong: marks.and_then(|marks| marks.first_wrong).map(column).transpose()?,
            fit: diagnosis.map(|diagnosis| diagnosis.fit.as_str().to_owned()),
            causes: diagnosis.map(|diagnosis| diagnosis.causes.join(" ")),
        })
    }
}

impl TryFrom<VerdictColumns> for StoredVerdict {
    type Error = sqlx::Error;

    fn try_from(columns: VerdictColumns) -> sqlx::Result<Self> {
        let count = |column: i64| usize::try_from(column).map_err(sqlx::Error::decode);
        let marks = match (columns.items_right, columns.items_total) {
            (Some(right), Some(total)) => Some(Marks {
                right: count(right)?,
                total: count(total)?,
                first_wrong: columns.first_wrong.map(count).transpose()?,
            }),
            _ => None,
        };
        let diagnosis = match (columns.fit, columns.causes) {
            (Some(fit), Some(causes)) => Some(StoredDiagnosis {
                fit: fit.parse().map_err(sqlx::Error::decode)?,
                causes: causes.split(' ').map(str::to_owned).collect(),
            }),
            _ => None,
        };
        match columns.name.as_str() {
            "accepted" => Ok(Self::Accepted),
            "wrong" => Ok(Self::Wrong { marks, diagnosis }),
            name => Err(sqlx::Error::Decode(format!("there is no verdict {name:?}").into())),
        }
    }
}

/// The progress of a learner.
pub(super) async fn progress(readers: &SqlitePool, learner: LearnerId) -> sqlx::Result<Progress> {
    let steps: Vec<(u8, u64, bool)> = sqlx::query_as(
        "SELECT step, attempts, solved_at IS NOT NULL FROM step_progress WHERE learner = ?1",
    )
    .bind(learner.0)
    .fetch_all(readers)
    .await?;
    let mut progress = Progress::default();
    for (step, attempts, solved) in steps {
        progress.attempts += attempts;
        let steps = if solved { &mut progress.solved } else { &mut progress.tried };
        steps.insert(StepNumber::new(step).map_err(sqlx::Error::decode)?);
    }
    Ok(progress)
}

/// The latest attempts of a learner at a step.
pub(super) async fn attempts(
    readers: &SqlitePool,
    learner: LearnerId,
    step: StepNumber,
    limit: u32,
) -> sqlx::Result<Vec<PastAttempt>> {
    let rows: Vec<(u32, i64, String, bool, i64)> = sqlx::query_as(
        "SELECT fingerprint, nonce, coalesce(raw, canonical), verdict = 'accepted', at FROM attempts
         WHERE learner = ?1 AND step = ?2 ORDER BY at DESC, id DESC LIMIT ?3",
    )
    .bind(learner.0)
    .bind(step.get())
    .bind(limit)
    .fetch_all(readers)
    .await?;
    let attempts = rows.into_iter().map(|(fingerprint, nonce, raw, is_accepted, at)| PastAttempt {
        fingerprint: Fingerprint::from_bits(fingerprint),
        nonce: Nonce::from_bits(nonce.cast_unsigned()),
        raw,
        is_accepted,
        at: Timestamp::from_seconds(at.cast_unsigned()),
    });
    Ok(attempts.collect())
}
