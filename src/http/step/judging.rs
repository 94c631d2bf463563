//! Judging an answer: which task it answers, its verdict, and the record of a learner's attempt.

use std::sync::Arc;

use super::answer::AnswerForm;
use super::request::identity_of;
use crate::http::ambient::{time_of_day, uptime};
use crate::http::caller::Caller;
use crate::http::problem::{Code, Problem};
use crate::http::state::{OtherBoard, Purpose, State};
use crate::step::{
    Diagnosis, Evidence, EvidenceRequest, Fit, Marks, MatchEvidence, MatchPurpose, Nonce, Step,
    Submission, TaskIdentity, TaskInstance, Timestamp, Verdict, Workload, Wrong, explanation,
    format_hint,
};
use crate::store::{Learner, NewAttempt, StoredDiagnosis, StoredVerdict, Submitted, VerdictBasis};

/// An answer with its task and its verdict.
pub(super) struct JudgedAnswer {
    step: Arc<Step>,
    identity: TaskIdentity,
    task: Arc<dyn TaskInstance>,
    submission: Submission,
    evidence: Evidence,
    verdict: Verdict,
    diagnosis: Option<Diagnosis>,
    /// Whether it has no diagnosis only because too many others wait.
    is_refused: bool,
    /// The caller's other boards that it was compared with, without success.
    others: Option<OtherBoards>,
}

/// What the reply to a wrong answer says.
pub(super) struct Told {
    pub(super) wrong: Wrong,
    pub(super) diagnosis: Option<Diagnosis>,
    /// The other boards of the caller that the answer does not fit either.
    pub(super) others: Option<OtherBoards>,
}

/// Boards of the caller.
pub(super) struct OtherBoards {
    pub(super) count: usize,
    /// When the first of them was served.
    pub(super) since: Timestamp,
}

impl JudgedAnswer {
    /// Judges an answer against the task that its token names.
    ///
    /// Without a token it is judged against the caller's task of the current window and, unless that accepts it, against the task
    /// of the previous window: a caller who fetched a board just before the window ended answers that board. A wrong answer counts
    /// for the previous board only if it is more plausible there, by what a reply may tell.
    pub(super) async fn of(
        state: &State,
        step: &Arc<Step>,
        caller: &Caller,
        form: AnswerForm,
        now: Timestamp,
    ) -> Result<Self, Problem> {
        let AnswerForm { task: token, ans: submission } = form;
        let judge = Judge { state, step, caller };
        if caller.learner.is_none() {
            state.rates.may_answer(caller.network, step.number, uptime)?;
        }
        let subject = caller.subject;
        if let Some(token) = token {
            let token = state.keyring.verify(token.trim())?;
            let fingerprint = step.exercise().fingerprint();
            let identity = token.validate(step.number, fingerprint, subject, now)?;
            let judged = judge.against(identity, TaskSource::Token, submission).await?;
            return judge.explained(judged).await;
        }
        let nonce = Nonce::of_window(now, state.window);
        let identity = identity_of(step, subject, nonce);
        let current = judge.against(identity, TaskSource::Window, submission).await?;
        match nonce.previous().filter(|_| current.may_be_for_another_window()) {
            None => judge.explained(current).await,
            // Boxed, so that right answers need no room for it.
            Some(nonce) => {
                let identity = identity_of(step, subject, nonce);
                Box::pin(judge.against_previous(identity, current)).await
            }
        }
    }

