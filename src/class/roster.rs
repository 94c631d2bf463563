//! Importing a class list.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use serde::Serialize;
use thiserror::Error;

use super::{ClassError, new_learner_key};
use crate::course::{KeyHash, Learner, LearnerId, LearnerName, RosterFault, RosterRow};
use crate::step::{Timestamp, quoted};
use crate::store::{LearnerChange, NewLearner, RosterEntry, Store};

/// What is done with somebody who has registered by themselves under a name that is on the class list: it may be somebody else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// The learners who change, with what the list says; the flag says whether they get a new key.
    pub change: Vec<(LearnerId, RosterRow, NewKey)>,
    /// Those of them whose name changes, as they are until then.
    pub renamed: Vec<Learner>,
    /// The learners whose nickname is taken away, because it looks like a name that the list gives to somebody else.
    pub nicknames_cleared: BTreeSet<LearnerId>,
    /// How many stay as they are.
    pub unchanged: usize,
    /// The learners on the roster who are not on the list; they stay.
    pub missing: Vec<Learner>,
}

/// Whether a learner gets a new key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewKey {
    /// The key stays.
    No,
    /// A new one is made.
    Yes,
}

/// What an import has done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RosterReport {
    /// Those who have a new key, in the order of the list. The keys are shown only here.
    pub keys: Vec<ImportedLearner>,
    /// How many were added.
    pub added: usize,
    /// How many were changed.
    pub changed: usize,
    /// How many stayed as they are.
    pub unchanged: usize,
    /// How many nicknames were taken away, because they looked like a name on the list.
    pub nicknames_cleared: usize,
    /// The names of learners on the roster who are not on the list; they stay.
    pub missing: Vec<String>,
}

/// A learner with a new key.
#[derive(Clone, PartialEq, Eq, Serialize)]
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

/// Why a class list is not imported. Nothing of it is.
#[derive(Debug, Error)]
pub enum ImportError {
    /// All that is wrong with the list.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Faults(Vec<RosterFault>),
    /// The store failed.
    #[error(transparent)]
    Class(#[from] ClassError),
}

/// Plans an import: a row is a known learner by the student id, else by the e-mail address, else by the name.
///
/// What a row does not say stays as it is. A row that names a known learner otherwise renames them. It is a fault if a row may be
/// somebody else than the learner it is taken for, or has a name that looks like that of another learner or of an instructor. A nickname
/// stands in the way of no name: it is taken away. The rows are those of one list.
pub fn plan(
    rows: Vec<RosterRow>,
    known: &[RosterEntry],
    instructors: &[LearnerName],
    on_registered: OnRegistered,
) -> Result<RosterPlan, Vec<RosterFault>> {
    let index = Index::of(known, instructors);
    let (mut plan, mut faults) = (RosterPlan::default(), Vec::new());
    let mut lines: HashMap<LearnerId, usize> = HashMap::new();
    for row in rows {
        let before = faults.len();
        let Some((entry, by)) = index.find(&row) else {
            faults.extend(index.conflicts(&row, None));
            plan.nicknames_cleared.extend(index.nicknamed(&row.name, None));
            plan.add.push(row);
            continue;
        };
        let learner = &entry.learner;
        if let Some(first) = lines.insert(learner.id, row.line) {
            let what = format!("this is {}, as is line {first}", named(learner));
            let help = "correct the student id or the e-mail address of one of them";
            faults.push(RosterFault::new(row.line, what, help));
        }
        faults.extend(index.conflicts(&row, Some(entry)));
        if by == Match::Name {
            faults.extend(doubt(&row, entry, on_registered));
        }
        if faults.len() > before {
            continue;
        }
        let is_registered = by == Match::Name && !learner.is_on_roster;
        let is_rekeyed = is_registered && on_registered == OnRegistered::Rekey;
        let key = if is_rekeyed { NewKey::Yes } else { NewKey::No };
        if row.name != learner.name {
            plan.nicknames_cleared.extend(index.nicknamed(&row.name, Some(learner.id)));
            plan.renamed.push(learner.clone());
        }
        if says_nothing_new(&row, entry) {
            plan.unchanged += 1;
        } else {
            plan.change.push((learner.id, row, key));
        }
    }
    let missing = known
        .iter()
        .map(|entry| &entry.learner)
        .filter(|learner| learner.is_on_roster && !lines.contains_key(&learner.id));
    plan.missing = missing.cloned().collect();
    if faults.is_empty() { Ok(plan) } else { Err(faults) }
}

/// By what a row is a known learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Match {
    StudentId,
    Email,
    Name,
}

