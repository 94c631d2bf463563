//! A minimax search by a reading, as far as the order of the moves does not matter (alpha-beta).

use super::super::evaluation::{CLASSES, Numbers, class, is_won, numbers};
use super::super::readings::{Cells, Line, on_line, placed};
use super::reading::{Choice, Finish, Only, Order, Owner, Plies, Reading, Sign, Start};
use super::walk::Walk;

/// A minimax search by a reading.
pub(super) struct Search<'a> {
    reading: &'a Reading,
    tables: &'a Tables,
}

/// What a search by a reading looks up on every board.
pub(super) struct Tables {
    lines: Vec<Line>,
    /// How many lines go through each cell, and which, by their places in the list.
    through: [(usize, [usize; MAX_THROUGH]); 16],
    /// What a line of each class is worth while the odd player is to move, and while the even player is.
    values: [[i32; CLASSES]; 2],
}

/// A position of the search.
#[derive(Clone, Copy)]
struct Position {
    /// Cell `n` is bit `n`.
    empty: u16,
    /// The numbers on the board, and on each of the lines.
    all: Numbers,
    on_lines: [Numbers; MAX_LINES],
    /// The sum of the values of the lines by their classes, for the player who is to move at the end of the search.
    value: i32,
    is_odd_to_move: bool,
    is_finished: bool,
}

/// No reading has more lines, or more through one cell.
const MAX_LINES: usize = 10;
const MAX_THROUGH: usize = 4;

/// What a search of one board begins with.
struct Root {
    is_odd_first: bool,
    /// Whether an even count of numbers lies on the board where the search ends, unless a game is finished before.
    is_even_at_end: bool,
}

/// The odd numbers: number `n` is bit `n - 1`.
const ODD: Numbers = 0b0101_0101_0101_0101;

#[expect(clippy::indexing_slicing, reason = "cells of the board")]
impl Tables {
    fn new(reading: &Reading) -> Self {
        let lines = reading.lines.list();
        let mut through = [(0, [0; MAX_THROUGH]); 16];
        for (place, line) in lines.iter().enumerate() {
            for &cell in line {
                let (count, places) = &mut through[cell];
                places[*count] = place;
                *count += 1;
            }
        }
        Self { lines, through, values: reading.evaluation.of_classes() }
    }
}

#[expect(clippy::indexing_slicing, reason = "cells of the board, lines of the list and classes")]
impl<'a> Search<'a> {
    pub(super) fn new(reading: &'a Reading) -> Self {
        Self { reading, tables: reading.tables.get_or_init(|| Tables::new(reading)) }
    }

    /// The value of a board by this reading.
    pub(super) fn value(&self, cells: Cells, depth: u8) -> i32 {
        let is_odd_first = self.reading.turn.is_odd(&cells);
        let plies = match self.reading.plies {
            Plies::Depth => depth,
            Plies::OneLess => depth.saturating_sub(1),
            Plies::None => 0,
        };
        let value = match self.reading.order {
            Order::DoesNotMatter => {
                let root = Root {
                    is_odd_first,
                    is_even_at_end: (placed(&cells) + usize::from(plies)).is_multiple_of(2),
                };
                let position = self.position(&root, &cells);
                self.search(&root, &position, plies, -i32::MAX, i32::MAX)
            }
            order => Walk::new(order, &self.reading.evaluation, cells).value(plies),
        };
        match self.reading.sign {
            Sign::First if !is_odd_first => -value,
            Sign::Even => -value,
            _ => value,
        }
    }

    fn position(&self, root: &Root, cells: &Cells) -> Position {
        let mut on_lines = [0; MAX_LINES];
        for (place, line) in on_lines.iter_mut().zip(&self.tables.lines) {
            *place = numbers(&on_line(cells, line));
        }
        let is_empty = |cell: &usize| cells[*cell] == 0;
        let is_won = on_lines.iter().any(|&line| is_won(class(line)));
        let is_finished =
            is_won && !matches!(self.reading.finish, Finish::Full | Finish::NotAskedAtStart);
        let mut position = Position {
            empty: (0..16).filter(is_empty).fold(0, |set, cell| set | 1 << cell),
            all: numbers(cells),
            on_lines,
            value: 0,
            is_odd_to_move: root.is_odd_first,
            is_finished,
        };
        position.value = self.sum(&position, root.is_even_at_end);
        position
    }

    /// The sum of the values of the lines.
    fn sum(&self, position: &Position, is_even_count: bool) -> i32 {
        let values = &self.tables.values[usize::from(!is_even_count)];
        let lines = position.on_lines.iter().take(self.tables.lines.len());
        lines.map(|&line| values[class(line)]).sum()
    }

    /// The lines through a cell.
    fn through(&self, cell: usize) -> impl Iterator<Item = usize> + Clone {
        let (count, places) = &self.tables.through[cell];
        places.iter().copied().take(*count)
    }

    fn after(&self, root: &Root, before: &Position, (cell, number): Placed) -> Position {
        let mut position = *before;
        let bit = 1 << (number - 1);
        position.empty &= !(1 << cell);
        position.all |= bit;
        position.is_odd_to_move = !before.is_odd_to_move;
        let values = &self.tables.values[usize::from(!root.is_even_at_end)];
        let mut is_finished = false;
        for line in self.through(cell) {
            let (old, new) = (class(before.on_lines[line]), class(before.on_lines[line] | bit));
            position.on_lines[line] |= bit;
            position.value += values[new] - values[old];
            is_finished |= is_won(new);
        }
        position.is_finished = is_finished && !matches!(self.reading.finish, Finish::Full);
        position
    }

