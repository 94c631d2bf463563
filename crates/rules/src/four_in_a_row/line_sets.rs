//! The sets of lines that programs look along: the 520, and what is taken for them where the rule on lines is misread.
//!
//! ```text
//!   x x . .      0  1  2  3        0 1 2 3 is a line, and 3 6 9 12 one that rises in y and falls in x: a program without −1 in
//!   o . . x      4  5  6  7        its directions does not know it. 2 3 4 5 is none, but a program that adds steps to the id
//!   . . . .      8  9 10 11        alone takes it for one. A program that scans (1,0,0,0) and (−1,0,0,0) counts 0 1 2 3 twice.
//!   . . . .     12 13 14 15
//! ```

use gradus_step::{Aspect, Aspects};

/// A direction, or what is taken for one.
pub(super) type Vector = [i16; 4];

/// Which lines a program knows, and how often it meets each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LineSet {
    /// The 520, each once.
    #[default]
    All,
    /// Along v and along −v: each line twice.
    BothSenses,
    /// Along directions without −1.
    NothingFalls,
    /// Lines that change one coordinate.
    AlongAxes,
    /// Lines that change one or two coordinates.
    AtMostTwo,
    /// Lines that change one, two or three coordinates.
    AtMostThree,
    /// Along directions whose components have a positive sum.
    PositiveSum,
    /// Lines on which w stays the same.
    OneCube,
    /// Four ids at the equal distances of a direction, whether or not they run over a border.
    OverTheBorder,
    /// Along directions with dx ≥ 0: lines on which x stays the same twice.
    XNotNegative,
    /// The same with dw.
    WNotNegative,
    /// Along directions whose sum is not negative: those with the sum 0 twice.
    SumNotNegative,
    /// Along directions with a component 1: those with −1 too twice.
    SomeRises,
    /// Lines that change two or more coordinates.
    Diagonals,
    /// All but the lines that change two coordinates.
    WithoutTwo,
    /// All but the lines that change three coordinates.
    WithoutThree,
    /// Along directions with dx = 1.
    XRises,
    /// Along directions with dw = 1.
    WRises,
    /// A coordinate that stays the same is 0, 1 or 2.
    ConstantBelowThree,
    /// A coordinate that stays the same is 1, 2 or 3.
    ConstantAboveZero,
    /// Every coordinate starts at 0, 1 or 2, so that none falls.
    StartsBelowThree,
    /// A coordinate that falls starts at 0; the first component that is not 0 is 1.
    FallingFromZero,
    /// The same; the last component that is not 0 is 1.
    FallingFromZeroBackwards,
    /// The 520, and each cell as a line along (0, 0, 0, 0).
    NoDirectionToo,
    /// Four cells from any start, where a coordinate begins again at the other border.
    RoundTheBorder,
    /// The 520, and any four ids in a row.
    RowsOverTheBorder,
    /// x may leave the board along a line that has four ids.
    XUnchecked,
    /// The same with y.
    YUnchecked,
    /// The same with z.
    ZUnchecked,
    /// A coordinate that falls may leave the board below 0, and an id below 0 is one from the end.
    BelowZero,
    /// A coordinate that rises may leave the board above 3.
    AboveThree,
}

/// How many sets there are.
pub(super) const SETS: usize = LineSet::ALL.len();

/// Each has a [bit](LineSet::bit).
const _: () = assert!(SETS <= u32::BITS as usize);

impl LineSet {
    /// The right one comes first.
    pub(super) const ALL: [Self; 31] = [
        Self::All,
        Self::BothSenses,
        Self::NothingFalls,
        Self::AlongAxes,
        Self::AtMostTwo,
        Self::AtMostThree,
        Self::PositiveSum,
        Self::OneCube,
        Self::OverTheBorder,
        Self::XNotNegative,
        Self::WNotNegative,
        Self::SumNotNegative,
        Self::SomeRises,
        Self::Diagonals,
        Self::WithoutTwo,
        Self::WithoutThree,
        Self::XRises,
        Self::WRises,
        Self::ConstantBelowThree,
        Self::ConstantAboveZero,
        Self::StartsBelowThree,
        Self::FallingFromZero,
        Self::FallingFromZeroBackwards,
        Self::NoDirectionToo,
        Self::RoundTheBorder,
        Self::RowsOverTheBorder,
        Self::XUnchecked,
        Self::YUnchecked,
        Self::ZUnchecked,
        Self::BelowZero,
        Self::AboveThree,
    ];

    /// Those on which the bounds of some coordinate are not checked.
    pub(super) const UNCHECKED: [Self; 4] =
        [Self::RowsOverTheBorder, Self::XUnchecked, Self::YUnchecked, Self::ZUnchecked];

