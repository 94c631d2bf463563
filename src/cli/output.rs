//! Standard output.

use std::io::{self, StdoutLock, Write as _};

/// Writes to standard output. A reader that has gone, as `head` does, is no error.
pub(super) fn print(write: impl FnOnce(&mut StdoutLock<'_>) -> io::Result<()>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
