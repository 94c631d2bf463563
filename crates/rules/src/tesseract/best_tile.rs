//! Step 37: the tile that makes the most lines now.

mod reading;

use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IteratorRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use self::reading::{Gain, OpenGame, Reading};
use super::games::{Played, changing, game_of, panels, random_history, random_players};
use crate::texts::{form, tesseract as hints};
use gradus_board::drawing::Panel;
use gradus_board::lattice::tesseract::{Game, Line, Tile, TileSet, lines_through};
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// For each game a free tile that adds the most lines for the player to move, and how many.
pub enum BestTile {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    games: Count<6, 30>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    games: Vec<OpenGame>,
}

impl Kind for BestTile {
    const NAME: &'static str = "tesseract/best-tile";
    const VERSION: u32 = 6;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 1000;
    // So few that no item counts as rarer than one in 44: a reading holds several tiles for the best, and there are many readings, so
    // that a random item is that of some reading far more often than the item is right. One wrong item and no other just tells a cause,
    // as the tile that is named where no tile adds a line; where other items are wrong too, it takes two.
    const SAMPLE_TASKS: u32 = 7;

    type Params = Params;
    type Task = Task;
    type Item = Gain;
    type Solution = AnyOf<Gain>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::BEST_TILE, hints::GAMES]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        task(rng, steering, params.games.get() as usize)
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Gain>> + 'a {
        reading.gains(&task.games).map(AnyOf)
    }

    fn reference(task: &Task) -> Vec<AnyOf<Gain>> {
        let best = |OpenGame(played): &OpenGame| {
            let game = played.game();
            let gains: Vec<Gain> = game.free_tiles().map(|tile| Gain::of(game, tile)).collect();
            let highest = gains.iter().map(|gain| gain.lines).max();
            AnyOf(gains.into_iter().filter(|gain| Some(gain.lines) == highest).collect())
        };
        task.games.iter().map(best).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        panels(task.games.iter().map(|open| open.0.game()))
    }

    fn places_of(item: &str) -> Vec<&str> {
        item.split(':').take(1).collect()
    }

    fn is_free(task: &Task, position: usize, gain: &Gain) -> bool {
        let game = task.games.get(position).map(|OpenGame(played)| played.game());
        game.is_none_or(|game| game.free_tiles().any(|tile| u32::from(tile.id()) == gain.tile))
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Gain, Text> {
        let gain = || {
            let (tile, lines) = text.split_once(':')?;
            let tile: Tile = tile.trim().parse().ok()?;
            Some(Gain { tile: tile.id().into(), lines: lines.trim().parse().ok()? })
        };
        gain().ok_or_else(form::gain)
    }
}

