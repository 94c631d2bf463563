//! The roster in PostgreSQL: what instructors know and change of learners.

use sqlx::{Connection as _, PgConnection};

use super::change::{ChangeError, lock_for_update, lock_names};
use super::pool::Pool;
use crate::course::{
    EmailAddress, Learner, LearnerId, LearnerName, Nickname, SectionName, StudentId,
};
use crate::step::Timestamp;
use crate::store::columns::{RosterColumns, ScoreboardColumns, count, seconds};
use crate::store::{
    Forgetting, LearnerChange, NewLearner, RosterEntry, ScoreboardEntry, StoreError,
};

/// The version of what caches keep.
pub(super) async fn class_version(pool: &Pool) -> sqlx::Result<u64> {
    let version = sqlx::query_scalar("SELECT version FROM class_version");
    count(version.fetch_one(&mut *pool.acquire().await?).await?)
}

/// The learners who are not forgotten, by section and name; those without a section last.
pub(super) async fn all(pool: &Pool) -> sqlx::Result<Vec<RosterEntry>> {
    let rows: Vec<RosterColumns> =
        sqlx::query_as(RosterColumns::ALL).fetch_all(&mut *pool.acquire().await?).await?;
    rows.into_iter().map(RosterEntry::try_from).collect()
}

/// A learner who is not forgotten.
pub(super) async fn entry(pool: &Pool, learner: LearnerId) -> sqlx::Result<Option<RosterEntry>> {
    let row = sqlx::query_as(RosterColumns::OF_LEARNER).bind(learner.0);
    let row: Option<RosterColumns> = row.fetch_optional(&mut *pool.acquire().await?).await?;
    row.map(RosterEntry::try_from).transpose()
}

/// Everybody who may be on the scoreboard.
pub(super) async fn scoreboard_entries(pool: &Pool) -> sqlx::Result<Vec<ScoreboardEntry>> {
    let rows: Vec<ScoreboardColumns> =
        sqlx::query_as(ScoreboardColumns::ALL).fetch_all(&mut *pool.acquire().await?).await?;
    rows.into_iter().map(ScoreboardEntry::try_from).collect()
}

/// Adds learners and changes others; returns those that were added.
pub(super) async fn import(
    pool: &Pool,
    new: Vec<NewLearner>,
    changes: &[(LearnerId, LearnerChange)],
    at: Timestamp,
) -> Result<Vec<Learner>, ChangeError> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    lock_names(&mut transaction).await?;
    let ids: Vec<i64> = changes.iter().map(|(learner, _)| learner.0).collect();
    lock_for_update(&ids, &mut transaction).await?;
    // What changes is vacated first: a list may give the name of one learner to another one.
    for (learner, change) in changes {
        vacate(*learner, change, &mut transaction).await?;
    }
    for (learner, change) in changes {
        set(*learner, change, &mut transaction).await?;
    }
    let mut added = Vec::with_capacity(new.len());
    for new in new {
        added.push(add(new, at, &mut transaction).await?);
    }
    transaction.commit().await?;
    Ok(added)
}

/// Changes a learner.
pub(super) async fn change(
    pool: &Pool,
    learner: LearnerId,
    change: &LearnerChange,
) -> Result<(), ChangeError> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    lock_names(&mut transaction).await?;
    lock_for_update(&[learner.0], &mut transaction).await?;
    vacate(learner, change, &mut transaction).await?;
    set(learner, change, &mut transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Adds a learner, unless the name looks like a nickname or like the name of an instructor.
async fn add(
    new: NewLearner,
    at: Timestamp,
    connection: &mut PgConnection,
) -> Result<Learner, ChangeError> {
    let NewLearner { name, key, section, email, student_id } = new;
    let id: Option<i64> = sqlx::query_scalar(
        "INSERT INTO learners (name, name_folded, name_skeleton, folded_skeleton, key_hash, registered_at,
                               section, email, student_id, on_roster)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, TRUE
         WHERE NOT EXISTS (SELECT 1 FROM learners WHERE nickname_skeleton = $3 OR nickname_folded_skeleton = $4)
           AND NOT EXISTS (SELECT 1 FROM instructors WHERE name_skeleton = $3 OR folded_skeleton = $4)
         RETURNING id",
    )
    .bind(name.as_str())
    .bind(name.folded())
    .bind(name.skeleton())
    .bind(name.folded_skeleton())
    .bind(key.as_bytes().as_slice())
    .bind(seconds(at))
    .bind(section.as_ref().map(SectionName::as_str))
    .bind(email.as_ref().map(EmailAddress::as_str))
    .bind(student_id.as_ref().map(StudentId::as_str))
    .fetch_optional(connection)
    .await?;
    let id = LearnerId(id.ok_or(StoreError::NameTaken)?);
    Ok(Learner { id, name, section, is_on_roster: true })
}

