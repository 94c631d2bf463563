//! Step 17: the value of a position when both players look ahead.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{TryFromInto, serde_as};

use super::HINTS;
use super::evaluation::{self, Evaluation, Numbers, numbers};
use super::positions::{undecided, winnable, winning_numbers};
use super::readings::{COLUMNS, Cells, Diagonals, Line, Lines, Turn, add_missing_lines, on_line};
use crate::board::numerical::Board;
use crate::board::numerical::search::minimax;
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
    last: Last,
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
    Neither,
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

/// The last number that there is.
#[derive(Clone, Copy, Default)]
enum Last {
    #[default]
    Sixteen,
    Fifteen,
}

/// Scores that programs give for a win: more than any evaluation.
const WIN_SCORES: [i32; 5] = [100, 1_000, 10_000, 100_000, 1_000_000];

impl Kind for Minimax {
    const NAME: &'static str = "numerical/minimax";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    // A search of three plies takes some 10 µs.
    const DIAGNOSIS_LIMIT: usize = 500;

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
            .or("both-take-the-smallest", |reading| reading.choice = Choice::Neither);
        aspects
            .add()
            .or("one-move-short", |reading| reading.more_plies = -1)
            .or("one-move-more", |reading| reading.more_plies = 1);
        evaluation::add_conditions(aspects, |reading| &mut reading.evaluation);
        add_missing_lines(aspects, |reading| &mut reading.lines);
        evaluation::add_pairs(aspects, |reading| &mut reading.evaluation);
        let [.., last_column] = COLUMNS;
        let other_minor = |minor: Line| {
            move |reading: &mut Reading| reading.lines.diagonals = Diagonals::WithMinor(minor)
        };
        aspects
            .add()
            .or("minor-is-last-column", other_minor(last_column))
            .or("minor-from-one", other_minor([4, 7, 10, 13]))
            .alone();
        aspects.add().or("searched-past-a-win", |reading| reading.finish = Finish::Full).alone();
        aspects.add().or("value-of-the-first-player", |reading| reading.sign = Sign::First).alone();
        evaluation::add_sides(aspects, |reading| &mut reading.evaluation).alone();
        aspects.add().or("sixteen-not-placed", |reading| reading.last = Last::Fifteen).alone();
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
        // Four numbers of one kind on a line are rare at the end of a search.
        let is_added = |odd, even| odd < 4 && even < 4;
        evaluation::add_missing_rows(aspects, |reading| &mut reading.evaluation, is_added);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let depth = rng.random_range(params.depth.0.range());
        let sorts = Sort::of_depth(depth).into_iter().cycle();
        let mut boards: Vec<Board> = sorts
            .take(params.boards.get() as usize)
            .map(|sort| position(rng, depth, sort))
            .collect();
        boards.shuffle(rng);
        // Those that take least come first: most wrong answers are told apart by them.
        boards.sort_by_key(|board| board.empty_cells().count());
        Task { boards, depth: Depth(depth) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        let search = Search::new(reading);
        task.boards.iter().map(move |board| One(search.value(board.cells(), task.depth.0).into()))
    }

    fn reference(task: &Task) -> Vec<One<i64>> {
        task.boards.iter().map(|board| One(minimax(board, task.depth.0).into())).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

/// A minimax search by a reading.
struct Search<'a> {
    reading: &'a Reading,
    lines: Vec<Line>,
    /// The lines through each cell, by their places in the list.
    through: [Vec<usize>; 16],
}

/// A position of the search.
#[derive(Clone)]
struct Position {
    cells: Cells,
    /// The numbers on the board, and on each of the lines.
    all: Numbers,
    on_lines: [Numbers; MAX_LINES],
    /// The sum of the values of the lines.
    value: i32,
    is_odd_to_move: bool,
    is_finished: bool,
}

/// No reading has more lines.
const MAX_LINES: usize = 16;

#[expect(clippy::indexing_slicing, reason = "cells of the board and lines of the list")]
impl<'a> Search<'a> {
    fn new(reading: &'a Reading) -> Self {
        let lines = reading.lines.list();
        let through = std::array::from_fn(|cell| {
            (0..lines.len()).filter(|&line| lines[line].contains(&cell)).collect()
        });
        Self { reading, lines, through }
    }

    fn value(&self, cells: Cells, depth: u8) -> i32 {
        let position = self.start(cells);
        let plies = depth.saturating_add_signed(self.reading.more_plies);
        let is_odd_first = position.is_odd_to_move;
        let value = self.search(&position, plies, is_odd_first, -i32::MAX, i32::MAX);
        match self.reading.sign {
            Sign::First if !is_odd_first => -value,
            Sign::First | Sign::Odd => value,
        }
    }

