//! A complete search of an endgame by a reading (alpha-beta).

use std::sync::LazyLock;

use super::super::readings::{Cells, Line, Lines, on_line};
use super::reading::{Complete, Full, Goal, Moves, Only, Owner, Plies, Reading};

/// A complete search of one board by a reading. A result is 1 if the player who is to move wins, 0 for a draw and -1 for a loss.
pub(super) struct Search<'a> {
    pub(super) reading: &'a Reading,
    /// The lines that can still be completed; the others do not matter.
    lines: Vec<CellSet>,
    /// Those through each cell: the one at place `n` of the list is bit `n`.
    through: [u16; 16],
    pub(super) start: Position,
    /// Whether a player wins who can, and otherwise places a number where the opponent would win.
    has_shortcuts: bool,
}

/// Cells: cell `n` is bit `n`.
pub(super) type CellSet = u16;

/// Numbers: number `n` is bit `n`.
pub(super) type Numbers = u32;

pub(super) const ODD: Numbers = 0b0_1010_1010_1010_1010;

/// A position of the search.
#[derive(Clone, Copy)]
pub(super) struct Position {
    pub(super) empty: CellSet,
    /// The numbers that have not been placed.
    free: Numbers,
    /// What each line lacks to the sum 34, and how many odd numbers lie on it.
    lacking: [i8; MAX_LINES],
    odd: [u8; MAX_LINES],
    pub(super) is_odd_to_move: bool,
    plies_left: u8,
    /// Whether the player to move is the one who was to move at the start.
    is_first: bool,
}

/// What can be seen of a position at once.
struct Prospects {
    /// Whether some line can be completed with the numbers that are left, whoever places them.
    is_open: bool,
    /// Whether some move of the player to move completes a line.
    can_win: bool,
    /// The cells on which the player to move may have to place a number.
    threatened: CellSet,
}

/// No reading has more lines.
const MAX_LINES: usize = 10;

/// The ten lines, as they are counted in [`MissedLines`].
static ALL_LINES: LazyLock<Vec<Line>> = LazyLock::new(|| Lines::default().list());

/// A move: a cell and a number.
pub(super) type Placed = (usize, u8);

#[expect(clippy::indexing_slicing, reason = "cells of the board and lines of the list")]
impl<'a> Search<'a> {
    pub(super) fn new(reading: &'a Reading, cells: &Cells) -> Self {
        let numbers = cells.iter().filter(|&&number| number != 0);
        let used = numbers.fold(1, |used: Numbers, number| used | 1 << number);
        let left_out = reading.moves.left_out.map_or(0, |number| 1 << number);
        let is_empty = |cell: &usize| cells[*cell] == 0;
        let is_plain = matches!(reading.moves, Moves { only: Only::All, is_turn_kept: false, .. });
        let is_usual =
            matches!(reading.goal, Goal::Best | Goal::NoDrawsForOdd | Goal::NoDrawsForEven);
        let mut search = Self {
            reading,
            lines: Vec::with_capacity(MAX_LINES),
            through: [0; 16],
            has_shortcuts: is_plain
                && is_usual
                && reading.full == Full::WonByLine
                && reading.complete != Complete::FourWithAtLeast34,
            start: Position {
                empty: cell_set((0..16).filter(is_empty)),
                free: 0x1_ffff & !used & !left_out,
                lacking: [0; MAX_LINES],
                odd: [0; MAX_LINES],
                is_odd_to_move: reading.turn.is_odd(cells),
                plies_left: match reading.plies {
                    Plies::All => 16,
                    Plies::Only(plies) => plies,
                },
                is_first: true,
            },
        };
        let sums = reachable_sums(search.start.free);
        for (place, line) in ALL_LINES.iter().enumerate() {
            if reading.missed.0 >> place & 1 == 1 {
                continue;
            }
            let on_line = on_line(cells, line);
            let gaps = cell_set(line.iter().copied());
            let lacking = 34 - on_line.iter().fold(0, |sum, &number| sum + number.cast_signed());
            let odd = on_line.iter().map(|number| number % 2).sum();
            if search.is_open(search.start.empty & gaps, lacking, &sums) {
                let place = search.lines.len();
                search.lines.push(gaps);
                for &cell in line {
                    search.through[cell] |= 1 << place;
                }
                search.start.lacking[place] = lacking;
                search.start.odd[place] = odd;
            }
        }
        search
    }

