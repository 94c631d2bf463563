//! Finds the games of `gomoku/best-move`: sets of eight on which each misreading of the rule has other best moves, on two games or
//! more.
//!
//! ```text
//! cargo run --release --example find-best-move-games -- SETS FIRST_SEED >> src/kinds/gomoku/best_move.txt
//! ```
//!
//! It begins with random boards and changes one stone after the other, and keeps what makes more misreadings fail.

#![expect(clippy::print_stdout, reason = "the games are the output")]
#![expect(clippy::unwrap_used, reason = "whatever fails is a mistake here")]

use std::env;

use gradus::board::gomoku::{Board, Game, Point, Stone};
use gradus::kinds::registry::registry;
use gradus::step::{Evidence, Exercise, Verdict};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};

/// How many games are in a set.
const GAMES: usize = 8;

/// How many changes are tried on a set.
const CHANGES: u32 = 60_000;

/// On how many games a misreading has to fail. One more is wanted, for some depend on how a board is turned.
const NEEDED: u32 = 2;

/// The stones of a game in progress: as many white ones as black ones, or one less.
#[derive(Clone)]
struct Stones {
    black: Vec<Point>,
    white: Vec<Point>,
}

impl Stones {
    fn random(rng: &mut ChaCha8Rng) -> Self {
        let mut stones = Self { black: Vec::new(), white: Vec::new() };
        let middle = Point::from_index(rng.random_range(0..Point::COUNT)).unwrap();
        stones.black.push(middle);
        for turn in 1..rng.random_range(12..40) {
            let point = stones.near(rng);
            if turn % 2 == 0 { stones.black.push(point) } else { stones.white.push(point) }
        }
        stones
    }

    fn all(&self) -> impl Iterator<Item = Point> {
        self.black.iter().chain(&self.white).copied()
    }

    /// An empty point near the stones.
    fn near(&self, rng: &mut ChaCha8Rng) -> Point {
        let all: Vec<Point> = self.all().collect();
        loop {
            let by = (rng.random_range(-3..=3), rng.random_range(-3..=3));
            let point = all.choose(rng).and_then(|point| point.offset(by.0, by.1));
            if let Some(point) = point.filter(|point| !all.contains(point)) {
                return point;
            }
        }
    }

    /// The stones with a change.
    fn changed(&self, rng: &mut ChaCha8Rng) -> Option<Self> {
        let mut stones = self.clone();
        match rng.random_range(0..10) {
            0 => {
                let (black, white) = (stones.near(rng), stones.near(rng));
                if black == white || stones.black.len() > 24 {
                    return None;
                }
                stones.black.push(black);
                stones.white.push(white);
            }
            1 => {
                if stones.white.len() < 5 {
                    return None;
                }
                let black = rng.random_range(0..stones.black.len());
                let white = rng.random_range(0..stones.white.len());
                stones.black.remove(black);
                stones.white.remove(white);
            }
            2 => {
                // The other side is to move.
                if stones.black.len() == stones.white.len() {
                    let black = stones.near(rng);
                    stones.black.push(black);
                } else {
                    let black = rng.random_range(0..stones.black.len());
                    stones.black.remove(black);
                }
            }
            3 => {
                let by = (rng.random_range(-1..=1), rng.random_range(-1..=1));
                let all = stones.black.iter_mut().chain(&mut stones.white);
                for point in all {
                    *point = point.offset(by.0, by.1)?;
                }
            }
            _ => {
                let to = stones.near(rng);
                let is_black = rng.random();
                let side = if is_black { &mut stones.black } else { &mut stones.white };
                *side.choose_mut_of(rng)? = to;
            }
        }
        Some(stones)
    }

    /// The game; none if somebody has five in a row.
    fn game(&self) -> Option<Game> {
        let mut board = Board::empty();
        self.black.iter().for_each(|&point| board.place(point, Stone::Black));
        self.white.iter().for_each(|&point| board.place(point, Stone::White));
        if self.all().any(|point| board.has_five_through(point)) {
            return None;
        }
        let mut game = Game::new();
        for turn in 0..self.black.len() + self.white.len() {
            let side = if turn % 2 == 0 { &self.black } else { &self.white };
            game.play(side[turn / 2]).unwrap();
        }
        Some(game)
    }
}

