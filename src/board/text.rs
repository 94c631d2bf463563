//! How the boards read a number, and how their errors quote what could not be read.

/// The most characters of a foreign text that an error repeats.
const LONGEST_QUOTE: usize = 24;

/// Quotes `text` for an error: in quotation marks, control characters escaped, the end left off
/// when it is long.
pub(super) fn quoted(text: &str) -> String {
    let mut characters = text.chars();
    let mut start: String = characters.by_ref().take(LONGEST_QUOTE).collect();
    if characters.next().is_some() {
        start.push('…');
    }
    format!("{start:?}")
}

/// Reads a small number written with decimal digits alone; [`str::parse`] would let a sign pass.
pub(super) fn decimal(text: &str) -> Option<u8> {
    let only_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    only_digits.then(|| text.parse().ok()).flatten()
}
