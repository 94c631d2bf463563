//! The request and the reply of an answer to a step. `judging` is between the two.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ambient::time_of_day;
use super::base_url::BaseUrl;
use super::body::RequestBody;
use super::judging::{OtherBoards, Told};
use super::messages::{Message, text};
use super::problem::Code;
use crate::step::{
    Catalog, Diagnosis, Explanation, Filling, Fit, Language, Marks, Step, StepNumber, Submission,
};
use crate::web::pages::VerdictView;

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
    const EXAMPLE: &'static str = "{\"task\": TOKEN, \"ans\": [ITEM, ITEM, …]}";
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
        /// Why the answer is wrong, as far as it can be told.
        #[serde(skip_serializing_if = "Option::is_none")]
        diagnosis: Option<DiagnosisReply>,
        /// The cause, if exactly one is told.
        #[serde(skip_serializing_if = "Option::is_none")]
        misconception: Option<Cause>,
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

/// Why an answer is wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct DiagnosisReply {
    /// `whole`: a cause gives the whole answer. `form`: the answer is right, and written in another way, or it has one item for all
    /// questions, as of a program that is not finished. `board`: it is right for another board. `items`: a cause gives every wrong item.
    #[schema(value_type = String)]
    fit: Fit,
    /// One cause, or up to three, of which one is true.
    causes: Vec<Cause>,
}

/// A cause. The ids of several mistakes at once are joined by `+`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Cause {
    id: String,
    hint: String,
}

impl DiagnosisReply {
    pub(super) fn new(diagnosis: &Diagnosis, language: Language) -> Self {
        let cause = |cause: &Explanation| Cause {
            id: cause.id.clone(),
            hint: cause.hint.get(language).to_owned(),
        };
        Self { fit: diagnosis.fit, causes: diagnosis.causes.iter().map(cause).collect() }
    }

    /// The hints as the end of a message.
    pub(super) fn sentences(&self, language: Language) -> String {
        let blank = blank(language);
        match &self.causes[..] {
            [only] => format!("{blank}{}", only.hint),
            several => {
                let mut sentences = format!("{blank}{}", text(language, Message::OneOfThese, &[]));
                for (number, Cause { hint, .. }) in (1_u8..).zip(several) {
                    sentences.extend([format!("{blank}({number}) {hint}")]);
                }
                sentences
            }
        }
    }
}

impl VerdictReply {
    /// Every item is right.
    pub(super) fn accepted(
        catalog: &Catalog,
        step: &Step,
        base_url: &BaseUrl,
        language: Language,
    ) -> Self {
        let number = step.number;
        let next = catalog.after(number).map(|next| format!("{base_url}/step_{}", next.number));
        let message = match &next {
            Some(next) => text(language, Message::Accepted, &[("step", &number), ("next", next)]),
            None => text(language, Message::AcceptedLast, &[("step", &number)]),
        };
        Self::Accepted { is_success: true, verdict: "accepted", step: number, message, next }
    }

    /// Some item is wrong.
    pub(super) fn wrong(told: &Told, language: Language) -> Self {
        let marks = told.wrong.visible_marks();
        let diagnosis = told.diagnosis.as_ref().map(|known| DiagnosisReply::new(known, language));
        let message = match told.diagnosis.as_ref().zip(diagnosis.as_ref()) {
            Some((known, reply)) => explained(marks, known, reply, language),
            None => unexplained(marks, told.others.as_ref(), language),
        };
        let misconception = diagnosis.as_ref().and_then(|known| match &known.causes[..] {
            [only] => Some(only.clone()),
            _ => None,
        });
        Self::Wrong {
            is_success: false,
            verdict: "wrong",
            message,
            items: marks.map(|Marks { right, total, first_wrong }| Items {
                right,
                total,
                first_wrong,
            }),
            diagnosis,
            misconception,
        }
    }
}

impl VerdictReply {
    /// As a page shows it.
    pub(super) fn view(self) -> VerdictView {
        match self {
            Self::Accepted { message, next, .. } => {
                VerdictView { class: "good", message, next, first_wrong: None }
            }
            Self::Wrong { message, items, .. } => {
                let first_wrong = items.and_then(|items| items.first_wrong);
                VerdictView { class: "bad", message, next: None, first_wrong }
            }
        }
    }
}

/// How much is right, and the hints.
fn explained(
    marks: Option<Marks>,
    diagnosis: &Diagnosis,
    reply: &DiagnosisReply,
    language: Language,
) -> String {
    let hints = reply.sentences(language);
    // What is right but in another form is not told to be wrong item by item.
    if diagnosis.is_of_right_answer() {
        hints.trim_start().to_owned()
    } else {
        counted(marks, language) + &hints
    }
}

/// How much is right, and that it fits no other board of the caller if it fits this one nowhere.
fn unexplained(marks: Option<Marks>, others: Option<&OtherBoards>, language: Language) -> String {
    let mut message = counted(marks, language);
    if let Some(OtherBoards { count, since }) = others
        && marks.is_none_or(|marks| marks.right == 0)
        && let Some(time) = time_of_day(*since)
    {
        let values: [(&str, &dyn Filling); 2] = [("count", count), ("time", &time)];
        message.push_str(blank(language));
        message.push_str(&text(language, Message::NoOtherBoard, &values));
    }
    message
}

/// How much is right, as far as the step shows it.
fn counted(marks: Option<Marks>, language: Language) -> String {
    match marks {
        None => text(language, Message::Wrong, &[]),
        Some(Marks { right, total, first_wrong: None }) => {
            text(language, Message::Counted, &[("right", &right), ("total", &total)])
        }
        Some(Marks { right, total, first_wrong: Some(position) }) => {
            let values: [(&str, &dyn Filling); 3] =
                [("right", &right), ("total", &total), ("position", &position)];
            text(language, Message::Located, &values)
        }
    }
}

/// What is between two sentences: nothing in Chinese and Japanese.
fn blank(language: Language) -> &'static str {
    if language == Language::English { " " } else { "" }
}
