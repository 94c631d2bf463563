//! How the rule is read, and the moves that win by a reading.

use std::fmt;

use super::super::readings::{
    COLUMNS, Cells, Diagonals, Line, Lines, Parallels, Turn, on_line, placed,
};
use gradus_board::numerical::{Board, Move};
use gradus_step::Aspects;

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
    kept: Kept,
    tried: Tried,
    sum: Sum,
    choice: Choice,
}

/// Which numbers there are to be tried.
#[derive(Clone, Copy, Default)]
enum Numbers {
    #[default]
    OfPlayerToMove,
    OfBoth,
    /// Those of the player to move, also those that lie on the board.
    AlsoUsed,
    /// Those of the player to move that are not found in the text of the board: 2 is found in 12.
    NotInText,
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
    /// The cell is its place in the line, from 0 to 3.
    PlaceInLine,
    /// A cell of a column is written as if it were the row of the same number.
    ColumnAsRow,
    /// The number is placed on the first empty cell of the board.
    FirstEmptyCell,
    /// The cell is its place among the empty ones, from 0.
    PlaceAmongEmpty,
}

impl Form {
    /// A move as it is written; there may be several ways if several lines win with it.
    #[expect(clippy::cast_possible_truncation, reason = "a cell of the board")]
    fn write(self, (cell, number): Placed, cells: &Cells, lines: &[Line]) -> Vec<Win> {
        let completes = |line: &&Line| {
            let others = line.iter().zip(on_line(cells, line)).filter(|&(&other, _)| other != cell);
            line.contains(&cell)
                && others.clone().all(|(_, other)| other != 0)
                && others.map(|(_, other)| other).sum::<u8>() + number == 34
        };
        let place = |line: &Line| line.iter().position(|&other| other == cell).unwrap_or(cell);
        let written = match self {
            Self::CellAndNumber => vec![cell],
            Self::NumberAndCell => return vec![Win::Move(number, cell as u8)],
            Self::CellFromOne => vec![cell + 1],
            Self::ColumnByColumn => vec![cell % 4 * 4 + cell / 4],
            Self::PlaceAmongEmpty => {
                vec![cells.iter().take(cell).filter(|&&other| other == 0).count()]
            }
            Self::FirstEmptyCell => {
                cells.iter().position(|&other| other == 0).into_iter().collect()
            }
            Self::PlaceInLine => lines.iter().filter(completes).map(place).collect(),
            Self::ColumnAsRow => {
                let written = |line: &Line| {
                    if COLUMNS.contains(line) { cell % 4 * 4 + cell / 4 } else { cell }
                };
                lines.iter().filter(completes).map(written).collect()
            }
        };
        let written = if written.is_empty() { vec![cell] } else { written };
        written.into_iter().map(|cell| Win::Move(cell as u8, number)).collect()
    }
}

/// What is kept from the boards before.
#[derive(Clone, Copy, Default)]
enum Kept {
    #[default]
    Nothing,
    /// Numbers that lie on an earlier board stay used.
    Used,
    /// How many numbers there are, from which it is known who is to move.
    Count,
}

/// What happens to a number that was tried and does not win.
#[derive(Clone, Copy, Default)]
enum Tried {
    #[default]
    TakenBack,
    /// It stays on its cell until another one is tried there.
    LeftBehind,
}

/// The sum that wins.
#[derive(Clone, Copy)]
enum Sum {
    Exactly(u8),
    AtLeast34,
    AtMost34,
}

impl Default for Sum {
    fn default() -> Self {
        Self::Exactly(34)
    }
}

impl Sum {
    fn is_of(self, sum: u8) -> bool {
        match self {
            Self::Exactly(wanted) => sum == wanted,
            Self::AtLeast34 => sum >= 34,
            Self::AtMost34 => sum <= 34,
        }
    }
}

