//! Right answers that are written in another way. This belongs to no kind: it is tried for all.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::diagnosis::{Diagnosis, Fit};
use super::format_hint::SEPARATORS;
use super::kind::Kind;
use super::solution::Solution;
use super::solved::SolvedTask;
use super::submission::Submission;
use super::text::Catalogue;
use super::verdict::Explanation;

/// The hints on forms.
static HINTS: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::parse(include_str!("form.toml")));

/// How unlikely it must be that an answer is the right one with its items moved by chance: one in two to this power.
const MOVED_BITS: f64 = 10.0;

/// The item that says that nothing was found is frequent: more than one in two to this power.
const NOTHING_BITS: f64 = 4.0;

/// Explains an answer that is right but for its form. `bits` says how unlikely an item is.
pub(super) fn explain<K: Kind>(
    solved: &SolvedTask<K>,
    submission: &Submission,
    bits: &dyn Fn(&str) -> f64,
) -> Option<Diagnosis> {
    let wanted = solved.solutions.len() * K::Solution::ITEMS;
    let accepts =
        |items: &[String]| items.len() == wanted && solved.accepts(&Submission::from_items(items));
    let right = || solved.solution().items().map(str::to_owned).collect();
    let target =
        Target { wanted, per_question: K::Solution::ITEMS, accepts: &accepts, right: &right, bits };
    told(&forms_of(submission, &target))
}

/// Fewer items than these may be the same by chance.
const FEW_ITEMS: usize = 3;

/// Whether an answer has one item for all questions, as a program sends that is not finished.
pub(super) fn repeats_one_item(submission: &Submission) -> bool {
    let mut items = submission.items();
    let Some(first) = items.next() else { return false };
    let mut count = 1;
    items.all(|item| {
        count += 1;
        item == first
    }) && count >= FEW_ITEMS
}

/// The cause that an answer has one item for all questions.
pub(super) fn one_item() -> Option<Explanation> {
    explanation("one-item-for-all")
}

/// What a task expects. It does not depend on the kind's types, so that all this is compiled once.
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

