//! Whom a line of a class list means.

use std::collections::HashMap;

use super::OnRegistered;
use crate::course::{Learner, LearnerId, LearnerName, RosterDiagnostic, RosterEntry, RosterRow};
use crate::step::quoted;

/// By what a row is a known learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Match {
    StudentId,
    Email,
    Name,
}

/// People by the forms in which names look alike.
struct Lookalikes<T> {
    skeletons: HashMap<String, T>,
    folded: HashMap<String, T>,
}

impl<T: Copy> Lookalikes<T> {
    fn of<'n>(people: impl Iterator<Item = (&'n LearnerName, T)>) -> Self {
        let forms = people.map(|(name, of)| ((name.skeleton(), of), (name.folded_skeleton(), of)));
        let (skeletons, folded) = forms.unzip();
        Self { skeletons, folded }
    }

    /// Those with a name like this one.
    fn like(&self, name: &LearnerName) -> impl Iterator<Item = T> {
        let found =
            [self.skeletons.get(&name.skeleton()), self.folded.get(&name.folded_skeleton())];
        found.into_iter().flatten().copied()
    }
}

/// The known learners, by all that a row may name them by, and whose names and nicknames its name may look like.
pub(super) struct Index<'a> {
    student_ids: HashMap<&'a str, &'a RosterEntry>,
    emails: HashMap<String, &'a RosterEntry>,
    names: HashMap<String, &'a RosterEntry>,
    lookalikes: Lookalikes<&'a RosterEntry>,
    nicknames: Lookalikes<LearnerId>,
    instructors: Lookalikes<&'a LearnerName>,
}

impl<'a> Index<'a> {
    pub(super) fn of(known: &'a [RosterEntry], instructors: &'a [LearnerName]) -> Self {
        let nickname =
            |entry: &'a RosterEntry| Some((entry.nickname.as_ref()?.as_name(), entry.learner.id));
        let id =
            |entry: &'a RosterEntry| Some((entry.details.student_id.as_ref()?.as_str(), entry));
        let email = |entry: &'a RosterEntry| Some((entry.details.email.as_ref()?.folded(), entry));
        let names = known.iter().map(|entry| (&entry.learner.name, entry));
        Self {
            student_ids: known.iter().filter_map(id).collect(),
            emails: known.iter().filter_map(email).collect(),
            names: names.clone().map(|(name, entry)| (name.folded(), entry)).collect(),
            lookalikes: Lookalikes::of(names),
            nicknames: Lookalikes::of(known.iter().filter_map(nickname)),
            instructors: Lookalikes::of(instructors.iter().map(|name| (name, name))),
        }
    }

    /// The learner whom a row is taken for.
    pub(super) fn find(&self, row: &RosterRow) -> Option<(&'a RosterEntry, Match)> {
        let details = &row.details;
        let by_id = || {
            let id = details.student_id.as_ref()?;
            Some((*self.student_ids.get(id.as_str())?, Match::StudentId))
        };
        let by_email =
            || Some((*self.emails.get(&details.email.as_ref()?.folded())?, Match::Email));
        let by_name = || Some((*self.names.get(&row.name.folded())?, Match::Name));
        by_id().or_else(by_email).or_else(by_name)
    }

    /// The learners whose nickname looks like a name, other than the one who gets the name.
    pub(super) fn nicknamed(&self, name: &LearnerName, own: Option<LearnerId>) -> Vec<LearnerId> {
        self.nicknames.like(name).filter(|&id| Some(id) != own).collect()
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
        if let Some(email) = &row.details.email
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
            (LearnerName::skeleton, &self.lookalikes.skeletons, "looks like that of"),
            (LearnerName::folded_skeleton, &self.lookalikes.folded, "looks like that of"),
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
            && let Some(instructor) = self.instructors.like(&row.name).next()
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
    if let (Some(listed), Some(known)) = (&row.details.student_id, &entry.details.student_id) {
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
