//! The kinds of the gomoku track: their references against the plain oracle, and what they read and accept.

use gradus::step::{Answer, Evidence, Exercise, Marks, TaskInstance, UnreadableTask, Verdict};
use serde_json::{Value, json};

use super::exercise;
use gradus_oracle::gomoku as oracle;

fn gomoku(rule: &str) -> Box<dyn Exercise> {
    exercise(&format!("gomoku/{rule}"), "")
}

/// The task of this JSON.
fn parse(kind: &str, task: &Value) -> Box<dyn TaskInstance> {
    try_parse(kind, task).unwrap()
}

fn try_parse(kind: &str, task: &Value) -> Result<Box<dyn TaskInstance>, UnreadableTask> {
    gomoku(kind).parse_task(&task.to_string())
}

/// Generated tasks of a kind, with their fields as JSON.
fn generated_tasks(kind: &str, seeds: u8) -> Vec<(Value, Box<dyn TaskInstance>)> {
    let exercise = gomoku(kind);
    let instantiate = |seed| {
        let task = exercise.instantiate(&[seed; 32]).unwrap();
        (serde_json::from_str(task.fields().as_json()).unwrap(), task)
    };
    (0..seeds).map(instantiate).collect()
}

fn items(answer: &Answer) -> Vec<&str> {
    answer.items().collect()
}

fn texts(list: &Value) -> Vec<String> {
    serde_json::from_value(list.clone()).unwrap()
}

fn accepts(task: &dyn TaskInstance, answer: &str) -> bool {
    matches!(task.judge(&Answer::new(answer), &Evidence::None), Verdict::Accepted)
}

fn marks(task: &dyn TaskInstance, answer: &str) -> Marks {
    match task.judge(&Answer::new(answer), &Evidence::None) {
        Verdict::Wrong { marks, .. } => marks,
        other => panic!("{answer}: {other:?}"),
    }
}

/// Why the answer cannot be read.
fn complaint(task: &dyn TaskInstance, answer: &str) -> String {
    match task.judge(&Answer::new(answer), &Evidence::None) {
        Verdict::Malformed(malformed) => malformed.to_string(),
        other => panic!("{answer}: {other:?}"),
    }
}

#[case]
fn coordinates_are_the_plain_ones_in_either_case() {
    for (task, instance) in generated_tasks("coordinates", 30) {
        let points = texts(&task["coord"]);
        let plain = points.iter().map(|point| {
            let (row, column) = oracle::coordinates(point);
            (row * 15 + column).to_string()
        });
        assert_eq!(items(&instance.solution().answer), plain.collect::<Vec<_>>());
        let letters = points.concat();
        assert!(letters.chars().any(char::is_lowercase) && letters.chars().any(char::is_uppercase));
    }
}

#[case]
fn a_coordinate_is_any_way_of_writing_its_number() {
    let task = parse("coordinates", &json!({ "coord": ["aA", "Oo", "bC", "Cb"] }));
    assert_eq!(task.solution().answer.as_str(), "0,224,17,31");
    assert!(accepts(&*task, "+0, 0224 ,17,031"));
    assert_eq!(marks(&*task, "0,224,31,17").first_wrong, Some(3));
    assert_eq!(marks(&*task, "0,-1,9000,31").right, 2);
    assert!(complaint(&*task, "0,224,bc,31").contains("a whole number"));
    assert!(complaint(&*task, "0,224,17.5,31").contains("a whole number"));
}

#[case]
fn stones_are_the_plain_ones() {
    for (task, instance) in generated_tasks("stones", 30) {
        let picture = oracle::replay(task["board"].as_str().unwrap()).pop().unwrap();
        let symbol = |point: &String| {
            let (row, column) = oracle::coordinates(point);
            let (row, column) = (usize::try_from(row).unwrap(), usize::try_from(column).unwrap());
            picture[row][column].to_string()
        };
        let plain: Vec<String> = texts(&task["coord"]).iter().map(symbol).collect();
        assert_eq!(items(&instance.solution().answer), plain);
    }
}

#[case]
fn a_stone_is_written_in_either_case() {
    let task = parse("stones", &json!({ "board": "aboo", "coord": ["ab", "oo", "ba"] }));
    assert_eq!(task.solution().answer.as_str(), "x,o,.");
    assert!(accepts(&*task, "X,O,."));
    assert_eq!(marks(&*task, "o,x,.").right, 1);
    for answer in ["x,o,", "x,o,0", "x,o,xo", "x,o,X.", "b,w,."] {
        assert!(complaint(&*task, answer).contains("`x`, `o` or `.`"));
    }
}

#[case]
fn reach_is_the_plain_one() {
    for (task, instance) in generated_tasks("reach", 30) {
        let plain = texts(&task["coord"]).into_iter().map(|point| {
            let (row, column) = oracle::coordinates(&point);
            oracle::points_in_reach(row, column).to_string()
        });
        assert_eq!(items(&instance.solution().answer), plain.collect::<Vec<_>>());
    }
}

#[case]
fn reach_is_13_in_a_corner_21_at_the_middle_of_a_side_and_33_in_the_middle() {
    let task = parse("reach", &json!({ "coord": ["aa", "ao", "ah", "hh", "ee", "dd"] }));
    assert_eq!(task.solution().answer.as_str(), "13,13,21,33,33,28");
}

