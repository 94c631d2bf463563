//! Decisions of instructors: a result that is set, a step that is excused, answers that are void.
//!
//! A decision takes nothing away from the record. It is laid over what the answers have earned, until it is taken back.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;

use super::credit::Credit;
use super::gradebook::{Grade, StepResult};
use super::learner::{LearnerId, LearnerName};
use super::member::SectionName;
use super::receipt::receipt_id;
use super::schedule::Audience;
use gradus_step::{Fingerprint, Nonce, StepNumber, Timestamp};

/// The id of a decision in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct DecisionId(pub i64);

impl DecisionId {
    /// That of a decision that is not stored yet.
    pub const NEW: Self = Self(0);
}

/// The id of an attempt in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct AttemptId(pub i64);

impl From<i64> for AttemptId {
    fn from(id: i64) -> Self {
        Self(id)
    }
}

/// What an instructor decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionAction {
    /// The step earns so much, whatever the answers are worth.
    Set(Credit),
    /// The step does not count: neither what was earned nor its points.
    Excuse,
    /// Answers do not count: this one, or all that the audience had given when it was decided.
    Void(Option<AttemptId>),
}

impl DecisionAction {
    /// The name in the database, in requests and in replies.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Set(_) => "set",
            Self::Excuse => "excuse",
            Self::Void(_) => "void",
        }
    }
}

/// What an instructor has decided about a step of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The id in the database.
    pub id: DecisionId,
    /// The step.
    pub step: StepNumber,
    /// The kind that the step had: a number that is used again does not inherit decisions.
    pub kind: String,
    /// Whom it is for.
    pub audience: Audience,
    /// What is decided.
    pub action: DecisionAction,
    /// Why, as the instructor wrote it; may be empty.
    pub reason: String,
    /// Whether learners see the reason.
    pub is_public: bool,
    /// The name of the instructor.
    pub by: LearnerName,
    /// When it was made.
    pub at: Timestamp,
    /// By whom and when it was taken back; none if it is in force.
    pub taken_back: Option<(LearnerName, Timestamp)>,
}

impl Decision {
    /// The reason as learners see it.
    pub fn public_reason(&self) -> Option<&str> {
        (self.is_public && !self.reason.is_empty()).then_some(&*self.reason)
    }

    /// Whether it counts for a learner of a section: the rank of its audience, if so.
    fn rank(&self, learner: LearnerId, section: Option<&SectionName>) -> Option<u8> {
        match &self.audience {
            Audience::Everybody => Some(0),
            Audience::Section(name) => (section == Some(name)).then_some(1),
            Audience::Learner(id) => (*id == learner).then_some(2),
        }
    }
}

/// An attempt that a decision has voided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoidedAttempt {
    /// The latest decision in force that voids it.
    pub by: DecisionId,
    /// Whose it is.
    pub learner: LearnerId,
    /// The step.
    pub step: StepNumber,
    /// The kind that the step had; empty if it was not stored.
    pub kind: String,
    /// The fingerprint. With the nonce it names the task.
    pub fingerprint: Fingerprint,
    /// The nonce of the task.
    pub nonce: Nonce,
    /// The hash of the answer.
    pub answer: [u8; 16],
    /// Whether the answer was accepted.
    pub is_accepted: bool,
}

/// The kind of an attempt, and the decision that has voided it.
type VoidOfKind = (String, Arc<Decision>);

/// All decisions in force.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// Those that set or excuse, for one learner: the earliest first.
    of_learners: HashMap<(LearnerId, StepNumber), Vec<Arc<Decision>>>,
    /// Those that set or excuse, for a section or for everybody.
    general: HashMap<StepNumber, Vec<Arc<Decision>>>,
    /// For each learner and step the decisions that have voided attempts of theirs.
    voids: HashMap<(LearnerId, StepNumber), Vec<VoidOfKind>>,
    voided_tasks: HashMap<(LearnerId, StepNumber, Fingerprint, Nonce), DecisionId>,
    /// The ids of the receipts of attempts that are void.
    pub voided_receipts: Vec<String>,
}

