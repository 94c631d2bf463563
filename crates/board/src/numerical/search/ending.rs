//! A position of an endgame, reduced to what the rest of the game depends on.
//!
//! ```text
//!    1  2  3  .        lacks 28        What matters of a line is not its numbers but what it lacks:
//!    7 14  5 12        full            with 8 4 in the last row the rest of the game would be the
//!   11 13  . 10        lacks 0         same. And a line that nobody can complete any more, such as
//!    .  4  8  .        lacks 22        the first and the third row here, does not matter at all.
//! ```

use crate::numerical::cell::CellSet;
use crate::numerical::lines::{LINE_CELLS, SUM, lines_through};
use crate::numerical::{Board, Cell, Move, Number, NumberSet, Player};

/// An undecided position, without what can no longer matter. Equal ones have the same moves and the same
/// result.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ending {
    empty: CellSet,
    /// The numbers that have not been placed.
    free: NumberSet,
    /// What each line lacks, or [`DEAD`].
    lacking: [u8; 10],
}

/// Instead of what a line lacks that can no longer be completed.
const DEAD: u8 = 63;

impl Ending {
    /// The ending of an undecided position.
    pub(super) fn new(board: &Board) -> Ending {
        let lacking = board.line_sums().map(|sum| SUM.checked_sub(sum).unwrap_or(DEAD));
        let empty = board.empty_cells().collect();
        Ending { empty, free: board.unplaced_numbers(), lacking }.with_dead_lines()
    }

    /// The player whose turn it is.
    pub(super) fn to_move(self) -> Player {
        if self.empty.len().is_multiple_of(2) { Player::Odd } else { Player::Even }
    }

    /// Whether no line can be completed any more, so that the game will be a draw.
    pub(super) fn is_dead(&self) -> bool {
        self.lacking == [DEAD; 10]
    }

    pub(super) const fn empty_cells(&self) -> CellSet {
        self.empty
    }

    /// The numbers that a player may still place.
    pub(super) fn numbers_of(&self, player: Player) -> NumberSet {
        self.free & NumberSet::of(player)
    }

    /// The cells where a player wins, if it is his turn.
    pub(super) fn winning_cells(&self, player: Player) -> CellSet {
        let numbers = self.numbers_of(player);
        self.lines().fold(CellSet::EMPTY, |winning, (gaps, lacking)| match gaps.first() {
            Some(gap) if gaps.len() == 1 && has(numbers, lacking) => winning.with(gap),
            _ => winning,
        })
    }

    /// Whether a legal move wins.
    pub(super) fn completes_a_line(&self, Move { cell, number }: Move) -> bool {
        let only_gap = CellSet::EMPTY.with(cell);
        self.lines().any(|(gaps, lacking)| gaps == only_gap && lacking == number.value())
    }

    /// The safe numbers of the player to move on an empty cell.
    pub(super) fn safe_numbers(&self, cell: Cell) -> SafeNumbers {
        let mover = self.to_move();
        let (own, others) = (self.numbers_of(mover), self.numbers_of(mover.other()));
        let mut safe = own;
        let mut threatening = NumberSet::EMPTY;
        let mut winning = NumberSet::EMPTY;
        for lacking in self.lines_with_a_gap_beside(cell) {
            safe = safe - partners(others, lacking);
            let threats = pairs(own, lacking);
            winning = winning | threatening & threats;
            threatening = threatening | threats;
        }
        SafeNumbers { all: safe, threatening: threatening & safe, winning: winning & safe }
    }

    /// What the lines lack that have this empty cell and one more.
    fn lines_with_a_gap_beside(&self, cell: Cell) -> impl Iterator<Item = u8> {
        #[expect(clippy::indexing_slicing, reason = "there are ten lines")]
        let lines = lines_through(cell).iter().map(|&line| (LINE_CELLS[line], self.lacking[line]));
        let has_two_gaps = |cells: CellSet| (cells & self.empty).len() == 2;
        lines.filter(move |&(cells, _)| has_two_gaps(cells)).map(|(_, lacking)| lacking)
    }

    /// The position after a legal move that does not win.
    pub(super) fn after(&self, Move { cell, number }: Move) -> Ending {
        let mut next = *self;
        next.empty = self.empty.without(cell);
        next.free = self.free.without(number);
        for &line in lines_through(cell) {
            #[expect(clippy::indexing_slicing, reason = "there are ten lines")]
            let lacking = &mut next.lacking[line];
            if *lacking != DEAD {
                *lacking = lacking.checked_sub(number.value()).unwrap_or(DEAD);
            }
        }
        next.with_dead_lines()
    }

    /// Everything that matters, in one integer.
    pub(super) fn key(&self) -> u128 {
        let start = u128::from(self.empty.bits()) << 16 | u128::from(self.free.bits());
        self.lacking.iter().fold(start, |key, &lacking| key << 6 | u128::from(lacking))
    }

    /// The same with every line marked that can no longer be completed.
    fn with_dead_lines(mut self) -> Ending {
        let (empty, free) = (self.empty, self.free);
        for (lacking, cells) in self.lacking.iter_mut().zip(LINE_CELLS) {
            let can_be_completed = match (cells & empty).len() {
                0 => false,
                1 => has(free, *lacking),
                2 => !pairs(free, *lacking).is_empty(),
                _ => true,
            };
            if !can_be_completed {
                *lacking = DEAD;
            }
        }
        self
    }

    /// The empty cells of each line that can be completed, and what it lacks.
    fn lines(&self) -> impl Iterator<Item = (CellSet, u8)> {
        let lines =
            LINE_CELLS.into_iter().zip(self.lacking).filter(|&(_, lacking)| lacking != DEAD);
        lines.map(|(cells, lacking)| (cells & self.empty, lacking))
    }
}

/// The numbers of the player to move after which the opponent cannot complete a line through their cell at once, in a position
/// where neither player can win at once.
#[derive(Debug)]
pub(super) struct SafeNumbers {
    all: NumberSet,
    /// Those that threaten to complete a line.
    pub(super) threatening: NumberSet,
    /// Those that threaten to complete two lines, on different cells.
    pub(super) winning: NumberSet,
}

impl SafeNumbers {
    /// Those that threaten nothing.
    pub(super) fn quiet(&self) -> NumberSet {
        self.all - self.threatening
    }
}

/// Whether there is such a number in the set.
pub(super) fn has(numbers: NumberSet, value: u8) -> bool {
    Number::new(value).is_some_and(|number| numbers.contains(number))
}

/// The numbers that have this sum with a number of the set, possibly the same number.
pub(super) fn partners(numbers: NumberSet, sum: u8) -> NumberSet {
    // With the bits reversed, bit n − 1 stands for the number 17 − n; shifted by sum − 17, for the number sum − n.
    let reversed = numbers.bits().reverse_bits();
    NumberSet::from_bits(match sum {
        2..17 => reversed >> (17 - sum),
        17..33 => reversed << (sum - 17),
        _ => 0,
    })
}

/// The numbers of the set that have this sum with another number of the set.
fn pairs(numbers: NumberSet, sum: u8) -> NumberSet {
    let paired = partners(numbers, sum) & numbers;
    // Alone, a number that is its own partner makes no pair.
    let half = if sum.is_multiple_of(2) { Number::new(sum / 2) } else { None };
    half.map_or(paired, |half| paired.without(half))
}
