//! Hints on the format of an answer that is malformed: what to do about it. They do not depend on the right answer.

use super::Form;
use super::writing::{SEPARATORS, Separator, WRITINGS, is_quotation_mark, list_in};
use crate::answer::{Answer, Malformed, is_invisible};
use gradus_text::Text;

/// What to do about a malformed answer; none if that is not known. `read` says whether an answer can be read.
pub fn format_hint(
    answer: &Answer,
    malformed: &Malformed,
    read: &dyn Fn(&Answer) -> Result<(), Malformed>,
) -> Option<Text> {
    if answer.as_str().len() > LONGEST {
        return None;
    }
    Reader { read }.form_of(answer, malformed)?.hint()
}

/// There is no hint on an answer of more bytes: the longest right one has a third of them.
const LONGEST: usize = 64 * 1024;

/// No item of a list of words is longer, in bytes.
const LONGEST_ITEM: usize = 256;

/// Reads answers as the task does.
struct Reader<'a> {
    read: &'a dyn Fn(&Answer) -> Result<(), Malformed>,
}

impl Reader<'_> {
    /// What is unusual in the form of an answer that is malformed in this way.
    fn form_of(&self, answer: &Answer, malformed: &Malformed) -> Option<Form> {
        if let Some(list) = list_in(answer.as_str()).filter(|_| answer.is_text()) {
            // What is malformed in the list itself comes first: its text is accepted in a query.
            let within = (self.read)(&list).err();
            let within = within.and_then(|malformed| self.form_of(&list, &malformed));
            return Some(within.unwrap_or(Form::ListAsText));
        }
        let text = answer.as_str();
        if text.starts_with("```") {
            return Some(Form::Fenced);
        }
        if answer.is_text() && without_label(text).is_some_and(|rest| self.reads_text(rest)) {
            return Some(Form::Labelled);
        }
        match *malformed {
            Malformed::Empty { .. } => None,
            Malformed::Count { expected, found } => self.of_count(answer, expected, found),
            Malformed::Item { position, .. } => {
                let item = answer.items().nth(position.checked_sub(1)?)?;
                let commas = of_commas(answer).filter(|_| item.is_empty());
                if commas.is_some() {
                    return commas;
                }
                if self.reads_with_hyphens(answer) {
                    return Some(Form::NothingOtherwise);
                }
                let text = text.trim();
                if answer.is_text() && text.starts_with('[') && text.ends_with(']') {
                    return Some(Form::ListAsText);
                }
                let of_parts = || self.of_parts(answer);
                around(item)
                    .or_else(|| self.of_items(answer, item))
                    .or_else(of_parts)
                    .or_else(|| within(item))
            }
        }
    }

    /// Whether items can be read.
    fn reads<'a>(&self, items: impl IntoIterator<Item = &'a str>) -> bool {
        (self.read)(&Answer::from_items(items)).is_ok()
    }

    /// Whether the items of a text can be read.
    fn reads_text(&self, text: &str) -> bool {
        (self.read)(&Answer::new(text)).is_ok()
    }

    /// Whether items can be read if a hyphen takes the place of what programs write for nothing.
    fn reads_with_hyphens(&self, answer: &Answer) -> bool {
        answer.items().any(is_nothing)
            && self.reads(answer.items().map(|item| if is_nothing(item) { "-" } else { item }))
    }

    /// Whether some mark separates the items, of which a comma separates none.
    fn has_other_separator(&self, text: &str) -> bool {
        const MARKS: [char; 8] = ['/', ':', '\\', '&', '+', '>', '_', '~'];
        let mut marks = MARKS.into_iter().filter(|&mark| text.contains(mark));
        marks.any(|mark| self.reads(text.split(mark).map(str::trim)))
    }

    /// What makes the number of items another one.
    fn of_count(&self, answer: &Answer, expected: usize, found: usize) -> Option<Form> {
        let text = answer.as_str().trim();
        let fits_everywhere = |item: &str| {
            item.len() <= LONGEST_ITEM && self.reads(std::iter::repeat_n(item, expected))
        };
        if let Some(items) = without_brackets(text).filter(|items| items.len() == expected) {
            let mut several = items.iter().filter(|item| item.contains(' '));
            let is_read = self.reads(items.iter().map(String::as_str))
                || several.next().is_some_and(|item| fits_everywhere(item));
            if is_read {
                return Some(Form::ListsWithin);
            }
        }
        if text.starts_with(['{', '(']) {
            return around(text);
        }
        if expected == 1 && found > 1 {
            let is_text = answer.is_text();
            return Some(if is_text { Form::CommasWithin } else { Form::ListForItem });
        }
        if !answer.is_text() {
            // A list of numbers may be short, or long; a list of lists is one of items.
            if answer.nestings().skip(1).any(|items| items.len() == expected) {
                return Some(Form::NestedLists);
            }
        }
        let commas = of_commas(answer);
        if commas.is_some() {
            return commas;
        }
        // An item may have line breaks in it; no item has another of these, so they are a hint even if the number of items is
        // wrong as well.
        let is_between = |separator: &&Separator| {
            let item = answer.items().find(|item| separator.is_in(item));
            item.is_some_and(|item| found == 1 || !fits_everywhere(item))
        };
        if let Some(separator) = SEPARATORS.iter().find(is_between) {
            let items: Vec<String> =
                separator.split(text).map(|item| with_blanks(item, &[','])).collect();
            let are_items = text.contains(',') && self.reads(items.iter().map(String::as_str));
            return Some(if are_items { Form::CommasWithinOnly } else { separator.form });
        }
        if text.starts_with('[') && answer.is_text() {
            return Some(Form::ListAsText);
        }
        if found == 1 && self.has_other_separator(text) {
            return Some(Form::SeparatedOtherwise);
        }
        let mut items = answer.items();
        let (first, second) = (items.next()?, items.next());
        match second {
            // What can be one item of several words is no list of items.
            None if expected > 1 && !fits_everywhere(first) => {
                let words: Vec<&str> = first.split_whitespace().collect();
                let mut answers = words.chunks(expected);
                let are_items =
                    answers.all(|words| self.reads(words.iter().copied().cycle().take(expected)));
                (words.len() > 1 && are_items).then_some(Form::Blanks)
            }
            Some(second) if found > expected => {
                // Items that are read as they are, with blanks in them, are some items too many.
                let mut has_blanks = answer.items().map(|item| item.contains(' '));
                if has_blanks.any(|has| has) && self.reads(answer.items().take(expected)) {
                    return None;
                }
                fits_everywhere(&[first, second].join(" ")).then_some(Form::CommasWithin)
            }
            _ => None,
        }
    }

    /// What is between the parts of items that can be read with blanks there.
    fn of_parts(&self, answer: &Answer) -> Option<Form> {
        const OTHERS: [char; 4] = [';', '|', '/', '\n'];
        let items: Vec<String> = answer.items().map(|item| with_blanks(item, &OTHERS)).collect();
        let is_other = answer.as_str().contains(OTHERS);
        let reads = || self.reads(items.iter().map(String::as_str));
        (is_other && reads()).then_some(Form::PartsOtherwise)
    }

    /// The way of writing all items that makes them readable; for numbers that are one beyond their range, what was counted from.
    fn of_items(&self, answer: &Answer, malformed: &str) -> Option<Form> {
        // A number below zero is not one that was counted from 0.
        let is_zero =
            malformed.split(|letter: char| !letter.is_ascii_digit()).any(|digits| digits == "0")
                && !malformed.contains('-');
        // Without its prefix, a number in another base may be anything.
        let has = |prefixes: [&str; 2]| prefixes.iter().any(|prefix| malformed.contains(prefix));
        let fitting = WRITINGS.iter().filter(|writing| match writing.form {
            Form::WordsReversed | Form::LettersReversed => false,
            Form::CountedFromZero => is_zero,
            Form::Hexadecimal => has(["0x", "0X"]),
            Form::Octal => has(["0o", "0O"]),
            Form::Binary => has(["0b", "0B"]),
            _ => true,
        });
        let mut readable = fitting.filter(|writing| {
            let items = writing.undone(answer.items());
            self.reads(items.iter().map(String::as_str))
        });
        readable.next().map(|writing| writing.form)
    }
}

