//! The boards of the four games. Those with four dimensions are blocks in rows and columns, with the same axes as in the steps' statements:
//!
//! ```text
//! in a block: x to the right, y down
//!
//!         z = 0      z = 1      z = 2      z = 3
//! w = 0   . . . .    . . . .    . . . .    . . . .
//!         . . . .    …
//! ```

use std::iter;
use std::ops::RangeInclusive;

use anstyle::Style;

use super::text::{DrawnCell, FAINT, beside, paint, row};
use crate::boards::space::Vector;

/// How the empty cells of a game's board are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EmptyCells {
    /// As what a person types to move there.
    Ids,
    /// As dots, or the icon of free tiles: nobody can move.
    Dots,
}

/// How a board of four dimensions lies on the screen: the blocks' rows and columns, then the rows and columns in a block.
struct Axes {
    names: [char; 4],
    numbers: RangeInclusive<i8>,
}

impl Axes {
    /// The board with these cells, each at its place on the screen; the cells are so many columns wide.
    fn blocks(&self, width: usize, cell: impl Fn(Vector) -> DrawnCell) -> String {
        let [down, right, inner_down, inner_right] = self.names;
        let numbers = || self.numbers.clone();
        let legend = format!("in a block: {inner_right} to the right, {inner_down} down");
        let block_width = numbers().count() * (width + 1) + 1;
        let heads =
            numbers().map(|column| format!(" {:block_width$}", format!("{right} = {column}")));
        let heads: String = heads.collect();
        let heads = format!("{BESIDE_LABELS} {}", heads.trim_end());
        let mut text = format!("{}\n\n{}\n", paint(FAINT, legend), paint(FAINT, heads));
        for block_row in numbers() {
            if block_row != *self.numbers.start() {
                text.push('\n');
            }
            for cell_row in numbers() {
                let label = if cell_row == *self.numbers.start() {
                    format!("{down} = {block_row}")
                } else {
                    BESIDE_LABELS.to_owned()
                };
                let rows = numbers().map(|block| {
                    let cells = numbers().map(|column| cell([block_row, block, cell_row, column]));
                    row(cells, width)
                });
                let rows: Vec<String> = iter::once(paint(FAINT, label)).chain(rows).collect();
                text.push_str(&beside(&rows));
            }
        }
        text
    }
}

/// A piece's colour; one that is in a complete line is underlined.
fn in_line(style: Style, is_in_line: bool) -> Style {
    if is_in_line { style.underline() } else { style }
}

/// As wide as `w = 0`.
const BESIDE_LABELS: &str = "     ";

/// A gomoku board with the names of its rows and columns; points that are asked for, and the last move, stand in brackets.
pub(super) mod gomoku {
    use anstyle::Style;

    use crate::boards::gomoku::{Board, Game, Point};
    use crate::draw::text::{DrawnCell, FAINT, FIRST, SECOND, beside, labelled, paint, row};

    /// The board after a game, and the moves that led to it.
    pub(in crate::draw) fn game(game: &Game) -> String {
        let count = format!("{} moves", game.moves().count());
        board(game, &[]) + &labelled(&count, game)
    }

    pub(in crate::draw) fn board(game: &Game, asked: &[Point]) -> String {
        stones(&Board::after(game), asked)
    }

    /// The stones, with some points marked.
    pub(in crate::draw) fn stones(board: &Board, marked: &[Point]) -> String {
        let letters = 'a'..='o';
        let columns: String = letters.clone().flat_map(|letter| [' ', letter]).collect();
        let mut text = format!("   {}\n", paint(FAINT, columns));
        for (letter, points) in letters.zip(Point::rows()) {
            let drawn = |point| stone(board.at(point)).marked_if(marked.contains(&point));
            let row = row(points.into_iter().map(drawn), 1);
            text.push_str(&beside(&[paint(FAINT, format!(" {letter}")), row]));
        }
        text
    }

    fn stone(stone: char) -> DrawnCell {
        DrawnCell::new(paint(style(stone), stone), 1)
    }

    /// The colour of the pieces `x` and `o`, and of what is no piece.
    pub(super) fn style(stone: char) -> Style {
        match stone {
            'x' => FIRST,
            'o' => SECOND,
            _ => FAINT,
        }
    }
}

/// A numerical board: four rows of numbers, the odd player's and the even player's in their colours.
pub(super) mod numerical {
    use crate::boards::numerical::Board;
    use crate::draw::text::{DrawnCell, FAINT, FIRST, SECOND, beside, paint, row};

    pub(in crate::draw) fn board(board: &Board) -> String {
        let mut text = String::new();
        for numbers in board.rows() {
            let cells_drawn = numbers.iter().map(|number| match number {
                0 => DrawnCell::new(paint(FAINT, '.'), 1),
                number => placed(*number),
            });
            text.push_str(&beside(&[row(cells_drawn, 2)]));
        }
        text
    }

