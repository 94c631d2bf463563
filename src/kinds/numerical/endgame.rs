//! Step 18: the result of an endgame with best play, and a move that keeps it.

mod walk;

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use self::walk::{Slip, Walk};
use super::HINTS;
use super::evaluation::Evaluation;
use super::positions::{read_move, undecided, winning_numbers};
use super::readings::{
    COLUMNS, Cells, Diagonals, Line, Lines, MAJOR, MINOR, Parallels, ROWS, Turn, on_line,
};
use crate::board::numerical::search::endgame::{best_moves, solve};
use crate::board::numerical::{Board, IllegalBoard, Number, Outcome, Player};
use crate::step::{AnyOf, Aspects, Catalogue, Count, Expected, Feedback, Kind, Steering, Workload};

/// How each game ends with best play, and a move with which it ends so.
pub enum Endgame {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 20>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    boards: Vec<Ending>,
}

/// An open position with few empty cells.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "[u8; 16]", into = "[u8; 16]")]
struct Ending(Board);

/// Why 16 integers are not an endgame.
#[derive(Debug, thiserror::Error)]
enum EndingError {
    #[error(transparent)]
    Board(#[from] IllegalBoard),
    #[error("the game is over; expected an open position")]
    Over,
    #[error("{0} empty cells; expected {MIN_EMPTY} to {MAX_EMPTY}")]
    Empty(usize),
}

const MIN_EMPTY: u8 = 4;
const MAX_EMPTY: u8 = 7;

impl TryFrom<[u8; 16]> for Ending {
    type Error = EndingError;

    fn try_from(cells: [u8; 16]) -> Result<Self, EndingError> {
        let board = Board::from_cells(cells)?;
        if board.outcome() != Outcome::Open {
            return Err(EndingError::Over);
        }
        let empty = board.empty_cells().count();
        if !(usize::from(MIN_EMPTY)..=MAX_EMPTY.into()).contains(&empty) {
            return Err(EndingError::Empty(empty));
        }
        Ok(Self(board))
    }
}

impl From<Ending> for [u8; 16] {
    fn from(Ending(board): Ending) -> Self {
        board.cells()
    }
}

/// A result and a move: `odd 5:9`. The result is never [`Outcome::Open`]; a wrong reading may have a cell or a number that does not
/// exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    result: Outcome,
    /// The two numbers of the move as it is written.
    first: (u8, u8),
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cell, number) = self.first;
        write!(f, "{} {cell}:{number}", self.result)
    }
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    lines: Lines,
    complete: Complete,
    turn: Turn,
    last: Last,
    /// How many plies are searched; what is still open then is a draw.
    plies: Plies,
    goal: Goal,
    full: Full,
    name: Name,
    first: First,
    form: Form,
    slip: Option<Slip>,
}

/// Which lines win.
#[derive(Clone, Copy, Default)]
enum Complete {
    #[default]
    FourWith34,
    AnyWith34,
    /// All four numbers are of the player who completes it.
    OwnNumbers,
}

/// The last number that there is.
#[derive(Clone, Copy, Default)]
enum Last {
    #[default]
    Sixteen,
    Fifteen,
}

/// How far is searched.
#[derive(Clone, Copy, Default)]
enum Plies {
    #[default]
    All,
    Only(u8),
}

/// What the players want.
#[derive(Clone, Copy, Default)]
enum Goal {
    #[default]
    Best,
    /// The opponent plays for the player who is to move at the start.
    OpponentHelps,
    /// A win of the even player counts like a draw.
    EvenWinIsDraw,
    /// Moves are made until the board is full; who moved last has won if there is a line, whoever completed it.
    PlayedOn,
}

/// What a full board is.
#[derive(Clone, Copy, Default)]
enum Full {
    #[default]
    WonByLine,
    Draw,
}

/// Whose name the result has.
#[derive(Clone, Copy, Default)]
enum Name {
    #[default]
    Winner,
    Loser,
    /// `odd` if the player to move wins, `even` if that player loses.
    Mover,
}

