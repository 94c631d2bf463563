//! The lines that programs look along: the 520, and what is taken for them where the rule on lines is misread.
//!
//! ```text
//!   x x . .      0  1  2  3        0 1 2 3 is a line, and 3 6 9 12 one that rises in y and falls in x: a program without −1 in
//!   o . . x      4  5  6  7        its directions does not know it. 2 3 4 5 is none, but a program that adds steps to the id
//!   . . . .      8  9 10 11        alone takes it for one. A program that scans (1,0,0,0) and (−1,0,0,0) counts 0 1 2 3 twice.
//!   . . . .     12 13 14 15
//! ```

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::LazyLock;

use crate::board::lattice::four_in_a_row::{Board, ByColor, Stone};
use crate::step::{Aspect, Aspects};

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
}

/// How many sets there are.
const SETS: usize = LineSet::ALL.len();

impl LineSet {
    /// The right one comes first.
    const ALL: [Self; 28] = [
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
    ];

    /// Those on which the bounds of some coordinate are not checked.
    pub(super) const UNCHECKED: [Self; 4] =
        [Self::RowsOverTheBorder, Self::XUnchecked, Self::YUnchecked, Self::ZUnchecked];

    /// The wrong sets that have other lines, not only some of them twice, the likely ones first.
    pub(super) const WITH_OTHER_LINES: [Self; 18] = [
        Self::NothingFalls,
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
        }
    }

    /// The lines as the ids of their cells; a line that is met twice comes twice.
    fn lines(self) -> Vec<[u8; 4]> {
        let mut lines = Vec::new();
        for vector in self.vectors() {
            let step = id(vector);
            for start in (0..256).filter(|&start| self.starts(coordinates(start), vector)) {
                let ids = [0, 1, 2, 3].map(|steps| start + steps * step);
                let ids = match self {
                    // Some languages take an index below 0 as one from the end.
                    Self::FallingFromZero => ids.map(|id| id.rem_euclid(256)),
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
            | Self::ZUnchecked => is_forward,
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
            (Self::RoundTheBorder, _) => true,
            (Self::RowsOverTheBorder, _) if vector == [1, 0, 0, 0] => true,
            (Self::XUnchecked | Self::YUnchecked | Self::ZUnchecked, _)
                if self.unchecked_axis() == Some(axis) =>
            {
                true
            }
            (Self::ConstantBelowThree | Self::StartsBelowThree, 0) => coordinate < 3,
            (Self::ConstantAboveZero, 0) => coordinate > 0,
            (Self::OverTheBorder, _) | (_, 0) => true,
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

/// A slip in a list of the 40 directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum DirectionSlip {
    #[default]
    None,
    /// Only the lines of this set.
    Within(LineSet),
    /// This direction is missing.
    Missing(Vector),
    /// It is listed twice.
    Doubled(Vector),
    /// Its minus sign is missing, so that another one is listed twice.
    WithoutMinus(Vector),
    /// The diagonals are missing along which these two coordinates change and no other.
    PlaneMissing(usize, usize),
}

/// The names of the axes.
const NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// The axes two by two.
const PLANES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

impl DirectionSlip {
    /// How often a line counts.
    pub(super) fn times(self, line: &KnownLine) -> u8 {
        let direction = line.direction;
        match self {
            Self::None => 1,
            Self::Within(set) => u8::from(line.times(set) > 0),
            Self::Missing(missing) => u8::from(direction != missing),
            Self::Doubled(doubled) => 1 + u8::from(direction == doubled),
            Self::WithoutMinus(typed) if direction == typed => 0,
            Self::WithoutMinus(typed) => 1 + u8::from(direction == typed.map(i16::abs)),
            Self::PlaneMissing(one, other) => {
                let mut axes = (0..).zip(direction);
                let is_in_the_plane =
                    |(axis, along): (usize, i16)| (along != 0) == (axis == one || axis == other);
                u8::from(!axes.all(is_in_the_plane))
            }
        }
    }

    /// The slips with directions that change one coordinate, or two, as the values of alternatives.
    pub(super) fn of_directions(
        changing: usize,
        slip: fn(Vector) -> Self,
    ) -> impl Iterator<Item = (String, String, Self)> {
        let directions = LineSet::All.vectors().filter(move |&vector| changes(vector) == changing);
        directions.map(move |vector| {
            let id = vector.map(|along| along.to_string().replace('-', "minus-")).join("-");
            let label = vector.map(|along| along.to_string()).join(", ");
            (id, format!("({label})"), slip(vector))
        })
    }

    /// The planes of which the diagonals are missing, as the values of alternatives.
    pub(super) fn of_planes() -> impl Iterator<Item = (String, String, Self)> {
        PLANES.into_iter().map(|[one, other]| {
            let [a, b] = [one, other].map(|axis| NAMES.get(axis).copied().unwrap_or_default());
            (format!("{a}-{b}"), format!("{a}, {b}"), Self::PlaneMissing(one, other))
        })
    }
}

/// Adds sets of lines that leave some out as slips, so that they occur together with other sets.
pub(super) fn add_lines_within<'a, R: 'static>(
    aspect: &'a mut Aspect<R>,
    sets: &'static [LineSet],
    slip: fn(&mut R) -> &mut DirectionSlip,
) -> &'a mut Aspect<R> {
    for &set in sets {
        aspect.or(set.id(), move |reading| *slip(reading) = DirectionSlip::Within(set));
    }
    aspect
}

/// All vectors with components −1, 0 and 1.
fn vectors() -> impl Iterator<Item = Vector> {
    (0..81).map(|code: i16| [27, 9, 3, 1].map(|place| code / place % 3 - 1))
}

fn coordinates(id: i16) -> Vector {
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

/// Four cells that some program takes for a line.
pub(super) struct KnownLine {
    cells: [u8; 4],
    direction: Vector,
    changes: usize,
    /// How often each set has it.
    times: [u8; SETS],
}

impl KnownLine {
    /// The cells in the order of a scan.
    pub(super) const fn cells(&self) -> [u8; 4] {
        self.cells
    }

    /// How often it is among the lines of a set.
    #[expect(clippy::indexing_slicing, reason = "a number for each set")]
    pub(super) const fn times(&self, set: LineSet) -> u8 {
        self.times[set as usize]
    }

    /// The way from its first cell to its last, a component each for x, y, z and w.
    pub(super) const fn direction(&self) -> Vector {
        self.direction
    }

    /// Whether the coordinate of this axis changes along it, and no other.
    pub(super) fn changes_axis(&self, axis: usize) -> bool {
        self.changes == 1 && self.direction.get(axis).is_some_and(|&along| along != 0)
    }

    /// Whether just the two coordinates of this plane change along it.
    pub(super) fn is_in_plane(&self, plane: usize) -> bool {
        self.changes == 2
            && PLANES.get(plane).is_some_and(|&[one, other]| {
                DirectionSlip::PlaneMissing(one, other).times(self) == 0
            })
    }

    /// Whether the last coordinate that changes falls: with w first, its cells come in the other order.
    pub(super) fn falls_with_w_first(&self) -> bool {
        self.direction.into_iter().rfind(|&along| along != 0) == Some(-1)
    }

    /// How many coordinates change along it.
    pub(super) const fn changes(&self) -> usize {
        self.changes
    }
}

/// How many coordinates change along a vector.
pub(super) fn changes(vector: Vector) -> usize {
    vector.into_iter().filter(|&component| component != 0).count()
}

/// The lines of all sets: first the 520, along (0,0,0,1) first and along (1,1,1,1) last.
static KNOWN_LINES: LazyLock<Vec<KnownLine>> = LazyLock::new(|| {
    let mut known: Vec<KnownLine> = Vec::new();
    let mut places: HashMap<[u8; 4], usize> = HashMap::new();
    for (number, set) in LineSet::ALL.into_iter().enumerate() {
        for cells in set.lines() {
            let mut ascending = cells;
            ascending.sort_unstable();
            let place = *places.entry(ascending).or_insert_with(|| {
                let [from, .., to] = cells.map(|cell| coordinates(cell.into()));
                let axes = [0, 1, 2, 3];
                #[expect(clippy::indexing_slicing, reason = "a vector has four axes")]
                let direction = axes.map(|axis| (to[axis] - from[axis]).signum());
                let changes = changes(direction);
                known.push(KnownLine { cells, direction, changes, times: [0; SETS] });
                known.len() - 1
            });
            let times = known.get_mut(place).and_then(|line| line.times.get_mut(number));
            if let Some(times) = times {
                *times += 1;
            }
        }
    }
    known
});

/// Their cells alone, which are quicker to go through.
static KNOWN_CELLS: LazyLock<Vec<[u8; 4]>> =
    LazyLock::new(|| KNOWN_LINES.iter().map(|line| line.cells).collect());

/// How many lines there are.
const LINES: usize = 520;

/// The 520 lines.
pub(super) fn all_lines() -> &'static [KnownLine] {
    KNOWN_LINES.get(..LINES).unwrap_or_default()
}

/// The lines of all sets through each cell.
static LINES_KNOWN_THROUGH: LazyLock<Vec<Vec<&'static KnownLine>>> = LazyLock::new(|| {
    let through = |cell: u8| KNOWN_LINES.iter().filter(|line| line.cells.contains(&cell)).collect();
    (0..=u8::MAX).map(through).collect()
});

