//! Step 14: the evaluation of a numerical board for the odd player.

use serde::Deserialize;

use crate::boards::numerical::{self, Board};

#[derive(Deserialize)]
pub(super) struct Task {
    boards: Vec<Board>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let sets = winning_sets();
    task.boards.iter().map(|board| evaluation(board, &sets).to_string()).collect()
}

/// The sets of four different numbers from 1 to 16 with the sum 34.
fn winning_sets() -> Vec<[u8; 4]> {
    let mut sets = Vec::new();
    for first in 1..=16 {
        for second in first + 1..=16 {
            for third in second + 1..=16 {
                for fourth in third + 1..=16 {
                    if first + second + third + fourth == 34 {
                        sets.push([first, second, third, fourth]);
                    }
                }
            }
        }
    }
    sets
}

fn evaluation(board: &Board, sets: &[[u8; 4]]) -> i32 {
    numerical::lines(board).map(|line| line_value(&line, sets)).sum()
}

/// What one line is worth: nothing when no winning set contains its numbers, else by how many odd and even numbers there are.
fn line_value(line: &[u8], sets: &[[u8; 4]]) -> i32 {
    let placed: Vec<u8> = line.iter().copied().filter(|number| *number != 0).collect();
    let can_win = sets.iter().any(|set| placed.iter().all(|number| set.contains(number)));
    if !can_win {
        return 0;
    }
    let odd = placed.iter().filter(|number| **number % 2 == 1).count();
    let even = placed.len() - odd;
    match (odd, even) {
        (2, 2) | (4, 0) => 32,
        (0, 4) => -32,
        (1, 2) => 16,
        (0, 1) => 8,
        (1, 0) => 4,
        (1, 1) => 2,
        (2, 1) => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::solvers::vectors;

    #[test]
    fn there_are_86_winning_sets() {
        assert_eq!(winning_sets().len(), vectors::at("/numerical/winning_sets"));
    }

    #[test]
    fn the_published_boards_have_their_value() {
        for case in vectors::at("/numerical/evaluate").as_array().unwrap() {
            let value = vectors::solved("14", json!({"boards": [case["board"]]}));
            assert_eq!(value, [case["value"].to_string()]);
        }
    }

    #[test]
    fn a_full_line_that_misses_34_counts_nothing() {
        assert_eq!(line_value(&[16, 3, 2, 13], &winning_sets()), 32);
        assert_eq!(line_value(&[1, 2, 3, 4], &winning_sets()), 0);
        assert_eq!(line_value(&[2, 4, 12, 16], &winning_sets()), -32);
        assert_eq!(line_value(&[0, 0, 0, 0], &winning_sets()), 0);
    }
}
