//! Boards of four dimensions on paper: blocks of cells in columns and rows.

use super::node::{Node, labels, text, upwards};

/// A board of four dimensions on paper: blocks in columns and rows, with the names of the four axes around them.
///
/// ```text
///               w = 0      w = 1
///                  x →
///           y  · · · ·    · · · ·
///    z = 0  ↓  · · · ·    · · · ·
///              · · · ·    · · · ·
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocks {
    /// The upper left corner of the first.
    pub(super) first: [i32; 2],
    /// The side of each.
    pub(super) side: i32,
    /// From each to the next one.
    pub(super) pitch: i32,
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
    /// The upper left corner of the block in this column and row.
    pub(super) const fn corner(&self, column: i32, row: i32) -> [i32; 2] {
        let [left, top] = self.first;
        [left + column * self.pitch, top + row * self.pitch]
    }

    /// The axes along the upper and the left edge; the coordinates of the blocks are counted from `origin`.
    pub(super) fn axes(&self, count: i32, origin: i32, axes: Axes) -> Node {
        let Axes { between: [columns, rows], within: [right, down] } = axes;
        let numbered = (0..count).flat_map(|step| {
            let middle = self.corner(step, step).map(|edge| edge + self.side / 2);
            let [x, y] = middle;
            let number = step + origin;
            [
                text([x, 8], 13, &format!("{columns} = {number}")),
                upwards([8, y], 13, &format!("{rows} = {number}")),
            ]
        });
        let [left, top] = self.first;
        let arrows = [
            text([left + self.side - 10, top - 8], 10, &format!("{right} →")),
            text([left - 7, top + 8], 10, &down.to_string()),
            text([left - 7, top + 20], 10, "↓"),
        ];
        labels(numbered.chain(arrows))
    }
}
