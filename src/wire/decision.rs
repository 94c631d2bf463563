//! Decisions as learners see them: without the instructor's name, and with the reason only if it is public.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::course::{Credit, Decision, DecisionAction, StepResult};
use crate::step::{StepNumber, Timestamp};
use crate::texts::Pages;

/// What an instructor has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DecisionAction)]
pub(crate) enum DecidedAction {
    /// The step earns the points of the decision, whatever the answers have earned.
    Set,
    /// The step does not count.
    Excuse,
    /// Answers do not count, and the step can be answered again.
    Void,
}

impl From<DecisionAction> for DecidedAction {
    fn from(action: DecisionAction) -> Self {
        match action {
            DecisionAction::Set(_) => Self::Set,
            DecisionAction::Excuse => Self::Excuse,
            DecisionAction::Void(_) => Self::Void,
        }
    }
}

/// The points that a decision sets.
pub(crate) fn points_of(action: DecisionAction) -> Option<Credit> {
    match action {
        DecisionAction::Set(points) => Some(points),
        DecisionAction::Excuse | DecisionAction::Void(_) => None,
    }
}

/// What an instructor has decided about a learner's result.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DecisionForLearner)]
pub(crate) struct LearnersDecision {
    #[schema(value_type = String)]
    pub(crate) step: StepNumber,
    action: DecidedAction,
    /// The points that are set; null otherwise.
    #[schema(value_type = Option<f64>)]
    points: Option<Credit>,
    /// Why; null if the instructor has not made it public.
    reason: Option<String>,
    /// When it was decided, in the format of RFC 3339.
    #[schema(value_type = String)]
    at: Timestamp,
}

impl From<&Decision> for LearnersDecision {
    fn from(decision: &Decision) -> Self {
        Self {
            step: decision.step,
            action: decision.action.into(),
            points: points_of(decision.action),
            reason: decision.public_reason().map(str::to_owned),
            at: decision.at,
        }
    }
}

impl LearnersDecision {
    /// What is decided about a result.
    pub(crate) fn all(result: &StepResult) -> impl Iterator<Item = Self> {
        result.decisions().map(|decision| Self::from(&**decision))
    }

    /// The decision as a sentence, and the reason.
    pub(crate) fn words(&self, texts: Pages) -> String {
        let decided = match self.action {
            DecidedAction::Set => texts.decided_set(self.points.unwrap_or_default()),
            DecidedAction::Excuse => texts.decided_excuse().to_owned(),
            DecidedAction::Void => texts.decided_void().to_owned(),
        };
        match &self.reason {
            Some(reason) => texts.decided_because(decided, reason),
            None => decided,
        }
    }
}
