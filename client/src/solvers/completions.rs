//! Step 13: how many of the 86 winning sets contain all of some numbers.

use serde::Deserialize;

use crate::boards::numerical;

#[derive(Deserialize)]
pub(super) struct Task {
    lines: Vec<Vec<u8>>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let sets = numerical::winning_sets();
    let contained = |line: &Vec<u8>| {
        sets.iter().filter(|set| line.iter().all(|number| set.contains(number))).count()
    };
    task.lines.iter().map(|line| contained(line).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn two_numbers_leave_the_pairs_with_the_rest_of_the_sum() {
        // 31 is 15 + 16 alone, 3 is 1 + 2 alone; 17 is 2 + 15 and so on to 8 + 9, or 1 + 16 and so on to 7 + 10.
        let lines = json!([[1, 2], [16, 15], [1, 16], [9, 8]]);
        assert_eq!(vectors::solved("13", json!({"lines": lines})), ["1", "1", "7", "7"]);
    }

    #[test]
    fn three_numbers_leave_one_set_or_none() {
        // 15, 7 and 8 complete the first three. 28 and 0 are no numbers of the game, and 10 is among its three already.
        let lines =
            json!([[16, 2, 1], [5, 12, 10], [7, 10, 9], [1, 2, 3], [16, 15, 3], [10, 8, 6]]);
        let expected = ["1", "1", "1", "0", "0", "0"];
        assert_eq!(vectors::solved("13", json!({"lines": lines})), expected);
    }

    #[test]
    fn every_number_counted_alone_meets_each_set_four_times() {
        let lines: Vec<[u8; 1]> = (1..=16).map(|number| [number]).collect();
        let counts = vectors::solved("13", json!({"lines": lines}));
        let sum: usize = counts.iter().map(|count| count.parse::<usize>().unwrap()).sum();
        assert_eq!(sum, 4 * 86);
    }
}
