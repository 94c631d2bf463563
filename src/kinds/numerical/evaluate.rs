//! Step 14: the evaluation of a position.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::evaluation::{self, Evaluation};
use super::positions::{Boards, has_short_line, undecided, winnable, winning_numbers};
use super::readings::{COLUMNS, Lines, MAJOR, add_missing_lines};
use crate::board::numerical::{Board, Number};
use crate::kinds::item::whole_number;
use crate::step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Steering, Workload};

/// The evaluation of each position, from the odd player's side.
pub enum Evaluate {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<10, 50>,
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
        let [.., last_column] = COLUMNS;
        let lines = aspects.add();
        add_missing_lines(lines, |reading| &mut reading.lines);
        lines
            .or("minor-is-last-column", move |reading| {
                reading.lines = Lines::WithMinor(last_column);
            })
            .or("minor-from-one", |reading| reading.lines = Lines::WithMinor([4, 7, 10, 13]));
        aspects
            .add()
            .or("minor-from-zero", |reading| reading.lines = Lines::WithMinor([0, 3, 6, 9]))
            .or("minor-ends-in-fifteen", |reading| {
                reading.lines = Lines::WithMinor([3, 6, 9, 15]);
            })
            .or("minor-is-major", |reading| reading.lines = Lines::WithMinor(MAJOR))
            .or("broken-diagonals", |reading| reading.lines = Lines::WithBrokenDiagonals)
            .alone();
        evaluation::add_sides(aspects, |reading| reading);
        evaluation::add_rare_conditions(aspects, |reading| reading);
        evaluation::add_fours(aspects, |reading| reading);
        evaluation::add_missing_rows(aspects, |reading| reading, |_, _| true);
        evaluation::add_slips(aspects, |reading| reading);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Boards {
        // Only a won board has a line of four numbers that counts, so there are several of each sort.
        let mut sorts = [4, 4, 4, 0, 0, 0, 2, 2].map(Some).into_iter();
        let draw = |rng: &mut ChaCha8Rng| match sorts.next() {
            Some(odd) => won(rng, odd),
            None => match rng.random_range(0..4) {
                0 => won(rng, None),
                1 => undecided_with(rng, has_short_line),
                2 => undecided_with(rng, has_line_that_lacks_its_own),
                _ => undecided_with(rng, |_| true),
            },
        };
        let count = params.boards.get() as usize;
        let mut boards = steering.cover(rng, count, 24, draw, Boards::one);
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

/// An undecided position of some sort.
fn undecided_with(rng: &mut ChaCha8Rng, is_wanted: impl Fn(&Board) -> bool) -> Board {
    loop {
        let moves = rng.random_range(3..=14);
        let board = undecided(rng, moves);
        if is_wanted(&board) {
            return board;
        }
    }
}

/// Whether some line has three numbers that lack one of themselves, such as 5, 9 and 15, which lack another 5.
fn has_line_that_lacks_its_own(board: &Board) -> bool {
    board.numbers_on_lines().into_iter().any(|numbers| {
        let missing = 34_u8.checked_sub(numbers.sum()).and_then(Number::new);
        numbers.len() == 3 && missing.is_some_and(|number| numbers.contains(number))
    })
}

/// A position that the last move has won, by a line with this many odd numbers.
fn won(rng: &mut ChaCha8Rng, odd: Option<usize>) -> Board {
    let lines = Lines::All.list();
    loop {
        let moves = rng.random_range(6..=14);
        let numbers = winning_numbers(rng, odd);
        let line = lines.choose(rng);
        let prepared = line.and_then(|line| winnable(rng, moves, line, numbers));
        if let Some(board) = prepared.and_then(|prepared| prepared.won()) {
            return board;
        }
    }
}
