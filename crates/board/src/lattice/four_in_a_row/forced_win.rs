//! Forced wins: one three after another, each of which the opponent has to answer, until two are made at once.
//!
//! A sequence of a side's moves wins by force if
//!
//! - after each of them the opponent has no cell that would complete a line of his own,
//! - each but the last leaves the side exactly one cell that would complete a line, which the opponent takes,
//! - the last leaves two or more.
//!
//! ```text
//!   . x x .      0  1  2  3       Black plays 0 and threatens 3, which white takes. Now black has a two on the
//!   . x x .      4  5  6  7       diagonal 0 5 10 15 and one in the column 2 6 10 14: a stone on 10 makes both
//!   . . . .      8  9 10 11       into threes, and white can stop one of them only.
//!   . . . .     12 13 14 15
//! ```
//!
//! ```
//! use gradus_board::lattice::four_in_a_row::{Board, Cell, SearchLimits, Stone};
//!
//! let board: Board = format!("{:.<256}", ".xx..xx.").parse()?;
//! let win = board.forced_win(Stone::Black, SearchLimits { moves: 5, nodes: 1000 }).unwrap();
//! assert_eq!(win, [0, 10].map(Cell::new));
//! assert!(board.is_forced_win(Stone::Black, &win));
//! assert!(board.is_forced_win(Stone::Black, &[3, 9].map(Cell::new)));
//! assert!(!board.is_forced_win(Stone::Black, &[4, 10].map(Cell::new)));
//! # Ok::<(), gradus_board::lattice::four_in_a_row::ParseBoardError>(())
//! ```
//!
//! A [`ForcedWinSearch`] tries only moves that make threes, and deepens iteratively: it looks for wins of one move, then of
//! two, and so on. Each iteration costs far more than the ones before it together.
//!
//! An [`Attack`] is a position of such a search: each move of the attacker makes a three, and the defender takes its
//! fourth cell.
//!
//! ```text
//!   . x . x      0  1  2  3       A stone on 0 makes the first row a three, and the defender has to answer on 2.
//!   . . . o      4  5  6  7       Only lines with two stones of the attacker and two empty cells, the *open twos*,
//!   . . . .      8  9 10 11       become threes: so what is kept up to date is how many of them every empty cell
//!   . . o o     12 13 14 15       is on.
//! ```
//!
//! ```
//! use gradus_board::lattice::four_in_a_row::{Attack, Bitboard, Board, Cell, Stone};
//!
//! let board: Board = format!("{:.<256}", ".x.x...o......oo").parse()?;
//! let cells = |ids: &[u8]| ids.iter().copied().map(Cell::new).collect::<Bitboard>();
//!
//! let attack = Attack::new(&board, Stone::Black).unwrap();
//! assert_eq!((attack.forcing(), attack.winning()), (cells(&[0, 2]), Bitboard::EMPTY));
//! assert_eq!(attack.answer_to(Cell::new(0)), Some(Cell::new(2)));
//! assert_eq!(attack.after(Cell::new(0)).forcing(), Bitboard::EMPTY);
//! # Ok::<(), gradus_board::lattice::four_in_a_row::ParseBoardError>(())
//! ```

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::{Bitboard, Board, Cell, LineCounts, Stone, Tally, lines_through};

/// How far a search for a forced win may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchLimits {
    /// The maximal number of moves of the side.
    pub moves: u8,
    /// The node limit.
    pub nodes: u32,
}

impl Board {
    /// The shortest sequence of moves that wins by force for `side`, which is to move; of several equally short ones
    /// the first by ids. None if there is none, if the search gave up, or if the side can complete a line already.
    pub fn forced_win(&self, side: Stone, limits: SearchLimits) -> Option<Vec<Cell>> {
        ForcedWinSearch::new(limits.nodes).shortest(&Attack::new(self, side)?, limits.moves)
    }

