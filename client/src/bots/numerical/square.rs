//! The board of numerical tic-tac-toe for searching: numbers are placed and taken back, and the tallies of the lines are kept up to date.

/// The sum of a line that wins.
const GOAL: u8 = 34;

/// A number on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) cell: usize,
    pub(super) number: u8,
}

/// What lies on a line.
#[derive(Clone, Copy, Default)]
struct Tally {
    filled: u8,
    sum: u8,
    /// The numbers as bits, as [`Evaluation`](crate::solvers::evaluation::Evaluation) wants them.
    numbers: usize,
}

impl Tally {
    /// The line with one more number on it.
    fn with(self, number: u8) -> Self {
        Self {
            filled: self.filled + 1,
            sum: self.sum + number,
            numbers: self.numbers | bit(number),
        }
    }

    /// The line with one of its numbers taken away.
    fn without(self, number: u8) -> Self {
        Self {
            filled: self.filled - 1,
            sum: self.sum - number,
            numbers: self.numbers & !bit(number),
        }
    }
}

/// The position: the numbers on the board, 0 for an empty cell.
#[derive(Clone, Default)]
pub(super) struct Square {
    cells: [u8; 16],
    /// The numbers on the board as bits.
    used: usize,
    placed: u8,
    /// Rows, columns, ╲, ╱.
    lines: [Tally; 10],
}

impl Square {
    pub(super) fn cells(&self) -> [u8; 16] {
        self.cells
    }

    pub(super) fn empty(&self) -> u8 {
        16 - self.placed
    }

    /// The numbers on each line as bits.
    pub(super) fn lines(&self) -> impl Iterator<Item = usize> {
        self.lines.iter().map(|line| line.numbers)
    }

    /// Makes an allowed move.
    #[expect(
        clippy::indexing_slicing,
        reason = "moves that are not allowed are never placed, and there are ten lines"
    )]
    pub(super) fn place(&mut self, Placement { cell, number }: Placement) {
        self.cells[cell] = number;
        self.used |= bit(number);
        self.placed += 1;
        for line in through(cell) {
            self.lines[line] = self.lines[line].with(number);
        }
    }

    /// Takes the last move back.
    #[expect(
        clippy::indexing_slicing,
        reason = "moves that are not allowed are never placed, and there are ten lines"
    )]
    pub(super) fn take_back(&mut self, Placement { cell, number }: Placement) {
        self.cells[cell] = 0;
        self.used &= !bit(number);
        self.placed -= 1;
        for line in through(cell) {
            self.lines[line] = self.lines[line].without(number);
        }
    }

    /// Whether the player to move may make a move.
    pub(super) fn allows(&self, Placement { cell, number }: Placement) -> bool {
        self.may_place(number) && self.cells.get(cell) == Some(&0)
    }

    /// All moves of the player to move.
    pub(super) fn moves(&self) -> Vec<Placement> {
        let numbers: Vec<u8> = (1..=16).filter(|number| self.may_place(*number)).collect();
        let mut moves = Vec::with_capacity(128);
        for (cell, _) in self.cells.iter().enumerate().filter(|(_, number)| **number == 0) {
            moves.extend(numbers.iter().map(|number| Placement { cell, number: *number }));
        }
        moves
    }

    /// Whether a number is the player's who is to move, and free: odd numbers and even ones come in turn, beginning with odd.
    fn may_place(&self, number: u8) -> bool {
        (1..=16).contains(&number) && number % 2 != self.placed % 2 && self.used & bit(number) == 0
    }

    /// Whether the player to move completes a line with a move.
    pub(super) fn wins(&self, Placement { cell, number }: Placement) -> bool {
        let mut lines = self.lines_through(cell);
        lines.any(|line| line.filled == 3 && line.sum + number == GOAL)
    }

    /// Whether the player to move has a move that completes a line.
    pub(super) fn is_winning(&self) -> bool {
        let own = (self.placed + 1) % 2;
        self.lines.iter().any(|line| self.lacks_one(*line, own))
    }

    /// Where the player to move cannot complete a line: the moves after which the opponent cannot either.
    pub(super) fn safe_moves(&self) -> Vec<Placement> {
        let theirs = self.placed % 2;
        let threats = self.lines.iter().filter(|line| self.lacks_one(**line, theirs)).count();
        let mut moves = self.moves();
        moves.retain(|Placement { cell, number }| {
            let mut stopped = 0;
            for line in self.lines_through(*cell) {
                if self.lacks_one(line, theirs) {
                    stopped += 1;
                } else if self.lacks_one(line.with(*number), theirs) {
                    return false;
                }
            }
            stopped == threats
        });
        moves
    }

    #[expect(clippy::indexing_slicing, reason = "there are ten lines")]
    fn lines_through(&self, cell: usize) -> impl Iterator<Item = Tally> {
        through(cell).map(|line| self.lines[line])
    }

    /// Whether a line lacks one number only, which is not on the board yet and odd (1) or even (0) as asked for.
    fn lacks_one(&self, line: Tally, parity: u8) -> bool {
        let missing = GOAL.saturating_sub(line.sum);
        line.filled == 3
            && missing % 2 == parity
            && (1..=16).contains(&missing)
            && self.used & bit(missing) == 0
    }
}