    /// The result for the player to move.
    pub(super) fn value(&self) -> i8 {
        self.result(&self.start, -1, 1)
    }

    /// How many lines can still be completed.
    pub(super) fn open_lines(&self) -> usize {
        self.lines.len()
    }

    /// The moves at the start, by cell and then by number.
    pub(super) fn first_moves(&self) -> Vec<Placed> {
        self.moves(&self.start).collect()
    }

    /// Whether a move at the start completes a line.
    pub(super) fn wins_at_start(&self, placed: Placed) -> bool {
        self.wins(&self.start, placed)
    }

    /// The result of each move at the start for the player who makes it.
    pub(super) fn results(&self, moves: &[Placed]) -> Vec<i8> {
        moves.iter().map(|&placed| self.result_of_move(&self.start, placed, -1, 1)).collect()
    }

    /// The same, but that of a move that is worse than another one may be too low.
    pub(super) fn best_results(&self, moves: &[Placed]) -> Vec<i8> {
        let mut best = -1;
        let result = |&placed: &Placed| {
            let result = self.result_of_move(&self.start, placed, best - 1, 1);
            best = best.max(result);
            result
        };
        moves.iter().map(result).collect()
    }

    /// The move that is left where the search of every position keeps the best one it has found, if the moves are searched in order until
    /// one wins, by a reading that is right about results.
    pub(super) fn last_stored(&self) -> Option<Placed> {
        let mut position = self.start;
        let mut stored = None;
        loop {
            let mut greatest = None;
            // The move after which something is stored last, unless it is stored itself.
            let mut searched = None;
            let is_last = position.empty.is_power_of_two();
            for placed in self.moves(&position) {
                let result = self.result_of_move(&position, placed, greatest.unwrap_or(-1), 1);
                if !is_last && !self.wins(&position, placed) {
                    searched = Some(placed);
                }
                if greatest.is_none_or(|greatest| result > greatest) {
                    (greatest, stored, searched) = (Some(result), Some(placed), None);
                }
                if result == 1 {
                    break;
                }
            }
            let Some(placed) = searched else { return stored };
            position = self.after(&position, placed);
        }
    }

    /// The result of a move for the player who makes it: exact between `alpha` and `beta`, otherwise a bound on the same side.
    fn result_of_move(&self, position: &Position, placed: Placed, alpha: i8, beta: i8) -> i8 {
        if self.wins(position, placed) {
            return self.worth_of_win(position);
        }
        self.result_without_win(position, placed, alpha, beta)
    }

    /// The same of a move that completes no line.
    fn result_without_win(&self, position: &Position, placed: Placed, alpha: i8, beta: i8) -> i8 {
        let next = self.after(position, placed);
        if self.reading.moves.is_turn_kept {
            self.result(&next, alpha, beta)
        } else {
            -self.result(&next, -beta, -alpha)
        }
    }

    /// The position after a move.
    fn after(&self, position: &Position, (cell, number): Placed) -> Position {
        let mut next = *position;
        next.empty &= !(1 << cell);
        next.free &= !(1 << number);
        for line in self.through(cell) {
            next.lacking[line] -= number.cast_signed();
            next.odd[line] += number % 2;
        }
        next.plies_left -= 1;
        if !self.reading.moves.is_turn_kept {
            next.is_odd_to_move = !position.is_odd_to_move;
            next.is_first = !position.is_first;
        }
        next
    }

    /// The places of the lines through a cell.
    fn through(&self, cell: usize) -> impl Iterator<Item = usize> {
        bits(self.through[cell].into()).map(usize::from)
    }

