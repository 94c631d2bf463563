//! Importing a class list.

mod matching;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use self::matching::{Index, doubt, named};
use super::{Result, new_learner_key};
use crate::course::{
    KeyHash, Learner, LearnerId, LearnerName, RosterDiagnostic, RosterEntry, RosterField,
    RosterList, RosterRow,
};
use crate::step::Timestamp;
use crate::store::{Instructor, LearnerChange, NewLearner, Store};

/// What is done with somebody who has registered by themselves: it may be somebody else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnRegistered {
    /// The list is refused, and names them.
    #[default]
    Refuse,
    /// They are the learner on the list, and keep their key.
    Keep,
    /// They are the learner on the list, and get a new key.
    Rekey,
}

/// What an import would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RosterPlan {
    /// The new learners.
    pub add: Vec<RosterRow>,
    /// The learners who change.
    pub change: Vec<PlannedChange>,
    /// The learners whose nickname is taken away, because it looks like a name that the list gives to somebody else.
    pub nicknames_cleared: BTreeSet<LearnerId>,
    /// How many stay as they are.
    pub unchanged: usize,
    /// The learners on the roster who are not on the list; they stay.
    pub missing: Vec<Learner>,
    /// The heads of the list's columns that are not used.
    pub unused: Vec<String>,
}

/// What an import would change of a learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedChange {
    /// The learner as they are until then.
    pub was: Learner,
    /// What the list says.
    pub row: RosterRow,
    /// In what it says something new.
    pub fields: Vec<RosterField>,
    /// Whether they get a new key.
    pub new_key: bool,
}

/// What an import has done, or would do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RosterReply)]
pub struct RosterReport {
    /// Always true: what rejects a list is another reply.
    pub is_success: bool,
    /// Whether it is only said what would be done.
    pub dry_run: bool,
    /// How many learners were added.
    pub added: usize,
    /// Their names.
    pub new: Vec<String>,
    /// How many were changed.
    pub changed: usize,
    /// Who was changed.
    pub changes: Vec<ChangedLearner>,
    /// How many stayed as they are.
    pub unchanged: usize,
    /// How many nicknames were taken away, because they looked like a name on the list.
    pub nicknames_cleared: usize,
    /// The names of learners on the roster who are not on the list; they stay.
    pub missing: Vec<String>,
    /// The heads of the list's columns that are not used.
    pub unused_columns: Vec<String>,
    /// Those who have a new key, in the order of the list. The keys are shown only in this reply.
    pub keys: Vec<ImportedLearner>,
}

/// A learner who was changed, or would be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RosterChange)]
pub struct ChangedLearner {
    /// The id.
    #[schema(value_type = i64)]
    pub id: LearnerId,
    /// The name; if it was changed, the new one.
    pub name: String,
    /// What was changed. `on_roster`: they had registered by themselves.
    #[schema(value_type = Vec<RosterFieldSchema>)]
    pub fields: Vec<RosterField>,
    /// Whether they get a new key.
    pub new_key: bool,
}

/// The schema of a [`RosterField`].
struct RosterFieldSchema;

impl PartialSchema for RosterFieldSchema {
    fn schema() -> RefOr<Schema> {
        let schema = ObjectBuilder::new().schema_type(Type::String);
        let description = "Something that a class list says of a learner.";
        let fields = RosterField::all().map(|field| json!(field));
        schema.description(Some(description)).enum_values(Some(fields)).into()
    }
}

impl ToSchema for RosterFieldSchema {
    fn name() -> Cow<'static, str> {
        "RosterField".into()
    }
}

/// A learner with a new key.
#[derive(Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KeyReply)]
pub struct ImportedLearner {
    /// The name.
    pub name: String,
    /// The key.
    pub key: String,
}

/// Without the key, so that it is in no log.
impl fmt::Debug for ImportedLearner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ImportedLearner").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Plans an import: a row is a known learner by the student id, else by the e-mail address, else by the name.
///
/// What a row does not say stays as it is. A row that names a known learner otherwise renames them. A row is rejected if it may be
/// somebody else than the learner it is taken for, or has a name that looks like that of another learner or of an instructor. A nickname
/// stands in the way of no name: it is taken away. The rows are those of one list.
pub fn plan(
    list: RosterList,
    known: &[RosterEntry],
    instructors: &[Instructor],
    on_registered: OnRegistered,
) -> Result<RosterPlan, Vec<RosterDiagnostic>> {
    let index = Index::of(known, instructors);
    let RosterList { rows, unused } = list;
    let (mut plan, mut diagnostics) = (RosterPlan { unused, ..RosterPlan::default() }, Vec::new());
    let mut lines: HashMap<LearnerId, usize> = HashMap::new();
    for row in rows {
        let before = diagnostics.len();
        let Some((entry, by)) = index.find(&row) else {
            diagnostics.extend(index.conflicts(&row, None));
            plan.nicknames_cleared.extend(index.nicknamed(&row.name, None));
            plan.add.push(row);
            continue;
        };
        let learner = &entry.learner;
        if let Some(first) = lines.insert(learner.id, row.line) {
            let what = format!("this is {}, as is line {first}", named(learner));
            let help = "correct the student id or the e-mail address of one of them";
            diagnostics.push(RosterDiagnostic::new(row.line, what, help));
        }
        diagnostics.extend(index.conflicts(&row, Some(entry)));
        if by.is_none() {
            diagnostics.extend(doubt(&row, entry, on_registered));
        }
        if diagnostics.len() > before {
            continue;
        }
        let is_registered = by.is_none() && !learner.is_on_roster;
        let new_key = is_registered && on_registered == OnRegistered::Rekey;
        if row.name != learner.name {
            plan.nicknames_cleared.extend(index.nicknamed(&row.name, Some(learner.id)));
        }
        let fields = differences(&row, entry);
        if fields.is_empty() {
            plan.unchanged += 1;
        } else {
            plan.change.push(PlannedChange { was: learner.clone(), row, fields, new_key });
        }
    }
    let missing = known
        .iter()
        .map(|entry| &entry.learner)
        .filter(|learner| learner.is_on_roster && !lines.contains_key(&learner.id));
    plan.missing = missing.cloned().collect();
    if diagnostics.is_empty() { Ok(plan) } else { Err(diagnostics) }
}

