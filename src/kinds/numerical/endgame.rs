//! Step 18: the result of an endgame with best play, and a move that keeps it.

use std::fmt;
use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::evaluation::Evaluation;
use super::positions::{Winnable, read_move, undecided, winnable, winning_numbers};
use super::readings::{
    COLUMNS, Cells, Line, Lines, MAJOR, MINOR, ROWS, Turn, add_missing_lines, on_line,
};
use crate::board::numerical::search::endgame::{Solver, best_moves, solve};
use crate::board::numerical::{Board, IllegalBoard, LINES, Number, Outcome, Player};
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
    /// A draw is no better than a loss.
    DrawIsLoss,
    /// A draw is as good as a win.
    DrawIsWin,
    /// Who completes a line has lost.
    CompletingLoses,
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
    /// Any legal move.
    Any,
    /// The one with the best evaluation of step 14.
    BestEvaluation,
    /// One that wins at once if there is one, otherwise any.
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

impl Kind for Endgame {
    const NAME: &'static str = "numerical/endgame";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    // A board with four empty cells takes some 5 µs, one with six some 500 µs, but few readings come as far as that.
    const DIAGNOSIS_LIMIT: usize = 400;

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
            .or("winner-swapped", |reading| reading.name = Name::Loser)
            .alone();
        aspects
            .add()
            .or("opponent-helps", |reading| reading.goal = Goal::OpponentHelps)
            .or("draw-like-loss", |reading| reading.goal = Goal::DrawIsLoss)
            .or("draw-like-win", |reading| reading.goal = Goal::DrawIsWin)
            .or("completing-loses", |reading| reading.goal = Goal::CompletingLoses)
            .alone();
        aspects.add().or("full-is-a-draw", |reading| reading.full = Full::Draw).alone();
        add_missing_lines(aspects, |reading| &mut reading.lines);
        aspects
            .add()
            .or("fewer-than-four", |reading| reading.complete = Complete::AnyWith34)
            .or("own-numbers-only", |reading| reading.complete = Complete::OwnNumbers);
        aspects.add().or("sixteen-left-out", |reading| reading.last = Last::Fifteen);
        aspects
            .add()
            .or("number-before-cell", |reading| reading.form = Form::NumberAndCell)
            .or("cells-from-one", |reading| reading.form = Form::CellFromOne)
            .or("column-by-column", |reading| reading.form = Form::ColumnByColumn)
            .alone();
        aspects
            .add()
            .or("other-player", |reading| reading.turn = Turn::ByCountReversed)
            .or("always-odd", |reading| reading.turn = Turn::AlwaysOdd)
            .alone();
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let sorts = SORTS.iter().cycle().take(params.boards.get() as usize);
        let mut boards: Vec<Ending> = sorts.map(|&sort| Ending(position(rng, sort))).collect();
        // The ones that take least come first: most wrong answers are told apart by them.
        boards.sort_by_key(|Ending(board)| board.empty_cells().count());
        Task { boards }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Plan>> + 'a {
        let search = Search::new(reading);
        task.boards.iter().map(move |Ending(board)| AnyOf(search.plans(board.cells())))
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

/// A complete search by a reading. A result is 1 if the player who is to move wins, 0 for a draw and -1 for a loss.
struct Search<'a> {
    reading: &'a Reading,
    /// The lines through each cell.
    through: [Vec<Line>; 16],
}

/// A position of the search.
#[derive(Clone, Copy)]
struct Position {
    cells: Cells,
    /// The numbers on the board: number `n` is bit `n`.
    used: u32,
    is_odd_to_move: bool,
    plies_left: u8,
    /// Whether the player to move is the one who was to move at the start.
    is_first: bool,
}

#[expect(clippy::indexing_slicing, reason = "cells of the board")]
impl<'a> Search<'a> {
    fn new(reading: &'a Reading) -> Self {
        let lines = reading.lines.list();
        let through = std::array::from_fn(|cell| {
            lines.iter().filter(|line| line.contains(&cell)).copied().collect()
        });
        Self { reading, through }
    }

