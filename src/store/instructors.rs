//! Instructors.

use async_trait::async_trait;

use super::connection::Connection;
use super::database::{Database, Writing};
use super::error::{Result, StoreError};
use super::failure::Failure;
use super::value::{columns, from_row, values};
use crate::course::{KeyHash, LearnerName};
use crate::step::Timestamp;

/// The id of an instructor in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InstructorId(pub i64);

/// A person who runs the class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instructor {
    /// The id in the database; none for an instructor who is named in the server's environment.
    pub id: Option<InstructorId>,
    /// The name.
    pub name: LearnerName,
    /// When the instructor was added.
    pub added_at: Timestamp,
}

/// Instructors.
#[async_trait]
pub trait Instructors {
    /// Adds an instructor, whose name must not look like a learner's. Nicknames that look like the name are removed.
    async fn add_instructor(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Instructor>;

    /// All instructors by name.
    async fn instructors(&self) -> Result<Vec<Instructor>>;

    /// The instructor whose key has this hash.
    async fn instructor_by_key(&self, key: KeyHash) -> Result<Option<Instructor>>;

    /// Gives an instructor a new key. The old key becomes invalid.
    async fn rekey_instructor(&self, instructor: InstructorId, key: KeyHash) -> Result<()>;

    /// Removes an instructor. The key becomes invalid.
    async fn remove_instructor(&self, instructor: InstructorId) -> Result<()>;
}

#[async_trait]
impl<D: Database> Instructors for D {
    async fn add_instructor(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Instructor> {
        let name = name.clone();
        self.write(Writing::Change, move |c| Box::pin(add(c, name, key, at))).await
    }

    async fn instructors(&self) -> Result<Vec<Instructor>> {
        let sql = "SELECT id, name, added_at FROM instructors ORDER BY name_folded";
        self.rows(sql, values![]).await
    }

    async fn instructor_by_key(&self, key: KeyHash) -> Result<Option<Instructor>> {
        let sql = "SELECT id, name, added_at FROM instructors WHERE key_hash = $1";
        self.row(sql, values![key.as_bytes()]).await
    }

    async fn rekey_instructor(&self, instructor: InstructorId, key: KeyHash) -> Result<()> {
        let sql = "UPDATE instructors SET key_hash = $2 WHERE id = $1";
        self.execute_on_entry(sql, values![instructor, key.as_bytes()]).await
    }

    async fn remove_instructor(&self, instructor: InstructorId) -> Result<()> {
        self.execute_on_entry("DELETE FROM instructors WHERE id = $1", values![instructor]).await
    }
}

columns! {
    InstructorId: i64 = |id| id.0, |column| Ok(Self(column));
}

from_row!(Instructor { id, name, added_at });

async fn add(
    c: &mut Connection<'_>,
    name: LearnerName,
    key: KeyHash,
    at: Timestamp,
) -> Result<Instructor, Failure> {
    c.lock_names().await?;
    let skeletons = values![name.skeleton(), name.folded_skeleton()];
    let is_learners = c
        .one(
            "SELECT EXISTS (SELECT 1 FROM learners WHERE name_skeleton = $1 OR folded_skeleton = $2)",
            &skeletons,
        )
        .await?;
    if is_learners {
        return Err(StoreError::NameTaken.into());
    }
    // The indexes refuse a name that looks like that of another instructor.
    let id = c
        .one(
            "INSERT INTO instructors (name, name_folded, name_skeleton, folded_skeleton, key_hash, added_at)
             VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
            &values![
                name,
                name.folded(),
                name.skeleton(),
                name.folded_skeleton(),
                key.as_bytes(),
                at
            ],
        )
        .await?;
    c.lock(
        "SELECT 1 FROM learners WHERE nickname_skeleton = $1 OR nickname_folded_skeleton = $2
         ORDER BY id FOR UPDATE",
        &skeletons,
    )
    .await?;
    let cleared = c
        .execute(
            "UPDATE learners SET nickname = NULL, nickname_skeleton = NULL, nickname_folded_skeleton = NULL
             WHERE nickname_skeleton = $1 OR nickname_folded_skeleton = $2",
            &skeletons,
        )
        .await?;
    if cleared > 0 {
        // No trigger does this: the scoreboard shows nicknames, and no learner has changed this one.
        c.execute("UPDATE class_version SET version = version + 1", &[]).await?;
    }
    Ok(Instructor { id: Some(id), name, added_at: at })
}
