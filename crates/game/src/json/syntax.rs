//! Why a text is not JSON that can be read.

use serde_json::error::Category;

use crate::texts::json;
use gradus_step::Text;

/// How many characters of a word are repeated.
const MAX_WORD: usize = 40;

/// Why a text cannot be read as JSON, by the error that its parser gave; `what` is how the text is called. The parser gives its reasons
/// only as a text that begins with them.
pub fn not_json(what: Text, text: &str, error: &serde_json::Error) -> Text {
    let reason = error.to_string();
    let is_of = |reasons: &[&str]| reasons.iter().any(|known| reason.starts_with(known));
    let offset = offset_of(text, error);
    let (start, word) = word_at(text, offset);
    let (line, column) = position(text, offset);
    let of_word = |message: fn(Text, String, usize, usize) -> Text, what| {
        let (line, column) = position(text, start);
        message(what, word.chars().take(MAX_WORD).collect(), line, column)
    };
    let begins_with_letter = word.trim_start_matches(['-', '+']).starts_with(char::is_alphabetic);
    let quotes = text.find(['"', '\'']).and_then(|first| text.get(first..));
    match error.classify() {
        Category::Eof if is_of(&["EOF while parsing a string"]) => {
            json::json_open_text(what, line, column)
        }
        Category::Eof => json::json_ends_early(what, line, column),
        _ if is_of(&["invalid escape", "lone leading surrogate", "unexpected end of hex"]) => {
            json::json_escape(what, line, column)
        }
        _ if is_of(&["recursion limit exceeded"]) => json::json_too_deep(what, line, column),
        _ if is_of(&["number out of range"]) => of_word(json::json_number_too_large, what),
        _ if is_of(&["control character"]) => json::json_control_character(what, line, column),
        _ if quotes.is_some_and(|quotes| quotes.starts_with('\'')) => {
            json::json_single_quotes(what, line, column)
        }
        _ if begins_with_letter
            && is_of(&["expected value", "expected ident", "invalid number", "key must be"]) =>
        {
            of_word(json::json_word, what)
        }
        _ => json::json_syntax(what, line, column),
    }
}

/// Where the byte is at which the parser stopped. It counts bytes from 1 in a line, so that a line break that it has read is in column
/// 0 of the line behind it.
fn offset_of(text: &str, error: &serde_json::Error) -> usize {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let start: usize = lines.map(str::len).sum();
    (start + error.column()).saturating_sub(1).min(text.len())
}

/// The line and the column of an offset, both from 1. A column is a character.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    (1 + before.matches('\n').count(), 1 + line.chars().count())
}

/// The word or the number around an offset, and where it begins.
fn word_at(text: &str, offset: usize) -> (usize, &str) {
    let is_part = |letter: char| letter.is_alphanumeric() || "+-._".contains(letter);
    let (before, behind) = text.split_at_checked(offset).unwrap_or((text, ""));
    let start = before.trim_end_matches(is_part).len();
    let end = text.len() - behind.trim_start_matches(is_part).len();
    (start, text.get(start..end).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn english(text: &str) -> String {
        let error = serde_json::from_str::<Value>(text).unwrap_err();
        let what = Text::from("the body");
        not_json(what, text, &error).english().into_owned()
    }

    #[test]
    fn what_is_wrong_is_named() {
        let deep = format!("{{\"ans\": {}", "[".repeat(200));
        let cases = [
            (&*deep, "nested too deeply; see line 1, column 135"),
            ("{\"ans\": NaN}", "`NaN` in line 1, column 9 is not a JSON value"),
            ("{\"ans\": [1, -Infinity]}", "`-Infinity` in line 1, column 13"),
            ("{\"ans\": nan}", "`nan` in line 1, column 9"),
            ("{\"ans\": None}", "`None` in line"),
            ("{ans: 1}", "`ans` in line 1, column 2"),
            ("{\"ans\":\n [1, 1e999]}", "the number `1e999` in line 2, column 6 is too large"),
            ("{\"ans\": \"1\n2\"}", "write a line break as `\\n`; see line 1, column 11"),
            ("{\"ans\": [\"一\" 2]}", "cannot be read from line 1, column 14 on"),
            ("{\"ans\": [true false]}", "cannot be read from line 1, column 15 on"),
            ("{\"ans\": 01}", "cannot be read from line 1, column 10 on"),
            ("{\"ans\": \"\\d\"}", "a backslash is written as `\\\\`, "),
            ("{\"ans\": \"\\ud800\"}", "only in pairs; see line 1, column 16"),
            ("{\"ans\": \"\\udc00\"}", "only in pairs; see line 1, column 15"),
            ("{\"ans\": \"\\u12\"}", "four hexadecimal digits"),
            ("{\"ans\": [1,\n 2", "it ends in line 2, column 2,"),
            ("{\"ans\": \"1,\\n2}", "inside a text"),
            ("{'ans': 1}", "use double quotation marks"),
        ];
        for (text, expected) in cases {
            assert!(english(text).contains(expected), "{text}: {}", english(text));
        }
    }
}