/// Which move is given.
#[derive(Clone, Copy, Default)]
enum First {
    #[default]
    Keeping,
    /// The first or the last legal move.
    Any,
    /// The one with the best evaluation of step 14.
    BestEvaluation,
    /// The best one for the odd player, with its result, whoever is to move.
    BestForOdd,
    /// One that wins at once if there is one, otherwise the first or the last one.
    WinningAtOnce,
}

/// How the move is written.
#[derive(Clone, Copy, Default)]
enum Form {
    #[default]
    CellAndNumber,
    NumberAndCell,
    CellFromOne,
    ColumnByColumn,
}

impl Reading {
    /// Whether it may find other results than the right ones.
    fn is_wrong_about_results(&self) -> bool {
        let Self {
            lines,
            complete,
            turn,
            last,
            plies,
            goal,
            full,
            slip,
            name: _,
            first: _,
            form: _,
        } = self;
        let is_right = matches!(
            (lines, complete, turn, last, plies, goal, full, slip),
            (
                Lines {
                    rows: Parallels::All,
                    columns: Parallels::All,
                    diagonals: Diagonals::Both,
                    minor_runs_on: false,
                },
                Complete::FourWith34,
                Turn::ByCount,
                Last::Sixteen,
                Plies::All,
                Goal::Best,
                Full::WonByLine,
                None
            )
        );
        !is_right
    }
}

impl Kind for Endgame {
    const NAME: &'static str = "numerical/endgame";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    // A board with four empty cells takes 1 or 2 µs. Few readings come as far as the larger ones.
    const DIAGNOSIS_LIMIT: usize = 500;
    const SAMPLE_TASKS: u32 = 80;
    const WRONG_QUESTIONS: u32 = 1;

    type Params = Params;
    type Task = Task;
    type Item = Plan;
    type Solution = AnyOf<Plan>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("any-move", |reading| reading.first = First::Any)
            .or("best-for-odd", |reading| reading.first = First::BestForOdd)
            .or("wins-at-once-or-any-move", |reading| reading.first = First::WinningAtOnce)
            .or("best-evaluation", |reading| reading.first = First::BestEvaluation)
            .alone();
        aspects
            .add()
            .or("one-move-ahead", |reading| reading.plies = Plies::Only(1))
            .or("two-moves-ahead", |reading| reading.plies = Plies::Only(2))
            .or("three-moves-ahead", |reading| reading.plies = Plies::Only(3))
            .alone();
        aspects
            .add()
            .or("result-of-the-mover", |reading| reading.name = Name::Mover)
            .or("winner-swapped", |reading| reading.name = Name::Loser);
        aspects
            .add()
            .or("diagonals-missed", |reading| reading.lines.diagonals = Diagonals::None)
            .or("minor-diagonal-missed", |reading| reading.lines.diagonals = Diagonals::MajorOnly)
            .or("major-diagonal-missed", |reading| reading.lines.diagonals = Diagonals::MinorOnly);
        aspects
            .add()
            .or("last-row-missed", |reading| reading.lines.rows = Parallels::WithoutLast)
            .or("last-column-missed", |reading| reading.lines.columns = Parallels::WithoutLast)
            .or("last-row-and-column-missed", |reading| {
                reading.lines.rows = Parallels::WithoutLast;
                reading.lines.columns = Parallels::WithoutLast;
            });
        aspects
            .add()
            .or("fewer-than-four", |reading| reading.complete = Complete::AnyWith34)
            .or("own-numbers-only", |reading| reading.complete = Complete::OwnNumbers);
        aspects.add().or("sixteen-left-out", |reading| reading.last = Last::Fifteen);
        aspects.add().or("full-is-a-draw", |reading| reading.full = Full::Draw);
        aspects.add().or("number-before-cell", |reading| reading.form = Form::NumberAndCell);
        aspects.add().or("opponent-helps", |reading| reading.goal = Goal::OpponentHelps);
        aspects
            .add()
            .or("even-win-is-a-draw", |reading| reading.goal = Goal::EvenWinIsDraw)
            .or("played-on-after-a-win", |reading| reading.goal = Goal::PlayedOn)
            .alone();
        aspects
            .add()
            .or("first-that-does-not-lose", |reading| reading.slip = Some(Slip::FirstNotLosing))
            .or("remembered-by-cells-and-numbers", |reading| {
                reading.slip = Some(Slip::RememberedByCellsAndNumbers);
            })
            .alone();
        aspects
            .add()
            .or("cells-from-one", |reading| reading.form = Form::CellFromOne)
            .or("column-by-column", |reading| reading.form = Form::ColumnByColumn)
            .alone();
        aspects
            .add()
            .or("other-player", |reading| reading.turn = Turn::ByCountReversed)
            .or("always-odd", |reading| reading.turn = Turn::AlwaysOdd)
            .alone();
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let count = params.boards.get() as usize;
        let mut sorts = sorts(rng).into_iter();
        let draw = |rng: &mut ChaCha8Rng| {
            let sort = sorts.next().unwrap_or_else(|| spare(rng));
            Ending(position(rng, sort))
        };
        let pose = |&board: &Ending| Task { boards: vec![board] };
        let mut boards = steering.cover(rng, count - 1, SPARE, draw, pose);
        // The largest ones take long, so they are rare.
        let empty = if rng.random_ratio(1, 8) { MAX_EMPTY } else { MAX_EMPTY - 1 };
        boards.push(Ending(undecided(rng, 16 - usize::from(empty))));
        // The ones that take least come first: most wrong answers are told apart by them.
        boards.sort_by_key(|Ending(board)| board.empty_cells().count());
        Task { boards }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Plan>> + 'a {
        let plans = |Ending(board): &Ending| AnyOf(Search::new(reading, board.cells()).plans());
        task.boards.iter().map(plans)
    }

    fn reference(task: &Task) -> Vec<AnyOf<Plan>> {
        let plans = |Ending(board): &Ending| {
            let result = solve(board);
            let first = best_moves(board).map(|first| (first.cell.index(), first.number.value()));
            AnyOf(first.map(|first| Plan { result, first }).collect())
        };
        task.boards.iter().map(plans).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Plan, Expected> {
        let plan = text.split_once(char::is_whitespace).and_then(|(result, first)| {
            let result = match result.to_ascii_lowercase().as_str() {
                "odd" => Outcome::Won(Player::Odd),
                "even" => Outcome::Won(Player::Even),
                "draw" => Outcome::Draw,
                _ => return None,
            };
            let first = read_move(first)?;
            Some(Plan { result, first: (first.cell.index(), first.number.value()) })
        });
        plan.ok_or(Expected(
            "`odd`, `even` or `draw` and a move, as `odd 5:9`, with a cell from 0 to 15 and a number from 1 to 16",
        ))
    }
}

