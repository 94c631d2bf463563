//! Ways of writing an answer, each with how it would be written otherwise. They do not know what is right.

use super::Form;
use crate::answer::Answer;

/// A way of writing items.
pub(super) struct Writing {
    pub(super) form: Form,
    /// The item as it would be written otherwise; none if it is not written in this way.
    undo: fn(&str) -> Option<String>,
}

/// Numbers before texts: an item may be both.
pub(super) const WRITINGS: [Writing; 11] = [
    Writing { form: Form::WordsReversed, undo: |item| Some(words_reversed(item)) },
    Writing { form: Form::LettersReversed, undo: |item| Some(letters_reversed(item)) },
    Writing { form: Form::CountedFromOne, undo: |item| numbers_changed(item, -1) },
    Writing { form: Form::CountedFromZero, undo: |item| numbers_changed(item, 1) },
    Writing { form: Form::Decimals, undo: |item| Some(without_decimals(item)) },
    Writing { form: Form::Hexadecimal, undo: |item| in_base(item, 16, &["0x", "0X", "#"]) },
    Writing { form: Form::Octal, undo: |item| in_base(item, 8, &["0o", "0O"]) },
    Writing { form: Form::Binary, undo: |item| in_base(item, 2, &["0b", "0B"]) },
    Writing {
        form: Form::Quoted,
        undo: |item| Some(item.trim_matches(is_quote).trim().to_owned()),
    },
    Writing { form: Form::OtherCase, undo: |item| Some(item.to_lowercase()) },
    Writing { form: Form::OtherCase, undo: |item| Some(item.to_uppercase()) },
];

impl Writing {
    /// The items as they would be written otherwise. An item that is not written in this way, such as a dash among numbers, stays.
    pub(super) fn undone<'a>(&self, items: impl IntoIterator<Item = &'a str>) -> Vec<String> {
        items.into_iter().map(|item| (self.undo)(item).unwrap_or_else(|| item.to_owned())).collect()
    }
}

/// What is taken for the comma between items.
pub(super) struct Separator {
    pub(super) form: Form,
    is_it: fn(char) -> bool,
}

impl Separator {
    /// The items that it separates.
    pub(super) fn split<'a>(&self, text: &'a str) -> impl Iterator<Item = &'a str> + use<'a> {
        text.split(self.is_it).map(str::trim).filter(|item| !item.is_empty())
    }

    /// Whether it is in a text.
    pub(super) fn is_in(&self, text: &str) -> bool {
        text.contains(self.is_it)
    }
}

/// Those that no item has in it.
pub(super) const SEPARATORS: [Separator; 4] = [
    Separator {
        form: Form::FullWidthCommas, is_it: |letter| matches!(letter, '，' | '、' | '；')
    },
    Separator { form: Form::Newlines, is_it: |letter| letter == '\n' },
    Separator { form: Form::Semicolons, is_it: |letter| letter == ';' },
    Separator { form: Form::Bars, is_it: |letter| letter == '|' },
];

/// The answer that the text of a list is; none if the text is not that of a list in JSON or Python.
pub(super) fn list_in(text: &str) -> Option<Answer> {
    let text = text.trim();
    if !text.starts_with('[') {
        return None;
    }
    let with_double_quotes = || text.replace('\'', "\"");
    serde_json::from_str(text).or_else(|_| serde_json::from_str(&with_double_quotes())).ok()
}

/// The items of the text of a list, the first and the last of which have its brackets.
pub(super) fn in_brackets(items: &[&str]) -> Option<Vec<String>> {
    let (first, last) = (items.first()?, items.last()?);
    // Items that have brackets each are no list.
    let is_list = first.starts_with('[')
        && last.ends_with(']')
        && (items.len() == 1 || !first.ends_with(']'));
    let bare = |item: &&str| item.trim_matches(is_quote).trim().to_owned();
    is_list.then(|| items.iter().map(bare).collect())
}

/// The parts of an item, which are joined by commas, put together as in the right item: `2,17,33` as `2: 17 33`.
pub(super) fn put_together(parts: &str, right: &str) -> String {
    let is_mark = |letter: char| !letter.is_alphanumeric();
    let words: Vec<&str> = parts.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    let places = right.split(is_mark).filter(|word| !word.is_empty()).count();
    // One part is the item, and cells such as `.` and `x` are put together without blanks.
    if !parts.contains(',') && !parts.is_empty() {
        return parts.to_owned();
    }
    if words.len() != places || words.iter().any(|word| word.contains(is_mark)) {
        return parts.replace(',', if right.contains(' ') { " " } else { "" });
    }
    // No words at all are an item such as a dash.
    let mut words = words.into_iter();
    let replaced = right.split_inclusive(is_mark).map(|part| {
        let mark = part.trim_start_matches(char::is_alphanumeric);
        let word = if mark.len() < part.len() { words.next() } else { None };
        word.unwrap_or_default().to_owned() + mark
    });
    replaced.collect()
}

