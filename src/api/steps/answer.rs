//! `POST /step_NN`: judges an answer, records a learner's attempt, and replies with the verdict.

use std::sync::Arc;

use actix_web::Either;
use serde::Deserialize;
use utoipa::ToSchema;

use super::judging::{JudgedAnswer, OtherBoards, Unexplained};
use super::request::StepRequest;
use super::task::StepReply;
use crate::api::learners::receipts;
use crate::app::caller_steps::CallerSteps;
use crate::app::foreign_answers::RecordedWrong;
use crate::course::{Credit, Learner, Phase, Receipt};
use crate::pages::view::View;
use crate::step::{Feedback, Language, Marks, Submission, Verdict, format_hint};
use crate::store::{
    GradeAtSubmission, NewAttempt, RawAnswer, Standing, StoredDiagnosis, StoredExercise,
    StoredVerdict, Submitted, VerdictBasis, answer_hash,
};
use crate::texts::{self, Between};
use crate::wire::accept::ReplyLanguage;
use crate::wire::body::{ApiBody, RequestBody};
use crate::wire::extract::NoQuery;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::Reply;
use crate::wire::verdict::{
    AcceptedVerdict, DiagnosisReply, FEW_TRIES, VerdictReply, WrongVerdict,
};

/// An answer and the task that it answers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with `ans` and perhaps `task`")]
pub(crate) struct AnswerForm {
    /// The task's token. Without one the answer belongs to the caller's task of the current or the previous window.
    #[serde(default)]
    pub(crate) task: Option<String>,
    /// The items: a text with commas between them, or a list of texts and numbers, nested in any way.
    #[schema(value_type = Value)]
    pub(crate) ans: Submission,
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
                let verdict = self.verdict(form, language).await?;
                Ok(Either::Left(Either::Right(Reply::new(verdict))))
            }
            View::Page(frame) => Box::pin(self.verdict_page(form, *frame)).await.map(Either::Right),
        }
    }

    /// Judges an answer. A learner's attempt is recorded before the reply is sent.
    pub(super) async fn verdict(
        &self,
        form: AnswerForm,
        language: Language,
    ) -> Result<VerdictReply, Problem> {
        let Self { state, step, caller, .. } = self;
        // A link of another site's page could spend a learner's attempts.
        if caller.is_cross_site {
            return Err(Problem::new(Code::RequestSite, texts::request::site()));
        }
        if let Some(closed) = self.closed() {
            return Err(closed);
        }
        let mut judged = self.judged(form).await?;
        judged.measure(step, &state.metrics.answers);
        let (standing, receipt) = match &caller.learner {
            Some(learner) => self.record(&mut judged, learner).await?,
            None => (None, None),
        };
        match judged.verdict {
            Verdict::Accepted => Ok(self.accepted(receipt, language)),
            Verdict::Wrong { marks, feedback } => {
                Ok(wrong(&judged, marks, feedback, standing, language))
            }
            Verdict::Malformed(malformed) => {
                let read = |submission: &Submission| judged.task.canonical(submission).map(drop);
                let hint = format_hint(&judged.submission, &malformed, &read);
                Err(Problem::malformed(&malformed, judged.diagnosis, hint))
            }
            Verdict::JudgeError(error) => Err(error.into()),
        }
    }

    /// Records a learner's attempt, replaces its verdict by the stored one, and returns how the learner stands, with the receipt of an
    /// accepted answer. If the same answer to the same task was recorded before, the verdict of that attempt stays. An answer that cannot
    /// be judged is not recorded.
    ///
    /// The store may refuse the attempt: then the reply does not say whether it is right.
    async fn record(
        &self,
        judged: &mut JudgedAnswer,
        learner: &Learner,
    ) -> Result<(Option<Standing>, Option<String>), Problem> {
        let Self { state, step, caller, now, .. } = self;
        let Some(verdict) = judged.stored_verdict() else { return Ok((None, None)) };
        let canonical = judged.task.canonical(&judged.submission);
        let canonical = canonical.map_err(|error| Problem::malformed(&error, None, None))?;
        let mut submitted = self.submit(judged, verdict, &canonical, learner).await?;
        // A refusal was expected, but the reply shows the verdict. The store replaces a verdict that is not explained.
        if judged.unexplained == Some(Unexplained::Refusal) && needs_explanation(&submitted) {
            Box::pin(judged.explain(state, caller.key)).await;
            if let Some(verdict) = judged.stored_verdict() {
                submitted = self.submit(judged, verdict, &canonical, learner).await?;
            }
        }
        match &submitted {
            // A repeated answer changes no standings.
            Submitted::Recorded(StoredVerdict::Accepted, ..) => state.scoreboard.has_changed(),
            // A match belongs to its board.
            Submitted::Recorded(StoredVerdict::Wrong { .. }, ..) if !judged.is_by_evidence() => {
                state.foreign_answers.compare_later(RecordedWrong {
                    learner: learner.id,
                    step: Arc::clone(step),
                    identity: judged.identity,
                    canonical: canonical.clone(),
                });
            }
            _ => {}
        }
        let (stored, standing, grade) = match submitted {
            Submitted::Recorded(stored, standing, grade) => (stored, standing, grade),
            Submitted::Repeated(stored, standing, grade) => {
                // The reply is the same as before, whatever boards were served since.
                judged.others = None;
                (stored, standing, grade)
            }
            Submitted::Refused(refusal) => {
                state.refusals.refused(learner, &judged.identity, refusal, *now);
                return Err(refusal.into());
            }
        };
        state.refusals.stands(learner, &judged.identity, standing);
        let is_accepted = stored == StoredVerdict::Accepted;
        let receipt = is_accepted.then(|| self.receipt(judged, &canonical, learner, grade));
        judged.restore(stored, step);
        Ok((Some(standing), receipt))
    }

    /// Submits a learner's attempt, which is graded by the rules that are in force now.
    async fn submit(
        &self,
        judged: &JudgedAnswer,
        verdict: StoredVerdict,
        canonical: &Submission,
        learner: &Learner,
    ) -> Result<Submitted, Problem> {
        let Self { state, step, rules, now, .. } = self;
        let exercise = step.exercise();
        let is_by_evidence = judged.is_by_evidence();
        let attempt = NewAttempt {
            learner: learner.id,
            step: step.number,
            exercise: StoredExercise {
                kind: exercise.kind().to_owned(),
                version: exercise.version(),
                params: exercise.params().to_owned(),
            },
            fingerprint: judged.identity.fingerprint,
            nonce: judged.identity.nonce,
            raw: RawAnswer::new(judged.submission.as_str(), canonical.as_str()),
            canonical: canonical.as_str().to_owned(),
            verdict,
            basis: if is_by_evidence { VerdictBasis::Evidence } else { VerdictBasis::Answer },
            worth: rules.credit(*now),
            late: rules.phase(*now) == Phase::Late,
            task: judged.task.fields().as_json().to_owned(),
            at: *now,
        };
        let submitted = state.store.submit_attempt(attempt, state.limits.attempts_per_day).await;
        Ok(state.of_learner(learner, submitted)?)
    }

    /// The receipt of an accepted attempt, with what it earned when it was recorded.
    fn receipt(
        &self,
        judged: &JudgedAnswer,
        canonical: &Submission,
        learner: &Learner,
        grade: GradeAtSubmission,
    ) -> String {
        let Self { state, curriculum, step, rules, .. } = self;
        let receipt = Receipt {
            learner,
            step: step.number,
            kind: step.exercise().kind(),
            fingerprint: judged.identity.fingerprint,
            nonce: judged.identity.nonce,
            answer: answer_hash(canonical.as_str()),
            credit: if grade.is_ungraded { Credit::of_points(rules.points) } else { grade.worth },
            at: grade.at,
        };
        receipts::issue(state, curriculum, &receipt)
    }

    /// The reply to an answer in which every item is right.
    fn accepted(&self, receipt: Option<String>, language: Language) -> VerdictReply {
        let Self { state, curriculum, step, caller, now, base_url, .. } = self;
        let steps = CallerSteps::of(Some(caller), curriculum, state, *now);
        let next = steps.after(step.number).map(|next| format!("{base_url}/step_{}", next.number));
        let message = match &next {
            Some(next) => texts::verdict::accepted(step.number, next),
            None => texts::verdict::accepted_last(step.number),
        };
        VerdictReply::Accepted {
            is_success: true,
            verdict: AcceptedVerdict::Accepted,
            step: step.number,
            message: message.render(language).into_owned(),
            next,
            receipt,
        }
    }
}

