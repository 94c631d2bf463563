//! Instructors in PostgreSQL, the extensions that they give, and the secrets of servers by their public keys of receipts.

use sqlx::Connection as _;

use super::change::{ChangeError, lock_names};
use super::pool::Pool;
use super::roster::raise_version;
use crate::course::{Extension, ExtensionId, KeyHash, LearnerName};
use crate::step::Timestamp;
pub(super) use crate::store::columns::Extend;
use crate::store::columns::{ExtensionColumns, InstructorColumns, bytes, seconds, time};
use crate::store::{Instructor, InstructorId, StoreError};

/// Adds an instructor, unless the name looks like a learner's, and takes away the nicknames that look like it. That of another instructor is
/// refused by the indexes.
pub(super) async fn add(
    pool: &Pool,
    name: &LearnerName,
    key: KeyHash,
    at: Timestamp,
) -> Result<Instructor, ChangeError> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    lock_names(&mut transaction).await?;
    let is_learners: bool = sqlx::query_scalar(InstructorColumns::IS_LEARNERS)
        .bind(name.skeleton())
        .bind(name.folded_skeleton())
        .fetch_one(&mut *transaction)
        .await?;
    if is_learners {
        return Err(StoreError::NameTaken.into());
    }
    let id = sqlx::query_scalar(InstructorColumns::INSERT)
        .bind(name.as_str())
        .bind(name.folded())
        .bind(name.skeleton())
        .bind(name.folded_skeleton())
        .bind(key.as_bytes().as_slice())
        .bind(seconds(at))
        .fetch_one(&mut *transaction)
        .await?;
    sqlx::query(
        "SELECT 1 FROM learners WHERE nickname_skeleton = $1 OR nickname_folded_skeleton = $2
         ORDER BY id FOR UPDATE",
    )
    .bind(name.skeleton())
    .bind(name.folded_skeleton())
    .execute(&mut *transaction)
    .await?;
    let cleared = sqlx::query(InstructorColumns::CLEAR_NICKNAMES)
        .bind(name.skeleton())
        .bind(name.folded_skeleton())
        .execute(&mut *transaction)
        .await?;
    if cleared.rows_affected() > 0 {
        raise_version(&mut transaction).await?;
    }
    transaction.commit().await?;
    Ok(Instructor { id: Some(InstructorId(id)), name: name.clone(), added_at: at })
}

/// Removes an instructor; returns whether there was one.
pub(super) async fn remove(pool: &Pool, instructor: InstructorId) -> sqlx::Result<bool> {
    let removed = sqlx::query("DELETE FROM instructors WHERE id = $1").bind(instructor.0);
    Ok(removed.execute(&mut *pool.acquire().await?).await?.rows_affected() == 1)
}

/// Gives an instructor a new key; returns whether there is one.
pub(super) async fn rekey(
    pool: &Pool,
    instructor: InstructorId,
    key: KeyHash,
) -> sqlx::Result<bool> {
    let changed = sqlx::query("UPDATE instructors SET key_hash = $2 WHERE id = $1")
        .bind(instructor.0)
        .bind(key.as_bytes().as_slice());
    Ok(changed.execute(&mut *pool.acquire().await?).await?.rows_affected() == 1)
}

/// All instructors by name.
pub(super) async fn all(pool: &Pool) -> sqlx::Result<Vec<Instructor>> {
    let rows: Vec<InstructorColumns> =
        sqlx::query_as(InstructorColumns::ALL).fetch_all(&mut *pool.acquire().await?).await?;
    rows.into_iter().map(Instructor::try_from).collect()
}

/// The instructor whose key has this hash.
pub(super) async fn by_key(pool: &Pool, key: KeyHash) -> sqlx::Result<Option<Instructor>> {
    let row = sqlx::query_as(InstructorColumns::BY_KEY).bind(key.as_bytes().as_slice());
    let row: Option<InstructorColumns> = row.fetch_optional(&mut *pool.acquire().await?).await?;
    row.map(Instructor::try_from).transpose()
}

