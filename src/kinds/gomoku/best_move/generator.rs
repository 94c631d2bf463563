//! The games that tasks are made of, and how those of a task are chosen.

use std::cmp::Reverse;
use std::sync::OnceLock;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use super::games;
use super::position::OpenGame;
use super::reading::{Before, Reading};
use crate::board::gomoku::{Game, Point};

/// The games that tasks are made of, made once: a task would need hundreds of random games until every misreading goes wrong on one.
pub(super) struct Pool {
    games: Vec<PooledGame>,
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

/// How many games of each sort are made.
const MADE: [(MakeGame, usize); 7] = [
    (games::triple, 2100),
    (games::double, 210),
    (games::chain, 150),
    (games::rich, 180),
    (games::late, 60),
    (games::rivals, 1290),
    (games::border, 750),
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
    pub(super) fn of(misreadings: &[Reading]) -> &'static Self {
        static POOL: OnceLock<Pool> = OnceLock::new();
        POOL.get_or_init(|| Self::new(misreadings))
    }

    fn new(misreadings: &[Reading]) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let mut games = Vec::new();
        for (make, count) in MADE {
            let made = std::iter::repeat_with(|| make(&mut rng)).flatten();
            games.extend(made.filter_map(|game| PooledGame::new(game, misreadings)).take(count));
        }
        Self { games: finest(games, misreadings.len()) }
    }

    /// So many games on which every misreading goes wrong, each on three of them if that can be had.
    pub(super) fn choose(&self, rng: &mut ChaCha8Rng, count: usize) -> Vec<OpenGame> {
        let mut chosen = self.fitting(rng, count);
        chosen.shuffle(rng);
        chosen.into_iter().map(|game| OpenGame::new(game.game.clone())).collect()
    }

    /// So many games from a part of the pool. Each gives way to a better one, until none is better.
    fn fitting(&self, rng: &mut ChaCha8Rng, count: usize) -> Vec<&PooledGame> {
        let mut chosen: Vec<_> = self.games.sample(rng, SAMPLE.max(count)).collect();
        let mut others = chosen.split_off(count.min(chosen.len()));
        let mut worth = 0;
        loop {
            let mut new_worth = 0;
            for place in 0..chosen.len() {
                let rest = chosen.iter().enumerate().filter(|&(other, _)| other != place);
                let rest = rest.fold(Shown::default(), |shown, (_, game)| shown.and(game.faults));
                let worth = |game: &PooledGame| rest.and(game.faults).worth();
                let Some(old) = chosen.get_mut(place) else { continue };
                // Most games show nothing that the rest does not show twice.
                let helps = |game: &&mut &PooledGame| rest.lacks(game.faults);
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

/// Whether the misreading with this number is in a set.
fn is_in(set: u128, number: usize) -> bool {
    set >> number & 1 == 1
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
    fn lacks(self, Faults { first, last }: Faults) -> bool {
        first & !self.thrice.first != 0 || last & !self.twice.last != 0
    }

    /// A fault that is not shown makes the task useless, so it counts more than some that are shown only once. Of several best points
    /// most programs take the first.
    fn worth(self) -> u32 {
        let once = 10 * self.once.first.count_ones() + 8 * self.once.last.count_ones();
        let twice = 4 * self.twice.first.count_ones() + 2 * self.twice.last.count_ones();
        once + twice + self.thrice.first.count_ones()
    }
}

impl PooledGame {
    /// A game with what it shows of these misreadings; none if too many points are the best ones.
    fn new(game: Game, misreadings: &[Reading]) -> Option<Self> {
        let question = OpenGame::new(game);
        if question.right().len() > MAX_RIGHT {
            return None;
        }
        let mut faults = Faults::default();
        for (reading, number) in misreadings.iter().zip(0..) {
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
    fn or(self, other: Self) -> Self {
        Self { first: self.first | other.first, last: self.last | other.last }
    }

    fn and(self, other: Self) -> Self {
        Self { first: self.first & other.first, last: self.last & other.last }
    }
}
