//! The kinds of the tesseract track, on tasks made by hand and, against the plain oracle, on generated tasks.

use std::collections::BTreeSet;

use gradus::step::{Answer, Evidence, Exercise, Marks, TaskInstance, UnreadableTask, Verdict};
use serde_json::{Value, json};

use super::exercise;
use gradus_oracle::{plane, tesseract as oracle};

/// The kinds with a task made by hand and its answer, by the number of their step.
fn samples() -> [(u8, &'static str, Value, &'static str); 6] {
    let in_order: Vec<u8> = (1..=80).collect();
    [
        (
            30,
            "plane",
            json!({
                "boards": [
                    { "tiles": "111212122", "centre": true },
                    { "tiles": "111212122", "centre": false },
                    { "tiles": "210211210", "centre": false },
                    { "tiles": "000000000", "centre": true },
                    { "tiles": "222222222", "centre": true },
                ],
                "spaces": [[3, 4], [5, 2], [9, 1], [2, 6], [4, 4]],
            }),
            "2,0,1,0,0,1,0,0,0,8,272,12,1,2016,520",
        ),
        (
            31,
            "tiles",
            json!({
                "tiles": [[1, 1, 1, 1], [1, 1, 1, 2], [2, 1, 1, 1], [2, 2, 2, 1], [2, 2, 2, 3], [3, 3, 3, 3]],
                "ids": [1, 13, 40, 41, 42, 80],
            }),
            "1,2,28,40,41,80,1 1 1 1,1 2 2 1,2 2 2 1,2 2 2 3,2 2 3 1,3 3 3 3",
        ),
        (
            32,
            "half-directions",
            json!({ "vectors": [
                [0, 0, 0, 1], [0, 0, 0, -1], [1, 0, 0, 0], [-1, 1, 0, 0], [1, -1, 0, 0],
                [0, 1, -1, 1], [-1, -1, -1, 1], [1, 1, 1, -1], [0, 0, 0, 0],
            ] }),
            "26,drop,26,8,drop,2,0,drop,drop",
        ),
        (
            34,
            "show-lines",
            // The second player's tiles 10, 20 and 30 are evenly spaced, but are no line.
            json!({ "players": 2, "history": [1, 10, 2, 11, 3, 12, 4, 20, 7, 30], "player": 1 }),
            "1-2-3 1-4-7",
        ),
        (
            35,
            "winner",
            json!({ "games": [
                { "players": 2, "threshold": 1, "history": [1, 10, 2, 11, 3] },
                { "players": 2, "threshold": 2, "history": [1, 10, 2, 11, 3, 12] },
                // The second player reaches the threshold too, and then passes the first one.
                { "players": 2, "threshold": 1, "history": [1, 10, 2, 11, 3, 12, 50, 13, 79, 16] },
                // Nobody has 200 lines; mirroring the board makes each player's tiles the other's.
                { "players": 2, "threshold": 200, "history": in_order },
                { "players": 4, "threshold": 1, "history": [] },
            ] }),
            "1,open,1,1 2,open",
        ),
        (
            37,
            "best-tile",
            json!({ "games": [
                { "players": 2, "history": [1, 10, 2, 11] },
                { "players": 2, "history": [1, 10, 2, 11, 3] },
                // Tile 1 completes a row and a column at once, tile 5 a diagonal only.
                { "players": 2, "history": [2, 80, 3, 79, 4, 77, 7, 74] },
                // The second player has one tile: nothing makes a line.
                { "players": 2, "history": [1, 80, 2] },
            ] }),
            "3:1,12:1,1:2,3:0",
        ),
    ]
}

/// The exercise of the kind with this number of a step.
fn exercise_of(step: u8) -> Box<dyn Exercise> {
    let (_, rule, ..) = samples().into_iter().find(|sample| sample.0 == step).unwrap();
    exercise(&format!("tesseract/{rule}"), "")
}

