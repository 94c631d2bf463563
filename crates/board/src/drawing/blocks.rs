//! Boards of four dimensions on paper: blocks of cells in columns and rows.

use super::svg::{Node, axis, group, text};

/// A board of four dimensions on paper: blocks in columns and rows, with the coordinates along its edges.
///
/// ```text
///    x →       z = 0      z = 1
///    y ↓      0 1 2 3    0 1 2 3       The key in the corner says how the axes within a block lie.
///        0    · · · ·    · · · ·       The coordinates within a block are along the edges of the
///   w=0  1    · · · ·    · · · ·       board, those of the blocks are in front of them.
///        2    · · · ·    · · · ·
///        3    · · · ·    · · · ·
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocks {
    /// The upper left corner of the first.
    pub(super) first: [i32; 2],
    /// How many are side by side, and how many cells of a block are.
    pub(super) count: i32,
    /// The side of a cell.
    pub(super) cell: i32,
    /// From a cell to the next one.
    pub(super) step: i32,
    /// From a block to the next one.
    pub(super) pitch: i32,
    /// The first coordinate.
    pub(super) origin: i32,
}

/// The letters of the axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    /// From a block to the next one on its right, and to the next one below.
    pub(super) between: [char; 2],
    /// Within a block, to the right and downwards.
    pub(super) within: [char; 2],
}

impl Blocks {
    /// The side of a block.
    pub(super) const fn side(&self) -> i32 {
        (self.count - 1) * self.step + self.cell
    }

    /// The lower edge of the last block.
    pub(super) const fn bottom(&self) -> i32 {
        let [_, top] = self.first;
        top + (self.count - 1) * self.pitch + self.side()
    }

    /// The upper left corner of the block in this column and row.
    pub(super) const fn corner(&self, column: i32, row: i32) -> [i32; 2] {
        let [left, top] = self.first;
        [left + column * self.pitch, top + row * self.pitch]
    }

    /// The coordinates along the upper and the left edge: those of the rows, with the key above them, are a group that a page keeps in
    /// sight.
    pub(super) fn axes(
        &self,
        Axes { between: [columns, rows], within: [right, down] }: Axes,
    ) -> Node {
        let [left, top] = self.first;
        let blocks = (0..self.count).map(|block| {
            let [x, y] = self.corner(block, block).map(|edge| edge + self.side() / 2);
            let value = format!(" = {}", block + self.origin);
            let upwards = format!("rotate(-90 {} {y})", left - 22);
            (
                axis([x, top - 24], 14, columns, &value),
                axis([left - 22, y], 14, rows, &value).with("transform", upwards),
            )
        });
        let cells =
            (0..self.count).flat_map(|block| (0..self.count).map(move |cell| (block, cell)));
        let cells = cells.map(|(block, cell)| {
            let along = block * self.pitch + cell * self.step + self.cell / 2;
            let number = (cell + self.origin).to_string();
            (text([left + along, top - 8], 13, &number), text([left - 8, top + along], 13, &number))
        });
        let key = [
            axis([left - 15, top - 24], 13, right, " →"),
            axis([left - 15, top - 8], 13, down, " ↓"),
        ];
        let (above, beside): (Vec<Node>, Vec<Node>) = cells.chain(blocks).unzip();
        group()
            .class("axes")
            .fill(super::Paint::Faint)
            .centred()
            .holding(above)
            .holding([group().class("rows").holding(beside).holding(key)])
    }
}
