//! The result of a position with best play, and the moves that keep it.
//!
//! ```text
//!   12 16  2  1        The odd player is to move and has 7 and 11 left, the even player 6 and 10.
//!    3  .  .  9        With 7 on cell 10 both the third column and the major diagonal lack 11, and
//!    8  5  .  .        the even player can fill the last cell of only one of them.
//!   15 13 14  4
//! ```
//!
//! ```
//! use gradus_board::numerical::search::endgame;
//! use gradus_board::numerical::{Board, Outcome, Player};
//!
//! let board = Board::from_cells([12, 16, 2, 1, 3, 0, 0, 9, 8, 5, 0, 0, 15, 13, 14, 4])?;
//! assert_eq!(endgame::solve(&board), Outcome::Won(Player::Odd));
//! assert_eq!(endgame::best_moves(&board).map(|m| m.to_string()).collect::<Vec<_>>(), ["10:7"]);
//! # Ok::<(), gradus_board::numerical::IllegalBoard>(())
//! ```
//!
//! The search is exact, so its time grows fast with the number of empty cells. In the median a release
//! build takes 0.1 ms or less for 8 of them, 2 ms for 10 and 50 ms for 12; but with 12 it can be two
//! seconds, and with 11 a quarter of one.

use super::ending::{Ending, SafeNumbers};
use super::transposition_table::{TranspositionTable, Wdl};
use crate::numerical::{Board, Cell, Move, Outcome};

/// How the game ends with best play: never [`Outcome::Open`].
#[expect(clippy::expect_used, reason = "the node limit is never reached")]
pub fn solve(board: &Board) -> Outcome {
    Solver::default().solve_within(board, &mut { u64::MAX }).expect("the search has no limit")
}

/// The moves that keep the result of best play, by cell and then by number; none when the game is
/// over. In a lost position these are all moves.
pub fn best_moves(board: &Board) -> impl Iterator<Item = Move> {
    let mut solver = Solver::default();
    let ending = Ending::new(board);
    let best = solver.search_unlimited(&ending, Wdl::Loss, Wdl::Win);
    board.moves().filter(move |&placed| solver.reaches(&ending, placed, best))
}

/// Solves positions by alpha-beta and keeps its transposition table, so that it solves other positions of the same game
/// faster.
#[derive(Debug, Default)]
pub struct Solver {
    table: TranspositionTable,
}

impl Solver {
    /// How the game ends with best play, never [`Outcome::Open`]; `None` if that takes more than `node_limit` nodes. The nodes that were
    /// searched are subtracted from the limit; what was found stays in the transposition table either way.
    ///
    /// ```
    /// use gradus_board::numerical::search::endgame::Solver;
    /// use gradus_board::numerical::{Board, Outcome};
    ///
    /// let mut node_limit = 100;
    /// assert_eq!(Solver::default().solve_within(&Board::empty(), &mut node_limit), None);
    /// assert_eq!(node_limit, 0);
    /// # Ok::<(), gradus_board::numerical::IllegalBoard>(())
    /// ```
    pub fn solve_within(&mut self, board: &Board, node_limit: &mut u64) -> Option<Outcome> {
        let outcome = board.outcome();
        if outcome != Outcome::Open {
            return Some(outcome);
        }
        let player = board.to_move();
        Some(match self.search(&Ending::new(board), Wdl::Loss, Wdl::Win, node_limit)? {
            Wdl::Win => Outcome::Won(player),
            Wdl::Draw => Outcome::Draw,
            Wdl::Loss => Outcome::Won(player.other()),
        })
    }

    /// Whether a legal move keeps this result for the player who makes it.
    fn reaches(&mut self, ending: &Ending, placed: Move, wanted: Wdl) -> bool {
        let Some(worse) = wanted.next_worse() else { return true };
        if ending.completes_a_line(placed) {
            return true;
        }
        let (alpha, beta) = (wanted.reversed(), worse.reversed());
        self.search_unlimited(&ending.after(placed), alpha, beta).reversed() >= wanted
    }

    #[expect(clippy::expect_used, reason = "the node limit is never reached")]
    fn search_unlimited(&mut self, ending: &Ending, alpha: Wdl, beta: Wdl) -> Wdl {
        self.search(ending, alpha, beta, &mut { u64::MAX }).expect("the search has no limit")
    }

    /// The result for the player to move in an undecided position; one outside the window may be
    /// returned as the nearer end of it (fail-hard). None if the node limit is reached.
    fn search(
        &mut self,
        ending: &Ending,
        alpha: Wdl,
        beta: Wdl,
        node_limit: &mut u64,
    ) -> Option<Wdl> {
        let mover = ending.to_move();
        if !ending.winning_cells(mover).is_empty() {
            return Some(Wdl::Win);
        }
        // The lines of a full board are dead too.
        if ending.is_dead() {
            return Some(Wdl::Draw);
        }
        // Where the opponent threatens to win, the player must place a number first.
        let threatened = ending.winning_cells(mover.other());
        let cells = match threatened.len() {
            0 => ending.empty_cells(),
            1 => threatened,
            _ => return Some(Wdl::Loss),
        };
        let known = self.table.get(ending);
        if let Some(result) = known.cutoff(alpha, beta) {
            return Some(result);
        }
        *node_limit = node_limit.checked_sub(1)?;
        let safe: Vec<_> = cells.iter().map(|cell| (cell, ending.safe_numbers(cell))).collect();
        // Two threats at once: only one can be answered.
        if safe.iter().any(|(_, numbers)| !numbers.winning.is_empty()) {
            return Some(Wdl::Win);
        }
        let (alpha, beta) = (alpha.max(known.lower), beta.min(known.upper));
        let result = self.search_moves(ending, &safe, alpha, beta, node_limit)?;
        self.table.insert(ending, known.after_search(alpha, beta, result));
        Some(result)
    }

    /// The result after the best of the safe moves. Other moves lose at once.
    fn search_moves(
        &mut self,
        ending: &Ending,
        safe: &[(Cell, SafeNumbers)],
        mut alpha: Wdl,
        beta: Wdl,
        node_limit: &mut u64,
    ) -> Option<Wdl> {
        // Move ordering: threats first, which leave the opponent one cell.
        let threats = safe.iter().map(|(cell, numbers)| (*cell, numbers.threatening));
        let others = safe.iter().map(|(cell, numbers)| (*cell, numbers.quiet()));
        for (cell, numbers) in threats.chain(others) {
            for number in numbers.iter() {
                let next = ending.after(Move { cell, number });
                let reply = self.search(&next, beta.reversed(), alpha.reversed(), node_limit)?;
                alpha = alpha.max(reply.reversed());
                if alpha >= beta {
                    return Some(beta);
                }
            }
        }
        Some(alpha)
    }
}
