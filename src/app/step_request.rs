//! A request to a step: the step, the task, the caller and the time.

use std::sync::Arc;

use arc_swap::Guard;

use super::ambient::random_bytes;
use super::caller::Caller;
use super::class::Curriculum;
use super::state::SharedState;
use crate::course::{DecisionId, Phase, StepRules};
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
            TaskChoice::Current => self.current_nonce(),
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

    /// The nonce of the caller's task of the current window.
    fn current_nonce(&self) -> Nonce {
        let Self { state, now, .. } = self;
        self.replacement(state.keyring.nonce_of_window(*now, state.window))
    }

    /// The nonces of the other boards that the caller may still be answering without a token, the likeliest first: those of earlier windows. Boards with
    /// a void answer are among them too, so that another answer to one is refused rather than wrong.
    pub(crate) fn earlier_nonces(&self) -> Vec<Nonce> {
        let Self { state, now, .. } = self;
        let window = state.keyring.nonce_of_window(*now, state.window);
        let earlier = state.keyring.earlier_nonces(*now, state.window);
        let mut nonces = vec![self.replacement(window)];
        for nonce in std::iter::once(window).chain(earlier) {
            for nonce in [self.replacement(nonce), nonce] {
                if !nonces.contains(&nonce) {
                    nonces.push(nonce);
                }
            }
        }
        nonces.split_off(1)
    }

    /// The nonce of the task that a learner has instead of one with a void answer: the same on every server, until an answer to that one is void as well.
    /// Other tasks stay.
    fn replacement(&self, mut nonce: Nonce) -> Nonce {
        let Self { state, step, caller, .. } = self;
        let Some(learner) = &caller.learner else { return nonce };
        let (decisions, fingerprint) = (state.class.decisions(), step.exercise().fingerprint());
        let voided = |nonce| decisions.voided_task(learner.id, step.number, fingerprint, nonce);
        while let Some(DecisionId(id)) = voided(nonce) {
            nonce = state.keyring.next_nonce(nonce, id);
        }
        nonce
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
