//! Submitting an answer, which is one call for a handler: [`StepRequest::submit`].
//!
//! 1. `judging` finds the task that is answered, judges the answer and explains what is wrong.
//! 2. For a learner, this module records the attempt. The store decides whether the attempt counts.
//! 3. An accepted attempt gets a receipt.

mod judging;

use std::sync::Arc;

pub(crate) use self::judging::{JudgedAnswer, OtherBoards};
use super::class::Curriculum;
use super::foreign_answers::RecordedWrong;
use super::state::State;
use super::step_request::StepRequest;
use crate::course::{Credit, Issuer, Learner, Phase, Receipt};
use crate::step::{Answer, Verdict};
use crate::store::{
    GradeAtSubmission, NewAttempt, RawAnswer, StoreError, StoredDiagnosis, StoredExercise,
    StoredVerdict, Submitted, VerdictBasis, answer_hash,
};
use crate::texts;
use crate::wire::problem::{Code, Problem};

/// Why an answer gets no verdict.
const REFUSALS: [Code; 4] =
    [Code::TaskClosed, Code::LimitCooldown, Code::LimitAttempts, Code::LimitAnswers];

impl StepRequest {
    /// Submits an answer to the task that a token names, or without a token to the caller's task of the current window.
    ///
    /// A learner's attempt is on the disk when this returns. The store may refuse the attempt: then the problem does not say whether the
    /// answer is right.
    pub(crate) async fn submit(
        &self,
        token: Option<String>,
        answer: Answer,
    ) -> Result<JudgedAnswer, Problem> {
        // A link of another site's page could spend a learner's attempts.
        if self.caller.is_cross_site {
            return Err(Problem::new(Code::RequestSite, texts::request::site()));
        }
        if let Some(closed) = self.closed() {
            return Err(closed);
        }
        let metrics = &self.state.metrics.answers;
        let judged = self.judge_and_record(token, answer).await;
        match &judged {
            Ok(judged) => judged.measure(&self.step, metrics),
            // The verdict is not counted: nobody who is refused learns it, nor who reads the metrics.
            Err(problem) if REFUSALS.contains(&problem.code()) => metrics.refused(self.step.number),
            Err(_) => {}
        }
        judged
    }

    async fn judge_and_record(
        &self,
        token: Option<String>,
        answer: Answer,
    ) -> Result<JudgedAnswer, Problem> {
        let mut judged = self.judge(token, answer).await?;
        if let Some(learner) = &self.caller.learner {
            self.record(&mut judged, learner).await?;
        }
        Ok(judged)
    }

    /// Records a learner's attempt, and replaces the verdict by the stored verdict. If the learner sent the same answer to the same task
    /// before, the verdict of that attempt stays. An answer that cannot be judged is not recorded.
    async fn record(&self, judged: &mut JudgedAnswer, learner: &Learner) -> Result<(), Problem> {
        let Self { state, step, .. } = self;
        let Some(verdict) = judged.stored_verdict() else { return Ok(()) };
        let canonical = judged.task.canonical(&judged.answer);
        let canonical = canonical.map_err(|error| Problem::malformed(&error, None, None))?;
        let submitted = self.store(judged, verdict, &canonical, learner).await?;
        let Submitted { verdict, is_repeated, standing, grade } = submitted;
        let is_accepted = verdict.is_accepted();
        if is_repeated {
            // The reply is the same as before, whatever boards were served since. No standings change.
            judged.others = None;
        } else if is_accepted {
            state.scoreboard.has_changed();
        } else if !judged.is_by_evidence()
            && let Verdict::Wrong { marks, .. } = judged.verdict
        {
            // A match belongs to its board.
            state.foreign_answers.compare_later(RecordedWrong {
                learner: learner.id,
                step: Arc::clone(step),
                identity: judged.identity,
                canonical: canonical.clone(),
                marks,
            });
        }
        state.refusals.stands(learner, &judged.identity, standing);
        judged.standing = Some(standing);
        judged.receipt = is_accepted.then(|| self.receipt(judged, &canonical, learner, grade));
        judged.restore(verdict, step);
        Ok(())
    }

    /// Stores a learner's attempt, graded by the rules that are in force now.
    async fn store(
        &self,
        judged: &JudgedAnswer,
        verdict: StoredVerdict,
        canonical: &Answer,
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
            raw: RawAnswer::new(judged.answer.as_str(), canonical.as_str()),
            canonical: canonical.as_str().to_owned(),
            verdict,
            basis: if is_by_evidence { VerdictBasis::Evidence } else { VerdictBasis::Answer },
            worth: rules.credit(*now),
            late: rules.phase(*now) == Phase::Late,
            task: judged.task.fields().as_json().to_owned(),
            at: *now,
        };
        let submitted = state.store.submit_attempt(attempt, state.limits.attempts_per_day).await;
        if let Err(StoreError::Refused(refusal)) = submitted {
            state.refusals.refused(learner, &judged.identity, refusal, *now);
        }
        Ok(state.of_learner(learner, submitted)?)
    }

    /// The receipt of an accepted attempt, with what it earned when it was recorded.
    fn receipt(
        &self,
        judged: &JudgedAnswer,
        canonical: &Answer,
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
        issue_receipt(state, curriculum, &receipt)
    }
}

impl JudgedAnswer {
    /// The verdict as it is stored; none if the answer cannot be judged.
    fn stored_verdict(&self) -> Option<StoredVerdict> {
        match self.verdict {
            Verdict::Accepted => Some(StoredVerdict::Accepted),
            Verdict::Wrong { marks, .. } => Some(StoredVerdict::Wrong {
                // Without marks the answer is explained when it is sent again.
                marks: (!self.is_unexplained).then_some(marks),
                diagnosis: self.diagnosis.as_ref().map(StoredDiagnosis::from),
            }),
            Verdict::Malformed(_) | Verdict::JudgeError(_) => None,
        }
    }
}

/// Signs a receipt.
pub(crate) fn issue_receipt(
    state: &State,
    curriculum: &Curriculum,
    receipt: &Receipt<'_>,
) -> String {
    receipt.issue(&Issuer {
        url: state.addresses.public_url.as_deref(),
        course: curriculum.course.name.as_deref(),
        key: state.keyring.receipts(),
    })
}
