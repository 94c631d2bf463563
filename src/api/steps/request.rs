//! A request to a step: which step and task it is about, who sends it, and when.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use arc_swap::Guard;

use crate::app::ambient::{now, random_bytes};
use crate::app::caller::Caller;
use crate::app::caller_steps::CallerSteps;
use crate::app::class::Curriculum;
use crate::app::state::{SharedState, State};
use crate::course::{Phase, StepRules};
use crate::pages::step_dates::time_in_zone;
use crate::step::{Nonce, Step, TaskIdentity, Timestamp, Token};
use crate::texts;
use crate::wire::base_url::BaseUrl;
use crate::wire::extract::{Extract, path_part};
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};

/// The step that an address names, as it is for the caller, with the curriculum that was current when the request arrived.
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

impl Extract for StepRequest {
    /// A step that is not open for the caller is refused like one that does not exist. Wrong credentials are reported only for a step that
    /// exists for callers without a key.
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let (state, now) = (State::of(request), now());
        let curriculum = state.curriculum();
        let text = path_part(request, "number");
        let caller = Caller::extract(request, payload).await;
        let steps = CallerSteps::of(caller.as_ref().ok(), &curriculum, state, now);
        let Some((step, rules)) = text.parse().ok().and_then(|number| steps.get(number)) else {
            return Err(steps.unknown(text));
        };
        let step = Arc::clone(step);
        drop(steps);
        let (state, base_url) = (SharedState::clone(state), state.addresses.base_url(request));
        Ok(Self { state, curriculum, step, rules, caller: Box::new(caller?), now, base_url })
    }

    fn describe(operation: &mut Operation) {
        let description = "The number of the step, two digits.";
        operation.has_path_part("number", description, "^[0-9]{2}$", "01");
        operation.may_fail(&[Code::StepUnknown]);
        Caller::describe(operation);
    }
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
            let time = |closes| time_in_zone(&curriculum.course, closes);
            let closes = rules.closes.map(time).unwrap_or_default();
            Problem::new(Code::StepClosed, texts::step::closed(step.number, closes))
        })
    }
}