/// Which of the numbers that may be placed are tried.
#[derive(Clone, Copy, Default)]
enum Choice {
    #[default]
    All,
    Largest,
    Smallest,
}

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
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
    aspects
        .add()
        .or("diagonals-missed", |reading| reading.lines.diagonals = Diagonals::None)
        .or("minor-diagonal-missed", |reading| {
            reading.lines.diagonals = Diagonals::MajorOnly;
        })
        .or("broken-diagonals", |reading| reading.lines.diagonals = Diagonals::RoundTheEdge);
    aspects
        .add()
        .or("row-or-column-missed", |reading| {
            reading.lines.rows = Parallels::WithoutLast;
            reading.lines.columns = Parallels::WithoutLast;
        })
        .or("rows-missed", |reading| reading.lines.rows = Parallels::None)
        .or("columns-missed", |reading| reading.lines.columns = Parallels::None);
    aspects.add().or("sixteen-left-out", |reading| reading.last = Last::Fifteen);
    // So many moves pass for it that with others it fits by chance.
    aspects.add().or("always-a-move", |reading| reading.none = NoWin::AnyMove).alone();
    aspects.add().or("other-text-for-none", |reading| reading.none = NoWin::OtherText);
    aspects
        .add()
        .or("cells-from-one", |reading| reading.form = Form::CellFromOne)
        .or("number-before-cell", |reading| reading.form = Form::NumberAndCell)
        .or("column-by-column", |reading| reading.form = Form::ColumnByColumn)
        .or("place-in-line", |reading| reading.form = Form::PlaceInLine)
        .or("cell-of-a-row-for-columns", |reading| reading.form = Form::ColumnAsRow)
        .or("first-empty-cell", |reading| reading.form = Form::FirstEmptyCell);
    aspects.add().or("first-gap-only", |reading| reading.gaps = Gaps::First);
    aspects.add().or("taken-cells", |reading| reading.cells = Empty::OrTaken);
    aspects.add().or("used-not-cleared", |reading| reading.kept = Kept::Used);
    aspects.add().or("count-not-set-back", |reading| reading.kept = Kept::Count).alone();
    aspects.add().or("trial-not-taken-back", |reading| reading.tried = Tried::LeftBehind).alone();
    aspects
        .add()
        .or("largest-number-only", |reading| reading.choice = Choice::Largest)
        .or("smallest-number-only", |reading| reading.choice = Choice::Smallest);
    aspects.add().or("searched-as-text", |reading| reading.numbers = Numbers::NotInText).alone();
    aspects
        .add()
        .or("place-among-empty-cells", |reading| reading.form = Form::PlaceAmongEmpty)
        .alone();
    aspects
        .add()
        .or("at-least-34", |reading| reading.sum = Sum::AtLeast34)
        .or("at-most-34", |reading| reading.sum = Sum::AtMost34);
    let sums = [33, 35].map(|sum: u8| (sum.to_string(), sum.to_string(), sum));
    aspects
        .add()
        .or_each("another-sum", sums, |reading, sum| reading.sum = Sum::Exactly(sum))
        .alone();
}

impl Reading {
    /// The answers to boards, one after another.
    pub(super) fn answers(&self, boards: &[Board]) -> impl Iterator<Item = Vec<Win>> {
        let lines = self.lines.list();
        let (mut used, mut count) = (Vec::new(), 0);
        boards.iter().map(move |board| {
            let cells = board.cells();
            let mut is_odd_to_move = self.turn.is_odd(&cells);
            match self.kept {
                Kept::Nothing => {}
                Kept::Used => used.extend(cells),
                Kept::Count => {
                    count += placed(&cells);
                    is_odd_to_move = count.is_multiple_of(2);
                }
            }
            self.wins(&cells, is_odd_to_move, &used, &lines)
        })
    }

    /// The answers to a board that this reading takes for right.
    fn wins(&self, cells: &Cells, is_odd_to_move: bool, used: &[u8], lines: &[Line]) -> Vec<Win> {
        let mut numbers = self.numbers(cells, is_odd_to_move);
        numbers.retain(|number| !used.contains(number));
        match self.choice {
            Choice::All => {}
            Choice::Largest => numbers = numbers.last().copied().into_iter().collect(),
            Choice::Smallest => numbers.truncate(1),
        }
        let by_line = match self.tried {
            Tried::TakenBack => self.completions(cells, lines, &numbers),
            Tried::LeftBehind => first_left_behind(*cells, lines, &numbers).into_iter().collect(),
        };
        let mut wins = by_line.clone();
        wins.sort_unstable();
        wins.dedup();
        if self.finds_more() {
            wins = firsts(&wins, &by_line);
        }
        if !wins.is_empty() {
            let write = |placed| self.form.write(placed, cells, lines);
            return wins.into_iter().flat_map(write).collect();
        }
        match self.none {
            NoWin::Dash => vec![Win::None],
            NoWin::AnyMove => {
                let free = (0..cells.len()).filter(|&cell| self.is_tried(cells, cell));
                let moves = free.flat_map(|cell| numbers.iter().map(move |&number| (cell, number)));
                moves.flat_map(|placed| self.form.write(placed, cells, lines)).collect()
            }
            NoWin::OtherText => OTHER_TEXTS.map(Win::Text).to_vec(),
        }
    }

