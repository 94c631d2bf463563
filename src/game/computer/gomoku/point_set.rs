//! Sets of points, a bit each.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

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
        let word = self.0.get(usize::from(point.index() / 64));
        word.is_some_and(|word| word >> (point.index() % 64) & 1 == 1)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn union(mut self, other: PointSet) -> PointSet {
        self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
        self
    }

    /// The point with the least index.
    pub(super) fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Any of the points, drawn at random.
    pub(super) fn any(&self, rng: &mut ChaCha8Rng) -> Option<Point> {
        let last = u8::try_from(self.len()).ok()?.checked_sub(1)?;
        self.iter().nth(rng.random_range(0..=last).into())
    }

    /// The points, in the order of their indices.
    pub(super) fn iter(self) -> impl Iterator<Item = Point> {
        self.0.into_iter().zip([0, 64, 128, 192]).flat_map(|(mut word, first)| {
            std::iter::from_fn(move || {
                let bit = u8::try_from(word.trailing_zeros()).ok().filter(|&bit| bit < 64)?;
                word &= word - 1;
                Point::from_index(first + bit)
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
