//! Tic-tac-toe on a tesseract: tiles (i,j,k,l), each 1–3, without the centre (2,2,2,2). Ids 1–80 run row-major, l fastest, the centre
//! skipped: (1,1,1,1) is 1, (2,2,2,1) is 40, (2,2,2,3) is 41, (3,3,3,3) is 80.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::BoardError;
use super::space::{self, Vector};

/// The place that is no tile.
pub(crate) const CENTRE: Vector = [2, 2, 2, 2];

/// A tile, read from its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "u8")]
pub(crate) struct Tile(Vector);

impl Tile {
    /// All 80 tiles in the order of their ids.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        space::cube(1..=3).into_iter().filter(|tile| *tile != CENTRE).map(Self)
    }
}

impl TryFrom<u8> for Tile {
    type Error = BoardError;

    fn try_from(id: u8) -> Result<Self, BoardError> {
        let tile = id.checked_sub(1).and_then(|before| Self::all().nth(before.into()));
        tile.ok_or(BoardError::Tile(id))
    }
}

/// A game so far: how many players move in turn, and the tiles that they took.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Game {
    pub(crate) players: u8,
    pub(crate) history: Vec<Tile>,
}

/// Who holds which tile; players are numbered from 1.
#[derive(Clone, Debug)]
pub(crate) struct Board(BTreeMap<Tile, u8>);

impl Board {
    pub(crate) fn after(game: &Game) -> Self {
        Self(game.history.iter().copied().zip((1..=game.players).cycle()).collect())
    }

    /// The player who holds what lies at these coordinates: nobody holds the centre, or a place off the board.
    pub(crate) fn holder(&self, place: Vector) -> Option<u8> {
        self.0.get(&Tile(place)).copied()
    }

    /// How many lines of three a player has: places whose two neighbours along a direction are the player's, as the place itself is.
    pub(crate) fn lines(&self, player: u8) -> usize {
        let directions = space::directions();
        let mut lines = 0;
        for middle in Tile::all() {
            for direction in &directions {
                let held =
                    |steps| self.holder(space::walk(middle.0, *direction, steps)) == Some(player);
                if held(-1) && held(0) && held(1) {
                    lines += 1;
                }
            }
        }
        lines
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
    }

    #[test]
    fn a_player_who_holds_everything_has_232_lines() {
        let game = Game { players: 1, history: Tile::all().collect() };
        assert_eq!(Board::after(&game).lines(1), 232);
    }
}
