//! Step 23: how many lines go through a cell.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{FromInto, serde_as};

use super::HINTS;
use super::known_lines::{KnownLine, LineSet, add_line_sets, changes, lines_known_through};
use crate::board::lattice::four_in_a_row::Cell;
use crate::kinds::item::whole_number;
use crate::step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Question, Steering};

/// The number of lines through each cell, and the number of those that change all of x, y, z and w.
pub enum LinesThrough {}

/// How many items a cell has.
const ITEMS: usize = 2;

/// A task asks for a cell once, and the smallest class of cells has 16.
const MAX_IDS: u32 = 32;

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    ids: Count<16, MAX_IDS>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<FromInto<u8>>")]
    ids: Vec<Cell>,
}

/// Cells by how many of their coordinates are at a border, 0 or 3. A line can change coordinates of one sort only, so that there are
/// 15 lines through the cells of the first two classes, 8 through those of the third, and 6 through those of the last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    AllAtBorders,
    NoneAtBorders,
    OneOfItsSort,
    TwoAndTwo,
}

const CLASSES: [Class; 4] =
    [Class::AllAtBorders, Class::NoneAtBorders, Class::OneOfItsSort, Class::TwoAndTwo];

impl Class {
    fn has(self, cell: Cell) -> bool {
        let at_borders = cell.coordinates().into_iter().filter(|n| [0, 3].contains(n)).count();
        match self {
            Self::AllAtBorders => at_borders == 4,
            Self::NoneAtBorders => at_borders == 0,
            Self::OneOfItsSort => at_borders == 1 || at_borders == 3,
            Self::TwoAndTwo => at_borders == 2,
        }
    }
}

/// A class, so that each of the three answers is equally likely.
fn drawn_class(rng: &mut ChaCha8Rng) -> Class {
    match rng.random_range(0..6) {
        0 => Class::AllAtBorders,
        1 => Class::NoneAtBorders,
        2 | 3 => Class::OneOfItsSort,
        _ => Class::TwoAndTwo,
    }
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    first_id: i64,
    lines: LineSet,
    /// Which cells of a line count.
    places: Places,
    border: Border,
    second: Second,
    first: First,
    order: Order,
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
    /// The directions that change all: eight.
    AllDirections,
}

/// Which lines the first number counts.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum First {
    #[default]
    All,
    /// Those that the second number does not count.
    Others,
}

/// The order of the items.
#[derive(Clone, Copy, Default)]
enum Order {
    #[default]
    FirstThenSecond,
    SecondThenFirst,
}

impl Kind for LinesThrough {
    const NAME: &'static str = "four-in-a-row/lines-through";
    const VERSION: u32 = 2;
    const FEEDBACK: Feedback = Feedback::Silent;
    const DIAGNOSIS_LIMIT: usize = 6000;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        const SETS: [LineSet; 17] = [
            LineSet::BothSenses,
            LineSet::AlongAxes,
            LineSet::NothingFalls,
            LineSet::PositiveSum,
            LineSet::OneCube,
            LineSet::XNotNegative,
            LineSet::WNotNegative,
            LineSet::SumNotNegative,
            LineSet::NoDirectionToo,
            LineSet::OverTheBorder,
            LineSet::AtMostTwo,
            LineSet::WithoutThree,
            LineSet::WithoutTwo,
            LineSet::Diagonals,
            LineSet::XRises,
            LineSet::WRises,
            LineSet::ConstantBelowThree,
        ];
        aspects
            .add()
            .or("all-diagonals-second", |reading| reading.second = Second::ChangingAtLeast(2))
            .or("three-or-four-second", |reading| reading.second = Second::ChangingAtLeast(3))
            .or("three-second", |reading| reading.second = Second::Changing(3))
            .or("two-second", |reading| reading.second = Second::Changing(2))
            .or("one-second", |reading| reading.second = Second::Changing(1))
            .or("directions-second", |reading| reading.second = Second::AllDirections);
        add_line_sets(aspects, &SETS, |reading| &mut reading.lines);
        aspects.add().or("first-without-second", |reading| reading.first = First::Others);
        aspects
            .add()
            .or("ends-only", |reading| reading.places = Places::Ends)
            .or("middle-only", |reading| reading.places = Places::Middle)
            .or("starts-only", |reading| reading.places = Places::Start);
        aspects
            .add()
            .or("short-diagonals-counted", |reading| reading.border = Border::TwoCells)
            .or("three-cells-counted", |reading| reading.border = Border::ThreeCells)
            .or("every-direction-counts", |reading| reading.border = Border::None);
        aspects.add().or("second-before-first", |reading| reading.order = Order::SecondThenFirst);
        aspects.add().or("ids-from-one", |reading| reading.first_id = 1);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let mut ids: Vec<Cell> = Vec::new();
        // Some of each class, so that no class can be counted wrongly.
        let mut wanted: Vec<Class> = CLASSES.to_vec();
        wanted.shuffle(rng);
        while ids.len() < params.ids.get() as usize {
            let class = wanted.pop().unwrap_or_else(|| drawn_class(rng));
            let unasked: Vec<Cell> =
                Cell::all().filter(|&cell| class.has(cell) && !ids.contains(&cell)).collect();
            ids.extend(unasked.choose(rng));
        }
        ids.shuffle(rng);
        Task { ids }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        task.ids.iter().flat_map(|&cell| reading.counts(cell)).map(One)
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }

    fn questions(_task: &Task, reference: &[One<i64>]) -> Vec<Question> {
        let pairs = reference.chunks(ITEMS);
        pairs.map(|pair| Question::with_all_of(pair.iter().map(|One(count)| count))).collect()
    }
}

