//! The kinds on the board of numerical tic-tac-toe, held against the plain rules.

use gradus::step::{Answer, Evidence, Marks, TaskInstance, UnreadableTask, Verdict};
use serde_json::{Value, json};

use super::exercise;
use gradus_oracle::numerical as oracle;

/// The kinds whose tasks are made here.
const KINDS: [&str; 6] = [
    "numerical/free-numbers",
    "numerical/completions",
    "numerical/outcome",
    "numerical/win-in-one",
    "numerical/minimax",
    "numerical/endgame",
];

/// The tasks of the first seeds.
fn tasks(kind: &str, params: &str, seeds: u8) -> Vec<Box<dyn TaskInstance>> {
    let exercise = exercise(kind, params);
    (0..seeds).map(|seed| exercise.instantiate(&[seed; 32]).unwrap()).collect()
}

/// A task made by hand, or why there is no such task.
fn try_parse(kind: &str, task: &Value) -> Result<Box<dyn TaskInstance>, UnreadableTask> {
    exercise(kind, "").parse_task(&task.to_string())
}

fn parse(kind: &str, task: &Value) -> Box<dyn TaskInstance> {
    try_parse(kind, task).unwrap()
}

/// A field of the task, read as the learner reads it.
fn field<T: serde::de::DeserializeOwned>(task: &dyn TaskInstance, name: &str) -> T {
    serde_json::from_str(task.fields().by_name()[name].get()).unwrap()
}

fn boards(task: &dyn TaskInstance) -> Vec<[u8; 16]> {
    field(task, "boards")
}

fn solution(task: &dyn TaskInstance) -> Vec<String> {
    task.solution().answer.items().map(str::to_owned).collect()
}

fn judge(task: &dyn TaskInstance, items: &[impl AsRef<str>]) -> Verdict {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    task.judge(&Answer::new(items.join(",")), &Evidence::None)
}

fn accepts(task: &dyn TaskInstance, items: &[impl AsRef<str>]) -> bool {
    matches!(judge(task, items), Verdict::Accepted)
}

/// The reference's answer with another item at one position.
fn with_item(task: &dyn TaskInstance, position: usize, item: &str) -> Vec<String> {
    let mut items = solution(task);
    items[position] = item.to_owned();
    items
}

/// How an answer is wrong; it must be readable and not be accepted.
fn marks(task: &dyn TaskInstance, items: &[impl AsRef<str>]) -> Marks {
    match judge(task, items) {
        Verdict::Wrong { marks, .. } => marks,
        other => panic!("{other:?}"),
    }
}

fn is_malformed(task: &dyn TaskInstance, items: &[impl AsRef<str>]) -> bool {
    matches!(judge(task, items), Verdict::Malformed(_))
}

fn text((cell, number): (u8, u8)) -> String {
    format!("{cell}:{number}")
}

/// A board with these numbers on these cells.
fn board(placed: &[(usize, u8)]) -> [u8; 16] {
    let mut cells = [0; 16];
    for &(cell, number) in placed {
        cells[cell] = number;
    }
    cells
}

const EMPTY: [u8; 16] = [0; 16];

/// A full board without a line that adds up to 34, from the published program.
const DRAW: [u8; 16] = [10, 16, 12, 6, 3, 13, 11, 14, 1, 9, 15, 2, 5, 4, 7, 8];

/// The odd player wins this endgame with 7 on cell 10 alone.
const ENDGAME: [u8; 16] = [12, 16, 2, 1, 3, 0, 0, 9, 8, 5, 0, 0, 15, 13, 14, 4];

#[case]
fn the_tasks_have_as_many_questions_as_the_ladder_says() {
    for (kind, questions) in KINDS.into_iter().zip([8, 10, 12, 8, 4, 6]) {
        assert_eq!(tasks(kind, "", 1)[0].solution().answer.count(), questions, "{kind}");
    }
}

#[case]
fn every_board_can_be_reached_by_play() {
    for kind in KINDS.into_iter().filter(|kind| !kind.ends_with("completions")) {
        for task in tasks(kind, "", 20) {
            for board in boards(&*task) {
                let count = |rest| board.iter().filter(|&n| *n != 0 && n % 2 == rest).count();
                assert!(count(1) == count(0) || count(1) == count(0) + 1, "{board:?}");
                assert!(oracle::is_reachable(&board), "{board:?}");
            }
        }
    }
}

