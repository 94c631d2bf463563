//! A game as the search sees it: for every player, how hot every tile is and how many lines it would complete, kept up
//! to date from move to move.

use std::array;
use std::cmp::Reverse;
use std::sync::LazyLock;

use super::claim::{Claim, SEATS, Seat};
use crate::board::lattice::tesseract::{Game, Line, Tile, TileSet, lines};

const TILES: usize = Tile::COUNT as usize;
const LINES: usize = 232;

/// The heat of a tile that is taken. It goes on changing with the tile's lines, but stays far below that of a free one.
const TAKEN: i16 = i16::MIN / 2;

/// A position in the game. What it has for each tile is ordered by the tiles' ids.
#[derive(Debug, Clone)]
pub(super) struct Position {
    players: Seat,
    to_move: Seat,
    taken: TileSet,
    /// How many lines each seat's player has.
    scores: [usize; SEATS],
    /// For each seat, how many lines its player would complete on each tile; 0 on those that are taken.
    gains: [[u8; TILES]; SEATS],
    /// For each seat, how hot each tile is for its player.
    heats: [[i16; TILES]; SEATS],
    /// In the order of [`lines`].
    claims: [Claim; LINES],
}

impl Position {
    /// The position that a game has come to.
    pub(super) fn of(game: &Game) -> Position {
        let untouched =
            array::from_fn(|place| spokes(place).iter().map(|_| Claim::OPEN.heat(0)).sum());
        let mut position = Position {
            players: game.players().count(),
            to_move: 0,
            taken: TileSet::EMPTY,
            scores: [0; SEATS],
            gains: [[0; TILES]; SEATS],
            heats: [untouched; SEATS],
            claims: [Claim::OPEN; LINES],
        };
        game.history().iter().for_each(|&tile| position.play(tile));
        position
    }

    /// Takes a free tile for the player to move.
    pub(super) fn play(&mut self, tile: Tile) {
        let mover = self.to_move;
        let gain = self.gain(mover, tile);
        if let Some(score) = self.scores.get_mut(usize::from(mover)) {
            *score += usize::from(gain);
        }
        self.taken = self.taken.with(tile);
        for spoke in spokes(place(tile)) {
            let Some(claim) = self.claims.get_mut(spoke.line) else { continue };
            let Some(step) = claim.step(mover) else { continue };
            *claim = step.claim;
            for other in spoke.others {
                self.warm(other, step.warming);
                if step.claim.is_threat_of(mover) && !self.taken.contains(other) {
                    self.add_gain(mover, other);
                }
            }
        }
        self.close(tile);
        self.to_move = self.after(mover);
    }

    /// Who is to move, or would be if the board were not full.
    pub(super) fn to_move(&self) -> Seat {
        self.to_move
    }

    /// Whether every tile is taken.
    pub(super) fn is_full(&self) -> bool {
        self.taken.len() == u32::from(Tile::COUNT)
    }

    /// How many lines each player has, in the players' order.
    pub(super) fn scores(&self) -> impl Iterator<Item = usize> + Clone {
        self.scores.into_iter().take(self.players.into())
    }

    /// How many lines the player in `seat` has.
    pub(super) fn score(&self, seat: Seat) -> usize {
        self.scores.get(usize::from(seat)).copied().unwrap_or_default()
    }

    /// The tile that cannot wait: one with which the player to move reaches the threshold; if there is none, one with
    /// which another player would, the next in turn before the others.
    pub(super) fn urgent_tile(&self, threshold: usize) -> Option<Tile> {
        let mut seat = self.to_move;
        (0..self.players).find_map(|_| {
            let tile = self.winning_tile(seat, threshold);
            seat = self.after(seat);
            tile
        })
    }

    /// The tile that is hottest for the player to move when the noise is added.
    pub(super) fn hottest_tile(&self, noise: &[i16]) -> Option<Tile> {
        let heats = self.heats_with(noise);
        let most = heats.iter().copied().fold(TAKEN, i16::max);
        let place = heats.iter().position(|&heat| heat == most && is_free(heat))?;
        Tile::new(u8::try_from(place + 1).ok()?)
    }

    /// So many of the tiles that are hottest for the player to move when the noise is added, the hottest first, each with
    /// its heat; fewer if fewer are free.
    pub(super) fn hottest_tiles(&self, count: usize, noise: &[i16]) -> Vec<(Tile, i16)> {
        let tiles = Tile::all().zip(self.heats_with(noise));
        let mut free: Vec<(Tile, i16)> = tiles.filter(|&(_, heat)| is_free(heat)).collect();
        free.sort_unstable_by_key(|&(tile, heat)| (Reverse(heat), tile));
        free.truncate(count);
        free
    }

    /// Of the tiles with which the player in `seat` would reach the threshold, that which is hottest for the player to
    /// move.
    fn winning_tile(&self, seat: Seat, threshold: usize) -> Option<Tile> {
        let missing = u8::try_from(threshold.saturating_sub(self.score(seat))).ok()?.max(1);
        let gains = self.gains.get(usize::from(seat))?;
        if gains.iter().copied().fold(0, u8::max) < missing {
            return None;
        }
        let tiles = Tile::all().zip(gains).zip(self.heats_with(&[]));
        let winning = tiles.filter(|&((_, &gain), _)| gain >= missing);
        winning.max_by_key(|&(_, heat)| heat).map(|((tile, _), _)| tile)
    }

