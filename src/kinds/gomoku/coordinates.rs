//! Step 02: the index of a point.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::positions::{different, random_point};
use crate::board::gomoku::{ParsePointError, Point};
use crate::kinds::item::whole_number;
use crate::step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Steering};

/// The row-major index of each point.
pub enum Coordinates {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    coord: Count<12, 100>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    coord: Vec<Written>,
}

/// A point with its letters as the task writes them, in either case.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Written {
    text: String,
    point: Point,
}

impl TryFrom<String> for Written {
    type Error = ParsePointError;

    fn try_from(text: String) -> Result<Self, ParsePointError> {
        let point = text.parse()?;
        Ok(Self { text, point })
    }
}

impl From<Written> for String {
    fn from(written: Written) -> Self {
        written.text
    }
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    order: Order,
    /// How many points a row has beyond the 15.
    longer_rows: i64,
    /// Where the indices begin.
    first_index: i64,
    /// Where rows begin.
    first_row: i64,
    /// Where columns begin.
    first_column: i64,
    rows: Rows,
    columns: Columns,
    capitals: Capitals,
    alphabet: Alphabet,
}

/// Which coordinate counts whole rows.
#[derive(Default)]
enum Order {
    #[default]
    RowFirst,
    ColumnFirst,
}

/// Which row is row `a`.
#[derive(Default)]
enum Rows {
    #[default]
    FromTheTop,
    FromTheBottom,
}

/// Which column is column `a`.
#[derive(Default)]
enum Columns {
    #[default]
    FromTheLeft,
    FromTheRight,
}

/// What a capital letter means.
#[derive(Clone, Copy, Default)]
enum Capitals {
    #[default]
    LikeSmallOnes,
    /// The distance of its character code from that of `a`.
    ByCode,
    /// The same in the column, while the row's letter is made small.
    ByCodeInTheColumn,
    /// The same in the row, while the column's letter is made small.
    ByCodeInTheRow,
    /// They follow the small ones: `A` comes after `z`.
    AfterSmallOnes,
}

/// Which letters there are.
#[derive(Clone, Copy, Default)]
enum Alphabet {
    #[default]
    AllLetters,
    /// `i` is left out, as on a Go board.
    WithoutI,
    /// It ends with `n`. What is not in it stands for a number that searching gives.
    WithoutO(i64),
}

impl Kind for Coordinates {
    const NAME: &'static str = "gomoku/coordinates";
    const VERSION: u32 = 2;
    const FEEDBACK: Feedback = Feedback::Located;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = One<i64>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects.add().or("column-before-row", |reading| reading.order = Order::ColumnFirst);
        aspects
            .add()
            .or("counted-from-one", |reading| reading.first_index = 1)
            .or("letters-counted-from-one", |reading| {
                (reading.first_row, reading.first_column) = (1, 1);
            })
            .or("rows-counted-from-one", |reading| reading.first_row = 1);
        aspects
            .add()
            .or("fourteen-to-a-row", |reading| reading.longer_rows = -1)
            .or("sixteen-to-a-row", |reading| reading.longer_rows = 1)
            .or("twenty-six-to-a-row", |reading| reading.longer_rows = 11);
        aspects
            .add()
            .or("capitals-are-other-letters", |reading| reading.capitals = Capitals::ByCode)
            .or("capitals-in-the-column", |reading| {
                reading.capitals = Capitals::ByCodeInTheColumn;
            })
            .or("capitals-in-the-row", |reading| reading.capitals = Capitals::ByCodeInTheRow)
            .or("capitals-after-small-letters", |reading| {
                reading.capitals = Capitals::AfterSmallOnes;
            });
        aspects.add().or("rows-from-the-bottom", |reading| reading.rows = Rows::FromTheBottom);
        aspects.add().or("columns-from-the-right", |reading| {
            reading.columns = Columns::FromTheRight;
        });
        let not_found = [("as-0", 0), ("as-minus-1", -1)];
        let not_found = not_found.map(|(id, number)| (id.to_owned(), number.to_string(), number));
        aspects
            .add()
            .or("letter-i-left-out", |reading| reading.alphabet = Alphabet::WithoutI)
            .or_each("letter-o-missing", not_found, |reading, number| {
                reading.alphabet = Alphabet::WithoutO(number);
            });
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let mut points = different(rng, params.coord.get(), random_point);
        // Letters at the end of the alphabet show where a table of letters is too short.
        let last = Point::SIDE - 1;
        for is_row in [true, false, true] {
            let other = rng.random_range(0..last);
            let (row, column) = if is_row { (last, other) } else { (other, last) };
            let missing = Point::new(row, column).filter(|point| !points.contains(point));
            let other = points.iter_mut().find(|point| point.row() < last && point.column() < last);
            if let (Some(missing), Some(other)) = (missing, other) {
                *other = missing;
            }
        }
        points.shuffle(rng);
        let coord =
            points.into_iter().map(|point| Written { text: in_mixed_case(rng, point), point });
        Task { coord: coord.collect() }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<i64>> + 'a {
        task.coord.iter().map(|written| One(reading.index(&written.text)))
    }

    fn reference(task: &Task) -> Vec<One<i64>> {
        task.coord.iter().map(|written| One(written.point.index().into())).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }
}

const SIDE: i64 = Point::SIDE as i64;

impl Reading {
    /// The index of a point that is written with these two letters.
    fn index(&self, text: &str) -> i64 {
        let mut letters = text.chars();
        let (row, column) = (letters.next().unwrap_or('a'), letters.next().unwrap_or('a'));
        let is_by_code = |is_row: bool| match self.capitals {
            Capitals::ByCode => true,
            Capitals::ByCodeInTheColumn => !is_row,
            Capitals::ByCodeInTheRow => is_row,
            Capitals::LikeSmallOnes | Capitals::AfterSmallOnes => false,
        };
        let row = self.number(row, is_by_code(true));
        let column = self.number(column, is_by_code(false));
        let (row, column) = match self.order {
            Order::RowFirst => (row, column),
            Order::ColumnFirst => (column, row),
        };
        let row = match self.rows {
            Rows::FromTheTop => row,
            Rows::FromTheBottom => SIDE - 1 - row,
        };
        let column = match self.columns {
            Columns::FromTheLeft => column,
            Columns::FromTheRight => SIDE - 1 - column,
        };
        let (row, column) = (row + self.first_row, column + self.first_column);
        row * (SIDE + self.longer_rows) + column + self.first_index
    }

    /// The number of a letter, which is made small before unless its code counts as it is.
    fn number(&self, letter: char, is_by_code: bool) -> i64 {
        let code = if is_by_code { letter } else { letter.to_ascii_lowercase() };
        let number = i64::from(u32::from(code)) - i64::from(u32::from('a'));
        let number = match self.alphabet {
            Alphabet::AllLetters => number,
            Alphabet::WithoutI => number - i64::from(code > 'i'),
            Alphabet::WithoutO(not_found) => {
                if number == SIDE - 1 {
                    not_found
                } else {
                    number
                }
            }
        };
        match self.capitals {
            Capitals::AfterSmallOnes if letter.is_ascii_uppercase() => number + 26,
            _ => number,
        }
    }
}

/// Each letter in lower or upper case, at random.
fn in_mixed_case(rng: &mut ChaCha8Rng, point: Point) -> String {
    let letter = |letter: char| match rng.random_range(0..2u8) {
        0 => letter.to_ascii_uppercase(),
        _ => letter,
    };
    point.to_string().chars().map(letter).collect()
}