    /// The board with the last move's cell marked; an empty cell shows how a move there begins, as `5:`.
    pub(in crate::draw) fn with_cells(board: &Board, last: Option<usize>) -> String {
        let mut text = String::new();
        let mut cells = 0..;
        for numbers in board.rows() {
            let cells_drawn = numbers.iter().zip(cells.by_ref()).map(|(number, cell)| {
                let drawn = match number {
                    0 => {
                        DrawnCell::new(paint(FAINT, format!("{cell}:")), cell.to_string().len() + 1)
                    }
                    number => placed(*number),
                };
                drawn.marked_if(last == Some(cell))
            });
            text.push_str(&beside(&[row(cells_drawn, 3)]));
        }
        text
    }

    fn placed(number: u8) -> DrawnCell {
        let style = if number % 2 == 1 { FIRST } else { SECOND };
        DrawnCell::new(paint(style, number), number.to_string().len())
    }
}

/// A board of 4×4×4×4 cells: four rows of four blocks of 4×4.
pub(super) mod four_in_a_row {
    use super::{Axes, EmptyCells, gomoku, in_line};
    use crate::boards::four_in_a_row::{Board, Cell, Id};
    use crate::draw::text::{DrawnCell, FAINT, paint};

    const AXES: Axes = Axes { names: ['w', 'z', 'y', 'x'], numbers: 0..=3 };

    /// The widest id has three digits.
    const ID_WIDTH: usize = 3;

    pub(in crate::draw) fn board(board: &Board) -> String {
        blocks(1, |id| stone(board.at(id), false))
    }

    /// The board of a game with the last move marked and complete lines underlined; empty cells may show their ids, which are the moves.
    pub(in crate::draw) fn played(board: &Board, last: Option<Id>, empty: EmptyCells) -> String {
        let in_lines = board.in_lines();
        blocks(if empty == EmptyCells::Ids { ID_WIDTH } else { 1 }, |id| {
            let drawn = match board.at(id) {
                '.' if empty == EmptyCells::Ids => {
                    DrawnCell::new(paint(FAINT, id), id.to_string().len())
                }
                content => stone(content, in_lines.contains(&id)),
            };
            drawn.marked_if(last == Some(id))
        })
    }

    fn stone(stone: char, is_in_line: bool) -> DrawnCell {
        DrawnCell::new(paint(in_line(gomoku::style(stone), is_in_line), stone), 1)
    }

    fn blocks(width: usize, drawn: impl Fn(Id) -> DrawnCell) -> String {
        AXES.blocks(width, |[w, z, y, x]| match Cell::try_from([x, y, z, w]) {
            Ok(cell) => drawn(cell.id()),
            Err(_) => DrawnCell::blank(),
        })
    }
}

/// A tesseract: three rows of three blocks of 3×3, the centre left blank.
pub(super) mod tesseract {
    use serde::Deserialize;

    use super::{Axes, EmptyCells, in_line};
    use crate::boards::tesseract::{Board, Game, Tile};
    use crate::draw::players::{self, Icons};
    use crate::draw::text::{DrawnCell, FAINT, labelled, paint};

    const AXES: Axes = Axes { names: ['i', 'j', 'k', 'l'], numbers: 1..=3 };

    /// A game with the number of lines that wins it, where there is one.
    #[derive(Deserialize)]
    pub(in crate::draw) struct Contest {
        #[serde(flatten)]
        game: Game,
        threshold: Option<u32>,
    }

    /// The board after a game, the moves that led to it, and the threshold.
    pub(in crate::draw) fn contest(contest: &Contest) -> String {
        let count = format!("{} players", contest.game.players().count());
        let ids: Vec<String> =
            contest.game.moves().map(|(tile, _)| tile.id().to_string()).collect();
        let board = played(&Board::after(&contest.game), &Icons::default(), None, EmptyCells::Dots);
        let mut text = board + &labelled(&count, ids.join(" "));
        text.extend(contest.threshold.map(|threshold| labelled("threshold", threshold)));
        text
    }

    /// The board of a game with the last move marked and complete lines underlined; free tiles may show their ids, which are the moves.
    pub(in crate::draw) fn played(
        board: &Board,
        icons: &Icons,
        last: Option<Tile>,
        empty: EmptyCells,
    ) -> String {
        let width = if empty == EmptyCells::Ids { icons.width().max(2) } else { icons.width() };
        let in_lines = board.in_lines();
        blocks(width, |tile| {
            let drawn = match board.holder(tile) {
                None if empty == EmptyCells::Ids => {
                    DrawnCell::new(paint(FAINT, tile.id()), tile.id().to_string().len())
                }
                holder => {
                    let icon = icons.of(holder.unwrap_or(0));
                    let style = holder.map_or(FAINT, players::style);
                    let style = in_line(style, in_lines.contains(&tile));
                    DrawnCell::new(paint(style, icon), players::columns(icon))
                }
            };
            drawn.marked_if(last == Some(tile))
        })
    }

    fn blocks(width: usize, drawn: impl Fn(Tile) -> DrawnCell) -> String {
        AXES.blocks(width, |place| {
            Tile::try_from(place).map_or_else(|_| DrawnCell::blank(), &drawn)
        })
    }
}
