//! Importing a class list.

mod matching;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use self::matching::{Index, doubt, named};
use super::{ClassError, Result, new_learner_key};
use crate::course::{
    Course, Detail, Details, KeyHash, Learner, LearnerId, LearnerRef, RosterDiagnostic,
    RosterEntry, RosterField, RosterList, RosterRow, SectionName, key_table,
};
use crate::step::{Timestamp, quoted};
use crate::store::{Instructor, LearnerChange, NewLearner, Store};
use crate::texts;

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
    /// Whether the course has sections, and new learners are in none because the list has no column for them.
    pub lacks_sections: bool,
    /// The names, folded, that several learners have.
    pub shared_names: HashSet<String>,
    /// What else was seen in the list. The rows are those above.
    pub list: RosterList,
}

/// What an import would change of a learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedChange {
    /// The learner as they are until then.
    pub was: Learner,
    /// What the list says.
    pub row: RosterRow,
    /// What is new.
    pub values: Vec<ChangedValue>,
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
    /// The encoding of a list that was sent as a file, such as `UTF-8` or `windows-1252`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'static str>,
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
    /// The names of learners on the roster who are not on the list, at most 20; they stay.
    pub missing: Vec<String>,
    /// How many learners on the roster are not on the list.
    pub missing_total: usize,
    /// Whether the course has sections, and new learners are in none because the list has no column for them.
    pub lacks_sections: bool,
    /// How many names were written as `Lovelace, Ada`, and are `Ada Lovelace` now.
    pub names_turned: usize,
    /// The lines that are no learners, such as `Points Possible` of Canvas.
    pub skipped_lines: Vec<ListLine>,
    /// The lines without an id and an address, although most others have one. Perhaps they are no learners.
    pub unidentified: Vec<ListLine>,
    /// The headings of the list's columns that are not used.
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
    /// The old and the new values of these.
    pub values: Vec<ChangedValue>,
    /// Whether they get a new key.
    pub new_key: bool,
}

/// A line of a list that is worth a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RosterLine)]
pub struct ListLine {
    /// The line, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
}

/// A value of a learner that a list changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChangedValue {
    /// What it is.
    #[schema(value_type = RosterFieldSchema)]
    pub field: RosterField,
    /// The value before; null if there was none.
    pub was: Option<String>,
    /// The value of the list; null for `on_roster`.
    pub is: Option<String>,
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
#[derive(Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = KeyReply)]
pub struct ImportedLearner {
    /// The line of the list.
    pub line: usize,
    /// The name.
    pub name: String,
    /// The key.
    pub key: String,
    /// The section.
    #[serde(skip)]
    pub section: Option<SectionName>,
    /// What the list says besides.
    #[serde(skip)]
    pub details: Details,
}

impl ImportedLearner {
    /// The name, with the student id if another learner among `all` has the same name.
    pub fn label(&self, all: &[Self]) -> String {
        let is_shared = all.iter().filter(|other| other.name == self.name).count() > 1;
        match self.details.get(Detail::StudentId).filter(|_| is_shared) {
            Some(id) => format!("{} ({id})", self.name),
            None => self.name.clone(),
        }
    }