/// A task with so many games.
fn task(rng: &mut ChaCha8Rng, steering: &Steering<BestTile>, count: usize) -> Task {
    // One game in six has no tile that adds a line, or nobody could see which tile is named then.
    let without_lines = count.div_ceil(6);
    let plans = plans(rng, count - without_lines);
    let instantiate = |game: &OpenGame| Task { games: vec![game.clone()] };
    let mut games = steering.cover_each(rng, &plans, ROUNDS, planned, instantiate);
    games.extend((0..without_lines).map(|_| without_lines_to_add(rng)));
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

/// How often a game is drawn once more to find one on which more misreadings are wrong.
const ROUNDS: usize = 1;

/// So many orders of the games are tried.
const MAX_SHUFFLES: u32 = 6;

/// Whether some items of a task are wrong if the best tile of an earlier game is kept.
fn shows_kept_tiles(task: &Task) -> bool {
    let keeping = Reading::keeping_the_best();
    let reference = BestTile::reference(task);
    let both = reference.iter().zip(BestTile::solve(task, &keeping));
    both.filter(|(right, read)| *right != read).count() >= 2
}

/// What a game is made for.
#[derive(Clone, Debug)]
struct Plan {
    sort: Sort,
    players: RangeInclusive<u8>,
    /// So many lines the best tile adds.
    lines: usize,
    /// Among them is one for each of these choices of coordinates, along which just these change: a program that does not know
    /// one of them finds too few.
    choices: Vec<[bool; 4]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Any,
    /// The tile is in the middle of one of the lines.
    InTheMiddle,
    /// The tile that was taken last would have added more.
    LessThanTheLast,
}

/// Of what sort the games of a task are, how many play, and how many lines the best tile adds. With two players, nobody could see whether
/// the turns went to two. A program that does not know a choice of coordinates finds one line less: that number is never right.
const SORTS: [(Sort, RangeInclusive<u8>, usize); 5] = [
    (Sort::Any, 3..=4, 5),
    (Sort::Any, 2..=2, 7),
    (Sort::InTheMiddle, 2..=3, 3),
    (Sort::InTheMiddle, 3..=4, 5),
    (Sort::LessThanTheLast, 3..=4, 3),
];

/// So many choices of coordinates a best tile is planted for, so that five of them show all fourteen.
const CHOICES: usize = 3;

/// Plans for so many games, among which all choices of coordinates are dealt.
fn plans(rng: &mut ChaCha8Rng, count: usize) -> Vec<Plan> {
    let all = (1..15_u8).map(|bits| [3, 2, 1, 0].map(|place| bits >> place & 1 == 1));
    loop {
        let mut left = Vec::new();
        let mut plan = |(sort, players, lines): (Sort, RangeInclusive<u8>, usize)| {
            if left.len() < CHOICES {
                let is_new = |choice: &[bool; 4]| !left.contains(choice);
                let mut more: Vec<[bool; 4]> = all.clone().filter(is_new).collect();
                more.shuffle(rng);
                left.append(&mut more);
            }
            Plan { sort, players, lines, choices: left.drain(..CHOICES).collect() }
        };
        let plans: Vec<Plan> = SORTS.into_iter().cycle().take(count).map(&mut plan).collect();
        // Not through every tile lines lead along all choices.
        if plans.iter().all(|plan| best_tile(rng, plan).is_some()) {
            return plans;
        }
    }
}

/// A tile, and the lines of a plan through it; none if there is no such tile.
fn best_tile(rng: &mut ChaCha8Rng, plan: &Plan) -> Option<(Tile, Vec<Line>)> {
    let mut tiles: Vec<Tile> = Tile::all().collect();
    tiles.shuffle(rng);
    tiles.into_iter().find_map(|tile| {
        let mut line_along = |choice: &[bool; 4]| {
            lines_through(tile).iter().filter(|line| changing(line) == *choice).choose(rng).copied()
        };
        let mut lines: Vec<Line> =
            plan.choices.iter().map(&mut line_along).collect::<Option<_>>()?;
        let others = lines_through(tile).iter().filter(|line| !lines.contains(line)).copied();
        let more = others.sample(rng, plan.lines - lines.len());
        lines.extend(more);
        let is_of_sort =
            plan.sort != Sort::InTheMiddle || lines.iter().any(|line| line.tiles()[1] == tile);
        is_of_sort.then_some((tile, lines))
    })
}

/// A game as it is planned.
fn planned(rng: &mut ChaCha8Rng, plan: &Plan) -> OpenGame {
    loop {
        if let Some(game) = drawn(rng, plan) {
            return OpenGame(Played::new(game));
        }
    }
}

/// Such a game, if no other tile adds as many lines as the planned one.
fn drawn(rng: &mut ChaCha8Rng, plan: &Plan) -> Option<Game> {
    let players = random_players(rng, plan.players.clone());
    let (best, lines) = best_tile(rng, plan)?;
    let with_lines =
        |own: TileSet, lines: &[Line]| lines.iter().fold(own, |own, line| own | line.mask());
    let mut own = with_lines(TileSet::default(), &lines).without(best);
    let mut last = None;
    if plan.sort == Sort::LessThanTheLast {
        let tile = Tile::all().filter(|&tile| tile != best && !own.contains(tile)).choose(rng)?;
        let others = lines_through(tile).iter().filter(|line| !line.mask().contains(best));
        let others: Vec<Line> = others.copied().sample(rng, lines.len() + 1);
        own = with_lines(own, &others).without(tile);
        last = Some(tile);
    }

    let mut rest: Vec<Tile> = Tile::all()
        .filter(|&tile| !own.contains(tile) && ![Some(best), last].contains(&Some(tile)))
        .collect();
    rest.shuffle(rng);
    let more = rng.random_range(MORE_TILES);
    own = rest.drain(..more).fold(own, TileSet::with);
    let count = usize::from(players.count());
    let turn = rng.random_range(0..count);
    let moves = own.len() as usize * count + turn;
    let added = |tile: Tile| {
        let with_tile = own.with(tile);
        lines_through(tile).iter().filter(|line| with_tile.contains_all(line.mask())).count()
    };
    let mut own: Vec<Tile> = own.iter().collect();
    own.shuffle(rng);
    let history: Option<Vec<Tile>> = (0..moves)
        .map(|number| match last {
            _ if number % count == turn => own.pop(),
            Some(tile) if number + 1 == moves => Some(tile),
            _ => rest.pop(),
        })
        .collect();
    let is_best = added(best) == plan.lines
        && rest.iter().all(|&tile| added(tile) < plan.lines)
        && last.is_none_or(|tile| added(tile) > plan.lines);
    Some(game_of(players, history.filter(|_| is_best)?))
}

/// So many tiles the player has beside those that are planted.
const MORE_TILES: RangeInclusive<usize> = 1..=6;

/// From this number of moves on it happens that no tile adds a line, and that few tiles are free: a guess would hit one of many too easily.
const MIN_MOVES_WITHOUT_LINES: u8 = 76;

/// A game in which no free tile adds a line.
fn without_lines_to_add(rng: &mut ChaCha8Rng) -> OpenGame {
    loop {
        let players = random_players(rng, 2..=4);
        let moves = rng.random_range(MIN_MOVES_WITHOUT_LINES..Tile::COUNT);
        let game = game_of(players, random_history(rng, moves));
        let adds_none = |tile: Tile| game.lines_made_by(tile).next().is_none();
        // A program may begin with tile 1 and find none that is better.
        if game.free_tiles().all(|tile| tile.id() != 1 && adds_none(tile)) {
            return OpenGame(Played::new(game));
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;
    use gradus_step::AnyOf;

    #[test]
    fn the_best_tile_of_a_game_is_one_and_has_the_lines_of_its_plan() {
        let mut rng = ChaCha8Rng::seed_from_u64(37);
        for plan in plans(&mut rng, 15) {
            let OpenGame(played) = planned(&mut rng, &plan);
            let task = Task { games: vec![OpenGame(played.clone())] };
            let [AnyOf(best)] = &BestTile::reference(&task)[..] else { panic!("one game") };
            let [gain] = &best[..] else { panic!("one tile: {plan:?}") };
            let tile = Tile::new(u8::try_from(gain.tile).unwrap()).unwrap();
            let lines: Vec<Line> = played.game().lines_made_by(tile).collect();
            assert_eq!(lines.len(), gain.lines as usize);
            let made: Vec<[bool; 4]> = lines.iter().map(changing).collect();
            assert!(plan.choices.iter().all(|choice| made.contains(choice)), "{plan:?}");
        }
    }
}
