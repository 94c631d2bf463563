//! The roster in SQLite: what instructors know and change of learners.

use async_trait::async_trait;
use sqlx::{SqliteConnection, SqlitePool};

use super::change::Change;
use crate::course::{
    EmailAddress, Learner, LearnerId, LearnerName, Nickname, SectionName, StudentId,
};
use crate::step::Timestamp;
use crate::store::columns::{
    NICKNAME_IS_TAKEN, RosterColumns, SET_NICKNAME, ScoreboardColumns, seconds,
};
use crate::store::{
    Forgetting, LearnerChange, NewLearner, RosterEntry, ScoreboardEntry, StoreError,
};

/// The version of what caches keep.
pub(super) async fn class_version(readers: &SqlitePool) -> sqlx::Result<u64> {
    sqlx::query_scalar("SELECT version FROM class_version").fetch_one(readers).await
}

/// The learners who are not forgotten, by section and name; those without a section last.
pub(super) async fn all(readers: &SqlitePool) -> sqlx::Result<Vec<RosterEntry>> {
    let rows: Vec<RosterColumns> = sqlx::query_as(RosterColumns::ALL).fetch_all(readers).await?;
    rows.into_iter().map(RosterEntry::try_from).collect()
}

/// A learner who is not forgotten.
pub(super) async fn entry(
    readers: &SqlitePool,
    learner: LearnerId,
) -> sqlx::Result<Option<RosterEntry>> {
    let row = sqlx::query_as(RosterColumns::OF_LEARNER).bind(learner.0);
    let row: Option<RosterColumns> = row.fetch_optional(readers).await?;
    row.map(RosterEntry::try_from).transpose()
}

/// Everybody who may be on the scoreboard.
pub(super) async fn scoreboard_entries(readers: &SqlitePool) -> sqlx::Result<Vec<ScoreboardEntry>> {
    let rows: Vec<ScoreboardColumns> =
        sqlx::query_as(ScoreboardColumns::ALL).fetch_all(readers).await?;
    rows.into_iter().map(ScoreboardEntry::try_from).collect()
}

/// Adds learners and changes others; returns those that were added.
pub(super) struct ImportRoster {
    pub(super) new: Vec<NewLearner>,
    pub(super) changes: Vec<(LearnerId, LearnerChange)>,
    pub(super) at: Timestamp,
}

#[async_trait]
impl Change for ImportRoster {
    type Output = Result<Vec<Learner>, StoreError>;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Self::Output> {
        // What changes is vacated first: a list may give the name of one learner to another one.
        for (learner, change) in &self.changes {
            if !vacate(*learner, change, connection).await? {
                return Ok(Err(StoreError::LearnerUnknown));
            }
        }
        for (learner, change) in &self.changes {
            if let Err(refused) = set(*learner, change, connection).await? {
                return Ok(Err(refused));
            }
        }
        let mut added = Vec::with_capacity(self.new.len());
        for new in &self.new {
            match add(new, self.at, connection).await? {
                Some(learner) => added.push(learner),
                None => return Ok(Err(StoreError::NameTaken)),
            }
        }
        Ok(Ok(added))
    }
}

/// Changes a learner.
pub(super) struct ChangeLearner {
    pub(super) learner: LearnerId,
    pub(super) change: LearnerChange,
}

#[async_trait]
impl Change for ChangeLearner {
    type Output = Result<(), StoreError>;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Self::Output> {
        if !vacate(self.learner, &self.change, connection).await? {
            return Ok(Err(StoreError::LearnerUnknown));
        }
        set(self.learner, &self.change, connection).await
    }
}

