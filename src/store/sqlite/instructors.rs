//! Instructors in SQLite, the extensions that they give, and the secrets of servers by their public keys of receipts.

use async_trait::async_trait;
use sqlx::{SqliteConnection, SqlitePool};

use super::change::Change;
use super::roster::raise_version;
use crate::course::{Extension, ExtensionId, KeyHash, LearnerName};
use crate::step::Timestamp;
pub(super) use crate::store::columns::Extend;
use crate::store::columns::{ExtensionColumns, InstructorColumns, bytes, seconds, time};
use crate::store::{Instructor, InstructorId};

/// Adds an instructor, and takes away the nicknames that look like the name; none if the name looks like a learner's.
pub(super) struct AddInstructor {
    pub(super) name: LearnerName,
    pub(super) key: KeyHash,
    pub(super) at: Timestamp,
}

#[async_trait]
impl Change for AddInstructor {
    type Output = Option<Instructor>;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Option<Instructor>> {
        let is_learners: bool = sqlx::query_scalar(InstructorColumns::IS_LEARNERS)
            .bind(self.name.skeleton())
            .bind(self.name.folded_skeleton())
            .fetch_one(&mut *connection)
            .await?;
        if is_learners {
            return Ok(None);
        }
        let id = sqlx::query_scalar(InstructorColumns::INSERT)
            .bind(self.name.as_str())
            .bind(self.name.folded())
            .bind(self.name.skeleton())
            .bind(self.name.folded_skeleton())
            .bind(self.key.as_bytes().as_slice())
            .bind(seconds(self.at))
            .fetch_one(&mut *connection)
            .await?;
        let cleared = sqlx::query(InstructorColumns::CLEAR_NICKNAMES)
            .bind(self.name.skeleton())
            .bind(self.name.folded_skeleton())
            .execute(&mut *connection)
            .await?;
        if cleared.rows_affected() > 0 {
            raise_version(connection).await?;
        }
        let (id, name) = (Some(InstructorId(id)), self.name.clone());
        Ok(Some(Instructor { id, name, added_at: self.at }))
    }
}

/// Removes an instructor; returns whether there was one.
pub(super) struct RemoveInstructor(pub(super) InstructorId);

#[async_trait]
impl Change for RemoveInstructor {
    type Output = bool;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<bool> {
        let removed = sqlx::query("DELETE FROM instructors WHERE id = ?1").bind(self.0.0);
        Ok(removed.execute(connection).await?.rows_affected() == 1)
    }
}

/// Gives an instructor a new key; returns whether there is one.
pub(super) struct RekeyInstructor {
    pub(super) instructor: InstructorId,
    pub(super) key: KeyHash,
}

#[async_trait]
impl Change for RekeyInstructor {
    type Output = bool;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<bool> {
        let changed = sqlx::query("UPDATE instructors SET key_hash = ?2 WHERE id = ?1")
            .bind(self.instructor.0)
            .bind(self.key.as_bytes().as_slice());
        Ok(changed.execute(connection).await?.rows_affected() == 1)
    }
}

/// All instructors by name.
pub(super) async fn all(readers: &SqlitePool) -> sqlx::Result<Vec<Instructor>> {
    let rows: Vec<InstructorColumns> =
        sqlx::query_as(InstructorColumns::ALL).fetch_all(readers).await?;
    rows.into_iter().map(Instructor::try_from).collect()
}

/// The instructor whose key has this hash.
pub(super) async fn by_key(readers: &SqlitePool, key: KeyHash) -> sqlx::Result<Option<Instructor>> {
    let row = sqlx::query_as(InstructorColumns::BY_KEY).bind(key.as_bytes().as_slice());
    let row: Option<InstructorColumns> = row.fetch_optional(readers).await?;
    row.map(Instructor::try_from).transpose()
}

#[async_trait]
impl Change for Extend {
    type Output = ExtensionId;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<ExtensionId> {
        let (section, learner) = self.audience_columns();
        let id = sqlx::query_scalar(Self::INSERT)
            .bind(self.step.get())
            .bind(section)
            .bind(learner)
            .bind(self.changes.opens.map(seconds))
            .bind(self.changes.due.map(seconds))
            .bind(self.changes.closes.map(seconds))
            .bind(self.reason.as_str())
            .bind(self.by.as_str())
            .bind(seconds(self.at))
            .fetch_one(connection)
            .await?;
        Ok(ExtensionId(id))
    }
}

/// Takes an extension back; returns whether there was one.
pub(super) struct RemoveExtension(pub(super) ExtensionId);

#[async_trait]
impl Change for RemoveExtension {
    type Output = bool;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<bool> {
        let removed = sqlx::query("DELETE FROM extensions WHERE id = ?1").bind(self.0.0);
        Ok(removed.execute(connection).await?.rows_affected() == 1)
    }
}

/// All extensions in the order in which they were given.
pub(super) async fn extensions(readers: &SqlitePool) -> sqlx::Result<Vec<Extension>> {
    let rows: Vec<ExtensionColumns> =
        sqlx::query_as(ExtensionColumns::ALL).fetch_all(readers).await?;
    rows.into_iter().map(Extension::try_from).collect()
}

/// Keeps a public key of receipts, unless it is known.
pub(super) struct KeepReceiptKey {
    pub(super) public: [u8; 32],
    pub(super) at: Timestamp,
}

#[async_trait]
impl Change for KeepReceiptKey {
    type Output = ();

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<()> {
        sqlx::query(
            "INSERT INTO receipt_keys (public, kept_at) VALUES (?1, ?2) ON CONFLICT (public) DO NOTHING",
        )
        .bind(self.public.as_slice())
        .bind(seconds(self.at))
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// All public keys of receipts, the latest first.
pub(super) async fn receipt_keys(readers: &SqlitePool) -> sqlx::Result<Vec<[u8; 32]>> {
    let keys: Vec<Vec<u8>> = sqlx::query_scalar("SELECT public FROM receipt_keys ORDER BY id DESC")
        .fetch_all(readers)
        .await?;
    keys.iter().map(|key| bytes(key)).collect()
}

/// Since when a public key of receipts is kept.
pub(super) async fn receipt_key_kept_at(
    readers: &SqlitePool,
    public: [u8; 32],
) -> sqlx::Result<Option<Timestamp>> {
    let kept_at: Option<i64> =
        sqlx::query_scalar("SELECT kept_at FROM receipt_keys WHERE public = ?1")
            .bind(public.as_slice())
            .fetch_optional(readers)
            .await?;
    Ok(kept_at.map(time))
}

/// Notes that a server knows a secret which none has used: the earliest time counts.
pub(super) struct NotePreviousSecret {
    pub(super) public: [u8; 32],
    pub(super) at: Timestamp,
}

#[async_trait]
impl Change for NotePreviousSecret {
    type Output = Timestamp;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Timestamp> {
        let named_at: i64 = sqlx::query_scalar(
            "INSERT INTO previous_secrets (public, named_at) VALUES (?1, ?2)
             ON CONFLICT (public) DO UPDATE SET named_at = min(named_at, excluded.named_at) RETURNING named_at",
        )
        .bind(self.public.as_slice())
        .bind(seconds(self.at))
        .fetch_one(connection)
        .await?;
        Ok(time(named_at))
    }
}
