//! A problem document (RFC 9457): how the server says no.

use serde::Deserialize;

/// Why the server refused a request.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, thiserror::Error)]
#[error("{code}: {detail}")]
pub struct Problem {
    /// The address of the page that explains this type of problem.
    #[serde(rename = "type", default)]
    pub kind: String,
    /// The type of problem in a few words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What was wrong with this request.
    #[serde(default)]
    pub detail: String,
    /// The stable name of the type of problem, as `answer.count` or `task.expired`.
    pub code: String,
}

impl Problem {
    /// The code of a step that the server does not have.
    pub const STEP_UNKNOWN: &str = "step.unknown";
    /// The code of a key that names no learner.
    pub const AUTH_KEY: &str = "auth.key";
    /// The code of a game that does not exist.
    pub const GAME_UNKNOWN: &str = "game.unknown";
    /// The code of a wish for a game that cannot be.
    pub const GAME_FORM: &str = "game.form";
    /// The code of a key that no seat of the game has.
    pub const SEAT_KEY: &str = "seat.key";
    /// The code of a move on a seat that is not to move.
    pub const MOVE_TURN: &str = "move.turn";
    /// The code of a move in a game that is over.
    pub const MOVE_OVER: &str = "move.over";
    /// The code of a text that is no record.
    pub const RECORD_FORM: &str = "record.form";
    /// The code of a record that contradicts itself.
    pub const RECORD_ILLEGAL: &str = "record.illegal";
    /// The code of a saved record that does not exist.
    pub const RECORD_UNKNOWN: &str = "record.unknown";
    /// The code of computer players that have too much to do.
    pub const LIMIT_BUSY: &str = "limit.busy";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_says_its_code_and_detail() {
        let json = r#"{"type":"http://h/problems#answer.count","title":"Wrong number of items","status":422,
            "detail":"36 items were expected, 35 were sent","code":"answer.count","is_success":false}"#;
        let problem: Problem = serde_json::from_str(json).unwrap();
        assert_eq!(problem.to_string(), "answer.count: 36 items were expected, 35 were sent");
        assert_eq!(problem.status, 422);
    }
}
