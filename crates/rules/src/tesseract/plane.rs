//! Step 30: three in a row on a plane, and how many lines there are in more dimensions.

mod aspects;
mod generator;
mod lines;
mod reading;
mod spaces;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use self::reading::Reading;
use crate::item::whole_number;
use crate::texts::tesseract as hints;
use gradus_board::drawing::Panel;
use gradus_board::drawing::plane::drawn;
use gradus_board::lattice::line_count;
use gradus_board::lattice::plane::{Centre, Plane as Tiles, Player};
use gradus_step::{
    AnyOf, Aspects, Count, Feedback, Kind, Question, Steering, Template, Text, Workload,
};

/// The complete lines of both players on some boards, then how many lines there are on boards of other sides and dimensions.
pub enum Plane {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 12>,
    spaces: Count<8, 12>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    boards: Vec<Board>,
    spaces: Vec<Space>,
}

/// `{"tiles": "121012102", "centre": true}`
#[serde_as]
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Board {
    #[serde_as(as = "DisplayFromStr")]
    tiles: Tiles,
    #[serde(rename = "centre", with = "takes_part")]
    centre: Centre,
}

/// Whether the centre takes part, as `true` or `false`.
mod takes_part {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Centre;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    pub(super) fn serialize<S: Serializer>(centre: &Centre, to: S) -> Result<S::Ok, S::Error> {
        (*centre == Centre::TakesPart).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Centre, D::Error> {
        let takes_part = bool::deserialize(from)?;
        Ok(if takes_part { Centre::TakesPart } else { Centre::LeftOut })
    }
}

/// A board with so many tiles along each of so many axes: `[3, 4]` is 3×3×3×3.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "[u8; 2]", into = "[u8; 2]")]
struct Space {
    side: u8,
    dimensions: u8,
}

impl Space {
    const SIDES: std::ops::RangeInclusive<u8> = 2..=9;
    const DIMENSIONS: std::ops::RangeInclusive<u8> = 1..=6;
}

/// A board of another size is not asked for.
#[derive(Debug, thiserror::Error)]
#[error("the board [{0}, {1}] has another size; expected a side from 2 to 9 and 1 to 6 dimensions")]
struct NoSpace(u8, u8);

impl TryFrom<[u8; 2]> for Space {
    type Error = NoSpace;

    fn try_from([side, dimensions]: [u8; 2]) -> Result<Self, NoSpace> {
        let is_asked_for = Self::SIDES.contains(&side) && Self::DIMENSIONS.contains(&dimensions);
        is_asked_for.then_some(Self { side, dimensions }).ok_or(NoSpace(side, dimensions))
    }
}

impl From<Space> for [u8; 2] {
    fn from(Space { side, dimensions }: Space) -> Self {
        [side, dimensions]
    }
}

impl Kind for Plane {
    const NAME: &'static str = "tesseract/plane";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 10_000;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = AnyOf<i64>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::PLANE]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        generator::task(params, steering, rng)
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<i64>> + 'a {
        reading.items(task).map(AnyOf)
    }

    #[expect(clippy::cast_possible_wrap, reason = "there are less than a million lines")]
    fn reference(task: &Task) -> Vec<AnyOf<i64>> {
        let of_board = |board: &Board| {
            let Board { tiles, centre } = *board;
            Player::ALL.map(|player| tiles.complete_lines(player, centre))
        };
        let of_space = |space: &Space| line_count(space.side.into(), space.dimensions.into());
        let counts = task.boards.iter().flat_map(of_board);
        let counts = counts.chain(task.spaces.iter().map(of_space));
        counts.map(|count| AnyOf(vec![count as i64])).collect()
    }

    fn panels(task: &Task) -> Vec<Panel> {
        Panel::each(task.boards.iter().map(|board| drawn(&board.tiles, board.centre)), 2)
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Text> {
        whole_number(text)
    }

    /// The two counts of a board hang together: where one player has many lines, the other has few.
    fn questions(task: &Task, reference: &[AnyOf<i64>]) -> Vec<Question> {
        let (boards, spaces) = reference.split_at(Player::ALL.len() * task.boards.len());
        let both = |counts: &[AnyOf<i64>]| {
            Question::with_all_of(counts.iter().flat_map(|AnyOf(count)| count))
        };
        boards.chunks(Player::ALL.len()).chain(spaces.chunks(1)).map(both).collect()
    }
}
