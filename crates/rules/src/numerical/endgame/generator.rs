//! Endgames of which the result and a move are asked for.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::super::positions::{undecided, winning_numbers};
use super::super::readings::{Cells, LAST_COLUMN, LAST_ROW, Line, MAJOR, MINOR};
use super::plans::{Ending, MAX_EMPTY, plans};
use super::reading;
use super::reading::{Complete, First, MissedLines, Moves, Plies, Reading};
use super::search::Search;
use gradus_board::numerical::{Board, Number, Outcome};

/// A sort of position, with so many empty cells.
#[derive(Clone, Copy)]
enum Sort {
    /// The result is another one without this line, and takes so many plies to see; any number if none is said.
    Decided(u8, Missing, Option<u8>),
    /// The result is another one if the 16 cannot be placed, which this line lacks.
    BySixteen(u8, Missing),
    /// A draw that the first and the last move give away, while this line can still be completed.
    DrawToKeep(u8, Missing),
}

/// A line that a reading misses.
#[derive(Clone, Copy)]
enum Missing {
    Major,
    Minor,
    LastRow,
    LastColumn,
}

impl Missing {
    fn line(self) -> Line {
        match self {
            Self::Major => MAJOR,
            Self::Minor => MINOR,
            Self::LastRow => LAST_ROW,
            Self::LastColumn => LAST_COLUMN,
        }
    }

    fn shuffled(rng: &mut ChaCha8Rng) -> [Self; 4] {
        let mut missing = [Self::Major, Self::Minor, Self::LastRow, Self::LastColumn];
        missing.shuffle(rng);
        missing
    }

    /// The reading that misses it.
    fn reading(self) -> Reading {
        let lines = match self {
            Self::Major => reading::MAJOR,
            Self::Minor => reading::MINOR,
            Self::LastRow => reading::LAST_ROW,
            Self::LastColumn => reading::LAST_COLUMN,
        };
        Reading { missed: MissedLines(lines), ..Reading::default() }
    }
}

/// The sorts of a task's positions but for the large one.
///
/// Searches of two and of three plies, and one that takes a full board for a draw, go wrong on different ones.
fn sorts(rng: &mut ChaCha8Rng) -> [Sort; 5] {
    let [first, second, third, fourth] = Missing::shuffled(rng);
    [
        Sort::Decided(5, third, Some(1)),
        Sort::Decided(4, first, Some(4)),
        Sort::Decided(4, second, Some(3)),
        Sort::Decided(5, fourth, Some(5)),
        Sort::BySixteen(4, third),
    ]
}

/// A sort of a position that is tried instead of one of those.
fn spare(rng: &mut ChaCha8Rng) -> Sort {
    let [missing, ..] = Missing::shuffled(rng);
    if rng.random_ratio(1, 2) {
        Sort::DrawToKeep(4, missing)
    } else {
        Sort::Decided(5, missing, None)
    }
}

/// How many more positions are tried for those on which each misconception fails.
const SPARE: usize = 6;

/// On how many positions it is asked whether a misconception fails, until it does so often.
const ENOUGH: usize = 2;