/// The lines of a set that have a cell.
#[expect(clippy::indexing_slicing, reason = "the table has an entry for each cell")]
pub(super) fn lines_known_through(
    cell: u8,
    set: LineSet,
) -> impl Iterator<Item = &'static KnownLine> {
    let known = LINES_KNOWN_THROUGH[usize::from(cell)].iter().copied();
    // The 520 come first.
    let of_the_set =
        known.take_while(move |line| !set.is_within_the_lines() || line.times(LineSet::All) > 0);
    of_the_set.filter(move |line| line.times(set) > 0)
}

/// A board as the readings look at it: what lies on each cell, and the lines with enough stones to matter.
pub(super) struct View {
    /// 0 for an empty cell, else the number of the stone.
    stones: [u8; 256],
    /// Those with the most stones of one side come first.
    lines: Vec<SeenLine>,
    /// What is only taken for a line, in the same order.
    others: Vec<SeenLine>,
}

/// A line on a board.
#[derive(Clone, Copy)]
pub(super) struct SeenLine {
    line: &'static KnownLine,
    stones: ByColor<u8>,
}

const BLACK: u8 = 1;
const WHITE: u8 = 16;

impl View {
    /// The view of a board, with the lines whose stones matter; of what is only taken for a line, others may.
    #[expect(clippy::indexing_slicing, reason = "a board has a cell for each byte")]
    pub(super) fn new(
        board: &Board,
        matters: impl Fn(ByColor<u8>) -> bool,
        of_others: impl Fn(ByColor<u8>) -> bool,
    ) -> Self {
        let mut stones = [0; 256];
        for (side, number) in [(Stone::Black, BLACK), (Stone::White, WHITE)] {
            for cell in board.stones(side).iter() {
                if let Some(place) = stones.get_mut(usize::from(cell.id())) {
                    *place = number;
                }
            }
        }
        let mut view = Self { stones, lines: Vec::new(), others: Vec::new() };
        let stones = |&[a, b, c, d]: &[u8; 4]| {
            let sum =
                stones[a as usize] + stones[b as usize] + stones[c as usize] + stones[d as usize];
            ByColor { black: sum % WHITE, white: sum / WHITE }
        };
        for (cells, line) in KNOWN_CELLS.iter().zip(KNOWN_LINES.iter()).take(LINES) {
            let stones = stones(cells);
            if matters(stones) {
                view.lines.push(SeenLine { line, stones });
            }
        }
        for (cells, line) in KNOWN_CELLS.iter().zip(KNOWN_LINES.iter()).skip(LINES) {
            let stones = stones(cells);
            if of_others(stones) {
                view.others.push(SeenLine { line, stones });
            }
        }
        for lines in [&mut view.lines, &mut view.others] {
            lines.sort_by_key(|seen| Reverse(seen.most()));
        }
        view
    }

