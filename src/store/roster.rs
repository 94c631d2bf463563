//! The roster: what instructors know and change of learners.

use async_trait::async_trait;

use super::connection::Connection;
use super::database::{Database, Writing};
use super::error::{Result, StoreError};
use super::failure::Failure;
use super::list::{List, row};
use super::value::{Value, from_row, values};
use crate::course::{
    EmailAddress, KeyHash, Learner, LearnerId, LearnerName, Nickname, SectionName, StudentId,
};
use crate::step::Timestamp;

/// A learner as instructors see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterEntry {
    /// The learner.
    pub learner: Learner,
    /// The e-mail address.
    pub email: Option<EmailAddress>,
    /// The student id.
    pub student_id: Option<StudentId>,
    /// The name on the scoreboard.
    pub nickname: Option<Nickname>,
    /// When they were registered.
    pub registered_at: Timestamp,
}

/// A learner whom an instructor adds to the roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLearner {
    /// The name.
    pub name: LearnerName,
    /// The hash of the key.
    pub key: KeyHash,
    /// The section.
    pub section: Option<SectionName>,
    /// The e-mail address.
    pub email: Option<EmailAddress>,
    /// The student id.
    pub student_id: Option<StudentId>,
}

/// What an instructor changes of a learner. A field that is none stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnerChange {
    /// The new name. The learner's boards stay, because they are made from the id.
    pub name: Option<LearnerName>,
    /// The section; `Some(None)` removes it.
    pub section: Option<Option<SectionName>>,
    /// The e-mail address; `Some(None)` removes it.
    pub email: Option<Option<EmailAddress>>,
    /// The student id; `Some(None)` removes it.
    pub student_id: Option<Option<StudentId>>,
    /// The hash of a new key; the old key becomes invalid.
    pub key: Option<KeyHash>,
    /// Whether the learner is added to the roster.
    pub put_on_roster: bool,
    /// Whether the nickname is removed.
    pub clear_nickname: bool,
}

/// The result of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterOutcome {
    /// The new learners with their ids, in the order in which they were given.
    pub added: Vec<Learner>,
}

/// What stays of a learner who is forgotten. The id and the key are never used again. Matches, records and extensions of the learner are deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgetting {
    /// The attempts stay without a name, and count in the statistics of the steps.
    KeepAttempts,
    /// Nothing stays.
    RemoveAttempts,
}

/// The roster. Each change takes effect as a whole or not at all.
#[async_trait]
pub trait Roster {
    /// The version of everything that caches keep: learners with their names, keys and sections, and whether they are on the roster; instructors;
    /// extensions. Every change of these raises it, in this process or another one. A new learner or instructor does not raise it, because no cache
    /// can know a key that has just been made.
    async fn class_version(&self) -> Result<u64>;

    /// The learners who are not forgotten, by section and name. Those without a section come last.
    async fn roster(&self) -> Result<Vec<RosterEntry>>;

    /// A learner, unless they are forgotten.
    async fn roster_entry(&self, learner: LearnerId) -> Result<Option<RosterEntry>>;

    /// Adds learners, and changes others, each once.
    async fn import_roster(
        &self,
        new: Vec<NewLearner>,
        changes: Vec<(LearnerId, LearnerChange)>,
        at: Timestamp,
    ) -> Result<RosterOutcome>;

    /// Changes a learner.
    async fn change_learner(&self, learner: LearnerId, change: LearnerChange) -> Result<()>;

    /// Forgets a learner: nothing in the database says any more who it was. The files of SQLite contain nothing of it either; the database is
    /// written anew for that, and other writes wait. PostgreSQL overwrites deleted rows in its own time.
    async fn forget_learner(&self, learner: LearnerId, forgetting: Forgetting) -> Result<()>;
}

#[async_trait]
impl<D: Database> Roster for D {
    async fn class_version(&self) -> Result<u64> {
        self.one("SELECT version FROM class_version", values![]).await
    }

    async fn roster(&self) -> Result<Vec<RosterEntry>> {
        let sql = "SELECT id, name, section, on_roster, email, student_id, nickname, registered_at FROM learners
                   WHERE NOT is_forgotten ORDER BY section IS NULL, section, name_folded";
        self.rows(sql, values![]).await
    }

    async fn roster_entry(&self, learner: LearnerId) -> Result<Option<RosterEntry>> {
        let sql = "SELECT id, name, section, on_roster, email, student_id, nickname, registered_at FROM learners
                   WHERE id = $1 AND NOT is_forgotten";
        self.row(sql, values![learner]).await
    }

    async fn import_roster(
        &self,
        new: Vec<NewLearner>,
        changes: Vec<(LearnerId, LearnerChange)>,
        at: Timestamp,
    ) -> Result<RosterOutcome> {
        self.write(Writing::Change, move |c| Box::pin(import(c, new, changes, at))).await
    }