/// The positions of a task, as far as possible such that each misconception fails on one of them.
pub(super) fn endings(rng: &mut ChaCha8Rng, count: usize, misreadings: &[Reading]) -> Vec<Ending> {
    let mut sorts = sorts(rng).into_iter();
    let mut draw = |rng: &mut ChaCha8Rng| {
        let sort = sorts.next().unwrap_or_else(|| spare(rng));
        Ending::new(position(rng, sort))
    };
    // The largest ones take long, so they are rare.
    let empty = if rng.random_ratio(1, 16) { MAX_EMPTY } else { MAX_EMPTY - 1 };
    let large = Ending::new(large(rng, empty));
    let mut endings: Vec<Ending> = (1..count).map(|_| draw(rng)).collect();
    // For each misconception, the positions on which it is known to fail.
    let often_right = misreadings.iter().filter(|reading| reading.is_often_right());
    let mut failures: Vec<(&Reading, Vec<usize>)> =
        often_right.map(|reading| (reading, Vec::new())).collect();
    for (place, ending) in endings.iter().enumerate() {
        let fails = failing(ending);
        for (reading, places) in failures.iter_mut().filter(|(_, places)| places.len() < ENOUGH) {
            if fails(reading) {
                places.push(place);
            }
        }
    }
    {
        let fails = failing(&large);
        failures.retain(|(reading, places)| !places.is_empty() || !fails(reading));
    }
    for _ in 0..SPARE {
        if failures.iter().all(|(_, places)| !places.is_empty()) {
            break;
        }
        let ending = draw(rng);
        let fails = failing(&ending);
        let gains: Vec<bool> =
            failures.iter().map(|(reading, places)| places.is_empty() && fails(reading)).collect();
        let gained = gains.iter().filter(|&&gain| gain).count();
        // It takes the place of the one that is needed least, but not of the first one: without a win at once, several misreadings see
        // none on any board and answer alike.
        let lost = |place: usize| failures.iter().filter(|(_, places)| *places == [place]).count();
        let Some(place) = (1..endings.len()).min_by_key(|&place| lost(place)) else { break };
        if lost(place) < gained
            && let Some(old) = endings.get_mut(place)
        {
            for ((reading, places), gain) in failures.iter_mut().zip(gains) {
                let was_needed = *places == [place];
                places.retain(|&other| other != place);
                if gain || was_needed && fails(reading) {
                    places.push(place);
                }
            }
            drop(fails);
            *old = ending;
        }
    }
    endings.push(large);
    endings
}

/// Tells whether a misreading fails on a board.
fn failing(ending: &Ending) -> impl Fn(&Reading) -> bool {
    let wanted = ending.plans(&Reading::default());
    move |reading| ending.plans(reading).iter().all(|plan| !wanted.contains(plan))
}

/// A position with so many empty cells, a line on which the player to move can reach the sum 34 with three numbers, and not so many
/// others that searches take long, as far as that is found soon. No move wins at once.
fn large(rng: &mut ChaCha8Rng, empty: u8) -> Board {
    let right = Reading::default();
    let mut board = with_short_line(rng, empty);
    for _ in 0..4 {
        if Search::new(&right, &board.cells()).open_lines() <= 2 {
            break;
        }
        board = with_short_line(rng, empty);
    }
    board
}

fn with_short_line(rng: &mut ChaCha8Rng, empty: u8) -> Board {
    let right = Reading::default();
    let short = Reading { complete: Complete::AnyWith34, ..Reading::default() };
    let wins = |reading: &Reading, board: &Board| {
        let search = Search::new(reading, &board.cells());
        search.first_moves().into_iter().any(|placed| search.wins_at_start(placed))
    };
    loop {
        let board = undecided(rng, 16 - usize::from(empty));
        if wins(&short, &board) && !wins(&right, &board) {
            return board;
        }
    }
}

/// A position of a sort.
fn position(rng: &mut ChaCha8Rng, sort: Sort) -> Board {
    let (empty, missing, misread) = match sort {
        Sort::Decided(empty, missing, _) => (empty, missing, missing.reading()),
        Sort::BySixteen(empty, missing) => {
            let moves = Moves { left_out: Some(16), ..Moves::default() };
            (empty, missing, Reading { moves, ..Reading::default() })
        }
        Sort::DrawToKeep(empty, missing) => {
            (empty, missing, Reading { first: First::Any, ..Reading::default() })
        }
    };
    let right = Reading::default();
    loop {
        let Some(cells) = with_open_line(rng, empty, missing.line(), sort) else { continue };
        let value = Search::new(&right, &cells).value();
        let is_decided_otherwise = || value != 0 && Search::new(&misread, &cells).value() != value;
        let is_wanted = match sort {
            Sort::Decided(_, _, plies) => {
                is_decided_otherwise() && plies.is_none_or(|plies| is_seen_in(cells, plies))
            }
            Sort::BySixteen(..) => is_decided_otherwise(),
            Sort::DrawToKeep(..) => {
                value == 0 && {
                    let wanted = plans(&right, cells);
                    !plans(&misread, cells).iter().any(|plan| wanted.contains(plan))
                }
            }
        };
        if is_wanted
            && let Ok(board) = Board::from_cells(cells)
            && board.outcome() == Outcome::Open
        {
            return board;
        }
    }
}

