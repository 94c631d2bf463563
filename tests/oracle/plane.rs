//! Three in a row on a plane, and the number of lines in any dimension, one line after the other.

use super::lattice::tuples;

/// How many lines of three a player, `'1'` or `'2'`, has on a board of nine digits.
pub fn complete_lines(tiles: &str, player: char, centre: bool) -> usize {
    let at = |row: i32, column: i32| tiles.chars().nth((3 * row + column) as usize);
    let mut count = 0;
    for (row, column) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)] {
        // Each line is found at its middle, by one of its ends.
        for (down, right) in [(0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let line = [(row - down, column - right), (row, column), (row + down, column + right)];
            let is_on_board =
                line.iter().flat_map(|&(row, column)| [row, column]).all(|at| (0..3).contains(&at));
            let is_own =
                is_on_board && line.iter().all(|&(row, column)| at(row, column) == Some(player));
            if is_own && (centre || !line.contains(&(1, 1))) {
                count += 1;
            }
        }
    }
    count
}

/// How many lines of `side` cells a board with so many dimensions has: along each direction a line starts wherever the
/// coordinates are that stay the same; every line is met from both of its ends.
pub fn line_count(side: usize, dimensions: usize) -> usize {
    let mut both_senses = 0;
    for direction in tuples(-1, 1, dimensions) {
        let same = direction.iter().filter(|&&along| along == 0).count();
        if same < dimensions {
            both_senses += (0..same).fold(1, |starts, _| starts * side);
        }
    }
    both_senses / 2
}
