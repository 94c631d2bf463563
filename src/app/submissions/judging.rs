//! Judging an answer: which task it answers, the verdict, and what explains a wrong answer.

use std::iter;
use std::sync::Arc;

use crate::app::ambient::uptime;
use crate::app::compute::CallerKey;
use crate::app::metrics::AnswerMetrics;
use crate::app::state::State;
use crate::app::step_request::{StepRequest, TaskChoice};
use crate::app::tasks::{OtherBoard, Purpose};
use crate::metrics::timed;
use crate::step::{
    Answer, Diagnosis, Evidence, EvidenceRequest, Fit, MatchEvidence, MatchPurpose, Step,
    TaskIdentity, TaskInstance, Timestamp, Verdict, Workload, explanation,
};
use crate::store::{ExpectedAnswer, Standing, StoredDiagnosis, StoredVerdict, answer_hash};
use crate::wire::problem::{Code, Problem};

/// An answer with its task, its verdict and what explains the verdict.
pub(crate) struct JudgedAnswer {
    pub(super) identity: TaskIdentity,
    pub(crate) task: Arc<dyn TaskInstance>,
    pub(crate) answer: Answer,
    evidence: Evidence,
    pub(crate) verdict: Verdict,
    pub(crate) diagnosis: Option<Diagnosis>,
    /// Whether it is not explained because too many other answers wait for an explanation.
    pub(super) is_unexplained: bool,
    /// The caller's other boards for which the answer is wrong as well.
    pub(crate) others: Option<OtherBoards>,
    /// How the learner stands after the answer. None if the answer is not recorded.
    pub(crate) standing: Option<Standing>,
    /// The receipt of an accepted answer that is recorded.
    pub(crate) receipt: Option<String>,
}

/// Boards of the caller.
pub(crate) struct OtherBoards {
    pub(crate) count: usize,
    /// When the first of them was served.
    pub(crate) since: Timestamp,
}

impl JudgedAnswer {
    /// Counts the verdict for the metrics, and what explains it.
    pub(super) fn measure(&self, step: &Step, metrics: &AnswerMetrics) {
        metrics.verdict(step.number, &self.verdict);
        match (&self.diagnosis, &self.verdict) {
            (Some(diagnosis), _) => metrics.diagnosis(step, diagnosis),
            (None, Verdict::Wrong { .. }) if self.is_unexplained => {
                metrics.skipped_diagnosis(step.number);
            }
            (None, Verdict::Wrong { .. }) => metrics.no_diagnosis(step.number),
            (None, _) => {}
        }
    }

    /// Whether the answer may belong to the board of another window. An answer that names a match does not depend on the window:
    /// the match belongs to one task.
    fn may_be_for_another_window(&self) -> bool {
        !self.verdict.is_accepted() && !self.is_by_evidence()
    }

    /// Whether the verdict depends on evidence, which may change.
    pub(super) fn is_by_evidence(&self) -> bool {
        self.evidence != Evidence::None
    }

    /// Whether most of the items are right: then the answer belongs to this board. A kind whose replies do not show how many items are right
    /// does not reveal it by the choice of the board either.
    fn is_mostly_right(&self) -> bool {
        match self.verdict {
            Verdict::Accepted => true,
            Verdict::Wrong { marks, feedback } => {
                feedback.shown(marks, 0).is_some_and(|marks| 2 * marks.right > marks.total)
            }
            Verdict::Malformed(_) | Verdict::JudgeError(_) => false,
        }
    }

