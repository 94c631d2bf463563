//! Learners and their attempts in SQLite.

use async_trait::async_trait;
use sqlx::{SqliteConnection, SqlitePool};

use super::writer::Change;
use crate::step::{Fingerprint, Marks, Nonce, StepNumber, Timestamp};
use crate::store::{
    KeyHash, Learner, LearnerId, LearnerName, NewAttempt, PastAttempt, Progress, StoredDiagnosis,
    StoredVerdict, Submitted,
};

/// Registers a learner; returns none if the name is taken.
pub(super) struct Registration {
    pub(super) name: LearnerName,
    pub(super) key: KeyHash,
    pub(super) at: Timestamp,
}

#[async_trait]
impl Change for Registration {
    type Output = Option<Learner>;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Option<Learner>> {
        let id = sqlx::query_scalar(
            "INSERT INTO learners (name, name_folded, key_hash, registered_at)
             VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (name_folded) DO NOTHING
             RETURNING id",
        )
        .bind(self.name.as_str())
        .bind(self.name.folded())
        .bind(self.key.as_bytes().as_slice())
        .bind(self.at.seconds().cast_signed())
        .fetch_optional(connection)
        .await?;
        Ok(id.map(|id| Learner { id: LearnerId(id), name: self.name.clone() }))
    }
}

/// The learner whose key has this hash.
pub(super) async fn by_key(readers: &SqlitePool, key: KeyHash) -> sqlx::Result<Option<Learner>> {
    let row = sqlx::query_as("SELECT id, name FROM learners WHERE key_hash = ?1")
        .bind(key.as_bytes().as_slice())
        .fetch_optional(readers)
        .await?;
    let Some((id, name)): Option<(i64, String)> = row else {
        return Ok(None);
    };
    let name = name.parse().map_err(sqlx::Error::decode)?;
    Ok(Some(Learner { id: LearnerId(id), name }))
}

/// Submits an attempt: the table's unique key decides whether it is new.
#[async_trait]
impl Change for NewAttempt {
    type Output = Submitted;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Submitted> {
        if insert(self, connection).await? {
            return Ok(Submitted::Recorded(self.verdict.clone()));
        }
        let (id, stored) = find(self, connection).await?;
        if self.supersedes(&stored) {
            replace_verdict(id, self, connection).await?;
            Ok(Submitted::Recorded(self.verdict.clone()))
        } else {
            Ok(Submitted::Repeated(stored))
        }
    }
}

/// Inserts an attempt unless there is one with the same answer to the same task; returns whether it did.
async fn insert(attempt: &NewAttempt, connection: &mut SqliteConnection) -> sqlx::Result<bool> {
    let verdict = VerdictColumns::try_from(&attempt.verdict)?;
    let inserted = sqlx::query(
        "INSERT INTO attempts (learner, step, fingerprint, nonce, canonical_hash, raw, canonical,
                               verdict, items_right, items_total, first_wrong, fit, causes, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
         ON CONFLICT (learner, step, fingerprint, nonce, canonical_hash) DO NOTHING",
    )
    .bind(attempt.learner.0)
    .bind(attempt.step.get())
    .bind(attempt.fingerprint.to_bits())
    .bind(attempt.nonce.to_bits().cast_signed())
    .bind(short_hash(&attempt.canonical).as_slice())
    .bind(attempt.raw.as_str())
    .bind(attempt.canonical.as_str())
    .bind(verdict.name)
    .bind(verdict.items_right)
    .bind(verdict.items_total)
    .bind(verdict.first_wrong)
    .bind(verdict.fit)
    .bind(verdict.causes)
    .bind(attempt.at.seconds().cast_signed())
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// The stored attempt with the same answer to the same task: its id and its verdict.
async fn find(
    attempt: &NewAttempt,
    connection: &mut SqliteConnection,
) -> sqlx::Result<(i64, StoredVerdict)> {
    let stored: StoredAttempt = sqlx::query_as(
        "SELECT id, verdict, items_right, items_total, first_wrong, fit, causes FROM attempts
         WHERE learner = ?1 AND step = ?2 AND fingerprint = ?3 AND nonce = ?4 AND canonical_hash = ?5",
    )
    .bind(attempt.learner.0)
    .bind(attempt.step.get())
    .bind(attempt.fingerprint.to_bits())
    .bind(attempt.nonce.to_bits().cast_signed())
    .bind(short_hash(&attempt.canonical).as_slice())
    .fetch_one(connection)
    .await?;
    Ok((stored.id, stored.verdict.try_into()?))
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
    .execute(connection)
    .await?;
    Ok(())
}

/// A stored attempt: its id and its verdict.
#[derive(sqlx::FromRow)]
struct StoredAttempt {
    id: i64,
    #[sqlx(flatten)]
    verdict: VerdictColumns,
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
        let column =
            |count: usize| i64::try_from(count).map_err(|error| sqlx::Error::Encode(error.into()));
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

/// The first 16 bytes of a text's BLAKE3 hash.
fn short_hash(text: &str) -> [u8; 16] {
    let mut hash = [0; 16];
    blake3::Hasher::new().update(text.as_bytes()).finalize_xof().fill(&mut hash);
    hash
}

/// The progress of a learner.
pub(super) async fn progress(readers: &SqlitePool, learner: LearnerId) -> sqlx::Result<Progress> {
    let steps: Vec<(u8, u64, bool)> = sqlx::query_as(
        "SELECT step, count(*), max(verdict = 'accepted') FROM attempts WHERE learner = ?1 GROUP BY step",
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
        "SELECT fingerprint, nonce, raw, verdict = 'accepted', at FROM attempts
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
