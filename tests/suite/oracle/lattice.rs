//! Lines on cubes of any dimension, and the count of complete lines in four.

use std::collections::BTreeSet;

/// Every line of the lattice with `side` cells along each of `dimensions` axes, as its cells' ids
/// in ascending order. Steps from every cell in every direction, and keeps what stays on the board
/// for exactly `side` cells.
pub(crate) fn lines(side: i32, dimensions: usize) -> BTreeSet<Vec<usize>> {
    let mut lines = BTreeSet::new();
    for start in tuples(0, side - 1, dimensions) {
        for direction in tuples(-1, 1, dimensions) {
            let cells: Vec<Vec<i32>> = (0..side)
                .map(|step| {
                    (0..dimensions).map(|axis| start[axis] + step * direction[axis]).collect()
                })
                .collect();
            let is_on_board = |cell: &Vec<i32>| cell.iter().all(|at| (0..side).contains(at));
            if direction.iter().any(|&along| along != 0) && cells.iter().all(is_on_board) {
                let mut ids: Vec<usize> = cells.iter().map(|cell| id(cell, side)).collect();
                ids.sort_unstable();
                lines.insert(ids);
            }
        }
    }
    lines
}

/// Every list of `length` integers from `low` to `high`.
pub(crate) fn tuples(low: i32, high: i32, length: usize) -> Vec<Vec<i32>> {
    if length == 0 {
        return vec![vec![]];
    }
    let mut longer = Vec::new();
    for shorter in tuples(low, high, length - 1) {
        for value in low..=high {
            let mut tuple = shorter.clone();
            tuple.push(value);
            longer.push(tuple);
        }
    }
    longer
}

/// x + side·y + side²·z + …
fn id(cell: &[i32], side: i32) -> usize {
    let mut id = 0;
    for &coordinate in cell.iter().rev() {
        id = id * side + coordinate;
    }
    id as usize
}

/// A 4×4×4×4 board: +1 for a black stone, −1 for a white one, 0 for none.
pub(crate) struct Board {
    cells: Vec<i8>,
}

impl Board {
    /// Reads 256 characters in the order of the ids.
    pub(crate) fn parse(text: &str) -> Board {
        let value = |symbol| match symbol {
            'x' => 1,
            'o' => -1,
            _ => 0,
        };
        Board { cells: text.chars().map(value).collect() }
    }

    fn cell(&self, x: i32, y: i32, z: i32, w: i32) -> i8 {
        self.cells[(w * 64 + z * 16 + y * 4 + x) as usize]
    }

    /// How many lines black and white have filled: every direction, every start, four cells.
    pub(crate) fn complete_lines(&self) -> (u32, u32) {
        let (mut black, mut white) = (0, 0);
        for (dx, dy, dz, dw) in directions() {
            for x in starts(dx) {
                for y in starts(dy) {
                    for z in starts(dz) {
                        for w in starts(dw) {
                            let mut sum = 0;
                            for i in 0..4 {
                                sum += self.cell(x + dx * i, y + dy * i, z + dz * i, w + dw * i);
                            }
                            if sum == 4 {
                                black += 1;
                            } else if sum == -4 {
                                white += 1;
                            }
                        }
                    }
                }
            }
        }
        (black, white)
    }
}

/// One of v and −v for every direction v: the first component that is not 0 is 1.
fn directions() -> Vec<(i32, i32, i32, i32)> {
    let mut directions = Vec::new();
    for dx in -1..=1 {
        for dy in -1..=1 {
            for dz in -1..=1 {
                for dw in -1..=1 {
                    if (dx, dy, dz, dw) > (0, 0, 0, 0) {
                        directions.push((dx, dy, dz, dw));
                    }
                }
            }
        }
    }
    directions
}

/// Where a line can start along an axis, by its component there.
fn starts(component: i32) -> std::ops::RangeInclusive<i32> {
    match component {
        1 => 0..=0,
        -1 => 3..=3,
        _ => 0..=3,
    }
}
