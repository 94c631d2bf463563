//! Games that have nearly all letters, many of them won with the last move.

use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use super::super::plain::{self, LINES, SIDE};
use super::super::positions::scattered_game;
use super::reading::earlier_in_the_text;
use gradus_board::gomoku::{Game, Point};

/// A game of so many moves.
pub(super) fn game(rng: &mut ChaCha8Rng, moves: RangeInclusive<u8>) -> Game {
    loop {
        let moves = rng.random_range(moves.clone());
        let undecided = scattered_game(rng, moves);
        let is_won = rng.random_ratio(2, 3);
        let won = is_won.then(|| (0..WIN_TRIES).find_map(|_| won(rng, &undecided))).flatten();
        let game = won.unwrap_or(undecided);
        // A move whose letters occur earlier, across two moves, shows on the boards after it: two of them at least. A short
        // game has none, and not all letters.
        let is_early = |&number: &usize| number + 2 <= game.moves().len();
        let in_the_text = earlier_in_the_text(game.moves());
        if moves < 20
            || has_letters(game.moves())
                && in_the_text.iter().position(|&is_so| is_so).is_some_and(|n| is_early(&n))
        {
            return game;
        }
    }
}

/// How many rows are tried for a game that is won.
const WIN_TRIES: usize = 20;

/// The game with some points exchanged, so that the last move wins it: a program that stops there may leave its stone out.
fn won(rng: &mut ChaCha8Rng, game: &Game) -> Option<Game> {
    let start = (rng.random_range(0..SIDE), rng.random_range(0..SIDE));
    let line = *LINES.choose(rng)?;
    let row = (0..5).map(|steps| plain::along(start, line, steps));
    let mut row: Vec<Point> = row.map(plain::point).collect::<Option<_>>()?;
    row.shuffle(rng);
    let mut points = game.moves().to_vec();
    let last = points.len().checked_sub(1)?;
    let mut turns: Vec<usize> = (last % 2..last).step_by(2).collect();
    turns.shuffle(rng);
    turns.truncate(4);
    turns.push(last);
    for (turn, point) in turns.into_iter().zip(row) {
        *points.get_mut(turn)? = point;
    }
    let mut won = Game::new();
    for point in points {
        won.play(point).ok()?;
    }
    won.is_over().then_some(won)
}

/// Whether a game has at least one of every two neighbouring letters, so that it shows if they are exchanged, and the last one
/// in a column, so that it shows if that is missing.
fn has_letters(moves: &[Point]) -> bool {
    let mut is_used = [false; Point::SIDE as usize];
    for point in moves {
        for letter in [point.row(), point.column()] {
            is_used.get_mut(usize::from(letter)).into_iter().for_each(|is_used| *is_used = true);
        }
    }
    let has_last_column = moves.iter().any(|point| point.column() == Point::SIDE - 1);
    has_last_column && is_used.windows(2).all(|pair| pair.contains(&true))
}