    /// The keys as a table: see [`key_table`].
    pub fn table(keys: &[Self], with_tabs: bool) -> String {
        let rows = keys.iter().map(|Self { name, key, section, details, .. }| {
            (&**name, &**key, section.as_ref(), details)
        });
        key_table(rows, with_tabs)
    }
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
/// somebody else than the learner it is taken for, or has a name that looks like that of another learner or of an instructor. Two learners may
/// have one name if both have a student id. A nickname stands in the way of no name: it is taken away. The rows are those of one list.
pub fn plan(
    list: RosterList,
    known: &[RosterEntry],
    instructors: &[Instructor],
    course: &Course,
    on_registered: OnRegistered,
) -> Result<RosterPlan, Vec<RosterDiagnostic>> {
    let index = Index::of(known, instructors, &list.rows);
    let mut plan = RosterPlan::default();
    let mut diagnostics = Vec::new();
    let mut lines: HashMap<LearnerId, usize> = HashMap::new();
    let mut names: HashSet<String> = HashSet::new();
    for row in &list.rows {
        let before = diagnostics.len();
        let is_shared = !names.insert(row.name.folded());
        let found = match index.find(row) {
            Ok(found) => found,
            Err(diagnostic) => {
                diagnostics.push(diagnostic);
                continue;
            }
        };
        let own = found.map(|(entry, _)| entry.learner.id);
        let is_shared =
            is_shared || index.named(&row.name).iter().any(|entry| Some(entry.learner.id) != own);
        if is_shared && course.has_rules_for(&row.name) {
            let id = row.details.get(Detail::StudentId).unwrap_or_default();
            let what = texts::roster::rule_by_name(quoted(row.name.as_str()));
            diagnostics.push(RosterDiagnostic::new(row.line, what, texts::roster::rule_by_id(id)));
        }
        if is_shared {
            plan.shared_names.insert(row.name.folded());
        }
        let Some((entry, by)) = found else {
            diagnostics.extend(index.conflicts(row, None));
            plan.nicknames_cleared.extend(index.nicknamed(&row.name, None));
            plan.add.push(row.clone());
            continue;
        };
        let learner = &entry.learner;
        if let Some(first) = lines.insert(learner.id, row.line) {
            let what = texts::roster::same_learner(named(learner), first);
            diagnostics.push(RosterDiagnostic::new(row.line, what, texts::roster::correct_id()));
        }
        diagnostics.extend(index.conflicts(row, Some(entry)));
        diagnostics.extend(doubt(row, entry, by, on_registered));
        if diagnostics.len() > before {
            continue;
        }
        let is_registered = by.is_none() && !learner.is_on_roster;
        let new_key = is_registered && on_registered == OnRegistered::Rekey;
        if row.name != learner.name {
            plan.nicknames_cleared.extend(index.nicknamed(&row.name, Some(learner.id)));
        }
        let values = differences(row, entry);
        if values.is_empty() {
            plan.unchanged += 1;
        } else {
            plan.change.push(PlannedChange {
                was: learner.clone(),
                row: row.clone(),
                values,
                new_key,
            });
        }
    }
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let missing = known.iter().map(|entry| &entry.learner);
    let missing =
        missing.filter(|learner| learner.is_on_roster && !lines.contains_key(&learner.id));
    plan.missing = missing.cloned().collect();
    let has_new = plan.add.iter().any(|row| row.section.is_none());
    plan.lacks_sections = has_new && !list.has_sections && !course.sections.is_empty();
    plan.list = RosterList { rows: Vec::new(), ..list };
    Ok(plan)
}

/// What a row says that is new of a learner.
fn differences(row: &RosterRow, entry: &RosterEntry) -> Vec<ChangedValue> {
    let learner = &entry.learner;
    let section = |section: &Option<SectionName>| section.as_ref().map(ToString::to_string);
    let change = |field: RosterField| {
        let (was, is) = match field {
            RosterField::Name => (Some(learner.name.to_string()), Some(row.name.to_string())),
            RosterField::Section => (section(&learner.section), section(&row.section)),
            RosterField::OnRoster => {
                return (!learner.is_on_roster).then_some(ChangedValue {
                    field,
                    was: None,
                    is: None,
                });
            }
            RosterField::Detail(detail) => {
                let text = |details: &Details| details.get(detail).map(str::to_owned);
                (text(&entry.details), text(&row.details))
            }
        };
        (is.is_some() && was != is).then_some(ChangedValue { field, was, is })
    };
    RosterField::all().filter_map(change).collect()
}

/// How many names of learners who are not on a list a report has.
const MISSING_NAMED: usize = 20;

impl RosterPlan {
    /// The name in a row, with the student id if several learners have the name.
    fn label(&self, row: &RosterRow) -> String {
        let id = row.details.get(Detail::StudentId);
        match id.filter(|_| self.shared_names.contains(&row.name.folded())) {
            Some(id) => format!("{} ({id})", row.name),
            None => row.name.to_string(),
        }
    }

