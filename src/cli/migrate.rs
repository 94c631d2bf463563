//! `gradus migrate`: copies a course from one file to PostgreSQL.

use std::io;
use std::process::ExitCode;

use clap::Args;
use gradus::store::{CopiedTable, DatabaseUrl, MigrateError, migrate};
use thiserror::Error;

use super::class::{counted, print_table};
use super::values::hidden;

/// The options of `gradus migrate`.
#[derive(Args)]
pub(crate) struct Migrate {
    /// The SQLite database: a path, or sqlite:PATH. No server may have it open; it is brought to the current format, and stays
    #[arg(long, value_name = "FILE", value_parser = hidden::<DatabaseUrl>())]
    from: DatabaseUrl,
    /// An empty PostgreSQL database
    #[arg(long, value_name = "postgres://USER:PASSWORD@HOST/NAME", env = "GRADUS_DATABASE", hide_env_values = true, value_parser = hidden::<DatabaseUrl>())]
    to: DatabaseUrl,
}

/// Why a course was not copied.
#[derive(Debug, Error)]
pub(crate) enum MigrateCommandError {
    /// The databases.
    #[error(transparent)]
    Migrate(#[from] MigrateError),
    /// Everything was copied, but standard output cannot be written.
    #[error("everything was copied, but standard output cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl Migrate {
    /// Copies everything, and prints a line for each table: its name, its rows, and their hash, which both databases have.
    pub(crate) async fn run(self) -> Result<ExitCode, MigrateCommandError> {
        let Self { from, to } = self;
        let mut tables = Vec::new();
        migrate(&from, &to, |table| {
            eprintln!("copied and compared: {}", table.name);
            tables.push(table.clone());
        })
        .await?;
        let rows = tables.iter().map(|table| table.digest.rows).sum();
        let (rows, count) = (counted(rows, "row"), tables.len());
        print_table(["table", "rows", "hash"], tables.iter().map(row))?;
        eprintln!(
            "{rows} in {count} tables were copied from {from} to {to}. In each table, the number of rows and their hash are the same."
        );
        eprintln!(
            "Give the servers the secret that there was before: boards and tokens are made from it."
        );
        Ok(ExitCode::SUCCESS)
    }
}

fn row(table: &CopiedTable) -> [String; 3] {
    [table.name.to_owned(), table.digest.rows.to_string(), format!("{:032x}", table.digest.hash)]
}