/// Adds a learner; returns none if the name looks like a nickname or like the name of an instructor.
async fn add(
    new: &NewLearner,
    at: Timestamp,
    connection: &mut SqliteConnection,
) -> sqlx::Result<Option<Learner>> {
    let id = sqlx::query_scalar(
        "INSERT INTO learners (name, name_folded, name_skeleton, folded_skeleton, key_hash, registered_at,
                               section, email, student_id, on_roster)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 1
         WHERE NOT EXISTS (SELECT 1 FROM learners WHERE nickname_skeleton = ?3 OR nickname_folded_skeleton = ?4)
           AND NOT EXISTS (SELECT 1 FROM instructors WHERE name_skeleton = ?3 OR folded_skeleton = ?4)
         RETURNING id",
    )
    .bind(new.name.as_str())
    .bind(new.name.folded())
    .bind(new.name.skeleton())
    .bind(new.name.folded_skeleton())
    .bind(new.key.as_bytes().as_slice())
    .bind(seconds(at))
    .bind(new.section.as_ref().map(SectionName::as_str))
    .bind(new.email.as_ref().map(EmailAddress::as_str))
    .bind(new.student_id.as_ref().map(StudentId::as_str))
    .fetch_optional(connection)
    .await?;
    Ok(id.map(|id| Learner {
        id: LearnerId(id),
        name: new.name.clone(),
        section: new.section.clone(),
        is_on_roster: true,
    }))
}

/// Takes away from a learner what only one may have and what will change; returns whether there is such a learner.
async fn vacate(
    learner: LearnerId,
    change: &LearnerChange,
    connection: &mut SqliteConnection,
) -> sqlx::Result<bool> {
    let vacated = sqlx::query(
        "UPDATE learners SET
             name_folded = iif(?2, '#' || id, name_folded),
             name_skeleton = iif(?2, NULL, name_skeleton),
             folded_skeleton = iif(?2, NULL, folded_skeleton),
             email = iif(?3, NULL, email),
             student_id = iif(?4, NULL, student_id),
             nickname = iif(?5, NULL, nickname),
             nickname_skeleton = iif(?5, NULL, nickname_skeleton),
             nickname_folded_skeleton = iif(?5, NULL, nickname_folded_skeleton)
         WHERE id = ?1 AND NOT is_forgotten",
    )
    .bind(learner.0)
    .bind(change.name.is_some())
    .bind(change.email.is_some())
    .bind(change.student_id.is_some())
    .bind(change.clear_nickname)
    .execute(&mut *connection)
    .await?;
    if change.clear_nickname {
        raise_version(connection).await?;
    }
    Ok(vacated.rows_affected() == 1)
}

/// Gives a learner what changes, unless the new name looks like the nickname of another one or like the name of an instructor.
async fn set(
    learner: LearnerId,
    change: &LearnerChange,
    connection: &mut SqliteConnection,
) -> sqlx::Result<Result<(), StoreError>> {
    // The nickname was vacated.
    let LearnerChange { name, section, email, student_id, key, put_on_roster, clear_nickname: _ } =
        change;
    if is_of_somebody_else(learner, name.as_ref(), &mut *connection).await? {
        return Ok(Err(StoreError::NameTaken));
    }
    if *put_on_roster {
        raise_for_newcomer(learner, &mut *connection).await?;
    }
    sqlx::query(
        "UPDATE learners SET
             name = coalesce(?2, name),
             name_folded = coalesce(?3, name_folded),
             name_skeleton = coalesce(?4, name_skeleton),
             folded_skeleton = coalesce(?5, folded_skeleton),
             section = iif(?6, ?7, section),
             email = coalesce(?8, email),
             student_id = coalesce(?9, student_id),
             key_hash = coalesce(?10, key_hash),
             on_roster = on_roster OR ?11
         WHERE id = ?1",
    )
    .bind(learner.0)
    .bind(name.as_ref().map(LearnerName::as_str))
    .bind(name.as_ref().map(LearnerName::folded))
    .bind(name.as_ref().map(LearnerName::skeleton))
    .bind(name.as_ref().map(LearnerName::folded_skeleton))
    .bind(section.is_some())
    .bind(section.as_ref().and_then(Option::as_ref).map(SectionName::as_str))
    // These were vacated.
    .bind(email.as_ref().and_then(Option::as_ref).map(EmailAddress::as_str))
    .bind(student_id.as_ref().and_then(Option::as_ref).map(StudentId::as_str))
    .bind(key.as_ref().map(|key| key.as_bytes().as_slice()))
    .bind(*put_on_roster)
    .execute(connection)
    .await?;
    Ok(Ok(()))
}

