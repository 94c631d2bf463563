//! Step 31: the id of a tile, and the tile of an id.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{TryFromInto, serde_as};

use crate::board::lattice::tesseract::Tile;
use crate::kinds::item::NumberList;
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind};

/// The ids of some tiles, then the tiles of some ids.
pub enum Tiles {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    tiles: Count<8, 50>,
    ids: Count<8, 50>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<TryFromInto<[u8; 4]>>")]
    tiles: Vec<Tile>,
    #[serde_as(as = "Vec<TryFromInto<u8>>")]
    ids: Vec<Tile>,
}

impl Kind for Tiles {
    const NAME: &'static str = "tesseract/tiles";
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "centre-not-skipped",
            hint: "The place in the middle is not a tile and uses up no id: from there on, ids run one behind the row-major count.",
            solve: |task| {
                task.answer(|tile| cell_of(tile) + 1, |tile| coordinates_of(tile.id() - 1))
            },
        },
        Misconception {
            id: "counted-from-zero",
            hint: "The first tile has the id 1.",
            solve: |task| {
                let next = |tile: Tile| match tile.id() {
                    id if id < CENTRE => id,
                    id => id + 1,
                };
                task.answer(|tile| tile.id() - 1, |tile| coordinates_of(next(tile)))
            },
        },
        Misconception {
            id: "first-coordinate-fastest",
            hint: "In row-major order the last coordinate changes fastest: from one id to the next l grows, not i.",
            solve: |task| {
                task.answer(|tile| reversed(tile).id(), |tile| reversed(tile).coordinates())
            },
        },
        Misconception {
            id: "coordinates-from-zero",
            hint: "Coordinates run from 1 to 3, not from 0 to 2.",
            solve: |task| {
                let from_zero = |tile: Tile| tile.coordinates().map(|coordinate| coordinate - 1);
                task.answer(Tile::id, from_zero)
            },
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = NumberList;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let mut tiles = |count| (0..count).filter_map(|_| Tile::new(random_id(rng))).collect();
        Task { tiles: tiles(params.tiles.get()), ids: tiles(params.ids.get()) }
    }

    fn reference(task: &Task) -> Vec<NumberList> {
        task.answer(Tile::id, Tile::coordinates)
    }

    fn read_item(task: &Task, position: usize, text: &str) -> Result<NumberList, Expected> {
        let (count, form) = if position < task.tiles.len() {
            (1, Expected("the id of a tile, a whole number"))
        } else {
            (4, Expected("the numbers i, j, k and l of a tile with single spaces between them"))
        };
        NumberList::read(text).ok().filter(|numbers| numbers.0.len() == count).ok_or(form)
    }
}

/// How many places come before the one without a tile.
const CENTRE: u8 = 40;

/// An id: one in three is near the centre, where they are easily mistaken.
fn random_id(rng: &mut ChaCha8Rng) -> u8 {
    if rng.random_range(0..3u8) == 0 {
        rng.random_range(CENTRE - 3..=CENTRE + 4)
    } else {
        rng.random_range(1..=Tile::COUNT)
    }
}

/// The row-major index of a tile among all 81 places, from 0.
fn cell_of(tile: Tile) -> u8 {
    if tile.id() <= CENTRE { tile.id() - 1 } else { tile.id() }
}

/// The coordinates of the place with this row-major index; past the last place i goes on to 4.
fn coordinates_of(cell: u8) -> [u8; 4] {
    [cell / 27 + 1, cell / 9 % 3 + 1, cell / 3 % 3 + 1, cell % 3 + 1]
}

/// The tile with the coordinates in the opposite order.
#[expect(clippy::expect_used, reason = "only the centre is reversed to the centre")]
fn reversed(tile: Tile) -> Tile {
    let [i, j, k, l] = tile.coordinates();
    Tile::from_coordinates([l, k, j, i]).expect("not the centre")
}

impl Task {
    /// An id for each tile, then coordinates for each id.
    fn answer(
        &self,
        id: impl Fn(Tile) -> u8,
        coordinates: impl Fn(Tile) -> [u8; 4],
    ) -> Vec<NumberList> {
        let ids = self.tiles.iter().map(|&tile| [id(tile)].into_iter().collect());
        ids.chain(self.ids.iter().map(|&tile| coordinates(tile).into_iter().collect())).collect()
    }
}