#[case]
fn the_free_numbers_are_the_plain_ones() {
    for task in tasks("numerical/free-numbers", "", 40) {
        let plain = boards(&*task).into_iter().map(|board| {
            let numbers = oracle::free_numbers(&board);
            numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
        });
        assert_eq!(solution(&*task), plain.collect::<Vec<_>>());
    }
}

#[case]
fn a_set_of_numbers_may_be_written_in_any_order() {
    let moved = board(&[(0, 1), (5, 2), (6, 3), (7, 4), (8, 5), (9, 6), (10, 7), (11, 8), (12, 9)]);
    let task = parse("numerical/free-numbers", &json!({ "boards": [moved, DRAW] }));
    assert_eq!(solution(&*task), ["10 12 14 16", "-"]);
    for written in ["16 14 12 10", "10  12\t14 16", "+10 012 14 16", "10 10 12 14 16"] {
        assert!(accepts(&*task, &[written, "-"]), "{written}");
        let canonical = task.canonical(&Answer::new(format!("{written}, - "))).unwrap();
        assert_eq!(canonical.as_str(), "10 12 14 16,-");
    }
    assert_eq!(marks(&*task, &["-", "-"]).first_wrong, Some(1));
    for item in ["", "0", "17", "10 12 14 16 18", "10;12", "- 10", "1.5", "-1", "ten"] {
        assert!(is_malformed(&*task, &[item, "-"]), "{item}");
    }
}

#[case]
fn the_completions_are_the_plain_ones() {
    for task in tasks("numerical/completions", "", 40) {
        let lines: Vec<Vec<u8>> = field(&*task, "lines");
        assert!(lines.iter().all(|line| (1..=3).contains(&line.len())), "{lines:?}");
        let plain = lines.iter().map(|line| oracle::completions(line).to_string());
        assert_eq!(solution(&*task), plain.collect::<Vec<_>>());
    }
}

#[case]
fn completions_worked_out_by_hand() {
    // 16 + 15 leave 3 = 1 + 2. 1 + 2 + 3 leave 28, which is no number. 16 + 2 + 8 leave 8, which is used.
    let task = parse(
        "numerical/completions",
        &json!({ "lines": [[16, 15], [1, 2, 3], [16, 8, 2], [34 - 21, 1, 4]] }),
    );
    assert_eq!(solution(&*task), ["1", "0", "0", "1"]);
    assert!(accepts(&*task, &["+1", "00", "0", "01"]));
    assert_eq!(marks(&*task, &["1", "0", "0", "-1"]).first_wrong, Some(4));
}

#[case]
fn the_outcomes_are_the_plain_ones() {
    for task in tasks("numerical/outcome", "", 40) {
        let plain: Vec<_> = boards(&*task).iter().map(oracle::outcome).collect();
        assert_eq!(solution(&*task), plain);
    }
}

#[case]
fn outcomes_worked_out_by_hand() {
    let even_row = board(&[(0, 2), (1, 4), (2, 12), (3, 16), (4, 1), (5, 3), (6, 5), (8, 7)]);
    // Three numbers with sum 34 are no line.
    let short_row = board(&[(0, 15), (1, 16), (2, 3), (8, 2)]);
    // 13 completes the first row and the last column at once.
    let both = board(&[
        (0, 1),
        (1, 4),
        (2, 16),
        (3, 13),
        (7, 3),
        (11, 6),
        (15, 12),
        (4, 5),
        (5, 8),
        (9, 7),
        (8, 9),
    ]);
    let odd_diagonal = board(&[(3, 2), (6, 1), (9, 16), (12, 15), (0, 3)]);
    let task = parse(
        "numerical/outcome",
        &json!({ "boards": [even_row, short_row, both, odd_diagonal, DRAW, EMPTY] }),
    );
    assert_eq!(solution(&*task), ["even", "open", "odd", "odd", "draw", "open"]);
    let visible = |items: &[&str]| match judge(&*task, items) {
        Verdict::Wrong { marks, feedback } => feedback.shown(marks, 0),
        other => panic!("{other:?}"),
    };
    assert_eq!(visible(&["odd", "open", "odd", "odd", "draw", "open"]), None);
    for item in ["", "-", "odds", "x", "1", "draw open"] {
        assert!(is_malformed(&*task, &[item, "open", "odd", "odd", "draw", "open"]), "{item}");
    }
}

