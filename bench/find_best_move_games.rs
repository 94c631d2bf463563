//! Finds the games of `gomoku/best-move`: sets of eight on which each misreading of the rule has other best moves, on two games or
//! more.
//!
//! ```text
//! cargo run --release --example find-best-move-games -- SEED SECONDS > src/kinds/gomoku/best_move.txt
//! ```
//!
//! It keeps the best boards for each misreading: those on which it fails, and many others with it. It changes some stones of one of
//! them, and looks for which misreadings the new board is better. In the end it chooses sets among the boards that are kept.

#![expect(clippy::print_stdout, reason = "the games are the output")]
#![expect(clippy::unwrap_used, reason = "whatever fails is a mistake here")]

use std::time::{Duration, Instant};
use std::{env, mem};

use gradus::board::gomoku::{Board, Game, Point, Stone};
use gradus::kinds::registry::registry;
use gradus::step::{Evidence, Exercise, Verdict, WorkedAnswer};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

/// How many games are in a set.
const GAMES: usize = 8;

/// How many boards are kept for each answer.
const KEPT: usize = 24;

/// How many boards that come from one board may be among them.
const RELATED: usize = 3;

/// In how many sets a board may be.
const MAX_USES: u32 = 4;

/// How many sets are tried.
const TRIES: u32 = 3000;

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

/// A board that is kept.
#[derive(Clone)]
struct Known {
    stones: Stones,
    game: Game,
    failing: Vec<bool>,
    /// The number of the random board that it comes from.
    origin: u32,
    worth: f64,
}

/// The best boards for each answer.
struct Boards {
    of_answers: Vec<Vec<Known>>,
    /// On how many boards each answer was wrong.
    wrong: Vec<u32>,
    tried: u32,
}

impl Boards {
    /// How much a board is worth: an answer that is seldom wrong counts more.
    fn worth(&self, known: &Known) -> f64 {
        let answers = known.failing.iter().zip(&self.wrong).filter(|(fails, _)| **fails);
        answers.map(|(_, &wrong)| (f64::from(self.tried + 1) / f64::from(wrong + 1)).ln_1p()).sum()
    }

    fn add(&mut self, known: &Known) {
        self.tried += 1;
        for (wrong, &fails) in self.wrong.iter_mut().zip(&known.failing) {
            *wrong += u32::from(fails);
        }
        let known = &Known { worth: self.worth(known), ..known.clone() };
        for answer in 0..self.of_answers.len() {
            let least = self.of_answers[answer].get(KEPT - 1).map_or(0.0, |last| last.worth);
            if known.failing[answer] && known.worth > least {
                self.keep(answer, known);
            }
        }
    }

    fn keep(&mut self, answer: usize, known: &Known) {
        let mut kept = mem::take(&mut self.of_answers[answer]);
        if !kept.iter().any(|other| other.failing == known.failing && other.origin == known.origin)
        {
            kept.push(known.clone());
            kept.sort_by(|one, other| other.worth.total_cmp(&one.worth));
            let mut origins: Vec<u32> = Vec::new();
            kept.retain(|known| {
                origins.push(known.origin);
                origins.iter().filter(|&&origin| origin == known.origin).count() <= RELATED
            });
            kept.truncate(KEPT);
        }
        self.of_answers[answer] = kept;
    }

    /// A board to change: one for an answer that is seldom wrong more often than others.
    fn choose(&self, rng: &mut ChaCha8Rng) -> Option<&Known> {
        let answers = 0..self.of_answers.len();
        let answers = answers.filter(|&answer| !self.of_answers[answer].is_empty());
        let mut answers: Vec<usize> = answers.collect();
        answers.sort_by_key(|&answer| self.wrong[answer]);
        let few = answers.len().min(if rng.random() { 16 } else { usize::MAX });
        let answer = *answers[..few].choose(rng)?;
        self.of_answers[answer].choose(rng)
    }

    /// All boards, each once.
    fn all(&self) -> Vec<Known> {
        let mut all: Vec<Known> = Vec::new();
        for known in self.of_answers.iter().flatten() {
            if !all.iter().any(|other| other.game == known.game) {
                all.push(known.clone());
            }
        }
        all
    }
}

/// How good it is that each answer is wrong so often.
fn value(times: &[u32]) -> u32 {
    let value = |&times: &u32| match times {
        0 => 0,
        1 => 10,
        2 => 17,
        3 => 18,
        _ => 19,
    };
    times.iter().map(value).sum()
}

