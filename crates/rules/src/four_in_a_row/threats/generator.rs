//! Boards of step 25, with completing cells along lines of all sorts or with none.

use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::super::line_sets::{LineSet, Vector, changes};
use super::super::positions::{Draft, Position, Positions, are_needed, drawn_side, put_among};
use gradus_board::lattice::four_in_a_row::{Board, ByColor, Cell, Stone};

/// The positions of a task.
pub(super) fn positions(rng: &mut ChaCha8Rng, count: usize) -> Positions {
    let quiet_ones = QUIET_BOARDS.min(count);
    let side = drawn_side(rng);
    // Each direction is needed on one of the boards.
    let mut directions: Vec<Vector> = LineSet::All.vectors().collect();
    directions.shuffle(rng);
    // There are fewest lines along the directions that change most coordinates: they come first.
    directions.sort_by_key(|&vector| Reverse(changes(vector)));
    let others = count - quiet_ones;
    let needed = (0..others).map(|first| directions.iter().copied().skip(first).step_by(others));
    // A program whose ids begin at 1, or for which 0 is no cell, does not find the first or the last cell.
    let ends = [Some(0), Some(u8::MAX)].into_iter().chain(std::iter::repeat(None));
    let boards = (0..).zip(needed).zip(ends).take(others);
    let mut boards: Vec<_> = boards
        .map(|((number, needed), end)| {
            Arc::new(Position::from(threatening(
                rng,
                side,
                number,
                &needed.collect::<Vec<_>>(),
                end,
            )))
        })
        .collect();
    boards.shuffle(rng);
    let quiet = (0..quiet_ones).map(|_| Arc::new(Position::from(quiet(rng, side)))).collect();
    put_among(rng, &mut boards, quiet, QUIET_RANGE);
    Positions { boards, side }
}

/// How many boards have no completing cell, so that `-` matters.
const QUIET_BOARDS: usize = 2;

/// They are among so many after the first: the most likely answer is not to be guessed.
const QUIET_RANGE: usize = 4;

const MOVES_EACH: RangeInclusive<u8> = 44..=52;

const QUIET_MOVES_EACH: RangeInclusive<u8> = 26..=36;

/// A position with completing cells of the side along these directions, each of which is needed for a cell, and with lines that are
/// blocked. On every other board a cell completes two lines. The cell of `end` completes a line, if there is one.
fn threatening(
    rng: &mut ChaCha8Rng,
    side: Stone,
    number: usize,
    needed: &[Vector],
    end: Option<u8>,
) -> Board {
    loop {
        let mut draft = Draft::new();
        if !draft.plant_threes(rng, side, needed) {
            continue;
        }
        if let Some(end) = end {
            draft.plant_three_beside(rng, side, Cell::new(end));
        }
        if number.is_multiple_of(2) {
            draft.plant_crossing(rng, side);
        }
        let blocked = rng.random_range(1..=4);
        draft.plant_three_along(rng, side, true, |line| line.changes() == blocked);
        let others = rng.random_range(1..=4);
        draft.plant_three_along(rng, side.other(), false, |line| line.changes() == others);
        let longest = ByColor { black: 3, white: 3 };
        if let Some(board) = draft.filled(rng, side, MOVES_EACH, longest)
            && are_needed(&board, side, needed)
            && end.is_none_or(|end| board.completing_cells(side).contains(Cell::new(end)))
        {
            return board;
        }
    }
}

/// A position without a completing cell of the side, but with some of the opponent.
fn quiet(rng: &mut ChaCha8Rng, side: Stone) -> Board {
    loop {
        let mut draft = Draft::new();
        let mut sorts = [1, 2, 3, 4];
        sorts.shuffle(rng);
        for &changing in sorts.iter().take(2) {
            draft.plant_three_along(rng, side.other(), false, |line| line.changes() == changing);
        }
        let blocked = rng.random_range(1..=4);
        draft.plant_three_along(rng, side, true, |line| line.changes() == blocked);
        let mut longest = ByColor { black: 3, white: 3 };
        longest[side] = 2;
        if let Some(board) = draft.filled(rng, side, QUIET_MOVES_EACH, longest)
            && board.completing_cells(side).is_empty()
            && !board.completing_cells(side.other()).is_empty()
        {
            return board;
        }
    }
}
