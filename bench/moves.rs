//! How long a computer's move takes at most.
//!
//! ```sh
//! cargo run --release -p gradus-bench --bin moves                  # or of one game only: … --bin moves numerical
//! ```
//!
//! It plays games by chance, by rules and by search, and asks every computer for its move in each position; then it changes the moves
//! that led to the worst positions, and looks for worse ones. Each time is the shortest of some repetitions, of processor time where the
//! system tells it. A move may take 30 ms in a release build; the computers' limits are numbers of nodes, which are chosen by this.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a bench that meets something else may well stop"
)]

use std::cmp::Reverse;
use std::collections::HashSet;
use std::env;
use std::time::Duration;

use gradus::game::{GameName, Match, Seat, Setup};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How many games of each pair of players are looked at.
const GAMES: u64 = 4;

/// How many of the worst positions are changed.
const WORST: usize = 6;

/// How often they are changed, all of them each time.
const ROUNDS: usize = 60;

/// How often the time of a position that may be one of the worst is taken.
const REPETITIONS: usize = 4;

/// A position, by its moves, with the time that a computer takes in it.
#[derive(Clone)]
struct Timed {
    time: Duration,
    history: Vec<String>,
}

fn main() {
    let only = env::args().nth(1);
    let mut setups = Vec::new();
    for game in
        GameName::all().filter(|game| only.as_ref().is_none_or(|only| only == game.as_str()))
    {
        for seats in game.spec().seats.clone().filter(|seats| [2, 3, 4, 8].contains(seats)) {
            setups.push((game, seats, json!({ "game": game })));
        }
    }
    for more in [
        json!({"game": "four_in_a_row", "end": "most_lines"}),
        json!({"game": "tesseract", "threshold": 1}),
        json!({"game": "tesseract", "threshold": 232}),
    ] {
        let game = setups.iter().map(|(game, ..)| *game).find(|game| more["game"] == game.as_str());
        setups.extend(game.map(|game| (game, 2, more)));
    }
    for (game, seats, setup) in setups {
        let positions = positions(&setup, seats, &game.spec().computers);
        for &computer in &game.spec().computers {
            let mut rng = ChaCha8Rng::seed_from_u64(2);
            let worst = worst_of(&setup, seats, computer, &positions, &mut rng);
            let [Timed { time, history }, ..] = &worst[..] else { continue };
            println!(
                "{setup} {seats} seats, {:11} {:8.2} ms  after {} {}",
                computer.as_str(),
                time.as_secs_f64() * 1000.0,
                history.len(),
                history.join(" ")
            );
        }
    }
}

/// A match of these moves in which a computer has all seats; none if a move is illegal or the match is over.
fn resume(setup: &Value, seats: usize, computer: Seat, history: &[String]) -> Option<Match> {
    let mut setup = setup.clone();
    setup["seats"] = json!(vec![computer; seats]);
    setup["seed"] = json!(7);
    let setup: Setup = serde_json::from_value(setup).expect("the setups are those of the games");
    let played = Match::resume(setup, history.iter().map(String::as_str)).ok()?;
    played.to_move().is_some().then_some(played)
}

/// The positions of games between any two computers, each by its moves.
fn positions(setup: &Value, seats: usize, computers: &[Seat]) -> Vec<Vec<String>> {
    let mut known = HashSet::new();
    let players = |&seat: &&Seat| [Seat::Random, Seat::Rules, Seat::Search].contains(seat);
    let players: Vec<Seat> = computers.iter().filter(players).copied().collect();
    for (&one, &other) in
        players.iter().flat_map(|one| players.iter().map(move |other| (one, other)))
    {
        for seed in 0..GAMES {
            let mut setup = setup.clone();
            let players: Vec<Seat> = [one, other].into_iter().cycle().take(seats).collect();
            (setup["seats"], setup["seed"]) = (json!(players), json!(seed));
            let mut game = Match::new(serde_json::from_value(setup).expect("the same setup"));
            let longest = if one == Seat::Search || other == Seat::Search { 60 } else { 300 };
            while game.game().move_count() < longest {
                known.insert(game.game().history());
                if game.advance().is_err() {
                    break;
                }
            }
        }
    }
    let mut positions: Vec<_> = known.into_iter().collect();
    positions.sort();
    positions
}

fn worst_of(
    setup: &Value,
    seats: usize,
    computer: Seat,
    positions: &[Vec<String>],
    rng: &mut ChaCha8Rng,
) -> Vec<Timed> {
    let mut worst = Vec::new();
    for history in positions {
        consider(&mut worst, setup, seats, computer, history.clone());
    }
    for _ in 0..ROUNDS {
        for Timed { history, .. } in worst.clone() {
            if let Some(changed) = changed(setup, seats, history, rng) {
                consider(&mut worst, setup, seats, computer, changed);
            }
        }
    }
    worst
}

/// Takes the time of a position, and keeps it if it is one of the worst.
fn consider(
    worst: &mut Vec<Timed>,
    setup: &Value,
    seats: usize,
    computer: Seat,
    history: Vec<String>,
) {
    let Some(position) = resume(setup, seats, computer, &history) else { return };
    if worst.iter().any(|known| known.history == history) {
        return;
    }
    let mut time = Duration::MAX;
    for _ in 0..REPETITIONS {
        let mut position = position.clone();
        let began = clock();
        position.advance().expect("a computer is to move");
        time = time.min(clock().saturating_sub(began));
        if worst.len() == WORST && worst.last().is_some_and(|least| time <= least.time) {
            return;
        }
    }
    worst.push(Timed { time, history });
    worst.sort_by_key(|timed| Reverse(timed.time));
    worst.truncate(WORST);
}

/// The same moves with one or two of them replaced by others, left out at the end or added.
fn changed(
    setup: &Value,
    seats: usize,
    mut history: Vec<String>,
    rng: &mut ChaCha8Rng,
) -> Option<Vec<String>> {
    for _ in 0..rng.random_range(1..=2) {
        match rng.random_range(0..6) {
            0 => drop(history.pop()),
            1 => history.push(any_move(setup, seats, &history, rng)?),
            _ => {
                let place = rng.random_range(0..history.len().max(1));
                let made = any_move(setup, seats, history.get(..place)?, rng)?;
                *history.get_mut(place)? = made;
            }
        }
    }
    Some(history)
}

/// The processor time of this thread.
#[cfg(unix)]
fn clock() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.try_into().expect("no thread has run for a negative time")
}

/// The time since the first call.
#[cfg(not(unix))]
#[expect(clippy::disallowed_methods, reason = "a bench measures")]
fn clock() -> Duration {
    static BEGAN: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    BEGAN.elapsed()
}

/// A legal move, by chance.
fn any_move(
    setup: &Value,
    seats: usize,
    history: &[String],
    rng: &mut ChaCha8Rng,
) -> Option<String> {
    let mut setup = setup.clone();
    setup["seats"] = json!(vec![Seat::Random; seats]);
    setup["seed"] = json!(rng.random_range(0..1_u64 << 53));
    let setup = serde_json::from_value(setup).expect("the setups are those of the games");
    let mut played = Match::resume(setup, history.iter().map(String::as_str)).ok()?;
    played.advance().ok()?;
    played.game().history().pop()
}
