//! A connection to either database, on which the verbs of the store are written once.
//!
//! An operation is asynchronous because PostgreSQL is. On SQLite it never waits: the thread that owns the connection runs it at once, see
//! [`immediate`].
//!
//! A statement has the same text for both databases, with the arguments `$1`, `$2`, …, wherever they agree. Where they do not, [`Dialect`]
//! chooses between two texts. A statement about a list has the list as a table: see [`List`].

use std::time::Duration;

use futures_util::FutureExt as _;
use rusqlite::Statement;
use sqlx::{AssertSqlSafe, PgConnection, SqlSafeStr, SqlStr};

use super::failure::Failure;
use super::value::{FromRow, Row, Value};
use crate::metrics::timed;

/// A connection, inside a transaction or not.
pub(super) enum Connection<'a> {
    Sqlite(&'a mut rusqlite::Connection),
    Postgres(&'a mut PgConnection),
}

/// Which SQL a database understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// The text for this database, where the two need different ones.
    pub(super) fn choose(self, sqlite: &'static str, postgres: &'static str) -> &'static str {
        match self {
            Self::Sqlite => sqlite,
            Self::Postgres => postgres,
        }
    }
}

/// The result of an operation on SQLite, which never waits.
#[expect(clippy::expect_used, reason = "no arm of `Connection` for SQLite awaits anything")]
pub(super) fn immediate<T>(operation: impl Future<Output = T>) -> T {
    operation.now_or_never().expect("an operation on SQLite never waits")
}

impl Connection<'_> {
    /// The SQL of the database.
    pub(super) fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Runs a statement and returns how many rows it has changed.
    pub(super) async fn execute(
        &mut self,
        sql: impl SqlSafeStr,
        values: &[Value],
    ) -> Result<u64, Failure> {
        let sql = with_list(sql, values, self.dialect());
        match self {
            Self::Sqlite(connection) => {
                on_sqlite(connection, &sql, values, |statement| Ok(statement.raw_execute()? as u64))
            }
            Self::Postgres(connection) => {
                let query = values.iter().fold(sqlx::query(sql), |query, value| value.bind(query));
                Ok(query.execute(&mut **connection).await?.rows_affected())
            }
        }
    }

    /// Runs a statement and returns all its rows.
    pub(super) async fn rows<T: FromRow>(
        &mut self,
        sql: impl SqlSafeStr,
        values: &[Value],
    ) -> Result<Vec<T>, Failure> {
        let sql = with_list(sql, values, self.dialect());
        match self {
            Self::Sqlite(connection) => on_sqlite(connection, &sql, values, |statement| {
                let (mut rows, mut read) = (statement.raw_query(), Vec::new());
                while let Some(row) = rows.next()? {
                    read.push(Row::sqlite(row).read()?);
                }
                Ok(read)
            }),
            Self::Postgres(connection) => {
                let query = values.iter().fold(sqlx::query(sql), |query, value| value.bind(query));
                let rows = query.fetch_all(&mut **connection).await?;
                rows.iter().map(|row| Row::postgres(row).read()).collect()
            }
        }
    }

    /// Runs a statement that has one row or none.
    pub(super) async fn row<T: FromRow>(
        &mut self,
        sql: impl SqlSafeStr,
        values: &[Value],
    ) -> Result<Option<T>, Failure> {
        Ok(self.rows(sql, values).await?.pop())
    }

    /// Runs a statement that always has one row.
    pub(super) async fn one<T: FromRow>(
        &mut self,
        sql: impl SqlSafeStr,
        values: &[Value],
    ) -> Result<T, Failure> {
        let row = self.row(sql, values).await?;
        row.ok_or_else(|| Failure::value("expected a row, found none"))
    }

    /// Runs a statement on PostgreSQL only: it locks something, which SQLite's one writer does not need.
    pub(super) async fn lock(
        &mut self,
        sql: impl SqlSafeStr,
        values: &[Value],
    ) -> Result<(), Failure> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(_) => self.execute(sql, values).await.map(drop),
        }
    }
}

/// The statement, in which `{list}` stands for the table of a list, its first value.
fn with_list(sql: impl SqlSafeStr, values: &[Value], dialect: Dialect) -> SqlStr {
    let sql = sql.into_sql_str();
    match values.first() {
        Some(Value::List(list)) => {
            let sql = sql.as_str().replace("{list}", &list.table(dialect == Dialect::Postgres));
            AssertSqlSafe(sql).into_sql_str()
        }
        _ => sql,
    }
}

/// The target of `sqlx` for statements: one filter of the log shows those of both databases.
const STATEMENTS: &str = "sqlx::query";

/// A statement that takes longer is logged, as `sqlx` does.
const SLOW: Duration = Duration::from_secs(1);

/// Runs a prepared statement on SQLite, and logs it without its values.
fn on_sqlite<T>(
    connection: &rusqlite::Connection,
    sql: &SqlStr,
    values: &[Value],
    run: impl FnOnce(&mut Statement<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let (outcome, elapsed) = timed(|| {
        let mut statement = connection.prepare_cached(sql.as_str())?;
        bind(&mut statement, values)?;
        run(&mut statement)
    });
    if elapsed >= SLOW {
        tracing::warn!(target: STATEMENTS, ?elapsed, statement = sql.as_str(), "slow statement");
    } else {
        tracing::debug!(target: STATEMENTS, ?elapsed, statement = sql.as_str());
    }
    outcome
}

/// To SQLite `$3` is a name. It numbers names in the order in which the statement has them.
fn bind(statement: &mut Statement<'_>, values: &[Value]) -> Result<(), Failure> {
    for index in 1..=statement.parameter_count() {
        let name = statement.parameter_name(index).and_then(|name| name.strip_prefix('$'));
        let number = name.and_then(|number| number.parse::<usize>().ok()?.checked_sub(1));
        let value = number.and_then(|number| values.get(number));
        let value =
            value.ok_or_else(|| Failure::value(format!("argument {index} has no value")))?;
        statement.raw_bind_parameter(index, value)?;
    }
    Ok(())
}