/// Takes away from a learner what only one may have and what will change.
async fn vacate(
    learner: LearnerId,
    change: &LearnerChange,
    connection: &mut PgConnection,
) -> Result<(), ChangeError> {
    let vacated = sqlx::query(
        "UPDATE learners SET
             name_folded = CASE WHEN $2 THEN '#' || id ELSE name_folded END,
             name_skeleton = CASE WHEN NOT $2 THEN name_skeleton END,
             folded_skeleton = CASE WHEN NOT $2 THEN folded_skeleton END,
             email = CASE WHEN NOT $3 THEN email END,
             student_id = CASE WHEN NOT $4 THEN student_id END,
             nickname = CASE WHEN NOT $5 THEN nickname END,
             nickname_skeleton = CASE WHEN NOT $5 THEN nickname_skeleton END,
             nickname_folded_skeleton = CASE WHEN NOT $5 THEN nickname_folded_skeleton END
         WHERE id = $1 AND NOT is_forgotten",
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
    found(vacated.rows_affected())
}

/// Whether the learner who was to be changed is there.
fn found(changed: u64) -> Result<(), ChangeError> {
    if changed == 1 { Ok(()) } else { Err(StoreError::LearnerUnknown.into()) }
}

/// Gives a learner what changes, unless the new name looks like the nickname of another one or like the name of an instructor.
async fn set(
    learner: LearnerId,
    change: &LearnerChange,
    connection: &mut PgConnection,
) -> Result<(), ChangeError> {
    // The nickname was vacated.
    let LearnerChange { name, section, email, student_id, key, put_on_roster, clear_nickname: _ } =
        change;
    if is_of_somebody_else(learner, name.as_ref(), &mut *connection).await? {
        return Err(StoreError::NameTaken.into());
    }
    if *put_on_roster {
        raise_for_newcomer(learner, &mut *connection).await?;
    }
    sqlx::query(
        "UPDATE learners SET
             name = coalesce($2, name),
             name_folded = coalesce($3, name_folded),
             name_skeleton = coalesce($4, name_skeleton),
             folded_skeleton = coalesce($5, folded_skeleton),
             section = CASE WHEN $6 THEN $7 ELSE section END,
             email = coalesce($8, email),
             student_id = coalesce($9, student_id),
             key_hash = coalesce($10, key_hash),
             on_roster = on_roster OR $11
         WHERE id = $1",
    )
    .bind(learner.0)
    .bind(name.as_ref().map(LearnerName::as_str))
    .bind(name.as_ref().map(LearnerName::folded))
    .bind(name.as_ref().map(LearnerName::skeleton))
    .bind(name.as_ref().map(LearnerName::folded_skeleton))
    .bind(section.is_some())
    .bind(section.iter().flatten().next().map(SectionName::as_str))
    // These were vacated.
    .bind(email.iter().flatten().next().map(EmailAddress::as_str))
    .bind(student_id.iter().flatten().next().map(StudentId::as_str))
    .bind(key.as_ref().map(|key| key.as_bytes().as_slice()))
    .bind(*put_on_roster)
    .execute(connection)
    .await?;
    Ok(())
}

/// Raises the version of the class where no trigger does: the scoreboard shows nicknames, and no learner has changed this one.
pub(super) async fn raise_version(connection: &mut PgConnection) -> sqlx::Result<()> {
    let raised = sqlx::query("UPDATE class_version SET version = version + 1");
    raised.execute(connection).await.map(drop)
}

/// Raises the version of the class for a learner who comes on the roster: caches know who is on it.
async fn raise_for_newcomer(learner: LearnerId, connection: &mut PgConnection) -> sqlx::Result<()> {
    let raised = sqlx::query(
        "UPDATE class_version SET version = version + 1
         WHERE EXISTS (SELECT 1 FROM learners WHERE id = $1 AND NOT on_roster)",
    );
    raised.bind(learner.0).execute(connection).await.map(drop)
}

/// Whether a learner's new name looks like the nickname of another one or like the name of an instructor.
async fn is_of_somebody_else(
    learner: LearnerId,
    name: Option<&LearnerName>,
    connection: &mut PgConnection,
) -> sqlx::Result<bool> {
    let Some(name) = name else { return Ok(false) };
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM learners
                        WHERE (nickname_skeleton = $2 OR nickname_folded_skeleton = $3) AND id <> $1)
             OR EXISTS (SELECT 1 FROM instructors WHERE name_skeleton = $2 OR folded_skeleton = $3)
                AND NOT EXISTS (SELECT 1 FROM learners WHERE id = $1 AND name = $4)",
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
pub(super) async fn set_nickname(
    pool: &Pool,
    learner: LearnerId,
    nickname: Option<Nickname>,
) -> Result<(), ChangeError> {
    let name = nickname.as_ref().map(Nickname::as_name);
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    lock_names(&mut transaction).await?;
    lock_for_update(&[learner.0], &mut transaction).await?;
    let is_taken: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM learners
                        WHERE (name_folded = $2 OR name_skeleton = $3 OR folded_skeleton = $4) AND id <> $1)
             OR EXISTS (SELECT 1 FROM instructors WHERE name_skeleton = $3 OR folded_skeleton = $4)",
    )
    .bind(learner.0)
    .bind(name.map(LearnerName::folded))
    .bind(name.map(LearnerName::skeleton))
    .bind(name.map(LearnerName::folded_skeleton))
    .fetch_one(&mut *transaction)
    .await?;
    if is_taken {
        return Err(StoreError::NameTaken.into());
    }
    let changed = sqlx::query(
        "UPDATE learners SET nickname = $2, nickname_skeleton = $3, nickname_folded_skeleton = $4
         WHERE id = $1 AND NOT is_forgotten",
    )
    .bind(learner.0)
    .bind(name.map(LearnerName::as_str))
    .bind(name.map(LearnerName::skeleton))
    .bind(name.map(LearnerName::folded_skeleton))
    .execute(&mut *transaction)
    .await?;
    found(changed.rows_affected())?;
    transaction.commit().await?;
    Ok(())
}

