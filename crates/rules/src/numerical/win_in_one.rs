//! Step 16: a move that wins now.

mod generator;
mod reading;

use std::fmt;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use self::generator::boards;
use self::reading::Reading;
use super::positions::{Boards, panels_to_move, read_move};
use crate::texts::{form, numerical as hints};
use gradus_board::drawing::Panel;
use gradus_board::numerical::{Board, Move};
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// A winning move for the player to move on each board, if there is one.
pub enum WinInOne {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<8, 50>,
}

/// A move that wins, or `-` for none. A wrong reading may have a cell or a number that does not exist, or another text for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Win {
    /// The two numbers of the item.
    Move(u8, u8),
    /// No move wins.
    None,
    /// The same in other words.
    Text(&'static str),
}

impl From<Move> for Win {
    fn from(Move { cell, number }: Move) -> Self {
        Self::Move(cell.index(), number.value())
    }
}

impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(cell, number) => write!(f, "{cell}:{number}"),
            Self::None => f.write_str("-"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Kind for WinInOne {
    const NAME: &'static str = "numerical/win-in-one";
    const VERSION: u32 = 6;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const DIAGNOSIS_LIMIT: usize = 5_000;

    type Params = Params;
    type Task = Boards;
    type Item = Win;
    type Solution = AnyOf<Win>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::WIN_IN_ONE]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Boards {
        let boards = boards(rng, steering, params.boards.get() as usize);
        Boards { boards }
    }

    fn solve<'a>(task: &'a Boards, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Win>> + 'a {
        reading.answers(&task.boards).map(AnyOf)
    }

    fn reference(task: &Boards) -> Vec<AnyOf<Win>> {
        let wins = |board: &Board| {
            let wins: Vec<Win> = board.winning_moves().map(Win::from).collect();
            AnyOf(if wins.is_empty() { vec![Win::None] } else { wins })
        };
        task.boards.iter().map(wins).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        panels_to_move(&task.boards)
    }

    fn places_of(item: &str) -> Vec<&str> {
        item.split(':').take(1).collect()
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<Win, Text> {
        if text == "-" {
            return Ok(Win::None);
        }
        read_move(text).map(Win::from).ok_or_else(form::made_move)
    }
}
