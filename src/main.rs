//! The command line of Gradus.

mod commands;

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use commands::check::Check;
use commands::sample::Sample;
use commands::serve::Serve;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

/// A puzzle-checker server: board puzzles over HTTP, judged at once.
#[derive(Parser)]
#[command(name = "gradus", version, after_help = "Without a command, gradus serves.")]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the server
    Serve(Serve),
    /// Prove the challenges, or say everything that is wrong with them
    Check(Check),
    /// Make a sample for a step's statement: a task and its answer
    Sample(Sample),
}

#[actix_web::main]
async fn main() -> ExitCode {
    log_to_stderr();
    match CommandLine::parse_from(arguments()).command {
        Command::Check(check) => check.run().unwrap_or_else(|error| fail(&error)),
        Command::Sample(sample) => sample.run().unwrap_or_else(|error| fail(&error)),
        Command::Serve(serve) => match serve.run().await {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&error),
        },
    }
}

/// The arguments of the process, with the command that is meant when the first is an option of the server, or none.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let about_gradus = ["-h", "--help", "-V", "--version"];
    let serves = arguments.get(1).is_none_or(|first| {
        first.to_str().is_some_and(|first| first.starts_with('-') && !about_gradus.contains(&first))
    });
    if serves {
        arguments.insert(1.min(arguments.len()), "serve".into());
    }
    arguments
}

/// Logs what is ours. What actix says of garbage on the wire would let anybody fill the log.
fn log_to_stderr() {
    let colours = std::io::stderr().is_terminal();
    let ours = Targets::new()
        .with_default(LevelFilter::WARN)
        .with_target("gradus", LevelFilter::INFO)
        .with_target("actix_http", LevelFilter::OFF);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colours);
    tracing_subscriber::registry().with(lines.with_filter(ours)).init();
}

fn fail(error: &dyn std::error::Error) -> ExitCode {
    for line in error.to_string().lines() {
        eprintln!("gradus: {line}");
    }
    ExitCode::FAILURE
}
