//! A solve run: steps × rounds, several at once. Each round fetches a task, solves it, and expects the answer to be accepted.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use futures_util::stream::{self, StreamExt};

use crate::api::{Accepted, Client, Error, TaskChoice};
use crate::draw::one_line;
use crate::jobs::Jobs;
use crate::solve::{Attempt, Failure, attempt_step};
use crate::step::StepNumber;

/// What a run does.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The steps, one after the other.
    pub steps: Vec<StepNumber>,
    /// How often each step is solved.
    pub rounds: NonZeroU32,
    /// How many rounds run at once.
    pub jobs: Jobs,
    /// Which task a round fetches.
    pub choice: TaskChoice,
}

impl Plan {
    /// How many rounds there are in all.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.steps.len() as u64 * u64::from(self.rounds.get())
    }

    fn rounds(&self) -> impl Iterator<Item = (StepNumber, u32)> {
        let rounds = self.rounds.get();
        let steps = self.steps.iter().copied();
        steps.flat_map(move |step| (1..=rounds).map(move |number| (step, number)))
    }
}

/// A finished round.
#[derive(Debug)]
pub struct Round {
    /// The step.
    pub step: StepNumber,
    /// Which of the step's rounds this is, from 1.
    pub number: u32,
    /// How many rounds the step has.
    pub of: NonZeroU32,
    /// How long it took, waits for a busy server included.
    pub elapsed: Duration,
    /// The acceptance, or why there is none.
    pub result: Result<Accepted, Failure>,
    /// The task, once it was fetched, and what was sent.
    pub attempt: Option<Attempt>,
}

impl Round {
    /// The round's outcome in a word or two.
    #[must_use]
    pub fn outcome(&self) -> &'static str {
        match &self.result {
            Ok(_) => "accepted",
            Err(failure) => failure.name(),
        }
    }

    /// The task and the answer of a round that failed, with the command that tries the task again.
    #[must_use]
    pub fn failed_attempt(&self, server: &str) -> Option<(&Attempt, String)> {
        let attempt = self.attempt.as_ref().filter(|_| self.result.is_err())?;
        let Self { step, .. } = self;
        let task = one_line(&attempt.task.to_string());
        let command = format!("gradus-client solve {step} --server {server} --task {task}");
        Some((attempt, command))
    }
}

/// The result of a plan.
#[derive(Debug)]
pub struct SolveRun {
    /// The server's address.
    pub server: String,
    /// How many rounds were planned; 0 when the server was gone before the ladder was known.
    pub planned: u64,
    /// The rounds that are over, in the order of steps and numbers.
    pub rounds: Vec<Round>,
    /// Why the rest was abandoned: the server stopped answering.
    pub abandoned: Option<Error>,
}

impl SolveRun {
    /// A run that ended before it began: the server did not show its ladder.
    #[must_use]
    pub fn not_begun(client: &Client, error: Error) -> Self {
        Self {
            server: client.server().to_string(),
            planned: 0,
            rounds: Vec::new(),
            abandoned: Some(error),
        }
    }

    /// How many rounds were not accepted.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.rounds.iter().filter(|round| round.result.is_err()).count()
    }

    /// Whether there was something to do, all of it was done, and all was accepted.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.abandoned.is_none() && !self.rounds.is_empty() && self.failed() == 0
    }
}

/// Runs a plan; `watch` is called with each round as it ends. When the server stops answering, the rest is abandoned at once.
pub async fn run(client: &Client, plan: &Plan, mut watch: impl FnMut(&Round)) -> SolveRun {
    let mut solve_run = SolveRun {
        server: client.server().to_string(),
        planned: plan.total(),
        rounds: Vec::new(),
        abandoned: None,
    };
    let mut ended = stream::iter(plan.rounds())
        .map(|(step, number)| round(client, plan, step, number))
        .buffer_unordered(plan.jobs.get());
    while let Some(round) = ended.next().await {
        if let Err(Failure::Refused(error @ Error::Unreachable { .. })) = round.result {
            solve_run.abandoned = Some(error);
            break;
        }
        watch(&round);
        solve_run.rounds.push(round);
    }
    solve_run.rounds.sort_by_key(|round| (round.step, round.number));
    solve_run
}

async fn round(client: &Client, plan: &Plan, step: StepNumber, number: u32) -> Round {
    let start = now();
    let mut attempt = None;
    let result = attempt_step(client, step, &plan.choice, &mut attempt).await;
    Round { step, number, of: plan.rounds, elapsed: start.elapsed(), result, attempt }
}

#[expect(clippy::disallowed_methods, reason = "a round's duration is only shown")]
fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_goes_step_by_step() {
        let steps: Vec<StepNumber> = ["06", "07"].map(|step| step.parse().unwrap()).into();
        let plan = Plan {
            steps: steps.clone(),
            rounds: NonZeroU32::new(2).unwrap(),
            jobs: "1".parse().unwrap(),
            choice: TaskChoice::Current,
        };
        let rounds: Vec<_> = plan.rounds().collect();
        assert_eq!(rounds, [(steps[0], 1), (steps[0], 2), (steps[1], 1), (steps[1], 2)]);
        assert_eq!(plan.total(), 4);
    }
}
