//! The roster in PostgreSQL: what instructors know and change of learners.

use sqlx::{Connection as _, PgConnection};

use super::change::{ChangeError, each, lock_for_update, lock_foreign_answers, lock_names};
use super::pool::Pool;
use crate::course::{
    EmailAddress, Learner, LearnerId, LearnerName, Nickname, SectionName, StudentId,
};
use crate::step::Timestamp;
use crate::store::columns::{
    NICKNAME_IS_TAKEN, RosterColumns, SET_NICKNAME, ScoreboardColumns, count, seconds,
};
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

/// Adds learners and changes others; returns those that were added. Whoever else wants a name waits meanwhile, so thousands of learners take as
/// many statements as one.
pub(super) async fn import(
    pool: &Pool,
    new: Vec<NewLearner>,
    changes: &[(LearnerId, LearnerChange)],
    at: Timestamp,
) -> Result<Vec<Learner>, ChangeError> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    lock_names(&mut transaction).await?;
    change_all(changes, &mut transaction).await?;
    let added = add(new, at, &mut transaction).await?;
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
    change_all(&[(learner, change.clone())], &mut transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Changes learners, each once. The caller has locked names.
async fn change_all(
    changes: &[(LearnerId, LearnerChange)],
    connection: &mut PgConnection,
) -> Result<(), ChangeError> {
    if changes.is_empty() {
        return Ok(());
    }
    lock_for_update(&each(changes, |(learner, _)| learner.0), &mut *connection).await?;
    // What changes is vacated first: a list may give the name of one learner to another one.
    vacate(changes, &mut *connection).await?;
    let named = changes.iter().filter_map(|(id, change)| Some((Some(*id), change.name.as_ref()?)));
    check_names(&named.collect::<Vec<_>>(), &mut *connection).await?;
    raise_version_for(changes, &mut *connection).await?;
    Ok(set(changes, connection).await?)
}

/// Adds learners; returns them in the order in which they were given. The caller has locked names.
async fn add(
    new: Vec<NewLearner>,
    at: Timestamp,
    connection: &mut PgConnection,
) -> Result<Vec<Learner>, ChangeError> {
    if new.is_empty() {
        return Ok(Vec::new());
    }
    check_names(&each(&new, |new| (None, &new.name)), &mut *connection).await?;
    let ids: Vec<i64> = sqlx::query_scalar(
        "INSERT INTO learners (name, name_folded, name_skeleton, folded_skeleton, key_hash, section, email, student_id,
                               registered_at, on_roster)
         SELECT name, name_folded, name_skeleton, folded_skeleton, key_hash, section, email, student_id, $9, TRUE
         FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) WITH ORDINALITY
           AS given (name, name_folded, name_skeleton, folded_skeleton, key_hash, section, email, student_id, place)
         ORDER BY place RETURNING id",
    )
    .bind(each(&new, |new| new.name.as_str()))
    .bind(each(&new, |new| new.name.folded()))
    .bind(each(&new, |new| new.name.skeleton()))
    .bind(each(&new, |new| new.name.folded_skeleton()))
    .bind(each(&new, |new| *new.key.as_bytes()))
    .bind(each(&new, |new| new.section.as_ref().map(SectionName::as_str)))
    .bind(each(&new, |new| new.email.as_ref().map(EmailAddress::as_str)))
    .bind(each(&new, |new| new.student_id.as_ref().map(StudentId::as_str)))
    .bind(seconds(at))
    .fetch_all(connection)
    .await?;
    let added = ids.into_iter().zip(new).map(|(id, new)| Learner {
        id: LearnerId(id),
        name: new.name,
        section: new.section,
        is_on_roster: true,
    });
    Ok(added.collect())
}

/// Takes away from learners what only one may have and what will change.
async fn vacate(
    changes: &[(LearnerId, LearnerChange)],
    connection: &mut PgConnection,
) -> Result<(), ChangeError> {
    let vacated = sqlx::query(
        "UPDATE learners SET
             name_folded = CASE WHEN has_name THEN '#' || id ELSE name_folded END,
             name_skeleton = CASE WHEN NOT has_name THEN name_skeleton END,
             folded_skeleton = CASE WHEN NOT has_name THEN folded_skeleton END,
             email = CASE WHEN NOT has_email THEN email END,
             student_id = CASE WHEN NOT has_student_id THEN student_id END,
             nickname = CASE WHEN NOT clears_nickname THEN nickname END,
             nickname_skeleton = CASE WHEN NOT clears_nickname THEN nickname_skeleton END,
             nickname_folded_skeleton = CASE WHEN NOT clears_nickname THEN nickname_folded_skeleton END
         FROM unnest($1, $2, $3, $4, $5) AS given (learner, has_name, has_email, has_student_id, clears_nickname)
         WHERE id = given.learner AND NOT is_forgotten",
    )
    .bind(each(changes, |(learner, _)| learner.0))
    .bind(each(changes, |(_, change)| change.name.is_some()))
    .bind(each(changes, |(_, change)| change.email.is_some()))
    .bind(each(changes, |(_, change)| change.student_id.is_some()))
    .bind(each(changes, |(_, change)| change.clear_nickname))
    .execute(connection)
    .await?;
    found(vacated.rows_affected(), changes.len())
}

/// Whether as many learners as were to be changed are there.
fn found(changed: u64, expected: usize) -> Result<(), ChangeError> {
    if changed == expected as u64 { Ok(()) } else { Err(StoreError::LearnerUnknown.into()) }
}

