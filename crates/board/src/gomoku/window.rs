//! The four directions of lines, and the window of a line around a point: only stones within four of a point can make
//! five in a row with it.
//!
//! ```text
//!   ╲ │ ╱        Row —            read from left to right
//!   — + —        Diagonal ╲       read downwards, to the right
//!   ╱ │ ╲        Column │         read downwards
//!                AntiDiagonal ╱   read downwards, to the left
//! ```
//!
//! ```text
//!   . . . o x . o . .      The row through `ig` (the x) in the example game of the
//!           ^              public course: `ig` has four points before
//!                          it and four after it, so the window has nine cells.
//! ```
//!
//! ```
//! use gradus_board::gomoku::{Direction, Game};
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

use super::board::{BORDER, WIDTH, position};
use super::{Board, Point};
use crate::Finite;

/// The direction of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// —
    Row,
    /// ╲
    Diagonal,
    /// │
    Column,
    /// ╱
    AntiDiagonal,
}

impl Direction {
    /// All four, in the order of the public course on gomoku (AI五子棋, step 07): — ╲ │ ╱.
    pub const ALL: [Direction; 4] =
        [Direction::Row, Direction::Diagonal, Direction::Column, Direction::AntiDiagonal];

    /// The rows and columns from a point to the next one of the line.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::Row => (0, 1),
            Direction::Diagonal => (1, 1),
            Direction::Column => (1, 0),
            Direction::AntiDiagonal => (1, -1),
        }
    }

    /// From a point to the next one in the array of a board.
    pub(super) const fn stride(self) -> usize {
        match self {
            Direction::Row => 1,
            Direction::Diagonal => WIDTH + 1,
            Direction::Column => WIDTH,
            Direction::AntiDiagonal => WIDTH - 1,
        }
    }

    /// How many points of the line come before `point` and how many after it, up to the border.
    pub fn distances(self, point: Point) -> (u8, u8) {
        let (up, left) = (point.row(), point.column());
        let (down, right) = (Point::SIDE - 1 - up, Point::SIDE - 1 - left);
        match self {
            Direction::Row => (left, right),
            Direction::Diagonal => (up.min(left), down.min(right)),
            Direction::Column => (up, down),
            Direction::AntiDiagonal => (up.min(right), down.min(left)),
        }
    }
}

/// — ╲ │ ╱
impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Row => "—",
            Direction::Diagonal => "╲",
            Direction::Column => "│",
            Direction::AntiDiagonal => "╱",
        })
    }
}

impl Finite for Direction {
    const COUNT: usize = 4;

    fn index(self) -> u8 {
        self as u8
    }

    fn from_index(index: u8) -> Option<Direction> {
        Direction::ALL.get(usize::from(index)).copied()
    }
}

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
    pub fn as_str(&self) -> &str {
        let on_board = usize::from(REACH - self.before)..usize::from(REACH + 1 + self.after);
        #[expect(clippy::expect_used, reason = "a window has only the symbols of a board")]
        self.symbols
            .get(on_board)
            .and_then(|symbols| str::from_utf8(symbols).ok())
            .expect("a window reaches at most four cells either way, and its symbols are ASCII")
    }

    /// Where the window's own point is in the text: from 0 to 4, less than 4 near the border.
    pub const fn centre(&self) -> usize {
        self.before as usize
    }

    /// How many cells in a row hold what the window's point holds, the point among them.
    pub fn run(&self) -> usize {
        let symbols = self.as_str().as_bytes();
        let (before, from) = symbols.split_at(self.centre());
        let same = |symbol: &&u8| Some(*symbol) == from.first();
        before.iter().rev().take_while(same).count() + from.iter().take_while(same).count()
    }

    /// Whether five or more stones of one colour lie in a row. They then include the window's
    /// point, which no five cells of a window can leave out.
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
    pub fn points_in_reach(self) -> u8 {
        let beside = Direction::ALL.map(|direction| {
            let (before, after) = direction.distances(self);
            before.min(REACH) + after.min(REACH)
        });
        1 + beside.into_iter().sum::<u8>()
    }
}

impl Board {
    /// The cells of the line through `point`, from four before it to four after it, those off the
    /// board left out.
    pub fn window(&self, point: Point, direction: Direction) -> Window {
        let first = position(point) - BORDER * direction.stride();
        let (before, after) = direction.distances(point);
        Window {
            symbols: array::from_fn(|step| self.symbol(first + step * direction.stride())),
            before: before.min(REACH),
            after: after.min(REACH),
        }
    }

    /// Whether the stone on `point` stands in a row of five or more.
    pub fn has_five_through(&self, point: Point) -> bool {
        Direction::ALL.into_iter().any(|direction| self.window(point, direction).has_five())
    }
}
