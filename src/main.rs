//! The command line of Gradus.

mod cli;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use cli::backup::{Backup, Restore};
use cli::check::Check;
use cli::config;
use cli::config_file::ConfigFile;
use cli::error::CliError;
use cli::gradebook::Gradebook;
use cli::healthcheck::Healthcheck;
use cli::instructors::Instructors;
use cli::log::LogOptions;
use cli::migrate::Migrate;
use cli::options::{name_variable_in, name_variables, warn_of_unknown};
use cli::rejudge::{Regrade, Rejudge};
use cli::roster::Roster;
use cli::sample::Sample;
use cli::serve::Serve;
use cli::shell::{Completions, Man};
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
    /// The configuration file: TOML with a key for each option that is also a variable [default: gradus.toml in the working directory, if it is there]
    #[arg(long, global = true, env, value_name = "FILE")]
    config: Option<PathBuf>,
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

impl Command {
    /// Runs the command. `matches` and `file` are what it was read from.
    async fn execute(
        self,
        matches: &ArgMatches,
        file: Option<&ConfigFile>,
    ) -> Result<ExitCode, CliError> {
        let matches = matches.subcommand().map_or(matches, |(_, of_command)| of_command);
        match self {
            Self::Serve(serve) => Box::pin(serve.run(matches)).await?,
            Self::Check(check) => return check.run(),
            Self::Sample(sample) => sample.run()?,
            Self::Instructors(instructors) => instructors.run().await?,
            Self::Roster(roster) => roster.run().await?,
            Self::Gradebook(gradebook) => gradebook.run().await?,
            Self::Rejudge(rejudge) => rejudge.run().await?,
            Self::Regrade(regrade) => regrade.run().await?,
            Self::Backup(backup) => backup.run()?,
            Self::Restore(restore) => restore.run()?,
            Self::Migrate(migrate) => migrate.run().await?,
            Self::Config(server) => config::show(&server, &CommandLine::program(), matches, file)?,
            Self::Healthcheck(healthcheck) => healthcheck.run()?,
            Self::Completions(completions) => completions.run(CommandLine::program())?,
            Self::Man(man) => man.run(CommandLine::program())?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

#[actix_web::main]
async fn main() -> ExitCode {
    let (CommandLine { command, log, .. }, matches, file) = match CommandLine::read() {
        Ok(read) => read,
        Err(error) => return report(error),
    };
    let log = log.start();
    #[cfg(unix)]
    if let Err(error) = survive_file_size_limit() {
        tracing::warn!(%error, "a file that reaches the limit of `ulimit -f` will end the process");
    }
    warn_of_unknown(&CommandLine::program(), std::env::vars_os());
    // All commands in one future are too large for a stack.
    let code = Box::pin(command.execute(&matches, file.as_ref())).await.unwrap_or_else(report);
    log.finish();
    code
}

/// Lets a write beyond the limit of file sizes (`ulimit -f`) fail like one to a full drive. Without a handler of the signal, the process ends.
#[cfg(unix)]
fn survive_file_size_limit() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    // The handler stays for as long as the process, also when nobody listens.
    signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw())).map(drop)
}

/// Reports an error on standard error; its exit code.
fn report(error: CliError) -> ExitCode {
    if let CliError::Usage(error) = error {
        // Nothing else can be done if standard error is closed.
        let _ = CommandLine::program().error(ErrorKind::ValueValidation, error).print();
        return ExitCode::from(2);
    }
    for line in error.to_string().lines() {
        eprintln!("gradus: {line}");
    }
    ExitCode::FAILURE
}

impl CommandLine {
    /// The definitions of the command line.
    fn program() -> clap::Command {
        name_variables(Self::command())
    }

    /// The command line with the environment and the configuration file, also as clap has matched it, and the file. A command line that makes no
    /// sense ends the process here.
    fn read() -> Result<(Self, ArgMatches, Option<ConfigFile>), CliError> {
        let program = Self::program();
        let arguments = arguments(&program);
        let read = |command: clap::Command| {
            let matches = command.try_get_matches_from(&arguments);
            let matches = matches
                .unwrap_or_else(|error| name_variable_in(error, &program, &arguments).exit());
            let line = Self::from_arg_matches(&matches);
            (line.unwrap_or_else(|error| error.format(&mut Self::command()).exit()), matches)
        };
        // What names the file is known before the file is read.
        let (line, matches) = read(program.clone());
        let Some(file) = ConfigFile::find(line.config.as_deref(), &program)? else {
            return Ok((line, matches, None));
        };
        let (line, matches) = read(file.set_defaults(program.clone()));
        Ok((line, matches, Some(file)))
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