#[case]
fn every_winning_move_is_accepted_and_no_other() {
    for task in tasks("numerical/win-in-one", "", 12) {
        for (position, board) in boards(&*task).into_iter().enumerate() {
            let wins: Vec<_> = oracle::winning_moves(&board).into_iter().map(text).collect();
            let right = |item: &str| accepts(&*task, &with_item(&*task, position, item));
            assert_eq!(right("-"), wins.is_empty());
            for cell in 0..16 {
                for number in 1..=16 {
                    let item = text((cell, number));
                    assert_eq!(right(&item), wins.contains(&item), "{board:?} {item}");
                }
            }
        }
    }
}

#[case]
fn wins_worked_out_by_hand() {
    // Only 13 is missing in the first row. The first column lacks 12, and the odd player is to move.
    let odd = board(&[(0, 16), (1, 3), (2, 2), (4, 5), (5, 10), (12, 1)]);
    // Here 13 has been placed, and no move wins.
    let used = board(&[(0, 16), (1, 3), (2, 2), (4, 5), (5, 10), (15, 13)]);
    // 14 completes the first row, 12 the first column, both for the even player.
    let two = board(&[(0, 3), (1, 10), (2, 7), (4, 8), (8, 11)]);
    let won = board(&[(0, 2), (1, 4), (2, 12), (3, 16), (4, 1), (5, 3), (6, 5), (8, 7)]);
    let task = parse("numerical/win-in-one", &json!({ "boards": [odd, used, two, won] }));
    assert_eq!(solution(&*task), ["3:13", "-", "3:14", "-"]);
    assert!(accepts(&*task, &["+3 : 013", "-", "12:12", "-"]));
    let count = marks(&*task, &["8:12", "3:13", "3:12", "7:9"]);
    assert_eq!((count.right, count.first_wrong), (0, Some(1)));
    assert_eq!(marks(&*task, &["3:13", "0:1", "12:12", "-"]).first_wrong, Some(2));
    for item in ["", "3", "3:", ":13", "16:13", "3:0", "3:17", "3:13:1", "3-13", "-:-", "a:b"] {
        assert!(is_malformed(&*task, &[item, "-", "3:14", "-"]), "{item}");
    }
}

#[case]
fn the_minimax_values_are_the_plain_ones() {
    for task in tasks("numerical/minimax", "depth = [1, 2]", 12) {
        let depth = field(&*task, "depth");
        let plain = boards(&*task).into_iter().map(|board| oracle::minimax(&board, depth));
        assert_eq!(solution(&*task), plain.map(|value| value.to_string()).collect::<Vec<_>>());
    }
}

