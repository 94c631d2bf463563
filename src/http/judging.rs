//! Which task an answer belongs to, and what is said of it.

use std::sync::Arc;

use super::answer_form::AnswerForm;
use super::auth::Caller;
use super::problem::Problem;
use super::state::State;
use crate::step::{Nonce, PosedTask, Step, Submission, TaskIdentity, Timestamp, Verdict};
use crate::store::{Attempt, Learner, Outcome};

/// An answer with its task and the verdict on it.
pub(super) struct Judged {
    identity: TaskIdentity,
    task: Arc<dyn PosedTask>,
    submission: Submission,
    pub(super) verdict: Verdict,
}

impl Judged {
    /// Judges an answer against the task that its token names.
    ///
    /// Without a token it is judged against the caller's task of the current window and, unless that accepts it, of the
    /// previous one: somebody who fetched a board just before the window ended answers that board. A wrong answer counts
    /// for the earlier board only if it was clearly meant for it.
    pub(super) fn of(
        state: &State,
        step: &Step,
        caller: &Caller,
        form: AnswerForm,
        now: Timestamp,
    ) -> Result<Self, Problem> {
        let AnswerForm { task: token, ans: submission } = form;
        if let Some(token) = token {
            let token = state.keyring.open(token.trim())?;
            let identity = token.claim(step.number, step.revision, caller.subject, now)?;
            return Self::against(state, step, identity, submission);
        }
        let nonce = Nonce::of_window(now, state.window);
        let current = identity_of(step, caller, nonce);
        let judged = Self::against(state, step, current, submission)?;
        let Some(nonce) = nonce.previous().filter(|_| judged.fit() < Fit::Accepted) else {
            return Ok(judged);
        };
        let earlier = identity_of(step, caller, nonce);
        match Self::against(state, step, earlier, judged.submission.clone()) {
            Ok(earlier) if earlier.fit() > judged.fit() => Ok(earlier),
            Ok(_) => Ok(judged),
            Err(problem) => {
                tracing::warn!(%problem, "the board of the previous window is not to be had");
                Ok(judged)
            }
        }
    }

    fn against(
        state: &State,
        step: &Step,
        identity: TaskIdentity,
        submission: Submission,
    ) -> Result<Self, Problem> {
        let task = state.task(step, identity)?;
        let verdict = task.judge(&submission);
        Ok(Self { identity, task, submission, verdict })
    }

    /// What is remembered of a learner's answer with this outcome.
    pub(super) fn attempt(
        &self,
        learner: &Learner,
        outcome: Outcome,
        at: Timestamp,
    ) -> Result<Attempt, Problem> {
        Ok(Attempt {
            learner: learner.id,
            step: self.identity.step,
            revision: self.identity.revision,
            nonce: self.identity.nonce,
            raw: self.submission.as_str().to_owned(),
            canonical: self.task.canonical(&self.submission)?.as_str().to_owned(),
            outcome,
            at,
        })
    }
}

/// The identity of a caller's task on a step.
pub(super) fn identity_of(step: &Step, caller: &Caller, nonce: Nonce) -> TaskIdentity {
    TaskIdentity { step: step.number, revision: step.revision, subject: caller.subject, nonce }
}

/// How surely an answer was meant for the board that it was judged against.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Nothing says so: an answer to another board would look the same.
    Unknown,
    /// Most of it is right, or a known mistake explains it.
    Meant,
    /// It is right.
    Accepted,
}

impl Judged {
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
