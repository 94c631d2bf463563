//! A directory for servers to work in, one after the other: database, secret and log stay from one to the next.

use std::fmt::Display;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use gradus::step::{Keyring, Secret};
use rusqlite::Connection;
use tempfile::TempDir;

use super::postgres::Database;
use crate::places;

/// An empty directory, removed when the last server in it has ended.
pub(crate) struct Workplace {
    directory: TempDir,
    /// Where servers keep what they remember; none if it is the file `gradus.db` here.
    database: Option<Database>,
}

impl Workplace {
    pub(crate) fn new() -> Self {
        Self { directory: TempDir::with_prefix("gradus-").unwrap(), database: None }
    }

    /// A workplace whose servers are on a database of PostgreSQL. They share the secret file here, as replicas share a secret.
    pub(crate) fn on(database: Database) -> Self {
        Self { database: Some(database), ..Self::new() }
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a file, and the folders that it lies in.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// The program, working here.
    pub(crate) fn gradus(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(places::gradus());
        command.args(arguments);
        command
    }

    /// A shell with a script, working here. The arguments that are added are `$0`, `$1` and so on.
    pub(super) fn shell(&self, script: &str) -> Command {
        let mut command = self.command("/bin/sh");
        command.args(["-c", script]);
        command
    }

    /// The environment is empty but for the wish that a panic tell all.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.directory).env_clear().env("RUST_BACKTRACE", "1");
        if let Some(database) = &self.database {
            command.env("GRADUS_DATABASE", database.url());
        }
        command.stdin(Stdio::null());
        command
    }

    /// Sets the clock of servers here that have `--clock clock`. The file is exchanged as a whole: a server may read it at any moment.
    pub(crate) fn set_clock(&self, seconds: impl Copy + Display) {
        let new = self.write("clock.new", seconds.to_string());
        fs::rename(new, self.path("clock")).unwrap();
    }

    /// What others than the owner of a file may do with it, and the owner: `0o600`.
    pub(crate) fn mode(&self, name: &str) -> u32 {
        fs::metadata(self.path(name)).unwrap().permissions().mode() & 0o777
    }

    /// Changes the mode of a file.
    pub(crate) fn set_mode(&self, name: &str, mode: u32) {
        fs::set_permissions(self.path(name), Permissions::from_mode(mode)).unwrap();
    }

    /// The keys of the servers here, from the secret file that the first one made.
    pub(crate) fn keyring(&self) -> Keyring {
        let secret: Secret =
            fs::read_to_string(self.path("gradus.secret")).unwrap().parse().unwrap();
        Keyring::new(&secret)
    }

    /// Changes the database of the servers here through a connection of its own; how many rows have changed.
    pub(crate) async fn change_database(&self, sql: &'static str) -> u64 {
        if let Some(database) = &self.database {
            return database.run_sql(sql).await;
        }
        let database = Connection::open(self.path("gradus.db")).unwrap();
        database.execute_batch(sql).unwrap();
        database.changes()
    }

    /// Where servers write their log.
    pub(super) fn log_file(&self) -> File {
        File::options().append(true).create(true).open(self.path("log")).unwrap()
    }

    /// What servers have logged so far.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap_or_default()
    }
}
