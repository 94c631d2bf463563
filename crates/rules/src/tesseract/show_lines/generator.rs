//! The game of a task: one player has lines of every sort.

use std::iter;
use std::sync::LazyLock;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, IteratorRandom as _, SliceRandom as _};

use crate::tesseract::games::{changing, direction, game_of};
use gradus_board::lattice::tesseract::{
    Game, Line, Player, Players, Tile, TileSet, lines, lines_through,
};

/// The tiles with one value of the first coordinate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Slice(u8);

impl Slice {
    pub(super) const ALL: [Self; 3] = [Self(1), Self(2), Self(3)];

    pub(super) fn tiles(self) -> TileSet {
        Tile::all().filter(|tile| tile.coordinates()[0] == self.0).collect()
    }
}

/// A line as the generator looks at it.
struct Shape {
    tiles: TileSet,
    /// Which coordinates change along it, as a bit for each choice of them.
    choice: u32,
    /// Among the lines along which as many coordinates change, whether one falls: a bit for either sort of each number.
    sense: u32,
    /// The place of the slice in which it lies, if it lies in one.
    slice: Option<usize>,
}

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| lines().iter().map(Shape::of).collect());

impl Shape {
    fn of(line: &Line) -> Self {
        let axes = changing(line);
        let count = axes.iter().filter(|&&changes| changes).count();
        let place = axes.iter().fold(0, |place, &changes| 2 * place + u32::from(changes));
        let falls = direction(line).contains(&-1);
        Self {
            tiles: line.mask(),
            choice: 1 << place,
            sense: 1 << (2 * count + usize::from(falls)),
            slice: Slice::ALL.iter().position(|slice| slice.tiles().contains_all(line.mask())),
        }
    }
}

/// The choices of so many coordinates, as bits.
fn choices_of(count: u32) -> u32 {
    (0..16_u32).filter(|place| place.count_ones() == count).fold(0, |bits, place| bits | 1 << place)
}

/// Two and three coordinates change, and one falls or none does: see [`Shape::sense`].
const SENSES: u32 = 0b1111_0000;

/// What the tiles of a player have to show.
struct Wanted {
    tiles: usize,
    /// For so many of the four choices of three coordinates there is a line along which these change.
    spaces: u32,
    /// The lines in a slice have at least so many tiles. Lines on few tiles would be frequent, and a good guess: two have five, and the
    /// three sides of a triangle six.
    in_a_slice: u32,
    /// Tiles through which lines with different choices of coordinates run.
    crossings: Vec<Tile>,
}

impl Wanted {
    /// How far tiles are from that: 0 if they show it.
    ///
    /// There are lines along each axis, in each plane, and rising and falling ones, so that a program that leaves some out is wrong.
    fn shortfall(&self, own: TileSet) -> u32 {
        let (mut choices, mut senses) = (0, 0);
        let mut covered = Slice::ALL.map(|_| TileSet::default());
        let mut crossing = vec![0_u32; self.crossings.len()];
        for shape in SHAPES.iter().filter(|shape| own.contains_all(shape.tiles)) {
            choices |= shape.choice;
            senses |= shape.sense;
            if let Some(covered) = shape.slice.and_then(|place| covered.get_mut(place)) {
                *covered = *covered | shape.tiles;
            }
            for (&tile, choices) in self.crossings.iter().zip(&mut crossing) {
                if shape.tiles.contains(tile) {
                    *choices |= shape.choice;
                }
            }
        }
        let missing = |wanted: u32, seen: u32| (wanted & !seen).count_ones();
        let spaces = (choices & choices_of(3)).count_ones();
        let in_slices = covered.iter().map(|tiles| self.in_a_slice.saturating_sub(tiles.len()));
        missing(choices_of(1) | choices_of(2), choices)
            + missing(SENSES, senses)
            + self.spaces.saturating_sub(spaces)
            + in_slices.sum::<u32>()
            + crossing.iter().map(|choices| 2_u32.saturating_sub(choices.count_ones())).sum::<u32>()
    }

    /// Tiles that show it: random ones, of which some are exchanged for those of a line as long as they come no farther from it.
    fn tiles(&self, rng: &mut ChaCha8Rng) -> Option<TileSet> {
        let fixed: TileSet = self.crossings.iter().copied().collect();
        let others = Tile::all().filter(|&tile| !fixed.contains(tile));
        let drawn = others.sample(rng, self.tiles - self.crossings.len());
        let mut own: TileSet = fixed.iter().chain(drawn).collect();
        let mut shortfall = self.shortfall(own);
        for _ in 0..STEPS {
            if shortfall == 0 {
                return Some(own);
            }
            let few = SHAPES.sample(rng, TRIES).filter(|shape| !own.contains_all(shape.tiles));
            let Some(line) = few.min_by_key(|shape| (shape.tiles - own).len()) else { continue };
            let mut changed = own | line.tiles;
            while changed.len() as usize > self.tiles {
                let spare = (changed - line.tiles - fixed).iter();
                changed.remove(spare.choose(rng)?);
            }
            let farther = self.shortfall(changed);
            if farther <= shortfall {
                (own, shortfall) = (changed, farther);
            }
        }
        None
    }
}

