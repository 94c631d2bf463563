//! Opening the database: nothing is written before the file is known to be a Gradus database.

use std::path::{self, Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;
use std::{fs, io, thread};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, params};
use rust_embed::RustEmbed;
use sqlx::migrate::{MigrateError, Migration};

use super::error::{OpenErrorKind, is_busy};
use super::files::{self, Files};
use crate::course::LearnerName;
use crate::store::migrations::{current_format, embedded};

/// Marks the file in its header as a Gradus database: "Grad" in ASCII.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"Grad");

/// Writes the application id into the header. SQLite writes the page even if nothing in it changes. So this is the smallest change that reaches the
/// disk, and it needs no table.
pub(super) const WRITE_APPLICATION_ID: &str = "PRAGMA application_id = 1198678372";

#[derive(RustEmbed)]
#[folder = "src/store/sqlite/migrations"]
struct Folder;

static MIGRATIONS: LazyLock<Vec<Migration>> = LazyLock::new(embedded::<Folder>);

/// The last format without a table of migrations.
const LAST_WITHOUT_TABLE: i64 = 2;

/// How long to wait for a lock that another process holds.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// What the connection that writes keeps in memory: pages that a statement of several rows has changed, which it may have to take back. In a file,
/// each such statement would make one. Migrations and other large changes use a file.
pub(super) const TEMP_STORE: &str = "PRAGMA temp_store = MEMORY";

/// Settings of the connection that writes.
///
/// - The write-ahead log grows to 16 MiB, in pages of 4 KiB, before it is copied into the database. Most attempts change pages that others have
///   changed shortly before, and each page is copied once.
/// - 4 MiB of the database are kept in memory.
const WRITER_SETTINGS: &str = "PRAGMA wal_autocheckpoint = 4096; PRAGMA cache_size = -4096";

/// How many prepared statements a connection keeps: more than the store has.
const STATEMENTS: usize = 128;

/// The pause between two attempts at a statement for which SQLite does not wait by itself.
const BUSY_PAUSE: Duration = Duration::from_millis(5);

/// How often such a statement is tried: for as long as SQLite waits for others.
const BUSY_ATTEMPTS: u128 = BUSY_TIMEOUT.as_millis() / BUSY_PAUSE.as_millis();

/// The smallest database in bytes: one page of the smallest size.
const SMALLEST_DATABASE: u64 = 512;

/// An open database.
pub(super) struct Opened {
    /// The connection that writes.
    pub(super) connection: Connection,
    /// The files that it writes to.
    pub(super) files: Files,
    /// The absolute path.
    pub(super) path: PathBuf,
}

/// Opens and migrates the database.
pub(super) fn open(path: &Path) -> Result<Opened, OpenErrorKind> {
    // An absolute path avoids SQLite's special names, `:memory:` and `file:…`.
    let path = path::absolute(path).map_err(OpenErrorKind::Unreadable)?;
    if !check_file(&path)? {
        files::create(&path).map_err(OpenErrorKind::uncreated)?;
    }
    let mut connection =
        connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
    // A migration that makes a table anew drops the old one, to which other tables refer.
    connection.execute_batch("PRAGMA foreign_keys = OFF")?;
    check_format(&connection)?;
    files::restrict(&path).map_err(OpenErrorKind::Unreadable)?;
    switch_to_wal(&connection)?;
    migrate(&mut connection)?;
    connection.execute_batch("PRAGMA foreign_keys = ON")?;
    connection.execute_batch(TEMP_STORE)?;
    connection.execute_batch(WRITER_SETTINGS)?;
    let files = Files::of(&path).map_err(OpenErrorKind::Unreadable)?;
    Ok(Opened { connection, files, path })
}

/// Opens a database of the current format so that no other process can open it, and fails with SQLite's `BUSY` after `patience` if another one has it
/// open.
pub(crate) fn open_exclusively(path: &Path, patience: Duration) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(patience)?;
    // With a write-ahead log, the first access takes a lock that no other connection may share, and keeps it.
    // https://www.sqlite.org/wal.html#noshm
    connection.execute_batch("PRAGMA locking_mode = EXCLUSIVE; SELECT count(*) FROM learners")?;
    Ok(connection)
}

/// A connection with the settings of all connections. Deleted data is overwritten, because it may be a person's name.
pub(super) fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")?;
    Ok(connection)
}

/// Checks the file without opening it, and returns whether there is one: SQLite's own errors do not distinguish these cases.
pub(super) fn check_file(path: &Path) -> Result<bool, OpenErrorKind> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(OpenErrorKind::NotAFile),
        // SQLite checks the header of longer files, but overwrites a file of one byte.
        Ok(found) if (1..SMALLEST_DATABASE).contains(&found.len()) => {
            Err(OpenErrorKind::NotADatabase)
        }
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => match path.parent() {
            _ if path.is_symlink() => Err(OpenErrorKind::BrokenLink),
            Some(folder) if !folder.is_dir() => Err(OpenErrorKind::NoFolder(folder.to_owned())),
            _ => Ok(false),
        },
        Err(error) => Err(OpenErrorKind::Unreadable(error)),
    }
}

/// Checks the header and returns the format of the database, 0 for an empty one. The format is also the `user_version` in the header, so that an older
/// Gradus recognizes a database that is too new for it.
pub(super) fn check_format(connection: &Connection) -> Result<i64, OpenErrorKind> {
    let (application, format, content) = connection.query_row(
        "SELECT application_id, user_version, (SELECT name FROM sqlite_schema LIMIT 1)
         FROM pragma_application_id, pragma_user_version",
        [],
        |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, Option<String>>(2)?)),
    )?;
    let known = current_format(&MIGRATIONS);
    let found = if application == APPLICATION_ID { last_migration(connection)? } else { 0 };
    match (application, format, content) {
        (APPLICATION_ID, format, _) if format.max(found) > known => {
            Err(OpenErrorKind::Newer { found: format.max(found), known })
        }
        (APPLICATION_ID, _, _) | (0, 0, None) => Ok(format),
        (_, _, Some(name)) => Err(OpenErrorKind::Foreign(format!("it has {name:?}"))),
        (id, version, None) => Err(OpenErrorKind::Foreign(format!(
            "its application id is {id}, its version {version}"
        ))),
    }
}

