//! Why an answer is wrong, as verdicts and problems tell it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::step::{Diagnosis, Explanation, Fit, Language};
use crate::texts::{self, Between};

/// Why an answer is wrong.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DiagnosisReply {
    /// `whole`: a cause gives the whole answer. `form`: the answer is right, and written in another way, or it has one item for all
    /// questions, as of a program that is not finished. `board`: it is right for another board. `items`: a cause gives every wrong item.
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
