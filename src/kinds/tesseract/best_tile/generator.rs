//! The games of a task, by what their best tiles add.

use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::reading::Reading;
use super::{BestTile, OpenGame, Task};
use crate::board::lattice::tesseract::{Line, Players, Tile};
use crate::kinds::tesseract::games::{changes, game_of, random_history, random_players};
use crate::step::{Kind as _, Steering};

/// A task with so many games.
pub(super) fn task(rng: &mut ChaCha8Rng, steering: &Steering<BestTile>, count: usize) -> Task {
    // One game in six has no tile that adds a line, or nobody could see which tile is named then.
    let without_lines = count.div_ceil(6);
    let mut sorts = SORTS.iter().zip(PLAYERS).cycle();
    let mut games = steering.cover(
        rng,
        count - without_lines,
        6,
        |rng| {
            let (sort, players) = sorts.next().unwrap_or((&Sort::Any(1), 2..=4));
            open_game(rng, *sort, players)
        },
        |game| Task { games: vec![game.clone()] },
    );
    games.extend((0..without_lines).map(|_| open_game(rng, Sort::WithoutLines, 2..=4)));
    // In an order in which the games are not like the ones before them.
    let mut task = Task { games };
    for _ in 0..MAX_SHUFFLES {
        task.games.shuffle(rng);
        if shows_kept_tiles(&task) {
            break;
        }
    }
    task
}

/// So many orders of the games are tried.
const MAX_SHUFFLES: u32 = 6;

/// Whether some items of a task are wrong if the best tile of an earlier game is kept.
fn shows_kept_tiles(task: &Task) -> bool {
    let keeping = Reading::keeping_the_best();
    let reference = BestTile::reference(task);
    let both = reference.iter().zip(BestTile::solve(task, &keeping));
    both.filter(|(right, read)| *right != read).count() >= 2
}

/// With more than this number of best tiles, a guess would hit one too easily.
const MAX_BEST_TILES: usize = 4;

/// From this number of moves on it happens that no tile adds a line, and that few tiles are free: a guess would hit one of many too easily.
const MIN_MOVES_WITHOUT_LINES: u8 = 76;

/// What the best tile of a game adds.
#[derive(Clone, Copy, Debug)]
enum Sort {
    /// Nothing.
    WithoutLines,
    /// So many lines, three standing for more too.
    Any(u32),
    /// Among others a line along which one coordinate changes.
    OneAtOnce,
    /// Among others a line along which three coordinates change: every seventh line is one.
    ThreeAtOnce,
    /// Among others a line along which one coordinate rises and one falls: every fifth line is one.
    RisingAndFalling,
    /// Among others a line of which the tile is in the middle.
    InTheMiddle,
    /// One or more lines, but the tile that was taken last would have added more.
    LessThanTheLast,
}

/// The sorts of the games of a task, one after another.
const SORTS: [Sort; 6] = [
    Sort::LessThanTheLast,
    Sort::ThreeAtOnce,
    Sort::RisingAndFalling,
    Sort::LessThanTheLast,
    Sort::InTheMiddle,
    Sort::OneAtOnce,
];

/// How many players the games of these sorts have: with two of them, nobody could see whether the turns went to two.
const PLAYERS: [RangeInclusive<u8>; 6] = [3..=4, 3..=4, 2..=2, 3..=4, 2..=3, 3..=4];

impl Sort {
    /// Whether a tile that adds these lines is of the sort.
    fn is_made_by(self, tile: Tile, lines: &[Line]) -> bool {
        let has = |is_asked: fn(&Line) -> bool| lines.iter().any(is_asked);
        match self {
            Self::WithoutLines => lines.is_empty(),
            Self::LessThanTheLast => !lines.is_empty(),
            Self::OneAtOnce => has(|line| matches!(changes(line), (1, 0) | (0, 1))),
            Self::Any(count) => lines.len().min(3) == count as usize,
            Self::ThreeAtOnce => {
                has(|line| matches!(changes(line), (rising, falling) if rising + falling == 3))
            }
            Self::RisingAndFalling => has(|line| changes(line) == (1, 1)),
            Self::InTheMiddle => lines.iter().any(|line| line.tiles()[1] == tile),
        }
    }
}

/// A game of two to four players whose best tiles are few and of this sort. The moves are random, so many lines are open.
fn open_game(rng: &mut ChaCha8Rng, sort: Sort, range: RangeInclusive<u8>) -> OpenGame {
    loop {
        let players = random_players(rng, range.clone());
        let moves = match sort {
            Sort::WithoutLines => rng.random_range(MIN_MOVES_WITHOUT_LINES..Tile::COUNT),
            _ => rng.random_range(7 * players.count()..=70),
        };
        let mut history = random_history(rng, moves);
        if matches!(sort, Sort::LessThanTheLast) && !add_best_for_the_next(players, &mut history) {
            continue;
        }
        let game = game_of(players, history);
        let lines = |tile: &Tile| game.lines_made_by(*tile);
        let added: Vec<(Tile, usize)> =
            game.free_tiles().map(|tile| (tile, lines(&tile).count())).collect();
        let highest = added.iter().map(|&(_, count)| count).max();
        let best = || added.iter().filter(|&&(_, count)| Some(count) == highest);
        let is_of_sort = |(tile, _): &(Tile, usize)| {
            let lines: Vec<Line> = lines(tile).collect();
            sort.is_made_by(*tile, &lines)
        };
        // A program may begin with tile 1 and find none that is better.
        if matches!(sort, Sort::WithoutLines) && game.free_tiles().any(|tile| tile.id() == 1) {
            continue;
        }
        if best().count() <= MAX_BEST_TILES && best().all(is_of_sort) {
            return OpenGame(game);
        }
    }
}

/// Lets the player to move take the tile that would add the most lines for the next one; false if another would add as many.
fn add_best_for_the_next(players: Players, history: &mut Vec<Tile>) -> bool {
    let rule = Reading::default();
    let course = rule.turns.course_of(players, history, rule.lines.lines());
    let next = (history.len() + 1) % usize::from(players.count());
    let counts = rule.counts(rule.lines.lines(), &course, next);
    let count = |tile: &Tile| counts.get(usize::from(tile.id())).copied().unwrap_or(0);
    let is_free = |tile: &Tile| course.owner(tile.id()).is_none();
    let mut free: Vec<Tile> = Tile::all().filter(is_free).collect();
    free.sort_by_key(count);
    let (Some(best), second) = (free.pop(), free.last().map_or(0, count)) else { return false };
    history.push(best);
    count(&best) > second
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;
    use crate::step::AnyOf;

    #[test]
    fn the_best_tiles_of_a_game_are_few_and_of_its_sort() {
        let mut rng = ChaCha8Rng::seed_from_u64(37);
        for sort in [&SORTS[..], &[Sort::WithoutLines, Sort::Any(2), Sort::Any(3)]].concat() {
            let OpenGame(game) = open_game(&mut rng, sort, 2..=4);
            let task = Task { games: vec![OpenGame(game.clone())] };
            let [AnyOf(best)] = &BestTile::reference(&task)[..] else { panic!("one game") };
            assert!((1..=MAX_BEST_TILES).contains(&best.len()), "{sort:?}");
            for gain in best {
                let tile = Tile::new(u8::try_from(gain.tile).unwrap()).unwrap();
                let lines: Vec<Line> = game.lines_made_by(tile).collect();
                assert!(sort.is_made_by(tile, &lines), "{sort:?}");
                assert_eq!(lines.len(), gain.lines as usize);
            }
        }
    }
}
