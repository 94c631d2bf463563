//! Step 17: the value of a position when both players look ahead.

use std::sync::{LazyLock, OnceLock};

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{TryFromInto, serde_as};

use super::HINTS;
use super::evaluation::{
    self, CLASSES, Evaluation, Numbers, class, is_completable, is_won, numbers,
};
use super::positions::{undecided, winnable, winning_numbers};
use super::readings::{COLUMNS, Cells, Diagonals, Line, Lines, ROWS, Turn, on_line, placed};
use crate::board::numerical::{Board, NumberSet, Player};
use crate::kinds::item::whole_number;
use crate::step::{
    Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Span, Steering, Workload,
};

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

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    evaluation: Evaluation,
    /// The lines that are evaluated, and that finish a game.
    lines: Lines,
    finish: Finish,
    choice: Choice,
    sign: Sign,
    /// How many plies are searched beyond the depth that the task says.
    more_plies: i8,
    turn: Turn,
    tables: OnceLock<Tables>,
}

/// When a game is finished, and what it is worth then.
#[derive(Clone, Copy, Default)]
enum Finish {
    #[default]
    WonOrFull,
    /// Moves are made until the board is full.
    Full,
    /// A win has this score instead of the evaluation.
    Score(i32),
}

/// Who takes the greatest value.
#[derive(Clone, Copy, Default)]
enum Choice {
    #[default]
    Odd,
    Even,
    Both,
    /// The player who is to move at the start.
    First,
}

/// From whose side the value is given.
#[derive(Clone, Copy, Default)]
enum Sign {
    #[default]
    Odd,
    /// Of the player who is to move at the start.
    First,
}

/// Scores that programs give for a win: more than any evaluation.
const WIN_SCORES: [i32; 3] = [100, 1_000, 10_000];

impl Kind for Minimax {
    const NAME: &'static str = "numerical/minimax";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    // A search of three plies takes some 10 µs.
    const DIAGNOSIS_LIMIT: usize = 100;
    const SAMPLE_TASKS: u32 = 80;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("both-take-the-greatest", |reading| reading.choice = Choice::Both)
            .or("mover-takes-the-greatest", |reading| reading.choice = Choice::First)
            .or("sides-swapped", |reading| reading.choice = Choice::Even)
            .alone();
        aspects
            .add()
            .or("one-move-short", |reading| reading.more_plies = -1)
            .or("one-move-more", |reading| reading.more_plies = 1)
            .alone();
        evaluation::add_conditions(aspects, |reading| &mut reading.evaluation).alone();
        aspects
            .add()
            .or("diagonals-missed", |reading| reading.lines.diagonals = Diagonals::None)
            .or("minor-diagonal-missed", |reading| reading.lines.diagonals = Diagonals::MajorOnly)
            .alone();
        evaluation::add_pairs(aspects, |reading| &mut reading.evaluation).alone();
        aspects.add().or("searched-past-a-win", |reading| reading.finish = Finish::Full).alone();
        aspects.add().or("value-of-the-first-player", |reading| reading.sign = Sign::First).alone();
        aspects
            .add()
            .or("for-the-player-to-move", |reading| {
                reading.evaluation.see_from_the_player_to_move();
            })
            .alone();
        aspects
            .add()
            .or("other-player", |reading| reading.turn = Turn::ByCountReversed)
            .or("always-odd", |reading| reading.turn = Turn::AlwaysOdd)
            .alone();
        let scores = WIN_SCORES.map(|score| (score.to_string(), score.to_string(), score));
        aspects
            .add()
            .or_each("winning-is-worth-more", scores, |reading, score| {
                reading.finish = Finish::Score(score);
            })
            .alone();
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let depth = rng.random_range(params.depth.0.range());
        let count = params.boards.get() as usize;
        let others = [Sort::Even, Sort::Odd].into_iter().cycle().take(count - 1);
        let sorts: Vec<Sort> = others.chain([Sort::Won]).collect();
        let draw = |rng: &mut ChaCha8Rng, sort: &Sort| position(rng, depth, *sort);
        let pose = |&board: &Board| Task { boards: vec![board], depth: Depth(depth) };
        let mut boards = steering.cover_each(rng, &sorts, rounds(depth), draw, pose);
        boards.shuffle(rng);
        Task { boards, depth: Depth(depth) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        let search = Search::new(reading);
        task.boards.iter().map(move |board| One(search.value(board.cells(), task.depth.0).into()))
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

/// A minimax search by a reading.
struct Search<'a> {
    reading: &'a Reading,
    tables: &'a Tables,
}

/// What a search by a reading looks up on every board.
struct Tables {
    lines: Vec<Line>,
    /// How many lines go through each cell, and which, by their places in the list.
    through: [(usize, [usize; MAX_THROUGH]); 16],
    /// What a line of each class is worth while the odd player is to move, and while the even player is.
    values: [[i32; CLASSES]; 2],
}

/// A position of the search.
#[derive(Clone, Copy)]
struct Position {
    /// Cell `n` is bit `n`.
    empty: u16,
    /// The numbers on the board, and on each of the lines.
    all: Numbers,
    on_lines: [Numbers; MAX_LINES],
    /// The sum of the values of the lines, as far as the numbers elsewhere do not matter, for the player who is to move at the end of the search.
    value: i32,
    is_odd_to_move: bool,
    is_finished: bool,
}

/// No reading has more lines, or more through one cell.
const MAX_LINES: usize = 10;
const MAX_THROUGH: usize = 4;

/// A search of one board.
struct Start {
    is_odd_first: bool,
    /// Whether an even count of numbers lies on the board where the search ends, unless a game is finished before.
    is_even_at_end: bool,
}

const ODD: Numbers = 0b0101_0101_0101_0101;

#[expect(clippy::indexing_slicing, reason = "cells of the board")]
impl Tables {
    fn new(reading: &Reading) -> Self {
        let lines = reading.lines.list();
        let mut through = [(0, [0; MAX_THROUGH]); 16];
        for (place, line) in lines.iter().enumerate() {
            for &cell in line {
                let (count, places) = &mut through[cell];
                places[*count] = place;
                *count += 1;
            }
        }
        Self { lines, through, values: reading.evaluation.of_classes() }
    }
}

#[expect(clippy::indexing_slicing, reason = "cells of the board, lines of the list and classes")]
impl<'a> Search<'a> {
    fn new(reading: &'a Reading) -> Self {
        Self { reading, tables: reading.tables.get_or_init(|| Tables::new(reading)) }
    }

