//! `gradus serve`: runs the server.

use std::env;
use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::net::{IpAddr, SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Args, Command};
use gradus::challenges::{self, LoadError};
#[cfg(debug_assertions)]
use gradus::http::set_clock;
use gradus::http::{Addresses, Limits, Server, State, raise_file_limit};
use gradus::step::{Keyring, NotASecret, StepNumber};
use gradus::store::{self, DatabaseUrl, NotADatabaseUrl, OpenError};
use ipnet::IpNet;
use thiserror::Error;

use super::named_instructors::{self, NotInstructors, VARIABLE};
use super::rates::RateOptions;
use super::secret_file::{self, SecretFileError};

/// The options of the server.
#[derive(Args)]
pub(crate) struct Serve {
    /// The address to listen on; port 0 means any free port
    #[arg(long, env = "GRADUS_BIND", default_value = "127.0.0.1:8080", value_parser = bind_address)]
    bind: SocketAddr,
    /// The database: the path of an SQLite file, created if it does not exist, or sqlite:PATH
    #[arg(long, env = "GRADUS_DATABASE", hide_env_values = true, default_value = "gradus.db", value_parser = DatabaseParser)]
    database: DatabaseUrl,
    /// The file with the server's secret, created if it does not exist
    #[arg(long, env = "GRADUS_SECRET_FILE", default_value = "gradus.secret")]
    secret_file: PathBuf,
    /// The secret itself, 64 hexadecimal digits, instead of a file: for replicas, preferably from the environment
    #[arg(long, env = "GRADUS_SECRET", hide_env_values = true)]
    secret: Option<String>,
    /// A directory with challenge folders [default: those in the program]
    #[arg(long, env = "GRADUS_CHALLENGES")]
    challenges: Option<PathBuf>,
    /// The file with the rules of the course [default: course.toml in the directory of challenges, or else in the working directory, if it is there]
    #[arg(long, env = "GRADUS_COURSE", value_name = "FILE")]
    course: Option<PathBuf>,
    /// The server's public address [default: taken from each request]
    #[arg(long, env = "GRADUS_PUBLIC_URL", value_parser = public_url)]
    public_url: Option<String>,
    /// A network of proxies whose X-Forwarded headers are believed, such as 10.0.0.0/8; may be repeated
    #[arg(long = "trusted-proxy", env = "GRADUS_TRUSTED_PROXY", value_delimiter = ',', value_parser = network)]
    trusted_proxies: Vec<IpNet>,
    /// How long a learner sees the same board, in seconds
    #[arg(long, env = "GRADUS_WINDOW", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    window: u64,
    /// How long the body of a request may take to arrive, in seconds
    #[arg(long, env = "GRADUS_BODY_TIMEOUT", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=3600))]
    body_timeout: u64,
    /// How many connections there may be from one address; those from trusted proxies do not count
    #[arg(long, env = "GRADUS_CONNECTIONS_PER_ADDRESS", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..))]
    connections_per_address: u32,
    /// How long a client may read nothing of the reply that waits for it, in seconds
    #[arg(long, env = "GRADUS_SEND_TIMEOUT", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    send_timeout: u64,
    /// How long a board or a computer's move may be expected to wait for a thread, in seconds; when it would be longer, it is refused
    #[arg(long, env = "GRADUS_COMPUTE_WAIT", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=3600))]
    compute_wait: u64,
    /// How long running requests may take after a stop signal, in seconds
    #[arg(long, env = "GRADUS_SHUTDOWN_TIMEOUT", default_value_t = 5)]
    shutdown_timeout: u64,
    #[command(flatten)]
    rates: RateOptions,
    /// How many answers a learner may have judged on a day; sending the same answer again counts nothing
    #[arg(long, env = "GRADUS_ATTEMPTS_PER_DAY", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    attempts_per_day: u32,
    /// How many records of matches a learner may have
    #[arg(long, env = "GRADUS_RECORDS", default_value_t = 1000)]
    records: u32,
    /// After how many days without a move a match is deleted that belongs to no learner and to no step
    #[arg(long, env = "GRADUS_IDLE_MATCHES", value_name = "DAYS", default_value_t = 28, value_parser = clap::value_parser!(u64).range(1..=36_500))]
    idle_matches: u64,
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
    /// The secret file cannot be used.
    #[error(transparent)]
    SecretFile(#[from] SecretFileError),
    /// The given secret is malformed. The message does not repeat it: it may be the real one with a typing error.
    #[error("GRADUS_SECRET, or --secret: {0}")]
    Secret(#[from] NotASecret),
    /// The instructors in the environment cannot be read.
    #[error("{VARIABLE}: {0}; expected NAME:KEY,NAME:KEY")]
    Instructors(#[from] NotInstructors),
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] OpenError),
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

fn bind_address(text: &str) -> Result<SocketAddr, String> {
    let addresses = text.to_socket_addrs().map_err(|error| error.to_string());
    addresses
        .and_then(|mut addresses| addresses.next().ok_or_else(|| "no such host".to_owned()))
        .map_err(|reason| format!("expected an address such as 127.0.0.1:8080 ({reason})"))
}

fn network(text: &str) -> Result<IpNet, String> {
    let single = |_| text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(single).map_err(|_| "expected a network such as 10.0.0.0/8".to_owned())
}

/// Parses the option `--database`. Clap's own message would repeat the value, which may contain a password.
#[derive(Clone)]
pub(super) struct DatabaseParser;

impl TypedValueParser for DatabaseParser {
    type Value = DatabaseUrl;

    fn parse_ref(
        &self,
        command: &Command,
        _: Option<&Arg>,
        value: &OsStr,
    ) -> Result<DatabaseUrl, clap::Error> {
        let text = value.to_str().ok_or_else(|| {
            clap::Error::raw(ErrorKind::InvalidUtf8, "--database: expected UTF-8\n")
        });
        text.and_then(|text| {
            text.parse().map_err(|error: NotADatabaseUrl| {
                let message = format!("invalid value for '--database': {error}\n");
                clap::Error::raw(ErrorKind::ValueValidation, message)
            })
        })
        .map_err(|error| error.with_cmd(command))
    }
}

/// Whether a character may stand behind the scheme of the public address, which other addresses begin with and replies contain.
fn is_part_of_url(symbol: char) -> bool {
    symbol.is_ascii_graphic() && !r#"?#"\<>"#.contains(symbol)
}

fn public_url(text: &str) -> Result<String, String> {
    let url = text.trim_end_matches('/');
    let host = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
    match host {
        Some(host) if !host.is_empty() && host.chars().all(is_part_of_url) => Ok(url.to_owned()),
        _ => Err("expected an address such as https://gradus.example.org".to_owned()),
    }
}

impl Serve {
    /// Serves until the process receives a stop signal.
    pub(crate) async fn run(self) -> Result<(), ServeError> {
        use_small_pages();
        #[cfg(debug_assertions)]
        if let Some(file) = self.clock {
            set_clock(file);
        }
        let curriculum = challenges::load(self.challenges.as_deref(), self.course.as_deref())?;
        let instructors = env::var_os(VARIABLE);
        let instructors =
            instructors.as_deref().map_or_else(|| Ok(Vec::new()), named_instructors::read)?;
        let unusable = |source| ServeError::Bind { address: self.bind, source };
        let server = Server::bind(self.bind).map_err(unusable)?;
        let secret = match self.secret {
            Some(text) => text.parse()?,
            None => secret_file::read_or_make(&self.secret_file)?,
        };
        let store = store::open(&self.database).await?;
        let addresses =
            Addresses { public_url: self.public_url, trusted_proxies: self.trusted_proxies };
        let connections = raise_file_limit();
        let limits = Limits {
            connections,
            connections_per_address: self.connections_per_address as usize,
            send_timeout: Duration::from_secs(self.send_timeout),
            body_timeout: Duration::from_secs(self.body_timeout),
            compute_wait: Duration::from_secs(self.compute_wait),
            shutdown_timeout: Duration::from_secs(self.shutdown_timeout),
            rates: self.rates.limits(connections),
            attempts_per_day: self.attempts_per_day,
            records: self.records,
            idle_matches: Duration::from_hours(24 * self.idle_matches),
        };
        let keyring = Keyring::new(&secret);
        let state =
            State::new(curriculum, keyring, Arc::clone(&store), addresses, self.window, limits);
        let state = Arc::new(state.with_instructors(instructors));
        if self.challenges.is_some() || state.curriculum().course.is_from_file() {
            let files = CourseFiles { challenges: self.challenges, course: self.course };
            reload_on_hangup(files, Arc::clone(&state)).map_err(ServeError::Run)?;
        }
        let first = state.curriculum().catalog.steps().next().map(|step| step.number);
        let ready = |address| {
            // The server also runs if nothing reads the lines.
            if let Err(error) = announce(address, first) {
                tracing::warn!(%error, "the address cannot be written to standard output");
            }
        };
        let result = server.run(state, ready).await.map_err(ServeError::Run);
        store.close().await;
        result
    }
}

/// Takes memory from the system in pages of 4 KB. The allocator asks for pages of 2 MB, of which each stays until nothing in it is used any
/// more: with these the server has 20 to 30 MB more after a flood, and is not faster.
#[cfg(target_os = "linux")]
fn use_small_pages() {
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::debug!(%error, "the system keeps to large pages");
    }
}

/// Elsewhere the system decides.
#[cfg(not(target_os = "linux"))]
fn use_small_pages() {}

/// What is loaded at the start, and again when the process receives SIGHUP.
#[cfg_attr(not(unix), expect(dead_code, reason = "there is no SIGHUP"))]
struct CourseFiles {
    /// The directory of challenges; none for those in the program.
    challenges: Option<PathBuf>,
    /// The file with the rules, if one is named.
    course: Option<PathBuf>,
}

/// Reloads the challenges and the course whenever the process receives SIGHUP.
#[cfg(unix)]
fn reload_on_hangup(files: CourseFiles, state: Arc<State>) -> io::Result<()> {
    use std::thread;

    use actix_web::rt::signal::unix::{SignalKind, signal};
    use tokio::sync::oneshot;

    let mut hangups = signal(SignalKind::hangup())?;
    let files = Arc::new(files);
    actix_web::rt::spawn(async move {
        while hangups.recv().await.is_some() {
            tracing::info!("the challenges are read again");
            let (files, state) = (Arc::clone(&files), Arc::clone(&state));
            let (done, reloaded) = oneshot::channel();
            // A thread of its own: the process does not wait for it after a stop signal, and a check may take long.
            thread::spawn(move || {
                reload(&files, &state);
                done.send(())
            });
            if reloaded.await.is_err() {
                tracing::error!("the challenges are not reloaded: the check panicked");
            }
        }
    });
    Ok(())
}

/// Replaces the steps and the rules by those that are in the files now. If these have diagnostics, they are logged and all stays.
#[cfg(unix)]
fn reload(CourseFiles { challenges, course }: &CourseFiles, state: &State) {
    match challenges::reload(challenges.as_deref(), course.as_deref(), &state.curriculum()) {
        Ok(curriculum) => {
            let steps = curriculum.catalog.steps().count();
            state.replace_curriculum(curriculum);
            tracing::info!(steps, "the challenges are reloaded");
        }
        Err(error) => {
            for line in error.to_string().lines() {
                tracing::error!("the challenges are not reloaded: {line}");
            }
        }
    }
}

/// Other systems have no SIGHUP: the challenges are loaded only at the start.
#[cfg(not(unix))]
fn reload_on_hangup(_: CourseFiles, _: Arc<State>) -> io::Result<()> {
    Ok(())
}

/// Prints a line for programs and a line for people.
fn announce(address: SocketAddr, first: Option<StepNumber>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "listening on http://{address}")?;
    if let Some(number) = first {
        writeln!(out, "try: curl http://{address}/step_{number}")?;
    }
    out.flush()
}
