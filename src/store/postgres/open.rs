//! Opening the database: nothing is written before it is known to be a Gradus database.

use std::collections::HashSet;
use std::sync::LazyLock;
use std::time::Duration;

use rust_embed::RustEmbed;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

use super::error::{OpenErrorKind, is_starting};
use super::pool::{CONNECT_TIMEOUT, within};
use crate::store::migrations;
use crate::store::url::has_known_options;

#[derive(RustEmbed)]
#[folder = "src/store/postgres/migrations"]
struct Folder;

static MIGRATIONS: LazyLock<Migrator> =
    LazyLock::new(|| Migrator::with_migrations(migrations::embedded::<Folder>()));

/// The oldest version of PostgreSQL that is still maintained.
const OLDEST: i32 = 14;

/// How long a statement may take if the URL says that the server sets no limit.
const LONGEST_STATEMENT: Duration = Duration::from_mins(1);

/// How long a server that is just starting is waited for, and the pause between two attempts.
const STARTING_TIMEOUT: Duration = Duration::from_secs(30);
const STARTING_PAUSE: Duration = Duration::from_millis(100);

/// The settings of every session, unless the URL has others in `options`.
///
/// The limits end a statement that waits for a lock or runs for too long, and release the locks of a process that is stopped or whose machine is gone.
const SETTINGS: [(&str, &str); 9] = [
    ("statement_timeout", "10s"),
    ("lock_timeout", "5s"),
    ("idle_in_transaction_session_timeout", "10s"),
    ("tcp_keepalives_idle", "30"),
    ("tcp_keepalives_interval", "10"),
    ("tcp_keepalives_count", "3"),
    // Locks are taken first, and the statements after that see what their last holders have written.
    ("default_transaction_isolation", "read committed"),
    // Compiling the plan of a query takes longer than any of these queries.
    ("jit", "off"),
    ("client_min_messages", "warning"),
];

/// The limits of a process that opens the database: it waits for others that migrate it.
const MIGRATION_SETTINGS: &str = "SET statement_timeout = 0; SET lock_timeout = '60s'";

/// An open database.
pub(super) struct Opened {
    /// How to connect to it.
    pub(super) options: PgConnectOptions,
    /// A first connection.
    pub(super) connection: PgConnection,
    /// How long a statement may take, as the server sees it.
    pub(super) statement_timeout: Duration,
}

/// Opens and migrates the database.
pub(super) async fn open(url: &str) -> Result<Opened, OpenErrorKind> {
    let mut options = options_of(url)?;
    let mut connection = first_connection(&options).await?;
    let (commits_early, statement_timeout) = check_server(&mut connection).await?;
    if commits_early {
        tracing::warn!(
            "the database has synchronous_commit = off, with which it forgets; Gradus turns it on for itself"
        );
        options = options.options([("synchronous_commit", "on")]);
    }
    check_format(&mut connection).await?;
    migrate(&mut connection).await?;
    // Everything is committed. If closing fails, the server notices it by itself.
    let _ = connection.close().await;
    // A new one, because the first one has the limits for migrations.
    let connection = first_connection(&options).await?;
    Ok(Opened { options, connection, statement_timeout })
}

/// How to connect to the database of a URL.
fn options_of(url: &str) -> Result<PgConnectOptions, OpenErrorKind> {
    if !has_known_options(url) {
        return Err(OpenErrorKind::Url("it has an unknown option".to_owned()));
    }
    let mut options: PgConnectOptions = url.parse()?;
    if options.get_application_name().is_none() {
        options = options.application_name("gradus");
    }
    let own = own_settings(options.get_options().unwrap_or_default());
    Ok(options.options(SETTINGS.into_iter().filter(|(name, _)| !own.contains(*name))))
}

/// The names of the settings in options: `-c name=value`, `-cname=value` or `--name=value`. PostgreSQL ignores letter case, and takes hyphens for
/// underscores.
fn own_settings(options: &str) -> HashSet<String> {
    let words = options.split_whitespace();
    let settings = words.filter_map(|word| {
        let setting = word.strip_prefix("--").or(word.strip_prefix("-c")).unwrap_or(word);
        let (name, _) = setting.split_once('=')?;
        Some(name.to_ascii_lowercase().replace('-', "_"))
    });
    settings.collect()
}

/// Connects, and waits for a server that is just starting. It does not wait for a server that does not run.
async fn first_connection(options: &PgConnectOptions) -> sqlx::Result<PgConnection> {
    let starting = async {
        loop {
            match within(CONNECT_TIMEOUT, options.connect()).await {
                Err(error) if is_starting(&error) => tokio::time::sleep(STARTING_PAUSE).await,
                outcome => break outcome,
            }
        }
    };
    within(STARTING_TIMEOUT, starting).await
}

