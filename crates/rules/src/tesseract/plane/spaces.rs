//! Boards of any size, and how many lines they have by a reading of the formula ((n + 2)^d − n^d)/2.

use serde::{Deserialize, Serialize};

/// A board with so many tiles along each of so many axes: `[3, 4]` is 3×3×3×3.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "[u8; 2]", into = "[u8; 2]")]
pub(super) struct Space {
    pub(super) side: u8,
    pub(super) dimensions: u8,
}

impl Space {
    pub(super) const SIDES: std::ops::RangeInclusive<u8> = 2..=9;
    pub(super) const DIMENSIONS: std::ops::RangeInclusive<u8> = 1..=6;
}

/// A board of another size is not asked for.
#[derive(Debug, thiserror::Error)]
#[error("the board [{0}, {1}] has another size; expected a side from 2 to 9 and 1 to 6 dimensions")]
pub(super) struct NoSpace(pub(super) u8, u8);

impl TryFrom<[u8; 2]> for Space {
    type Error = NoSpace;

    fn try_from([side, dimensions]: [u8; 2]) -> Result<Self, NoSpace> {
        let is_asked_for = Self::SIDES.contains(&side) && Self::DIMENSIONS.contains(&dimensions);
        is_asked_for.then_some(Self { side, dimensions }).ok_or(NoSpace(side, dimensions))
    }
}

impl From<Space> for [u8; 2] {
    fn from(Space { side, dimensions }: Space) -> Self {
        [side, dimensions]
    }
}

/// How the formula is read.
#[derive(Clone, Copy)]
pub(super) struct SpaceReading {
    pub(super) pair: Pair,
    /// What is added to n on the board with its border.
    pub(super) border: Border,
    pub(super) subtracted: Subtracted,
    pub(super) halved: Halved,
    /// What is counted instead of the lines.
    pub(super) instead: Option<Instead>,
}

/// Which numbers n and d are.
#[derive(Clone, Copy)]
pub(super) enum Pair {
    /// The first and the second of the pair, with these added.
    Shifted { side: i64, dimensions: i64 },
    /// The second and the first.
    Swapped,
}

/// How wide the board is with its border.
#[derive(Clone, Copy)]
pub(super) enum Border {
    Wider(i64),
    TwiceAsWide,
}

/// What is taken from the cells of the board with its border.
#[derive(Clone, Copy)]
pub(super) enum Subtracted {
    Board,
    Nothing,
    One,
    /// The cells of the board are added.
    Added,
}

#[derive(Clone, Copy)]
pub(super) enum Halved {
    Difference,
    Nothing,
    /// The first power only, for want of parentheses or behind a wrong one.
    First,
    /// The second power only.
    Second,
    /// The difference is divided by n, since a line has n cells.
    BySide,
}

/// What is counted instead.
#[derive(Clone, Copy)]
pub(super) enum Instead {
    Cells,
    Directions,
    /// The lines along which these numbers of coordinates change.
    Changing(fn(i64) -> bool),
    /// The lines along which these numbers of coordinates rise and fall, where a vector and its opposite are both looked at.
    Vectors(fn(i64, i64) -> bool),
    /// The vectors are kept whose first component is not negative.
    FirstNotNegative,
    WithoutLongDiagonals,
    LongDiagonals,
    AxesAndLongDiagonals,
    AxesAndTwoDiagonals,
    /// As many in each direction as along an axis.
    SameInEachDirection,
    /// 2n + 2.
    OnAPlane,
    /// dn.
    SidesTimesDimensions,
    /// dn + 2.
    SidesTimesDimensionsAndTwo,
    /// Three in a row, wherever they begin.
    Threes,
    /// As if n were 3.
    OfSideThree,
    /// As if d were 4.
    OfFourDimensions,
    /// Without those through the centre, where there is one.
    WithoutCentre,
    /// Products instead of powers.
    Products,
    /// The exclusive or instead of powers, as `^` means in most languages.
    ExclusiveOr,
    /// n + 2^d instead of (n + 2)^d.
    PowerFirst,
}

impl Default for SpaceReading {
    fn default() -> Self {
        Self {
            pair: Pair::Shifted { side: 0, dimensions: 0 },
            border: Border::Wider(2),
            subtracted: Subtracted::Board,
            halved: Halved::Difference,
            instead: None,
        }
    }
}

