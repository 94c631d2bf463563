//! The file in which receipts are kept, one a line: `verify` reads it.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::PathBuf;

use gradus_client::api::Accepted;

use crate::error::CliError;

/// Where receipts are kept.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct KeptReceipts {
    /// Append the receipts of accepted answers to a file, one a line. There are none without a key.
    #[arg(long = "receipts", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl KeptReceipts {
    /// Opens the file, before anything is solved, so that a path that cannot be written is reported at once.
    pub(crate) fn open(&self) -> Result<Option<ReceiptFile>, CliError> {
        let Some(path) = self.file.clone() else { return Ok(None) };
        match OpenOptions::new().read(true).append(true).create(true).open(&path) {
            Ok(file) => Ok(Some(ReceiptFile { path, file })),
            Err(error) => Err(CliError::File { path, error }),
        }
    }
}

/// The open file.
pub(crate) struct ReceiptFile {
    path: PathBuf,
    file: File,
}

impl ReceiptFile {
    /// Appends the receipts of these answers that are not in it.
    pub(crate) fn keep<'a>(
        mut self,
        accepted: impl IntoIterator<Item = &'a Accepted>,
    ) -> Result<(), CliError> {
        let receipts = accepted.into_iter().filter_map(|accepted| accepted.receipt.as_deref());
        append(&mut self.file, receipts).map_err(|error| CliError::File { path: self.path, error })
    }
}

fn append<'a>(
    file: &mut (impl Read + Write),
    receipts: impl Iterator<Item = &'a str>,
) -> io::Result<()> {
    let mut kept = String::new();
    file.read_to_string(&mut kept)?;
    let mut lines = String::new();
    for receipt in receipts {
        if !kept.lines().chain(lines.lines()).any(|line| line == receipt) {
            lines.extend([receipt, "\n"]);
        }
    }
    file.write_all(lines.as_bytes())
}
