//! `completions` and `man`: what packages have besides the program, written from the definitions of the command line.

use std::fs;
use std::path::PathBuf;

use clap::Command;
use clap_complete::Shell;

use crate::error::{CliError, Exit};
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    /// Prints the script that completes the command line in a shell.
    pub(crate) fn run(&self, mut program: Command) -> Result<Exit, CliError> {
        let name = program.get_name().to_owned();
        // Into memory first: clap panics if it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, &name, &mut script);
        // clap_complete 4.6 writes the program's name in two ways, so bash completes nothing after the command: clap-rs/clap#6421.
        let script = String::from_utf8_lossy(&script)
            .replace(&name.replace('-', "__subcmd__"), &name.replace('-', "__"));
        terminal::print(&script)?;
        Ok(Exit::Passed)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct Man {
    /// The directory for the pages, created if it does not exist.
    dir: PathBuf,
}

impl Man {
    /// Writes a manual page for the program and for each of its commands.
    pub(crate) fn run(self, program: Command) -> Result<Exit, CliError> {
        let Self { dir } = self;
        let written =
            fs::create_dir_all(&dir).and_then(|()| clap_mangen::generate_to(program, &dir));
        written.map_err(|error| CliError::Man { dir, error })?;
        Ok(Exit::Passed)
    }
}
