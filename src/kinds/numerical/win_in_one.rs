//! Step 16: a move that wins now.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::positions::{Boards, read_move, undecided, winnable, winning_numbers};
use super::readings::{
    COLUMNS, Cells, Line, Lines, MAJOR, MINOR, ROWS, Turn, add_missing_lines, on_line,
};
use crate::board::numerical::{Board, Move, Number};
use crate::step::{AnyOf, Aspects, Catalogue, Count, Expected, Feedback, Kind, Steering, Workload};

/// A winning move for the player to move on each board, if there is one.
pub enum WinInOne {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<8, 50>,
}

/// A move that wins, or `-` for none. A wrong reading may have a cell or a number that does not exist, or another text for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Win {
    /// The two numbers of the item.
    Move(u8, u8),
    /// No move wins.
    None,
    /// The same in other words.
    Text(&'static str),
}

impl From<Move> for Win {
    fn from(Move { cell, number }: Move) -> Self {
        Self::Move(cell.index(), number.value())
    }
}

impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(cell, number) => write!(f, "{cell}:{number}"),
            Self::None => f.write_str("-"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    turn: Turn,
    numbers: Numbers,
    last: Last,
    cells: Empty,
    lines: Lines,
    complete: Complete,
    gaps: Gaps,
    none: NoWin,
    form: Form,
}

/// Which numbers are tried.
#[derive(Clone, Copy, Default)]
enum Numbers {
    #[default]
    OfPlayerToMove,
    OfBoth,
    /// Those of the player to move, also those that lie on the board.
    AlsoUsed,
}

/// The last number that there is.
#[derive(Clone, Copy, Default)]
enum Last {
    #[default]
    Sixteen,
    Fifteen,
}

/// Which cells are tried.
#[derive(Clone, Copy, Default)]
enum Empty {
    #[default]
    Only,
    OrTaken,
}

/// When a line wins.
#[derive(Clone, Copy, Default)]
enum Complete {
    #[default]
    FourWith34,
    AnyWith34,
    /// All four numbers are of the player to move.
    OwnNumbers,
}

/// Which lines with one empty cell are tried.
#[derive(Clone, Copy, Default)]
enum Gaps {
    #[default]
    All,
    First,
}

/// What is answered when no move wins.
#[derive(Clone, Copy, Default)]
enum NoWin {
    #[default]
    Dash,
    AnyMove,
    OtherText,
}

/// How a move is written.
#[derive(Clone, Copy, Default)]
enum Form {
    #[default]
    CellAndNumber,
    NumberAndCell,
    CellFromOne,
    ColumnByColumn,
}

impl Kind for WinInOne {
    const NAME: &'static str = "numerical/win-in-one";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const DIAGNOSIS_LIMIT: usize = 5_000;

    type Params = Params;
    type Task = Boards;
    type Item = Win;
    type Solution = AnyOf<Win>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("numbers-of-both", |reading| reading.numbers = Numbers::OfBoth)
            .or("number-used-twice", |reading| reading.numbers = Numbers::AlsoUsed);
        aspects
            .add()
            .or("fewer-than-four", |reading| reading.complete = Complete::AnyWith34)
            .or("own-numbers-only", |reading| reading.complete = Complete::OwnNumbers);
        aspects
            .add()
            .or("other-player", |reading| reading.turn = Turn::ByCountReversed)
            .or("always-odd", |reading| reading.turn = Turn::AlwaysOdd)
            .or("always-even", |reading| reading.turn = Turn::AlwaysEven)
            .or("turn-from-sum", |reading| reading.turn = Turn::BySum)
            .or("turn-from-last-number", |reading| reading.turn = Turn::ByLastNumber)
            .or("turn-from-largest-number", |reading| reading.turn = Turn::ByLargestNumber);
        add_missing_lines(aspects, |reading| &mut reading.lines);
        aspects.add().or("sixteen-left-out", |reading| reading.last = Last::Fifteen);
        aspects
            .add()
            .or("always-a-move", |reading| reading.none = NoWin::AnyMove)
            .or("other-text-for-none", |reading| reading.none = NoWin::OtherText);
        aspects
            .add()
            .or("cells-from-one", |reading| reading.form = Form::CellFromOne)
            .or("number-before-cell", |reading| reading.form = Form::NumberAndCell)
            .or("column-by-column", |reading| reading.form = Form::ColumnByColumn);
        aspects.add().or("first-gap-only", |reading| reading.gaps = Gaps::First);
        aspects.add().or("taken-cells", |reading| reading.cells = Empty::OrTaken);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Boards {
        let count = params.boards.get() as usize;
        let mut boards: Vec<Board> =
            SORTS.iter().cycle().take(count).map(|&sort| position(rng, sort)).collect();
        boards.shuffle(rng);
        Boards { boards }
    }

