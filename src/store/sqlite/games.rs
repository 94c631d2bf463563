//! Matches in SQLite.

use async_trait::async_trait;
use sqlx::{Row as _, SqliteConnection, SqlitePool};

use super::writer::Change;
use crate::game::GameId;
use crate::step::{Fingerprint, Nonce, StepNumber, SubjectId, TaskIdentity, Timestamp};
use crate::store::{GameChange, StoredGame};

/// Keeps a new match.
pub(super) struct Start {
    pub(super) game: StoredGame,
    pub(super) at: Timestamp,
}

#[async_trait]
impl Change for Start {
    type Done = ();

    async fn make(&self, connection: &mut SqliteConnection) -> sqlx::Result<()> {
        let Self { game, at } = self;
        let setup = serde_json::to_string(&game.setup)
            .map_err(|error| sqlx::Error::Encode(error.into()))?;
        let task = game.task.as_ref();
        sqlx::query(
            "INSERT INTO games (id, setup, step, revision, subject, nonce, history, version, started_at, changed_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9)",
        )
        .bind(game.id.as_str())
        .bind(setup)
        .bind(task.map(|task| task.step.get()))
        .bind(task.map(|task| task.fingerprint.to_bits()))
        .bind(task.map(|task| task.subject.to_bytes().to_vec()))
        .bind(task.map(|task| task.nonce.to_bits().cast_signed()))
        .bind(game.history.as_str())
        .bind(game.version)
        .bind(at.seconds().cast_signed())
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// Replaces the moves of a match; tells whether it was still as the change expects it.
#[async_trait]
impl Change for GameChange {
    type Done = bool;

    async fn make(&self, connection: &mut SqliteConnection) -> sqlx::Result<bool> {
        let updated = sqlx::query(
            "UPDATE games SET history = ?1, version = version + 1, changed_at = ?2
             WHERE id = ?3 AND version = ?4",
        )
        .bind(self.history.as_str())
        .bind(self.at.seconds().cast_signed())
        .bind(self.id.as_str())
        .bind(self.version)
        .execute(connection)
        .await?;
        Ok(updated.rows_affected() == 1)
    }
}

/// Step, revision, subject and nonce of a task; all of them, or none.
type TaskColumns = (Option<u8>, Option<u32>, Option<Vec<u8>>, Option<i64>);

/// The match with this id.
pub(super) async fn by_id(readers: &SqlitePool, id: GameId) -> sqlx::Result<Option<StoredGame>> {
    let row = sqlx::query(
        "SELECT setup, history, version, step, revision, subject, nonce FROM games WHERE id = ?1",
    )
    .bind(id.as_str())
    .fetch_optional(readers)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let (setup, history, version): (String, String, u32) =
        (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let task = (row.try_get(3)?, row.try_get(4)?, row.try_get(5)?, row.try_get(6)?);
    let setup = serde_json::from_str(&setup).map_err(sqlx::Error::decode)?;
    Ok(Some(StoredGame { id, setup, task: task_of(task)?, history, version }))
}

fn task_of(columns: TaskColumns) -> sqlx::Result<Option<TaskIdentity>> {
    let (Some(step), Some(revision), Some(subject), Some(nonce)) = columns else {
        return Ok(None);
    };
    let subject = subject.as_slice().try_into().map_err(sqlx::Error::decode)?;
    Ok(Some(TaskIdentity {
        step: StepNumber::new(step).map_err(sqlx::Error::decode)?,
        fingerprint: Fingerprint::from_bits(revision),
        subject: SubjectId::from_bytes(subject),
        nonce: Nonce::from_bits(nonce.cast_unsigned()),
    }))
}