    fn evaluate(&self, root: &Root, position: &Position) -> i32 {
        if position.is_finished
            && let Some(score) = self.score(root, position)
        {
            return score;
        }
        let value = self.plain_value(root, position);
        match self.reading.sign {
            Sign::EveryMove if position.is_odd_to_move != root.is_odd_first => -value,
            _ => value,
        }
    }

    /// What a won game is worth if that is not its evaluation.
    fn score(&self, root: &Root, position: &Position) -> Option<i32> {
        // Who is to move has lost.
        let for_winner = |score: i32| if position.is_odd_to_move { -score } else { score };
        match self.reading.finish {
            Finish::Score(score) => Some(for_winner(score)),
            Finish::ScoreOfLoser(score) => Some(-for_winner(score)),
            Finish::ScoreForOdd(score) => Some(score),
            Finish::Bonus(score) => Some(self.plain_value(root, position) + for_winner(score)),
            Finish::WonOrFull | Finish::Full | Finish::NotAskedAtStart => None,
        }
    }

    fn plain_value(&self, root: &Root, position: &Position) -> i32 {
        let is_even_count = position.all.count_ones().is_multiple_of(2);
        if !self.reading.evaluation.is_sum_of_classes() {
            let lines = position.on_lines.iter().take(self.tables.lines.len()).copied();
            self.reading.evaluation.value_of(lines, position.all, !is_even_count)
        } else if is_even_count == root.is_even_at_end {
            position.value
        } else {
            self.sum(position, is_even_count)
        }
    }

    /// The value within `alpha` to `beta`, or a bound on the same side (alpha-beta).
    fn search(
        &self,
        root: &Root,
        position: &Position,
        plies: u8,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        if plies == 0 || position.is_finished {
            return self.evaluate(root, position);
        }
        let takes_greatest = match self.reading.choice {
            Choice::Odd => position.is_odd_to_move,
            Choice::Even => !position.is_odd_to_move,
            Choice::Both => true,
            Choice::First => position.is_odd_to_move == root.is_odd_first,
            Choice::LastPlayer => plies % 2 == 1,
        };
        let mut best = match self.reading.start {
            Start::Zero => Some(0),
            Start::ZeroForSmallest if !takes_greatest => Some(0),
            Start::Infinite | Start::ZeroForSmallest => None,
        };
        if let Some(start) = best {
            if takes_greatest { alpha = alpha.max(start) } else { beta = beta.min(start) }
        }
        // Takes a value for the best one if it is, and says whether the others can change nothing.
        let mut take = |value: i32, alpha: &mut i32, beta: &mut i32| {
            if takes_greatest {
                best = Some(best.map_or(value, |best: i32| best.max(value)));
                *alpha = (*alpha).max(value);
            } else {
                best = Some(best.map_or(value, |best: i32| best.min(value)));
                *beta = (*beta).min(value);
            }
            *alpha >= *beta
        };
        let (cells, free) = self.moves(position);
        if plies == 1 && self.is_plain() {
            let values = &self.tables.values[usize::from(!root.is_even_at_end)];
            'moves: for cell in bits(cells) {
                // Without these lines as they are.
                let lines = self.through(cell.into()).map(|line| position.on_lines[line]);
                let others =
                    position.value - lines.clone().map(|line| values[class(line)]).sum::<i32>();
                for number in bits(free) {
                    let line_value = |line: Numbers| values[class(line | 1 << number)];
                    let value = others + lines.clone().map(line_value).sum::<i32>();
                    if take(value, &mut alpha, &mut beta) {
                        break 'moves;
                    }
                }
            }
        } else {
            let moves = bits(cells)
                .flat_map(|cell| bits(free).map(move |number| (usize::from(cell), number + 1)));
            let mut successors: Vec<Position> =
                moves.map(|placed| self.after(root, position, placed)).collect();
            // Those that seem best come first, so that the others can be cut off.
            if plies > 1 {
                let seems = |next: &Position| {
                    if takes_greatest { -next.value } else { next.value }
                };
                successors.sort_unstable_by_key(seems);
            }
            for next in &successors {
                let value = self.search(root, next, plies - 1, alpha, beta);
                if take(value, &mut alpha, &mut beta) {
                    break;
                }
            }
        }
        // Without a move the board is full.
        best.unwrap_or_else(|| self.evaluate(root, position))
    }

    /// Whether the value after the last ply is the sum of the values of the lines, even if the game is finished.
    fn is_plain(&self) -> bool {
        let has_score = !matches!(
            self.reading.finish,
            Finish::WonOrFull | Finish::Full | Finish::NotAskedAtStart
        );
        let has_sign = matches!(self.reading.sign, Sign::EveryMove);
        self.reading.evaluation.is_sum_of_classes() && !has_score && !has_sign
    }

    /// The cells and the numbers of the moves that are tried.
    fn moves(&self, position: &Position) -> (u16, Numbers) {
        let moves = &self.reading.moves;
        let own = if position.is_odd_to_move { ODD } else { !ODD };
        let numbers = match moves.owner {
            Owner::ToMove => own,
            Owner::Opponent => !own,
            Owner::Anyone => !0,
        };
        let (cells, free) = (position.empty, numbers & !position.all);
        match moves.only {
            Only::All => (cells, free),
            Only::LastMove => (last(cells), last(free)),
            Only::SmallestNumber => (cells, first(free)),
            Only::LargestNumber => (cells, last(free)),
        }
    }
}

/// The places of the bits that are set.
#[expect(clippy::cast_possible_truncation, reason = "a set has 16 bits")]
fn bits(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = (set != 0).then_some(set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        place
    })
}

/// Only the first of the bits that are set.
fn first(set: u16) -> u16 {
    set & set.wrapping_neg()
}

/// Only the last of the bits that are set.
fn last(set: u16) -> u16 {
    bits(set).last().map_or(0, |place| 1 << place)
}

/// A move: a cell and a number.
type Placed = (usize, u8);
