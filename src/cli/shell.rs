//! `gradus completions SHELL` and `gradus man DIR`: what packages have besides the program, written from the definitions of the command line.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;
use thiserror::Error;

use super::output::print;

/// The options of `gradus completions`.
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the script that completes the command line in a shell.
    pub(crate) fn run(&self, program: &mut Command) -> io::Result<()> {
        let name = program.get_name().to_owned();
        // Into memory first: clap panics if it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, program, name, &mut script);
        print(|out| out.write_all(&script))
    }
}

/// The options of `gradus man`.
#[derive(Args)]
pub(crate) struct Man {
    /// The directory for the pages, created if it does not exist
    dir: PathBuf,
}

/// The manual pages cannot be written.
#[derive(Debug, Error)]
#[error("the manual pages cannot be written to {dir}: {source}", dir = dir.display())]
pub(crate) struct ManError {
    dir: PathBuf,
    source: io::Error,
}

impl Man {
    /// Writes a manual page for the program and for each of its commands.
    pub(crate) fn run(self, program: Command) -> Result<(), ManError> {
        let Self { dir } = self;
        fs::create_dir_all(&dir)
            .and_then(|()| clap_mangen::generate_to(program, &dir))
            .map_err(|source| ManError { dir, source })
    }
}
