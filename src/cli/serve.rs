//! `gradus serve`: runs the server. It reads the challenges and the course again on SIGHUP; systems other than Unix load them only at the start.

use std::hint::black_box;
use std::io::{self, Write as _};
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt;
use clap::{ArgMatches, Args};
use gradus::app::class::of_other_zone;
use gradus::app::{Limits, Server, State, keyring_of, raise_file_limit};
use gradus::course::{Course, Extension, Extensions};
use gradus::option_values::{hidden, whole};
use gradus::store::{Store, StoreError};
use gradus::wire::Addresses;
use gradus::{api, store};

use super::class::{CourseOptions, DatabaseOptions};
use super::error::CliError;
use super::instructors::{NamedInstructors, warn_of_learners};
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
    clock: Option<std::path::PathBuf>,
}

/// Where the server listens.
#[derive(Args)]
pub(crate) struct BindOptions {
    /// The address to listen on; port 0 means any free port
    #[arg(long, alias = "listen", env, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = bind_address)]
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
        shared.map_or(Ok(()), |address| {
            Err(CliError::Failed(format!(
                "--bind and --metrics-bind are both {address}; expected two addresses, or no --metrics-bind"
            )))
        })
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
            gradus::app::set_clock(file.clone());
        }
        let curriculum = self.course.load_to_serve()?;
        let unusable = |address, option| {
            move |error: io::Error| {
                let help = match error.kind() {
                    io::ErrorKind::AddrInUse => {
                        format!("; another program uses it: choose another address with {option}")
                    }
                    _ => String::new(),
                };
                CliError::Failed(format!("cannot listen on {address}: {error}{help}"))
            }
        };
        let bind = self.bind.bind;
        let mut server = Server::bind(bind)
            .map_err(unusable(bind, "--bind"))?
            .with_threads_that_begin(trim_heap);
        if let Some(address) = self.metrics_bind {
            server =
                server.with_metrics_at(address).map_err(unusable(address, "--metrics-bind"))?;
        }
        let metrics = server.metrics_address().map_err(|error| CliError::stopped(&error))?;
        let Secrets { current, previous } = self.secrets.read(matches)?;
        let database = &self.database.database;
        let store = store::open(database).await?;
        // As long as the server runs.
        let _claim = database.file().and_then(store::sqlite::claim);
        let keyring = keyring_of(&current, previous.as_ref(), &*store).await?;
        let limits = self.limits();
        let NamedInstructors(instructors) = self.instructors.unwrap_or_default();
        warn_of_learners(&instructors, &*store).await?;
        warn_of_course(&curriculum.course, &*store).await?;
        let (addresses, window) = (self.addresses, self.window);
        let shared = Arc::clone(&store);
        let state = State::new(curriculum, keyring, shared, addresses, window, limits, instructors);
        let state = Arc::new(state);
        state.warm_up();
        // A service is told to reload whether or not it has files. In a terminal the signal says that the terminal is closed, and without
        // files to read again it ends the server as it ends other programs.
        #[cfg(unix)]
        if self.course.challenges.is_some()
            || state.curriculum().course.is_from_file()
            || !io::IsTerminal::is_terminal(&io::stdin())
        {
            reload_on_hangup(self.course, Arc::clone(&state))
                .map_err(|error| CliError::stopped(&error))?;
        }
        let first = state.curriculum().steps.iter().next().map(|step| step.number);
        let prefix = state.addresses.prefix().to_owned();
        let ready = |address| {
            let url = format!("http://{address}{prefix}");
            let mut lines = vec![format!("listening on {url}")];
            lines.extend(first.map(|number| format!("try: curl {url}/step_{number}")));
            lines.extend(metrics.map(|address| format!("metrics: http://{address}/metrics")));
            // The server also runs if nothing reads the lines.
            let mut out = io::stdout().lock();
            if let Err(error) = writeln!(out, "{}", lines.join("\n")).and_then(|()| out.flush()) {
                tracing::warn!(%error, "the address cannot be written to standard output");
            }
        };
        let result =
            api::serve(server, state, ready).await.map_err(|error| CliError::stopped(&error));
        store.close().await;
        result
    }
}

