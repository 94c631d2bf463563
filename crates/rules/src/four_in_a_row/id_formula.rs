//! How programs compute the id of a cell, `w·64 + z·16 + y·4 + x`, and the mistakes in that formula.

use gradus_step::Aspect;

/// Coordinates, weights or the components of a direction: x, y, z and w.
pub(super) type Vector = [i64; 4];

const NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// The formula as a program has it.
#[derive(Clone)]
pub(super) struct IdFormula {
    /// Which coordinate stands in the place of each.
    pub axes: [usize; 4],
    /// What each place counts.
    pub weights: Vector,
    /// The axes along which cells are counted from the other border.
    pub mirrored: [bool; 4],
    pub first_coordinate: i64,
    pub first_id: i64,
}

impl Default for IdFormula {
    fn default() -> Self {
        Self {
            axes: [0, 1, 2, 3],
            weights: [1, 4, 16, 64],
            mirrored: [false; 4],
            first_coordinate: 0,
            first_id: 0,
        }
    }
}

impl IdFormula {
    pub(super) fn id(&self, coordinates: Vector) -> i64 {
        let places = self.axes.into_iter().zip(self.weights);
        let parts = places.map(|(axis, weight)| {
            let coordinate = nth(coordinates, axis) - self.first_coordinate;
            weight * if nth(self.mirrored, axis) { 3 - coordinate } else { coordinate }
        });
        parts.sum::<i64>() + self.first_id
    }
}

/// A wrong weight: the axis, and the number that is taken for its weight.
pub(super) type WrongWeight = (usize, i64);

/// Those that are found together with other mistakes.
pub(super) const LIKELY_WEIGHTS: [WrongWeight; 5] = [(3, 32), (2, 8), (2, 12), (3, 60), (3, 16)];

/// A weight that is left out or that of a neighbour, counts one less or more, is a wrong power or product, or is typed wrong: with its
/// digits exchanged, with one of them missing, or with the one beside it.
const OTHER_WEIGHTS: [WrongWeight; 34] = [
    (0, 0),
    (0, 4),
    (1, 0),
    (1, 1),
    (1, 3),
    (1, 5),
    (1, 2),
    (1, 8),
    (1, 16),
    (2, 0),
    (2, 4),
    (2, 15),
    (2, 17),
    (2, 32),
    (2, 64),
    (3, 0),
    (3, 63),
    (3, 65),
    (3, 48),
    (3, 128),
    (3, 256),
    (0, 2),
    (1, 6),
    (1, 7),
    (2, 1),
    (2, 6),
    (2, 14),
    (2, 18),
    (2, 61),
    (3, 4),
    (3, 6),
    (3, 46),
    (3, 54),
    (3, 62),
];

/// Wrong weights for all axes at once, by the name of their hint.
const OTHER_SCALES: [(&str, Vector); 10] = [
    ("1-3-9-27", [1, 3, 9, 27]),
    ("1-5-25-125", [1, 5, 25, 125]),
    ("4-16-64-256", [4, 16, 64, 256]),
    ("1-4-8-16", [1, 4, 8, 16]),
    ("1-4-9-16", [1, 4, 9, 16]),
    ("1-4-4-4", [1, 4, 4, 4]),
    ("1-4-4-16", [1, 4, 4, 16]),
    ("1-1-4-16", [1, 1, 4, 16]),
    ("1-8-64-512", [1, 8, 64, 512]),
    ("1000-100-10-1", [1000, 100, 10, 1]),
];

/// One coordinate that stands in the place of another: the place, and the coordinate.
pub(super) type AxisCopy = (usize, usize);

/// The coordinates next to each other in the formula.
pub(super) const LIKELY_COPIES: [AxisCopy; 2] = [(1, 2), (2, 1)];

const OTHER_COPIES: [AxisCopy; 10] =
    [(1, 0), (0, 1), (2, 3), (3, 2), (2, 0), (0, 2), (3, 0), (0, 3), (3, 1), (1, 3)];

/// Copies as the values of alternatives.
pub(super) fn copies(copies: &[AxisCopy]) -> impl Iterator<Item = (String, String, AxisCopy)> {
    copies.iter().map(|&(place, axis)| {
        let [to, from] = [place, axis].map(|axis| nth(NAMES, axis));
        (format!("{from}-for-{to}"), format!("{from} → {to}"), (place, axis))
    })
}

/// The other copies as the values of alternatives.
pub(super) fn other_copies() -> impl Iterator<Item = (String, String, AxisCopy)> {
    copies(&OTHER_COPIES)
}

/// The four axes as the values of alternatives, with a label made of each name.
pub(super) fn each_axis(
    label: fn(&str) -> String,
) -> impl Iterator<Item = (String, String, usize)> {
    NAMES.into_iter().zip(0..).map(move |(name, axis)| (name.to_owned(), label(name), axis))
}

/// Adds wrong weights to an aspect.
pub(super) fn add_wrong_weights<R: 'static>(
    aspect: &mut Aspect<R>,
    weights: &[WrongWeight],
    formula: fn(&mut R) -> &mut IdFormula,
) {
    let values = weights.iter().map(|&(axis, wrong)| {
        let right = nth(IdFormula::default().weights, axis);
        let id = wrong.to_string().replace('-', "minus-");
        (format!("{right}-{id}"), wrong.to_string(), (axis, wrong))
    });
    aspect.or_each("weight-slip", values, move |reading, (axis, wrong)| {
        set(&mut formula(reading).weights, axis, wrong);
    });
}

/// Adds the mistakes in the formula that are hardly ever found together with others to an aspect.
pub(super) fn add_rare_formulas<R: 'static>(
    aspect: &mut Aspect<R>,
    formula: fn(&mut R) -> &mut IdFormula,
) {
    add_wrong_weights(aspect, &OTHER_WEIGHTS, formula);
    let scales = OTHER_SCALES.map(|(id, weights)| {
        let label = weights.map(|weight| weight.to_string()).join(", ");
        (id.to_owned(), label, weights)
    });
    aspect
        .or_each("weights", scales, move |reading, weights| formula(reading).weights = weights)
        .or_each("coordinate-copied", other_copies(), move |reading, (place, axis)| {
            set(&mut formula(reading).axes, place, axis);
        });
}

#[expect(clippy::indexing_slicing, reason = "an axis is 0, 1, 2 or 3")]
pub(super) fn nth<T: Copy>(list: [T; 4], axis: usize) -> T {
    list[axis]
}

/// Puts a value to an axis.
#[expect(clippy::indexing_slicing, reason = "an axis is 0, 1, 2 or 3")]
pub(super) fn set<T>(list: &mut [T; 4], axis: usize, value: T) {
    list[axis] = value;
}