/// The forms that fit: several only where the items are the right ones in an order that has more than one name.
fn forms_of(submission: &Submission, target: &Target<'_>) -> Vec<&'static str> {
    let nested = nested(submission, target);
    if nested.is_some() {
        return nested.into_iter().collect();
    }
    let items: Vec<&str> = submission.items().collect();
    if items.len() != target.wanted {
        return separated(submission.as_str(), target).into_iter().collect();
    }
    let orders = orders(&items, target);
    if !orders.is_empty() {
        return orders;
    }
    rewritten(&items, target).or_else(|| compared(&items, target)).into_iter().collect()
}

fn told(forms: &[&str]) -> Option<Diagnosis> {
    let causes: Vec<Explanation> = forms.iter().filter_map(|form| explanation(form)).collect();
    (1..=Diagnosis::MAX_CAUSES)
        .contains(&causes.len())
        .then_some(Diagnosis { fit: Fit::Form, causes })
}

/// The hint on a form; none if there is no form of this name.
pub(super) fn explanation(form: &str) -> Option<Explanation> {
    let hint = HINTS.get("form", form)?.clone();
    Some(Explanation { id: form.to_owned(), hint })
}

/// Whether an answer is right if lists in its list are meant as items of several parts.
fn nested(submission: &Submission, target: &Target<'_>) -> Option<&'static str> {
    let right = (target.right)();
    let is_right = |items: Vec<&str>| {
        if items.len() != target.wanted {
            return false;
        }
        let items = items.iter().zip(&right).map(|(parts, right)| put_together(parts, right));
        (target.accepts)(&items.collect::<Vec<_>>())
    };
    submission.nestings().any(is_right).then_some("nested-lists")
}

/// The parts of an item, which are joined by commas, put together as in the right item: `2,17,33` as `2: 17 33`.
fn put_together(parts: &str, right: &str) -> String {
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

/// The orders in which the right items come, by their names.
fn orders(items: &[&str], target: &Target<'_>) -> Vec<&'static str> {
    let owned = || items.iter().map(|&item| item.to_owned());
    let turned = |by: usize| {
        let mut turned: Vec<String> = owned().collect();
        turned.rotate_left(by);
        turned
    };
    let candidates = [
        ("items-reversed", owned().rev().collect()),
        ("items-shifted", turned(1)),
        ("items-shifted", turned(items.len().saturating_sub(1))),
        ("questions-reversed", each_question_reversed(items, target.per_question)),
    ];
    // A task with an item for each question may have many for each board; in two rows of two, two items are only exchanged.
    let has_groups = target.per_question > 1 || items.len() > 4;
    let grouped = (2..=items.len() / 2)
        .filter(|&size| has_groups && items.len().is_multiple_of(size))
        .map(|size| ("grouped-otherwise", regrouped(items, size)));
    let candidates = candidates.into_iter().chain(grouped);
    let fitting = candidates.filter(|(_, items)| (target.accepts)(items));
    let mut orders: Vec<&str> = fitting.map(|(order, _)| order).collect();
    orders.dedup();
    // Two items have one other order.
    if items.len() < 3 {
        orders.truncate(1);
    } else if !orders.is_empty() && is_sorted(&(target.right)(), items) {
        orders.push("sorted");
    }
    orders
}

/// The way in which an answer of the right length is written, if undoing that makes it right.
fn rewritten(items: &[&str], target: &Target<'_>) -> Option<&'static str> {
    let each = |rewrite: fn(&str) -> String| items.iter().map(|item| rewrite(item)).collect();
    let each_that_can = |rewrite: fn(&str) -> Option<String>| -> Option<Vec<String>> {
        items.iter().map(|item| rewrite(item)).collect()
    };
    let candidates = [
        ("words-reversed", Some(each(words_reversed))),
        ("letters-reversed", Some(each(letters_reversed))),
        ("counted-from-one", each_that_can(|item| numbers_changed(item, -1))),
        ("counted-from-zero", each_that_can(|item| numbers_changed(item, 1))),
        ("decimals", Some(each(without_decimals))),
        ("running-totals", differences(items, 1)),
        ("running-totals", differences(items, target.per_question)),
        ("hexadecimal", each_that_can(|item| in_base(item, 16, &["0x", "0X", "#"]))),
        ("octal", each_that_can(|item| in_base(item, 8, &["0o", "0O"]))),
        ("binary", each_that_can(|item| in_base(item, 2, &["0b", "0B"]))),
        ("list-as-text", in_brackets(items)),
        ("quoted", Some(each(|item| item.trim_matches(is_quote).trim().to_owned()))),
        ("other-case", Some(each(str::to_lowercase))),
        ("other-case", Some(each(str::to_uppercase))),
    ];
    let mut candidates = candidates.into_iter();
    candidates.find_map(|(form, right)| (target.accepts)(&right?).then_some(form))
}

/// The forms in which an answer may be written that is wrong as well, each with the answer as it would have been written otherwise.
pub(super) fn otherwise(
    submission: &Submission,
    per_question: usize,
) -> Vec<(&'static str, Submission)> {
    let items: Vec<&str> = submission.items().collect();
    let reversed = || items.iter().rev().map(|&item| item.to_owned()).collect();
    let each = |rewrite: fn(&str) -> String| items.iter().map(|item| rewrite(item)).collect();
    let candidates: [(_, Vec<String>); 4] = [
        ("items-reversed", reversed()),
        ("questions-reversed", each_question_reversed(&items, per_question)),
        ("words-reversed", each(words_reversed)),
        ("letters-reversed", each(letters_reversed)),
    ];
    let by_question = items.len() / per_question;
    let grouped = (per_question > 1 && by_question > 1)
        .then(|| ("grouped-otherwise", regrouped(&items, by_question)));
    let differs = |(_, candidate): &(_, Vec<String>)| candidate.iter().ne(&items);
    let candidates = candidates.into_iter().chain(grouped).filter(differs);
    candidates.map(|(form, items)| (form, Submission::from_items(&items))).collect()
}

/// The items of the text of a list, the first and the last of which have its brackets.
fn in_brackets(items: &[&str]) -> Option<Vec<String>> {
    let is_list = items.first()?.starts_with('[') && items.last()?.ends_with(']');
    let bare = |item: &&str| item.trim_matches(is_quote).trim().to_owned();
    is_list.then(|| items.iter().map(bare).collect())
}

fn is_quote(letter: char) -> bool {
    "'\"`[](){}“”‘’「」".contains(letter)
}

/// The items read in rows of this length, column by column.
fn regrouped(items: &[&str], size: usize) -> Vec<String> {
    let column = |first| items.iter().skip(first).step_by(size);
    (0..size).flat_map(column).map(|&item| item.to_owned()).collect()
}

/// The items with those of each question in the opposite order.
fn each_question_reversed(items: &[&str], per_question: usize) -> Vec<String> {
    let questions = items.chunks(per_question);
    questions.flat_map(|items| items.iter().rev()).map(|&item| item.to_owned()).collect()
}

/// Each item less the one so many places before it; none if some item is no number.
fn differences(items: &[&str], distance: usize) -> Option<Vec<String>> {
    let numbers: Vec<i64> = items.iter().map(|item| item.parse().ok()).collect::<Option<_>>()?;
    let before = std::iter::repeat_n(&0, distance).chain(&numbers);
    let differences = numbers.iter().zip(before).map(|(now, before)| now.checked_sub(*before));
    differences.map(|difference| difference.map(|number| number.to_string())).collect()
}

fn words_reversed(item: &str) -> String {
    let words: Vec<&str> = item.split_whitespace().rev().collect();
    words.join(" ")
}

fn letters_reversed(item: &str) -> String {
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
        if whole.ends_with(is_digit) && !behind.starts_with(is_digit) {
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

/// The way in which an answer is written that is right but for what writing it so has lost.
fn compared(items: &[&str], target: &Target<'_>) -> Option<&'static str> {
    let right = (target.right)();
    let is_sorted = || is_sorted(&right, items).then_some("sorted");
    is_sorted()
        .or_else(|| is_collected(&right, items).then_some("collected"))
        .or_else(|| is_kept(&right, items, target).then_some("kept"))
        .or_else(|| is_in_another_order(&right, items, target).then_some("another-order"))
}

/// Whether the items are the right ones in ascending or descending order.
fn is_sorted(right: &[String], items: &[&str]) -> bool {
    let orders = [in_order(right, str::to_owned), in_order(right, number_of)];
    let is_given = |order: &Vec<String>| order.iter().eq(items) || order.iter().rev().eq(items);
    orders.iter().any(is_given)
}

/// Whether each item lists what is in the right one and in all before it.
fn is_collected(right: &[String], items: &[&str]) -> bool {
    let mut collected = BTreeSet::new();
    right.iter().zip(items).all(|(right, item)| {
        // A dash is a list of nothing.
        collected.extend(right.split_whitespace().filter(|&word| word != "-"));
        let given = item.split_whitespace().filter(|&word| word != "-");
        given.collect::<BTreeSet<_>>() == collected
    })
}

/// Whether one item, such as "nobody", is replaced by that of the question before, wherever it is right.
fn is_kept(right: &[String], items: &[&str], target: &Target<'_>) -> bool {
    let mut pairs = right.iter().zip(items);
    let Some((nothing, _)) = pairs.find(|(right, item)| right != *item) else { return false };
    if (target.bits)(nothing) > NOTHING_BITS {
        return false;
    }
    let mut bits = 0.0;
    for (place, (right, &item)) in right.iter().zip(items).enumerate() {
        let before = place.checked_sub(target.per_question).and_then(|place| items.get(place));
        let expected = before.filter(|_| right == nothing).copied().unwrap_or(right);
        if item != expected {
            return false;
        }
        if right != item {
            bits += (target.bits)(item);
        }
    }
    bits >= MOVED_BITS
}

/// Whether the items are the right ones in an order that no other form has.
fn is_in_another_order(right: &[String], items: &[&str], target: &Target<'_>) -> bool {
    let right = right.iter().map(String::as_str);
    let moved = right.zip(items.iter().copied()).filter(|(right, item)| right != item);
    let (mut right, mut items): (Vec<_>, Vec<_>) = moved.unzip();
    right.sort_unstable();
    items.sort_unstable();
    // In each of their orders the items would be told the same.
    let orders: f64 = (1_u32..).zip(&items).map(|(count, _)| f64::from(count).log2()).sum();
    let bits: f64 = items.iter().map(|item| (target.bits)(item)).sum();
    // Two that are exchanged are a single mistake rather than another order.
    items.len() > 2 && right == items && bits - orders >= MOVED_BITS
}

fn in_order<T: Ord>(items: &[String], key: impl Fn(&str) -> T) -> Vec<String> {
    let mut items = items.to_vec();
    items.sort_by_key(|item| key(item));
    items
}

/// The number of an item, for sorting; what is no number comes first.
fn number_of(item: &str) -> Option<i64> {
    item.parse().ok()
}

/// The separator that was taken instead of the comma, if the answer is right with commas.
fn separated(text: &str, target: &Target<'_>) -> Option<&'static str> {
    let Target { wanted, accepts, .. } = *target;
    let text = text.trim_matches(|letter: char| letter == ',' || letter.is_whitespace());
    let commas: Vec<String> = text.split(',').map(|item| item.trim().to_owned()).collect();
    if commas.len() == wanted {
        return accepts(&commas).then_some("comma-at-the-end");
    }
    let found = SEPARATORS.iter().find(|separator| {
        let items: Vec<String> =
            separator.split(text).take(wanted + 1).map(str::to_owned).collect();
        accepts(&items)
    });
    if let Some(separator) = found {
        return Some(separator.form);
    }
    let words = in_words(text, &(target.right)());
    words.is_some_and(|items| accepts(&items)).then_some("separated-by-blanks")
}

/// The items of a text with blanks between them, each of which has as many words as the right one; none if there are more or fewer.
fn in_words(text: &str, right: &[String]) -> Option<Vec<String>> {
    let mut words = text.split_whitespace();
    let items = right.iter().map(|item| {
        let count = item.split_whitespace().count();
        let words: Vec<&str> = words.by_ref().take(count).collect();
        (words.len() == count).then(|| words.join(" "))
    });
    let items: Vec<String> = items.collect::<Option<_>>()?;
    words.next().is_none().then_some(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::Language;

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

    /// Finds something for a task with these right items. Half of all are a dash, and each other is one of a thousand.
    fn with_right<T>(right: &[&str], find: impl FnOnce(&Target<'_>) -> T) -> T {
        let right: Vec<String> = right.iter().map(|&item| item.to_owned()).collect();
        find(&Target {
            wanted: right.len(),
            per_question: 1,
            accepts: &|items| items == right,
            right: &|| right.clone(),
            bits: &|item| if item == "-" { 1.0 } else { 10.0 },
        })
    }

    /// What is told of an answer that has lost something by how it is written.
    fn told(right: &[&str], given: &[&str]) -> Option<&'static str> {
        with_right(right, |target| compared(given, target))
    }

    /// The forms of an answer in JSON.
    fn forms(right: &[&str], json: &str) -> Vec<&'static str> {
        let submission: Submission = serde_json::from_str(json).unwrap();
        with_right(right, |target| forms_of(&submission, target))
    }

    #[test]
    fn what_is_told_of_one_item_does_not_speak_of_several() {
        for (given, expected) in [
            ("\"0x3f\"", "hexadecimal"),
            ("\"0o77\"", "octal"),
            ("\"0b111111\"", "binary"),
            ("\"'63'\"", "quoted"),
            ("\"[63]\"", "list-as-text"),
            ("\"63,\"", "comma-at-the-end"),
        ] {
            assert_eq!(forms(&["63"], given), [expected], "{given}");
            let hint = explanation(expected).unwrap().hint;
            assert!(hint.get(Language::English).starts_with("The answer is right"), "{expected}");
        }
    }

    #[test]
    fn whole_numbers_that_are_written_as_decimals_are_known() {
        assert_eq!(forms(&["64", "-3", "0"], "\"64.0,-3.0,0.0\""), ["decimals"]);
        assert_eq!(forms(&["64", "3"], "[\"64.00\", 3]"), ["decimals"]);
        assert_eq!(forms(&["3: 17 33"], "\"3: 17.0 33.0\""), ["decimals"]);
        for wrong in ["64.0,4.0", "64.5,3.0", "64.03,3", "6.4,3"] {
            assert!(forms(&["64", "3"], &format!("\"{wrong}\"")).is_empty(), "{wrong}");
        }
        assert_eq!(without_decimals("x.o..x."), "x.o..x.");
    }

    #[test]
    fn blanks_between_items_that_have_blanks_in_them_are_known() {
        let right = ["12 57", "3", "-"];
        for blanks in ["12 57 3 -", " 12  57 3\\n-"] {
            assert_eq!(forms(&right, &format!("\"{blanks}\"")), ["separated-by-blanks"]);
        }
        for wrong in ["12 57 3", "12 57 3 - 4", "57 12 3 -", "12 57 3, -"] {
            assert!(forms(&right, &format!("\"{wrong}\"")).is_empty(), "{wrong}");
        }
    }

    #[test]
    fn lists_that_are_meant_as_items_are_known() {
        let cases: [(&[&str], &str); 9] = [
            (&["12 57", "3"], "[[12, 57], [3]]"),
            (&["12 57", "3"], "[[12, \"57\"], 3]"),
            (&["12 57", "3", "4"], "[[[12, 57], [3]], [[4]]]"),
            (&["12 57", "-"], "[[12, 57], []]"),
            (&["12 57"], "[12, 57]"),
            (&["2: 17 33", "1: 4"], "[[2, [17, 33]], [1, [4]]]"),
            (&["2: 17 33", "1: 4"], "[[\"2:\", \"17 33\"], [\"1:\", 4]]"),
            (&["1-2-3 4-5-6"], "[[1, 2, 3], [4, 5, 6]]"),
            (&["..x", "xo."], "[[\".\", \".\", \"x\"], [\"xo\", \".\"]]"),
        ];
        for (right, json) in cases {
            assert_eq!(forms(right, json), ["nested-lists"], "{json}");
        }
        for json in [
            "[[12, 57], [4]]",
            "[[57, 12], [3]]",
            "[[12], [57, 3]]",
            "[12, 57, 3]",
            "[[-12, 57], [3]]",
        ] {
            assert!(forms(&["12 57", "3"], json).is_empty(), "{json}");
        }
        assert!(forms(&["..x", "xo."], r#"[["x", ".", "."], ["xo", "."]]"#).is_empty());
    }

    #[test]
    fn a_result_that_is_not_set_back_is_known() {
        let right = ["x17", "-", "-", "o32", "x9", "-"];
        assert_eq!(told(&right, &["x17", "x17", "x17", "o32", "x9", "x9"]), Some("kept"));
        assert_eq!(told(&right, &["x17", "x17", "-", "o32", "x9", "x9"]), None);
        assert_eq!(told(&right, &["x17", "-", "-", "o32", "o32", "-"]), None);
    }

    #[test]
    fn the_right_items_in_another_order_are_known() {
        let right = ["5", "3", "8", "1"];
        assert_eq!(told(&right, &["3", "5", "1", "8"]), Some("another-order"));
        assert_eq!(told(&right, &["3", "5", "1", "7"]), None);
        assert_eq!(told(&right, &["1", "3", "5", "8"]), Some("sorted"));
    }
}
