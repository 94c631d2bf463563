//! The most valuable of many points, best first.

use crate::board::gomoku::Point;

/// Up to `N` points with their values, the highest first; of equal ones, the one that came first.
#[derive(Debug, Clone)]
pub(super) struct Ranking<const N: usize> {
    places: [Option<(i32, Point)>; N],
}

impl<const N: usize> Ranking<N> {
    pub(super) fn of(points: impl Iterator<Item = (i32, Point)>) -> Ranking<N> {
        let mut ranking = Ranking { places: [None; N] };
        points.for_each(|point| ranking.insert(point));
        ranking
    }

    fn insert(&mut self, mut entry: (i32, Point)) {
        let is_worse =
            |place: &Option<(i32, Point)>| place.is_none_or(|(value, _)| value < entry.0);
        // Most points are worse than all that are ranked.
        if !self.places.last().is_some_and(is_worse) {
            return;
        }
        let rank =
            self.places.iter().rposition(|place| !is_worse(place)).map_or(0, |rank| rank + 1);
        for place in self.places.iter_mut().skip(rank) {
            match place.replace(entry) {
                Some(next) => entry = next,
                None => break,
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Point> {
        self.places.iter().map_while(|place| place.map(|(_, point)| point))
    }
}
