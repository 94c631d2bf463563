//! Answers in another form than the task wants.
//!
//! For a right answer in another form, the form is the cause: `right`. A malformed answer gets a hint on its format, which does not
//! say whether it would be right: `format_hint`. Both know the same ways of `writing` an answer.

mod format_hint;
mod order;
mod right;
mod writing;

pub use format_hint::format_hint;
pub(super) use order::otherwise;
pub(super) use right::explain;

use super::answer::Answer;
use super::verdict::{Diagnosis, Explanation, Fit};
use crate::texts::{self, FORM, FORMAT};
use gradus_text::{Template, Text};

/// Defines the forms and their names from one table.
macro_rules! forms {
    ($(#[doc = $doc:literal] $form:ident = $name:literal,)*) => {
        /// A form of an answer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Form {
            $(#[doc = $doc] $form,)*
        }

        impl Form {
            /// All of them.
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$form),*];

            /// The id of the cause, and the name of the texts.
            pub(super) const fn name(self) -> &'static str {
                match self {
                    $(Self::$form => $name,)*
                }
            }
        }
    };
}

forms! {
    /// The last item first.
    ItemsReversed = "items-reversed",
    /// The items of each question in the opposite order.
    QuestionsReversed = "questions-reversed",
    /// Each item one place off.
    ItemsShifted = "items-shifted",
    /// The first items of all questions, then the second ones, and so on.
    GroupedOtherwise = "grouped-otherwise",
    /// The items in ascending or descending order.
    Sorted = "sorted",
    /// Any other order.
    AnotherOrder = "another-order",
    /// The same item for all questions.
    OneItemForAll = "one-item-for-all",
    /// Nothing, for the only question or both.
    NothingFound = "nothing-found",
    /// The item of the question before where nothing is found.
    Kept = "kept",
    /// Each item with what is in those before it.
    Collected = "collected",
    /// Each number with those before it added.
    RunningTotals = "running-totals",
    /// The words of each item in the opposite order.
    WordsReversed = "words-reversed",
    /// The letters of each item in the opposite order.
    LettersReversed = "letters-reversed",
    /// Each number one too high.
    CountedFromOne = "counted-from-one",
    /// Each number one too low.
    CountedFromZero = "counted-from-zero",
    /// Whole numbers with a fraction of 0.
    Decimals = "decimals",
    /// Numbers in base 16.
    Hexadecimal = "hexadecimal",
    /// Numbers in base 8.
    Octal = "octal",
    /// Numbers in base 2.
    Binary = "binary",
    /// Quotation marks or brackets around items.
    Quoted = "quoted",
    /// Upper case for lower, or lower for upper.
    OtherCase = "other-case",
    /// The text of a list, where a list itself is expected, or its items.
    ListAsText = "list-as-text",
    /// The text of an object, perhaps of the whole body.
    ObjectAsText = "object-as-text",
    /// Brackets around an item.
    Brackets = "brackets",
    /// A list for each item, where an item with several parts is one text.
    NestedLists = "nested-lists",
    /// A list for the only item.
    ListForItem = "list-for-item",
    /// Brackets around the parts of an item, and commas between them.
    ListsWithin = "lists-within",
    /// Commas within items.
    CommasWithin = "commas-within",
    /// Commas within items, and something else between them.
    CommasWithinOnly = "commas-within-only",
    /// Something else than blanks between the parts of an item.
    PartsOtherwise = "parts-otherwise",
    /// A comma before the first item or after the last one.
    CommaAtTheEnd = "comma-at-the-end",
    /// Two commas with nothing between them.
    TwoCommas = "two-commas",
    /// Line breaks between the items instead of commas.
    Newlines = "separated-by-newlines",
    /// Commas or semicolons of Chinese and Japanese.
    FullWidthCommas = "separated-by-full-width-commas",
    /// Semicolons.
    Semicolons = "separated-by-semicolons",
    /// Vertical bars.
    Bars = "separated-by-bars",
    /// Blanks.
    Blanks = "separated-by-blanks",
    /// Another mark.
    SeparatedOtherwise = "separated-otherwise",
    /// A label before the items.
    Labelled = "labelled",
    /// Three backticks around the answer.
    Fenced = "fenced",
    /// A word such as `null` where a hyphen stands for nothing.
    NothingOtherwise = "nothing-otherwise",
    /// Other full-width characters in an item.
    FullWidth = "full-width",
    /// A dash where the hyphen is meant.
    Dashes = "dashes",
    /// A character that cannot be seen.
    Invisible = "invisible",
    /// The right answer to another board.
    AnotherBoard = "another-board",
    /// The answer of the statement's example.
    SampleAnswer = "sample-answer",
    /// A place where something lies already.
    NotFree = "not-free",
}