/// Raises the version of the class where no trigger does: the scoreboard shows nicknames, and no learner has changed this one.
pub(super) async fn raise_version(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let raised = sqlx::query("UPDATE class_version SET version = version + 1");
    raised.execute(connection).await?;
    Ok(())
}

/// Raises the version of the class for a learner who comes on the roster: caches know who is on it.
async fn raise_for_newcomer(
    learner: LearnerId,
    connection: &mut SqliteConnection,
) -> sqlx::Result<()> {
    sqlx::query(
        "UPDATE class_version SET version = version + 1
         WHERE EXISTS (SELECT 1 FROM learners WHERE id = ?1 AND NOT on_roster)",
    )
    .bind(learner.0)
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether a learner's new name looks like the nickname of another one or like the name of an instructor.
async fn is_of_somebody_else(
    learner: LearnerId,
    name: Option<&LearnerName>,
    connection: &mut SqliteConnection,
) -> sqlx::Result<bool> {
    let Some(name) = name else { return Ok(false) };
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM learners
                        WHERE (nickname_skeleton = ?2 OR nickname_folded_skeleton = ?3) AND id != ?1)
             OR EXISTS (SELECT 1 FROM instructors WHERE name_skeleton = ?2 OR folded_skeleton = ?3)
                AND NOT EXISTS (SELECT 1 FROM learners WHERE id = ?1 AND name = ?4)",
    )
    .bind(learner.0)
    .bind(name.skeleton())
    .bind(name.folded_skeleton())
    // A name that stays was there before the instructor.
    .bind(name.as_str())
    .fetch_one(connection)
    .await
}

/// Sets or takes away a learner's nickname.
pub(super) struct SetNickname {
    pub(super) learner: LearnerId,
    pub(super) nickname: Option<Nickname>,
}

#[async_trait]
impl Change for SetNickname {
    type Output = Result<(), StoreError>;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Self::Output> {
        let name = self.nickname.as_ref().map(Nickname::as_name);
        let is_taken: bool = sqlx::query_scalar(NICKNAME_IS_TAKEN)
            .bind(self.learner.0)
            .bind(name.map(LearnerName::folded))
            .bind(name.map(LearnerName::skeleton))
            .bind(name.map(LearnerName::folded_skeleton))
            .fetch_one(&mut *connection)
            .await?;
        if is_taken {
            return Ok(Err(StoreError::NameTaken));
        }
        let changed = sqlx::query(SET_NICKNAME)
            .bind(self.learner.0)
            .bind(name.map(LearnerName::as_str))
            .bind(name.map(LearnerName::skeleton))
            .bind(name.map(LearnerName::folded_skeleton))
            .execute(connection)
            .await?;
        Ok(if changed.rows_affected() == 1 { Ok(()) } else { Err(StoreError::LearnerUnknown) })
    }
}

/// Forgets a learner. The row stays, without anything that says who it was.
pub(super) struct Forget {
    pub(super) learner: LearnerId,
    pub(super) forgetting: Forgetting,
}

#[async_trait]
impl Change for Forget {
    type Output = Result<(), StoreError>;

    async fn apply(&self, connection: &mut SqliteConnection) -> sqlx::Result<Self::Output> {
        let forgotten = sqlx::query(
            "UPDATE learners SET
                 name = '', name_folded = '#' || id, name_skeleton = NULL, folded_skeleton = NULL,
                 section = NULL, email = NULL, student_id = NULL, on_roster = 0, registered_at = 0,
                 nickname = NULL, nickname_skeleton = NULL, nickname_folded_skeleton = NULL,
                 key_hash = randomblob(32), is_forgotten = 1
             WHERE id = ?1 AND NOT is_forgotten",
        )
        .bind(self.learner.0)
        .execute(&mut *connection)
        .await?;
        if forgotten.rows_affected() == 0 {
            return Ok(Err(StoreError::LearnerUnknown));
        }
        for statement in self.forgetting.deletions() {
            sqlx::query(statement).bind(self.learner.0).execute(&mut *connection).await?;
        }
        Ok(Ok(()))
    }

    fn is_purged(&self) -> bool {
        true
    }
}