/// A complete search of one board by a reading. A result is 1 if the player who is to move wins, 0 for a draw and -1 for a loss.
struct Search<'a> {
    reading: &'a Reading,
    cells: Cells,
    /// The lines that can still be completed; the others do not matter.
    lines: Vec<CellSet>,
    start: Position,
}

/// Cells: cell `n` is bit `n`.
type CellSet = u16;

/// Numbers: number `n` is bit `n`.
type Numbers = u32;

const ODD: Numbers = 0b0_1010_1010_1010_1010;

/// A position of the search.
#[derive(Clone, Copy)]
struct Position {
    empty: CellSet,
    /// The numbers that have not been placed.
    free: Numbers,
    /// What each line lacks to the sum 34, and how many odd numbers lie on it.
    lacking: [i8; MAX_LINES],
    odd: [u8; MAX_LINES],
    is_odd_to_move: bool,
    plies_left: u8,
    /// Whether the player to move is the one who was to move at the start.
    is_first: bool,
}

/// What can be seen of a position at once.
struct Prospects {
    /// Whether some line can be completed with the numbers that are left, whoever places them.
    is_open: bool,
    /// Whether some move of the player to move completes a line.
    can_win: bool,
    /// The cells on which the player to move may have to place a number.
    threatened: CellSet,
}

/// No reading has more lines.
const MAX_LINES: usize = 10;

/// A move: a cell and a number.
type Placed = (usize, u8);

