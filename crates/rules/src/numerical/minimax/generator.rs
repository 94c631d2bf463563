//! Positions on which a minimax search is asked for.

use std::sync::LazyLock;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

use super::super::evaluation::Evaluation;
use super::super::positions::{undecided, winnable, winning_numbers};
use super::super::readings::{LAST_COLUMN, LAST_ROW, Line, Lines, MAJOR, MINOR};
use super::reading::{Choice, Finish, Reading};
use super::search::Search;
use gradus_board::numerical::{Board, NumberSet, Player};

/// A sort of position.
#[derive(Clone, Copy)]
pub(super) enum Sort {
    /// Open, with the odd player to move.
    Odd,
    /// Open, with the even player to move, and often it matters that the four numbers of a set are different.
    Even,
    /// Won already. It matters that no moves are made.
    Won,
}

/// How many more positions are tried at most, so that each misreading fails on one, or better on two.
fn spare(depth: u8) -> usize {
    if depth < 3 { 12 } else { 9 }
}

/// Positions of these sorts on which the misreadings that are often right fail, as far as such are found soon.
pub(super) fn positions(
    rng: &mut ChaCha8Rng,
    depth: u8,
    sorts: &[Sort],
    misreadings: &[Reading],
) -> Vec<Board> {
    // A search of one ply takes so little that all can be asked.
    let is_asked = |reading: &&Reading| depth == 1 || reading.is_often_right();
    let searches: Vec<Search> = misreadings.iter().filter(is_asked).map(Search::new).collect();
    let end = End::new(rng);
    let [right, .., greatest] = READINGS.each_ref().map(Search::new);
    // How well it is seen on a position that a misreading fails.
    let seen_on = |board: &Board| {
        let cells = board.cells();
        let wanted = right.value(cells, depth);
        let greatest = greatest.value(cells, depth);
        move |search: &Search| match search.values(cells, depth) {
            values if values.contains(&wanted) => 0,
            // Who takes a win answers as who takes the greatest value.
            values if values.contains(&greatest) && search.takes_wins() => 0,
            values if values.iter().all(|&value| is_telling(value)) => ENOUGH,
            _ => 1,
        }
    };
    let mut chosen: Vec<(Board, Vec<u8>)> = Vec::with_capacity(sorts.len());
    for &sort in sorts {
        let board = position(rng, depth, sort, &end);
        let seen = searches.iter().map(seen_on(&board)).collect();
        chosen.push((board, seen));
    }
    // The won one takes long to find and shows little.
    let open: Vec<_> =
        sorts.iter().enumerate().filter(|(_, sort)| !matches!(sort, Sort::Won)).collect();
    for &(place, &sort) in open.iter().cycle().take(spare(depth)) {
        // How well each is seen to fail on the other positions.
        let mut others = vec![0_u8; searches.len()];
        for (_, (_, seen)) in chosen.iter().enumerate().filter(|&(other, _)| other != place) {
            for (sum, seen) in others.iter_mut().zip(seen) {
                *sum += seen;
            }
        }
        let worth = |seen: &[u8]| -> u32 {
            others
                .iter()
                .zip(seen)
                .map(|(others, seen)| worth_of((others + seen).min(ENOUGH)))
                .sum()
        };
        let Some((board, old)) = chosen.get_mut(place) else { continue };
        let most = worth(&vec![ENOUGH; searches.len()]);
        if worth(old) == most {
            continue;
        }
        let other = position(rng, depth, sort, &end);
        let seen = seen_on(&other);
        // What is seen well enough on the other positions does not say which one is better. It is asked only when this one is taken,
        // and few are.
        let is_decisive = |others: u8| others < ENOUGH;
        let asked = searches.iter().zip(&others);
        let mut seen_there: Vec<u8> = asked
            .clone()
            .map(|(search, &others)| if is_decisive(others) { seen(search) } else { 0 })
            .collect();
        if worth(&seen_there) > worth(old) {
            let late = asked.zip(&mut seen_there).filter(|((_, others), _)| !is_decisive(**others));
            late.for_each(|((search, _), place)| *place = seen(search));
            (*board, *old) = (other, seen_there);
        }
    }
    chosen.into_iter().map(|(board, _)| board).collect()
}

/// What it takes to see that a misreading fails: two positions, or one with a value that is seldom given by chance.
const ENOUGH: u8 = 2;

/// What it is worth to see so well that a misreading fails.
fn worth_of(seen: u8) -> u32 {
    match seen {
        0 => 0,
        1 => 3,
        _ => 5,
    }
}

/// The right reading, and two that are seldom wrong on a position left to chance: numbers repeated in a set, and moves after a win. With
/// the last one, whoever is to move at the start takes the greatest value.
static READINGS: LazyLock<[Reading; 4]> = LazyLock::new(|| {
    [
        Reading::default(),
        Reading { evaluation: Evaluation::with_repetition(), ..Reading::default() },
        Reading { finish: Finish::Full, ..Reading::default() },
        Reading { choice: Choice::First, ..Reading::default() },
    ]
});

/// How the games of a task end: a program that does not see this, or has no value for it, fails on every few tasks.
struct End {
    line: Line,
    /// How many odd numbers are on it.
    odd: usize,
}