/// The known learners, by all that a row may name them by, and whose names and nicknames its name may look like.
struct Index<'a> {
    student_ids: HashMap<&'a str, &'a RosterEntry>,
    emails: HashMap<String, &'a RosterEntry>,
    names: HashMap<String, &'a RosterEntry>,
    skeletons: HashMap<String, &'a RosterEntry>,
    folded_skeletons: HashMap<String, &'a RosterEntry>,
    nicknames: HashMap<String, LearnerId>,
    folded_nicknames: HashMap<String, LearnerId>,
    instructors: HashMap<String, &'a LearnerName>,
    folded_instructors: HashMap<String, &'a LearnerName>,
}

impl<'a> Index<'a> {
    fn of(known: &'a [RosterEntry], instructors: &'a [LearnerName]) -> Self {
        let by_name = |form: fn(&LearnerName) -> String| {
            known.iter().map(|entry| (form(&entry.learner.name), entry)).collect()
        };
        let by_nickname = |form: fn(&LearnerName) -> String| {
            let nicknames = known.iter().filter_map(|entry| {
                Some((form(entry.nickname.as_ref()?.as_name()), entry.learner.id))
            });
            nicknames.collect()
        };
        let of_instructors = |form: fn(&LearnerName) -> String| {
            instructors.iter().map(|name| (form(name), name)).collect()
        };
        let id = |entry: &'a RosterEntry| Some((entry.student_id.as_ref()?.as_str(), entry));
        let email = |entry: &'a RosterEntry| Some((entry.email.as_ref()?.folded(), entry));
        Self {
            student_ids: known.iter().filter_map(id).collect(),
            emails: known.iter().filter_map(email).collect(),
            names: by_name(LearnerName::folded),
            skeletons: by_name(LearnerName::skeleton),
            folded_skeletons: by_name(LearnerName::folded_skeleton),
            nicknames: by_nickname(LearnerName::skeleton),
            folded_nicknames: by_nickname(LearnerName::folded_skeleton),
            instructors: of_instructors(LearnerName::skeleton),
            folded_instructors: of_instructors(LearnerName::folded_skeleton),
        }
    }

    /// The learner whom a row is taken for.
    fn find(&self, row: &RosterRow) -> Option<(&'a RosterEntry, Match)> {
        let by_id =
            || Some((*self.student_ids.get(row.student_id.as_ref()?.as_str())?, Match::StudentId));
        let by_email = || Some((*self.emails.get(&row.email.as_ref()?.folded())?, Match::Email));
        let by_name = || Some((*self.names.get(&row.name.folded())?, Match::Name));
        by_id().or_else(by_email).or_else(by_name)
    }

    /// The learners whose nickname looks like a name, other than the one who gets the name.
    fn nicknamed(&self, name: &LearnerName, own: Option<LearnerId>) -> Vec<LearnerId> {
        let found = [
            self.nicknames.get(&name.skeleton()),
            self.folded_nicknames.get(&name.folded_skeleton()),
        ];
        found.into_iter().flatten().copied().filter(|&id| Some(id) != own).collect()
    }