#[expect(clippy::indexing_slicing, reason = "cells of the board and lines of the list")]
impl<'a> Search<'a> {
    fn new(reading: &'a Reading, cells: Cells) -> Self {
        let numbers = cells.iter().filter(|&&number| number != 0);
        let last = match reading.last {
            Last::Sixteen => 16,
            Last::Fifteen => 15,
        };
        let all: Numbers = (1 << (last + 1)) - 2;
        let is_empty = |cell: &usize| cells[*cell] == 0;
        let mut search = Self {
            reading,
            cells,
            lines: Vec::with_capacity(MAX_LINES),
            start: Position {
                empty: cell_set((0..16).filter(is_empty)),
                free: all & !numbers.fold(0, |used, number| used | 1 << number),
                lacking: [0; MAX_LINES],
                odd: [0; MAX_LINES],
                is_odd_to_move: reading.turn.is_odd(&cells),
                plies_left: match reading.plies {
                    Plies::All => 16,
                    Plies::Only(plies) => plies,
                },
                is_first: true,
            },
        };
        let sums = reachable_sums(search.start.free);
        for line in reading.lines.list() {
            let on_line = on_line(&cells, &line);
            let line = cell_set(line.into_iter());
            let lacking = 34 - on_line.iter().fold(0, |sum, &number| sum + number.cast_signed());
            if search.is_open(search.start.empty & line, lacking, &sums) {
                let place = search.lines.len();
                search.lines.push(line);
                search.start.lacking[place] = lacking;
                search.start.odd[place] = on_line.iter().map(|number| number % 2).sum();
            }
        }
        search
    }

    /// All plans that this reading takes for right.
    fn plans(&self) -> Vec<Plan> {
        if let Some(slip) = self.reading.slip {
            let (result, first) = Walk::new(slip, self.cells).best();
            let result = match result {
                0 => Outcome::Draw,
                1 => Outcome::Won(Player::Odd),
                _ => Outcome::Won(Player::Even),
            };
            let plan = |placed| Plan { result, first: self.reading.form.write(placed) };
            return first.into_iter().map(plan).collect();
        }
        let moves: Vec<Placed> = moves(&self.start).collect();
        let results = self.results(&moves);
        let is_worst =
            matches!(self.reading.first, First::BestForOdd) && !self.start.is_odd_to_move;
        let Some(&best) = (if is_worst { results.iter().min() } else { results.iter().max() })
        else {
            return Vec::new();
        };
        let best_moves = moves.iter().zip(&results).filter(|&(_, &result)| result == best);
        let best_moves = best_moves.map(|(&placed, _)| placed);
        let first_or_last = || [moves.first(), moves.last()].into_iter().flatten().copied();
        let (result, given): (i8, Vec<Placed>) = match (self.reading.first, self.reading.goal) {
            (First::Keeping, _) if best < 1 && self.reading.is_wrong_about_results() => {
                (best, ends(best_moves))
            }
            (First::Keeping | First::BestForOdd, _) => (best, best_moves.collect()),
            (First::Any, _) => (best, first_or_last().collect()),
            (First::WinningAtOnce, _) => {
                let wins = moves.iter().copied().filter(|&placed| self.wins(&self.start, placed));
                let wins: Vec<_> = wins.collect();
                (best, if wins.is_empty() { first_or_last().collect() } else { wins })
            }
            (First::BestEvaluation, _) => (best, with_best_evaluation(&self.cells, &moves)),
        };
        let result = self.reading.name.of(result, self.start.is_odd_to_move);
        let plan = |placed| Plan { result, first: self.reading.form.write(placed) };
        given.into_iter().map(plan).collect()
    }

    /// The result for the player to move.
    fn value(&self) -> i8 {
        self.result(&self.start, -1, 1)
    }

    /// The result of each move for the player who makes it. That of a move that is worse than another one may be too low.
    fn results(&self, moves: &[Placed]) -> Vec<i8> {
        let is_exact = matches!(self.reading.first, First::BestForOdd);
        let mut best = -1;
        let result = |&placed: &Placed| {
            if is_exact {
                return self.result_of_move(&self.start, placed, -1, 1);
            }
            let result = self.result_of_move(&self.start, placed, best - 1, 1);
            best = best.max(result);
            result
        };
        moves.iter().map(result).collect()
    }