/// The number of the last migration in the table of migrations, 0 without one.
fn last_migration(connection: &Connection) -> rusqlite::Result<i64> {
    let is_listed = "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    match connection.query_row(is_listed, [], |row| row.get(0))? {
        0 => Ok(0),
        _ => connection.query_row(
            "SELECT coalesce(max(version), 0) FROM _sqlx_migrations",
            [],
            |row| row.get(0),
        ),
    }
}

/// Switches to write-ahead logging, in which readers and the writer do not block each other.
///
/// The statement reads before it writes, and SQLite never waits to turn a read lock into a write lock. If several servers start at once, some would be
/// refused although the others are ready in a moment.
fn switch_to_wal(connection: &Connection) -> Result<(), OpenErrorKind> {
    let mut attempts = 1;
    let mode: String = loop {
        match connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)) {
            Err(error) if is_busy(&error) && attempts < BUSY_ATTEMPTS => {
                attempts += 1;
                thread::sleep(BUSY_PAUSE);
            }
            outcome => break outcome?,
        }
    };
    if mode == "wal" { Ok(()) } else { Err(OpenErrorKind::NoWal(mode)) }
}

/// Migrates the database to the current format, and checks that it can be written.
///
/// The transaction holds the write lock from its first statement on. If several servers start at once, one migrates and the others find the current
/// format.
fn migrate(connection: &mut Connection) -> Result<(), OpenErrorKind> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have migrated since the first check.
    let found = check_format(&transaction)?;
    apply_migrations(&transaction, found)?;
    fill_skeletons(&transaction)?;
    if found < current_format(&MIGRATIONS) {
        check_foreign_keys(&transaction)?;
    }
    // Written at every start, because it fails if the file is read-only, and `BEGIN IMMEDIATE` does not.
    transaction.execute_batch(WRITE_APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", current_format(&MIGRATIONS))?;
    transaction.commit()?;
    Ok(())
}

/// Applies the migrations that the database has not had. It keeps the table of `sqlx`, with equal checksums, because earlier versions used `sqlx`.
fn apply_migrations(transaction: &Transaction<'_>, format: i64) -> Result<(), OpenErrorKind> {
    transaction.execute_batch(
        "CREATE TABLE IF NOT EXISTS _sqlx_migrations (
             version BIGINT PRIMARY KEY,
             description TEXT NOT NULL,
             installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
             success BOOLEAN NOT NULL,
             checksum BLOB NOT NULL,
             execution_time BIGINT NOT NULL
         )",
    )?;
    let mut applied =
        transaction.prepare("SELECT version, checksum FROM _sqlx_migrations ORDER BY version")?;
    let applied = applied.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let applied: Vec<(i64, Vec<u8>)> = applied.collect::<rusqlite::Result<_>>()?;
    let is_known = |version| MIGRATIONS.iter().any(|migration| migration.version == version);
    if let Some(&(found, _)) = applied.iter().rfind(|&&(version, _)| !is_known(version)) {
        return Err(MigrateError::VersionMissing(found).into());
    }
    for Migration { version, description, sql, checksum, .. } in &*MIGRATIONS {
        match applied.iter().find(|(applied, _)| applied == version) {
            Some((_, applied)) if **applied == **checksum => continue,
            Some(_) => return Err(MigrateError::VersionMismatch(*version).into()),
            // The tables are there, and the list is not.
            None if format <= LAST_WITHOUT_TABLE && *version <= format => {}
            None => transaction.execute_batch(sql.as_str())?,
        }
        transaction.execute(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             VALUES (?1, ?2, TRUE, ?3, -1)",
            params![version, description, checksum],
        )?;
    }
    Ok(())
}

/// Fills in the skeletons of names that were registered before there were any.
fn fill_skeletons(transaction: &Transaction<'_>) -> Result<(), OpenErrorKind> {
    let mut names = transaction.prepare(
        "SELECT id, name FROM learners WHERE name_skeleton IS NULL AND NOT is_forgotten ORDER BY id",
    )?;
    let names = names.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (id, name) in names.collect::<rusqlite::Result<Vec<(i64, String)>>>()? {
        let name: LearnerName = name.parse().map_err(|error| {
            OpenErrorKind::Sqlite(format!("the learner {id} has no valid name: {error}"))
        })?;
        transaction.execute(
            "UPDATE learners SET name_skeleton = ?2, folded_skeleton = ?3 WHERE id = ?1",
            params![id, name.skeleton(), name.folded_skeleton()],
        )?;
    }
    Ok(())
}

/// Checks what foreign keys would have rejected while the migrations ran.
pub(super) fn check_foreign_keys(connection: &Connection) -> Result<(), OpenErrorKind> {
    let mut broken =
        connection.prepare("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1")?;
    let broken = broken.query_map([], |row| row.get::<_, String>(0))?.next();
    match broken.transpose()? {
        None => Ok(()),
        Some(table) => Err(OpenErrorKind::Sqlite(format!("a row of {table} belongs to nobody"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_application_id_is_written_as_it_is_read() {
        assert!(WRITE_APPLICATION_ID.ends_with(&format!("= {APPLICATION_ID}")));
    }
}
