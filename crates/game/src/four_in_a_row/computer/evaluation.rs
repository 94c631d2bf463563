//! The evaluation of a board, and a score for every cell, updated by each stone.
//!
//! Suppose that a coin decides who takes each of the cells that are left. A line with `k` stones of one side and none of
//! the other's is then completed with the probability 1/2⁴⁻ᵏ: each stone doubles it, and a stone of the opponent makes it
//! zero. The *evaluation* of a board for a side is how many more lines than the opponent it expects, and the *score* of a
//! cell is what a stone there adds. Both are counted in sixteenths of a line.
//!
//! ```text
//!   a line with                is completed with probability      so that a stone on it scores
//!   no stone                   1/16 by either side                2: the own chance becomes 2/16, the other's 0
//!   one                        2/16                               2: the chance becomes 4/16, or 0
//!   two of one side            4/16                               4: the chance becomes 8/16, or 0
//!   three of one side          8/16                               8: the line is complete, or never will be
//!   stones of both sides       0                                  0
//! ```
//!
//! The score of a cell is the same for both sides.
//!
//! In a game for the first line, a line without a stone is too slow to score 2; it scores 1 there. That number is chosen by
//! hand. To measure a change, run `gradus-client play four_in_a_row --seats rules,search --games 100 --seed 1` before and
//! after it.

use std::cmp::Reverse;

use gradus_board::lattice::four_in_a_row::{
    Bitboard, Board, ByCell, Cell, End, LineCounts, Stone, lines, lines_through,
};

/// A board with its evaluation and the scores of its cells.
#[derive(Clone)]
pub(super) struct Evaluation {
    counts: LineCounts,
    empty: Bitboard,
    /// The score of a stone on a line without any.
    free_line: u8,
    /// The evaluation for black.
    balance: i32,
    /// For each cell the sum over its lines, of which there are 15 at most.
    scores: ByCell<u8>,
}

impl Evaluation {
    /// Evaluates a board of a game with this end.
    pub(super) fn new(board: &Board, end: End) -> Evaluation {
        let mut evaluation = Evaluation {
            counts: LineCounts::empty(),
            empty: !Bitboard::EMPTY,
            free_line: match end {
                End::FirstLine => 1,
                End::MostLines => 2,
            },
            balance: 0,
            scores: ByCell::default(),
        };
        for line in lines() {
            evaluation.change_scores(line.cells(), 0, evaluation.free_line);
        }
        for side in Stone::ALL {
            board.stones(side).iter().for_each(|cell| evaluation.place(cell, side));
        }
        evaluation
    }

    /// The evaluation with one more stone, on an empty cell.
    pub(super) fn after(&self, cell: Cell, side: Stone) -> Evaluation {
        let mut next = self.clone();
        next.place(cell, side);
        next
    }

    /// The score of a stone of either side on an empty cell.
    pub(super) fn score(&self, cell: Cell) -> u8 {
        self.scores[cell]
    }

    /// The evaluation for `side`, if the game is played for most lines.
    pub(super) const fn evaluate(&self, side: Stone) -> i32 {
        match side {
            Stone::Black => self.balance,
            Stone::White => -self.balance,
        }
    }

    /// The score of the best cell; 0 on a full board.
    pub(super) fn best_score(&self) -> u8 {
        self.empty.iter().map(|cell| self.score(cell)).fold(0, u8::max)
    }

    /// Move ordering: the `count` empty cells with the highest scores, the highest first, and equal ones by id.
    pub(super) fn best_cells(&self, count: usize) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.empty.iter().collect();
        let rank = |&cell: &Cell| (Reverse(self.score(cell)), cell);
        if count < cells.len() {
            cells.select_nth_unstable_by_key(count, rank);
            cells.truncate(count);
        }
        cells.sort_unstable_by_key(rank);
        cells
    }

    fn place(&mut self, cell: Cell, side: Stone) {
        let score = i32::from(self.score(cell));
        self.balance += match side {
            Stone::Black => score,
            Stone::White => -score,
        };
        self.empty.remove(cell);
        self.counts.place(cell, side);
        for line in lines_through(cell) {
            let own = self.counts.stones(line, side);
            let others = self.counts.stones(line, side.other());
            let before = self.line_score(own - 1, others);
            let after = self.line_score(own, others);
            if before != after {
                self.change_scores(line.cells(), before, after);
            }
        }
    }

    /// The score of a stone on a line with this number of stones of each side.
    const fn line_score(&self, own: u8, others: u8) -> u8 {
        match (own, others) {
            (0, 0) => self.free_line,
            (stones, 0) | (0, stones) => 1 << stones,
            _ => 0,
        }
    }

    /// The score of a line changes for each of its cells.
    fn change_scores(&mut self, cells: [Cell; 4], before: u8, after: u8) {
        for cell in cells {
            self.scores[cell] = self.scores[cell] + after - before;
        }
    }
}
