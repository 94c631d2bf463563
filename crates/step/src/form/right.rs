//! Right answers that are written in another way. This belongs to no kind: it is tried for all.

use super::order::{compared, orders};
use super::writing::{
    SEPARATORS, WRITINGS, differences, in_brackets, in_words, list_in, put_together,
};
use super::{Form, Target};
use crate::answer::Answer;
use crate::kind::Kind;
use crate::solution::Solution;
use crate::solved::SolvedTask;
use crate::verdict::{Diagnosis, Fit};

/// Explains an answer that is right but for its form. `bits` says how unlikely an item is.
pub(crate) fn explain<K: Kind>(
    solved: &SolvedTask<K>,
    answer: &Answer,
    bits: &dyn Fn(&str) -> f64,
) -> Option<Diagnosis> {
    let wanted = solved.solutions.len() * K::Solution::ITEMS;
    let accepts =
        |items: &[String]| items.len() == wanted && solved.accepts(&Answer::from_items(items));
    let right = || solved.solution().items().map(str::to_owned).collect();
    let target =
        Target { wanted, per_question: K::Solution::ITEMS, accepts: &accepts, right: &right, bits };
    let forms = forms_of(answer, &target);
    Diagnosis::of(Fit::Form, forms.into_iter().filter_map(Form::explanation).collect())
}

/// The forms that fit: several only where the items are the right ones in an order that has more than one name.
fn forms_of(answer: &Answer, target: &Target<'_>) -> Vec<Form> {
    let list = in_lists(answer, target).or_else(|| as_text(answer, target));
    if list.is_some() {
        return list.into_iter().collect();
    }
    let items: Vec<&str> = answer.items().collect();
    if items.len() != target.wanted {
        return separated(answer.as_str(), target).into_iter().collect();
    }
    let orders = orders(&items, target);
    if !orders.is_empty() {
        return orders;
    }
    rewritten(&items, target).or_else(|| compared(&items, target)).into_iter().collect()
}

/// The form of an answer that is right if lists in its list are meant as items of several parts.
fn in_lists(answer: &Answer, target: &Target<'_>) -> Option<Form> {
    let right = (target.right)();
    let is_right = |items: Vec<&str>| {
        if items.len() != target.wanted {
            return false;
        }
        let items = items.iter().zip(&right).map(|(parts, right)| put_together(parts, right));
        (target.accepts)(&items.collect::<Vec<_>>())
    };
    let form = if target.wanted == 1 { Form::ListForItem } else { Form::NestedLists };
    answer.nestings().any(is_right).then_some(form)
}

/// The form of an answer that is the text of a list. If the list itself would not be right either, its form counts.
fn as_text(answer: &Answer, target: &Target<'_>) -> Option<Form> {
    let list = list_in(answer.as_str()).filter(|_| answer.is_text())?;
    let items: Vec<String> = list.items().map(str::to_owned).collect();
    let is_flat = (target.accepts)(&items);
    is_flat.then_some(Form::ListAsText).or_else(|| in_lists(&list, target))
}

/// The way in which an answer of the right length is written, if undoing that makes it right.
fn rewritten(items: &[&str], target: &Target<'_>) -> Option<Form> {
    let is_right = |items: Option<Vec<String>>| items.is_some_and(|items| (target.accepts)(&items));
    let is_running = |distance| is_right(differences(items, distance));
    if is_right(in_brackets(items)) {
        return Some(Form::ListAsText);
    }
    if is_running(1) || is_running(target.per_question) {
        return Some(Form::RunningTotals);
    }
    let mut writings = WRITINGS.iter();
    let fitting = writings.find(|writing| {
        let undone = writing.undone(items.iter().copied());
        undone.iter().ne(items) && (target.accepts)(&undone)
    });
    fitting.map(|writing| writing.form)
}

