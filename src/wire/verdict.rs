//! The verdict on an answer, as replies and pages show it, and why an answer is wrong, which problems show as well.

use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use crate::step::{Diagnosis, Explanation, Fit, Language, Marks, StepNumber};
use crate::texts::{self, Between};

/// The reply to a judged answer. Clients tell the replies apart by `verdict`.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum VerdictReply {
    /// Every item is right.
    Accepted {
        is_success: bool,
        #[schema(schema_with = accepted)]
        verdict: &'static str,
        /// The step's number, two digits.
        #[schema(value_type = String)]
        step: StepNumber,
        message: String,
        /// The address of the next step that can be answered; null if there is none.
        next: Option<String>,
        /// That a learner has solved the step, as a signed text: a compact JWS. Absent if the answer is not recorded.
        #[serde(skip_serializing_if = "Option::is_none")]
        receipt: Option<String>,
    },
    /// Some item is wrong.
    Wrong {
        is_success: bool,
        #[schema(schema_with = wrong)]
        verdict: &'static str,
        message: String,
        /// How many items are right, where the step tells it: if it does not tell the first wrong one as well, only of a learner's first two wrong
        /// answers to a task.
        #[serde(skip_serializing_if = "Option::is_none")]
        items: Option<Marks>,
        /// Why the answer is wrong, as far as it can be told.
        #[serde(skip_serializing_if = "Option::is_none")]
        diagnosis: Option<DiagnosisReply>,
        /// The cause, if exactly one is told.
        #[serde(skip_serializing_if = "Option::is_none")]
        misconception: Option<Cause>,
        /// How many more wrong answers of the learner to this task are judged, from 9 down to 0: then it is closed for them. Absent for
        /// an anonymous caller, and where a match is the answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        tries_left: Option<u32>,
    },
}

fn accepted() -> Object {
    always("accepted")
}

fn wrong() -> Object {
    always("wrong")
}

/// The schema of a text that is always the same.
fn always(text: &str) -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some([text])).build()
}

/// Why an answer is wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DiagnosisReply {
    /// `whole`: a cause gives the whole answer. `form`: the answer is right, and written in another way, or it has one item for all
    /// questions, as of a program that is not finished. `board`: it is right for another board, or for the statement's example. `items`: a cause
    /// gives every wrong item, or an item names a place that is not free.
    #[schema(value_type = String)]
    fit: Fit,
    /// One cause, or up to three, of which one is true.
    pub(crate) causes: Vec<Cause>,
}

/// A cause. The ids of several mistakes at once are joined by `+`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Cause {
    id: String,
    hint: String,
}

impl DiagnosisReply {
    pub(crate) fn new(diagnosis: &Diagnosis, language: Language) -> Self {
        let cause = |cause: &Explanation| Cause {
            id: cause.id.clone(),
            hint: cause.hint.render(language).into_owned(),
        };
        Self { fit: diagnosis.fit, causes: diagnosis.causes.iter().map(cause).collect() }
    }

    /// The hints as the end of a message.
    pub(crate) fn sentences(&self, language: Language) -> String {
        let blank = Between(language).sentences();
        match &self.causes[..] {
            [only] => format!("{blank}{}", only.hint),
            several => {
                let mut sentences =
                    format!("{blank}{}", texts::verdict::one_of_these().render(language));
                for (number, Cause { hint, .. }) in (1_u8..).zip(several) {
                    sentences.extend([format!("{blank}({number}) {hint}")]);
                }
                sentences
            }
        }
    }
}
