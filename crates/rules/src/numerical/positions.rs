//! What the kinds of this track share: random positions, tasks that are a list of positions, and moves as items.
//!
//! [`undecided`] scatters numbers over the board, and [`winnable`] prepares a line that the next move completes.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{TryFromInto, serde_as};

use super::readings::{Cells, Line};
use gradus_board::drawing::numerical::Sheet;
use gradus_board::drawing::{Note, Panel};
use gradus_board::numerical::{Board, Cell, LINES, Move, Number, Outcome, Player, WINNING_SETS};

/// A position after this number of moves without a winner: with all 16 it is a draw.
///
/// It can be reached by play: no order of the moves completes a line.
pub(super) fn undecided(rng: &mut ChaCha8Rng, moves: usize) -> Board {
    undecided_where(rng, moves, |_| true)
}

/// The same with cells that are wanted.
pub(super) fn undecided_where(
    rng: &mut ChaCha8Rng,
    moves: usize,
    is_wanted: impl Fn(&Cells) -> bool,
) -> Board {
    undecided_arranged(rng, moves, |_, _| {}, is_wanted)
}

/// The same with numbers that are put in another order first.
pub(super) fn undecided_arranged(
    rng: &mut ChaCha8Rng,
    moves: usize,
    arrange: impl Fn(&mut ChaCha8Rng, &mut Cells),
    is_wanted: impl Fn(&Cells) -> bool,
) -> Board {
    loop {
        let mut cells = scattered(rng, moves);
        arrange(rng, &mut cells);
        if is_wanted(&cells)
            && let Ok(board) = Board::from_cells(cells)
            && !matches!(board.outcome(), Outcome::Won(_))
        {
            return board;
        }
    }
}

/// The numbers of this many turns on random cells.
fn scattered(rng: &mut ChaCha8Rng, moves: usize) -> Cells {
    let mut odd = [1, 3, 5, 7, 9, 11, 13, 15];
    let mut even = [2, 4, 6, 8, 10, 12, 14, 16];
    odd.shuffle(rng);
    even.shuffle(rng);
    let turns = odd.into_iter().zip(even).flat_map(|(odd, even)| [odd, even]);
    let mut cells = [0; 16];
    for (cell, number) in cells.iter_mut().zip(turns).take(moves) {
        *cell = number;
    }
    cells.shuffle(rng);
    cells
}

/// Whether some line has the sum 34 with fewer than four numbers.
pub(super) fn has_short_line(board: &Board) -> bool {
    let is_short = |line: &[_; 4]| line.iter().any(|&cell| board.at(cell).is_none());
    LINES.iter().zip(board.line_sums()).any(|(line, sum)| sum == 34 && is_short(line))
}

/// A position of the same sort in which some line has the sum 34 with fewer than four numbers.
pub(super) fn with_short_line(
    rng: &mut ChaCha8Rng,
    moves: std::ops::RangeInclusive<usize>,
) -> Board {
    loop {
        let moves = rng.random_range(moves.clone());
        let board = undecided(rng, moves);
        if has_short_line(&board) {
            return board;
        }
    }
}

/// A position that can be won at once.
pub(super) struct Winnable {
    pub(super) board: Board,
    pub(super) win: Move,
}

impl Winnable {
    /// The position after the win.
    pub(super) fn won(&self) -> Option<Board> {
        self.board.play(self.win).ok()
    }
}

/// An undecided position after this number of moves in which the next one can complete this line with these numbers, if such a
/// position is found at once.
pub(super) fn winnable(
    rng: &mut ChaCha8Rng,
    moves: usize,
    line: &Line,
    numbers: [u8; 4],
) -> Option<Winnable> {
    let mut placed = numbers;
    placed.shuffle(rng);
    let mut fixed: Vec<(usize, u8)> = line.iter().copied().zip(placed).collect();
    let own = fixed.iter().filter(|&&(_, number)| is_of(mover(moves), number));
    let &win = own.collect::<Vec<_>>().choose(rng).copied()?;
    fixed.retain(|&other| other != win);
    filled(rng, moves, &fixed, win)
}

/// The same with two lines that the next move completes both, each with so many odd numbers; any numbers if none is said.
pub(super) fn doubly_winnable(
    rng: &mut ChaCha8Rng,
    moves: usize,
    lines: [&Line; 2],
    odd: Option<usize>,
) -> Option<Winnable> {
    let [first, second] = lines;
    let &cell = first.iter().find(|cell| second.contains(cell))?;
    let [mut ours, mut theirs] = [(); 2].map(|()| winning_numbers(rng, odd));
    let common = |number: &&u8| theirs.contains(number);
    let [&number] = ours.iter().filter(common).collect::<Vec<_>>()[..] else { return None };
    ours.shuffle(rng);
    theirs.shuffle(rng);
    let others = |line: &Line, numbers: [u8; 4]| {
        let cells = line.iter().copied().filter(|&other| other != cell).collect::<Vec<_>>();
        cells.into_iter().zip(numbers.into_iter().filter(move |&other| other != number))
    };
    let fixed: Vec<_> = others(first, ours).chain(others(second, theirs)).collect();
    filled(rng, moves, &fixed, (cell, number)).filter(|_| is_of(mover(moves), number))
}

