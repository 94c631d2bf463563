//! The game of a task: one player has lines of every sort.

use std::iter;
use std::sync::LazyLock;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use super::{Task, ids};
use crate::board::lattice::tesseract::{
    Line, Player, Players, Tile, TileSet, lines, lines_through,
};
use crate::kinds::tesseract::games::{changes, game_of};

/// The tiles with one value of the first coordinate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Slice(u8);

impl Slice {
    pub(super) const ALL: [Self; 3] = [Self(1), Self(2), Self(3)];

    pub(super) fn tiles(self) -> TileSet {
        Tile::all().filter(|tile| tile.coordinates()[0] == self.0).collect()
    }
}

/// The player's lines are drawn one from each of these: some in every slice, so that a blind guess has to hit them all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    In(Slice),
    /// In a slice, through the tile with this id: a loop that begins too late or ends too early misses it.
    Through(u8, Slice),
    /// Three coordinates change, and one falls while another rises.
    Falling,
}

impl Sort {
    const ALL: [Self; 7] = [
        Self::Through(1, Slice(1)),
        Self::In(Slice(1)),
        Self::In(Slice(2)),
        Self::In(Slice(2)),
        Self::In(Slice(3)),
        Self::Through(80, Slice(3)),
        Self::Falling,
    ];

    fn draw(self, rng: &mut ChaCha8Rng) -> Option<Line> {
        static ALL: LazyLock<[Vec<Line>; 7]> = LazyLock::new(|| Sort::ALL.map(Sort::lines));
        let place = Self::ALL.iter().position(|&sort| sort == self)?;
        ALL.get(place)?.choose(rng).copied()
    }

    /// All lines of the sort.
    fn lines(self) -> Vec<Line> {
        let inside = match self {
            Self::In(slice) | Self::Through(_, slice) => slice.tiles(),
            Self::Falling => Tile::all().collect(),
        };
        let is_asked = |line: &&Line| match self {
            Self::In(_) => inside.contains_all(line.mask()),
            Self::Through(id, _) => inside.contains_all(line.mask()) && ids(line).contains(&id),
            Self::Falling => {
                let (rising, falling) = changes(line);
                rising + falling == 3 && rising.min(falling) > 0
            }
        };
        lines().iter().filter(is_asked).copied().collect()
    }
}

/// With fewer lines, two misreadings often miss the same ones, and nobody could say which of them it was.
const MIN_LINES: usize = 10;

/// With so many players the lines in a slice have at least so many tiles: two lines have five, and the three sides of a triangle six. With
/// four players the one who is asked for has too few tiles for more.
const fn min_tiles(players: Players) -> u32 {
    if players.count() == 3 { 7 } else { 6 }
}

/// A game in which one player has lines of every sort and some more, the last of them made by the last move, as if by intent.
#[expect(clippy::expect_used, reason = "the numbers that are drawn are in range")]
pub(super) fn rich_game(rng: &mut ChaCha8Rng) -> Task {
    // Of player 1, a program that always takes that one would be right; and the players before and after the one who is asked for are not
    // player 1 either, so that it can be told from a program whose turns are off by one. With two players nobody could see whether the
    // turns went to two. With four, games are refused more often; drawn here, they are as many as the others.
    let (count, number) = if rng.random() { (3, rng.random_range(2..=3)) } else { (4, 3) };
    let players = Players::new(count).expect("3 or 4 players");
    let player = players.player(number).expect("the number of a player");
    let task = iter::repeat_with(|| game_of_player(players, player, rng)).flatten().next();
    task.expect("some game is not refused")
}

/// Such a game; none if the lines are too few, or the player has too few turns for those that were drawn.
#[expect(clippy::expect_used, reason = "there are more tiles than turns")]
fn game_of_player(players: Players, player: Player, rng: &mut ChaCha8Rng) -> Option<Task> {
    let is_own = |number: &usize| players.to_move_after(*number) == player;
    // The last move is the player's.
    let turns = rng.random_range(19..=80 / players.count());
    let moves = usize::from((turns - 1) * players.count()) + player.index() + 1;

    let mut own = TileSet::default();
    for sort in Sort::ALL {
        let line = sort.draw(rng)?;
        own = line.tiles().into_iter().fold(own, TileSet::with);
    }
    let mut others: Vec<Tile> = Tile::all().filter(|&tile| !own.contains(tile)).collect();
    others.shuffle(rng);
    let more = usize::from(turns).checked_sub(own.len() as usize)?;
    let mut own: Vec<Tile> = own.iter().chain(others.drain(..more)).collect();
    own.shuffle(rng);
    // Taken from the end: the first one is the tile of the last move.
    let tiles: TileSet = own.iter().copied().collect();
    let made = lines().iter().filter(|line| tiles.contains_all(line.mask()));
    if made.count() < MIN_LINES {
        return None;
    }
    // Lines on few tiles would be frequent in a slice, and a good guess.
    let is_varied = |slice: Slice| {
        let inside = slice.tiles();
        let is_in_slice =
            |line: &&Line| [inside, tiles].iter().all(|set| set.contains_all(line.mask()));
        let in_lines = lines().iter().filter(is_in_slice).flat_map(Line::tiles);
        in_lines.fold(TileSet::default(), TileSet::with).len() >= min_tiles(players)
    };
    if !Slice::ALL.into_iter().all(is_varied) {
        return None;
    }
    let makes_a_line =
        |&tile: &Tile| lines_through(tile).iter().any(|line| tiles.contains_all(line.mask()));
    lines().iter().find(|line| is_along_the_last_axis(line) && tiles.contains_all(line.mask()))?;
    let last = own.iter().position(makes_a_line)?;
    own.swap(0, last);
    let first = own.iter().rposition(makes_a_line)?;
    let end = own.len() - 1;
    own.swap(end, first);

    let mut next = |number| if is_own(&number) { own.pop() } else { others.pop() };
    let history = (0..moves).map(|number| next(number).expect("a tile for every turn"));
    Some(Task { game: game_of(players, history), player })
}

/// Whether only the last coordinate changes along a line.
fn is_along_the_last_axis(line: &Line) -> bool {
    let [first, _, last] = line.tiles().map(Tile::coordinates);
    first.iter().zip(&last).take(3).all(|(from, to)| from == to)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn the_player_has_many_lines_with_three_and_four_players() {
        let mut rng = ChaCha8Rng::seed_from_u64(34);
        let mut seen = [0; 5];
        for task in iter::repeat_with(|| rich_game(&mut rng)).take(300) {
            seen[usize::from(task.game.players().count())] += 1;
            let lines = task.game.score(task.player);
            assert!(lines >= MIN_LINES, "{lines}");
        }
        assert!(seen[3..].iter().all(|&count| count >= 50), "{seen:?}");
    }
}