    fn heats_with(&self, noise: &[i16]) -> [i16; TILES] {
        let mut heats =
            self.heats.get(usize::from(self.to_move)).copied().unwrap_or([TAKEN; TILES]);
        heats.iter_mut().zip(noise).for_each(|(heat, noise)| *heat += noise);
        heats
    }

    fn after(&self, seat: Seat) -> Seat {
        if seat + 1 == self.players { 0 } else { seat + 1 }
    }

    fn gain(&self, seat: Seat, tile: Tile) -> u8 {
        self.gains
            .get(usize::from(seat))
            .and_then(|gains| gains.get(place(tile)))
            .copied()
            .unwrap_or_default()
    }

    fn add_gain(&mut self, seat: Seat, tile: Tile) {
        let gains = self.gains.get_mut(usize::from(seat));
        if let Some(gain) = gains.and_then(|gains| gains.get_mut(place(tile))) {
            *gain += 1;
        }
    }

    fn warm(&mut self, tile: Tile, warming: [i16; SEATS]) {
        for (heats, warming) in self.heats.iter_mut().zip(warming).take(self.players.into()) {
            if let Some(heat) = heats.get_mut(place(tile)) {
                *heat += warming;
            }
        }
    }

    /// Nobody wants a tile that is taken.
    fn close(&mut self, tile: Tile) {
        for (heats, gains) in self.heats.iter_mut().zip(&mut self.gains) {
            if let (Some(heat), Some(gain)) =
                (heats.get_mut(place(tile)), gains.get_mut(place(tile)))
            {
                (*heat, *gain) = (TAKEN, 0);
            }
        }
    }
}

fn is_free(heat: i16) -> bool {
    heat > TAKEN / 2
}

fn place(tile: Tile) -> usize {
    usize::from(tile.id()) - 1
}

/// A line as it is seen from one of its tiles.
#[derive(Debug)]
struct Spoke {
    /// The line's place among [`lines`].
    line: usize,
    others: [Tile; 2],
}

impl Spoke {
    /// The line with this place, seen from `tile`; none if the tile is not on it.
    fn new((place, line): (usize, &Line), tile: Tile) -> Option<Spoke> {
        let others = match line.tiles() {
            [first, second, third] if first == tile => [second, third],
            [first, second, third] if second == tile => [first, third],
            [first, second, third] if third == tile => [first, second],
            _ => return None,
        };
        Some(Spoke { line: place, others })
    }
}

/// The lines through the tile at this place.
fn spokes(place: usize) -> &'static [Spoke] {
    static SPOKES: LazyLock<Vec<Vec<Spoke>>> = LazyLock::new(|| {
        let spokes =
            |tile| lines().iter().enumerate().filter_map(|line| Spoke::new(line, tile)).collect();
        Tile::all().map(spokes).collect()
    });
    SPOKES.get(place).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;
    use crate::board::lattice::tesseract::{Player, Players};

    /// The heat of a free tile for a player by the table of the module, line by line.
    fn heat(game: &Game, tile: Tile, player: Player) -> i16 {
        let others_of = |line: &&Line| line.tiles().into_iter().filter(|&other| other != tile);
        let through = lines().iter().filter(|line| line.mask().contains(tile));
        through
            .map(|line| {
                let mut owners: Vec<Player> =
                    others_of(&line).filter_map(|other| game.owner(other)).collect();
                let count = owners.len();
                owners.dedup();
                match (owners.as_slice(), count) {
                    ([], _) => 4,
                    ([owner], 1) => {
                        if *owner == player {
                            13
                        } else {
                            14
                        }
                    }
                    ([owner], _) => {
                        if *owner == player {
                            96
                        } else {
                            55
                        }
                    }
                    _ => 0,
                }
            })
            .sum()
    }

    fn gain(game: &Game, tile: Tile, player: Player) -> usize {
        let tiles = game.tiles(player).with(tile);
        lines()
            .iter()
            .filter(|line| line.mask().contains(tile) && tiles.contains_all(line.mask()))
            .count()
    }

    #[test]
    fn heats_and_gains_and_scores_are_kept_up_to_date() {
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        for players in [2, 3, 4].map(|count| Players::new(count).unwrap()) {
            let mut game = Game::new(players);
            let mut position = Position::of(&game);
            while !game.is_full() {
                let free: Vec<Tile> = game.free_tiles().collect();
                let tile = free[rng.random_range(0..u32::try_from(free.len()).unwrap()) as usize];
                game.play(tile).unwrap();
                position.play(tile);
                assert_eq!(position.scores().collect::<Vec<_>>(), game.scores());
                for player in players.iter() {
                    for tile in Tile::all() {
                        let is_free = game.owner(tile).is_none();
                        let expected = if is_free { gain(&game, tile, player) } else { 0 };
                        assert_eq!(
                            usize::from(position.gains[player.index()][place(tile)]),
                            expected
                        );
                        let found = position.heats[player.index()][place(tile)];
                        assert!(if is_free {
                            found == heat(&game, tile, player)
                        } else {
                            !super::is_free(found)
                        });
                    }
                }
            }
            assert!(position.is_full());
        }
    }
}
