//! Threats: cells that complete a line, and cells that make two such cells at once; and the computer's rules, which see no further.
//!
//! ```text
//!   x x . x      0  1  2  3       2 completes the row for black. White's three in the last row leads to
//!   . . . .      4  5  6  7       nothing: its fourth cell is taken.
//!   o . . .      8  9 10 11
//!   o o o x     12 13 14 15
//! ```
//!
//! The opponent can answer one threat, not two. So a cell on two lines that have two stones of a side
//! and no other stone wins for that side: a stone there makes both into threes. In this picture it is 0.
//!
//! ```text
//!   . x x .      0  1  2  3
//!   x . . .      4  5  6  7
//!   . . o .      8  9 10 11
//!   x . . .     12 13 14 15
//! ```
//!
//! ```
//! use gradus_board::lattice::four_in_a_row::{Bitboard, Board, Cell, Stone};
//!
//! let board = |picture: &str| format!("{picture:.<256}").parse::<Board>();
//! let cells = |ids: &[u8]| ids.iter().copied().map(Cell::new).collect::<Bitboard>();
//!
//! let first = board("xx.x....o...ooox")?;
//! assert_eq!(first.completing_cells(Stone::Black), cells(&[2]));
//! assert_eq!(first.completing_cells(Stone::White), Bitboard::EMPTY);
//!
//! let second = board(".xx.x.....o.x...")?;
//! assert_eq!(second.double_threats(Stone::Black), cells(&[0]));
//! # Ok::<(), gradus_board::lattice::four_in_a_row::ParseBoardError>(())
//! ```
//!
//! The lines through every cell are counted in a [`Tally`]: a small number for every cell, bit-sliced, so that plane `k`
//! holds bit `k` of all of them.
//!
//! ```text
//!   numbers    0 1 2 3      plane 0    . 1 . 1      To count a set of cells is to add 1 to each
//!                           plane 1    . . 1 1      of them: the set is the first carry, and
//!                                                   every plane adds the carry of the one before.
//! ```
//!
//! The cells with the highest number are found from the highest plane down: a plane that has any of
//! the remaining cells leaves only those.
//!
//! ```
//! use gradus_board::lattice::four_in_a_row::{Bitboard, Cell, Tally};
//!
//! let set = |ids: &[u8]| ids.iter().copied().map(Cell::new).collect::<Bitboard>();
//! let tally: Tally = [set(&[0, 9, 57]), set(&[9, 57, 85]), set(&[57])].into_iter().collect();
//! assert_eq!(tally.most(), set(&[57]));
//! assert_eq!((tally.exactly_one(), tally.two_or_more()), (set(&[0, 85]), set(&[9, 57])));
//! ```
//!
//! # The computer's rules
//!
//! The computer player of the article 4次元四目で遊ぼう has five rules.
//!
//! | rule | cells |
//! |---|---|
//! | 1 | where the side completes a line |
//! | 2 | where the opponent would complete one |
//! | 3 | over the lines with two stones of the opponent's and two empty cells: those on the most such lines |
//! | 4 | the same with two stones of the side's own |
//! | 5 | any empty cell |
//!
//! The first rule that has a cell applies, and the computer takes any of its cells.
//!
//! ```text
//!   x . . x      0  1  2  3       White is to move. Black has twos in the first row, in the first column
//!   . . . .      4  5  6  7       and on the diagonal 3 6 9 12. Their six empty cells are on one line each,
//!   . . . .      8  9 10 11       so that rule 3 leaves the choice of all of them.
//!   x o . o     12 13 14 15
//! ```
//!
//! ```
//! use gradus_board::lattice::four_in_a_row::{Board, Cell, Rule, Stone};
//!
//! let board: Board = format!("{:.<256}", "x..x........xo.o").parse()?;
//! let choice = board.computers_choice(Stone::White).unwrap();
//! assert_eq!(choice.rule, Rule::SpoilTwos);
//! assert_eq!(choice.rule.number(), 3);
//! assert_eq!(choice.cells.iter().map(Cell::id).collect::<Vec<_>>(), [1, 2, 4, 6, 8, 9]);
//! # Ok::<(), gradus_board::lattice::four_in_a_row::ParseBoardError>(())
//! ```

use std::ops::BitOr;

use super::{Bitboard, Board, LineCounts, Stone};

/// How often each cell was counted, from 0 to 15: as many lines as a cell can be on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[must_use]
pub struct Tally {
    planes: [Bitboard; 4],
}