/// Cells of which so many are empty, with this line such that the numbers that are left can complete it, if such are found at once.
fn with_open_line(rng: &mut ChaCha8Rng, empty: u8, line: Line, sort: Sort) -> Option<Cells> {
    let empty = usize::from(empty);
    let gaps = match sort {
        Sort::Decided(_, _, None) | Sort::DrawToKeep(..) => rng.random_range(1..=2),
        Sort::Decided(_, _, Some(1)) => 1,
        // With one gap, the result is seen earlier.
        Sort::Decided(_, _, Some(_)) | Sort::BySixteen(..) => 2,
    };
    let mut numbers = winning_numbers(rng, None);
    numbers.shuffle(rng);
    if matches!(sort, Sort::BySixteen(..)) {
        let place = numbers.iter().position(|&number| number == Number::MAX)?;
        numbers.swap(0, place);
    }
    let mut line = line;
    line.shuffle(rng);
    let mut cells = [0; 16];
    for (&cell, &number) in line.iter().zip(&numbers).skip(gaps) {
        *cells.get_mut(cell)? = number;
    }
    // Half of the numbers that are left are odd.
    let mut others = Vec::with_capacity(12);
    for (parity, left) in [(1, empty / 2), (0, empty - empty / 2)] {
        let is_own = |number: &&u8| **number % 2 == parity;
        let on_gaps = numbers.iter().take(gaps).filter(is_own).count();
        let is_other = |number: &u8| number % 2 == parity && !numbers.contains(number);
        let mut own: Vec<u8> = (1..=Number::MAX).filter(is_other).collect();
        own.shuffle(rng);
        others.extend(own.into_iter().skip(left.checked_sub(on_gaps)?));
    }
    others.resize(12, 0);
    others.shuffle(rng);
    let mut free = (0..16).filter(|cell| !line.contains(cell));
    for number in others {
        *cells.get_mut(free.next()?)? = number;
    }
    Some(cells)
}

/// Whether the result of a position that is not a draw is first seen by a search of so many plies.
fn is_seen_in(cells: Cells, plies: u8) -> bool {
    let is_seen = |plies| {
        let reading = Reading { plies: Plies::Only(plies), ..Reading::default() };
        Search::new(&reading, &cells).value() != 0
    };
    !is_seen(plies - 1) && is_seen(plies)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;
    use gradus_board::numerical::Player;
    use gradus_board::numerical::search::endgame::solve;

    fn positions(count: usize) -> Vec<Board> {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut boards = Vec::new();
        while boards.len() < count {
            let sort = spare(&mut rng);
            for sort in sorts(&mut rng).into_iter().chain([sort]) {
                boards.push(position(&mut rng, sort));
            }
        }
        boards
    }

    #[test]
    fn positions_are_endings() {
        for board in positions(60) {
            assert!(Ending::try_from(board.cells()).is_ok());
        }
    }

    #[test]
    fn every_result_occurs_often() {
        let results: Vec<_> = positions(400).iter().map(solve).collect();
        let share = |wanted| results.iter().filter(|&&result| result == wanted).count();
        let won = [Player::Odd, Player::Even].map(Outcome::Won);
        for result in won.into_iter().chain([Outcome::Draw]) {
            assert!(share(result) >= 8, "{result}: {}", share(result));
        }
    }
}