    /// The result of a move for the player who makes it: exact between `alpha` and `beta`, otherwise a bound on the same side.
    fn result_of_move(
        &self,
        position: &Position,
        (cell, number): Placed,
        alpha: i8,
        beta: i8,
    ) -> i8 {
        if self.wins(position, (cell, number)) {
            return self.worth_of_win(position);
        }
        let mut next = *position;
        next.empty &= !(1 << cell);
        next.free &= !(1 << number);
        for (line, _) in self.through(cell) {
            next.lacking[line] -= number.cast_signed();
            next.odd[line] += number % 2;
        }
        next.is_odd_to_move = !position.is_odd_to_move;
        next.is_first = !position.is_first;
        next.plies_left -= 1;
        -self.result(&next, -beta, -alpha)
    }

    /// The lines through a cell, and their places in the list.
    fn through(&self, cell: usize) -> impl Iterator<Item = (usize, CellSet)> {
        let lines = self.lines.iter().copied().enumerate();
        lines.filter(move |(_, line)| line >> cell & 1 == 1)
    }

    /// The result for the player to move, as above.
    fn result(&self, position: &Position, mut alpha: i8, mut beta: i8) -> i8 {
        let Prospects { is_open, can_win, threatened } = self.prospects(position);
        // The lines of a full board cannot be won either.
        if position.plies_left == 0 || !is_open {
            return 0;
        }
        let is_helping = matches!(self.reading.goal, Goal::OpponentHelps) && !position.is_first;
        if can_win && !is_helping && self.worth_of_win(position) == 1 {
            return 1;
        }
        // No result is better than these.
        match self.reading.goal {
            Goal::EvenWinIsDraw if !position.is_odd_to_move => beta = beta.min(0),
            Goal::PlayedOn if position.is_odd_to_move => beta = beta.min(0),
            _ => {}
        }
        let mut best = None;
        for placed in moves(&Position { empty: threatened, ..*position }) {
            let result = self.result_of_move(position, placed, alpha, beta);
            if is_helping {
                best = Some(best.map_or(result, |best: i8| best.min(result)));
                beta = beta.min(result);
            } else {
                best = Some(best.map_or(result, |best: i8| best.max(result)));
                alpha = alpha.max(result);
            }
            if alpha >= beta {
                break;
            }
        }
        // Without a number to place, nobody wins.
        best.unwrap_or(0)
    }

    /// What a completed line is worth for the player to move who completes it.
    fn worth_of_win(&self, position: &Position) -> i8 {
        match self.reading.goal {
            Goal::EvenWinIsDraw if !position.is_odd_to_move => 0,
            Goal::PlayedOn if position.is_odd_to_move => -1,
            _ => 1,
        }
    }

    /// What can be seen of a position at once.
    fn prospects(&self, position: &Position) -> Prospects {
        let is_odd = position.is_odd_to_move;
        let (odd, even) = (position.free & ODD, position.free & !ODD);
        let (own, others) = if is_odd { (odd, even) } else { (even, odd) };
        let mut prospects = Prospects { is_open: false, can_win: false, threatened: 0 };
        let is_drawn_when_full = self.is_drawn_when_full(position);
        let mut sums = None;
        for (line, cells) in self.lines.iter().enumerate() {
            let (gaps, lacking) = (position.empty & cells, position.lacking[line]);
            if gaps == 0 || lacking <= 0 {
                continue;
            }
            if !prospects.is_open {
                let sums = sums.get_or_insert_with(|| reachable_sums(position.free));
                prospects.is_open = self.is_open(gaps, lacking, sums);
            }
            if has(own, lacking) && !is_drawn_when_full && self.may_complete(position, line, is_odd)
            {
                prospects.can_win = true;
            }
            if gaps.is_power_of_two()
                && has(others, lacking)
                && self.may_complete(position, line, !is_odd)
            {
                prospects.threatened |= gaps;
            }
        }
        // The player places the next number where the opponent would win: every other move loses.
        let is_forced = matches!(self.reading.goal, Goal::Best)
            && matches!(self.reading.full, Full::WonByLine)
            && prospects.threatened != 0
            && position.plies_left > 1;
        if !is_forced {
            prospects.threatened = position.empty;
        }
        prospects
    }