    async fn change_learner(&self, learner: LearnerId, change: LearnerChange) -> Result<()> {
        self.write(Writing::Change, move |c| {
            Box::pin(async move {
                c.lock_names().await?;
                change_learners(c, &[(learner, change)]).await
            })
        })
        .await
    }

    async fn forget_learner(&self, learner: LearnerId, forgetting: Forgetting) -> Result<()> {
        self.write(Writing::Erasure, move |c| Box::pin(forget(c, learner, forgetting))).await
    }
}

from_row!(RosterEntry { learner, email, student_id, nickname, registered_at });

/// While names are locked, other transactions that need a name wait. So a list of thousands takes as many statements as one learner.
async fn import(
    c: &mut Connection<'_>,
    new: Vec<NewLearner>,
    changes: Vec<(LearnerId, LearnerChange)>,
    at: Timestamp,
) -> Result<RosterOutcome, Failure> {
    c.lock_names().await?;
    change_learners(c, &changes).await?;
    Ok(RosterOutcome { added: add(c, new, at).await? })
}

/// Changes learners, each once. The caller has locked names.
async fn change_learners(
    c: &mut Connection<'_>,
    changes: &[(LearnerId, LearnerChange)],
) -> Result<(), Failure> {
    let rows = changes.iter().map(|(learner, change)| {
        // The nickname is only removed.
        let LearnerChange { name, section, email, student_id, key, put_on_roster, clear_nickname } =
            change;
        row![
            learner: learner,
            name: name,
            name_folded: name.as_ref().map(LearnerName::folded),
            name_skeleton: name.as_ref().map(LearnerName::skeleton),
            folded_skeleton: name.as_ref().map(LearnerName::folded_skeleton),
            has_section: section.is_some(),
            section: section.clone().flatten(),
            has_email: email.is_some(),
            email: email.clone().flatten(),
            has_student_id: student_id.is_some(),
            student_id: student_id.clone().flatten(),
            key_hash: key.map(|key| *key.as_bytes()),
            put_on_roster: put_on_roster,
            clear_nickname: clear_nickname,
        ]
    });
    let Some(list) = List::of_rows(rows) else { return Ok(()) };
    c.lock_learners_for_update(&list).await?;
    // First the old values are removed: a list may give the name of one learner to another one.
    let updated = c
        .execute(
            "UPDATE learners SET
                 name_folded = CASE WHEN given.name IS NULL THEN learners.name_folded ELSE '#' || learners.id END,
                 name_skeleton = CASE WHEN given.name IS NULL THEN learners.name_skeleton END,
                 folded_skeleton = CASE WHEN given.name IS NULL THEN learners.folded_skeleton END,
                 email = CASE WHEN NOT given.has_email THEN learners.email END,
                 student_id = CASE WHEN NOT given.has_student_id THEN learners.student_id END,
                 nickname = CASE WHEN NOT given.clear_nickname THEN learners.nickname END,
                 nickname_skeleton = CASE WHEN NOT given.clear_nickname THEN learners.nickname_skeleton END,
                 nickname_folded_skeleton = CASE WHEN NOT given.clear_nickname THEN learners.nickname_folded_skeleton END
             FROM {list} AS given WHERE learners.id = given.learner AND NOT learners.is_forgotten",
            &values![list],
        )
        .await?;
    if updated != changes.len() as u64 {
        return Err(StoreError::LearnerUnknown.into());
    }
    check_names(c, &list).await?;
    // No trigger does this: the scoreboard shows nicknames, and caches know who is on the roster.
    c.execute(
        "UPDATE class_version SET version = version + 1
         WHERE EXISTS (SELECT 1 FROM {list} AS given JOIN learners ON learners.id = given.learner
                       WHERE given.clear_nickname OR given.put_on_roster AND NOT learners.on_roster)",
        &values![list],
    )
    .await?;
    c.execute(
        "UPDATE learners SET
             name = coalesce(given.name, learners.name),
             name_folded = coalesce(given.name_folded, learners.name_folded),
             name_skeleton = coalesce(given.name_skeleton, learners.name_skeleton),
             folded_skeleton = coalesce(given.folded_skeleton, learners.folded_skeleton),
             section = CASE WHEN given.has_section THEN given.section ELSE learners.section END,
             email = coalesce(given.email, learners.email),
             student_id = coalesce(given.student_id, learners.student_id),
             key_hash = coalesce(given.key_hash, learners.key_hash),
             on_roster = learners.on_roster OR given.put_on_roster
         FROM {list} AS given WHERE learners.id = given.learner",
        &values![list],
    )
    .await?;
    Ok(())
}

