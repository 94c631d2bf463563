//! What is stored of the course itself: its instructors, the dates of steps that they have moved (extensions), and the secrets of its servers, by their
//! public keys of receipts: those that servers have used, and those that they only know.

use super::database::{Access, Store};
use super::error::{Result, StoreError};
use super::value::{FromRow, Row, from_row, ids, values, values_of_name};
use crate::course::{Audience, Extension, ExtensionId, KeyHash, LearnerName, RuleChanges};
use crate::step::{StepNumber, Timestamp};
use serde::Serialize;

/// The id of an instructor in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
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
impl dyn Store + '_ {
    /// Adds an instructor, whose name must not look like a learner's. Nicknames that look like the name are removed.
    pub async fn add_instructor(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Instructor> {
        let values = values_of_name(name, key, at);
        let skeletons = values![name.skeleton(), name.folded_skeleton()];
        let adding = self.with(Access::Change, move |c| {
            Box::pin(async move {
                c.lock_names().await?;
                let is_learners =
                    "SELECT EXISTS (SELECT 1 FROM learners WHERE name_skeleton = $1 OR folded_skeleton = $2)";
                if c.one(is_learners, &skeletons).await? {
                    return Err(StoreError::NameTaken);
                }
                // The indexes refuse a name that looks like that of another instructor.
                let add =
                    "INSERT INTO instructors (name, name_folded, name_skeleton, folded_skeleton, key_hash, added_at)
                     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id";
                let id = c.one(add, &values).await?;
                let lock =
                    "SELECT 1 FROM learners WHERE nickname_skeleton = $1 OR nickname_folded_skeleton = $2
                     ORDER BY id FOR UPDATE";
                c.lock(lock, &skeletons).await?;
                let clear =
                    "UPDATE learners SET nickname = NULL, nickname_skeleton = NULL, nickname_folded_skeleton = NULL
                     WHERE nickname_skeleton = $1 OR nickname_folded_skeleton = $2";
                if c.execute(clear, &skeletons).await? > 0 {
                    // No trigger does this: the scoreboard shows nicknames, and no learner has changed this one.
                    c.execute("UPDATE class_version SET version = version + 1", &[]).await?;
                }
                Ok(id)
            })
        });
        let id = Some(adding.await?);
        Ok(Instructor { id, name: name.clone(), added_at: at })
    }

    /// All instructors by name.
    pub async fn instructors(&self) -> Result<Vec<Instructor>> {
        let sql = "SELECT id, name, added_at FROM instructors ORDER BY name_folded";
        self.rows(sql, values![]).await
    }

    /// The instructor whose key has this hash.
    pub async fn instructor_by_key(&self, key: KeyHash) -> Result<Option<Instructor>> {
        let sql = "SELECT id, name, added_at FROM instructors WHERE key_hash = $1";
        self.row(sql, values![key.as_bytes()]).await
    }

    /// Gives an instructor a new key. The old key becomes invalid.
    pub async fn rekey_instructor(&self, instructor: InstructorId, key: KeyHash) -> Result<()> {
        let sql = "UPDATE instructors SET key_hash = $2 WHERE id = $1";
        self.change(sql, values![instructor, key.as_bytes()], StoreError::EntryUnknown).await
    }

    /// Removes an instructor. The key becomes invalid.
    pub async fn remove_instructor(&self, instructor: InstructorId) -> Result<()> {
        self.change(
            "DELETE FROM instructors WHERE id = $1",
            values![instructor],
            StoreError::EntryUnknown,
        )
        .await
    }
}

ids!(InstructorId);

from_row!(Instructor { id, name, added_at });

/// Extensions.
impl dyn Store + '_ {
    /// Stores an extension, and returns its id. The database rejects one for a learner who does not exist or is forgotten.
    pub async fn extend(&self, given: &Extension) -> Result<ExtensionId> {
        let Extension { steps, audience, changes, reason, by, at, zone, .. } = given.clone();
        let (section, learner) = audience.names();
        let (step, RuleChanges { opens, due, closes, .. }) = (steps.number(), changes);
        let values = values![step, section, learner, opens, due, closes, reason, by, at, zone];
        let sql =
            "INSERT INTO extensions (step, section, learner, opens, due, closes, reason, given_by, given_at, zone)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id";
        self.one(Access::Statement, sql, values).await
    }

    /// All extensions in the order in which they were stored.
    pub async fn extensions(&self) -> Result<Vec<Extension>> {
        let sql =
            "SELECT id, step, section, learner, opens, due, closes, reason, given_by, given_at, zone
                   FROM extensions ORDER BY id";
        self.rows(sql, values![]).await
    }

    /// Removes an extension.
    pub async fn remove_extension(&self, extension: ExtensionId) -> Result<()> {
        self.change(
            "DELETE FROM extensions WHERE id = $1",
            values![extension],
            StoreError::EntryUnknown,
        )
        .await
    }
}

/// From two columns: the section and the learner.
impl FromRow for Audience {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let (section, learner) = row.read()?;
        Self::of(section, learner)
            .ok_or_else(|| StoreError::unreadable("expected a section or a learner, found both"))
    }
}

impl FromRow for Extension {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        Ok(Self {
            id: row.read()?,
            steps: row.read::<Option<StepNumber>>()?.into(),
            audience: row.read()?,
            changes: RuleChanges {
                opens: row.read()?,
                due: row.read()?,
                closes: row.read()?,
                ..RuleChanges::default()
            },
            reason: row.read()?,
            by: row.read()?,
            at: row.read()?,
            zone: row.read()?,
        })
    }
}

/// The secrets of servers, by their public keys of receipts.
impl dyn Store + '_ {
    /// Stores a public key of receipts, unless it is stored already.
    pub async fn keep_receipt_key(&self, public: [u8; 32], at: Timestamp) -> Result<()> {
        // Each server asks at each start. Without the condition PostgreSQL would use up an id each time.
        let sql = "INSERT INTO receipt_keys (public, kept_at)
                   SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM receipt_keys WHERE public = $1)
                   ON CONFLICT (public) DO NOTHING";
        self.execute(sql, values![public, at]).await.map(drop)
    }

    /// All public keys of receipts, the latest first.
    pub async fn receipt_keys(&self) -> Result<Vec<[u8; 32]>> {
        self.rows("SELECT public FROM receipt_keys ORDER BY id DESC", values![]).await
    }

    /// When a public key of receipts was stored: since then a server has used its secret. None if the key is not stored.
    pub async fn receipt_key_kept_at(&self, public: [u8; 32]) -> Result<Option<Timestamp>> {
        self.row("SELECT kept_at FROM receipt_keys WHERE public = $1", values![public]).await
    }

    /// Notes that a server knows a secret that no server has used, and returns since when the first server has known it.
    pub async fn note_previous_secret(&self, public: [u8; 32], at: Timestamp) -> Result<Timestamp> {
        let sql = "INSERT INTO previous_secrets (public, named_at) VALUES ($1, $2)
                   ON CONFLICT (public) DO UPDATE SET named_at =
                       CASE WHEN excluded.named_at < previous_secrets.named_at
                            THEN excluded.named_at ELSE previous_secrets.named_at END
                   RETURNING named_at";
        self.one(Access::Statement, sql, values![public, at]).await
    }
}
