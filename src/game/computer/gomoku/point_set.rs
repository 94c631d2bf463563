//! Sets of points, a bit each.

use crate::board::gomoku::Point;

/// A set of points; the point with index `i` is bit `i % 64` of word `i / 64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct PointSet([u64; 4]);

impl PointSet {
    pub(super) const EMPTY: PointSet = PointSet([0; 4]);

    pub(super) fn insert(&mut self, point: Point) {
        if let Some(word) = self.0.get_mut(usize::from(point.index() / 64)) {
            *word |= 1 << (point.index() % 64);
        }
    }

    pub(super) fn remove(&mut self, point: Point) {
        if let Some(word) = self.0.get_mut(usize::from(point.index() / 64)) {
            *word &= !(1 << (point.index() % 64));
        }
    }

    pub(super) fn contains(&self, point: Point) -> bool {
        self.0
            .get(usize::from(point.index() / 64))
            .is_some_and(|word| word >> (point.index() % 64) & 1 == 1)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn union(self, other: PointSet) -> PointSet {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        PointSet([a | e, b | f, c | g, d | h])
    }

    /// The point with the least index.
    pub(super) fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points, in the order of their indices.
    pub(super) fn iter(self) -> impl Iterator<Item = Point> {
        self.0.into_iter().zip([0, 64, 128, 192]).flat_map(|(mut word, base)| {
            std::iter::from_fn(move || {
                let bit = u8::try_from(word.trailing_zeros()).ok().filter(|&bit| bit < 64)?;
                word &= word - 1;
                Point::from_index(base + bit)
            })
        })
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}
