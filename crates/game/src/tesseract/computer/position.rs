//! A position of the search: for every player, the score of every tile and how many lines it would complete, updated by
//! each move. A score is the sum of what the [state](LineState) of each line adds to it.

use std::cmp::Reverse;
use std::sync::LazyLock;

use gradus_board::lattice::tesseract::{
    ByPlayer, ByTile, Game, Line, Player, Players, Tile, TileSet, lines,
};

/// How many lines there are.
const LINES: usize = 232;

/// The score of a tile that is taken. It changes with the tile's lines, but stays far below that of a free one.
const TAKEN: i16 = i16::MIN / 2;

/// A position of the search.
#[derive(Debug, Clone)]
pub(super) struct Position {
    players: Players,
    to_move: Player,
    taken: TileSet,
    /// How many lines each player has.
    line_counts: ByPlayer<usize>,
    /// How many lines each player would complete on each tile; 0 on those that are taken.
    gains: ByPlayer<ByTile<u8>>,
    /// The score of each tile for each player.
    scores: ByPlayer<ByTile<i16>>,
    /// In the order of [`lines`].
    line_states: [LineState; LINES],
}

impl Position {
    /// The position after the moves of a game.
    pub(super) fn of(game: &Game) -> Position {
        let score = LineState::OPEN.score(Player::First);
        let untouched = ByTile::from_fn(|tile| spokes(tile).iter().map(|_| score).sum());
        let mut position = Position {
            players: game.players(),
            to_move: Player::First,
            taken: TileSet::EMPTY,
            line_counts: ByPlayer::default(),
            gains: ByPlayer::from_fn(|_| ByTile::default()),
            scores: ByPlayer::from_fn(|_| untouched),
            line_states: [LineState::OPEN; LINES],
        };
        game.history().iter().for_each(|&tile| position.play(tile));
        position
    }

    /// Takes a free tile for the player to move.
    pub(super) fn play(&mut self, tile: Tile) {
        let mover = self.to_move;
        self.line_counts[mover] += usize::from(self.gains[mover][tile]);
        self.taken.insert(tile);
        for spoke in spokes(tile) {
            #[expect(clippy::indexing_slicing, reason = "the line's position among all lines")]
            let state = &mut self.line_states[spoke.line];
            let Some(transition) = state.transition(mover) else { continue };
            *state = transition.state;
            let is_threat = state.is_threat_of(mover);
            for other in spoke.others {
                for player in self.players.iter() {
                    self.scores[player][other] += transition.score_changes[player];
                }
                if is_threat && !self.taken.contains(other) {
                    self.gains[mover][other] += 1;
                }
            }
        }
        for player in Player::ALL {
            (self.scores[player][tile], self.gains[player][tile]) = (TAKEN, 0);
        }
        self.to_move = self.players.after(mover);
    }

    /// Who is to move, or would be if the board were not full.
    pub(super) const fn to_move(&self) -> Player {
        self.to_move
    }

    /// Who play.
    pub(super) const fn players(&self) -> Players {
        self.players
    }

    /// Whether every tile is taken.
    pub(super) fn is_full(&self) -> bool {
        self.taken.len() == u32::from(Tile::COUNT)
    }

    /// How many lines `player` has.
    pub(super) fn line_count(&self, player: Player) -> usize {
        self.line_counts[player]
    }

    /// The tile that must be taken now: one with which the player to move reaches the threshold; if there is none, one with
    /// which another player would, the next in turn first.
    pub(super) fn urgent_tile(&self, threshold: usize) -> Option<Tile> {
        let mut player = self.to_move;
        self.players.iter().find_map(|_| {
            let tile = self.winning_tile(player, threshold);
            player = self.players.after(player);
            tile
        })
    }

    /// The tile with the highest score for the player to move when the noise is added.
    pub(super) fn best_tile(&self, noise: &[i16]) -> Option<Tile> {
        let scores = self.scores_with(noise);
        let highest = scores.entries().iter().copied().fold(TAKEN, i16::max);
        Tile::all().find(|&tile| scores[tile] == highest).filter(|_| is_free(highest))
    }

    /// Move ordering: the `count` tiles with the highest scores for the player to move when the noise is added, the highest
    /// first, with their scores; fewer if fewer are free.
    pub(super) fn best_tiles(&self, count: usize, noise: &[i16]) -> Vec<(Tile, i16)> {
        let scores = self.scores_with(noise);
        let mut free: Vec<(Tile, i16)> = Tile::all()
            .map(|tile| (tile, scores[tile]))
            .filter(|&(_, score)| is_free(score))
            .collect();
        free.sort_unstable_by_key(|&(tile, score)| (Reverse(score), tile));
        free.truncate(count);
        free
    }

    /// Of the tiles with which `player` would reach the threshold, the one with the highest score for the player to move.
    fn winning_tile(&self, player: Player, threshold: usize) -> Option<Tile> {
        let missing = threshold.saturating_sub(self.line_count(player)).max(1);
        // No tile completes more lines than fit into a byte.
        let missing = u8::try_from(missing).ok()?;
        let gains = &self.gains[player];
        if gains.entries().iter().copied().fold(0, u8::max) < missing {
            return None;
        }
        let winning = Tile::all().filter(|&tile| gains[tile] >= missing);
        winning.max_by_key(|&tile| self.scores[self.to_move][tile])
    }

