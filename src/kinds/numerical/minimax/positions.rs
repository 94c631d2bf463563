//! Positions on which a minimax search is asked for.

use std::sync::LazyLock;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

use super::super::evaluation::Evaluation;
use super::super::positions::{undecided, winnable, winning_numbers};
use super::super::readings::{COLUMNS, ROWS};
use super::reading::{Finish, Reading};
use super::search::Search;
use crate::board::numerical::{Board, NumberSet, Player};

/// A sort of position.
#[derive(Clone, Copy)]
pub(super) enum Sort {
    /// Open, with the odd player to move, and it matters that the four numbers of a set are different.
    Odd,
    /// Open, with the even player to move, and often it matters too.
    Even,
    /// Won already, by a line that no reading misses, with two odd numbers. It matters that no moves are made.
    Won,
}

/// How often another position of each sort is tried, so that each misreading fails on several.
fn rounds(depth: u8) -> usize {
    match depth {
        1 | 2 => 2,
        _ => 1,
    }
}

/// Positions of these sorts on which the misreadings that are often right fail, each on two if that can be had.
pub(super) fn positions(
    rng: &mut ChaCha8Rng,
    depth: u8,
    sorts: &[Sort],
    misreadings: &[Reading],
) -> Vec<Board> {
    // A search of one ply takes so little that all can be asked.
    let is_asked = |reading: &&Reading| depth == 1 || reading.is_often_right();
    let searches: Vec<Search> = misreadings.iter().filter(is_asked).map(Search::new).collect();
    let [right, ..] = READINGS.each_ref().map(Search::new);
    let failing = |board: &Board| -> Vec<bool> {
        let wanted = right.value(board.cells(), depth);
        searches.iter().map(|search| search.value(board.cells(), depth) != wanted).collect()
    };
    let mut chosen: Vec<(Board, Vec<bool>)> = Vec::with_capacity(sorts.len());
    for &sort in sorts {
        let board = position(rng, depth, sort);
        let fails = failing(&board);
        chosen.push((board, fails));
    }
    for _ in 0..rounds(depth) {
        for (place, &sort) in sorts.iter().enumerate() {
            // On how many of the other positions each misreading fails.
            let mut others = vec![0_usize; searches.len()];
            for (_, (_, fails)) in chosen.iter().enumerate().filter(|&(other, _)| other != place) {
                for (count, &fails) in others.iter_mut().zip(fails) {
                    *count += usize::from(fails);
                }
            }
            let worth = |fails: &[bool]| -> usize {
                let worth = |(&others, &fails): (&usize, &bool)| match (others, fails) {
                    (0, true) => 3,
                    (1, true) => 1,
                    _ => 0,
                };
                others.iter().zip(fails).map(worth).sum()
            };
            let most: usize =
                others.iter().map(|&others| [3, 1].get(others).copied().unwrap_or(0)).sum();
            let Some((board, fails)) = chosen.get_mut(place) else { continue };
            if matches!(sort, Sort::Won) || worth(fails) == most {
                continue;
            }
            let other = position(rng, depth, sort);
            let fails_there = failing(&other);
            if worth(&fails_there) > worth(fails) {
                (*board, *fails) = (other, fails_there);
            }
        }
    }
    chosen.into_iter().map(|(board, _)| board).collect()
}

/// The right reading, and two that are seldom wrong on a position left to chance: numbers repeated in a set, and moves after a win.
static READINGS: LazyLock<[Reading; 3]> = LazyLock::new(|| {
    [
        Reading::default(),
        Reading { evaluation: Evaluation::with_repetition(), ..Reading::default() },
        Reading { finish: Finish::Full, ..Reading::default() },
    ]
});

