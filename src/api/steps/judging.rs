//! Judging an answer: which task it answers, its verdict, and what explains it.

use std::sync::Arc;

use super::answer::AnswerForm;
use super::request::identity_of;
use crate::app::ambient::uptime;
use crate::app::caller::Caller;
use crate::app::compute::CallerKey;
use crate::app::metrics::{AnswerMetrics, NotExplained};
use crate::app::state::State;
use crate::app::tasks::{OtherBoard, Purpose};
use crate::course::time_of_day;
use crate::metrics::timed;
use crate::step::{
    Diagnosis, Evidence, EvidenceRequest, Fit, MatchEvidence, MatchPurpose, Step, Submission,
    TaskIdentity, TaskInstance, Timestamp, Verdict, Workload,
};
use crate::wire::problem::{Code, Problem};

/// An answer with its task and its verdict.
pub(crate) struct JudgedAnswer {
    /// Whose computation its explanation is.
    caller: CallerKey,
    pub(crate) step: Arc<Step>,
    pub(crate) identity: TaskIdentity,
    pub(crate) task: Arc<dyn TaskInstance>,
    pub(crate) submission: Submission,
    evidence: Evidence,
    pub(crate) verdict: Verdict,
    pub(crate) diagnosis: Option<Diagnosis>,
    /// Why it is not explained, although it could be.
    pub(crate) unexplained: Option<Unexplained>,
    /// The caller's other boards that it was compared with, without success.
    pub(crate) others: Option<OtherBoards>,
}

/// Why an answer is not explained.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unexplained {
    /// Too many others wait for explanations.
    Busy,
    /// The store is expected to refuse it.
    Refusal,
}

/// Boards of the caller.
pub(crate) struct OtherBoards {
    pub(crate) count: usize,
    /// When the first of them was served.
    pub(crate) since: Timestamp,
}

impl JudgedAnswer {
    /// Judges an answer against the task that its token names.
    ///
    /// Without a token it is judged against the caller's task of the current window and, unless that accepts it, against the task
    /// of the previous window: a caller who fetched a board just before the window ended answers that board. So it is with the boards that
    /// the caller has in these windows with the secret before, as long as it is accepted. A wrong answer counts for an earlier board only if it is more
    /// plausible there, by what a reply may tell.
    pub(crate) async fn of(
        state: &State,
        step: &Arc<Step>,
        caller: &Caller,
        form: AnswerForm,
        now: Timestamp,
    ) -> Result<Self, Problem> {
        let AnswerForm { task: token, ans: submission } = form;
        if caller.is_anonymous() {
            state.rates.may_answer(caller.network, step.number, uptime)?;
        }
        let judge = Judge { state, step, caller, now };
        let subjects = &caller.subjects;
        if let Some(token) = token {
            let token = state.keyring.verify(token.trim(), now)?;
            let (fingerprint, subject) =
                (step.exercise().fingerprint(), subjects.of(token.task.nonce));
            let identity = token.validate(step.number, fingerprint, subject, now)?;
            let judged = judge.against(identity, TaskSource::Token, submission).await?;
            return judge.explained(judged).await;
        }
        let nonce = state.keyring.nonce_of_window(now, state.window);
        let identity = identity_of(step, subjects, nonce);
        let current = judge.against(identity, TaskSource::Window, submission).await?;
        if current.may_be_for_another_window() {
            // Boxed, so that right answers need no room for it.
            Box::pin(judge.against_earlier(current)).await
        } else {
            judge.explained(current).await
        }
    }

    /// Counts the verdict for the metrics, and what explains it.
    pub(crate) fn measure(&self, metrics: &AnswerMetrics) {
        metrics.verdict(self.step.number, &self.verdict);
        match (&self.diagnosis, &self.verdict, self.unexplained) {
            (Some(diagnosis), _, _) => metrics.diagnosis(&self.step, diagnosis),
            (None, Verdict::Wrong(_), None) => {
                metrics.no_diagnosis(self.step.number, NotExplained::Unknown);
            }
            (None, Verdict::Wrong(_), Some(_)) => {
                metrics.no_diagnosis(self.step.number, NotExplained::Skipped);
            }
            (None, _, _) => {}
        }
    }

    /// Whether the answer may belong to the board of another window. An answer that names a match does not depend on the window:
    /// the match belongs to one task.
    fn may_be_for_another_window(&self) -> bool {
        !self.verdict.is_accepted() && self.task.needs(&self.submission).is_none()
    }

