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
//! | `routes` | the table of routes |

mod answer;
mod judging;
mod ladder;
mod page;
mod picture;
mod request;
pub(super) mod routes;
mod statement;
mod task;

#[cfg(test)]
pub(crate) use {answer::AnswerForm, picture::PictureFields, task::StepQuery};