    /// The result for the player to move, as above.
    fn result(&self, position: &Position, mut alpha: i8, mut beta: i8) -> i8 {
        if position.plies_left == 0 {
            return self.worth_of_draw(position);
        }
        let Prospects { is_open, can_win, threatened } = self.prospects(position);
        // The lines of a full board cannot be won either.
        if !is_open {
            return self.worth_of_draw(position);
        }
        let is_plain = self.reading.moves.only == Only::All;
        let is_helping = self.is_helping(position);
        let is_win_taken = self.reading.goal != Goal::FirstNotLosing;
        if can_win && is_win_taken && is_plain && !is_helping && self.worth_of_win(position) == 1 {
            return 1;
        }
        match self.reading.goal {
            Goal::DrawLikeLoss => return self.first_or_win(position),
            Goal::FirstNotLosing => return self.first_not_losing(position),
            // No result is better than these.
            Goal::EvenWinIsDraw if !position.is_odd_to_move => beta = beta.min(0),
            Goal::PlayedOn if position.is_odd_to_move => beta = beta.min(0),
            _ => {}
        }
        // More than 34 is reached with other numbers than the one that a line lacks.
        let may_win = can_win || self.reading.complete == Complete::FourWithAtLeast34;
        let mut best = None;
        for placed in self.moves(&Position { empty: threatened, ..*position }) {
            let result = if may_win {
                self.result_of_move(position, placed, alpha, beta)
            } else {
                self.result_without_win(position, placed, alpha, beta)
            };
            if is_helping {
                best = Some(best.map_or(result, |best: i8| best.min(result)));
                beta = beta.min(result);
            } else {
                best = Some(best.map_or(result, |best: i8| best.max(result)));
                alpha = alpha.max(result);
            }
            if alpha >= beta {
                break;
            }
        }
        // Without a number to place, nobody wins.
        best.unwrap_or_else(|| self.worth_of_draw(position))
    }

    /// The result if a draw is no better than a loss: that of the first move, unless some move wins.
    fn first_or_win(&self, position: &Position) -> i8 {
        let mut results =
            self.moves(position).map(|placed| self.result_of_move(position, placed, -1, 1));
        let first = results.next().unwrap_or(0);
        if first == 1 || results.any(|result| result == 1) { 1 } else { first }
    }

    /// The result of the first move that does not lose.
    fn first_not_losing(&self, position: &Position) -> i8 {
        let mut results =
            self.moves(position).map(|placed| self.result_of_move(position, placed, -1, 1));
        results.find(|&result| result >= 0).unwrap_or(-1)
    }

    /// Whether the player to move takes the worst result.
    pub(super) fn is_helping(&self, position: &Position) -> bool {
        match self.reading.goal {
            Goal::OpponentHelps => !position.is_first,
            Goal::BothForOdd => !position.is_odd_to_move,
            Goal::BothForEven => position.is_odd_to_move,
            Goal::SidesSwapped => true,
            _ => false,
        }
    }

    /// What a completed line is worth for the player to move who completes it.
    fn worth_of_win(&self, position: &Position) -> i8 {
        match self.reading.goal {
            Goal::EvenWinIsDraw if !position.is_odd_to_move => 0,
            Goal::PlayedOn if position.is_odd_to_move => -1,
            Goal::NextPlayerWins => -1,
            _ => 1,
        }
    }

    /// What a game that nobody wins is worth for the player to move.
    fn worth_of_draw(&self, position: &Position) -> i8 {
        let for_odd = match self.reading.goal {
            Goal::NoDrawsForOdd => 1,
            Goal::NoDrawsForEven => -1,
            _ => 0,
        };
        if position.is_odd_to_move { for_odd } else { -for_odd }
    }