    /// The instructor whose name looks like this one.
    fn instructor_like(&self, name: &LearnerName) -> Option<&'a LearnerName> {
        let by_folded = || self.folded_instructors.get(&name.folded_skeleton());
        self.instructors.get(&name.skeleton()).or_else(by_folded).copied()
    }

    /// What a row says that belongs to somebody else than the learner whom it is taken for; none: it is a new one.
    fn conflicts(&self, row: &RosterRow, own: Option<&RosterEntry>) -> Vec<RosterFault> {
        let other = |found: Option<&&'a RosterEntry>| {
            let id = own.map(|own| own.learner.id);
            found.map(|entry| &entry.learner).filter(|learner| Some(learner.id) != id)
        };
        let mut faults = Vec::new();
        if let Some(email) = &row.email
            && let Some(owner) = other(self.emails.get(&email.folded()))
        {
            let what = format!(
                "the e-mail address {} is that of {}",
                quoted(email.as_str()),
                named(owner)
            );
            let help = "correct the line, or change the address of the other learner first";
            faults.push(RosterFault::new(row.line, what, help));
        }
        // A form of the name that stays as it is has been allowed before.
        let is_new =
            |form: NameForm| own.is_none_or(|own| form(&own.learner.name) != form(&row.name));
        let forms: [(NameForm, _, _); 3] = [
            (LearnerName::folded, &self.names, "is that of"),
            (LearnerName::skeleton, &self.skeletons, "looks like that of"),
            (LearnerName::folded_skeleton, &self.folded_skeletons, "looks like that of"),
        ];
        let mut forms = forms.into_iter().filter(|(form, ..)| is_new(*form));
        let like =
            forms.find_map(|(form, names, how)| Some((other(names.get(&form(&row.name)))?, how)));
        if let Some((owner, how)) = like {
            let what = format!("the name {} {how} {}", quoted(row.name.as_str()), named(owner));
            let help = "if they are one person, write the name as it is on the roster; \
                        else give one of them another name";
            faults.push(RosterFault::new(row.line, what, help));
        }
        if own.is_none_or(|own| own.learner.name != row.name)
            && let Some(instructor) = self.instructor_like(&row.name)
        {
            let what = format!(
                "the name {} looks like that of the instructor {}",
                quoted(row.name.as_str()),
                quoted(instructor.as_str())
            );
            let help = "give one of them another name";
            faults.push(RosterFault::new(row.line, what, help));
        }
        faults
    }
}

/// A learner, for messages.
fn named(learner: &Learner) -> String {
    format!("{} (#{})", quoted(learner.name.as_str()), learner.id.0)
}

/// Why a row may be another person than the learner of the same name.
fn doubt(row: &RosterRow, entry: &RosterEntry, on_registered: OnRegistered) -> Option<RosterFault> {
    if let (Some(listed), Some(known)) = (&row.student_id, &entry.student_id) {
        let (listed, known) = (quoted(listed.as_str()), quoted(known.as_str()));
        let what = format!("{} has the student id {known}, not {listed}", named(&entry.learner));
        let help = "if they are one person, change the id on the roster first; \
                    else give one of them another name";
        return Some(RosterFault::new(row.line, what, help));
    }
    (!entry.learner.is_on_roster && on_registered == OnRegistered::Refuse).then(|| {
        let what = format!("{} has registered without the roster", named(&entry.learner));
        let help = "find out whether they are the learner on the list; then import it again and say \
                    whether registered learners keep their key or get a new one (`keep`, `rekey`)";
        RosterFault::new(row.line, what, help)
    })
}

/// Whether a learner is already as a row says.
fn says_nothing_new(row: &RosterRow, entry: &RosterEntry) -> bool {
    entry.learner.is_on_roster
        && row.name == entry.learner.name
        && (row.section.is_none() || row.section == entry.learner.section)
        && (row.email.is_none() || row.email == entry.email)
        && (row.student_id.is_none() || row.student_id == entry.student_id)
}

/// A form in which names are compared.
type NameForm = fn(&LearnerName) -> String;

