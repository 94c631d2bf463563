//! Which task an answer belongs to, and what is said of it.

use std::sync::Arc;

use super::answer::AnswerForm;
use super::caller::Caller;
use super::games::referee;
use super::problem::Problem;
use super::state::State;
use crate::step::{
    Exercise, MatchExercise, Nonce, PosedTask, Puzzle, Step, Submission, TaskIdentity, Testimony,
    Timestamp, Verdict, judge_match,
};
use crate::store::{Attempt, Learner, Outcome};

/// An answer with its task and the verdict on it.
pub(super) struct Judged {
    identity: TaskIdentity,
    /// The puzzle's task; none of a match, whose id is its own canonical form.
    task: Option<Arc<dyn PosedTask>>,
    submission: Submission,
    pub(super) verdict: Verdict,
}

impl Judged {
    /// Judges an answer.
    pub(super) async fn of(
        state: &State,
        step: &Step,
        caller: &Caller,
        form: AnswerForm,
        now: Timestamp,
    ) -> Result<Self, Problem> {
        let AnswerForm { task: token, ans: submission } = form;
        let named = match token {
            None => None,
            Some(token) => {
                let token = state.keyring.open(token.trim())?;
                Some(token.claim(step.number, step.revision, caller.subject, now)?)
            }
        };
        match step.exercise() {
            Exercise::Puzzle(puzzle) => {
                let puzzle = Asked { state, puzzle: &**puzzle, step, caller, now };
                puzzle.judge(named, submission)
            }
            Exercise::Match(exercise) => {
                let identity = |nonce| named.unwrap_or_else(|| identity_of(step, caller, nonce));
                let current = identity(Nonce::of_window(now, state.window));
                Self::of_match(state, exercise, current, named.is_some(), &submission).await
            }
        }
    }

    /// Judges the match that is named as an answer to a task.
    ///
    /// Without a token the answer may be a match of any of the caller's tasks of this step and revision: people play for longer
    /// than a window lasts.
    async fn of_match(
        state: &State,
        exercise: &MatchExercise,
        asked: TaskIdentity,
        is_named: bool,
        submission: &Submission,
    ) -> Result<Self, Problem> {
        let id = match exercise.read(submission) {
            Ok(id) => id,
            Err(malformed) => return Err(malformed.into()),
        };
        let testimony = referee::testimony(state, &id).await?;
        let identity = match testimony {
            Some(Testimony { task: Some(task), .. }) if !is_named => {
                TaskIdentity { nonce: task.nonce, ..asked }
            }
            _ => asked,
        };
        let verdict = judge_match(&identity, testimony.as_ref());
        Ok(Self { identity, task: None, submission: id, verdict })
    }

    /// What is remembered of a learner's answer with this outcome.
    pub(super) fn attempt(
        &self,
        learner: &Learner,
        outcome: Outcome,
        at: Timestamp,
    ) -> Result<Attempt, Problem> {
        let canonical = match &self.task {
            Some(task) => task.canonical(&self.submission)?,
            None => self.submission.clone(),
        };
        Ok(Attempt {
            learner: learner.id,
            step: self.identity.step,
            revision: self.identity.revision,
            nonce: self.identity.nonce,
            raw: self.submission.as_str().to_owned(),
            canonical: canonical.as_str().to_owned(),
            outcome,
            at,
        })
    }
}

/// A puzzle that somebody answers at a moment.
struct Asked<'a> {
    state: &'a State,
    puzzle: &'a dyn Puzzle,
    step: &'a Step,
    caller: &'a Caller,
    now: Timestamp,
}

impl Asked<'_> {
    /// Judges an answer against the task that its token names.
    ///
    /// Without a token it is judged against the caller's task of the current window and, unless that accepts it, of the
    /// previous one: somebody who fetched a board just before the window ended answers that board. A wrong answer counts
    /// for the earlier board only if it was clearly meant for it.
    fn judge(
        &self,
        named: Option<TaskIdentity>,
        submission: Submission,
    ) -> Result<Judged, Problem> {
        if let Some(identity) = named {
            return self.against(identity, submission);
        }
        let nonce = Nonce::of_window(self.now, self.state.window);
        let judged = self.against(identity_of(self.step, self.caller, nonce), submission)?;
        let Some(nonce) = nonce.previous().filter(|_| judged.fit() < Fit::Accepted) else {
            return Ok(judged);
        };
        let earlier = identity_of(self.step, self.caller, nonce);
        match self.against(earlier, judged.submission.clone()) {
            Ok(earlier) if earlier.fit() > judged.fit() => Ok(earlier),
            Ok(_) => Ok(judged),
            Err(problem) => {
                tracing::warn!(%problem, "the board of the previous window cannot be generated");
                Ok(judged)
            }
        }
    }

    fn against(&self, identity: TaskIdentity, submission: Submission) -> Result<Judged, Problem> {
        let task = self.state.task(self.puzzle, identity)?;
        let verdict = task.judge(&submission);
        Ok(Judged { identity, task: Some(task), submission, verdict })
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
