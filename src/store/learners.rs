//! Learners: registering them, finding them by their keys, their names on the scoreboard, and the roster: what instructors know and change of them.

use serde::Deserialize;
use sqlx::AssertSqlSafe;
use utoipa::ToSchema;

use super::connection::Connection;
use super::database::{Access, Store};
use super::error::{Result, StoreError};
use super::value::{FromRow, Row, Value, from_row, learner_columns, row, values, values_of_name};
use crate::course::{
    Detail, Details, KeyHash, Learner, LearnerId, LearnerName, Nickname, RosterEntry, SectionName,
};
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
impl dyn Store + '_ {
    /// Registers a learner. The name must not be taken, and must not look like the name or nickname of another learner or like the name of
    /// an instructor.
    pub async fn register_learner(
        &self,
        name: &LearnerName,
        key: KeyHash,
        at: Timestamp,
    ) -> Result<Learner> {
        let values = values_of_name(name, key, at);
        let registering = self.with(Access::Change, move |c| {
            Box::pin(async move {
                c.lock_names().await?;
                let sql =
                    "INSERT INTO learners (name, name_folded, name_skeleton, folded_skeleton, key_hash, registered_at)
                     SELECT $1, $2, $3, $4, $5, $6
                     WHERE NOT EXISTS (SELECT 1 FROM learners WHERE name_folded = $2)
                       AND NOT EXISTS (SELECT 1 FROM learners WHERE name_skeleton = $3 OR folded_skeleton = $4)
                       AND NOT EXISTS (SELECT 1 FROM learners WHERE nickname_skeleton = $3 OR nickname_folded_skeleton = $4)
                       AND NOT EXISTS (SELECT 1 FROM instructors WHERE name_skeleton = $3 OR folded_skeleton = $4)
                     RETURNING id";
                c.row(sql, &values).await?.ok_or(StoreError::NameTaken)
            })
        });
        let id = registering.await?;
        let name = name.clone();
        let (section, student_id) = (None, None);
        Ok(Learner { id, name, section, is_on_roster: false, student_id, has_namesake: false })
    }

    /// The learner whose key has this hash.
    ///
    /// The hash of a forgotten learner belongs to no key.
    pub async fn learner_by_key(&self, key: KeyHash) -> Result<Option<Learner>> {
        let learner = learner_columns("learners");
        let sql = AssertSqlSafe(format!("SELECT {learner} FROM learners WHERE key_hash = $1"));
        self.row(sql, values![key.as_bytes()]).await
    }

    /// Sets or removes the name under which a learner is on the scoreboard. It must not look like the name or nickname of another learner
    /// or like the name of an instructor.
    pub async fn set_nickname(&self, learner: LearnerId, nickname: Option<Nickname>) -> Result<()> {
        self.with(Access::Change, move |c| {
            Box::pin(async move {
                c.lock_names().await?;
                c.lock_learner_for_update(learner).await?;
                let name = nickname.as_ref().map(Nickname::as_name);
                let skeleton = name.map(LearnerName::skeleton);
                let folded_skeleton = name.map(LearnerName::folded_skeleton);
                let is_taken =
                    "SELECT EXISTS (SELECT 1 FROM learners
                                    WHERE (name_folded = $2 OR name_skeleton = $3 OR folded_skeleton = $4) AND id <> $1)
                         OR EXISTS (SELECT 1 FROM instructors WHERE name_skeleton = $3 OR folded_skeleton = $4)";
                let folded = name.map(LearnerName::folded);
                if c.one(is_taken, &values![learner, folded, skeleton, folded_skeleton]).await? {
                    return Err(StoreError::NameTaken);
                }
                let change =
                    "UPDATE learners SET nickname = $2, nickname_skeleton = $3, nickname_folded_skeleton = $4
                     WHERE id = $1 AND NOT is_forgotten";
                match c.execute(change, &values![learner, nickname, skeleton, folded_skeleton]).await? {
                    0 => Err(StoreError::LearnerUnknown),
                    _ => Ok(()),
                }
            })
        })
        .await
    }

    /// The learners who may be on the scoreboard: all who are not forgotten.
    pub async fn scoreboard_entries(&self) -> Result<Vec<ScoreboardEntry>> {
        let sql = "SELECT id, section, nickname FROM learners WHERE NOT is_forgotten ORDER BY id";
        self.rows(sql, values![]).await
    }
}

