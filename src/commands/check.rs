//! `gradus check [DIR]`: proves the challenges, or says everything that is wrong with them.

use std::fmt;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use gradus::challenges::{self, LoadError};
use gradus::step::{self, Fault};
use thiserror::Error;

/// The options of `gradus check`.
#[derive(Args)]
pub(crate) struct Check {
    /// The directory with the challenge folders [default: those in the program]
    dir: Option<PathBuf>,
    /// How many tasks of each step are tried
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    seeds: u32,
}

/// Why a check came to no end.
#[derive(Debug, Error)]
pub(crate) enum CheckError {
    /// The challenges cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The report cannot be written.
    #[error("standard output cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl Check {
    /// Exit 0 when everything holds, 1 with faults.
    pub(crate) fn run(&self) -> Result<ExitCode, CheckError> {
        let (catalog, unsound) = challenges::gather(self.dir.as_deref())?;
        let mut faults = unsound.len();
        say_all(&unsound)?;
        for step in catalog.steps() {
            let report = step::check(step, self.seeds);
            say_all(&report.faults)?;
            let verdict = match report.faults.len() {
                0 => "clean".to_owned(),
                count => counted(count, "fault"),
            };
            let tasks = counted(self.seeds as usize, "task");
            let draws = counted(report.most_draws as usize, "draw");
            say(format_args!("{:24} {tasks}, at most {draws} for one: {verdict}", step.folder))?;
            faults += report.faults.len();
        }
        let steps = counted(catalog.steps().count(), "step");
        say(format_args!("{steps}, {}", counted(faults, "fault")))?;
        Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn say_all(faults: &[Fault]) -> io::Result<()> {
    faults.iter().try_for_each(|fault| say(format_args!("{fault}")))
}

/// Prints a line. Whoever has closed the pipe has read enough; the exit code still tells.
fn say(line: fmt::Arguments) -> io::Result<()> {
    match writeln!(io::stdout().lock(), "{line}") {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
