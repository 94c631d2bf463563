//! Step 31: the id of a tile, and the tile of an id.

use rand::rngs::ChaCha8Rng;
use rand::seq::{IteratorRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{TryFromInto, serde_as};

use super::HINTS;
use crate::board::lattice::tesseract::Tile;
use crate::kinds::item::NumberList;
use crate::step::{AnyOf, Aspects, Catalogue, Count, Expected, Feedback, Kind, Steering};

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

/// How many places come before the centre.
const CENTRE: u32 = 40;

/// How many places a step along i, j, k and l passes.
type Weights = [u32; 4];

const ROW_MAJOR: Weights = [27, 9, 3, 1];
const FIRST_FASTEST: Weights = [1, 3, 9, 27];

/// How the rule is read, from coordinates to ids (`to_id`) and back (`to_tile`).
pub struct Reading {
    to_id: ToId,
    to_tile: ToTile,
    /// Whether the tiles of the ids come before the ids of the tiles.
    tiles_come_first: bool,
}

struct ToId {
    weights: Weights,
    /// The number of the first place along an axis.
    first_coordinate: u32,
    first_id: u32,
    skip: Skip,
    /// Whether a place after the centre has an id that is one higher for it, not one lower.
    is_added: bool,
    /// The coordinate that stands for another one too.
    copied: Option<Copied>,
}

/// A coordinate, from 0, that is used where another one belongs.
#[derive(Clone, Copy)]
struct Copied {
    from: usize,
    to: usize,
}

impl Copied {
    fn apply<T: Copy>(self, coordinates: &mut [T; 4]) {
        if let Some(&copy) = coordinates.get(self.from)
            && let Some(place) = coordinates.get_mut(self.to)
        {
            *place = copy;
        }
    }
}

/// Which places come after the centre.
enum Skip {
    /// Those with at least so many places before them.
    From(u32),
    /// Those with no coordinate below that of the centre.
    InEveryCoordinate,
    None,
}

struct ToTile {
    weights: Weights,
    first_coordinate: u32,
    first_id: u32,
    /// How many ids come before the first one that lies after the centre; none if no id does.
    skip: Option<u32>,
    /// Whether the place that belongs to an id after the centre is one earlier for it, not one later.
    is_subtracted: bool,
    copied: Option<Copied>,
    /// The coordinate, from 0, that is a quotient of which the rest by 3 was not taken.
    whole_quotient: Option<usize>,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            to_id: ToId {
                weights: ROW_MAJOR,
                first_coordinate: 1,
                first_id: 1,
                skip: Skip::From(CENTRE + 1),
                is_added: false,
                copied: None,
            },
            to_tile: ToTile {
                weights: ROW_MAJOR,
                first_coordinate: 1,
                first_id: 1,
                skip: Some(CENTRE),
                is_subtracted: false,
                copied: None,
                whole_quotient: None,
            },
            tiles_come_first: false,
        }
    }
}

impl Kind for Tiles {
    const NAME: &'static str = "tesseract/tiles";
    const VERSION: u32 = 2;
    const FEEDBACK: Feedback = Feedback::Located;
    // Over a thousand items: an id next to the centre that is wrong by one is then rare enough to be no accident.
    const SAMPLE_TASKS: u32 = 80;
    // All pairs: what goes wrong on the way back only is seen after the eight items of the way there.
    const DIAGNOSIS_LIMIT: usize = 4000;

