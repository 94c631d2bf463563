//! How the rule is read, and the lines of a point by a reading.

use super::super::plain::{self, Border, LINES, Letters, POINTS, Place};
use super::pattern::{Lines, Pattern};
use gradus_board::gomoku::{Point, Stone};

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    pub(super) question: Letters,
    pub(super) turns: Turns,
    pub(super) played: Played,
    pub(super) lines: Directions,
    pub(super) cells: Cells,
    pub(super) border: Border,
    /// Whether the point itself is written even where it is not taken for one of the board.
    pub(super) always_itself: bool,
    pub(super) window: Window,
    pub(super) off_board: OffBoard,
    pub(super) slices: Slices,
    pub(super) walk: Walk,
}

/// How far a line is followed from the point.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Walk {
    #[default]
    ToTheEnd,
    /// To the first empty cell, which is still written.
    ToAnEmptyCell,
    /// The first empty cell is not written either.
    BeforeAnEmptyCell,
    /// To the first stone, which is still written.
    ToAStone,
}

/// Which stone a move places.
#[derive(Clone, Copy, Default)]
pub(super) enum Turns {
    #[default]
    BlackFirst,
    WhiteFirst,
    /// The first half of the moves are black's.
    BlackThenWhite,
    /// Each side has two moves at a time.
    TwoAtATime,
    /// Black has the first two moves, and then they take turns.
    FirstTwice,
    /// All are of this side.
    All(Stone),
    /// That of the first place in the text of the game where the point's letters stand, also across two moves.
    FirstInTheText,
}

/// Which moves are played, and where.
#[derive(Clone, Copy, Default)]
pub(super) enum Played {
    #[default]
    All,
    WithoutTheFirst,
    WithoutTheLast,
    OnlyOf(Stone),
    /// The first letter is taken for row and column.
    FirstLetterTwice,
    SecondLetterTwice,
    /// A stone lies in all rows.
    InAllRows,
}

/// Which line is cut out for each of the four.
#[derive(Clone, Copy)]
pub(super) struct Directions(pub(super) [usize; LINES.len()]);

impl Default for Directions {
    fn default() -> Self {
        Self([0, 1, 2, 3])
    }
}

/// Which cells of a line are taken, and in which order.
#[derive(Clone, Copy)]
pub(super) struct Cells {
    pub(super) before: i16,
    pub(super) after: i16,
    pub(super) centre: Centre,
    pub(super) order: Order,
}

impl Default for Cells {
    fn default() -> Self {
        Self { before: 4, after: 4, centre: Centre::Kept, order: Order::OnTheLine }
    }
}

/// How the point itself is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Centre {
    Kept,
    LeftOut,
    Twice,
    /// As this, whatever lies on it.
    Written(char),
}

/// The order of the cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    OnTheLine,
    /// Those before the point come from the point outwards.
    BeforeNotTurned,
    /// Those after the point come from outside to the point.
    AfterTurned,
    BothTurned,
    /// The point, those after it, and then those before it from the point outwards.
    AfterThenBefore,
    /// The point and those after it, and then those before it as on the line.
    AfterFirst,
    /// The point comes first, then those before it and after it, from the point outwards.
    BeforeThenAfter,
    /// Those before the point come again in place of those after it.
    BeforeTwice,
    /// Those after the point come again in place of those before it.
    AfterTwice,
}

/// What happens to a window that the border cuts.
#[derive(Clone, Copy, Default)]
pub(super) enum Window {
    #[default]
    Cut,
    /// As many cells as are missing before the point are taken more after it.
    MovedOn,
    /// As many as are missing after it are taken more before it.
    MovedBack,
    /// Both.
    MovedInwards,
    /// Both, of rows and columns only.
    RowsAndColumnsMovedInwards,
    /// It is cut at both ends alike.
    CutAlike,
    /// Nothing is before a point in the first row or column on any line, and nothing after one in the last.
    OneTestForAllLines,
    /// A line is followed from its far end, and left at its first cell off the board.
    LeftAtTheBorder,
    /// The same, but the point and what is after it are followed for themselves.
    LeftBeforeThePoint,
}

