//! Step 14: the evaluation of a position.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use super::evaluation::{self, Evaluation};
use super::positions::{Boards, has_short_line, undecided, winnable, winning_numbers};
use super::readings::{COLUMNS, Diagonals, Line, Lines, MAJOR, Parallels};
use crate::item::whole_number;
use crate::texts::numerical as hints;
use gradus_board::drawing::Panel;
use gradus_board::numerical::{Board, Number, NumberSet, Player};
use gradus_step::{Aspects, Count, Feedback, Kind, One, Steering, Template, Text, Workload};

/// The evaluation of each position, from the odd player's side.
pub enum Evaluate {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<8, 50>,
}

impl Kind for Evaluate {
    const NAME: &'static str = "numerical/evaluate";
    const VERSION: u32 = 3;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const DIAGNOSIS_LIMIT: usize = 10_000;

    type Params = Params;
    type Task = Boards;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Evaluation;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::EVALUATE]
    }

    fn aspects(aspects: &mut Aspects<Evaluation>) {
        evaluation::aspects::add_conditions(aspects, |reading| reading);
        evaluation::aspects::add_pairs(aspects, |reading| reading);
        evaluation::aspects::add_fours(aspects, |reading| reading);
        add_lines(aspects);
        evaluation::aspects::add_sides(aspects, |reading| reading);
        aspects.add().or("sixteen-left-out", Evaluation::leave_out_sixteen);
        evaluation::aspects::add_rare_conditions(aspects, |reading| reading, &["sixteen-left-out"]);
        evaluation::aspects::add_greedy(aspects, |reading| reading);
        evaluation::aspects::add_missing_rows(aspects, |reading| reading, |_, _| true);
        evaluation::aspects::add_totals(aspects, |reading| reading);
        evaluation::aspects::add_ranges(aspects, |reading| reading);
        evaluation::aspects::add_exchanged_rows(aspects, |reading| reading);
        evaluation::aspects::add_wrong_values(aspects, |reading| reading);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Boards {
        // Only a won board has a line of four numbers that counts, so there are several of each sort.
        let mut sorts = [4, 4, 4, 0, 0, 0, 2, 2].map(Some).into_iter();
        let draw = |rng: &mut ChaCha8Rng| match sorts.next() {
            Some(odd) => won(rng, odd),
            None => match rng.random_range(0..5) {
                0 => won(rng, None),
                1 => undecided_with(rng, has_short_line),
                2 => undecided_with(rng, has_line_that_lacks_its_own),
                3 => with_lonely_number(rng),
                _ => undecided_with(rng, |_| true),
            },
        };
        let count = params.boards.get() as usize;
        let mut boards = steering.cover(rng, count, 14, draw, Boards::one);
        boards.shuffle(rng);
        Boards { boards }
    }

    fn solve<'a>(task: &'a Boards, reading: &'a Evaluation) -> impl Iterator<Item = One<i64>> + 'a {
        let lines = reading.lines.list();
        let mut before = 0;
        task.boards.iter().map(move |board| {
            let value = i64::from(reading.value(&board.cells(), &lines));
            if !reading.is_not_set_back() {
                return One(value);
            }
            before += value;
            One(before)
        })
    }

    fn reference(task: &Boards) -> Vec<One<i64>> {
        task.boards.iter().map(|board| One(board.evaluation().into())).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        task.panels(1)
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<i64, Text> {
        whole_number(text)
    }
}

/// Adds which lines are looked at.
fn add_lines(aspects: &mut Aspects<Evaluation>) {
    aspects
        .add()
        .or("diagonals-missed", |reading| reading.lines.diagonals = Diagonals::None)
        .or("minor-diagonal-missed", |reading| reading.lines.diagonals = Diagonals::MajorOnly)
        .or("major-diagonal-missed", |reading| reading.lines.diagonals = Diagonals::MinorOnly);
    aspects
        .add()
        .or("last-row-missed", |reading| reading.lines.rows = Parallels::WithoutLast)
        .or("last-column-missed", |reading| reading.lines.columns = Parallels::WithoutLast)
        .or("last-row-and-column-missed", parallels(Parallels::WithoutLast))
        .or("rows-missed", |reading| reading.lines.rows = Parallels::None)
        .or("columns-missed", |reading| reading.lines.columns = Parallels::None)
        .or("rows-twice", |reading| reading.lines.columns = Parallels::OtherWay)
        .or("columns-twice", |reading| reading.lines.rows = Parallels::OtherWay)
        .or("rows-of-three", |reading| reading.lines.rows = Parallels::OfThree)
        .or("columns-of-three", |reading| reading.lines.columns = Parallels::OfThree);
    aspects
        .add()
        .or("first-row-and-column-missed", parallels(Parallels::WithoutFirst))
        .or("rows-and-columns-of-three", parallels(Parallels::OfThree))
        .or("first-cells-missed", parallels(Parallels::OfLastThree))
        .or("lines-of-three", |reading| {
            parallels(Parallels::OfThree)(reading);
            reading.lines.diagonals = Diagonals::OfThree;
        })
        .alone();
    let other_minor = |minor: Line| {
        move |reading: &mut Evaluation| {
            reading.lines.diagonals = Diagonals::WithMinor(minor);
        }
    };
    let [.., last_column] = COLUMNS;
    aspects
        .add()
        .or("minor-is-last-column", other_minor(last_column))
        .or("minor-from-one", other_minor([4, 7, 10, 13]))
        .or("minor-is-major", other_minor(MAJOR));
    aspects
        .add()
        .or("minor-from-zero", other_minor([0, 3, 6, 9]))
        .or("minor-ends-in-fifteen", other_minor([3, 6, 9, 15]))
        .or("minor-runs-on", |reading| reading.lines.minor_runs_on = true)
        .or("minor-twice", |reading| reading.lines.diagonals = Diagonals::MinorTwice)
        .or("diagonals-of-three", |reading| reading.lines.diagonals = Diagonals::OfThree)
        .or("diagonals-twice", |reading| reading.lines.diagonals = Diagonals::Twice)
        .or("diagonals-four-times", |reading| reading.lines.diagonals = Diagonals::FourTimes)
        .or("broken-diagonals", |reading| reading.lines.diagonals = Diagonals::RoundTheEdge)
        .alone();
}

/// Reads the rows and the columns alike.
fn parallels(which: Parallels) -> impl Fn(&mut Evaluation) + Send + Sync + 'static {
    move |reading| {
        reading.lines.rows = which;
        reading.lines.columns = which;
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

/// A position with few numbers, one of which is alone on two lines.
fn with_lonely_number(rng: &mut ChaCha8Rng) -> Board {
    loop {
        let moves = rng.random_range(3..=6);
        let board = undecided(rng, moves);
        let on_lines = board.numbers_on_lines();
        let mut alone = on_lines.into_iter().filter(|numbers| numbers.len() == 1);
        if alone.any(|one| on_lines.into_iter().filter(|&other| other == one).count() > 1) {
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

/// A position that the last move has won, by a line with this many odd numbers. If these are four of one kind, some other line has three
/// of the other kind and can be completed.
fn won(rng: &mut ChaCha8Rng, odd: Option<usize>) -> Board {
    let lines = Lines::default().list();
    let other = match odd {
        Some(4) => Some(Player::Even),
        Some(0) => Some(Player::Odd),
        _ => None,
    };
    loop {
        let moves = rng.random_range(6..=14);
        let numbers = winning_numbers(rng, odd);
        let line = lines.choose(rng);
        let prepared = line.and_then(|line| winnable(rng, moves, line, numbers));
        let Some(board) = prepared.and_then(|prepared| prepared.won()) else { continue };
        if other.is_none_or(|player| has_three_of(&board, player)) {
            return board;
        }
    }
}

/// Whether some line has three numbers of a player, no others, and can be completed.
fn has_three_of(board: &Board, player: Player) -> bool {
    board.numbers_on_lines().into_iter().any(|numbers| {
        numbers.len() == 3
            && numbers.is_completable()
            && NumberSet::of(player).contains_all(numbers)
    })
}
