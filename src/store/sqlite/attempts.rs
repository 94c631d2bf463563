//! Attempts in SQLite.

use async_trait::async_trait;
use sqlx::{SqliteConnection, SqlitePool};

use super::writer::Change;
use crate::step::StepNumber;
use crate::store::{Attempt, LearnerId, Outcome, Progress, Recorded};

/// Recording an attempt: the table's unique key decides whether it is news. A judge that was mended may accept what it
/// refused before: then the attempt is accepted after all. It never goes the other way.
#[async_trait]
impl Change for Attempt {
    type Done = Recorded;

    async fn make(&self, connection: &mut SqliteConnection) -> sqlx::Result<Recorded> {
        let (verdict, misconception) = match &self.outcome {
            Outcome::Accepted => ("accepted", None),
            Outcome::Wrong { misconception } => ("wrong", misconception.as_deref()),
        };
        let inserted = sqlx::query(
            "INSERT INTO attempts (learner, step, revision, nonce, raw, canonical, canonical_hash, verdict, misconception, at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
             ON CONFLICT (learner, step, revision, nonce, canonical_hash) DO UPDATE
                SET verdict = excluded.verdict, misconception = excluded.misconception, at = excluded.at
                WHERE excluded.verdict = 'accepted' AND attempts.verdict = 'wrong'",
        )
        .bind(self.learner.0)
        .bind(self.step.get())
        .bind(self.fingerprint.to_bits())
        .bind(self.nonce.to_bits().cast_signed())
        .bind(self.raw.as_str())
        .bind(self.canonical.as_str())
        .bind(short_hash(&self.canonical).as_slice())
        .bind(verdict)
        .bind(misconception)
        .bind(self.at.seconds().cast_signed())
        .execute(connection)
        .await?;
        Ok(match inserted.rows_affected() {
            0 => Recorded::Repeated,
            _ => Recorded::New,
        })
    }
}

/// The first 16 bytes of a text's BLAKE3 hash.
fn short_hash(text: &str) -> [u8; 16] {
    let mut hash = [0; 16];
    blake3::Hasher::new().update(text.as_bytes()).finalize_xof().fill(&mut hash);
    hash
}

/// What a learner has done so far.
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
        if solved {
            progress.solved.insert(StepNumber::new(step).map_err(sqlx::Error::decode)?);
        }
    }
    Ok(progress)
}
