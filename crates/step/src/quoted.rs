//! Texts that somebody sent, as messages repeat them.

/// How many characters of a text that somebody sent are repeated in a message.
const SHOWN: usize = 40;

/// A text that somebody sent, for messages: its beginning in quotation marks. What cannot be seen is shown by its number.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mark = if text.contains('"') && !text.contains('\'') { '\'' } else { '"' };
    let mut quoted = String::from(mark);
    let mut letters = text.chars();
    for letter in letters.by_ref().take(SHOWN) {
        match letter {
            '"' | '\'' | '\\' => quoted.push(letter),
            '\n' | '\t' | '\r' => quoted.extend(letter.escape_default()),
            _ if is_invisible(letter) => {
                quoted.extend([format!("<U+{:04X}>", u32::from(letter))]);
            }
            _ => quoted.push(letter),
        }
    }
    if letters.next().is_some() {
        quoted.push('…');
    }
    quoted.push(mark);
    quoted
}

/// Whether a character cannot be seen in a text: it is neither printed nor a blank.
#[must_use]
pub(super) fn is_invisible(letter: char) -> bool {
    // The standard library knows which characters can be printed, but tells it only in this way.
    !matches!(letter, '"' | '\'' | '\\' | '\u{3000}') && letter.escape_debug().len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_quoted_readably() {
        assert_eq!(quoted("x1"), r#""x1""#);
        assert_eq!(quoted("[\"x1\\"), r#"'["x1\'"#);
        assert_eq!(quoted("don't \"x\""), r#""don't "x"""#);
        assert_eq!(quoted("\u{200b}1\n"), r#""<U+200B>1\n""#);
        assert_eq!(quoted("一\u{3000}，"), "\"一\u{3000}，\"");
        assert_eq!(quoted(&"x".repeat(SHOWN)), format!("\"{}\"", "x".repeat(SHOWN)));
        assert_eq!(quoted(&"x".repeat(SHOWN + 1)), format!("\"{}…\"", "x".repeat(SHOWN)));
    }
}
