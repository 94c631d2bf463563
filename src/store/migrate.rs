//! Copying a database from SQLite to PostgreSQL, with all ids.
//!
//! ```text
//! SQLite ──▶ rows of a table ──▶ COPY ──▶ PostgreSQL
//!               │ count, hash                │ count, hash
//!               └───────────── equal? ───────┘
//! ```
//!
//! Everything is copied in one transaction, which is committed when every table has been read back and compared. A difference or an error leaves the
//! PostgreSQL database empty. The SQLite database is migrated to the current format first, as at every start, and is locked until the end: a server that
//! had it open would go on writing rows that are not copied. To read a whole table may take long, and is not logged as a slow statement.

mod rows;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::TryStreamExt as _;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use thiserror::Error;

pub use self::rows::TableDigest;
use self::rows::{COPY_END, COPY_HEAD, Column, ColumnKind, copy_row, values};
use super::Store as _;
use super::failure::Failure;
use super::open::{DatabaseUrl, OpenError};
use super::postgres::PostgresStore;
use super::sqlite::error::{is_busy, message};
use super::sqlite::{SqliteStore, open_exclusively};
use super::value::Row;

/// All tables, each after those that it refers to.
const TABLES: [&str; 14] = [
    "learners",
    "instructors",
    "exercises",
    "attempts",
    "tasks",
    "step_progress",
    "rejudgments",
    "foreign_answers",
    "games",
    "records",
    "extensions",
    "receipt_keys",
    "previous_secrets",
    "class_version",
];

/// The table that has a row from the beginning.
const NEVER_EMPTY: &str = "class_version";

/// How long to wait for another process: a command has the file open for a moment, a server until it is stopped.
const BUSY_TIMEOUT: Duration = Duration::from_secs(1);

/// How many bytes are collected before they are sent.
const CHUNK: usize = 64 * 1024;

/// A table that is copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedTable {
    /// Its name.
    pub name: &'static str,
    /// What it contains in both databases.
    pub digest: TableDigest,
}

/// Why a database is not copied. Unless the message says otherwise, nothing is left in the new one. The message is one line and shows no password.
#[derive(Debug, Error)]
pub enum MigrateError {
    /// The source is not a file.
    #[error("found {0}; expected the path of an SQLite file to copy from")]
    NotSqlite(DatabaseUrl),
    /// The file does not exist.
    #[error("there is no database {path}; expected the path of an SQLite file", path = .0.display())]
    NoFile(PathBuf),
    /// The target is a file.
    #[error("found {0}; expected postgres://… to copy to")]
    NotPostgres(DatabaseUrl),
    /// One of the databases cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Another process has the file open.
    #[error(
        "another process has the database {path} open; expected that no server or command uses it any more",
        path = .0.display()
    )]
    InUse(PathBuf),
    /// The PostgreSQL database is in use already.
    #[error(
        "the database {url} has rows in {table:?} already; expected an empty one, on which no server has run"
    )]
    NotEmpty {
        /// The database.
        url: DatabaseUrl,
        /// The first table with rows.
        table: &'static str,
    },
    /// The tables of the two databases differ. That is a bug.
    #[error("the table {table:?} is not the same in SQLite and PostgreSQL: {difference}")]
    Schema {
        /// The table.
        table: String,
        /// What differs.
        difference: String,
    },
    /// The rows that were read back are not the rows that were copied.
    #[error(
        "the table {table:?} was not copied as it is: {copied} were read from SQLite, {found} from PostgreSQL"
    )]
    Differs {
        /// The table.
        table: &'static str,
        /// What was read from SQLite.
        copied: TableDigest,
        /// What was read back.
        found: TableDigest,
    },
    /// The SQLite database failed.
    #[error("SQLite: {}", message(.0))]
    Sqlite(#[from] rusqlite::Error),
    /// The connection was lost during the commit.
    #[error(
        "PostgreSQL did not confirm that it keeps what was copied ({0}); try again: if it does, it is refused as a database with rows"
    )]
    Unconfirmed(sqlx::Error),
    /// The PostgreSQL database failed.
    #[error("PostgreSQL: {0}")]
    Postgres(#[from] sqlx::Error),
    /// A value cannot be copied.
    #[error("{0}")]
    Value(String),
}

impl From<Failure> for MigrateError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Sqlite(error) => Self::Sqlite(error),
            Failure::Postgres(error) => Self::Postgres(error),
            failure @ (Failure::Refused(_) | Failure::Value(_)) => Self::Value(failure.to_string()),
        }
    }
}

