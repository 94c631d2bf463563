//! Step 16: a move that wins now.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::positions::{Boards, read_move, undecided, winnable, winning_numbers};
use super::readings::{
    COLUMNS, Cells, Diagonals, LAST_COLUMN, LAST_ROW, Line, Lines, MAJOR, MINOR, Parallels, ROWS,
    Turn, on_line,
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
            .or("always-odd", |reading| reading.turn = Turn::AlwaysOdd);
        aspects
            .add()
            .or("diagonals-missed", |reading| reading.lines.diagonals = Diagonals::None)
            .or("minor-diagonal-missed", |reading| {
                reading.lines.diagonals = Diagonals::MajorOnly;
            });
        aspects
            .add()
            .or("last-row-missed", |reading| reading.lines.rows = Parallels::WithoutLast)
            .or("last-row-and-column-missed", |reading| {
                reading.lines.rows = Parallels::WithoutLast;
                reading.lines.columns = Parallels::WithoutLast;
            });
        aspects.add().or("sixteen-left-out", |reading| reading.last = Last::Fifteen);
        // So many moves pass for it that with others it fits by chance.
        aspects.add().or("always-a-move", |reading| reading.none = NoWin::AnyMove).alone();
        aspects.add().or("other-text-for-none", |reading| reading.none = NoWin::OtherText);
        aspects
            .add()
            .or("cells-from-one", |reading| reading.form = Form::CellFromOne)
            .or("number-before-cell", |reading| reading.form = Form::NumberAndCell)
            .or("column-by-column", |reading| reading.form = Form::ColumnByColumn);
        aspects.add().or("first-gap-only", |reading| reading.gaps = Gaps::First);
        aspects.add().or("taken-cells", |reading| reading.cells = Empty::OrTaken);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Boards {
        let mut sorts = Vec::new();
        let count = params.boards.get() as usize;
        while sorts.len() < count {
            sorts.extend(eight(rng));
        }
        sorts.truncate(count);
        sorts.shuffle(rng);
        let draw = |rng: &mut ChaCha8Rng, &sort: &Sort| position(rng, sort);
        Boards { boards: steering.cover_each(rng, &sorts, 8, draw, Boards::one) }
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

/// A cell and the number that is placed on it.
type Placed = (usize, u8);

impl Reading {
    /// The answers to a board that this reading takes for right.
    fn wins(&self, cells: &Cells, lines: &[Line]) -> Vec<Win> {
        let numbers = self.numbers(cells);
        let by_line = self.completions(cells, lines, &numbers);
        let mut wins = by_line.clone();
        wins.sort_unstable();
        wins.dedup();
        if self.finds_more() {
            wins = firsts(&wins, &by_line);
        }
        if !wins.is_empty() {
            return wins.into_iter().map(|placed| self.form.write(placed)).collect();
        }
        match self.none {
            NoWin::Dash => vec![Win::None],
            NoWin::AnyMove => {
                let free = (0..cells.len()).filter(|&cell| self.is_tried(cells, cell));
                let moves = free.flat_map(|cell| numbers.iter().map(move |&number| (cell, number)));
                moves.map(|placed| self.form.write(placed)).collect()
            }
            NoWin::OtherText => OTHER_TEXTS.map(Win::Text).to_vec(),
        }
    }

    /// Whether it finds wins that are none, beside the right ones. A program answers the first that it finds.
    fn finds_more(&self) -> bool {
        !matches!(self.numbers, Numbers::OfPlayerToMove)
            || matches!(self.complete, Complete::AnyWith34)
            || matches!(self.cells, Empty::OrTaken)
    }

    /// The numbers that are tried.
    fn numbers(&self, cells: &Cells) -> Vec<u8> {
        let last = match self.last {
            Last::Sixteen => 16,
            Last::Fifteen => 15,
        };
        let is_odd = self.turn.is_odd(cells);
        let is_tried = |number: &u8| {
            let is_own = number.is_multiple_of(2) != is_odd;
            match self.numbers {
                Numbers::OfPlayerToMove => is_own && !cells.contains(number),
                Numbers::OfBoth => !cells.contains(number),
                Numbers::AlsoUsed => is_own,
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
                let Some(number) = 34_u8.checked_sub(sum) else { continue };
                let is_complete = match self.complete {
                    Complete::FourWith34 => others.all(|(_, &other)| other != 0),
                    Complete::AnyWith34 => true,
                    Complete::OwnNumbers => {
                        is_own(number) && others.all(|(_, &other)| other != 0 && is_own(other))
                    }
                };
                if is_complete && self.is_tried(cells, cell) && numbers.contains(&number) {
                    found.push((cell, number));
                }
            }
        }
        found
    }
}

/// The moves that programs find first: cell by cell, number by number, and line by line.
fn firsts(wins: &[Placed], by_line: &[Placed]) -> Vec<Placed> {
    let by_number = wins.iter().min_by_key(|&&(cell, number)| (number, cell));
    wins.first().into_iter().chain(by_number).chain(by_line.first()).copied().collect()
}

impl Form {
    #[expect(clippy::cast_possible_truncation, reason = "a cell of the board")]
    fn write(self, (cell, number): Placed) -> Win {
        let cell = cell as u8;
        match self {
            Self::CellAndNumber => Win::Move(cell, number),
            Self::NumberAndCell => Win::Move(number, cell),
            Self::CellFromOne => Win::Move(cell + 1, number),
            Self::ColumnByColumn => Win::Move(cell % 4 * 4 + cell / 4, number),
        }
    }
}

/// A sort of position.
#[derive(Clone, Copy)]
enum Sort {
    /// Only this line can be won.
    Line(Line),
    /// The same, and only with 16.
    LineBySixteen(Line),
    /// No move wins.
    NoWin,
}

/// The sorts of eight positions.
///
/// A program that misses a win answers `-`, and one such item tells little. So the lines that people miss occur several times, and
/// there is only one board without a win.
fn eight(rng: &mut ChaCha8Rng) -> [Sort; 8] {
    let others = [&ROWS[..3], &COLUMNS[..3]].concat();
    let other = others.choose(rng).copied().unwrap_or(MAJOR);
    let odd_one = [MINOR, MINOR, MAJOR, other].choose(rng).copied().unwrap_or(MAJOR);
    let mut lines = [MINOR, MINOR, LAST_ROW, LAST_ROW, LAST_ROW, LAST_COLUMN, odd_one];
    lines.shuffle(rng);
    let [one, two, three, four, five, six, seven] = lines;
    [
        Sort::LineBySixteen(one),
        Sort::LineBySixteen(two),
        Sort::LineBySixteen(three),
        Sort::Line(four),
        Sort::Line(five),
        Sort::Line(six),
        Sort::Line(seven),
        Sort::NoWin,
    ]
}

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

/// A position in which no move wins. Few moves are left: so few of them are answers to other boards.
fn without_win(rng: &mut ChaCha8Rng) -> Option<Board> {
    let moves = rng.random_range(13..=15);
    let board = undecided(rng, moves);
    board.winning_moves().next().is_none().then_some(board)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn one_position_in_eight_has_no_win_and_the_others_have_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        for _ in 0..20 {
            let sorts = eight(&mut rng);
            let wins = sorts.map(|sort| position(&mut rng, sort).winning_moves().count());
            assert_eq!(wins, [1, 1, 1, 1, 1, 1, 1, 0]);
        }
    }
}
