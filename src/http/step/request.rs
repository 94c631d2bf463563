//! A request to a step: which step and task it is about, who sends it, and when.

use std::ops::Deref;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use arc_swap::Guard;

use super::query::TaskChoice;
use crate::http::ambient::{now, random_bytes};
use crate::http::base_url::BaseUrl;
use crate::http::caller::Caller;
use crate::http::extract::{Extract, path_part};
use crate::http::messages::{Message, message};
use crate::http::problem::{Code, Extension, Problem};
use crate::http::state::{SharedState, State};
use crate::step::{
    Catalog, Nonce, Step, StepNumber, SubjectId, TaskIdentity, Timestamp, Token, quoted,
};

/// The step that an address names, with the catalogue that was current when the request arrived.
pub(super) struct RequestedStep {
    pub(super) catalog: Guard<Arc<Catalog>>,
    pub(super) step: Arc<Step>,
}

impl Extract for RequestedStep {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let catalog = State::of(request).catalog();
        let text = path_part(request, "number");
        let step = text.parse().ok().and_then(|number| catalog.get(number).cloned());
        match step {
            Some(step) => Ok(Self { catalog, step }),
            None => Err(unknown(&catalog, text)),
        }
    }
}

impl Deref for RequestedStep {
    type Target = Step;

    fn deref(&self) -> &Step {
        &self.step
    }
}

fn unknown(catalog: &Catalog, text: &str) -> Problem {
    let known_steps: Vec<StepNumber> = catalog.steps().map(|step| step.number).collect();
    let known: Vec<String> = known_steps.iter().map(ToString::to_string).collect();
    let detail = message(Message::StepUnknown)
        .with(&[("found", &quoted(text)), ("known", &known.join(", "))]);
    Problem::new(Code::StepUnknown, detail).with(Extension::Steps { known_steps })
}

/// A request to a step: the step, the caller and the time.
pub(in crate::http) struct StepRequest {
    pub(super) state: SharedState,
    pub(super) step: RequestedStep,
    pub(super) caller: Caller,
    pub(super) now: Timestamp,
    pub(super) base_url: BaseUrl,
}

impl Extract for StepRequest {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        Ok(Self {
            step: RequestedStep::extract(request, payload).await?,
            caller: Caller::extract(request, payload).await?,
            state: SharedState::extract(request, payload).await?,
            base_url: BaseUrl::extract(request, payload).await?,
            now: now(),
        })
    }
}

impl StepRequest {
    /// The token of the chosen task: the caller's, or a new one.
    pub(super) fn token(&self, choice: TaskChoice) -> Result<Token, Problem> {
        let Self { state, step, caller, now, .. } = self;
        let nonce = match choice {
            TaskChoice::Current => Nonce::of_window(*now, state.window),
            TaskChoice::Fresh => Nonce::random(u64::from_be_bytes(random_bytes()?)),
            TaskChoice::Named(text) => {
                let token = state.keyring.verify(text.trim())?;
                let fingerprint = step.exercise().fingerprint();
                token.validate(step.number, fingerprint, caller.subject, *now)?;
                return Ok(token);
            }
        };
        Ok(Token { task: identity_of(step, caller.subject, nonce), issued: *now })
    }
}

/// The identity of a caller's task on a step.
pub(super) fn identity_of(step: &Step, subject: SubjectId, nonce: Nonce) -> TaskIdentity {
    let fingerprint = step.exercise().fingerprint();
    TaskIdentity { step: step.number, fingerprint, subject, nonce }
}
