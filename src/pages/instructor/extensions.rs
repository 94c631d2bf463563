//! Dates that were moved, and moving them.

use askama::Template;

use super::{StepTitles, time, titles};
use crate::app::class::Curriculum;
use crate::course::{Audience, Course, Extension, ExtensionId, Extensions, LearnerId, SectionName};
use crate::pages::frame::Frame;
use crate::step::StepNumber;
use crate::store::RosterEntry;
use crate::texts::InstructorPages;

/// All extensions, and where one is given.
#[derive(Template)]
#[template(path = "instructor/extensions.html")]
pub(crate) struct ExtensionsPage {
    pub(crate) frame: Frame,
    clocks: String,
    extensions: Vec<ExtensionView>,
    form: ExtensionFields,
    steps: StepTitles,
    sections: Vec<SectionName>,
    /// The names of all learners.
    learners: Vec<String>,
}

/// What is written to give an extension.
#[derive(Default)]
pub(crate) struct ExtensionFields {
    pub(crate) step: String,
    /// The number or the name of a learner.
    pub(crate) learner: String,
    pub(crate) section: String,
    pub(crate) opens: String,
    pub(crate) due: String,
    pub(crate) closes: String,
    pub(crate) reason: String,
    /// Why it was refused.
    pub(crate) told: Option<String>,
}

/// An extension.
pub(crate) struct ExtensionView {
    pub(super) id: ExtensionId,
    pub(super) step: StepNumber,
    /// The learner, if it is for one.
    pub(super) learner: Option<LearnerId>,
    /// Whom it is for, in words.
    pub(super) audience: String,
    pub(super) opens: String,
    pub(super) due: String,
    pub(super) closes: String,
    pub(super) reason: String,
    pub(super) by: String,
    pub(super) at: String,
    /// What the button does that takes it back.
    pub(super) take_back: String,
}

impl ExtensionsPage {
    /// The page of these extensions.
    pub(crate) fn new(
        frame: Frame,
        curriculum: &Curriculum,
        extensions: &Extensions,
        (roster, sections): (&[RosterEntry], Vec<SectionName>),
        form: ExtensionFields,
    ) -> Self {
        let (words, course) = (frame.words(), &curriculum.course);
        let name_of = |id: LearnerId| {
            let entry = roster.iter().find(|entry| entry.learner.id == id)?;
            Some(entry.learner.name.to_string())
        };
        let view = |given| ExtensionView::new(given, course, name_of, words);
        let mut extensions: Vec<_> = extensions.iter().map(view).collect();
        // The latest first.
        extensions.reverse();
        Self {
            clocks: words.clocks(course.zone_name()),
            extensions,
            form,
            steps: titles(curriculum, frame.language),
            sections,
            learners: roster.iter().map(|entry| entry.learner.name.to_string()).collect(),
            frame,
        }
    }
}

impl ExtensionView {
    pub(super) fn new(
        given: &Extension,
        course: &Course,
        name_of: impl FnOnce(LearnerId) -> Option<String>,
        words: InstructorPages,
    ) -> Self {
        let (learner, audience) = match &given.audience {
            Audience::Section(section) => (None, words.section_named(section)),
            Audience::Learner(id) => {
                (Some(*id), name_of(*id).unwrap_or_else(|| format!("#{}", id.0)))
            }
        };
        Self {
            id: given.id,
            step: given.step,
            learner,
            take_back: words.take_back_from(given.step, &audience),
            audience,
            opens: time(course, given.changes.opens),
            due: time(course, given.changes.due),
            closes: time(course, given.changes.closes),
            reason: given.reason.clone(),
            by: given.by.to_string(),
            at: course.local_time(given.at),
        }
    }
}