/// In what a row says something new of a learner.
fn differences(row: &RosterRow, entry: &RosterEntry) -> Vec<RosterField> {
    let learner = &entry.learner;
    let differs = |field: &RosterField| match field {
        RosterField::Name => row.name != learner.name,
        RosterField::Section => row.section.is_some() && row.section != learner.section,
        RosterField::OnRoster => !learner.is_on_roster,
        &RosterField::Detail(detail) => {
            let (new, known) = (row.details.get(detail), entry.details.get(detail));
            new.is_some() && new != known
        }
    };
    RosterField::all().filter(differs).collect()
}

impl RosterPlan {
    /// What it would do, without the keys.
    pub fn report(&self) -> RosterReport {
        let changed = self.change.iter().map(|change| ChangedLearner {
            id: change.was.id,
            name: change.row.name.to_string(),
            fields: change.fields.clone(),
            new_key: change.new_key,
        });
        RosterReport {
            is_success: true,
            dry_run: true,
            added: self.add.len(),
            new: self.add.iter().map(|row| row.name.to_string()).collect(),
            changed: self.change.len(),
            changes: changed.collect(),
            unchanged: self.unchanged,
            nicknames_cleared: self.nicknames_cleared.len(),
            missing: self.missing.iter().map(|learner| learner.name.to_string()).collect(),
            unused_columns: self.unused.clone(),
            keys: Vec::new(),
        }
    }
}

/// Carries out a plan, and makes the keys.
pub async fn import(store: &dyn Store, plan: RosterPlan, at: Timestamp) -> Result<RosterReport> {
    let report = plan.report();
    let RosterPlan { add, change, mut nicknames_cleared, .. } = plan;
    let mut keys: Vec<(usize, ImportedLearner)> = Vec::new();
    let mut new_key = |row: &RosterRow| -> Result<KeyHash> {
        let key = new_learner_key()?;
        let learner = ImportedLearner { name: row.name.to_string(), key: key.reveal().to_owned() };
        keys.push((row.line, learner));
        Ok(key.hash())
    };
    let mut new = Vec::with_capacity(add.len());
    for row in add {
        let key = new_key(&row)?;
        let RosterRow { line: _, name, section, details } = row;
        new.push(NewLearner { name, key, section, details });
    }
    let mut known = Vec::with_capacity(change.len());
    for PlannedChange { was, row, fields, new_key: is_rekeyed } in change {
        let key = if is_rekeyed { Some(new_key(&row)?) } else { None };
        let change = LearnerChange {
            name: fields.contains(&RosterField::Name).then_some(row.name),
            section: row.section.map(Some),
            details: row.details,
            cleared: Vec::new(),
            key,
            put_on_roster: true,
            clear_nickname: nicknames_cleared.remove(&was.id),
        };
        known.push((was.id, change));
    }
    // Those of whom nothing else changes.
    let clearing = LearnerChange { clear_nickname: true, ..LearnerChange::default() };
    known.extend(nicknames_cleared.into_iter().map(|id| (id, clearing.clone())));
    if !new.is_empty() || !known.is_empty() {
        store.import_roster(new, known, at).await?;
    }
    keys.sort_by_key(|(line, _)| *line);
    let keys = keys.into_iter().map(|(_, learner)| learner).collect();
    Ok(RosterReport { dry_run: false, keys, ..report })
}

/// The learner whom an instructor names: by `#37`, the id, or by the name. A number that is nobody's name is an id too.
pub async fn find_learner(store: &dyn Store, named: &str) -> Result<Option<RosterEntry>> {
    let named = named.trim();
    if let Some(id) = named.strip_prefix('#') {
        return match id.parse() {
            Ok(id) => Ok(store.roster_entry(LearnerId(id)).await?),
            Err(_) => Ok(None),
        };
    }
    let Ok(name) = named.parse::<LearnerName>() else { return Ok(None) };
    let folded = name.folded();
    let mut roster = store.roster().await?;
    let by_name = roster.iter().position(|entry| entry.learner.name.folded() == folded);
    let id = named.parse().ok().map(LearnerId);
    let found = by_name.or_else(|| roster.iter().position(|entry| Some(entry.learner.id) == id));
    Ok(found.map(|place| roster.swap_remove(place)))
}
