//! `solve-all`: a solve run over the server's ladder, and its reports.

use std::fs::{self, File};
use std::io;
use std::num::NonZeroU32;
use std::path::PathBuf;

use gradus_client::jobs::Jobs;
use gradus_client::report::{self, Bar};
use gradus_client::solve_run::{self, Plan, Round, SolveRun};
use gradus_client::step::StepSelection;
use gradus_client::{Client, Error};

use crate::error::{CliError, Exit};
use crate::kept_receipts::KeptReceipts;
use crate::server::{Fresh, Server};
use crate::terminal::{self, Output};

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
    #[command(flatten)]
    pub(crate) kept_receipts: KeptReceipts,
}

impl SolveAll {
    /// Solves the steps and reports each round.
    pub(crate) async fn run(self) -> Result<Exit, CliError> {
        let junit = self.junit.clone().map(JunitFile::create).transpose()?;
        let begun = async {
            let client = self.server.client()?.solving_all();
            let receipts = self.kept_receipts.open()?;
            Ok::<_, CliError>((solve(&client, &self).await?, receipts))
        };
        let (run, receipts) = match begun.await {
            Ok(begun) => begun,
            Err(error) => {
                if let Some(junit) = junit {
                    junit.write(|file| report::junit::write_error(&error.to_string(), file))?;
                }
                return Err(error);
            }
        };
        if let Some(receipts) = receipts {
            receipts.keep(run.rounds.iter().filter_map(|round| round.result.as_ref().ok()))?;
        }
        if let Some(junit) = junit {
            junit.write(|file| report::junit::write(&run, file))?;
        }
        match self.output() {
            Output::Json => {
                terminal::ignore_closed_pipe(report::json::write(&run, io::stdout().lock()))?;
            }
            Output::Text => terminal::print(&format!("{}\n", report::summary(&run)))?,
        }
        Ok(exit(&run))
    }

    fn output(&self) -> Output {
        if self.json { Output::Json } else { Output::Text }
    }
}

/// The run over the chosen steps. When the server does not even show its ladder, it is a run that was abandoned at the start.
async fn solve(client: &Client, args: &SolveAll) -> Result<SolveRun, CliError> {
    let ladder = match client.ladder().await {
        Ok(ladder) => ladder.steps(),
        Err(error @ Error::Unreachable { .. }) => return Ok(SolveRun::not_begun(client, error)),
        Err(error) => return Err(error.into()),
    };
    let steps = match &args.steps {
        Some(selection) => selection.choose(&ladder)?,
        None => ladder,
    };
    let plan = Plan { steps, rounds: args.rounds, jobs: args.jobs, choice: args.fresh.choice() };
    let watch = show_rounds(args.output(), plan.total());
    Ok(solve_run::run(client, &plan, watch).await)
}

/// Shows each round as it ends: a bar on a terminal, else lines; with `--json` no lines.
fn show_rounds(output: Output, rounds: u64) -> Box<dyn FnMut(&Round)> {
    if output.has_bar() {
        let bar = Bar::new(rounds);
        Box::new(move |round| bar.advance(round))
    } else if output == Output::Json {
        Box::new(|_| ())
    } else {
        // An error is reported when the summary is written, which fails in the same way.
        Box::new(|round| drop(terminal::print(&format!("{}\n", report::line(round)))))
    }
}

fn exit(run: &SolveRun) -> Exit {
    if let Some(error) = &run.abandoned {
        terminal::report_error(error);
        return Exit::Unreachable;
    }
    if run.passed() { Exit::Passed } else { Exit::Failed }
}

/// The file of `--junit`, opened before the run with the folders that it lies in, so that a path that cannot be written is reported at once.
struct JunitFile {
    path: PathBuf,
    file: File,
}

impl JunitFile {
    fn create(path: PathBuf) -> Result<Self, CliError> {
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        match folder.and_then(|()| File::create(&path)) {
            Ok(file) => Ok(Self { path, file }),
            Err(error) => Err(CliError::Junit { path, error }),
        }
    }

    fn write(self, write: impl FnOnce(&File) -> io::Result<()>) -> Result<(), CliError> {
        write(&self.file).map_err(|error| CliError::Junit { path: self.path, error })
    }
}
