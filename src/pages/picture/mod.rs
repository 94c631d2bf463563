//! Pictures of matches and tasks, as SVG: documents that are served alone, and elements that stand in pages.
//!
//! A match's picture is a card with the players above the board, and below it what the marks mean:
//!
//! ```text
//!   ┌──────────────────────────────┐
//!   │ Gomoku                9 moves│
//!   │ White to move    Five in a … │
//!   │ ● Black        ┃○ White     ┃│      The player who is to move has a frame that points
//!   │   person       ┗━━━━━┳━━━━━━┛│      at the board, a winner a star.
//!   │   · · · the board · · ·      │
//!   │                              │
//!   │ ◎ last move  ●─● complete …  │
//!   └──────────────────────────────┘
//! ```
//!
//! | file | what |
//! |---|---|
//! | `card` | the card around a match's board |
//! | `legend` | what the marks on a board mean |
//! | `caption` | the texts of a match's picture, with the description for screen readers |
//! | `board` | a board with its lines, marks and places |
//! | `task` | the boards of a task, each with its number |
//! | `answered` | the boards of a task with an answer on them |
//! | `style` | the style sheet of the colours, and the policy that allows it |
//! | `svg` | drawings as SVG elements, with every text escaped |
//!
//! Each game draws its own board: see [`crate::drawing`].
//!
//! The same match gives the same picture. A picture has no scripts and loads nothing. One that is served alone has the style sheet of
//! the boards in it; one that stands in a page has no style, and the page links the style sheet.
//!
//! ```
//! use gradus::game::{Match, Setup};
//! use gradus::step::Language;
//! use gradus::pages::picture::{self, Showing};
//!
//! let setup: Setup = serde_json::from_str(r#"{"game":"gomoku","seats":["human","human"],"seed":7}"#)?;
//! let played = Match::resume(setup, ["hh", "gi"])?;
//! let svg = picture::of_match(&played, &Showing::default(), Language::ENGLISH);
//! assert!(svg.contains("<title>Gomoku: Black to move</title>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answered;
mod board;
mod caption;
mod card;
mod legend;
mod style;
mod svg;
mod task;

#[cfg(test)]
mod tests;

pub(crate) use answered::{ShownItem, inline_answer};
pub use card::of_match;
pub(crate) use style::Svg;
pub(crate) use task::{TaskBoard, inline_task, legend_of_task, of_task};

use crate::texts::Picture;
use board::{Lines, layers, places};
use caption::Caption;
use svg::Element;

use crate::drawing::{Look, WIDTH};
use crate::game::{Match, SeatNumber, TOKEN};
use crate::step::Language;

/// How a match is shown.
#[derive(Clone, Debug, Default)]
pub struct Showing {
    /// How its position is drawn.
    pub look: Look,
    /// The player whose lines are shown, one after another; without one, all lines are.
    pub lines_of: Option<SeatNumber>,
}

impl Showing {
    fn lines(&self) -> Lines {
        self.lines_of.map_or(Lines::All, |seat| Lines::InTurn(seat.paint()))
    }
}

/// From the edge of an element in a page to the board: marks go a little beyond its edges.
const BLEED: i32 = 4;

/// The board of a match for a page: an SVG element with the board alone, its places above it. The page links `board.css`.
#[must_use]
pub fn board_of_match(shown: &Match, showing: &Showing, language: Language) -> String {
    let drawing = shown.game().drawing(&showing.look);
    let Caption { title, description, .. } = Caption::of(shown, &showing.look, language);
    let size = [WIDTH, drawing.height].map(|side| side + 2 * BLEED);
    inline([-BLEED; 2], size, language)
        .with_children([
            Element::new("title").with_text(&title),
            Element::new("desc").with_text(&description),
        ])
        .with_children(layers(&drawing, showing.lines()))
        .with_children([places(&drawing.places, language)])
        .to_string()
}

/// The title of a match of a game with this status, as its picture has it.
pub(crate) fn title_with_status(game: &str, status: &str, language: Language) -> String {
    Picture(language).title(game, status)
}

/// Whose turn it is, or who has won.
pub(crate) fn status_of_match(shown: &Match, language: Language) -> String {
    caption::status(shown, language)
}

/// How many moves there are, in words.
pub(crate) fn count_of_moves(moves: usize, language: Language) -> String {
    caption::count(moves, language)
}

/// How many lines a player has, in words; none in games that do not count them.
pub(crate) fn score_of_match(
    shown: &Match,
    seat: SeatNumber,
    language: Language,
) -> Option<String> {
    caption::score(shown, seat, language)
}

/// The marks on the board of a match, for a page: an SVG element for each, and what it means.
pub(crate) fn legend_of_match(
    shown: &Match,
    look: &Look,
    language: Language,
) -> Vec<(String, &'static str)> {
    let drawing = shown.game().drawing(look);
    legend::inline(&legend::signs(&[&drawing], language))
}

/// The piece of a player, for a page: an SVG element.
pub(crate) fn token_of_match(shown: &Match, seat: SeatNumber, look: &Look) -> String {
    Element::new("svg")
        .with("class", "drawn")
        .with("viewBox", format_args!("{0} {0} {TOKEN} {TOKEN}", -TOKEN / 2))
        .with_children([svg::element(&shown.game().token(seat, look))])
        .to_string()
}

/// An element for a page, with this upper left corner, width and height.
fn inline([x, y]: [i32; 2], [width, height]: [i32; 2], language: Language) -> Element {
    Element::new("svg")
        .with("class", "drawn")
        .with("viewBox", format_args!("{x} {y} {width} {height}"))
        .with("role", "img")
        .with("lang", language.tag())
}

/// A document of this width and height, with the style sheet in it.
fn document([width, height]: [i32; 2], language: Language) -> Element {
    inline([0; 2], [width, height], language).with("xmlns", "http://www.w3.org/2000/svg")
}
