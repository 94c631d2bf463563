//! The command line of Gradus.

mod commands;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use commands::backup::{Backup, Restore};
use commands::check::Check;
use commands::gradebook::Gradebook;
use commands::instructors::Instructors;
use commands::log::LogOptions;
use commands::migrate::Migrate;
use commands::regrade::Regrade;
use commands::rejudge::Rejudge;
use commands::roster::Roster;
use commands::sample::Sample;
use commands::serve::Serve;
use mimalloc::MiMalloc;

/// A request allocates and frees a few dozen small objects, on several threads at once.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// A puzzle-checker server: board puzzles over HTTP, judged at once.
#[derive(Parser)]
#[command(name = "gradus", version, after_help = "Without a command, gradus serves.")]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    log: LogOptions,
}

#[derive(Subcommand)]
enum Command {
    /// Run the server
    Serve(Box<Serve>),
    /// Check the challenges and report every diagnostic
    Check(Check),
    /// Print a sample for a step's statement: a task and its answer
    Sample(Sample),
    /// Add, list, remove and rekey instructors
    Instructors(Instructors),
    /// Import a class list; list, rekey, rename and forget learners
    Roster(Roster),
    /// Print the gradebook, also for Moodle and Canvas
    Gradebook(Gradebook),
    /// Judge stored answers again with today's reference
    Rejudge(Rejudge),
    /// Grade stored answers by today's points and dates
    Regrade(Regrade),
    /// Copy the database to a new file, also while it is served
    Backup(Backup),
    /// Make a database of a backup, where there is none
    Restore(Restore),
    /// Copy a course from one file to PostgreSQL
    Migrate(Migrate),
}

#[actix_web::main]
async fn main() -> ExitCode {
    let CommandLine { command, log } = CommandLine::parse_from(arguments());
    let log = log.start();
    let code = match command {
        Command::Check(check) => check.run().unwrap_or_else(|error| fail(&error)),
        Command::Sample(sample) => sample.run().unwrap_or_else(|error| fail(&error)),
        Command::Instructors(command) => command.run().await.unwrap_or_else(|error| fail(&error)),
        Command::Roster(command) => command.run().await.unwrap_or_else(|error| fail(&error)),
        Command::Gradebook(command) => command.run().await.unwrap_or_else(|error| fail(&error)),
        Command::Rejudge(command) => command.run().await.unwrap_or_else(|error| fail(&error)),
        Command::Regrade(command) => command.run().await.unwrap_or_else(|error| fail(&error)),
        Command::Backup(command) => command.run().await.unwrap_or_else(|error| fail(&error)),
        Command::Restore(command) => command.run().await.unwrap_or_else(|error| fail(&error)),
        Command::Migrate(command) => command.run().await.unwrap_or_else(|error| fail(&error)),
        Command::Serve(serve) => match serve.run().await {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&error),
        },
    };
    log.finish();
    code
}

/// The arguments of the process. Without a command, or with an option of the server first, the command is `serve`.
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

fn fail(error: &dyn std::error::Error) -> ExitCode {
    for line in error.to_string().lines() {
        eprintln!("gradus: {line}");
    }
    ExitCode::FAILURE
}
