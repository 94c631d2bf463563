//! `gradus check [DIR]`: proves the challenges, or says everything that is wrong with them.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use gradus::challenges::{self, LoadError};
use gradus::step::{self, Fault};

/// The options of `gradus check`.
#[derive(Args)]
pub(crate) struct Check {
    /// The directory with the challenge folders [default: those in the program]
    dir: Option<PathBuf>,
    /// How many tasks of each step are tried
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    seeds: u32,
}

impl Check {
    /// Exit 0 when everything holds, 1 with faults.
    pub(crate) fn run(&self) -> Result<ExitCode, LoadError> {
        let (catalog, unsound) = challenges::gather(self.dir.as_deref())?;
        let mut faults = unsound.len();
        print_lines(&unsound);
        for step in catalog.steps() {
            let report = step::check(step, self.seeds);
            print_lines(&report.faults);
            let verdict = if report.faults.is_empty() {
                "clean".to_owned()
            } else {
                counted(report.faults.len(), "fault")
            };
            let draws = counted(report.most_draws as usize, "draw");
            let tasks = counted(report.tasks as usize, "task");
            println!("{:24} {tasks}, at most {draws} for one: {verdict}", step.folder);
            faults += report.faults.len();
        }
        println!("{}, {}", counted(catalog.steps().count(), "step"), counted(faults, "fault"));
        Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn print_lines(faults: &[Fault]) {
    for fault in faults {
        println!("{fault}");
    }
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