/// Carries out a plan, and makes the keys.
pub async fn import(
    store: &dyn Store,
    plan: RosterPlan,
    at: Timestamp,
) -> Result<RosterReport, ImportError> {
    let RosterPlan { add, change, renamed, mut nicknames_cleared, unchanged, missing } = plan;
    let cleared = nicknames_cleared.len();
    let missing = missing.into_iter().map(|learner| learner.name.to_string()).collect();
    let (added, changed) = (add.len(), change.len());
    let mut keys: Vec<(usize, ImportedLearner)> = Vec::new();
    let mut new_key = |row: &RosterRow| -> Result<KeyHash, ClassError> {
        let key = new_learner_key()?;
        let learner = ImportedLearner { name: row.name.to_string(), key: key.reveal().to_owned() };
        keys.push((row.line, learner));
        Ok(key.hash())
    };
    let mut new = Vec::with_capacity(added);
    for row in add {
        let key = new_key(&row)?;
        let RosterRow { line: _, name, section, email, student_id } = row;
        new.push(NewLearner { name, key, section, email, student_id });
    }
    let mut known = Vec::with_capacity(changed);
    for (id, row, wants_key) in change {
        let key = match wants_key {
            NewKey::Yes => Some(new_key(&row)?),
            NewKey::No => None,
        };
        let is_renamed = renamed.iter().any(|learner| learner.id == id);
        known.push((
            id,
            LearnerChange {
                name: is_renamed.then_some(row.name),
                section: row.section.map(Some),
                email: row.email.map(Some),
                student_id: row.student_id.map(Some),
                key,
                put_on_roster: true,
                clear_nickname: nicknames_cleared.remove(&id),
            },
        ));
    }
    // Those of whom nothing else changes.
    let clearing = LearnerChange { clear_nickname: true, ..LearnerChange::default() };
    known.extend(nicknames_cleared.into_iter().map(|id| (id, clearing.clone())));
    if added + changed > 0 {
        store.import_roster(new, known, at).await.map_err(ClassError::from)?;
    }
    keys.sort_by_key(|(line, _)| *line);
    let keys = keys.into_iter().map(|(_, learner)| learner).collect();
    Ok(RosterReport { keys, added, changed, unchanged, nicknames_cleared: cleared, missing })
}