from_row!(ScoreboardEntry { learner, section, nickname });

/// A learner whom an instructor adds to the roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLearner {
    /// The name.
    pub name: LearnerName,
    /// The hash of the key.
    pub key: KeyHash,
    /// The section.
    pub section: Option<SectionName>,
    /// What the class list says besides.
    pub details: Details,
}

/// What an instructor changes of a learner. A field that is none stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnerChange {
    /// The new name. The learner's boards stay, because they are made from the id.
    pub name: Option<LearnerName>,
    /// The section; `Some(None)` removes it.
    pub section: Option<Option<SectionName>>,
    /// The new details.
    pub details: Details,
    /// The details that are removed.
    pub cleared: Vec<Detail>,
    /// The hash of a new key; the old key becomes invalid.
    pub key: Option<KeyHash>,
    /// Whether the learner is added to the roster.
    pub put_on_roster: bool,
    /// Whether the nickname is removed.
    pub clear_nickname: bool,
}

/// What is done with the attempts of a learner who is forgotten. The id and the key are never used again. Matches, records and extensions of
/// the learner are deleted, and the reasons of decisions about the learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = ForgottenAttempts)]
pub enum Forgetting {
    /// They are kept without a name: they count in the statistics of the steps.
    #[serde(rename = "keep")]
    KeepAttempts,
    /// They are removed.
    #[serde(rename = "remove")]
    RemoveAttempts,
}

/// The roster. Each change takes effect as a whole or not at all.
impl dyn Store + '_ {
    /// The version of everything that caches keep: learners with their names, keys and sections, and whether they are on the roster; instructors;
    /// extensions; decisions. Every change of these raises it, in this process or another one. A new learner or instructor does not raise it, because no cache
    /// can know a key that has just been made.
    pub async fn class_version(&self) -> Result<u64> {
        self.one(Access::Read, "SELECT version FROM class_version", values![]).await
    }

    /// The learners who are not forgotten, by section and name. Those without a section come last.
    pub async fn roster(&self) -> Result<Vec<RosterEntry>> {
        let condition = "NOT is_forgotten ORDER BY section IS NULL, section, name_folded";
        self.rows(select_entries(condition), values![]).await
    }

    /// A learner, unless they are forgotten.
    pub async fn roster_entry(&self, learner: LearnerId) -> Result<Option<RosterEntry>> {
        self.row(select_entries("id = $1 AND NOT is_forgotten"), values![learner]).await
    }

    /// Adds learners, and changes others, each once. Returns the ids of the new learners, in the order in which they were given.
    ///
    /// Two learners may have one name if both have a student id.
    ///
    /// While names are locked, other transactions that need a name wait. So a list of thousands takes as many statements as one learner.
    pub async fn import_roster(
        &self,
        new: Vec<NewLearner>,
        changes: Vec<(LearnerId, LearnerChange)>,
        at: Timestamp,
    ) -> Result<Vec<LearnerId>> {
        self.with(Access::Change, move |c| {
            Box::pin(async move {
                c.lock_names().await?;
                change_learners(c, &changes).await?;
                add(c, new, at).await
            })
        })
        .await
    }

    /// Changes a learner.
    pub async fn change_learner(&self, learner: LearnerId, change: LearnerChange) -> Result<()> {
        self.with(Access::Change, move |c| {
            Box::pin(async move {
                c.lock_names().await?;
                change_learners(c, &[(learner, change)]).await
            })
        })
        .await
    }

    /// Forgets a learner: nothing in the database says any more who it was. The files of SQLite contain nothing of it either; the database is
    /// written anew for that, and other writes wait. PostgreSQL overwrites deleted rows in its own time.
    pub async fn forget_learner(&self, learner: LearnerId, forgetting: Forgetting) -> Result<()> {
        self.with(Access::Erasure, move |c| Box::pin(forget(c, learner, forgetting))).await
    }
}

from_row!(RosterEntry { learner, details, nickname, registered_at });

