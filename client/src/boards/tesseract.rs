//! Tic-tac-toe on a tesseract: tiles (i,j,k,l), each 1–3, without the centre (2,2,2,2). Ids 1–80 run row-major, l fastest, the centre
//! skipped: (1,1,1,1) is 1, (2,2,2,1) is 40, (2,2,2,3) is 41, (3,3,3,3) is 80.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::BoardError;
use super::space::{self, Vector};

/// The place that is no tile.
const CENTRE: Vector = [2, 2, 2, 2];

/// A tile, read from its id. Tiles are ordered by their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "u8")]
pub(crate) struct Tile(Vector);

impl Tile {
    /// All 80 tiles in the order of their ids.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        space::cube(1..=3).into_iter().filter(|tile| *tile != CENTRE).map(Self)
    }

    pub(crate) fn coordinates(self) -> Vector {
        self.0
    }

    pub(crate) fn id(self) -> u8 {
        let [i, j, k, l] = self.0.map(|coordinate| coordinate.unsigned_abs() - 1);
        let with_centre = i * 27 + j * 9 + k * 3 + l;
        if self.0 < CENTRE { with_centre + 1 } else { with_centre }
    }

    /// The tile so many steps along a direction, if there is one.
    fn shifted(self, direction: Vector, steps: i8) -> Option<Self> {
        Self::try_from(space::walk(self.0, direction, steps)).ok()
    }
}

impl TryFrom<Vector> for Tile {
    type Error = BoardError;

    fn try_from(place: Vector) -> Result<Self, BoardError> {
        let on_board = place.iter().all(|coordinate| (1..=3).contains(coordinate));
        if on_board && place != CENTRE { Ok(Self(place)) } else { Err(BoardError::Place(place)) }
    }
}

impl TryFrom<u8> for Tile {
    type Error = BoardError;

    fn try_from(id: u8) -> Result<Self, BoardError> {
        let tile = id.checked_sub(1).and_then(|before| Self::all().nth(before.into()));
        tile.ok_or(BoardError::Tile(id))
    }
}

/// Three tiles in a row, by ascending ids.
pub(crate) type Line = [Tile; 3];

/// All 232 lines.
pub(crate) fn lines() -> Vec<Line> {
    space::directions().into_iter().flat_map(lines_along).collect()
}

/// The lines along a direction: each is a tile between two others.
pub(crate) fn lines_along(direction: Vector) -> impl Iterator<Item = Line> {
    Tile::all().filter_map(move |middle| {
        Some([middle.shifted(direction, -1)?, middle, middle.shifted(direction, 1)?])
    })
}

/// A game so far: how many players move in turn, 2–4, and the tiles that they took, none twice.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Record")]
pub(crate) struct Game {
    players: u8,
    history: Vec<Tile>,
}

/// A game as a task gives it.
#[derive(Deserialize)]
struct Record {
    players: u8,
    history: Vec<Tile>,
}

impl Game {
    /// The players' numbers.
    pub(crate) fn players(&self) -> impl Iterator<Item = u8> + Clone {
        1..=self.players
    }

    /// The moves, each with the player who made it.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (Tile, u8)> {
        self.history.iter().copied().zip(self.players().cycle())
    }

    /// The player whose turn it is.
    pub(crate) fn mover(&self) -> Option<u8> {
        self.players().cycle().nth(self.history.len())
    }
}

impl TryFrom<Record> for Game {
    type Error = BoardError;

    fn try_from(record: Record) -> Result<Self, BoardError> {
        if !(2..=4).contains(&record.players) {
            return Err(BoardError::Players(record.players));
        }
        let mut taken = BTreeSet::new();
        match record.history.iter().find(|tile| !taken.insert(**tile)) {
            Some(twice) => Err(BoardError::Taken(twice.id().to_string())),
            None => Ok(Self { players: record.players, history: record.history }),
        }
    }
}

/// Who holds which tile; players are numbered from 1.
#[derive(Clone, Debug, Default)]
pub(crate) struct Board(BTreeMap<Tile, u8>);

impl Board {
    pub(crate) fn after(game: &Game) -> Self {
        Self(game.moves().collect())
    }

    pub(crate) fn place(&mut self, tile: Tile, player: u8) {
        self.0.insert(tile, player);
    }

    /// The player who holds a tile.
    pub(crate) fn holder(&self, tile: Tile) -> Option<u8> {
        self.0.get(&tile).copied()
    }

    /// The tiles that nobody holds.
    pub(crate) fn free(&self) -> impl Iterator<Item = Tile> {
        Tile::all().filter(|tile| self.holder(*tile).is_none())
    }