/// Gives an extension.
pub(super) async fn extend(pool: &Pool, extend: Extend) -> sqlx::Result<ExtensionId> {
    let (section, learner) = extend.audience_columns();
    let id = sqlx::query_scalar(Extend::INSERT)
        .bind(i64::from(extend.step.get()))
        .bind(section)
        .bind(learner)
        .bind(extend.changes.opens.map(seconds))
        .bind(extend.changes.due.map(seconds))
        .bind(extend.changes.closes.map(seconds))
        .bind(extend.reason.as_str())
        .bind(extend.by.as_str())
        .bind(seconds(extend.at))
        .fetch_one(&mut *pool.acquire().await?)
        .await?;
    Ok(ExtensionId(id))
}

/// Takes an extension back; returns whether there was one.
pub(super) async fn remove_extension(pool: &Pool, extension: ExtensionId) -> sqlx::Result<bool> {
    let removed = sqlx::query("DELETE FROM extensions WHERE id = $1").bind(extension.0);
    Ok(removed.execute(&mut *pool.acquire().await?).await?.rows_affected() == 1)
}

/// All extensions in the order in which they were given.
pub(super) async fn extensions(pool: &Pool) -> sqlx::Result<Vec<Extension>> {
    let rows: Vec<ExtensionColumns> =
        sqlx::query_as(ExtensionColumns::ALL).fetch_all(&mut *pool.acquire().await?).await?;
    rows.into_iter().map(Extension::try_from).collect()
}

/// Keeps a public key of receipts, unless it is known.
pub(super) async fn keep_receipt_key(
    pool: &Pool,
    public: [u8; 32],
    at: Timestamp,
) -> sqlx::Result<()> {
    // Every process asks at every start. Without the condition each time would use up an id.
    let kept = sqlx::query(
        "INSERT INTO receipt_keys (public, kept_at)
         SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM receipt_keys WHERE public = $1)
         ON CONFLICT (public) DO NOTHING",
    );
    kept.bind(public.as_slice())
        .bind(seconds(at))
        .execute(&mut *pool.acquire().await?)
        .await
        .map(drop)
}

/// All public keys of receipts, the latest first.
pub(super) async fn receipt_keys(pool: &Pool) -> sqlx::Result<Vec<[u8; 32]>> {
    let keys: Vec<Vec<u8>> = sqlx::query_scalar("SELECT public FROM receipt_keys ORDER BY id DESC")
        .fetch_all(&mut *pool.acquire().await?)
        .await?;
    keys.iter().map(|key| bytes(key)).collect()
}

/// Since when a public key of receipts is kept; none if it is not.
pub(super) async fn receipt_key_kept_at(
    pool: &Pool,
    public: [u8; 32],
) -> sqlx::Result<Option<Timestamp>> {
    let kept_at: Option<i64> =
        sqlx::query_scalar("SELECT kept_at FROM receipt_keys WHERE public = $1")
            .bind(public.as_slice())
            .fetch_optional(&mut *pool.acquire().await?)
            .await?;
    Ok(kept_at.map(time))
}

/// Notes that a server knows a secret which none has used: the earliest time counts.
pub(super) async fn note_previous_secret(
    pool: &Pool,
    public: [u8; 32],
    at: Timestamp,
) -> sqlx::Result<Timestamp> {
    let named_at: i64 = sqlx::query_scalar(
        "INSERT INTO previous_secrets (public, named_at) VALUES ($1, $2)
         ON CONFLICT (public) DO UPDATE SET named_at = least(previous_secrets.named_at, excluded.named_at)
         RETURNING named_at",
    )
    .bind(public.as_slice())
    .bind(seconds(at))
    .fetch_one(&mut *pool.acquire().await?)
    .await?;
    Ok(time(named_at))
}
