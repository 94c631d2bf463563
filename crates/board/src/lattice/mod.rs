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
//! [`Lattice`] finds the lines of such a board by [`Direction`] and start. The tables of two games are made with it:
//! [`four_in_a_row`] on 4×4×4×4, and [`tesseract`] on 3×3×3×3. On the way from two dimensions to four there is the [`plane`], 3×3.
//!
//! ```
//! use gradus_board::lattice::Lattice;
//!
//! assert_eq!(Lattice::<3, 2>::lines().count(), 8);
//! assert_eq!(Lattice::<4, 4>::lines().count(), 520);
//! ```
//!
//! # Lines
//!
//! A line can be walked from either end: v and −v are directions of the same lines, and one of the two is enough. The essay
//! "Naughts and crosses on a tesseract" cuts space in half with a plane that contains no direction, the one with the normal
//! vector (1, 2, 4, 8, …):
//!
//! ```text
//!    (−1, 1)  (0, 1)  (1, 1)
//!           ╲   │   ╱              · (1, 2) is positive: forward
//!   (−1, 0) ─   +   ─ (1, 0)
//!           ╱   │   ╲              The other four are the forward ones' opposites.
//!   (−1, −1) (0, −1) (1, −1)
//! ```
//!
//! The lines are found as in the article 4次元四目で遊ぼう: in every direction, from every cell where a line can start, walk to
//! the other border.
//!
//! ```text
//!   along (1, 0)        along (1, 1)        along (−1, 1)
//!
//!     0→ 1→ 2             0  .  .             .  .  2        An axis that the direction
//!     3→ 4→ 5             .  4  .             .  4  .        climbs starts at 0, one that
//!     6→ 7→ 8             .  .  8             6  .  .        it descends at N − 1, and the
//!    3 starts            1 start             1 start         others start anywhere.
//! ```
//!
//! ```
//! use gradus_board::lattice::{Direction, Lattice};
//!
//! assert_eq!(Direction::new([0, 2]), None);
//! assert_eq!(Direction::<4>::all_forward().count(), 40);
//!
//! let direction = Direction::new([1, 1, 1, 0]).unwrap();
//! assert_eq!(Lattice::<4, 4>::scan(64, direction), Some([64, 85, 106, 127]));
//! assert_eq!(Lattice::<4, 4>::scan(65, direction), None); // one step short of four cells
//! ```

pub mod four_in_a_row;
pub mod plane;
pub mod tesseract;

use std::{array, iter};

/// A direction in `D` dimensions: along each axis −1, 0 or 1, and not 0 along all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Direction<const D: usize>([i8; D]);

impl<const D: usize> Direction<D> {
    /// The direction with these components; `None` if it leads nowhere or a component is not −1, 0
    /// or 1.
    pub fn new(components: [i8; D]) -> Option<Direction<D>> {
        let is_unit = components.iter().all(|component| (-1..=1).contains(component));
        let leads_somewhere = components.iter().any(|&component| component != 0);
        (is_unit && leads_somewhere).then_some(Direction(components))
    }

    /// One of v and −v for every v: (3^D − 1) / 2 directions.
    pub fn all_forward() -> impl Iterator<Item = Direction<D>> {
        let vectors: usize = [3; D].iter().product();
        (0..vectors).filter_map(from_ternary).filter(Direction::is_forward)
    }

    /// The components, an axis each.
    pub const fn components(self) -> [i8; D] {
        self.0
    }

    /// The direction with the components in reverse order.
    #[must_use]
    pub fn with_axes_reversed(self) -> Direction<D> {
        let mut components = self.0;
        components.reverse();
        Direction(components)
    }

    /// −v.
    #[must_use]
    pub fn opposite(self) -> Direction<D> {
        Direction(self.0.map(|component| -component))
    }

    /// Whether v·(1, 2, 4, …) is positive. It never is 0, and its sign is that of the last
    /// component that is not 0: a power of two exceeds the sum of the smaller ones.
    pub fn is_forward(&self) -> bool {
        self.0.iter().rev().find(|&&component| component != 0) == Some(&1)
    }
}

/// The direction whose components are the ternary digits of `code`, each less 1.
fn from_ternary<const D: usize>(code: usize) -> Option<Direction<D>> {
    let mut rest = code;
    Direction::new(array::from_fn(|_| {
        let digit = rest % 3;
        rest /= 3;
        match digit {
            0 => -1,
            1 => 0,
            _ => 1,
        }
    }))
}

/// The lattice of `N` cells along each of `D` axes. A cell is the number whose digits in base `N`
/// are its coordinates, the first coordinate being the lowest digit: x + N·y + N²·z + ….
#[derive(Debug, Clone, Copy)]
pub struct Lattice<const N: usize, const D: usize>;

impl<const N: usize, const D: usize> Lattice<N, D> {
    /// Every line once, as the cells on the way: by direction, then by start.
    pub fn lines() -> impl Iterator<Item = [usize; N]> {
        Direction::all_forward().flat_map(|direction| {
            Self::starts(direction).filter_map(move |start| Self::scan(start, direction))
        })
    }

    /// How many lines there are: see [`line_count`].
    pub fn line_count() -> usize {
        line_count(N, D)
    }

    /// The cells where a line in this direction starts, ascending.
    pub fn starts(direction: Direction<D>) -> impl Iterator<Item = usize> {
        (0..Self::cell_count())
            .filter(move |&cell| Self::is_start(Self::coordinates(cell), direction))
    }

    /// The cells from `start` to the other border; `None` if no line in this direction starts
    /// there.
    pub fn scan(start: usize, direction: Direction<D>) -> Option<[usize; N]> {
        let coordinates = Self::coordinates(start);
        let is_line = start < Self::cell_count() && Self::is_start(coordinates, direction);
        is_line.then(|| {
            array::from_fn(|step| {
                let axes = coordinates.into_iter().zip(direction.components());
                let passed = axes.map(|(coordinate, component)| match component {
                    1 => step,
                    -1 => N - 1 - step,
                    _ => coordinate,
                });
                passed.rev().fold(0, |cell, coordinate| cell * N + coordinate)
            })
        })
    }

    fn is_start(coordinates: [usize; D], direction: Direction<D>) -> bool {
        let mut axes = coordinates.into_iter().zip(direction.components());
        axes.all(|(coordinate, component)| match component {
            1 => coordinate == 0,
            -1 => coordinate == N - 1,
            _ => true,
        })
    }

    fn coordinates(cell: usize) -> [usize; D] {
        const { assert!(N > 0, "a lattice has cells") };
        let mut rest = cell;
        array::from_fn(|_| {
            let coordinate = rest % N;
            rest /= N;
            coordinate
        })
    }

    fn cell_count() -> usize {
        [N; D].iter().product()
    }
}

/// How many lines of `side` cells there are on a lattice of so many cells along each of so many axes. Wrapped in a border, the
/// lattice has (side + 2)^dimensions cells, and every line runs into exactly two of the border's, which no other line reaches.
pub fn line_count(side: usize, dimensions: usize) -> usize {
    let cells = |side| iter::repeat_n(side, dimensions).product::<usize>();
    (cells(side + 2) - cells(side)) / 2
}
