//! Hints on the format of an answer that is malformed: what to do about it.

use super::submission::{Malformed, Submission, TEXTS};
use super::text::{Translated, is_invisible};

/// Defines the hints, their list and the names of their texts from one table.
macro_rules! format_hints {
    ($(#[doc = $doc:literal] $hint:ident = $name:literal,)*) => {
        /// What is unusual in the format of an answer that is malformed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum FormatHint {
            $(#[doc = $doc] $hint,)*
        }

        impl FormatHint {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$hint),*];

            /// The name of the text that tells it.
            const fn name(self) -> &'static str {
                match self {
                    $(Self::$hint => $name,)*
                }
            }
        }
    };
}

format_hints! {
    /// A comma before the first item or after the last one.
    CommaAtTheEnd = "comma-at-the-end",
    /// Two commas with nothing between them.
    TwoCommas = "two-commas",
    /// Commas or semicolons of Chinese and Japanese.
    FullWidthCommas = "full-width-commas",
    /// Other full-width characters in an item.
    FullWidth = "full-width",
    /// A dash where the hyphen is meant.
    Dashes = "dashes",
    /// A character that cannot be seen.
    Invisible = "invisible",
    /// Line breaks between the items instead of commas.
    Newlines = "newlines",
    /// Semicolons.
    Semicolons = "semicolons",
    /// Vertical bars.
    Bars = "bars",
    /// Blanks.
    Blanks = "blanks",
    /// A list for each item, where an item with several parts is one text.
    NestedLists = "nested-lists",
    /// The text of a list, where a list itself is expected, or its items.
    ListAsText = "list-as-text",
    /// The text of an object, perhaps of the whole body.
    ObjectAsText = "object-as-text",
    /// Quotation marks around items.
    Quotes = "quotes",
}

/// What is taken for the comma between items.
pub(super) struct Separator {
    hint: FormatHint,
    /// The id of the cause that a right answer is separated by it.
    pub(super) form: &'static str,
    is_it: fn(char) -> bool,
}

impl Separator {
    /// The items that it separates.
    pub(super) fn split<'a>(&self, text: &'a str) -> impl Iterator<Item = &'a str> + use<'a> {
        text.split(self.is_it).map(str::trim).filter(|item| !item.is_empty())
    }
}

/// Blanks come last: there are some around the others too.
pub(super) const SEPARATORS: [Separator; 5] = [
    Separator {
        hint: FormatHint::FullWidthCommas,
        form: "separated-by-full-width-commas",
        is_it: |letter| matches!(letter, '，' | '、' | '；'),
    },
    Separator {
        hint: FormatHint::Newlines,
        form: "separated-by-newlines",
        is_it: |letter| letter == '\n',
    },
    Separator {
        hint: FormatHint::Semicolons,
        form: "separated-by-semicolons",
        is_it: |letter| letter == ';',
    },
    Separator { hint: FormatHint::Bars, form: "separated-by-bars", is_it: |letter| letter == '|' },
    Separator { hint: FormatHint::Blanks, form: "separated-by-blanks", is_it: char::is_whitespace },
];

impl FormatHint {
    /// The hint on an answer that is malformed in this way; none if none is known.
    #[must_use]
    pub fn of(submission: &Submission, malformed: &Malformed) -> Option<Self> {
        match *malformed {
            Malformed::Empty { .. } => None,
            Malformed::Count { expected, found } => {
                Self::in_separators(submission, expected, found)
            }
            Malformed::Item { position, .. } => {
                let item = submission.items().nth(position.checked_sub(1)?)?;
                if item.is_empty() { Self::in_commas(submission) } else { Self::around(item) }
            }
        }
    }

