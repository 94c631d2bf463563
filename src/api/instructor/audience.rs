//! Whom an extension or a decision is for, as instructors write it and as replies name it.

use serde::Serialize;
use utoipa::ToSchema;

use super::fields::{Field, Flag, LearnerField};
use super::requested::{check_section, named_learner};
use crate::app::class::{NamedLearner, Recipient};
use crate::app::state::State;
use crate::course::{Audience, Course, Learner, RosterEntry, SectionName};
use crate::texts;
use crate::texts::InstructorPages;
use crate::wire::problem::{Code, Problem};

/// Whom something is for: one of these.
#[derive(Serialize, ToSchema)]
#[schema(as = Audience)]
pub(crate) struct AudienceReply {
    /// The learner whom it is for; null if it is for others.
    pub(super) learner: Option<NamedLearner>,
    /// The section that it is for; null if it is for others.
    #[schema(value_type = Option<String>)]
    pub(super) section: Option<SectionName>,
    /// Whether it is for all learners.
    pub(super) everybody: bool,
}

impl AudienceReply {
    /// An audience. If it is a learner, it is this one.
    pub(crate) fn of(audience: Audience, learner: Option<&Learner>) -> Self {
        let everybody = audience == Audience::Everybody;
        let (section, named) = audience.names();
        let learner = learner.filter(|learner| Some(learner.id) == named);
        Self { learner: learner.map(NamedLearner::from), section, everybody }
    }

    /// An audience. If it is a learner, the roster has the name.
    pub(crate) fn on_roster(audience: Audience, roster: &[RosterEntry]) -> Self {
        let known = |entry: &&RosterEntry| audience == Audience::Learner(entry.learner.id);
        let learner = roster.iter().find(known).map(|entry| &entry.learner);
        Self::of(audience, learner)
    }

    /// The audience in words.
    pub(crate) fn words(&self, words: InstructorPages) -> String {
        match (&self.section, &self.learner) {
            (Some(section), _) => words.section_named(section),
            (None, Some(learner)) => learner.name.clone(),
            (None, None) if self.everybody => words.everybody().to_owned(),
            (None, None) => words.forgotten().to_owned(),
        }
    }
}

/// The audience that a request names.
pub(super) async fn recipient(
    state: &State,
    course: &Course,
    learner: Option<&LearnerField>,
    section: Option<&Field<SectionName>>,
    everybody: Flag,
) -> Result<Recipient, Problem> {
    match (learner, section, everybody) {
        (Some(LearnerField(named)), None, Flag(false)) => {
            Ok(Recipient::Learner(named_learner(state, named).await?.learner))
        }
        (None, Some(Field(section)), Flag(false)) => {
            check_section(course, section)?;
            Ok(Recipient::Section(section.clone()))
        }
        (None, None, Flag(true)) => Ok(Recipient::Everybody),
        _ => Err(Problem::new(Code::ClassForm, texts::class::audience())),
    }
}