/// Which lines are cut out of the flat text of the board, each as every so many-th character of it. A line that would begin before the text
/// then begins with its first character.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Slices {
    #[default]
    Nothing,
    Column,
    /// The column and the diagonals, which go on in the next row.
    AllButTheRow,
}

/// What is written for a cell off the board.
#[derive(Clone, Copy, Default)]
pub(super) enum OffBoard {
    #[default]
    Nothing,
    Written(char),
}

impl Reading {
    /// The board after a game.
    pub(super) fn picture(&self, moves: &[Point]) -> Picture {
        let mut picture = ['.'; POINTS];
        let letters: Vec<u8> =
            moves.iter().flat_map(|point| [point.row(), point.column()]).collect();
        let (first, last) = match self.played {
            Played::WithoutTheFirst => (1, moves.len()),
            Played::WithoutTheLast => (0, moves.len().saturating_sub(1)),
            _ => (0, moves.len()),
        };
        let mut put = |row: i16, column: i16, stone: Stone| {
            let index = Border::Exact.index((row, column));
            if let Some(cell) = index.and_then(|index| picture.get_mut(index)) {
                *cell = stone.symbol();
            }
        };
        for (number, &point) in moves.iter().enumerate().take(last).skip(first) {
            let stone = match self.turns {
                Turns::BlackFirst => Stone::to_move_after(number),
                Turns::WhiteFirst => Stone::to_move_after(number).other(),
                Turns::BlackThenWhite if 2 * number < moves.len() => Stone::Black,
                Turns::BlackThenWhite => Stone::White,
                Turns::TwoAtATime => Stone::to_move_after(number / 2),
                Turns::FirstTwice => Stone::to_move_after(number.saturating_sub(1)),
                Turns::All(stone) => stone,
                Turns::FirstInTheText => {
                    let is_it = |pair: &[u8]| pair == [point.row(), point.column()];
                    let place = letters.windows(2).position(is_it);
                    Stone::to_move_after(place.unwrap_or(2 * number) / 2)
                }
            };
            let (row, column) = plain::place(point);
            match self.played {
                Played::OnlyOf(side) if Stone::to_move_after(number) != side => {}
                Played::FirstLetterTwice => put(row, row, stone),
                Played::SecondLetterTwice => put(column, column, stone),
                Played::InAllRows => (0..plain::SIDE).for_each(|row| put(row, column, stone)),
                _ => put(row, column, stone),
            }
        }
        picture
    }

    /// The four lines of a point.
    pub(super) fn lines(&self, picture: &Picture, point: Point) -> Lines {
        let centre = self.question.place(point);
        let Directions(lines) = self.lines;
        Lines(lines.map(|line| {
            LINES.get(line).map_or(Pattern::NOTHING, |&line| self.line(picture, centre, line))
        }))
    }

