//! Step 03: what lies on a point.

mod generator;
mod reading;

use std::fmt;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use self::reading::Reading;
use crate::texts::{form, gomoku as hints};
use gradus_board::drawing::Panel;
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::gomoku::{Game, Point, Stone};
use gradus_step::{Aspects, Count, Feedback, Kind, One, Steering, Template, Text, Workload};

/// The stone on each point of a board, or none.
pub enum Stones {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    coord: Count<16, 100>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "DisplayFromStr")]
    board: Game,
    #[serde_as(as = "Vec<DisplayFromStr>")]
    coord: Vec<Point>,
}

/// `x`, `o` or `.`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Symbol(Option<Stone>);

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Stone::symbol_of(self.0).fmt(f)
    }
}

impl Kind for Stones {
    const NAME: &'static str = "gomoku/stones";
    const VERSION: u32 = 5;
    // A game and the points that show every misreading of it take about half a millisecond.
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Silent;

    type Params = Params;
    type Task = Task;
    type Item = Symbol;
    type Solution = One<Symbol>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::STONES]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        generator::task(rng, steering, params.coord.get())
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<Symbol>> + 'a {
        reading.found(&task.board, &task.coord).map(|stone| One(Symbol(stone)))
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        let game = &task.board;
        let sheet = Sheet {
            moves: game.moves(),
            is_numbered: true,
            asked: &task.coord,
            ..Sheet::of(game.board())
        };
        Panel::each([sheet.drawn()], task.coord.len())
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Symbol, Text> {
        match text {
            "x" | "X" => Ok(Symbol(Some(Stone::Black))),
            "o" | "O" => Ok(Symbol(Some(Stone::White))),
            "." => Ok(Symbol(None)),
            _ => Err(form::place()),
        }
    }
}