/// An item with blanks between its parts in place of these separators.
fn with_blanks(item: &str, separators: &[char]) -> String {
    let parts = item.split(separators).map(str::trim).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// The items, the brackets of which are left out, and the commas in them blanks; none if there are no commas within brackets.
fn without_brackets(text: &str) -> Option<Vec<String>> {
    let (mut depth, mut has_commas) = (0_usize, false);
    let mut items = vec![String::new()];
    for letter in text.chars() {
        let item = items.last_mut()?;
        match letter {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => items.push(String::new()),
            ',' => {
                has_commas = true;
                item.push(' ');
            }
            _ => item.push(letter),
        }
    }
    let words = |item: String| item.split_whitespace().collect::<Vec<_>>().join(" ");
    (has_commas && depth == 0).then(|| items.into_iter().map(words).collect())
}

/// What follows a label, as in `Answer: 1,2`; none if there is no label.
fn without_label(text: &str) -> Option<&str> {
    let (label, rest) = text.split_once([':', '：', '='])?;
    let is_label = !label.is_empty() && label.len() <= LONGEST_ITEM;
    (is_label && label.chars().all(|letter| letter.is_alphabetic() || " \"'".contains(letter)))
        .then_some(rest)
}

/// Whether this is what programs write for nothing.
fn is_nothing(item: &str) -> bool {
    let words = ["", "[]", "()", "{}", "null", "nil", "none", "nan", "undefined", "set()", "n/a"];
    words.iter().any(|word| item.eq_ignore_ascii_case(word))
}

/// What makes an empty item. An empty item of a list is meant.
fn of_commas(answer: &Answer) -> Option<Form> {
    let text = answer.as_str().trim();
    if !answer.is_text() {
        None
    } else if text.ends_with(',') || text.starts_with(',') {
        Some(Form::CommaAtTheEnd)
    } else {
        answer.items().any(str::is_empty).then_some(Form::TwoCommas)
    }
}

/// What is around an item.
fn around(item: &str) -> Option<Form> {
    if item.starts_with('{') && ["\":", "':"].iter().any(|mark| item.contains(mark)) {
        Some(Form::ObjectAsText)
    } else if item.starts_with(['[', '(', '{']) || item.ends_with([']', ')', '}']) {
        Some(Form::Brackets)
    } else {
        item.starts_with(is_quotation_mark).then_some(Form::Quoted)
    }
}

/// What is in an item.
fn within(item: &str) -> Option<Form> {
    // Line breaks and tabs are seen.
    if item.contains(|letter| is_invisible(letter) && !matches!(letter, '\n' | '\r' | '\t')) {
        Some(Form::Invisible)
    } else if item.contains(is_dash) {
        Some(Form::Dashes)
    } else {
        item.contains(is_full_width).then_some(Form::FullWidth)
    }
}

/// Whether an input method, a word processor or a web page has this for the hyphen.
fn is_dash(letter: char) -> bool {
    matches!(letter, '\u{2010}'..='\u{2015}' | '\u{2212}' | 'ー' | '－' | '﹣')
}

/// Whether a character is a wide one of Chinese or Japanese that has a narrow one on every keyboard.
fn is_full_width(letter: char) -> bool {
    matches!(letter, '！'..='～' | '、' | '。' | '\u{3000}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The form that is found in an answer to a task that wants so many items: numbers up to 9, perhaps several in an item.
    fn form_of(answer: &Answer, expected: usize, words: usize) -> Option<&'static str> {
        let is_number =
            |word: &str| word == "-" || word.parse::<u8>().is_ok_and(|number| number < 10);
        let read = |answer: &Answer| {
            let found = answer.count();
            if found != expected {
                return Err(Malformed::Count { expected, found });
            }
            let is_item = |item: &str| {
                let parts = || item.split([' ', '\n']);
                parts().count() <= words && parts().all(is_number)
            };
            let wrong = answer.items().enumerate().find(|(_, item)| !is_item(item));
            wrong.map_or(Ok(()), |(place, item)| {
                Err(Malformed::item(place + 1, item, "a number".into()))
            })
        };
        let malformed = read(answer).unwrap_err();
        let form = Reader { read: &read }.form_of(answer, &malformed)?;
        assert!(form.hint().is_some(), "{form:?}");
        Some(form.name())
    }

    /// The form that is found in a text.
    fn of_text(text: &str, expected: usize) -> Option<&'static str> {
        form_of(&Answer::new(text), expected, 1)
    }

    #[test]
    fn separators_are_recognized() {
        let cases = [
            ("1,2,3,", "comma-at-the-end"),
            (",1,2,3", "comma-at-the-end"),
            ("1,2,", "comma-at-the-end"),
            (" ,1,2", "comma-at-the-end"),
            ("1,,2,3", "two-commas"),
            ("1, ,2", "two-commas"),
            ("1\n2\n3\n", "separated-by-newlines"),
            ("1\n2\n", "separated-by-newlines"),
            ("1; 2; 3", "separated-by-semicolons"),
            ("1; 2", "separated-by-semicolons"),
            ("1|2|3", "separated-by-bars"),
            ("1/2/3", "separated-otherwise"),
            ("1 : 2 : 3", "separated-otherwise"),
            ("1 2 3", "separated-by-blanks"),
            ("1 2", "separated-by-blanks"),
            ("1，2，3", "separated-by-full-width-commas"),
            ("1、2、3", "separated-by-full-width-commas"),
            ("1；2；3", "separated-by-full-width-commas"),
            ("1, 2，3", "separated-by-full-width-commas"),
            ("Answer: 1, 2, 3", "labelled"),
            ("ans=1,2,3", "labelled"),
            ("```\n1,2,3\n```", "fenced"),
            ("1,[],3", "nothing-otherwise"),
            ("null,2,None", "nothing-otherwise"),
            ("[1, 2", "list-as-text"),
            ("{\"ans\": [1, 2]}", "object-as-text"),
            ("{'1', '2', '3', '4'}", "brackets"),
            ("{1, 2, 3, 4}", "brackets"),
            ("(1, 2, 3, 4)", "brackets"),
        ];
        for (text, form) in cases {
            assert_eq!(of_text(text, 3), Some(form), "{text}");
        }
        for text in ["1", "1 x 2", "1,2", "1,2,3,4"] {
            assert_eq!(of_text(text, 3), None, "{text}");
        }
    }

    #[test]
    fn items_of_several_words_are_not_taken_for_a_list() {
        let list: Answer = serde_json::from_str(r#"["1,2", "3,4", "5,6"]"#).unwrap();
        assert_eq!(form_of(&list, 3, 2), Some("commas-within"));
        for (text, form) in [
            ("1 2 3", None),
            ("1 2 3 4", Some("separated-by-blanks")),
            ("1 2, 3 4", None),
            ("1,2,3,4,5,6", Some("commas-within")),
            ("1, 2; 3, 4; 5, 6", Some("commas-within-only")),
            ("1;2;3", Some("separated-by-semicolons")),
            ("1;2, 3|4, 5 / 6", Some("parts-otherwise")),
            ("1;x, 3|4, 5 / 6", None),
            ("[1, 2], [3], [4, 5]", Some("lists-within")),
            ("[1, 2], [3], [], ", Some("comma-at-the-end")),
            ("(1, 2), 3, (4, 5)", Some("lists-within")),
            ("{1, 2}, {3}, set()", Some("lists-within")),
            ("(1, 2, 3, 4)", Some("brackets")),
            // One item too many.
            ("1 2, 3, 4 5, 6", None),
            ("1\n2, 3", None),
            // Slashes are no blanks.
            ("1 2 3/4 5/6 7 8", Some("separated-otherwise")),
        ] {
            assert_eq!(form_of(&Answer::new(text), 3, 3), form, "{text}");
        }
        let list: Answer = serde_json::from_str(r#"["1 2", "3 4"]"#).unwrap();
        assert_eq!(form_of(&list, 3, 2), None);
        let list: Answer = serde_json::from_str(r#"["[1, 2]", "[3, 4]", "[5]"]"#).unwrap();
        assert_eq!(form_of(&list, 3, 2), Some("lists-within"));
        assert_eq!(form_of(&Answer::new("1,2"), 1, 2), Some("commas-within"));
    }

    #[test]
    fn lists_that_are_meant_as_items_are_recognized() {
        for (json, expected, form) in [
            ("[[1, 2], [3, 4]]", 2, "nested-lists"),
            ("[[[1, 2], [3, 4]]]", 2, "nested-lists"),
            ("[[1, 2, 3], 4]", 2, "nested-lists"),
            ("\"[[1, 2], [3, 4]]\"", 2, "nested-lists"),
            ("\"[1, 2]\"", 2, "list-as-text"),
            ("\"[1, 2]\"", 3, "list-as-text"),
            ("[1, 2]", 1, "list-for-item"),
            ("\"[1, 2]\"", 1, "list-for-item"),
        ] {
            let answer: Answer = serde_json::from_str(json).unwrap();
            assert_eq!(form_of(&answer, expected, 2), Some(form), "{json}");
        }
    }

    #[test]
    fn what_is_in_an_item_or_around_it_is_recognized() {
        let cases = [
            ("[1", "brackets"),
            ("[x]", "list-as-text"),
            ("{\"ans\": 1}", "object-as-text"),
            ("{1}", "brackets"),
            ("(1", "brackets"),
            ("\"1\"", "quoted"),
            ("「1」", "quoted"),
            ("1.0", "decimals"),
            ("0x7", "hexadecimal"),
            ("0b111", "binary"),
            ("10", "counted-from-one"),
            ("＂1＂", "quoted"),
            ("\u{200b}1", "invisible"),
            ("－1", "dashes"),
            ("—", "dashes"),
            ("−1", "dashes"),
            ("1–2", "dashes"),
            ("１", "full-width"),
            ("ａ１", "full-width"),
            ("1，2", "full-width"),
            ("1\u{3000}2", "full-width"),
        ];
        for (text, form) in cases {
            assert_eq!(of_text(text, 1), Some(form), "{text}");
        }
        for text in ["one", "add", "1e2", "-1", "11", "1.5", "x1.", "x\ny"] {
            assert_eq!(of_text(text, 1), None, "{text}");
        }
        assert_eq!(of_text("10,2", 2), Some("counted-from-one"));
        // The number below it would be none.
        assert_eq!(of_text("10,0", 2), None);
        let list: Answer = serde_json::from_str(r#"["1", "2", ""]"#).unwrap();
        assert_eq!(form_of(&list, 3, 1), Some("nothing-otherwise"));
    }
}