    fn solve<'a>(task: &'a Boards, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Win>> + 'a {
        let lines = reading.lines.list();
        task.boards.iter().map(move |board| AnyOf(reading.wins(&board.cells(), &lines)))
    }

    fn reference(task: &Boards) -> Vec<AnyOf<Win>> {
        let wins = |board: &Board| {
            let wins: Vec<Win> = board.winning_moves().map(Win::from).collect();
            AnyOf(if wins.is_empty() { vec![Win::None] } else { wins })
        };
        task.boards.iter().map(wins).collect()
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<Win, Expected> {
        if text == "-" {
            return Ok(Win::None);
        }
        read_move(text).map(Win::from).ok_or(Expected(
            "`cell:number` with a cell from 0 to 15 and a number from 1 to 16, or `-` for none",
        ))
    }
}

/// What people write for none.
const OTHER_TEXTS: [&str; 8] = ["none", "null", "no", "x", "0", "-1", "n/a", "--"];

impl Reading {
    /// All answers to a board that this reading takes for right.
    fn wins(&self, cells: &Cells, lines: &[Line]) -> Vec<Win> {
        let gap =
            |line: &&Line| on_line(cells, line).iter().filter(|&&number| number == 0).count() == 1;
        let first_gap: Vec<Line> = lines.iter().find(gap).copied().into_iter().collect();
        let lines = match self.gaps {
            Gaps::All => lines,
            Gaps::First => &first_gap,
        };
        let is_odd = self.turn.is_odd(cells);
        let moves: Vec<(usize, u8)> = self.moves(cells, is_odd);
        let wins = moves.iter().filter(|&&placed| self.is_won(cells, lines, placed, is_odd));
        let mut wins: Vec<Win> = wins.map(|&placed| self.form.write(placed)).collect();
        if wins.is_empty() {
            match self.none {
                NoWin::Dash => wins.push(Win::None),
                NoWin::AnyMove => wins.extend(moves.iter().map(|&placed| self.form.write(placed))),
                NoWin::OtherText => wins.extend(OTHER_TEXTS.map(Win::Text)),
            }
        }
        wins
    }

    /// The moves that are tried, by cell and then by number.
    fn moves(&self, cells: &Cells, is_odd: bool) -> Vec<(usize, u8)> {
        let last = match self.last {
            Last::Sixteen => 16,
            Last::Fifteen => 15,
        };
        let is_tried = |number: &u8| {
            let is_own = number.is_multiple_of(2) != is_odd;
            match self.numbers {
                Numbers::OfPlayerToMove => is_own && !cells.contains(number),
                Numbers::OfBoth => !cells.contains(number),
                Numbers::AlsoUsed => is_own,
            }
        };
        let numbers: Vec<u8> = (1..=last).filter(is_tried).collect();
        let is_free = |&(_, number): &(usize, u8)| match self.cells {
            Empty::Only => number == 0,
            Empty::OrTaken => true,
        };
        let free = cells.iter().copied().enumerate().filter(is_free);
        free.flat_map(|(cell, _)| numbers.iter().map(move |&number| (cell, number))).collect()
    }

    fn is_won(
        &self,
        cells: &Cells,
        lines: &[Line],
        (cell, number): (usize, u8),
        is_odd: bool,
    ) -> bool {
        let mut after = *cells;
        if let Some(place) = after.get_mut(cell) {
            *place = number;
        }
        let through = lines.iter().filter(|line| line.contains(&cell));
        through.map(|line| on_line(&after, line)).any(|numbers| {
            let is_34 = numbers.iter().sum::<u8>() == 34;
            is_34
                && match self.complete {
                    Complete::FourWith34 => !numbers.contains(&0),
                    Complete::AnyWith34 => true,
                    Complete::OwnNumbers => {
                        let is_own = |&number: &u8| number.is_multiple_of(2) != is_odd;
                        !numbers.contains(&0) && numbers.iter().all(is_own)
                    }
                }
        })
    }
}