/// A task of a step, from its JSON.
fn parse(step: u8, task: &Value) -> Result<Box<dyn TaskInstance>, UnreadableTask> {
    exercise_of(step).parse_task(&task.to_string())
}

/// The task made by hand.
fn sample(step: u8) -> Box<dyn TaskInstance> {
    let (_, _, task, _) = samples().into_iter().find(|sample| sample.0 == step).unwrap();
    parse(step, &task).unwrap()
}

/// Generated tasks of a step, with their fields as JSON.
fn generated_tasks(step: u8, seeds: u8) -> Vec<(Value, Box<dyn TaskInstance>)> {
    let exercise = exercise_of(step);
    let instantiate = |seed| {
        let task = exercise.instantiate(&[seed; 32]).unwrap();
        (serde_json::from_str(task.fields().as_json()).unwrap(), task)
    };
    (0..seeds).map(instantiate).collect()
}

fn items(task: &dyn TaskInstance) -> Vec<String> {
    task.solution().answer.items().map(str::to_owned).collect()
}

fn accepts(task: &dyn TaskInstance, answer: &str) -> bool {
    matches!(task.judge(&Answer::new(answer), &Evidence::None), Verdict::Accepted)
}

fn assert_accepted(task: &dyn TaskInstance, answers: &[&str]) {
    for answer in answers {
        assert!(
            accepts(task, answer),
            "{answer}: {:?}",
            task.judge(&Answer::new(*answer), &Evidence::None)
        );
    }
}

/// The marks of an answer that is read, and wrong.
fn marks(task: &dyn TaskInstance, answer: &str) -> Marks {
    match task.judge(&Answer::new(answer), &Evidence::None) {
        Verdict::Wrong { marks, .. } => marks,
        other => panic!("{answer}: {other:?}"),
    }
}

/// Whether each of these answers cannot be read, with a reason that has these words.
fn assert_malformed(task: &dyn TaskInstance, answers: &[&str], reason: &str) {
    for answer in answers {
        match task.judge(&Answer::new(*answer), &Evidence::None) {
            Verdict::Malformed(malformed) => {
                let said = malformed.to_string();
                assert!(said.contains(reason), "{answer}: {said}");
            }
            other => panic!("{answer}: {other:?}"),
        }
    }
}

fn numbers(list: &Value) -> Vec<usize> {
    list.as_array().unwrap().iter().map(number).collect()
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// Numbers as an item writes them.
fn joined<T: ToString>(numbers: impl IntoIterator<Item = T>, between: &str) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    numbers.join(between)
}

#[case]
fn the_tasks_made_by_hand_have_the_answers_worked_out_by_hand() {
    for (step, rule, _, answer) in samples() {
        assert_eq!(sample(step).solution().answer.as_str(), answer, "{rule}");
    }
}

#[case]
fn a_step_asks_as_much_as_the_ladder_says() {
    for (step, count) in [(30, 20), (31, 16), (32, 12), (34, 1), (35, 10), (37, 6)] {
        assert!(
            generated_tasks(step, 3).iter().all(|(_, task)| items(&**task).len() == count),
            "{step}"
        );
    }
}

#[case]
fn lines_of_planes_and_spaces_are_the_plain_ones() {
    for (task, instance) in generated_tasks(30, 20) {
        let boards = task["boards"].as_array().unwrap().iter().flat_map(|board| {
            let (tiles, centre) = (board["tiles"].as_str().unwrap(), board["centre"] == true);
            ['1', '2'].map(|player| plane::complete_lines(tiles, player, centre))
        });
        let spaces = task["spaces"].as_array().unwrap().iter();
        let spaces = spaces.map(|space| plane::line_count(number(&space[0]), number(&space[1])));
        let plain: Vec<String> = boards.chain(spaces).map(|count| count.to_string()).collect();
        assert_eq!(items(&*instance), plain);
    }
}

