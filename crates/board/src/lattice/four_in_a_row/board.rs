//! The stones on the cells.
//!
//! ```
//! use gradus_board::lattice::four_in_a_row::{Board, Cell, Stone};
//!
//! let mut board = Board::empty();
//! board.place(Cell::new(2), Stone::White);
//! assert_eq!(board.at(Cell::new(2)), Some(Stone::White));
//!
//! let picture = board.to_string();
//! assert!(picture.starts_with("..o.") && picture.len() == 256);
//! assert_eq!(picture.parse(), Ok(board));
//! ```
//!
//! # Counting complete lines
//!
//! The complete lines are counted 64 at a time.
//!
//! There are 15 sets of axes that a line can move along, and the lines of one set fit into a word:
//! 64 lines move along one axis only, 32 along two, 16 along three and 8 along all four, which
//! makes 4·64 + 6·32 + 4·16 + 8 = 520. So the lines of a set are followed side by side, a bit each,
//! through four words, the *steps*: a bit of step `k` is set if the line's cell number `k` has a
//! stone. The line is complete where all four steps have its bit.
//!
//! The axes are treated in the order w, z, y, x. A line *starts* upwards on the first axis that it
//! moves along, for downwards it would be the same line again; its steps are the slices of the
//! board at 0, 1, 2 and 3. Along a later axis it stays, and nothing is to be done, or *runs*,
//! upwards or downwards. For x:
//!
//! ```text
//!              step 0    step 1    step 2    step 3
//!   a row      a b c d   e f g h   i j k l   m n o p      one row of each step, from x = 0 to 3
//!   upwards    a         f         k         p            then at x = 0: step k has its cell at x = k
//!   downwards    d         g         j         m          beside it, at x = 1: its cell at x = 3 − k
//! ```
//!
//! What has been done for an axis serves all sets that agree up to there.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::{Bitboard, ByColor, Cell, Stone};

/// The stones on the cells: a picture, which need not come from a legal game. [`Game`](super::Game)
/// holds one that does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
// No cell is in both sets.
pub struct Board {
    stones: ByColor<Bitboard>,
}

impl Board {
    /// The board before the first move.
    pub const fn empty() -> Board {
        Board { stones: ByColor { black: Bitboard::EMPTY, white: Bitboard::EMPTY } }
    }

    /// The stone on `cell`, if there is one.
    pub fn at(&self, cell: Cell) -> Option<Stone> {
        Stone::ALL.into_iter().find(|&stone| self.stones(stone).contains(cell))
    }

    /// Puts a stone on `cell`, replacing what is there.
    pub fn place(&mut self, cell: Cell, stone: Stone) {
        self.stones[stone].insert(cell);
        self.stones[stone.other()].remove(cell);
    }

    /// The cells with a stone of `side`.
    pub const fn stones(&self, side: Stone) -> Bitboard {
        *self.stones.get(side)
    }

    /// The cells with no stone.
    pub fn empty_cells(&self) -> Bitboard {
        !(self.stones.black | self.stones.white)
    }
}

/// The text is not a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseBoardError {
    /// There are too many or too few characters.
    #[error("expected 256 characters, one a cell; found {found}")]
    Length {
        /// How many there are.
        found: usize,
    },
    /// A character has no meaning.
    #[error("expected x, o or . at cell {cell}; found {found:?}")]
    Symbol {
        /// Where it is.
        cell: Cell,
        /// What it is.
        found: char,
    },
}

impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let found = text.chars().count();
        if found != Cell::all().count() {
            return Err(ParseBoardError::Length { found });
        }
        let mut board = Board::empty();
        for (cell, symbol) in Cell::all().zip(text.chars()) {
            let place = Stone::from_symbol(symbol);
            if let Some(stone) = place.ok_or(ParseBoardError::Symbol { cell, found: symbol })? {
                board.place(cell, stone);
            }
        }
        Ok(board)
    }
}

/// 256 characters, by id.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Cell::all().try_for_each(|cell| f.write_char(Stone::symbol_of(self.at(cell))))
    }
}

/// Where the lines of a set have their stones, after 0, 1, 2 and 3 steps.
type Steps = [u64; 4];

/// An axis within a word.
#[derive(Clone, Copy)]
struct Axis {
    /// From a cell to the next along the axis.
    stride: u32,
    /// The cells where the coordinate is 0.
    origin: u64,
}

const X: Axis = Axis { stride: 1, origin: 0x1111_1111_1111_1111 };
const Y: Axis = Axis { stride: 4, origin: 0x000F_000F_000F_000F };
const Z: Axis = Axis { stride: 16, origin: 0x0000_0000_0000_FFFF };

impl Board {
    /// How many lines `side` has filled.
    pub fn complete_lines(&self, side: Stone) -> u32 {
        let words = self.stones(side).bits();
        // Named by the axes that the lines move along. The words are the slices along w.
        let w = words;
        let [z, y, x] = [Z, Y, X].map(|axis| start(words, axis));
        let wz = run(w, Z);
        let [wy, zy, wzy] = [w, z, wz].map(|steps| run(steps, Y));
        let and_x = [w, z, y, wz, wy, zy, wzy].map(|steps| run(steps, X));
        [w, z, y, x, wz, wy, zy, wzy].into_iter().chain(and_x).map(complete).sum()
    }
}

/// Starts upwards along `axis`. The lines stay where they are along w, whose coordinate takes the
/// place that the axis's own has in the word.
fn start([a, b, c, d]: [u64; 4], Axis { stride, origin }: Axis) -> Steps {
    [0, 1, 2, 3].map(|step| {
        let slice = |cells: u64| cells >> (stride * step) & origin;
        slice(a) | slice(b) << stride | slice(c) << (2 * stride) | slice(d) << (3 * stride)
    })
}

/// Runs along `axis`: upwards where the coordinate is 0, downwards where it is 1.
fn run([a, b, c, d]: Steps, Axis { stride, origin }: Axis) -> Steps {
    let slice = |cells: u64, coordinate: u32| cells >> (stride * coordinate) & origin;
    let both_ways = |cells, up, down| slice(cells, up) | slice(cells, down) << stride;
    [both_ways(a, 0, 3), both_ways(b, 1, 2), both_ways(c, 2, 1), both_ways(d, 3, 0)]
}

/// How many lines have all their stones.
fn complete([a, b, c, d]: Steps) -> u32 {
    (a & b & c & d).count_ones()
}