/// Copies everything from an SQLite database to an empty PostgreSQL database. Each table is reported when it is copied and compared. The tables exist in
/// the new database when all are reported.
pub async fn migrate(
    from: &DatabaseUrl,
    to: &DatabaseUrl,
    report: impl FnMut(&CopiedTable),
) -> Result<(), MigrateError> {
    let file = from.file().ok_or_else(|| MigrateError::NotSqlite(from.clone()))?;
    let url = to.postgres().ok_or_else(|| MigrateError::NotPostgres(to.clone()))?;
    let source = open_alone(file).await?;
    let target = PostgresStore::open(url).await.map_err(OpenError::from)?;
    let copied = copy_all(&source, &target, to, report).await;
    target.close().await;
    copied
}

async fn copy_all(
    source: &rusqlite::Connection,
    target: &PostgresStore,
    url: &DatabaseUrl,
    mut report: impl FnMut(&CopiedTable),
) -> Result<(), MigrateError> {
    let pool = target.pool();
    pool.log_no_slow_statements();
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    let all = prepare(source, &mut transaction).await?;
    if let Some(table) = filled(&all, &mut transaction).await? {
        return Err(MigrateError::NotEmpty { url: url.clone(), table });
    }
    for table in &all {
        let copied = table.copy(source, &mut transaction).await?;
        let found = table.read_back(&mut transaction).await?;
        if found != copied {
            return Err(MigrateError::Differs { table: table.name, copied, found });
        }
        report(&CopiedTable { name: table.name, digest: found });
    }
    finish(&all, &mut transaction).await?;
    transaction.commit().await.map_err(MigrateError::Unconfirmed)
}

/// Opens an SQLite database in the current format so that no other process can open it.
async fn open_alone(file: &Path) -> Result<rusqlite::Connection, MigrateError> {
    if !file.exists() {
        return Err(MigrateError::NoFile(file.to_owned()));
    }
    SqliteStore::open(file).await.map_err(OpenError::from)?.close().await;
    open_exclusively(file, BUSY_TIMEOUT).map_err(|error| {
        if is_busy(&error) {
            MigrateError::InUse(file.to_owned())
        } else {
            MigrateError::Sqlite(error)
        }
    })
}

/// Finds the tables, and keeps other processes from writing to PostgreSQL.
async fn prepare(
    source: &rusqlite::Connection,
    target: &mut PgConnection,
) -> Result<Vec<Table>, MigrateError> {
    // A table may take longer than any statement of a server.
    sqlx::raw_sql(
        "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0",
    )
    .execute(&mut *target)
    .await?;
    let theirs: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text, data_type::text FROM information_schema.columns
         WHERE table_schema = current_schema() AND table_name <> '_sqlx_migrations'
         ORDER BY table_name, ordinal_position",
    )
    .fetch_all(&mut *target)
    .await
    ?;
    let ours = columns(source)?;
    let tables = tables(&ours, theirs)?;
    for table in &tables {
        table.lock(target).await?;
    }
    Ok(tables)
}

/// The columns of all tables in SQLite: table and name.
fn columns(source: &rusqlite::Connection) -> rusqlite::Result<BTreeSet<(String, String)>> {
    let mut columns = source.prepare(
        "SELECT tables.name, columns.name
         FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table' AND tables.name NOT GLOB 'sqlite_*' AND tables.name != '_sqlx_migrations'",
    )?;
    columns.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// The tables of both databases, which have the same columns. In PostgreSQL a column has a table, a name and a type.
fn tables(
    ours: &BTreeSet<(String, String)>,
    theirs: Vec<(String, String, String)>,
) -> Result<Vec<Table>, MigrateError> {
    let schema = |table: &str, difference| {
        let table = table.to_owned();
        MigrateError::Schema { table, difference }
    };
    let named = theirs.iter().map(|(table, column, _)| (table.clone(), column.clone())).collect();
    if let Some((table, column)) = ours.symmetric_difference(&named).next() {
        return Err(schema(table, format!("{column} is in one of them")));
    }
    let mut tables = TABLES.map(|name| Table { name, columns: Vec::new() });
    for (table, name, data_type) in theirs {
        let known = tables.iter_mut().find(|known| known.name == table);
        let known = known.ok_or_else(|| schema(&table, "it is unknown".to_owned()))?;
        let kind = ColumnKind::of(&data_type);
        let kind = kind.ok_or_else(|| schema(&table, format!("{name} has type {data_type}")))?;
        known.columns.push(Column { name, kind });
    }
    Ok(tables.into())
}

/// The first table with rows, which should have none.
async fn filled(tables: &[Table], target: &mut PgConnection) -> sqlx::Result<Option<&'static str>> {
    for Table { name, .. } in tables.iter().filter(|table| table.name != NEVER_EMPTY) {
        let has_rows = format!("SELECT EXISTS (SELECT 1 FROM \"{name}\")");
        if sqlx::query_scalar(AssertSqlSafe(has_rows)).fetch_one(&mut *target).await? {
            return Ok(Some(*name));
        }
    }
    Ok(None)
}

