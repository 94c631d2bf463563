//! A real PostgreSQL: one cluster for all tests of the process, with a fresh database for each, and clusters of their own for tests that stop
//! it.
//!
//! ```text
//! Cluster::shared ─┐
//! Cluster::start ──┴─▶ Cluster::database ──▶ Database ──▶ Workplace::on, Server::start_on
//! ```

use std::ffi::OsStr;
use std::io::Write as _;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU16, Ordering};
use std::{env, fs, process};

use sqlx::{Connection as _, PgConnection};

use super::proxy::Proxy;
use crate::cases::{self, Need, is_available};

/// Where Debian has the programs, in a directory for each version.
const PROGRAMS: &str = "/usr/lib/postgresql";

/// The role that owns everything.
const ROLE: &str = "gradus";

/// What differs from what PostgreSQL does by itself. That a commit waits for the disk is not changed.
///
/// Its files stay small, and many servers may have their connections at once.
const SETTINGS: &str = "
listen_addresses = '127.0.0.1'
max_connections = 400
max_wal_size = 256MB
min_wal_size = 32MB
log_line_prefix = '%m %d %a '
";

/// Ends the cluster and removes its files when the pipe is closed: the test process closes it when it ends, in whatever way.
const WATCHDOG: &str = r#"
trap '' HUP INT TERM
cat >/dev/null
"$0" -D "$1/data" -m immediate -w stop
rm -rf "$1"
"#;

/// A running PostgreSQL with files of its own. It is stopped when it is dropped, or else when the test process ends.
pub(crate) struct Cluster {
    programs: PathBuf,
    directory: PathBuf,
    port: u16,
    watchdog: Child,
}

/// An empty database of a cluster, removed when it is dropped.
pub(crate) struct Database {
    url: String,
    /// Removes it.
    remove: Command,
}

impl Cluster {
    /// The cluster that cases share. Without PostgreSQL the case ends here.
    pub(crate) fn shared() -> &'static Self {
        Self::shared_if_available().unwrap_or_else(|| cases::stop())
    }

    /// The same for a case that has something to do without PostgreSQL, too.
    pub(crate) fn shared_if_available() -> Option<&'static Self> {
        static SHARED: LazyLock<Cluster> = LazyLock::new(|| Cluster::new(programs().unwrap()));
        is_available(Need::Postgres, "postgres", programs().is_some()).then(|| &*SHARED)
    }

    /// A cluster of the case's own, which it may stop and start. Without PostgreSQL the case ends here.
    pub(crate) fn start() -> Self {
        let programs = programs();
        if !is_available(Need::Postgres, "postgres", programs.is_some()) {
            cases::stop();
        }
        Self::new(programs.unwrap())
    }

    fn new(programs: PathBuf) -> Self {
        let temporary = env::temp_dir().join("gradus-postgres-XXXXXX");
        let made = as_owner("mktemp").arg("-d").arg(temporary).output().unwrap();
        let directory = PathBuf::from(String::from_utf8(made.stdout).unwrap().trim_end());
        assert!(directory.is_dir(), "{}", String::from_utf8_lossy(&made.stderr));
        let mut watchdog = as_owner("sh");
        watchdog.args(["-c", WATCHDOG]).arg(programs.join("pg_ctl")).arg(&directory);
        // In a group of its own: a terminal's Ctrl+C must not end it.
        watchdog.stdin(Stdio::piped()).process_group(0);
        let watchdog = watchdog.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let mut cluster = Self { programs, directory, port: 0, watchdog };
        cluster.initialize();
        let mut ports = ports();
        while !cluster.try_start() {
            cluster.port = ports.next().unwrap_or_else(|| panic!("{}", cluster.log()));
        }
        cluster
    }

    fn initialize(&self) {
        let mut command = as_owner(self.programs.join("initdb"));
        command.arg("-D").arg(self.data()).args(["-U", ROLE, "-A", "trust", "-E", "UTF8"]);
        // Of operators' databases many sort as people do. What Gradus sorts must not depend on it.
        command.args(["--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"]);
        // The files need not outlive the machine. What is written later is synchronized.
        let output = command.arg("--no-sync").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let settings =
            format!("{SETTINGS}unix_socket_directories = '{}'\n", self.directory.display());
        let mut append = as_owner("tee");
        append.arg("-a").arg(self.data().join("postgresql.conf"));
        let mut append = append.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        append.stdin.take().unwrap().write_all(settings.as_bytes()).unwrap();
        assert!(append.wait().unwrap().success());
    }

    fn data(&self) -> PathBuf {
        self.directory.join("data")
    }

    /// Starts it on its port, unless it has none yet or somebody else has taken it.
    fn try_start(&self) -> bool {
        self.port != 0 && self.control(&["-o", &format!("-p {}", self.port), "start"])
    }

    /// Whether `pg_ctl` could do something; it waits until it is done.
    fn control(&self, arguments: &[&str]) -> bool {
        let mut command = as_owner(self.programs.join("pg_ctl"));
        command.arg("-D").arg(self.data()).arg("-l").arg(self.directory.join("log"));
        command.args(["-w", "-t", "60"]).args(arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
    }

    /// Stops it as a machine that is shut down does: sessions end, and what is committed is on disk.
    pub(crate) fn stop(&self) {
        assert!(self.control(&["-m", "fast", "stop"]), "{}", self.log());
    }

    /// Ends it as if it had crashed: it recovers from its write-ahead log at the next start.
    pub(crate) fn crash(&self) {
        assert!(self.control(&["-m", "immediate", "stop"]), "{}", self.log());
    }

    /// Starts it again, at the same address.
    pub(crate) fn start_again(&self) {
        assert!(self.try_start(), "{}", self.log());
    }

    /// What it has logged.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.directory.join("log")).unwrap_or_default()
    }

    /// A new database with nothing in it.
    pub(crate) fn database(&self) -> Database {
        static NUMBER: AtomicU16 = AtomicU16::new(1);
        let name = format!("test_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let output = self.client("createdb").arg(&name).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let url = format!("postgres://{ROLE}@127.0.0.1:{}/{name}", self.port);
        let mut remove = self.client("dropdb");
        remove.args(["--if-exists", "--force", &name]).stderr(Stdio::null());
        Database { url, remove }
    }

    /// One of PostgreSQL's programs that connect to it.
    pub(crate) fn client(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        let port = self.port.to_string();
        command.args(["-h", "127.0.0.1", "-p", &port, "-U", ROLE]).stdin(Stdio::null());
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.watchdog.stdin.take());
        let _ = self.watchdog.wait();
    }
}

