//! The game of a task: one player has lines of every sort.

use std::cmp::Reverse;
use std::iter;
use std::sync::LazyLock;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use super::{Task, ids};
use crate::board::lattice::tesseract::{
    Line, Player, Players, Tile, TileSet, lines, lines_through,
};
use crate::kinds::tesseract::games::{changes, changing, game_of};

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

/// Tiles with lines of every sort, among them one along each choice of coordinates that may change, and two at each end of the list of
/// tiles: a loop that misses the first tile is to be told from a program that does not know some direction.
fn with_all_classes(rng: &mut ChaCha8Rng) -> Option<TileSet> {
    let mut own = TileSet::default();
    let with = |own, line: &Line| line.tiles().into_iter().fold(own, TileSet::with);
    for sort in Sort::ALL {
        own = with(own, &sort.draw(rng)?);
    }
    for class in CLASSES.iter() {
        let line = class.iter().min_by_key(|line| (missing(line, own), rng.random::<u8>()));
        own = with(own, line?);
    }
    for end in [Tile::new(1)?, Tile::new(Tile::COUNT)?] {
        if !has_two_classes(own, end) {
            let new = lines_through(end).iter().filter(|line| missing(line, own) > 0);
            own = with(own, new.min_by_key(|line| (missing(line, own), rng.random::<u8>()))?);
        }
    }
    Some(own)
}

/// The lines along which the same coordinates change, those of three first.
static CLASSES: LazyLock<Vec<Vec<Line>>> = LazyLock::new(|| {
    let mut all: Vec<Line> = lines().to_vec();
    let count = |line: &Line| changing(line).iter().filter(|&&is_changing| is_changing).count();
    all.sort_by_key(|line| (Reverse(count(line)), changing(line)));
    all.chunk_by(|one, next| changing(one) == changing(next)).map(<[Line]>::to_vec).collect()
});

/// How many tiles of a line are not among these.
fn missing(line: &Line, own: TileSet) -> usize {
    line.tiles().into_iter().filter(|&tile| !own.contains(tile)).count()
}

/// Whether two lines of these tiles lead through one of them along which different coordinates change. If its lines are missing, no
/// direction alone can be the cause.
fn has_two_classes(own: TileSet, tile: Tile) -> bool {
    let through = lines_through(tile).iter().filter(|line| own.contains_all(line.mask()));
    let mut classes = through.map(changing);
    classes.next().is_some_and(|first| classes.any(|class| class != first))
}

/// With fewer lines, two misreadings often miss the same ones, and nobody could say which of them it was.
const MIN_LINES: usize = 10;

/// The lines in a slice have at least so many tiles. Lines on few tiles would be frequent, and a good guess: two have five, and the three
/// sides of a triangle six.
const MIN_TILES: u32 = 8;

/// With fewer turns, a player seldom has enough tiles for lines of all classes.
const MIN_TURNS: u8 = 24;

/// A game in which one player has lines of every sort and some more, the last of them made by the last move, as if by intent.
#[expect(clippy::expect_used, reason = "the numbers that are drawn are in range")]
pub(super) fn rich_game(rng: &mut ChaCha8Rng) -> Task {
    // Of player 1, a program that always takes that one would be right; and the players before and after the one who is asked for are not
    // player 1 either, so that it can be told from a program whose turns are off by one. With two players nobody could see whether the
    // turns went to two. With four, nobody has enough tiles for lines of all classes.
    let players = Players::new(3).expect("3 players");
    let player = players.player(rng.random_range(2..=3)).expect("the number of a player");
    let task = iter::repeat_with(|| game_of_player(players, player, rng)).flatten().next();
    task.expect("some game is not refused")
}

/// Such a game; none if the lines are too few, or the player has too few turns for those that were drawn.
#[expect(clippy::expect_used, reason = "there are more tiles than turns")]
fn game_of_player(players: Players, player: Player, rng: &mut ChaCha8Rng) -> Option<Task> {
    let is_own = |number: &usize| players.to_move_after(*number) == player;
    // The last move is the player's.
    let turns = rng.random_range(MIN_TURNS..=80 / players.count());
    let moves = usize::from((turns - 1) * players.count()) + player.index() + 1;

    let own = with_all_classes(rng)?;
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
    let is_varied = |slice: Slice| {
        let inside = slice.tiles();
        let is_in_slice =
            |line: &&Line| [inside, tiles].iter().all(|set| set.contains_all(line.mask()));
        let in_lines = lines().iter().filter(is_in_slice).flat_map(Line::tiles);
        in_lines.fold(TileSet::default(), TileSet::with).len() >= MIN_TILES
    };
    if !Slice::ALL.into_iter().all(is_varied) {
        return None;
    }
    let ends = [Tile::new(1)?, Tile::new(Tile::COUNT)?];
    if !ends.into_iter().all(|end| has_two_classes(tiles, end)) {
        return None;
    }
    let makes_lines = |&tile: &Tile| has_two_classes(tiles, tile);
    let last = own.iter().position(makes_lines)?;
    own.swap(0, last);
    let first = own.iter().rposition(makes_lines)?;
    let end = own.len() - 1;
    own.swap(end, first);

    let mut next = |number| if is_own(&number) { own.pop() } else { others.pop() };
    let history = (0..moves).map(|number| next(number).expect("a tile for every turn"));
    Some(Task { game: game_of(players, history), player })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn the_player_has_lines_along_every_choice_of_coordinates() {
        let mut rng = ChaCha8Rng::seed_from_u64(34);
        for task in iter::repeat_with(|| rich_game(&mut rng)).take(100) {
            let lines = task.game.lines_of(task.player);
            assert!(lines.len() >= MIN_LINES, "{}", lines.len());
            let mut classes: Vec<_> = lines.iter().map(changing).collect();
            classes.sort_unstable();
            classes.dedup();
            assert_eq!(classes.len(), 4 + 6 + 4);
        }
    }
}
