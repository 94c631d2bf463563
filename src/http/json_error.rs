//! Why a body is not JSON that can be read, as it is told to the caller.

use serde_json::error::Category;

use super::messages::{Message, message};
use crate::step::Translated;

/// Why a text cannot be read as JSON, by the error that its parser gave.
pub(super) fn told(text: &str, error: &serde_json::Error) -> Translated {
    let offset = offset_of(text, error);
    let (start, word) = word_at(text, offset);
    let name = name(text, error, word);
    let is_of_word = matches!(name, Message::JsonWord | Message::JsonNumberTooLarge);
    let (line, column) = position(text, if is_of_word { start } else { offset });
    let found: String = word.chars().take(MAX_WORD).collect();
    message(name).with(&[("line", &line), ("column", &column), ("found", &found)])
}

/// How many characters of a word are repeated.
const MAX_WORD: usize = 40;

/// What there is to say of an error. The parser tells its reasons only as a text that begins with them.
fn name(text: &str, error: &serde_json::Error, word: &str) -> Message {
    let reason = error.to_string();
    let is_of = |reasons: &[&str]| reasons.iter().any(|known| reason.starts_with(known));
    let quotes = text.find(['"', '\'']).and_then(|first| text.get(first..));
    let begins_with_letter =
        word.trim_start_matches(['-', '+']).starts_with(|letter: char| letter.is_alphabetic());
    match error.classify() {
        Category::Eof => Message::JsonEndsEarly,
        _ if is_of(&["recursion limit exceeded"]) => Message::JsonTooDeep,
        _ if is_of(&["number out of range"]) => Message::JsonNumberTooLarge,
        _ if is_of(&["control character"]) => Message::JsonControlCharacter,
        _ if quotes.is_some_and(|quotes| quotes.starts_with('\'')) => Message::JsonSingleQuotes,
        _ if is_of(&[
            "expected value",
            "expected ident",
            "invalid number",
            "key must be a string",
        ]) && begins_with_letter =>
        {
            Message::JsonWord
        }
        _ => Message::JsonSyntax,
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
    use crate::step::Language;

    fn english(text: &str) -> String {
        let error = serde_json::from_str::<Value>(text).unwrap_err();
        told(text, &error).get(Language::English).to_owned()
    }

    #[test]
    fn what_is_wrong_is_named() {
        let deep = format!("{{\"ans\": {}", "[".repeat(200));
        let cases = [
            (&*deep, "nested more than 100 deep; see line 1, column 135"),
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
            ("{\"ans\": \"\\d\"}", "cannot be read from line 1, column 11 on"),
            ("{\"ans\": [1,\n 2", "it ends in line 2, column 2,"),
            ("{'ans': 1}", "use double quotation marks"),
        ];
        for (text, expected) in cases {
            assert!(english(text).contains(expected), "{text}: {}", english(text));
        }
    }
}
