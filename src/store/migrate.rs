//! Copying a database from SQLite to PostgreSQL, with all ids.
//!
//! ```text
//! SQLite ──▶ rows of a table as JSON ──▶ PostgreSQL
//!               │ count, hash                │ count, hash
//!               └───────────── equal? ───────┘
//! ```
//!
//! Everything is copied in one transaction, which is committed when every table has been read back and compared. A difference or an error leaves the
//! PostgreSQL database empty. The SQLite database is migrated to the current format first, as at every start, and is locked until the end: a server that
//! had it open would go on writing rows that are not copied.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use data_encoding::HEXLOWER;
use futures_util::TryStreamExt as _;
use rusqlite::types::ValueRef;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use thiserror::Error;

use super::sqlite::{SqliteStore, is_busy, open_exclusively};
use super::{DatabaseUrl, OpenError, Store as _, postgres};

/// All tables, each after those that it refers to.
const TABLES: [&str; 17] = [
    "learners",
    "instructors",
    "exercises",
    "decisions",
    "attempts",
    "voided_attempts",
    "tasks",
    "step_progress",
    "step_activity",
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

/// How many rows are sent together.
const CHUNK: usize = 256;

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
    #[error("SQLite: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The connection was lost during the commit.
    #[error(
        "PostgreSQL did not confirm that it keeps what was copied ({0}); try again: if it does, it is refused as a database with rows"
    )]
    Unconfirmed(sqlx::Error),
    /// The PostgreSQL database failed.
    #[error("PostgreSQL: {0}")]
    Postgres(#[from] sqlx::Error),
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
    let mut target = postgres::connect(url).await.map_err(OpenError::from)?;
    let copied = copy_all(&source, &mut target, to, report).await;
    target.close().await?;
    copied
}

async fn copy_all(
    source: &rusqlite::Connection,
    target: &mut PgConnection,
    url: &DatabaseUrl,
    mut report: impl FnMut(&CopiedTable),
) -> Result<(), MigrateError> {
    let mut target = target.begin().await?;
    // A table may take longer than any statement of a server.
    let without_limits =
        "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";
    sqlx::raw_sql(without_limits).execute(&mut *target).await?;
    for name in TABLES {
        // Other processes must not write until the transaction ends, and triggers must not repeat what SQLite has done.
        run(&mut target, format!("LOCK TABLE {name} IN EXCLUSIVE MODE")).await?;
        run(&mut target, format!("ALTER TABLE {name} DISABLE TRIGGER USER")).await?;
    }
    for table in TABLES.into_iter().filter(|table| *table != NEVER_EMPTY) {
        let has_rows = format!("SELECT EXISTS (SELECT 1 FROM {table})");
        if sqlx::query_scalar(AssertSqlSafe(has_rows)).fetch_one(&mut *target).await? {
            return Err(MigrateError::NotEmpty { url: url.clone(), table });
        }
    }
    for table in TABLES {
        let copied = copy(table, source, &mut target).await?;
        let found = read_back(table, &mut target).await?;
        if found != copied {
            return Err(MigrateError::Differs { table, copied, found });
        }
        report(&CopiedTable { name: table, digest: found });
    }
    for name in TABLES {
        run(&mut target, format!("ALTER TABLE {name} ENABLE TRIGGER USER")).await?;
        // The planner needs to know the rows.
        run(&mut target, format!("ANALYZE {name}")).await?;
    }
    // A server that runs on the database already may remember that learners do not exist.
    run(&mut target, "UPDATE class_version SET version = version + 1".to_owned()).await?;
    target.commit().await.map_err(MigrateError::Unconfirmed)
}

async fn run(target: &mut PgConnection, sql: String) -> sqlx::Result<()> {
    sqlx::query(AssertSqlSafe(sql)).execute(target).await.map(drop)
}