#[case]
fn wins_are_the_plain_ones() {
    for (task, instance) in generated_tasks("five", 40) {
        let plain = texts(&task["games"]).into_iter().map(|game| match oracle::win(&game) {
            Some((number, symbol)) => format!("{symbol}{number}"),
            None => "-".to_owned(),
        });
        assert_eq!(items(&instance.solution().answer), plain.collect::<Vec<_>>());
    }
}

#[case]
fn five_and_more_win_in_every_direction_and_four_do_not() {
    // A row, a column and both diagonals along the border; six in a row; four; five with a gap.
    let games = [
        "oaaaocaboeacogadoiae",
        "aaaoacboaecoagdoaieo",
        "aahabbhbcchcddhdee",
        "aohabnhbcmhcdlhdek",
        "aahaabhbachcaehgafhiad",
        "aahaabhbachcad",
        "aahaabhbachcaehgaf",
        "",
    ];
    let task = parse("five", &json!({ "games": games }));
    assert_eq!(task.solution().answer.as_str(), "o10,o10,x9,x9,x11,-,-,-");
    assert!(accepts(&*task, "O10,o010,X9,x9,x+11,-,-,-"));
    assert_eq!(marks(&*task, "o10,o10,x9,x9,-,x7,-,-").right, 6);
    for answer in
        ["o10,o10,x9,x9,x11,-,-,x", "o10,o10,x9,x9,x11,-,-,17", "o10,o10,x9,x9,x11,-,-,x-1"]
    {
        assert!(complaint(&*task, answer).contains("as `x17`, or `-`"));
    }
    assert!(complaint(&*task, "o10,o10,x9,x9,x11,-,-,é1").contains("item 8"));
}

#[case]
fn a_game_that_goes_on_after_the_win_is_no_task() {
    let error = try_parse("five", &json!({ "games": ["aahaabhbachcadhdaeoo"] })).err().unwrap();
    assert!(error.0.contains("won already"), "{error}");
}

#[case]
fn every_best_point_is_accepted_and_no_other() {
    for (task, instance) in generated_tasks("best-move", 4) {
        let games = texts(&task["questions"]);
        let solution = instance.solution().answer;
        let right = items(&solution);
        for (index, game) in games.iter().enumerate() {
            let picture = oracle::replay(game).pop().unwrap();
            let side = if game.len() / 2 % 2 == 0 { 'x' } else { 'o' };
            let best = oracle::best_points(&picture, side);
            // All best points, and some of the others.
            for cell in
                (0..225).filter(|cell| cell % 11 == 0 || best.contains(&(cell / 15, cell % 15)))
            {
                let (row, column) = (cell / 15, cell % 15);
                let letter = |at: i32| char::from(b"abcdefghijklmno"[usize::try_from(at).unwrap()]);
                let point = format!("{}{}", letter(row), letter(column)).to_uppercase();
                let mut answer = right.clone();
                answer[index] = &point;
                let is_best = best.contains(&(row, column));
                assert_eq!(accepts(&*instance, &answer.join(",")), is_best, "{game} {point}");
            }
        }
    }
}

#[case]
fn the_best_move_may_win_block_or_be_one_of_several() {
    // White stops black's open four at either end; black, who was not stopped, wins at either; a lone stone has eight
    // equal neighbours.
    let games = ["hfaahgaohhoahi", "hfaahgaohhoahioo", "hhaa"];
    let task = parse("best-move", &json!({ "questions": games }));
    for (first, second) in [("he", "he"), ("hj", "hj"), ("he", "hj")] {
        for third in ["gg", "hi", "ii"] {
            assert!(
                accepts(&*task, &format!("{first},{second},{third}")),
                "{first} {second} {third}"
            );
        }
    }
    assert_eq!(marks(&*task, "hh,hj,gg").first_wrong, Some(1), "a stone lies there");
    assert_eq!(marks(&*task, "he,hk,gj").right, 1);
    for answer in ["he,hj,pp", "he,hj,h8", "he,hj,-", "he,hj,", "he,hj,hhh"] {
        assert!(complaint(&*task, answer).contains("two letters from `a` to `o`"));
    }
}

#[case]
fn a_game_that_is_over_has_no_best_move() {
    let error =
        try_parse("best-move", &json!({ "questions": ["aahaabhbachcadhdae"] })).err().unwrap();
    assert!(error.0.contains("the game is over"), "{error}");
}

#[case]
fn a_task_that_is_against_the_rules_is_refused() {
    let refused = [
        ("coordinates", json!({ "coord": ["ap"] }), "ap"),
        ("coordinates", json!({ "coord": ["aa"], "more": 1 }), "more"),
        ("stones", json!({ "board": "hhhh", "coord": ["aa"] }), "lies there already"),
        ("stones", json!({ "board": "hh", "coord": ["a"] }), "\"a\""),
        ("reach", json!({ "coord": [17] }), "17"),
        ("five", json!({ "games": ["hhh"] }), "odd number"),
        ("best-move", json!({ "questions": ["hhhh"] }), "lies there already"),
    ];
    for (kind, task, reason) in refused {
        let error = try_parse(kind, &task).err().unwrap();
        assert!(error.0.contains(reason), "{kind}: {error}");
    }
}