impl Form {
    /// The form as the cause of a right answer's being refused.
    pub(super) fn explanation(self) -> Option<Explanation> {
        explanation(self.name())
    }

    /// What to do about it, where the answer is malformed.
    fn hint(self) -> Option<Text> {
        named(FORMAT, self.name())
    }
}

/// The cause that has the name of a form; none if no form has it.
pub(super) fn explanation(name: &str) -> Option<Explanation> {
    named(FORM, name).map(|hint| Explanation { id: name.to_owned(), hint })
}

fn named(texts: &'static [Template], name: &str) -> Option<Text> {
    texts.iter().find(|text| text.name() == name).map(Text::from)
}

impl Diagnosis {
    /// Whether the answer is right but for its form, or for another board.
    pub fn is_of_right_answer(&self) -> bool {
        let is_unfinished = |cause: &Explanation| {
            [Form::OneItemForAll, Form::NothingFound].iter().any(|form| form.name() == cause.id)
        };
        match self.fit {
            Fit::Form => !self.causes.iter().any(is_unfinished),
            Fit::Board => true,
            Fit::Whole | Fit::Items => false,
        }
    }

    /// The answer is right for another board of the caller, which was made at this time.
    pub fn of_another_board(time: &str) -> Option<Self> {
        // A stored attempt does not have the time: the hint without it has the same id.
        let hint = texts::board::another_of(time);
        let cause = Explanation { hint, ..Form::AnotherBoard.explanation()? };
        Some(Self { fit: Fit::Board, causes: vec![cause] })
    }

    /// The answer is that of the example in the step's statement.
    pub fn of_sample() -> Option<Self> {
        Some(Self { fit: Fit::Board, causes: vec![Form::SampleAnswer.explanation()?] })
    }

    /// Whether it says that an item names a place that is not free, which is true of any such answer.
    pub(super) fn is_of_taken_place(&self) -> bool {
        self.causes.iter().any(|cause| cause.id == Form::NotFree.name())
    }

    /// The item at this position, from 1, names a place that is not free.
    pub(super) fn not_free(position: usize) -> Option<Self> {
        let hint = texts::board::not_free(position);
        let cause = Explanation { hint, ..Form::NotFree.explanation()? };
        Some(Self { fit: Fit::Items, causes: vec![cause] })
    }
}

/// What a task expects. It does not depend on the kind's types, so that what looks for forms is compiled once.
struct Target<'a> {
    /// How many items the task wants.
    wanted: usize,
    /// How many of them belong to one question.
    per_question: usize,
    /// Whether these items are right.
    accepts: &'a dyn Fn(&[String]) -> bool,
    /// The right items.
    right: &'a dyn Fn() -> Vec<String>,
    /// How unlikely an item is, in bits.
    bits: &'a dyn Fn(&str) -> f64,
}

/// Fewer items than these may be the same by chance.
const FEW_ITEMS: usize = 3;

/// Whether an answer has one item for all questions, as a program sends that is not finished.
pub(super) fn repeats_one_item(answer: &Answer) -> bool {
    let mut items = answer.items();
    let Some(first) = items.next() else { return false };
    let mut count = 1;
    items.all(|item| {
        count += 1;
        item == first
    }) && count >= FEW_ITEMS
}

/// Whether a short answer says for each question that there is nothing, as a program does that looks for the wrong thing, or for none.
pub(super) fn finds_nothing(answer: &Answer) -> bool {
    answer.count() < FEW_ITEMS && answer.items().all(|item| item == "-")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_form_has_a_text_and_every_text_a_form() {
        let forms: BTreeSet<&str> = Form::ALL.iter().map(|form| form.name()).collect();
        let texts = FORM.iter().chain(FORMAT).map(Template::name);
        assert_eq!(texts.collect::<BTreeSet<_>>(), forms);
        assert_eq!(forms.len(), Form::ALL.len());
    }
}