    fn start(&self, cells: Cells) -> Position {
        let evaluation = &self.reading.evaluation;
        let mut on_lines = [0; MAX_LINES];
        for (place, line) in on_lines.iter_mut().zip(&self.lines) {
            *place = numbers(&on_line(&cells, line));
        }
        let all = numbers(&cells);
        let values = on_lines.iter().take(self.lines.len());
        Position {
            cells,
            all,
            on_lines,
            value: values.map(|&line| evaluation.line_value(line, all)).sum(),
            is_odd_to_move: self.reading.turn.is_odd(&cells),
            is_finished: (0..16).any(|cell| cells[cell] != 0 && self.is_won_through(&cells, cell)),
        }
    }

    /// Whether a line through a cell is complete.
    fn is_won_through(&self, cells: &Cells, cell: usize) -> bool {
        let mut lines = self.through[cell].iter().map(|&line| on_line(cells, &self.lines[line]));
        match self.reading.finish {
            Finish::Full => false,
            Finish::WonOrFull | Finish::Score(_) => {
                lines.any(|numbers| numbers.iter().sum::<u8>() == 34 && !numbers.contains(&0))
            }
        }
    }

    fn after(&self, before: &Position, cell: usize, number: u8) -> Position {
        let mut position = before.clone();
        position.cells[cell] = number;
        let bit = 1 << (number - 1);
        position.all |= bit;
        position.value = self.value_after(before, cell, number);
        for &line in &self.through[cell] {
            position.on_lines[line] |= bit;
        }
        position.is_finished = self.is_won_through(&position.cells, cell);
        position.is_odd_to_move = !before.is_odd_to_move;
        position
    }

    /// The sum of the values of the lines after a move.
    fn value_after(&self, before: &Position, cell: usize, number: u8) -> i32 {
        let bit = 1 << (number - 1);
        let evaluation = &self.reading.evaluation;
        let changes = self.through[cell].iter().map(|&line| {
            let numbers = before.on_lines[line];
            evaluation.line_value(numbers | bit, before.all | bit)
                - evaluation.line_value(numbers, before.all)
        });
        before.value + changes.sum::<i32>()
    }

    fn evaluate(&self, position: &Position) -> i32 {
        match self.reading.finish {
            Finish::Score(score) if position.is_finished => {
                // Who is to move has lost.
                if position.is_odd_to_move { -score } else { score }
            }
            _ if self.reading.evaluation.is_of_lines() => position.value,
            _ => self.reading.evaluation.value(&position.cells, &self.lines),
        }
    }

    /// The value within `alpha` to `beta`, or a bound on the same side (alpha-beta).
    fn search(
        &self,
        position: &Position,
        plies: u8,
        is_odd_first: bool,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        if plies == 0 || position.is_finished {
            return self.evaluate(position);
        }
        let takes_greatest = match self.reading.choice {
            Choice::Odd => position.is_odd_to_move,
            Choice::Even => !position.is_odd_to_move,
            Choice::Both => true,
            Choice::Neither => false,
            Choice::First => position.is_odd_to_move == is_odd_first,
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
            for (cell, number) in self.moves(position) {
                if take(self.value_after(position, cell, number), &mut alpha, &mut beta) {
                    break;
                }
            }
        } else {
            for next in self.successors(position, takes_greatest) {
                let value = self.search(&next, plies - 1, is_odd_first, alpha, beta);
                if take(value, &mut alpha, &mut beta) {
                    break;
                }
            }
        }
        // Without a move the board is full.
        best.unwrap_or_else(|| self.evaluate(position))
    }

    /// Whether the evaluation of a position is the sum of the values of its lines, even if the game is finished.
    fn is_plain(&self) -> bool {
        self.reading.evaluation.is_of_lines() && !matches!(self.reading.finish, Finish::Score(_))
    }

    /// The moves, by cell and then by number.
    fn moves(&self, position: &Position) -> impl Iterator<Item = (usize, u8)> {
        let last = match self.reading.last {
            Last::Sixteen => 16,
            Last::Fifteen => 15,
        };
        let first = if position.is_odd_to_move { 1 } else { 2 };
        let (all, cells) = (position.all, position.cells);
        let is_free = move |number: &u8| all >> (number - 1) & 1 == 0;
        let numbers = (first..=last).step_by(2).filter(is_free);
        let empty = (0..16).filter(move |&cell| cells[cell] == 0);
        empty.flat_map(move |cell| numbers.clone().map(move |number| (cell, number)))
    }

