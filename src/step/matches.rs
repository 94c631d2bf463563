//! Match steps: the learner wins a match against the computer and answers with its id.
//!
//! There is no reference to compare an answer with. Whoever keeps the matches testifies what became of the one that the learner
//! names, and the judge holds the [`Testimony`] against the task.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use serde::{Deserialize, Serialize};

use super::exercise::Fields;
use super::identity::{Seed, TaskIdentity};
use super::marks::{Feedback, Marks};
use super::submission::{Expected, Malformed, Submission, shorten};
use super::verdict::{Explanation, Verdict, Wrong};

/// A kind of match step: a game for two.
#[derive(Clone, Copy)]
pub struct MatchKind {
    /// The name that `step.toml` uses, as `track/match`.
    pub name: &'static str,
    /// The name of the game.
    pub game: &'static str,
    /// Reads a match's id into its canonical form.
    pub read_id: fn(&str) -> Result<String, Expected>,
    /// An id for the samples of statements.
    pub sample_id: &'static str,
}

/// What a match step may choose.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct MatchParams {
    opponent: Opponent,
}

/// Which computer the learner plays against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opponent {
    /// It plays anything.
    Random,
    /// It follows the game's published rules.
    #[default]
    Rules,
    /// It searches.
    Search,
}

/// What a match step poses.
pub struct MatchExercise {
    kind: MatchKind,
    params: MatchParams,
}

/// A task of a match step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MatchTask {
    /// The name of the game.
    pub game: &'static str,
    /// Who has the other seat.
    pub opponent: Opponent,
    /// The learner's seat: 1, who moves first, or 2.
    pub seat: u8,
}

/// A task as a statement's sample has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sample {
    game: String,
    opponent: Opponent,
    seat: u8,
}

/// How a match stands for the learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchResult {
    /// It goes on.
    Open,
    /// The learner has won.
    Won,
    /// Nobody has.
    Drawn,
    /// The computer has won.
    Lost,
}

/// What is known of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Testimony {
    /// The task that the match was made for, if it was made for one.
    pub task: Option<TaskIdentity>,
    /// How it stands.
    pub result: MatchResult,
}

/// What may be wrong with a match that is named as an answer.
pub(super) const SLIPS: [Explanation; 5] = [UNKNOWN, FOREIGN, OPEN, DRAWN, LOST];

/// There is no such match.
const UNKNOWN: Explanation = Explanation {
    id: "match-unknown",
    hint: "There is no match with this id. Send the `id` that POST /games gave you.",
};
/// The match has nothing to do with the task.
const FOREIGN: Explanation = Explanation {
    id: "match-of-another-task",
    hint: "That match was not made for this task. Make one with POST /games and the task's token, and answer with the same token.",
};
/// The match goes on.
const OPEN: Explanation = Explanation {
    id: "match-open",
    hint: "That match is not over yet. Play on until its status is `won`.",
};
/// Nobody has won the match.
const DRAWN: Explanation = Explanation {
    id: "match-drawn",
    hint: "That match is a draw. Make another one with the same token, and win it.",
};
/// The computer has won the match.
const LOST: Explanation = Explanation {
    id: "match-lost",
    hint: "The computer has won that match. Make another one with the same token, and win it.",
};

impl MatchExercise {
    pub(super) fn new(kind: MatchKind, params: MatchParams) -> Self {
        Self { kind, params }
    }

    /// The name of the kind.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.kind.name
    }

    /// The answer to the sample task: the id of no match, but of an id's form.
    #[must_use]
    pub fn sample_answer(&self) -> Submission {
        Submission::new(self.kind.sample_id)
    }

    /// The task of a seed, which draws the learner's seat.
    #[must_use]
    pub fn pose(&self, seed: &Seed) -> MatchTask {
        let seat = ChaCha8Rng::from_seed(*seed).random_range(1..=2);
        MatchTask { game: self.kind.game, opponent: self.params.opponent, seat }
    }

    /// The task that a statement shows, from its JSON.
    pub fn pose_sample(&self, json: &str) -> Result<MatchTask, String> {
        let sample: Sample = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let MatchTask { game, opponent, .. } = self.pose(&Seed::default());
        match sample {
            Sample { seat: seat @ 1..=2, .. }
                if sample.game == game && sample.opponent == opponent =>
            {
                Ok(MatchTask { game, opponent, seat })
            }
            _ => {
                let wanted = serde_json::to_string(&MatchTask { game, opponent, seat: 1 });
                Err(format!("expected {}, or seat 2", wanted.unwrap_or_default()))
            }
        }
    }

    /// Reads an answer: the id of a match, in its canonical form.
    pub fn read(&self, submission: &Submission) -> Result<Submission, Malformed> {
        if submission.is_empty() {
            return Err(Malformed::Empty { expected: 1 });
        }
        let mut items = submission.items();
        match (items.next(), items.next()) {
            (Some(text), None) => {
                (self.kind.read_id)(text).map(Submission::new).map_err(|expected| Malformed::Item {
                    position: 1,
                    found: shorten(text),
                    expected,
                })
            }
            _ => Err(Malformed::Count { expected: 1, found: submission.count() }),
        }
    }
}

impl MatchTask {
    /// The task's fields, as those of any other task.
    #[must_use]
    pub fn fields(&self) -> Fields {
        let json = serde_json::to_string(self).unwrap_or_default();
        serde_json::from_str(&json).unwrap_or_default()
    }
}

/// The verdict on a match that a learner names as the answer to a task; none if there is no such match.
#[must_use]
pub fn judge_match(task: &TaskIdentity, testimony: Option<&Testimony>) -> Verdict {
    let explanation = match testimony {
        None => UNKNOWN,
        Some(testimony) if testimony.task.as_ref() != Some(task) => FOREIGN,
        Some(testimony) => match testimony.result {
            MatchResult::Won => return Verdict::Accepted,
            MatchResult::Open => OPEN,
            MatchResult::Drawn => DRAWN,
            MatchResult::Lost => LOST,
        },
    };
    Verdict::Wrong(Wrong {
        marks: Marks { right: 0, total: 1, first_wrong: Some(1) },
        feedback: Feedback::Silent,
        misconception: Some(explanation),
    })
}