    fn value(&self, cells: Cells, depth: u8) -> i32 {
        let plies = depth.saturating_add_signed(self.reading.more_plies);
        let start = Start {
            is_odd_first: self.reading.turn.is_odd(&cells),
            is_even_at_end: (placed(&cells) + usize::from(plies)).is_multiple_of(2),
        };
        let position = self.position(&start, &cells);
        let value = self.search(&start, &position, plies, -i32::MAX, i32::MAX);
        match self.reading.sign {
            Sign::First if !start.is_odd_first => -value,
            Sign::First | Sign::Odd => value,
        }
    }

    fn position(&self, start: &Start, cells: &Cells) -> Position {
        let mut on_lines = [0; MAX_LINES];
        for (place, line) in on_lines.iter_mut().zip(&self.tables.lines) {
            *place = numbers(&on_line(cells, line));
        }
        let is_empty = |cell: &usize| cells[*cell] == 0;
        let is_won = on_lines.iter().any(|&line| is_won(class(line)));
        let mut position = Position {
            empty: (0..16).filter(is_empty).fold(0, |set, cell| set | 1 << cell),
            all: numbers(cells),
            on_lines,
            value: 0,
            is_odd_to_move: start.is_odd_first,
            is_finished: is_won && !matches!(self.reading.finish, Finish::Full),
        };
        position.value = self.sum(&position, start.is_even_at_end);
        position
    }

    /// The sum of the values of the lines.
    fn sum(&self, position: &Position, is_even_count: bool) -> i32 {
        let values = &self.tables.values[usize::from(!is_even_count)];
        let lines = position.on_lines.iter().take(self.tables.lines.len());
        lines.map(|&line| values[class(line)]).sum()
    }

    /// The lines through a cell.
    fn through(&self, cell: usize) -> impl Iterator<Item = usize> + Clone {
        let (count, places) = &self.tables.through[cell];
        places.iter().copied().take(*count)
    }

    fn after(&self, start: &Start, before: &Position, (cell, number): Placed) -> Position {
        let mut position = *before;
        let bit = 1 << (number - 1);
        position.empty &= !(1 << cell);
        position.all |= bit;
        position.is_odd_to_move = !before.is_odd_to_move;
        let values = &self.tables.values[usize::from(!start.is_even_at_end)];
        let mut is_finished = false;
        for line in self.through(cell) {
            let (old, new) = (class(before.on_lines[line]), class(before.on_lines[line] | bit));
            position.on_lines[line] |= bit;
            position.value += values[new] - values[old];
            is_finished |= is_won(new);
        }
        position.is_finished = is_finished && !matches!(self.reading.finish, Finish::Full);
        position
    }