    #[expect(
        clippy::expect_used,
        reason = "a reading takes fifteen cells at most, and writes cells"
    )]
    fn line(&self, picture: &Picture, centre: Place, line: Place) -> Pattern {
        let Cells { before, after, centre: kept, order } = self.cells;
        let (before, after) = self.window(centre, line, before, after);
        if after < 0 {
            return Pattern::NOTHING;
        }
        let is_sliced = match self.slices {
            Slices::Nothing => false,
            Slices::Column => line == (1, 0),
            Slices::AllButTheRow => line != (0, 1),
        };
        if is_sliced {
            let (index, stride) =
                (centre.0 * plain::SIDE + centre.1, line.0 * plain::SIDE + line.1);
            let first = usize::try_from(index - before * stride).unwrap_or(0);
            let last = usize::try_from(index + after * stride).unwrap_or(0);
            let cells = picture.iter().take(last + 1).skip(first);
            let cells = cells.step_by(usize::from(stride.unsigned_abs())).copied();
            return Pattern::of(cells).expect("fifteen cells at most");
        }
        let at = |steps: i16| {
            let border = if steps == 0 && self.always_itself { Border::Exact } else { self.border };
            let index = border.index(plain::along(centre, line, steps));
            match (index.and_then(|index| picture.get(index)), self.off_board) {
                (Some(&cell), _) | (None, OffBoard::Written(cell)) => Some(cell),
                (None, OffBoard::Nothing) => None,
            }
        };
        let walked = |sense: i16, length: i16| -> i16 {
            let is_last = |steps: &i16| {
                let is_empty = at(sense * steps).map(|cell| cell == '.');
                is_empty == Some(self.walk != Walk::ToAStone)
            };
            let last = || (1..=length).find(is_last);
            match self.walk {
                Walk::ToTheEnd => length,
                Walk::ToAnEmptyCell | Walk::ToAStone => last().unwrap_or(length),
                Walk::BeforeAnEmptyCell => last().map_or(length, |steps| steps - 1),
            }
        };
        let (before, after) = (walked(-1, before), walked(1, after));
        // Nearly all readings take the cells as they are, and need no list of them.
        if (order, kept) == (Order::OnTheLine, Centre::Kept) {
            return Pattern::of((-before..=after).filter_map(at)).expect("at most fifteen cells");
        }
        let mut cells = Vec::with_capacity(32);
        let itself = |cells: &mut Vec<Option<char>>| match kept {
            Centre::Kept => cells.push(at(0)),
            Centre::LeftOut => {}
            Centre::Twice => cells.extend([at(0), at(0)]),
            Centre::Written(cell) => cells.push(Some(cell)),
        };
        match order {
            Order::OnTheLine | Order::AfterTurned | Order::BeforeTwice => {
                cells.extend((-before..0).map(at));
            }
            Order::BeforeNotTurned | Order::BothTurned => {
                cells.extend((1..=before).map(|n| at(-n)));
            }
            Order::AfterTwice => cells.extend((1..=after).rev().map(at)),
            Order::AfterThenBefore | Order::AfterFirst | Order::BeforeThenAfter => {}
        }
        itself(&mut cells);
        match order {
            Order::OnTheLine | Order::BeforeNotTurned | Order::AfterTwice => {
                cells.extend((1..=after).map(at));
            }
            Order::AfterTurned | Order::BothTurned => cells.extend((1..=after).rev().map(at)),
            Order::BeforeTwice => cells.extend((1..=before).map(|n| at(-n))),
            Order::AfterThenBefore => {
                cells.extend((1..=after).map(at));
                cells.extend((1..=before).map(|n| at(-n)));
            }
            Order::AfterFirst => {
                cells.extend((1..=after).map(at));
                cells.extend((-before..0).map(at));
            }
            Order::BeforeThenAfter => {
                cells.extend((1..=before).map(|n| at(-n)));
                cells.extend((1..=after).map(at));
            }
        }
        Pattern::of(cells.into_iter().flatten()).expect("at most fifteen cells")
    }

    /// How many cells of a line are taken before the point and after it.
    fn window(&self, centre: Place, line: Place, before: i16, after: i16) -> (i16, i16) {
        if matches!(self.window, Window::Cut) {
            return (before, after);
        }
        let is_on_board =
            |steps: &i16| Border::Exact.index(plain::along(centre, line, *steps)).is_some();
        let count = |steps: i16| {
            (1..=4).take_while(|number| is_on_board(&(steps * number))).fold(0, |n, _| n + 1)
        };
        let (has_before, has_after) = (count(-1), count(1));
        let is_diagonal = line.0 != 0 && line.1 != 0;
        match self.window {
            Window::RowsAndColumnsMovedInwards if is_diagonal => (before, after),
            Window::MovedOn => (before, after + 4 - has_before),
            Window::MovedBack => (before + 4 - has_after, after),
            Window::MovedInwards | Window::RowsAndColumnsMovedInwards => {
                (before + 4 - has_after, after + 4 - has_before)
            }
            Window::CutAlike => {
                let half = has_before.min(has_after);
                (half, half)
            }
            // Nothing of the line is left, not even the point.
            Window::LeftAtTheBorder if has_before < before => (0, -1),
            Window::LeftBeforeThePoint if has_before < before => (0, after),
            Window::Cut | Window::LeftAtTheBorder | Window::LeftBeforeThePoint => (before, after),
            Window::OneTestForAllLines => {
                let is_at = |border| centre.0 == border || centre.1 == border;
                (if is_at(0) { 0 } else { before }, if is_at(plain::SIDE - 1) { 0 } else { after })
            }
        }
    }
}

/// What lies on each point.
pub(super) type Picture = [char; POINTS];
