//! Step 17: the value of a position when both players look ahead.

mod generator;
mod ordered_search;
mod reading;
mod search;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use serde_with::{TryFromInto, serde_as};

use self::generator::{Sort, positions};
use self::search::Search;
use super::positions::panels_to_move;
use crate::item::whole_number;
use crate::texts::numerical as hints;
use gradus_board::drawing::Panel;
use gradus_board::numerical::{Board, Outcome};
use gradus_step::{
    AnyOf, Aspects, Count, Feedback, Kind, Span, Steering, Template, Text, Workload,
};

use self::reading::Reading;

/// The minimax value of each position at one depth.
pub enum Minimax {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<4, 16>,
    depth: Depths,
}

/// From which to which depth: 1 to 3 unless the step says otherwise.
#[derive(Serialize, Deserialize)]
struct Depths(Span<1, MAX_DEPTH>);

impl Default for Depths {
    fn default() -> Self {
        Self(Span::new::<1, MAX_DEPTH>())
    }
}

/// Deeper searches take a plain program too long.
const MAX_DEPTH: u8 = 3;

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<TryFromInto<[u8; 16]>>")]
    boards: Vec<Board>,
    depth: Depth,
}

/// How many moves the players look ahead.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
struct Depth(u8);

#[derive(Debug, thiserror::Error)]
#[error("a depth of {0}; expected 1 to {MAX_DEPTH}")]
struct DepthError(u8);

impl TryFrom<u8> for Depth {
    type Error = DepthError;

    fn try_from(depth: u8) -> Result<Self, DepthError> {
        let is_allowed = (1..=MAX_DEPTH).contains(&depth);
        is_allowed.then_some(Self(depth)).ok_or(DepthError(depth))
    }
}

impl From<Depth> for u8 {
    fn from(Depth(depth): Depth) -> Self {
        depth
    }
}

impl Kind for Minimax {
    const NAME: &'static str = "numerical/minimax";
    const VERSION: u32 = 7;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    // A search of three plies takes some 8 µs, and most readings are refused on the first board. With 320 the limit was reached before
    // what the misreadings answer alone had put the pairs in order, and a tenth of the pairs was not told: `check --seeds 1000`.
    const DIAGNOSIS_LIMIT: usize = 380;
    const SAMPLE_TASKS: u32 = 240;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = AnyOf<i64>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::MINIMAX]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let depth = rng.random_range(params.depth.0.range());
        let count = params.boards.get() as usize;
        let others = [Sort::Even, Sort::Odd].into_iter().cycle().take(count - 1);
        let sorts: Vec<Sort> = others.chain([Sort::Won]).collect();
        let mut boards = positions(rng, depth, &sorts, steering.misreadings());
        // The won board, or the one that takes least, comes first: most wrong answers are told apart by it.
        boards.sort_by_key(|board| (board.outcome() == Outcome::Open, board.empty_cells().count()));
        boards.swap(0, rng.random_range(0..count.min(2)));
        if let Some((_, others)) = boards.split_first_mut() {
            others.shuffle(rng);
        }
        Task { boards, depth: Depth(depth) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<i64>> + 'a {
        let search = Search::new(reading);
        let values = move |board: &Board| search.values(board.cells(), task.depth.0);
        let items = move |board| values(board).into_iter().map(i64::from).collect();
        task.boards.iter().map(move |board| AnyOf(items(board)))
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        panels_to_move(&task.boards)
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Text> {
        whole_number(text)
    }
}