    /// All plans for a board that this reading takes for right.
    fn plans(&self, cells: Cells) -> Vec<Plan> {
        let plies_left = match self.reading.plies {
            Plies::All => 16,
            Plies::Only(plies) => plies,
        };
        let is_odd_to_move = self.reading.turn.is_odd(&cells);
        let used = cells.iter().fold(0, |used, number| used | 1 << number);
        let position = Position { cells, used, is_odd_to_move, plies_left, is_first: true };
        let moves: Vec<(usize, u8)> = self.moves(&position).collect();
        let results = moves.iter().map(|&placed| self.result_of_move(&position, placed));
        let results: Vec<i8> = results.collect();
        let Some(best) = self.best(results.iter().copied()) else { return Vec::new() };
        let result = self.reading.name.of(best, is_odd_to_move);
        let moves = moves.iter().zip(&results);
        let given: Vec<_> = match self.reading.first {
            // Where a draw is not told from another result, the first move of that worth is taken.
            First::Keeping => match self.reading.goal {
                Goal::DrawIsLoss | Goal::DrawIsWin => {
                    moves.filter(|&(_, &result)| result == best).take(1).collect()
                }
                _ => moves.filter(|&(_, &result)| result == best).collect(),
            },
            First::Any => moves.collect(),
            First::WinningAtOnce => {
                let wins = |&(&placed, _): &(&(usize, u8), &i8)| self.wins(&position, placed);
                let winning: Vec<_> = moves.clone().filter(wins).collect();
                if winning.is_empty() { moves.collect() } else { winning }
            }
            First::BestEvaluation => {
                let (evaluation, lines) = (Evaluation::default(), Lines::default().list());
                let value = |&(placed, _): &(&(usize, u8), &i8)| {
                    let (cell, number) = *placed;
                    let mut after = cells;
                    after[cell] = number;
                    let value = evaluation.value(&after, &lines);
                    if is_odd_to_move { value } else { -value }
                };
                let greatest = moves.clone().map(|placed| value(&placed)).max();
                moves.filter(|placed| Some(value(placed)) == greatest).collect()
            }
        };
        let plan = |(&placed, _)| Plan { result, first: self.reading.form.write(placed) };
        given.into_iter().map(plan).collect()
    }

    /// The moves, by cell and then by number.
    fn moves(&self, position: &Position) -> impl Iterator<Item = (usize, u8)> {
        let last = match self.reading.last {
            Last::Sixteen => 16,
            Last::Fifteen => 15,
        };
        let first = if position.is_odd_to_move { 1 } else { 2 };
        let (cells, used) = (position.cells, position.used);
        let numbers = (first..=last).step_by(2).filter(move |number| used >> number & 1 == 0);
        let empty = (0..16).filter(move |&cell| cells[cell] == 0);
        empty.flat_map(move |cell| numbers.clone().map(move |number| (cell, number)))
    }

    /// The result of a move for the player who makes it.
    fn result_of_move(&self, position: &Position, (cell, number): (usize, u8)) -> i8 {
        if self.wins(position, (cell, number)) {
            return match self.reading.goal {
                Goal::CompletingLoses => -1,
                _ => 1,
            };
        }
        let mut next = *position;
        next.cells[cell] = number;
        next.used |= 1 << number;
        next.is_odd_to_move = !position.is_odd_to_move;
        next.is_first = !position.is_first;
        next.plies_left -= 1;
        -self.result(&next)
    }

