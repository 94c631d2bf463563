//! The game for the first line.
//!
//! The first of these that there is:
//!
//! 1. a cell that completes a line,
//! 2. a cell where the opponent would complete one,
//! 3. the first move of a [forced win](WinSearch::forced_win),
//! 4. a [quiet win](WinSearch::quiet_win),
//! 5. the cell with the highest [score](Evaluation) after which the opponent has neither: the [`Defence`],
//! 6. the cell with the highest score.
//!
//! A forced win needs lines with two stones that cross, and who will have more of them is decided long before a search can
//! find it. Therefore the scores: they are high where many lines cross that only one side has stones on.
//!
//! The defence discards each cell that leaves the opponent a forced win. That win is kept: it refutes most of the other
//! cells too, and to play it through is far quicker than to search. If no quiet stone helps, a three may gain time: the
//! opponent has to answer it, and where the three and the answer block his wins, the side has one more stone to be safe
//! with.

use std::cmp::Reverse;

use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use super::evaluation::Evaluation;
use super::win_search::{WinSearch, after};
use gradus_board::lattice::four_in_a_row::{Attack, Board, Cell, End, Stone};

// The limits are chosen by hand. To measure a change, run `gradus-client play four_in_a_row --seats rules,search --games
// 100 --seed 1` before and after it.

/// How many cells that leave the opponent no forced win are searched for quiet ones.
const MAX_QUIET_SEARCHES: u8 = 8;

/// How many threes may be made to gain time.
const MAX_THREES: u8 = 2;

/// The best move that `side` finds, at random where several are equal; none on a full board.
pub(super) fn best_move(board: &Board, side: Stone, rng: &mut ChaCha8Rng) -> Option<Cell> {
    for side in [side, side.other()] {
        let completing: Vec<Cell> = board.completing_cells(side).iter().collect();
        if let Some(&cell) = completing.choose(rng) {
            return Some(cell);
        }
    }
    let mut wins = WinSearch::new();
    if let Some(win) = wins.forced_win(board, side) {
        return win.first().copied();
    }
    let evaluation = Evaluation::new(board, End::FirstLine);
    let mut cells: Vec<Cell> = board.empty_cells().iter().collect();
    cells.shuffle(rng);
    cells.sort_by_key(|&cell| Reverse(evaluation.score(cell)));

    wins.quiet_win(board, side, &cells)
        .or_else(|| {
            Defence { side, wins: &mut wins, refutations: Vec::new() }.best_of(board, &cells)
        })
        .or_else(|| cells.first().copied())
}

/// The defence of a side that is to move, when neither side has a three to complete.
struct Defence<'a> {
    side: Stone,
    wins: &'a mut WinSearch,
    /// The opponent's wins after moves that were tried.
    refutations: Vec<Vec<Cell>>,
}

/// The best of the quiet stones.
#[derive(Default)]
struct Quiet {
    /// The first that is safe; if there is none, the first that is safe from forced wins.
    safe: Option<Cell>,
    /// The first of those that lose in the most moves, with the number of moves.
    longest: Option<(usize, Cell)>,
}

impl Defence<'_> {
    /// The first safe one of some empty cells; if there is none, one that loses in many moves.
    fn best_of(&mut self, board: &Board, cells: &[Cell]) -> Option<Cell> {
        let Quiet { safe, longest } = self.quiet(board, cells);
        safe.or_else(|| self.three_to_gain_time(board, cells, MAX_THREES))
            .or(longest.map(|(_, cell)| cell))
    }

    fn quiet(&mut self, board: &Board, cells: &[Cell]) -> Quiet {
        let mut found = Quiet::default();
        // A side that can complete a line needs no quiet stone.
        let Some(attack) = Attack::new(board, self.side) else { return found };
        let mut searched = 0;
        for &cell in cells.iter().filter(|&&cell| !attack.forcing().contains(cell)) {
            let next = after(board, cell, self.side);
            let refuted_in = self.refuted_in(&next);
            if self.wins.is_exhausted() {
                break;
            }
            if let Some(moves) = refuted_in {
                if found.longest.is_none_or(|(longest, _)| moves > longest) {
                    found.longest = Some((moves, cell));
                }
                continue;
            }
            if self.is_safe_from_quiet_wins(&next) {
                found.safe = Some(cell);
                break;
            }
            found.safe = found.safe.or(Some(cell));
            searched += 1;
            if searched == MAX_QUIET_SEARCHES {
                break;
            }
        }
        found
    }

    /// In how many moves the opponent wins by force on this board, if he does: 0 if in the same way as on another.
    fn refuted_in(&mut self, board: &Board) -> Option<usize> {
        let opponent = self.side.other();
        if self.wins.any_wins(&self.refutations, board, opponent) {
            return Some(0);
        }
        let win = self.wins.forced_win(board, opponent)?;
        let moves = win.len();
        self.refutations.push(win);
        Some(moves)
    }

    fn is_safe_from_quiet_wins(&mut self, board: &Board) -> bool {
        self.wins.quiet_win(board, self.side.other(), &by_score(board)).is_none()
    }

    #[expect(clippy::expect_used, reason = "only forcing moves are tried")]
    fn three_to_gain_time(&mut self, board: &Board, cells: &[Cell], threes: u8) -> Option<Cell> {
        let threes_left = threes.checked_sub(1)?;
        let attack = Attack::new(board, self.side)?;
        let mut forcing = cells.iter().copied().filter(|&cell| attack.forcing().contains(cell));
        forcing.find(|&cell| {
            let answer = attack.answer_to(cell).expect("a forcing move has one answer");
            let opponent = self.side.other();
            let next = after(&after(board, cell, self.side), answer, opponent);
            if self.wins.any_wins(&self.refutations, &next, opponent) {
                return false;
            }
            // The answer may have made a three, too.
            let threats = next.completing_cells(opponent);
            let cells = match threats.len() {
                0 => by_score(&next),
                1 => threats.iter().collect(),
                _ => return false,
            };
            self.quiet(&next, &cells).safe.is_some()
                || self.three_to_gain_time(&next, &cells, threes_left).is_some()
        })
    }
}

fn by_score(board: &Board) -> Vec<Cell> {
    Evaluation::new(board, End::FirstLine).best_cells(usize::MAX)
}
