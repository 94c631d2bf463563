//! A solution for each kind of step, written from the rule alone: plain loops, no code of the server's.
//!
//! A solver reads the task's fields as a type of its own and returns the answer's items in the order of the questions. [`solver`] is the
//! only list. A step is solved by its kind, so that a step that an instructor adds with an existing kind is solved too.

pub(crate) mod best_move;
pub(crate) mod cpu_rule;
mod endgame;
pub(crate) mod evaluation;
mod export;
mod forced_win;
mod four_in_a_row;
mod gomoku;
mod numerical;
mod plane;
mod tesseract;

use crate::api::Fields;

/// From a task's fields to the items of the answer.
pub type Solver = fn(&Fields) -> Result<Vec<String>, SolveError>;

/// The task does not have the fields of its kind.
#[derive(Debug, thiserror::Error)]
#[error("the task does not have the fields of its kind: {0}")]
pub struct SolveError(#[from] serde_json::Error);

/// The solver of a kind, if there is one; kinds have the server's names.
#[must_use]
pub fn solver(kind: &str) -> Option<Solver> {
    let solver: Solver = match kind {
        "gomoku/hello" => |task| Ok(gomoku::solve_hello(task.read()?)),
        "gomoku/coordinates" => |task| Ok(gomoku::solve_coordinates(&task.read()?)),
        "gomoku/stones" => |task| Ok(gomoku::solve_stones(&task.read()?)),
        "gomoku/reach" => |task| Ok(gomoku::solve_reach(&task.read()?)),
        "gomoku/five" => |task| Ok(gomoku::solve_five(&task.read()?)),
        "gomoku/replay" => |task| Ok(gomoku::solve_replay(&task.read()?)),
        "gomoku/line-patterns" => |task| Ok(gomoku::solve_line_patterns(&task.read()?)),
        "gomoku/best-move" => |task| Ok(best_move::solve(&task.read()?)),
        "numerical/free-numbers" => |task| Ok(numerical::solve_free_numbers(&task.read()?)),
        "numerical/line-sums" => |task| Ok(numerical::solve_line_sums(&task.read()?)),
        "numerical/completions" => |task| Ok(numerical::solve_completions(&task.read()?)),
        "numerical/evaluate" => |task| Ok(evaluation::solve_evaluate(&task.read()?)),
        "numerical/outcome" => |task| Ok(numerical::solve_outcome(&task.read()?)),
        "numerical/win-in-one" => |task| Ok(numerical::solve_win_in_one(&task.read()?)),
        "numerical/minimax" => |task| Ok(evaluation::solve_minimax(&task.read()?)),
        "numerical/endgame" => |task| Ok(endgame::solve(&task.read()?)),
        "four-in-a-row/cell-ids" => |task| Ok(four_in_a_row::solve_cell_ids(&task.read()?)),
        "four-in-a-row/scan" => |task| Ok(four_in_a_row::solve_scan(&task.read()?)),
        "four-in-a-row/lines-through" => {
            |task| Ok(four_in_a_row::solve_lines_through(&task.read()?))
        }
        "four-in-a-row/count-lines" => |task| Ok(four_in_a_row::solve_count_lines(&task.read()?)),
        "four-in-a-row/threats" => |task| Ok(four_in_a_row::solve_threats(&task.read()?)),
        "four-in-a-row/cpu-rule" => |task| Ok(cpu_rule::solve(&task.read()?)),
        "four-in-a-row/double-threat" => {
            |task| Ok(four_in_a_row::solve_double_threat(&task.read()?))
        }
        "four-in-a-row/forced-win" => |task| Ok(forced_win::solve(&task.read()?)),
        "tesseract/plane" => |task| Ok(plane::solve(&task.read()?)),
        "tesseract/tiles" => |task| Ok(tesseract::solve_tiles(&task.read()?)),
        "tesseract/half-directions" => |task| Ok(tesseract::solve_half_directions(&task.read()?)),
        "tesseract/scores" => |task| Ok(tesseract::solve_scores(&task.read()?)),
        "tesseract/show-lines" => |task| Ok(tesseract::solve_show_lines(&task.read()?)),
        "tesseract/winner" => |task| Ok(tesseract::solve_winner(&task.read()?)),
        "tesseract/export" => |task| Ok(export::solve(&task.read()?)),
        "tesseract/best-tile" => |task| Ok(tesseract::solve_best_tile(&task.read()?)),
        _ => return None,
    };
    Some(solver)
}

/// The published cases that the solvers are held against, and how a test runs a solver.
#[cfg(test)]
mod vectors {
    use serde_json::Value;

    use super::{Fields, solver};

    /// A part of the vectors file, named by a JSON pointer.
    pub(super) fn at(pointer: &str) -> Value {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/vectors.json");
        let all: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        all.pointer(pointer).unwrap().clone()
    }

    /// The items that a kind's solver gives for a task.
    pub(super) fn solved(kind: &str, task: Value) -> Vec<String> {
        solver(kind).unwrap()(&Fields::from(task)).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn an_unknown_kind_has_no_solver() {
        for kind in ["gomoku/renju", "gomoku/match", "gomoku", ""] {
            assert!(solver(kind).is_none(), "{kind}");
        }
    }

    /// Every folder of the repository's challenges but the match steps.
    fn kinds() -> Vec<String> {
        let folders = concat!(env!("CARGO_MANIFEST_DIR"), "/../challenges");
        let folders = std::fs::read_dir(folders).unwrap().map(|folder| folder.unwrap().path());
        let tables =
            folders.filter_map(|folder| std::fs::read_to_string(folder.join("step.toml")).ok());
        let kinds = tables.map(|table| {
            let kind = table.lines().find_map(|line| line.strip_prefix("kind = \"")).unwrap();
            kind.split('"').next().unwrap().to_owned()
        });
        let kinds: Vec<String> = kinds.filter(|kind| !kind.ends_with("/match")).collect();
        assert_eq!(kinds.len(), 32);
        kinds
    }

    /// The kinds of the repository's steps, each with its solver.
    fn solvers() -> Vec<(String, Solver)> {
        let kinds = kinds().into_iter();
        kinds.map(|kind| (kind.clone(), solver(&kind).expect(&kind))).collect()
    }

    #[test]
    fn a_task_of_another_form_is_an_error_and_no_panic() {
        let names = [
            "word",
            "board",
            "coord",
            "games",
            "questions",
            "boards",
            "lines",
            "depth",
            "cells",
            "ids",
            "scans",
            "side",
            "tiles",
            "vectors",
            "players",
            "history",
            "player",
            "codes",
            "histories",
            "spaces",
        ];
        let all = |value: Value| {
            Value::Object(names.map(|name| (name.to_owned(), value.clone())).into_iter().collect())
        };
        let junk =
            [json!({}), all(json!(null)), all(json!([{}, [300], "🙂"])), all(json!({"a": -1}))];
        for task in junk {
            for (kind, solve) in solvers() {
                assert!(solve(&Fields::from(task.clone())).is_err(), "{kind} {task}");
            }
        }
    }

    #[test]
    fn a_task_with_a_single_fault_is_an_error() {
        let empty = [0; 16];
        let three = format!("xx.x{}", ".".repeat(252));
        let twice = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let seventeen = [17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        for (kind, task) in [
            ("gomoku/hello", json!({"word": 1})),
            ("gomoku/coordinates", json!({"coord": ["aa", "ap"]})),
            ("gomoku/stones", json!({"board": "hhh", "coord": ["aa"]})),
            ("gomoku/stones", json!({"board": "hhaaHH", "coord": ["aa"]})),
            ("gomoku/reach", json!({"coord": ["🙂"]})),
            ("gomoku/five", json!({"games": ["aa", "aaaa"]})),
            ("gomoku/replay", json!({"questions": "zz"})),
            ("gomoku/line-patterns", json!({"board": "hh", "coord": [""]})),
            ("gomoku/best-move", json!({"questions": "hh"})),
            ("numerical/free-numbers", json!({"boards": [twice]})),
            ("numerical/line-sums", json!({"boards": [seventeen]})),
            ("numerical/completions", json!({"lines": [[1, -2]]})),
            ("numerical/evaluate", json!({"boards": [[0, 0, 0]]})),
            ("numerical/outcome", json!({"boards": [twice]})),
            ("numerical/win-in-one", json!({"boards": [seventeen]})),
            ("numerical/minimax", json!({"boards": [empty]})),
            ("numerical/minimax", json!({"boards": [], "depth": 4})),
            ("numerical/endgame", json!({"boards": [empty]})),
            ("four-in-a-row/cell-ids", json!({"cells": [[0, 0, 0, 4]], "ids": []})),
            ("four-in-a-row/cell-ids", json!({"cells": [], "ids": [256]})),
            (
                "four-in-a-row/scan",
                json!({"scans": [{"direction": [1, 0, 0, 100], "start": [0, 0, 0, 0]}]}),
            ),
            (
                "four-in-a-row/scan",
                json!({"scans": [{"direction": [1, 0, 0, 0], "start": [0, 0, 0, -1]}]}),
            ),
            ("four-in-a-row/lines-through", json!({"ids": [-1]})),
            ("four-in-a-row/count-lines", json!({"boards": [".".repeat(255)]})),
            ("four-in-a-row/threats", json!({"boards": [".".repeat(256)]})),
            ("four-in-a-row/cpu-rule", json!({"boards": [".".repeat(256)], "side": "X"})),
            ("four-in-a-row/double-threat", json!({"boards": [three], "side": "x"})),
            ("four-in-a-row/forced-win", json!({"boards": [three], "side": "o"})),
            (
                "tesseract/plane",
                json!({"boards": [{"tiles": "01201201", "centre": true}], "spaces": []}),
            ),
            ("tesseract/plane", json!({"boards": [], "spaces": [[1, 0]]})),
            ("tesseract/tiles", json!({"tiles": [[1, 1, 1, 4]], "ids": []})),
            ("tesseract/tiles", json!({"tiles": [], "ids": [0]})),
            ("tesseract/half-directions", json!({"vectors": [[1, 0, 0, 127]]})),
            ("tesseract/scores", json!({"games": [{"players": 0, "history": []}]})),
            ("tesseract/show-lines", json!({"players": 2, "history": [1, 2]})),
            ("tesseract/show-lines", json!({"players": 5, "history": [1, 2], "player": 1})),
            ("tesseract/winner", json!({"games": [{"players": 2, "history": [1, 2]}]})),
            (
                "tesseract/winner",
                json!({"games": [{"players": 2, "threshold": -1, "history": [1, 2]}]}),
            ),
            ("tesseract/export", json!({"codes": ["?"], "histories": []})),
            ("tesseract/best-tile", json!({"games": [{"players": 2, "history": [1, 2, 1]}]})),
        ] {
            let solve = solver(kind).unwrap();
            assert!(solve(&Fields::from(task.clone())).is_err(), "{kind} {task}");
        }
    }

    #[test]
    fn a_task_without_questions_has_no_items() {
        let task = json!({
            "board": "", "coord": [], "games": [], "questions": [], "boards": [], "lines": [], "depth": 1, "cells": [], "ids": [],
            "scans": [], "side": "x", "tiles": [], "vectors": [], "codes": [], "histories": [], "spaces": [],
        });
        // These ask one question, which is not in a list.
        let single = ["gomoku/hello", "gomoku/replay", "tesseract/show-lines"];
        for (kind, solve) in solvers().iter().filter(|(kind, _)| !single.contains(&kind.as_str())) {
            assert!(solve(&Fields::from(task.clone())).unwrap().is_empty(), "{kind}");
        }
    }
}
