//! Step 14: the evaluation of a position.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::evaluation::{self, Evaluation};
use super::positions::{Boards, undecided, winnable, winning_numbers};
use super::readings::{Lines, add_missing_lines, add_other_minors};
use crate::board::numerical::Board;
use crate::kinds::item::whole_number;
use crate::step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Steering, Workload};

/// The evaluation of each position, from the odd player's side.
pub enum Evaluate {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<8, 50>,
}

impl Kind for Evaluate {
    const NAME: &'static str = "numerical/evaluate";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const DIAGNOSIS_LIMIT: usize = 10_000;

    type Params = Params;
    type Task = Boards;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Evaluation;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Evaluation>) {
        evaluation::add_conditions(aspects, |reading| reading);
        evaluation::add_pairs(aspects, |reading| reading);
        let lines = aspects.add();
        add_missing_lines(lines, |reading| &mut reading.lines);
        add_other_minors(lines, |reading| &mut reading.lines);
        lines.or("broken-diagonals", |reading| reading.lines = Lines::WithBrokenDiagonals);
        evaluation::add_sides(aspects, |reading| reading);
        evaluation::add_missing_rows(aspects, |reading| reading);
        evaluation::add_slips(aspects, |reading| reading);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Boards {
        // Only a won board has a line of four numbers that counts, so there are two of each sort.
        let mut sorts = [Some(4), Some(4), Some(0), Some(0), Some(2), Some(2)].into_iter();
        let draw = |rng: &mut ChaCha8Rng| match sorts.next() {
            Some(odd) => won(rng, odd),
            None if rng.random_ratio(1, 3) => won(rng, None),
            None => {
                let moves = rng.random_range(3..=14);
                undecided(rng, moves)
            }
        };
        let count = params.boards.get() as usize;
        let mut boards = steering.cover(rng, count, 16, draw, Boards::one);
        boards.shuffle(rng);
        Boards { boards }
    }

    fn solve<'a>(task: &'a Boards, reading: &'a Evaluation) -> impl Iterator<Item = One<i64>> + 'a {
        let lines = reading.lines.list();
        task.boards.iter().map(move |board| One(reading.value(&board.cells(), &lines).into()))
    }

    fn reference(task: &Boards) -> Vec<One<i64>> {
        task.boards.iter().map(|board| One(board.evaluation().into())).collect()
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

/// A position that the last move has won, by a line with this many odd numbers.
fn won(rng: &mut ChaCha8Rng, odd: Option<usize>) -> Board {
    let lines = Lines::All.list();
    loop {
        let moves = rng.random_range(6..=12);
        let numbers = winning_numbers(rng, odd);
        let line = lines.choose(rng);
        let prepared = line.and_then(|line| winnable(rng, moves, line, numbers));
        if let Some(board) = prepared.and_then(|prepared| prepared.won()) {
            return board;
        }
    }
}
