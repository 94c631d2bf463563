//! The boards as SVG: a picture of a match, in one document that needs nothing else.
//!
//! | file | what |
//! |---|---|
//! | `gomoku`, `numerical`, `four_in_a_row`, `tesseract` | a game's board, drawn from what lies there and what is marked |
//! | `marks` | what is marked: the last move and the complete lines |
//! | `drawing` | a board drawn |
//! | `caption` | what is said about a match, also to whoever does not see it |
//! | `card` | the document: a board drawn, with its caption |
//! | `palette`, `shapes`, `blocks` | the colours, the shapes that all boards are made of, and how four dimensions lie on paper |
//! | `element` | XML with every text escaped |
//!
//! A picture is the same for the same match. It has no scripts and refers to nothing outside; it brings its own background.
//!
//! ```
//! use gradus::game::{Match, Setup};
//! use gradus::web::picture;
//!
//! let setup: Setup = serde_json::from_str(r#"{"game":"gomoku","seats":["human","human"],"seed":7}"#)?;
//! let game = Match::resume(setup, ["hh", "gi"])?;
//! let svg = picture::of_match(&game);
//! assert!(svg.contains("<title>Gomoku: Black to move</title>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod caption;
mod card;
mod drawing;
mod element;
mod four_in_a_row;
mod gomoku;
mod marks;
mod numerical;
mod palette;
mod shapes;
mod tesseract;

#[cfg(test)]
mod tests;

use caption::Caption;
use drawing::Drawing;
use marks::Marks;

use crate::board::gomoku::Stone;
use crate::board::numerical::Player;
use crate::game::{Match, Rules, Table};

/// The board of a match with all that lies there, the last move and the complete lines marked, and how the game stands: a
/// complete SVG document.
#[must_use]
pub fn of_match(game: &Match) -> String {
    card::card(&Caption::of(game), drawing_of(game))
}

fn drawing_of(game: &Match) -> Drawing {
    match game.table() {
        Table::Gomoku(game) => {
            let lines = Stone::ALL.into_iter().flat_map(|side| game.rows_of(side));
            let marks = Marks { last: game.moves().last().copied(), lines: lines.collect() };
            gomoku::draw(game.board(), &marks)
        }
        Table::Numerical(game) => {
            let lines =
                [Player::Odd, Player::Even].into_iter().flat_map(|player| game.lines_of(player));
            let last = game.moves().last().map(|placed| placed.cell);
            numerical::draw(game.board(), &Marks { last, lines: lines.map(Vec::from).collect() })
        }
        Table::FourInARow(game) => {
            let lines = Stone::ALL.into_iter().flat_map(|side| game.lines_of(side));
            let lines = lines.map(|line| line.cells().to_vec()).collect();
            let marks = Marks { last: game.moves().last().copied(), lines };
            four_in_a_row::draw(game.board(), &marks)
        }
        Table::Tesseract(contest) => {
            let game_so_far = contest.game();
            let lines =
                game_so_far.players().iter().flat_map(|player| game_so_far.lines_of(player));
            let lines = lines.map(|line| line.tiles().to_vec()).collect();
            let marks = Marks { last: game_so_far.history().last().copied(), lines };
            tesseract::draw(game_so_far, icons_of(game.setup().rules()), &marks)
        }
    }
}

/// The players' icons, in their order.
fn icons_of(rules: &Rules) -> &[String] {
    match rules {
        Rules::Tesseract { icons, .. } => icons.all().split_first().map_or(&[], |(_, icons)| icons),
        _ => &[],
    }
}
