//! `gradus serve`: runs the server.

use std::io::{self, IsTerminal as _, Write as _};
use std::net::SocketAddr;
#[cfg(debug_assertions)]
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use gradus::api;
use gradus::app::Server;
use gradus::app::State;
use gradus::app::challenges::LoadError;
use gradus::app::keyring_of;
use gradus::app::raise_file_limit;
#[cfg(debug_assertions)]
use gradus::app::set_clock;
use gradus::step::StepNumber;
use gradus::store::{self, DatabaseUrl, OpenError, StoreError};
use thiserror::Error;

use super::addresses::{AddressOptions, BindOptions, MetricsOptions};
use super::class::{CourseOptions, DatabaseOptions};
use super::limits::LimitOptions;
use super::memory::{give_back, use_small_pages};
use super::named_instructors::{NamedInstructorOptions, warn_of_learners};
use super::reload::reload_on_hangup;
use super::secrets::{DEFAULT_FILE, SecretError, SecretOptions, Secrets};
use super::values::whole;

/// The longest time window, in seconds: some 30 years.
const LONGEST_WINDOW: u64 = 1_000_000_000;

/// The options of the server.
#[derive(Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    bind: BindOptions,
    #[command(flatten)]
    metrics: MetricsOptions,
    #[command(flatten)]
    database: DatabaseOptions,
    #[command(flatten)]
    secrets: SecretOptions,
    #[command(flatten)]
    course: CourseOptions,
    #[command(flatten)]
    instructors: NamedInstructorOptions,
    #[command(flatten)]
    addresses: AddressOptions,
    /// How long a learner sees the same board, in seconds
    #[arg(long, env = "GRADUS_WINDOW", value_name = "SECONDS", default_value_t = 600, value_parser = whole(1..=LONGEST_WINDOW))]
    window: u64,
    #[command(flatten)]
    limits: LimitOptions,
    /// The file with the time, in seconds since 1970, which is read whenever the time is needed: for tests
    #[cfg(debug_assertions)]
    #[arg(long, value_name = "FILE", hide = true)]
    clock: Option<PathBuf>,
}

/// Why the server did not start or stopped.
#[derive(Debug, Error)]
pub(crate) enum ServeError {
    /// The challenges cannot be loaded.
    #[error(transparent)]
    Challenges(#[from] LoadError),
    /// There is no secret.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// The server and its metrics have one address.
    #[error("--bind and --metrics-bind are both {0}; expected two addresses, or no --metrics-bind")]
    SameAddress(SocketAddr),
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// The database was opened, but failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be used.
    #[error("cannot listen on {address}: {source}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The server stopped with an error.
    #[error("the server stopped: {0}")]
    Run(io::Error),
}

impl Serve {
    /// The database that the server uses.
    pub(super) fn database(&self) -> &DatabaseUrl {
        self.database.url()
    }

    /// Whether an option is without effect because another one counts more.
    pub(super) fn is_overruled(&self, option: &str) -> bool {
        self.secrets.is_overruled(option)
    }

    /// The value that is in force of an option which is not given, if it depends on more than that.
    pub(super) fn default_of(&self, option: &str) -> Option<String> {
        match option {
            "secret-file" if !self.is_overruled(option) => Some(DEFAULT_FILE.to_owned()),
            "course" => self.course.default_course().map(|path| path.display().to_string()),
            "listeners" => Some(self.limits.rates.listeners(raise_file_limit()).to_string()),
            _ => None,
        }
    }

    /// Checks what is wrong with options only together.
    pub(super) fn check(&self) -> Result<(), ServeError> {
        let (bind, metrics_bind) = (self.bind.bind, self.metrics.metrics_bind);
        // Port 0 is another one each time.
        if metrics_bind == Some(bind) && bind.port() != 0 {
            return Err(ServeError::SameAddress(bind));
        }
        Ok(self.secrets.check()?)
    }

    /// Serves until the process receives a stop signal.
    pub(crate) async fn run(self) -> Result<(), ServeError> {
        self.check()?;
        use_small_pages();
        #[cfg(debug_assertions)]
        if let Some(file) = self.clock {
            set_clock(file);
        }
        let curriculum = self.course.load()?;
        let instructors = self.instructors.instructors();
        let (BindOptions { bind }, MetricsOptions { metrics_bind }) = (self.bind, self.metrics);
        let unusable = |address| move |source| ServeError::Bind { address, source };
        let mut server =
            Server::bind(bind).map_err(unusable(bind))?.with_threads_that_begin(give_back);
        if let Some(address) = metrics_bind {
            server = server.with_metrics_at(address).map_err(unusable(address))?;
        }
        let metrics = server.metrics_address().map_err(ServeError::Run)?;
        let Secrets { current, previous } = self.secrets.read()?;
        let store = store::open(self.database.url()).await?;
        // As long as the server runs.
        let _claim = self.database.url().file().and_then(store::sqlite::claim);
        let keyring = keyring_of(&current, previous.as_ref(), &*store).await?;
        warn_of_learners(&instructors, &*store).await?;
        let limits = self.limits.limits(raise_file_limit());
        let addresses = self.addresses.addresses();
        let state =
            State::new(curriculum, keyring, Arc::clone(&store), addresses, self.window, limits);
        let state = Arc::new(state.with_instructors(instructors));
        let has_files = self.course.has_directory() || state.curriculum().course.is_from_file();
        // A service is told to reload whether or not it has files. In a terminal the signal says that the terminal is closed, and without
        // files to read again it ends the server as it ends other programs.
        if has_files || !io::stdin().is_terminal() {
            reload_on_hangup(self.course, Arc::clone(&state)).map_err(ServeError::Run)?;
        }
        let first = state.curriculum().steps.iter().next().map(|step| step.number);
        let ready = |address| {
            // The server also runs if nothing reads the lines.
            if let Err(error) = announce(address, first, metrics) {
                tracing::warn!(%error, "the address cannot be written to standard output");
            }
        };
        let result = api::serve(server, state, ready).await.map_err(ServeError::Run);
        store.close().await;
        result
    }
}

/// Prints a line for programs, a line for people, and where the metrics are if they have an address of their own.
fn announce(
    address: SocketAddr,
    first: Option<StepNumber>,
    metrics: Option<SocketAddr>,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "listening on http://{address}")?;
    if let Some(number) = first {
        writeln!(out, "try: curl http://{address}/step_{number}")?;
    }
    if let Some(address) = metrics {
        writeln!(out, "metrics: http://{address}/metrics")?;
    }
    out.flush()
}
