//! Forced wins and quiet wins, with one node limit for a move.
//!
//! A forced win is found by a [`ForcedWinSearch`] with a transposition table.
//!
//! A *quiet win* is a stone that makes no three, and after which there is a forced win whatever the opponent does:
//!
//! ```text
//!    z = 0        z = 1        z = 2        z = 3       In the cube w = 0, and with a third white stone far away. Black
//!   o . . .      . . . .      . . . .      . . . .      plays q, which is 12. Of white's 249 replies only 5 and 10
//!   . . . .      . . . .      . . . .      . . . .      leave black no forced win: they make a three with the corners 0
//!   . . . .      . . . .      . . x .      . . . .      and 15. Black stops it, and again no reply helps against
//!   q . . o      . . . .      . . . .      x . . x      all that black threatens.
//! ```
//!
//! There are two kinds of replies that a known win does not refute: those that stop it, after which another may be found,
//! and threes, after which the search is repeated. Only a few quiet stones are tried, but each against all replies.

use gradus_board::lattice::four_in_a_row::{Attack, Board, Cell, ForcedWinSearch, Stone};

// The limits are chosen by hand. To measure a change, run `gradus-client play four_in_a_row --seats rules,search --games
// 100 --seed 1` before and after it.

/// The node limit of a move.
const NODE_LIMIT: u32 = 40_000;

/// The node limit of the search for one forced win.
const FORCED_WIN_NODE_LIMIT: u32 = 1_500;

/// The maximum number of moves of a forced win.
const MAX_MOVES: u8 = 12;

/// How many nodes setting up an attack from a board counts for.
const SETUP_NODES: u32 = 10;

/// How many quiet stones are tried.
const MAX_QUIET_MOVES: usize = 8;

/// How many threes of the opponent a quiet win may have to stop.
const MAX_DELAYS: u8 = 2;

/// The searches of one move.
pub(super) struct WinSearch {
    nodes_left: u32,
}

impl WinSearch {
    /// With the full node limit.
    pub(super) const fn new() -> WinSearch {
        WinSearch { nodes_left: NODE_LIMIT }
    }

    /// Whether the node limit is reached: then nothing more is found.
    pub(super) const fn is_exhausted(&self) -> bool {
        self.nodes_left == 0
    }

    /// A sequence of moves that wins by force for `side`, if it were to move; a short one if there are several. None if
    /// none is found.
    pub(super) fn forced_win(&mut self, board: &Board, side: Stone) -> Option<Vec<Cell>> {
        let attack = self.attack(board, side)?;
        let node_limit = self.nodes_left.min(FORCED_WIN_NODE_LIMIT);
        let mut search = ForcedWinSearch::new(node_limit).with_transposition_table();
        let win = search.shortest(&attack, MAX_MOVES);
        self.nodes_left -= node_limit - search.nodes_left();
        win
    }

    /// Whether one of these forced wins, each found on a board with one stone less, wins for `side` here too.
    pub(super) fn any_wins(&mut self, wins: &[Vec<Cell>], board: &Board, side: Stone) -> bool {
        let Some(attack) = self.attack(board, side) else { return false };
        wins.iter().any(|win| self.still_wins(win, &attack))
    }

    /// The first quiet win of `side` that is found among some cells. The side is to move and has no forced win, and nobody
    /// has a three to complete.
    pub(super) fn quiet_win(&mut self, board: &Board, side: Stone, cells: &[Cell]) -> Option<Cell> {
        let forcing = Attack::new(board, side)?.forcing();
        let quiet = cells.iter().copied().filter(|&cell| !forcing.contains(cell));
        quiet
            .take(MAX_QUIET_MOVES)
            .find(|&cell| self.wins_after_every_reply(&after(board, cell, side), side, MAX_DELAYS))
    }

    /// Whether `side` has a forced win after every reply of the opponent, who is to move.
    fn wins_after_every_reply(&mut self, board: &Board, side: Stone, delays: u8) -> bool {
        let Some(win) = self.forced_win(board, side) else { return false };
        if self.forced_win(board, side.other()).is_some() {
            return false;
        }
        // Move ordering: most replies that stop the win are on its cells.
        let others = board.empty_cells().iter().filter(|cell| !win.contains(cell));
        let replies: Vec<Cell> = win.iter().copied().chain(others).collect();
        let mut wins = vec![win];
        replies.into_iter().all(|reply| {
            let next = after(board, reply, side.other());
            if self.any_wins(&wins, &next, side) {
                return true;
            }
            if let Some(win) = self.forced_win(&next, side) {
                wins.push(win);
                return true;
            }
            self.wins_after_three(&next, side, delays)
        })
    }

    /// Whether the opponent has just made one three and `side`, which stops it, still wins after every reply.
    fn wins_after_three(&mut self, board: &Board, side: Stone, delays: u8) -> bool {
        let threats = board.completing_cells(side.other());
        match (threats.first(), delays.checked_sub(1)) {
            (Some(stop), Some(delays)) if threats.len() == 1 => {
                self.wins_after_every_reply(&after(board, stop, side), side, delays)
            }
            _ => false,
        }
    }

    fn attack(&mut self, board: &Board, side: Stone) -> Option<Attack> {
        self.count_nodes(SETUP_NODES);
        if self.is_exhausted() { None } else { Attack::new(board, side) }
    }

    /// Whether a sequence of moves, or the beginning of it, wins by force.
    fn still_wins(&mut self, win: &[Cell], attack: &Attack) -> bool {
        self.count_nodes(1);
        win.split_first().is_some_and(|(&cell, rest)| {
            attack.winning().contains(cell)
                || attack.forcing().contains(cell) && self.still_wins(rest, &attack.after(cell))
        })
    }

    fn count_nodes(&mut self, nodes: u32) {
        self.nodes_left = self.nodes_left.saturating_sub(nodes);
    }
}

/// The board with one more stone.
pub(super) fn after(board: &Board, cell: Cell, side: Stone) -> Board {
    let mut next = *board;
    next.place(cell, side);
    next
}
