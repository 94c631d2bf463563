//! `gradus migrate`: copies a course from one file to PostgreSQL.

use clap::Args;
use gradus::option_values::hidden;
use gradus::store::{CopiedTable, DatabaseUrl, migrate};

use super::error::CliError;
use super::output::{counted, print_table};

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

impl Migrate {
    /// Copies everything, and prints a line for each table: its name, its rows, and their hash, which both databases have.
    pub(crate) async fn run(self) -> Result<(), CliError> {
        let Self { from, to } = self;
        let mut tables = Vec::new();
        migrate(&from, &to, |table| {
            eprintln!("copied and compared: {}", table.name);
            tables.push(table.clone());
        })
        .await?;
        let rows = tables.iter().map(|table| table.digest.rows).sum();
        let (rows, count) = (counted(rows, "row"), tables.len());
        let rows_of = tables.iter().map(|CopiedTable { name, digest }| {
            [(*name).to_owned(), digest.rows.to_string(), format!("{:032x}", digest.hash)]
        });
        print_table(["table", "rows", "hash"], rows_of).map_err(|error| {
            let output = "standard output cannot be written";
            CliError::Failed(format!("everything was copied, but {output}: {error}"))
        })?;
        eprintln!(
            "{rows} in {count} tables were copied from {from} to {to}. In each table, the number of rows and their hash are the same."
        );
        eprintln!(
            "Give the servers the secret that there was before: boards and tokens are made from it."
        );
        Ok(())
    }
}