/// After so many exchanges, other tiles are drawn.
const STEPS: usize = 1000;

/// Of so many lines, the one that needs the fewest tiles more is taken.
const TRIES: usize = 4;

/// The tiles with the first and the last id.
fn ends() -> impl Iterator<Item = Tile> {
    [1, Tile::COUNT].into_iter().filter_map(Tile::new)
}

/// A game in which one player has lines of every sort, the last of them made by the last move, as if by intent.
#[expect(clippy::expect_used, reason = "the numbers that are drawn are in range")]
pub(super) fn rich_game(rng: &mut ChaCha8Rng) -> (Game, Player) {
    // Of player 1, a program that always takes that one would be right; and the players before and after the one who is asked for are not
    // player 1 either, so that it can be told from a program whose turns are off by one. With two players nobody could see whether the
    // turns went to two.
    let (count, number) = if rng.random() { (3, rng.random_range(2..=3)) } else { (4, 3) };
    let players = Players::new(count).expect("3 or 4 players");
    let player = players.player(number).expect("the number of a player");
    let game = iter::repeat_with(|| game_of_player(players, player, rng)).flatten().next();
    (game.expect("some game is not refused"), player)
}

/// Such a game; none if the tiles that were drawn cannot show what they have to.
#[expect(clippy::expect_used, reason = "there are more tiles than turns")]
fn game_of_player(players: Players, player: Player, rng: &mut ChaCha8Rng) -> Option<Game> {
    let is_own = |number: &usize| players.to_move_after(*number) == player;
    // Four players have twenty tiles each, too few for all spaces.
    let (turns, spaces, in_a_slice) =
        if players.count() == 3 { (rng.random_range(24..=26), 4, 8) } else { (20, 2, 6) };
    // The last move is the player's.
    let moves = usize::from((turns - 1) * players.count()) + player.index() + 1;
    // A loop that misses the first tile or the last is to be told from a program that does not know some direction. Of four players' tiles
    // too few would be left to chance with both.
    let crossings = if players.count() == 3 { ends().collect() } else { ends().sample(rng, 1) };
    let tiles = Wanted { tiles: turns.into(), spaces, in_a_slice, crossings }.tiles(rng)?;

    let mut others: Vec<Tile> = Tile::all().filter(|&tile| !tiles.contains(tile)).collect();
    others.shuffle(rng);
    let mut own: Vec<Tile> = tiles.iter().collect();
    own.shuffle(rng);
    // If the lines of the first move or the last are missing, no direction alone can be the cause. Taken from the end: the first one is
    // the tile of the last move.
    let makes_lines = |&tile: &Tile| {
        let made = lines_through(tile).iter().filter(|line| tiles.contains_all(line.mask()));
        let mut choices = made.map(changing);
        choices.next().is_some_and(|first| choices.any(|choice| choice != first))
    };
    let last = own.iter().position(makes_lines)?;
    own.swap(0, last);
    let first = own.iter().rposition(makes_lines)?;
    let end = own.len() - 1;
    own.swap(end, first);

    let mut next = |number| if is_own(&number) { own.pop() } else { others.pop() };
    let history = (0..moves).map(|number| next(number).expect("a tile for every turn"));
    Some(game_of(players, history))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn the_player_has_lines_of_every_sort_with_three_and_four_players() {
        let mut rng = ChaCha8Rng::seed_from_u64(34);
        let mut seen = [0; 5];
        for (game, player) in iter::repeat_with(|| rich_game(&mut rng)).take(300) {
            let players = game.players().count();
            seen[usize::from(players)] += 1;
            let lines = game.lines_of(player);
            let count = |changes: usize| {
                let all = lines.iter().map(changing);
                let mut choices: Vec<_> = all
                    .filter(|axes| axes.iter().filter(|&&axis| axis).count() == changes)
                    .collect();
                choices.sort_unstable();
                choices.dedup();
                choices.len()
            };
            assert_eq!([count(1), count(2)], [4, 6]);
            assert!(count(3) >= if players == 3 { 4 } else { 2 });
        }
        assert!(seen[3..].iter().all(|&count| count >= 50), "{seen:?}");
    }
}