/// Opens an SQLite database in the current format so that no other process can open it.
async fn open_alone(file: &Path) -> Result<rusqlite::Connection, MigrateError> {
    if !file.exists() && !file.is_symlink() {
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

/// The values of a row by their columns: a number or a flag as a number, a text, or bytes as PostgreSQL writes them.
type Row = BTreeMap<String, Value>;

/// Copies all rows of a table, and sets the ids that new rows will get.
async fn copy(
    table: &'static str,
    source: &rusqlite::Connection,
    target: &mut PgConnection,
) -> Result<TableDigest, MigrateError> {
    if table == NEVER_EMPTY {
        run(target, format!("DELETE FROM {table}")).await?;
    }
    let insert = format!(
        "INSERT INTO {table} SELECT * FROM json_populate_recordset(NULL::{table}, $1::json)"
    );
    let mut digest = TableDigest::default();
    let mut statement = source.prepare(&format!("SELECT * FROM {table}"))?;
    let names: Vec<String> = statement.column_names().into_iter().map(str::to_owned).collect();
    let mut rows = statement.query_map([], |row| {
        let values = names.iter().zip(0..);
        values.map(|(name, place)| Ok((name.clone(), json(row.get_ref(place)?)))).collect()
    })?;
    loop {
        let chunk: Vec<Row> = rows.by_ref().take(CHUNK).collect::<rusqlite::Result<_>>()?;
        if chunk.is_empty() {
            break;
        }
        for row in &chunk {
            digest.add(row);
        }
        let json = serde_json::json!(chunk).to_string();
        sqlx::query(AssertSqlSafe(insert.clone())).bind(json).execute(&mut *target).await?;
    }
    if names.iter().any(|name| name == "id")
        && let Some(last) = last_id(table, source)?
    {
        // An id of 0 was in no row.
        let sql = "SELECT setval(pg_get_serial_sequence($1, 'id'), $2) WHERE $2 > 0";
        sqlx::query(sql).bind(table).bind(last).execute(target).await?;
    }
    Ok(digest)
}

fn json(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        // PostgreSQL has no character 0 in texts. SQLite may have one in an answer of junk.
        ValueRef::Text(text) => String::from_utf8_lossy(text).replace('\0', "\u{FFFD}").into(),
        ValueRef::Blob(bytes) => format!("\\x{}", HEXLOWER.encode(bytes)).into(),
    }
}

/// The greatest id that a row has or has had; none if rows are not numbered, or if there has been none.
fn last_id(table: &str, source: &rusqlite::Connection) -> rusqlite::Result<Option<i64>> {
    // SQLite remembers it for the tables whose ids are never used again.
    let last = format!(
        "SELECT max(id) FROM (SELECT max(CAST(id AS INTEGER)) AS id FROM {table}
                              UNION ALL SELECT seq FROM sqlite_sequence WHERE name = '{table}')"
    );
    source.query_row(&last, [], |row| row.get(0))
}

/// What a table contains in PostgreSQL now.
async fn read_back(
    table: &'static str,
    target: &mut PgConnection,
) -> Result<TableDigest, MigrateError> {
    let select = format!("SELECT to_json(copied)::text FROM {table} AS copied");
    let mut rows = sqlx::query_scalar(AssertSqlSafe(select)).fetch(target);
    let mut digest = TableDigest::default();
    while let Some(json) = rows.try_next().await? {
        let json: String = json;
        let mut row: Row =
            serde_json::from_str(&json).map_err(|error| sqlx::Error::Decode(error.into()))?;
        for value in row.values_mut() {
            if let Value::Bool(flag) = value {
                *value = u8::from(*flag).into();
            }
        }
        digest.add(&row);
    }
    Ok(digest)
}

/// What a table contains: how many rows, and a hash of them that does not depend on their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableDigest {
    /// The number of rows.
    pub rows: u64,
    /// The sum of the rows' hashes: of each the first 16 bytes of the BLAKE3 hash of its values as JSON, by the names of their columns.
    pub hash: u128,
}

impl TableDigest {
    fn add(&mut self, row: &Row) {
        let mut hash = [0; 16];
        let json = serde_json::json!(row).to_string();
        blake3::Hasher::new().update(json.as_bytes()).finalize_xof().fill(&mut hash);
        self.rows += 1;
        self.hash = self.hash.wrapping_add(u128::from_le_bytes(hash));
    }
}

/// The rows and the hash: `12 rows, 0f…`.
impl fmt::Display for TableDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rows, {:032x}", self.rows, self.hash)
    }
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;

    fn digest(rows: &[[Value; 2]]) -> TableDigest {
        let mut digest = TableDigest::default();
        for [one, other] in rows.iter().cloned() {
            digest.add(&Row::from([("one".to_owned(), one), ("other".to_owned(), other)]));
        }
        digest
    }

    #[test]
    fn a_digest_knows_each_value_and_its_place_but_not_the_order_of_the_rows() {
        let (one, two) = ([1.into(), "ab".into()], [2.into(), Value::Null]);
        assert_eq!(digest(&[one.clone(), two.clone()]), digest(&[two, one.clone()]));
        for other in [
            [2.into(), "ab".into()],
            [1.into(), "a".into()],
            [1.into(), Value::Null],
            ["1".into(), "ab".into()],
            ["ab".into(), 1.into()],
        ] {
            assert_ne!(digest(from_ref(&one)), digest(from_ref(&other)), "{other:?}");
        }
        // What two values have in common does not matter where one ends and the other begins.
        let texts = |one: &str, other: &str| digest(&[[one.into(), other.into()]]);
        assert_ne!(texts("a", "bc"), texts("ab", "c"));
        // Equal rows do not cancel each other.
        assert_ne!(digest(&[one.clone(), one]), digest(&[]));
    }
}
