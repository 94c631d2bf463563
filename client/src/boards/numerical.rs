//! Numerical tic-tac-toe: 16 cells row by row, a number 1–16 or 0 for an empty cell, and ten lines.
//!
//! ```text
//!  0  1  2  3      rows, columns, ╲ 0 5 10 15, ╱ 3 6 9 12
//!  4  5  6  7
//!  8  9 10 11
//! 12 13 14 15
//! ```

/// The numbers on the board, 0 for an empty cell.
pub(crate) type Board = [u8; 16];

/// The ten lines, each as its first cell and the distance between its cells: rows, columns, ╲, ╱.
const LINES: [(usize, usize); 10] =
    [(0, 1), (4, 1), (8, 1), (12, 1), (0, 4), (1, 4), (2, 4), (3, 4), (0, 5), (3, 3)];

/// The numbers on each of the ten lines, in the order of the lines.
pub(crate) fn lines(board: &Board) -> impl Iterator<Item = Vec<u8>> {
    LINES.iter().map(|(first, distance)| {
        let cells = board.iter().skip(*first).step_by(*distance);
        cells.take(4).copied().collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_are_rows_columns_and_diagonals() {
        let cells = std::array::from_fn(|cell| u8::try_from(cell).unwrap());
        let lines: Vec<Vec<u8>> = lines(&cells).collect();
        assert_eq!(lines.len(), 10);
        assert_eq!(lines[3], [12, 13, 14, 15]);
        assert_eq!(lines[7], [3, 7, 11, 15]);
        assert_eq!(lines[8], [0, 5, 10, 15]);
        assert_eq!(lines[9], [3, 6, 9, 12]);
    }
}