    /// Whether it finds wins that are none, beside the right ones. A program answers the first that it finds.
    fn finds_more(&self) -> bool {
        matches!(self.numbers, Numbers::OfBoth | Numbers::AlsoUsed)
            || matches!(self.complete, Complete::AnyWith34)
            || matches!(self.sum, Sum::AtLeast34 | Sum::AtMost34)
            || matches!(self.cells, Empty::OrTaken)
            || matches!(self.lines.diagonals, Diagonals::RoundTheEdge)
    }

    /// The numbers that are tried.
    fn numbers(&self, cells: &Cells, is_odd_to_move: bool) -> Vec<u8> {
        let last = match self.last {
            Last::Sixteen => 16,
            Last::Fifteen => 15,
        };
        let is_tried = |number: &u8| {
            let is_own = number.is_multiple_of(2) != is_odd_to_move;
            match self.numbers {
                Numbers::OfPlayerToMove => is_own && !cells.contains(number),
                Numbers::OfBoth => !cells.contains(number),
                Numbers::AlsoUsed => is_own,
                Numbers::NotInText => {
                    let text = number.to_string();
                    is_own && !cells.iter().any(|other| other.to_string().contains(&text))
                }
            }
        };
        (1..=last).filter(is_tried).collect()
    }

    fn is_tried(&self, cells: &Cells, cell: usize) -> bool {
        matches!(self.cells, Empty::OrTaken) || cells.get(cell) == Some(&0)
    }

    /// The moves that win, line by line.
    fn completions(&self, cells: &Cells, lines: &[Line], numbers: &[u8]) -> Vec<Placed> {
        let gap =
            |line: &&Line| on_line(cells, line).iter().filter(|&&number| number == 0).count() == 1;
        let first_gap: Vec<Line> = lines.iter().find(gap).copied().into_iter().collect();
        let lines = match self.gaps {
            Gaps::All => lines,
            Gaps::First => &first_gap,
        };
        let is_odd = self.turn.is_odd(cells);
        let is_own = |number: u8| number.is_multiple_of(2) != is_odd;
        let mut found = Vec::new();
        for line in lines {
            let on_line = on_line(cells, line);
            for (place, &cell) in line.iter().enumerate() {
                let mut others = on_line.iter().enumerate().filter(|&(other, _)| other != place);
                let sum: u8 = others.clone().map(|(_, &number)| number).sum();
                let is_complete = match self.complete {
                    Complete::FourWith34 => others.all(|(_, &other)| other != 0),
                    Complete::AnyWith34 => true,
                    Complete::OwnNumbers => others.all(|(_, &other)| other != 0 && is_own(other)),
                };
                if is_complete && self.is_tried(cells, cell) {
                    let wins = |number: &&u8| {
                        self.sum.is_of(sum + **number)
                            && (is_own(**number) || !matches!(self.complete, Complete::OwnNumbers))
                    };
                    found.extend(numbers.iter().filter(wins).map(|&number| (cell, number)));
                }
            }
        }
        found
    }
}

/// A cell and the number that is placed on it.
type Placed = (usize, u8);

/// What people write for none.
const OTHER_TEXTS: [&str; 8] = ["none", "null", "no", "x", "0", "-1", "n/a", "--"];

/// The moves that programs find first: cell by cell, number by number, and line by line.
fn firsts(wins: &[Placed], by_line: &[Placed]) -> Vec<Placed> {
    let by_number = wins.iter().min_by_key(|&&(cell, number)| (number, cell));
    wins.first().into_iter().chain(by_number).chain(by_line.first()).copied().collect()
}

/// The first move that wins if every number that was tried stays on its cell until another one is tried there.
fn first_left_behind(mut cells: Cells, lines: &[Line], numbers: &[u8]) -> Option<Placed> {
    let empty: Vec<usize> = (0..cells.len()).filter(|&cell| cells.get(cell) == Some(&0)).collect();
    for cell in empty {
        for &number in numbers {
            *cells.get_mut(cell)? = number;
            let is_won = |line: &Line| {
                let on_line = on_line(&cells, line);
                !on_line.contains(&0) && on_line.iter().sum::<u8>() == 34
            };
            if lines.iter().filter(|line| line.contains(&cell)).any(is_won) {
                return Some((cell, number));
            }
        }
    }
    None
}
