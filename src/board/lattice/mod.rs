//! Boards that are cubes of any dimension: `N` cells along each of `D` axes.
//!
//! ```text
//!   N = 3, D = 2                   N = 3, D = 4 is drawn as a 3×3 grid of 3×3 grids,
//!                                  N = 4, D = 4 as a 4×4 grid of 4×4 grids.
//!     0  1  2
//!     3  4  5      0 4 8 is a line along (1, 1), 2 4 6 one along (−1, 1).
//!     6  7  8
//! ```
//!
//! [`Lattice`] finds the lines of any of them plainly, by [`Direction`] and start. The two games
//! are built on its tables: [`four_in_a_row`] on 4×4×4×4, and [`tesseract`] on 3×3×3×3.
//!
//! ```
//! use gradus::board::lattice::Lattice;
//!
//! assert_eq!(Lattice::<3, 2>::lines().count(), 8);
//! assert_eq!(Lattice::<4, 4>::lines().count(), 520);
//! ```

pub mod four_in_a_row;
pub mod tesseract;

mod lines;

pub use lines::{Direction, Lattice};