/// A position with enough moves to choose from, and not so many that a plain search takes long.
fn position(rng: &mut ChaCha8Rng, depth: u8, sort: Sort) -> Board {
    let moves = match depth {
        1 => 6..=10,
        2 => 8..=10,
        _ => 10..=11,
    };
    let [right, repeated, full] = READINGS.each_ref().map(Search::new);
    loop {
        let moves: usize = rng.random_range(moves.clone());
        let value = |search: &Search, board: &Board| search.value(board.cells(), depth);
        match sort {
            Sort::Odd => {
                let board = undecided(rng, moves.next_multiple_of(2));
                let wanted = value(&right, &board);
                if is_kept(rng, wanted) && wanted != value(&repeated, &board) {
                    return board;
                }
            }
            Sort::Even => {
                let board = undecided(rng, moves | 1);
                let wanted = value(&right, &board);
                if is_kept(rng, wanted)
                    && (wanted != value(&repeated, &board)
                        || rng.random_ratio(1, if depth < 3 { 8 } else { 3 }))
                {
                    return board;
                }
            }
            Sort::Won => {
                let Some(board) = won(rng, moves.min(10)) else {
                    continue;
                };
                let wanted = value(&right, &board);
                // These are frequent here.
                let is_frequent = (62..=67).contains(&wanted);
                if !is_kept(rng, wanted) || is_frequent && rng.random() {
                    continue;
                }
                let read = value(&full, &board);
                if wanted != read && is_telling(read) {
                    return board;
                }
            }
        }
    }
}

/// A position that the last move has won, with a single odd number on some line and a single even one on another, if one is found at
/// once.
fn won(rng: &mut ChaCha8Rng, moves: usize) -> Option<Board> {
    let [first, second, third, _] = if rng.random() { ROWS } else { COLUMNS };
    let line = [first, second, third].choose(rng).copied()?;
    let numbers = winning_numbers(rng, Some(2));
    let board = winnable(rng, moves.max(6), &line, numbers)?.won()?;
    let has_single = |player| {
        let mut lines = board.numbers_on_lines().into_iter();
        lines.any(|line| line.len() == 1 && NumberSet::of(player).contains_all(line))
    };
    (has_single(Player::Odd) && has_single(Player::Even)).then_some(board)
}

/// Whether few positions have this value, so that it is not given by chance.
fn is_telling(value: i32) -> bool {
    !(1..=60).contains(&value)
}

/// Whether a position with this value is kept.
///
/// Left to chance, values near 10 and great even ones would be frequent, and good guesses. Such positions are drawn again with
/// probabilities that were found by trial: the test below shows how frequent each value is.
fn is_kept(rng: &mut ChaCha8Rng, value: i32) -> bool {
    let is_rare = rng.random_range(0..60) < value.abs_diff(10).clamp(7, 34);
    is_rare && (value % 2 != 0 || value < 40 || rng.random_ratio(2, 3))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng as _;

    use super::super::MAX_DEPTH;
    use super::*;
    use crate::board::numerical::search::minimax;

    #[test]
    fn the_right_reading_is_the_minimax_value() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let right = Reading::default();
        let sorts = [Sort::Odd, Sort::Even, Sort::Won];
        let depths = (1..=MAX_DEPTH).cycle().flat_map(|depth| sorts.map(move |sort| (depth, sort)));
        for (depth, sort) in depths.take(300) {
            let board = position(&mut rng, depth, sort);
            let moves = rng.random_range(8..=16);
            let any = undecided(&mut rng, moves);
            for board in [board, any] {
                let value = Search::new(&right).value(board.cells(), depth);
                assert_eq!(value, minimax(&board, depth), "{depth} {board:?}");
            }
        }
    }

    #[test]
    fn no_value_is_frequent() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut frequencies: BTreeMap<i32, usize> = BTreeMap::new();
        let sorts = [Sort::Odd, Sort::Even, Sort::Even, Sort::Won];
        for (depth, &sort) in (1..=MAX_DEPTH).cycle().zip(sorts.iter().cycle()).take(3000) {
            let value = minimax(&position(&mut rng, depth, sort), depth);
            *frequencies.entry(value).or_default() += 1;
        }
        // Four boards with values of at most one in 32 each are guessed right once in 2^20.
        assert!(frequencies.values().all(|&count| count < 3000 / 32), "{frequencies:?}");
    }
}
