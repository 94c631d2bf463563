//! The rules for one learner and one step.

use super::credit::Credit;
use crate::step::Timestamp;

/// A share from nothing to all, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share(u8);

impl Share {
    /// All.
    pub const ALL: Self = Self(100);

    /// So many hundredths, if it is at most all.
    #[must_use]
    pub fn of_hundredths(hundredths: u8) -> Option<Self> {
        (hundredths <= 100).then_some(Self(hundredths))
    }

    /// Hundredths.
    #[must_use]
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
    #[must_use]
    pub fn open(points: u32) -> Self {
        Self { opens: None, due: None, closes: None, late: Share::ALL, points, hidden: false }
    }

    /// What a learner may do at a time.
    #[must_use]
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
    #[must_use]
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
    #[must_use]
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
