//! Step 18: the result of an endgame with best play, and a move that keeps it.

mod generator;
mod ordered_search;
mod plans;
mod reading;
mod search;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use self::generator::endings;
use self::plans::{Ending, Plan};
use self::reading::Reading;
use super::positions::{panels_to_move, read_move};
use crate::texts::{form, numerical as hints};
use gradus_board::drawing::Panel;
use gradus_board::numerical::search::endgame::{best_moves, solve};
use gradus_board::numerical::{Outcome, Player};
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// How each game ends with best play, and a move with which it ends so.
pub enum Endgame {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 20>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    boards: Vec<Ending>,
}

impl Kind for Endgame {
    const NAME: &'static str = "numerical/endgame";
    const VERSION: u32 = 4;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    // A board with four empty cells takes 1 or 2 µs, the largest ones a hundred and more. Few readings come as far as those.
    const DIAGNOSIS_LIMIT: usize = 400;
    // The last board, with six or seven.
    const SLOW_QUESTIONS: usize = 1;
    const SAMPLE_TASKS: u32 = 80;
    const WRONG_QUESTIONS: u32 = 1;

    type Params = Params;
    type Task = Task;
    type Item = Plan;
    type Solution = AnyOf<Plan>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::ENDGAME]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let count = params.boards.get() as usize;
        let mut boards = endings(rng, count, steering.misreadings());
        // The ones that take least come first: most wrong answers are told apart by them.
        boards.sort_by_key(|ending| ending.board.empty_cells().count());
        Task { boards }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Plan>> + 'a {
        task.boards.iter().map(|ending| AnyOf(ending.plans(reading)))
    }

    fn reference(task: &Task) -> Vec<AnyOf<Plan>> {
        let plans = |Ending { board, .. }: &Ending| {
            let result = solve(board);
            let first = best_moves(board).map(|first| (first.cell.index(), first.number.value()));
            AnyOf(first.map(|first| Plan { result, first }).collect())
        };
        task.boards.iter().map(plans).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        panels_to_move(task.boards.iter().map(|ending| &ending.board))
    }

    fn places_of(item: &str) -> Vec<&str> {
        item.split([' ', ':']).skip(1).take(1).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Plan, Text> {
        let plan = text.split_once(char::is_whitespace).and_then(|(result, first)| {
            let result = match result.to_ascii_lowercase().as_str() {
                "odd" => Outcome::Won(Player::Odd),
                "even" => Outcome::Won(Player::Even),
                "draw" => Outcome::Draw,
                _ => return None,
            };
            let first = read_move(first)?;
            Some(Plan { result, first: (first.cell.index(), first.number.value()) })
        });
        plan.ok_or_else(form::plan)
    }
}