    /// The result for the player to move.
    fn result(&self, position: &Position) -> i8 {
        if position.plies_left == 0 {
            return 0;
        }
        let is_helping = matches!(self.reading.goal, Goal::OpponentHelps) && !position.is_first;
        let wanted = if is_helping { -1 } else { 1 };
        // Wins at once are found first.
        let can_win_at_once = !is_helping
            && !matches!(self.reading.goal, Goal::CompletingLoses)
            && self.moves(position).any(|placed| self.wins(position, placed));
        if can_win_at_once {
            return 1;
        }
        let mut best: Option<i8> = None;
        for placed in self.moves(position) {
            let result = self.result_of_move(position, placed);
            if result == wanted {
                return result;
            }
            best = match best {
                Some(best) if is_helping => Some(best.min(result)),
                Some(best) if self.worth(result) <= self.worth(best) => Some(best),
                _ => Some(result),
            };
        }
        // Without a move nobody wins.
        best.unwrap_or(0)
    }

    /// The result that the player to move prefers, the first one of several; none if there are none.
    fn best(&self, results: impl Iterator<Item = i8>) -> Option<i8> {
        let better =
            |best, result| if self.worth(result) > self.worth(best) { result } else { best };
        results.reduce(better)
    }

    /// How much a result is worth to the player who has it.
    fn worth(&self, result: i8) -> i8 {
        match self.reading.goal {
            Goal::DrawIsLoss => i8::from(result == 1),
            Goal::DrawIsWin => i8::from(result >= 0),
            Goal::Best | Goal::OpponentHelps | Goal::CompletingLoses => result,
        }
    }

    /// Whether a move completes a line.
    fn wins(&self, position: &Position, (cell, number): (usize, u8)) -> bool {
        let cells = &position.cells;
        let is_last = || cells.iter().filter(|&&other| other == 0).count() == 1;
        if matches!(self.reading.full, Full::Draw) && is_last() {
            return false;
        }
        self.through[cell].iter().any(|line| {
            let others = on_line(cells, line);
            // The cell itself is the one empty cell.
            others.iter().sum::<u8>() + number == 34
                && match self.reading.complete {
                    Complete::FourWith34 => others.iter().filter(|&&other| other == 0).count() == 1,
                    Complete::AnyWith34 => true,
                    Complete::OwnNumbers => {
                        let is_own =
                            |other: u8| other.is_multiple_of(2) == number.is_multiple_of(2);
                        let mut own = others.iter().filter(|&&other| other != 0 && is_own(other));
                        own.nth(2).is_some()
                    }
                }
        })
    }
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
    fn write(self, (cell, number): (usize, u8)) -> (u8, u8) {
        let cell = cell as u8;
        match self {
            Self::CellAndNumber => (cell, number),
            Self::NumberAndCell => (number, cell),
            Self::CellFromOne => (cell + 1, number),
            Self::ColumnByColumn => (cell % 4 * 4 + cell / 4, number),
        }
    }
}

/// A sort of position.
#[derive(Clone, Copy)]
enum Sort {
    /// This line can be won at once.
    WinAtOnce(Line),
    /// The same, by 16.
    WinAtOnceBySixteen(Line),
    /// No move wins at once, and the result is another one if this line does not count.
    Decisive(Line),
    /// The same, and it takes three plies to see the result.
    DecisiveInThree(Line),
    /// The last number decides.
    ByLastNumber,
    /// No move wins at once, and more cells are empty.
    Large,
}

/// The sorts of a task's positions.
const SORTS: [Sort; 10] = {
    use Sort::{ByLastNumber, Decisive, DecisiveInThree, Large, WinAtOnce, WinAtOnceBySixteen};
    let [.., row] = ROWS;
    let [.., column] = COLUMNS;
    [
        Decisive(MINOR),
        WinAtOnce(MAJOR),
        DecisiveInThree(column),
        WinAtOnceBySixteen(row),
        Decisive(MAJOR),
        Decisive(row),
        WinAtOnceBySixteen(MINOR),
        ByLastNumber,
        ByLastNumber,
        Large,
    ]
};

fn position(rng: &mut ChaCha8Rng, sort: Sort) -> Board {
    loop {
        if let Some(board) = attempt(rng, sort) {
            return board;
        }
    }
}