/// Checks that the server is suitable. Returns whether a commit does not wait for the disk by default, and is lost if the server crashes; and how long a
/// statement may take.
async fn check_server(connection: &mut PgConnection) -> Result<(bool, Duration), OpenErrorKind> {
    let (version, encoding, synchronous_commit, fsync, schema, statement_timeout): (
        i32,
        String,
        String,
        String,
        Option<String>,
        i64,
    ) = sqlx::query_as(
        "SELECT current_setting('server_version_num')::integer / 10000, current_setting('server_encoding'),
                current_setting('synchronous_commit'), current_setting('fsync'), current_schema()::text,
                (SELECT setting::bigint FROM pg_settings WHERE name = 'statement_timeout')",
    )
    .fetch_one(connection)
    .await?;
    if version < OLDEST {
        return Err(OpenErrorKind::TooOld { found: version, known: OLDEST });
    }
    if encoding != "UTF8" {
        return Err(OpenErrorKind::Encoding(encoding));
    }
    if schema.is_none() {
        return Err(OpenErrorKind::NoSchema);
    }
    if fsync == "off" {
        tracing::warn!(
            "the PostgreSQL server has fsync = off: what it has confirmed is lost if its machine crashes"
        );
    }
    let statement_timeout = match statement_timeout {
        0 => LONGEST_STATEMENT,
        milliseconds => Duration::from_millis(milliseconds.cast_unsigned()),
    };
    Ok((synchronous_commit == "off", statement_timeout))
}

/// Checks that the database is empty or one of Gradus that this version knows.
async fn check_format(connection: &mut PgConnection) -> Result<(), OpenErrorKind> {
    // In this order, because another process may be migrating: once there is a table of Gradus, its migration is noted too.
    let content: Option<String> = sqlx::query_scalar(
        "SELECT pg_class.relname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = pg_class.relnamespace
         WHERE pg_namespace.nspname = current_schema() AND pg_class.relkind IN ('r', 'p', 'f', 'v', 'm', 'S')
           AND pg_class.relname != '_sqlx_migrations'
           AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
         ORDER BY pg_class.relname LIMIT 1",
    )
    .fetch_optional(&mut *connection)
    .await?;
    match (applied_format(connection).await?, content) {
        (Some(found), _) if found > current_format() => {
            Err(OpenErrorKind::Newer { found, known: current_format() })
        }
        (Some(_), _) | (None, None) => Ok(()),
        (None, Some(name)) => Err(OpenErrorKind::Foreign(name)),
    }
}

/// The number of the last migration of a Gradus database; none of another one. Other programs have a table of this name too.
async fn applied_format(connection: &mut PgConnection) -> sqlx::Result<Option<i64>> {
    let is_there: bool = sqlx::query_scalar(
        "SELECT to_regclass(quote_ident(current_schema()::text) || '._sqlx_migrations') IS NOT NULL",
    )
    .fetch_one(&mut *connection)
    .await?;
    if !is_there {
        return Ok(None);
    }
    // The name of the migration that creates the tables marks the database as one of Gradus.
    sqlx::query_scalar(
        "SELECT max(version) FROM _sqlx_migrations HAVING bool_or(version = 1 AND description = 'gradus')",
    )
    .fetch_optional(connection)
    .await
}

fn current_format() -> i64 {
    migrations::current_format(&MIGRATIONS.migrations)
}

/// Migrates the database to the current format. If several processes start at once, one migrates and the others wait: `sqlx` takes a lock. The lock is
/// released at the latest when the connection is closed.
async fn migrate(connection: &mut PgConnection) -> Result<(), OpenErrorKind> {
    sqlx::raw_sql(MIGRATION_SETTINGS).execute(&mut *connection).await?;
    match MIGRATIONS.run(&mut *connection).await {
        // Another process has migrated since the check.
        Err(MigrateError::VersionMissing(found)) => {
            Err(OpenErrorKind::Newer { found, known: current_format() })
        }
        outcome => Ok(outcome?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_option_is_refused_and_not_repeated() {
        for url in [
            "postgres://localhost/gradus?passwrod=hunter2",
            "postgres://localhost/gradus?sslmode=require&hunter2",
            "postgres://ada:x?hunter2@localhost/gradus",
        ] {
            let message = options_of(url).unwrap_err().to_string();
            assert!(message.contains("sslmode") && !message.contains("hunter2"), "{message}");
        }
        for url in [
            "postgres://localhost",
            "postgres://localhost/gradus?sslmode=require&options[work_mem]=8MB&",
            "postgresql://ada:hunter2@[::1]:5433/gradus?application_name=replica#1",
        ] {
            assert!(options_of(url).is_ok(), "{url}");
        }
    }

    #[test]
    fn a_setting_of_the_url_is_not_set_twice() {
        let options = options_of("postgres://localhost/x?options[lock_timeout]=1s").unwrap();
        let set = options.get_options().unwrap();
        assert_eq!(set.matches("lock_timeout").count(), 1, "{set}");
        assert!(set.contains("lock_timeout=1s") && set.contains("statement_timeout=10s"), "{set}");
        assert_eq!(options.get_application_name(), Some("gradus"));
    }

    #[test]
    fn a_setting_is_recognized_by_its_name() {
        for (own, text, expected) in [
            ("-c%20lock_timeout=1s", "lock_timeout", 1),
            ("-clock_timeout=1s", "lock_timeout", 1),
            ("--Lock-Timeout=1s", "Lock-Timeout", 1),
            ("--Lock-Timeout=1s", "lock_timeout", 0),
            ("-c%20jit_above_cost=1", " jit=off", 1),
            ("-c%20application_name=lock_timeout", "lock_timeout=5s", 1),
        ] {
            let options = options_of(&format!("postgres://localhost/x?options={own}")).unwrap();
            let set = options.get_options().unwrap();
            assert_eq!(set.matches(text).count(), expected, "{set}");
        }
    }
}
