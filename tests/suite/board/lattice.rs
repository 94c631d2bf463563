//! Lines of lattices of any side and dimension.

use std::collections::BTreeSet;

use gradus::board::lattice::{Direction, Lattice};

use super::vectors;
use crate::oracle;

/// The lines of a lattice, checked against the oracle and the formula.
fn line_count<const N: usize, const D: usize>() -> u64 {
    let lines: Vec<Vec<usize>> = Lattice::<N, D>::lines()
        .map(|line| {
            let mut ids = line.to_vec();
            ids.sort_unstable();
            ids
        })
        .collect();
    assert_eq!(lines.len(), Lattice::<N, D>::line_count());
    let distinct: BTreeSet<Vec<usize>> = lines.into_iter().collect();
    assert_eq!(distinct, oracle::lattice::lines(N as i32, D));
    distinct.len() as u64
}

#[test]
fn the_lines_are_the_plain_ones_and_as_many_as_published() {
    for case in vectors()["line_counts"]["cases"].as_array().unwrap() {
        let count = match (case["n"].as_u64().unwrap(), case["d"].as_u64().unwrap()) {
            (3, 2) => line_count::<3, 2>(),
            (3, 3) => line_count::<3, 3>(),
            (4, 3) => line_count::<4, 3>(),
            (3, 4) => line_count::<3, 4>(),
            (4, 4) => line_count::<4, 4>(),
            other => panic!("{other:?} is not instantiated here"),
        };
        assert_eq!(Some(count), case["lines"].as_u64());
    }
}

#[test]
fn the_lines_are_the_plain_ones_for_other_sides_and_dimensions() {
    line_count::<2, 1>();
    line_count::<2, 5>();
    line_count::<5, 1>();
    line_count::<5, 2>();
    line_count::<5, 3>();
}

#[test]
fn of_a_direction_and_its_opposite_exactly_one_is_forward() {
    let forward: Vec<Direction<4>> = Direction::all_forward().collect();
    for vector in oracle::lattice::tuples(-2, 2, 4) {
        let components: [i8; 4] = std::array::from_fn(|axis| vector[axis] as i8);
        let Some(direction) = Direction::new(components) else {
            assert!(vector == [0; 4] || vector.iter().any(|at| at.abs() == 2));
            continue;
        };
        assert_eq!(direction.is_forward(), oracle::tesseract::weight(&vector) > 0);
        assert_ne!(direction.is_forward(), direction.opposite().is_forward());
        assert_eq!(forward.contains(&direction), direction.is_forward());
    }
}

#[test]
fn a_scan_the_other_way_meets_the_same_cells_backwards() {
    for direction in Direction::<4>::all_forward() {
        for start in Lattice::<4, 4>::starts(direction) {
            let cells = Lattice::<4, 4>::scan(start, direction).unwrap();
            let mut backwards = Lattice::<4, 4>::scan(cells[3], direction.opposite()).unwrap();
            backwards.reverse();
            assert_eq!(cells, backwards);
        }
    }
}

#[test]
fn a_scan_from_no_start_finds_no_line() {
    let direction = Direction::new([1, 0, 0, 0]).unwrap();
    let starts: Vec<usize> = Lattice::<4, 4>::starts(direction).collect();
    for cell in 0..256 {
        assert_eq!(Lattice::<4, 4>::scan(cell, direction).is_some(), starts.contains(&cell));
    }
    assert_eq!(Lattice::<4, 4>::scan(256, direction), None);
    assert_eq!(Lattice::<4, 4>::scan(usize::MAX, direction), None);
}
