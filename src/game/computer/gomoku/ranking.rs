//! The most valuable of many points, best first, without sorting them all.

use crate::board::gomoku::Point;

/// Up to `N` points with their values, the highest first; of equal ones, the one that came first.
#[derive(Debug)]
pub(super) struct Ranking<const N: usize> {
    /// The places that are taken come before the others.
    places: [Option<(i32, Point)>; N],
}

impl<const N: usize> Ranking<N> {
    pub(super) fn of(points: impl Iterator<Item = (i32, Point)>) -> Ranking<N> {
        let mut ranking = Ranking { places: [None; N] };
        points.for_each(|point| ranking.insert(point));
        ranking
    }

    fn insert(&mut self, mut entry: (i32, Point)) {
        let is_below =
            |place: &Option<(i32, Point)>| place.is_none_or(|(value, _)| value < entry.0);
        // Most points of a board are below all that are ranked.
        if !self.places.last().is_some_and(is_below) {
            return;
        }
        let rank = self.places.iter().position(is_below).unwrap_or_default();
        for place in self.places.iter_mut().skip(rank) {
            let Some(moved) = place.replace(entry) else { break };
            entry = moved;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Point> {
        self.places.iter().map_while(|place| place.map(|(_, point)| point))
    }
}
