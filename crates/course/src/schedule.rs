//! The rules for one learner and one step, and the dates that an instructor has moved while the course runs.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::credit::Credit;
use super::learner::{Learner, LearnerId, LearnerName};
use super::member::SectionName;
use gradus_step::{StepNumber, Timestamp};

/// A share from nothing to all, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share(u8);

impl Share {
    /// Nothing.
    pub const NOTHING: Self = Self(0);

    /// All.
    pub const ALL: Self = Self(100);

    /// So many hundredths, if it is at most all.
    pub fn of_hundredths(hundredths: u8) -> Option<Self> {
        (hundredths <= 100).then_some(Self(hundredths))
    }

    /// Hundredths.
    pub fn hundredths(self) -> u8 {
        self.0
    }
}

/// When a step is open for a learner, and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepRules {
    /// Until then the step is as one that does not exist; none: it is open from the beginning.
    pub opens: Option<Timestamp>,
    /// The last second at which an answer earns all points; none: always.
    pub due: Option<Timestamp>,
    /// The last second at which answers are judged; none: always.
    pub closes: Option<Timestamp>,
    /// The share of the points after `due`.
    pub late: Share,
    /// The points.
    pub points: u32,
    /// Whether it is as a step that does not exist, whatever the dates say.
    pub hidden: bool,
}

/// Two dates of a step are in the wrong order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("`{earlier}` is after `{later}`")]
pub struct WrongOrder {
    /// The one that ought to be earlier: `opens` or `due`.
    pub earlier: &'static str,
    /// The one that ought to be later: `due` or `closes`.
    pub later: &'static str,
}

/// What a learner may do with a step now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It is as a step that does not exist.
    NotOpen,
    /// Answers earn all points.
    Open,
    /// Answers earn the late share.
    Late,
    /// Answers are not judged any more; the step can be looked at.
    Closed,
}

impl StepRules {
    /// The rules of a step without a course file.
    pub fn open(points: u32) -> Self {
        Self { opens: None, due: None, closes: None, late: Share::ALL, points, hidden: false }
    }

    /// Whether the dates are in order: a step opens before it is due, and is due before it closes.
    pub fn check_order(&self) -> Result<(), WrongOrder> {
        let dates = [("opens", self.opens), ("due", self.due), ("closes", self.closes)];
        let given = || dates.into_iter().filter_map(|(name, moment)| Some((name, moment?)));
        let pairs = given().zip(given().skip(1));
        let mut wrong = pairs.filter(|((_, first), (_, second))| first > second);
        match wrong.next() {
            Some(((earlier, _), (later, _))) => Err(WrongOrder { earlier, later }),
            None => Ok(()),
        }
    }

    /// What a learner may do at a time.
    pub fn phase(&self, now: Timestamp) -> Phase {
        let is_after = |moment: Option<Timestamp>| moment.is_some_and(|moment| now > moment);
        if self.hidden || self.opens.is_some_and(|opens| now < opens) {
            Phase::NotOpen
        } else if is_after(self.closes) {
            Phase::Closed
        } else if is_after(self.due) {
            Phase::Late
        } else {
            Phase::Open
        }
    }

    /// What an answer earns that is accepted at a time. Whether it may be judged then is not asked here.
    pub fn credit(&self, at: Timestamp) -> Credit {
        let is_late = self.due.is_some_and(|due| at > due);
        let share = if is_late { self.late } else { Share::ALL };
        Credit::from_hundredths(self.points.saturating_mul(u32::from(share.hundredths())))
    }
}

/// Rules that take the place of more general ones; what is none stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleChanges {
    /// When the step opens.
    pub opens: Option<Timestamp>,
    /// The last second for all points.
    pub due: Option<Timestamp>,
    /// The last second at which answers are judged.
    pub closes: Option<Timestamp>,
    /// The share of the points after `due`.
    pub late: Option<Share>,
    /// The points.
    pub points: Option<u32>,
    /// Whether it is as a step that does not exist.
    pub hidden: Option<bool>,
}

impl RuleChanges {
    /// The rules with these changes.
    pub fn apply(&self, rules: StepRules) -> StepRules {
        StepRules {
            opens: self.opens.or(rules.opens),
            due: self.due.or(rules.due),
            closes: self.closes.or(rules.closes),
            late: self.late.unwrap_or(rules.late),
            points: self.points.unwrap_or(rules.points),
            hidden: self.hidden.unwrap_or(rules.hidden),
        }
    }
}

/// The id of an extension in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ExtensionId(pub i64);

impl ExtensionId {
    /// Of an extension that is not stored yet.
    pub const NEW: Self = Self(0);
}

/// Whom an extension or a decision is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// All learners; an extension is also for callers who are no learners.
    Everybody,
    /// All learners of a section.
    Section(SectionName),
    /// One learner.
    Learner(LearnerId),
}

impl Audience {
    /// The audience with this section or this learner: everybody if there is neither, and none if there are both.
    pub fn of(section: Option<SectionName>, learner: Option<LearnerId>) -> Option<Self> {
        match (section, learner) {
            (None, None) => Some(Self::Everybody),
            (Some(section), None) => Some(Self::Section(section)),
            (None, Some(learner)) => Some(Self::Learner(learner)),
            (Some(_), Some(_)) => None,
        }
    }

    /// The section and the learner that it names.
    pub fn names(self) -> (Option<SectionName>, Option<LearnerId>) {
        match self {
            Self::Everybody => (None, None),
            Self::Section(section) => (Some(section), None),
            Self::Learner(learner) => (None, Some(learner)),
        }
    }

