//! Step 01: send a word back, to learn the protocol.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind, Question};

/// The learner sends the word back unchanged.
pub enum Hello {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    letters: Count<8, 64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    word: String,
}

impl Kind for Hello {
    const NAME: &'static str = "gomoku/hello";
    const FEEDBACK: Feedback = Feedback::Located;
    // There is nothing to misunderstand but the protocol, and its mistakes have error codes of their own.
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[];
    const MIN_MISCONCEPTIONS: usize = 0;

    type Params = Params;
    type Task = Task;
    type Item = String;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let letters = (0..params.letters.get()).map(|_| rng.random_range(b'a'..=b'z'));
        Task { word: letters.map(char::from).collect() }
    }

    fn reference(task: &Task) -> Vec<String> {
        vec![task.word.clone()]
    }

    fn read_item(task: &Task, _position: usize, text: &str) -> Result<String, Expected> {
        if text.len() == task.word.len() && text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            Ok(text.to_owned())
        } else {
            Err(Expected("a word of as many letters as the task's `word`"))
        }
    }

    /// Each letter of the word is drawn for itself.
    fn questions(task: &Task, _reference: &[String]) -> Vec<Question> {
        task.word.chars().map(Question::with_one_answer).collect()
    }
}
