//! What the kinds of this track share: games in tasks, as `{"players": 3, "history": [40, 39, …]}`.

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};
use std::sync::OnceLock;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IteratorRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use super::readings::{Course, Row, TurnReading};
use gradus_board::drawing::tesseract::Sheet;
use gradus_board::drawing::{Panel, Side};
use gradus_board::lattice::tesseract::{
    Game, IllegalHistory, Line, Player, Players, Tile, TileSet, lines,
};

/// A game that was played to some point.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub(super) struct Played {
    game: Game,
    /// Its course by the right reading of turns, which most readings look at.
    course: OnceLock<Course>,
}

impl Played {
    pub(super) fn new(game: Game) -> Self {
        Self { game, course: OnceLock::new() }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// The course of the game by this reading of turns, if these rows are lines.
    pub(super) fn course(&self, turns: &TurnReading, lines: &[Row]) -> Cow<'_, Course> {
        if !turns.is_right() {
            return Cow::Owned(turns.course(&self.game, lines));
        }
        // Which rows are lines does not matter then.
        Cow::Borrowed(self.course.get_or_init(|| turns.course(&self.game, &[])))
    }
}

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
        let players = players_of(players)?;
        Ok(Self::new(Game::from_history(players, tiles)?))
    }
}

impl From<Played> for Record {
    fn from(Played { game, .. }: Played) -> Self {
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

/// The players of a task: two to four. A match may have more.
pub(super) fn players_of(count: u8) -> Result<Players, RecordError> {
    let players = Players::new(count).filter(|_| count <= 4);
    players.ok_or(RecordError::Players(count))
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

/// The game of these moves up to the last one that makes a line, if that leaves enough of them.
pub(super) fn ending_with_a_line(
    players: Players,
    history: &[Tile],
    min_moves: u8,
) -> Option<Game> {
    let makes_a_line = |&moves: &usize| {
        let (last, before) = history.get(..moves)?.split_last()?;
        let game = game_of(players, before.iter().copied());
        Some(game.lines_made_by(*last).next().is_some())
    };
    let mut lengths = (usize::from(min_moves)..=history.len()).rev();
    let moves = lengths.find(|moves| makes_a_line(moves).unwrap_or(false))?;
    Some(game_of(players, history.iter().copied().take(moves)))
}

/// The way along a line, a component for each coordinate. The first that is not 0 is 1, since the tiles ascend.
pub(super) fn direction(line: &Line) -> [i8; 4] {
    let [first, _, last] = line.tiles().map(|tile| tile.coordinates().map(u8::cast_signed));
    let mut along = last;
    for (component, from) in along.iter_mut().zip(first) {
        *component = (*component - from).signum();
    }
    along
}

/// Which coordinates change along a line.
pub(super) fn changing(line: &Line) -> [bool; 4] {
    direction(line).map(|component| component != 0)
}

/// On how many lines along a direction it is tried to plant one.
const TRIES: usize = 4;

/// Exchanges tiles of a history, of which so many moves are made, so that somebody has a line along each of these directions, where
/// there is room for it.
pub(super) fn plant_lines(
    rng: &mut ChaCha8Rng,
    players: Players,
    history: &mut [Tile],
    moves: usize,
    directions: &[[i8; 4]],
) {
    let mut planted = TileSet::default();
    for &along in directions {
        let fitting = lines().iter().filter(|line| direction(line) == along);
        for line in fitting.sample(rng, TRIES) {
            let player = rng.random_range(0..usize::from(players.count()));
            if plant_line(rng, player..moves, players, history, line, planted) {
                planted = line.tiles().into_iter().fold(planted, TileSet::with);
                break;
            }
        }
    }
}

/// Gives the tiles of a line to the player who makes the first of these moves, by exchange with tiles that are not planted; says whether
/// that is possible.
fn plant_line(
    rng: &mut ChaCha8Rng,
    moves: Range<usize>,
    players: Players,
    history: &mut [Tile],
    line: &Line,
    planted: TileSet,
) -> bool {
    let mut own = moves.step_by(players.count().into());
    let place = |tile: Tile| history.iter().position(|&other| other == tile);
    let is_own = |tile: Tile| place(tile).is_some_and(|place| own.clone().any(|own| own == place));
    let foreign: Vec<Tile> = line.tiles().into_iter().filter(|&tile| !is_own(tile)).collect();
    let is_kept = |tile: &Tile| planted.contains(*tile) || line.mask().contains(*tile);
    let is_spare = |place: &usize| history.get(*place).is_some_and(|tile| !is_kept(tile));
    let spare: Vec<usize> = own.by_ref().filter(is_spare).sample(rng, foreign.len());
    let is_possible =
        spare.len() == foreign.len() && !foreign.iter().any(|&tile| planted.contains(tile));
    if is_possible {
        for (tile, to) in foreign.into_iter().zip(spare) {
            if let Some(from) = history.iter().position(|&other| other == tile) {
                history.swap(from, to);
            }
        }
    }
    is_possible
}

/// The signs of the players.
const ICONS: [&str; 4] = ["X", "O", "Y", "Z"];

/// A player, with the sign on the boards that are drawn.
#[expect(clippy::indexing_slicing, reason = "a task has at most four players")]
pub(super) fn side_of(player: Player) -> Side {
    let number = player.number();
    Side::Player { number, icon: ICONS[usize::from(number) - 1] }
}

/// Games drawn, each with one item.
pub(super) fn panels<'a>(games: impl IntoIterator<Item = &'a Game>) -> Vec<Panel> {
    let drawn =
        |game| Sheet { game, icons: ICONS.to_vec(), is_numbered: false, is_marked: false }.drawn();
    Panel::each(games.into_iter().map(drawn), 1)
}
