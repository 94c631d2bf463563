//! What can be said on the command line.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use gradus_client::api::{Credentials, Error, Key};
use gradus_client::campaign::Jobs;
use gradus_client::step::StepSelection;
use gradus_client::{Client, StepNumber, TaskChoice, TaskToken};

use crate::play::Play;

const EXIT_CODES: &str =
    "Exit codes: 0 all passed, 1 some step failed, 2 bad usage, 3 the server does not answer.";

/// Solves the steps of a Gradus server with solvers of its own, and plays its games.
#[derive(Debug, Parser)]
#[command(name = "gradus-client", version, after_help = EXIT_CODES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve every step on the server's ladder, or those chosen.
    #[command(after_help = EXIT_CODES)]
    SolveAll(SolveAll),
    /// Solve one step and show what the server says.
    Solve(Solve),
    /// Fetch a step's task and draw its boards.
    Show(Show),
    /// Play a game against a computer or another person, look on, or let computers play each other.
    Play(Box<Play>),
}

#[derive(Debug, clap::Args)]
pub(crate) struct SolveAll {
    #[command(flatten)]
    pub(crate) server: Server,
    /// Only these steps: numbers and ranges.
    #[arg(long, value_name = "06-09,21")]
    pub(crate) steps: Option<StepSelection>,
    /// How often to solve each step.
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) rounds: NonZeroU32,
    /// How many rounds to run at once.
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) jobs: Jobs,
    #[command(flatten)]
    pub(crate) fresh: Fresh,
    /// Write the results as one JSON document to standard output, and nothing else.
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the results as XML, in the form that CI systems read, to a file.
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Solve {
    /// The step's number.
    #[arg(value_name = "NN")]
    pub(crate) step: StepNumber,
    #[command(flatten)]
    pub(crate) server: Server,
    #[command(flatten)]
    pub(crate) fresh: Fresh,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Show {
    /// The step's number.
    #[arg(value_name = "NN")]
    pub(crate) step: StepNumber,
    #[command(flatten)]
    pub(crate) server: Server,
    #[command(flatten)]
    pub(crate) fresh: Fresh,
    /// Show the task of this token again.
    #[arg(long, value_name = "TOKEN", conflicts_with = "fresh")]
    pub(crate) task: Option<String>,
}

impl Show {
    /// The task to show.
    pub(crate) fn choice(&self) -> TaskChoice {
        match &self.task {
            Some(token) => TaskChoice::Again(TaskToken::new(token)),
            None => self.fresh.choice(),
        }
    }
}

/// Where the server is, and who asks.
#[derive(Debug, clap::Args)]
pub(crate) struct Server {
    /// The server's address.
    #[arg(
        long,
        value_name = "URL",
        env = "GRADUS_SERVER",
        default_value = "http://127.0.0.1:8080"
    )]
    server: String,
    /// The learner's key; without one nothing is recorded.
    #[arg(long, value_name = "KEY", env = "GRADUS_KEY", hide_env_values = true)]
    key: Option<String>,
}

impl Server {
    /// A client of this server.
    pub(crate) fn client(&self) -> Result<Client, Error> {
        let key = self.key.as_deref().filter(|key| !key.is_empty());
        Client::new(&self.server, key.map(Key::new).map(Credentials::Bearer))
    }
}

/// Which task to take.
#[derive(Debug, clap::Args)]
pub(crate) struct Fresh {
    /// Take a new task each time, not the current one again.
    #[arg(long)]
    fresh: bool,
}

impl Fresh {
    /// The choice that the flag makes.
    pub(crate) fn choice(&self) -> TaskChoice {
        if self.fresh { TaskChoice::Fresh } else { TaskChoice::Current }
    }
}