    /// Those of some lines that a player holds.
    pub(crate) fn held<'a>(&self, lines: &'a [Line], player: u8) -> impl Iterator<Item = &'a Line> {
        let holds = move |tile: &Tile| self.holder(*tile) == Some(player);
        lines.iter().filter(move |line| line.iter().all(holds))
    }

    /// The tiles that lie in a complete line.
    pub(crate) fn in_lines(&self) -> BTreeSet<Tile> {
        let players: BTreeSet<u8> = self.0.values().copied().collect();
        let lines = lines();
        players
            .into_iter()
            .flat_map(|player| self.held(&lines, player))
            .flatten()
            .copied()
            .collect()
    }

    /// How many of some lines a player would add with a free tile.
    pub(crate) fn added(&self, lines: &[Line], tile: Tile, player: u8) -> usize {
        let holds = |other: &Tile| *other == tile || self.holder(*other) == Some(player);
        lines.iter().filter(|line| line.contains(&tile) && line.iter().all(holds)).count()
    }
}

/// The players who hold the tiles in the order of their ids, 0 for nobody.
impl TryFrom<&[u8]> for Board {
    type Error = BoardError;

    fn try_from(holders: &[u8]) -> Result<Self, BoardError> {
        if holders.len() != 80 || holders.iter().any(|holder| *holder > 8) {
            return Err(BoardError::Tesseract);
        }
        let held = Tile::all().zip(holders.iter().copied());
        Ok(Self(held.filter(|(_, holder)| *holder != 0).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_run_row_major_and_skip_the_centre() {
        for (id, tile) in
            [(1, [1, 1, 1, 1]), (40, [2, 2, 2, 1]), (41, [2, 2, 2, 3]), (80, [3, 3, 3, 3])]
        {
            assert_eq!(Tile::try_from(id), Ok(Tile(tile)));
        }
        for id in [0, 81, 255] {
            assert_eq!(Tile::try_from(id), Err(BoardError::Tile(id)));
        }
        for (id, tile) in (1..).zip(Tile::all()) {
            assert_eq!(tile.id(), id);
        }
    }

    #[test]
    fn the_centre_and_what_is_off_the_board_are_no_tiles() {
        for place in [CENTRE, [0, 1, 1, 1], [1, 1, 1, 4], [i8::MIN, i8::MAX, 1, 1]] {
            assert_eq!(Tile::try_from(place), Err(BoardError::Place(place)));
        }
    }

    #[test]
    fn there_are_232_lines_with_ascending_ids() {
        let lines = lines();
        assert_eq!(lines.len(), 232);
        assert!(lines.iter().all(|line| line.is_sorted()));
        assert_eq!(lines.iter().collect::<BTreeSet<_>>().len(), 232);
    }

    #[test]
    fn a_game_has_2_to_4_players_who_take_each_tile_once() {
        let game = |players, ids: &[u8]| {
            let tiles = ids.iter().map(|id| Tile::try_from(*id).unwrap());
            Game::try_from(Record { players, history: tiles.collect() })
        };
        assert_eq!(game(1, &[]).unwrap_err(), BoardError::Players(1));
        assert_eq!(game(5, &[]).unwrap_err(), BoardError::Players(5));
        assert_eq!(game(2, &[7, 8, 7]).unwrap_err(), BoardError::Taken("7".to_owned()));
        assert_eq!(game(3, &[]).unwrap().mover(), Some(1));
        assert_eq!(game(3, &[4, 5]).unwrap().mover(), Some(3));
        assert_eq!(game(3, &[4, 5, 6]).unwrap().mover(), Some(1));
    }

    #[test]
    fn a_tile_is_in_a_line_when_one_player_holds_all_three() {
        let tiles = [1, 2, 3, 10, 19].map(|id| Tile::try_from(id).unwrap());
        let [first, second, third, ..] = tiles;
        let mut board = Board::default();
        for tile in tiles {
            board.place(tile, 1);
        }
        assert_eq!(board.in_lines(), BTreeSet::from(tiles));
        board.place(tiles[4], 2);
        assert_eq!(board.in_lines(), BTreeSet::from([first, second, third]));
    }

    #[test]
    fn a_board_has_80_tiles_of_at_most_8_players() {
        let mut holders = [0; 80];
        holders[40] = 8;
        let board = Board::try_from(holders.as_slice()).unwrap();
        assert_eq!(board.holder(Tile([2, 2, 2, 3])), Some(8));
        assert_eq!(board.free().count(), 79);
        for junk in [&[0; 79][..], &[0; 81], &[9; 80]] {
            assert_eq!(Board::try_from(junk).unwrap_err(), BoardError::Tesseract);
        }
    }
}