    fn evaluate(&self, start: &Start, position: &Position) -> i32 {
        match self.reading.finish {
            Finish::Score(score) if position.is_finished => {
                // Who is to move has lost.
                return if position.is_odd_to_move { -score } else { score };
            }
            _ => {}
        }
        let is_even_count = position.all.count_ones().is_multiple_of(2);
        if self.reading.evaluation.asks_for_free_numbers() {
            let values = &self.tables.values[usize::from(!is_even_count)];
            let lines = position.on_lines.iter().take(self.tables.lines.len());
            let value = |&line: &Numbers| match values[class(line)] {
                0 => 0,
                value if is_completable(line, position.all) => value,
                _ => 0,
            };
            lines.map(value).sum()
        } else if is_even_count == start.is_even_at_end {
            position.value
        } else {
            self.sum(position, is_even_count)
        }
    }

    /// The value within `alpha` to `beta`, or a bound on the same side (alpha-beta).
    fn search(
        &self,
        start: &Start,
        position: &Position,
        plies: u8,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        if plies == 0 || position.is_finished {
            return self.evaluate(start, position);
        }
        let takes_greatest = match self.reading.choice {
            Choice::Odd => position.is_odd_to_move,
            Choice::Even => !position.is_odd_to_move,
            Choice::Both => true,
            Choice::First => position.is_odd_to_move == start.is_odd_first,
        };
        let mut best = None;
        // Takes a value for the best one if it is, and says whether the others can change nothing.
        let mut take = |value: i32, alpha: &mut i32, beta: &mut i32| {
            if takes_greatest {
                best = Some(best.map_or(value, |best: i32| best.max(value)));
                *alpha = (*alpha).max(value);
            } else {
                best = Some(best.map_or(value, |best: i32| best.min(value)));
                *beta = (*beta).min(value);
            }
            *alpha >= *beta
        };
        if plies == 1 && self.is_plain() {
            let values = &self.tables.values[usize::from(!start.is_even_at_end)];
            let free = Self::free(position);
            'moves: for cell in bits(position.empty) {
                // Without these lines as they are.
                let lines = self.through(cell.into()).map(|line| position.on_lines[line]);
                let others =
                    position.value - lines.clone().map(|line| values[class(line)]).sum::<i32>();
                for number in bits(free) {
                    let line_value = |line: Numbers| values[class(line | 1 << number)];
                    let value = others + lines.clone().map(line_value).sum::<i32>();
                    if take(value, &mut alpha, &mut beta) {
                        break 'moves;
                    }
                }
            }
        } else {
            let successors =
                Self::moves(position).map(|placed| self.after(start, position, placed));
            let mut successors: Vec<Position> = successors.collect();
            // Those that seem best come first, so that the others can be cut off.
            if plies > 1 {
                let seems = |next: &Position| {
                    if takes_greatest { -next.value } else { next.value }
                };
                successors.sort_unstable_by_key(seems);
            }
            for next in &successors {
                let value = self.search(start, next, plies - 1, alpha, beta);
                if take(value, &mut alpha, &mut beta) {
                    break;
                }
            }
        }
        // Without a move the board is full.
        best.unwrap_or_else(|| self.evaluate(start, position))
    }

    /// Whether the value after the last ply is the sum of the values of the lines, even if the game is finished.
    fn is_plain(&self) -> bool {
        !self.reading.evaluation.asks_for_free_numbers()
            && !matches!(self.reading.finish, Finish::Score(_))
    }

    /// The numbers that the player to move may place.
    fn free(position: &Position) -> Numbers {
        let own = if position.is_odd_to_move { ODD } else { !ODD };
        own & !position.all
    }

    /// The moves, by cell and then by number.
    fn moves(position: &Position) -> impl Iterator<Item = Placed> + use<> {
        let (free, empty) = (Self::free(position), position.empty);
        bits(empty)
            .flat_map(move |cell| bits(free).map(move |number| (usize::from(cell), number + 1)))
    }
}

/// The places of the bits that are set.
#[expect(clippy::cast_possible_truncation, reason = "a set has 16 bits")]
fn bits(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = (set != 0).then_some(set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        place
    })
}

/// A move: a cell and a number.
type Placed = (usize, u8);

/// A sort of position.
#[derive(Clone, Copy)]
enum Sort {
    /// Open, with the odd player to move, and it matters that the four numbers of a set are different.
    Odd,
    /// Open, with the even player to move, and often it matters too.
    Even,
    /// Won already, by a line that no reading misses, with two odd numbers. It matters that no moves are made.
    Won,
}

/// How often another position of each sort is tried, so that each misconception fails on several.
fn rounds(depth: u8) -> usize {
    match depth {
        1 => 10,
        2 => 5,
        _ => 1,
    }
}