    /// Whether a sequence of moves wins by force for `side`, which is to move: by the definition, move by move.
    pub fn is_forced_win(&self, side: Stone, moves: &[Cell]) -> bool {
        let Some((last, others)) = moves.split_last() else { return false };
        let mut board = *self;
        for &cell in others {
            match board.threats_after(cell, side) {
                Some(threats) if threats.len() == 1 => {
                    threats.iter().for_each(|answer| board.place(answer, side.other()));
                }
                _ => return false,
            }
        }
        board.threats_after(*last, side).is_some_and(|threats| threats.len() >= 2)
    }

    /// Plays a move, and says where the side would then complete a line; none if the move is not to be played: the cell
    /// is taken, or the opponent would complete a line first.
    fn threats_after(&mut self, cell: Cell, side: Stone) -> Option<Bitboard> {
        if self.at(cell).is_some() {
            return None;
        }
        self.place(cell, side);
        self.completing_cells(side.other()).is_empty().then(|| self.completing_cells(side))
    }
}

/// Searches for forced wins with a node limit, which several searches may share.
///
/// ```
/// use gradus_board::lattice::four_in_a_row::{Attack, Board, Cell, ForcedWinSearch, Stone};
///
/// let board: Board = format!("{:.<256}", ".xx..xx.").parse()?;
/// let attack = Attack::new(&board, Stone::Black).unwrap();
/// let mut search = ForcedWinSearch::new(100).with_transposition_table();
/// assert_eq!(search.shortest(&attack, 12), Some(vec![Cell::new(0), Cell::new(10)]));
/// assert!(search.nodes_left() < 100);
/// # Ok::<(), gradus_board::lattice::four_in_a_row::ParseBoardError>(())
/// ```
#[derive(Debug)]
pub struct ForcedWinSearch {
    nodes_left: u32,
    /// The boards that an iteration has reached: the number of stones on a board says how many moves are left.
    visited: Option<HashSet<Board>>,
}

/// Why an iteration ends early.
enum End {
    Won,
    LimitExceeded,
}

impl ForcedWinSearch {
    /// A search of at most this number of nodes.
    pub const fn new(node_limit: u32) -> ForcedWinSearch {
        ForcedWinSearch { nodes_left: node_limit, visited: None }
    }

    /// The same search, but a position that several orders of moves lead to is searched once. It finds the same wins with
    /// fewer nodes: threes that are independent of each other can be made in any order and lead to the same board.
    ///
    /// ```text
    ///   . x x .      0  1  2  3       Black's threes at 0 and then at 4, or at 4 and then at 0, lead to the same board, if
    ///   . x x .      4  5  6  7       white replies on 3 and 7; five such pairs could be played in 120 orders.
    /// ```
    #[must_use]
    pub fn with_transposition_table(self) -> ForcedWinSearch {
        ForcedWinSearch { visited: Some(HashSet::new()), ..self }
    }

    /// How many nodes may still be searched.
    pub const fn nodes_left(&self) -> u32 {
        self.nodes_left
    }

    /// The shortest forced win of at most this number of moves, the first by ids of several. None if there is none, or if
    /// the node limit is exceeded.
    pub fn shortest(&mut self, attack: &Attack, max_moves: u8) -> Option<Vec<Cell>> {
        let mut path = Vec::with_capacity(max_moves.into());
        for moves in 1..=max_moves {
            if let Some(visited) = &mut self.visited {
                visited.clear();
            }
            match self.deepen(attack, moves, &mut path) {
                ControlFlow::Break(End::Won) => return Some(path),
                ControlFlow::Break(End::LimitExceeded) => return None,
                // Fewer positions than moves: no sequence was this long, and none is longer.
                ControlFlow::Continue(()) if self.has_visited_fewer_than(moves - 1) => return None,
                ControlFlow::Continue(()) => {}
            }
        }
        None
    }

    fn has_visited_fewer_than(&self, positions: u8) -> bool {
        self.visited.as_ref().is_some_and(|visited| visited.len() < usize::from(positions))
    }

    /// Whether this iteration reaches the position after a forcing move for the first time.
    fn is_new(&mut self, attack: &Attack, cell: Cell) -> bool {
        self.visited.as_mut().is_none_or(|visited| visited.insert(attack.board_after(cell)))
    }

