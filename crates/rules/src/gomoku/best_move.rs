//! Step 08: the point with the highest score.

mod aspects;
mod games;
mod lines;
mod position;
mod reading;
mod table;

use std::cmp::Reverse;
use std::sync::OnceLock;

use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use self::position::OpenGame;
use self::reading::{Before, Reading};
use crate::texts::{form, gomoku as hints};
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::drawing::{Note, Panel};
use gradus_board::gomoku::{Game, Point};
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// An empty point of each board with the highest score for the player to move.
pub enum BestMove {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    questions: Count<8, 50>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<DisplayFromStr>")]
    questions: Vec<OpenGame>,
}

impl Kind for BestMove {
    const NAME: &'static str = "gomoku/best-move";
    const VERSION: u32 = 5;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 1450;

    type Params = Params;
    type Task = Task;
    type Item = Point;
    type Solution = AnyOf<Point>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::BEST_MOVE]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let count = params.questions.get() as usize;
        Task { questions: Pool::of(steering).choose(rng, count) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Point>> + 'a {
        let mut before = Before::default();
        task.questions.iter().map(move |question| AnyOf(reading.answer(question, &mut before)))
    }

    fn reference(task: &Task) -> Vec<AnyOf<Point>> {
        task.questions.iter().map(|question| AnyOf(question.right().to_vec())).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        let drawn = |game: &OpenGame| {
            let game = game.game();
            Sheet { moves: game.moves(), is_numbered: true, ..Sheet::of(game.board()) }.drawn()
        };
        let panels = Panel::each(task.questions.iter().map(drawn), 1).into_iter();
        let to_move = task.questions.iter().map(|game| game.game().to_move());
        panels
            .zip(to_move)
            .map(|(panel, side)| panel.with_note(Note::ToMove(side.into())))
            .collect()
    }

    fn places_of(item: &str) -> Vec<&str> {
        vec![item]
    }

    fn is_free(task: &Task, position: usize, point: &Point) -> bool {
        let game = task.questions.get(position).map(OpenGame::game);
        game.is_none_or(|game| game.board().at(*point).is_none())
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Point, Text> {
        text.parse().map_err(|_| form::point())
    }
}

/// The games that tasks are made of, made once: a task would need hundreds of random games until every misreading goes wrong on one.
struct Pool {
    games: Vec<PooledGame>,
    /// The misreadings that a task need not show.
    seldom: Vec<usize>,
}

struct PooledGame {
    game: Game,
    faults: Faults,
}

/// A set of faults: for each misreading whether the first point that it takes for the best is wrong, and the last one.
#[derive(Clone, Copy, Default)]
struct Faults {
    first: u128,
    last: u128,
}

/// How many games of each sort are made, and how many of the misreadings that a task need not show each of them shows at least.
const MADE: [(MakeGame, usize, u32); 7] = [
    (games::several, 1400, 3),
    (games::double, 210, 0),
    (games::chain, 150, 0),
    (games::rich, 180, 0),
    (games::late, 60, 0),
    (games::rivals, 1290, 0),
    (games::border, 750, 0),
];

/// How many of them are in the pool. Each fault is shown by dozens of them.
const POOLED: usize = 2000;

type MakeGame = fn(&mut ChaCha8Rng) -> Option<Game>;

/// How many best points a game may have: where many are right, a guess is too.
const MAX_RIGHT: usize = 2;

/// How many games of the pool a task is chosen from.
const SAMPLE: usize = 600;

impl Pool {
    /// The games, for these misreadings, which are always the same.
    fn of(steering: &Steering<BestMove>) -> &'static Self {
        static POOL: OnceLock<Pool> = OnceLock::new();
        POOL.get_or_init(|| Self::new(steering))
    }

    fn new(steering: &Steering<BestMove>) -> Self {
        let seldom = (0..).zip(steering.is_seldom()).filter(|&(_, &is_seldom)| is_seldom);
        let seldom: Vec<usize> = seldom.map(|(number, _)| number).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let mut games = Vec::new();
        for (make, count, least) in MADE {
            let made = std::iter::repeat_with(|| make(&mut rng)).flatten();
            let pooled = made.filter_map(|game| PooledGame::new(game, steering));
            let shown = |game: &PooledGame| game.faults.both() & all(seldom.iter());
            let is_pooled = |game: &PooledGame| shown(game).count_ones() >= least;
            games.extend(pooled.filter(is_pooled).take(count));
        }
        Self { games: finest(games, steering.misreadings().len()), seldom }
    }

    /// So many games on which every misreading goes wrong, each on three of them if that can be had.
    fn choose(&self, rng: &mut ChaCha8Rng, count: usize) -> Vec<OpenGame> {
        let set = rng.random_range(0..games::SETS);
        let drawn = self.seldom.iter().skip(set).step_by(games::SETS);
        let seldom = Seldom { all: all(self.seldom.iter()), drawn: all(drawn) };
        let mut chosen = self.fitting(rng, count, seldom);
        chosen.shuffle(rng);
        chosen.into_iter().map(|game| OpenGame::new(game.game.clone())).collect()
    }

    /// So many games from a part of the pool. Each gives way to a better one, until none is better.
    fn fitting(&self, rng: &mut ChaCha8Rng, count: usize, seldom: Seldom) -> Vec<&PooledGame> {
        let mut chosen: Vec<_> = self.games.sample(rng, SAMPLE.max(count)).collect();
        let mut others = chosen.split_off(count.min(chosen.len()));
        let mut worth = 0;
        loop {
            let mut new_worth = 0;
            for place in 0..chosen.len() {
                let rest = chosen.iter().enumerate().filter(|&(other, _)| other != place);
                let rest = rest.fold(Shown::default(), |shown, (_, game)| shown.and(game.faults));
                let worth = |game: &PooledGame| rest.and(game.faults).worth(seldom);
                let Some(old) = chosen.get_mut(place) else { continue };
                // Most games show nothing that the rest does not show twice.
                let helps = |game: &&mut &PooledGame| rest.lacks(game.faults, seldom);
                let best = others.iter_mut().filter(helps).max_by_key(|game| worth(game));
                if let Some(best) = best.filter(|best| worth(best) > worth(old)) {
                    std::mem::swap(old, best);
                }
                new_worth = worth(old);
            }
            if new_worth <= worth {
                return chosen;
            }
            worth = new_worth;
        }
    }
}

