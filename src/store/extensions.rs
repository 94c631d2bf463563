//! Extensions: dates of a step that an instructor has moved for a section or a learner.

use async_trait::async_trait;

use super::database::Database;
use super::error::Result;
use super::failure::Failure;
use super::value::{FromRow, Row, values};
use crate::course::{Audience, Extension, ExtensionId, LearnerName, RuleChanges};
use crate::step::{StepNumber, Timestamp};

/// Extensions.
#[async_trait]
pub trait Extensions {
    /// Stores an extension: see [`Extension`].
    async fn extend(
        &self,
        step: StepNumber,
        audience: Audience,
        changes: RuleChanges,
        reason: String,
        by: LearnerName,
        at: Timestamp,
    ) -> Result<ExtensionId>;

    /// All extensions in the order in which they were stored.
    async fn extensions(&self) -> Result<Vec<Extension>>;

    /// Removes an extension.
    async fn remove_extension(&self, extension: ExtensionId) -> Result<()>;
}

#[async_trait]
impl<D: Database> Extensions for D {
    async fn extend(
        &self,
        step: StepNumber,
        audience: Audience,
        changes: RuleChanges,
        reason: String,
        by: LearnerName,
        at: Timestamp,
    ) -> Result<ExtensionId> {
        let (section, learner) = match audience {
            Audience::Section(section) => (Some(section), None),
            Audience::Learner(learner) => (None, Some(learner)),
        };
        let RuleChanges { opens, due, closes, .. } = changes;
        let values = values![step, section, learner, opens, due, closes, reason, by, at];
        // The database refuses one for a learner who does not exist or is forgotten.
        let sql =
            "INSERT INTO extensions (step, section, learner, opens, due, closes, reason, given_by, given_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id";
        self.write_one(sql, values).await
    }

    async fn extensions(&self) -> Result<Vec<Extension>> {
        let sql =
            "SELECT id, step, section, learner, opens, due, closes, reason, given_by, given_at
                   FROM extensions ORDER BY id";
        self.rows(sql, values![]).await
    }

    async fn remove_extension(&self, extension: ExtensionId) -> Result<()> {
        self.execute_on_entry("DELETE FROM extensions WHERE id = $1", values![extension]).await
    }
}

impl FromRow for Extension {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Failure> {
        Ok(Self {
            id: row.read()?,
            step: row.read()?,
            audience: match (row.read()?, row.read()?) {
                (Some(section), None) => Audience::Section(section),
                (None, Some(learner)) => Audience::Learner(learner),
                _ => return Err(Failure::value("the extension has no audience")),
            },
            changes: RuleChanges {
                opens: row.read()?,
                due: row.read()?,
                closes: row.read()?,
                ..RuleChanges::default()
            },
            reason: row.read()?,
            by: row.read()?,
            at: row.read()?,
        })
    }
}