impl End {
    fn new(rng: &mut ChaCha8Rng) -> Self {
        // People miss the diagonals, and the last row and the last column.
        let often = [MINOR, MINOR, MINOR, MAJOR, MAJOR, LAST_ROW, LAST_COLUMN];
        let line = [&often[..], &Lines::default().list()].concat().choose(rng).copied();
        let odd = [2, 2, 4, 0].choose(rng).copied();
        Self { line: line.unwrap_or(MINOR), odd: odd.unwrap_or(2) }
    }

    /// A position after this number of moves: often one that can be won at once.
    fn near(&self, rng: &mut ChaCha8Rng, depth: u8, moves: usize) -> Board {
        let numbers = winning_numbers(rng, Some(self.odd));
        // A win with the last ply ends nothing.
        let is_near = depth > 1 && rng.random();
        let prepared = is_near.then(|| winnable(rng, moves, &self.line, numbers)).flatten();
        prepared.map_or_else(|| undecided(rng, moves), |prepared| prepared.board)
    }

    /// A position that the last move has won, if one is found at once. Some of its lines have a single odd number and others a single
    /// even one, but not as many: their values are easily exchanged.
    fn won(&self, rng: &mut ChaCha8Rng, moves: usize) -> Option<Board> {
        let numbers = winning_numbers(rng, Some(self.odd));
        // Four numbers of one kind are completed by their own player.
        let moves = match self.odd {
            4 => moves & !1,
            0 => moves | 1,
            _ => moves,
        };
        let board = winnable(rng, moves.max(6), &self.line, numbers)?.won()?;
        let lines = board.numbers_on_lines();
        let singles = |player| {
            let is_single =
                |line: &&NumberSet| line.len() == 1 && NumberSet::of(player).contains_all(**line);
            lines.iter().filter(is_single).count()
        };
        let (odd, even) = (singles(Player::Odd), singles(Player::Even));
        (odd > 0 && even > 0 && (odd != even || rng.random())).then_some(board)
    }
}

/// A position with enough moves to choose from, and not so many that a plain search takes long.
fn position(rng: &mut ChaCha8Rng, depth: u8, sort: Sort, end: &End) -> Board {
    let moves = match depth {
        1 => 6..=10,
        2 => 8..=10,
        _ => 10..=11,
    };
    let [right, repeated, full, _] = READINGS.each_ref().map(Search::new);
    loop {
        let moves: usize = rng.random_range(moves.clone());
        let value = |search: &Search, board: &Board| search.value(board.cells(), depth);
        match sort {
            Sort::Odd => {
                let board = end.near(rng, depth, moves.next_multiple_of(2));
                if kept(rng, || value(&right, &board)).is_some() {
                    return board;
                }
            }
            Sort::Even => {
                let board = end.near(rng, depth, moves | 1);
                if let Some(wanted) = kept(rng, || value(&right, &board))
                    && (wanted != value(&repeated, &board)
                        || rng.random_ratio(1, if depth < 3 { 8 } else { 3 }))
                {
                    return board;
                }
            }
            Sort::Won => {
                let Some(board) = end.won(rng, moves.min(9)) else {
                    continue;
                };
                let Some(wanted) = kept(rng, || value(&right, &board)) else {
                    continue;
                };
                // These are frequent here.
                let is_frequent = matches!(wanted, 61..=73 | 78..=87);
                if is_frequent && rng.random() {
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

/// Whether few positions have this value, so that it is not given by chance.
fn is_telling(value: i32) -> bool {
    !(0..=66).contains(&value)
}

/// The value of a position, if it is kept.
///
/// Left to chance, values near 10 and great even ones would be frequent, and good guesses. Such positions are drawn again with
/// probabilities that were found by trial: the test below shows how frequent each value is.
fn kept(rng: &mut ChaCha8Rng, value: impl FnOnce() -> i32) -> Option<i32> {
    let drawn = rng.random_range(0..60);
    // Nearly half of the positions are not kept whatever their value is, and need not be searched.
    if drawn >= MAX_WEIGHT {
        return None;
    }
    let value = value();
    let weight = if (0..=4).contains(&value) { 4 } else { value.abs_diff(12).clamp(6, MAX_WEIGHT) };
    let is_kept = drawn < weight && (value % 2 != 0 || value < 40 || rng.random_ratio(2, 3));
    is_kept.then_some(value)
}

/// So many of sixty positions are kept whose value is the rarest.
const MAX_WEIGHT: u32 = 34;

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng as _;

    use super::super::MAX_DEPTH;
    use super::*;
    use gradus_board::numerical::search::minimax;

    #[test]
    fn the_right_reading_is_the_minimax_value() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let right = Reading::default();
        let sorts = [Sort::Odd, Sort::Even, Sort::Won];
        let depths = (1..=MAX_DEPTH).cycle().flat_map(|depth| sorts.map(move |sort| (depth, sort)));
        for (depth, sort) in depths.take(300) {
            let end = End::new(&mut rng);
            let board = position(&mut rng, depth, sort, &end);
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
            let end = End::new(&mut rng);
            let value = minimax(&position(&mut rng, depth, sort, &end), depth);
            *frequencies.entry(value).or_default() += 1;
        }
        // Four boards with values of at most one in 32 each are guessed right once in 2^20.
        assert!(frequencies.values().all(|&count| count < 3000 / 32), "{frequencies:?}");
    }
}
