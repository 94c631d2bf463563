//! Learners: registering them, finding them by their keys, and their names on the scoreboard.

use async_trait::async_trait;

use super::connection::Connection;
use super::database::{Database, Writing};
use super::error::{Result, StoreError};
use super::failure::Failure;
use super::value::{from_row, values};
use crate::course::{KeyHash, Learner, LearnerId, LearnerName, Nickname, SectionName};
use crate::step::Timestamp;

/// A learner on the scoreboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreboardEntry {
    /// The learner, whose name is not shown.
    pub learner: LearnerId,
    /// The section.
    pub section: Option<SectionName>,
    /// The nickname.
    pub nickname: Option<Nickname>,
}

/// Learners.
#[async_trait]
pub trait Learners {
    /// Registers a learner. The name must not be taken, and must not look like the name or nickname of another learner or like the name of
    /// an instructor.
    async fn register_learner(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Learner>;

    /// The learner whose key has this hash.
    async fn learner_by_key(&self, key: KeyHash) -> Result<Option<Learner>>;

    /// Sets or removes the name under which a learner is on the scoreboard. It must not look like the name or nickname of another learner
    /// or like the name of an instructor.
    async fn set_nickname(&self, learner: LearnerId, nickname: Option<Nickname>) -> Result<()>;

    /// The learners who may be on the scoreboard: all who are not forgotten.
    async fn scoreboard_entries(&self) -> Result<Vec<ScoreboardEntry>>;
}

#[async_trait]
impl<D: Database> Learners for D {
    async fn register_learner(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Learner> {
        let name = name.clone();
        self.write(Writing::Change, move |c| Box::pin(register(c, name, key, at))).await
    }

    /// The hash of a forgotten learner belongs to no key.
    async fn learner_by_key(&self, key: KeyHash) -> Result<Option<Learner>> {
        let sql = "SELECT id, name, section, on_roster FROM learners WHERE key_hash = $1";
        self.row(sql, values![key.as_bytes()]).await
    }

    async fn set_nickname(&self, learner: LearnerId, nickname: Option<Nickname>) -> Result<()> {
        self.write(Writing::Change, move |c| Box::pin(set_nickname(c, learner, nickname))).await
    }

    async fn scoreboard_entries(&self) -> Result<Vec<ScoreboardEntry>> {
        let sql = "SELECT id, section, nickname FROM learners WHERE NOT is_forgotten ORDER BY id";
        self.rows(sql, values![]).await
    }
}

from_row!(ScoreboardEntry { learner, section, nickname });

async fn register(
    c: &mut Connection<'_>,
    name: LearnerName,
    key: KeyHash,
    at: Timestamp,
) -> Result<Learner, Failure> {
    c.lock_names().await?;
    // The indexes refuse a name that looks like that of another learner.
    let id = c
        .row(
            "INSERT INTO learners (name, name_folded, name_skeleton, folded_skeleton, key_hash, registered_at)
             SELECT $1, $2, $3, $4, $5, $6
             WHERE NOT EXISTS (SELECT 1 FROM learners WHERE nickname_skeleton = $3 OR nickname_folded_skeleton = $4)
               AND NOT EXISTS (SELECT 1 FROM instructors WHERE name_skeleton = $3 OR folded_skeleton = $4)
             RETURNING id",
            &values![name, name.folded(), name.skeleton(), name.folded_skeleton(), key.as_bytes(), at],
        )
        .await?;
    let id = id.ok_or(StoreError::NameTaken)?;
    Ok(Learner { id, name, section: None, is_on_roster: false })
}

async fn set_nickname(
    c: &mut Connection<'_>,
    learner: LearnerId,
    nickname: Option<Nickname>,
) -> Result<(), Failure> {
    c.lock_names().await?;
    c.lock_learner_for_update(learner).await?;
    let name = nickname.as_ref().map(Nickname::as_name);
    let skeleton = name.map(LearnerName::skeleton);
    let folded_skeleton = name.map(LearnerName::folded_skeleton);
    let is_taken = c
        .one(
            "SELECT EXISTS (SELECT 1 FROM learners
                            WHERE (name_folded = $2 OR name_skeleton = $3 OR folded_skeleton = $4) AND id <> $1)
                 OR EXISTS (SELECT 1 FROM instructors WHERE name_skeleton = $3 OR folded_skeleton = $4)",
            &values![learner, name.map(LearnerName::folded), skeleton, folded_skeleton],
        )
        .await?;
    if is_taken {
        return Err(StoreError::NameTaken.into());
    }
    let changed = c
        .execute(
            "UPDATE learners SET nickname = $2, nickname_skeleton = $3, nickname_folded_skeleton = $4
             WHERE id = $1 AND NOT is_forgotten",
            &values![learner, nickname, skeleton, folded_skeleton],
        )
        .await?;
    if changed == 1 { Ok(()) } else { Err(StoreError::LearnerUnknown.into()) }
}
