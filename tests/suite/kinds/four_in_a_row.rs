//! The kinds of four-in-a-row in four dimensions, on tasks made by hand and on generated tasks.

use std::collections::BTreeSet;

use gradus::step::{Answer, Evidence, Exercise, Feedback, TaskInstance, UnreadableTask, Verdict};
use serde_json::{Value, json};

use super::exercise;
use gradus_oracle::lattice as oracle;

/// The kinds with a task made by hand and its answer, by the number of their step.
fn samples() -> [(u8, &'static str, Value, String); 7] {
    let far = [63, 100, 200, 219];
    let near_empty = (0..256).filter(|id| ![0, 21, 42].contains(id)).map(|id| id.to_string());
    [
        (
            21,
            "cell-ids",
            json!({
                "cells": [[1, 2, 3, 0], [0, 0, 0, 0], [3, 3, 3, 3], [0, 0, 0, 1]],
                "ids": [57, 0, 255, 64, 100],
            }),
            "57,0,255,64,1 2 3 0,0 0 0 0,3 3 3 3,0 0 0 1,0 1 2 1".to_owned(),
        ),
        (
            22,
            "scan",
            json!({ "scans": [
                { "direction": [1, 1, 1, 0], "start": [0, 0, 0, 0] },
                { "direction": [-1, 0, 0, 0], "start": [3, 2, 1, 0] },
                { "direction": [0, 0, 0, 1], "start": [1, 2, 0, 0] },
                { "direction": [1, -1, 1, -1], "start": [0, 3, 0, 3] },
            ] }),
            "0 21 42 63,27 26 25 24,9 73 137 201,204 153 102 51".to_owned(),
        ),
        (
            23,
            "lines-through",
            json!({ "ids": [0, 255, 85, 1, 5, 21] }),
            "15,1,15,1,15,1,8,0,6,0,8,0".to_owned(),
        ),
        (
            25,
            "threats",
            json!({ "side": "x", "boards": [
                // The row 0 to 3 lacks 2; white's row 12 to 15 is blocked.
                board(&[0, 1, 3, 15], &[8, 12, 13, 14]),
                // Cell 0 completes two lines of black's, and one of white's.
                board(&[1, 2, 3, 85, 170, 255], &[16, 32, 48, 4, 8, 5]),
                board(&[1, 2, 100], &[0, 200, 13]),
                board(&[0, 1, 2, 64, 128], &[3, 192, 20, 40, 100]),
                board(&[0, 1, 2, 4, 8, 21, 42], &[60, 61, 62, 100, 120, 190, 150]),
            ] }),
            "2,0,-,-,3 12 63".to_owned(),
        ),
        (
            26,
            "cpu-rule",
            json!({ "side": "o", "boards": [
                board(&[64, 65, 66, 200], &[0, 1, 2]),
                board(&[0, 1, 2], &[16, 33]),
                board(&[0, 3, 12], &[13, 15]),
                board(&[1, 2, 4, 8], &[63, 100, 101]),
                // Black has no open two: 63 blocks the diagonal.
                board(&[0, 21, 120, 200], &[3, 12, 63]),
                board(&[0, 42], &[21]),
            ] }),
            format!(
                "1: 3,2: 3,3: 1 2 4 6 8 9,3: 0,4: 6 9 23 29 43 46,5: {}",
                near_empty.collect::<Vec<_>>().join(" ")
            ),
        ),
        (
            27,
            "double-threat",
            json!({ "side": "x", "boards": [
                board(&[1, 2, 4, 8], &far),
                board(&[1, 2], &[100, 200]),
                // The row and the column have their two stones, but white has one on the column.
                board(&[1, 2, 4, 8], &[12, 63, 100, 200]),
                board(&[1, 2, 5, 6], &far),
            ] }),
            "0,-,-,-".to_owned(),
        ),
        (
            28,
            "forced-win",
            json!({ "side": "x", "boards": [
                board(&[1, 2, 4, 8], &far),
                board(&[1, 2, 5, 6], &far),
            ] }),
            "0,0 10".to_owned(),
        ),
    ]
}

/// A board with stones on these cells.
fn board(black: &[usize], white: &[usize]) -> String {
    let mut symbols = ['.'; 256];
    for (symbol, ids) in [('x', black), ('o', white)] {
        for &id in ids {
            assert_eq!(symbols[id], '.', "two stones on {id}");
            symbols[id] = symbol;
        }
    }
    symbols.iter().collect()
}

/// The exercise of the kind with this number of a step.
fn exercise_of(step: u8) -> Box<dyn Exercise> {
    let (_, rule, ..) = samples().into_iter().find(|sample| sample.0 == step).unwrap();
    exercise(&format!("four-in-a-row/{rule}"), "")
}

/// A task of a step, from its JSON.
fn sample(step: u8, task: &Value) -> Result<Box<dyn TaskInstance>, UnreadableTask> {
    exercise_of(step).parse_task(&task.to_string())
}

fn judge(task: &dyn TaskInstance, answer: &str) -> Verdict {
    task.judge(&Answer::new(answer), &Evidence::None)
}

/// Whether each of these answers is accepted.
fn assert_accepted(task: &dyn TaskInstance, answers: &[&str]) {
    for answer in answers {
        let verdict = judge(task, answer);
        assert!(matches!(verdict, Verdict::Accepted), "{answer}: {verdict:?}");
    }
}

/// Whether each of these answers is read, and wrong.
fn assert_wrong(task: &dyn TaskInstance, answers: &[&str]) {
    for answer in answers {
        let verdict = judge(task, answer);
        assert!(matches!(verdict, Verdict::Wrong { .. }), "{answer}: {verdict:?}");
    }
}

/// Whether each of these answers cannot be read, with a reason that has these words.
fn assert_malformed(task: &dyn TaskInstance, answers: &[&str], reason: &str) {
    for answer in answers {
        match judge(task, answer) {
            Verdict::Malformed(malformed) => {
                let said = malformed.to_string();
                assert!(said.contains(reason), "{answer}: {said}");
            }
            other => panic!("{answer}: {other:?}"),
        }
    }
}

/// Generated tasks of a step as JSON, with the reference's items.
fn generated_tasks(step: u8, seeds: u8) -> Vec<(Value, Vec<String>)> {
    let exercise = exercise_of(step);
    let instantiate = |seed| {
        let task = exercise.instantiate(&[seed; 32]).unwrap();
        let items = task.solution().answer.items().map(str::to_owned).collect();
        (serde_json::from_str(task.fields().as_json()).unwrap(), items)
    };
    (0..seeds).map(instantiate).collect()
}

/// The numbers of a JSON list.
fn numbers(list: &Value) -> Vec<i32> {
    list.as_array().unwrap().iter().map(|n| n.as_i64().unwrap().try_into().unwrap()).collect()
}

/// The boards of a task, and its side as the oracle writes it.
fn positions(task: &Value) -> (Vec<String>, i8) {
    let boards = task["boards"].as_array().unwrap().iter();
    let side = match task["side"].as_str().unwrap() {
        "x" => 1,
        "o" => -1,
        other => panic!("{other}"),
    };
    (boards.map(|board| board.as_str().unwrap().to_owned()).collect(), side)
}

/// A set as an item writes it.
fn set(ids: &BTreeSet<usize>) -> String {
    if ids.is_empty() {
        "-".to_owned()
    } else {
        ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
}

#[case]
fn the_tasks_made_by_hand_have_the_answers_worked_out_by_hand() {
    for (step, rule, task, answer) in samples() {
        let task = sample(step, &task).unwrap();
        assert_eq!(task.solution().answer.as_str(), answer, "{rule}");
    }
}

#[case]
fn a_step_asks_as_much_as_the_ladder_says() {
    let items = [(21, 16), (22, 8), (23, 32), (25, 6), (26, 6), (27, 6), (28, 3)];
    for (step, count) in items {
        assert!(generated_tasks(step, 3).iter().all(|(_, items)| items.len() == count), "{step}");
    }
}

#[case]
fn ids_are_those_of_the_formula() {
    for (task, items) in generated_tasks(21, 20) {
        let cells = task["cells"].as_array().unwrap().iter().map(numbers);
        let ids =
            cells.map(|cell| (cell[3] * 64 + cell[2] * 16 + cell[1] * 4 + cell[0]).to_string());
        let coordinates = numbers(&task["ids"])
            .into_iter()
            .map(|id| format!("{} {} {} {}", id % 4, id / 4 % 4, id / 16 % 4, id / 64));
        assert_eq!(items, ids.chain(coordinates).collect::<Vec<_>>());
    }
}

#[case]
fn scans_step_along_their_direction_to_the_other_border() {
    let mut axes = BTreeSet::new();
    for (task, items) in generated_tasks(22, 20) {
        for (scan, item) in task["scans"].as_array().unwrap().iter().zip(items) {
            let (direction, start) = (numbers(&scan["direction"]), numbers(&scan["start"]));
            let at = |step: i32| {
                (0..4)
                    .map(move |axis| (axis, step))
                    .map(|(axis, step)| start[axis] + step * direction[axis])
                    .collect::<Vec<i32>>()
            };
            let on_board =
                |cell: &Vec<i32>| cell.iter().all(|coordinate| (0..4).contains(coordinate));
            assert!(!on_board(&at(-1)) && !on_board(&at(4)));
            let ids = (0..4).map(|step| {
                at(step).iter().rev().fold(0, |id, coordinate| id * 4 + coordinate).to_string()
            });
            assert_eq!(item, ids.collect::<Vec<_>>().join(" "));
            axes.insert(direction.iter().filter(|&&along| along != 0).count());
        }
    }
    assert_eq!(axes, BTreeSet::from([1, 2, 3, 4]));
}

#[case]
fn lines_through_a_cell_are_those_of_all_lines_that_contain_it() {
    let lines = oracle::lines(4, 4);
    let mut answers = BTreeSet::new();
    for (task, items) in generated_tasks(23, 20) {
        let ids = numbers(&task["ids"]);
        assert_eq!(BTreeSet::from_iter(&ids).len(), ids.len());
        for (id, item) in ids.into_iter().zip(items.chunks(2)) {
            let through = lines.iter().filter(|line| line.contains(&usize::try_from(id).unwrap()));
            let changes_all = |line: &&Vec<usize>| {
                [1, 4, 16, 64].iter().all(|stride| line[0] / stride % 4 != line[3] / stride % 4)
            };
            let long = through.clone().filter(changes_all).count();
            assert_eq!(item, [through.count().to_string(), long.to_string()]);
            answers.insert(item.to_vec());
        }
    }
    assert_eq!(answers.len(), 3);
}

#[case]
fn threats_are_the_plain_ones_of_positions_of_undecided_games() {
    for (task, items) in generated_tasks(25, 20) {
        let (boards, side) = positions(&task);
        for (board, item) in boards.iter().zip(items) {
            assert_turn(board, side);
            let board = oracle::Board::parse(board);
            assert_eq!(board.complete_lines(), (0, 0));
            assert_eq!(item, set(&board.completing(side)));
        }
    }
}

#[case]
fn the_computers_rule_is_the_plain_one() {
    for (task, items) in generated_tasks(26, 20) {
        let (boards, side) = positions(&task);
        for (board, item) in boards.iter().zip(items) {
            assert_turn(board, side);
            let board = oracle::Board::parse(board);
            assert_eq!(board.complete_lines(), (0, 0));
            let (rule, cells) = board.computers_choice(side);
            assert_eq!(item, format!("{rule}: {}", set(&cells)));
        }
    }
}

#[case]
fn every_cell_that_makes_a_double_threat_is_right_and_no_other() {
    for (task, items) in generated_tasks(27, 10) {
        let (boards, side) = positions(&task);
        let instance = sample(27, &task).unwrap();
        for (place, board) in boards.iter().enumerate() {
            assert_turn(board, side);
            assert_quiet(board);
            let right = oracle::Board::parse(board).double_threats(side);
            let with = |item: String| {
                let mut answer = items.clone();
                answer[place] = item;
                answer.join(",")
            };
            let (accepted, wrong): (Vec<_>, Vec<_>) = (0..256).partition(|id| right.contains(id));
            for id in accepted {
                assert_accepted(&*instance, &[&with(id.to_string())]);
            }
            for id in wrong.into_iter().step_by(7) {
                assert_wrong(&*instance, &[&with(id.to_string())]);
            }
            let none = with("-".to_owned());
            if right.is_empty() {
                assert_accepted(&*instance, &[&none]);
            } else {
                assert_wrong(&*instance, &[&none]);
            }
        }
    }
}

#[case]
fn the_reference_is_a_shortest_forced_win() {
    let mut lengths = BTreeSet::new();
    for (task, items) in generated_tasks(28, 20) {
        let (boards, side) = positions(&task);
        for (board, item) in boards.iter().zip(items) {
            assert_turn(board, side);
            assert_quiet(board);
            let board = oracle::Board::parse(board);
            let moves: Vec<usize> = item.split(' ').map(|id| id.parse().unwrap()).collect();
            assert!(moves.len() <= 5 && board.is_forced_win(side, &moves));
            let shorter = (1..moves.len().min(3))
                .find_map(|moves| board.forced_win(side, moves.try_into().unwrap()));
            assert_eq!(shorter, None);
            lengths.insert(moves.len());
        }
    }
    assert!(lengths.is_superset(&BTreeSet::from([2, 3, 4])), "{lengths:?}");
}

#[case]
fn numbers_may_be_written_with_zeros_a_sign_and_blanks() {
    let [(step, _, ids, _), (_, _, scan, _), ..] = samples();
    let ids = sample(step, &ids).unwrap();
    assert_accepted(&*ids, &["+57, 00,255,064,1  2 3 0,0 0 0 0,3 3 3 +3,0 0 0 1,00 1 2 1"]);
    let scan = sample(22, &scan).unwrap();
    assert_accepted(&*scan, &["0 021  42 +63,27 26 25 24,9 73 137 201,204 153 102 51"]);
}

#[case]
fn an_id_that_does_not_exist_is_malformed() {
    let tasks =
        samples().map(|(step, _, task, answer)| (step, sample(step, &task).unwrap(), answer));
    for (step, task, answer) in &tasks {
        let rest = answer.split_once(',').unwrap().1;
        let first = |item: &str| format!("{item},{rest}");
        if *step == 23 {
            assert_wrong(&**task, &[&first("256"), &first("-1")]);
            continue;
        }
        for item in ["256", "0 256", "1: 256", "x", "-1", "1.0", "0;1", "- -", "1 -", "１"] {
            assert_malformed(&**task, &[&first(item)], "0 to 255");
        }
    }
}

#[case]
fn a_cell_has_four_coordinates_from_0_to_3() {
    let task = sample(21, &json!({ "cells": [], "ids": [57] })).unwrap();
    assert_wrong(&*task, &["0 3 2 1", "0 0 0 0"]);
    for item in ["4 0 0 0", "1 2 3", "1 2 3 0 0", "1 2 3 -1", "57", "1:2:3:0"] {
        assert_malformed(&*task, &[item], "each from 0 to 3");
    }
}

#[case]
fn the_order_of_a_scan_counts() {
    let task = json!({ "scans": [{ "direction": [-1, 0, 0, 0], "start": [3, 2, 1, 0] }] });
    let task = sample(22, &task).unwrap();
    assert_accepted(&*task, &["27 26 25 24"]);
    assert_wrong(&*task, &["24 25 26 27", "27 26 24 25", "27 27 27 27"]);
    assert_malformed(&*task, &["27 26 25", "27 26 25 24 23", "-"], "four ids");
}

#[case]
fn the_order_of_a_set_does_not_count() {
    let three = json!({ "side": "x", "boards": [board(&[0, 1, 2, 4, 8, 21, 42], &[60, 61, 62, 100, 120, 190, 150])] });
    let task = sample(25, &three).unwrap();
    assert_accepted(&*task, &["3 12 63", "63  3 12", "12 12 63 3"]);
    assert_wrong(&*task, &["3 12", "3 12 63 64", "-"]);
    let canonical = |answer| task.canonical(&Answer::new(answer)).unwrap();
    assert_eq!(canonical("63 3 012").as_str(), "3 12 63");

    let twos = json!({ "side": "o", "boards": [board(&[0, 3, 12], &[13, 15])] });
    let task = sample(26, &twos).unwrap();
    assert_accepted(&*task, &["3: 1 2 4 6 8 9", "3:9 8 6 4 2 1", " 03 :  1 2 4 6 9 8"]);
    assert_wrong(&*task, &["4: 1 2 4 6 8 9", "3: 1 2 4 6 8", "5: 1"]);
    for item in ["3", "3:", "3: -", "0: 1", "6: 1", "3; 1", "1 2 4 6 8 9", "3: 1: 2"] {
        assert_malformed(&*task, &[item], "a rule from 1 to 5");
    }
}

#[case]
fn any_winning_sequence_is_right() {
    let boards = [board(&[1, 2, 5, 6], &[63, 100, 200, 219])];
    let task = sample(28, &json!({ "side": "x", "boards": boards })).unwrap();
    assert_accepted(&*task, &["0 10", "10 0", "3 9", "9 3", "4 0 10", "+0  010"]);
    // Neither a win, nor empty, nor the side's own moves only, nor at its end, nor empty after the answer.
    assert_wrong(&*task, &["0", "1 10", "0 3 10", "0 10 99", "0 3", "4 10", "9 9"]);
    assert_malformed(&*task, &["-", &["7"; 33].join(" ")], "at most five");
    assert_wrong(&*task, &[&["7"; 32].join(" ")]);
}

#[case]
fn a_winning_sequence_has_at_most_five_moves() {
    // Black has four twos along w, whose threes change nothing, beside what he wins with.
    let idle = [112, 176, 114, 178, 117, 181, 119, 183];
    let black = [&[1, 2, 5, 6], &idle[..]].concat();
    let white = [20, 34, 38, 69, 123, 128, 134, 153, 206, 207, 217, 228];
    let task = json!({ "side": "x", "boards": [board(&black, &white)] });
    let task = sample(28, &task).unwrap();
    assert_accepted(&*task, &["0 10", "48 0 10", "48 50 53 0 10"]);
    assert_wrong(&*task, &["48 50 53 55 0 10"]);
}

#[case]
fn a_task_that_is_against_the_rules_is_refused() {
    let positions = |side: &str, black: &[usize], white: &[usize]| json!({ "side": side, "boards": [board(&[], &[]), board(black, white)] });
    let with = |mut task: Value, field: &str, value: Value| {
        task[field] = value;
        task
    };
    let lone = |task: Value| with(task.clone(), "boards", json!([task["boards"][1]]));
    let refused = [
        (21, json!({ "cells": [[0, 0, 0, 4]], "ids": [] }), "[0, 0, 0, 4]"),
        (21, json!({ "cells": [], "ids": [256] }), "256"),
        (
            22,
            json!({ "scans": [{ "direction": [0, 0, 0, 0], "start": [0, 0, 0, 0] }] }),
            "not a direction",
        ),
        (
            22,
            json!({ "scans": [{ "direction": [1, 0, 0, 0], "start": [1, 0, 0, 0] }] }),
            "no line begins",
        ),
        (
            22,
            json!({ "scans": [{ "direction": [1, 0, 0, 0], "start": [0, 9, 0, 0] }] }),
            "[0, 9, 0, 0]",
        ),
        (23, json!({ "ids": [-1] }), "-1"),
        (25, positions("x", &[1], &[]), "board 2: `side` is not to move"),
        (25, positions("o", &[1], &[]), "board 1: `side` is not to move"),
        (25, positions("x", &[0, 1, 2, 3], &[4, 5, 6, 8]), "board 2: a line is complete"),
        (25, with(positions("x", &[], &[]), "side", json!("X")), "X"),
        (25, with(positions("x", &[], &[]), "sides", json!("x")), "sides"),
        (26, lone(positions("o", &[0, 1, 2], &[])), "not to move"),
        (27, positions("x", &[0, 1, 2], &[64, 68, 80]), "board 2: a line has three stones"),
        (27, positions("x", &[64, 68, 80], &[0, 1, 2]), "board 2: a line has three stones"),
        (28, lone(positions("x", &[0, 1, 2], &[64, 68, 80])), "board 1: a line has three stones"),
        (28, lone(positions("x", &[1, 2], &[100, 200])), "board 1: `side` has no forced win"),
    ];
    for (step, task, reason) in refused {
        let error = sample(step, &task).map(|_| ()).unwrap_err();
        assert!(error.0.contains(reason), "{step}: {error}");
    }
}

#[case]
fn a_full_board_is_no_position() {
    let full = "xo".repeat(128);
    let error = sample(25, &json!({ "side": "x", "boards": [full] })).map(|_| ()).unwrap_err();
    assert!(error.0.contains("board 1: no cell is empty"), "{error}");
}

#[case]
fn feedback_tells_less_where_items_are_easy_to_guess() {
    let levels = [(21, Feedback::Located), (23, Feedback::Silent), (27, Feedback::Counted)];
    for (step, level) in levels {
        let (_, _, task, answer) = samples().into_iter().find(|sample| sample.0 == step).unwrap();
        let task = sample(step, &task).unwrap();
        let (_, rest) = answer.split_once(',').unwrap();
        match judge(&*task, &format!("99,{rest}")) {
            Verdict::Wrong { feedback, .. } => assert_eq!(feedback, level),
            other => panic!("{other:?}"),
        }
    }
}

/// Asserts that `side` is to move.
fn assert_turn(board: &str, side: i8) {
    let [black, white] = ['x', 'o'].map(|stone| board.chars().filter(|&at| at == stone).count());
    assert_eq!(black, white + usize::from(side == -1));
}

/// Asserts that neither side has a line, or a three with an empty fourth cell.
fn assert_quiet(board: &str) {
    let board = oracle::Board::parse(board);
    assert_eq!(board.complete_lines(), (0, 0));
    assert!([1, -1].iter().all(|&side| board.completing(side).is_empty()));
}
