//! `POST /step_NN`: submits an answer and replies with the verdict.

use actix_web::Either;
use serde::Deserialize;
use utoipa::ToSchema;

use super::task::StepReply;
use crate::app::ambient::now;
use crate::app::caller_steps::CallerSteps;
use crate::app::step_request::StepRequest;
use crate::app::submissions::{JudgedAnswer, OtherBoards};
use crate::course::{Registration, StepRules};
use crate::pages::view::View;
use crate::step::{
    Answer, Feedback, Language, Marks, Step, StepNumber, Text, Verdict, format_hint,
};
use crate::texts::{self, Between};
use crate::wire::accept::ReplyLanguage;
use crate::wire::body::{ApiBody, RequestBody};
use crate::wire::extract::NoQuery;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::Reply;
use crate::wire::verdict::{DiagnosisReply, VerdictReply};

/// An answer and the task that it answers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with `ans` and perhaps `task`")]
pub(crate) struct AnswerForm {
    /// The task's token. Without one the answer belongs to the caller's task of the current or the previous window.
    #[serde(default)]
    pub(crate) task: Option<String>,
    /// The items: a text with commas between them, or a list of texts and numbers, nested in any way.
    #[schema(value_type = Value)]
    pub(crate) ans: Answer,
}

impl RequestBody for AnswerForm {
    const INVALID: Code = Code::AnswerForm;
    const EXAMPLE: &'static str = "{\"task\": TOKEN, \"ans\": [ITEM, ITEM, …]}";
}

/// `POST /step_NN`: the verdict on an answer.
pub(crate) async fn post(
    request: StepRequest,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    ApiBody(form): ApiBody<AnswerForm>,
) -> Result<StepReply, Problem> {
    // The body may have taken a while, and the step may have closed meanwhile.
    let request = StepRequest { now: now(), ..request };
    request.answer(form, view, language).await
}

impl StepRequest {
    /// The reply to an answer.
    pub(super) async fn answer(
        &self,
        form: AnswerForm,
        view: View,
        language: Language,
    ) -> Result<StepReply, Problem> {
        match view {
            View::Data => {
                let mut verdict = self.verdict(form, language).await?;
                if let VerdictReply::Accepted { message, .. } = &mut verdict
                    && self.caller.is_anonymous()
                {
                    // On a line of its own: an address ends the one before.
                    let prefix = self.state.addresses.prefix();
                    let recorded =
                        self.how_to_be_recorded().render_below(prefix, language).into_owned();
                    message.extend(["\n", &recorded]);
                }
                Ok(Either::Left(Either::Right(Reply::new(verdict))))
            }
            View::Page(frame) => Box::pin(self.verdict_page(form, *frame)).await.map(Either::Right),
        }
    }

    /// Says that the answer of a program without a key is not recorded, and where it gets one.
    fn how_to_be_recorded(&self) -> Text {
        match self.curriculum.course.registration {
            Registration::Closed => texts::verdict::not_recorded_closed(),
            Registration::Open | Registration::Code(_) => texts::verdict::not_recorded(),
        }
    }

    /// Submits an answer and describes the verdict.
    pub(super) async fn verdict(
        &self,
        form: AnswerForm,
        language: Language,
    ) -> Result<VerdictReply, Problem> {
        let mut judged = self.submit(form.task, form.ans).await?;
        match judged.verdict {
            Verdict::Accepted => self.accepted(judged.receipt.take(), language).await,
            Verdict::Wrong { marks, feedback } => Ok(wrong(&judged, marks, feedback, language)),
            Verdict::Malformed(malformed) => {
                let read = |answer: &Answer| judged.task.canonical(answer).map(drop);
                let hint = format_hint(&judged.answer, &malformed, &read);
                Err(Problem::malformed(&malformed, judged.diagnosis, hint))
            }
            Verdict::JudgeError(error) => Err(error.into()),
        }
    }