/// What is deleted of a learner who is forgotten. A foreign answer tells two names.
const PERSONAL: [&str; 4] = [
    "DELETE FROM records WHERE learner = $1",
    "DELETE FROM games WHERE owner = $1",
    "DELETE FROM extensions WHERE learner = $1",
    "DELETE FROM foreign_answers WHERE learner = $1 OR attempt IN (SELECT id FROM attempts WHERE learner = $1)",
];

/// What is deleted too unless the attempts are kept.
const WORK: [&str; 3] = [
    "DELETE FROM tasks WHERE learner = $1",
    "DELETE FROM step_progress WHERE learner = $1",
    "DELETE FROM attempts WHERE learner = $1",
];

/// Forgets a learner. The row stays, without anything that says who it was; the hash of the key becomes a random one.
///
/// The row changes last, because that raises the version of the class: whoever takes back an extension locks it first, and that version then.
pub(super) async fn forget(
    pool: &Pool,
    learner: LearnerId,
    forgetting: Forgetting,
) -> Result<(), ChangeError> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    // Names become free, which somebody else may be taking.
    lock_names(&mut transaction).await?;
    lock_for_update(&[learner.0], &mut transaction).await?;
    let work = match forgetting {
        Forgetting::KeepAttempts => [].as_slice(),
        Forgetting::RemoveAttempts => &WORK,
    };
    for statement in PERSONAL.iter().chain(work).copied() {
        sqlx::query(statement).bind(learner.0).execute(&mut *transaction).await?;
    }
    let forgotten = sqlx::query(
        "UPDATE learners SET
             name = '', name_folded = '#' || id, name_skeleton = NULL, folded_skeleton = NULL,
             section = NULL, email = NULL, student_id = NULL, on_roster = FALSE, registered_at = 0,
             nickname = NULL, nickname_skeleton = NULL, nickname_folded_skeleton = NULL,
             key_hash = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), is_forgotten = TRUE
         WHERE id = $1 AND NOT is_forgotten",
    );
    let forgotten = forgotten.bind(learner.0).execute(&mut *transaction).await?;
    found(forgotten.rows_affected())?;
    transaction.commit().await?;
    Ok(())
}