/// The separator that was taken instead of the comma, if the answer is right with commas.
fn separated(text: &str, target: &Target<'_>) -> Option<Form> {
    let Target { wanted, accepts, .. } = *target;
    let text = text.trim_matches(|letter: char| letter == ',' || letter.is_whitespace());
    let commas: Vec<String> = text.split(',').map(|item| item.trim().to_owned()).collect();
    if commas.len() == wanted {
        return accepts(&commas).then_some(Form::CommaAtTheEnd);
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
    words.is_some_and(|items| accepts(&items)).then_some(Form::Blanks)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The forms of an answer in JSON to a task with these right items. Half of all items are a dash, and each other is one of a
    /// thousand.
    fn forms(right: &[&str], json: &str) -> Vec<&'static str> {
        let answer: Answer = serde_json::from_str(json).unwrap();
        let right: Vec<String> = right.iter().map(|&item| item.to_owned()).collect();
        let forms = forms_of(
            &answer,
            &Target {
                wanted: right.len(),
                per_question: 1,
                accepts: &|items| items == right,
                right: &|| right.clone(),
                bits: &|item| if item == "-" { 1.0 } else { 10.0 },
            },
        );
        forms.into_iter().map(Form::name).collect()
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
            let hint = super::super::explanation(expected).unwrap().hint;
            assert!(hint.english().starts_with("The answer is right"), "{expected}");
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
            (&["2: 17 33", "1: 4"], "[[2, [17, 33]], [1, [4]]]"),
            (&["2: 17 33", "1: 4"], "[[\"2:\", \"17 33\"], [\"1:\", 4]]"),
            (&["..x", "xo."], "[[\".\", \".\", \"x\"], [\"xo\", \".\"]]"),
            (&["12 57", "3"], "\"[[12, 57], [3]]\""),
            (&["k11 a3", "b2"], "\"[['k11', 'a3'], ['b2']]\""),
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
        for json in ["[12, 57]", "[\"12\", [57]]", "\"[12, 57]\""] {
            assert_eq!(forms(&["12 57"], json), ["list-for-item"], "{json}");
        }
        assert_eq!(forms(&["1-2-3 4-5-6"], "[[1, 2, 3], [4, 5, 6]]"), ["list-for-item"]);
        assert_eq!(forms(&["1-2-3 4-5-6"], r#"["1-2-3", "4-5-6"]"#), ["list-for-item"]);
        assert!(forms(&["..x", "xo."], r#"[["x", ".", "."], ["xo", "."]]"#).is_empty());
    }

    #[test]
    fn the_text_of_a_list_is_known() {
        for text in ["[60, 77]", "['60', '77']", "[60,77]"] {
            assert_eq!(forms(&["60", "77"], &format!("\"{text}\"")), ["list-as-text"], "{text}");
        }
        assert_eq!(forms(&["k11", "a3"], "\"[k11, a3]\""), ["list-as-text"]);
    }

    #[test]
    fn a_result_that_is_not_set_back_is_known() {
        let right = ["x17", "-", "-", "o32", "x9", "-"];
        assert_eq!(forms(&right, "\"x17,x17,x17,o32,x9,x9\""), ["kept"]);
        for wrong in ["x17,x17,-,o32,x9,x9", "x17,-,-,o32,o32,-"] {
            assert!(forms(&right, &format!("\"{wrong}\"")).is_empty(), "{wrong}");
        }
    }

    #[test]
    fn the_right_items_in_another_order_are_known() {
        let right = ["5", "3", "8", "1"];
        assert_eq!(forms(&right, "[3, 5, 1, 8]"), ["another-order"]);
        assert_eq!(forms(&right, "[1, 3, 5, 8]"), ["sorted"]);
        // What is no number is in no order of numbers.
        assert_eq!(
            forms(&["40 9", "3 1", "57 2"], r#"["57 2", "3 1", "40 9"]"#),
            ["items-reversed"]
        );
        assert_eq!(forms(&["-", "3", "21"], r#"["21", "3", "-"]"#), ["items-reversed"]);
        assert!(forms(&right, "[3, 5, 1, 7]").is_empty());
    }
}
