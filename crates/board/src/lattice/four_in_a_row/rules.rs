//! The five rules of the computer player of the article 4次元四目で遊ぼう.
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

use super::{Bitboard, Board, Stone};

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
    #[must_use]
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
    #[must_use]
    pub fn computers_choice(&self, side: Stone) -> Option<Choice> {
        self.choice_by(side, Rule::ALL)
    }

    /// The first of some rules that has a cell, with its cells.
    #[must_use]
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
