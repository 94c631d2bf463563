//! `gradus completions SHELL` and `gradus man DIR`: what packages have besides the program, written from the definitions of the command line.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use super::error::CliError;
use super::output::print;

/// The options of `gradus completions`.
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the script that completes the command line in a shell.
    pub(crate) fn run(&self, mut program: Command) -> Result<(), CliError> {
        let name = program.get_name().to_owned();
        // Into memory first: clap panics if it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        Ok(print(|out| out.write_all(&script))?)
    }
}

/// The options of `gradus man`.
#[derive(Args)]
pub(crate) struct Man {
    /// The directory for the pages, created if it does not exist
    dir: PathBuf,
}

impl Man {
    /// Writes a manual page for the program and for each of its commands.
    pub(crate) fn run(self, program: Command) -> Result<(), CliError> {
        let Self { dir } = self;
        fs::create_dir_all(&dir).and_then(|()| clap_mangen::generate_to(program, &dir)).map_err(
            |error| {
                let dir = dir.display();
                CliError::Failed(format!("the manual pages cannot be written to {dir}: {error}"))
            },
        )
    }
}
