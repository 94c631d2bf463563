//! A solution for each step, written from the step's rule alone: plain loops, no code of the server's.
//!
//! A solver reads the task's fields as its own `Task` type and returns the answer's items in the order of the questions. [`solver`] is the
//! only list.

pub(crate) mod best_move;
mod best_tile;
mod cell_ids;
mod completions;
mod coordinates;
mod count_lines;
pub(crate) mod cpu_rule;
mod double_threat;
mod endgame;
pub(crate) mod evaluate;
mod export;
mod five;
mod forced_win;
mod free_numbers;
mod half_directions;
mod hello;
mod line_patterns;
mod line_sums;
mod lines_through;
mod minimax;
mod outcome;
mod reach;
mod replay;
mod scan;
mod scores;
mod show_lines;
mod stones;
mod threats;
mod tiles;
mod win_in_one;
mod winner;

use crate::StepNumber;
use crate::api::Fields;

/// From a task's fields to the items of the answer.
pub type Solver = fn(&Fields) -> Result<Vec<String>, SolveError>;

/// The task does not have the form that its step gives to tasks.
#[derive(Debug, thiserror::Error)]
#[error("the task does not have this step's form: {0}")]
pub struct SolveError(#[from] serde_json::Error);

/// The solver of a step, if there is one.
#[must_use]
pub fn solver(step: StepNumber) -> Option<Solver> {
    let solver: Solver = match step.get() {
        1 => |task| Ok(hello::solve(task.read()?)),
        2 => |task| Ok(coordinates::solve(&task.read()?)),
        3 => |task| Ok(stones::solve(&task.read()?)),
        4 => |task| Ok(reach::solve(&task.read()?)),
        5 => |task| Ok(five::solve(&task.read()?)),
        6 => |task| Ok(replay::solve(&task.read()?)),
        7 => |task| Ok(line_patterns::solve(&task.read()?)),
        8 => |task| Ok(best_move::solve(&task.read()?)),
        11 => |task| Ok(free_numbers::solve(&task.read()?)),
        12 => |task| Ok(line_sums::solve(&task.read()?)),
        13 => |task| Ok(completions::solve(&task.read()?)),
        14 => |task| Ok(evaluate::solve(&task.read()?)),
        15 => |task| Ok(outcome::solve(&task.read()?)),
        16 => |task| Ok(win_in_one::solve(&task.read()?)),
        17 => |task| Ok(minimax::solve(&task.read()?)),
        18 => |task| Ok(endgame::solve(&task.read()?)),
        21 => |task| Ok(cell_ids::solve(&task.read()?)),
        22 => |task| Ok(scan::solve(&task.read()?)),
        23 => |task| Ok(lines_through::solve(&task.read()?)),
        24 => |task| Ok(count_lines::solve(&task.read()?)),
        25 => |task| Ok(threats::solve(&task.read()?)),
        26 => |task| Ok(cpu_rule::solve(&task.read()?)),
        27 => |task| Ok(double_threat::solve(&task.read()?)),
        28 => |task| Ok(forced_win::solve(&task.read()?)),
        31 => |task| Ok(tiles::solve(&task.read()?)),
        32 => |task| Ok(half_directions::solve(&task.read()?)),
        33 => |task| Ok(scores::solve(&task.read()?)),
        34 => |task| Ok(show_lines::solve(&task.read()?)),
        35 => |task| Ok(winner::solve(&task.read()?)),
        36 => |task| Ok(export::solve(&task.read()?)),
        37 => |task| Ok(best_tile::solve(&task.read()?)),
        _ => return None,
    };
    Some(solver)
}

/// An item that is a list: its parts with single spaces between them, `-` for none.
fn list<T: ToString>(parts: impl IntoIterator<Item = T>) -> String {
    let parts: Vec<String> = parts.into_iter().map(|part| part.to_string()).collect();
    if parts.is_empty() { "-".to_owned() } else { parts.join(" ") }
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

    /// The items that a step's solver gives for a task.
    pub(super) fn solved(step: &str, task: Value) -> Vec<String> {
        solver(step.parse().unwrap()).unwrap()(&Fields::from(task)).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_step_that_nobody_wrote_a_solver_for_has_none() {
        assert!(solver("99".parse().unwrap()).is_none());
    }

    /// The steps that have a solver, with it.
    fn solvers() -> impl Iterator<Item = (StepNumber, Solver)> {
        let steps = (1..=99).map(|number: u8| number.to_string().parse().unwrap());
        steps.filter_map(|step| Some((step, solver(step)?)))
    }

    #[test]
    fn every_step_but_the_matches_has_a_solver() {
        let steps: Vec<u8> = solvers().map(|(step, _)| step.get()).collect();
        let expected: Vec<u8> = (1..=8).chain(11..=18).chain(21..=28).chain(31..=37).collect();
        assert_eq!(steps, expected);
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
        ];
        let all = |value: Value| {
            Value::Object(names.map(|name| (name.to_owned(), value.clone())).into_iter().collect())
        };
        let junk =
            [json!({}), all(json!(null)), all(json!([{}, [300], "🙂"])), all(json!({"a": -1}))];
        for task in junk {
            for (step, solve) in solvers() {
                assert!(solve(&Fields::from(task.clone())).is_err(), "{step} {task}");
            }
        }
    }

    #[test]
    fn a_task_with_a_single_fault_is_an_error() {
        let empty = [0; 16];
        let three = format!("xx.x{}", ".".repeat(252));
        let twice = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let seventeen = [17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        for (step, task) in [
            ("01", json!({"word": 1})),
            ("02", json!({"coord": ["aa", "ap"]})),
            ("03", json!({"board": "hhh", "coord": ["aa"]})),
            ("03", json!({"board": "hhaaHH", "coord": ["aa"]})),
            ("04", json!({"coord": ["🙂"]})),
            ("05", json!({"games": ["aa", "aaaa"]})),
            ("06", json!({"questions": "zz"})),
            ("07", json!({"board": "hh", "coord": [""]})),
            ("08", json!({"questions": "hh"})),
            ("11", json!({"boards": [twice]})),
            ("12", json!({"boards": [seventeen]})),
            ("13", json!({"lines": [[1, -2]]})),
            ("14", json!({"boards": [[0, 0, 0]]})),
            ("15", json!({"boards": [twice]})),
            ("16", json!({"boards": [seventeen]})),
            ("17", json!({"boards": [empty]})),
            ("17", json!({"boards": [], "depth": 4})),
            ("18", json!({"boards": [empty]})),
            ("21", json!({"cells": [[0, 0, 0, 4]], "ids": []})),
            ("21", json!({"cells": [], "ids": [256]})),
            ("22", json!({"scans": [{"direction": [1, 0, 0, 100], "start": [0, 0, 0, 0]}]})),
            ("22", json!({"scans": [{"direction": [1, 0, 0, 0], "start": [0, 0, 0, -1]}]})),
            ("23", json!({"ids": [-1]})),
            ("24", json!({"boards": [".".repeat(255)]})),
            ("25", json!({"boards": [".".repeat(256)]})),
            ("26", json!({"boards": [".".repeat(256)], "side": "X"})),
            ("27", json!({"boards": [three], "side": "x"})),
            ("28", json!({"boards": [three], "side": "o"})),
            ("31", json!({"tiles": [[1, 1, 1, 4]], "ids": []})),
            ("31", json!({"tiles": [], "ids": [0]})),
            ("32", json!({"vectors": [[1, 0, 0, 127]]})),
            ("33", json!({"games": [{"players": 0, "history": []}]})),
            ("34", json!({"players": 2, "history": [1, 2]})),
            ("34", json!({"players": 5, "history": [1, 2], "player": 1})),
            ("35", json!({"games": [{"players": 2, "history": [1, 2]}]})),
            ("35", json!({"games": [{"players": 2, "threshold": -1, "history": [1, 2]}]})),
            ("36", json!({"codes": ["?"], "histories": []})),
            ("37", json!({"games": [{"players": 2, "history": [1, 2, 1]}]})),
        ] {
            let solve = solver(step.parse().unwrap()).unwrap();
            assert!(solve(&Fields::from(task.clone())).is_err(), "{step} {task}");
        }
    }

    #[test]
    fn a_task_without_questions_has_no_items() {
        let task = json!({
            "board": "", "coord": [], "games": [], "questions": [], "boards": [], "lines": [], "depth": 1, "cells": [], "ids": [],
            "scans": [], "side": "x", "tiles": [], "vectors": [], "codes": [], "histories": [],
        });
        for (step, solve) in solvers().filter(|(step, _)| ![1, 6, 34].contains(&step.get())) {
            assert!(solve(&Fields::from(task.clone())).unwrap().is_empty(), "{step}");
        }
    }

    #[test]
    fn an_empty_list_is_a_dash() {
        assert_eq!(list([3, 3, 1]), "3 3 1");
        assert_eq!(list::<u8>([]), "-");
    }
}
