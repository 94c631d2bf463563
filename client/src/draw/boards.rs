//! The boards of the four games.

/// How the empty cells of a game's board are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EmptyCells {
    /// As what a person types to move there.
    Ids,
    /// As dots, or the icon of free tiles: nobody can move.
    Dots,
}

/// A gomoku board with the names of its rows and columns; points that are asked for, and the last move, stand in brackets.
pub(super) mod gomoku {
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

    /// A cell of a board whose pieces are `x` and `o`.
    pub(in crate::draw) fn stone(cell: char) -> DrawnCell {
        let style = match cell {
            'x' => FIRST,
            'o' => SECOND,
            _ => FAINT,
        };
        DrawnCell::new(paint(style, cell), 1)
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
    use super::EmptyCells;
    use super::gomoku::stone;
    use crate::boards::four_in_a_row::{Board, Cell, Id};
    use crate::draw::text::{DrawnCell, FAINT, beside, paint, row};

    const LEGEND: &str = "x to the right, y down; blocks: z to the right, w down";

    /// The widest id has three digits.
    const ID_WIDTH: usize = 3;

    pub(in crate::draw) fn board(board: &Board) -> String {
        blocks(1, |id| stone(board.at(id)))
    }

    /// The board of a game with the last move marked; empty cells may show their ids, which are the moves.
    pub(in crate::draw) fn played(board: &Board, last: Option<Id>, empty: EmptyCells) -> String {
        blocks(if empty == EmptyCells::Ids { ID_WIDTH } else { 1 }, |id| {
            let drawn = match board.at(id) {
                '.' if empty == EmptyCells::Ids => {
                    DrawnCell::new(paint(FAINT, id), id.to_string().len())
                }
                content => stone(content),
            };
            drawn.marked_if(last == Some(id))
        })
    }

    fn blocks(width: usize, drawn: impl Fn(Id) -> DrawnCell) -> String {
        let mut text = paint(FAINT, LEGEND);
        for w in 0..4 {
            text.push('\n');
            for y in 0..4 {
                let block_row = |z| {
                    let cells = (0..4).filter_map(|x| Cell::try_from([x, y, z, w]).ok());
                    row(cells.map(|cell| drawn(cell.id())), width)
                };
                text.push_str(&beside(&[0, 1, 2, 3].map(block_row)));
            }
        }
        text
    }
}

/// A tesseract: three rows of three blocks of 3×3, the centre left blank.
pub(super) mod tesseract {
    use serde::Deserialize;

    use super::EmptyCells;
    use crate::boards::tesseract::{Board, Game, Tile};
    use crate::draw::players::{self, Icons};
    use crate::draw::text::{DrawnCell, FAINT, beside, labelled, paint, row};

    const LEGEND: &str = "l to the right, k down; blocks: j to the right, i down";

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

    /// The board of a game with the last move marked; free tiles may show their ids, which are the moves.
    pub(in crate::draw) fn played(
        board: &Board,
        icons: &Icons,
        last: Option<Tile>,
        empty: EmptyCells,
    ) -> String {
        let width = if empty == EmptyCells::Ids { icons.width().max(2) } else { icons.width() };
        blocks(width, |tile| {
            let drawn = match board.holder(tile) {
                None if empty == EmptyCells::Ids => {
                    DrawnCell::new(paint(FAINT, tile.id()), tile.id().to_string().len())
                }
                _ => drawn(board, icons, tile),
            };
            drawn.marked_if(last == Some(tile))
        })
    }

    fn drawn(board: &Board, icons: &Icons, tile: Tile) -> DrawnCell {
        let holder = board.holder(tile);
        let icon = icons.of(holder.unwrap_or(0));
        let style = holder.map_or(FAINT, players::style);
        DrawnCell::new(paint(style, icon), players::columns(icon))
    }

    fn blocks(width: usize, drawn: impl Fn(Tile) -> DrawnCell) -> String {
        let centre = || DrawnCell::new(String::new(), 0);
        let mut text = paint(FAINT, LEGEND);
        for i in 1..=3 {
            text.push('\n');
            for k in 1..=3 {
                let block_row = |j| {
                    let tiles = (1..=3)
                        .map(|l| Tile::try_from([i, j, k, l]).map_or_else(|_| centre(), &drawn));
                    row(tiles, width)
                };
                text.push_str(&beside(&[1, 2, 3].map(block_row)));
            }
        }
        text
    }
}
