//! The command line of Gradus.

mod commands;

use std::io::IsTerminal as _;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use commands::check::Check;
use commands::serve::Serve;

/// A puzzle-checker server: board puzzles over HTTP, judged at once.
#[derive(Parser)]
#[command(name = "gradus", version, args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Serve,
}

#[derive(Subcommand)]
enum Command {
    /// Run the server (what happens without a command)
    Serve(Serve),
    /// Prove the challenges, or say everything that is wrong with them
    Check(Check),
}

#[actix_web::main]
async fn main() -> ExitCode {
    let colours = std::io::stderr().is_terminal();
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(colours).init();
    let line = CommandLine::parse();
    match line.command {
        Some(Command::Check(check)) => check.run().unwrap_or_else(|error| fail(&error)),
        Some(Command::Serve(serve)) => run(serve).await,
        None => run(line.serve).await,
    }
}

async fn run(serve: Serve) -> ExitCode {
    match serve.run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

fn fail(error: &dyn std::error::Error) -> ExitCode {
    for line in error.to_string().lines() {
        eprintln!("gradus: {line}");
    }
    ExitCode::FAILURE
}
