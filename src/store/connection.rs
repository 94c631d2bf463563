//! A connection to either database, on which the verbs of the store are written once.
//!
//! An operation is asynchronous because PostgreSQL is. On SQLite it never waits: the thread that owns the connection runs it at once, see
//! [`immediate`].
//!
//! A statement has the same text for both databases, with the arguments `$1`, `$2`, …, wherever they agree. Where they do not, [`Connection::choose`]
//! chooses between two texts. A statement about a list has the list as a table: see [`Value::List`].

use std::time::Duration;

use futures_util::FutureExt as _;
use rusqlite::Statement;
use sqlx::{AssertSqlSafe, PgConnection, SqlSafeStr, SqlStr};

use super::error::{Result, StoreError};
use super::value::{FromRow, Row, Value, values};
use crate::course::LearnerId;
use crate::metrics::timed;

/// A connection, inside a transaction or not.
pub enum Connection<'a> {
    Sqlite(&'a mut rusqlite::Connection),
    Postgres(&'a mut PgConnection),
}

/// The result of an operation on SQLite, which never waits.
#[expect(clippy::expect_used, reason = "no arm of `Connection` for SQLite awaits anything")]
pub(super) fn immediate<T>(operation: impl Future<Output = T>) -> T {
    operation.now_or_never().expect("an operation on SQLite never waits")
}

impl Connection<'_> {
    /// The text of a statement for this database, where the two need different ones.
    pub(super) fn choose(&self, sqlite: &'static str, postgres: &'static str) -> &'static str {
        match self {
            Self::Sqlite(_) => sqlite,
            Self::Postgres(_) => postgres,
        }
    }

    /// Runs a statement and returns how many rows it has changed.
    pub(super) async fn execute(&mut self, sql: impl SqlSafeStr, values: &[Value]) -> Result<u64> {
        let sql = with_list(sql, values, matches!(self, Self::Postgres(_)));
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
    ) -> Result<Vec<T>> {
        let sql = with_list(sql, values, matches!(self, Self::Postgres(_)));
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
    ) -> Result<Option<T>> {
        Ok(self.rows(sql, values).await?.pop())
    }

    /// Runs a statement that always has one row.
    pub(super) async fn one<T: FromRow>(
        &mut self,
        sql: impl SqlSafeStr,
        values: &[Value],
    ) -> Result<T> {
        let row = self.row(sql, values).await?;
        row.ok_or_else(|| StoreError::unreadable("expected a row, found none"))
    }

    /// Takes a lock of PostgreSQL, which it holds until the transaction ends. SQLite's one writer is alone and needs no locks. The order of all locks is
    /// in `0001_gradus.sql`.
    pub(super) async fn lock(&mut self, sql: impl SqlSafeStr, values: &[Value]) -> Result<()> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(_) => self.execute(sql, values).await.map(drop),
        }
    }

    /// Locks names and nicknames: a name is free if no other table or column has one that looks like it.
    pub(super) async fn lock_names(&mut self) -> Result<()> {
        self.lock("SELECT lock_names()", &[]).await
    }

    /// Locks a learner whose row is going to change. Transactions that are about to refer to the learner, as a new match does, wait too. Otherwise two of
    /// them could wait for each other, because a name and a key are parts of unique indexes.
    pub(super) async fn lock_learner_for_update(&mut self, learner: LearnerId) -> Result<()> {
        self.lock("SELECT 1 FROM learners WHERE id = $1 FOR UPDATE", &values![learner]).await
    }

    /// Locks the attempts of a list, which has a column `attempt`, with their learners.
    pub(super) async fn lock_attempts(&mut self, list: &Value) -> Result<()> {
        let sql = "SELECT lock_attempts(ARRAY(SELECT attempt FROM {list} AS given))";
        self.lock(sql, &values![list]).await
    }
}

/// The statement, in which `{list}` stands for the table of a list, its first value.
fn with_list(sql: impl SqlSafeStr, values: &[Value], is_postgres: bool) -> SqlStr {
    let sql = sql.into_sql_str();
    match values.first() {
        Some(Value::List { columns, .. }) => {
            let table = Value::table(columns, is_postgres);
            let sql = sql.as_str().replace("{list}", &table);
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
    run: impl FnOnce(&mut Statement<'_>) -> Result<T>,
) -> Result<T> {
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
fn bind(statement: &mut Statement<'_>, values: &[Value]) -> Result<()> {
    for index in 1..=statement.parameter_count() {
        let name = statement.parameter_name(index).and_then(|name| name.strip_prefix('$'));
        let number = name.and_then(|number| number.parse::<usize>().ok()?.checked_sub(1));
        let value = number.and_then(|number| values.get(number));
        let value = value
            .ok_or_else(|| StoreError::unreadable(format!("argument {index} has no value")))?;
        statement.raw_bind_parameter(index, value)?;
    }
    Ok(())
}