    /// Whether most of the items are right: then the answer belongs to this board. A kind that does not tell how many are right does not
    /// tell it by the board that it judges against either.
    fn is_mostly_right(&self) -> bool {
        match &self.verdict {
            Verdict::Accepted => true,
            Verdict::Wrong(wrong) => {
                wrong.visible_marks().is_some_and(|marks| 2 * marks.right > marks.total)
            }
            Verdict::Malformed(_) | Verdict::JudgeError(_) => false,
        }
    }
}

/// How the task of an answer was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TaskSource {
    /// The caller sent its token.
    Token,
    /// It is the caller's task of a time window.
    Window,
}

/// Judges the answers of a caller to a step.
struct Judge<'a> {
    state: &'a State,
    step: &'a Arc<Step>,
    caller: &'a Caller,
    now: Timestamp,
}

impl Judge<'_> {
    /// Judges an answer, which the board of the current window does not accept, against the earlier boards.
    async fn against_earlier(&self, current: JudgedAnswer) -> Result<JudgedAnswer, Problem> {
        let Self { state, step, caller, now } = *self;
        let mut earlier = Vec::new();
        for nonce in state.keyring.earlier_nonces(now, state.window) {
            let identity = identity_of(step, &caller.subjects, nonce);
            let submission = current.submission.clone();
            match self.against(identity, TaskSource::Window, submission).await {
                Ok(judged) if judged.verdict.is_accepted() => return Ok(judged),
                Ok(judged) => earlier.push(judged),
                Err(problem) if problem.code() == Code::JudgeError => {
                    tracing::warn!(%problem, "the board of an earlier window cannot be generated");
                }
                // For example `limit.busy`: whether the answer is right is not known.
                Err(problem) => return Err(problem),
            }
        }
        if current.is_mostly_right() {
            return self.explained(current).await;
        }
        if let Some(place) = earlier.iter().position(JudgedAnswer::is_mostly_right) {
            return self.explained(earlier.swap_remove(place)).await;
        }
        earlier.retain(|judged| state.tasks.remembers(&judged.identity));
        if earlier.is_empty() {
            return self.explained(current).await;
        }
        self.count(&current)?;
        // Also where a refusal is expected: which board it belongs to, and so what is stored, is known by what explains it.
        let current = Box::pin(explain(state, current)).await;
        if current.diagnosis.is_some() || current.unexplained.is_some() {
            return Ok(current);
        }
        for judged in earlier {
            let judged = Box::pin(explain(state, judged)).await;
            if judged.diagnosis.is_some() {
                return Ok(judged);
            }
        }
        Ok(current)
    }

    /// Judges an answer against a task. An answer without a token that names a match is judged against the task of that match if
    /// it is the caller's: a match may take longer than a window.
    async fn against(
        &self,
        requested: TaskIdentity,
        source: TaskSource,
        submission: Submission,
    ) -> Result<JudgedAnswer, Problem> {
        let task = self.state.tasks.get(self.step, requested, Purpose::Work, self.caller).await?;
        let Some(EvidenceRequest::Match(id)) = task.needs(&submission) else {
            return self.decide(requested, task, submission, Evidence::None).await;
        };
        // Boxed, so that the other answers need no room for it.
        let (identity, evidence) = Box::pin(self.evidence(&id, requested, source)).await?;
        let task = self.state.tasks.get(self.step, identity, Purpose::Work, self.caller).await?;
        self.decide(identity, task, submission, evidence).await
    }

    /// What is known of the match with this id, and the task that the answer is judged against.
    async fn evidence(
        &self,
        id: &str,
        requested: TaskIdentity,
        source: TaskSource,
    ) -> Result<(TaskIdentity, Evidence), Problem> {
        let played = match id.parse() {
            Ok(id) => self.state.matches.played(id).await?,
            Err(_) => None,
        };
        let Some(played) = played else { return Ok((requested, Evidence::Match(None))) };
        let is_callers = |made_for: &TaskIdentity| {
            let (nonce, subject) = (made_for.nonce, self.caller.subjects.of(made_for.nonce));
            TaskIdentity { subject, nonce, ..requested } == *made_for
        };
        let identity = match played.task.filter(is_callers) {
            Some(made_for) if source == TaskSource::Window => made_for,
            _ => requested,
        };
        let is_this = played.task == Some(identity);
        let purpose = if is_this { MatchPurpose::ThisTask } else { MatchPurpose::Other };
        let evidence = MatchEvidence { purpose, result: played.result };
        Ok((identity, Evidence::Match(Some(evidence))))
    }

    async fn decide(
        &self,
        identity: TaskIdentity,
        task: Arc<dyn TaskInstance>,
        submission: Submission,
        evidence: Evidence,
    ) -> Result<JudgedAnswer, Problem> {
        let exercise = self.step.exercise();
        let (submission, (verdict, time)) = match exercise.workloads().judge {
            Workload::Light => {
                let judged = timed(|| task.judge(&submission, &evidence));
                (submission, judged)
            }
            Workload::Heavy => {
                let task = Arc::clone(&task);
                let work = move || {
                    let judged = timed(|| task.judge(&submission, &evidence));
                    (submission, judged)
                };
                self.state.pool.run(self.caller.key, work).await?
            }
        };
        self.state.metrics.answers.judged(exercise.kind(), time);
        let step = Arc::clone(self.step);
        Ok(JudgedAnswer {
            caller: self.caller.key,
            step,
            identity,
            task,
            submission,
            evidence,
            verdict,
            diagnosis: None,
            unexplained: None,
            others: None,
        })
    }

    /// The answer with its explanation, unless it is accepted, is expected to be refused, or is one malformed answer too many.
    async fn explained(&self, judged: JudgedAnswer) -> Result<JudgedAnswer, Problem> {
        self.count(&judged)?;
        let Self { state, caller, now, .. } = *self;
        let is_explained = match judged.verdict {
            Verdict::Accepted | Verdict::JudgeError(_) => false,
            Verdict::Wrong(_) => {
                let expects = |learner| state.refusals.expects(learner, &judged.identity, now);
                if caller.learner.as_ref().is_some_and(expects) {
                    let unexplained = Some(Unexplained::Refusal);
                    return Ok(JudgedAnswer { unexplained, ..judged });
                }
                true
            }
            Verdict::Malformed(_) => {
                let (network, step) = (caller.network, self.step.number);
                state.free_looks.take(&judged.identity, &judged.submission)
                    && state.rates.explains_malformed(network, step, uptime())
            }
        };
        // Boxed, so that right answers need no room for it.
        Ok(if is_explained { Box::pin(explain(state, judged)).await } else { judged })
    }

    /// Counts a wrong answer of somebody without a key; one too many is refused.
    fn count(&self, judged: &JudgedAnswer) -> Result<(), Problem> {
        if matches!(judged.verdict, Verdict::Wrong(_)) && self.caller.is_anonymous() {
            self.state.rates.wrong_answer(self.caller.network, self.step.number, uptime())?;
        }
        Ok(())
    }
}

