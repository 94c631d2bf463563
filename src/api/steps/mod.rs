//! `/` and `/step_NN`: the ladder, the task of a step, and the verdict on an answer.
//!
//! | file | what |
//! |---|---|
//! | `ladder` | `/`: the list of steps |
//! | `task` | `GET /step_NN`: the task; an answer in the query goes to `answer` |
//! | `answer` | `POST /step_NN`: submits an answer and replies with the verdict |
//! | `page` | the page of a step, with the task and the verdict |
//! | `statement` | `/step_NN/statement`, `/step_NN/pictures/NAME` |
//! | `picture` | `/step_NN/picture.svg` |

mod answer;
mod ladder;
mod page;
mod picture;
mod statement;
mod task;

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use percent_encoding::percent_decode_str;

use crate::api::operations::assets;
use crate::app::ambient::now;
use crate::app::caller::Caller;
use crate::app::caller_steps::CallerSteps;
use crate::app::state::{SharedState, State};
use crate::app::step_request::StepRequest;
use crate::step::near_miss;
use crate::wire::extract::{Extract, path_part};
use crate::wire::openapi::{Operation, about};
use crate::wire::problem::{Code, Problem};
use crate::wire::routes::{Group, at, shared};

#[cfg(test)]
pub(crate) use {answer::AnswerForm, picture::PictureFields, task::StepQuery};

/// What a token may be refused with.
pub(crate) const TOKENS: &[Code] = &[
    Code::TaskForged,
    Code::TaskForeign,
    Code::TaskStep,
    Code::TaskOutdated,
    Code::TaskExpired,
    Code::TaskFuture,
];

/// What making a task may be refused with.
pub(crate) const TASKS: &[Code] =
    &[Code::LimitTasks, Code::LimitBusy, Code::LimitCaller, Code::JudgeError];

/// What judging an answer may be refused with.
const ANSWERS: &[Code] = &[
    Code::AnswerEmpty,
    Code::AnswerCount,
    Code::AnswerItem,
    Code::StepClosed,
    Code::TaskClosed,
    Code::LimitCooldown,
    Code::LimitAttempts,
    Code::LimitAnswers,
    Code::RequestSite,
];

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

/// The address of the step that somebody may have meant by another one: `/step/07`, `/Step_07`, `/step07`, `/07`.
pub(crate) fn meant_by(request: &HttpRequest) -> Option<String> {
    let state = State::of(request);
    let path = state.addresses.path_of(request)?.to_ascii_lowercase();
    let path = path.trim_start_matches('/');
    let rest = path.strip_prefix("steps").or_else(|| path.strip_prefix("step")).unwrap_or(path);
    let rest = rest.trim_start_matches(['/', '_', '-', '.']);
    let (number, below) = rest.split_once('/').unwrap_or((rest, ""));
    let number = percent_decode_str(number).decode_utf8().ok()?;
    let below = near_miss(below, &["statement", "picture.svg"]).map(|known| format!("/{known}"));
    let curriculum = state.curriculum();
    let number = CallerSteps::of(None, &curriculum, state, now()).meant_by(&number)?;
    let below = below.unwrap_or_default();
    Some(format!("{}/step_{number}{below}", state.addresses.prefix()))
}

pub(crate) fn group() -> Group {
    let addresses = vec![
        shared("/").get(
            ladder::get,
            about("List the steps").more(
                "By track, easy to hard. With a learner's key it says which are solved. A step that is not open for the caller is not listed.",
            ),
        ),
        shared("/step_{number}")
            .get(
                task::get,
                about("Fetch a task, or answer one")
                    .more(
                        "Without `ans` the reply is the caller's task of the current time window, a new one (`fresh`), or the one that `task` \
                         names. With `ans` it is the verdict on an answer, as of `POST`. HEAD never judges.",
                    )
                    .codes(&[TOKENS, TASKS, ANSWERS]),
            )
            .post(
                answer::post,
                about("Answer a task")
                    .more(
                        "The verdict is `accepted` or `wrong`, both with status 200. A wrong answer is explained as far as it can be. A malformed \
                         one costs nothing. An answer without `task` belongs to the caller's task of the current time window or of the one before.",
                    )
                    .codes(&[TOKENS, TASKS, ANSWERS]),
            ),
        shared("/step_{number}/statement")
            .get(statement::get, about("Read what a step asks for")),
        shared("/step_{number}/pictures/{name}")
            .get(statement::picture, about("Look at a picture in a step's statement")),
        shared("/step_{number}/picture.svg").get(
            picture::get,
            about("Look at the boards of a task").codes(&[TOKENS, TASKS]),
        ),
        at("/assets/{hash}/{name}").get(
            assets::get,
            about("Load a file of the pages").more("What is at such an address never changes."),
        ),
    ];
    Group { tag: "Steps", description: "Exercises: tasks, answers and statements.", addresses }
}
