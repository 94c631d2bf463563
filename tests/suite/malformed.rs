//! Malformed answers to tasks of the real kinds, and what is told of them.

use gradus::step::{Answer, Diagnosis, Evidence, Fit, TaskInstance, Verdict, trial_seed};
use serde_json::{Value, json};

use crate::catalog;

/// Some tasks of the step with this number.
fn tasks(step: &str, look: impl Fn(&dyn TaskInstance)) {
    let exercise = catalog().get(step.parse().unwrap()).unwrap().exercise();
    for seed in 0..4 {
        look(&*exercise.instantiate(&trial_seed(seed)).unwrap());
    }
}

fn right_items(task: &dyn TaskInstance) -> Vec<String> {
    task.solution().answer.items().map(str::to_owned).collect()
}

fn told(task: &dyn TaskInstance, answer: &Answer) -> Option<(Fit, Vec<String>)> {
    let Diagnosis { fit, causes } = task.diagnose(answer, &Evidence::None).unwrap()?;
    Some((fit, causes.into_iter().map(|cause| cause.id).collect()))
}

fn told_of_json(task: &dyn TaskInstance, answer: Value) -> Option<(Fit, Vec<String>)> {
    told(task, &serde_json::from_value(answer).unwrap())
}

fn is_malformed(task: &dyn TaskInstance, answer: &Answer) -> bool {
    matches!(task.judge(answer, &Evidence::None), Verdict::Malformed(_))
}

/// Compares what is told of the malformed answers of misreadings with what is told of them in another order that counts as the same.
fn are_told_in_any_order(step: &str, reorder: impl Fn(&[String]) -> Vec<String>) {
    let count = std::cell::Cell::new(0);
    tasks(step, |task| {
        for (misreading, solution) in task.wrong_solutions() {
            let items: Vec<String> = solution.answer.items().map(str::to_owned).collect();
            let reordered = Answer::from_items(reorder(&items));
            if is_malformed(task, &solution.answer) && reordered != solution.answer {
                let expected = told(task, &solution.answer);
                assert_eq!(told(task, &reordered), expected, "{step}: {}", misreading.id);
                count.set(count.get() + usize::from(expected.is_some()));
            }
        }
    });
    assert_ne!(count.get(), 0, "no misreading of {step} gives a malformed answer that is told");
}

#[case]
fn the_sets_of_a_misreading_may_be_in_any_order() {
    let last_first = |item: &String| {
        let (rule, ids) = item.split_once(": ").unwrap_or(("", item));
        let ids: Vec<&str> = ids.split_whitespace().rev().collect();
        format!("{rule}: {}", ids.join(" "))
    };
    are_told_in_any_order("26", |items| items.iter().map(last_first).collect());
    are_told_in_any_order("07", |items| {
        items.chunks(4).flat_map(|point| point.iter().rev().cloned()).collect()
    });
}

#[case]
fn blanks_for_commas_are_told_where_items_have_blanks_in_them() {
    for step in ["11", "18", "25", "26", "33"] {
        tasks(step, |task| {
            let told = told_of_json(task, json!(right_items(task).join(" ")));
            assert_eq!(told, Some((Fit::Form, vec!["separated-by-blanks".to_owned()])), "{step}");
        });
    }
}

#[case]
fn a_list_for_each_item_is_told() {
    let words = |item: &String| -> Value {
        let words = item.split([' ', ':', '-']).filter(|word| !word.is_empty());
        words.map(|word| word.parse::<i64>().map_or(json!(word), |number| json!(number))).collect()
    };
    for step in ["11", "18", "22", "25", "26", "33", "34"] {
        tasks(step, |task| {
            let lists: Vec<Value> = right_items(task).iter().map(words).collect();
            // Step 34 wants one item.
            let form = if lists.len() == 1 { "list-for-item" } else { "nested-lists" };
            for answer in [json!(lists), json!([lists])] {
                let told = told_of_json(task, answer);
                assert_eq!(told, Some((Fit::Form, vec![form.to_owned()])), "{step}");
            }
        });
    }
}

#[case]
fn whole_numbers_that_are_written_as_decimals_are_told() {
    for step in ["02", "04", "12", "14", "21", "24"] {
        tasks(step, |task| {
            let with_fraction = |item: &String| item.replace(' ', ".0 ") + ".0";
            let items: Vec<String> = right_items(task).iter().map(with_fraction).collect();
            let told = told_of_json(task, json!(items));
            assert_eq!(told, Some((Fit::Form, vec!["decimals".to_owned()])), "{step}");
        });
    }
}
