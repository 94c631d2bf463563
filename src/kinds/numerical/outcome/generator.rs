//! The positions of a task.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

use super::super::evaluation;
use super::super::positions::{doubly_winnable, undecided_where, winnable, winning_numbers};
use super::super::readings::{
    BLOCKS, COLUMNS, Cells, DIAGONALS_ROUND_THE_EDGE, LAST_COLUMN, LAST_ROW, Line, Lines, MAJOR,
    MINOR, ROWS, on_line,
};
use crate::board::numerical::{Board, Player};

/// A sort of position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Won(Route, Player, Cover),
    /// Full, and not won.
    Draw,
    /// Open with one empty cell, with the sum 34 on a line through it; no number completes a line any more.
    Dead,
}

/// Along which line a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    One(Line),
    /// A row and a column at once.
    Two(Line, Line),
}

/// Whether the move that wins fills the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cover {
    Full,
    NotFull,
}

/// The sorts of twelve positions.
///
/// A wrong answer has only four forms, and three of them are needed to tell a misconception from chance. So what people miss occurs
/// three times: the minor diagonal, the last row or the last column, a full board that is won, an open one with a line of three. The
/// last place is for another line or for a third draw.
pub(super) fn dozen(rng: &mut ChaCha8Rng) -> [Sort; 12] {
    use Cover::{Full, NotFull};
    use Player::{Even, Odd};
    let minor = Route::One(MINOR);
    let last = Route::One(if rng.random() { LAST_ROW } else { LAST_COLUMN });
    // Both players win along each of them, or a full board would be enough to tell.
    let (four, five) = if rng.random() { (minor, last) } else { (last, minor) };
    let player = if rng.random() { Odd } else { Even };
    // A win is a win with two lines too. Who misses one of the two sees it all the same, so that is not on every task.
    let both = Route::Two(LAST_ROW, LAST_COLUMN);
    let last_or_both = if rng.random_ratio(1, 3) { both } else { last };
    [
        Sort::Won(minor, Odd, NotFull),
        Sort::Won(last_or_both, Odd, NotFull),
        Sort::Won(four, Odd, NotFull),
        Sort::Won(minor, Even, Full),
        Sort::Won(last, Even, Full),
        Sort::Won(five, Even, Full),
        Sort::Draw,
        Sort::Draw,
        Sort::Dead,
        Sort::Dead,
        Sort::Dead,
        if rng.random_ratio(4, 5) {
            Sort::Draw
        } else {
            Sort::Won(rare_route(rng), player, NotFull)
        },
    ]
}

fn rare_route(rng: &mut ChaCha8Rng) -> Route {
    let others = [&ROWS[..3], &COLUMNS[..3]].concat();
    let other = others.choose(rng).copied().filter(|_| rng.random());
    Route::One(other.unwrap_or(MAJOR))
}

pub(super) fn position(rng: &mut ChaCha8Rng, sort: Sort) -> Board {
    loop {
        if let Some(board) = attempt(rng, sort) {
            return board;
        }
    }
}

/// A position of a sort, if one is found at once.
fn attempt(rng: &mut ChaCha8Rng, sort: Sort) -> Option<Board> {
    match sort {
        Sort::Won(route, player, cover) => {
            let moves = moves_before(rng, player, cover);
            let (won, lines) = match route {
                Route::One(line) => {
                    let numbers = winning_numbers(rng, None);
                    (winnable(rng, moves, &line, numbers)?.won()?, 1)
                }
                Route::Two(row, column) => {
                    (doubly_winnable(rng, moves, [&row, &column])?.won()?, 2)
                }
            };
            // Nearly full boards have the 16, so that by the largest number even is the winner on all of them, as by other mistakes.
            let is_telling = player == Player::Even
                || moves > 10
                || won.cells().into_iter().max().is_some_and(|largest| largest % 2 == 1);
            (is_telling && won.winning_lines().count() == lines).then_some(won)
        }
        Sort::Draw => {
            // By chance, few would have the sum 34 on a broken diagonal, or on a quarter of the board.
            let has_34 =
                |cells: &Cells, lines: &[Line]| lines.iter().any(|line| is_34(cells, line));
            let [_, _, broken @ ..] = DIAGONALS_ROUND_THE_EDGE;
            let is_wanted = |cells: &Cells| has_34(cells, &broken) && has_34(cells, &BLOCKS);
            Some(undecided_where(rng, 16, is_wanted))
        }
        Sort::Dead => {
            let lines = Lines::default().list();
            // The line goes through the one cell that is empty.
            let has_short_line = |cells: &Cells| {
                let mut short = lines.iter().filter(|line| on_line(cells, line).contains(&0));
                short.any(|line| is_34(cells, line)) && is_hopeless(cells, &lines)
            };
            Some(undecided_where(rng, 15, has_short_line))
        }
    }
}

fn is_34(cells: &Cells, line: &Line) -> bool {
    on_line(cells, line).iter().sum::<u8>() == 34
}

/// How many moves are made before this player wins. Open boards are nearly full, so most of those that are won are as well: how many
/// cells are taken says little.
fn moves_before(rng: &mut ChaCha8Rng, player: Player, cover: Cover) -> usize {
    let is_late = rng.random_ratio(3, 4);
    match (player, cover) {
        (_, Cover::Full) => 15,
        (Player::Odd, Cover::NotFull) if is_late => 2 * rng.random_range(6..=7),
        (Player::Odd, Cover::NotFull) => 2 * rng.random_range(3..=5),
        (Player::Even, Cover::NotFull) if is_late => 13,
        (Player::Even, Cover::NotFull) => 2 * rng.random_range(3..=5) + 1,
    }
}

/// Whether no number from 1 to 16 completes a line, but for those that are on it: then those that are not on the board do not either.
fn is_hopeless(cells: &Cells, lines: &[Line]) -> bool {
    lines
        .iter()
        .map(|line| evaluation::numbers(&on_line(cells, line)))
        .all(|numbers| !evaluation::is_in_winning_set(numbers))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;
    use crate::board::numerical::Outcome;

    #[test]
    fn every_outcome_is_frequent() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let outcomes: Vec<Outcome> = (0..100)
            .flat_map(|_| dozen(&mut rng))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|sort| position(&mut rng, sort).outcome())
            .collect();
        let share = |outcome| outcomes.iter().filter(|&&other| other == outcome).count();
        for player in [Player::Odd, Player::Even] {
            assert!((300..=350).contains(&share(Outcome::Won(player))));
        }
        assert!((200..=300).contains(&share(Outcome::Draw)));
        assert_eq!(share(Outcome::Open), 300);
    }

    #[test]
    fn nearly_full_boards_have_every_outcome() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let sorts: Vec<Sort> = (0..20).flat_map(|_| dozen(&mut rng)).collect();
        let boards: Vec<Board> = sorts.into_iter().map(|sort| position(&mut rng, sort)).collect();
        let has = |count, outcome| {
            let is_such = |board: &Board| 16 - board.empty_cells().count() == count;
            boards.iter().any(|board| is_such(board) && board.outcome() == outcome)
        };
        assert!(has(15, Outcome::Won(Player::Odd)) && has(15, Outcome::Open));
        assert!(has(16, Outcome::Won(Player::Even)) && has(16, Outcome::Draw));
    }
}
