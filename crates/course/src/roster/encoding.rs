//! The encoding of a class list: bytes become text.

use std::fmt;
use std::str::FromStr;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{EUC_JP, Encoding, GBK, MACINTOSH, UTF_8, UTF_16BE, UTF_16LE};

use super::cells::has_stray_mark;
use super::diagnostic::RosterDiagnostic;
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
        // Separators and line ends are ASCII in every list, so in UTF-16 some bytes are zero whatever the script.
        if (even + odd) * 32 > bytes.len() {
            return Self(if odd > even { UTF_16LE } else { UTF_16BE });
        }
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        detector.feed(bytes, true);
        Self(detector.guess(None, Utf8Detection::Deny)).or_likelier(bytes)
    }

    /// The encoding, or one that is likelier in class lists. Lists are short, and the detector was made for the pages of the web.
    fn or_likelier(self, bytes: &[u8]) -> Self {
        let read = |encoding: &'static Encoding| {
            encoding.decode_without_bom_handling_and_without_replacement(bytes)
        };
        let Some(text) = read(self.0) else { return self };
        if self.0 == EUC_JP && !text.contains(|c| matches!(c, '\u{3041}'..='\u{30fe}')) {
            // Names in Chinese characters alone. Few lists of today are in EUC-JP, and many in GBK.
            return if read(GBK).is_some() { Self(GBK) } else { self };
        }
        // Macintosh is not among the encodings that the detector knows.
        let is_mac = self.0.is_single_byte()
            && has_stray_mark(&text)
            // What DOS has for letters, which cannot be read here.
            && !text.contains(['„', '”', '‚'])
            && read(MACINTOSH).is_some_and(|text| !has_stray_mark(&text));
        if is_mac { Self(MACINTOSH) } else { self }
    }
}

impl FromStr for RosterEncoding {
    type Err = String;

    fn from_str(label: &str) -> Result<Self, String> {
        let label = match label.trim().to_ascii_lowercase().as_str() {
            "ansi" => "windows-1252",
            "macroman" | "mac-roman" => "macintosh",
            // As Python calls it.
            "utf-8-sig" => "utf-8",
            _ => label,
        };
        let found = Encoding::for_label_no_replacement(label.as_bytes());
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
    if let Some(kind) = kind_of_file(bytes) {
        let what = texts::roster::no_table(kind);
        return Err(RosterDiagnostic::new(1, what, texts::roster::save_as_csv()));
    }
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

/// What a file is that is no table in text, by its first bytes; none if it may be one.
fn kind_of_file(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let start = text.get(..64).unwrap_or(text).to_ascii_lowercase();
    let kinds: [(&[&[u8]], &str); 5] = [
        (&[b"pk\x03\x04", b"\xd0\xcf\x11\xe0"], "Excel/ZIP"),
        (&[b"%pdf", b"\x89png", b"\xff\xd8\xff", b"gif8"], "PDF/PNG/JPEG/GIF"),
        (&[b"<!doctype", b"<html", b"<table", b"<?xml", b"<meta"], "HTML/XML"),
        (&[b"{", b"[{", b"[\n", b"[\r\n", b"[\""], "JSON"),
        (&[b"begin:vcard"], "vCard"),
    ];
    let has = |starts: &[&[u8]]| starts.iter().any(|known| start.starts_with(known));
    kinds.into_iter().find(|(starts, _)| has(starts)).map(|(_, kind)| kind)
}
