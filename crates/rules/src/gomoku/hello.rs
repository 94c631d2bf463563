//! Step 01: send a word back, to learn the protocol.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::texts::form;
use gradus_board::drawing::{Panel, word};
use gradus_step::{Aspects, Count, Feedback, Kind, One, Question, Steering, Template, Text};

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
    const MIN_MISCONCEPTIONS: usize = 0;

    type Params = Params;
    type Task = Task;
    type Item = String;
    type Solution = One<String>;
    type Reading = ();

    fn hints() -> &'static [&'static [Template]] {
        &[]
    }

    fn aspects(_aspects: &mut Aspects<()>) {}

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let letters = (0..params.letters.get()).map(|_| rng.random_range(b'a'..=b'z'));
        Task { word: letters.map(char::from).collect() }
    }

    fn solve<'a>(task: &'a Task, (): &'a ()) -> impl Iterator<Item = One<String>> + 'a {
        std::iter::once(One(task.word.clone()))
    }

    fn panels(task: &Task) -> Vec<Panel> {
        Panel::each([word::drawn(&task.word)], 1)
    }

    fn read_item(task: &Task, _position: usize, text: &str) -> Result<String, Text> {
        if text.len() == task.word.len() && text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            Ok(text.to_owned())
        } else {
            Err(form::word())
        }
    }

    /// Each letter of the word is drawn for itself.
    fn questions(task: &Task, _reference: &[One<String>]) -> Vec<Question> {
        task.word.chars().map(Question::with_one_answer).collect()
    }
}
