//! `gradus check [DIR]`: proves the challenges, or says everything that is wrong with them.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use gradus::challenges::{self, LoadError};
use gradus::step;

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
        let catalog = challenges::load(self.dir.as_deref())?;
        let mut faults = 0;
        let mut tasks = 0;
        for step in catalog.steps() {
            let report = step::check(step, self.seeds);
            for fault in &report.faults {
                println!("{fault}");
            }
            let verdict = match report.faults.len() {
                0 => "clean".to_owned(),
                1 => "1 fault".to_owned(),
                count => format!("{count} faults"),
            };
            println!(
                "{:24} {} tasks, at most {} drawn for one: {verdict}",
                step.folder, report.tasks, report.most_draws
            );
            tasks += report.tasks;
            faults += report.faults.len();
        }
        println!("{} steps, {tasks} tasks, {faults} faults", catalog.steps().count());
        Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
