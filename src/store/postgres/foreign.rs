//! Foreign answers in PostgreSQL. Equal answers are noted by the triggers of `0001_gradus.sql`, the others by [`note`].

use sqlx::Connection as _;

use super::pool::Pool;
use crate::course::LearnerId;
use crate::step::{Fingerprint, StepNumber};
use crate::store::columns::{self, ForeignColumns};
use crate::store::{ForeignAnswer, LearnersBoard, WrongAnswer};

/// The boards of a step that others have answered, the latest first.
pub(super) async fn answered_boards(
    pool: &Pool,
    step: StepNumber,
    fingerprint: Fingerprint,
    except: LearnerId,
    limit: u32,
) -> sqlx::Result<Vec<LearnersBoard>> {
    let boards = sqlx::query_as(
        "SELECT learner, nonce FROM tasks
         WHERE step = $1 AND fingerprint = $2 AND learner <> $3 ORDER BY id DESC LIMIT $4",
    )
    .bind(i64::from(step.get()))
    .bind(i64::from(fingerprint.to_bits()))
    .bind(except.0)
    .bind(i64::from(limit))
    .fetch_all(&mut *pool.acquire().await?)
    .await?;
    Ok(columns::boards(boards))
}

/// Notes that a wrong answer is right for boards of others.
///
/// In the meantime the attempt may have been judged again, and either of the learners may have been forgotten. Whoever is doing that now is
/// waited for.
pub(super) async fn note(
    pool: &Pool,
    answer: WrongAnswer,
    boards: &[LearnersBoard],
) -> sqlx::Result<()> {
    let WrongAnswer { step, fingerprint, board, hash } = answer;
    let others: Vec<i64> = boards.iter().map(|other| other.learner.0).collect();
    let nonces: Vec<i64> = boards.iter().map(|other| other.nonce.to_bits().cast_signed()).collect();
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    // They may answer in the meantime: it only keeps them from being forgotten.
    sqlx::query("SELECT 1 FROM learners WHERE id = $1 OR id = ANY ($2) ORDER BY id FOR KEY SHARE")
        .bind(board.learner.0)
        .bind(&others)
        .execute(&mut *transaction)
        .await?;
    sqlx::query("SELECT lock_answers(ARRAY[$1::bytea])")
        .bind(hash.as_slice())
        .execute(&mut *transaction)
        .await?;
    sqlx::query(
        "INSERT INTO foreign_answers (attempt, learner, nonce)
         SELECT mine.id, they.id, other.nonce
         FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS other (learner, nonce, place)
         JOIN learners AS they ON they.id = other.learner AND NOT they.is_forgotten
         JOIN attempts AS mine ON mine.learner = $3 AND mine.step = $4 AND mine.fingerprint = $5 AND mine.nonce = $6
                              AND mine.canonical_hash = $7 AND mine.verdict = 'wrong'
         JOIN learners AS me   ON me.id = mine.learner AND NOT me.is_forgotten
         ORDER BY other.place
         ON CONFLICT DO NOTHING",
    )
    .bind(&others)
    .bind(&nonces)
    .bind(board.learner.0)
    .bind(i64::from(step.get()))
    .bind(i64::from(fingerprint.to_bits()))
    .bind(board.nonce.to_bits().cast_signed())
    .bind(hash.as_slice())
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}

/// The latest foreign answers, the latest first.
pub(super) async fn list(pool: &Pool, limit: u32) -> sqlx::Result<Vec<ForeignAnswer>> {
    let rows = sqlx::query_as(ForeignColumns::LATEST).bind(i64::from(limit));
    let rows: Vec<ForeignColumns> = rows.fetch_all(&mut *pool.acquire().await?).await?;
    rows.into_iter().map(ForeignAnswer::try_from).collect()
}
