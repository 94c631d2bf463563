//! The positions of a task.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use super::super::evaluation;
use super::super::positions::{
    doubly_winnable, is_of, undecided_arranged, winnable, winning_numbers,
};
use super::super::readings::{
    BLOCKS, COLUMNS, Cells, DIAGONALS_ROUND_THE_EDGE, LAST_COLUMN, LAST_ROW, Line, Lines, MAJOR,
    MINOR, ROWS, on_line,
};
use gradus_board::numerical::{Board, Player};

/// A sort of position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Won(Route, Player, Cover),
    /// The same with numbers of the player who wins only.
    WonByOwn(Route, Player, Cover),
    /// Full, and not won.
    Draw(Threes),
    /// Open with one empty cell, with the sum 34 on a line through it; no number completes a line any more.
    Dead(Threes),
}

/// Where a board that is not won has the sum 34 on the first three of four cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threes {
    InRow,
    InColumn,
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
/// A wrong answer has only four forms, and two of them are needed to tell a misconception from chance. So there are two of what people
/// miss: the minor diagonal, the last row and the last column, a full board that is won, one that is not, an open one with a line of
/// three. Two games are won with two lines at once: who misses one of these sees it all the same, but not who asks for exactly one.
///
/// With more than seven games that are won, a blind guess would be right too often. So there is one place each for the major diagonal,
/// a row and a column, any of them, which nothing else wins: who looks at no rows, at no columns or not at the major diagonal fails on
/// every task, and who misses a single row or column on every fourth.
///
/// Two games are won with numbers of one player only, so that it shows who takes lines for won that have two of each. In the others the
/// last number of a single line is of the player who has not won, so that it shows who names the winner by it.
///
/// Who takes three cells of rows or columns is told by boards that are not won.
pub(super) fn dozen(rng: &mut ChaCha8Rng) -> [Sort; 12] {
    use Cover::{Full, NotFull};
    use Player::{Even, Odd};
    use Threes::{InColumn, InRow};
    let minor = Route::One(MINOR);
    let both = Route::Two(LAST_ROW, LAST_COLUMN);
    let player = if rng.random() { Odd } else { Even };
    let row = ROWS.choose(rng).copied().unwrap_or(LAST_ROW);
    let column = COLUMNS.choose(rng).copied().unwrap_or(LAST_COLUMN);
    let mut others = [MAJOR, row, column].map(Route::One);
    others.shuffle(rng);
    let [three, four, five] = others;
    [
        // Both players win along the minor diagonal, or a full board would be enough to tell.
        Sort::Won(minor, Odd, NotFull),
        Sort::Won(both, Odd, NotFull),
        Sort::WonByOwn(three, Odd, NotFull),
        Sort::Won(minor, Even, Full),
        Sort::WonByOwn(both, Even, Full),
        Sort::Won(four, Even, Full),
        Sort::Won(five, player, NotFull),
        Sort::Draw(InRow),
        Sort::Draw(InColumn),
        Sort::Dead(InRow),
        Sort::Dead(InColumn),
        if rng.random() { Sort::Draw(InRow) } else { Sort::Dead(InColumn) },
    ]
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
            let won = won_along(rng, moves, route, None)?;
            // Nearly full boards have the 16, so that by the largest number even is the winner on all of them, as by other mistakes.
            let is_telling = player == Player::Even
                || moves > 10
                || won.cells().into_iter().max().is_some_and(|largest| largest % 2 == 1);
            let is_last_of_other = match route {
                Route::One([.., last]) => {
                    won.cells().get(last).is_some_and(|&number| !is_of(player, number))
                }
                Route::Two(..) => true,
            };
            (is_telling && is_last_of_other).then_some(won)
        }
        Sort::WonByOwn(route, player, cover) => {
            let moves = moves_before(rng, player, cover);
            won_along(rng, moves, route, Some(if player == Player::Odd { 4 } else { 0 }))
        }
        Sort::Draw(threes) => {
            // By chance, few would have the sum 34 on a broken diagonal, or on a quarter of the board.
            let has_34 =
                |cells: &Cells, lines: &[Line]| lines.iter().any(|line| is_34(cells, line));
            let [_, _, broken @ ..] = DIAGONALS_ROUND_THE_EDGE;
            let is_wanted = |cells: &Cells| has_34(cells, &broken) && has_34(cells, &BLOCKS);
            let arrange = |rng: &mut ChaCha8Rng, cells: &mut Cells| threes.place(rng, cells);
            Some(undecided_arranged(rng, 16, arrange, is_wanted))
        }
        Sort::Dead(threes) => {
            let lines = Lines::default().list();
            // The line goes through the one cell that is empty.
            let has_short_line = |cells: &Cells| {
                let mut short = lines.iter().filter(|line| on_line(cells, line).contains(&0));
                short.any(|line| is_34(cells, line)) && is_hopeless(cells, &lines)
            };
            let arrange = |rng: &mut ChaCha8Rng, cells: &mut Cells| threes.place(rng, cells);
            Some(undecided_arranged(rng, 15, arrange, has_short_line))
        }
    }
}

/// A game that is won along this route only, perhaps with so many odd numbers on each of its lines, if it is found at once.
fn won_along(
    rng: &mut ChaCha8Rng,
    moves: usize,
    route: Route,
    odd: Option<usize>,
) -> Option<Board> {
    let (won, lines) = match route {
        Route::One(line) => {
            let numbers = winning_numbers(rng, odd);
            (winnable(rng, moves, &line, numbers)?.won()?, 1)
        }
        Route::Two(row, column) => (doubly_winnable(rng, moves, [&row, &column], odd)?.won()?, 2),
    };
    (won.winning_lines().count() == lines).then_some(won)
}

impl Threes {
    /// Exchanges numbers so that the board has it.
    fn place(self, rng: &mut ChaCha8Rng, cells: &mut Cells) {
        let lines = match self {
            Self::InRow => &ROWS,
            Self::InColumn => &COLUMNS,
        };
        let Some(&[first, second, third, _]) = lines.choose(rng) else { return };
        let numbers = loop {
            let [one, other] = [(); 2].map(|()| rng.random_range(5..=16));
            let last = 34_u8.saturating_sub(one + other);
            let is_on_board = [one, other, last].iter().all(|number| cells.contains(number));
            if is_on_board && last != 0 && one != other && last != one && last != other {
                break [one, other, last];
            }
        };
        for (cell, number) in [first, second, third].into_iter().zip(numbers) {
            if let Some(place) = cells.iter().position(|&other| other == number) {
                cells.swap(cell, place);
            }
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
    use gradus_board::numerical::Outcome;

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
            assert!((300..=400).contains(&share(Outcome::Won(player))));
        }
        for outcome in [Outcome::Draw, Outcome::Open] {
            assert!((200..=300).contains(&share(outcome)));
        }
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
