//! Tasks are stored compressed (raw deflate), each by itself, in every database.

use std::io::{self, Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// Compresses texts. One encoder does it for all, because setting one up takes longer than compressing a task.
pub(super) fn deflate<'a>(texts: impl Iterator<Item = &'a str>) -> io::Result<Vec<Vec<u8>>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    let compressed = texts.map(|text| {
        encoder.write_all(text.as_bytes())?;
        encoder.reset(Vec::new())
    });
    compressed.collect()
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
        let texts = ["{}", &long, "", "{\"board\":\"小林\"}"];
        let compressed = deflate(texts.into_iter()).unwrap();
        assert!(compressed[1].len() < long.len() / 20);
        for (text, compressed) in texts.iter().zip(&compressed) {
            assert_eq!(inflate(compressed).unwrap(), *text);
        }
    }
}
