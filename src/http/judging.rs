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
    /// previous one: somebody who fetched a board just before the window ended answers that board. What counts is the
    /// better verdict of the two.
    pub(super) fn of(
        state: &State,
        step: &Step,
        caller: &Caller,
        form: AnswerForm,
        now: Timestamp,
    ) -> Result<Self, Problem> {
        let submission = form.ans;
        if let Some(token) = form.task {
            let token = state.keyring.open(token.trim())?;
            let identity = token.claim(step.number, step.revision, caller.subject, now)?;
            return Self::against(state, step, identity, submission);
        }
        let nonce = Nonce::of_window(now, state.window);
        let current = identity_of(step, caller, nonce);
        let judged = Self::against(state, step, current, submission)?;
        match nonce.previous() {
            Some(nonce) if !matches!(judged.verdict, Verdict::Accepted) => {
                let earlier = identity_of(step, caller, nonce);
                let earlier = Self::against(state, step, earlier, judged.submission.clone())?;
                Ok(if rank(&earlier.verdict) > rank(&judged.verdict) { earlier } else { judged })
            }
            _ => Ok(judged),
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

/// How well a verdict fits: an answer to one board says little that is right about another one.
fn rank(verdict: &Verdict) -> (u8, bool, usize) {
    match verdict {
        Verdict::JudgeError(_) => (0, false, 0),
        Verdict::Malformed(_) => (1, false, 0),
        Verdict::Wrong(wrong) => {
            let right = wrong.marks.map_or(0, |marks| marks.right);
            (2, wrong.misconception.is_some(), right)
        }
        Verdict::Accepted => (3, false, 0),
    }
}