/// The right reading, and two that are seldom wrong on a position left to chance: numbers repeated in a set, and moves after a win.
static READINGS: LazyLock<[Reading; 3]> = LazyLock::new(|| {
    [
        Reading::default(),
        Reading { evaluation: Evaluation::with_repetition(), ..Reading::default() },
        Reading { finish: Finish::Full, ..Reading::default() },
    ]
});

/// A position with enough moves to choose from, and not so many that a plain search takes long.
fn position(rng: &mut ChaCha8Rng, depth: u8, sort: Sort) -> Board {
    let moves = match depth {
        1 => 5..=10,
        2 => 7..=10,
        _ => 9..=10,
    };
    let [right, repeated, full] = READINGS.each_ref().map(Search::new);
    loop {
        let moves: usize = rng.random_range(moves.clone());
        let value = |search: &Search, board: &Board| search.value(board.cells(), depth);
        match sort {
            Sort::Odd => {
                let board = undecided(rng, moves.next_multiple_of(2));
                let wanted = value(&right, &board);
                if is_kept(rng, wanted) && wanted != value(&repeated, &board) {
                    return board;
                }
            }
            Sort::Even => {
                let board = undecided(rng, moves | 1);
                let wanted = value(&right, &board);
                if is_kept(rng, wanted)
                    && (wanted != value(&repeated, &board)
                        || rng.random_ratio(1, if depth < 3 { 8 } else { 3 }))
                {
                    return board;
                }
            }
            Sort::Won => {
                let Some(board) = won(rng, moves.min(8)) else {
                    continue;
                };
                let wanted = value(&right, &board);
                if !is_kept(rng, wanted) {
                    continue;
                }
                let read = value(&full, &board);
                if wanted != read && is_telling(read) {
                    return board;
                }
            }
        }
    }
}

/// A position that the last move has won, with a single odd number on some line and a single even one on another, if one is found at
/// once.
fn won(rng: &mut ChaCha8Rng, moves: usize) -> Option<Board> {
    let [first, second, third, _] = if rng.random() { ROWS } else { COLUMNS };
    let line = [first, second, third].choose(rng).copied()?;
    let numbers = winning_numbers(rng, Some(2));
    let board = winnable(rng, moves.max(6), &line, numbers)?.won()?;
    let has_single = |player| {
        let mut lines = board.numbers_on_lines().into_iter();
        lines.any(|line| line.len() == 1 && NumberSet::of(player).contains_all(line))
    };
    (has_single(Player::Odd) && has_single(Player::Even)).then_some(board)
}

/// Whether few positions have this value, so that it is not given by chance.
fn is_telling(value: i32) -> bool {
    !(1..=60).contains(&value)
}

/// Whether a position with this value is kept.
///
/// Left to chance, values near 10 and great even ones would be frequent, and good guesses. Such positions are drawn again with
/// probabilities that were found by trial: the test below shows how frequent each value is.
fn is_kept(rng: &mut ChaCha8Rng, value: i32) -> bool {
    let is_rare = rng.random_range(0..60) < value.abs_diff(10).clamp(7, 34);
    is_rare && (value % 2 != 0 || value < 40 || rng.random_ratio(2, 3))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng as _;

    use super::*;
    use crate::board::numerical::search::minimax;

    #[test]
    fn the_right_reading_is_the_minimax_value() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let right = Reading::default();
        let sorts = [Sort::Odd, Sort::Even, Sort::Won];
        let depths = (1..=MAX_DEPTH).cycle().flat_map(|depth| sorts.map(move |sort| (depth, sort)));
        for (depth, sort) in depths.take(300) {
            let board = position(&mut rng, depth, sort);
            let moves = rng.random_range(8..=16);
            let any = undecided(&mut rng, moves);
            for board in [board, any] {
                let task = Task { boards: vec![board], depth: Depth(depth) };
                let values: Vec<i64> =
                    Minimax::solve(&task, &right).map(|One(item)| item).collect();
                assert_eq!(values, [i64::from(minimax(&board, depth))], "{depth} {board:?}");
            }
        }
    }

    #[test]
    fn no_value_is_frequent() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut frequencies: BTreeMap<i32, usize> = BTreeMap::new();
        let sorts = [Sort::Odd, Sort::Even, Sort::Even, Sort::Won];
        for (depth, &sort) in (1..=MAX_DEPTH).cycle().zip(sorts.iter().cycle()).take(3000) {
            let value = minimax(&position(&mut rng, depth, sort), depth);
            *frequencies.entry(value).or_default() += 1;
        }
        // Four boards with values of at most one in 32 each are guessed right once in 2^20.
        assert!(frequencies.values().all(|&count| count < 3000 / 32), "{frequencies:?}");
    }
}
