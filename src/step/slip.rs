//! Slips in the form of an answer that is malformed: what a person would do about it.

use super::submission::{Malformed, Submission};

/// A slip in the form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// A comma before the first item or after the last one.
    CommaAtTheEnd,
    /// Line breaks between the items instead of commas.
    Newlines,
    /// Semicolons.
    Semicolons,
    /// Vertical bars.
    Bars,
    /// Blanks.
    Blanks,
    /// A list for each item, where an item with several parts is one text.
    NestedLists,
    /// The text of a list, where a list itself is expected, or its items.
    ListAsText,
    /// Quotation marks around items.
    Quotes,
}

/// What is taken for the comma between items.
pub(super) struct Separator {
    slip: Slip,
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
pub(super) const SEPARATORS: [Separator; 4] = [
    Separator {
        slip: Slip::Newlines,
        form: "separated-by-newlines",
        is_it: |letter| letter == '\n',
    },
    Separator {
        slip: Slip::Semicolons,
        form: "separated-by-semicolons",
        is_it: |letter| letter == ';',
    },
    Separator { slip: Slip::Bars, form: "separated-by-bars", is_it: |letter| letter == '|' },
    Separator { slip: Slip::Blanks, form: "separated-by-blanks", is_it: char::is_whitespace },
];

impl Slip {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::CommaAtTheEnd,
        Self::Newlines,
        Self::Semicolons,
        Self::Bars,
        Self::Blanks,
        Self::NestedLists,
        Self::ListAsText,
        Self::Quotes,
    ];

    /// The slip in an answer that is malformed in this way; none if none is known.
    #[must_use]
    pub fn of(submission: &Submission, malformed: &Malformed) -> Option<Self> {
        match *malformed {
            Malformed::Empty { .. } => None,
            Malformed::Count { expected, found } => {
                Self::in_separators(submission, expected, found)
            }
            Malformed::Item { position, .. } => {
                let item = submission.items().nth(position.checked_sub(1)?)?;
                Self::around(item)
            }
        }
    }

    fn in_separators(submission: &Submission, expected: usize, found: usize) -> Option<Self> {
        if submission.elements() == Some(expected) {
            return Some(Self::NestedLists);
        }
        let text = submission.as_str().trim();
        let has_comma_at_the_end = text.ends_with(',') || text.starts_with(',');
        if found > expected && has_comma_at_the_end {
            return Some(Self::CommaAtTheEnd);
        }
        let separates = |separator: &&Separator| {
            expected > 1 && separator.split(text).take(expected + 1).count() == expected
        };
        SEPARATORS.iter().find(separates).map(|separator| separator.slip)
    }

    /// The slip that an item has around it.
    fn around(item: &str) -> Option<Self> {
        if item.starts_with('[') || item.ends_with(']') {
            return Some(Self::ListAsText);
        }
        item.starts_with(['"', '\'', '`', '“', '‘']).then_some(Self::Quotes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Translated;

    fn slip(text: &str, expected: usize) -> Option<Slip> {
        let submission = Submission::new(text);
        let found = submission.count();
        Slip::of(&submission, &Malformed::Count { expected, found })
    }

    #[test]
    fn separators_are_recognized() {
        assert_eq!(slip("1,2,3,", 3), Some(Slip::CommaAtTheEnd));
        assert_eq!(slip(",1,2,3", 3), Some(Slip::CommaAtTheEnd));
        assert_eq!(slip("1\n2\n3\n", 3), Some(Slip::Newlines));
        assert_eq!(slip("1; 2; 3", 3), Some(Slip::Semicolons));
        assert_eq!(slip("1|2|3", 3), Some(Slip::Bars));
        assert_eq!(slip("1 2 3", 3), Some(Slip::Blanks));
        assert_eq!(slip("1 2", 3), None);
        assert_eq!(slip("1", 3), None);
        assert_eq!(slip("1,2", 1), None);
    }

    #[test]
    fn a_list_for_each_item_is_recognized() {
        let submission: Submission = serde_json::from_str("[[1, 2], [3, 4]]").unwrap();
        let malformed = Malformed::Count { expected: 2, found: 4 };
        assert_eq!(Slip::of(&submission, &malformed), Some(Slip::NestedLists));
    }

    #[test]
    fn what_is_around_an_item_is_recognized() {
        let slip = |text: &str| {
            let malformed = Malformed::item(1, text, Translated::untranslated("a number"));
            Slip::of(&Submission::new(text), &malformed)
        };
        assert_eq!(slip("[1"), Some(Slip::ListAsText));
        assert_eq!(slip("\"1\""), Some(Slip::Quotes));
        assert_eq!(slip("one"), None);
    }
}