    /// Whether a move completes a line.
    fn wins(&self, position: &Position, (cell, number): Placed) -> bool {
        !self.is_drawn_when_full(position)
            && self.through(cell).any(|(line, _)| {
                position.lacking[line] == number.cast_signed()
                    && self.may_complete(position, line, number % 2 == 1)
            })
    }

    /// Whether the next number is the last one and wins nothing.
    fn is_drawn_when_full(&self, position: &Position) -> bool {
        matches!(self.reading.full, Full::Draw) && position.empty.is_power_of_two()
    }

    /// Whether a player wins who reaches the sum 34 on a line with the next number.
    fn may_complete(&self, position: &Position, line: usize, is_odd: bool) -> bool {
        let has_one_gap = || (position.empty & self.lines[line]).is_power_of_two();
        match self.reading.complete {
            Complete::FourWith34 => has_one_gap(),
            Complete::AnyWith34 => true,
            Complete::OwnNumbers => {
                has_one_gap() && position.odd[line] == if is_odd { 3 } else { 0 }
            }
        }
    }

    /// Whether a line with these empty cells that lacks this much can be completed.
    fn is_open(&self, gaps: CellSet, lacking: i8, sums: &[u64; 5]) -> bool {
        let gaps = gaps.count_ones() as usize;
        let can_with = |count: usize| lacking > 0 && sums[count] >> lacking & 1 == 1;
        match self.reading.complete {
            Complete::FourWith34 | Complete::OwnNumbers => gaps > 0 && can_with(gaps),
            Complete::AnyWith34 => (1..=gaps).any(can_with),
        }
    }
}

fn cell_set(cells: impl Iterator<Item = usize>) -> CellSet {
    cells.fold(0, |set, cell| set | 1 << cell)
}

/// Whether a number is one of these.
fn has(numbers: Numbers, number: i8) -> bool {
    (1..=16).contains(&number) && numbers >> number & 1 == 1
}