impl Reading {
    /// The two items of a cell.
    fn counts(&self, cell: Cell) -> [i64; ITEMS] {
        let id = (i64::from(cell.id()) - self.first_id).rem_euclid(256);
        let cell = Cell::new(u8::try_from(id).unwrap_or(cell.id()));
        let [mut first, mut second] = [0; ITEMS];
        for (changes, times) in self.met(cell) {
            let is_second = match self.second {
                Second::ChangingFour | Second::AllDirections => changes == 4,
                Second::ChangingAtLeast(least) => changes >= least,
                Second::Changing(exactly) => changes == exactly,
            };
            second += if is_second { times } else { 0 };
            first += if is_second && self.first == First::Others { 0 } else { times };
        }
        if let Second::AllDirections = self.second {
            second = 8;
        }
        match self.order {
            Order::FirstThenSecond => [first, second],
            Order::SecondThenFirst => [second, first],
        }
    }

    /// What is taken for a line through a cell: how many coordinates change along it, and how often it counts.
    fn met(&self, cell: Cell) -> Vec<(usize, i64)> {
        let least = match self.border {
            Border::FourCells => {
                let lines = lines_known_through(cell.id(), self.lines);
                let counted = lines.filter(|line| self.has_place(line, cell.id()));
                return counted
                    .map(|line| (line.changes(), i64::from(line.times(self.lines))))
                    .collect();
            }
            Border::None => 1,
            Border::TwoCells => 2,
            Border::ThreeCells => 3,
        };
        let at = cell.coordinates().map(i16::from);
        let vectors = LineSet::All.vectors();
        let met = vectors.filter(|&vector| cells_along(at, vector) >= least);
        met.map(|vector| (changes(vector), 1)).collect()
    }

    /// Whether a cell is at a place of a line that counts.
    fn has_place(&self, line: &KnownLine, cell: u8) -> bool {
        let [first, second, third, fourth] = line.cells();
        match self.places {
            Places::Any => true,
            Places::Ends => cell == first || cell == fourth,
            Places::Middle => cell == second || cell == third,
            Places::Start => cell == first,
        }
    }
}

/// How many cells there are along a vector through a cell, on both sides of it.
fn cells_along(cell: [i16; 4], vector: [i16; 4]) -> usize {
    let is_on_the_board = |steps: &i16| {
        let mut axes = cell.into_iter().zip(vector);
        axes.all(|(coordinate, component)| (0..4).contains(&(coordinate + steps * component)))
    };
    (-3..=3).filter(is_on_the_board).count()
}
