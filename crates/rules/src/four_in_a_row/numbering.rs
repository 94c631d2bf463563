//! How programs number the cells.

use gradus_step::{Aspect, Aspects};

/// How a program numbers the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Numbering {
    #[default]
    Right,
    /// x changes slowest.
    Reversed,
    /// This coordinate and the next change places.
    Swapped(usize),
    FromOne,
}

impl Numbering {
    /// The number that a program gives a cell.
    pub(super) fn number(self, cell: u8) -> u16 {
        let number = u16::from(cell);
        match self {
            Self::Right => number,
            Self::FromOne => number + 1,
            Self::Reversed | Self::Swapped(_) => self.rearranged(number),
        }
    }

    /// The number with its coordinates in another order.
    fn rearranged(self, number: u16) -> u16 {
        let mut parts = [0, 2, 4, 6].map(|bits| number >> bits & 3);
        match self {
            Self::Reversed => parts.reverse(),
            Self::Swapped(axis) => parts.swap(axis, axis + 1),
            Self::Right | Self::FromOne => {}
        }
        parts.into_iter().rev().fold(0, |id, part| id * 4 + part)
    }
}

/// Adds the aspect of how cells are numbered.
pub(super) fn add_numberings<R: 'static>(
    aspects: &mut Aspects<R>,
    numbering: fn(&mut R) -> &mut Numbering,
) -> &mut Aspect<R> {
    aspects
        .add()
        .or("ids-from-one", move |reading| *numbering(reading) = Numbering::FromOne)
        .or("axes-reversed", move |reading| *numbering(reading) = Numbering::Reversed)
        .or("x-and-y-swapped", move |reading| *numbering(reading) = Numbering::Swapped(0))
        .or("y-and-z-swapped", move |reading| *numbering(reading) = Numbering::Swapped(1))
        .or("z-and-w-swapped", move |reading| *numbering(reading) = Numbering::Swapped(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_and_ids_change_places_with_the_numbering() {
        assert_eq!(Numbering::Reversed.number(1), 64);
        assert_eq!(Numbering::Swapped(1).number(4), 16);
        assert_eq!(Numbering::FromOne.number(255), 256);
        assert_eq!(Numbering::Right.number(57), 57);
    }
}
