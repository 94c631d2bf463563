//! Attempts in SQLite, and how learners stand at the steps.

use async_trait::async_trait;
use sqlx::{FromRow as _, Row as _, SqliteConnection, SqlitePool};

use super::writer::Change;
use crate::step::{Fingerprint, Marks, Nonce, StepNumber, Timestamp};
use crate::store::attempt::{Decision, Known, StoredAttempt, beginning, short_hash};
use crate::store::guessing::{WrongRun, day_of};
use crate::store::{
    LearnerId, NewAttempt, PastAttempt, Progress, StoredDiagnosis, StoredVerdict, Submitted,
};

/// Submits an attempt.
pub(super) struct Submission {
    pub(super) attempt: NewAttempt,
    /// How many attempts a learner may make on a day.
    pub(super) per_day: u32,
}

#[async_trait]
impl Change for Submission {
    type Output = Submitted;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Submitted> {
        let Self { attempt, per_day } = self;
        let known = known(attempt, connection).await?;
        Ok(match attempt.decide(known, *per_day) {
            Decision::Insert(standing) => {
                insert(attempt, connection).await?;
                count(attempt, connection).await?;
                Submitted::Recorded(attempt.verdict.clone(), standing)
            }
            Decision::Replace(id, standing) => {
                replace_verdict(id, attempt, connection).await?;
                Submitted::Recorded(attempt.verdict.clone(), standing)
            }
            Decision::Repeat(stored, standing) => Submitted::Repeated(stored, standing),
            Decision::Refuse(refusal) => Submitted::Refused(refusal),
        })
    }
}

/// What is known when an attempt comes.
async fn known(attempt: &NewAttempt, connection: &mut SqliteConnection) -> sqlx::Result<Known> {
    let row = sqlx::query(
        "SELECT same.id, same.verdict, same.items_right, same.items_total, same.first_wrong, same.fit, same.causes,
                coalesce(progress.wrong_in_a_row, 0) AS wrong_in_a_row, progress.last_wrong_at,
                (SELECT count(*) FROM attempts
                 WHERE learner = ?1 AND step = ?2 AND fingerprint = ?3 AND nonce = ?4 AND verdict = 'wrong') AS wrong_on_task,
                (SELECT count(*) FROM attempts
                 WHERE learner = ?1 AND step = ?2 AND fingerprint = ?3 AND nonce = ?4 AND verdict = 'wrong'
                   AND (same.id IS NULL OR id < same.id)) AS earlier_wrong,
                (SELECT coalesce(sum(attempts_on_day), 0) FROM step_progress WHERE learner = ?1 AND day = ?6) AS today
         FROM (SELECT 1)
         LEFT JOIN attempts AS same
           ON same.learner = ?1 AND same.step = ?2 AND same.fingerprint = ?3 AND same.nonce = ?4 AND same.canonical_hash = ?5
         LEFT JOIN step_progress AS progress ON progress.learner = ?1 AND progress.step = ?2",
    )
    .bind(attempt.learner.0)
    .bind(attempt.step.get())
    .bind(attempt.fingerprint.to_bits())
    .bind(attempt.nonce.to_bits().cast_signed())
    .bind(short_hash(&attempt.canonical).as_slice())
    .bind(day_of(attempt.at).cast_signed())
    .fetch_one(connection)
    .await?;
    let stored = match row.try_get("id")? {
        Some(id) => {
            Some(StoredAttempt { id, verdict: VerdictColumns::from_row(&row)?.try_into()? })
        }
        None => None,
    };
    let last: Option<i64> = row.try_get("last_wrong_at")?;
    let last = last.map(|at| Timestamp::from_seconds(at.cast_unsigned()));
    Ok(Known {
        stored,
        wrong_on_task: row.try_get("wrong_on_task")?,
        earlier_wrong: row.try_get("earlier_wrong")?,
        run: WrongRun { count: row.try_get("wrong_in_a_row")?, last },
        today: row.try_get("today")?,
    })
}

/// Inserts an attempt.
async fn insert(attempt: &NewAttempt, connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let verdict = VerdictColumns::try_from(&attempt.verdict)?;
    let raw = &attempt.raw;
    let is_canonical = raw.rest.is_none() && raw.beginning == attempt.canonical;
    let rest_length = raw.rest.map(|rest| column(rest.length)).transpose()?;
    sqlx::query(
        "INSERT INTO attempts (learner, step, fingerprint, nonce, canonical_hash, canonical, raw, raw_rest_length, raw_rest_hash,
                               verdict, items_right, items_total, first_wrong, fit, causes, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
    )
    .bind(attempt.learner.0)
    .bind(attempt.step.get())
    .bind(attempt.fingerprint.to_bits())
    .bind(attempt.nonce.to_bits().cast_signed())
    .bind(short_hash(&attempt.canonical).as_slice())
    .bind(beginning(&attempt.canonical))
    .bind((!is_canonical).then_some(raw.beginning.as_str()))
    .bind(rest_length)
    .bind(raw.rest.as_ref().map(|rest| rest.hash.as_slice()))
    .bind(verdict.name)
    .bind(verdict.items_right)
    .bind(verdict.items_total)
    .bind(verdict.first_wrong)
    .bind(verdict.fit)
    .bind(verdict.causes)
    .bind(attempt.at.seconds().cast_signed())
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts a new attempt at the step.
async fn count(attempt: &NewAttempt, connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let at = attempt.at.seconds().cast_signed();
    let is_right = attempt.verdict == StoredVerdict::Accepted;
    sqlx::query(
        "INSERT INTO step_progress (learner, step, attempts, solved_at, wrong_in_a_row, last_wrong_at, day, attempts_on_day)
         VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, 1)
         ON CONFLICT (learner, step) DO UPDATE SET
             attempts = attempts + 1,
             solved_at = coalesce(solved_at, excluded.solved_at),
             wrong_in_a_row = iif(excluded.solved_at IS NULL, wrong_in_a_row + 1, 0),
             last_wrong_at = coalesce(max(last_wrong_at, excluded.last_wrong_at), last_wrong_at, excluded.last_wrong_at),
             attempts_on_day = iif(day = excluded.day, attempts_on_day + 1, 1),
             day = excluded.day",
    )
    .bind(attempt.learner.0)
    .bind(attempt.step.get())
    .bind(is_right.then_some(at))
    .bind(!is_right)
    .bind((!is_right).then_some(at))
    .bind(day_of(attempt.at).cast_signed())
    .execute(connection)
    .await?;
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
