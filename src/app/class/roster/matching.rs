//! Whom a line of a class list means.

use std::collections::{HashMap, HashSet};

use super::OnRegistered;
use crate::course::{
    Detail, Details, Learner, LearnerId, LearnerName, RosterDiagnostic, RosterEntry, RosterRow,
};
use crate::step::quoted;
use crate::store::Instructor;
use crate::texts;

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
    /// Several learners have one name if all of them have a student id.
    names: HashMap<String, Vec<&'a RosterEntry>>,
    lookalikes: Lookalikes<&'a RosterEntry>,
    nicknames: Lookalikes<LearnerId>,
    instructors: Lookalikes<&'a LearnerName>,
    /// The student ids on the list.
    listed_ids: HashSet<&'a str>,
}

impl<'a> Index<'a> {
    pub(super) fn of(
        known: &'a [RosterEntry],
        instructors: &'a [Instructor],
        rows: &'a [RosterRow],
    ) -> Self {
        let nickname =
            |entry: &'a RosterEntry| Some((entry.nickname.as_ref()?.as_name(), entry.learner.id));
        let details = known.iter().flat_map(|entry| {
            let folded = move |detail| Some(((detail, entry.details.folded(detail)?), entry));
            Detail::IDENTIFYING.into_iter().filter_map(folded)
        });
        let mut names: HashMap<String, Vec<&RosterEntry>> = HashMap::new();
        for entry in known {
            names.entry(entry.learner.name.folded()).or_default().push(entry);
        }
        let looks = known.iter().map(|entry| (&entry.learner.name, entry));
        Self {
            details: details.collect(),
            names,
            lookalikes: Lookalikes::of(looks),
            nicknames: Lookalikes::of(known.iter().filter_map(nickname)),
            instructors: Lookalikes::of(instructors.iter().map(|known| (&known.name, &known.name))),
            listed_ids: rows.iter().filter_map(|row| id_of(&row.details)).collect(),
        }
    }

    /// The learner whom a row is taken for, and the detail by which; without a detail: by the name. None if the row is a new learner.
    pub(super) fn find(
        &self,
        row: &RosterRow,
    ) -> Result<Option<(&'a RosterEntry, Option<Detail>)>, RosterDiagnostic> {
        let by_detail = |detail| Some((self.with_same(detail, row)?, Some(detail)));
        if let Some(found) = Detail::IDENTIFYING.into_iter().find_map(by_detail) {
            return Ok(Some(found));
        }
        let named = self.named(&row.name);
        let is_listed = |entry: &&RosterEntry| {
            id_of(&entry.details).is_some_and(|id| self.listed_ids.contains(id))
        };
        match named {
            // Those of the name are on other lines, by their ids: this is one more.
            _ if id_of(&row.details).is_some() && named.iter().all(is_listed) => Ok(None),
            [] => Ok(None),
            [only] => Ok(Some((only, None))),
            several => {
                let name = quoted(row.name.as_str());
                let (what, help) = match id_of(&row.details) {
                    Some(id) => (
                        texts::roster::new_namesake(name, quoted(id)),
                        texts::roster::list_others(),
                    ),
                    None => {
                        (texts::roster::ambiguous(several.len(), name), texts::roster::add_id())
                    }
                };
                Err(RosterDiagnostic::new(row.line, what, help))
            }
        }
    }

    /// The learners of a name.
    pub(super) fn named(&self, name: &LearnerName) -> &[&'a RosterEntry] {
        self.names.get(&name.folded()).map_or(&[], Vec::as_slice)
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
        let is_other =
            |entry: &&RosterEntry| own.is_none_or(|own| own.learner.id != entry.learner.id);
        let mut diagnostics = Vec::new();
        let mut report = |what, help| diagnostics.push(RosterDiagnostic::new(row.line, what, help));
        if let Some(email) = row.details.get(Detail::Email)
            && let Some(owner) = self.with_same(Detail::Email, row).filter(is_other)
        {
            let what = texts::roster::email_taken(quoted(email), named(&owner.learner));
            report(what, texts::roster::change_email());
        }
        // A form of the name that stays as it is has been allowed before.
        let is_new =
            |form: NameForm| own.is_none_or(|own| form(&own.learner.name) != form(&row.name));
        let name = quoted(row.name.as_str());
        let id = id_of(&row.details);
        let is_namesake = |entry: &&&RosterEntry| {
            id.is_some() && id_of(&entry.details).is_some_and(|other| Some(other) != id)
        };
        let same = self.named(&row.name).iter().filter(|entry| is_other(entry));
        let same =
            same.clone().find(|entry| !is_namesake(entry)).filter(|_| is_new(LearnerName::folded));
        let forms: [(NameForm, _); 2] = [
            (LearnerName::skeleton, &self.lookalikes.skeletons),
            (LearnerName::folded_skeleton, &self.lookalikes.folded),
        ];
        let mut forms = forms.into_iter().filter(|(form, _)| is_new(*form));
        let alike =
            forms.find_map(|(form, names)| names.get(&form(&row.name)).copied().filter(is_other));
        let alike = alike.filter(|entry| entry.learner.name.folded() != row.name.folded());
        if let Some(owner) = same {
            let help = texts::roster::same_person();
            report(texts::roster::name_taken(&name, named(&owner.learner)), help);
        } else if let Some(owner) = alike {
            let help = texts::roster::same_person();
            report(texts::roster::name_alike(&name, named(&owner.learner)), help);
        }
        if own.is_none_or(|own| own.learner.name != row.name)
            && let Some(instructor) = self.instructors.like(&row.name).next()
        {
            let what = texts::roster::instructor_alike(name, quoted(instructor.as_str()));
            report(what, texts::roster::rename_one());
        }
        diagnostics
    }
}

/// The student id among details.
fn id_of(details: &Details) -> Option<&str> {
    details.get(Detail::StudentId)
}

/// A learner, for messages.
pub(super) fn named(learner: &Learner) -> String {
    format!("{} (#{})", quoted(learner.name.as_str()), learner.id.0)
}

/// Why a row may be another person than the learner whom it is taken for, by a detail or else by the name; or why a spreadsheet may have changed
/// the id.
pub(super) fn doubt(
    row: &RosterRow,
    entry: &RosterEntry,
    by: Option<Detail>,
    on_registered: OnRegistered,
) -> Option<RosterDiagnostic> {
    let report = |what, help| Some(RosterDiagnostic::new(row.line, what, help));
    let who = named(&entry.learner);
    if let (Some(listed), Some(known)) = (id_of(&row.details), id_of(&entry.details))
        && listed != known
    {
        if known.trim_start_matches('0') == listed {
            let what = texts::roster::lost_zeros(who, quoted(known), quoted(listed));
            return report(what, texts::roster::format_text());
        }
        if by.is_none() {
            let what = texts::roster::other_id(who, quoted(known), quoted(listed));
            return report(what, texts::roster::change_id());
        }
    }
    let is_doubtful =
        by.is_none() && !entry.learner.is_on_roster && on_registered == OnRegistered::Refuse;
    if is_doubtful {
        report(texts::roster::registered(who), texts::roster::say_registered())
    } else {
        None
    }
}

/// A form in which names are compared.
type NameForm = fn(&LearnerName) -> String;
