//! Tasks are stored compressed (raw deflate), each by itself, in every database.

use std::io::{self, Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// A text of at most so many bytes stays as it is: compressed it would be a few bytes shorter, and clearing the encoder's tables, 160 KB, takes
/// longer than storing the text.
const SHORT: u8 = 128;

/// Compresses texts. One encoder does it for all, because setting one up takes longer than compressing a task.
pub(super) fn deflate<'a>(texts: impl Iterator<Item = &'a str>) -> io::Result<Vec<Vec<u8>>> {
    let mut encoder = None;
    let compressed = texts.map(|text| {
        if let Ok(length @ ..=SHORT) = u8::try_from(text.len()) {
            return Ok(stored(length, text));
        }
        let encoder =
            encoder.get_or_insert_with(|| DeflateEncoder::new(Vec::new(), Compression::fast()));
        encoder.write_all(text.as_bytes())?;
        encoder.reset(Vec::new())
    });
    compressed.collect()
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
        let compressed = deflate(texts.into_iter()).unwrap();
        assert!(compressed[1].len() < long.len() / 20);
        assert!(compressed[4].len() == short.len() + 5 && compressed[5].len() < 20);
        for (text, compressed) in texts.iter().zip(&compressed) {
            assert_eq!(inflate(compressed).unwrap(), *text);
        }
    }
}
