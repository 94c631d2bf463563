//! The request and the reply of an answer to a step. `judging` is between the two.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::base_url::BaseUrl;
use super::body::RequestBody;
use super::problem::Code;
use crate::step::{Catalog, Explanation, Marks, Step, StepNumber, Submission, Wrong};

/// An answer and the task that it answers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with `ans` and perhaps `task`")]
pub(super) struct AnswerForm {
    /// The task's token. Without one the answer belongs to the caller's task of the current or the previous window.
    #[serde(default)]
    pub(super) task: Option<String>,
    /// The items: a text with commas between them, or a list of texts and numbers, nested in any way.
    #[schema(value_type = Value)]
    pub(super) ans: Submission,
}

impl RequestBody for AnswerForm {
    const INVALID: Code = Code::AnswerForm;
}

/// The reply to a judged answer.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum VerdictReply {
    /// Every item is right.
    Accepted {
        is_success: bool,
        /// `accepted`
        verdict: &'static str,
        /// The step's number, two digits.
        #[schema(value_type = String)]
        step: StepNumber,
        message: String,
        /// The address of the next step; null after the last step.
        next: Option<String>,
    },
    /// Some item is wrong.
    Wrong {
        is_success: bool,
        /// `wrong`
        verdict: &'static str,
        message: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        items: Option<Items>,
        #[serde(skip_serializing_if = "Option::is_none")]
        misconception: Option<Hint>,
    },
}

/// How many items are right.
#[derive(Serialize, ToSchema)]
pub(super) struct Items {
    right: usize,
    total: usize,
    /// The position of the first wrong item, from 1, if the step shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_wrong: Option<usize>,
}

/// The misconception that gives exactly this answer.
#[derive(Serialize, ToSchema)]
pub(super) struct Hint {
    #[schema(value_type = String)]
    id: Cow<'static, str>,
    #[schema(value_type = String)]
    hint: Cow<'static, str>,
}

impl VerdictReply {
    /// Every item is right.
    pub(super) fn accepted(catalog: &Catalog, step: &Step, base_url: &BaseUrl) -> Self {
        let next =
            catalog.after(step.number).map(|next| format!("{base_url}/step_{}", next.number));
        let message = match &next {
            Some(url) => format!("Step {} is solved. The next step is at {url}", step.number),
            None => format!("Step {} is solved. It was the last one.", step.number),
        };
        Self::Accepted { is_success: true, verdict: "accepted", step: step.number, message, next }
    }

    /// Some item is wrong.
    pub(super) fn wrong(wrong: &Wrong) -> Self {
        let (marks, misconception) = (wrong.visible_marks(), wrong.misconception.as_ref());
        Self::Wrong {
            is_success: false,
            verdict: "wrong",
            message: message(marks, misconception),
            items: marks.map(|Marks { right, total, first_wrong }| Items {
                right,
                total,
                first_wrong,
            }),
            misconception: misconception
                .map(|Explanation { id, hint }| Hint { id: id.clone(), hint: hint.clone() }),
        }
    }
}

fn message(marks: Option<Marks>, misconception: Option<&Explanation>) -> String {
    let mut message = match marks {
        None => "The answer is wrong.".to_owned(),
        Some(Marks { right, total, first_wrong: None }) => {
            format!("{right} of {total} items are right.")
        }
        Some(Marks { right, total, first_wrong: Some(position) }) => {
            format!("{right} of {total} items are right; item {position} is the first wrong one.")
        }
    };
    if let Some(Explanation { hint, .. }) = misconception {
        message.push(' ');
        message.push_str(hint);
    }
    message
}
