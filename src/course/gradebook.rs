//! Who has solved what, when, and for how many points.

use serde::Serialize;

use super::credit::Credit;
use super::learner::{Learner, LearnerId};
use super::member::{EmailAddress, SectionName, StudentId};
use crate::step::{StepNumber, Timestamp};

/// What a store knows of a learner at a step of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// The learner.
    pub learner: LearnerId,
    /// The step.
    pub step: StepNumber,
    /// The kind that the step had; empty if it was not stored.
    pub kind: String,
    /// How many answers were judged, without repeated ones.
    pub attempts: u32,
    /// When an answer was accepted first.
    pub solved_at: Option<Timestamp>,
    /// The best credit of an accepted answer.
    pub credit: Credit,
    /// Whether the accepted answer with that credit was late.
    pub late: bool,
    /// Whether an answer was accepted of which it is not stored what it is worth: it earns the points that the step has today.
    pub is_ungraded: bool,
}

impl Grade {
    /// What the learner has earned at the step, which has so many points today.
    #[must_use]
    pub fn earned(&self, points: u32) -> Credit {
        if self.is_ungraded { self.credit.max(Credit::of_points(points)) } else { self.credit }
    }
}

/// A step of a gradebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradebookStep {
    /// Its number.
    pub number: StepNumber,
    /// Its kind.
    pub kind: String,
    /// Its title.
    pub title: String,
    /// The points by the general rules.
    pub points: u32,
}

/// A learner of a gradebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradeRow {
    /// The learner, with the section.
    pub learner: Learner,
    /// The e-mail address.
    pub email: Option<EmailAddress>,
    /// The student id.
    pub student_id: Option<StudentId>,
    /// The results, one for each step of the gradebook, in its order.
    pub results: Vec<StepResult>,
    /// The sum of the credits.
    pub total: Credit,
    /// How many steps are solved.
    pub solved: u32,
}

/// A learner's result at a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepResult {
    /// How many answers were judged.
    pub attempts: u32,
    /// When an answer was accepted first.
    pub solved_at: Option<Timestamp>,
    /// Whether it was late.
    pub late: bool,
    /// What it earned.
    pub credit: Credit,
}

/// Who has solved what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gradebook {
    /// The steps.
    pub steps: Vec<GradebookStep>,
    /// The learners by section and name.
    pub rows: Vec<GradeRow>,
}

impl Gradebook {
    /// The gradebook of these learners and steps. A grade counts only for a step of its kind, or if its kind was not stored.
    #[must_use]
    pub fn new(
        steps: Vec<GradebookStep>,
        learners: Vec<(Learner, Option<EmailAddress>, Option<StudentId>)>,
        grades: &[Grade],
    ) -> Self {
        todo!()
    }
}