    /// The positions after each move. Those that seem best come first, so that the others can be cut off.
    fn successors(&self, position: &Position, takes_greatest: bool) -> Vec<Position> {
        let moves = self.moves(position);
        let successors = moves.map(|(cell, number)| self.after(position, cell, number));
        let mut successors: Vec<Position> = successors.collect();
        successors.sort_by_key(|next| if takes_greatest { -next.value } else { next.value });
        successors
    }
}

/// A sort of position.
#[derive(Clone, Copy)]
enum Sort {
    /// Open, with the odd player to move.
    Odd,
    /// The same, and it matters that the four numbers of a set are different.
    OddWithRepetition,
    /// Open, with the even player to move.
    Even,
    /// The same, and it matters that the 16 can be placed.
    EvenWithSixteen,
    /// Open, and it matters that no moves are made after a win.
    OddWithWin,
    EvenWithWin,
    /// Won already.
    Won,
}

impl Sort {
    /// The sorts of a task's positions. One ply never goes beyond a win, unless the game is finished from the start.
    fn of_depth(depth: u8) -> [Self; 8] {
        use Sort::{
            Even, EvenWithSixteen, EvenWithWin, Odd, OddWithRepetition as Repeated, OddWithWin, Won,
        };
        match depth {
            1 => [Repeated, EvenWithSixteen, Won, Odd, EvenWithSixteen, Won, Repeated, Even],
            _ => [
                OddWithWin,
                EvenWithWin,
                Repeated,
                EvenWithSixteen,
                OddWithWin,
                Even,
                Repeated,
                EvenWithSixteen,
            ],
        }
    }

    /// A reading of which the value must be another one on positions of this sort.
    fn contrast(self) -> Option<Reading> {
        match self {
            Self::Odd | Self::Even | Self::Won => None,
            Self::OddWithRepetition => {
                let evaluation = Evaluation::with_repetition();
                Some(Reading { evaluation, ..Reading::default() })
            }
            Self::EvenWithSixteen => Some(Reading { last: Last::Fifteen, ..Reading::default() }),
            Self::OddWithWin | Self::EvenWithWin => {
                Some(Reading { finish: Finish::Full, ..Reading::default() })
            }
        }
    }

    /// A position of this sort after a number of moves, if one is found at once.
    fn attempt(self, rng: &mut ChaCha8Rng, moves: usize) -> Option<Board> {
        let is_odd = moves.is_multiple_of(2);
        match self {
            Self::Won => {
                let line = Lines::default().list().choose(rng).copied()?;
                let numbers = winning_numbers(rng, None);
                winnable(rng, moves, &line, numbers)?.won()
            }
            Self::Odd | Self::OddWithRepetition | Self::OddWithWin => {
                is_odd.then(|| undecided(rng, moves))
            }
            Self::Even | Self::EvenWithSixteen | Self::EvenWithWin => {
                (!is_odd).then(|| undecided(rng, moves))
            }
        }
    }
}

/// A position with enough moves to choose from, and not so many that a plain search takes long.
fn position(rng: &mut ChaCha8Rng, depth: u8, sort: Sort) -> Board {
    let contrast = sort.contrast();
    let contrast = contrast.as_ref().map(Search::new);
    let (fewest, most) = match (depth, &contrast) {
        (1, _) => (4, 12),
        (2, _) => (7, 11),
        (_, Some(_)) => (10, 11),
        (_, None) => (8, 9),
    };
    loop {
        let moves: usize = rng.random_range(fewest..=most);
        let Some(board) = sort.attempt(rng, moves) else { continue };
        let is_other =
            |search: &Search| search.value(board.cells(), depth) != minimax(&board, depth);
        if contrast.as_ref().is_none_or(is_other) {
            return board;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn no_value_is_frequent() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut frequencies: BTreeMap<i32, usize> = BTreeMap::new();
        for number in 0..600 {
            let depth = [1, 2, 3][number % 3];
            for sort in Sort::of_depth(depth) {
                let value = minimax(&position(&mut rng, depth, sort), depth);
                *frequencies.entry(value).or_default() += 1;
            }
        }
        // Eight boards with values of at most one in six each are guessed right once in 2^20.
        assert!(frequencies.values().all(|&count| count < 4800 / 6), "{frequencies:?}");
    }
}
