//! The moves of the computer players: the same seed gives the same game, on every machine and in every version.
//!
//! The games are a snapshot. A change that makes a computer play differently renews it with
//! `INSTA_UPDATE=always cargo test --test suite board::computers`.

use std::fmt::Write as _;

use gradus::board::lattice::four_in_a_row::{self, End};
use gradus::board::lattice::tesseract::{self, Players};
use gradus::board::{gomoku, numerical};
use gradus::game;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use Computer::{Rules, Search};

/// How many games of each kind there are.
const GAMES: u64 = 12;

#[derive(Clone, Copy)]
enum Computer {
    Rules,
    Search,
}

/// The moves of a game, up to `longest`, in which the two computers take turns. `play` makes the next move and returns it
/// as text; none when the game is over.
fn record(
    seed: u64,
    longest: usize,
    mut play: impl FnMut(Computer, &mut ChaCha8Rng) -> Option<String>,
) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let computers = if seed.is_multiple_of(2) { [Rules, Search] } else { [Search, Rules] };
    let turns = computers.into_iter().cycle().take(longest);
    turns.map_while(|computer| play(computer, &mut rng)).collect::<Vec<_>>().join(" ")
}

fn gomoku(seed: u64) -> String {
    let mut game = gomoku::Game::new();
    record(seed, 40, |computer, rng| {
        let chosen = match computer {
            Rules => game::gomoku::computer::rules(&game, rng)?,
            Search => game::gomoku::computer::search(&game, rng)?,
        };
        game.play(chosen).unwrap();
        Some(chosen.to_string())
    })
}

fn numerical(seed: u64) -> String {
    let mut board = numerical::Board::empty();
    record(seed, 16, |computer, rng| {
        let chosen = match computer {
            Rules => game::numerical::computer::rules(&board, rng)?,
            Search => game::numerical::computer::search(&board, rng)?,
        };
        board = board.play(chosen).unwrap();
        Some(chosen.to_string())
    })
}

fn four_in_a_row(seed: u64, end: End) -> String {
    let mut game = four_in_a_row::Game::new(end);
    record(seed, 40, |computer, rng| {
        let chosen = match computer {
            Rules => game::four_in_a_row::computer::rules(&game, rng)?,
            Search => game::four_in_a_row::computer::search(&game, rng)?,
        };
        game.play(chosen).unwrap();
        Some(chosen.to_string())
    })
}

fn tesseract(seed: u64, players: u8, threshold: usize) -> String {
    let mut game = tesseract::Game::new(Players::new(players).unwrap());
    record(seed, 40, |computer, rng| {
        if game.outcome(threshold) != tesseract::Outcome::Open {
            return None;
        }
        let chosen = match computer {
            Rules => game::tesseract::computer::rules(&game, rng)?,
            Search => game::tesseract::computer::search(&game, threshold, rng)?,
        };
        game.play(chosen).unwrap();
        Some(chosen.to_string())
    })
}

#[case]
fn the_same_seed_gives_the_same_game() {
    let mut games = String::new();
    for seed in 0..GAMES {
        for (name, game) in [
            ("gomoku", gomoku(seed)),
            ("numerical", numerical(seed)),
            ("four_in_a_row first_line", four_in_a_row(seed, End::FirstLine)),
            ("four_in_a_row most_lines", four_in_a_row(seed, End::MostLines)),
            ("tesseract 2", tesseract(seed, 2, 9)),
            ("tesseract 3", tesseract(seed, 3, 5)),
        ] {
            writeln!(games, "{name}, seed {seed}: {game}").unwrap();
        }
    }
    insta::assert_snapshot!(games);
}