impl Database {
    /// Its URL, over TCP.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The same database with options of the connection: `options[lock_timeout]=1s`.
    pub(crate) fn with_options(mut self, options: &str) -> Self {
        self.url = format!("{}?{options}", self.url);
        self
    }

    /// The same database, reached through a proxy of its own.
    pub(crate) fn behind_proxy(mut self) -> (Self, Proxy) {
        let (user, place) = self.url.rsplit_once('@').unwrap();
        let (address, name) = place.split_once('/').unwrap();
        let proxy = Proxy::to(address.parse().unwrap());
        self.url = format!("{user}@{}/{name}", proxy.address());
        (self, proxy)
    }

    /// A connection that knows nothing of Gradus.
    pub(crate) async fn connect(&self) -> PgConnection {
        PgConnection::connect(&self.url).await.unwrap()
    }

    /// Runs SQL through a connection of its own; how many rows have changed.
    pub(crate) async fn run_sql(&self, sql: &'static str) -> u64 {
        let mut connection = self.connect().await;
        let changed = sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        changed.rows_affected()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // Its cluster may have been stopped by the test.
        let _ = self.remove.status();
    }
}

/// The directory with the programs of the latest version that is installed.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir(PROGRAMS).into_iter().flatten().flatten();
    let number = |path: &Path| -> Option<u32> { path.file_name()?.to_str()?.parse().ok() };
    let latest = versions
        .map(|entry| entry.path())
        .filter(|path| path.join("bin/initdb").exists())
        .max_by_key(|path| number(path));
    Some(latest?.join("bin"))
}

/// A command of the user who owns the cluster's files. PostgreSQL refuses root.
fn as_owner(program: impl AsRef<OsStr>) -> Command {
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let mut command = if is_root {
        let users = fs::read_to_string("/etc/passwd").unwrap();
        let has_own = users.lines().any(|line| line.starts_with("postgres:"));
        let (user, group) = if has_own { ("postgres", "postgres") } else { ("nobody", "nogroup") };
        let mut command = Command::new("setpriv");
        command.args(["--reuid", user, "--regid", group, "--clear-groups"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    // The directory of the tests may be closed to this user.
    command.current_dir("/").env_clear().env("PATH", "/usr/bin:/bin").stdin(Stdio::null());
    command
}

/// Free ports below those that the system gives away by itself: a cluster that is stopped finds its port again.
fn ports() -> impl Iterator<Item = u16> {
    /// Clusters of one process look from different places on.
    static NEXT: AtomicU16 = AtomicU16::new(0);
    const FIRST: u16 = 20_000;
    const COUNT: u16 = 12_000;
    let of_process = u16::try_from(process::id() % u32::from(COUNT)).unwrap();
    let of_cluster = NEXT.fetch_add(100, Ordering::Relaxed) % COUNT;
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    (0..100).map(move |next| FIRST + (of_process + of_cluster + next) % COUNT).filter(is_free)
}

#[case]
async fn a_cluster_that_crashes_has_what_was_committed() {
    let cluster = Cluster::start();
    let database = cluster.database();
    database.run_sql("CREATE TABLE t (n int)").await;
    assert_eq!(database.run_sql("INSERT INTO t VALUES (1), (2)").await, 2);
    cluster.crash();
    assert!(PgConnection::connect(database.url()).await.is_err());
    cluster.start_again();
    assert_eq!(database.run_sql("UPDATE t SET n = 3").await, 2);
}
