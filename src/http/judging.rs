//! Which task an answer belongs to, and the verdict on it.

use std::sync::Arc;

use super::answer::AnswerForm;
use super::problem::Problem;
use super::state::State;
use crate::step::{
    Evidence, EvidenceRequest, Marks, MatchEvidence, MatchPurpose, Nonce, Step, SubjectId,
    Submission, TaskIdentity, TaskInstance, Timestamp, Verdict, Workload, Wrong,
};
use crate::store::{Learner, NewAttempt, StoredVerdict, Submitted, VerdictBasis};

/// An answer with its task and the verdict on it.
pub(super) struct JudgedAnswer {
    step: Arc<Step>,
    identity: TaskIdentity,
    task: Arc<dyn TaskInstance>,
    submission: Submission,
    verdict: Verdict,
}

impl JudgedAnswer {
    /// Judges an answer against the task that its token names.
    ///
    /// Without a token it is judged against the caller's task of the current window and, unless that accepts it, of the
    /// previous one: somebody who fetched a board just before the window ended answers that board. A wrong answer counts
    /// for the earlier board only if it was clearly meant for it.
    pub(super) async fn of(
        state: &State,
        step: &Arc<Step>,
        subject: SubjectId,
        form: AnswerForm,
        now: Timestamp,
    ) -> Result<Self, Problem> {
        let AnswerForm { task: token, ans: submission } = form;
        let judging = Judging { state, step };
        if let Some(token) = token {
            let token = state.keyring.verify(token.trim())?;
            let fingerprint = step.exercise().fingerprint();
            let identity = token.validate(step.number, fingerprint, subject, now)?;
            return judging.against(identity, Chosen::ByToken, submission).await;
        }
        let nonce = Nonce::of_window(now, state.window);
        let current = identity_of(step, subject, nonce);
        let judged = judging.against(current, Chosen::ByWindow, submission).await?;
        let Some(nonce) = nonce.previous().filter(|_| judged.may_be_for_another_window()) else {
            return Ok(judged);
        };
        let earlier = identity_of(step, subject, nonce);
        match judging.against(earlier, Chosen::ByWindow, judged.submission.clone()).await {
            Ok(earlier) if earlier.fit() > judged.fit() => Ok(earlier),
            Ok(_) => Ok(judged),
            Err(problem) => {
                tracing::warn!(%problem, "the board of the previous window cannot be generated");
                Ok(judged)
            }
        }
    }

    /// What is told of the answer; none if it is accepted. A learner's is recorded before anybody is told, and if the same answer
    /// to the same task was recorded before, it gets the verdict that was recorded.
    pub(super) async fn conclude(
        self,
        state: &State,
        learner: Option<&Learner>,
        at: Timestamp,
    ) -> Result<Option<Wrong>, Problem> {
        let canonical = learner.map(|_| self.task.canonical(&self.submission)).transpose()?;
        let fresh = match self.verdict {
            Verdict::Accepted => None,
            Verdict::Wrong(wrong) => Some(wrong),
            Verdict::Malformed(malformed) => return Err(malformed.into()),
            Verdict::JudgeError(error) => return Err(error.into()),
        };
        let (Some(learner), Some(canonical)) = (learner, canonical) else { return Ok(fresh) };
        let verdict =
            fresh.as_ref().map_or(StoredVerdict::Accepted, |wrong| StoredVerdict::Wrong {
                marks: Some(wrong.marks),
                misconception: wrong.misconception.as_ref().map(|known| known.id.to_string()),
            });
        let needs_evidence = self.task.needs(&self.submission).is_some();
        let attempt = NewAttempt {
            learner: learner.id,
            step: self.identity.step,
            fingerprint: self.identity.fingerprint,
            nonce: self.identity.nonce,
            raw: self.submission.as_str().to_owned(),
            canonical: canonical.as_str().to_owned(),
            verdict,
            basis: if needs_evidence { VerdictBasis::Evidence } else { VerdictBasis::Answer },
            at,
        };
        let (Submitted::Recorded(stored) | Submitted::Repeated(stored)) =
            state.store.submit_attempt(attempt).await?;
        Ok(match (stored, fresh) {
            (StoredVerdict::Wrong { marks, misconception }, Some(fresh)) => {
                Some(as_stored(&self.step, &fresh, marks, misconception.as_deref()))
            }
            // What was accepted once, or is now, is accepted.
            (StoredVerdict::Accepted, _) | (_, None) => None,
        })
    }

