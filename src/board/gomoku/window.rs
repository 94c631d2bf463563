//! The part of a line that matters to a point: only stones within four of it can make five in a row
//! with it.
//!
//! ```text
//!   . . . o x . o . .      The row through `ig` (the x) in the example game of the
//!           ^              public course: `ig` has four points before
//!                          it and four after it, so the window has nine cells.
//! ```
//!
//! ```
//! use gradus::board::gomoku::{Direction, Game};
//!
//! let game: Game = "HHJHKGIILFHJJFJJKFIFKEKHIGGILD".parse()?;
//! let window = game.board().window("ig".parse()?, Direction::Row);
//! assert_eq!(window.as_str(), "...ox.o..");
//! assert_eq!(window.centre(), 4);
//!
//! let corner = game.board().window("aa".parse()?, Direction::AntiDiagonal);
//! assert_eq!((corner.as_str(), corner.centre()), (".", 0));
//!
//! let won = game.board().window("ig".parse()?, Direction::AntiDiagonal);
//! assert_eq!((won.as_str(), won.run()), ("..oxxxxx.", 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::{array, fmt};

use super::board::{BORDER, position};
use super::{Board, Direction, Point};

/// How far a window reaches on either side of its point. The border is as wide.
const REACH: u8 = 4;

/// The longest window: the point and the reach on both sides.
const LONGEST: usize = 2 * REACH as usize + 1;

/// The one to nine cells of a line around a point that are on the board, in the direction's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Window {
    /// Nine cells, the point in the middle, border cells among them.
    symbols: [u8; LONGEST],
    /// How many of them are on the board before the point.
    before: u8,
    /// How many of them are on the board after the point.
    after: u8,
}

impl Window {
    /// The cells as text: `x`, `o` and `.`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let on_board = usize::from(REACH - self.before)..usize::from(REACH + 1 + self.after);
        let symbols = self.symbols.get(on_board).unwrap_or_default();
        // The symbols are ASCII, so the fallback is never taken.
        str::from_utf8(symbols).unwrap_or_default()
    }

    /// Where the window's own point is in the text: from 0 to 4, less than 4 near the border.
    #[must_use]
    pub const fn centre(&self) -> usize {
        self.before as usize
    }

    /// How many cells in a row hold what the window's point holds, the point among them.
    #[must_use]
    pub fn run(&self) -> usize {
        let symbols = self.as_str().as_bytes();
        let (before, from) = symbols.split_at_checked(self.centre()).unwrap_or_default();
        let same = |symbol: &&u8| Some(*symbol) == from.first();
        before.iter().rev().take_while(same).count() + from.iter().take_while(same).count()
    }

    /// Whether five or more stones of one colour lie in a row. They then include the window's
    /// point, which no five cells of a window can leave out.
    #[must_use]
    pub fn has_five(&self) -> bool {
        self.symbols.windows(5).any(|five| matches!(five, b"xxxxx" | b"ooooo"))
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Point {
    /// How many points lie within four of this one on its four lines, itself counted once: the
    /// points in the four windows, 13 in a corner and 33 in the middle.
    #[must_use]
    pub fn points_in_reach(self) -> u8 {
        let beside = Direction::ALL.map(|direction| {
            let (before, after) = direction.room(self);
            before.min(REACH) + after.min(REACH)
        });
        1 + beside.into_iter().sum::<u8>()
    }
}

impl Board {
    /// The cells of the line through `point`, from four before it to four after it, those off the
    /// board left out.
    #[must_use]
    pub fn window(&self, point: Point, direction: Direction) -> Window {
        let first = position(point) - BORDER * direction.stride();
        let (before, after) = direction.room(point);
        Window {
            symbols: array::from_fn(|step| self.symbol(first + step * direction.stride())),
            before: before.min(REACH),
            after: after.min(REACH),
        }
    }

    /// Whether the stone on `point` stands in a row of five or more.
    #[must_use]
    pub fn has_five_through(&self, point: Point) -> bool {
        Direction::ALL.into_iter().any(|direction| self.window(point, direction).has_five())
    }
}
