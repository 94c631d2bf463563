//! Step 08: the point with the highest score.

mod aspects;
mod games;
mod generator;
mod lines;
mod position;
mod reading;
mod table;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use self::generator::Pool;
use self::position::OpenGame;
use self::reading::{Before, Reading};
use crate::texts::{form, gomoku as hints};
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::drawing::{Note, Panel};
use gradus_board::gomoku::Point;
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// An empty point of each board with the highest score for the player to move.
pub enum BestMove {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    questions: Count<8, 50>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<DisplayFromStr>")]
    questions: Vec<OpenGame>,
}

impl Kind for BestMove {
    const NAME: &'static str = "gomoku/best-move";
    const VERSION: u32 = 5;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 1450;

    type Params = Params;
    type Task = Task;
    type Item = Point;
    type Solution = AnyOf<Point>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::BEST_MOVE]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let count = params.questions.get() as usize;
        Task { questions: Pool::of(steering).choose(rng, count) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Point>> + 'a {
        let mut before = Before::default();
        task.questions.iter().map(move |question| AnyOf(reading.answer(question, &mut before)))
    }

    fn reference(task: &Task) -> Vec<AnyOf<Point>> {
        task.questions.iter().map(|question| AnyOf(question.right().to_vec())).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        let drawn = |game: &OpenGame| {
            let game = game.game();
            Sheet { moves: game.moves(), is_numbered: true, ..Sheet::of(game.board()) }.drawn()
        };
        let panels = Panel::each(task.questions.iter().map(drawn), 1).into_iter();
        let to_move = task.questions.iter().map(|game| game.game().to_move());
        panels
            .zip(to_move)
            .map(|(panel, side)| panel.with_note(Note::ToMove(side.into())))
            .collect()
    }

    fn places_of(item: &str) -> Vec<&str> {
        vec![item]
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Point, Text> {
        text.parse().map_err(|_| form::point())
    }
}
