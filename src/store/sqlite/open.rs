//! Opening the database: nothing is written before the file is known to be a Gradus database.

use std::fs;
use std::io;
use std::path::{self, Path};
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, SqliteConnection};

use super::error::{OpenErrorKind, is_busy};
use super::files::{self, Files};
use super::learners::fill_skeletons;
use super::transaction::BEGIN;

/// Marks the file in its header as a Gradus database: "Grad" in ASCII.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"Grad");

/// The migrations, each from the format before it: the files of the folder, in the order of their numbers. A released migration never
/// changes: databases store its checksum.
static MIGRATIONS: Migrator = sqlx::migrate!("src/store/sqlite/migrations");

/// The last format without sqlx's table of migrations.
const LAST_WITHOUT_TABLE: i64 = 2;

/// How long to wait for a lock that another process holds.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Where the connection that writes keeps what it may have to take back: the pages that a statement of several rows has changed. In a file, each
/// such statement would make one. Migrations and what else is large have a file.
pub(super) const TEMP_STORE: &str = "PRAGMA temp_store = MEMORY";

/// How far the connection that writes lets the write-ahead log grow, in pages of 4 KiB, before it copies it into the database: 16 MiB. Most attempts
/// change pages that others have changed shortly before, and each of these is copied once.
const CHECKPOINT: &str = "PRAGMA wal_autocheckpoint = 4096";

/// How much of the database that connection keeps in memory: 4 MiB.
const CACHE: &str = "PRAGMA cache_size = -4096";

/// How many prepared statements that connection keeps: those for attempts are different for each number of them, up to the size of a batch, and
/// preparing one takes as long as running it.
const STATEMENTS: usize = 512;

/// The pause between two attempts at a statement for which SQLite does not wait by itself.
const BUSY_PAUSE: Duration = Duration::from_millis(5);

/// How often such a statement is tried: for as long as SQLite waits for others.
const BUSY_ATTEMPTS: u128 = BUSY_TIMEOUT.as_millis() / BUSY_PAUSE.as_millis();

/// The smallest database in bytes: one page of the smallest size.
const SMALLEST_DATABASE: u64 = 512;

/// An open database.
pub(super) struct Opened {
    /// The connection that writes.
    pub(super) connection: SqliteConnection,
    /// What it writes to.
    pub(super) files: Files,
    /// The options for connections that read.
    pub(super) reading: SqliteConnectOptions,
}

/// Opens and migrates the database.
pub(super) async fn open(path: &Path) -> Result<Opened, OpenErrorKind> {
    // An absolute path avoids SQLite's special names, `:memory:` and `file:…`.
    let path = path::absolute(path).map_err(OpenErrorKind::Unreadable)?;
    if check_file(&path)? == Found::Nothing {
        files::create(&path).map_err(OpenErrorKind::uncreated)?;
    }
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // What is deleted is overwritten: it may have been somebody's name.
        .pragma("secure_delete", "ON")
        .busy_timeout(BUSY_TIMEOUT);
    // A migration that makes a table anew drops the old one, to which other tables refer.
    let unchecked = options
        .clone()
        .foreign_keys(false)
        .create_if_missing(true)
        .statement_cache_capacity(STATEMENTS)
        // A slow one would be logged with all its text, 32 KB; how long a commit takes is measured, and a lock that is held too long is an error.
        .disable_statement_logging();
    let mut connection = unchecked.connect().await?;
    check_format(&mut connection).await?;
    files::restrict(&path).map_err(OpenErrorKind::Unreadable)?;
    switch_to_wal(&mut connection).await?;
    migrate(&mut connection).await?;
    sqlx::query("PRAGMA foreign_keys = ON").execute(&mut connection).await?;
    for setting in [TEMP_STORE, CHECKPOINT, CACHE] {
        sqlx::query(setting).execute(&mut connection).await?;
    }
    let files = Files::of(&path).map_err(OpenErrorKind::Unreadable)?;
    Ok(Opened { connection, files, reading: options.read_only(true) })
}

/// What a path leads to.
#[derive(PartialEq, Eq)]
pub(super) enum Found {
    /// A file that may be a database.
    File,
    /// Nothing, in a folder that exists.
    Nothing,
}

/// Checks the file without opening it: SQLite's own errors do not distinguish these cases.
pub(super) fn check_file(path: &Path) -> Result<Found, OpenErrorKind> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(OpenErrorKind::NotAFile),
        // SQLite checks the header of longer files, but overwrites a file of one byte.
        Ok(found) if (1..SMALLEST_DATABASE).contains(&found.len()) => {
            Err(OpenErrorKind::NotADatabase)
        }
        Ok(_) => Ok(Found::File),
        Err(error) if error.kind() == io::ErrorKind::NotFound => match path.parent() {
            Some(folder) if !folder.is_dir() => Err(OpenErrorKind::NoFolder(folder.to_owned())),
            _ => Ok(Found::Nothing),
        },
        Err(error) => Err(OpenErrorKind::Unreadable(error)),
    }
}

