//! Four-dimensional space: cells and directions as four numbers, for the two games that are played in it.

use std::ops::RangeInclusive;

use serde::Deserialize;

use super::BoardError;

/// A cell, or a direction from one to the next.
pub(crate) type Vector = [i8; 4];

/// All vectors with components in the range, the last component running fastest.
pub(crate) fn cube(range: RangeInclusive<i8>) -> Vec<Vector> {
    let mut all = Vec::new();
    for first in range.clone() {
        for second in range.clone() {
            for third in range.clone() {
                for fourth in range.clone() {
                    all.push([first, second, third, fourth]);
                }
            }
        }
    }
    all
}

/// From a cell to a neighbour, or to itself: each component is -1, 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vector")]
pub(crate) struct Offset(Vector);

impl Offset {
    pub(crate) fn vector(self) -> Vector {
        self.0
    }
}

impl TryFrom<Vector> for Offset {
    type Error = BoardError;

    fn try_from(vector: Vector) -> Result<Self, BoardError> {
        let near = vector.iter().all(|part| (-1..=1).contains(part));
        if near { Ok(Self(vector)) } else { Err(BoardError::Offset(vector)) }
    }
}

/// The 40 directions of a line. Of a vector and its opposite only the one is kept whose first component other than 0 is positive.
pub(crate) fn directions() -> Vec<Vector> {
    let mut directions = cube(-1..=1);
    directions.retain(|direction| direction.iter().find(|part| **part != 0) == Some(&1));
    directions
}

/// The cell so many steps along a direction, on the board or not.
pub(crate) fn walk(cell: Vector, direction: Vector, steps: i8) -> Vector {
    let mut there = cell;
    for (coordinate, change) in there.iter_mut().zip(direction) {
        *coordinate += change * steps;
    }
    there
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_forty_directions_and_no_two_are_opposite() {
        let directions = directions();
        assert_eq!(directions.len(), 40);
        for direction in &directions {
            assert!(!directions.contains(&direction.map(|part| -part)));
        }
    }

    #[test]
    fn an_offset_goes_no_further_than_to_a_neighbour() {
        assert!(Offset::try_from([-1, 0, 1, 1]).is_ok());
        assert!(Offset::try_from([0, 0, 0, 0]).is_ok());
        for far in [[2, 0, 0, 0], [0, 0, 0, -2], [0, i8::MIN, 0, 0]] {
            assert_eq!(Offset::try_from(far), Err(BoardError::Offset(far)));
        }
    }
}
