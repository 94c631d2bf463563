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
//! use gradus::board::numerical::search::endgame;
//! use gradus::board::numerical::{Board, Outcome, Player};
//!
//! let board = Board::from_cells([12, 16, 2, 1, 3, 0, 0, 9, 8, 5, 0, 0, 15, 13, 14, 4])?;
//! assert_eq!(endgame::solve(&board), Outcome::Won(Player::Odd));
//! assert_eq!(endgame::best_moves(&board).map(|m| m.to_string()).collect::<Vec<_>>(), ["10:7"]);
//! # Ok::<(), gradus::board::numerical::IllegalBoard>(())
//! ```
//!
//! The search is exact, so its time grows fast with the number of empty cells. In the median a release
//! build takes 0.1 ms or less for 8 of them, 2 ms for 10 and 50 ms for 12; but with 12 it can be two
//! seconds, and with 11 a quarter of one.

use super::budget::{Budget, Unlimited};
use super::ending::{Ending, Prospects};
use super::standing::{Bounds, Standing};
use super::transpositions::Transpositions;
use crate::board::numerical::{Board, Cell, Move, Outcome};

/// How the game ends with best play: never [`Outcome::Open`].
#[must_use]
pub fn solve(board: &Board) -> Outcome {
    Solver::default().solve(board)
}

/// The moves that keep the result of best play, by cell and then by number; none when the game is
/// over. In a lost position these are all moves.
pub fn best_moves(board: &Board) -> impl Iterator<Item = Move> {
    Solver::default().best_moves(board)
}

/// Solves positions and remembers what it has found, so that it solves others of the same game
/// faster.
#[derive(Debug)]
pub struct Solver {
    /// Whether each line can be won.
    counted: [bool; 10],
    known: Transpositions,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::of_lines(|_| true)
    }
}

impl Solver {
    /// A solver of the game in which only some of the [`LINES`](crate::board::numerical::LINES) can
    /// be won; they are told by their positions there.
    #[must_use]
    pub fn of_lines(is_counted: impl Fn(usize) -> bool) -> Solver {
        Solver { counted: std::array::from_fn(is_counted), known: Transpositions::default() }
    }

    /// How the game ends with best play: never [`Outcome::Open`].
    pub fn solve(&mut self, board: &Board) -> Outcome {
        let Ok(outcome) = self.outcome(board, &mut Unlimited);
        outcome
    }

    /// The same, unless more than so many `positions` have to be searched for it. Those that were
    /// searched are taken off; what was found of them is remembered either way.
    ///
    /// ```
    /// use gradus::board::numerical::search::endgame::Solver;
    /// use gradus::board::numerical::{Board, Outcome};
    ///
    /// let mut positions = 100;
    /// assert_eq!(Solver::default().solve_within(&Board::empty(), &mut positions), None);
    /// assert_eq!(positions, 0);
    /// # Ok::<(), gradus::board::numerical::IllegalBoard>(())
    /// ```
    pub fn solve_within(&mut self, board: &Board, positions: &mut u32) -> Option<Outcome> {
        self.outcome(board, positions).ok()
    }

    /// The moves that keep the result of best play; see [`best_moves`].
    pub fn best_moves(mut self, board: &Board) -> impl Iterator<Item = Move> {
        let ending = Ending::new(board, self.counted);
        let Ok(best) = self.standing(&ending, Bounds::ALL, &mut Unlimited);
        board.moves().filter(move |&placed| self.reaches(&ending, placed, best))
    }

    /// Whether the player who makes a legal move stands so well after it.
    fn reaches(&mut self, ending: &Ending, placed: Move, wanted: Standing) -> bool {
        let Some(worse) = wanted.next_worse() else { return true };
        if ending.completes_a_line(placed) {
            return true;
        }
        let window = Bounds { least: wanted.reversed(), greatest: worse.reversed() };
        let Ok(answer) = self.standing(&ending.after(placed), window, &mut Unlimited);
        answer.reversed() >= wanted
    }

    /// How the game ends with best play.
    fn outcome<B: Budget>(&mut self, board: &Board, budget: &mut B) -> Result<Outcome, B::Spent> {
        let outcome = board.outcome();
        if outcome != Outcome::Open {
            return Ok(outcome);
        }
        let player = board.to_move();
        let ending = Ending::new(board, self.counted);
        Ok(match self.standing(&ending, Bounds::ALL, budget)? {
            Standing::Won => Outcome::Won(player),
            Standing::Drawn => Outcome::Draw,
            Standing::Lost => Outcome::Won(player.other()),
        })
    }

    /// The standing of the player to move in a game that is not won. What lies beyond an end of the
    /// window may come back as that end.
    fn standing<B: Budget>(
        &mut self,
        ending: &Ending,
        window: Bounds,
        budget: &mut B,
    ) -> Result<Standing, B::Spent> {
        let mover = ending.to_move();
        if !ending.winning_cells(mover).is_empty() {
            return Ok(Standing::Won);
        }
        // The lines of a full board are dead too.
        if ending.is_dead() {
            return Ok(Standing::Drawn);
        }
        // Where the opponent threatens to win, a number of one's own must go first.
        let threatened = ending.winning_cells(mover.other());
        let cells = match threatened.len() {
            0 => ending.empty_cells(),
            1 => threatened,
            _ => return Ok(Standing::Lost),
        };
        let known = self.known.get(ending);
        if let Some(standing) = known.decided(window) {
            return Ok(standing);
        }
        budget.spend()?;
        let prospects: Vec<_> = cells.iter().map(|cell| (cell, ending.prospects(cell))).collect();
        // Two threats at once: only one can be answered.
        if prospects.iter().any(|(_, prospects)| !prospects.winning.is_empty()) {
            return Ok(Standing::Won);
        }
        let window = window.intersection(known);
        let found = self.best(ending, &prospects, window, budget)?;
        self.known.insert(ending, known.narrowed(window, found));
        Ok(found)
    }

    /// The standing after the best of the safe moves on some cells. Other moves lose at once.
    fn best<B: Budget>(
        &mut self,
        ending: &Ending,
        cells: &[(Cell, Prospects)],
        window: Bounds,
        budget: &mut B,
    ) -> Result<Standing, B::Spent> {
        // Threats first: they leave the opponent one cell.
        let threats = cells.iter().map(|(cell, prospects)| (*cell, prospects.threatening));
        let others = cells.iter().map(|(cell, prospects)| (*cell, prospects.quiet()));
        let mut best = window.least;
        for (cell, numbers) in threats.chain(others) {
            for number in numbers.iter() {
                let next = ending.after(Move { cell, number });
                let answer = self.standing(&next, window.for_answers(best), budget)?;
                best = best.max(answer.reversed());
                if best >= window.greatest {
                    return Ok(window.greatest);
                }
            }
        }
        Ok(best)
    }
}
