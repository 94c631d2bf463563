//! Play where the first line wins, gomoku and four-in-a-row alike: complete a line, or stop the other's; win by force; else the cell that is
//! worth most of those after which the other does not win by force.

use super::dice::Dice;
use super::grid::{Cell, Side, Stones};
use super::most_lines::Contest;
use super::siege::siege;
use super::threats::forced_win;

/// How the first line is played for.
pub(super) struct Race {
    /// How quiet moves are chosen.
    pub(super) contest: Contest,
    /// How many quiet moves are looked ahead for a win that needs more than threats.
    pub(super) quiet_moves: u8,
}

impl Race {
    /// The move of a side, 0 or 1; `None` on a full board.
    pub(super) fn choose(&self, stones: &mut Stones, side: Side, dice: &mut Dice) -> Option<Cell> {
        let other = 1 - side;
        if let Some(winning) = stones.completing(side).first() {
            return Some(*winning);
        }
        if let Some(threatened) = stones.completing(other).first() {
            return Some(*threatened);
        }
        let forced = forced_win(stones, side, other).and_then(|cells| cells.first().copied());
        forced.or_else(|| self.besiege(stones, side)).or_else(|| self.quiet(stones, side, dice))
    }

    /// A quiet move with which a side wins.
    fn besiege(&self, stones: &mut Stones, side: Side) -> Option<Cell> {
        siege(stones, side, 1 - side, &self.contest.worth, self.quiet_moves)
    }

    /// A move that wins nothing yet: of the best the first that loses nothing either, else one that does not lose to threats alone.
    fn quiet(&self, stones: &mut Stones, side: Side, dice: &mut Dice) -> Option<Cell> {
        let other = 1 - side;
        let cells = self.contest.ranked(stones, side, dice);
        let best = cells.first().copied();
        let mut besieged = None;
        for cell in cells {
            stones.place(cell, side);
            let threatened = forced_win(stones, other, side).is_some();
            let lost = threatened || self.besiege(stones, other).is_some();
            stones.clear(cell, side);
            if !lost {
                return Some(cell);
            }
            if !threatened {
                besieged = besieged.or(Some(cell));
            }
        }
        besieged.or(best)
    }
}