    /// Replaces the verdict and the diagnosis by those that are stored for the same answer. The attempt may have been recorded before
    /// marks were stored: then the marks stay. An answer that is accepted now stays accepted.
    pub(super) fn restore(&mut self, stored: StoredVerdict, step: &Step) {
        let StoredVerdict::Wrong { marks: stored_marks, diagnosis: stored } = stored else {
            self.verdict = Verdict::Accepted;
            return;
        };
        let Verdict::Wrong { marks, .. } = &mut self.verdict else { return };
        *marks = stored_marks.unwrap_or(*marks);
        // The new diagnosis also has the values in its hints, which are not stored.
        if self.diagnosis.as_ref().map(StoredDiagnosis::from) != stored {
            self.diagnosis = stored.and_then(|stored| {
                let causes = stored.causes.iter().map(|id| explanation(step.exercise(), id));
                Some(Diagnosis { fit: stored.fit, causes: causes.collect::<Option<_>>()? })
            });
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

impl StepRequest {
    /// Judges an answer against the task that its token names.
    ///
    /// Without a token, the answer is judged against the caller's task of the current window. If that is not accepted, the task of the
    /// previous window is tried: a caller who fetched a board just before the window ended answers that board. The boards of both windows
    /// with the previous secret are tried as well, as long as that secret is accepted. A wrong answer counts for an earlier board only if it is
    /// more plausible there, by what a reply may show.
    pub(super) async fn judge(
        &self,
        token: Option<String>,
        answer: Answer,
    ) -> Result<JudgedAnswer, Problem> {
        let Self { state, step, caller, .. } = self;
        if caller.is_anonymous() {
            state.rates.may_answer(caller.network, step.number, uptime)?;
        }
        let source = if token.is_some() { TaskSource::Token } else { TaskSource::Window };
        let identity = self.token(TaskChoice::from(token))?.task;
        self.refuse_unjudged(identity, source, &answer).await?;
        let judged = self.judged_against(identity, source, answer).await?;
        if source == TaskSource::Window && judged.may_be_for_another_window() {
            // Boxed, so that right answers need no room for it.
            Box::pin(self.judged_against_earlier(judged)).await
        } else {
            self.explained(judged).await
        }
    }

    /// Refuses an answer that the store would refuse, before it is judged. An answer that was sent before is not refused; without a token, to
    /// whichever of the boards.
    async fn refuse_unjudged(
        &self,
        identity: TaskIdentity,
        source: TaskSource,
        answer: &Answer,
    ) -> Result<(), Problem> {
        let Self { state, step, caller, now, .. } = self;
        let Some(learner) = &caller.learner else { return Ok(()) };
        if !state.refusals.expects(learner, &identity, *now) {
            return Ok(());
        }
        let earlier = match source {
            TaskSource::Token => Vec::new(),
            TaskSource::Window => state.keyring.earlier_nonces(*now, state.window),
        };
        let earlier = earlier.into_iter().map(|nonce| self.identity(nonce));
        let mut refusal = None;
        for board in iter::once(identity).chain(earlier) {
            let task = state.tasks.get(step, board, Purpose::Work, caller).await?;
            let canonical = task.canonical(answer);
            let (Ok(canonical), None) = (canonical, task.needs(answer)) else { return Ok(()) };
            let (kind, hash) = (step.exercise().kind(), answer_hash(canonical.as_str()));
            let expected =
                ExpectedAnswer { learner: learner.id, task: board, kind, hash, at: *now };
            let forecast = state.store.forecast(expected, state.limits.attempts_per_day).await;
            let forecast = state.of_learner(learner, forecast)?;
            if board == identity {
                refusal = forecast.refusal;
            }
            if forecast.is_repeated || refusal.is_none() {
                return Ok(());
            }
        }
        refusal.map_or(Ok(()), |refusal| Err(refusal.into()))
    }

    /// Judges an answer, which the board of the current window does not accept, against the earlier boards.
    async fn judged_against_earlier(
        &self,
        mut current: JudgedAnswer,
    ) -> Result<JudgedAnswer, Problem> {
        let Self { state, step, caller, .. } = self;
        let mut earlier = Vec::new();
        for nonce in self.earlier_nonces() {
            let (identity, answer) = (self.identity(nonce), current.answer.clone());
            match self.judged_against(identity, TaskSource::Window, answer).await {
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
        // The explanation decides to which board the answer belongs, and so what is stored.
        Box::pin(current.explain(state, step, caller.key)).await;
        if current.diagnosis.is_some() || current.is_unexplained {
            return Ok(current);
        }
        for mut judged in earlier {
            Box::pin(judged.explain(state, step, caller.key)).await;
            if judged.diagnosis.is_some() {
                return Ok(judged);
            }
        }
        Ok(current)
    }

    /// Judges an answer against a task. An answer without a token that names a match is judged against the task of that match if
    /// it is the caller's: a match may take longer than a window.
    async fn judged_against(
        &self,
        identity: TaskIdentity,
        source: TaskSource,
        answer: Answer,
    ) -> Result<JudgedAnswer, Problem> {
        let Self { state, step, caller, .. } = self;
        let task = state.tasks.get(step, identity, Purpose::Work, caller).await?;
        let Some(EvidenceRequest::Match(id)) = task.needs(&answer) else {
            return self.decide(identity, task, answer, Evidence::None).await;
        };
        // Boxed, so that the other answers need no room for it.
        let (identity, evidence) = Box::pin(self.evidence(&id, identity, source)).await?;
        let task = state.tasks.get(step, identity, Purpose::Work, caller).await?;
        self.decide(identity, task, answer, evidence).await
    }

    /// The evidence of the match with this id, and the task that the answer is judged against.
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
        let is_callers = |made_for: &TaskIdentity| self.identity(made_for.nonce) == *made_for;
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
        answer: Answer,
        evidence: Evidence,
    ) -> Result<JudgedAnswer, Problem> {
        let Self { state, step, caller, .. } = self;
        let exercise = step.exercise();
        let (verdict, time, answer) = match exercise.workloads().judge {
            Workload::Light => {
                let (verdict, time) = timed(|| task.judge(&answer, &evidence));
                (verdict, time, answer)
            }
            Workload::Heavy => {
                let task = Arc::clone(&task);
                let work = move || {
                    let (verdict, time) = timed(|| task.judge(&answer, &evidence));
                    (verdict, time, answer)
                };
                state.pool.run(caller.key, work).await?
            }
        };
        state.metrics.answers.judged(exercise.kind(), time);
        Ok(JudgedAnswer {
            identity,
            task,
            answer,
            evidence,
            verdict,
            diagnosis: None,
            is_unexplained: false,
            others: None,
            standing: None,
            receipt: None,
        })
    }

    /// The answer with its explanation, unless it is accepted, or is one malformed answer too many.
    async fn explained(&self, mut judged: JudgedAnswer) -> Result<JudgedAnswer, Problem> {
        self.count(&judged)?;
        let Self { state, step, caller, .. } = self;
        let is_explained = match judged.verdict {
            Verdict::Accepted | Verdict::JudgeError(_) => false,
            Verdict::Wrong { .. } => true,
            Verdict::Malformed(_) if caller.is_anonymous() => {
                state.rates.explains_anonymous(caller.network, step.number, uptime())
            }
            Verdict::Malformed(_) => {
                state.rates.explains_malformed(caller.key, step.number, uptime())
            }
        };
        // Boxed, so that right answers need no room for it.
        if is_explained {
            Box::pin(judged.explain(state, step, caller.key)).await;
        }
        Ok(judged)
    }

    /// Counts a wrong answer of a caller without a key; one too many is refused.
    fn count(&self, judged: &JudgedAnswer) -> Result<(), Problem> {
        let Self { state, step, caller, .. } = self;
        if matches!(judged.verdict, Verdict::Wrong { .. }) && caller.is_anonymous() {
            state.rates.wrong_answer(caller.network, step.number, uptime())?;
        }
        Ok(())
    }
}

impl JudgedAnswer {
    /// Explains an answer that is not accepted, on a thread for that and at this caller's cost. An explanation that fails is logged, and the
    /// reply has none. So it is when too many others wait.
    pub(super) async fn explain(&mut self, state: &State, step: &Step, caller: CallerKey) {
        let is_sample = step.is_sample_answer(&self.answer);
        let boards = state.tasks.other_boards(self.identity);
        let others = boards.iter().map(|board| board.served).min_by_key(|served| served.seconds());
        let others = others.map(|since| OtherBoards { count: boards.len(), since });
        let (task, evidence) = (Arc::clone(&self.task), self.evidence);
        let answer = self.answer.clone();
        let (rates, number) = (Arc::clone(&state.rates), step.number);
        let may_compare =
            move || !caller.is_learner() || rates.may_compare(caller, number, uptime());
        let work = move || {
            let diagnosis = task.diagnose(&answer, &evidence).unwrap_or_else(|error| {
                tracing::error!(%error, "an answer cannot be explained");
                None
            });
            // That all items are right on another board says more than that the wrong ones are those of a misconception.
            if !matches!(diagnosis, None | Some(Diagnosis { fit: Fit::Items, .. })) {
                return (diagnosis, false);
            }
            if let Some(sample) = is_sample.then(Diagnosis::of_sample).flatten() {
                return (Some(sample), false);
            }
            if boards.is_empty() || !may_compare() {
                return (diagnosis, false);
            }
            (of_another_board(&boards, &answer).or(diagnosis), true)
        };
        match state.explanations.run(caller, work).await {
            Ok((diagnosis, is_compared)) => {
                self.diagnosis = diagnosis;
                self.others = others.filter(|_| is_compared);
            }
            // Nor is it known whether it fits another board.
            Err(error) => {
                tracing::warn!(%error, "an answer is not explained");
                self.is_unexplained = true;
            }
        }
    }
}

/// The diagnosis that the answer is right for another board, if it is.
fn of_another_board(others: &[OtherBoard], answer: &Answer) -> Option<Diagnosis> {
    let is_right = |other: &&OtherBoard| other.task.judge(answer, &Evidence::None).is_accepted();
    let OtherBoard { served, .. } = others.iter().find(is_right)?;
    Diagnosis::of_another_board(&served.time_of_day())
}
