//! Lines of lattices of any side and dimension.

use std::collections::BTreeSet;

use gradus::board::lattice::plane::{Centre, Plane, Player};
use gradus::board::lattice::{Direction, Lattice, line_count};

use super::vectors;
use gradus_oracle as oracle;

/// The lines of a lattice, checked against the oracle and the formula.
fn counted<const N: usize, const D: usize>() -> u64 {
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

#[case]
fn the_lines_are_the_plain_ones_and_as_many_as_published() {
    for case in vectors()["line_counts"]["cases"].as_array().unwrap() {
        let count = match (case["n"].as_u64().unwrap(), case["d"].as_u64().unwrap()) {
            (3, 2) => counted::<3, 2>(),
            (3, 3) => counted::<3, 3>(),
            (4, 3) => counted::<4, 3>(),
            (3, 4) => counted::<3, 4>(),
            (4, 4) => counted::<4, 4>(),
            other => panic!("{other:?} is not instantiated here"),
        };
        assert_eq!(Some(count), case["lines"].as_u64());
    }
}

#[case]
fn the_lines_are_the_plain_ones_for_other_sides_and_dimensions() {
    counted::<2, 1>();
    counted::<2, 5>();
    counted::<5, 1>();
    counted::<5, 2>();
    counted::<5, 3>();
}

#[case]
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

#[case]
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

#[case]
fn a_scan_from_no_start_finds_no_line() {
    let direction = Direction::new([1, 0, 0, 0]).unwrap();
    let starts: Vec<usize> = Lattice::<4, 4>::starts(direction).collect();
    for cell in 0..256 {
        assert_eq!(Lattice::<4, 4>::scan(cell, direction).is_some(), starts.contains(&cell));
    }
    assert_eq!(Lattice::<4, 4>::scan(256, direction), None);
    assert_eq!(Lattice::<4, 4>::scan(usize::MAX, direction), None);
}

#[case]
fn the_formula_counts_the_lines_of_every_size() {
    for side in 2..=9 {
        for dimensions in 1..=6 {
            let plain = oracle::plane::line_count(side, dimensions);
            assert_eq!(line_count(side, dimensions), plain, "{side}^{dimensions}");
        }
    }
}

#[case]
fn the_complete_lines_of_a_plane_are_the_plain_ones() {
    // Every seventh of all boards.
    for code in (0..3_u32.pow(9)).step_by(7) {
        let digits = (0..9).map(|place| code / 3_u32.pow(place) % 3);
        let tiles: String = digits.map(|digit| digit.to_string()).collect();
        let plane: Plane = tiles.parse().unwrap();
        assert_eq!(plane.to_string(), tiles);
        for (player, digit) in Player::ALL.into_iter().zip(['1', '2']) {
            for (centre, takes_part) in [(Centre::TakesPart, true), (Centre::LeftOut, false)] {
                assert_eq!(
                    plane.complete_lines(player, centre),
                    oracle::plane::complete_lines(&tiles, digit, takes_part),
                    "{tiles} {digit} {takes_part}"
                );
            }
        }
    }
}

#[case]
fn a_plane_has_nine_tiles_and_two_players() {
    for text in ["", "00000000", "0000000000", "000000003", "xxxxxxxxx", "００００００００0"]
    {
        let error = text.parse::<Plane>().unwrap_err().to_string();
        assert!(error.contains("nine digits"), "{error}");
    }
}
