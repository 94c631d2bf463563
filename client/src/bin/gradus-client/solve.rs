//! `solve NN` and `show NN`: one step.

use gradus_client::draw;
use gradus_client::solve::solve_step;
use gradus_client::{StepNumber, TaskChoice, TaskToken};

use crate::error::{CliError, Exit};
use crate::kept_receipts::KeptReceipts;
use crate::server::{Fresh, Server};
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Solve {
    /// The step's number.
    #[arg(value_name = "NN")]
    pub(crate) step: StepNumber,
    #[command(flatten)]
    pub(crate) server: Server,
    #[command(flatten)]
    pub(crate) fresh: Fresh,
    /// Solve the task of this token again.
    #[arg(long, value_name = "TOKEN", conflicts_with = "fresh")]
    pub(crate) task: Option<TaskToken>,
    #[command(flatten)]
    pub(crate) kept_receipts: KeptReceipts,
}

impl Solve {
    /// Solves the step and prints what the server says of the answer.
    pub(crate) async fn run(self) -> Result<Exit, CliError> {
        let client = self.server.client()?;
        let receipts = self.kept_receipts.open()?;
        let choice = self.task.map_or_else(|| self.fresh.choice(), TaskChoice::Again);
        let accepted = solve_step(&client, self.step, &choice).await?;
        if let Some(receipts) = receipts {
            receipts.keep([&accepted])?;
        }
        let message = draw::one_line(&accepted.message);
        terminal::print(&format!("step {}  accepted  {message}\n", accepted.step))?;
        Ok(Exit::Passed)
    }
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
    pub(crate) task: Option<TaskToken>,
}

impl Show {
    /// Prints the task, drawn.
    pub(crate) async fn run(self) -> Result<Exit, CliError> {
        let choice = self.task.map_or_else(|| self.fresh.choice(), TaskChoice::Again);
        let task = self.server.client()?.task(self.step, &choice).await?;
        terminal::print(&draw::task(&task))?;
        Ok(Exit::Passed)
    }
}
