//! Foreign answers in SQLite. Equal answers are noted by triggers: when one is wrong, of `0010_tasks_of_attempts.sql`, when one is accepted,
//! of `0011_equal_answers.sql`, and when one is judged again, of `0008_foreign_boards.sql`. The others are noted by [`Note`].

use async_trait::async_trait;
use sqlx::{SqliteConnection, SqlitePool};

use super::change::Change;
use crate::course::LearnerId;
use crate::step::{Fingerprint, StepNumber};
use crate::store::columns::{self, ForeignColumns};
use crate::store::{ForeignAnswer, LearnersBoard, WrongAnswer};

/// The boards of a step that others have answered, the latest first.
pub(super) async fn answered_boards(
    readers: &SqlitePool,
    step: StepNumber,
    fingerprint: Fingerprint,
    except: LearnerId,
    limit: u32,
) -> sqlx::Result<Vec<LearnersBoard>> {
    let boards = sqlx::query_as(
        "SELECT learner, nonce FROM tasks
         WHERE step = ?1 AND fingerprint = ?2 AND learner != ?3 ORDER BY id DESC LIMIT ?4",
    )
    .bind(step.get())
    .bind(fingerprint.to_bits())
    .bind(except.0)
    .bind(limit)
    .fetch_all(readers)
    .await?;
    Ok(columns::boards(boards))
}

/// Notes that a wrong answer is right for boards of others.
pub(super) struct Note {
    pub(super) answer: WrongAnswer,
    pub(super) boards: Vec<LearnersBoard>,
}

#[async_trait]
impl Change for Note {
    type Output = ();

    /// In the meantime the attempt may have been judged again, and either of the learners may have been forgotten.
    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<()> {
        let Self { answer: WrongAnswer { step, fingerprint, board, hash }, boards } = self;
        for other in boards {
            sqlx::query(
                "INSERT OR IGNORE INTO foreign_answers (attempt, learner, nonce)
                 SELECT mine.id, they.id, ?1
                 FROM attempts AS mine
                 JOIN learners AS me   ON me.id = mine.learner AND NOT me.is_forgotten
                 JOIN learners AS they ON they.id = ?2         AND NOT they.is_forgotten
                 WHERE mine.learner = ?3 AND mine.step = ?4 AND mine.fingerprint = ?5 AND mine.nonce = ?6
                   AND mine.canonical_hash = ?7 AND mine.verdict = 'wrong'",
            )
            .bind(other.nonce.to_bits().cast_signed())
            .bind(other.learner.0)
            .bind(board.learner.0)
            .bind(step.get())
            .bind(fingerprint.to_bits())
            .bind(board.nonce.to_bits().cast_signed())
            .bind(hash.as_slice())
            .execute(&mut *connection)
            .await?;
        }
        Ok(())
    }
}

/// The latest foreign answers, the latest first.
pub(super) async fn list(readers: &SqlitePool, limit: u32) -> sqlx::Result<Vec<ForeignAnswer>> {
    let rows = sqlx::query_as(ForeignColumns::LATEST).bind(limit);
    let rows: Vec<ForeignColumns> = rows.fetch_all(readers).await?;
    rows.into_iter().map(ForeignAnswer::try_from).collect()
}
