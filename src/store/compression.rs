//! Tasks are stored compressed (raw deflate, RFC 1951), each by itself, in both databases.

use std::cell::RefCell;
use std::io::{self, Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// A text of at most this many bytes is not compressed. It would be a few bytes shorter, and to clear the encoder's tables, 160 KB, takes longer
/// than to store the text.
const SHORT: u8 = 128;

thread_local! {
    /// To set up an encoder takes longer than to compress a task, so each thread keeps one.
    static ENCODER: RefCell<DeflateEncoder<Vec<u8>>> =
        RefCell::new(DeflateEncoder::new(Vec::new(), Compression::fast()));
}

/// Compresses a text.
pub(super) fn deflate(text: &str) -> io::Result<Vec<u8>> {
    if let Ok(length @ ..=SHORT) = u8::try_from(text.len()) {
        return Ok(stored(length, text));
    }
    ENCODER.with_borrow_mut(|encoder| {
        encoder.write_all(text.as_bytes())?;
        encoder.reset(Vec::new())
    })
}

/// A short text as the only, stored block of a stream (RFC 1951, section 3.2.4).
fn stored(length: u8, text: &str) -> Vec<u8> {
    let last_and_stored = 0b001;
    [&[last_and_stored, length, 0, !length, !0], text.as_bytes()].concat()
}

/// The text that was compressed.
pub(super) fn inflate(compressed: &[u8]) -> io::Result<String> {
    let mut text = String::new();
    DeflateDecoder::new(compressed).read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_compressed_by_itself() {
        let long = r#"{"rows":["1 2 3","4 5 6"]},"#.repeat(500);
        let (short, longer) = ("7".repeat(usize::from(SHORT)), "7".repeat(usize::from(SHORT) + 1));
        let texts = ["{}", &long, "", "{\"board\":\"小林\"}", &short, &longer];
        let compressed = texts.map(|text| deflate(text).unwrap());
        assert!(compressed[1].len() < long.len() / 20);
        assert!(compressed[4].len() == short.len() + 5 && compressed[5].len() < 20);
        for (text, compressed) in texts.iter().zip(&compressed) {
            assert_eq!(inflate(compressed).unwrap(), *text);
        }
    }
}