/// An undecided position with these numbers on these cells and others elsewhere, in which the move that is left out wins.
fn filled(
    rng: &mut ChaCha8Rng,
    moves: usize,
    fixed: &[(usize, u8)],
    win: (usize, u8),
) -> Option<Winnable> {
    let mut cells = [0; 16];
    for &(cell, number) in fixed {
        *cells.get_mut(cell)? = number;
    }
    let is_fixed = |cell: &usize| *cell == win.0 || fixed.iter().any(|(other, _)| other == cell);
    let mut free: Vec<usize> = (0..16).filter(|cell| !is_fixed(cell)).collect();
    free.shuffle(rng);
    for (player, wanted) in [(Player::Odd, moves.div_ceil(2)), (Player::Even, moves / 2)] {
        let is_own = |number: &u8| is_of(player, *number);
        let on_lines = cells.iter().filter(|&number| *number != 0 && is_own(number)).count();
        let is_left = |number: &u8| *number != win.1 && !cells.contains(number);
        let mut others: Vec<u8> = (1..=Number::MAX).filter(is_own).filter(is_left).collect();
        others.shuffle(rng);
        let wanted = wanted.checked_sub(on_lines).filter(|&wanted| wanted <= others.len())?;
        for number in others.into_iter().take(wanted) {
            *cells.get_mut(free.pop()?)? = number;
        }
    }
    let board = Board::from_cells(cells).ok()?;
    let cell = Cell::new(win.0.try_into().ok()?)?;
    let win = Move { cell, number: Number::new(win.1)? };
    (board.outcome() == Outcome::Open).then_some(Winnable { board, win })
}

/// Who moves after this number of moves.
fn mover(moves: usize) -> Player {
    if moves.is_multiple_of(2) { Player::Odd } else { Player::Even }
}

pub(super) fn is_of(player: Player, number: u8) -> bool {
    number.is_multiple_of(2) == (player == Player::Even)
}

/// Four numbers with the sum 34, of which this many are odd; any four if none is said.
pub(super) fn winning_numbers(rng: &mut ChaCha8Rng, odd: Option<usize>) -> [u8; 4] {
    loop {
        let set = WINNING_SETS.choose(rng).into_iter().flat_map(|set| set.iter());
        let numbers: Vec<u8> = set.map(Number::value).collect();
        let found = numbers.iter().filter(|&&number| is_of(Player::Odd, number)).count();
        if let (Ok(numbers), true) = (numbers.try_into(), odd.is_none_or(|odd| odd == found)) {
            return numbers;
        }
    }
}

/// Boards drawn, each with who is to move and one item.
pub(super) fn panels_to_move<'a>(boards: impl IntoIterator<Item = &'a Board>) -> Vec<Panel> {
    let boards: Vec<&Board> = boards.into_iter().collect();
    let panels = panels(boards.iter().copied(), 1).into_iter().zip(boards);
    panels.map(|(panel, board)| panel.with_note(Note::ToMove(board.to_move().into()))).collect()
}

/// Boards drawn, each with so many items.
pub(super) fn panels<'a>(boards: impl IntoIterator<Item = &'a Board>, items: usize) -> Vec<Panel> {
    let drawn = |board| Sheet { is_small: true, ..Sheet::of(board) }.drawn();
    Panel::each(boards.into_iter().map(drawn), items)
}

/// Positions, each as its 16 cells.
#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boards {
    #[serde_as(as = "Vec<TryFromInto<[u8; 16]>>")]
    pub(super) boards: Vec<Board>,
}

impl Boards {
    /// The boards drawn, each with so many items.
    pub(super) fn panels(&self, items: usize) -> Vec<Panel> {
        panels(&self.boards, items)
    }

    /// A task of one position.
    pub(super) fn one(board: &Board) -> Self {
        Self { boards: vec![*board] }
    }
}

/// Reads `cell:number`.
pub(super) fn read_move(text: &str) -> Option<Move> {
    let (cell, number) = text.split_once(':')?;
    let cell = Cell::new(cell.trim().parse().ok()?)?;
    let number = Number::new(number.trim().parse().ok()?)?;
    Some(Move { cell, number })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn positions_have_the_numbers_asked_for_and_no_winner() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        for moves in (0..=16).cycle().take(500) {
            let board = undecided(&mut rng, moves);
            assert_eq!(16 - board.empty_cells().count(), moves);
            let expected = if moves == 16 { Outcome::Draw } else { Outcome::Open };
            assert_eq!(board.outcome(), expected);
        }
    }

    #[test]
    fn a_line_with_an_empty_cell_is_short() {
        let board = |cells| Board::from_cells(cells).unwrap();
        assert!(has_short_line(&board([15, 16, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])));
        assert!(!has_short_line(&board([15, 16, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])));
    }

    #[test]
    fn a_prepared_line_is_won_by_the_next_move() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let mut found = 0;
        for (moves, line) in (6..=15).cycle().zip(LINES.iter().cycle()).take(500) {
            let line = line.map(|cell| usize::from(cell.index()));
            let numbers = winning_numbers(&mut rng, None);
            let Some(winnable) = winnable(&mut rng, moves, &line, numbers) else { continue };
            found += 1;
            assert_eq!(16 - winnable.board.empty_cells().count(), moves);
            assert!(matches!(winnable.won().unwrap().outcome(), Outcome::Won(_)));
        }
        assert!(found > 200, "{found}");
    }
}
