//! The class: who is in it, when which step is open for whom, and what an answer is worth.
//!
//! Everything here is pure: the time, and what a store remembers, are arguments.
//!
//! | file | what it knows |
//! |---|---|
//! | [`Course`] | `course.toml`: the rules as the instructor wrote them |
//! | [`StepRules`] | the rules for one learner and one step: dates, points, phase |
//! | [`Credit`] | what an accepted answer earned |
//! | [`Decisions`] | what instructors decide about results: set, excused, void |
//! | [`RosterRow`] | a class list in CSV |
//! | [`Gradebook`] | who has solved what, when, and for how many points; its forms for spreadsheets and learning platforms |
//! | [`Standings`] | the same without names, in order |
//! | [`Receipt`] | an accepted answer as a signed text |

mod canvas;
mod credit;
mod decision;
mod export;
mod exposure;
mod file;
mod gradebook;
mod learner;
mod member;
mod reader;
mod receipt;
mod roster;
mod schedule;
mod standings;
mod values;
mod zone;

mod texts {
    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

pub use texts::ALL as TEXTS;

pub use canvas::{CanvasError, FilledCanvas};
pub use credit::{Credit, NotPoints};
pub use decision::{AttemptId, Decision, DecisionAction, DecisionId, Decisions, VoidedAttempt};
pub use export::{GradeColumns, GradebookFormat, key_table};
pub use file::{Course, FreeMatches, Registration, ScoreboardNames};
pub use gradebook::{Grade, GradeRow, Gradebook, GradebookStep, StepResult, sort_by_section};
pub use learner::{
    INSTRUCTOR_KEY, KeyHash, Learner, LearnerId, LearnerKey, LearnerName, LearnerRef, NAME_LIMIT,
    Nickname, NotAName, RosterEntry,
};
pub use member::*;
pub use receipt::{Issuer, Receipt};
pub use roster::{
    ROSTER_LIMIT, RosterColumn, RosterColumns, RosterDiagnostic, RosterEncoding, RosterList,
    RosterRow, decode_roster, read_roster, roster_headings,
};
pub use schedule::{
    Audience, ExtendedSteps, Extension, ExtensionId, Extensions, Phase, RuleChanges, Share,
    StepRules, WrongOrder,
};
pub use standings::{Standing, Standings};
pub use zone::{DayEnd, NotATime};
