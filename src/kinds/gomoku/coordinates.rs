//! Step 02: the index of a point.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
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
    /// Where counting begins.
    first_index: i64,
    rows: Rows,
    capitals: Capitals,
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

/// What a capital letter means.
#[derive(Default)]
enum Capitals {
    #[default]
    LikeSmallOnes,
    /// The distance of its character code from that of `a`.
    ByCode,
}

impl Kind for Coordinates {
    const NAME: &'static str = "gomoku/coordinates";
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
        aspects.add().or("counted-from-one", |reading| reading.first_index = 1);
        aspects
            .add()
            .or("fourteen-to-a-row", |reading| reading.longer_rows = -1)
            .or("sixteen-to-a-row", |reading| reading.longer_rows = 1);
        aspects.add().or("rows-from-the-bottom", |reading| reading.rows = Rows::FromTheBottom);
        aspects.add().or("capitals-are-other-letters", |reading| {
            reading.capitals = Capitals::ByCode;
        });
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let points = different(rng, params.coord.get(), random_point).into_iter();
        let coord = points.map(|point| Written { text: in_mixed_case(rng, point), point });
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
        let mut numbers = text.chars().map(|letter| self.number(letter));
        let (row, column) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        let (row, column) = match self.order {
            Order::RowFirst => (row, column),
            Order::ColumnFirst => (column, row),
        };
        let row = match self.rows {
            Rows::FromTheTop => row,
            Rows::FromTheBottom => SIDE - 1 - row,
        };
        row * (SIDE + self.longer_rows) + column + self.first_index
    }

    /// The number of a row or column.
    fn number(&self, letter: char) -> i64 {
        let letter = match self.capitals {
            Capitals::LikeSmallOnes => letter.to_ascii_lowercase(),
            Capitals::ByCode => letter,
        };
        i64::from(u32::from(letter)) - i64::from(u32::from('a'))
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