trait ChooseMut {
    type Item;

    fn choose_mut_of(&mut self, rng: &mut ChaCha8Rng) -> Option<&mut Self::Item>;
}

impl<T> ChooseMut for Vec<T> {
    type Item = T;

    fn choose_mut_of(&mut self, rng: &mut ChaCha8Rng) -> Option<&mut T> {
        let place = rng.random_range(0..self.len().max(1));
        self.get_mut(place)
    }
}

/// Which misreadings have no best move in common with the rule on a game.
fn failing(exercise: &dyn Exercise, game: &Game) -> Vec<bool> {
    let task = serde_json::json!({ "questions": [game.to_string()] });
    let task = exercise.parse_task(&task.to_string()).unwrap();
    let mut failing = Vec::new();
    for pair in task.wrong_solutions().chunks(2) {
        let is_wrong = pair.iter().all(|(_, answer)| {
            matches!(task.judge(&answer.submission, &Evidence::None), Verdict::Wrong(_))
        });
        failing.push(is_wrong);
    }
    failing
}

/// How good it is that each misreading fails on so many games.
fn value(times: &[u32]) -> u32 {
    let value = |&times: &u32| match times {
        0 => 0,
        1 => 10,
        2 => 17,
        3 => 19,
        _ => 20,
    };
    times.iter().map(value).sum()
}

/// A set, if one is found from here.
fn set(exercise: &dyn Exercise, rng: &mut ChaCha8Rng) -> Option<Vec<Game>> {
    let mut set: Vec<(Stones, Game, Vec<bool>)> = Vec::new();
    while set.len() < GAMES {
        let stones = Stones::random(rng);
        if let Some(game) = stones.game() {
            let failing = failing(exercise, &game);
            set.push((stones, game, failing));
        }
    }
    let mut times = vec![0_u32; exercise.misconceptions().len()];
    for (_, _, failing) in &set {
        times.iter_mut().zip(failing).for_each(|(times, &fails)| *times += u32::from(fails));
    }
    for change in 0..CHANGES {
        let place = rng.random_range(0..GAMES);
        let Some(stones) = set[place].0.changed(rng) else { continue };
        let Some(game) = stones.game() else { continue };
        let new = failing(exercise, &game);
        let mut new_times = times.clone();
        for ((times, &old), &new) in new_times.iter_mut().zip(&set[place].2).zip(&new) {
            *times = *times - u32::from(old) + u32::from(new);
        }
        if value(&new_times) >= value(&times) {
            times = new_times;
            set[place] = (stones, game, new);
        }
        if change % 100 == 0
            && times.iter().filter(|&&times| times > NEEDED).count() * 20 > times.len() * 19
            && times.iter().all(|&times| times >= NEEDED)
        {
            break;
        }
    }
    let names = exercise.misconceptions().iter().zip(&times);
    let rare: Vec<_> = names
        .filter(|&(_, &times)| times < NEEDED)
        .map(|(known, times)| format!("{}={times}", known.id))
        .collect();
    eprintln!("value {} of {}, rare: {}", value(&times), 20 * times.len(), rare.join(" "));
    rare.is_empty().then(|| set.into_iter().map(|(_, game, _)| game).collect())
}

fn main() {
    let mut arguments = env::args().skip(1).map(|argument| argument.parse::<u64>().unwrap());
    let (sets, first) = (arguments.next().unwrap_or(1), arguments.next().unwrap_or(0));
    let exercise = registry().exercise("gomoku/best-move", "step.toml", "").unwrap();
    for seed in first..first + sets {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        if let Some(mut games) = set(&*exercise, &mut rng) {
            games.shuffle(&mut rng);
            let games: Vec<String> = games.iter().map(Game::to_string).collect();
            println!("{}", games.join(" "));
        }
    }
}
