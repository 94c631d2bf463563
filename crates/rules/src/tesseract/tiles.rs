//! Step 31: the id of a tile, and the tile of an id.

mod aspects;
mod conversion;

use rand::rngs::ChaCha8Rng;
use rand::seq::{IteratorRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{TryFromInto, serde_as};

use self::conversion::{Item, Reading};
use super::two_lists::Asked;
use crate::item::NumberList;
use crate::texts::{form, tesseract as hints};
use gradus_board::drawing::Panel;
use gradus_board::drawing::tesseract::asked;
use gradus_board::lattice::tesseract::Tile;
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

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
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    // Over a thousand items: an id next to the centre that is wrong by one is then rare enough to be no accident.
    const SAMPLE_TASKS: u32 = 80;
    // All pairs: what goes wrong on the way back only is seen after the eight items of the way there.
    const DIAGNOSIS_LIMIT: usize = 4000;

    type Params = Params;
    type Task = Task;
    type Item = Item;
    type Solution = AnyOf<Item>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::TILES]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        Task {
            tiles: tiles(rng, params.tiles.get(), &TILE_REGIONS),
            ids: tiles(rng, params.ids.get(), &ID_REGIONS),
        }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Item>> + 'a {
        let Task { tiles, ids } = task;
        let id = |place: usize| Some(AnyOf(reading.id(tiles.get(place)?.coordinates())));
        let tile = |place: usize| Some(AnyOf(reading.tile(ids.get(place)?.id())));
        let count = tiles.len() + ids.len();
        (0..count).filter_map(move |place| {
            match reading.order.asked(place, tiles.len(), ids.len()) {
                Asked::First(place) => id(place),
                Asked::Second(place) => tile(place),
            }
        })
    }

    fn reference(task: &Task) -> Vec<AnyOf<Item>> {
        let ids = task.tiles.iter().map(|tile| Item::Id(tile.id().into()));
        let tiles = task.ids.iter().map(|tile| Item::Tile(tile.coordinates().map(u32::from)));
        ids.chain(tiles).map(|item| AnyOf(vec![item])).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        let boards = [&task.tiles, &task.ids]
            .map(|tiles| asked(tiles.iter().map(|tile| tile.coordinates())));
        Panel::each(boards, task.tiles.len())
    }

    fn read_item(task: &Task, position: usize, text: &str) -> Result<Item, Text> {
        let numbers = NumberList::read(text).map_or_else(|_| Vec::new(), |NumberList(all)| all);
        if position < task.tiles.len() {
            let id = <[u32; 1]>::try_from(numbers).map(|[id]| Item::Id(id));
            return id.map_err(|_| form::tile_id());
        }
        numbers.try_into().map(Item::Tile).map_err(|_| form::tile())
    }
}

/// Where a tile lies.
enum Region {
    /// It has this id.
    At(u8),
    /// It is among these ids.
    Among(u8, u8),
    /// The same, and it has this coordinate.
    AmongWithA(u8, u8, u8),
}

/// The two tiles next to the centre are always asked for, the next but one on both sides never: their ids are then what a program answers
/// that skips the centre one place too early or too late, and nothing else.
const TILE_REGIONS: [Region; 8] = [
    Region::At(40),
    Region::At(41),
    // i is 2, before the centre.
    Region::AmongWithA(3, 28, 38),
    // i is 2, after the centre.
    Region::AmongWithA(1, 43, 53),
    Region::AmongWithA(1, 43, 53),
    // i is 1, and 3.
    Region::AmongWithA(3, 1, 27),
    Region::AmongWithA(1, 54, 80),
    Region::Among(54, 80),
];

/// The ids next to the centre are asked for twice: a program that is wrong about one of them may answer the tile of the other, which is no
/// rare item.
const ID_REGIONS: [Region; 8] = [
    Region::At(40),
    Region::At(40),
    Region::At(41),
    Region::At(41),
    Region::Among(28, 38),
    Region::Among(43, 53),
    Region::Among(1, 27),
    Region::Among(54, 80),
];

impl Region {
    #[expect(clippy::expect_used, reason = "there are tiles in each region")]
    fn draw(&self, rng: &mut ChaCha8Rng) -> Tile {
        let tiles = |first, last| (first..=last).filter_map(Tile::new);
        let tile = match *self {
            Self::At(id) => Tile::new(id),
            Self::Among(first, last) => tiles(first, last).choose(rng),
            Self::AmongWithA(coordinate, first, last) => {
                let has_it = |tile: &Tile| tile.coordinates().contains(&coordinate);
                tiles(first, last).filter(has_it).choose(rng)
            }
        };
        tile.expect("a tile of the region")
    }
}

/// Tiles from all regions, in random order.
fn tiles(rng: &mut ChaCha8Rng, count: u32, regions: &[Region]) -> Vec<Tile> {
    let regions = (0..count).zip(regions.iter().cycle()).map(|(_, region)| region);
    let mut tiles: Vec<Tile> = regions.map(|region| region.draw(rng)).collect();
    tiles.shuffle(rng);
    tiles
}