impl Decisions {
    /// These decisions, of which those in force count, and the attempts that are void.
    pub fn new(decisions: impl IntoIterator<Item = Decision>, voided: Vec<VoidedAttempt>) -> Self {
        let mut all = Self::default();
        let mut voiding = HashMap::new();
        for decision in decisions.into_iter().filter(|decision| decision.taken_back.is_none()) {
            let (step, decision) = (decision.step, Arc::new(decision));
            match (decision.action, &decision.audience) {
                (DecisionAction::Void(_), _) => drop(voiding.insert(decision.id, decision)),
                (_, &Audience::Learner(learner)) => {
                    all.of_learners.entry((learner, step)).or_default().push(decision);
                }
                (_, _) => all.general.entry(step).or_default().push(decision),
            }
        }
        for VoidedAttempt { by, learner, step, kind, fingerprint, nonce, answer, is_accepted } in
            voided
        {
            all.voided_tasks.insert((learner, step, fingerprint, nonce), by);
            if is_accepted {
                all.voided_receipts.push(receipt_id(learner, step, fingerprint, nonce, answer));
            }
            if let Some(decision) = voiding.get(&by) {
                let place = all.voids.entry((learner, step)).or_default();
                place.push((kind, Arc::clone(decision)));
            }
        }
        all
    }

    /// The decision that sets or excuses a step of a kind for a learner: one for the learner, before one for the section, before one for everybody;
    /// of several the latest.
    pub fn of(
        &self,
        learner: LearnerId,
        section: Option<&SectionName>,
        step: StepNumber,
        kind: &str,
    ) -> Option<&Arc<Decision>> {
        let general = self.general.get(&step).into_iter().flatten();
        let theirs = self.of_learners.get(&(learner, step)).into_iter().flatten();
        let known = general.chain(theirs).filter(|decision| decision.kind == kind);
        let ranked = known.filter_map(|known| Some((known.rank(learner, section)?, known)));
        ranked.max_by_key(|(rank, decision)| (*rank, decision.id)).map(|(_, decision)| decision)
    }

    /// The latest decision that has voided attempts of a learner at a step of a kind.
    fn void_of(&self, learner: LearnerId, step: StepNumber, kind: &str) -> Option<&Arc<Decision>> {
        let voids = self.voids.get(&(learner, step)).into_iter().flatten();
        let voids = voids.filter(|(of_kind, _)| of_kind == kind || of_kind.is_empty());
        voids.map(|(_, decision)| decision).max_by_key(|decision| decision.id)
    }

    /// The decision that has voided an attempt at a task of a learner.
    pub fn voided_task(
        &self,
        learner: LearnerId,
        step: StepNumber,
        fingerprint: Fingerprint,
        nonce: Nonce,
    ) -> Option<DecisionId> {
        // Nearly every course has none, and each request for a task asks.
        if self.voided_tasks.is_empty() {
            return None;
        }
        self.voided_tasks.get(&(learner, step, fingerprint, nonce)).copied()
    }