fn times<'a>(answers: usize, set: impl IntoIterator<Item = &'a Known>) -> Vec<u32> {
    let mut times = vec![0; answers];
    for known in set {
        times.iter_mut().zip(&known.failing).for_each(|(times, &fails)| *times += u32::from(fails));
    }
    times
}

/// A set of some of these boards, if one is found.
fn set(
    rng: &mut ChaCha8Rng,
    all: &[Known],
    uses: &[u32],
    answers: usize,
) -> Result<Vec<usize>, Vec<u32>> {
    let free: Vec<usize> =
        (0..all.len()).filter(|&board| uses[board] < MAX_USES && rng.random_ratio(3, 4)).collect();
    let mut set: Vec<usize> = free.iter().copied().take(0).collect();
    let value_of = |set: &[usize]| value(&times(answers, set.iter().map(|&board| &all[board])));
    while set.len() < GAMES {
        let best = free.iter().filter(|board| !set.contains(board)).max_by_key(|&&board| {
            value_of(&[&set[..], &[board]].concat()) * 16 + rng.random_range(0..64)
        });
        match best {
            Some(&board) => set.push(board),
            None => break,
        }
    }
    // Then each is exchanged for a better one as long as there is one.
    for round in 0..40 {
        let place = round % set.len().max(1);
        let mut others = set.clone();
        others.remove(place);
        let best = free.iter().filter(|board| !others.contains(board));
        let best = best.max_by_key(|&&board| value_of(&[&others[..], &[board]].concat()));
        set[place] = *best.unwrap_or(&set[place]);
    }
    let times = times(answers, set.iter().map(|&board| &all[board]));
    if times.iter().all(|&times| times >= NEEDED) { Ok(set) } else { Err(times) }
}

fn main() {
    let mut arguments = env::args().skip(1).map(|argument| argument.parse::<u64>().unwrap());
    let (seed, seconds) = (arguments.next().unwrap_or(0), arguments.next().unwrap_or(600));
    let exercise = registry().exercise("gomoku/best-move", "step.toml", "").unwrap();
    let answers = 2 * exercise.misconceptions().len();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut boards =
        Boards { of_answers: vec![Vec::new(); answers], wrong: vec![0; answers], tried: 0 };
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut origin = 0;
    while Instant::now() < end {
        let parent =
            boards.choose(&mut rng).filter(|_| boards.tried > 500 && !rng.random_ratio(1, 20));
        let (stones, origin) = match parent {
            Some(parent) => {
                let changes = 1 + usize::from(rng.random_ratio(1, 3));
                let mut stones = Some(parent.stones.clone());
                for _ in 0..changes {
                    stones = stones.and_then(|stones| stones.changed(&mut rng));
                }
                (stones, parent.origin)
            }
            None => {
                origin += 1;
                (Some(Stones::random(&mut rng)), origin)
            }
        };
        if let Some(stones) = stones
            && let Some(game) = stones.game()
        {
            let failing = failing(&*exercise, &game);
            boards.add(&Known { stones, game, failing, origin, worth: 0.0 });
        }
    }
    let all = boards.all();
    eprintln!("{} boards of {} tried", all.len(), boards.tried);
    for (known, wrong) in exercise.misconceptions().iter().zip(boards.wrong.chunks(2)) {
        if wrong.iter().any(|&wrong| wrong < boards.tried / 200) {
            eprintln!("  {} {wrong:?}", known.id);
        }
    }
    let mut uses = vec![0; all.len()];
    let mut seldom = vec![0_u32; answers];
    for _ in 0..TRIES {
        match set(&mut rng, &all, &uses, answers) {
            Ok(set) => {
                set.iter().for_each(|&board| uses[board] += 1);
                let games: Vec<String> =
                    set.iter().map(|&board| all[board].game.to_string()).collect();
                println!("{}", games.join(" "));
            }
            Err(times) => seldom
                .iter_mut()
                .zip(times)
                .for_each(|(seldom, times)| *seldom += u32::from(times < NEEDED)),
        }
        if Instant::now() > end + Duration::from_secs(seconds / 3) {
            break;
        }
    }
    for (known, seldom) in exercise.misconceptions().iter().zip(seldom.chunks(2)) {
        if seldom.iter().any(|&seldom| seldom > 0) {
            eprintln!("  {} is missing {seldom:?}", known.id);
        }
    }
}