/// Reloads the challenges and the course whenever the process receives SIGHUP.
#[cfg(unix)]
fn reload_on_hangup(course: CourseOptions, state: Arc<State>) -> io::Result<()> {
    use actix_web::rt::signal::unix::{SignalKind, signal};

    let mut hangups = signal(SignalKind::hangup())?;
    let course = Arc::new(course);
    rt::spawn(async move {
        while hangups.recv().await.is_some() {
            tracing::info!("the challenges are read again");
            let (course, state) = (Arc::clone(&course), Arc::clone(&state));
            let (done, reloaded) = tokio::sync::oneshot::channel();
            // A thread of its own: the process does not wait for it after a stop signal, and a check may take long.
            std::thread::spawn({
                let state = Arc::clone(&state);
                move || {
                    reload(&course, &state);
                    done.send(())
                }
            });
            if reloaded.await.is_err() {
                tracing::error!("the challenges are not reloaded: the check panicked");
            }
            if let Err(error) = warn_of_course(&state.curriculum().course, &*state.store).await {
                tracing::warn!(%error, "the rules of the course are not compared with the roster");
            }
        }
    });
    Ok(())
}

/// Replaces the steps and the rules by those that are in the files now. If these have diagnostics, they are logged and all stays.
#[cfg(unix)]
fn reload(course: &CourseOptions, state: &State) {
    let served = state.curriculum();
    match course.reload(&served) {
        Ok(curriculum) => {
            let steps = curriculum.steps.iter().count();
            state.replace_curriculum(curriculum);
            tracing::info!(steps, "the challenges are reloaded");
        }
        Err(error) => {
            let has_course = served.course.is_from_file() || course.default_course().is_some();
            let what = if has_course { "the challenges and the course" } else { "the challenges" };
            for line in error.to_string().lines() {
                tracing::error!("{what} are not reloaded: {line}");
            }
        }
    }
}

/// Logs what is valid in the course file, but perhaps not meant.
async fn warn_of_course(course: &Course, store: &dyn Store) -> Result<(), StoreError> {
    let roster = store.roster().await?.into_iter().map(|entry| entry.learner).collect::<Vec<_>>();
    for warning in course.warnings().iter().chain(&course.unmatched_rules(&roster)) {
        tracing::warn!("{warning}");
    }
    let extensions = Extensions::new(store.extensions().await?);
    for Extension { id, steps, changes, zone, .. } in of_other_zone(course, &extensions) {
        let moments = [("opens", changes.opens), ("due", changes.due), ("closes", changes.closes)];
        let moments = moments.iter().filter_map(|(key, moment)| {
            moment.map(|moment| format!("{key} {}", course.end_in_zone(moment)))
        });
        let moments = moments.collect::<Vec<_>>().join(", ");
        tracing::warn!(
            "extension {} (step {steps}) was given by the clocks of {zone}, and keeps its moments: {moments}; if that is not meant, take it back and give it again",
            id.0
        );
    }
    Ok(())
}

/// Takes memory from the system in pages of 4 KB. The allocator asks for pages of 2 MB, of which each stays until nothing in it is used any
/// more: with these the server has 20 to 30 MB more after a flood, and is not faster.
fn use_small_pages() {
    // Other systems decide by themselves.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::debug!(%error, "cannot disable transparent huge pages");
    }
}

/// How often unused memory is returned.
const PERIOD: Duration = Duration::from_secs(10);

/// What is taken for it, in bytes: a block that shares its pages with no other, though hardly larger than one that does, so that it fits
/// between what is still used; and as many of them as have no room in a few segments of the allocator, which have 32 MB.
const BLOCK: usize = 144 << 10;
const BLOCKS: usize = 512;

/// Of so many blocks one is freed last: a segment has room for three times as many.
const LAST: usize = 50;

/// How long after the others: longer than the allocator keeps what has become free, which is 10 ms in a segment and 100 ms of a whole one.
const MOMENT: Duration = Duration::from_millis(200);

/// A block that has a segment of its own, in bytes.
const SEGMENT: usize = 20 << 20;

/// Lets the allocator give back what this thread does not use, again and again. Its own function for this, `mi_collect`, is `unsafe`. It keeps what has become free for a moment, as something that
/// is needed again soon, and looks at what it keeps of a segment only when more of it becomes free. After a flood that may be never. So
/// blocks of all segments are taken and freed, some of each segment a moment after the others, and then a segment. This costs no memory
/// because nothing is written to them.
fn trim_heap() {
    rt::spawn(async {
        let mut periods = rt::time::interval(PERIOD);
        loop {
            periods.tick().await;
            let mut blocks: Vec<Vec<u8>> =
                (0..BLOCKS).map(|_| black_box(Vec::with_capacity(BLOCK))).collect();
            let mut places = 0..;
            blocks.retain(|_| places.next().is_some_and(|place: usize| place.is_multiple_of(LAST)));
            rt::time::sleep(MOMENT).await;
            drop(blocks);
            rt::time::sleep(MOMENT).await;
            drop(black_box(Vec::<u8>::with_capacity(SEGMENT)));
        }
    });
}
