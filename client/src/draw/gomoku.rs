//! A gomoku board with the names of its rows and columns; points that are asked for stand in brackets.

use super::{FAINT, FIRST, SECOND, labelled, paint};
use crate::boards::gomoku::{Board, Game, Point};

/// The board after a game, and the moves that led to it.
pub(super) fn game(game: &Game) -> String {
    let count = format!("{} moves", game.moves().count());
    board(game, &[]) + &labelled(&count, game)
}

pub(super) fn board(game: &Game, asked: &[Point]) -> String {
    let board = Board::after(game);
    let letters = 'a'..='o';
    let columns: String = letters.clone().flat_map(|letter| [' ', letter]).collect();
    let mut text = format!("   {}\n", paint(FAINT, columns));
    for (letter, points) in letters.zip(Point::rows()) {
        text.push_str(&paint(FAINT, format!(" {letter} ")));
        text.push_str(&row(&board, &points, asked));
        text.push('\n');
    }
    text
}

fn row(board: &Board, points: &[Point], asked: &[Point]) -> String {
    let mut text = String::new();
    let mut open = false;
    for point in points {
        let mark = asked.contains(point);
        text.push(match (open, mark) {
            (_, true) => '[',
            (true, false) => ']',
            (false, false) => ' ',
        });
        text.push_str(&stone(board.at(*point)));
        open = mark;
    }
    if open {
        text.push(']');
    }
    text
}

/// A cell of a board whose pieces are `x` and `o`.
pub(super) fn stone(cell: char) -> String {
    match cell {
        'x' => paint(FIRST, cell),
        'o' => paint(SECOND, cell),
        _ => paint(FAINT, cell),
    }
}