impl Tally {
    /// Counts the cells of a set once more.
    pub fn add(&mut self, set: Bitboard) {
        let mut carry = set;
        for plane in &mut self.planes {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// Takes back one count of the cells of a set, each of which has been counted.
    pub(super) fn remove(&mut self, set: Bitboard) {
        let mut borrow = set;
        for plane in &mut self.planes {
            (*plane, borrow) = (*plane ^ borrow, !*plane & borrow);
        }
    }

    /// The cells counted at all.
    pub fn counted(&self) -> Bitboard {
        self.planes.into_iter().fold(Bitboard::EMPTY, BitOr::bitor)
    }

    /// The cells counted once.
    pub fn exactly_one(&self) -> Bitboard {
        let [ones, ..] = self.planes;
        ones & !self.two_or_more()
    }

    /// The cells counted twice or more often.
    pub fn two_or_more(&self) -> Bitboard {
        let [_, twos, fours, eights] = self.planes;
        twos | fours | eights
    }

    /// The cells counted most often; none if no cell was counted.
    pub fn most(&self) -> Bitboard {
        self.planes.into_iter().rev().fold(self.counted(), |left, plane| {
            let higher = left & plane;
            if higher.is_empty() { left } else { higher }
        })
    }
}

impl FromIterator<Bitboard> for Tally {
    fn from_iter<I: IntoIterator<Item = Bitboard>>(sets: I) -> Tally {
        let mut tally = Tally::default();
        sets.into_iter().for_each(|set| tally.add(set));
        tally
    }
}

impl Board {
    /// The empty cells where a stone of `side` completes a line.
    pub fn completing_cells(&self, side: Stone) -> Bitboard {
        self.open_cells(side, 3).counted()
    }

    /// The empty cells on two or more lines that have two stones of `side` and two empty cells. Where the side has no
    /// [completing cell](Board::completing_cells) yet, these are the cells that give it two or more at once.
    pub fn double_threats(&self, side: Stone) -> Bitboard {
        self.open_cells(side, 2).two_or_more()
    }

    /// For every empty cell, how many lines through it have exactly this number of stones of `side` and none of the
    /// opponent's.
    pub fn open_cells(&self, side: Stone, stones: u8) -> Tally {
        LineCounts::of(self).tally(self.empty_cells(), side, stones)
    }
}

impl LineCounts {
    /// For each of these cells, how many lines through it have exactly this number of stones of `side` and none of the
    /// opponent's: [`Board::open_cells`] for lines that are counted already.
    pub fn tally(&self, cells: Bitboard, side: Stone, stones: u8) -> Tally {
        self.lines_with(side, stones, 0).map(|line| line.mask() & cells).collect()
    }
}

/// One of the five rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// 1: complete a line.
    Complete,
    /// 2: take the cell where the opponent would complete one.
    Block,
    /// 3: spoil the opponent's open twos, as many as one stone can.
    SpoilTwos,
    /// 4: go on with the side's own open twos, as many as one stone can.
    ExtendTwos,
    /// 5: play anywhere.
    Anywhere,
}

impl Rule {
    /// All of them, the first to be tried first.
    pub const ALL: [Rule; 5] =
        [Rule::Complete, Rule::Block, Rule::SpoilTwos, Rule::ExtendTwos, Rule::Anywhere];

    /// 1 to 5.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// What the computer may play: a rule and its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The rule that applies.
    pub rule: Rule,
    /// The cells that it allows, at least one.
    pub cells: Bitboard,
}

impl Board {
    /// What the computer may play for `side`; none on a full board.
    pub fn computers_choice(&self, side: Stone) -> Option<Choice> {
        self.choice_by(side, Rule::ALL)
    }

    /// The first of some rules that has a cell, with its cells.
    pub fn choice_by(&self, side: Stone, rules: impl IntoIterator<Item = Rule>) -> Option<Choice> {
        let choices = rules.into_iter().map(|rule| {
            let cells = match rule {
                Rule::Complete => self.open_cells(side, 3).counted(),
                Rule::Block => self.open_cells(side.other(), 3).counted(),
                Rule::SpoilTwos => self.open_cells(side.other(), 2).most(),
                Rule::ExtendTwos => self.open_cells(side, 2).most(),
                Rule::Anywhere => self.empty_cells(),
            };
            Choice { rule, cells }
        });
        choices.into_iter().find(|choice| !choice.cells.is_empty())
    }
}