    /// What can be seen of a position at once.
    fn prospects(&self, position: &Position) -> Prospects {
        let is_odd = position.is_odd_to_move;
        let (own, others) = (self.numbers(position, is_odd), self.numbers(position, !is_odd));
        let mut prospects = Prospects { is_open: false, can_win: false, threatened: 0 };
        let is_drawn_when_full = self.is_drawn_when_full(position);
        for (line, cells) in self.lines.iter().enumerate() {
            let (gaps, lacking) = (position.empty & cells, position.lacking[line]);
            // Most lines lack more than one number, or one that is not left.
            if gaps == 0 || !has(position.free, lacking) {
                continue;
            }
            let has_one_gap = gaps.is_power_of_two();
            prospects.is_open |= has_one_gap;
            if has(own, lacking) && !is_drawn_when_full && self.may_complete(position, line, is_odd)
            {
                prospects.can_win = true;
            }
            if has_one_gap && has(others, lacking) && self.may_complete(position, line, !is_odd) {
                prospects.threatened |= gaps;
            }
        }
        prospects.is_open = prospects.is_open || self.has_open_line(position);
        // The player places the next number where the opponent would win: every other move loses.
        let is_forced = self.has_shortcuts && prospects.threatened != 0 && position.plies_left > 1;
        if !is_forced || self.reading.moves.owner != Owner::ToMove {
            prospects.threatened = position.empty;
        }
        prospects
    }

    /// Whether some line can be completed with the numbers that are left.
    fn has_open_line(&self, position: &Position) -> bool {
        let sums = reachable_sums(position.free);
        let mut lines = self.lines.iter().zip(position.lacking);
        lines.any(|(cells, lacking)| self.is_open(position.empty & cells, lacking, &sums))
    }

    /// Whether a move completes a line.
    fn wins(&self, position: &Position, (cell, number): Placed) -> bool {
        !self.is_drawn_when_full(position)
            && self.through(cell).any(|line| {
                let is_enough = if self.reading.complete == Complete::FourWithAtLeast34 {
                    position.lacking[line] <= number.cast_signed()
                } else {
                    position.lacking[line] == number.cast_signed()
                };
                is_enough && self.may_complete(position, line, position.is_odd_to_move)
            })
    }

    /// Whether the next number is the last one and wins nothing.
    fn is_drawn_when_full(&self, position: &Position) -> bool {
        self.reading.full == Full::Draw && position.empty.is_power_of_two()
    }

    /// Whether a player wins who reaches the sum 34 on a line with the next number.
    fn may_complete(&self, position: &Position, line: usize, is_odd: bool) -> bool {
        let has_one_gap = || (position.empty & self.lines[line]).is_power_of_two();
        match self.reading.complete {
            Complete::FourWith34 | Complete::FourWithAtLeast34 => has_one_gap(),
            Complete::AnyWith34 => true,
            Complete::OwnNumbers => {
                has_one_gap() && position.odd[line] == if is_odd { 3 } else { 0 }
            }
        }
    }

    /// Whether a line with these empty cells that lacks this much can be completed.
    fn is_open(&self, gaps: CellSet, lacking: i8, sums: &[u64; 5]) -> bool {
        let gaps = gaps.count_ones() as usize;
        let can_with = |count: usize| lacking > 0 && sums[count] >> lacking & 1 == 1;
        match self.reading.complete {
            Complete::FourWith34 | Complete::OwnNumbers => gaps > 0 && can_with(gaps),
            Complete::AnyWith34 => (1..=gaps).any(can_with),
            Complete::FourWithAtLeast34 => {
                let greatest = sums[gaps].checked_ilog2().map_or(-1, u32::cast_signed);
                gaps > 0 && greatest >= lacking.into()
            }
        }
    }

    /// The numbers that a player can place.
    fn numbers(&self, position: &Position, is_odd: bool) -> Numbers {
        let kind = match self.reading.moves.owner {
            Owner::Anyone => !0,
            Owner::ToMove if is_odd => ODD,
            Owner::Opponent if !is_odd => ODD,
            Owner::ToMove | Owner::Opponent => !ODD,
        };
        position.free & kind
    }