    #[expect(clippy::indexing_slicing, reason = "a board has a cell for each byte")]
    const fn content(&self, cell: u8) -> u8 {
        self.stones[cell as usize]
    }

    /// The stone on a cell.
    pub(super) const fn at(&self, cell: u8) -> Option<Stone> {
        match self.content(cell) {
            BLACK => Some(Stone::Black),
            WHITE => Some(Stone::White),
            _ => None,
        }
    }

    /// The empty cells, ascending.
    pub(super) fn empty_cells(&self) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(|&cell| self.at(cell).is_none())
    }

    /// The lines of a set with so many stones of one side or more, each with how often it is met.
    pub(super) fn lines_with(
        &self,
        stones: u8,
        set: LineSet,
    ) -> impl Iterator<Item = (&SeenLine, u8)> + Clone {
        let has_enough = move |seen: &&SeenLine| seen.most() >= stones;
        let others = if set.is_within_the_lines() { &[] } else { self.others.as_slice() };
        let others = others.iter().take_while(has_enough);
        let lines = self.lines.iter().take_while(has_enough).chain(others);
        lines.map(move |seen| (seen, seen.line.times(set))).filter(|&(_, times)| times > 0)
    }
}

impl SeenLine {
    /// How many stones of a side it has.
    pub(super) fn stones(&self, side: Stone) -> u8 {
        self.stones[side]
    }

