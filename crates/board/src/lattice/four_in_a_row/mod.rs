//! Four-in-a-row in four dimensions: 4×4×4×4 cells, 520 lines. Black (`x`) moves first.
//!
//! ```text
//!                 w = 0               w = 1          w = 2, 3
//!   z = 0     x . . .             . . . .
//!             . . . .             . . . .            In each 4×4 grid x grows to the right and
//!             . . . .             . . . .            y downwards; the grids stand in columns
//!             . . . .             . . . .            by w and in rows by z.
//!
//!   z = 1     . . . .             . . . .            Cell 0 (top left) and cell 85, the one at
//!             . . . .             . x . .            (1, 1, 1, 1), are on one line: it goes on
//!             . . . .             . . . .            through 170 to 255.
//!             . . . .             . . . .
//!   z = 2, 3
//! ```
//!
//! From text to a legal game: [`Cell`] → [`Game`] → [`Board`], which keeps a [`Bitboard`] for each
//! side.
//!
//! What a board says about the next moves is built on [`LineCounts`], the stones on every line, and on
//! [`Tally`], a small number for every cell: the cells that [complete a line](Board::completing_cells)
//! or make a [double threat](Board::double_threats), the [computer's five rules](Rule), and the
//! [forced wins](Board::forced_win), which a [`ForcedWinSearch`] finds.
//!
//! ```
//! use gradus_board::lattice::four_in_a_row::{Board, Cell, Stone};
//!
//! let mut board = Board::empty();
//! for id in [0, 85, 170, 255] {
//!     board.place(Cell::new(id), Stone::Black);
//! }
//! assert_eq!(board.complete_lines(Stone::Black), 1);
//! ```

mod board;
mod cell;
mod forced_win;
mod game;
mod lines;
mod threats;

pub use crate::stone::{ByColor, Stone};
pub use board::{Board, ParseBoardError};
pub use cell::{Bitboard, ByCell, Cell};
pub use forced_win::{Attack, ForcedWinSearch, SearchLimits};
pub use game::{End, Game, IllegalMove, Outcome};
pub use lines::{Line, LineCounts, lines, lines_through};
pub use threats::{Choice, Rule, Tally};
