//! What the query of a step's address asks for.

use std::num::NonZeroUsize;

use serde::{Deserialize, Deserializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::answer::AnswerForm;
use crate::step::Submission;
use crate::wire::body::RequestBody as _;
use crate::wire::extract::{QueryFields, read_field};
use crate::wire::problem::Code;

/// The request in the query of a step's address.
#[derive(Deserialize)]
#[serde(try_from = "StepFields")]
pub(crate) enum StepQuery {
    /// Show a task.
    Show(TaskChoice),
    /// Judge an answer.
    Judge(AnswerForm),
}

impl PartialSchema for StepQuery {
    fn schema() -> RefOr<Schema> {
        StepFields::schema()
    }
}

impl ToSchema for StepQuery {}

impl QueryFields for StepQuery {
    /// An answer has the same code in a query and in a body.
    fn code_of(field: &str) -> Code {
        if field == "ans" { AnswerForm::INVALID } else { Code::QueryInvalid }
    }
}

/// Which task to show.
pub(crate) enum TaskChoice {
    /// The task of the current window.
    Current,
    /// A new task.
    Fresh,
    /// The task that a token names.
    Named(String),
}

/// The query of a step's address: `fresh`, or `task`, or `ans` and perhaps the `task` that it answers.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StepQuery)]
pub(crate) struct StepFields {
    /// The items, with commas between them, or a JSON list.
    #[schema(value_type = Option<String>)]
    ans: Option<Submission>,
    /// The token of a task.
    task: Option<String>,
    /// Whether to make a new task.
    #[serde(default)]
    #[schema(value_type = bool)]
    fresh: Fresh,
}

/// Whether to make a new task: `?fresh`, `?fresh=1`.
#[derive(Clone, Copy, Default)]
enum Fresh {
    Yes,
    #[default]
    No,
}

impl<'de> Deserialize<'de> for Fresh {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| match text {
            "0" | "false" => Some(Self::No),
            "" | "1" | "true" => Some(Self::Yes),
            _ => None,
        };
        read_field(deserializer, read, "`fresh=1`")
    }
}

impl TryFrom<StepFields> for StepQuery {
    /// What the JSON reader of [`game`](crate::game::json) has a text for.
    type Error = &'static str;

    fn try_from(fields: StepFields) -> Result<Self, Self::Error> {
        let StepFields { ans, task, fresh } = fields;
        match (ans, task, fresh) {
            (None, None, Fresh::No) => Ok(Self::Show(TaskChoice::Current)),
            (None, None, Fresh::Yes) => Ok(Self::Show(TaskChoice::Fresh)),
            (None, Some(token), Fresh::No) => Ok(Self::Show(TaskChoice::Named(token))),
            (Some(ans), task, Fresh::No) => Ok(Self::Judge(AnswerForm { task, ans })),
            (_, _, Fresh::Yes) => Err("fresh-combined"),
        }
    }
}

/// The query of a picture's address.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TaskPictureQuery)]
pub(crate) struct PictureFields {
    /// The token of a task; without one it is the caller's.
    pub(crate) task: Option<String>,
    /// The position of an item, from 1, whose board or place is marked.
    #[schema(value_type = Option<usize>)]
    pub(crate) wrong: Option<Position>,
}

impl QueryFields for PictureFields {}

/// The position of an item, from 1.
pub(crate) struct Position(pub(crate) NonZeroUsize);

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_field(deserializer, |text| text.parse().ok().map(Self), "a position from 1 on")
    }
}