    /// Whether a learner belongs to it.
    pub fn includes(&self, learner: &Learner) -> bool {
        match self {
            Self::Everybody => true,
            Self::Section(section) => learner.section.as_ref() == Some(section),
            Self::Learner(id) => *id == learner.id,
        }
    }
}

/// The steps that an extension is for, as instructors name them: the number of one, or `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtendedSteps {
    /// All steps, also those that are added later.
    All,
    /// One step.
    One(StepNumber),
}

impl ExtendedSteps {
    /// How all steps are named.
    const ALL: &str = "all";

    /// As it is stored: none for all steps.
    pub fn number(self) -> Option<StepNumber> {
        match self {
            Self::All => None,
            Self::One(step) => Some(step),
        }
    }

    /// Whether a step is one of them.
    pub fn include(self, step: StepNumber) -> bool {
        self.number().is_none_or(|number| number == step)
    }
}

impl From<Option<StepNumber>> for ExtendedSteps {
    fn from(number: Option<StepNumber>) -> Self {
        number.map_or(Self::All, Self::One)
    }
}

impl FromStr for ExtendedSteps {
    type Err = <StepNumber as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.trim() == Self::ALL { Ok(Self::All) } else { text.parse().map(Self::One) }
    }
}

impl fmt::Display for ExtendedSteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str(Self::ALL),
            Self::One(step) => step.fmt(f),
        }
    }
}

impl Serialize for ExtendedSteps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Dates of a step that an instructor has moved. For the same audience and step, the latest one that names a date counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// The id in the database.
    pub id: ExtensionId,
    /// The step, or all of them.
    pub steps: ExtendedSteps,
    /// Whom it is for.
    pub audience: Audience,
    /// What changes: `opens`, `due`, `closes` only.
    pub changes: RuleChanges,
    /// Why, as the instructor wrote it; may be empty.
    pub reason: String,
    /// The name of the instructor.
    pub by: LearnerName,
    /// When it was given.
    pub at: Timestamp,
    /// The time zone of the course then, by whose clocks the instructor wrote the dates; empty if it was not stored.
    pub zone: String,
}

/// All extensions in force, the earliest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extensions(Vec<Extension>);

impl Extensions {
    /// These extensions, in the order in which they were given.
    pub fn new(extensions: Vec<Extension>) -> Self {
        Self(extensions)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Extension> {
        self.0.iter()
    }

    /// What changes at a step for some audiences, the latest last.
    pub(super) fn changes(
        &self,
        step: StepNumber,
        is_affected: impl Fn(&Audience) -> bool,
    ) -> impl Iterator<Item = &RuleChanges> {
        let is_theirs =
            move |given: &&Extension| given.steps.include(step) && is_affected(&given.audience);
        self.0.iter().filter(is_theirs).map(|extension| &extension.changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Timestamp {
        Timestamp::from_seconds(seconds)
    }

    /// Opens at 100, is due at 200, closes at 300; late answers earn a half of 15 points.
    fn rules() -> StepRules {
        let (opens, due, closes) = (Some(at(100)), Some(at(200)), Some(at(300)));
        StepRules { opens, due, closes, late: Share(50), ..StepRules::open(15) }
    }

    #[test]
    fn each_date_is_the_first_or_the_last_second_of_its_phase() {
        let phases = [99, 100, 200, 201, 300, 301].map(|second| rules().phase(at(second)));
        let expected =
            [Phase::NotOpen, Phase::Open, Phase::Open, Phase::Late, Phase::Late, Phase::Closed];
        assert_eq!(phases, expected);
        assert_eq!(StepRules { hidden: true, ..rules() }.phase(at(150)), Phase::NotOpen);
        assert_eq!(StepRules::open(15).phase(at(0)), Phase::Open);
    }

    #[test]
    fn a_late_answer_earns_the_late_share() {
        assert_eq!(rules().credit(at(200)), Credit::of_points(15));
        assert_eq!(rules().credit(at(201)), Credit::from_hundredths(750));
        assert_eq!(StepRules { due: None, ..rules() }.credit(at(250)), Credit::of_points(15));
        assert_eq!(StepRules { late: Share::NOTHING, ..rules() }.credit(at(201)), Credit::NONE);
        assert_eq!(Share::of_hundredths(101), None);
    }

    #[test]
    fn what_is_not_changed_stays() {
        let changes =
            RuleChanges { due: Some(at(250)), hidden: Some(true), ..RuleChanges::default() };
        let expected = StepRules { due: Some(at(250)), hidden: true, ..rules() };
        assert_eq!(changes.apply(rules()), expected);
        assert_eq!(RuleChanges::default().apply(rules()), rules());
    }

    #[test]
    fn dates_are_in_the_order_of_the_phases() {
        let order = |opens: u64, due: Option<u64>, closes: u64| {
            let (opens, due, closes) = (Some(at(opens)), due.map(at), Some(at(closes)));
            StepRules { opens, due, closes, ..rules() }.check_order()
        };
        assert_eq!(order(1, Some(1), 1), Ok(()));
        assert_eq!(order(1, None, 2), Ok(()));
        let wrong = |earlier, later| Err(WrongOrder { earlier, later });
        assert_eq!(order(2, Some(1), 1), wrong("opens", "due"));
        assert_eq!(order(1, Some(3), 2), wrong("due", "closes"));
        assert_eq!(order(2, None, 1), wrong("opens", "closes"));
        assert_eq!(StepRules::open(1).check_order(), Ok(()));
    }
}
