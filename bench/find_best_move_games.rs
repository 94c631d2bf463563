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
use gradus::step::{Evidence, Exercise, Verdict, WorkedAnswer};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};

/// How many games are in a set.
const GAMES: usize = 8;

/// A misreading that fails so seldom that its games are not found by changing one stone after the other.
const HARD: &str = "no-value-without-pattern";

/// How many changes are tried on a set.
const CHANGES: u32 = 20_000;

/// How much worse a set may become by a change, at first.
const WORSE: u32 = 16;

/// On how many games a misreading has to fail.
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
        for turn in 1..rng.random_range(5..36) {
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
                if stones.white.len() < 3 {
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
                let place = rng.random_range(0..side.len());
                *side.get_mut(place)? = to;
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

/// Whether the first best move of a misreading is wrong on a game, and whether the last one is: two answers for each misreading.
fn failing(exercise: &dyn Exercise, game: &Game) -> Vec<bool> {
    let task = serde_json::json!({ "questions": [game.to_string()] });
    let task = exercise.parse_task(&task.to_string()).unwrap();
    let verdict = |answer: WorkedAnswer| task.judge(&answer.submission, &Evidence::None);
    let answers = task.wrong_solutions().into_iter();
    answers.map(|(_, answer)| matches!(verdict(answer), Verdict::Wrong(_))).collect()
}

/// A set of games, and how often each answer is wrong on it.
struct Set<'a> {
    exercise: &'a dyn Exercise,
    games: Vec<(Stones, Game, Vec<bool>)>,
    times: Vec<u32>,
}

impl<'a> Set<'a> {
    fn random(exercise: &'a dyn Exercise, rng: &mut ChaCha8Rng) -> Self {
        let answers = 2 * exercise.misconceptions().len();
        let mut set = Self { exercise, games: Vec::new(), times: vec![0; answers] };
        for _ in 0..GAMES {
            set.add_random(rng);
        }
        set
    }

    /// Adds a random game. As long as one of the answers that are hardly ever wrong is wrong too seldom, it is one on which it is.
    fn add_random(&mut self, rng: &mut ChaCha8Rng) {
        let known = self.exercise.misconceptions().iter().position(|known| known.id == HARD);
        let answers = known.into_iter().flat_map(|place| [2 * place, 2 * place + 1]);
        let hard = answers.filter(|&answer| self.times[answer] < NEEDED).next();
        let mut tries = 0;
        let (stones, game, failing) = loop {
            let stones = Stones::random(rng);
            let Some(game) = stones.game() else { continue };
            let failing = failing(self.exercise, &game);
            tries += 1;
            if tries > 20_000 || hard.is_none_or(|answer| failing[answer]) {
                break (stones, game, failing);
            }
        };
        self.times.iter_mut().zip(&failing).for_each(|(times, &fails)| *times += u32::from(fails));
        self.games.push((stones, game, failing));
    }

    fn remove_first(&mut self) {
        let (_, _, failing) = self.games.remove(0);
        self.times.iter_mut().zip(failing).for_each(|(times, fails)| *times -= u32::from(fails));
    }

    /// Tries a change, and keeps it if it makes the set better, or worse by no more than this.
    fn try_change(&mut self, rng: &mut ChaCha8Rng, worse: u32) {
        let place = rng.random_range(0..GAMES);
        let (stones, _, old) = &self.games[place];
        let Some(stones) = stones.changed(rng) else { return };
        let Some(game) = stones.game() else { return };
        let new = failing(self.exercise, &game);
        let mut times = self.times.clone();
        for ((times, &old), &new) in times.iter_mut().zip(old).zip(&new) {
            *times = *times - u32::from(old) + u32::from(new);
        }
        if value(&times) + worse >= value(&self.times) {
            self.times = times;
            self.games[place] = (stones, game, new);
        }
    }

    fn is_enough(&self) -> bool {
        self.times.iter().all(|&times| times >= NEEDED)
    }

    /// The misreadings that fail too seldom.
    fn rare(&self) -> String {
        let known = self.exercise.misconceptions().iter();
        let times = known.zip(self.times.chunks(2));
        let rare = times.filter(|(_, times)| times.iter().any(|&times| times < NEEDED));
        rare.map(|(known, _)| known.id.clone()).collect::<Vec<_>>().join(" ")
    }
}

/// How good it is that each answer is wrong so often.
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

fn main() {
    let mut arguments = env::args().skip(1).map(|argument| argument.parse::<u64>().unwrap());
    let (sets, seed) = (arguments.next().unwrap_or(1), arguments.next().unwrap_or(0));
    let exercise = registry().exercise("gomoku/best-move", "step.toml", "").unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut set = Set::random(&*exercise, &mut rng);
    let mut found = 0;
    while found < sets {
        for change in 0..CHANGES {
            // The set may become worse at first, and less and less.
            let worse = WORSE * (CHANGES - change) / CHANGES;
            let worse = if rng.random_ratio(1, 20) { worse } else { 0 };
            set.try_change(&mut rng, worse);
            if set.is_enough() && change % 16 == 0 {
                break;
            }
        }
        eprintln!(
            "{seed}: value {} of {}; rare: {}",
            value(&set.times),
            20 * set.times.len(),
            set.rare()
        );
        if set.is_enough() {
            let mut games: Vec<String> =
                set.games.iter().map(|(_, game, _)| game.to_string()).collect();
            games.shuffle(&mut rng);
            println!("{}", games.join(" "));
            found += 1;
        }
        // The next set begins with half of this one.
        for _ in 0..GAMES / 2 {
            set.remove_first();
            set.add_random(&mut rng);
        }
    }
}
