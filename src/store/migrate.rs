//! Moving a database from SQLite to PostgreSQL, with all ids.
//!
//! ```text
//! SQLite ──▶ rows of a table ──▶ COPY ──▶ PostgreSQL
//!               │ count, hash                │ count, hash
//!               └───────────── equal? ───────┘
//! ```
//!
//! Everything is copied in one transaction, which is committed when every table has been read back and compared. What differs, and whatever
//! else goes wrong, leaves the PostgreSQL database empty. The SQLite database is brought to the current format first, as at every start, and is
//! locked until the end: a server that had it open would go on writing what is not copied. To read a whole table may take long, and is not logged
//! as a slow statement.

mod rows;

use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::TryStreamExt as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteLockingMode};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection, SqliteConnection};
use thiserror::Error;

pub use self::rows::TableDigest;
use self::rows::{COPY_END, COPY_HEAD, Column, ColumnKind, copy_row, values};
use super::Store as _;
use super::open::{DatabaseUrl, OpenError};
use super::postgres::PostgresStore;
use super::sqlite::{self, SqliteStore};

/// All tables, each after those that it refers to.
const TABLES: [&str; 13] = [
    "learners",
    "instructors",
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

/// How long another process is waited for: a command has the file open for a moment, a server until it is stopped.
const BUSY_TIMEOUT: Duration = Duration::from_secs(1);

/// So many bytes are collected before they are sent.
const CHUNK: usize = 64 * 1024;

/// A table that is copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedTable {
    /// Its name.
    pub name: &'static str,
    /// What it holds in both databases.
    pub digest: TableDigest,
}

/// Why a database is not moved. Nothing is left in the new one, if nothing else is said. The message is one line and shows no password.
#[derive(Debug, Error)]
pub enum MigrateError {
    /// What is to be copied is not a file.
    #[error("found {0}; expected the path of an SQLite file to copy from")]
    NotSqlite(DatabaseUrl),
    /// The file does not exist.
    #[error("there is no database {path}; expected the path of an SQLite file", path = .0.display())]
    NoFile(PathBuf),
    /// What it is to be copied to is a file.
    #[error("found {0}; expected postgres://… to copy to")]
    NotPostgres(DatabaseUrl),
    /// One of them cannot be opened.
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
    /// The tables of the two are not the same. That is a bug.
    #[error("the table {table:?} is not the same in SQLite and PostgreSQL: {difference}")]
    Schema {
        /// The table.
        table: String,
        /// What differs.
        difference: String,
    },
    /// What was read back is not what was copied.
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
    #[error("SQLite: {0}")]
    Sqlite(sqlx::Error),
    /// The connection was lost when everything was to be committed.
    #[error(
        "PostgreSQL did not confirm that it keeps what was copied ({0}); try again: if it does, it is refused as a database with rows"
    )]
    Unconfirmed(sqlx::Error),
    /// The PostgreSQL database failed.
    #[error("PostgreSQL: {0}")]
    Postgres(sqlx::Error),
}

/// Copies everything from an SQLite database to an empty PostgreSQL database. Each table is reported when it is copied and compared; what is
/// reported is there when all are.
pub async fn migrate(
    from: &DatabaseUrl,
    to: &DatabaseUrl,
    report: impl FnMut(&CopiedTable),
) -> Result<(), MigrateError> {
    let file = from.file().ok_or_else(|| MigrateError::NotSqlite(from.clone()))?;
    let url = to.postgres().ok_or_else(|| MigrateError::NotPostgres(to.clone()))?;
    let mut source = open_alone(file).await?;
    let target = PostgresStore::open(url).await.map_err(OpenError::from)?;
    let moved = copy_all(&mut source, &target, to, report).await;
    target.close().await;
    // Nothing was written to it.
    let _ = source.close().await;
    moved
}

async fn copy_all(
    source: &mut SqliteConnection,
    target: &PostgresStore,
    url: &DatabaseUrl,
    mut report: impl FnMut(&CopiedTable),
) -> Result<(), MigrateError> {
    let pool = target.pool();
    pool.log_no_slow_statements();
    let mut connection = pool.acquire().await.map_err(MigrateError::Postgres)?;
    let mut transaction = connection.begin().await.map_err(MigrateError::Postgres)?;
    let all = prepare(source, &mut transaction).await?;
    if let Some(table) = filled(&all, &mut transaction).await.map_err(MigrateError::Postgres)? {
        return Err(MigrateError::NotEmpty { url: url.clone(), table });
    }
    for table in &all {
        let copied = table.copy(source, &mut transaction).await?;
        let found = table.read_back(&mut transaction).await.map_err(MigrateError::Postgres)?;
        if found != copied {
            return Err(MigrateError::Differs { table: table.name, copied, found });
        }
        report(&CopiedTable { name: table.name, digest: found });
    }
    finish(&all, &mut transaction).await.map_err(MigrateError::Postgres)?;
    transaction.commit().await.map_err(MigrateError::Unconfirmed)
}

