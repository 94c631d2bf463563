//! `gradus serve`: runs the server.

use std::io::{self, Write as _};
use std::net::{SocketAddr, ToSocketAddrs as _};
#[cfg(debug_assertions)]
use std::path::PathBuf;
use std::sync::Arc;

use clap::{ArgMatches, Args};
use gradus::api;
use gradus::app::Server;
use gradus::app::keyring_of;
use gradus::app::raise_file_limit;
#[cfg(debug_assertions)]
use gradus::app::set_clock;
use gradus::app::{Limits, State};
use gradus::option_values::{hidden, whole};
use gradus::store;
use gradus::wire::Addresses;

use super::class::{CourseOptions, DatabaseOptions};
use super::error::CliError;
use super::instructors::{NamedInstructors, warn_of_learners};
use super::memory::{trim_heap, use_small_pages};
use super::secrets::{DEFAULT_FILE, SecretOptions, Secrets};

/// The longest time window, in seconds: some 30 years.
const LONGEST_WINDOW: u64 = 1_000_000_000;

/// The options of the server.
#[derive(Args)]
pub(crate) struct Serve {
    #[command(flatten, next_help_heading = "Addresses")]
    bind: BindOptions,
    /// The address on which /metrics is served to everybody who reaches it, and then only there; port 0 means any free port [default: that of
    /// --bind, to this machine and to instructors]
    #[arg(long, env, value_name = "ADDRESS", value_parser = bind_address)]
    metrics_bind: Option<SocketAddr>,
    #[command(flatten)]
    addresses: Addresses,
    #[command(flatten, next_help_heading = "Database and secret")]
    pub(super) database: DatabaseOptions,
    #[command(flatten)]
    secrets: SecretOptions,
    #[command(flatten, next_help_heading = "Course")]
    course: CourseOptions,
    /// Instructors and their keys, beside those in the database: for deployments, preferably from the environment
    #[arg(long, env, value_name = "NAME:KEY,…", hide_env_values = true, value_parser = hidden::<NamedInstructors>())]
    instructors: Option<NamedInstructors>,
    /// How long a learner sees the same board, in seconds
    #[arg(long, env, value_name = "SECONDS", default_value = "600", value_parser = whole(1..=LONGEST_WINDOW))]
    window: u64,
    #[command(flatten)]
    limits: Limits,
    /// The file with the time, in seconds since 1970, which is read whenever the time is needed: for tests
    #[cfg(debug_assertions)]
    #[arg(long, value_name = "FILE", hide = true)]
    clock: Option<PathBuf>,
}

/// Where the server listens.
#[derive(Args)]
pub(crate) struct BindOptions {
    /// The address to listen on; port 0 means any free port
    #[arg(long, env, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = bind_address)]
    pub(super) bind: SocketAddr,
}

/// Parses an address to listen on. A name is looked up.
fn bind_address(text: &str) -> Result<SocketAddr, String> {
    let addresses = text.to_socket_addrs().map_err(|error| error.to_string());
    addresses
        .and_then(|mut addresses| addresses.next().ok_or_else(|| "no such host".to_owned()))
        .map_err(|reason| format!("expected an address such as 127.0.0.1:8080 ({reason})"))
}

impl Serve {
    /// The value in force of an option which is not given, if it depends on the surroundings.
    pub(super) fn default_of(&self, option: &str) -> Option<String> {
        match option {
            "secret-file" => Some(DEFAULT_FILE.to_owned()),
            "course" => self.course.default_course().map(|path| path.display().to_string()),
            "listeners" => Some(self.limits().listeners().to_string()),
            _ => None,
        }
    }

    /// Checks options that are wrong only together.
    pub(super) fn check(&self, matches: &ArgMatches) -> Result<(), CliError> {
        self.secrets.check(matches)?;
        // Port 0 is another one each time.
        let shared = self.metrics_bind.filter(|&at| at == self.bind.bind && at.port() != 0);
        shared.map_or(Ok(()), |address| Err(CliError::SameAddress(address)))
    }

    /// The limits with as many connections as the system permits.
    fn limits(&self) -> Limits {
        Limits { connections: raise_file_limit(), ..self.limits }
    }

    /// Serves until the process receives a stop signal.
    pub(crate) async fn run(self, matches: &ArgMatches) -> Result<(), CliError> {
        self.check(matches)?;
        use_small_pages();
        #[cfg(debug_assertions)]
        if let Some(file) = &self.clock {
            set_clock(file.clone());
        }
        let curriculum = self.course.load()?;
        let unusable = |address| move |error| CliError::Bind(address, error);
        let bind = self.bind.bind;
        let mut server =
            Server::bind(bind).map_err(unusable(bind))?.with_threads_that_begin(trim_heap);
        if let Some(address) = self.metrics_bind {
            server = server.with_metrics_at(address).map_err(unusable(address))?;
        }
        let metrics = server.metrics_address().map_err(CliError::Serve)?;
        let Secrets { current, previous } = self.secrets.read(matches)?;
        let database = &self.database.database;
        let store = store::open(database).await?;
        // As long as the server runs.
        let _claim = database.file().and_then(store::sqlite::claim);
        let keyring = keyring_of(&current, previous.as_ref(), &*store).await?;
        let limits = self.limits();
        let NamedInstructors(instructors) = self.instructors.unwrap_or_default();
        warn_of_learners(&instructors, &*store).await?;
        let state = State::new(
            curriculum,
            keyring,
            Arc::clone(&store),
            self.addresses,
            self.window,
            limits,
        );
        let state = Arc::new(state.with_instructors(instructors));
        // A service is told to reload whether or not it has files. In a terminal the signal says that the terminal is closed, and without
        // files to read again it ends the server as it ends other programs.
        #[cfg(unix)]
        if self.course.challenges.is_some()
            || state.curriculum().course.is_from_file()
            || !io::IsTerminal::is_terminal(&io::stdin())
        {
            super::reload::reload_on_hangup(self.course, Arc::clone(&state))
                .map_err(CliError::Serve)?;
        }
        let first = state.curriculum().steps.iter().next().map(|step| step.number);
        let ready = |address| {
            let mut lines = vec![format!("listening on http://{address}")];
            lines.extend(first.map(|number| format!("try: curl http://{address}/step_{number}")));
            lines.extend(metrics.map(|address| format!("metrics: http://{address}/metrics")));
            // The server also runs if nothing reads the lines.
            let mut out = io::stdout().lock();
            if let Err(error) = writeln!(out, "{}", lines.join("\n")).and_then(|()| out.flush()) {
                tracing::warn!(%error, "the address cannot be written to standard output");
            }
        };
        let result = api::serve(server, state, ready).await.map_err(CliError::Serve);
        store.close().await;
        result
    }
}