    /// The wrong sets that have other lines, not only some of them twice, the likely ones first. The lines along which no coordinate
    /// falls are not among them, since they occur together with others.
    pub(super) const WITH_OTHER_LINES: [Self; 17] = [
        Self::AlongAxes,
        Self::AtMostThree,
        Self::AtMostTwo,
        Self::PositiveSum,
        Self::OneCube,
        Self::OverTheBorder,
        Self::RoundTheBorder,
        Self::Diagonals,
        Self::WithoutTwo,
        Self::WithoutThree,
        Self::XRises,
        Self::WRises,
        Self::ConstantBelowThree,
        Self::ConstantAboveZero,
        Self::StartsBelowThree,
        Self::FallingFromZero,
        Self::FallingFromZeroBackwards,
    ];

    /// The name of the misconception.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::All => "all-lines",
            Self::BothSenses => "counted-from-both-ends",
            Self::NothingFalls => "falling-coordinates-missed",
            Self::AlongAxes => "lines-along-the-axes-only",
            Self::AtMostTwo => "lines-in-planes-only",
            Self::AtMostThree => "four-coordinates-left-out",
            Self::PositiveSum => "sum-zero-left-out",
            Self::OneCube => "three-dimensions-only",
            Self::OverTheBorder => "lines-over-the-border",
            Self::XNotNegative => "constant-x-twice",
            Self::WNotNegative => "constant-w-twice",
            Self::SumNotNegative => "sum-zero-twice",
            Self::SomeRises => "rising-and-falling-twice",
            Self::Diagonals => "lines-along-the-axes-left-out",
            Self::WithoutTwo => "two-coordinates-left-out",
            Self::WithoutThree => "three-coordinates-left-out",
            Self::XRises => "constant-x-left-out",
            Self::WRises => "constant-w-left-out",
            Self::ConstantBelowThree => "constant-three-left-out",
            Self::ConstantAboveZero => "constant-zero-left-out",
            Self::StartsBelowThree => "starts-below-three",
            Self::FallingFromZero => "falling-from-zero",
            Self::FallingFromZeroBackwards => "falling-from-zero-backwards",
            Self::NoDirectionToo => "no-direction-counted",
            Self::RoundTheBorder => "lines-round-the-border",
            Self::RowsOverTheBorder => "rows-over-the-border",
            Self::XUnchecked => "x-bounds-unchecked",
            Self::YUnchecked => "y-bounds-unchecked",
            Self::ZUnchecked => "z-bounds-unchecked",
            Self::BelowZero => "below-zero-unchecked",
            Self::AboveThree => "above-three-unchecked",
        }
    }

    /// The lines as the ids of their cells; a line that is met twice comes twice.
    pub(super) fn lines(self) -> Vec<[u8; 4]> {
        let mut lines = Vec::new();
        for vector in self.vectors() {
            let step = id(vector);
            for start in (0..256).filter(|&start| self.starts(coordinates(start), vector)) {
                let ids = [0, 1, 2, 3].map(|steps| start + steps * step);
                let ids = match self {
                    // Some languages take an index below 0 as one from the end.
                    Self::FallingFromZero | Self::BelowZero => ids.map(|id| id.rem_euclid(256)),
                    Self::RoundTheBorder => round(start, vector),
                    _ => ids,
                };
                // Round the border, the same four cells come from each of them.
                if self != Self::RoundTheBorder || ids.iter().min() == Some(&start) {
                    lines.extend(cells(ids));
                }
            }
        }
        lines
    }

    /// Its directions, (0,0,0,1) before (1,0,0,0).
    pub(super) fn vectors(self) -> impl Iterator<Item = Vector> {
        vectors().filter(move |&vector| self.has(vector))
    }

    /// Whether a vector is one of its directions.
    fn has(self, vector: Vector) -> bool {
        let changing = changes(vector);
        let first = vector.into_iter().find(|&component| component != 0);
        let last = vector.into_iter().rev().find(|&component| component != 0);
        let sum: i16 = vector.into_iter().sum();
        let [x, .., w] = vector;
        let is_direction = changing > 0;
        let is_forward = first == Some(1);
        match self {
            Self::All
            | Self::OverTheBorder
            | Self::ConstantBelowThree
            | Self::ConstantAboveZero
            | Self::FallingFromZero
            | Self::RoundTheBorder
            | Self::RowsOverTheBorder
            | Self::XUnchecked
            | Self::YUnchecked
            | Self::ZUnchecked
            | Self::BelowZero
            | Self::AboveThree => is_forward,
            Self::BothSenses => is_direction,
            Self::NothingFalls | Self::StartsBelowThree => is_direction && !vector.contains(&-1),
            Self::AlongAxes => is_forward && changing == 1,
            Self::AtMostTwo => is_forward && changing <= 2,
            Self::AtMostThree => is_forward && changing <= 3,
            Self::PositiveSum => sum > 0,
            Self::OneCube => is_forward && w == 0,
            Self::XNotNegative => is_direction && x >= 0,
            Self::WNotNegative => is_direction && w >= 0,
            Self::SumNotNegative => is_direction && sum >= 0,
            Self::SomeRises => vector.contains(&1),
            Self::Diagonals => is_forward && changing >= 2,
            Self::WithoutTwo => is_forward && changing != 2,
            Self::WithoutThree => is_forward && changing != 3,
            Self::XRises => x == 1,
            Self::WRises => w == 1,
            Self::FallingFromZeroBackwards => last == Some(1),
            Self::NoDirectionToo => is_forward || !is_direction,
        }
    }

    /// Whether a line along a vector starts at a cell.
    fn starts(self, start: Vector, vector: Vector) -> bool {
        let mut axes = (0..).zip(start).zip(vector);
        axes.all(|((axis, coordinate), component)| match (self, component) {
            (Self::RowsOverTheBorder, _) if vector == [1, 0, 0, 0] => true,
            (Self::XUnchecked | Self::YUnchecked | Self::ZUnchecked, _)
                if self.unchecked_axis() == Some(axis) =>
            {
                true
            }
            (Self::ConstantBelowThree | Self::StartsBelowThree, 0) => coordinate < 3,
            (Self::ConstantAboveZero, 0) => coordinate > 0,
            (Self::OverTheBorder | Self::RoundTheBorder, _)
            | (Self::BelowZero, -1)
            | (Self::AboveThree, 1)
            | (_, 0) => true,
            (Self::FallingFromZero | Self::FallingFromZeroBackwards, _) | (_, 1) => coordinate == 0,
            _ => coordinate == 3,
        })
    }

    /// The axis whose bounds are not checked.
    const fn unchecked_axis(self) -> Option<usize> {
        match self {
            Self::XUnchecked => Some(0),
            Self::YUnchecked => Some(1),
            Self::ZUnchecked => Some(2),
            _ => None,
        }
    }

    /// The bit that stands for it among those of all sets.
    pub(super) const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// Whether all its lines are lines.
    pub(super) const fn is_within_the_lines(self) -> bool {
        !matches!(
            self,
            Self::OverTheBorder
                | Self::FallingFromZero
                | Self::FallingFromZeroBackwards
                | Self::NoDirectionToo
                | Self::RoundTheBorder
                | Self::RowsOverTheBorder
                | Self::XUnchecked
                | Self::YUnchecked
                | Self::ZUnchecked
                | Self::BelowZero
                | Self::AboveThree
        )
    }
}

