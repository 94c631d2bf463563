//! A gomoku board with the names of its rows and columns; points that are asked for, and the last move, stand in brackets.

use super::cells::{Square, beside, row};
use super::{FAINT, FIRST, SECOND, labelled, paint};
use crate::boards::gomoku::{Board, Game, Point};

/// The board after a game, and the moves that led to it.
pub(super) fn game(game: &Game) -> String {
    let count = format!("{} moves", game.moves().count());
    board(game, &[]) + &labelled(&count, game)
}

pub(super) fn board(game: &Game, asked: &[Point]) -> String {
    stones(&Board::after(game), asked)
}

/// The stones, with some points marked.
pub(super) fn stones(board: &Board, marked: &[Point]) -> String {
    let letters = 'a'..='o';
    let columns: String = letters.clone().flat_map(|letter| [' ', letter]).collect();
    let mut text = format!("   {}\n", paint(FAINT, columns));
    for (letter, points) in letters.zip(Point::rows()) {
        let square = |point| stone(board.at(point)).marked_if(marked.contains(&point));
        let row = row(points.into_iter().map(square), 1);
        text.push_str(&beside(&[paint(FAINT, format!(" {letter}")), row]));
    }
    text
}

/// A cell of a board whose pieces are `x` and `o`.
pub(super) fn stone(cell: char) -> Square {
    let style = match cell {
        'x' => FIRST,
        'o' => SECOND,
        _ => FAINT,
    };
    Square::new(paint(style, cell), 1)
}
