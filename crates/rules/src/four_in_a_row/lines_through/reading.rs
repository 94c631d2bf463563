//! How the rule is read, and how many lines are counted by a reading.

use std::cmp::Reverse;

use super::super::direction_readings::{
    DirectionReading, add_directions_left_out, add_lines_within,
};
use super::super::id_formula;
use super::super::id_formula::{AxisCopy, LIKELY_COPIES, nth, set};
use super::super::known_lines::{KnownLine, lines_known_through};
use super::super::line_sets::{LineSet, Vector, add_line_sets, changes};
use gradus_board::lattice::four_in_a_row::Cell;
use gradus_step::Aspects;

/// How many items a cell has.
pub(super) const ITEMS: usize = 2;

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    first_id: i64,
    /// One coordinate of a cell that is taken for another.
    copied: Option<AxisCopy>,
    lines: LineSet,
    directions: DirectionReading,
    /// Which of the diagonals on which a coordinate falls are missing.
    falling: DirectionReading,
    /// Which cells of a line count.
    places: Places,
    border: Border,
    second: Second,
    first: First,
    order: Order,
    running: Running,
}

/// At which cells of a line the cell may be.
#[derive(Clone, Copy, Default)]
enum Places {
    #[default]
    Any,
    /// At the first or the last.
    Ends,
    /// At one of the two in the middle.
    Middle,
    /// At the first cell of the scan.
    Start,
    /// Of a diagonal, at its ends.
    EndsOfDiagonals,
    /// Of a diagonal, between its ends.
    MiddleOfDiagonals,
}

/// Which lines are long enough.
#[derive(Clone, Copy, Default)]
enum Border {
    /// Those of four cells.
    #[default]
    FourCells,
    /// Those of two or more cells: wherever the direction has a neighbour on the board.
    TwoCells,
    /// Those of three or more cells.
    ThreeCells,
    /// Each of the 40 directions counts.
    None,
}

/// Which lines the second number counts.
#[derive(Clone, Copy, Default)]
enum Second {
    #[default]
    ChangingFour,
    /// Those that change this many coordinates or more.
    ChangingAtLeast(usize),
    /// Those that change exactly so many coordinates.
    Changing(usize),
    /// Those that change all coordinates but perhaps this one.
    AllBut(usize),
    /// The directions that change all: eight.
    AllDirections,
    /// Those that change all, and have the cell at an end.
    AtAnEnd,
    /// Those that change all in the same sense.
    Rising,
    /// Those that change all, but not in the same sense.
    NotRising,
    /// Those that change all, from both ends.
    FromBothEnds,
    /// None.
    Never,
}

/// Which lines the first number counts.
#[derive(Clone, Copy, Default)]
enum First {
    #[default]
    All,
    /// Those that the second number does not count.
    Others,
    /// The cells on them, so many for each line.
    Cells(i64),
    /// Each twice.
    Twice,
}

/// The order of the items.
#[derive(Clone, Copy, Default)]
enum Order {
    #[default]
    FirstThenSecond,
    SecondThenFirst,
    /// The cells in ascending order.
    Ascending,
    /// The cells in descending order.
    Descending,
}