    /// The result of a learner at a step with so many points today: what the grades have earned, and what is decided about it. Other steps' and kinds'
    /// grades must not be among them.
    pub fn result<'a>(
        &self,
        (learner, section): (LearnerId, Option<&SectionName>),
        (step, kind, points): (StepNumber, &str, u32),
        grades: impl IntoIterator<Item = &'a Grade>,
    ) -> StepResult {
        StepResult {
            decision: self.of(learner, section, step, kind).cloned(),
            void: self.void_of(learner, step, kind).cloned(),
            ..StepResult::computed(grades, points)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step() -> StepNumber {
        "07".parse().unwrap()
    }

    fn decision(id: i64, audience: Audience, points: u32) -> Decision {
        Decision {
            id: DecisionId(id),
            step: step(),
            kind: "a/b".to_owned(),
            audience,
            action: DecisionAction::Set(Credit::of_points(points)),
            reason: "ill".to_owned(),
            is_public: false,
            by: "Hopper".parse().unwrap(),
            at: Timestamp::from_seconds(0),
            taken_back: None,
        }
    }

    #[test]
    fn a_learners_decision_overrides_the_sections_and_that_overrides_everybodys() {
        let (section, other): (SectionName, SectionName) =
            ("A".parse().unwrap(), "B".parse().unwrap());
        let taken_back = Some(("Hopper".parse().unwrap(), Timestamp::from_seconds(1)));
        let decisions = Decisions::new(
            [
                decision(1, Audience::Learner(LearnerId(1)), 1),
                decision(2, Audience::Section(section.clone()), 2),
                decision(3, Audience::Everybody, 3),
                decision(4, Audience::Section(section.clone()), 4),
                Decision { taken_back, ..decision(5, Audience::Learner(LearnerId(1)), 5) },
                Decision { kind: "a/new".to_owned(), ..decision(6, Audience::Everybody, 6) },
            ],
            Vec::new(),
        );
        let of = |learner, section, kind| {
            let found = decisions.of(LearnerId(learner), section, step(), kind);
            found.map(|decision| decision.id.0)
        };
        assert_eq!(of(1, Some(&section), "a/b"), Some(1));
        assert_eq!(of(2, Some(&section), "a/b"), Some(4));
        assert_eq!(of(2, Some(&other), "a/b"), Some(3));
        assert_eq!(of(2, None, "a/b"), Some(3));
        assert_eq!(of(1, Some(&section), "a/new"), Some(6));
        assert_eq!(of(1, Some(&section), "a/old"), None);
        assert_eq!(decisions.of(LearnerId(1), None, "08".parse().unwrap(), "a/b"), None);
    }

    #[test]
    fn a_decision_is_laid_over_what_was_earned() {
        let grade = Grade {
            learner: LearnerId(1),
            step: step(),
            kind: "a/b".to_owned(),
            attempts: 2,
            solved_at: Some(Timestamp::from_seconds(5)),
            credit: Credit::of_points(20),
            late: false,
            is_ungraded: false,
        };
        let result = |decisions: &Decisions| {
            decisions.result((LearnerId(1), None), (step(), "a/b", 20), [&grade])
        };
        let none = result(&Decisions::default());
        assert_eq!(
            (none.credit(), none.computed, none.is_excused()),
            (grade.credit, grade.credit, false)
        );
        let set = result(&Decisions::new([decision(1, Audience::Everybody, 7)], Vec::new()));
        assert_eq!((set.credit(), set.computed), (Credit::of_points(7), grade.credit));
        let action = DecisionAction::Excuse;
        let excused = Decision { action, ..decision(1, Audience::Everybody, 7) };
        let excused = result(&Decisions::new([excused], Vec::new()));
        assert_eq!((excused.credit(), excused.is_excused()), (Credit::NONE, true));
    }

    #[test]
    fn a_void_is_shown_to_those_whose_attempts_it_has_voided() {
        let void =
            Decision { action: DecisionAction::Void(None), ..decision(1, Audience::Everybody, 0) };
        let voided = VoidedAttempt {
            by: DecisionId(1),
            learner: LearnerId(1),
            step: step(),
            kind: String::new(),
            fingerprint: Fingerprint::from_bits(3),
            nonce: Nonce::from_bits(4),
            answer: [0; 16],
            is_accepted: false,
        };
        let decisions = Decisions::new([void], vec![voided]);
        let void = |learner| {
            let step = (step(), "a/b", 20);
            decisions.result((LearnerId(learner), None), step, []).void.map(|void| void.id)
        };
        assert_eq!((void(1), void(2)), (Some(DecisionId(1)), None));
        let task = |learner, nonce| {
            let nonce = Nonce::from_bits(nonce);
            decisions.voided_task(LearnerId(learner), step(), Fingerprint::from_bits(3), nonce)
        };
        assert_eq!((task(1, 4), task(1, 5), task(2, 4)), (Some(DecisionId(1)), None, None));
    }

    #[test]
    fn learners_see_a_reason_only_if_it_is_public() {
        let private = decision(1, Audience::Everybody, 7);
        assert_eq!(private.public_reason(), None);
        let public = Decision { is_public: true, ..private };
        assert_eq!(public.public_reason(), Some("ill"));
        assert_eq!(Decision { reason: String::new(), ..public }.public_reason(), None);
    }
}