    /// How many stones the side has on it that has more.
    const fn most(&self) -> u8 {
        let ByColor { black, white } = self.stones;
        if black > white { black } else { white }
    }

    /// How many of its cells are empty.
    pub(super) fn empty(&self) -> u8 {
        4 - self.stones.black - self.stones.white
    }

    /// The line itself.
    pub(super) const fn line(&self) -> &'static KnownLine {
        self.line
    }

    /// Its cells in the order of a scan.
    pub(super) const fn cells(&self) -> [u8; 4] {
        self.line.cells
    }
}

/// How a program numbers the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Numbering {
    #[default]
    Right,
    /// x changes slowest.
    Reversed,
    /// This coordinate and the next change places.
    Swapped(usize),
    FromOne,
}

impl Numbering {
    /// The number that a program gives a cell.
    pub(super) fn number(self, cell: u8) -> u16 {
        let mut parts = [0, 2, 4, 6].map(|bits| u16::from(cell) >> bits & 3);
        match self {
            Self::Right => return cell.into(),
            Self::FromOne => return u16::from(cell) + 1,
            Self::Reversed => parts.reverse(),
            Self::Swapped(axis) => parts.swap(axis, axis + 1),
        }
        parts.into_iter().rev().fold(0, |id, part| id * 4 + part)
    }
}

/// Adds the aspect of how cells are numbered.
pub(super) fn add_numberings<R: 'static>(
    aspects: &mut Aspects<R>,
    numbering: fn(&mut R) -> &mut Numbering,
) -> &mut Aspect<R> {
    aspects
        .add()
        .or("ids-from-one", move |reading| *numbering(reading) = Numbering::FromOne)
        .or("axes-reversed", move |reading| *numbering(reading) = Numbering::Reversed)
        .or("x-and-y-swapped", move |reading| *numbering(reading) = Numbering::Swapped(0))
        .or("y-and-z-swapped", move |reading| *numbering(reading) = Numbering::Swapped(1))
        .or("z-and-w-swapped", move |reading| *numbering(reading) = Numbering::Swapped(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::lattice::four_in_a_row::lines;

    fn total(set: LineSet) -> u32 {
        KNOWN_LINES.iter().map(|line| u32::from(line.times(set))).sum()
    }

    #[test]
    fn the_right_lines_are_those_of_the_board() {
        let ascending = |mut cells: [u8; 4]| {
            cells.sort_unstable();
            cells
        };
        let mut known: Vec<_> = all_lines().iter().map(|line| ascending(line.cells())).collect();
        let mut right: Vec<_> = lines()
            .iter()
            .map(|line| ascending(line.cells().map(crate::board::lattice::four_in_a_row::Cell::id)))
            .collect();
        known.sort_unstable();
        right.sort_unstable();
        assert_eq!(known, right);
        assert!(all_lines().iter().all(|line| line.times(LineSet::All) == 1));
    }

    #[test]
    fn sets_have_as_many_lines_as_the_statements_table_says() {
        assert_eq!(total(LineSet::BothSenses), 2 * 520);
        assert_eq!(total(LineSet::AlongAxes), 256);
        assert_eq!(total(LineSet::AtMostTwo), 256 + 192);
        assert_eq!(total(LineSet::AtMostThree), 520 - 8);
        assert_eq!(total(LineSet::NothingFalls), 256 + 6 * 16 + 4 * 4 + 1);
        assert_eq!(total(LineSet::OneCube), 4 * 76);
        assert_eq!(total(LineSet::NoDirectionToo), 520 + 256);
    }

    #[test]
    fn coordinates_and_ids_change_places_with_the_numbering() {
        assert_eq!(Numbering::Reversed.number(1), 64);
        assert_eq!(Numbering::Swapped(1).number(4), 16);
        assert_eq!(Numbering::FromOne.number(255), 256);
        assert_eq!(Numbering::Right.number(57), 57);
    }
}
