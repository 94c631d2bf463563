//! Step 25: where a side completes a line.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::positions::{Avoid, CellSet, Positions, played};
use crate::board::lattice::four_in_a_row::{Board, Cell, Line, Stone, lines};
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind, Workload};

/// The cells that complete a line for the side to move, for each board.
pub enum Threats {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 16>,
}

/// One board in this many has no threat. That is the most likely answer: six boards are guessed right once in 14⁶ ≈ 2^23, and
/// `gradus check` wants 2^20.
const ONE_IS_QUIET: u8 = 14;

impl Kind for Threats {
    const NAME: &'static str = "four-in-a-row/threats";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "opponents-threats",
            hint: "Asked for are the cells that complete a line for `side`, not for its opponent.",
            solve: |task| task.each(|board, side| CellSet(board.completing_cells(side.other()))),
        },
        Misconception {
            id: "both-sides-threats",
            hint: "Only the lines of `side` count, not those that its opponent could complete.",
            solve: |task| {
                task.each(|board, side| {
                    let [own, other] =
                        [side, side.other()].map(|side| board.completing_cells(side));
                    CellSet(own | other)
                })
            },
        },
        Misconception {
            id: "taken-cells-too",
            hint: "Three stones on a line are not a threat when the fourth cell is taken.",
            solve: |task| task.each(|board, side| fourth_cells(board, side, |_, _| true)),
        },
        Misconception {
            id: "gaps-missed",
            hint: "The empty cell need not be at the end of its line: it may lie between the stones.",
            solve: |task| {
                task.each(|board, side| {
                    fourth_cells(board, side, |line, cell| {
                        let [first, .., last] = line.cells();
                        board.at(cell).is_none() && (cell == first || cell == last)
                    })
                })
            },
        },
        Misconception {
            id: "three-dimensions-only",
            hint: "Lines also run from one w to another: the four cubes are one board.",
            solve: |task| {
                task.each(|board, side| {
                    fourth_cells(board, side, |line, cell| {
                        board.at(cell).is_none() && line.is_in_one_cube()
                    })
                })
            },
        },
    ];

    type Params = Params;
    type Task = Positions;
    type Item = CellSet;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Positions {
        Positions::draw(rng, params.boards.get(), threatening)
    }

    fn reference(task: &Positions) -> Vec<CellSet> {
        task.each(|board, side| CellSet(board.completing_cells(side)))
    }

    fn read_item(_task: &Positions, _position: usize, text: &str) -> Result<CellSet, Expected> {
        CellSet::read(text)
    }
}

/// A position with no threat of the side to move, with one, with two, or with more.
fn threatening(rng: &mut ChaCha8Rng, side: Stone) -> Board {
    let wanted = match rng.random_range(0..ONE_IS_QUIET) {
        0 => 0..=0,
        1..=4 => 1..=1,
        5..=8 => 2..=2,
        _ => 3..=u32::MAX,
    };
    loop {
        let board = played(rng, side, 24..=36, Avoid::Lines);
        if wanted.contains(&board.completing_cells(side).len()) {
            return board;
        }
    }
}

/// The fourth cells of some of the lines on which a side has three stones.
fn fourth_cells(board: &Board, side: Stone, counted: impl Fn(&Line, Cell) -> bool) -> CellSet {
    let stones = board.stones(side);
    let fourth = lines().iter().filter_map(|line| {
        let missing = line.mask() & !stones;
        let cell = missing.first()?;
        (missing.len() == 1 && counted(line, cell)).then_some(cell)
    });
    CellSet(fourth.collect())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn none_one_two_and_more_threats_are_all_frequent() {
        let mut rng = ChaCha8Rng::seed_from_u64(25);
        let mut boards = [0; 4];
        for _ in 0..700 {
            let threats = threatening(&mut rng, Stone::White).completing_cells(Stone::White);
            boards[threats.len().min(3) as usize] += 1;
        }
        assert!((35..65).contains(&boards[0]), "{boards:?}");
        assert!(boards[1..].iter().all(|&count| count > 150), "{boards:?}");
    }

    #[test]
    fn most_boards_have_threats_of_the_opponent_and_many_have_blocked_threes() {
        let mut rng = ChaCha8Rng::seed_from_u64(25);
        let boards: Vec<_> = (0..100).map(|_| threatening(&mut rng, Stone::Black)).collect();
        let opponents =
            boards.iter().filter(|board| !board.completing_cells(Stone::White).is_empty());
        assert!(opponents.count() > 70);
        let blocked = |board: &&Board| {
            fourth_cells(board, Stone::Black, |_, _| true).0 != board.completing_cells(Stone::Black)
        };
        assert!(boards.iter().filter(blocked).count() > 25);
    }
}