/// A position of a sort, if one is found at once. A plain search takes long with many empty cells, so few positions have more
/// than five.
fn attempt(rng: &mut ChaCha8Rng, sort: Sort) -> Option<Board> {
    match sort {
        Sort::WinAtOnce(line) => {
            let empty = rng.random_range(MIN_EMPTY..=5);
            won_at_once(rng, empty, line).map(|winnable| winnable.board)
        }
        Sort::WinAtOnceBySixteen(line) => {
            let winnable = won_at_once(rng, 5, line)?;
            (winnable.win.number.value() == Number::MAX).then_some(winnable.board)
        }
        Sort::Decisive(line) => decisive(rng, line),
        Sort::DecisiveInThree(line) => {
            let board = decisive(rng, line)?;
            let is_seen = |plies| sees(&board, Reading { plies, ..Reading::default() });
            (is_seen(Plies::Only(3)) && !is_seen(Plies::Only(2))).then_some(board)
        }
        Sort::ByLastNumber => {
            let board = without_win(rng, MIN_EMPTY..=4)?;
            let full = Reading { full: Full::Draw, ..Reading::default() };
            (solve(&board) != Outcome::Draw && !sees(&board, full)).then_some(board)
        }
        Sort::Large => without_win(rng, 6..=6),
    }
}

fn without_win(rng: &mut ChaCha8Rng, empty: RangeInclusive<u8>) -> Option<Board> {
    let empty = rng.random_range(empty);
    let board = undecided(rng, 16 - usize::from(empty));
    board.winning_moves().next().is_none().then_some(board)
}

/// A position that one move wins, by this line.
fn won_at_once(rng: &mut ChaCha8Rng, empty: u8, line: Line) -> Option<Winnable> {
    let numbers = winning_numbers(rng, None);
    let winnable = winnable(rng, 16 - usize::from(empty), &line, numbers)?;
    let is_single = winnable.won()?.winning_lines().count() == 1;
    (is_single && winnable.board.winning_moves().count() == 1).then_some(winnable)
}

/// A position that no move wins at once, with another result if this line does not count.
fn decisive(rng: &mut ChaCha8Rng, line: Line) -> Option<Board> {
    let board = without_win(rng, MIN_EMPTY..=5)?;
    let result = solve(&board);
    let is_other = |index: usize| {
        LINES.get(index).map(|line| line.map(|cell| usize::from(cell.index()))) != Some(line)
    };
    let is_decisive = || Solver::of_lines(is_other).solve(&board) != result;
    (result != Outcome::Draw && is_decisive()).then_some(board)
}

/// Whether a reading finds the right result.
fn sees(board: &Board, reading: Reading) -> bool {
    let plans = Search::new(&reading).plans(board.cells());
    plans.first().is_some_and(|plan| plan.result == solve(board))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn positions_can_be_won_at_once_or_are_decided_by_a_line() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        for (index, &sort) in SORTS.iter().cycle().take(80).enumerate() {
            let board = position(&mut rng, sort);
            assert!(Ending::try_from(board.cells()).is_ok(), "{index}");
            let is_won_at_once = board.winning_moves().next().is_some();
            assert_eq!(
                is_won_at_once,
                matches!(sort, Sort::WinAtOnce(_) | Sort::WinAtOnceBySixteen(_)),
                "{index}"
            );
        }
    }

    #[test]
    fn every_result_occurs_often() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let boards = SORTS.iter().cycle().take(400).map(|&sort| position(&mut rng, sort));
        let results: Vec<_> = boards.map(|board| solve(&board)).collect();
        let share = |wanted| results.iter().filter(|&&result| result == wanted).count();
        let won = [Player::Odd, Player::Even].map(Outcome::Won);
        for result in won.into_iter().chain([Outcome::Draw]) {
            assert!(share(result) >= 8, "{result}: {}", share(result));
        }
    }
}