/// Refuses names that look like the nickname of somebody else or like the name of an instructor. Each is given to a learner, or to a new one.
async fn check_names(
    names: &[(Option<LearnerId>, &LearnerName)],
    connection: &mut PgConnection,
) -> Result<(), ChangeError> {
    let is_taken: bool = sqlx::query_scalar(
        "WITH given AS (SELECT * FROM unnest($1, $2, $3, $4) AS given (learner, name, skeleton, folded_skeleton))
         SELECT EXISTS (SELECT 1 FROM given JOIN learners ON nickname_skeleton = given.skeleton
                        WHERE id IS DISTINCT FROM given.learner)
             OR EXISTS (SELECT 1 FROM given JOIN learners ON nickname_folded_skeleton = given.folded_skeleton
                        WHERE id IS DISTINCT FROM given.learner)
             OR EXISTS (SELECT 1 FROM given JOIN instructors ON instructors.name_skeleton = given.skeleton
                                                             OR instructors.folded_skeleton = given.folded_skeleton
                        WHERE NOT EXISTS (SELECT 1 FROM learners WHERE id = given.learner AND name = given.name))",
    )
    .bind(each(names, |(learner, _)| learner.map(|learner| learner.0)))
    // A name that stays was there before the instructor.
    .bind(each(names, |(_, name)| name.as_str()))
    .bind(each(names, |(_, name)| name.skeleton()))
    .bind(each(names, |(_, name)| name.folded_skeleton()))
    .fetch_one(connection)
    .await?;
    if is_taken { Err(StoreError::NameTaken.into()) } else { Ok(()) }
}

/// Gives learners what changes. The nicknames were vacated.
async fn set(
    changes: &[(LearnerId, LearnerChange)],
    connection: &mut PgConnection,
) -> sqlx::Result<()> {
    let set = sqlx::query(
        "UPDATE learners SET
             name = coalesce(given.name, learners.name),
             name_folded = coalesce(given.name_folded, learners.name_folded),
             name_skeleton = coalesce(given.name_skeleton, learners.name_skeleton),
             folded_skeleton = coalesce(given.folded_skeleton, learners.folded_skeleton),
             section = CASE WHEN given.has_section THEN given.section ELSE learners.section END,
             email = coalesce(given.email, learners.email),
             student_id = coalesce(given.student_id, learners.student_id),
             key_hash = coalesce(given.key_hash, learners.key_hash),
             on_roster = learners.on_roster OR given.on_roster
         FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
           AS given (learner, name, name_folded, name_skeleton, folded_skeleton, has_section, section, email, student_id,
                     key_hash, on_roster)
         WHERE id = given.learner",
    )
    .bind(each(changes, |(learner, _)| learner.0))
    .bind(each(changes, |(_, change)| change.name.as_ref().map(LearnerName::as_str)))
    .bind(each(changes, |(_, change)| change.name.as_ref().map(LearnerName::folded)))
    .bind(each(changes, |(_, change)| change.name.as_ref().map(LearnerName::skeleton)))
    .bind(each(changes, |(_, change)| change.name.as_ref().map(LearnerName::folded_skeleton)))
    .bind(each(changes, |(_, change)| change.section.is_some()))
    .bind(each(changes, |(_, change)| Some(change.section.as_ref()?.as_ref()?.as_str())))
    // These were vacated.
    .bind(each(changes, |(_, change)| Some(change.email.as_ref()?.as_ref()?.as_str())))
    .bind(each(changes, |(_, change)| Some(change.student_id.as_ref()?.as_ref()?.as_str())))
    .bind(each(changes, |(_, change)| change.key.as_ref().map(|key| *key.as_bytes())))
    .bind(each(changes, |(_, change)| change.put_on_roster));
    set.execute(connection).await.map(drop)
}

/// Raises the version of the class where no trigger does: the scoreboard shows nicknames, and no learner has changed this one.
pub(super) async fn raise_version(connection: &mut PgConnection) -> sqlx::Result<()> {
    let raised = sqlx::query("UPDATE class_version SET version = version + 1");
    raised.execute(connection).await.map(drop)
}

/// The same for nicknames that are taken away, and for learners who come on the roster: caches know who is on it.
async fn raise_version_for(
    changes: &[(LearnerId, LearnerChange)],
    connection: &mut PgConnection,
) -> sqlx::Result<()> {
    let put_on_roster = changes.iter().filter(|(_, change)| change.put_on_roster);
    let raised = sqlx::query(
        "UPDATE class_version SET version = version + 1
         WHERE $1 OR EXISTS (SELECT 1 FROM learners WHERE id = ANY ($2) AND NOT on_roster)",
    )
    .bind(changes.iter().any(|(_, change)| change.clear_nickname))
    .bind(put_on_roster.map(|(learner, _)| learner.0).collect::<Vec<_>>());
    raised.execute(connection).await.map(drop)
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
    let is_taken: bool = sqlx::query_scalar(NICKNAME_IS_TAKEN)
        .bind(learner.0)
        .bind(name.map(LearnerName::folded))
        .bind(name.map(LearnerName::skeleton))
        .bind(name.map(LearnerName::folded_skeleton))
        .fetch_one(&mut *transaction)
        .await?;
    if is_taken {
        return Err(StoreError::NameTaken.into());
    }
    let changed = sqlx::query(SET_NICKNAME)
        .bind(learner.0)
        .bind(name.map(LearnerName::as_str))
        .bind(name.map(LearnerName::skeleton))
        .bind(name.map(LearnerName::folded_skeleton))
        .execute(&mut *transaction)
        .await?;
    found(changed.rows_affected(), 1)?;
    transaction.commit().await?;
    Ok(())
}

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
    lock_foreign_answers(&mut transaction).await?;
    for statement in forgetting.deletions() {
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
    found(forgotten.rows_affected(), 1)?;
    transaction.commit().await?;
    Ok(())
}
