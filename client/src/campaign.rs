//! A campaign: steps × rounds, several at once. Each round fetches a task, solves it, and expects the answer to be accepted.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::{Duration, Instant};

use futures_util::stream::{self, StreamExt};

use crate::api::{Accepted, Client, Error, TaskChoice, Verdict, Wrong};
use crate::matches;
use crate::solvers::{self, SolveError};
use crate::step::StepNumber;

/// What a campaign does.
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

/// How many rounds, or games of a tournament, run at once, 1–64: each holds a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jobs(u8);

impl Jobs {
    pub(crate) fn at_once(self) -> usize {
        self.0.into()
    }
}

impl FromStr for Jobs {
    type Err = JobsError;

    fn from_str(text: &str) -> Result<Self, JobsError> {
        match text.parse() {
            Ok(jobs @ 1..=64) => Ok(Self(jobs)),
            _ => Err(JobsError),
        }
    }
}

impl fmt::Display for Jobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text is not a number of jobs.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("a number from 1 to 64 was expected")]
pub struct JobsError;

/// A round that came to an end.
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
}

impl Round {
    /// The round's end in a word or two.
    #[must_use]
    pub fn outcome(&self) -> &'static str {
        match &self.result {
            Ok(_) => "accepted",
            Err(failure) => failure.name(),
        }
    }
}

/// Why a round was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The server has a step that this client cannot solve.
    #[error("this client has no solver for step {0}")]
    NoSolver(StepNumber),
    /// The solver could not read the task.
    #[error(transparent)]
    Unsolved(#[from] SolveError),
    /// A match step's match could not be played.
    #[error("the match cannot be played: {0}")]
    Match(String),
    /// The bot has won no match.
    #[error("none of {tries} matches was won")]
    NotWon {
        /// How many were played.
        tries: u64,
    },
    /// The judge says that the answer is wrong.
    #[error("{0}")]
    Wrong(Wrong),
    /// The server refused a request, or did not answer.
    #[error(transparent)]
    Refused(#[from] Error),
}

impl Failure {
    /// The kind of failure in a word or two.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::NoSolver(_) => "no solver",
            Self::Unsolved(_) | Self::Match(_) => "unsolved",
            Self::NotWon { .. } => "not won",
            Self::Wrong(_) => "wrong",
            Self::Refused(_) => "refused",
        }
    }
}

/// What became of a plan.
#[derive(Debug)]
pub struct Campaign {
    /// The server's address.
    pub server: String,
    /// How many rounds were planned; 0 when the server was gone before the ladder was known.
    pub planned: u64,
    /// The rounds that came to an end, in the order of steps and numbers.
    pub rounds: Vec<Round>,
    /// Why the rest was abandoned: the server stopped answering.
    pub abandoned: Option<Error>,
}

impl Campaign {
    /// A campaign that ended before it began: the server did not even show its ladder.
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

/// Carries out a plan; `watch` is shown each round as it ends. When the server stops answering, all that remains is abandoned at once.
pub async fn run(client: &Client, plan: &Plan, mut watch: impl FnMut(&Round)) -> Campaign {
    let mut campaign = Campaign {
        server: client.server().to_string(),
        planned: plan.total(),
        rounds: Vec::new(),
        abandoned: None,
    };
    let mut ended = stream::iter(plan.rounds())
        .map(|(step, number)| round(client, plan, step, number))
        .buffer_unordered(plan.jobs.at_once());
    while let Some(round) = ended.next().await {
        if let Err(Failure::Refused(error @ Error::Unreachable { .. })) = round.result {
            campaign.abandoned = Some(error);
            break;
        }
        watch(&round);
        campaign.rounds.push(round);
    }
    campaign.rounds.sort_by_key(|round| (round.step, round.number));
    campaign
}

async fn round(client: &Client, plan: &Plan, step: StepNumber, number: u32) -> Round {
    let start = now();
    let result = attempt(client, step, &plan.choice).await;
    Round { step, number, of: plan.rounds, elapsed: start.elapsed(), result }
}

#[expect(clippy::disallowed_methods, reason = "a round's duration is shown, and decides nothing")]
fn now() -> Instant {
    Instant::now()
}

/// Fetches a task of a step, solves it or wins its match, and answers it.
///
/// # Errors
/// [`Failure`] when any of these does not end in an acceptance.
pub async fn attempt(
    client: &Client,
    step: StepNumber,
    choice: &TaskChoice,
) -> Result<Accepted, Failure> {
    let task = client.task(step, choice).await?;
    let items = match (solvers::solver(step), matches::bot_for(&task.fields)) {
        (Some(solve), _) => solve(&task.fields)?,
        (None, Some(bot)) => vec![matches::win(client, &task, bot).await?],
        (None, None) => return Err(Failure::NoSolver(step)),
    };
    match client.answer(step, &task.token, &items).await? {
        Verdict::Accepted(accepted) => Ok(accepted),
        Verdict::Wrong(wrong) => Err(Failure::Wrong(wrong)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_1_to_64() {
        assert_eq!("1".parse(), Ok(Jobs(1)));
        assert_eq!("64".parse(), Ok(Jobs(64)));
        for junk in ["0", "65", "256", "-1", "x", ""] {
            assert_eq!(junk.parse::<Jobs>(), Err(JobsError));
        }
    }

    #[test]
    fn a_plan_goes_step_by_step() {
        let steps: Vec<StepNumber> = ["06", "07"].map(|step| step.parse().unwrap()).into();
        let plan = Plan {
            steps: steps.clone(),
            rounds: NonZeroU32::new(2).unwrap(),
            jobs: Jobs(1),
            choice: TaskChoice::Current,
        };
        let rounds: Vec<_> = plan.rounds().collect();
        assert_eq!(rounds, [(steps[0], 1), (steps[0], 2), (steps[1], 1), (steps[1], 2)]);
        assert_eq!(plan.total(), 4);
    }
}