#[case]
fn a_task_about_planes_has_both_sorts_of_boards_and_different_spaces() {
    for (task, _) in generated_tasks(30, 20) {
        let boards = task["boards"].as_array().unwrap();
        let without = boards.iter().filter(|board| board["centre"] == false);
        // There is a mark that does not count.
        let marked = without.filter(|board| &board["tiles"].as_str().unwrap()[4..5] != "0");
        assert_eq!(marked.count(), 2);
        let spaces: BTreeSet<String> =
            task["spaces"].as_array().unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(spaces.len(), 8);
    }
}

#[case]
fn every_number_of_tiles_row_by_row_is_written_as_it_is_read() {
    for tiles in ["000000000", "012012012", "222222222"] {
        let task = json!({ "boards": [{ "tiles": tiles, "centre": false }], "spaces": [[2, 1]] });
        let instance = parse(30, &task).unwrap();
        let fields: Value = serde_json::from_str(instance.fields().as_json()).unwrap();
        assert_eq!(fields, task);
    }
}

#[case]
fn ids_and_coordinates_are_the_plain_ones() {
    for (task, instance) in generated_tasks(31, 20) {
        let coordinates =
            |tile: &Value| -> Vec<i32> { serde_json::from_value(tile.clone()).unwrap() };
        let tiles = task["tiles"].as_array().unwrap().iter();
        let ids = tiles.map(|tile| oracle::id(&coordinates(tile)).unwrap().to_string());
        let tiles =
            numbers(&task["ids"]).into_iter().map(|id| joined(oracle::coordinates(id), " "));
        assert_eq!(items(&*instance), ids.chain(tiles).collect::<Vec<_>>());
    }
}

#[case]
fn a_tile_may_be_written_with_more_blanks_and_zeros() {
    let task = parse(31, &json!({ "tiles": [[1, 2, 3, 1]], "ids": [80] })).unwrap();
    assert_accepted(&*task, &["16,3 3 3 3", " 016 , 3  3\t3 03", "+16,3 3 3 3"]);
    assert_eq!(marks(&*task, "81,3 3 3 3").first_wrong, Some(1));
    assert_eq!(marks(&*task, "16,2 2 2 2").first_wrong, Some(2));
    assert_malformed(
        &*task,
        &["1 6,3 3 3 3", "a,3 3 3 3", "-1,3 3 3 3", ",3 3 3 3"],
        "the id of a tile",
    );
    assert_malformed(&*task, &["16,3 3 3", "16,3 3 3 3 3", "16,3-3-3-3", "16,"], "i, j, k and l");
}

#[case]
fn directions_are_kept_and_counted_as_the_plain_ones() {
    for (task, instance) in generated_tasks(32, 20) {
        let line_count = |vector: &Value| {
            let vector: Vec<i32> = serde_json::from_value(vector.clone()).unwrap();
            match oracle::weight(&vector) {
                1.. => oracle::lines_along(&vector).len().to_string(),
                _ => "drop".to_owned(),
            }
        };
        let plain: Vec<String> =
            task["vectors"].as_array().unwrap().iter().map(line_count).collect();
        assert_eq!(items(&*instance), plain);
    }
}

#[case]
fn to_drop_is_written_in_any_case() {
    let task = parse(32, &json!({ "vectors": [[0, 0, 0, -1], [1, 1, 0, 0]] })).unwrap();
    assert_accepted(&*task, &["drop,8", "Drop,08", "DROP,+8"]);
    assert_eq!(marks(&*task, "0,8").right, 1);
    assert_malformed(
        &*task,
        &["dropped,8", "drop,8.5", "drop,-8", "drop,", "-,8"],
        "`drop` or a whole number",
    );
}

