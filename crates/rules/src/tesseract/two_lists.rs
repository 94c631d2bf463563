//! The order in which the questions of two lists are answered: what steps 31 and 36 share.

/// In which order the items of the first list and those of the second come.
#[derive(Clone, Copy, Default)]
pub(super) enum Order {
    #[default]
    FirstList,
    SecondList,
    /// One of each by turns.
    ByTurns,
    /// Each list begins with its last one.
    BothReversed,
    FirstReversed,
    SecondReversed,
}

/// A place in one of two lists.
pub(super) enum Asked {
    First(usize),
    Second(usize),
}

impl Order {
    /// What is answered at a place, if the lists are so long.
    pub(super) fn asked(self, place: usize, first: usize, second: usize) -> Asked {
        match self {
            Self::SecondList if place < second => Asked::Second(place),
            Self::SecondList => Asked::First(place - second),
            Self::ByTurns if place.is_multiple_of(2) => Asked::First(place / 2),
            Self::ByTurns => Asked::Second(place / 2),
            Self::BothReversed | Self::FirstReversed if place < first => {
                Asked::First(first - 1 - place)
            }
            Self::BothReversed | Self::SecondReversed if place >= first => {
                Asked::Second(first + second - 1 - place)
            }
            _ if place < first => Asked::First(place),
            _ => Asked::Second(place - first),
        }
    }
}
