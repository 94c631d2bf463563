//! The class, one learner, and importing a class list.

use askama::Template;

use super::extensions::{ExtensionFields, ExtensionView};
use super::keys::NewKeys;
use super::{SectionLink, StepTitles, section_links, time, titles};
use crate::app::class::{ChangedLearner, Curriculum, RosterField, RosterReport};
use crate::course::{
    Audience, Credit, Extension, Extensions, GradeRow, GradebookStep, LearnerId, SectionName,
    StepResult,
};
use crate::pages::frame::Frame;
use crate::step::StepNumber;
use crate::store::RosterEntry;
use crate::texts::InstructorPages;

/// The learners of the class or of a section, and where a list is imported.
#[derive(Template)]
#[template(path = "instructor/learners.html")]
pub(crate) struct LearnersPage {
    pub(crate) frame: Frame,
    sections: Vec<SectionLink>,
    summary: String,
    learners: Vec<LearnerLine>,
    import: ImportForm,
}

impl LearnersPage {
    /// The page of these learners.
    pub(crate) fn new(
        frame: Frame,
        sections: &[SectionName],
        chosen: Option<&SectionName>,
        learners: Vec<LearnerLine>,
    ) -> Self {
        let words = frame.words();
        Self {
            sections: section_links("/instructor/learners", sections, chosen, words),
            summary: words.class_size(learners.len()),
            learners,
            import: ImportForm::default(),
            frame,
        }
    }
}

/// A learner in the list.
pub(crate) struct LearnerLine {
    id: LearnerId,
    name: String,
    section: String,
    email: String,
    student_id: String,
    nickname: String,
    is_on_roster: bool,
    solved: u32,
    points: Credit,
    attempts: u32,
}

impl LearnerLine {
    /// A learner with what they have done.
    pub(crate) fn new(entry: &RosterEntry, grades: &GradeRow) -> Self {
        let nickname = entry.nickname.as_ref();
        Self {
            id: entry.learner.id,
            name: entry.learner.name.to_string(),
            section: text(entry.learner.section.as_ref()),
            email: text(entry.email.as_ref()),
            student_id: text(entry.student_id.as_ref()),
            nickname: nickname.map(|nickname| nickname.as_str().to_owned()).unwrap_or_default(),
            is_on_roster: entry.learner.is_on_roster,
            solved: grades.solved,
            points: grades.total,
            attempts: grades.results.iter().map(|result| result.attempts).sum(),
        }
    }
}

/// What is there, as text.
fn text(value: Option<&impl ToString>) -> String {
    value.map(ToString::to_string).unwrap_or_default()
}

/// The form in which a list is written.
pub(crate) struct ImportForm {
    /// The list.
    pub(crate) csv: String,
    /// What is done with those who have registered by themselves, as it is written on the wire.
    pub(crate) registered: &'static str,
    /// Why the request was refused.
    pub(crate) told: Option<String>,
}

impl Default for ImportForm {
    fn default() -> Self {
        Self { csv: String::new(), registered: "refuse", told: None }
    }
}

/// What an import has done, would do, or why it does nothing.
#[derive(Template)]
#[template(path = "instructor/roster.html")]
pub(crate) struct RosterPage {
    pub(crate) frame: Frame,
    summary: Option<String>,
    /// How many nicknames are taken away, if any are.
    nicknames: Option<String>,
    /// The line of each fault, what is wrong, and what to do about it.
    faults: Vec<(usize, String, String)>,
    /// The learners who are not on the list.
    missing: Vec<String>,
    /// The heads of the columns that are not used, if there are any.
    unused: Option<String>,
    /// The new learners.
    added: Vec<String>,
    /// The learners who change, each with what changes.
    changed: Vec<(String, String)>,
    keys: Option<NewKeys>,
    import: ImportForm,
}

impl RosterPage {
    /// What an import would do.
    pub(crate) fn expected(frame: Frame, report: RosterReport, import: ImportForm) -> Self {
        let summary =
            frame.words().import_would(report.added.len(), report.changed.len(), report.unchanged);
        Self { import, ..Self::of(frame, summary, report) }
    }

    /// What an import has done.
    pub(crate) fn imported(frame: Frame, mut report: RosterReport) -> Self {
        let keys = std::mem::take(&mut report.keys).into_iter();
        let keys = keys.map(|learner| (learner.name, learner.key)).collect();
        let summary =
            frame.words().import_has(report.added.len(), report.changed.len(), report.unchanged);
        Self { keys: NewKeys::of(keys), ..Self::of(frame, summary, report) }
    }

    fn of(frame: Frame, summary: String, report: RosterReport) -> Self {
        let words = frame.words();
        let cleared = report.nicknames_cleared;
        let changed = report.changed.iter();
        Self {
            summary: Some(summary),
            nicknames: (cleared > 0).then(|| words.nicknames_cleared(cleared)),
            faults: Vec::new(),
            missing: report.missing,
            unused: (!report.unused.is_empty())
                .then(|| words.unused_columns(report.unused.join(", "))),
            added: report.added,
            changed: changed.map(|change| (change.name.clone(), told(change, words))).collect(),
            keys: None,
            import: ImportForm::default(),
            frame,
        }
    }