/// The bits that are set, in order.
#[expect(clippy::cast_possible_truncation, reason = "a set has at most 32 bits")]
fn bits(mut set: u32) -> impl Iterator<Item = u8> + Clone {
    std::iter::from_fn(move || {
        let bit = (set != 0).then_some(set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        bit
    })
}

/// The legal moves, by cell and then by number.
fn moves(position: &Position) -> impl Iterator<Item = Placed> + use<> {
    let own = position.free & if position.is_odd_to_move { ODD } else { !ODD };
    bits(position.empty.into())
        .flat_map(move |cell| bits(own).map(move |number| (cell.into(), number)))
}

/// The first and the last of some moves, by cell and by number: those that programs choose without a reason for another one.
fn ends(moves: impl Iterator<Item = Placed> + Clone) -> Vec<Placed> {
    let by_number = |&(cell, number): &Placed| (number, cell);
    let least = moves.clone().min_by_key(by_number);
    let greatest = moves.clone().max_by_key(by_number);
    let (first, last) = (moves.clone().next(), moves.last());
    [first, least, greatest, last].into_iter().flatten().collect()
}

/// The sums of up to four different ones of these numbers, by how many there are: sum `n` is bit `n`.
fn reachable_sums(numbers: Numbers) -> [u64; 5] {
    bits(numbers).fold([1, 0, 0, 0, 0], |[none, one, two, three, four], number| {
        [
            none,
            one | none << number,
            two | one << number,
            three | two << number,
            four | three << number,
        ]
    })
}

/// The moves after which the evaluation is the best one for the player to move.
#[expect(clippy::indexing_slicing, reason = "cells of the board")]
fn with_best_evaluation(cells: &Cells, moves: &[Placed]) -> Vec<Placed> {
    let (evaluation, lines) = (Evaluation::default(), Lines::default().list());
    let value = |&(cell, number): &Placed| {
        let mut after = *cells;
        after[cell] = number;
        let value = evaluation.value(&after, &lines);
        if number % 2 == 1 { value } else { -value }
    };
    let values: Vec<i32> = moves.iter().map(value).collect();
    let greatest = values.iter().max();
    let best = moves.iter().zip(&values).filter(|&(_, value)| Some(value) == greatest);
    best.map(|(&placed, _)| placed).collect()
}

impl Name {
    /// What a result of the player to move is called.
    fn of(self, result: i8, is_odd_to_move: bool) -> Outcome {
        let is_odd = match self {
            Self::Winner => is_odd_to_move == (result > 0),
            Self::Loser => is_odd_to_move != (result > 0),
            Self::Mover => result > 0,
        };
        match result {
            0 => Outcome::Draw,
            _ if is_odd => Outcome::Won(Player::Odd),
            _ => Outcome::Won(Player::Even),
        }
    }
}

impl Form {
    #[expect(clippy::cast_possible_truncation, reason = "a cell of the board")]
    fn write(self, (cell, number): Placed) -> (u8, u8) {
        let cell = cell as u8;
        match self {
            Self::CellAndNumber => (cell, number),
            Self::NumberAndCell => (number, cell),
            Self::CellFromOne => (cell + 1, number),
            Self::ColumnByColumn => (cell % 4 * 4 + cell / 4, number),
        }
    }
}

/// A sort of position, with so many empty cells.
#[derive(Clone, Copy)]
enum Sort {
    /// The result is another one without this line, and takes so many plies to see; any number if none is said.
    Decided(u8, Missing, Option<u8>),
    /// The result is another one if the 16 cannot be placed, which this line lacks, and takes as many plies to see as cells are empty.
    BySixteen(u8, Missing),
    /// A draw that the first and the last move give away, while this line can still be completed.
    DrawToKeep(u8, Missing),
}

/// A line that a reading misses.
#[derive(Clone, Copy)]
enum Missing {
    Major,
    Minor,
    LastRow,
    LastColumn,
}

impl Missing {
    fn line(self) -> Line {
        match self {
            Self::Major => MAJOR,
            Self::Minor => MINOR,
            Self::LastRow => ROWS[3],
            Self::LastColumn => COLUMNS[3],
        }
    }

    fn shuffled(rng: &mut ChaCha8Rng) -> [Self; 4] {
        let mut missing = [Self::Major, Self::Minor, Self::LastRow, Self::LastColumn];
        missing.shuffle(rng);
        missing
    }

    /// The lines of a reading that misses it.
    fn lines(self) -> Lines {
        let mut lines = Lines::default();
        match self {
            Self::Major => lines.diagonals = Diagonals::MinorOnly,
            Self::Minor => lines.diagonals = Diagonals::MajorOnly,
            Self::LastRow => lines.rows = Parallels::WithoutLast,
            Self::LastColumn => lines.columns = Parallels::WithoutLast,
        }
        lines
    }
}

/// The sorts of a task's positions but for the large one.
///
/// Searches of two and of three plies, and one that takes a full board for a draw, go wrong on different ones.
fn sorts(rng: &mut ChaCha8Rng) -> [Sort; 5] {
    let [first, second, third, fourth] = Missing::shuffled(rng);
    [
        Sort::Decided(4, first, Some(4)),
        Sort::Decided(4, second, Some(3)),
        Sort::Decided(5, third, None),
        Sort::Decided(5, fourth, None),
        Sort::BySixteen(4, third),
    ]
}

/// A sort of a position that is tried instead of one of those.
fn spare(rng: &mut ChaCha8Rng) -> Sort {
    let [missing, ..] = Missing::shuffled(rng);
    if rng.random_ratio(1, 3) {
        Sort::DrawToKeep(4, missing)
    } else {
        Sort::Decided(5, missing, None)
    }
}

/// How many more positions are tried for those on which each misconception fails.
const SPARE: usize = 4;

/// A position of a sort.
fn position(rng: &mut ChaCha8Rng, sort: Sort) -> Board {
    let (empty, missing, misread) = match sort {
        Sort::Decided(empty, missing, _) => {
            (empty, missing, Reading { lines: missing.lines(), ..Reading::default() })
        }
        Sort::BySixteen(empty, missing) => {
            (empty, missing, Reading { last: Last::Fifteen, ..Reading::default() })
        }
        Sort::DrawToKeep(empty, missing) => {
            (empty, missing, Reading { first: First::Any, ..Reading::default() })
        }
    };
    let right = Reading::default();
    loop {
        let Some(cells) = with_open_line(rng, empty, missing.line(), sort) else { continue };
        let search = Search::new(&right, cells);
        let value = search.value();
        let is_decided_otherwise = || value != 0 && Search::new(&misread, cells).value() != value;
        let is_wanted = match sort {
            Sort::Decided(_, _, plies) => {
                is_decided_otherwise() && plies.is_none_or(|plies| is_seen_in(cells, plies))
            }
            Sort::BySixteen(..) => is_decided_otherwise() && is_seen_in(cells, empty),
            Sort::DrawToKeep(..) => {
                value == 0 && {
                    let plans = search.plans();
                    let read = Search::new(&misread, cells).plans();
                    !read.iter().any(|plan| plans.contains(plan))
                }
            }
        };
        if is_wanted
            && let Ok(board) = Board::from_cells(cells)
            && board.outcome() == Outcome::Open
        {
            return board;
        }
    }
}

/// Cells of which so many are empty, with this line such that the numbers that are left can complete it, if such are found at once.
fn with_open_line(rng: &mut ChaCha8Rng, empty: u8, line: Line, sort: Sort) -> Option<Cells> {
    let empty = usize::from(empty);
    let gaps = match sort {
        Sort::Decided(_, _, None) | Sort::DrawToKeep(..) => rng.random_range(1..=2),
        // With one gap, the result is seen earlier.
        Sort::Decided(_, _, Some(_)) | Sort::BySixteen(..) => 2,
    };
    let mut numbers = winning_numbers(rng, None);
    numbers.shuffle(rng);
    if matches!(sort, Sort::BySixteen(..)) {
        let place = numbers.iter().position(|&number| number == Number::MAX)?;
        numbers.swap(0, place);
    }
    let mut line = line;
    line.shuffle(rng);
    let mut cells = [0; 16];
    for (&cell, &number) in line.iter().zip(&numbers).skip(gaps) {
        *cells.get_mut(cell)? = number;
    }
    // Half of the numbers that are left are odd.
    let mut others = Vec::with_capacity(12);
    for (parity, left) in [(1, empty / 2), (0, empty - empty / 2)] {
        let is_own = |number: &&u8| **number % 2 == parity;
        let on_gaps = numbers.iter().take(gaps).filter(is_own).count();
        let is_other = |number: &u8| number % 2 == parity && !numbers.contains(number);
        let mut own: Vec<u8> = (1..=Number::MAX).filter(is_other).collect();
        own.shuffle(rng);
        others.extend(own.into_iter().skip(left.checked_sub(on_gaps)?));
    }
    others.resize(12, 0);
    others.shuffle(rng);
    let mut free = (0..16).filter(|cell| !line.contains(cell));
    for number in others {
        *cells.get_mut(free.next()?)? = number;
    }
    Some(cells)
}

/// Whether the result of a position that is not a draw is first seen by a search of so many plies.
fn is_seen_in(cells: Cells, plies: u8) -> bool {
    let is_seen = |plies| {
        let reading = Reading { plies: Plies::Only(plies), ..Reading::default() };
        Search::new(&reading, cells).value() != 0
    };
    !is_seen(plies - 1) && is_seen(plies)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    fn positions(count: usize) -> Vec<Board> {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut boards = Vec::new();
        while boards.len() < count {
            let sort = spare(&mut rng);
            for sort in sorts(&mut rng).into_iter().chain([sort]) {
                boards.push(position(&mut rng, sort));
            }
        }
        boards
    }

    #[test]
    fn positions_are_endings() {
        for board in positions(60) {
            assert!(Ending::try_from(board.cells()).is_ok());
        }
    }

    #[test]
    fn every_result_occurs_often() {
        let results: Vec<_> = positions(400).iter().map(solve).collect();
        let share = |wanted| results.iter().filter(|&&result| result == wanted).count();
        let won = [Player::Odd, Player::Even].map(Outcome::Won);
        for result in won.into_iter().chain([Outcome::Draw]) {
            assert!(share(result) >= 8, "{result}: {}", share(result));
        }
    }
}
