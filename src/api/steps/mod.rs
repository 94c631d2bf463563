//! `/` and `/step_NN`: the ladder, the task of a step, and the verdict on an answer.
//!
//! | file | what |
//! |---|---|
//! | `ladder` | `/`: the list of steps |
//! | `task` | `GET /step_NN`: the task; an answer in the query goes to `answer` |
//! | `answer` | `POST /step_NN`: judges an answer, records it and replies |
//! | `judging` | which task an answer is for, its verdict, and what explains it |
//! | `page` | the page of a step, with the task and the verdict |
//! | `statement`, `picture` | `/step_NN/statement`, `/step_NN/picture.svg` |
//! | `request` | the extractor of all of them: step, caller and time |

mod answer;
mod judging;
mod ladder;
mod page;
mod picture;
mod request;
mod statement;
mod task;

use crate::api::operations::assets;
use crate::wire::openapi::about;
use crate::wire::problem::Code;
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
