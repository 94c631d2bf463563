//! The command line of the Gradus client.

mod error;
mod kept_keys;
mod kept_receipts;
mod me;
mod play;
mod server;
mod shell;
mod solve;
mod solve_all;
mod terminal;
mod text_file;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};

use crate::error::{CliError, Exit};
use crate::me::Me;
use crate::play::Play;
use crate::shell::{Completions, Man};
use crate::solve::{Show, Solve};
use crate::solve_all::SolveAll;
use crate::verify::Verify;

const EXIT_CODES: &str = "Exit codes: 0 all passed, 1 some step failed, 2 bad usage, 3 the server does not answer, 4 the server does not know the key.";

/// Solves the steps of a Gradus server with solvers of its own, and plays its games.
#[derive(Debug, Parser)]
#[command(name = "gradus-client", version, after_help = EXIT_CODES)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Solve every step on the server's ladder, or those chosen.
    #[command(after_help = EXIT_CODES)]
    SolveAll(SolveAll),
    /// Solve one step and show what the server says.
    Solve(Solve),
    /// Fetch a step's task and draw its boards.
    Show(Show),
    /// Play a game with others at this terminal, against computers or other machines, look on, or let computers play each other.
    Play(Box<Play>),
    /// Show your points, your matches and your saved records, and how to go on with each; save and delete records; print receipts.
    Me(Me),
    /// Verify receipts, which say who has solved which step, by the server's public keys.
    Verify(Verify),
    /// Print a script that completes the command line in a shell.
    Completions(Completions),
    /// Write manual pages.
    Man(Man),
}

impl Command {
    async fn execute(self) -> Result<Exit, CliError> {
        match self {
            Self::SolveAll(solve_all) => solve_all.run().await,
            Self::Solve(solve) => solve.run().await,
            Self::Show(show) => show.run().await,
            Self::Play(play) => play.run().await,
            Self::Me(me) => me.run().await,
            Self::Verify(verify) => verify.run().await,
            Self::Completions(completions) => completions.run(Args::command()),
            Self::Man(man) => man.run(Args::command()),
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    // A file that reaches the limit of `ulimit -f` is an error to report. Without a handler of the signal, the process ends.
    #[cfg(unix)]
    drop(signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw())));
    let exit = Args::parse().command.execute().await.unwrap_or_else(|error| {
        terminal::report_error(&error);
        error.exit()
    });
    exit.into()
}