#[case]
fn every_depth_of_the_span_is_asked_for() {
    let depths = |params| {
        let tasks = tasks("numerical/minimax", params, 30);
        let depths: std::collections::BTreeSet<u8> =
            tasks.iter().map(|task| field(&**task, "depth")).collect();
        depths.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(depths(""), [1, 2, 3]);
    assert_eq!(depths("depth = [2, 2]"), [2]);
}

#[case]
fn minimax_values_worked_out_in_another_way() {
    let won = board(&[(0, 2), (1, 4), (2, 12), (3, 16), (4, 1), (5, 3), (6, 5), (8, 7)]);
    for depth in 1..=3 {
        let task = json!({ "boards": [won, DRAW, ENDGAME], "depth": depth });
        let plain = [won, DRAW, ENDGAME].map(|board| oracle::minimax(&board, depth).to_string());
        let task = parse("numerical/minimax", &task);
        assert_eq!(solution(&*task), plain);
        assert_eq!(oracle::evaluation(&won).to_string(), plain[0]);
        assert_eq!(plain[1], "0");
    }
    // The best first move puts an odd number where three lines cross.
    let task = parse("numerical/minimax", &json!({ "boards": [EMPTY], "depth": 1 }));
    assert_eq!(solution(&*task), ["12"]);
}

#[case]
fn the_results_of_endgames_are_the_plain_ones_and_every_move_that_keeps_them_is_right() {
    for task in tasks("numerical/endgame", "boards = 5", 12) {
        for (position, board) in boards(&*task).into_iter().enumerate() {
            let empty = board.into_iter().filter(|&number| number == 0).count();
            assert!((4..=7).contains(&empty), "{board:?}");
            if empty > 5 {
                // The plain search takes too long.
                continue;
            }
            let result = oracle::result(&board);
            let keeping = oracle::keeping_moves(&board);
            assert_eq!(solution(&*task)[position], format!("{result} {}", text(keeping[0])));
            for cell in 0..16 {
                for number in 1..=16 {
                    let item = format!("{result} {}", text((cell, number)));
                    let is_right = accepts(&*task, &with_item(&*task, position, &item));
                    assert_eq!(is_right, keeping.contains(&(cell, number)), "{board:?} {item}");
                }
            }
            for other in ["odd", "even", "draw"].into_iter().filter(|&other| other != result) {
                let item = format!("{other} {}", text(keeping[0]));
                assert!(!accepts(&*task, &with_item(&*task, position, &item)));
            }
        }
    }
}

#[case]
fn an_endgame_worked_out_by_hand() {
    let task = parse("numerical/endgame", &json!({ "boards": [ENDGAME, ENDGAME] }));
    assert_eq!(solution(&*task), ["odd 10:7"; 2]);
    assert!(accepts(&*task, &["odd  +10:07", "odd\t10 : 7"]));
    // A move that lets the win go, a taken cell, a used number, a number of the even player, another result.
    for wrong in ["odd 10:11", "odd 0:7", "odd 10:9", "odd 10:6", "draw 10:7", "even 10:7"] {
        let found = marks(&*task, &[wrong, "odd 10:7"]);
        assert_eq!((found.right, found.first_wrong), (1, Some(1)), "{wrong}");
    }
    for item in [
        "",
        "odd",
        "10:7",
        "odd10:7",
        "open 10:7",
        "odd 16:7",
        "odd 10:17",
        "odd 10:0",
        "odd 10:7 x",
    ] {
        assert!(is_malformed(&*task, &[item, "odd 10:7"]), "{item}");
    }
}

#[case]
fn a_task_that_is_against_the_rules_is_refused() {
    let won = board(&[(0, 2), (1, 4), (2, 12), (3, 16), (4, 1), (5, 3), (6, 5), (8, 7)]);
    let two_rows = board(&[(0, 1), (1, 2), (2, 15), (3, 16), (4, 3), (5, 4), (6, 13), (7, 14)]);
    let refused = [
        ("free-numbers", json!({ "boards": [board(&[(0, 2)])] }), "odd moves first"),
        ("free-numbers", json!({ "boards": [vec![0; 15]] }), "16"),
        ("free-numbers", json!({ "boards": [], "lines": [] }), "unknown field"),
        ("completions", json!({ "lines": [[]] }), "0 numbers on a line"),
        ("completions", json!({ "lines": [[1, 2, 3, 4]] }), "4 numbers on a line"),
        ("completions", json!({ "lines": [[17]] }), "17 is not a number"),
        ("completions", json!({ "lines": [[5, 5]] }), "5 is on the line twice"),
        ("outcome", json!({ "boards": [two_rows] }), "before the last move"),
        ("outcome", json!({ "boards": [board(&[(0, 17)])] }), "found 17"),
        ("win-in-one", json!({ "boards": [board(&[(0, 1), (1, 1)])] }), "used once"),
        ("minimax", json!({ "boards": [], "depth": 0 }), "a depth of 0"),
        ("minimax", json!({ "boards": [], "depth": 4 }), "a depth of 4"),
        ("minimax", json!({ "boards": [] }), "depth"),
        ("endgame", json!({ "boards": [won] }), "the game is over"),
        ("endgame", json!({ "boards": [DRAW] }), "the game is over"),
        ("endgame", json!({ "boards": [EMPTY] }), "16 empty cells"),
    ];
    for (kind, task, reason) in refused {
        let error = try_parse(&format!("numerical/{kind}"), &task).map(|_| ()).unwrap_err();
        assert!(error.0.contains(reason), "{kind}: {error}");
    }
}

#[case]
fn no_text_breaks_the_judge() {
    let nines = "9".repeat(1 << 20);
    let texts = [
        "",
        " ",
        "-",
        "--",
        ":",
        "::",
        "0",
        "-0",
        "NaN",
        "inf",
        "1e3",
        "0x10",
        "9223372036854775808",
        "\u{0}",
        "odd",
        "odd ",
        "odd :",
        "odd 1:",
        "💥",
        "１",
        "5:９",
        nines.as_str(),
    ];
    for kind in KINDS {
        let task = tasks(kind, "", 1).swap_remove(0);
        let count = task.solution().answer.count();
        for text in texts {
            let verdict = judge(&*task, &vec![text; count]);
            assert!(
                !matches!(verdict, Verdict::Accepted | Verdict::JudgeError(_)),
                "{kind}: {text}"
            );
        }
    }
}