    /// What to do about it.
    #[must_use]
    #[expect(clippy::expect_used, reason = "a test asks for the text of every hint")]
    pub fn text(self) -> &'static Translated {
        TEXTS.get("format", self.name()).expect("the catalogue has every hint")
    }

    fn in_separators(submission: &Submission, expected: usize, found: usize) -> Option<Self> {
        // A list of numbers may be short, or long; a list of lists is one of items.
        if submission.nestings().skip(1).any(|items| items.len() == expected) {
            return Some(Self::NestedLists);
        }
        let text = submission.as_str().trim();
        if text.starts_with('{') {
            return Some(Self::ObjectAsText);
        }
        if let Some(hint) = Self::in_commas(submission) {
            return Some(hint);
        }
        let separates = |separator: &&Separator| {
            expected > 1 && separator.split(text).take(expected + 1).count() == expected
        };
        if let Some(separator) = SEPARATORS.iter().find(separates) {
            return Some(separator.hint);
        }
        // No item has one of these, so that they tell something even if the number of items is wrong as well.
        for (mark, hint) in [(';', Self::Semicolons), ('|', Self::Bars)] {
            if found == 1 && expected > 1 && text.contains(mark) {
                return Some(hint);
            }
        }
        // Perhaps only some of the commas, or those of too many items.
        if text.contains(['，', '、', '；']) {
            return Some(Self::FullWidthCommas);
        }
        (text.starts_with('[') && submission.is_text()).then_some(Self::ListAsText)
    }

    /// The hint on what makes an empty item. An empty item of a list is meant.
    fn in_commas(submission: &Submission) -> Option<Self> {
        let text = submission.as_str().trim();
        if !submission.is_text() {
            None
        } else if text.ends_with(',') || text.starts_with(',') {
            Some(Self::CommaAtTheEnd)
        } else {
            submission.items().any(str::is_empty).then_some(Self::TwoCommas)
        }
    }

    /// The hint on what is in an item or around it.
    fn around(item: &str) -> Option<Self> {
        if item.starts_with('{') {
            Some(Self::ObjectAsText)
        } else if item.starts_with('[') || item.ends_with(']') {
            Some(Self::ListAsText)
        } else if item.starts_with(['"', '\'', '`', '“', '‘', '「', '『', '＂', '＇']) {
            Some(Self::Quotes)
        } else if item.contains(is_invisible) {
            Some(Self::Invisible)
        } else if item.contains(is_dash) {
            Some(Self::Dashes)
        } else {
            item.contains(is_full_width).then_some(Self::FullWidth)
        }
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
    use std::collections::BTreeSet;

    use super::*;
    use crate::step::Language;

    fn hint(text: &str, expected: usize) -> Option<FormatHint> {
        let submission = Submission::new(text);
        let found = submission.count();
        FormatHint::of(&submission, &Malformed::Count { expected, found })
    }

    #[test]
    fn separators_are_recognized() {
        assert_eq!(hint("1,2,3,", 3), Some(FormatHint::CommaAtTheEnd));
        assert_eq!(hint(",1,2,3", 3), Some(FormatHint::CommaAtTheEnd));
        assert_eq!(hint("1\n2\n3\n", 3), Some(FormatHint::Newlines));
        assert_eq!(hint("1; 2; 3", 3), Some(FormatHint::Semicolons));
        assert_eq!(hint("1,,2,3", 3), Some(FormatHint::TwoCommas));
        for full_width in ["1，2，3", "1、2、3", "1；2；3", "1, 2，3", "1，2"] {
            assert_eq!(hint(full_width, 3), Some(FormatHint::FullWidthCommas), "{full_width}");
        }
        assert_eq!(hint("{\"ans\": [1, 2]}", 3), Some(FormatHint::ObjectAsText));
        assert_eq!(hint("[1, 2]", 3), Some(FormatHint::ListAsText));
        assert_eq!(hint("1|2|3", 3), Some(FormatHint::Bars));
        assert_eq!(hint("1; 2", 3), Some(FormatHint::Semicolons));
        assert_eq!(hint("1,2,", 4), Some(FormatHint::CommaAtTheEnd));
        assert_eq!(hint("1 2 3", 3), Some(FormatHint::Blanks));
        assert_eq!(hint("1 2", 3), None);
        assert_eq!(hint("1", 3), None);
        assert_eq!(hint("1,2", 1), None);
    }

    #[test]
    fn a_list_for_each_item_is_recognized() {
        for json in ["[[1, 2], [3, 4]]", "[[[1, 2], [3, 4]]]", "[[1, 2, 3], 4]"] {
            let submission: Submission = serde_json::from_str(json).unwrap();
            let malformed = Malformed::Count { expected: 2, found: 4 };
            assert_eq!(FormatHint::of(&submission, &malformed), Some(FormatHint::NestedLists));
        }
    }

    #[test]
    fn what_is_around_an_item_is_recognized() {
        let hint = |text: &str| item_hint(&Submission::new(text), 1);
        assert_eq!(hint("[1"), Some(FormatHint::ListAsText));
        assert_eq!(hint("{\"ans\": [1"), Some(FormatHint::ObjectAsText));
        assert_eq!(hint("\"1\""), Some(FormatHint::Quotes));
        assert_eq!(hint("「1」"), Some(FormatHint::Quotes));
        assert_eq!(hint("\u{200b}1"), Some(FormatHint::Invisible));
        for dash in ["－1", "—", "−1", "1–2"] {
            assert_eq!(hint(dash), Some(FormatHint::Dashes), "{dash}");
        }
        for wide in ["１", "ａ１", "1，2", "1、2", "1\u{3000}2"] {
            assert_eq!(hint(wide), Some(FormatHint::FullWidth), "{wide}");
        }
        assert_eq!(hint("one"), None);
        assert_eq!(hint("-1"), None);
    }

    #[test]
    fn an_empty_item_is_told_by_the_commas_around_it() {
        let hint = |text: &str, position| item_hint(&Submission::new(text), position);
        assert_eq!(hint("1,2,", 3), Some(FormatHint::CommaAtTheEnd));
        assert_eq!(hint(" ,1,2", 1), Some(FormatHint::CommaAtTheEnd));
        assert_eq!(hint("1, ,2", 2), Some(FormatHint::TwoCommas));
        let list: Submission = serde_json::from_str(r#"["1", "2", ""]"#).unwrap();
        assert_eq!(item_hint(&list, 3), None);
    }

    fn item_hint(submission: &Submission, position: usize) -> Option<FormatHint> {
        let item = submission.items().nth(position - 1).unwrap();
        let malformed = Malformed::item(position, item, Translated::untranslated("a number"));
        FormatHint::of(submission, &malformed)
    }

    #[test]
    fn every_hint_has_its_text() {
        let names: BTreeSet<_> = FormatHint::ALL.iter().map(|hint| hint.name()).collect();
        assert!(FormatHint::ALL.iter().all(|hint| !hint.text().get(Language::English).is_empty()));
        assert_eq!(TEXTS.names("format").collect::<BTreeSet<_>>(), names);
    }
}
