//! The directions of lines.
//!
//! A line can be walked from either end, so v and −v are the directions of the same lines, and a
//! search for lines must take one of the two. The essay "Naughts and crosses on a tesseract" cuts space in half
//! with a plane that no direction lies in, the one with the normal vector (1, 2, 4, 8, …):
//!
//! ```text
//!    (−1, 1)  (0, 1)  (1, 1)
//!           ╲   │   ╱              · (1, 2) is positive: forward
//!   (−1, 0) ─   +   ─ (1, 0)
//!           ╱   │   ╲              The other four are the forward ones' opposites.
//!   (−1, −1) (0, −1) (1, −1)
//! ```
//!
//! ```
//! use gradus::board::lattice::Direction;
//!
//! let direction = Direction::new([1, -1, 0, 1]).unwrap();
//! assert!(direction.is_forward() && !direction.opposite().is_forward());
//! assert_eq!(Direction::new([0, 0]), None);
//! assert_eq!(Direction::new([0, 2]), None);
//! assert_eq!(Direction::<4>::all_forward().count(), 40);
//! ```

use std::array;

/// A direction in `D` dimensions: along each axis −1, 0 or 1, and not 0 along all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Direction<const D: usize>([i8; D]);

impl<const D: usize> Direction<D> {
    /// The direction with these components; `None` if it leads nowhere or a component is not −1, 0
    /// or 1.
    #[must_use]
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
    #[must_use]
    pub const fn components(self) -> [i8; D] {
        self.0
    }

    /// −v.
    #[must_use]
    pub fn opposite(self) -> Direction<D> {
        Direction(self.0.map(|component| -component))
    }

    /// Whether v·(1, 2, 4, …) is positive. It never is 0, and its sign is that of the last
    /// component that is not 0: a power of two exceeds the sum of the smaller ones.
    #[must_use]
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