fn bit(number: u8) -> usize {
    (1 << number) >> 1
}

/// The numbers of the lines through a cell: its row and column, and the diagonals 0 5 10 15 and 3 6 9 12.
fn through(cell: usize) -> impl Iterator<Item = usize> {
    let falling = cell.is_multiple_of(5).then_some(8);
    let rising = (cell.is_multiple_of(3) && (3..=12).contains(&cell)).then_some(9);
    [Some(cell / 4), Some(4 + cell % 4), falling, rising].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;

    use super::*;
    use crate::boards::numerical::Board;

    /// The moves of a board as its own rules tell them: all, those that win, and those after which nobody wins at once.
    fn plain(square: &Square) -> [Vec<String>; 3] {
        let board = Board::try_from(square.cells()).unwrap();
        let wins = |board: &Board| -> Vec<_> {
            board.moves().into_iter().filter(|each| board.after(*each).is_won()).collect()
        };
        let safe = board.moves().into_iter().filter(|each| wins(&board.after(*each)).is_empty());
        let texts = |moves: Vec<_>| moves.iter().map(ToString::to_string).collect();
        [texts(board.moves()), texts(wins(&board)), texts(safe.collect())]
    }

    #[test]
    fn moves_are_those_of_the_plain_board() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let texts = |moves: Vec<Placement>| -> Vec<String> {
            moves.iter().map(|Placement { cell, number }| format!("{cell}:{number}")).collect()
        };
        for _ in 0..20 {
            let mut square = Square::default();
            loop {
                let moves = square.moves();
                let wins: Vec<_> =
                    moves.iter().copied().filter(|each| square.wins(*each)).collect();
                assert_eq!(square.is_winning(), !wins.is_empty());
                let [all, winning, safe] = plain(&square);
                assert_eq!((texts(moves.clone()), texts(wins)), (all, winning.clone()));
                if !winning.is_empty() {
                    break;
                }
                assert_eq!(texts(square.safe_moves()), safe);
                let Some(placement) = moves.choose(&mut rng).copied() else { break };
                square.place(placement);
            }
        }
    }

    #[test]
    fn a_number_taken_back_leaves_nothing_behind() {
        let mut square = Square::default();
        square.place(Placement { cell: 5, number: 9 });
        let before = (square.cells(), square.lines().collect::<Vec<_>>(), square.moves());
        let placement = Placement { cell: 10, number: 16 };
        square.place(placement);
        square.take_back(placement);
        assert_eq!(before, (square.cells(), square.lines().collect(), square.moves()));
    }
}
