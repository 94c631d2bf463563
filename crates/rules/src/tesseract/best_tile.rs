//! Step 37: the tile that makes the most lines now.

mod generator;
mod reading;

use std::fmt;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use self::reading::Reading;
use super::games::{Played, panels};
use crate::texts::{form, tesseract as hints};
use gradus_board::drawing::Panel;
use gradus_board::lattice::tesseract::{Game, Tile};
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// For each game a free tile that adds the most lines for the player to move, and how many.
pub enum BestTile {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    games: Count<6, 30>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    games: Vec<OpenGame>,
}

/// A game in progress: there is a free tile.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Played", into = "Played")]
struct OpenGame(Played);

/// All tiles of a game are taken.
#[derive(Debug, thiserror::Error)]
#[error("the board is full; expected a free tile")]
struct FullBoard;

impl TryFrom<Played> for OpenGame {
    type Error = FullBoard;

    fn try_from(played: Played) -> Result<Self, FullBoard> {
        if played.game().is_full() { Err(FullBoard) } else { Ok(Self(played)) }
    }
}

impl From<OpenGame> for Played {
    fn from(OpenGame(played): OpenGame) -> Self {
        played
    }
}

/// A tile and how many lines it adds, as `41:2`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Gain {
    tile: u32,
    lines: u32,
}

impl Gain {
    /// What a free tile adds for the player to move.
    fn of(game: &Game, tile: Tile) -> Self {
        Self { tile: tile.id().into(), lines: as_number(game.lines_made_by(tile).count()) }
    }
}

impl fmt::Display for Gain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.tile, self.lines)
    }
}

#[expect(clippy::expect_used, reason = "there are fewer triples of tiles")]
fn as_number(count: usize) -> u32 {
    u32::try_from(count).expect("a small number")
}

impl Kind for BestTile {
    const NAME: &'static str = "tesseract/best-tile";
    const VERSION: u32 = 6;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 1000;
    // So few that no item counts as rarer than one in 44: a reading holds several tiles for the best, and there are many readings, so
    // that a random item is that of some reading far more often than the item is right. One wrong item and no other just tells a cause,
    // as the tile that is named where no tile adds a line; where other items are wrong too, it takes two.
    const SAMPLE_TASKS: u32 = 7;

    type Params = Params;
    type Task = Task;
    type Item = Gain;
    type Solution = AnyOf<Gain>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::BEST_TILE, hints::GAMES]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        generator::task(rng, steering, params.games.get() as usize)
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Gain>> + 'a {
        reading.gains(&task.games).map(AnyOf)
    }

    fn reference(task: &Task) -> Vec<AnyOf<Gain>> {
        let best = |OpenGame(played): &OpenGame| {
            let game = played.game();
            let gains: Vec<Gain> = game.free_tiles().map(|tile| Gain::of(game, tile)).collect();
            let highest = gains.iter().map(|gain| gain.lines).max();
            AnyOf(gains.into_iter().filter(|gain| Some(gain.lines) == highest).collect())
        };
        task.games.iter().map(best).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        panels(task.games.iter().map(|open| open.0.game()))
    }

    fn places_of(item: &str) -> Vec<&str> {
        item.split(':').take(1).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Gain, Text> {
        let gain = || {
            let (tile, lines) = text.split_once(':')?;
            let tile: Tile = tile.trim().parse().ok()?;
            Some(Gain { tile: tile.id().into(), lines: lines.trim().parse().ok()? })
        };
        gain().ok_or_else(form::gain)
    }
}