/// Rejects names that look like the nickname of another learner or like the name of an instructor. A new learner has no id yet.
async fn check_names(c: &mut Connection<'_>, list: &Value) -> Result<(), Failure> {
    // A name that stays was there before the instructor.
    let is_taken: Vec<bool> = c
        .rows(
            "WITH given AS (SELECT * FROM {list} AS given)
             SELECT EXISTS (SELECT 1 FROM given JOIN learners ON learners.nickname_skeleton = given.name_skeleton
                            WHERE learners.id IS DISTINCT FROM given.learner)
                 OR EXISTS (SELECT 1 FROM given JOIN learners ON learners.nickname_folded_skeleton = given.folded_skeleton
                            WHERE learners.id IS DISTINCT FROM given.learner)
                 OR EXISTS (SELECT 1 FROM given JOIN instructors ON instructors.name_skeleton = given.name_skeleton
                                                                 OR instructors.folded_skeleton = given.folded_skeleton
                            WHERE NOT EXISTS (SELECT 1 FROM learners
                                              WHERE learners.id = given.learner AND learners.name = given.name))",
            &values![list],
        )
        .await?;
    if is_taken == [true] { Err(StoreError::NameTaken.into()) } else { Ok(()) }
}

/// Adds learners, and returns them in the order in which they were given. The caller has locked names.
async fn add(
    c: &mut Connection<'_>,
    new: Vec<NewLearner>,
    at: Timestamp,
) -> Result<Vec<Learner>, Failure> {
    let rows = new.iter().zip(0_usize..).map(|(new, place)| {
        let NewLearner { name, key, section, email, student_id } = new;
        row![
            learner: None::<LearnerId>,
            name: name,
            name_folded: name.folded(),
            name_skeleton: name.skeleton(),
            folded_skeleton: name.folded_skeleton(),
            key_hash: key.as_bytes(),
            section: section,
            email: email,
            student_id: student_id,
            place: place,
        ]
    });
    let Some(list) = List::of_rows(rows) else { return Ok(Vec::new()) };
    check_names(c, &list).await?;
    let mut ids: Vec<LearnerId> = c
        .rows(
            "INSERT INTO learners (name, name_folded, name_skeleton, folded_skeleton, key_hash, section, email, student_id,
                                   registered_at, on_roster)
             SELECT name, name_folded, name_skeleton, folded_skeleton, key_hash, section, email, student_id, $2, TRUE
             FROM {list} AS given WHERE TRUE ORDER BY place RETURNING id",
            &values![list, at],
        )
        .await?;
    // Ids rise in the order of the insertions.
    ids.sort();
    let added = ids.into_iter().zip(new).map(|(id, NewLearner { name, section, .. })| Learner {
        id,
        name,
        section,
        is_on_roster: true,
    });
    Ok(added.collect())
}

/// Forgets a learner. The row stays, without anything that says who it was.
///
/// The row changes last, because that raises the version of the class: a transaction that takes back an extension locks the extension first and the
/// version then.
async fn forget(
    c: &mut Connection<'_>,
    learner: LearnerId,
    forgetting: Forgetting,
) -> Result<(), Failure> {
    // Names become free, which another transaction may be taking.
    c.lock_names().await?;
    c.lock_learner_for_update(learner).await?;
    c.lock_foreign_answers().await?;
    // A foreign answer reveals two names.
    let personal = [
        "DELETE FROM records WHERE learner = $1",
        "DELETE FROM games WHERE owner = $1",
        "DELETE FROM extensions WHERE learner = $1",
        "DELETE FROM foreign_answers WHERE learner = $1 OR attempt IN (SELECT id FROM attempts WHERE learner = $1)",
    ];
    let work = [
        "DELETE FROM tasks WHERE learner = $1",
        "DELETE FROM step_progress WHERE learner = $1",
        "DELETE FROM attempts WHERE learner = $1",
    ];
    let work = work.into_iter().filter(|_| forgetting == Forgetting::RemoveAttempts);
    for statement in personal.into_iter().chain(work) {
        c.execute(statement, &values![learner]).await?;
    }
    let random = c.dialect().choose(
        "SELECT randomblob(32)",
        "SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))",
    );
    let hash_of_no_key: [u8; 32] = c.one(random, &[]).await?;
    let forgotten = c
        .execute(
            "UPDATE learners SET
                 name = '', name_folded = '#' || id, name_skeleton = NULL, folded_skeleton = NULL,
                 section = NULL, email = NULL, student_id = NULL, on_roster = FALSE, registered_at = 0,
                 nickname = NULL, nickname_skeleton = NULL, nickname_folded_skeleton = NULL,
                 key_hash = $2, is_forgotten = TRUE
             WHERE id = $1 AND NOT is_forgotten",
            &values![learner, hash_of_no_key],
        )
        .await?;
    if forgotten == 1 { Ok(()) } else { Err(StoreError::LearnerUnknown.into()) }
}
