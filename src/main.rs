//! The command line of Gradus.

mod cli;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use cli::backup::{Backup, Restore};
use cli::check::Check;
use cli::config;
use cli::config_file::{ConfigFile, ConfigFileError, ConfigOptions};
use cli::gradebook::Gradebook;
use cli::healthcheck::Healthcheck;
use cli::instructors::Instructors;
use cli::log::LogOptions;
use cli::migrate::Migrate;
use cli::regrade::Regrade;
use cli::rejudge::Rejudge;
use cli::roster::Roster;
use cli::sample::Sample;
use cli::serve::Serve;
use cli::shell::{Completions, Man};
use cli::variables::{in_name_of_variable, warn_of_unknown};
use mimalloc::MiMalloc;

/// A request allocates and frees a few dozen small objects, on several threads at once.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// A puzzle-checker server: board puzzles over HTTP, judged at once.
#[derive(Parser)]
#[command(
    name = "gradus",
    version,
    override_usage = "gradus [OPTIONS] [COMMAND]",
    after_help = "Without a command, gradus serves, with the options of `gradus serve`.\nOptions may also be variables, and keys of a configuration file: see `gradus config`."
)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    config: ConfigOptions,
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
    /// Print the options that the server would have, and where each comes from: flag, environment, configuration file, default
    Config(Box<Serve>),
    /// Ask a server whether it is ready; exit 0 if it is, 1 if not
    Healthcheck(Healthcheck),
    /// Print a script that completes the command line in a shell
    Completions(Completions),
    /// Write manual pages
    Man(Man),
}

#[actix_web::main]
async fn main() -> ExitCode {
    let (CommandLine { command, log, .. }, matches, file) = match read_command_line() {
        Ok(read) => read,
        Err(error) => return fail(&error),
    };
    let log = log.start();
    warn_of_unknown(&CommandLine::command(), std::env::vars_os());
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
        Command::Serve(serve) => ended(serve.run().await),
        Command::Config(server) => {
            ended(config::show(&server, &CommandLine::command(), &matches, file.as_ref()))
        }
        Command::Healthcheck(healthcheck) => ended(healthcheck.run().await),
        Command::Completions(completions) => ended(completions.run(&mut CommandLine::command())),
        Command::Man(man) => ended(man.run(CommandLine::command())),
    };
    log.finish();
    code
}

/// The command line with what the environment and the configuration file say besides, also as clap has matched it, and the file. A command line
/// that makes no sense ends the process here.
fn read_command_line() -> Result<(CommandLine, ArgMatches, Option<ConfigFile>), ConfigFileError> {
    let program = CommandLine::command();
    let arguments = arguments(&program);
    let read = |command: clap::Command| {
        let matches = command.try_get_matches_from(&arguments);
        matches.unwrap_or_else(|error| in_name_of_variable(error, &program, &arguments).exit())
    };
    // What names the file is known before the file is read.
    let matches = read(program.clone());
    let line = CommandLine::of(&matches);
    let Some(file) = ConfigFile::find(line.config.named(), &program)? else {
        return Ok((line, matches, None));
    };
    let matches = read(file.set_defaults(program.clone()));
    Ok((CommandLine::of(&matches), matches, Some(file)))
}

impl CommandLine {
    fn of(matches: &ArgMatches) -> Self {
        let line = Self::from_arg_matches(matches);
        line.unwrap_or_else(|error| error.format(&mut Self::command()).exit())
    }
}

/// The arguments of the process. Without a command, or with an option of the server before it, the command is `serve`.
fn arguments(program: &clap::Command) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let about_gradus = ["-h", "--help", "-V", "--version"];
    let is_of_all = |name: &str| {
        let mut options = program.get_arguments().filter(|one| one.get_action().takes_values());
        name.strip_prefix("--").is_some_and(|long| options.any(|one| one.get_long() == Some(long)))
    };
    let mut rest = arguments.iter().skip(1).map(|argument| argument.to_string_lossy());
    let serves = loop {
        let Some(first) = rest.next() else { break true };
        // Options of all commands, each with its value, may come before the command.
        match first.split_once('=') {
            Some((name, _)) if is_of_all(name) => {}
            None if is_of_all(&first) => drop(rest.next()),
            _ => break first.starts_with('-') && !about_gradus.contains(&&*first),
        }
    };
    if serves {
        arguments.insert(1.min(arguments.len()), "serve".into());
    }
    arguments
}

fn ended<E: std::error::Error>(result: Result<(), E>) -> ExitCode {
    result.map_or_else(|error| fail(&error), |()| ExitCode::SUCCESS)
}

fn fail(error: &dyn std::error::Error) -> ExitCode {
    for line in error.to_string().lines() {
        eprintln!("gradus: {line}");
    }
    ExitCode::FAILURE
}