    type Params = Params;
    type Task = Task;
    type Item = NumberList;
    type Solution = AnyOf<NumberList>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("centre-not-skipped", |reading| {
                reading.to_id.skip = Skip::None;
                reading.to_tile.skip = None;
            })
            .or("centre-not-skipped-on-the-way-back", |reading| reading.to_tile.skip = None)
            .or("centre-not-skipped-on-the-way-there", |reading| reading.to_id.skip = Skip::None)
            .or("skipped-too-late-on-the-way-back", |reading| {
                reading.to_tile.skip = Some(CENTRE + 1);
            })
            .or("skipped-too-late-on-the-way-there", |reading| {
                reading.to_id.skip = Skip::From(CENTRE + 2);
            })
            .or("skipped-too-late", |reading| {
                reading.to_id.skip = Skip::From(CENTRE + 2);
                reading.to_tile.skip = Some(CENTRE + 1);
            })
            .or("skipped-too-early-on-the-way-back", |reading| {
                reading.to_tile.skip = Some(CENTRE - 1);
            })
            .or("skipped-too-early-on-the-way-there", |reading| {
                reading.to_id.skip = Skip::From(CENTRE - 1);
            })
            .or("skipped-too-early", |reading| {
                reading.to_id.skip = Skip::From(CENTRE - 1);
                reading.to_tile.skip = Some(CENTRE - 1);
            })
            .or("after-the-centre-in-every-coordinate", |reading| {
                reading.to_id.skip = Skip::InEveryCoordinate;
            })
            .or("skipped-where-i-is-three", |reading| reading.to_id.skip = Skip::From(54))
            .or("skipped-where-i-is-two", |reading| reading.to_id.skip = Skip::From(27))
            .or("skipped-where-i-is-three-on-the-way-back", |reading| {
                reading.to_tile.skip = Some(53);
            })
            .or("skipped-where-i-is-two-on-the-way-back", |reading| {
                reading.to_tile.skip = Some(27);
            })
            .or("added-for-the-centre", |reading| reading.to_id.is_added = true)
            .or("subtracted-for-the-centre", |reading| reading.to_tile.is_subtracted = true);
        aspects
            .add()
            .or("first-coordinate-fastest", |reading| reading.set_weights(FIRST_FASTEST))
            .or("written-from-l-to-i", |reading| reading.to_tile.weights = FIRST_FASTEST)
            .or("first-coordinate-fastest-on-the-way-there", |reading| {
                reading.to_id.weights = FIRST_FASTEST;
            })
            .or("small-squares-slowest", |reading| reading.set_weights([3, 1, 27, 9]))
            .or_each("coordinates-swapped", swaps(), Reading::set_weights);
        aspects
            .add()
            .or("ids-from-zero", |reading| {
                reading.to_id.first_id = 0;
                reading.to_tile.first_id = 0;
            })
            .or("ids-from-zero-on-the-way-there", |reading| reading.to_id.first_id = 0)
            .or("one-not-subtracted-from-the-id", |reading| {
                reading.to_tile.first_id = 0;
                reading.to_tile.skip = Some(CENTRE + 1);
            });
        aspects
            .add()
            .or("coordinates-from-zero", |reading| reading.to_tile.first_coordinate = 0)
            .or("one-not-subtracted-from-coordinates", |reading| {
                reading.to_id.first_coordinate = 0;
            });
        aspects.add().or_each(
            "coordinate-copied-on-the-way-back",
            copies(&NEIGHBOURS),
            |reading, copied| {
                reading.to_tile.copied = Some(copied);
            },
        );
        add_rare_slips(aspects);
        aspects.add().or("tiles-come-first", |reading| reading.tiles_come_first = true).alone();
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        Task { tiles: tiles(rng, params.tiles.get()), ids: tiles(rng, params.ids.get()) }
    }

    fn solve<'a>(
        task: &'a Task,
        reading: &'a Reading,
    ) -> impl Iterator<Item = AnyOf<NumberList>> + 'a {
        let ids = || task.tiles.iter().map(|tile| reading.to_id.solve(tile.coordinates()));
        let tiles = || task.ids.iter().map(|tile| reading.to_tile.solve(tile.id()));
        let are_swapped = reading.tiles_come_first;
        let tiles_first = tiles().filter(move |_| are_swapped);
        let tiles_last = tiles().filter(move |_| !are_swapped);
        tiles_first.chain(ids()).chain(tiles_last)
    }

    fn reference(task: &Task) -> Vec<AnyOf<NumberList>> {
        let ids = task.tiles.iter().map(|tile| [tile.id()].into_iter().collect());
        let tiles = task.ids.iter().map(|tile| tile.coordinates().into_iter().collect());
        ids.chain(tiles).map(|item| AnyOf(vec![item])).collect()
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

/// What is not combined with other mistakes: so many pairs are more than can be tried.
fn add_rare_slips(aspects: &mut Aspects<Reading>) {
    let quotients = ["j", "k", "l"].into_iter().zip(1..);
    let quotients = quotients.map(|(name, axis)| (name.to_owned(), name.to_owned(), axis));
    let weights = || {
        WRONG_WEIGHTS.into_iter().map(|weights| {
            let texts = weights.map(|weight| weight.to_string());
            (texts.join("-"), texts.join(", "), weights)
        })
    };
    aspects
        .add()
        .or_each("coordinate-copied-on-the-way-back", copies(&OTHERS), |reading, copied| {
            reading.to_tile.copied = Some(copied);
        })
        .or_each("coordinate-copied-on-the-way-there", copies(&NEIGHBOURS), |reading, copied| {
            reading.to_id.copied = Some(copied);
        })
        .or_each("coordinate-copied-on-the-way-there", copies(&OTHERS), |reading, copied| {
            reading.to_id.copied = Some(copied);
        })
        .or_each("rest-not-taken", quotients, |reading, axis| {
            reading.to_tile.whole_quotient = Some(axis);
        })
        .or_each("coordinates-swapped-on-the-way-there", swaps(), |reading, weights| {
            reading.to_id.weights = weights;
        })
        .or_each("coordinates-swapped-on-the-way-back", swaps(), |reading, weights| {
            reading.to_tile.weights = weights;
        })
        .or_each("steps", weights(), Reading::set_weights)
        .or_each("steps-on-the-way-there", weights(), |reading, weights| {
            reading.to_id.weights = weights;
        })
        .or_each("steps-on-the-way-back", weights(), |reading, weights| {
            reading.to_tile.weights = weights;
        })
        .alone();
}

/// How many places somebody might think that a step along i, j, k and l passes: three times as many for each, or powers of another
/// number, or a factor of another coordinate.
const WRONG_WEIGHTS: [Weights; 7] = [
    [27, 6, 3, 1],
    [9, 6, 3, 1],
    [18, 9, 3, 1],
    [27, 9, 9, 1],
    [27, 9, 3, 3],
    [64, 16, 4, 1],
    [8, 4, 2, 1],
];

/// The names of a coordinate and of the one behind it in whose stead it is used.
const NEIGHBOURS: [&str; 3] = ["kl", "jk", "ij"];
const OTHERS: [&str; 9] = ["lk", "kj", "ji", "ik", "il", "jl", "ki", "li", "lj"];

/// Each of these coordinates used in another one's stead.
fn copies(names: &'static [&str]) -> impl Iterator<Item = (String, String, Copied)> {
    names.iter().map(|names| {
        let place = |name: &str| "ijkl".find(name).unwrap_or(0);
        let (from, to) = names.split_at(1);
        let copied = Copied { from: place(from), to: place(to) };
        (format!("{from}-{to}"), format!("{from} → {to}"), copied)
    })
}

/// The orders of the places with two coordinates in each other's stead.
fn swaps() -> impl Iterator<Item = (String, String, Weights)> {
    let pairs = [("j", "k", [27, 3, 9, 1]), ("k", "l", [27, 9, 1, 3]), ("i", "j", [9, 27, 3, 1])];
    let others = [("i", "k", [3, 9, 27, 1]), ("i", "l", [1, 9, 3, 27]), ("j", "l", [27, 1, 3, 9])];
    let all = pairs.into_iter().chain(others);
    all.map(|(one, other, weights)| (format!("{one}-{other}"), format!("{one}, {other}"), weights))
}

impl Reading {
    fn set_weights(&mut self, weights: Weights) {
        self.to_id.weights = weights;
        self.to_tile.weights = weights;
    }
}

impl ToId {
    fn solve(&self, tile: [u8; 4]) -> AnyOf<NumberList> {
        let mut used = tile.map(u32::from);
        if let Some(copied) = self.copied {
            copied.apply(&mut used);
        }
        let axes = used.into_iter().zip(self.weights);
        let place: u32 =
            axes.map(|(coordinate, weight)| (coordinate - self.first_coordinate) * weight).sum();
        let is_after = match self.skip {
            Skip::From(first) => place >= first,
            Skip::InEveryCoordinate => tile.into_iter().all(|coordinate| coordinate >= 2),
            Skip::None => false,
        };
        let id = match (is_after, self.is_added) {
            (false, _) => place + self.first_id,
            (true, false) => place + self.first_id - 1,
            (true, true) => place + self.first_id + 1,
        };
        AnyOf(vec![NumberList(vec![id])])
    }
}

impl ToTile {
    fn solve(&self, id: u8) -> AnyOf<NumberList> {
        let before = u32::from(id) - self.first_id;
        let place = match self.skip.is_some_and(|first| before >= first) {
            false => before,
            true if self.is_subtracted => before - 1,
            true => before + 1,
        };
        let mut quotients = self.weights.map(|weight| place / weight);
        let mut weights = self.weights;
        if let Some(copied) = self.copied {
            copied.apply(&mut quotients);
            copied.apply(&mut weights);
        }
        let whole = |axis| self.whole_quotient == Some(axis);
        let digits = quotients.into_iter().enumerate();
        // Beyond the last place the slowest coordinate goes on to 4, or begins again.
        let rest = |axis, digit| if whole(axis) { digit } else { digit % 3 };
        let again = digits.clone().map(|(axis, digit)| rest(axis, digit));
        let going_on = digits.zip(weights);
        let going_on = going_on
            .map(|((axis, digit), weight)| if weight == 27 { digit } else { rest(axis, digit) });
        let written = |digits: Vec<u32>| {
            NumberList(digits.into_iter().map(|digit| digit + self.first_coordinate).collect())
        };
        let mut written = vec![written(going_on.collect()), written(again.collect())];
        written.dedup();
        AnyOf(written)
    }
}

/// Where a tile lies.
enum Region {
    /// It has this id.
    At(u8),
    /// It is among these ids.
    Among(u8, u8),
    /// The same, and it has a coordinate 1.
    AmongWithAOne(u8, u8),
}

/// The two tiles next to the centre are always asked for, the next but one on both sides never: their ids are then what a program answers
/// that skips the centre one place too early or too late, and nothing else.
const REGIONS: [Region; 8] = [
    Region::At(40),
    Region::At(41),
    // i is 2, before the centre.
    Region::Among(28, 38),
    Region::Among(28, 38),
    // i is 2, after the centre.
    Region::Among(43, 53),
    Region::AmongWithAOne(43, 53),
    // i is 1, and 3.
    Region::Among(1, 27),
    Region::AmongWithAOne(54, 80),
];

impl Region {
    #[expect(clippy::expect_used, reason = "there are tiles in each region")]
    fn draw(&self, rng: &mut ChaCha8Rng) -> Tile {
        let (first, last) = match *self {
            Self::At(id) => (id, id),
            Self::Among(first, last) | Self::AmongWithAOne(first, last) => (first, last),
        };
        let has_a_one = |tile: &Tile| tile.coordinates().contains(&1);
        let tiles = (first..=last).filter_map(Tile::new);
        let tile = match self {
            Self::AmongWithAOne(..) => tiles.filter(has_a_one).choose(rng),
            Self::At(_) | Self::Among(..) => tiles.choose(rng),
        };
        tile.expect("a tile of the region")
    }
}

/// Tiles from all regions, in random order.
fn tiles(rng: &mut ChaCha8Rng, count: u32) -> Vec<Tile> {
    let regions = (0..count).zip(REGIONS.iter().cycle()).map(|(_, region)| region);
    let mut tiles: Vec<Tile> = regions.map(|region| region.draw(rng)).collect();
    tiles.shuffle(rng);
    tiles
}