#[case]
fn the_lines_of_a_player_are_the_plain_ones() {
    let lines = oracle::lines();
    for (task, instance) in generated_tasks(34, 30) {
        let (players, player) = (number(&task["players"]), number(&task["player"]));
        let own = oracle::lines_of(&lines, players, &numbers(&task["history"]), player);
        let plain = joined(own.into_iter().map(|line| joined(line, "-")), " ");
        assert_eq!(items(&*instance), [plain]);
    }
}

#[case]
fn lines_may_come_in_any_order_and_each_has_ascending_ids() {
    let task = sample(34);
    assert_accepted(&*task, &["1-4-7 1-2-3", "1-2-3  01-4-7", "1-2-3 1-4-7 1-2-3"]);
    for answer in ["-", "1-2-3", "1-2-3 1-4-7 10-11-12", "1-2-3 1-4-8"] {
        assert_eq!(marks(&*task, answer).right, 0, "{answer}");
    }
    let malformed = [
        "1-1-1",
        "7-4-1 1-2-3",
        "1-2",
        "1-2-3-4",
        "1_2_3",
        "1-2-300",
        "- 1-2-3",
        "1 - 2 - 3",
        "1--3",
        "lines",
    ];
    assert_malformed(&*task, &malformed, "as `1-2-3 4-5-6`, or `-`");
}

#[case]
fn a_player_without_a_line_has_the_empty_set() {
    // 40, 41 and 42 follow each other, but the centre lies between the first two.
    let task = json!({ "players": 3, "history": [40, 1, 2, 41, 3, 4, 42], "player": 1 });
    let task = parse(34, &task).unwrap();
    assert_accepted(&*task, &["-"]);
    assert_eq!(marks(&*task, "40-41-42").right, 0);
}

#[case]
fn a_blind_guess_has_to_hit_the_lines_of_every_slice() {
    for (_, task) in generated_tasks(34, 5) {
        let (questions, solution) = (task.questions(), items(&*task).remove(0));
        assert_eq!(questions.len(), 3);
        for (slice, question) in (1..=3).zip(&questions) {
            let lies_inside = |line: &&str| {
                let mut ids = line.split('-').map(|id| id.parse().unwrap());
                ids.all(|id| oracle::coordinates(id)[0] == slice)
            };
            let inside = joined(solution.split(' ').filter(lies_inside), " ");
            // The generator gives the player lines in every slice.
            assert_ne!(inside, "");
            assert_eq!(question.answers(), [inside]);
        }
    }
}

#[case]
fn winners_are_the_plain_ones() {
    let lines = oracle::lines();
    for (task, instance) in generated_tasks(35, 8) {
        let plain = task["games"].as_array().unwrap().iter().map(|game| {
            let (players, threshold) = (number(&game["players"]), number(&game["threshold"]));
            oracle::outcome(&lines, players, &numbers(&game["history"]), threshold)
        });
        assert_eq!(items(&*instance), plain.collect::<Vec<_>>());
    }
}

#[case]
fn winners_may_come_in_any_order() {
    let task = sample(35);
    assert_accepted(&*task, &["1,OPEN,01,2 1,Open", "+1,open,1,2  1,open"]);
    assert_eq!(marks(&*task, "2,1 2,2,1,5").right, 0);
    assert_malformed(
        &*task,
        &["1,open,1,1-2,open", "1,-,1,1 2,open", "1,,1,1 2,open", "x,open,1,1 2,open"],
        "`open`, or numbers",
    );
}

#[case]
fn every_best_tile_is_accepted_and_no_other() {
    let lines = oracle::lines();
    for (task, instance) in generated_tasks(37, 3) {
        let right = items(&*instance);
        for (index, game) in task["games"].as_array().unwrap().iter().enumerate() {
            let (players, history) = (number(&game["players"]), numbers(&game["history"]));
            let (best, added) = oracle::best_tiles(&lines, players, &history);
            for tile in 1..=80 {
                let mut answer = right.clone();
                answer[index] = format!("{tile}:{added}");
                assert_eq!(
                    accepts(&*instance, &answer.join(",")),
                    best.contains(&tile),
                    "{game} {tile}"
                );
            }
            let mut answer = right.clone();
            answer[index] = format!("{}:{}", best[0], added + 1);
            assert!(!accepts(&*instance, &answer.join(",")), "the number of lines is wrong");
            let hits = best.iter().map(|tile| format!("{tile}:{added}")).collect::<Vec<_>>();
            assert_eq!(instance.questions()[index].answers(), hits);
        }
    }
}

