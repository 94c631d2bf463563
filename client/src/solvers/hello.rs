//! Step 01: the word, unchanged.

use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Task {
    word: String,
}

pub(super) fn solve(task: Task) -> Vec<String> {
    vec![task.word]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn the_word_comes_back() {
        assert_eq!(vectors::solved("01", json!({"word": "gradatim"})), ["gradatim"]);
    }
}
