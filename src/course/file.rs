//! `course.toml`.

use super::extension::Extensions;
use super::learner::Learner;
use super::member::SectionName;
use super::schedule::StepRules;
use crate::step::{Diagnostic, StepNumber, Timestamp};

/// Who may register.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Registration {
    /// Everybody.
    #[default]
    Open,
    /// Who knows the course code. It is compared without case and without the blanks around it.
    Code(String),
    /// Only who is on the roster.
    Closed,
}

/// Which matches may be created that belong to no step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FreeMatches {
    /// All.
    #[default]
    All,
    /// Those between people, from the beginning: no computer moves, and no record is loaded.
    People,
    /// None.
    None,
}

/// How learners are called on the scoreboard. A learner's name is never on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoreboardNames {
    /// There is no scoreboard.
    Off,
    /// All are nameless.
    Anonymous,
    /// By the nickname that a learner has chosen; the others are nameless.
    #[default]
    Nicknames,
}

/// The rules of a class. Without a file: open registration, all steps always open.
#[derive(Clone, Debug, Default)]
pub struct Course {
    // private fields for the rules per step, section and learner
    /// The name of the course.
    pub name: Option<String>,
    /// Who may register.
    pub registration: Registration,
    /// The sections, in the order of the file.
    pub sections: Vec<SectionName>,
    /// Which matches may be created that belong to no step.
    pub free_matches: FreeMatches,
    /// How learners are called on the scoreboard.
    pub scoreboard: ScoreboardNames,
}

impl Course {
    /// Reads `course.toml`; `steps` are those that exist, `file` is its name for diagnostics.
    pub fn parse(file: &str, text: &str, steps: &[StepNumber]) -> Result<Self, Vec<Diagnostic>> {
        todo!()
    }

    /// The rules of a step with so many points in its folder: for a learner, or for those who are none.
    #[must_use]
    pub fn rules(&self, step: StepNumber, points: u32, learner: Option<&Learner>, extensions: &Extensions) -> StepRules {
        todo!()
    }

    /// The name of the time zone, as the IANA calls it: `Europe/Berlin`.
    #[must_use]
    pub fn zone_name(&self) -> &str {
        todo!()
    }

    /// A moment on the clocks of the course: `2026-09-01 08:00`.
    #[must_use]
    pub fn local_time(&self, moment: Timestamp) -> String {
        todo!()
    }

    /// Reads a moment that an instructor writes: `2026-09-01T08:00`, `2026-09-01 08:00` or `2026-09-01` by the clocks of the course, or
    /// with an offset as in RFC 3339. A day without a time is its beginning for `opens` and its last second for `due` and `closes`.
    pub fn read_time(&self, text: &str, end_of_day: DayEnd) -> Result<Timestamp, NotATime> {
        todo!()
    }
}

/// What a day without a time means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayEnd {
    /// Its first second.
    First,
    /// Its last second.
    Last,
}

/// The text is not a moment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is not a time such as 2026-09-01T08:00, 2026-09-01 or 2026-09-01T06:00Z")]
pub struct NotATime;
