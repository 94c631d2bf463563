//! A request to a step: the step, the task, the caller and the time.

use std::sync::Arc;

use arc_swap::Guard;

use super::ambient::random_bytes;
use super::caller::Caller;
use super::class::Curriculum;
use super::state::SharedState;
use crate::course::{Phase, StepRules};
use crate::step::{Nonce, Step, TaskIdentity, Timestamp, Token};
use crate::texts;
use crate::wire::base_url::BaseUrl;
use crate::wire::problem::{Code, Problem};

/// A step as it is for a caller, with the curriculum that was current when the request arrived.
pub(crate) struct StepRequest {
    pub(crate) state: SharedState,
    pub(crate) curriculum: Guard<Arc<Curriculum>>,
    pub(crate) step: Arc<Step>,
    /// The rules for the caller.
    pub(crate) rules: StepRules,
    /// Boxed, because it is moved from the extractor into the handler.
    pub(crate) caller: Box<Caller>,
    pub(crate) now: Timestamp,
    pub(crate) base_url: BaseUrl,
}

/// Which task a request is about.
pub(crate) enum TaskChoice {
    /// The task of the current window.
    Current,
    /// A new task.
    Fresh,
    /// The task that a token names.
    Named(String),
}

impl From<Option<String>> for TaskChoice {
    /// The task of a token; without a token, that of the current window.
    fn from(token: Option<String>) -> Self {
        token.map_or(Self::Current, Self::Named)
    }
}

impl StepRequest {
    /// The token of the chosen task: the caller's, or a new one.
    pub(crate) fn token(&self, choice: TaskChoice) -> Result<Token, Problem> {
        let Self { state, step, caller, now, .. } = self;
        let nonce = match choice {
            TaskChoice::Current => state.keyring.nonce_of_window(*now, state.window),
            TaskChoice::Fresh => state.keyring.random_nonce(u64::from_be_bytes(random_bytes()?)),
            TaskChoice::Named(text) => {
                let token = state.keyring.verify(text.trim(), *now)?;
                let fingerprint = step.exercise().fingerprint();
                let subject = caller.subjects.of(token.task.nonce);
                token.validate(step.number, fingerprint, subject, *now)?;
                return Ok(token);
            }
        };
        Ok(Token { task: self.identity(nonce), issued: *now })
    }

    /// The identity of the caller's task with this nonce.
    pub(crate) fn identity(&self, nonce: Nonce) -> TaskIdentity {
        let Self { step, caller, .. } = self;
        let (fingerprint, subject) = (step.exercise().fingerprint(), caller.subjects.of(nonce));
        TaskIdentity { step: step.number, fingerprint, subject, nonce }
    }

    /// Why the caller's answers are not judged, if the step has closed. Instructors may still answer.
    pub(crate) fn closed(&self) -> Option<Problem> {
        let Self { curriculum, step, rules, caller, now, .. } = self;
        let is_closed = rules.phase(*now) == Phase::Closed && caller.instructor.is_none();
        is_closed.then(|| {
            let time = |closes| curriculum.course.end_in_zone(closes);
            let closes = rules.closes.map(time).unwrap_or_default();
            Problem::new(Code::StepClosed, texts::step::closed(step.number, closes))
        })
    }
}
