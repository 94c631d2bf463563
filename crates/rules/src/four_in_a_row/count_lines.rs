//! Step 24: how many complete lines each side has.

mod aspects;
mod generator;
mod reading;

use std::sync::Arc;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use self::generator::{Deck, played_on};
use self::reading::Reading;
use super::positions::panels;
use super::view::View;
use crate::item::whole_number;
use crate::texts::four_in_a_row as hints;
use gradus_board::drawing::Panel;
use gradus_board::lattice::four_in_a_row::{Board, ByColor, Stone};
use gradus_step::{
    AnyOf, Aspects, Count, Feedback, Kind, Question, Steering, Template, Text, Workload,
};

/// The number of complete lines of black, then of white, for each board.
pub enum CountLines {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<4, 16>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(from = "Boards", into = "Boards")]
pub struct Task {
    boards: Vec<Board>,
    /// What the readings see of each board.
    views: Vec<Arc<View>>,
}

/// The boards as a task writes them.
#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Boards {
    #[serde_as(as = "Vec<DisplayFromStr>")]
    boards: Vec<Board>,
}

impl From<Boards> for Task {
    fn from(Boards { boards }: Boards) -> Self {
        let views = boards.iter().map(|board| View::new(board, matters, matters).into());
        Self { views: views.collect(), boards }
    }
}

impl From<Task> for Boards {
    fn from(Task { boards, .. }: Task) -> Self {
        Self { boards }
    }
}

/// Whether some reading counts a line with these stones.
fn matters(stones: ByColor<u8>) -> bool {
    let ByColor { black, white } = stones;
    black >= 3 || white >= 3 || black == 0 || white == 0
}

impl Kind for CountLines {
    const NAME: &'static str = "four-in-a-row/count-lines";
    const VERSION: u32 = 4;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = AnyOf<i64>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::COUNT_LINES]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let mut deck = Deck::default();
        let boards = (0..params.boards.get()).map(|_| played_on(rng, &mut deck));
        Boards { boards: boards.collect() }.into()
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<i64>> + 'a {
        reading.counts(&task.views)
    }

    fn reference(task: &Task) -> Vec<AnyOf<i64>> {
        let sides = [Stone::Black, Stone::White];
        let counts =
            task.boards.iter().flat_map(|board| sides.map(|side| board.complete_lines(side)));
        counts.map(|count| AnyOf(vec![count.into()])).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        panels(&task.boards, 2)
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Text> {
        whole_number(text)
    }

    fn questions(_task: &Task, reference: &[AnyOf<i64>]) -> Vec<Question> {
        let sides = reference.chunks(Stone::ALL.len());
        sides.map(|counts| Question::with_all_of(counts.iter().flat_map(|AnyOf(n)| n))).collect()
    }
}