impl SpaceReading {
    /// How many lines there are; several numbers where programs that read it so differ.
    pub(super) fn counts(&self, Space { side, dimensions }: Space) -> Vec<i64> {
        let (side, dimensions) = (i64::from(side), i64::from(dimensions));
        let (n, d) = match self.pair {
            Pair::Shifted { side: more, dimensions: added } => (side + more, dimensions + added),
            Pair::Swapped => (dimensions, side),
        };
        if let Some(instead) = self.instead {
            return instead.counts(n, d);
        }
        let first = match self.border {
            Border::Wider(by) => power(n + by, d),
            Border::TwiceAsWide => power(2 * n, d),
        };
        let second = match self.subtracted {
            Subtracted::Board => power(n, d),
            Subtracted::Nothing => 0,
            Subtracted::One => 1,
            Subtracted::Added => -power(n, d),
        };
        match self.halved {
            Halved::Difference => halves(first - second),
            Halved::Nothing => vec![first - second],
            Halved::First => halves(first).into_iter().map(|first| first - second).collect(),
            Halved::Second => halves(second).into_iter().map(|second| first - second).collect(),
            Halved::BySide => vec![(first - second).div_euclid(n.max(1))],
        }
    }
}

impl Instead {
    fn counts(self, n: i64, d: i64) -> Vec<i64> {
        let along_axes = d * power(n, d - 1);
        let directions = (power(3, d) - 1) / 2;
        let count = match self {
            Self::Cells => power(n, d),
            Self::Directions => directions,
            Self::Changing(counts) => lines(n, d, counts),
            Self::Vectors(counts) => lines_along(n, d, counts),
            Self::FirstNotNegative => lines(n, d, |_| true) + n * lines(n, d - 1, |_| true),
            Self::WithoutLongDiagonals => lines(n, d, |_| true) - power(2, d - 1),
            Self::LongDiagonals => power(2, d - 1),
            Self::AxesAndLongDiagonals => along_axes + power(2, d - 1),
            Self::AxesAndTwoDiagonals => along_axes + 2,
            Self::SameInEachDirection => directions * power(n, d - 1),
            Self::OnAPlane => 2 * n + 2,
            Self::SidesTimesDimensions => d * n,
            Self::SidesTimesDimensionsAndTwo => d * n + 2,
            // Where a coordinate changes there are n − 2 starts and two ways, where it stays the same there are n places.
            Self::Threes => (power(3 * n - 4, d) - power(n, d)) / 2,
            Self::OfSideThree => lines(3, d, |_| true),
            Self::OfFourDimensions => lines(n, 4, |_| true),
            Self::WithoutCentre => lines(n, d, |_| true) - n % 2 * directions,
            Self::Products => d,
            Self::ExclusiveOr => {
                // Subtraction comes first where no parentheses say otherwise.
                let ways = [(n + 2) ^ (d - n) ^ d, ((n + 2) ^ d) - (n ^ d)];
                return ways.map(|difference| difference.div_euclid(2)).to_vec();
            }
            Self::PowerFirst => return halves(n + power(2, d) - power(n, d)),
        };
        vec![count]
    }
}

/// The lines along which so many coordinates change: these are chosen, each rises or falls, and the line has two ends.
fn lines(n: i64, d: i64, counts: fn(i64) -> bool) -> i64 {
    let along = |changing| choices(d, changing) * power(2, changing - 1) * power(n, d - changing);
    (1..=d).filter(|&changing| counts(changing)).map(along).sum()
}

/// The lines along all vectors of which so many components are 1 and so many −1.
fn lines_along(n: i64, d: i64, counts: fn(i64, i64) -> bool) -> i64 {
    let rising_and_falling = (1..=d).flat_map(|changing| {
        (0..=changing).map(move |falling| (changing, changing - falling, falling))
    });
    let along = |(changing, _, falling)| {
        choices(d, changing) * choices(changing, falling) * power(n, d - changing)
    };
    rising_and_falling.filter(|&(_, rising, falling)| counts(rising, falling)).map(along).sum()
}

/// In how many ways so many of a number are chosen.
fn choices(of: i64, chosen: i64) -> i64 {
    (1..=chosen).fold(1, |choices, place| choices * (of - place + 1) / place)
}

/// The half, rounded down and up.
fn halves(number: i64) -> Vec<i64> {
    let half = number.div_euclid(2);
    if number % 2 == 0 { vec![half] } else { vec![half, half + 1] }
}

fn power(base: i64, exponent: i64) -> i64 {
    (0..exponent).fold(1, |power, _| power * base)
}