/// The games that show the most faults, where one that few games show counts more: so few games of a task show all of them, and which
/// they are is different from task to task.
fn finest(mut games: Vec<PooledGame>, misreadings: usize) -> Vec<PooledGame> {
    // How rare a fault is, in thousandths: 1000 if all games show it.
    let rarity = |faults: fn(&Faults) -> u128, number: usize| {
        let showing = games.iter().filter(|game| is_in(faults(&game.faults), number)).count();
        1000 * games.len() / showing.max(1)
    };
    let rarities =
        |number| [rarity(|faults| faults.first, number), rarity(|faults| faults.last, number)];
    let rarities: Vec<[usize; 2]> = (0..misreadings).map(rarities).collect();
    let worth = |Faults { first, last }: Faults| -> usize {
        let worth = |(number, &[of_first, of_last]): (usize, &[usize; 2])| {
            let worth = |faults, rarity| if is_in(faults, number) { rarity } else { 0 };
            worth(first, of_first) + worth(last, of_last)
        };
        rarities.iter().enumerate().map(worth).sum()
    };
    games.sort_by_cached_key(|game| Reverse(worth(game.faults)));
    games.truncate(POOLED);
    games
}

/// The set of the misreadings with these numbers.
fn all<'a>(numbers: impl Iterator<Item = &'a usize>) -> u128 {
    numbers.map(|number| 1 << number).sum()
}

/// Whether the misreading with this number is in a set.
fn is_in(set: u128, number: usize) -> bool {
    set >> number & 1 == 1
}

/// The misreadings that a task need not show, and those of them that one is to show.
#[derive(Clone, Copy)]
struct Seldom {
    all: u128,
    drawn: u128,
}

/// The faults that games show, and those that two or three of them show at least.
#[derive(Clone, Copy, Default)]
struct Shown {
    once: Faults,
    twice: Faults,
    thrice: Faults,
}

impl Shown {
    fn and(self, faults: Faults) -> Self {
        Self {
            once: self.once.or(faults),
            twice: self.twice.or(self.once.and(faults)),
            thrice: self.thrice.or(self.twice.and(faults)),
        }
    }

    /// Whether some of these faults are not shown as often as is counted.
    fn lacks(self, Faults { first, last }: Faults, seldom: Seldom) -> bool {
        let enough = self.twice.first & seldom.all | seldom.all & !seldom.drawn;
        first & !(self.thrice.first | enough) != 0 || last & !(self.twice.last | enough) != 0
    }

    /// A fault that is not shown makes the task useless, so it counts more than some that are shown only once. Of several best points
    /// most programs take the first. A seldom fault is told where it is shown twice.
    fn worth(self, seldom: Seldom) -> u32 {
        let count = |faults: u128| (faults & !seldom.all).count_ones();
        let once = 20 * count(self.once.first) + 16 * count(self.once.last);
        let twice = 7 * count(self.twice.first) + 4 * count(self.twice.last);
        let [shown, told] = [self.once, self.twice].map(Faults::both);
        let drawn =
            13 * (shown & seldom.drawn).count_ones() + 18 * (told & seldom.drawn).count_ones();
        let untold = (shown & !told & seldom.all & !seldom.drawn).count_ones();
        (once + twice + count(self.thrice.first) + drawn).saturating_sub(3 * untold)
    }
}

impl PooledGame {
    /// A game with what it shows of these misreadings; none if too many points are the best ones.
    fn new(game: Game, steering: &Steering<BestMove>) -> Option<Self> {
        let question = OpenGame::new(game);
        if question.right().len() > MAX_RIGHT {
            return None;
        }
        let mut faults = Faults::default();
        let decisive = question.decisive();
        for (reading, number) in steering.misreadings().iter().zip(0..) {
            if reading.only_leaves_out_others(decisive) {
                continue;
            }
            let best = reading.answer(&question, &mut Before::default());
            let is_wrong = |point: Option<&Point>| -> u128 {
                point.is_some_and(|point| !question.right().contains(point)).into()
            };
            faults.first |= is_wrong(best.first()) << number;
            faults.last |= is_wrong(best.last()) << number;
        }
        Some(Self { game: question.into_game(), faults })
    }
}

impl Faults {
    /// The misreadings of which both points are wrong.
    fn both(self) -> u128 {
        self.first & self.last
    }

    fn or(self, other: Self) -> Self {
        Self { first: self.first | other.first, last: self.last | other.last }
    }

    fn and(self, other: Self) -> Self {
        Self { first: self.first & other.first, last: self.last & other.last }
    }
}