    fn scores_with(&self, noise: &[i16]) -> ByTile<i16> {
        let mut scores = self.scores[self.to_move];
        scores.entries_mut().iter_mut().zip(noise).for_each(|(score, noise)| *score += noise);
        scores
    }
}

fn is_free(score: i16) -> bool {
    score > TAKEN / 2
}

/// A line as it is seen from one of its tiles.
#[derive(Debug)]
struct Spoke {
    /// The line's position among [`lines`].
    line: usize,
    others: [Tile; 2],
}

impl Spoke {
    /// The line at this position, seen from `tile`; none if the tile is not on it.
    fn new((position, line): (usize, &Line), tile: Tile) -> Option<Spoke> {
        let others = match line.tiles() {
            [first, second, third] if first == tile => [second, third],
            [first, second, third] if second == tile => [first, third],
            [first, second, third] if third == tile => [first, second],
            _ => return None,
        };
        Some(Spoke { line: position, others })
    }
}

/// The lines through a tile.
#[expect(clippy::indexing_slicing, reason = "the table has an entry for each tile")]
fn spokes(tile: Tile) -> &'static [Spoke] {
    static SPOKES: LazyLock<ByTile<Vec<Spoke>>> = LazyLock::new(|| {
        ByTile::from_fn(|tile| {
            lines().iter().enumerate().filter_map(|line| Spoke::new(line, tile)).collect()
        })
    });
    &SPOKES[tile]
}

/// Who can still complete a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LineState {
    /// The only player with tiles of the line; the first if there is none.
    owner: Player,
    /// How many tiles the owner has; 3 in [`LineState::DEAD`].
    tiles: u8,
}

/// What happens to a line when a player takes one of its free tiles.
#[derive(Debug, Clone, Copy)]
struct Transition {
    /// The new state.
    state: LineState,
    /// What it adds to the scores of the line's other tiles.
    score_changes: ByPlayer<i16>,
}

impl LineState {
    /// All three tiles are free: any player can complete the line.
    const OPEN: LineState = LineState { owner: Player::First, tiles: 0 };

    /// No player can complete the line any more: it is complete, or two players have tiles of it.
    const DEAD: LineState = LineState { owner: Player::First, tiles: 3 };

    /// Whether `player` needs one more tile.
    fn is_threat_of(self, player: Player) -> bool {
        self == LineState { owner: player, tiles: 2 }
    }

    /// What the line adds to the score of each of its free tiles for `player`.
    ///
    /// The numbers are from tournaments of players who just take the tile with the highest score, with each other and with
    /// [`rules`](super::rules()). To measure a change, run `gradus-client play tesseract --seats rules,search --games 100
    /// --seed 1` before and after it.
    fn score(self, player: Player) -> i16 {
        match (self.tiles, self.owner == player) {
            (0, _) => 4,
            (1, true) => 13,
            (1, false) => 14,
            (2, true) => 96,
            (2, false) => 55,
            _ => 0,
        }
    }

    /// What happens when `player` takes a tile of the line; nothing if it is dead.
    fn transition(self, player: Player) -> Option<&'static Transition> {
        let by_owner = TRANSITIONS.get(usize::from(self.tiles))?;
        Some(&by_owner[self.owner][player])
    }

    fn taken_by(self, player: Player) -> LineState {
        match self.tiles {
            0 => LineState { owner: player, tiles: 1 },
            1 if self.owner == player => LineState { owner: player, tiles: 2 },
            _ => LineState::DEAD,
        }
    }
}

impl Transition {
    fn new(before: LineState, player: Player) -> Transition {
        let state = before.taken_by(player);
        let change = |player| state.score(player) - before.score(player);
        Transition { state, score_changes: ByPlayer::from_fn(change) }
    }
}

/// By the number of tiles, by the owner, and by the player who takes a tile: a playout looks transitions up by the
/// thousand.
static TRANSITIONS: LazyLock<[ByPlayer<ByPlayer<Transition>>; 3]> = LazyLock::new(|| {
    [0, 1, 2].map(|tiles| {
        ByPlayer::from_fn(|owner| {
            ByPlayer::from_fn(|player| Transition::new(LineState { owner, tiles }, player))
        })
    })
});

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom as _;

    use super::*;

    /// The score of a free tile for a player by the table of the module, line by line.
    fn score(game: &Game, tile: Tile, player: Player) -> i16 {
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
    fn scores_and_gains_and_line_counts_are_kept_up_to_date() {
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        for players in [2, 3, 4, 8].map(|count| Players::new(count).unwrap()) {
            let mut game = Game::new(players);
            let mut position = Position::of(&game);
            while !game.is_full() {
                let free: Vec<Tile> = game.free_tiles().collect();
                let tile = *free.choose(rng).unwrap();
                game.play(tile).unwrap();
                position.play(tile);
                let line_counts = players.iter().map(|player| position.line_count(player));
                assert_eq!(line_counts.collect::<Vec<_>>(), game.scores());
                for player in players.iter() {
                    for tile in Tile::all() {
                        let is_free = game.owner(tile).is_none();
                        let expected = if is_free { gain(&game, tile, player) } else { 0 };
                        assert_eq!(usize::from(position.gains[player][tile]), expected);
                        let found = position.scores[player][tile];
                        assert!(if is_free {
                            found == score(&game, tile, player)
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