impl JudgedAnswer {
    /// The verdict as it is stored; none if the answer cannot be judged.
    fn stored_verdict(&self) -> Option<StoredVerdict> {
        match self.verdict {
            Verdict::Accepted => Some(StoredVerdict::Accepted),
            Verdict::Wrong { marks, .. } => Some(StoredVerdict::Wrong {
                // Without marks the answer is explained when it is sent again.
                marks: self.unexplained.is_none().then_some(marks),
                diagnosis: self.diagnosis.as_ref().map(StoredDiagnosis::from),
            }),
            Verdict::Malformed(_) | Verdict::JudgeError(_) => None,
        }
    }
}

/// Whether the reply needs an explanation of the answer. The store has the ids of its causes, not the values in their hints.
fn needs_explanation(submitted: &Submitted) -> bool {
    match submitted {
        Submitted::Recorded(verdict, ..) => *verdict != StoredVerdict::Accepted,
        Submitted::Repeated(StoredVerdict::Wrong { marks, diagnosis }, ..) => {
            marks.is_none() || diagnosis.is_some()
        }
        Submitted::Repeated(StoredVerdict::Accepted, ..) | Submitted::Refused(_) => false,
    }
}

/// The reply to an answer in which some item is wrong, for a learner with this standing.
fn wrong(
    judged: &JudgedAnswer,
    marks: Marks,
    feedback: Feedback,
    standing: Option<Standing>,
    language: Language,
) -> VerdictReply {
    let shown = feedback.shown(marks, standing.map_or(0, |standing| standing.earlier_wrong));
    let tries_left = standing.and_then(|standing| standing.tries_left);
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
    let warning = tries_left.and_then(|count| match count {
        0 => Some(texts::verdict::no_try_left()),
        1 => Some(texts::verdict::try_left()),
        2..=FEW_TRIES => Some(texts::verdict::tries_left(count)),
        _ => None,
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
        verdict: WrongVerdict::Wrong,
        message,
        items: shown.map(Into::into),
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
        Some(Marks { right, total, first_wrong: None }) => texts::verdict::counted(right, total),
        Some(Marks { right, total, first_wrong: Some(position) }) => {
            texts::verdict::located(right, total, position)
        }
    };
    text.render(language).into_owned()
}
