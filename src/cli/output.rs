//! What commands write: standard output, tables, keys, and new files. `println!` panics when the reader has gone, and a crate for tables would
//! align what programs read.

use std::io::{self, StdoutLock, Write as _};
use std::path::{Path, PathBuf};

use gradus::new_file::NewFile;

use super::error::CliError;

/// Writes to standard output. A reader that has gone, as `head` does, is no error.
pub(super) fn print(write: impl FnOnce(&mut StdoutLock<'_>) -> io::Result<()>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Prints a table for people and programs: a line for each row, tabs between the columns.
pub(super) fn print_table<'a>(
    head: impl AsRef<[&'a str]>,
    rows: impl IntoIterator<Item: AsRef<[String]>>,
) -> io::Result<()> {
    print(|out| {
        writeln!(out, "{}", head.as_ref().join("\t"))?;
        rows.into_iter().try_for_each(|row| writeln!(out, "{}", row.as_ref().join("\t")))
    })
}

/// Prints new keys, which are shown only this once. `rekey` is the command that makes others.
pub(super) fn print_keys<'a>(
    keys: impl IntoIterator<Item = (&'a str, &'a str)>,
    rekey: &'static str,
) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    let printed = write_keys(&mut out, keys).and_then(|()| out.flush());
    printed.map_err(|error| {
        CliError::Failed(format!(
            "the change was made, but standard output cannot be written ({error}): keys that are not there are lost; `{rekey}` gives new ones"
        ))
    })
}

/// Writes a line for each key: the name, a tab, the key.
pub(super) fn write_keys<'a>(
    out: &mut impl io::Write,
    keys: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> io::Result<()> {
    keys.into_iter().try_for_each(|(name, key)| writeln!(out, "{name}\t{key}"))
}

/// Begins a new file that only its owner can read, before there is anything to write: likely obstacles are known then.
pub(super) fn begin_file(path: &Path) -> Result<NewFile, CliError> {
    // A link to nowhere is in the way, too.
    if path.symlink_metadata().is_ok() {
        let path = path.display();
        let message = format!("{path} exists already; expected a name that nothing has");
        return Err(CliError::Failed(message));
    }
    NewFile::begin(path).map_err(|error| CliError::unwritable(path, &error))
}

/// Writes a new file and gives it its name, which is returned.
pub(super) fn finish_file(
    mut file: NewFile,
    write: impl FnOnce(&mut NewFile) -> io::Result<()>,
) -> Result<PathBuf, CliError> {
    let path = file.path().to_owned();
    match write(&mut file).and_then(|()| file.finish()) {
        Ok(()) => Ok(path),
        Err(error) => Err(CliError::unwritable(&path, &error)),
    }
}

/// `1 attempt`, `2 attempts`.
pub(super) fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