impl Form {
    #[expect(clippy::cast_possible_truncation, reason = "a cell of the board")]
    fn write(self, (cell, number): (usize, u8)) -> Win {
        let cell = cell as u8;
        match self {
            Self::CellAndNumber => Win::Move(cell, number),
            Self::NumberAndCell => Win::Move(number, cell),
            Self::CellFromOne => Win::Move(cell + 1, number),
            Self::ColumnByColumn => Win::Move(cell % 4 * 4 + cell / 4, number),
        }
    }
}

/// A sort of position. A program that misses a win answers `-`, which says little: so each sort occurs several times in a task, and
/// boards without a win are few.
#[derive(Clone, Copy)]
enum Sort {
    /// Only this line can be won.
    Line(Line),
    /// The same, and only with 16.
    LineBySixteen(Line),
    /// No move wins, though it seems to programs of several sorts.
    NoWin,
}

/// The sorts of a task's positions.
const SORTS: [Sort; 24] = {
    use Sort::{Line, LineBySixteen, NoWin};
    let [row1, row2, row3, row4] = ROWS;
    let [column1, column2, column3, column4] = COLUMNS;
    [
        NoWin,
        Line(MINOR),
        Line(row4),
        Line(column4),
        LineBySixteen(MAJOR),
        Line(row1),
        Line(column2),
        LineBySixteen(MINOR),
        Line(MAJOR),
        LineBySixteen(row4),
        Line(column4),
        Line(row2),
        NoWin,
        Line(MINOR),
        Line(MAJOR),
        Line(row4),
        LineBySixteen(column4),
        Line(column1),
        Line(row3),
        Line(column3),
        Line(row1),
        Line(column2),
        Line(row2),
        Line(column1),
    ]
};

fn position(rng: &mut ChaCha8Rng, sort: Sort) -> Board {
    loop {
        if let Some(board) = attempt(rng, sort) {
            return board;
        }
    }
}

/// A position of a sort, if one is found at once.
fn attempt(rng: &mut ChaCha8Rng, sort: Sort) -> Option<Board> {
    let (line, is_by_sixteen) = match sort {
        Sort::NoWin => return without_win(rng),
        Sort::Line(line) => (line, false),
        Sort::LineBySixteen(line) => (line, true),
    };
    let moves =
        if is_by_sixteen { 2 * rng.random_range(3..=7) + 1 } else { rng.random_range(6..=15) };
    let numbers = winning_numbers(rng, None);
    let prepared = winnable(rng, moves, &line, numbers)?;
    let is_of_line = |Move { cell, .. }: Move| line.contains(&cell.index().into());
    let is_only = prepared.board.winning_moves().all(|win| win == prepared.win && is_of_line(win));
    let has_sixteen = prepared.win.number.value() == Number::MAX;
    let is_single = prepared.won()?.winning_lines().count() == 1;
    (is_only && is_single && (has_sixteen || !is_by_sixteen)).then_some(prepared.board)
}

/// A position in which no move wins, though the opponent's numbers, used ones, lines of three or taken cells would.
fn without_win(rng: &mut ChaCha8Rng) -> Option<Board> {
    let moves = rng.random_range(8..=13);
    let board = undecided(rng, moves);
    if board.winning_moves().next().is_some() {
        return None;
    }
    let traps = [
        Reading { numbers: Numbers::OfBoth, ..Reading::default() },
        Reading { numbers: Numbers::AlsoUsed, ..Reading::default() },
        Reading { complete: Complete::AnyWith34, ..Reading::default() },
        Reading { cells: Empty::OrTaken, ..Reading::default() },
    ];
    let (cells, lines) = (board.cells(), Lines::default().list());
    let is_trap = |trap: &Reading| trap.wins(&cells, &lines) != [Win::None];
    traps.iter().all(is_trap).then_some(board)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn two_positions_have_no_win_and_the_others_have_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let wins = SORTS.map(|sort| position(&mut rng, sort).winning_moves().count());
        assert_eq!(wins.iter().filter(|&&wins| wins == 0).count(), 2);
        assert_eq!(wins.iter().filter(|&&wins| wins == 1).count(), 22);
    }
}
