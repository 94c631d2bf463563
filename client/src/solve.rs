//! Solving one task of a step: fetch it, solve it by its kind or win its match, and send the answer.

use crate::api::{
    Accepted, Client, Diagnosis, Error, Problem, TaskChoice, TaskToken, Verdict, Wrong,
};
use crate::matches::{self, MatchError};
use crate::solvers::{self, SolveError};
use crate::step::StepNumber;

/// Why a step was not solved.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The server has a kind that this client cannot solve.
    #[error("this client has no solver for the kind {0:?}")]
    NoSolver(String),
    /// The solver could not read the task.
    #[error(transparent)]
    Unsolved(#[from] SolveError),
    /// No match was won.
    #[error(transparent)]
    Match(MatchError),
    /// The answer is wrong.
    #[error("{0}")]
    Wrong(Wrong),
    /// The server refused a request, or did not reply.
    #[error(transparent)]
    Refused(#[from] Error),
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Api(error) => Self::Refused(error),
            other => Self::Match(other),
        }
    }
}

impl Failure {
    /// The kind of failure in a word or two.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::NoSolver(_) | Self::Match(MatchError::NoBot(_)) => "no solver",
            Self::Match(MatchError::NotWon) => "not won",
            Self::Unsolved(_) | Self::Match(_) => "unsolved",
            Self::Wrong(_) => "wrong",
            Self::Refused(_) => "refused",
        }
    }

    /// Why the answer was wrong, as far as the server can tell.
    #[must_use]
    pub fn diagnosis(&self) -> Option<&Diagnosis> {
        match self {
            Self::Wrong(wrong) => wrong.diagnosis.as_ref(),
            Self::Refused(Error::Problem(problem)) => problem.diagnosis.as_ref(),
            _ => None,
        }
    }
}

/// The last task of a step that was fetched, and what was sent for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The task.
    pub task: TaskToken,
    /// The items of the answer; none if none was found.
    pub answer: Vec<String>,
}

/// Fetches a task of a step, solves it or wins its match, and answers it. Where the learner has sent too many wrong answers to the task, a
/// fresh one is taken.
///
/// # Errors
/// [`Failure`] when any of these does not end in an acceptance.
pub async fn solve_step(
    client: &Client,
    step: StepNumber,
    choice: &TaskChoice,
) -> Result<Accepted, Failure> {
    attempt_step(client, step, choice, &mut None).await
}

/// The same as [`solve_step`], noting what was sent.
pub(crate) async fn attempt_step(
    client: &Client,
    step: StepNumber,
    choice: &TaskChoice,
    attempt: &mut Option<Attempt>,
) -> Result<Accepted, Failure> {
    match solve_task(client, step, choice, attempt).await {
        Err(Failure::Refused(Error::Problem(problem))) if problem.code == Problem::TASK_CLOSED => {
            solve_task(client, step, &TaskChoice::Fresh, attempt).await
        }
        done => done,
    }
}

async fn solve_task(
    client: &Client,
    step: StepNumber,
    choice: &TaskChoice,
    attempt: &mut Option<Attempt>,
) -> Result<Accepted, Failure> {
    let task = client.task(step, choice).await?;
    let attempt = attempt.insert(Attempt { task: task.token.clone(), answer: Vec::new() });
    attempt.answer = if matches::is_match(&task.kind) {
        vec![matches::win(client, &task).await?]
    } else {
        match solvers::solver(&task.kind) {
            Some(solve) => solve(&task.fields)?,
            None => return Err(Failure::NoSolver(task.kind)),
        }
    };
    match client.answer(step, &task.token, &attempt.answer).await? {
        Verdict::Accepted(accepted) => Ok(accepted),
        Verdict::Wrong(wrong) => Err(Failure::Wrong(wrong)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_or_a_game_that_this_client_does_not_know_has_no_solver() {
        let kind = Failure::NoSolver("gomoku/renju".to_owned());
        let game = Failure::from(MatchError::NoBot("chess".to_owned()));
        assert_eq!((kind.name(), game.name()), ("no solver", "no solver"));
        assert_eq!(kind.to_string(), "this client has no solver for the kind \"gomoku/renju\"");
        assert_eq!(game.to_string(), "this client has no bot for the game \"chess\"");
        assert_eq!(Failure::from(MatchError::NotWon).name(), "not won");
    }
}