/// Explains an answer that is not accepted, on a thread for that. An explanation that fails is logged, and the verdict is told
/// without one, as also when too many others wait.
pub(crate) async fn explain(state: &State, judged: JudgedAnswer) -> JudgedAnswer {
    let boards = state.tasks.other_boards(judged.identity);
    let others = boards.iter().map(|board| board.served).min_by_key(|served| served.seconds());
    let others = others.map(|since| OtherBoards { count: boards.len(), since });
    let (task, evidence) = (Arc::clone(&judged.task), judged.evidence);
    let submission = judged.submission.clone();
    let work = move || {
        let diagnosis = task.diagnose(&submission, &evidence).unwrap_or_else(|error| {
            tracing::error!(%error, "an answer cannot be explained");
            None
        });
        match diagnosis {
            // That all items are right on another board says more than that the wrong ones are those of a misconception.
            None | Some(Diagnosis { fit: Fit::Items, .. }) => {
                of_another_board(&boards, &submission).or(diagnosis)
            }
            known => known,
        }
    };
    match state.explanations.run(judged.caller, work).await {
        Ok(diagnosis) => JudgedAnswer { diagnosis, others, unexplained: None, ..judged },
        // Nor is it known whether it fits another board.
        Err(error) => {
            tracing::warn!(%error, "an answer is not explained");
            JudgedAnswer { unexplained: Some(Unexplained::Busy), ..judged }
        }
    }
}

/// The diagnosis that the answer is right for another board, if it is.
fn of_another_board(others: &[OtherBoard], submission: &Submission) -> Option<Diagnosis> {
    let is_right =
        |other: &&OtherBoard| other.task.judge(submission, &Evidence::None).is_accepted();
    let OtherBoard { served, .. } = others.iter().find(is_right)?;
    Diagnosis::of_another_board(&time_of_day(*served))
}