/// Opens an SQLite database in the current format so that nobody else can open it.
async fn open_alone(file: &Path) -> Result<SqliteConnection, MigrateError> {
    if !file.exists() {
        return Err(MigrateError::NoFile(file.to_owned()));
    }
    SqliteStore::open(file).await.map_err(OpenError::from)?.close().await;
    // With a write-ahead log, the first statement takes a lock that no other connection may share, and keeps it.
    // https://www.sqlite.org/wal.html#noshm
    let options = SqliteConnectOptions::new()
        .filename(file)
        .locking_mode(SqliteLockingMode::Exclusive)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging();
    let opened = async {
        let mut connection = options.connect().await?;
        sqlx::query("SELECT count(*) FROM learners").execute(&mut connection).await?;
        Ok::<_, sqlx::Error>(connection)
    };
    opened.await.map_err(|error| {
        if sqlite::is_busy(&error) {
            MigrateError::InUse(file.to_owned())
        } else {
            MigrateError::Sqlite(error)
        }
    })
}

/// Finds out what there is to be copied, and keeps others from writing to PostgreSQL.
async fn prepare(
    source: &mut SqliteConnection,
    target: &mut PgConnection,
) -> Result<Vec<Table>, MigrateError> {
    // A table may take longer than any statement of a server.
    sqlx::raw_sql(
        "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0",
    )
    .execute(&mut *target)
    .await
    .map_err(MigrateError::Postgres)?;
    let theirs: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text, data_type::text FROM information_schema.columns
         WHERE table_schema = current_schema() AND table_name <> '_sqlx_migrations'
         ORDER BY table_name, ordinal_position",
    )
    .fetch_all(&mut *target)
    .await
    .map_err(MigrateError::Postgres)?;
    let ours: Vec<(String, String)> = sqlx::query_as(
        "SELECT tables.name, columns.name
         FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table' AND tables.name NOT GLOB 'sqlite_*' AND tables.name != '_sqlx_migrations'",
    )
    .fetch_all(source)
    .await
    .map_err(MigrateError::Sqlite)?;
    let tables = tables(&ours, &theirs)?;
    for table in &tables {
        table.lock(target).await.map_err(MigrateError::Postgres)?;
    }
    Ok(tables)
}

/// The tables of both databases, from their columns: of SQLite the table and the name, of PostgreSQL also the type.
fn tables(
    ours: &[(String, String)],
    theirs: &[(String, String, String)],
) -> Result<Vec<Table>, MigrateError> {
    let (ours_all, theirs_all) =
        (ours.iter().map(|(table, _)| table), theirs.iter().map(|(table, ..)| table));
    if let Some(table) = ours_all.chain(theirs_all).find(|table| !TABLES.contains(&table.as_str()))
    {
        let difference = "it is not known how to copy it".to_owned();
        return Err(MigrateError::Schema { table: table.clone(), difference });
    }
    TABLES.into_iter().map(|name| Table::new(name, ours, theirs)).collect()
}

/// The first table with rows that should have none.
async fn filled(tables: &[Table], target: &mut PgConnection) -> sqlx::Result<Option<&'static str>> {
    for Table { name, .. } in tables.iter().filter(|table| table.name != NEVER_EMPTY) {
        let has_rows = format!("SELECT EXISTS (SELECT 1 FROM \"{name}\")");
        if sqlx::query_scalar(AssertSqlSafe(has_rows)).fetch_one(&mut *target).await? {
            return Ok(Some(*name));
        }
    }
    Ok(None)
}

/// Lets everything run again as it does in a database that was always PostgreSQL's.
async fn finish(tables: &[Table], target: &mut PgConnection) -> sqlx::Result<()> {
    for Table { name, .. } in tables {
        let enable = format!("ALTER TABLE \"{name}\" ENABLE TRIGGER USER");
        sqlx::raw_sql(AssertSqlSafe(enable)).execute(&mut *target).await?;
        // Plans are made for the rows that are there.
        sqlx::raw_sql(AssertSqlSafe(format!("ANALYZE \"{name}\""))).execute(&mut *target).await?;
    }
    // A server that runs on the database already has looked for learners in vain, and remembers it.
    sqlx::query("UPDATE class_version SET version = version + 1").execute(target).await?;
    Ok(())
}

/// A table that is in both databases.
struct Table {
    name: &'static str,
    columns: Vec<Column>,
}

