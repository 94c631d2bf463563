//! A database of PostgreSQL for each server, where the campaign is told to use one.

use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};
use tokio::runtime::Builder;

use crate::Outcome;

/// A PostgreSQL on this machine, and who may create databases there.
pub(crate) fn local_postgres(text: &str) -> Result<PgConnectOptions, String> {
    let options: Option<PgConnectOptions> = text.parse().ok();
    let is_here = |options: &PgConnectOptions| {
        options.get_socket().is_some() || ["127.0.0.1", "localhost"].contains(&options.get_host())
    };
    let expected = "expected an address such as postgres://postgres@127.0.0.1/postgres";
    options.filter(is_here).ok_or_else(|| expected.to_owned())
}

/// An empty database, removed when it is dropped: the server that used it has ended.
pub(crate) struct Database {
    owner: PgConnectOptions,
    name: String,
}

impl Database {
    /// Creates one.
    pub(crate) async fn create(owner: &PgConnectOptions) -> Outcome<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("gradus_campaign_{}_{number}", process::id());
        run(owner, format!("CREATE DATABASE {name}")).await?;
        Ok(Self { owner: owner.clone(), name })
    }

    /// Its URL, for the server.
    pub(crate) fn url(&self) -> String {
        self.owner.clone().database(&self.name).to_url_lossy().to_string()
    }

    /// Its size, in bytes.
    pub(crate) async fn size(&self) -> Outcome<u64> {
        let mut connection = self.owner.connect().await?;
        let size = sqlx::query_scalar::<_, i64>("SELECT pg_database_size($1::name)");
        let size = size.bind(&self.name).fetch_one(&mut connection).await?;
        connection.close().await?;
        Ok(u64::try_from(size)?)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let statement = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        let remove = || -> Outcome<()> {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(run(&self.owner, statement))
        };
        // The thread of the campaign has a runtime already, which may not wait.
        let removed = thread::scope(|scope| scope.spawn(remove).join());
        if !matches!(removed, Ok(Ok(()))) {
            eprintln!("  the database {} is not removed", self.name);
        }
    }
}

/// Runs a statement through a connection of its own.
async fn run(owner: &PgConnectOptions, statement: String) -> Outcome<()> {
    let mut connection = owner.connect().await?;
    // It has no text in it but a name from here.
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await?;
    Ok(connection.close().await?)
}
