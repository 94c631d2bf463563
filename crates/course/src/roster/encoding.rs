//! The encoding of a class list: bytes become text.

use std::fmt;
use std::str::FromStr;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::RosterDiagnostic;
use crate::texts;

/// The encoding of a class list, by a name or label of the Encoding Standard: `utf-8`, `latin1`, `gb18030`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RosterEncoding(&'static Encoding);

impl RosterEncoding {
    /// The encodings that a page offers: those of the spreadsheets of today, the most usual first.
    pub const OFFERED: [&'static str; 16] = [
        "UTF-8",
        "windows-1252",
        "UTF-16LE",
        "UTF-16BE",
        "gb18030",
        "Big5",
        "Shift_JIS",
        "EUC-JP",
        "EUC-KR",
        "windows-1250",
        "windows-1251",
        "KOI8-R",
        "windows-1253",
        "windows-1254",
        "windows-1257",
        "macintosh",
    ];

    /// The name in the Encoding Standard.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The encoding that the bytes seem to have: by a byte order mark, as UTF-8 if they are UTF-8, as UTF-16 if every other byte of Latin letters is
    /// zero, or else by the frequency of letters.
    fn detect(bytes: &[u8]) -> Self {
        if let Some((encoding, _)) = Encoding::for_bom(bytes) {
            return Self(encoding);
        }
        if str::from_utf8(bytes).is_ok() && !bytes.contains(&0) {
            return Self(UTF_8);
        }
        let zeros = |first| bytes.iter().skip(first).step_by(2).filter(|&&byte| byte == 0).count();
        let (even, odd) = (zeros(0), zeros(1));
        // Separators and line ends are ASCII in every list, so some bytes are zero in UTF-16 whatever the script.
        if even + odd > 0 {
            return Self(if odd > even { UTF_16LE } else { UTF_16BE });
        }
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        detector.feed(bytes, true);
        Self(detector.guess(None, Utf8Detection::Deny))
    }
}

impl FromStr for RosterEncoding {
    type Err = String;

    fn from_str(label: &str) -> Result<Self, String> {
        let found = Encoding::for_label(label.as_bytes()).filter(|encoding| {
            encoding.is_ascii_compatible() || [UTF_16LE, UTF_16BE].contains(encoding)
        });
        found.map(Self).ok_or_else(|| format!("expected one of {}", Self::OFFERED.join(", ")))
    }
}

impl fmt::Display for RosterEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Decodes a class list. Without a given encoding, its encoding is detected. Fails if the bytes are not in the encoding.
///
/// ```
/// use gradus_course::decode_roster;
///
/// let (text, encoding) = decode_roster(b"name\nJ\xfcrgen M\xfcller\n", None).unwrap();
/// assert_eq!((&*text, encoding.name()), ("name\nJürgen Müller\n", "windows-1252"));
/// ```
pub fn decode_roster(
    bytes: &[u8],
    encoding: Option<RosterEncoding>,
) -> Result<(String, RosterEncoding), RosterDiagnostic> {
    let encoding = encoding.unwrap_or_else(|| RosterEncoding::detect(bytes));
    let RosterEncoding(decoder) = encoding;
    let (text, has_errors) = decoder.decode_with_bom_removal(bytes);
    if !has_errors {
        return Ok((text.into_owned(), encoding));
    }
    let mut lines = text.lines();
    let before = lines.position(|line| line.contains(char::REPLACEMENT_CHARACTER));
    Err(RosterDiagnostic::new(
        before.unwrap_or_default() + 1,
        texts::roster::undecodable(encoding),
        texts::roster::choose_encoding(),
    ))
}