impl FromRow for Details {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let mut details = Self::default();
        for detail in Detail::ALL {
            if let Some(text) = row.read::<Option<String>>()? {
                details.set(detail, &text).map_err(StoreError::unreadable)?;
            }
        }
        Ok(details)
    }
}

/// The statement that reads the roster entries of some learners.
fn select_entries(condition: &'static str) -> AssertSqlSafe<String> {
    let details = each_detail(str::to_owned);
    AssertSqlSafe(format!(
        "SELECT {}, {details}, nickname, registered_at FROM learners WHERE {condition}",
        learner_columns("learners")
    ))
}

/// A part of a statement for the column of each detail, with commas between the parts.
fn each_detail(part: impl Fn(&str) -> String) -> String {
    Detail::ALL.map(|detail| part(detail.spec().key)).join(", ")
}

/// The columns of the details in a list. An empty text, which is no detail, removes one.
fn detail_columns(details: &Details, cleared: &[Detail]) -> Vec<(&'static str, Value)> {
    let text = |detail| details.get(detail).or_else(|| cleared.contains(&detail).then_some(""));
    let column = |detail: Detail| (detail.spec().key, Value::Text(text(detail).map(str::to_owned)));
    Detail::ALL.map(column).into()
}

/// A name, and the forms in which it is compared with others.
fn name_columns(name: Option<&LearnerName>) -> Vec<(&'static str, Value)> {
    row![
        name: name.cloned(),
        name_folded: name.map(LearnerName::folded),
        name_skeleton: name.map(LearnerName::skeleton),
        folded_skeleton: name.map(LearnerName::folded_skeleton),
    ]
}

