//! The right items in another order, or with something of other items.

use std::collections::BTreeSet;

use super::writing::{letters_reversed, words_reversed};
use super::{Form, Target};
use crate::answer::Answer;

/// How unlikely it must be that an answer is the right one with its items moved by chance: one in two to this power.
const MOVED_BITS: f64 = 10.0;

/// The item that says that nothing was found is frequent: more than one in two to this power.
const NOTHING_BITS: f64 = 4.0;

/// The orders in which the right items come, by their names.
pub(super) fn orders(items: &[&str], target: &Target<'_>) -> Vec<Form> {
    let owned = || items.iter().map(|&item| item.to_owned());
    let turned = |by: usize| {
        let mut turned: Vec<String> = owned().collect();
        turned.rotate_left(by);
        turned
    };
    let candidates = [
        (Form::ItemsReversed, owned().rev().collect()),
        (Form::ItemsShifted, turned(1)),
        (Form::ItemsShifted, turned(items.len().saturating_sub(1))),
        (Form::QuestionsReversed, each_question_reversed(items, target.per_question)),
    ];
    // A task with an item for each question may have many for each board; in two rows of two, two items are only exchanged.
    let has_groups = target.per_question > 1 || items.len() > 4;
    let grouped = (2..=items.len() / 2)
        .filter(|&size| has_groups && items.len().is_multiple_of(size))
        .map(|size| (Form::GroupedOtherwise, regrouped(items, size)));
    let candidates = candidates.into_iter().chain(grouped);
    let fitting = candidates.filter(|(_, items)| (target.accepts)(items));
    let mut orders: Vec<Form> = fitting.map(|(order, _)| order).collect();
    orders.dedup();
    // Two items have one other order.
    if items.len() < 3 {
        orders.truncate(1);
    } else if !orders.is_empty() && is_sorted(&(target.right)(), items) {
        orders.push(Form::Sorted);
    }
    orders
}

/// The forms in which an answer may be written that is wrong as well, each with the answer as it would have been written otherwise.
pub(crate) fn otherwise(answer: &Answer, per_question: usize) -> Vec<(Form, Answer)> {
    let items: Vec<&str> = answer.items().collect();
    let reversed = || items.iter().rev().map(|&item| item.to_owned()).collect();
    let each = |rewrite: fn(&str) -> String| items.iter().map(|item| rewrite(item)).collect();
    let candidates: [(_, Vec<String>); 4] = [
        (Form::ItemsReversed, reversed()),
        (Form::QuestionsReversed, each_question_reversed(&items, per_question)),
        (Form::WordsReversed, each(words_reversed)),
        (Form::LettersReversed, each(letters_reversed)),
    ];
    let by_question = items.len() / per_question;
    let grouped = (per_question > 1 && by_question > 1)
        .then(|| (Form::GroupedOtherwise, regrouped(&items, by_question)));
    let differs = |(_, candidate): &(_, Vec<String>)| candidate.iter().ne(&items);
    let candidates = candidates.into_iter().chain(grouped).filter(differs);
    candidates.map(|(form, items)| (form, Answer::from_items(&items))).collect()
}

/// The way in which an answer is written that is right but for what writing it so has lost.
pub(super) fn compared(items: &[&str], target: &Target<'_>) -> Option<Form> {
    let right = (target.right)();
    let is_sorted = || {
        let is_told = is_sorted(&right, items) && moved_bits(&right, items, target) >= MOVED_BITS;
        is_told.then_some(Form::Sorted)
    };
    is_sorted()
        .or_else(|| is_collected(&right, items).then_some(Form::Collected))
        .or_else(|| is_kept(&right, items, target).then_some(Form::Kept))
        .or_else(|| is_in_another_order(&right, items, target).then_some(Form::AnotherOrder))
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

/// Whether the items are the right ones in ascending or descending order.
fn is_sorted(right: &[String], items: &[&str]) -> bool {
    let mut orders = vec![in_order(right, str::to_owned)];
    // Sorted by something that they have not, they would keep their order.
    if right.iter().all(|item| number_of(item).is_some()) {
        orders.push(in_order(right, number_of));
    }
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
    let (mut right_moved, mut moved) = moved(right, items);
    right_moved.sort_unstable();
    moved.sort_unstable();
    // Two that are exchanged are a single mistake rather than another order.
    moved.len() > 2 && right_moved == moved && moved_bits(right, items, target) >= MOVED_BITS
}

/// The items that are not at their places: the right ones, and the given ones.
fn moved<'a>(right: &'a [String], items: &[&'a str]) -> (Vec<&'a str>, Vec<&'a str>) {
    let right = right.iter().map(String::as_str);
    right.zip(items.iter().copied()).filter(|(right, item)| right != item).unzip()
}

/// How unlikely the items that are not at their places are by chance, in bits, if they may come in any order.
fn moved_bits(right: &[String], items: &[&str], target: &Target<'_>) -> f64 {
    let (_, moved) = moved(right, items);
    // In each of their orders the items would get the same diagnosis.
    let orders: f64 = (1_u32..).zip(&moved).map(|(count, _)| f64::from(count).log2()).sum();
    let bits: f64 = moved.iter().map(|item| (target.bits)(item)).sum();
    bits - orders
}

fn in_order<T: Ord>(items: &[String], key: impl Fn(&str) -> T) -> Vec<String> {
    let mut items = items.to_vec();
    items.sort_by_key(|item| key(item));
    items
}

/// The number of an item, for sorting.
fn number_of(item: &str) -> Option<i64> {
    item.parse().ok()
}
