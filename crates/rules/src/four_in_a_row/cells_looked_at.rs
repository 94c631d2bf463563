//! Which cells a program looks at, where it leaves some of the 256 out.

use gradus_step::{Aspect, Aspects};

/// The cells that a program asks about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LookedAt {
    #[default]
    All,
    /// Not those where this coordinate is that number, for its range is one too short.
    Without(usize, u8),
    /// Not those where any coordinate is that number.
    WithoutAny(u8),
    /// Not this one.
    WithoutCell(u8),
}

/// What is left out, with an id and a label each.
const LEFT_OUT: [(&str, &str, LookedAt); 6] = [
    ("3", "3", LookedAt::WithoutAny(3)),
    ("w-3", "w = 3", LookedAt::Without(3, 3)),
    ("x-3", "x = 3", LookedAt::Without(0, 3)),
    ("w-0", "w = 0", LookedAt::Without(3, 0)),
    ("x-0", "x = 0", LookedAt::Without(0, 0)),
    ("0", "0", LookedAt::WithoutAny(0)),
];

impl LookedAt {
    /// Whether a program looks at a cell.
    pub(super) fn has(self, cell: u8) -> bool {
        let coordinate = |axis: usize| cell >> (2 * axis) & 3;
        match self {
            Self::All => true,
            Self::Without(axis, number) => coordinate(axis) != number,
            Self::WithoutAny(number) => (0..4).all(|axis| coordinate(axis) != number),
            Self::WithoutCell(one) => cell != one,
        }
    }
}

/// Adds the aspect of which cells are left out.
pub(super) fn add_cells_left_out<R: 'static>(
    aspects: &mut Aspects<R>,
    looked_at: fn(&mut R) -> &mut LookedAt,
) -> &mut Aspect<R> {
    let left_out = LEFT_OUT.map(|(id, label, cells)| (id.to_owned(), label.to_owned(), cells));
    aspects.add().or_each("cells-left-out", left_out, move |reading, cells| {
        *looked_at(reading) = cells;
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_left_out_by_their_coordinates() {
        assert!(LookedAt::All.has(255));
        assert!(!LookedAt::Without(3, 3).has(192));
        assert!(LookedAt::Without(0, 3).has(192));
        assert!(!LookedAt::WithoutAny(0).has(192));
        assert!(LookedAt::WithoutAny(0).has(85));
        assert!(!LookedAt::WithoutCell(255).has(255));
    }
}
