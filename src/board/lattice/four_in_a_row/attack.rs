//! An attack by threes: each move of the attacker makes one, and the defender takes its fourth cell.
//!
//! ```text
//!   . x . x      0  1  2  3       A stone on 0 makes the first row a three, and the defender has to answer on 2.
//!   . . . o      4  5  6  7       Only lines with two stones of the attacker and two empty cells, the *open twos*,
//!   . . . .      8  9 10 11       become threes: so what is kept up to date is how many of them every empty cell
//!   . . o o     12 13 14 15       is on.
//! ```
//!
//! ```
//! use gradus::board::lattice::four_in_a_row::{Attack, Bitboard, Board, Cell, Stone};
//!
//! let board: Board = format!("{:.<256}", ".x.x...o......oo").parse()?;
//! let cells = |ids: &[u8]| ids.iter().copied().map(Cell::new).collect::<Bitboard>();
//!
//! let attack = Attack::new(&board, Stone::Black).unwrap();
//! assert_eq!((attack.forcing(), attack.winning()), (cells(&[0, 2]), Bitboard::EMPTY));
//! assert_eq!(attack.answer_to(Cell::new(0)), Some(Cell::new(2)));
//! assert_eq!(attack.after(Cell::new(0)).forcing(), Bitboard::EMPTY);
//! # Ok::<(), gradus::board::lattice::four_in_a_row::ParseBoardError>(())
//! ```

use super::{Bitboard, Board, Cell, LineCounts, Stone, Tally, lines_through};

/// A position in which the attacker is to move and has no three to complete.
#[derive(Debug, Clone)]
pub struct Attack {
    attacker: Stone,
    counts: LineCounts,
    empty: Bitboard,
    /// For each empty cell, how many open twos it is on.
    open_twos: Tally,
    /// Where the defender would complete a line.
    urgent: Bitboard,
}

impl Attack {
    /// The attack of `attacker`, who is to move; none if he can complete a line already.
    #[must_use]
    pub fn new(board: &Board, attacker: Stone) -> Option<Attack> {
        let counts = LineCounts::of(board);
        let is_needed = counts.lines_with(attacker, 3, 0).next().is_none();
        is_needed.then(|| Attack {
            attacker,
            empty: board.empty_cells(),
            open_twos: board.open_cells(attacker, 2),
            urgent: board.completing_cells(attacker.other()),
            counts,
        })
    }

    /// The cells that leave the attacker two or more cells to complete a line, and the defender none.
    #[must_use]
    pub fn winning(&self) -> Bitboard {
        self.in_time(self.open_twos.two_or_more())
    }

    /// The cells that leave the attacker exactly one cell to complete a line, and the defender none.
    #[must_use]
    pub fn forcing(&self) -> Bitboard {
        self.in_time(self.open_twos.exactly_one())
    }

    /// For every empty cell, how many lines through it have two stones of the attacker and two empty cells: so many
    /// threes a stone there makes.
    #[must_use]
    pub const fn open_twos(&self) -> &Tally {
        &self.open_twos
    }

    /// The position after one of the [forcing](Attack::forcing) moves and the answer to it.
    #[must_use]
    pub fn after(&self, cell: Cell) -> Attack {
        let mut next = self.clone();
        let answer = self.answer_to(cell);
        next.place(cell, self.attacker);
        if let Some(answer) = answer {
            next.place(answer, self.attacker.other());
            next.urgent = next.threats_through(answer);
        }
        next
    }

    /// The cell that the defender has to take after one of the [forcing](Attack::forcing) moves.
    #[must_use]
    pub fn answer_to(&self, cell: Cell) -> Option<Cell> {
        let mut lines = lines_through(cell).iter();
        let open_two = lines.find(|line| self.counts.has(line, self.attacker, 2, 0))?;
        let mut rest = open_two.mask() & self.empty;
        rest.remove(cell);
        rest.first()
    }

    /// The cells of a set that leave the defender nothing to complete.
    fn in_time(&self, set: Bitboard) -> Bitboard {
        match self.urgent.len() {
            0 => set,
            1 => set & self.urgent,
            _ => Bitboard::EMPTY,
        }
    }

    fn place(&mut self, cell: Cell, stone: Stone) {
        let mut left = self.empty;
        left.remove(cell);
        for line in lines_through(cell) {
            let was_open_two = self.counts.has(line, self.attacker, 2, 0);
            self.counts.add(line, stone);
            if was_open_two {
                self.open_twos.remove(line.mask() & self.empty);
            } else if self.counts.has(line, self.attacker, 2, 0) {
                self.open_twos.add(line.mask() & left);
            }
        }
        self.empty = left;
    }

    /// Where the defender would complete a line through his newest stone: he had no other such cell.
    fn threats_through(&self, cell: Cell) -> Bitboard {
        let lines = lines_through(cell).iter();
        let threes = lines.filter(|line| self.counts.has(line, self.attacker.other(), 3, 0));
        threes.fold(Bitboard::EMPTY, |cells, line| cells | line.mask()) & self.empty
    }
}
