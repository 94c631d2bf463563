//! The class: who is in it, when which step is open for whom, and what an answer is worth.
//!
//! Everything here is pure: the time, and what a store remembers, are arguments.
//!
//! | file | what it knows |
//! |---|---|
//! | [`Course`] | `course.toml`: the rules as the instructor wrote them |
//! | [`StepRules`] | the rules for one learner and one step: dates, points, phase |
//! | [`Credit`] | what an accepted answer earned |
//! | [`RosterRow`] | a class list in CSV |
//! | [`Gradebook`] | who has solved what, when, and for how many points; its forms for spreadsheets and learning platforms |
//! | [`Standings`] | the same without names, in order |
//! | [`Receipt`] | an accepted answer as a signed text |

mod canvas;
mod credit;
mod export;
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

pub use canvas::{CanvasError, FilledCanvas};
pub use credit::Credit;
pub use export::{GradeColumns, GradebookFormat};
pub use file::{Course, FreeMatches, Registration, ScoreboardNames};
pub use gradebook::{Grade, GradeRow, Gradebook, GradebookStep, StepResult};
pub use learner::{
    INSTRUCTOR_KEY, KeyHash, Learner, LearnerId, LearnerKey, LearnerName, NAME_LIMIT, Nickname,
    NotAName, RosterEntry,
};
pub use member::*;
pub use receipt::{Issuer, Receipt};
pub use roster::{ROSTER_LIMIT, RosterDiagnostic, RosterList, RosterRow, read_roster};
pub use schedule::{
    Audience, Extension, ExtensionId, Extensions, Phase, RuleChanges, Share, StepRules, WrongOrder,
};
pub use standings::{Standing, Standings};
pub use zone::{DayEnd, NotATime};
