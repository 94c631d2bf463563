//! Standard output and standard error, either of which may be closed or full: the program must not panic over it.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use gradus_client::report;

use crate::exit::Stop;

/// Writes a text to standard output, with its colours where a terminal wants them.
///
/// # Errors
/// [`Stop::Output`] when it cannot be written, as on a full disk. A reader that has gone, as `head` does, is no error.
pub(crate) fn print(text: &str) -> Result<(), Stop> {
    let mut stdout = anstream::stdout().lock();
    tolerate(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// The result of writing to standard output, a reader that has gone forgiven.
pub(crate) fn tolerate(result: io::Result<()>) -> Result<(), Stop> {
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Stop::Output(error)),
        _ => Ok(()),
    }
}

/// Says on standard error, in one line, what went wrong.
pub(crate) fn complain(error: &dyn Display) {
    let error = report::one_line(&error.to_string());
    // Nobody is left to tell when this fails.
    let _ = writeln!(io::stderr(), "gradus-client: {error}");
}
