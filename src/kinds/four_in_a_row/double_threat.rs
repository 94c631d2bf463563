//! Step 27: a cell that makes two threats at once.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::positions::{Avoid, CellOrNone, Positions, QuietPositions, empty_cells_on_twos, played};
use crate::board::lattice::four_in_a_row::{Bitboard, Board, Line, Stone, Tally};
use crate::step::{
    Count, Expected, Feedback, Marks, Misconception, OldKind as Kind, Question, Workload,
};

/// Any cell that gives the side to move two or more cells to complete a line, for each board.
pub enum DoubleThreat {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 16>,
}

/// One board in this many has no such cell. That is the most likely answer: six boards are guessed right once in 14⁶ ≈ 2^23, and
/// `gradus check` wants 2^20.
const ONE_HAS_NONE: u8 = 14;

/// With more cells than these, one of them would be easy to guess.
const MAX_CELLS: u32 = 3;

impl Kind for DoubleThreat {
    const NAME: &'static str = "four-in-a-row/double-threat";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "opponents-double-threat",
            hint: "The cell must make two threats for `side`, not for its opponent.",
            solve: |task| {
                task.first(|board, side| board.open_cells(side.other(), 2), Tally::two_or_more)
            },
        },
        Misconception {
            id: "one-threat-is-enough",
            hint: "One threat is answered by one stone: the cell must leave two or more cells that complete a line.",
            solve: |task| task.first(|board, side| board.open_cells(side, 2), Tally::counted),
        },
        Misconception {
            id: "blocked-lines-counted",
            hint: "Three stones on a line threaten nothing when the opponent has the fourth cell.",
            solve: |task| {
                task.first(
                    |board, side| empty_cells_on_twos(board, side, 0..=1, |_| true),
                    Tally::two_or_more,
                )
            },
        },
        Misconception {
            id: "three-dimensions-only",
            hint: "Lines also run from one w to another: the four cubes are one board.",
            solve: |task| {
                task.first(
                    |board, side| empty_cells_on_twos(board, side, 0..=0, Line::is_in_one_cube),
                    Tally::two_or_more,
                )
            },
        },
        Misconception {
            id: "lines-with-one-stone-counted",
            hint: "A line threatens after the move only if it has three stones then: two of them must be there before.",
            solve: |task| task.first(|board, side| board.open_cells(side, 1), Tally::two_or_more),
        },
    ];

    type Params = Params;
    type Task = QuietPositions;
    type Item = CellOrNone;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> QuietPositions {
        QuietPositions(Positions::draw(rng, params.boards.get(), forked))
    }

    fn reference(task: &QuietPositions) -> Vec<CellOrNone> {
        task.0.each(|board, side| CellOrNone(board.double_threats(side).first()))
    }

    fn read_item(
        _task: &QuietPositions,
        _position: usize,
        text: &str,
    ) -> Result<CellOrNone, Expected> {
        CellOrNone::read(text)
    }

    /// Any of the cells is right.
    fn judge(task: &QuietPositions, _reference: &[CellOrNone], given: &[CellOrNone]) -> Marks {
        let right = task.0.each(Board::double_threats).into_iter();
        right
            .zip(given)
            .map(|(cells, CellOrNone(given))| match given {
                Some(cell) => cells.contains(*cell),
                None => cells.is_empty(),
            })
            .collect()
    }

    fn questions(task: &QuietPositions, _reference: &[CellOrNone]) -> Vec<Question> {
        task.0.each(|board, side| {
            let cells = board.double_threats(side);
            let none = cells.is_empty().then_some(CellOrNone(None));
            Question::with_any_of(cells.iter().map(|cell| CellOrNone(Some(cell))).chain(none))
        })
    }
}

impl QuietPositions {
    /// The first cell of those that a tally leaves to choose from, for each board.
    fn first(
        &self,
        tally: impl Fn(&Board, Stone) -> Tally,
        chosen: impl Fn(&Tally) -> Bitboard,
    ) -> Vec<CellOrNone> {
        self.0.each(|board, side| CellOrNone(chosen(&tally(board, side)).first()))
    }
}

/// A position with one, two or three cells that make a double threat, or seldom with none.
fn forked(rng: &mut ChaCha8Rng, side: Stone) -> Board {
    let wanted = if rng.random_range(0..ONE_HAS_NONE) == 0 { 0..=0 } else { 1..=MAX_CELLS };
    // Lines with a stone of the opponent seldom change the answer: one board in three is drawn so that they do.
    let needs_blocked_lines = rng.random_range(0..3) == 0;
    loop {
        let board = played(rng, side, 12..=20, Avoid::OpenThrees);
        let cells = board.double_threats(side);
        let misleads = || {
            let with_blocked = empty_cells_on_twos(&board, side, 0..=1, |_| true).two_or_more();
            with_blocked.first().is_some_and(|cell| !cells.contains(cell))
        };
        if wanted.contains(&cells.len()) && (!needs_blocked_lines || misleads()) {
            return board;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn none_one_two_and_three_cells_all_occur() {
        let mut rng = ChaCha8Rng::seed_from_u64(27);
        let mut boards = [0; 4];
        for _ in 0..700 {
            let cells = forked(&mut rng, Stone::White).double_threats(Stone::White);
            boards[cells.len() as usize] += 1;
        }
        assert!((35..65).contains(&boards[0]), "{boards:?}");
        assert!(boards[1..].iter().all(|&count| count > 50), "{boards:?}");
    }
}
