//! The command line of the Gradus client.

mod args;
mod exit;
mod output;
mod play;
mod show;
mod solve;
mod solve_all;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let result = match Args::parse().command {
        Command::SolveAll(args) => solve_all::run(args).await,
        Command::Solve(args) => solve::run(args).await,
        Command::Show(args) => show::run(args).await,
        Command::Play(args) => play::run(*args).await,
    };
    let exit = result.unwrap_or_else(|error| {
        output::complain(&error);
        error.exit()
    });
    exit.into()
}