/// Which counters are not reset to 0 for the next cell.
#[derive(Clone, Copy, Default)]
enum Running {
    #[default]
    Neither,
    First,
    Second,
    Both,
    /// The lines that were met through a cell before are not counted once more.
    Lines,
}

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    const LIKELY_SETS: [LineSet; 9] = [
        LineSet::BothSenses,
        LineSet::NothingFalls,
        LineSet::PositiveSum,
        LineSet::XNotNegative,
        LineSet::WNotNegative,
        LineSet::NoDirectionToo,
        LineSet::OverTheBorder,
        LineSet::SomeRises,
        LineSet::ConstantBelowThree,
    ];
    const OTHER_SETS: [LineSet; 5] = [
        LineSet::StartsBelowThree,
        LineSet::SumNotNegative,
        LineSet::XRises,
        LineSet::WRises,
        LineSet::ConstantAboveZero,
    ];
    const LIKELY_PARTS: [LineSet; 4] =
        [LineSet::AlongAxes, LineSet::AtMostTwo, LineSet::AtMostThree, LineSet::OneCube];
    const OTHER_PARTS: [LineSet; 3] =
        [LineSet::Diagonals, LineSet::WithoutTwo, LineSet::WithoutThree];
    aspects
        .add()
        .or("all-diagonals-second", |reading| reading.second = Second::ChangingAtLeast(2))
        .or("three-or-four-second", |reading| reading.second = Second::ChangingAtLeast(3))
        .or("three-second", |reading| reading.second = Second::Changing(3))
        .or("directions-second", |reading| reading.second = Second::AllDirections)
        .or("second-at-ends-only", |reading| reading.second = Second::AtAnEnd)
        .or("second-never", |reading| reading.second = Second::Never)
        .or("second-rising-only", |reading| reading.second = Second::Rising);
    add_line_sets(aspects, &LIKELY_SETS, |reading| &mut reading.lines);
    add_lines_within(aspects.add(), &LIKELY_PARTS, |reading| &mut reading.directions).or(
        "axis-left-out",
        |reading| {
            reading.directions = DirectionReading::Missing([1, 0, 0, 0]);
        },
    );
    aspects.add().or("first-without-second", |reading| reading.first = First::Others);
    aspects
        .add()
        .or("ends-only", |reading| reading.places = Places::Ends)
        .or("ends-of-diagonals-only", |reading| reading.places = Places::EndsOfDiagonals);
    aspects
        .add()
        .or("short-diagonals-counted", |reading| reading.border = Border::TwoCells)
        .or("three-cells-counted", |reading| reading.border = Border::ThreeCells)
        .or("every-direction-counts", |reading| reading.border = Border::None);
    aspects
        .add()
        .or("second-before-first", |reading| reading.order = Order::SecondThenFirst)
        .or("cells-sorted", |reading| reading.order = Order::Ascending);
    aspects.add().or("ids-from-one", |reading| reading.first_id = 1);
    aspects.add().or("counters-run-on", |reading| reading.running = Running::Both);
    add_lines_within(aspects.add(), &OTHER_PARTS, |reading| &mut reading.directions);
    aspects.add().alone().or_each(
        "falling-missed-among",
        DirectionReading::of_falling(2..=4),
        |reading, falling| {
            reading.falling = falling;
        },
    );
    add_line_sets(aspects, &OTHER_SETS, |reading| &mut reading.lines).alone();
    let copies = id_formula::copies(&LIKELY_COPIES).chain(id_formula::other_copies());
    let axes = id_formula::each_axis(str::to_owned);
    aspects
        .add()
        .or("two-second", |reading| reading.second = Second::Changing(2))
        .or("one-second", |reading| reading.second = Second::Changing(1))
        .or("second-from-both-ends", |reading| reading.second = Second::FromBothEnds)
        .or("second-without-rising", |reading| reading.second = Second::NotRising)
        .or_each("axis-not-asked-second", axes, |reading, axis| {
            reading.second = Second::AllBut(axis);
        })
        .or("cells-sorted-downwards", |reading| reading.order = Order::Descending)
        .or("second-as-first", |reading| reading.second = Second::ChangingAtLeast(1))
        .or("four-cells-for-each-line", |reading| reading.first = First::Cells(4))
        .or("three-cells-for-each-line", |reading| reading.first = First::Cells(3))
        .or("first-twice", |reading| reading.first = First::Twice)
        .or("middle-only", |reading| reading.places = Places::Middle)
        .or("starts-only", |reading| reading.places = Places::Start)
        .or("middle-of-diagonals-only", |reading| {
            reading.places = Places::MiddleOfDiagonals;
        })
        .or("first-runs-on", |reading| reading.running = Running::First)
        .or("second-runs-on", |reading| reading.running = Running::Second)
        .or("lines-met-before-left-out", |reading| reading.running = Running::Lines)
        .or("one-added-to-ids", |reading| reading.first_id = -1)
        .or_each("coordinate-copied", copies, |reading, copy| reading.copied = Some(copy))
        .alone();
    let take: fn(&mut Reading, DirectionReading) =
        |reading, directions| reading.directions = directions;
    let doubled = DirectionReading::of_directions(2, DirectionReading::Doubled);
    // A task has no cell of some of the long diagonals, but one of the one that rises.
    let longest = DirectionReading::of_directions(4, DirectionReading::Missing).filter(
        |(.., missing)| matches!(missing, DirectionReading::Missing(vector) if !vector.contains(&-1)),
    );
    add_directions_left_out(aspects.add(), &[2, 3], take)
        .or_each("direction-left-out", longest, take)
        .or_each("direction-doubled", doubled, take)
        .alone();
}

impl Reading {
    /// The items for cells, one after another.
    pub(super) fn items(&self, cells: &[Cell]) -> impl Iterator<Item = i64> {
        let mut cells = cells.to_vec();
        match self.order {
            Order::Ascending => cells.sort_unstable_by_key(|cell| cell.id()),
            Order::Descending => cells.sort_unstable_by_key(|cell| Reverse(cell.id())),
            Order::FirstThenSecond | Order::SecondThenFirst => {}
        }
        let pairs = (0..cells.len()).scan([0; ITEMS], move |before, place| {
            let (earlier, cell) = (cells.get(..place)?, *cells.get(place)?);
            let [first, second] = self.counts(cell, earlier);
            let [first_before, second_before] = *before;
            *before = match self.running {
                Running::Neither | Running::Lines => [first, second],
                Running::First => [first_before + first, second],
                Running::Second => [first, second_before + second],
                Running::Both => [first_before + first, second_before + second],
            };
            let [first, second] = *before;
            Some(match self.order {
                Order::SecondThenFirst => [second, first],
                _ => [first, second],
            })
        });
        pairs.flatten()
    }

