//! What the kinds of this track share: games in tasks, as `{"players": 3, "history": [40, 39, …]}`, and the lines of wrong
//! solvers that misread what a line is.

use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use crate::board::lattice::Lattice;
use crate::board::lattice::tesseract::{Game, IllegalHistory, Line, Player, Players, Tile, lines};

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

/// Different tiles in the order in which they were taken, by any number of players: `[40, 39, …]`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub(super) struct History(pub(super) Vec<Tile>);

/// Why a record in a task is not a legal game.
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

/// A number of players from a range within 2 to 4.
#[expect(clippy::expect_used, reason = "the range is within 2 to 4")]
pub(super) fn random_players(rng: &mut ChaCha8Rng, range: RangeInclusive<u8>) -> Players {
    Players::new(rng.random_range(range)).expect("2 to 4 players")
}

/// The game of these tiles, which must be different.
#[expect(
    clippy::expect_used,
    reason = "different tiles are a legal history for any number of players"
)]
pub(super) fn game_of(players: Players, tiles: impl IntoIterator<Item = Tile>) -> Game {
    Game::from_history(players, tiles).expect("different tiles")
}

/// This many different tiles in random order: a legal history for any number of players.
pub(super) fn random_history(rng: &mut ChaCha8Rng, moves: u8) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Tile::all().collect();
    tiles.shuffle(rng);
    tiles.truncate(moves.into());
    tiles
}

/// Lines as three ids each.
pub(super) type Lines = Vec<[u8; 3]>;

/// The ids of a line's tiles.
pub(super) fn ids(line: &Line) -> [u8; 3] {
    line.tiles().map(Tile::id)
}

/// The lines along which this many coordinates change.
pub(super) fn lines_that_change(coordinates: usize) -> Lines {
    let changes = |line: &&Line| changed(line).count() == coordinates;
    lines().iter().filter(changes).map(ids).collect()
}

/// The lines on which all coordinates that change grow together.
pub(super) fn lines_that_only_grow() -> Lines {
    let grows = |line: &&Line| changed(line).all(|(from, to)| from < to);
    lines().iter().filter(grows).map(ids).collect()
}

/// The coordinates that change along a line, from its first tile to its last.
pub(super) fn changed(line: &Line) -> impl Iterator<Item = (u8, u8)> + use<> {
    let [first, _, last] = line.tiles().map(Tile::coordinates);
    first.into_iter().zip(last).filter(|(from, to)| from != to)
}

/// The lines of the whole 3×3×3×3 board, its cells numbered from 1 with the centre among them.
#[expect(clippy::expect_used, reason = "3×3×3×3 is 81 cells")]
pub(super) fn lines_with_a_centre() -> Lines {
    let id = |cell| u8::try_from(cell + 1).expect("a number up to 81");
    Lattice::<3, 4>::lines().map(|line| line.map(id)).collect()
}

/// The lines of a list whose three ids are those of a player's tiles. An id beyond the last tile belongs to no player.
pub(super) fn held_by<'a>(
    game: &Game,
    player: Player,
    lines: &'a Lines,
) -> impl Iterator<Item = &'a [u8; 3]> + use<'a> {
    let tiles = game.tiles(player);
    let holds = move |&id: &u8| Tile::new(id).is_some_and(|tile| tiles.contains(tile));
    lines.iter().filter(move |line| line.iter().all(holds))
}
