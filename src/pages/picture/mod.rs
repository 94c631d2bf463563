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
//! | `task` | the boards of a task, each with its number, and with an answer on them |
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

mod board;
mod caption;
mod card;
mod legend;
mod task;

#[cfg(test)]
mod tests;

pub(crate) use caption::{
    count as count_of_moves, score as score_of_match, status as status_of_match,
};
pub use card::of_match;
pub(crate) use task::{ShownItem, TaskBoard, inline_answer, inline_task, legend_of_task, of_task};

use std::sync::LazyLock;

use data_encoding::BASE64;
use sha2::{Digest as _, Sha256};

use crate::texts::Picture;
use board::{Lines, layers, places};
use caption::Caption;

use crate::drawing::{Look, Node, Paint, WIDTH, group, rectangle};
use crate::game::{Match, SeatNumber, TOKEN};
use crate::step::Language;
use crate::wire::reply::TextFormat;

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
pub fn board_of_match(shown: &Match, showing: &Showing, language: Language) -> String {
    let drawing = shown.game().drawing(&showing.look);
    let Caption { title, description, .. } = Caption::of(shown, &showing.look, language);
    let size = [WIDTH, drawing.height].map(|side| side + 2 * BLEED);
    inline([-BLEED; 2], size, &title, &description, language)
        .holding(layers(&drawing, showing.lines()))
        .holding([places(&drawing.places, language)])
        .to_string()
}

/// The title of a match of a game with this status, as its picture has it.
pub(crate) fn title_with_status(game: &str, status: &str, language: Language) -> String {
    Picture(language).title(game, status)
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
    Node::new("svg")
        .with("class", "drawn")
        .with("viewBox", format_args!("{0} {0} {TOKEN} {TOKEN}", -TOKEN / 2))
        .holding([shown.game().token(seat, look)])
        .to_string()
}

/// An element for a page, with this upper left corner, width and height.
fn inline(
    [x, y]: [i32; 2],
    [width, height]: [i32; 2],
    title: &str,
    description: &str,
    language: Language,
) -> Node {
    Node::new("svg")
        .with("class", "drawn")
        .with("viewBox", format_args!("{x} {y} {width} {height}"))
        .with("role", "img")
        .with("lang", language.tag())
        .holding([Node::new("title").words(title), Node::new("desc").words(description)])
}

/// From the edge of a card to what is on it.
const MARGIN: i32 = 12;

/// A document of this width and height: a card with the style sheet in it, and with these contents within its margin.
fn document(
    size: [i32; 2],
    title: &str,
    description: &str,
    contents: impl IntoIterator<Item = Node>,
    language: Language,
) -> String {
    let card = rectangle([1; 2], size.map(|side| side - 2), 14).fill(Paint::Paper);
    let contents =
        group().with("transform", format_args!("translate({MARGIN} {MARGIN})")).holding(contents);
    inline([0; 2], size, title, description, language)
        .with("xmlns", "http://www.w3.org/2000/svg")
        .holding([Node::new("style").own_words(STYLE), card.stroke(Paint::Edge), contents])
        .to_string()
}

/// The style sheet.
const STYLE: &str = include_str!("../assets/board.css");

/// The Content-Security-Policy of a picture: it loads nothing and runs nothing. The only style that it may have is that of the boards.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = BASE64.encode(&Sha256::digest(STYLE));
    format!("default-src 'none'; style-src 'sha256-{hash}'; frame-ancestors 'none'")
});

/// A picture as a reply.
pub(crate) struct Svg;

impl TextFormat for Svg {
    const CONTENT_TYPE: &'static str = "image/svg+xml";
    const DESCRIPTION: &'static str = "A picture.";

    fn policy() -> Option<&'static str> {
        Some(&POLICY)
    }
}