/// The items of a text with blanks between them, each of which has as many words as the right one; none if there are more or fewer.
pub(super) fn in_words(text: &str, right: &[String]) -> Option<Vec<String>> {
    let mut words = text.split_whitespace();
    let items = right.iter().map(|item| {
        let count = item.split_whitespace().count();
        let words: Vec<&str> = words.by_ref().take(count).collect();
        (words.len() == count).then(|| words.join(" "))
    });
    let items: Vec<String> = items.collect::<Option<_>>()?;
    words.next().is_none().then_some(items)
}

/// Each item less the one so many places before it; none if some item is no number.
pub(super) fn differences(items: &[&str], distance: usize) -> Option<Vec<String>> {
    let numbers: Vec<i64> = items.iter().map(|item| item.parse().ok()).collect::<Option<_>>()?;
    let before = std::iter::repeat_n(&0, distance).chain(&numbers);
    let differences = numbers.iter().zip(before).map(|(now, before)| now.checked_sub(*before));
    differences.map(|difference| difference.map(|number| number.to_string())).collect()
}

pub(super) fn words_reversed(item: &str) -> String {
    let words: Vec<&str> = item.split_whitespace().rev().collect();
    words.join(" ")
}

pub(super) fn letters_reversed(item: &str) -> String {
    item.chars().rev().collect()
}

/// The item with this added to every whole number in it; none if there is no number, or one is too long.
fn numbers_changed(item: &str, by: i64) -> Option<String> {
    let mut changed = String::with_capacity(item.len());
    let mut rest = item;
    let mut has_number = false;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, after) = rest.split_at(start);
        let end = after.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(after.len());
        let (digits, others) = after.split_at(end);
        // A hyphen after another number is between the two.
        let sign = before.strip_suffix('-').filter(|before| {
            before.ends_with([' ', '\n', ':']) || before.is_empty() && !has_number
        });
        let number: i64 = digits.parse().ok()?;
        changed.push_str(sign.unwrap_or(before));
        let number = if sign.is_some() { -number } else { number };
        changed.push_str(&number.checked_add(by)?.to_string());
        has_number = true;
        rest = others;
    }
    changed.push_str(rest);
    has_number.then_some(changed)
}

/// The item with each number that is written as a decimal without a fraction, such as `64.0`, as a whole number.
fn without_decimals(item: &str) -> String {
    let mut parts = item.split('.');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    let is_digit = |letter: char| letter.is_ascii_digit();
    for part in parts {
        let behind = part.trim_start_matches('0');
        // A point with nothing behind it ends a sentence, unless a number is before it.
        let is_fraction = behind.len() < part.len()
            || whole.trim_start_matches('-').chars().all(|letter| letter.is_ascii_digit());
        if whole.ends_with(is_digit) && !behind.starts_with(is_digit) && is_fraction {
            whole.push_str(behind);
        } else {
            whole.extend([".", part]);
        }
    }
    whole
}

/// The item with each of its words, which are numbers in another base, in decimal.
fn in_base(item: &str, base: u32, prefixes: &[&str]) -> Option<String> {
    let words = item.split_whitespace().map(|word| {
        let digits = prefixes.iter().find_map(|prefix| word.strip_prefix(prefix)).unwrap_or(word);
        Some(i64::from_str_radix(digits, base).ok()?.to_string())
    });
    let words: Vec<String> = words.collect::<Option<_>>()?;
    Some(words.join(" "))
}

/// Whether a letter is a quotation mark or a bracket.
fn is_quote(letter: char) -> bool {
    is_quotation_mark(letter) || "[](){}".contains(letter)
}

pub(super) fn is_quotation_mark(letter: char) -> bool {
    "'\"`“”‘’「」『』＂＇".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_changed_where_they_stand() {
        for (item, changed) in [
            ("7", Some("8")),
            ("-28", Some("-27")),
            ("-1", Some("0")),
            ("4 -1 9", Some("5 0 10")),
            ("1-2-3", Some("2-3-4")),
            ("c3:-5", Some("c4:-4")),
            ("-", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(numbers_changed(item, 1).as_deref(), changed, "{item}");
        }
    }

    #[test]
    fn decimals_are_numbers_only() {
        assert_eq!(without_decimals("x.o..x."), "x.o..x.");
        assert_eq!(without_decimals("3: 17.0 33.00"), "3: 17 33");
        assert_eq!(without_decimals("-64."), "-64");
        assert_eq!(without_decimals("o32."), "o32.");
    }

    #[test]
    fn the_text_of_a_list_is_read_as_json_and_as_python() {
        for text in ["[[1, 2], \"x\"]", "[[1, 2], 'x']"] {
            assert_eq!(list_in(text).unwrap().as_str(), "1,2,x");
        }
        assert!(["1,2", "[1, 2", "[None]"].iter().all(|text| list_in(text).is_none()));
    }
}
