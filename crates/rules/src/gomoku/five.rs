//! Step 05: who won, and with which move.

mod generator;
mod reading;
mod runs;

use std::fmt;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use self::generator::games;
use self::reading::{Before, Reading};
use self::runs::Record;
use crate::texts::{form, gomoku as hints};
use gradus_board::drawing::Panel;
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::gomoku::Stone;
use gradus_step::{Aspects, Count, Feedback, Kind, One, Steering, Template, Text, Workload};

/// The winner of each game and the number of the winning move.
pub enum Five {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    games: Count<9, 50>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<DisplayFromStr>")]
    games: Vec<Record>,
}

/// Who won with which move, as `x17`; `-` while the game is open.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Win(Option<(Stone, usize)>);

impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some((winner, number)) => write!(f, "{winner}{number}"),
            None => f.write_str("-"),
        }
    }
}

impl Kind for Five {
    const NAME: &'static str = "gomoku/five";
    const VERSION: u32 = 4;
    const WORKLOAD: Workload = Workload::Heavy;
    // The number of moves tells who can have won, and with which move: there are only two answers to each question.
    const FEEDBACK: Feedback = Feedback::Silent;
    const DIAGNOSIS_LIMIT: usize = 1500;

    type Params = Params;
    type Task = Task;
    type Item = Win;
    type Solution = One<Win>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::FIVE]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let games = games(rng, steering, params.games.get() as usize);
        Task { games: games.into_iter().map(Record::from).collect() }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<Win>> + 'a {
        let mut before = Before::default();
        task.games.iter().map(move |game| One(reading.result(game, &mut before)))
    }

    fn reference(task: &Task) -> Vec<One<Win>> {
        let games = task.games.iter().map(Record::game);
        games.map(|game| One(Win(game.winner().zip(game.won_at())))).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        let drawn = |record: &Record| {
            let game = record.game();
            Sheet { moves: game.moves(), is_numbered: true, ..Sheet::of(game.board()) }.drawn()
        };
        Panel::each(task.games.iter().map(drawn), 1)
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Win, Text> {
        let win = || {
            let (letter, number) = text.split_at_checked(1)?;
            let winner = match letter {
                "x" | "X" => Stone::Black,
                "o" | "O" => Stone::White,
                _ => return None,
            };
            Some(Win(Some((winner, number.parse().ok()?))))
        };
        if text == "-" {
            return Ok(Win(None));
        }
        win().ok_or_else(form::win)
    }
}
