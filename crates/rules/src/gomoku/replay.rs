//! Step 06: play a game back and draw the board after every move.

mod generator;
mod reading;

use std::fmt;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use self::generator::game;
use self::reading::Reading;
use crate::texts::{form, gomoku as hints};
use gradus_board::drawing::Panel;
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::gomoku::{Board, Game};
use gradus_step::{Aspects, Feedback, Kind, One, Question, Span, Steering, Template, Text};

/// The board after every move of a game.
pub enum Replay {}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    moves: Span<1, 100>,
}

impl Default for Params {
    fn default() -> Self {
        Self { moves: Span::new::<20, 30>() }
    }
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "DisplayFromStr")]
    questions: Game,
}

/// A board as 225 characters, row by row.
#[derive(Clone, PartialEq, Eq)]
pub struct Rows(Board);

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Kind for Replay {
    const NAME: &'static str = "gomoku/replay";
    const VERSION: u32 = 4;
    const FEEDBACK: Feedback = Feedback::Located;

    type Params = Params;
    type Task = Task;
    type Item = Rows;
    type Solution = One<Rows>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::REPLAY]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        Task { questions: game(rng, params.moves.range()) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<Rows>> + 'a {
        reading.boards(task.questions.moves()).map(|board| One(Rows(board)))
    }

    fn reference(task: &Task) -> Vec<One<Rows>> {
        task.questions.boards().map(|board| One(Rows(board))).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        let game = &task.questions;
        let sheet = Sheet { moves: game.moves(), is_numbered: true, ..Sheet::of(game.board()) };
        Panel::each([sheet.drawn()], game.moves().len())
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Rows, Text> {
        let one_line: String = text.chars().filter(|c| !matches!(c, '\r' | '\n')).collect();
        one_line.parse().map(Rows).map_err(|_| form::board())
    }

    /// What is new in an item is the stone of its move.
    fn questions(task: &Task, _reference: &[One<Rows>]) -> Vec<Question> {
        task.questions.moves().iter().map(Question::with_one_answer).collect()
    }
}