    /// The moves that are tried, by cell and then by number.
    fn moves(&self, position: &Position) -> impl Iterator<Item = Placed> + use<> {
        let own = self.numbers(position, position.is_odd_to_move);
        let (empty, own) = match self.reading.moves.only {
            Only::FirstCell => (first(position.empty.into()), own),
            Only::SmallestNumber => (position.empty.into(), first(own)),
            Only::LargestNumber => (position.empty.into(), last(own)),
            Only::FirstOfOpponent if !position.is_first => {
                (first(position.empty.into()), first(own))
            }
            Only::LastOfOpponent if !position.is_first => (last(position.empty.into()), last(own)),
            Only::WinOrFirstOfOpponent if !position.is_first => {
                let all = each_move(position.empty.into(), own);
                let win = all.into_iter().find(|&placed| self.wins(position, placed));
                let set = |(cell, number): Placed| (1 << cell, 1 << number);
                win.map_or((first(position.empty.into()), first(own)), set)
            }
            _ => (position.empty.into(), own),
        };
        each_move(empty, own)
    }
}

/// These numbers on these cells, by cell and then by number.
pub(super) fn each_move(cells: u32, numbers: Numbers) -> impl Iterator<Item = Placed> + use<> {
    bits(cells).flat_map(move |cell| bits(numbers).map(move |number| (cell.into(), number)))
}

fn cell_set(cells: impl Iterator<Item = usize>) -> CellSet {
    cells.fold(0, |set, cell| set | 1 << cell)
}

/// Whether a number is one of these.
fn has(numbers: Numbers, number: i8) -> bool {
    (1..=16).contains(&number) && numbers >> number & 1 == 1
}

/// Only the first of the bits that are set.
fn first(set: u32) -> u32 {
    set & set.wrapping_neg()
}

/// Only the last of the bits that are set.
fn last(set: u32) -> u32 {
    set.checked_ilog2().map_or(0, |bit| 1 << bit)
}

/// The bits that are set, in order.
#[expect(clippy::cast_possible_truncation, reason = "a set has at most 32 bits")]
fn bits(mut set: u32) -> impl Iterator<Item = u8> + Clone {
    std::iter::from_fn(move || {
        let bit = (set != 0).then_some(set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        bit
    })
}

/// The sums of up to four different ones of these numbers, by how many there are: sum `n` is bit `n`.
fn reachable_sums(numbers: Numbers) -> [u64; 5] {
    bits(numbers).fold([1, 0, 0, 0, 0], |[none, one, two, three, four], number| {
        [
            none,
            one | none << number,
            two | one << number,
            three | two << number,
            four | three << number,
        ]
    })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand::rngs::ChaCha8Rng;

    use super::*;
    use crate::numerical::positions::undecided;

    /// Searches the moves in order until one wins, and keeps the best one of every position in the same place.
    fn search(cells: Cells, stored: &mut Option<Placed>) -> i8 {
        let reading = Reading::default();
        let position = Search::new(&reading, &cells);
        let mut greatest = None;
        for placed in position.first_moves() {
            let mut after = cells;
            after[placed.0] = placed.1;
            let result = if position.wins_at_start(placed) {
                1
            } else if after.contains(&0) {
                -search(after, stored)
            } else {
                0
            };
            if greatest.is_none_or(|greatest| result > greatest) {
                (greatest, *stored) = (Some(result), Some(placed));
            }
            if result == 1 {
                break;
            }
        }
        greatest.unwrap_or(0)
    }

    #[test]
    fn what_is_stored_last_is_what_a_plain_search_leaves() {
        let mut rng = ChaCha8Rng::seed_from_u64(18);
        for numbers in [12, 12, 11].repeat(40) {
            let cells = undecided(&mut rng, numbers).cells();
            let mut stored = None;
            search(cells, &mut stored);
            assert_eq!(Search::new(&Reading::default(), &cells).last_stored(), stored, "{cells:?}");
        }
    }
}
