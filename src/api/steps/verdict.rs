//! The verdict on an answer, as the reply tells it.

use serde::Serialize;
use utoipa::ToSchema;

use super::answer::AnswerForm;
use super::judging::{JudgedAnswer, OtherBoards};
use super::recording::{Outcome, Told};
use super::request::StepRequest;
use crate::app::caller_steps::CallerSteps;
use crate::course::Phase;
use crate::course::time_of_day;
use crate::pages::models::VerdictView;
use crate::pages::step_dates::time_in_zone;
use crate::step::{Diagnosis, Feedback, Language, Marks, Step, StepNumber};
use crate::texts::{self, Between};
use crate::wire::base_url::BaseUrl;
use crate::wire::diagnosis::{Cause, DiagnosisReply};
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::Reply;

/// The reply to a judged answer.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum VerdictReply {
    /// Every item is right.
    Accepted {
        is_success: bool,
        verdict: AcceptedVerdict,
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
        verdict: WrongVerdict,
        message: String,
        /// How many items are right, where the step tells it: if it does not tell the first wrong one as well, only of a learner's first two wrong
        /// answers to a task.
        #[serde(skip_serializing_if = "Option::is_none")]
        items: Option<Items>,
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

/// Every item is right. Clients tell the replies apart by it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AcceptedVerdict {
    Accepted,
}

/// Some item is wrong.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WrongVerdict {
    Wrong,
}

/// How many items are right.
#[derive(Serialize, ToSchema)]
pub(crate) struct Items {
    right: usize,
    total: usize,
    /// The position of the first wrong item, from 1, if the step shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_wrong: Option<usize>,
}

impl VerdictReply {
    /// Every item is right.
    pub(crate) fn accepted(
        steps: &CallerSteps<'_>,
        step: &Step,
        base_url: &BaseUrl,
        language: Language,
        receipt: Option<String>,
    ) -> Self {
        let number = step.number;
        let next = steps.after(number).map(|next| format!("{base_url}/step_{}", next.number));
        let message = match &next {
            Some(next) => texts::verdict::accepted(number, next).render(language).into_owned(),
            None => texts::verdict::accepted_last(number).render(language).into_owned(),
        };
        Self::Accepted {
            is_success: true,
            verdict: AcceptedVerdict::Accepted,
            step: number,
            message,
            next,
            receipt,
        }
    }

    /// Some item is wrong.
    pub(crate) fn wrong(told: &Told, language: Language) -> Self {
        let marks = told.wrong.visible_marks();
        let diagnosis = told.diagnosis.as_ref().map(|known| DiagnosisReply::new(known, language));
        let mut message = match told.diagnosis.as_ref().zip(diagnosis.as_ref()) {
            Some((known, reply)) => explained(marks, known, reply, language),
            None => unexplained(marks, told.others.as_ref(), language),
        };
        if told.is_count_over {
            let count = Feedback::COUNTED_REPLIES;
            let told = texts::verdict::count_over(count).render(language).into_owned();
            message.extend([Between(language).sentences(), &told]);
        }
        if let Some(warning) = told.tries_left.and_then(|count| warning(count, language)) {
            message.extend([Between(language).sentences(), &warning]);
        }
        let misconception = diagnosis.as_ref().and_then(|known| match &known.causes[..] {
            [only] => Some(only.clone()),
            _ => None,
        });
        Self::Wrong {
            is_success: false,
            verdict: WrongVerdict::Wrong,
            message,
            items: marks.map(|Marks { right, total, first_wrong }| Items {
                right,
                total,
                first_wrong,
            }),
            diagnosis,
            misconception,
            tries_left: told.tries_left,
        }
    }
}

/// With so few tries left, the message says so.
const FEW_TRIES: u32 = 3;

/// That few tries are left.
fn warning(count: u32, language: Language) -> Option<String> {
    match count {
        0 => Some(texts::verdict::no_try_left().render(language).into_owned()),
        1 => Some(texts::verdict::try_left().render(language).into_owned()),
        2..=FEW_TRIES => Some(texts::verdict::tries_left(count).render(language).into_owned()),
        _ => None,
    }
}

impl VerdictReply {
    /// As a page shows it.
    pub(crate) fn view(self, language: Language) -> VerdictView {
        match self {
            Self::Accepted { message, next, .. } => {
                VerdictView { class: "good", message, next, ..VerdictView::default() }
            }
            Self::Wrong { message, items, tries_left, .. } => {
                let first_wrong = items.and_then(|items| items.first_wrong);
                // Of few the message tells.
                let tries_left = tries_left.filter(|&count| count > FEW_TRIES);
                let tries_left = tries_left
                    .map(|count| texts::verdict::tries_left(count).render(language).into_owned());
                let class = "bad";
                VerdictView { class, message, first_wrong, tries_left, ..VerdictView::default() }
            }
        }
    }
}

impl StepRequest {
    /// Judges an answer. A learner's attempt is recorded before the reply is sent.
    pub(crate) async fn judge(
        &self,
        form: AnswerForm,
        language: Language,
    ) -> Result<Reply<VerdictReply>, Problem> {
        self.judged(form, language).await.map(Reply::ok)
    }

    pub(crate) async fn judged(
        &self,
        form: AnswerForm,
        language: Language,
    ) -> Result<VerdictReply, Problem> {
        let Self { state, curriculum, step, rules, caller, now, base_url } = self;
        // A link of another site's page could spend a learner's attempts.
        if caller.is_cross_site {
            return Err(Problem::new(Code::RequestSite, texts::request::site()));
        }
        if self.is_closed() {
            return Err(self.closed());
        }
        let judged = JudgedAnswer::of(state, step, caller, form, *now).await?;
        judged.measure(&state.metrics.answers);
        Ok(match judged.record(state, caller.learner.as_ref(), rules, *now).await? {
            Outcome::Accepted { receipt } => {
                let steps = CallerSteps::of(Some(caller), curriculum, state, *now);
                VerdictReply::accepted(&steps, step, base_url, language, receipt)
            }
            Outcome::Wrong(told) => VerdictReply::wrong(&told, language),
        })
    }

    /// Whether the step has closed for the caller. Instructors may answer still.
    pub(crate) fn is_closed(&self) -> bool {
        self.rules.phase(self.now) == Phase::Closed && self.caller.instructor.is_none()
    }

    /// That the step has closed.
    pub(crate) fn closed(&self) -> Problem {
        let Self { curriculum, step, rules, .. } = self;
        let time = |closes| time_in_zone(&curriculum.course, closes);
        let closes = rules.closes.map(time).unwrap_or_default();
        let detail = texts::step::closed(step.number, closes);
        Problem::new(Code::StepClosed, detail)
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
    {
        message.push_str(Between(language).sentences());
        message
            .push_str(&texts::verdict::no_other_board(time_of_day(*since), count).render(language));
    }
    message
}

/// How much is right, as far as the step shows it.
fn counted(marks: Option<Marks>, language: Language) -> String {
    match marks {
        // Of one item there is nothing to count.
        None | Some(Marks { total: 1, .. }) => {
            texts::verdict::wrong().render(language).into_owned()
        }
        Some(Marks { right, total, first_wrong: None }) => {
            texts::verdict::counted(right, total).render(language).into_owned()
        }
        Some(Marks { right, total, first_wrong: Some(position) }) => {
            texts::verdict::located(right, total, position).render(language).into_owned()
        }
    }
}
