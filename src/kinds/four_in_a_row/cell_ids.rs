//! Step 21: the id of a cell, and the cell of an id.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{FromInto, TryFromInto, serde_as};

use super::positions::read_cell;
use crate::board::lattice::four_in_a_row::Cell;
use crate::kinds::item::write_spaced;
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind};

/// The ids of some cells, then the cells of some ids.
pub enum CellIds {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    cells: Count<8, 50>,
    ids: Count<8, 50>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<TryFromInto<[u8; 4]>>")]
    cells: Vec<Cell>,
    #[serde_as(as = "Vec<FromInto<u8>>")]
    ids: Vec<Cell>,
}

/// An item: its form depends on the question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Item {
    Id(Cell),
    Coordinates(Cell),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(cell) => cell.fmt(f),
            Self::Coordinates(cell) => write_spaced(f, cell.coordinates()),
        }
    }
}

impl Kind for CellIds {
    const NAME: &'static str = "four-in-a-row/cell-ids";
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "axes-reversed",
            hint: "x changes fastest and w slowest: a step along x adds 1 to the id, one along w adds 64.",
            solve: |task| task.answer([64, 16, 4, 1], 4),
        },
        Misconception {
            id: "x-and-y-swapped",
            hint: "x comes before y, also within the id: a step along x adds 1, one along y adds 4.",
            solve: |task| task.answer([4, 1, 16, 64], 4),
        },
        Misconception {
            id: "z-and-w-swapped",
            hint: "z comes before w, also within the id: a step along z adds 16, one along w adds 64.",
            solve: |task| task.answer([1, 4, 64, 16], 4),
        },
        Misconception {
            id: "base-three",
            hint: "A coordinate has four values, 0 to 3: ids are written in base 4, not in base 3.",
            solve: |task| task.answer([1, 3, 9, 27], 3),
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = Item;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let mut cells = |count| (0..count).map(|_| Cell::new(rng.random())).collect();
        Task { cells: cells(params.cells.get()), ids: cells(params.ids.get()) }
    }

    fn reference(task: &Task) -> Vec<Item> {
        let ids = task.cells.iter().copied().map(Item::Id);
        ids.chain(task.ids.iter().copied().map(Item::Coordinates)).collect()
    }

    fn read_item(task: &Task, position: usize, text: &str) -> Result<Item, Expected> {
        if position < task.cells.len() {
            return read_cell(text).map(Item::Id).ok_or(Expected("an id from 0 to 255"));
        }
        let numbers: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse).collect();
        let coordinates = numbers.ok().and_then(|numbers| <[u8; 4]>::try_from(numbers).ok());
        coordinates
            .and_then(Cell::from_coordinates)
            .map(Item::Coordinates)
            .ok_or(Expected("x, y, z and w, each from 0 to 3, with single spaces between them"))
    }
}

impl Task {
    /// The answer of a solver with other strides along the axes, whose coordinates have
    /// another number of values.
    #[expect(clippy::expect_used, reason = "solvers count with three or four values")]
    fn answer(&self, strides: [u8; 4], values: u8) -> Vec<Item> {
        let id = |cell: &Cell| {
            let parts = cell.coordinates().into_iter().zip(strides);
            Item::Id(Cell::new(parts.map(|(coordinate, stride)| coordinate * stride).sum()))
        };
        let coordinates = |cell: &Cell| {
            let coordinates = strides.map(|stride| cell.id() / stride % values);
            Item::Coordinates(Cell::from_coordinates(coordinates).expect("coordinates below 4"))
        };
        self.cells.iter().map(id).chain(self.ids.iter().map(coordinates)).collect()
    }
}