/// Switches on what was switched off for copying.
async fn finish(tables: &[Table], target: &mut PgConnection) -> sqlx::Result<()> {
    for Table { name, .. } in tables {
        let enable = format!("ALTER TABLE \"{name}\" ENABLE TRIGGER USER");
        sqlx::raw_sql(AssertSqlSafe(enable)).execute(&mut *target).await?;
        // The planner needs to know the rows.
        sqlx::raw_sql(AssertSqlSafe(format!("ANALYZE \"{name}\""))).execute(&mut *target).await?;
    }
    // A server that runs on the database already may remember that learners do not exist.
    sqlx::query("UPDATE class_version SET version = version + 1").execute(target).await?;
    Ok(())
}

/// A table that is in both databases.
struct Table {
    name: &'static str,
    columns: Vec<Column>,
}

impl Table {
    /// The names of the columns, joined by commas.
    fn list(&self) -> String {
        let quoted = self.columns.iter().map(|Column { name, .. }| format!("\"{name}\""));
        quoted.collect::<Vec<_>>().join(", ")
    }

    /// The statement that reads all rows from either database.
    fn select(&self) -> String {
        format!("SELECT {} FROM \"{}\"", self.list(), self.name)
    }

    /// Keeps other processes from writing to the table until the transaction ends, and its triggers from repeating what SQLite has done.
    async fn lock(&self, target: &mut PgConnection) -> sqlx::Result<()> {
        let name = self.name;
        let lock = format!(
            "LOCK TABLE \"{name}\" IN EXCLUSIVE MODE; ALTER TABLE \"{name}\" DISABLE TRIGGER USER"
        );
        sqlx::raw_sql(AssertSqlSafe(lock)).execute(target).await.map(drop)
    }

    /// Copies all rows, and sets the ids that new rows will get.
    async fn copy(
        &self,
        source: &rusqlite::Connection,
        target: &mut PgConnection,
    ) -> Result<TableDigest, MigrateError> {
        let Self { name, columns } = self;
        if *name == NEVER_EMPTY {
            let delete = format!("DELETE FROM \"{name}\"");
            sqlx::raw_sql(AssertSqlSafe(delete)).execute(&mut *target).await?;
        }
        let copy = format!("COPY \"{name}\" ({}) FROM STDIN (FORMAT binary)", self.list());
        let mut digest = TableDigest::default();
        let mut copying = target.copy_in_raw(&copy).await?;
        let mut statement = source.prepare(&self.select())?;
        let mut rows = statement.query([])?;
        let mut chunk = COPY_HEAD.to_vec();
        while let Some(row) = rows.next()? {
            let row = values(&mut Row::sqlite(row), columns)?;
            digest.add(&row);
            copy_row(&row, &mut chunk)?;
            if chunk.len() >= CHUNK {
                copying.send(chunk.as_slice()).await?;
                chunk.clear();
            }
        }
        chunk.extend(COPY_END);
        copying.send(chunk.as_slice()).await?;
        copying.finish().await?;
        if let Some(last) = self.last_id(source)? {
            self.go_on_after(last, target).await?;
        }
        Ok(digest)
    }

    /// The greatest id that a row has or has had; none if rows are not numbered, or if there has been none.
    fn last_id(&self, source: &rusqlite::Connection) -> rusqlite::Result<Option<i64>> {
        let is_id = |column: &Column| column.name == "id" && column.kind == ColumnKind::Number;
        if !self.columns.iter().any(is_id) {
            return Ok(None);
        }
        // SQLite remembers it for the tables whose ids are never used again.
        let last = format!(
            "SELECT max(id) FROM (SELECT max(id) AS id FROM \"{name}\"
                                  UNION ALL SELECT seq FROM sqlite_sequence WHERE name = '{name}')",
            name = self.name
        );
        source.query_row(&last, [], |row| row.get(0))
    }

    /// Gives new rows ids that are greater than this one.
    async fn go_on_after(&self, last: i64, target: &mut PgConnection) -> sqlx::Result<()> {
        // An id of 0 was in no row.
        let set = sqlx::query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2) WHERE $2 > 0");
        set.bind(self.name).bind(last).execute(target).await.map(drop)
    }

    /// What the table contains in PostgreSQL now.
    async fn read_back(&self, target: &mut PgConnection) -> Result<TableDigest, MigrateError> {
        let mut rows = sqlx::query(AssertSqlSafe(self.select())).fetch(target);
        let mut digest = TableDigest::default();
        while let Some(row) = rows.try_next().await? {
            digest.add(&values(&mut Row::postgres(&row), &self.columns)?);
        }
        Ok(digest)
    }
}