/// Adds the aspect of which lines are known.
pub(super) fn add_line_sets<'a, R: 'static>(
    aspects: &'a mut Aspects<R>,
    sets: &'static [LineSet],
    lines: fn(&mut R) -> &mut LineSet,
) -> &'a mut Aspect<R> {
    let aspect = aspects.add();
    for &set in sets {
        aspect.or(set.id(), move |reading| *lines(reading) = set);
    }
    aspect
}

/// How many coordinates change along a vector.
pub(super) fn changes(vector: Vector) -> usize {
    vector.into_iter().filter(|&component| component != 0).count()
}

/// How many coordinates run against the others along a vector, if these are not fewer.
pub(super) fn running_against(vector: Vector) -> usize {
    let falling = vector.into_iter().filter(|&component| component == -1).count();
    falling.min(changes(vector) - falling)
}

/// All vectors with components −1, 0 and 1.
fn vectors() -> impl Iterator<Item = Vector> {
    (0..81).map(|code: i16| [27, 9, 3, 1].map(|place| code / place % 3 - 1))
}

/// The coordinates of an id.
pub(super) fn coordinates(id: i16) -> Vector {
    [1, 4, 16, 64].map(|stride| id / stride % 4)
}

fn id([x, y, z, w]: Vector) -> i16 {
    w * 64 + z * 16 + y * 4 + x
}

/// The ids on the way from a start, where each coordinate begins again at the other border.
fn round(start: i16, vector: Vector) -> [i16; 4] {
    let [x, y, z, w] = coordinates(start);
    let [dx, dy, dz, dw] = vector;
    [0, 1, 2, 3].map(|steps| {
        let at = [x + steps * dx, y + steps * dy, z + steps * dz, w + steps * dw];
        id(at.map(|coordinate| coordinate.rem_euclid(4)))
    })
}

/// The ids as cells; none if one of them is no cell.
fn cells(ids: [i16; 4]) -> Option<[u8; 4]> {
    let mut cells = [0; 4];
    for (cell, id) in cells.iter_mut().zip(ids) {
        *cell = u8::try_from(id).ok()?;
    }
    Some(cells)
}
