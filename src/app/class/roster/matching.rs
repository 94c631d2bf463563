//! Whom a line of a class list means.

use std::collections::HashMap;

use crate::course::{Learner, LearnerId, LearnerName, RosterDiagnostic, RosterRow};
use crate::step::quoted;
use crate::store::RosterEntry;

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

/// By what a row is a known learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Match {
    StudentId,
    Email,
    Name,
}

/// The known learners, by all that a row may name them by, and whose names and nicknames its name may look like.
pub(super) struct Index<'a> {
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
    pub(super) fn of(known: &'a [RosterEntry], instructors: &'a [LearnerName]) -> Self {
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
    pub(super) fn find(&self, row: &RosterRow) -> Option<(&'a RosterEntry, Match)> {
        let by_id =
            || Some((*self.student_ids.get(row.student_id.as_ref()?.as_str())?, Match::StudentId));
        let by_email = || Some((*self.emails.get(&row.email.as_ref()?.folded())?, Match::Email));
        let by_name = || Some((*self.names.get(&row.name.folded())?, Match::Name));
        by_id().or_else(by_email).or_else(by_name)
    }

    /// The learners whose nickname looks like a name, other than the one who gets the name.
    pub(super) fn nicknamed(&self, name: &LearnerName, own: Option<LearnerId>) -> Vec<LearnerId> {
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
    pub(super) fn conflicts(
        &self,
        row: &RosterRow,
        own: Option<&RosterEntry>,
    ) -> Vec<RosterDiagnostic> {
        let other = |found: Option<&&'a RosterEntry>| {
            let id = own.map(|own| own.learner.id);
            found.map(|entry| &entry.learner).filter(|learner| Some(learner.id) != id)
        };
        let mut diagnostics = Vec::new();
        if let Some(email) = &row.email
            && let Some(owner) = other(self.emails.get(&email.folded()))
        {
            let what = format!(
                "the e-mail address {} is that of {}",
                quoted(email.as_str()),
                named(owner)
            );
            let help = "correct the line, or change the address of the other learner first";
            diagnostics.push(RosterDiagnostic::new(row.line, what, help));
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
            diagnostics.push(RosterDiagnostic::new(row.line, what, help));
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
            diagnostics.push(RosterDiagnostic::new(row.line, what, help));
        }
        diagnostics
    }
}

/// A learner, for messages.
pub(super) fn named(learner: &Learner) -> String {
    format!("{} (#{})", quoted(learner.name.as_str()), learner.id.0)
}

/// Why a row may be another person than the learner of the same name.
pub(super) fn doubt(
    row: &RosterRow,
    entry: &RosterEntry,
    on_registered: OnRegistered,
) -> Option<RosterDiagnostic> {
    if let (Some(listed), Some(known)) = (&row.student_id, &entry.student_id) {
        let (listed, known) = (quoted(listed.as_str()), quoted(known.as_str()));
        let what = format!("{} has the student id {known}, not {listed}", named(&entry.learner));
        let help = "if they are one person, change the id on the roster first; \
                    else give one of them another name";
        return Some(RosterDiagnostic::new(row.line, what, help));
    }
    (!entry.learner.is_on_roster && on_registered == OnRegistered::Refuse).then(|| {
        let what = format!("{} has registered without the roster", named(&entry.learner));
        let help = "find out whether they are the learner on the list; then import it again and say \
                    whether registered learners keep their key or get a new one (`keep`, `rekey`)";
        RosterDiagnostic::new(row.line, what, help)
    })
}

/// A form in which names are compared.
type NameForm = fn(&LearnerName) -> String;
