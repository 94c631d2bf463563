//! Text: small numbers, quotations in error messages, and which characters are visible.

/// How many characters of a text an error message quotes.
const MAX_QUOTE: usize = 24;

/// Quotes `text` for an error: in quotation marks, control characters escaped, the end left off
/// when it is long.
pub(super) fn quoted(text: &str) -> String {
    let mut characters = text.chars();
    let mut start: String = characters.by_ref().take(MAX_QUOTE).collect();
    if characters.next().is_some() {
        start.push('…');
    }
    format!("{start:?}")
}

/// What is written, or given by its numbers, is nothing of a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}; found {found}")]
pub struct ParseError {
    expected: &'static str,
    /// What there is; a text is quoted.
    pub found: String,
}

impl ParseError {
    pub(super) fn of_text(expected: &'static str, text: &str) -> Self {
        Self { expected, found: quoted(text) }
    }

    pub(super) fn of_numbers(expected: &'static str, numbers: impl std::fmt::Debug) -> Self {
        Self { expected, found: format!("{numbers:?}") }
    }
}

/// Reads a small number written with decimal digits alone; [`str::parse`] would let a sign pass.
pub(super) fn decimal(text: &str) -> Option<u8> {
    let only_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    only_digits.then(|| text.parse().ok()).flatten()
}

/// Whether a character is visible and leaves its neighbours as they are: not a control character, a filler, a mark that changes the
/// direction of the text, or a variation selector.
pub fn is_visible(c: char) -> bool {
    let is_unseen = matches!(
        c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFF}' | '\u{E0000}'..='\u{10FFFF}'
    );
    !c.is_control() && !is_unseen
}
