//! How the list of the 40 directions is misread.

use std::ops::RangeInclusive;

use super::known_lines::KnownLine;
use super::line_sets::{LineSet, Vector, changes, running_against};
use gradus_step::Aspect;

/// The list of the 40 directions as a program has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum DirectionReading {
    #[default]
    All,
    /// Only the lines of this set.
    Within(LineSet),
    /// This direction is missing.
    Missing(Vector),
    /// It is listed twice.
    Doubled(Vector),
    /// Its minus sign is missing, so that another one is listed twice.
    WithoutMinus(Vector),
    /// The diagonals are missing along which these two coordinates change and no other.
    PlaneMissing(usize, usize),
    /// Of the directions that change so many coordinates, only the one without −1 of each kind is there.
    RisingAmong(usize),
    /// The diagonals are missing along which all coordinates but this one change.
    SpaceMissing(usize),
    /// Of the directions that change so many coordinates, those without −1 are missing.
    RisingMissing(usize),
    /// The long diagonals are missing along which so many coordinates run against the others, if these are not fewer.
    LongMissing(usize),
}

/// The names of the axes.
const NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// The axes two by two.
const PLANES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

impl DirectionReading {
    /// How often a line counts.
    pub(super) fn times(self, line: &KnownLine) -> u8 {
        let direction = line.direction();
        match self {
            Self::All => 1,
            Self::Within(set) => u8::from(line.times(set) > 0),
            Self::Missing(missing) => u8::from(direction != missing),
            Self::Doubled(doubled) => 1 + u8::from(direction == doubled),
            Self::WithoutMinus(typed) if direction == typed => 0,
            Self::WithoutMinus(typed) => 1 + u8::from(direction == typed.map(i16::abs)),
            Self::PlaneMissing(one, other) => {
                let mut axes = (0..).zip(direction);
                let is_in_the_plane =
                    |(axis, along): (usize, i16)| (along != 0) == (axis == one || axis == other);
                u8::from(!axes.all(is_in_the_plane))
            }
            Self::SpaceMissing(axis) => {
                let mut axes = (0..).zip(direction);
                u8::from(!axes.all(|(other, along)| (along == 0) == (other == axis)))
            }
            Self::RisingAmong(count) => {
                u8::from(line.changes() != count || !direction.contains(&-1))
            }
            Self::RisingMissing(count) => {
                u8::from(line.changes() != count || direction.contains(&-1))
            }
            Self::LongMissing(against) => {
                u8::from(line.changes() != 4 || running_against(direction) != against)
            }
        }
    }

    /// A change of each direction along which one coordinate changes, or two, as the values of alternatives.
    pub(super) fn of_directions(
        changing: usize,
        change: fn(Vector) -> Self,
    ) -> impl Iterator<Item = (String, String, Self)> {
        let directions = LineSet::All.vectors().filter(move |&vector| changes(vector) == changing);
        directions.map(move |vector| {
            let id = vector.map(|along| along.to_string().replace('-', "minus-")).join("-");
            let label = vector.map(|along| along.to_string()).join(", ");
            (id, format!("({label})"), change(vector))
        })
    }

    /// The spaces of which the diagonals are missing, as the values of alternatives.
    pub(super) fn of_spaces() -> impl Iterator<Item = (String, String, Self)> {
        (0..4).map(|axis| {
            let names: Vec<&str> = (0..)
                .zip(NAMES)
                .filter(|&(other, _)| other != axis)
                .map(|(_, name)| name)
                .collect();
            (names.join("-"), names.join(", "), Self::SpaceMissing(axis))
        })
    }

    /// How many coordinates change along the directions of which those with −1 are missing, as the values of alternatives.
    pub(super) fn of_falling(
        counts: RangeInclusive<usize>,
    ) -> impl Iterator<Item = (String, String, Self)> {
        Self::of_counts(counts, Self::RisingAmong)
    }

    /// A change for each of these counts of coordinates, as the values of alternatives.
    fn of_counts(
        counts: RangeInclusive<usize>,
        change: fn(usize) -> Self,
    ) -> impl Iterator<Item = (String, String, Self)> {
        counts.map(move |count| (count.to_string(), count.to_string(), change(count)))
    }

    /// The planes of which the diagonals are missing, as the values of alternatives.
    #[expect(clippy::indexing_slicing, reason = "planes have two of the four axes")]
    pub(super) fn of_planes() -> impl Iterator<Item = (String, String, Self)> {
        PLANES.into_iter().map(|[one, other]| {
            let [a, b] = [one, other].map(|axis| NAMES[axis]);
            (format!("{a}-{b}"), format!("{a}, {b}"), Self::PlaneMissing(one, other))
        })
    }
}

/// Adds sets of lines that leave some out, as lists of directions, so that they occur together with other sets.
pub(super) fn add_lines_within<'a, R: 'static>(
    aspect: &'a mut Aspect<R>,
    sets: &'static [LineSet],
    directions: fn(&mut R) -> &mut DirectionReading,
) -> &'a mut Aspect<R> {
    for &set in sets {
        aspect.or(set.id(), move |reading| *directions(reading) = DirectionReading::Within(set));
    }
    aspect
}

/// Adds the classes of directions that programs leave out: the diagonals of a plane and of a space, those that rise, the long ones by
/// how many coordinates run against the others, and each direction that changes one of these numbers of coordinates.
pub(super) fn add_directions_left_out<'a, R: 'static>(
    aspect: &'a mut Aspect<R>,
    changing: &[usize],
    take: fn(&mut R, DirectionReading),
) -> &'a mut Aspect<R> {
    let along =
        |&changing: &usize| DirectionReading::of_directions(changing, DirectionReading::Missing);
    aspect
        .or_each("direction-left-out", changing.iter().flat_map(along), take)
        .or_each("plane-left-out", DirectionReading::of_planes(), take)
        .or_each("space-left-out", DirectionReading::of_spaces(), take)
        .or_each(
            "rising-missed-among",
            DirectionReading::of_counts(2..=3, DirectionReading::RisingMissing),
            take,
        )
        .or_each(
            "long-diagonals-left-out",
            DirectionReading::of_counts(1..=2, DirectionReading::LongMissing),
            take,
        )
}