    /// Whether the answer may have been meant for the board of another window. One that names something that happened
    /// elsewhere says by itself which task it belongs to.
    fn may_be_for_another_window(&self) -> bool {
        self.fit() < Fit::Accepted && self.task.needs(&self.submission).is_none()
    }

    /// How surely the answer was meant for the board that it was judged against.
    fn fit(&self) -> Fit {
        match &self.verdict {
            Verdict::Accepted => Fit::Accepted,
            Verdict::Wrong(wrong) => {
                let mostly_right = 2 * wrong.marks.right > wrong.marks.total;
                let explained = wrong.misconception.is_some();
                if mostly_right || explained { Fit::Meant } else { Fit::Unknown }
            }
            Verdict::Malformed(_) | Verdict::JudgeError(_) => Fit::Unknown,
        }
    }
}

/// What is told of a wrong answer that is stored with these marks and this misconception. What the store does not know, because
/// the attempt is from before it was stored, is taken from today's verdict.
fn as_stored(
    step: &Step,
    fresh: &Wrong,
    marks: Option<Marks>,
    misconception: Option<&str>,
) -> Wrong {
    let explain =
        |id: &str| step.exercise().misconceptions().iter().find(|known| known.id == id).cloned();
    Wrong {
        marks: marks.unwrap_or(fresh.marks),
        feedback: fresh.feedback,
        misconception: misconception.and_then(explain),
    }
}

/// How surely an answer was meant for a board.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Nothing says so: an answer to another board would look the same.
    Unknown,
    /// Most of it is right, or a known mistake explains it.
    Meant,
    /// It is right.
    Accepted,
}

/// The identity of a caller's task on a step.
pub(super) fn identity_of(step: &Step, subject: SubjectId, nonce: Nonce) -> TaskIdentity {
    let fingerprint = step.exercise().fingerprint();
    TaskIdentity { step: step.number, fingerprint, subject, nonce }
}

/// How the task was found that an answer is judged against.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chosen {
    /// The caller named it.
    ByToken,
    /// It is the caller's task of a time window.
    ByWindow,
}

/// A step whose answers are judged.
struct Judging<'a> {
    state: &'a State,
    step: &'a Arc<Step>,
}

impl Judging<'_> {
    /// Judges an answer against one task, or against the caller's task that the evidence belongs to: people play for longer than
    /// a window lasts.
    async fn against(
        &self,
        asked: TaskIdentity,
        chosen: Chosen,
        submission: Submission,
    ) -> Result<JudgedAnswer, Problem> {
        let task = self.state.task(self.step, asked).await?;
        let Some(EvidenceRequest::Match(id)) = task.needs(&submission) else {
            return self.decide(asked, task, submission, Evidence::None).await;
        };
        let found = match id.parse() {
            Ok(id) => self.state.matches.played(id).await?,
            Err(_) => None,
        };
        let Some(found) = found else {
            return self.decide(asked, task, submission, Evidence::Match(None)).await;
        };
        let is_callers =
            |made_for: &TaskIdentity| TaskIdentity { nonce: made_for.nonce, ..asked } == *made_for;
        let identity = match found.task.filter(is_callers) {
            Some(made_for) if chosen == Chosen::ByWindow => made_for,
            _ => asked,
        };
        let is_this = found.task == Some(identity);
        let purpose = if is_this { MatchPurpose::ThisTask } else { MatchPurpose::Other };
        let evidence = Evidence::Match(Some(MatchEvidence { purpose, result: found.result }));
        let task = self.state.task(self.step, identity).await?;
        self.decide(identity, task, submission, evidence).await
    }

    async fn decide(
        &self,
        identity: TaskIdentity,
        task: Arc<dyn TaskInstance>,
        submission: Submission,
        evidence: Evidence,
    ) -> Result<JudgedAnswer, Problem> {
        let (submission, verdict) = match self.step.exercise().workload() {
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
        Ok(JudgedAnswer { step: Arc::clone(self.step), identity, task, submission, verdict })
    }
}