    /// The reply to an answer in which every item is right.
    async fn accepted(
        &self,
        receipt: Option<String>,
        language: Language,
    ) -> Result<VerdictReply, Problem> {
        let Self { state, curriculum, step, caller, now, base_url, .. } = self;
        let steps = CallerSteps::of(Some(caller), curriculum, state, *now);
        let next = match steps.after(step.number) {
            Some(next) => Some(next.number),
            None => self.first_unsolved(&steps).await?,
        };
        let next = next.map(|next| format!("{base_url}/step_{next}"));
        let message = match &next {
            Some(next) => texts::verdict::accepted(step.number, next),
            None => texts::verdict::accepted_last(step.number),
        };
        Ok(VerdictReply::Accepted {
            is_success: true,
            verdict: "accepted",
            step: step.number,
            message: message.render(language).into_owned(),
            next,
            receipt,
        })
    }

    /// The first step that can be answered and that the learner has not solved; none for an anonymous caller.
    async fn first_unsolved(&self, steps: &CallerSteps<'_>) -> Result<Option<StepNumber>, Problem> {
        let Some(learner) = &self.caller.learner else { return Ok(None) };
        let progress = self.state.store.progress(learner.id).await?;
        let decisions = self.state.class.decisions();
        let is_open = |(step, rules): &(&Step, StepRules)| {
            let of_step = (step.number, step.exercise().kind(), rules.points);
            let result = progress.result(learner, of_step, &decisions);
            steps.takes_answers(rules) && result.solved_at.is_none() && !result.is_excused()
        };
        Ok(steps.iter().find(is_open).map(|(step, _)| step.number))
    }
}

/// The reply to an answer in which some item is wrong.
fn wrong(
    judged: &JudgedAnswer,
    marks: Marks,
    feedback: Feedback,
    language: Language,
) -> VerdictReply {
    let earlier_wrong = judged.standing.map_or(0, |standing| standing.earlier_wrong);
    let shown = feedback.shown(marks, earlier_wrong);
    let tries_left = judged.standing.and_then(|standing| standing.tries_left);
    let diagnosis = judged.diagnosis.as_ref().map(|known| DiagnosisReply::new(known, language));
    let mut message = match (&judged.diagnosis, &diagnosis) {
        // An answer that is right in another form is not reported as wrong item by item.
        (Some(known), Some(reply)) if known.is_of_right_answer() => {
            reply.sentences(language).trim_start().to_owned()
        }
        (_, Some(reply)) => counted(shown, language) + &reply.sentences(language),
        (_, None) => counted(shown, language),
    };
    let other_boards = judged
        .others
        .as_ref()
        .filter(|_| diagnosis.is_none() && shown.is_none_or(|marks| marks.right == 0));
    let other_boards = other_boards.map(|OtherBoards { count, since }| {
        texts::verdict::no_other_board(since.time_of_day(), count)
    });
    let is_count_over = shown.is_none() && feedback.shown(marks, 0).is_some();
    let count_over = is_count_over.then(|| texts::verdict::count_over(Feedback::COUNTED_REPLIES));
    let warning = tries_left.map(|count| match count {
        0 => texts::verdict::no_try_left(),
        1 => texts::verdict::try_left(),
        count => texts::verdict::tries_left(count),
    });
    for sentence in [other_boards, count_over, warning].into_iter().flatten() {
        message.extend([Between(language).sentences(), &sentence.render(language)]);
    }
    let misconception = diagnosis.as_ref().and_then(|known| match &known.causes[..] {
        [only] => Some(only.clone()),
        _ => None,
    });
    VerdictReply::Wrong {
        is_success: false,
        verdict: "wrong",
        message,
        items: shown,
        diagnosis,
        misconception,
        tries_left,
    }
}

/// How much is right, as far as the step shows it.
fn counted(marks: Option<Marks>, language: Language) -> String {
    let text = match marks {
        // There is nothing to count in one item.
        None | Some(Marks { total: 1, .. }) => texts::verdict::wrong(),
        Some(Marks { right: 1, total, first_wrong: None }) => texts::verdict::counted_one(total),
        Some(Marks { right, total, first_wrong: None }) => texts::verdict::counted(right, total),
        Some(Marks { right: 1, total, first_wrong: Some(position) }) => {
            texts::verdict::located_one(total, position)
        }
        Some(Marks { right, total, first_wrong: Some(position) }) => {
            texts::verdict::located(right, total, position)
        }
    };
    text.render(language).into_owned()
}