impl Table {
    /// From the columns of all tables. Every column is in both.
    fn new(
        name: &'static str,
        ours: &[(String, String)],
        theirs: &[(String, String, String)],
    ) -> Result<Self, MigrateError> {
        let differs = |difference| MigrateError::Schema { table: name.to_owned(), difference };
        let mut ours: Vec<&str> =
            ours.iter().filter(|(table, _)| table == name).map(|(_, column)| &**column).collect();
        let mut columns = Vec::new();
        for (_, column, data_type) in theirs.iter().filter(|(table, ..)| table == name) {
            let kind = ColumnKind::of(data_type)
                .ok_or_else(|| differs(format!("{column} is of the type {data_type}")))?;
            let place = ours.iter().position(|known| known == column);
            let place = place.ok_or_else(|| differs(format!("{column} is only in PostgreSQL")))?;
            ours.swap_remove(place);
            columns.push(Column { name: column.clone(), kind });
        }
        match ours.first() {
            None => Ok(Self { name, columns }),
            Some(column) => Err(differs(format!("{column} is only in SQLite"))),
        }
    }

    /// The names of the columns, joined by commas.
    fn list(&self) -> String {
        let quoted = self.columns.iter().map(|Column { name, .. }| format!("\"{name}\""));
        quoted.collect::<Vec<_>>().join(", ")
    }

    /// The statement that reads all rows from either database.
    fn select(&self) -> String {
        format!("SELECT {} FROM \"{}\"", self.list(), self.name)
    }

    /// Keeps others from writing to the table until the transaction ends, and its triggers from doing again what has been done in SQLite.
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
        source: &mut SqliteConnection,
        target: &mut PgConnection,
    ) -> Result<TableDigest, MigrateError> {
        let Self { name, columns } = self;
        if *name == NEVER_EMPTY {
            let delete = format!("DELETE FROM \"{name}\"");
            let delete = sqlx::raw_sql(AssertSqlSafe(delete)).execute(&mut *target).await;
            delete.map_err(MigrateError::Postgres)?;
        }
        let copy = format!("COPY \"{name}\" ({}) FROM STDIN (FORMAT binary)", self.list());
        let select = self.select();
        let mut digest = TableDigest::default();
        let mut copying = target.copy_in_raw(&copy).await.map_err(MigrateError::Postgres)?;
        let mut rows = sqlx::query(AssertSqlSafe(select)).fetch(&mut *source);
        let mut chunk = COPY_HEAD.to_vec();
        while let Some(row) = rows.try_next().await.map_err(MigrateError::Sqlite)? {
            let row = values(&row, columns).map_err(MigrateError::Sqlite)?;
            digest.add(&row);
            copy_row(&row, &mut chunk).map_err(MigrateError::Postgres)?;
            if chunk.len() >= CHUNK {
                copying.send(chunk.as_slice()).await.map_err(MigrateError::Postgres)?;
                chunk.clear();
            }
        }
        drop(rows);
        chunk.extend(COPY_END);
        copying.send(chunk.as_slice()).await.map_err(MigrateError::Postgres)?;
        copying.finish().await.map_err(MigrateError::Postgres)?;
        let last = self.last_id(source).await.map_err(MigrateError::Sqlite)?;
        if let Some(last) = last {
            self.go_on_after(last, target).await.map_err(MigrateError::Postgres)?;
        }
        Ok(digest)
    }

    /// The greatest id that a row has or has had; none if rows are not numbered, or if there has been none.
    async fn last_id(&self, source: &mut SqliteConnection) -> sqlx::Result<Option<i64>> {
        let is_id = |column: &Column| column.name == "id" && column.kind == ColumnKind::Number;
        if !self.columns.iter().any(is_id) {
            return Ok(None);
        }
        // SQLite remembers it of the tables whose ids are never used again.
        let last = format!(
            "SELECT max(id) FROM (SELECT max(id) AS id FROM \"{name}\"
                                  UNION ALL SELECT seq FROM sqlite_sequence WHERE name = '{name}')",
            name = self.name
        );
        sqlx::query_scalar(AssertSqlSafe(last)).fetch_one(source).await
    }

    /// Gives new rows ids that are greater than this one.
    async fn go_on_after(&self, last: i64, target: &mut PgConnection) -> sqlx::Result<()> {
        // An id of 0 was in no row.
        let set = sqlx::query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2) WHERE $2 > 0");
        set.bind(self.name).bind(last).execute(target).await.map(drop)
    }

    /// What is in PostgreSQL now.
    async fn read_back(&self, target: &mut PgConnection) -> sqlx::Result<TableDigest> {
        let mut rows = sqlx::query(AssertSqlSafe(self.select())).fetch(target);
        let mut digest = TableDigest::default();
        while let Some(row) = rows.try_next().await? {
            digest.add(&values(&row, &self.columns)?);
        }
        Ok(digest)
    }
}
