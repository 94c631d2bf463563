//! A move that lets the opponent win neither by force nor by a quiet stone.
//!
//! A cell that leaves the opponent a forced win is out of the question. The win is kept: it refutes most of the other
//! cells too, and to play it through is far quicker than to search. If no quiet stone helps, a three may gain time: the
//! opponent has to answer it, and where the three and the answer stand in the way of his wins, there is a stone more to
//! be safe with.

use super::foresight::Foresight;
use super::quiet_win::after;
use super::weighed::WeighedBoard;
use crate::board::lattice::four_in_a_row::{Attack, Board, Cell, End, Stone};

/// How many moves that are safe from forced wins are examined for quiet ones.
const EXAMINED: u8 = 8;

/// How many threes may be made to gain time.
const MOST_THREES: u8 = 2;

/// The defence of a side that is to move, when nobody has a three to complete.
pub(super) struct Defence<'a> {
    side: Stone,
    foresight: &'a mut Foresight,
    /// How the opponent wins after moves that were tried.
    refutations: Vec<Vec<Cell>>,
}

/// What there is among the quiet stones.
#[derive(Default)]
struct Quiet {
    /// The first that is safe; if there is none, the first that is safe from forced wins.
    safe: Option<Cell>,
    /// The first of those that lose in the most moves, with the number.
    lasting: Option<(usize, Cell)>,
}

impl Defence<'_> {
    /// The defence of `side` against what it foresees.
    pub(super) const fn new(side: Stone, foresight: &mut Foresight) -> Defence<'_> {
        Defence { side, foresight, refutations: Vec::new() }
    }

    /// The first safe one of some empty cells; if there is none, one with which it takes long to lose.
    pub(super) fn best_of(&mut self, board: &Board, cells: &[Cell]) -> Option<Cell> {
        let Quiet { safe, lasting } = self.quiet(board, cells);
        safe.or_else(|| self.three_to_gain_time(board, cells, MOST_THREES))
            .or(lasting.map(|(_, cell)| cell))
    }

    fn quiet(&mut self, board: &Board, cells: &[Cell]) -> Quiet {
        let mut found = Quiet::default();
        let Some(attack) = Attack::new(board, self.side) else { return found };
        let mut examined = 0;
        for &cell in cells.iter().filter(|&&cell| !attack.forcing().contains(cell)) {
            let next = after(board, cell, self.side);
            let refuted_in = self.refuted_in(&next);
            if self.foresight.is_exhausted() {
                break;
            }
            if let Some(moves) = refuted_in {
                if found.lasting.is_none_or(|(most, _)| moves > most) {
                    found.lasting = Some((moves, cell));
                }
                continue;
            }
            if self.is_safe_from_quiet_wins(&next) {
                found.safe = Some(cell);
                break;
            }
            found.safe = found.safe.or(Some(cell));
            examined += 1;
            if examined == EXAMINED {
                break;
            }
        }
        found
    }

    /// In how many moves the opponent wins by force on this board, if he does: 0 if in the same way as on another.
    fn refuted_in(&mut self, board: &Board) -> Option<usize> {
        let opponent = self.side.other();
        if self.foresight.any_wins(&self.refutations, board, opponent) {
            return Some(0);
        }
        let win = self.foresight.forced_win(board, opponent)?;
        let moves = win.len();
        self.refutations.push(win);
        Some(moves)
    }

    fn is_safe_from_quiet_wins(&mut self, board: &Board) -> bool {
        self.foresight.quiet_win(board, self.side.other(), &by_worth(board)).is_none()
    }

    fn three_to_gain_time(&mut self, board: &Board, cells: &[Cell], threes: u8) -> Option<Cell> {
        let threes_left = threes.checked_sub(1)?;
        let attack = Attack::new(board, self.side)?;
        let mut forcing = cells.iter().copied().filter(|&cell| attack.forcing().contains(cell));
        forcing.find(|&cell| {
            let Some(answer) = attack.answer_to(cell) else { return false };
            let opponent = self.side.other();
            let next = after(&after(board, cell, self.side), answer, opponent);
            if self.foresight.any_wins(&self.refutations, &next, opponent) {
                return false;
            }
            // The answer may have made a three, too.
            let threats = next.completing_cells(opponent);
            let cells = match threats.len() {
                0 => by_worth(&next),
                1 => threats.iter().collect(),
                _ => return false,
            };
            self.quiet(&next, &cells).safe.is_some()
                || self.three_to_gain_time(&next, &cells, threes_left).is_some()
        })
    }
}

fn by_worth(board: &Board) -> Vec<Cell> {
    WeighedBoard::new(board, End::FirstLine).best_cells(usize::MAX)
}