    /// What it would do, without the keys.
    pub fn report(&self) -> RosterReport {
        let changed = self.change.iter().map(|change| ChangedLearner {
            id: change.was.id,
            name: self.label(&change.row),
            fields: change.values.iter().map(|value| value.field).collect(),
            values: change.values.clone(),
            new_key: change.new_key,
        });
        let lines = |lines: &[(usize, String)]| {
            let line =
                |(line, text): &(usize, String)| ListLine { line: *line, text: text.clone() };
            lines.iter().map(line).collect()
        };
        RosterReport {
            is_success: true,
            dry_run: true,
            encoding: None,
            added: self.add.len(),
            new: self.add.iter().map(|row| self.label(row)).collect(),
            changed: self.change.len(),
            changes: changed.collect(),
            unchanged: self.unchanged,
            nicknames_cleared: self.nicknames_cleared.len(),
            missing: self.missing.iter().take(MISSING_NAMED).map(Learner::label).collect(),
            missing_total: self.missing.len(),
            lacks_sections: self.lacks_sections,
            names_turned: self.list.turned,
            skipped_lines: lines(&self.list.skipped),
            unidentified: lines(&self.list.unidentified),
            unused_columns: self.list.unused.clone(),
            keys: Vec::new(),
        }
    }
}

/// Carries out a plan, and makes the keys.
pub async fn import(store: &dyn Store, plan: RosterPlan, at: Timestamp) -> Result<RosterReport> {
    let report = plan.report();
    let RosterPlan { add, change, mut nicknames_cleared, .. } = plan;
    let mut keys: Vec<ImportedLearner> = Vec::new();
    let mut new_key = |row: &RosterRow| -> Result<KeyHash> {
        let key = new_learner_key()?;
        let RosterRow { line, name, section, details } = row.clone();
        let (name, secret) = (name.to_string(), key.reveal().to_owned());
        keys.push(ImportedLearner { line, name, key: secret, section, details });
        Ok(key.hash())
    };
    let mut new = Vec::with_capacity(add.len());
    for row in add {
        let key = new_key(&row)?;
        let RosterRow { line: _, name, section, details } = row;
        new.push(NewLearner { name, key, section, details });
    }
    let mut known = Vec::with_capacity(change.len());
    for PlannedChange { was, row, values, new_key: is_rekeyed } in change {
        let key = if is_rekeyed { Some(new_key(&row)?) } else { None };
        let change = LearnerChange {
            name: values.iter().any(|value| value.field == RosterField::Name).then_some(row.name),
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
    keys.sort_by_key(|learner| learner.line);
    Ok(RosterReport { dry_run: false, keys, ..report })
}

/// The learner whom an instructor names: by `#37`, the id; by `id:1001`, the student id; or by the name. A number that is nobody's name is an id
/// too. Fails if several learners have the name.
pub async fn find_learner(store: &dyn Store, named: &str) -> Result<Option<RosterEntry>> {
    let named = named.trim();
    if let Some(id) = named.strip_prefix('#') {
        return match id.parse() {
            Ok(id) => Ok(store.roster_entry(LearnerId(id)).await?),
            Err(_) => Ok(None),
        };
    }
    let Ok(reference) = named.parse::<LearnerRef>() else { return Ok(None) };
    let is_meant = |entry: &RosterEntry| match &reference {
        LearnerRef::StudentId(id) => entry.learner.student_id.as_ref() == Some(id),
        LearnerRef::Name(name) => entry.learner.name.folded() == name.folded(),
    };
    let mut roster = store.roster().await?;
    let found: Vec<usize> =
        (0..).zip(&roster).filter(|(_, entry)| is_meant(entry)).map(|(place, _)| place).collect();
    if found.len() > 1 {
        let ids = roster
            .iter()
            .filter(|entry| is_meant(entry))
            .filter_map(|entry| entry.learner.student_id.clone());
        let ids = ids.map(|id| quoted(&LearnerRef::StudentId(id).to_string()));
        let refused = texts::class::ambiguous(quoted(named), ids.collect::<Vec<_>>().join(", "));
        return Err(ClassError::Refused(refused));
    }
    let id = named.parse().ok().map(LearnerId);
    let by_id = || roster.iter().position(|entry| Some(entry.learner.id) == id);
    let found = found.first().copied().or_else(by_id);
    Ok(found.map(|place| roster.swap_remove(place)))
}