    /// Records a learner's attempt, and returns what the reply says about a wrong answer, or none if it is accepted. If the same answer
    /// to the same task was recorded before, the recorded verdict is returned. An anonymous caller's answer is not recorded.
    pub(super) async fn record(
        self,
        state: &State,
        learner: Option<&Learner>,
        at: Timestamp,
    ) -> Result<Option<Told>, Problem> {
        let verdict = match self.verdict {
            Verdict::Accepted => None,
            Verdict::Wrong(wrong) => {
                Some(Told { wrong, diagnosis: self.diagnosis, others: self.others })
            }
            Verdict::Malformed(malformed) => {
                let hint = format_hint(&self.submission, &malformed, &|submission| {
                    self.task.canonical(submission).map(drop)
                });
                return Err(Problem::malformed(&malformed, self.diagnosis, hint));
            }
            Verdict::JudgeError(error) => return Err(error.into()),
        };
        let Some(learner) = learner else { return Ok(verdict) };
        let canonical = self.task.canonical(&self.submission);
        let canonical =
            canonical.map_err(|malformed| Problem::malformed(&malformed, None, None))?;
        let to_store =
            verdict.as_ref().map_or(StoredVerdict::Accepted, |told| StoredVerdict::Wrong {
                // Without marks it is explained when it is sent again.
                marks: (!self.is_refused).then_some(told.wrong.marks),
                diagnosis: told.diagnosis.as_ref().map(|diagnosis| StoredDiagnosis {
                    fit: diagnosis.fit,
                    causes: diagnosis.causes.iter().map(|cause| cause.id.clone()).collect(),
                }),
            });
        let needs_evidence = self.task.needs(&self.submission).is_some();
        let attempt = NewAttempt {
            learner: learner.id,
            step: self.identity.step,
            fingerprint: self.identity.fingerprint,
            nonce: self.identity.nonce,
            raw: self.submission.as_str().to_owned(),
            canonical: canonical.as_str().to_owned(),
            verdict: to_store,
            basis: if needs_evidence { VerdictBasis::Evidence } else { VerdictBasis::Answer },
            at,
        };
        let (stored, verdict) = match state.store.submit_attempt(attempt).await? {
            Submitted::Recorded(stored) => (stored, verdict),
            // A repeated answer is told the same as before, whatever boards were served since.
            Submitted::Repeated(stored) => {
                (stored, verdict.map(|told| Told { others: None, ..told }))
            }
        };
        Ok(match (stored, verdict) {
            (StoredVerdict::Wrong { marks, diagnosis }, Some(told)) => {
                Some(told.with_stored(&self.step, marks, diagnosis))
            }
            // An answer is accepted if it was accepted before or is accepted now.
            (StoredVerdict::Accepted, _) | (_, None) => None,
        })
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

impl Told {
    /// What is stored of the same answer. Attempts that were recorded before marks were stored get the marks of the new verdict.
    fn with_stored(
        self,
        step: &Step,
        marks: Option<Marks>,
        stored: Option<StoredDiagnosis>,
    ) -> Self {
        let ids = |diagnosis: &Diagnosis| -> Vec<String> {
            diagnosis.causes.iter().map(|cause| cause.id.clone()).collect()
        };
        let diagnosis = stored.and_then(|StoredDiagnosis { fit, causes }| {
            // The new one also knows what its hints are filled with.
            match self.diagnosis {
                Some(same) if same.fit == fit && ids(&same) == causes => Some(same),
                _ => {
                    let known = |id: &String| explanation(step.exercise(), id);
                    let causes = causes.iter().map(known).collect::<Option<Vec<_>>>()?;
                    Some(Diagnosis { fit, causes })
                }
            }
        });
        let wrong = Wrong { marks: marks.unwrap_or(self.wrong.marks), ..self.wrong };
        Self { wrong, diagnosis, others: self.others }
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

/// Judges the answers to a step.
struct Judge<'a> {
    state: &'a State,
    step: &'a Arc<Step>,
    caller: &'a Caller,
}

impl Judge<'_> {
    /// Judges an answer, which the board of the current window does not accept, against that of the previous one.
    async fn against_previous(
        &self,
        identity: TaskIdentity,
        current: JudgedAnswer,
    ) -> Result<JudgedAnswer, Problem> {
        let submission = current.submission.clone();
        let previous = match self.against(identity, TaskSource::Window, submission).await {
            Ok(previous) => previous,
            Err(problem) if problem.code() == Code::JudgeError => {
                tracing::warn!(%problem, "the board of the previous window cannot be generated");
                return self.explained(current).await;
            }
            // For example `limit.busy`: whether the answer is right is not known.
            Err(problem) => return Err(problem),
        };
        if previous.is_mostly_right() && !current.is_mostly_right() {
            return self.explained(previous).await;
        }
        let current = self.explained(current).await?;
        let is_plausible =
            current.is_mostly_right() || current.diagnosis.is_some() || current.is_refused;
        if is_plausible || !self.state.remembers(&identity) {
            return Ok(current);
        }
        // A wrong answer is counted once.
        let previous = self.looked_at(previous).await;
        Ok(if previous.diagnosis.is_some() { previous } else { current })
    }

    /// Judges an answer against a task. An answer without a token that names a match is judged against the task of that match if
    /// it is the caller's: a match may take longer than a window.
    async fn against(
        &self,
        requested: TaskIdentity,
        source: TaskSource,
        submission: Submission,
    ) -> Result<JudgedAnswer, Problem> {
        let task =
            self.state.task(self.step, requested, Purpose::Work, self.caller.network).await?;
        let Some(EvidenceRequest::Match(id)) = task.needs(&submission) else {
            return self.decide(requested, task, submission, Evidence::None).await;
        };
        // Boxed, so that the other answers need no room for it.
        let (identity, evidence) = Box::pin(self.evidence(&id, requested, source)).await?;
        let task = self.state.task(self.step, identity, Purpose::Work, self.caller.network).await?;
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
            TaskIdentity { nonce: made_for.nonce, ..requested } == *made_for
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
        let (submission, verdict) = match self.step.exercise().workloads().judge {
            Workload::Light => {
                let verdict = task.judge(&submission, &evidence);
                (submission, verdict)
            }
            Workload::Heavy => {
                let task = Arc::clone(&task);
                let work = move || {
                    let verdict = task.judge(&submission, &evidence);
                    (submission, verdict)
                };
                self.state.pool.run(work).await?
            }
        };
        let step = Arc::clone(self.step);
        Ok(JudgedAnswer {
            step,
            identity,
            task,
            submission,
            evidence,
            verdict,
            diagnosis: None,
            is_refused: false,
            others: None,
        })
    }

    /// The answer with its explanation, unless it is one wrong answer too many of somebody without a key.
    async fn explained(&self, judged: JudgedAnswer) -> Result<JudgedAnswer, Problem> {
        if matches!(judged.verdict, Verdict::Wrong(_)) && self.caller.learner.is_none() {
            self.state.rates.wrong_answer(self.caller.network, self.step.number, uptime())?;
        }
        Ok(self.looked_at(judged).await)
    }

    /// The answer with its explanation, unless it is accepted, or is one malformed answer too many.
    async fn looked_at(&self, judged: JudgedAnswer) -> JudgedAnswer {
        let is_explained = match judged.verdict {
            Verdict::Accepted | Verdict::JudgeError(_) => false,
            Verdict::Wrong(_) => true,
            Verdict::Malformed(_) => {
                let (network, step) = (self.caller.network, self.step.number);
                self.state.free_looks.take(&judged.identity, &judged.submission)
                    && self.state.rates.explains_malformed(network, step, uptime())
            }
        };
        // Boxed, so that right answers need no room for it.
        if is_explained { Box::pin(self.explain(judged)).await } else { judged }
    }

    /// Explains an answer that is not accepted, on a thread for that. An explanation that fails is logged, and the verdict is told
    /// without one, as also when too many others wait.
    async fn explain(&self, judged: JudgedAnswer) -> JudgedAnswer {
        let boards = self.state.other_boards(judged.identity);
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
        match self.state.explanations.run(work).await {
            Ok(diagnosis) => JudgedAnswer { diagnosis, others, ..judged },
            // Nor is it known whether it fits another board.
            Err(error) => {
                tracing::warn!(%error, "an answer is not explained");
                JudgedAnswer { is_refused: true, ..judged }
            }
        }
    }
}

/// The diagnosis that the answer is right for another board, if it is.
fn of_another_board(others: &[OtherBoard], submission: &Submission) -> Option<Diagnosis> {
    let is_right =
        |other: &&OtherBoard| other.task.judge(submission, &Evidence::None).is_accepted();
    let OtherBoard { served, .. } = others.iter().find(is_right)?;
    Diagnosis::of_another_board(&time_of_day(*served)?)
}
