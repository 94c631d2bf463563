//! Step 28: threats that the opponent has to answer, one after another, until there are two at once.

mod generator;
mod reading;
mod sequences;

use std::sync::{Arc, OnceLock};

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use self::generator::{PLANS, shortest};
use self::reading::Reading;
use self::sequences::{Sequences, ids};
use super::positions::{Ids, IllegalPositions, Positions, QuietPositions, drawn_side, read_cells};
use crate::texts::{form, four_in_a_row as hints};
use gradus_board::drawing::Panel;
use gradus_board::lattice::four_in_a_row::{Cell, SearchLimits};
use gradus_step::{Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// Any sequence of moves that wins by force for the side to move, for each board.
pub enum ForcedWin {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<3, 6>,
}

/// Quiet positions, each with a forced win of at most [`MAX_MOVES`](sequences::MAX_MOVES).
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "QuietPositions", into = "QuietPositions")]
pub struct Task {
    positions: QuietPositions,
    /// The shortest win of each board.
    wins: Vec<Vec<u8>>,
    /// Whether each board has a win in which no answer gives the opponent a three, as far as that was asked: it takes a search.
    have_calm_wins: Vec<Arc<OnceLock<bool>>>,
}

/// The maximal number of ids of an item: a sequence with too many moves is wrong, but not malformed.
const MAX_IDS: usize = 32;

/// The search for the win of a board. The boards of tasks need far fewer nodes.
const SEARCH_LIMITS: SearchLimits = SearchLimits { moves: 5, nodes: 100_000 };

impl Task {
    fn new(positions: QuietPositions, wins: Vec<Vec<u8>>) -> Self {
        let have_calm_wins = wins.iter().map(|_| Arc::default()).collect();
        Self { positions, wins, have_calm_wins }
    }
}

impl TryFrom<QuietPositions> for Task {
    type Error = IllegalPositions;

    fn try_from(positions: QuietPositions) -> Result<Self, IllegalPositions> {
        let wins = positions.0.each(|board, side| board.forced_win(side, SEARCH_LIMITS));
        let wins = wins
            .into_iter()
            .zip(1..)
            .map(|(win, number)| win.map(ids).ok_or(IllegalPositions::NoForcedWin(number)));
        Ok(Self::new(positions, wins.collect::<Result<_, _>>()?))
    }
}

impl From<Task> for QuietPositions {
    fn from(Task { positions, .. }: Task) -> Self {
        positions
    }
}

impl Kind for ForcedWin {
    const NAME: &'static str = "four-in-a-row/forced-win";
    const VERSION: u32 = 4;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    // One wrong sequence of three may have to tell a mistake: with few tasks an item is frequent by chance.
    const SAMPLE_TASKS: u32 = 64;

    type Params = Params;
    type Task = Task;
    type Item = Ids;
    type Solution = Sequences;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::FORCED_WIN]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let side = drawn_side(rng);
        let plans = PLANS.into_iter().cycle().take(params.boards.get() as usize);
        let mut boards: Vec<_> = plans.map(|plan| shortest(rng, side, plan)).collect();
        boards.shuffle(rng);
        let (boards, wins) = boards.into_iter().unzip();
        Task::new(QuietPositions(Positions { boards, side }), wins)
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = Sequences> + 'a {
        let Positions { boards, side } = &task.positions.0;
        let wins = task.wins.iter().zip(&task.have_calm_wins);
        boards.iter().zip(wins).map(|(position, (win, has_calm_win))| Sequences {
            position: Arc::clone(position),
            side: *side,
            win: win.clone(),
            has_calm_win: Arc::clone(has_calm_win),
            reading: *reading,
        })
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        task.positions.0.panels()
    }

    fn places_of(item: &str) -> Vec<&str> {
        item.split(' ').collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Ids, Text> {
        read_cells(text)
            .filter(|cells: &Vec<Cell>| cells.len() <= MAX_IDS)
            .map(|cells| cells.into_iter().collect())
            .ok_or_else(form::sequence)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::generator::winnable;
    use super::sequences::{MAX_MOVES, orders_of};
    use super::*;

    #[test]
    fn the_rule_as_it_is_read_is_the_boards() {
        let mut rng = ChaCha8Rng::seed_from_u64(28);
        for plan in PLANS {
            let side = drawn_side(&mut rng);
            let (position, win) = winnable(&mut rng, side, plan);
            let (has_calm_win, reading) = (Arc::default(), Reading::default());
            let right = Sequences { position, side, win, has_calm_win, reading };
            assert!(right.wins(&right.win));
            for first in 0..=u8::MAX {
                for moves in [vec![first], vec![first, 17], [&[first], &right.win[..]].concat()] {
                    let cells: Vec<Cell> = moves.iter().copied().map(Cell::new).collect();
                    let is_win = right.position.board.is_forced_win(side, &cells);
                    assert_eq!(right.wins(&moves), is_win && moves.len() <= MAX_MOVES, "{moves:?}");
                }
            }
        }
    }

    #[test]
    fn cells_have_as_many_orders_as_there_are() {
        assert_eq!(orders_of(&[1, 2, 3]).len(), 6);
        assert_eq!(orders_of(&[7]), [[7]]);
    }
}
