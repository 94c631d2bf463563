//! What is said of an answer that was judged.

use std::borrow::Cow;

use serde::Serialize;

use super::origin::ServerAddress;
use crate::step::{Catalog, Explanation, Marks, Step, StepNumber, Wrong};

/// The reply to an answer that was judged.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum VerdictReply {
    Accepted {
        is_success: bool,
        verdict: &'static str,
        step: StepNumber,
        message: String,
        next: Option<String>,
    },
    Wrong {
        is_success: bool,
        verdict: &'static str,
        message: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        items: Option<Items>,
        #[serde(skip_serializing_if = "Option::is_none")]
        misconception: Option<Hint>,
    },
}

#[derive(Serialize)]
pub(super) struct Items {
    right: usize,
    total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_wrong: Option<usize>,
}

#[derive(Serialize)]
pub(super) struct Hint {
    id: Cow<'static, str>,
    hint: Cow<'static, str>,
}

impl VerdictReply {
    /// Every item is right; `server` is our own address, for the link to the next step.
    pub(super) fn accepted(catalog: &Catalog, step: &Step, server: ServerAddress) -> Self {
        let next = catalog.after(step.number).map(|next| format!("{server}/step_{}", next.number));
        let message = match &next {
            Some(url) => format!("Step {} is solved. The next step is at {url}", step.number),
            None => format!("Step {} is solved. It was the last one.", step.number),
        };
        Self::Accepted { is_success: true, verdict: "accepted", step: step.number, message, next }
    }

    /// Some item is wrong.
    pub(super) fn wrong(wrong: &Wrong) -> Self {
        let (marks, misconception) = (wrong.told(), wrong.misconception.as_ref());
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
