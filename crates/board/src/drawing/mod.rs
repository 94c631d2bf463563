//! Boards as elements of SVG. Games draw their positions with these, and kinds their tasks; the pictures that are served
//! are made from them.
//!
//! Lengths are whole numbers of the drawing's own unit. x grows to the right, y downwards.
//!
//! ```
//! use gradus_board::drawing::{Paint, circle, group};
//!
//! let stone = group().class("black").fill(Paint::Black).holding([circle([13, 13], 10)]);
//! assert_eq!(stone.to_string(), r#"<g class="black fill-black"><circle cx="13" cy="13" r="10"/></g>"#);
//! ```
//!
//! | file | what |
//! |---|---|
//! | `svg` | elements, and the paints that colour them |
//! | `line` | complete lines, each with its connector |
//! | `stones` | what the boards with stones have in common |
//! | `blocks` | boards of four dimensions on paper |
//! | `gomoku`, `numerical`, `four_in_a_row`, `plane`, `tesseract` | the boards, each with its pieces and with what is marked on it |
//! | `word` | a word, letter by letter |

mod blocks;
pub mod four_in_a_row;
pub mod gomoku;
mod line;
pub mod numerical;
pub mod plane;
mod stones;
mod svg;
pub mod tesseract;
pub mod word;

pub use line::{Line, LineStyle};
pub use stones::stones;
pub use svg::{Node, Paint, circle, dots, group, path, rectangle, text};

use std::ops::Range;

use crate::gomoku::Stone;
use crate::numerical as numerical_board;
use crate::text::is_visible;

/// A board of a task, and which items of the answer belong to it.
#[derive(Clone, Debug)]
#[must_use]
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
#[must_use]
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
    pub const fn new(height: i32, board: Node) -> Self {
        Self { height, board, lines: Vec::new(), marks: group(), places: Vec::new() }
    }

    /// The mark with this name, if there is something of it.
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
    pub fn read_icons(text: &str) -> Option<Vec<String>> {
        let is_icon = |icon: &str| {
            (1..=MAX_ICON).contains(&icon.chars().count())
                && icon.chars().all(|letter| is_visible(letter) && !letter.is_whitespace())
        };
        let icons: Vec<String> = text.split(',').map(|icon| icon.trim().to_owned()).collect();
        (icons.len() <= MAX_ICON && icons.iter().all(|icon| is_icon(icon))).then_some(icons)
    }
}

/// A place of a board, as a rectangle above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What a move names it by: `hh`, `57`. What no move can name has none.
    pub name: String,
    /// Where it is in a lattice.
    pub at: Option<Coordinates>,
    /// The upper left corner.
    pub corner: [i32; 2],
    /// Width and height.
    pub size: [i32; 2],
    /// What is there.
    pub holds: Holding,
    /// The number of the move that was made there, from 1, where it is known.
    pub made: Option<usize>,
    /// Which of the places that are asked for it is, from 1. A place may be asked for twice.
    pub asked: Vec<usize>,
}

/// Coordinates with the letters of their axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// The letters.
    pub axes: [char; 4],
    /// The place along each.
    pub along: [u8; 4],
}

/// What is on a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holding {
    /// Nothing.
    Free,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// A number.
    Number(u8),
    /// The sign of a player.
    Player {
        /// The player, from 0.
        player: u8,
        /// The sign. It may come from users, so it may have any characters.
        icon: String,
    },
    /// The centre of a tesseract, which no player can take.
    Centre,
    /// This text.
    Text(String),
}

impl Place {
    /// A square place, of which nothing else is known yet.
    fn square(name: String, corner: [i32; 2], side: i32, holds: Holding) -> Self {
        Self { name, at: None, corner, size: [side; 2], holds, made: None, asked: Vec::new() }
    }

    /// The same in a lattice.
    fn at(self, axes: [char; 4], along: [u8; 4]) -> Self {
        Self { at: Some(Coordinates { axes, along }), ..self }
    }
}

/// Each of these once, with the numbers of its places among them, from 1: a place may be asked for twice.
fn numbered_once<T: PartialEq + Copy>(all: &[T]) -> Vec<(String, T)> {
    let mut once: Vec<T> = Vec::new();
    for &one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    let numbers =
        |one: &T| numbers_of(all, one).iter().map(ToString::to_string).collect::<Vec<_>>();
    once.iter().map(|one| (numbers(one).join(","), *one)).collect()
}

/// Which of these, from 1, are equal to one.
fn numbers_of<T: PartialEq>(all: &[T], one: &T) -> Vec<usize> {
    (1..).zip(all).filter(|(_, each)| *each == one).map(|(number, _)| number).collect()
}
