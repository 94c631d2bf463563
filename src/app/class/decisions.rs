//! Decisions: results that instructors set, excuse or void.

use std::sync::Arc;

use super::{ClassError, Curriculum, Recipient, Result, of_entry};
use crate::course::{
    AttemptId, Credit, Decision, DecisionAction, DecisionId, Decisions, Extensions, LearnerName,
};
use crate::step::{Step, Timestamp};
use crate::store::{Store, StoreError};
use crate::texts;

/// A decision that an instructor wants to make.
pub struct DecisionRequest {
    /// What it is about.
    pub target: DecisionTarget,
    /// Why, as the instructor wrote it; may be empty.
    pub reason: String,
    /// Whether learners see the reason.
    pub is_public: bool,
    /// The name of the instructor.
    pub by: LearnerName,
}

/// What a decision is about.
pub enum DecisionTarget {
    /// A step, for an audience.
    Step {
        /// The step.
        step: Arc<Step>,
        /// Whom it is for.
        recipient: Recipient,
        /// What is decided; a void is of all answers.
        action: DecisionAction,
    },
    /// A void of one attempt.
    Attempt(AttemptId),
}

/// A decision that was made.
pub struct Decided {
    /// The decision.
    pub decision: Decision,
    /// Whom it is for.
    pub recipient: Recipient,
    /// How many attempts it voids.
    pub voided: u64,
}

/// Makes a decision. Refuses more points than the step has for its audience.
pub async fn decide(
    store: &dyn Store,
    curriculum: &Curriculum,
    extensions: &Extensions,
    request: DecisionRequest,
    at: Timestamp,
) -> Result<Decided> {
    let DecisionRequest { target, reason, is_public, by } = request;
    let (step, kind, recipient, action) = match target {
        DecisionTarget::Step { step, recipient, action } => {
            if let DecisionAction::Set(points) = action {
                let maximum = curriculum.rules_for(&step, &recipient, extensions).points;
                if points > Credit::of_points(maximum) {
                    let refused = texts::class::points(points, maximum, step.number);
                    return Err(ClassError::Refused(refused));
                }
            }
            (step.number, step.exercise().kind().to_owned(), recipient, action)
        }
        DecisionTarget::Attempt(id) => {
            let attempt = store.recorded_attempt(id).await?;
            let attempt = attempt.ok_or(ClassError::AttemptUnknown(id))?;
            let of_nobody = || ClassError::Refused(texts::class::attempt_of_nobody(id.0));
            let learner = attempt.learner.ok_or_else(of_nobody)?;
            let recipient = Recipient::Learner(learner);
            (attempt.step, attempt.kind, recipient, DecisionAction::Void(Some(id)))
        }
    };
    let audience = recipient.audience();
    let (id, taken_back) = (DecisionId::NEW, None);
    let new = Decision { id, step, kind, audience, action, reason, is_public, by, at, taken_back };
    let stored = recipient.stored(store.decide(new.clone()).await);
    let (id, voided) = stored.map_err(|error| match error {
        ClassError::Store(StoreError::NothingToVoid) => {
            ClassError::Refused(texts::class::nothing_to_void(step))
        }
        error => error,
    })?;
    Ok(Decided { decision: Decision { id, ..new }, recipient, voided })
}

/// Takes a decision back.
pub async fn take_back(
    store: &dyn Store,
    id: DecisionId,
    by: LearnerName,
    at: Timestamp,
) -> Result<()> {
    of_entry(store.take_back(id, by, at).await, ClassError::DecisionUnknown(id))
}

/// The decisions in force.
pub async fn decisions(store: &dyn Store) -> Result<Decisions, StoreError> {
    Ok(Decisions::new(store.decisions().await?, store.voided_attempts().await?))
}
