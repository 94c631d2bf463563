//! Boards as shapes, without a file format. Games draw their positions with these, and kinds their tasks; the pictures that are served
//! are made from them.
//!
//! Lengths are whole numbers of the drawing's own unit. x grows to the right, y downwards.
//!
//! ```
//! use gradus::drawing::{Paint, circle, group};
//!
//! let stone = group().class("black").fill(Paint::Black).holding([circle([13, 13], 10)]);
//! assert_eq!(stone.children().len(), 1);
//! ```
//!
//! | file | what |
//! |---|---|
//! | `node` | shapes, and the paints that colour them |
//! | `blocks` | boards of four dimensions on paper |
//! | `gomoku`, `numerical`, `four_in_a_row`, `plane`, `tesseract` | the boards, each with its pieces and with what is marked on it |

mod blocks;
pub(crate) mod four_in_a_row;
pub(crate) mod gomoku;
mod node;
pub(crate) mod numerical;
pub(crate) mod plane;
mod stones;
pub(crate) mod tesseract;

pub use node::{
    Attribute, Ends, Node, Paint, Shape, bands, circle, clip, dots, frames, group, labels,
    numbered, path, rectangle, strokes, text, upwards,
};
pub(crate) use stones::stones;

use std::ops::Range;

/// A board of a task, and which items of the answer belong to it.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The board.
    pub drawing: Drawing,
    /// The places of its items in the answer, from 0.
    pub items: Range<usize>,
}

impl Panel {
    /// Boards in the order of a task, each with so many items.
    pub fn each(drawings: impl IntoIterator<Item = Drawing>, items: usize) -> Vec<Self> {
        let panel = |(place, drawing)| Self { drawing, items: place * items..(place + 1) * items };
        drawings.into_iter().enumerate().map(panel).collect()
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
}