/// Changes learners, each once. The caller has locked names.
async fn change_learners(
    c: &mut Connection<'_>,
    changes: &[(LearnerId, LearnerChange)],
) -> Result<()> {
    let rows = changes.iter().map(|(learner, change)| {
        // The nickname is only removed.
        let LearnerChange { name, section, details, cleared, key, put_on_roster, clear_nickname } =
            change;
        let other = row![
            learner: learner,
            has_section: section.is_some(),
            section: section.clone().flatten(),
            key_hash: key.map(|key| *key.as_bytes()),
            put_on_roster: put_on_roster,
            clear_nickname: clear_nickname,
        ];
        [name_columns(name.as_ref()), detail_columns(details, cleared), other].concat()
    });
    let Some(list) = Value::list(rows) else { return Ok(()) };
    let learners = "SELECT 1 FROM learners WHERE id IN (SELECT learner FROM {list} AS given) ORDER BY id FOR UPDATE";
    c.lock(learners, &values![list]).await?;
    // First the old values are removed: a list may give the name of one learner to another one.
    let removed = each_detail(|column| {
        format!("{column} = CASE WHEN given.{column} IS NULL THEN learners.{column} END")
    });
    let sql = format!("UPDATE learners SET
                   name_folded = CASE WHEN given.name IS NULL THEN learners.name_folded ELSE '#' || learners.id END,
                   name_skeleton = CASE WHEN given.name IS NULL THEN learners.name_skeleton END,
                   folded_skeleton = CASE WHEN given.name IS NULL THEN learners.folded_skeleton END,
                   {removed},
                   nickname = CASE WHEN NOT given.clear_nickname THEN learners.nickname END,
                   nickname_skeleton = CASE WHEN NOT given.clear_nickname THEN learners.nickname_skeleton END,
                   nickname_folded_skeleton = CASE WHEN NOT given.clear_nickname THEN learners.nickname_folded_skeleton END
               FROM {{list}} AS given WHERE learners.id = given.learner AND NOT learners.is_forgotten");
    let updated = c.execute(AssertSqlSafe(sql), &values![list]).await?;
    if updated != changes.len() as u64 {
        return Err(StoreError::LearnerUnknown);
    }
    check_names(c, &list).await?;
    // No trigger does this: the scoreboard shows nicknames, and caches know who is on the roster.
    let sql = "UPDATE class_version SET version = version + 1
               WHERE EXISTS (SELECT 1 FROM {list} AS given JOIN learners ON learners.id = given.learner
                             WHERE given.clear_nickname OR given.put_on_roster AND NOT learners.on_roster)";
    c.execute(sql, &values![list]).await?;
    let details = each_detail(|column| {
        format!("{column} = coalesce(nullif(given.{column}, ''), learners.{column})")
    });
    let sql = format!("UPDATE learners SET
                   name = coalesce(given.name, learners.name),
                   name_folded = coalesce(given.name_folded, learners.name_folded),
                   name_skeleton = coalesce(given.name_skeleton, learners.name_skeleton),
                   folded_skeleton = coalesce(given.folded_skeleton, learners.folded_skeleton),
                   section = CASE WHEN given.has_section THEN given.section ELSE learners.section END,
                   {details},
                   key_hash = coalesce(given.key_hash, learners.key_hash),
                   on_roster = learners.on_roster OR given.put_on_roster
               FROM {{list}} AS given WHERE learners.id = given.learner");
    c.execute(AssertSqlSafe(sql), &values![list]).await?;
    let checked = changes.iter().map(|(learner, change)| {
        let is_id = |detail: &Detail| *detail == Detail::StudentId;
        let has_id =
            change.details.get(Detail::StudentId).is_some() || change.cleared.iter().any(is_id);
        (*learner, change.name.is_some(), has_id)
    });
    check_learners(c, checked).await
}

/// Rejects names that look like the nickname of another learner or like the name of an instructor. A new learner has no id yet.
async fn check_names(c: &mut Connection<'_>, list: &Value) -> Result<()> {
    // A name that stays was there before the instructor.
    let sql = "WITH given AS (SELECT * FROM {list} AS given)
               SELECT EXISTS (SELECT 1 FROM given JOIN learners ON learners.nickname_skeleton = given.name_skeleton
                              WHERE learners.id IS DISTINCT FROM given.learner)
                   OR EXISTS (SELECT 1 FROM given JOIN learners ON learners.nickname_folded_skeleton = given.folded_skeleton
                              WHERE learners.id IS DISTINCT FROM given.learner)
                   OR EXISTS (SELECT 1 FROM given JOIN instructors ON instructors.name_skeleton = given.name_skeleton
                                                                   OR instructors.folded_skeleton = given.folded_skeleton
                              WHERE NOT EXISTS (SELECT 1 FROM learners
                                                WHERE learners.id = given.learner AND learners.name = given.name))";
    let is_taken: Vec<bool> = c.rows(sql, &values![list]).await?;
    if is_taken == [true] { Err(StoreError::NameTaken) } else { Ok(()) }
}

/// Adds learners. The caller has locked names.
async fn add(
    c: &mut Connection<'_>,
    new: Vec<NewLearner>,
    at: Timestamp,
) -> Result<Vec<LearnerId>> {
    let rows = new.into_iter().zip(0_usize..).map(|(new, place)| {
        let NewLearner { name, key, section, details } = new;
        let other = row![
            learner: None::<LearnerId>,
            key_hash: key.as_bytes(),
            section: section,
            place: place,
        ];
        [name_columns(Some(&name)), detail_columns(&details, &[]), other].concat()
    });
    let Some(list) = Value::list(rows) else { return Ok(Vec::new()) };
    check_names(c, &list).await?;
    let details = each_detail(str::to_owned);
    let sql = format!("INSERT INTO learners (name, name_folded, name_skeleton, folded_skeleton, key_hash, section, {details},
                                      registered_at, on_roster)
               SELECT name, name_folded, name_skeleton, folded_skeleton, key_hash, section, {details}, $2, TRUE
               FROM {{list}} AS given WHERE TRUE ORDER BY place RETURNING id");
    let mut ids: Vec<LearnerId> = c.rows(AssertSqlSafe(sql), &values![list, at]).await?;
    check_learners(c, ids.iter().map(|&id| (id, true, true))).await?;
    // Ids rise in the order of the insertions.
    ids.sort();
    Ok(ids)
}

/// Rejects a learner with the name of another one, unless both have a student id, or with a name that looks like that of another one. `changed`
/// has the learners, and whether their names and their student ids are new.
async fn check_learners(
    c: &mut Connection<'_>,
    changed: impl Iterator<Item = (LearnerId, bool, bool)>,
) -> Result<()> {
    let rows = changed.map(|(learner, name, id)| row![learner: learner, name: name, id: id]);
    let Some(list) = Value::list(rows) else { return Ok(()) };
    let others = |form: &str| {
        format!(
            "FROM {{list}} AS changed JOIN learners AS me ON me.id = changed.learner
                 JOIN learners AS other ON other.{form} = me.{form} AND other.id <> me.id"
        )
    };
    let [same, alike, folded_alike] =
        ["name_folded", "name_skeleton", "folded_skeleton"].map(others);
    let sql = format!(
        "SELECT EXISTS (SELECT 1 {same} WHERE (changed.name OR changed.id) AND (me.student_id IS NULL OR other.student_id IS NULL))
             OR EXISTS (SELECT 1 {alike} WHERE changed.name AND other.name_folded <> me.name_folded)
             OR EXISTS (SELECT 1 {folded_alike} WHERE changed.name AND other.name_folded <> me.name_folded)"
    );
    if c.one(AssertSqlSafe(sql), &values![list]).await? {
        return Err(StoreError::NameTaken);
    }
    // The rules by name of a learner with a new namesake are no longer theirs.
    let sql = format!(
        "UPDATE class_version SET version = version + 1 WHERE EXISTS (SELECT 1 {same} WHERE changed.name)"
    );
    c.execute(AssertSqlSafe(sql), &values![list]).await?;
    Ok(())
}

/// Forgets a learner. The row stays, without anything that says who it was.
///
/// The row changes last, because that raises the version of the class: a transaction that takes back an extension locks the extension first and the
/// version then.
async fn forget(c: &mut Connection<'_>, learner: LearnerId, forgetting: Forgetting) -> Result<()> {
    // Names become free, which another transaction may be taking.
    c.lock_names().await?;
    c.lock_learner_for_update(learner).await?;
    // No other transaction may note or delete foreign answers, or record attempts. Otherwise the lock of an answer guards its foreign answers. But here
    // those of many answers are deleted, too many to lock each. A transaction that judges some of them again deletes the same ones in another order, so
    // the two could wait for each other.
    c.lock("LOCK TABLE foreign_answers IN SHARE ROW EXCLUSIVE MODE", &[]).await?;
    // A foreign answer reveals two names.
    let personal = [
        "DELETE FROM records WHERE learner = $1",
        "DELETE FROM games WHERE owner = $1",
        "DELETE FROM extensions WHERE learner = $1",
        "UPDATE decisions SET reason = '' WHERE learner = $1",
        "DELETE FROM step_activity WHERE learner = $1",
        "DELETE FROM foreign_answers WHERE learner = $1 OR attempt IN (SELECT id FROM attempts WHERE learner = $1)",
    ];
    let work = [
        "DELETE FROM tasks WHERE learner = $1",
        "DELETE FROM step_progress WHERE learner = $1",
        "DELETE FROM attempts WHERE learner = $1",
        "DELETE FROM voided_attempts WHERE decision IN (SELECT id FROM decisions WHERE learner = $1)",
        "DELETE FROM decisions WHERE learner = $1",
    ];
    let work = work.into_iter().filter(|_| forgetting == Forgetting::RemoveAttempts);
    for statement in personal.into_iter().chain(work) {
        c.execute(statement, &values![learner]).await?;
    }
    let random = c.choose(
        "SELECT randomblob(32)",
        "SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))",
    );
    let hash_of_no_key: [u8; 32] = c.one(random, &[]).await?;
    let details = each_detail(|column| format!("{column} = NULL"));
    let sql = format!(
        "UPDATE learners SET
                   name = '', name_folded = '#' || id, name_skeleton = NULL, folded_skeleton = NULL,
                   section = NULL, {details}, on_roster = FALSE, registered_at = 0,
                   nickname = NULL, nickname_skeleton = NULL, nickname_folded_skeleton = NULL,
                   key_hash = $2, is_forgotten = TRUE
               WHERE id = $1 AND NOT is_forgotten"
    );
    let forgotten = c.execute(AssertSqlSafe(sql), &values![learner, hash_of_no_key]).await?;
    if forgotten == 1 { Ok(()) } else { Err(StoreError::LearnerUnknown) }
}