    /// The two numbers of a cell that comes after others.
    fn counts(&self, cell: Cell, before: &[Cell]) -> [i64; ITEMS] {
        let id = (i64::from(cell.id()) - self.first_id).rem_euclid(256);
        let mut at = Cell::new(u8::try_from(id).unwrap_or(cell.id())).coordinates();
        if let Some((to, from)) = self.copied {
            let coordinate = nth(at, from);
            set(&mut at, to, coordinate);
        }
        let cell = Cell::try_from(at).unwrap_or(cell);
        let [mut first, mut second] = [0; ITEMS];
        for Met { direction, is_rising, is_at_an_end, times } in self.met(cell, before) {
            let changes = changes(direction);
            let is_second = match self.second {
                Second::ChangingFour | Second::AllDirections | Second::FromBothEnds => changes == 4,
                Second::AtAnEnd => changes == 4 && is_at_an_end,
                Second::Rising => changes == 4 && is_rising,
                Second::NotRising => changes == 4 && !is_rising,
                Second::Never => false,
                Second::ChangingAtLeast(least) => changes >= least,
                Second::Changing(exactly) => changes == exactly,
                Second::AllBut(axis) => {
                    let mut axes = (0..).zip(direction);
                    axes.all(|(other, along)| along != 0 || other == axis)
                }
            };
            second += if is_second { times } else { 0 };
            first += match self.first {
                First::Others if is_second || changes == 4 => 0,
                First::All | First::Others => times,
                First::Cells(each) => times * each,
                First::Twice => times * 2,
            };
        }
        match self.second {
            Second::AllDirections => second = 8,
            Second::FromBothEnds => second *= 2,
            _ => {}
        }
        [first, second]
    }

    /// What is taken for a line through a cell that comes after others.
    fn met(&self, cell: Cell, before: &[Cell]) -> Vec<Met> {
        let least = match self.border {
            Border::FourCells => {
                let lines = lines_known_through(cell.id(), self.lines);
                let is_new = |line: &KnownLine| {
                    !matches!(self.running, Running::Lines)
                        || !before.iter().any(|other| line.cells().contains(&other.id()))
                };
                let counted = lines.filter(|line| self.has_place(line, cell.id()) && is_new(line));
                return counted.map(|line| self.met_along(line, cell.id())).collect();
            }
            Border::None => 1,
            Border::TwoCells => 2,
            Border::ThreeCells => 3,
        };
        let at = cell.coordinates().map(i16::from);
        let vectors = LineSet::All.vectors();
        let met = vectors.filter(|&vector| cells_along(at, vector) >= least);
        met.map(|vector| Met {
            direction: vector,
            is_rising: !vector.contains(&-1),
            is_at_an_end: at.iter().all(|coordinate| [0, 3].contains(coordinate)),
            times: 1,
        })
        .collect()
    }

    fn met_along(&self, line: &KnownLine, cell: u8) -> Met {
        let [first, .., last] = line.cells();
        Met {
            direction: line.direction(),
            is_rising: !line.direction().contains(&-1),
            is_at_an_end: cell == first || cell == last,
            times: i64::from(
                line.times(self.lines) * self.directions.times(line) * self.falling.times(line),
            ),
        }
    }

    /// Whether a cell is at a place of a line that counts.
    fn has_place(&self, line: &KnownLine, cell: u8) -> bool {
        let [first, second, third, fourth] = line.cells();
        match self.places {
            Places::Any => true,
            Places::Ends => cell == first || cell == fourth,
            Places::Middle => cell == second || cell == third,
            Places::Start => cell == first,
            Places::EndsOfDiagonals => line.changes() == 1 || cell == first || cell == fourth,
            Places::MiddleOfDiagonals => line.changes() == 1 || cell == second || cell == third,
        }
    }
}

/// What is taken for a line through a cell.
struct Met {
    /// A component each for x, y, z and w.
    direction: Vector,
    /// Whether no coordinate falls.
    is_rising: bool,
    /// Whether the cell is its first or its last one.
    is_at_an_end: bool,
    /// How often it counts.
    times: i64,
}

/// How many cells there are along a vector through a cell, on both sides of it.
fn cells_along(cell: [i16; 4], vector: [i16; 4]) -> usize {
    let is_on_the_board = |steps: &i16| {
        let mut axes = cell.into_iter().zip(vector);
        axes.all(|(coordinate, component)| (0..4).contains(&(coordinate + steps * component)))
    };
    (-3..=3).filter(is_on_the_board).count()
}
