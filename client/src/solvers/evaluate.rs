//! Step 14: the evaluation of a numerical board for the odd player.

use serde::Deserialize;

use crate::boards::numerical::{self, Board};

#[derive(Deserialize)]
pub(super) struct Task {
    boards: Vec<Board>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let evaluation = Evaluation::new();
    task.boards.iter().map(|board| evaluation.board(board).to_string()).collect()
}

/// What a line is worth by the numbers placed on it, which are the bits of the place in the list.
pub(crate) struct Evaluation(Vec<i32>);

impl Evaluation {
    pub(crate) fn new() -> Self {
        let mut worth = vec![0; 1 << 16];
        for set in numerical::winning_sets() {
            for choice in 0..16 {
                let chosen = set.iter().zip(0..).filter(|(_, bit)| choice >> bit & 1 == 1);
                let placed: Vec<u8> = chosen.map(|(number, _)| *number).collect();
                if let Some(worth) = worth.get_mut(bits(&placed)) {
                    *worth = value(&placed);
                }
            }
        }
        Self(worth)
    }

    pub(crate) fn board(&self, board: &Board) -> i32 {
        board.lines().map(|line| self.line(bits(&line))).sum()
    }

    /// What a line is worth by its numbers as bits, 1 the lowest.
    pub(crate) fn line(&self, numbers: usize) -> i32 {
        self.0.get(numbers).copied().unwrap_or(0)
    }
}

/// The numbers of a line, 1–16, as bits; empty cells add nothing, wherever they are.
fn bits(line: &[u8]) -> usize {
    line.iter().map(|number| (1 << number) >> 1).sum()
}

/// What a line that can win is worth: it depends on how many odd and even numbers there are.
fn value(placed: &[u8]) -> i32 {
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
        assert_eq!(numerical::winning_sets().len(), vectors::at("/numerical/winning_sets"));
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
        let evaluation = Evaluation::new();
        assert_eq!(evaluation.line(bits(&[16, 3, 2, 13])), 32);
        assert_eq!(evaluation.line(bits(&[1, 2, 3, 4])), 0);
        assert_eq!(evaluation.line(bits(&[2, 4, 12, 16])), -32);
        assert_eq!(evaluation.line(bits(&[0, 0, 0, 0])), 0);
    }

    #[test]
    fn an_unfinished_line_counts_by_its_numbers_as_long_as_34_is_in_reach() {
        let evaluation = Evaluation::new();
        for (line, value) in [
            ([0, 7, 0, 0], 4),
            ([0, 0, 0, 6], 8),
            ([7, 0, 6, 0], 2),
            ([1, 2, 0, 0], 2),  // 15 and 16
            ([6, 7, 8, 0], 16), // 13
            ([6, 7, 9, 0], 1),  // 12
            ([6, 8, 0, 0], 0),
            ([3, 5, 0, 0], 0),
            ([2, 4, 12, 0], 0),
            ([7, 8, 0, 12], 0),   // 7 again
            ([1, 16, 14, 0], 16), // 3
            ([1, 2, 4, 0], 0),    // 27
            ([15, 16, 3, 0], 0),
        ] {
            assert_eq!(evaluation.line(bits(&line)), value, "{line:?}");
        }
    }
}