    /// Searches for a win of exactly this number of moves, and leaves it in `path`. There is no shorter win, so only the
    /// last move can be a winning one.
    fn deepen(&mut self, attack: &Attack, moves: u8, path: &mut Vec<Cell>) -> ControlFlow<End> {
        self.nodes_left = match self.nodes_left.checked_sub(1) {
            Some(left) => left,
            None => return ControlFlow::Break(End::LimitExceeded),
        };
        if moves == 1 {
            let Some(cell) = attack.winning().first() else { return ControlFlow::Continue(()) };
            path.push(cell);
            return ControlFlow::Break(End::Won);
        }
        for cell in attack.forcing().iter() {
            if self.is_new(attack, cell) {
                path.push(cell);
                self.deepen(&attack.after(cell), moves - 1, path)?;
                path.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

/// A position in which the attacker is to move and has no three to complete.
#[derive(Debug, Clone)]
pub struct Attack {
    attacker: Stone,
    board: Board,
    counts: LineCounts,
    /// For each empty cell, how many open twos it is on.
    open_twos: Tally,
    /// Where the defender would complete a line.
    defender_threats: Bitboard,
}

impl Attack {
    /// The attack of `attacker`, who is to move; none if he can complete a line already.
    pub fn new(board: &Board, attacker: Stone) -> Option<Attack> {
        let counts = LineCounts::of(board);
        let is_needed = counts.lines_with(attacker, 3, 0).next().is_none();
        is_needed.then(|| Attack {
            attacker,
            board: *board,
            open_twos: board.open_cells(attacker, 2),
            defender_threats: board.completing_cells(attacker.other()),
            counts,
        })
    }

    /// The cells that leave the attacker two or more cells to complete a line, and the defender none.
    pub fn winning(&self) -> Bitboard {
        self.without_replies(self.open_twos.two_or_more())
    }

    /// The cells that leave the attacker exactly one cell to complete a line, and the defender none.
    pub fn forcing(&self) -> Bitboard {
        self.without_replies(self.open_twos.exactly_one())
    }

    /// For every empty cell, how many lines through it have two stones of the attacker and two empty cells: the
    /// number of threes that a stone there makes.
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
            next.defender_threats = next.threats_through(answer);
        }
        next
    }

    /// The cell that the defender has to take after one of the [forcing](Attack::forcing) moves.
    pub fn answer_to(&self, cell: Cell) -> Option<Cell> {
        let mut lines = lines_through(cell).iter();
        let open_two = lines.find(|line| self.counts.has(line, self.attacker, 2, 0))?;
        (open_two.mask() & self.board.empty_cells()).without(cell).first()
    }

    /// The board after one of the [forcing](Attack::forcing) moves and the answer to it.
    fn board_after(&self, cell: Cell) -> Board {
        let mut board = self.board;
        board.place(cell, self.attacker);
        if let Some(answer) = self.answer_to(cell) {
            board.place(answer, self.attacker.other());
        }
        board
    }

    /// The cells of a set that leave the defender nothing to complete.
    fn without_replies(&self, set: Bitboard) -> Bitboard {
        match self.defender_threats.len() {
            0 => set,
            1 => set & self.defender_threats,
            _ => Bitboard::EMPTY,
        }
    }

    fn place(&mut self, cell: Cell, stone: Stone) {
        let empty = self.board.empty_cells();
        for line in lines_through(cell) {
            let was_open_two = self.counts.has(line, self.attacker, 2, 0);
            self.counts.add(line, stone);
            if was_open_two {
                self.open_twos.remove(line.mask() & empty);
            } else if self.counts.has(line, self.attacker, 2, 0) {
                self.open_twos.add(line.mask() & empty.without(cell));
            }
        }
        self.board.place(cell, stone);
    }

    /// Where the defender would complete a line through his newest stone: he had no other such cell.
    fn threats_through(&self, cell: Cell) -> Bitboard {
        let lines = lines_through(cell).iter();
        let threes = lines.filter(|line| self.counts.has(line, self.attacker.other(), 3, 0));
        threes.fold(Bitboard::EMPTY, |cells, line| cells | line.mask()) & self.board.empty_cells()
    }
}