/// The learner whom an instructor names: by `#37`, the id, or by the name.
pub async fn find_learner(
    store: &dyn Store,
    named: &str,
) -> Result<Option<RosterEntry>, ClassError> {
    let named = named.trim();
    if let Some(id) = named.strip_prefix('#') {
        return match id.parse() {
            Ok(id) => Ok(store.roster_entry(LearnerId(id)).await?),
            Err(_) => Ok(None),
        };
    }
    let Ok(name) = named.parse::<LearnerName>() else { return Ok(None) };
    let folded = name.folded();
    let roster = store.roster().await?;
    Ok(roster.into_iter().find(|entry| entry.learner.name.folded() == folded))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::read_roster;

    /// Learners on the roster, as lines of a list, with the ids 1, 2, …
    fn known(list: &str) -> Vec<RosterEntry> {
        let rows = read_roster(&format!("name,section,email,id\n{list}"), &[]).unwrap();
        let entries = rows.into_iter().zip(1..).map(|(row, id)| RosterEntry {
            learner: Learner {
                id: LearnerId(id),
                name: row.name,
                section: row.section,
                is_on_roster: true,
            },
            email: row.email,
            student_id: row.student_id,
            nickname: None,
            registered_at: Timestamp::from_seconds(0),
        });
        entries.collect()
    }

    fn registered(list: &str) -> Vec<RosterEntry> {
        let mut entries = known(list);
        for entry in &mut entries {
            entry.learner.is_on_roster = false;
        }
        entries
    }

    fn planned(
        list: &str,
        known: &[RosterEntry],
        on: OnRegistered,
    ) -> Result<RosterPlan, Vec<RosterFault>> {
        let rows = read_roster(&format!("name,section,email,id\n{list}"), &[]).unwrap();
        plan(rows, known, &["Barbara Liskov".parse().unwrap()], on)
    }

    /// The plan in short: who is added, who changes, who is renamed, how many stay, who is missing.
    fn outline(plan: &RosterPlan) -> String {
        let learners = |learners: &[Learner]| {
            learners
                .iter()
                .map(|learner| format!("#{}", learner.id.0))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let added: Vec<&str> = plan.add.iter().map(|row| row.name.as_str()).collect();
        let changed: Vec<String> = plan
            .change
            .iter()
            .map(|(id, row, key)| {
                format!(
                    "#{} {}{}",
                    id.0,
                    row.name,
                    if *key == NewKey::Yes { " with key" } else { "" }
                )
            })
            .collect();
        let (renamed, missing) = (learners(&plan.renamed), learners(&plan.missing));
        let (added, changed, unchanged) = (added.join(" "), changed.join(" "), plan.unchanged);
        format!("{added}|{changed}|{renamed}|{unchanged}|{missing}")
    }

    fn outlined(list: &str, known: &[RosterEntry]) -> String {
        outline(&planned(list, known, OnRegistered::Refuse).unwrap())
    }

    fn faults(list: &str, known: &[RosterEntry]) -> Vec<String> {
        let faults = planned(list, known, OnRegistered::Refuse).unwrap_err();
        faults.iter().map(RosterFault::to_string).collect()
    }

    #[test]
    fn a_first_list_adds_everybody() {
        assert_eq!(outlined("Ada,A,,\nGrace,B,,\n", &[]), "Ada Grace|||0|");
    }

    #[test]
    fn a_list_again_changes_what_it_says_otherwise() {
        let roster =
            known("Ada,A,ada@example.org,1\nGrace,B,grace@example.org,\nAlan,B,,\nJoan,,,4\n");
        // By the id, by the e-mail address, by the name; Joan is not on the list.
        let list =
            "Ada King,A,ada@example.org,1\nG. Hopper,,GRACE@example.org,2\nALAN,,,\nMary,A,,\n";
        assert_eq!(outlined(list, &roster), "Mary|#1 Ada King #2 G. Hopper #3 ALAN|#1 #2 #3|0|#4");
        // What a list does not say stays.
        assert_eq!(outlined("Ada,,,\nGrace,B,,\nAlan,,,\nJoan,,,\n", &roster), "|||4|");
        assert_eq!(
            outlined("Ada,B,,\nGrace,,,2\nAlan,,,\nJoan,,j@example.org,\n", &roster),
            "|#1 Ada #2 Grace #4 Joan||1|"
        );
    }

    #[test]
    fn the_id_counts_before_the_address_and_this_before_the_name() {
        let roster = known("Ada,,a@example.org,1\nGrace,,g@example.org,2\n");
        let help = "correct the line, or change the address of the other learner first";
        assert_eq!(
            faults("Ada,,g@example.org,1\n", &roster),
            [format!(
                "line 2: the e-mail address \"g@example.org\" is that of \"Grace\" (#2); {help}"
            )]
        );
        let help = "if they are one person, write the name as it is on the roster; \
                    else give one of them another name";
        assert_eq!(
            faults("Grace,,a@example.org,\n", &roster),
            [format!("line 2: the name \"Grace\" is that of \"Grace\" (#2); {help}")]
        );
    }

    #[test]
    fn a_learner_of_the_same_name_with_another_id_is_not_taken_for_the_same() {
        let roster = known("Wei Zhang,,w@example.org,1\n");
        let help = "if they are one person, change the id on the roster first; \
                    else give one of them another name";
        assert_eq!(
            faults("wei zhang,,x@example.org,2\n", &roster),
            [format!("line 2: \"Wei Zhang\" (#1) has the student id \"1\", not \"2\"; {help}")]
        );
        // With the same address it is the same person, whose id was wrong.
        assert_eq!(outlined("Wei Zhang,,w@example.org,2\n", &roster), "|#1 Wei Zhang||0|");
    }

    #[test]
    fn two_lines_are_not_one_learner() {
        let roster = known("Ada,,a@example.org,1\n");
        let help = "correct the student id or the e-mail address of one of them";
        assert_eq!(
            faults("Grace,,,1\nAlan,,a@example.org,\n", &roster),
            [format!("line 3: this is \"Ada\" (#1), as is line 2; {help}")]
        );
    }

    #[test]
    fn who_has_registered_under_a_name_of_the_list_may_be_somebody_else() {
        let roster = registered("Ada,,,\nGrace,,,\n");
        let list = "Ada,A,,7\nAlan,A,,8\n";
        let told = faults(list, &roster);
        assert_eq!(told.len(), 1);
        assert!(
            told[0].starts_with("line 2: \"Ada\" (#1) has registered without the roster; "),
            "{told:?}"
        );
        // Grace is not on the roster, so she is not missing.
        let with = |on| outline(&planned(list, &roster, on).unwrap());
        assert_eq!(with(OnRegistered::Keep), "Alan|#1 Ada||0|");
        assert_eq!(with(OnRegistered::Rekey), "Alan|#1 Ada with key||0|");
        // An instructor has given her the id.
        let roster = registered("Ada,,,7\n");
        for on in [OnRegistered::Refuse, OnRegistered::Keep, OnRegistered::Rekey] {
            assert_eq!(outline(&planned("Ada,,,7\n", &roster, on).unwrap()), "|#1 Ada||0|");
        }
    }

    #[test]
    fn a_name_that_looks_like_another_learners_is_a_fault_that_names_both() {
        let roster = known("Ada,,,1\npaypal,,,2\n");
        let help = "if they are one person, write the name as it is on the roster; \
                    else give one of them another name";
        // A Cyrillic letter; a capital I for an l.
        assert_eq!(
            faults("Аda,,,3\npaypaI,,,4\n", &roster),
            [
                format!("line 2: the name \"Аda\" looks like that of \"Ada\" (#1); {help}"),
                format!("line 3: the name \"paypaI\" looks like that of \"paypal\" (#2); {help}"),
            ]
        );
        // One's own name may be written so.
        assert_eq!(outlined("Аda,,,1\n", &roster), "|#1 Аda|#1|0|#2");
        // A learner takes the name of another one.
        assert_eq!(
            faults("PayPal,,,1\n", &roster),
            [format!("line 2: the name \"PayPal\" is that of \"paypal\" (#2); {help}")]
        );
    }

    #[test]
    fn a_name_of_the_list_takes_a_nickname_away() {
        let mut roster = known("Ada,,,1\nAlan,,,2\nJoan,,,3\n");
        for (entry, nickname) in roster.iter_mut().zip(["grace hopper", "Mary", "Joan"]) {
            entry.nickname = Some(nickname.parse().unwrap());
        }
        let cleared = |list: &str| {
            let plan = planned(list, &roster, OnRegistered::Refuse).unwrap();
            plan.nicknames_cleared.iter().map(|id| id.0).collect::<Vec<_>>()
        };
        // A Cyrillic letter; a learner who is renamed; one's own nickname.
        assert_eq!(cleared("Ada,,,1\nGrасe Hopper,,,9\n"), [1]);
        assert_eq!(cleared("Mary,,,1\nGrace Hopper,,,9\n"), [1, 2]);
        assert_eq!(cleared("Mary,,,2\nJoan,B,,3\nEdsger,,,9\n"), [0_i64; 0]);
    }

    #[test]
    fn a_name_that_looks_like_an_instructors_is_a_fault() {
        let told = |name: &str| {
            format!(
                "line 2: the name \"{name}\" looks like that of the instructor \"Barbara Liskov\"; \
                 give one of them another name"
            )
        };
        // Somebody who is renamed, and somebody new with a Cyrillic letter.
        let roster = known("Ada,,,1\n");
        assert_eq!(faults("barbara liskov,,,1\n", &roster), [told("barbara liskov")]);
        assert_eq!(faults("Вarbara Liskov,,,2\n", &roster), [told("Вarbara Liskov")]);
        // Who has had the name before keeps it.
        let roster = known("barbara liskov,,,1\n");
        assert_eq!(outlined("barbara liskov,B,,1\n", &roster), "|#1 barbara liskov||0|");
    }

    #[test]
    fn a_key_is_not_shown_where_a_learner_is_logged() {
        let learner = ImportedLearner { name: "Ada".into(), key: "gk_secret".into() };
        assert_eq!(format!("{learner:?}"), r#"ImportedLearner { name: "Ada", .. }"#);
    }
}
