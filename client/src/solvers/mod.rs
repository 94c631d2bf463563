//! A solution for each step, written from the step's rule alone: plain loops, no code of the server's.
//!
//! A solver reads the task's fields as its own `Task` type and returns the answer's items in the order of the questions. [`solver`] is the
//! only list.

mod best_move;
mod completions;
mod coordinates;
mod count_lines;
mod endgame;
mod evaluate;
mod export;
mod five;
mod free_numbers;
mod hello;
mod line_patterns;
mod line_sums;
mod minimax;
mod outcome;
mod reach;
mod replay;
mod scores;
mod stones;
mod win_in_one;

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
        24 => |task| Ok(count_lines::solve(&task.read()?)),
        33 => |task| Ok(scores::solve(&task.read()?)),
        36 => |task| Ok(export::solve(&task.read()?)),
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
    use serde_json::json;

    use super::*;

    #[test]
    fn a_step_that_nobody_wrote_a_solver_for_has_none() {
        assert!(solver("99".parse().unwrap()).is_none());
    }

    #[test]
    fn a_task_of_another_form_is_an_error_and_no_panic() {
        let junk = [
            json!({}),
            json!({"word": 1, "board": "zz", "coord": ["aa"], "questions": "a", "boards": ["x"], "games": [{}], "codes": ["?"]}),
            json!({"word": null, "board": "", "coord": [""], "questions": "🙂", "boards": [[0]], "games": 7, "codes": [], "histories": [[300]]}),
        ];
        for task in junk {
            for step in ["01", "06", "07", "12", "14", "24", "33", "36"] {
                let solve = solver(step.parse().unwrap()).unwrap();
                assert!(solve(&Fields::from(task.clone())).is_err(), "{step} {task}");
            }
        }
    }

    #[test]
    fn an_empty_list_is_a_dash() {
        assert_eq!(list([3, 3, 1]), "3 3 1");
        assert_eq!(list::<u8>([]), "-");
    }
}