#[case]
fn a_best_tile_is_free_and_has_the_right_number() {
    let task = sample(37);
    // Where nothing makes a line, every free tile is as good.
    assert_accepted(&*task, &["3:1,12:1,1:2,3:0", "03:+1, 12 : 1 ,1:2,79:0"]);
    assert_eq!(marks(&*task, "3:2,12:1,1:2,3:0").first_wrong, Some(1));
    assert_eq!(marks(&*task, "1:1,12:1,5:1,80:0").right, 1, "taken, right, worse, taken");
    assert_malformed(
        &*task,
        &[
            "81:1,12:1,1:2,3:0",
            "0:1,12:1,1:2,3:0",
            "3,12:1,1:2,3:0",
            "3:,12:1,1:2,3:0",
            "3:1:1,12:1,1:2,3:0",
            "3:-1,12:1,1:2,3:0",
        ],
        "a tile from 1 to 80",
    );
}

#[case]
fn a_task_that_is_against_the_rules_is_refused() {
    let full: Vec<u8> = (1..=80).collect();
    let refused = [
        (
            30,
            json!({ "boards": [{ "tiles": "0123", "centre": true }], "spaces": [] }),
            "nine digits",
        ),
        (
            30,
            json!({ "boards": [{ "tiles": "000000003", "centre": true }], "spaces": [] }),
            "nine digits",
        ),
        (30, json!({ "boards": [{ "tiles": "000000000", "centre": 1 }], "spaces": [] }), "boolean"),
        (30, json!({ "boards": [], "spaces": [[1, 2]] }), "a side from 2 to 9"),
        (30, json!({ "boards": [], "spaces": [[2, 7]] }), "1 to 6 dimensions"),
        (31, json!({ "tiles": [[2, 2, 2, 2]], "ids": [1] }), "not all of them 2"),
        (31, json!({ "tiles": [[1, 1, 1, 4]], "ids": [1] }), "from 1 to 3"),
        (31, json!({ "tiles": [[1, 1, 1, 1]], "ids": [81] }), "a tile from 1 to 80"),
        (31, json!({ "tiles": [], "ids": [], "codes": [] }), "codes"),
        (32, json!({ "vectors": [[0, 0, 0, 2]] }), "expected -1, 0 or 1"),
        (32, json!({ "vectors": [[0, 0, 1]] }), "length 3"),
        (34, json!({ "players": 2, "history": [1], "player": 3 }), "no player 3"),
        (34, json!({ "players": 2, "history": [1], "player": 0 }), "no player 0"),
        (34, json!({ "players": 1, "history": [1], "player": 1 }), "1 players"),
        (34, json!({ "players": 2, "history": [1, 1], "player": 1 }), "tile 1 is taken"),
        (35, json!({ "games": [{ "players": 2, "threshold": 0, "history": [] }] }), "threshold"),
        (35, json!({ "games": [{ "players": 5, "threshold": 1, "history": [] }] }), "5 players"),
        (35, json!({ "games": [{ "players": 2, "threshold": 1, "history": [0] }] }), "no tile 0"),
        (37, json!({ "games": [{ "players": 2, "history": full }] }), "the board is full"),
        (37, json!({ "games": [{ "players": 2, "history": [7, 7] }] }), "tile 7 is taken"),
    ];
    for (step, task, reason) in refused {
        let error = parse(step, &task).err().unwrap();
        assert!(error.0.contains(reason), "{step}: {error}");
    }
}
