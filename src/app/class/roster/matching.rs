//! Whom a line of a class list means.

use std::collections::HashMap;

use super::OnRegistered;
use crate::course::{
    Detail, Details, Learner, LearnerId, LearnerName, RosterDiagnostic, RosterEntry, RosterRow,
};
use crate::step::quoted;
use crate::store::Instructor;

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
    /// By the details that are [identifying](Detail::IDENTIFYING), folded.
    details: HashMap<(Detail, String), &'a RosterEntry>,
    names: HashMap<String, &'a RosterEntry>,
    lookalikes: Lookalikes<&'a RosterEntry>,
    nicknames: Lookalikes<LearnerId>,
    instructors: Lookalikes<&'a LearnerName>,
}

impl<'a> Index<'a> {
    pub(super) fn of(known: &'a [RosterEntry], instructors: &'a [Instructor]) -> Self {
        let nickname =
            |entry: &'a RosterEntry| Some((entry.nickname.as_ref()?.as_name(), entry.learner.id));
        let details = known.iter().flat_map(|entry| {
            let folded = move |detail| Some(((detail, entry.details.folded(detail)?), entry));
            Detail::IDENTIFYING.into_iter().filter_map(folded)
        });
        let names = known.iter().map(|entry| (&entry.learner.name, entry));
        Self {
            details: details.collect(),
            names: names.clone().map(|(name, entry)| (name.folded(), entry)).collect(),
            lookalikes: Lookalikes::of(names),
            nicknames: Lookalikes::of(known.iter().filter_map(nickname)),
            instructors: Lookalikes::of(instructors.iter().map(|known| (&known.name, &known.name))),
        }
    }

    /// The learner whom a row is taken for, and the detail by which; none: by the name.
    pub(super) fn find(&self, row: &RosterRow) -> Option<(&'a RosterEntry, Option<Detail>)> {
        let by_detail = |detail| Some((self.with_same(detail, row)?, Some(detail)));
        let by_name = || Some((*self.names.get(&row.name.folded())?, None));
        Detail::IDENTIFYING.into_iter().find_map(by_detail).or_else(by_name)
    }

    /// The learner who has a detail of a row.
    fn with_same(&self, detail: Detail, row: &RosterRow) -> Option<&'a RosterEntry> {
        self.details.get(&(detail, row.details.folded(detail)?)).copied()
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
        let other = |found: Option<&'a RosterEntry>| {
            let id = own.map(|own| own.learner.id);
            found.map(|entry| &entry.learner).filter(|learner| Some(learner.id) != id)
        };
        let mut diagnostics = Vec::new();
        if let Some(email) = row.details.get(Detail::Email)
            && let Some(owner) = other(self.with_same(Detail::Email, row))
        {
            let what = format!("the e-mail address {} is that of {}", quoted(email), named(owner));
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
        let like = forms.find_map(|(form, names, how)| {
            Some((other(names.get(&form(&row.name)).copied())?, how))
        });
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
    let id_of = |details: &Details| details.get(Detail::StudentId).map(quoted);
    if let (Some(listed), Some(known)) = (id_of(&row.details), id_of(&entry.details)) {
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
