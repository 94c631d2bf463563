//! Boards as shapes, without a file format. Games draw their positions with these, and kinds their tasks; the pictures that are served
//! are made from them.
//!
//! Lengths are whole numbers of the drawing's own unit. x grows to the right, y downwards.
//!
//! ```
//! use gradus_board::drawing::{Paint, circle, group};
//!
//! let stone = group().class("black").fill(Paint::Black).holding([circle([13, 13], 10)]);
//! assert_eq!(stone.children().len(), 1);
//! ```
//!
//! | file | what |
//! |---|---|
//! | `node` | shapes, and the paints that colour them |
//! | `place` | what can be pointed at, pressed and named |
//! | `line` | complete lines, each with its connector |
//! | `stones` | what the boards with stones have in common |
//! | `blocks` | boards of four dimensions on paper |
//! | `gomoku`, `numerical`, `four_in_a_row`, `plane`, `tesseract` | the boards, each with its pieces and with what is marked on it |
//! | `word` | a word, letter by letter |

mod blocks;
pub mod four_in_a_row;
pub mod gomoku;
mod line;
mod node;
pub mod numerical;
mod place;
pub mod plane;
mod stones;
pub mod tesseract;
pub mod word;

pub use line::{Line, LineStyle};
pub use node::{
    Attribute, Ends, Node, Paint, Shape, axis, circle, clip, dots, group, last, numbered, path,
    rectangle, text,
};
pub use place::{Coordinates, Holding, Place};
pub use stones::stones;

use std::ops::Range;

use crate::gomoku::Stone;
use crate::numerical as numerical_board;
use crate::text::is_visible;

/// A board of a task, and which items of the answer belong to it.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The board.
    pub drawing: Drawing,
    /// The places of its items in the answer, from 0.
    pub items: Range<usize>,
    /// What is to be known of it besides.
    pub note: Option<Note>,
}

impl Panel {
    /// Boards in the order of a task, each with so many items.
    pub fn each(drawings: impl IntoIterator<Item = Drawing>, items: usize) -> Vec<Self> {
        let panel = |(place, drawing)| Self {
            drawing,
            items: place * items..(place + 1) * items,
            note: None,
        };
        drawings.into_iter().enumerate().map(panel).collect()
    }

    /// The same with something that is to be known of it.
    #[must_use]
    pub fn with_note(self, note: Note) -> Self {
        Self { note: Some(note), ..self }
    }
}

/// What is to be known of a task's board besides what lies on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// Who is to move.
    ToMove(Side),
    /// Whose lines are asked for.
    LinesOf(Side),
    /// Each number is where a vector leads from the centre.
    VectorEnds,
}

/// A player of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Whoever has the black stones.
    Black,
    /// Whoever has the white stones.
    White,
    /// Whoever places odd numbers.
    Odd,
    /// Whoever places even numbers.
    Even,
    /// A player with a sign.
    Player {
        /// The player, from 1.
        number: u8,
        /// The sign.
        icon: &'static str,
    },
}

impl From<Stone> for Side {
    fn from(stone: Stone) -> Self {
        match stone {
            Stone::Black => Self::Black,
            Stone::White => Self::White,
        }
    }
}

impl From<numerical_board::Player> for Side {
    fn from(player: numerical_board::Player) -> Self {
        match player {
            numerical_board::Player::Odd => Self::Odd,
            numerical_board::Player::Even => Self::Even,
        }
    }
}

/// How wide a drawing is.
pub const WIDTH: i32 = 480;

/// A board with its pieces, [`WIDTH`] units wide, from (0, 0) at its upper left corner.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// How high it is.
    pub height: i32,
    /// The board with its pieces.
    pub board: Node,
    /// The complete lines. They go over the pieces.
    pub lines: Vec<Line>,
    /// What the lines do not hide: the mark of the last move, numbers, icons.
    pub marks: Node,
    /// What can be pointed at.
    pub places: Vec<Place>,
}

impl Drawing {
    /// A board with its pieces, and nothing else.
    #[must_use]
    pub const fn new(height: i32, board: Node) -> Self {
        Self { height, board, lines: Vec::new(), marks: group(), places: Vec::new() }
    }

    /// The mark with this name, if there is something of it.
    #[must_use]
    pub fn mark(&self, class: &str) -> Option<&Node> {
        [&self.board, &self.marks].into_iter().find_map(|layer| layer.find(class))
    }
}

/// How a position is drawn, as whoever looks at it has chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Whether the numbers of moves are shown.
    pub is_numbered: bool,
    /// The viewer's own icons of the players, in their order; players beyond them have the icons of the match. Games without icons
    /// are drawn as always.
    pub icons: Vec<String>,
}

/// The maximum number of characters of an icon, and of icons.
const MAX_ICON: usize = 8;

impl Look {
    /// The icons in a text, with commas between them; none if one of them is too long or cannot be seen, or there are too many.
    #[must_use]
    pub fn read_icons(text: &str) -> Option<Vec<String>> {
        let is_icon = |icon: &str| {
            (1..=MAX_ICON).contains(&icon.chars().count())
                && icon.chars().all(|letter| is_visible(letter) && !letter.is_whitespace())
        };
        let icons: Vec<String> = text.split(',').map(|icon| icon.trim().to_owned()).collect();
        (icons.len() <= MAX_ICON && icons.iter().all(|icon| is_icon(icon))).then_some(icons)
    }
}
