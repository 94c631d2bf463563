//! Texts in files as editors and shells write them: UTF-8, with or without a byte order mark, and UTF-16 with one.

use std::path::Path;
use std::{fs, io};

use encoding_rs::UTF_8;

/// Reads a text without its byte order mark.
pub(crate) fn read(path: &Path) -> io::Result<String> {
    let bytes = fs::read(path)?;
    let (text, _, is_damaged) = UTF_8.decode(&bytes);
    if is_damaged {
        let expected = "expected a text in UTF-8, or in UTF-16 with a byte order mark";
        return Err(io::Error::new(io::ErrorKind::InvalidData, expected));
    }
    Ok(text.into_owned())
}

/// Reads the record of a game, of which only the names of players and comments may be in another encoding.
pub(crate) fn read_record(path: &Path) -> io::Result<String> {
    let bytes = fs::read(path)?;
    Ok(UTF_8.decode(&bytes).0.into_owned())
}