    /// Why nothing is imported.
    pub(crate) fn refused(
        frame: Frame,
        faults: Vec<(usize, String, String)>,
        import: ImportForm,
    ) -> Self {
        Self {
            frame,
            summary: None,
            nicknames: None,
            faults,
            missing: Vec::new(),
            unused: None,
            added: Vec::new(),
            changed: Vec::new(),
            keys: None,
            import,
        }
    }
}

/// What changes of a learner.
fn told(ChangedLearner { fields, new_key, .. }: &ChangedLearner, words: InstructorPages) -> String {
    let fields = fields.iter().map(|field| match field {
        RosterField::Name => words.name(),
        RosterField::Section => words.section(),
        RosterField::Email => words.email(),
        RosterField::StudentId => words.student_id(),
        RosterField::OnRoster => words.put_on_roster(),
    });
    let new_key = new_key.then(|| words.new_key());
    fields.chain(new_key).collect::<Vec<_>>().join(" · ")
}

/// A learner: results, and what can be changed.
#[derive(Template)]
#[template(path = "instructor/learner.html")]
pub(crate) struct LearnerPage {
    pub(crate) frame: Frame,
    id: LearnerId,
    name: String,
    /// How they came into the class, and when.
    standing: String,
    summary: String,
    /// The name on the scoreboard.
    nickname: Option<String>,
    results: Vec<ResultLine>,
    sections: Vec<SectionName>,
    pub(crate) change: LearnerFields,
    extensions: Vec<ExtensionView>,
    extension: ExtensionFields,
    steps: StepTitles,
    /// Why the learner is not forgotten.
    pub(crate) forget_told: Option<String>,
}

/// A learner's result at a step.
struct ResultLine {
    number: StepNumber,
    title: String,
    attempts: u32,
    points: String,
    solved_at: String,
    is_late: bool,
}

/// What is written to change a learner.
pub(crate) struct LearnerFields {
    pub(crate) name: String,
    pub(crate) section: String,
    pub(crate) email: String,
    pub(crate) student_id: String,
    /// Why it was refused.
    pub(crate) told: Option<String>,
}

impl LearnerPage {
    /// The page of a learner with these results.
    pub(crate) fn new(
        frame: Frame,
        curriculum: &Curriculum,
        entry: &RosterEntry,
        steps: &[GradebookStep],
        grades: &GradeRow,
        extensions: &Extensions,
    ) -> Self {
        let (words, course) = (frame.words(), &curriculum.course);
        let RosterEntry { learner, registered_at, .. } = entry;
        let since = course.local_time(*registered_at);
        let standing = if learner.is_on_roster {
            words.on_roster_since(&since)
        } else {
            words.by_themselves_since(&since)
        };
        // The gradebook is in one language for everybody. A step that the catalogue does not have any more has no other title.
        let title = |step: &GradebookStep| {
            let found = curriculum.catalog.get(step.number);
            found.map_or_else(
                || step.title.clone(),
                |found| found.statement(frame.language).title().to_owned(),
            )
        };
        let result = |(step, result): (&GradebookStep, &StepResult)| {
            let is_solved = result.solved_at.is_some();
            ResultLine {
                number: step.number,
                title: title(step),
                attempts: result.attempts,
                points: if is_solved { result.credit.to_string() } else { String::new() },
                solved_at: time(course, result.solved_at),
                is_late: result.late && is_solved,
            }
        };
        let own = |given: &&Extension| match &given.audience {
            Audience::Section(section) => learner.section.as_ref() == Some(section),
            Audience::Learner(id) => *id == learner.id,
        };
        let name_of = |id: LearnerId| (id == learner.id).then(|| learner.name.to_string());
        let view = |given| ExtensionView::new(given, course, name_of, words);
        let mut sections = course.sections.clone();
        if !sections.is_empty() {
            // One that the course does not have any more stays chosen: otherwise whoever saves another field would take it away.
            sections.extend(learner.section.clone().filter(|own| !sections.contains(own)));
        }
        Self {
            id: learner.id,
            name: learner.name.to_string(),
            standing,
            nickname: entry.nickname.as_ref().map(|nickname| nickname.as_str().to_owned()),
            summary: words.total_of(grades.total, grades.solved, steps.len()),
            results: steps.iter().zip(&grades.results).map(result).collect(),
            sections,
            change: LearnerFields {
                name: learner.name.to_string(),
                section: text(learner.section.as_ref()),
                email: text(entry.email.as_ref()),
                student_id: text(entry.student_id.as_ref()),
                told: None,
            },
            extensions: extensions.iter().filter(own).map(view).collect(),
            extension: ExtensionFields::default(),
            steps: titles(curriculum, frame.language),
            forget_told: None,
            frame,
        }
    }
}
