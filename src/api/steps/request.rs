//! A request to a step: which step and task it is about, who sends it, and when.

use std::ops::Deref;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use arc_swap::Guard;

use super::query::TaskChoice;
use crate::app::ambient::{now, random_bytes};
use crate::app::caller::Caller;
use crate::app::caller_steps::CallerSteps;
use crate::app::class::Curriculum;
use crate::app::state::{SharedState, State};
use crate::course::StepRules;
use crate::step::{Nonce, Step, StepNumber, SubjectIds, TaskIdentity, Timestamp, Token};
use crate::wire::base_url::BaseUrl;
use crate::wire::extract::{Extract, path_part};
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};

/// The step that an address names, as it is for the caller, with the curriculum that was current when the request arrived.
pub(crate) struct RequestedStep {
    pub(crate) curriculum: Guard<Arc<Curriculum>>,
    pub(crate) step: Arc<Step>,
    /// The rules for the caller.
    pub(crate) rules: StepRules,
    /// Boxed, because it is moved from the extractor of one to that of the other, and into the handler.
    pub(crate) caller: Box<Caller>,
    pub(crate) now: Timestamp,
}

impl Extract for RequestedStep {
    /// A step that is not open for the caller is refused as one that does not exist. One whose credentials are not accepted sees what
    /// those without a key see: only of a step that exists for these it is told that the credentials are wrong.
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let (state, now) = (State::of(request), now());
        let curriculum = state.curriculum();
        let text = path_part(request, "number");
        let number: Option<StepNumber> = text.parse().ok();
        let caller = Caller::extract(request, payload).await;
        let steps = CallerSteps::of(caller.as_ref().ok(), &curriculum, state, now);
        let Some((step, rules)) = number.and_then(|number| steps.get(number)) else {
            return Err(steps.unknown(text));
        };
        let step = Arc::clone(step);
        drop(steps);
        Ok(Self { step, rules, caller: Box::new(caller?), now, curriculum })
    }

    fn describe(operation: &mut Operation) {
        let description = "The number of the step, two digits.";
        operation.has_path_part("number", description, "^[0-9]{2}$", "01");
        operation.may_fail(&[Code::StepUnknown]);
        Caller::describe(operation);
    }
}

impl Deref for RequestedStep {
    type Target = Step;

    fn deref(&self) -> &Step {
        &self.step
    }
}

/// A request to a step: the step, the caller and the time.
pub(crate) struct StepRequest {
    pub(crate) state: SharedState,
    pub(crate) curriculum: Guard<Arc<Curriculum>>,
    pub(crate) step: Arc<Step>,
    /// The rules for the caller.
    pub(crate) rules: StepRules,
    pub(crate) caller: Box<Caller>,
    pub(crate) now: Timestamp,
    pub(crate) base_url: BaseUrl,
}

impl Extract for StepRequest {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let RequestedStep { curriculum, step, rules, caller, now } =
            RequestedStep::extract(request, payload).await?;
        let state = SharedState::clone(State::of(request));
        let base_url = state.addresses.base_url(request);
        Ok(Self { state, curriculum, step, rules, caller, now, base_url })
    }

    fn describe(operation: &mut Operation) {
        RequestedStep::describe(operation);
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
        Ok(Token { task: identity_of(step, &caller.subjects, nonce), issued: *now })
    }
}

/// The identity of a caller's task on a step.
pub(crate) fn identity_of(step: &Step, subjects: &SubjectIds, nonce: Nonce) -> TaskIdentity {
    let (fingerprint, subject) = (step.exercise().fingerprint(), subjects.of(nonce));
    TaskIdentity { step: step.number, fingerprint, subject, nonce }
}