/// Checks the header and returns the format of the database, 0 for an empty one.
pub(super) async fn check_format(connection: &mut SqliteConnection) -> Result<i64, OpenErrorKind> {
    let (application, format, content): (i32, i64, Option<String>) = sqlx::query_as(
        "SELECT application_id, user_version, (SELECT name FROM sqlite_schema LIMIT 1)
         FROM pragma_application_id, pragma_user_version",
    )
    .fetch_one(connection)
    .await?;
    let known = current_format();
    match (application, format, content) {
        (APPLICATION_ID, found, _) if found > known => Err(OpenErrorKind::Newer { found, known }),
        (APPLICATION_ID, _, _) | (0, 0, None) => Ok(format),
        (_, _, Some(name)) => Err(OpenErrorKind::Foreign(format!("it has {name:?}"))),
        (id, version, None) => Err(OpenErrorKind::Foreign(format!(
            "its application id is {id}, its version {version}"
        ))),
    }
}

/// The format that this version reads and writes: the number of the last migration. It is also stored as `user_version` in the file's
/// header, so that an older Gradus recognizes a database that is too new for it.
#[expect(clippy::expect_used, reason = "the folder is part of the sources")]
fn current_format() -> i64 {
    let versions = MIGRATIONS.iter().map(|migration| migration.version);
    versions.max().expect("there are migrations")
}

/// Switches to write-ahead logging, in which readers and the writer do not block each other.
///
/// The statement reads before it writes, and SQLite never waits to turn a read lock into a write lock: of several servers that start at
/// once, some would be refused although the others are ready in a moment.
async fn switch_to_wal(connection: &mut SqliteConnection) -> Result<(), OpenErrorKind> {
    let mut attempts = 1;
    let mode: String = loop {
        let statement = sqlx::query_scalar("PRAGMA journal_mode = WAL");
        match statement.fetch_one(&mut *connection).await {
            Err(error) if is_busy(&error) && attempts < BUSY_ATTEMPTS => {
                attempts += 1;
                tokio::time::sleep(BUSY_PAUSE).await;
            }
            outcome => break outcome?,
        }
    };
    if mode == "wal" { Ok(()) } else { Err(OpenErrorKind::NoWal(mode)) }
}

/// Migrates the database to the current format, and checks that it can be written.
///
/// sqlx takes no lock on SQLite. The outer transaction holds the write lock from its first statement on, and sqlx nests its own
/// transactions as savepoints. So if several servers start at once, one migrates and the others find the current format.
async fn migrate(connection: &mut SqliteConnection) -> Result<(), OpenErrorKind> {
    let mut transaction = connection.begin_with(BEGIN).await?;
    // Another process may have migrated since the first check.
    let found = check_format(&mut transaction).await?;
    if (1..=LAST_WITHOUT_TABLE).contains(&found) {
        MIGRATIONS.skip(&mut *transaction, Some(found)).await?;
    }
    MIGRATIONS.run(&mut *transaction).await?;
    fill_skeletons(&mut transaction).await?;
    if found < current_format() {
        check_foreign_keys(&mut transaction).await?;
    }
    // Written at every start, because it fails if the file is read-only, and `BEGIN IMMEDIATE` does not.
    write_application_id(&mut transaction).await?;
    let format = format!("PRAGMA user_version = {}", current_format());
    sqlx::raw_sql(AssertSqlSafe(format)).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Writes the application id into the header. SQLite writes the page also if nothing in it changes, so of all changes that reach the disk
/// this is the smallest, and it needs no table.
pub(super) async fn write_application_id(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let header = format!("PRAGMA application_id = {APPLICATION_ID}");
    sqlx::raw_sql(AssertSqlSafe(header)).execute(connection).await.map(drop)
}

/// Checks what foreign keys would have refused while the migrations ran.
pub(super) async fn check_foreign_keys(
    connection: &mut SqliteConnection,
) -> Result<(), OpenErrorKind> {
    let broken: Option<String> =
        sqlx::query_scalar("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1")
            .fetch_optional(connection)
            .await?;
    match broken {
        None => Ok(()),
        Some(table) => Err(OpenErrorKind::Sqlite(format!("a row of {table} belongs to nobody"))),
    }
}
