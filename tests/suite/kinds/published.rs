//! The kinds on the published vectors.

use gradus::step::{Answer, Evidence, TaskInstance, Verdict};
use serde_json::{Value, json};

/// A task of the step with this number, from its JSON.
fn parse(step: &str, task: &Value) -> Box<dyn TaskInstance> {
    let step = crate::catalog().get(step.parse().unwrap()).unwrap();
    step.exercise().parse_task(&task.to_string()).unwrap()
}

/// The answer in a JSON value, as a POST would send it.
fn answer(value: &Value) -> Answer {
    serde_json::from_value(value.clone()).unwrap()
}

fn accepts(task: &dyn TaskInstance, value: &Value) -> bool {
    matches!(task.judge(&answer(value), &Evidence::None), Verdict::Accepted)
}

fn vectors(name: &str) -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/vectors.json");
    let mut all: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    all[name].take()
}

/// The published line patterns: tasks with their four patterns a point.
fn line_patterns() -> Vec<(Value, Vec<String>)> {
    let vectors = vectors("gomoku_line_patterns");
    let cases = vectors["cases"].as_array().unwrap();
    cases
        .iter()
        .map(|case| {
            let task = json!({ "board": case["board"], "coord": case["coord"] });
            (task, serde_json::from_value(case["ans"].clone()).unwrap())
        })
        .collect()
}

#[case]
fn the_published_line_patterns_are_accepted() {
    for (task, patterns) in line_patterns() {
        assert!(accepts(&*parse("07", &task), &json!(patterns)), "{task}");
    }
}

#[case]
fn the_four_patterns_of_a_point_may_come_in_any_order_and_direction() {
    for (task, patterns) in line_patterns() {
        let turned: Vec<Vec<String>> = patterns
            .chunks(4)
            .map(|point| point.iter().rev().map(|line| line.chars().rev().collect()).collect())
            .collect();
        assert!(accepts(&*parse("07", &task), &json!(turned)), "{task}");
    }
}

#[case]
fn a_pattern_does_not_serve_another_point() {
    let (task, mut patterns) = line_patterns().swap_remove(1);
    // The last line of the first point and the first line of the second one.
    patterns.swap(3, 4);
    assert!(!accepts(&*parse("07", &task), &json!(patterns)));
}

#[case]
fn one_pattern_does_not_serve_twice() {
    let (task, mut patterns) = line_patterns().swap_remove(0);
    patterns[1] = patterns[0].clone();
    let Verdict::Wrong { marks, .. } =
        parse("07", &task).judge(&answer(&json!(patterns)), &Evidence::None)
    else {
        panic!("not wrong");
    };
    assert_eq!((marks.right, marks.total, marks.first_wrong), (3, 4, Some(2)));
}

#[case]
fn the_published_replay_ends_as_published_and_may_be_written_in_rows() {
    let case = vectors("gomoku_replay")["cases"][0].take();
    let task = parse("06", &json!({ "questions": case["questions"] }));
    let boards: Vec<String> = task.solution().answer.items().map(str::to_owned).collect();
    assert_eq!(boards.last().unwrap(), case["last"].as_str().unwrap());

    let rows = |board: &String| {
        let rows: Vec<&str> = (0..15).map(|row| &board[row * 15..row * 15 + 15]).collect();
        rows.join("\r\n")
    };
    let in_rows: Vec<String> = boards.iter().map(rows).collect();
    assert!(accepts(&*task, &json!(in_rows)));
}

#[case]
fn the_published_draw_has_no_line_that_adds_up_to_34() {
    let draw = vectors("numerical")["draw"].take();
    let task = parse("12", &json!({ "boards": [draw] }));
    assert_eq!(task.solution().answer.count(), 10);
    assert!(task.solution().answer.items().all(|sum| sum != "34"));
}

#[case]
fn the_published_game_has_its_code_and_its_scores() {
    let game = vectors("tesseract_export");
    let (code, history) = (&game["code"], &game["history"]);
    let ids: Vec<String> = history.as_array().unwrap().iter().map(ToString::to_string).collect();

    let export = parse("36", &json!({ "codes": [code], "histories": [history] }));
    assert!(accepts(&*export, &json!([ids.join(" "), code])));

    let record = json!({ "players": game["players"], "history": history });
    let scores = parse("33", &json!({ "games": [record] }));
    assert_eq!(scores.solution().answer.as_str(), "3 3 1");
}

#[case]
fn a_task_that_is_against_the_rules_is_refused() {
    let refused = [
        ("07", json!({ "board": "hhhh", "coord": ["aa"] }), "lies there already"),
        ("07", json!({ "board": "hh", "coord": ["zz"] }), "zz"),
        ("12", json!({ "boards": [[2, 4, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]] }), "odd"),
        ("33", json!({ "games": [{ "players": 5, "history": [1] }] }), "5 players"),
        ("33", json!({ "games": [{ "players": 2, "history": [1, 81] }] }), "81"),
        ("36", json!({ "codes": ["!"], "histories": [[1]] }), "'!'"),
        ("36", json!({ "codes": [], "histories": [[7, 7]] }), "tile 7 is taken"),
    ];
    for (step, task, reason) in refused {
        let exercise = crate::catalog().get(step.parse().unwrap()).unwrap().exercise();
        let error = exercise.parse_task(&task.to_string()).map(|_| ()).unwrap_err();
        assert!(error.0.contains(reason), "{step}: {error}");
    }
}

#[case]
fn an_answer_written_otherwise_is_the_same_attempt() {
    let (task, patterns) = line_patterns().swap_remove(1);
    let task = parse("07", &task);
    let mut reordered = patterns.clone();
    reordered[..4].rotate_left(1);
    reordered[5] = format!("  {}", reordered[5].chars().rev().collect::<String>());
    let canonical = |patterns: &Vec<String>| task.canonical(&answer(&json!(patterns))).unwrap();
    assert_eq!(canonical(&patterns), canonical(&reordered));
}

#[case]
fn leading_zeros_of_a_code_do_not_count() {
    let task = parse("36", &json!({ "codes": ["176y"], "histories": [[40, 39, 43]] }));
    assert!(accepts(&*task, &json!(["40 39 43", "00176y"])));
    assert!(!accepts(&*task, &json!(["40 39 43", "176Y"])));
}
