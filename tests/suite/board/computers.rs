//! What the computer players move: the same seed gives the same game, on every machine and in every version.
//!
//! The games are a snapshot. Somebody who changes how a computer plays does so knowingly, and renews it with
//! `INSTA_UPDATE=always cargo test -p gradus --test suite board::computers`.

use std::fmt::Write as _;

use gradus::board::lattice::four_in_a_row::{self, End};
use gradus::board::lattice::tesseract::{self, Players};
use gradus::board::{gomoku, numerical};
use gradus::game::computer;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

/// How many games of each kind there are.
const GAMES: u64 = 12;

/// The moves of a game in which the rule-based player and the search take turns. `play` makes the next move, with `true`
/// of the search, and gives it as text; none when the game is over.
fn record(
    seed: u64,
    longest: usize,
    mut play: impl FnMut(bool, &mut ChaCha8Rng) -> Option<String>,
) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let is_search = |turn: usize| !(turn + seed as usize).is_multiple_of(2);
    let moves = (0..longest).map_while(|turn| play(is_search(turn), &mut rng));
    moves.collect::<Vec<_>>().join(" ")
}

fn gomoku(seed: u64) -> String {
    let mut game = gomoku::Game::new();
    record(seed, 40, |is_search, rng| {
        let player = if is_search { computer::gomoku::search } else { computer::gomoku::rules };
        let chosen = player(&game, rng)?;
        game.play(chosen).unwrap();
        Some(chosen.to_string())
    })
}

fn numerical(seed: u64) -> String {
    let mut board = numerical::Board::empty();
    record(seed, 16, |is_search, rng| {
        let player =
            if is_search { computer::numerical::search } else { computer::numerical::rules };
        let chosen = player(&board, rng)?;
        board = board.play(chosen).unwrap();
        Some(chosen.to_string())
    })
}

fn four_in_a_row(seed: u64, end: End) -> String {
    let mut game = four_in_a_row::Game::new(end);
    record(seed, 40, |is_search, rng| {
        let player = if is_search {
            computer::four_in_a_row::search
        } else {
            computer::four_in_a_row::rules
        };
        let chosen = player(&game, rng)?;
        game.play(chosen).unwrap();
        Some(chosen.to_string())
    })
}

fn tesseract(seed: u64, players: u8, threshold: usize) -> String {
    let mut game = tesseract::Game::new(Players::new(players).unwrap());
    record(seed, 40, |is_search, rng| {
        if game.outcome(threshold) != tesseract::Outcome::Open {
            return None;
        }
        let chosen = if is_search {
            computer::tesseract::search(&game, threshold, rng)
        } else {
            computer::tesseract::rules(&game, rng)
        }?;
        game.play(chosen).unwrap();
        Some(chosen.to_string())
    })
}

#[test]
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
