//! Games to ask about, as tasks write them: `{"players": 3, "history": [40, 39, …]}`.

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use crate::board::lattice::tesseract::{Game, IllegalHistory, Players, Tile};

/// A game that was played to some point.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub(super) struct Played(pub(super) Game);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    players: u8,
    history: Vec<u8>,
}

/// Different tiles in the order in which they were taken, by however many players: `[40, 39, …]`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub(super) struct History(pub(super) Vec<Tile>);

/// Why a task's record is no game.
#[derive(Debug, thiserror::Error)]
pub(super) enum RecordError {
    #[error("{0} players; expected 2 to 4")]
    Players(u8),
    #[error("there is no tile {0}; expected 1 to 80")]
    Tile(u8),
    #[error("there is no player {0}")]
    Player(u8),
    #[error("the threshold is 0; expected 1 or more")]
    Threshold,
    #[error(transparent)]
    History(#[from] IllegalHistory),
}

impl TryFrom<Record> for Played {
    type Error = RecordError;

    fn try_from(Record { players, history }: Record) -> Result<Self, RecordError> {
        let History(tiles) = history.try_into()?;
        let players = Players::new(players).ok_or(RecordError::Players(players))?;
        Ok(Self(Game::from_history(players, tiles)?))
    }
}

impl From<Played> for Record {
    fn from(Played(game): Played) -> Self {
        let history = History(game.history().to_vec()).into();
        Self { players: game.players().count(), history }
    }
}

impl TryFrom<Vec<u8>> for History {
    type Error = RecordError;

    fn try_from(ids: Vec<u8>) -> Result<Self, RecordError> {
        let tiles = ids.into_iter().map(|id| Tile::new(id).ok_or(RecordError::Tile(id)));
        let tiles: Vec<Tile> = tiles.collect::<Result<_, _>>()?;
        // Whether a tile is taken twice does not depend on the number of players.
        Game::from_history(Players::TWO, tiles.iter().copied())?;
        Ok(Self(tiles))
    }
}

impl From<History> for Vec<u8> {
    fn from(History(tiles): History) -> Self {
        tiles.into_iter().map(Tile::id).collect()
    }
}

/// So many different tiles in any order: the history of a legal game, however many play.
pub(super) fn random_history(rng: &mut ChaCha8Rng, moves: u8) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Tile::all().collect();
    tiles.shuffle(rng);
    tiles.truncate(moves.into());
    tiles
}
