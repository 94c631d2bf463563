//! A minimax search by a reading, as far as the order of the moves does not matter (alpha-beta).

use std::cell::Cell;

use super::super::evaluation::{CLASSES, Classes, Numbers, class, is_completable, is_won, numbers};
use super::super::readings::{Cells, on_line, placed};
use super::ordered_search::OrderedSearch;
use super::reading::{
    Choice, Finish, MAX_THROUGH, Only, Order, Owner, Plies, Reading, Sign, Start, Tables,
};

/// A minimax search by a reading.
pub(super) struct Search<'a> {
    reading: &'a Reading,
    tables: &'a Tables,
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

/// A move.
#[derive(Clone, Copy)]
struct Step {
    cell: u8,
    /// The number that is placed.
    bit: Numbers,
    /// The sum of the values of the lines after it, as [`Position::value`].
    value: i32,
}

/// What a search of one board begins with.
struct Root {
    is_odd_first: bool,
    /// Whether an even count of numbers lies on the board where the search ends, unless a game is finished before.
    is_even_at_end: bool,
    wins: Wins,
    /// The killer move: the last one with the last ply after which the others could change nothing. Often that is so again.
    killer: Cell<Option<(u8, Numbers)>>,
}

/// Which moves that win are tried if a player who can win has to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wins {
    All,
    FirstByCell,
    FirstByNumber,
}

/// The odd numbers: number `n` is bit `n - 1`.
const ODD: Numbers = 0b0101_0101_0101_0101;

#[expect(clippy::indexing_slicing, reason = "cells of the board, lines of the list and classes")]
impl<'a> Search<'a> {
    pub(super) fn new(reading: &'a Reading) -> Self {
        Self { reading, tables: reading.tables.get_or_init(|| Tables::new(reading)) }
    }

    /// Whether a player who can win has to.
    pub(super) fn takes_wins(&self) -> bool {
        matches!(self.reading.moves.only, Only::Wins)
    }

    /// The value of a board by this reading.
    pub(super) fn value(&self, cells: Cells, depth: u8) -> i32 {
        self.value_with(Wins::All, cells, depth)
    }

    /// The same, and other values where a program may give one or the other.
    pub(super) fn values(&self, cells: Cells, depth: u8) -> Vec<i32> {
        let mut values = vec![self.value(cells, depth)];
        if self.takes_wins() {
            for wins in [Wins::FirstByCell, Wins::FirstByNumber] {
                let value = self.value_with(wins, cells, depth);
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        values
    }

    fn value_with(&self, wins: Wins, cells: Cells, depth: u8) -> i32 {
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
                    wins,
                    killer: Cell::new(None),
                };
                let position = self.position(&root, &cells);
                self.search(&root, &position, plies, -i32::MAX, i32::MAX)
            }
            order => OrderedSearch::new(order, &self.reading.evaluation, cells).value(plies),
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
        let is_won = (0..).zip(on_lines).any(|(place, line)| self.is_won(place, line));
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

    /// Whether these numbers on the line at this place in the list finish the game.
    fn is_won(&self, place: usize, on_line: Numbers) -> bool {
        self.tables.classes.are_won(on_line) && self.reading.unseen_ends >> place & 1 == 0
    }

    /// The sum of the values of the lines.
    fn sum(&self, position: &Position, is_even_count: bool) -> i32 {
        let values = &self.tables.values[usize::from(!is_even_count)];
        let lines = position.on_lines.iter().take(self.tables.lines.len());
        lines.map(|&line| values[class(line)]).sum()
    }

    /// The same of the lines that can still be completed. Most are worth nothing, and need not be looked at closely.
    fn sum_of_free(&self, position: &Position, is_even_count: bool) -> i32 {
        let values = &self.tables.values[usize::from(!is_even_count)];
        let lines = position.on_lines.iter().take(self.tables.lines.len());
        let worth = lines.map(|&line| (line, values[self.tables.classes.of(line)]));
        let counted =
            worth.filter(|&(line, value)| value != 0 && is_completable(line, position.all));
        counted.map(|(_, value)| value).sum()
    }

    /// The lines through a cell.
    fn through(&self, cell: usize) -> impl Iterator<Item = usize> + Clone {
        let (count, places) = &self.tables.through[cell];
        places.iter().copied().take(*count)
    }

    /// What a line of each class is worth for the player who is to move at the end of the search.
    fn values_at_end(&self, root: &Root) -> &[i32; CLASSES] {
        &self.tables.values[usize::from(!root.is_even_at_end)]
    }

    fn after(&self, before: &Position, Step { cell, bit, value }: Step) -> Position {
        let mut position = *before;
        position.empty &= !(1 << cell);
        position.all |= bit;
        position.value = value;
        position.is_odd_to_move = !before.is_odd_to_move;
        let mut is_finished = false;
        for line in self.through(cell.into()) {
            position.on_lines[line] |= bit;
            is_finished |= self.is_won(line, position.on_lines[line]);
        }
        position.is_finished = is_finished && !matches!(self.reading.finish, Finish::Full);
        position
    }

    fn evaluate(&self, root: &Root, position: &Position) -> i32 {
        let &Position { is_finished, is_odd_to_move, .. } = position;
        self.worth(root, is_finished, is_odd_to_move, || self.plain_value(root, position))
    }

    /// What a position with this plain value is worth.
    fn worth(
        &self,
        root: &Root,
        is_finished: bool,
        is_odd_to_move: bool,
        plain_value: impl Fn() -> i32,
    ) -> i32 {
        // Who is to move has lost.
        let for_winner = |score: i32| if is_odd_to_move { -score } else { score };
        match self.reading.finish {
            Finish::Score(score) if is_finished => for_winner(score),
            Finish::ScoreOfLoser(score) if is_finished => -for_winner(score),
            Finish::ScoreForOdd(score) if is_finished => score,
            Finish::Bonus(score) if is_finished => plain_value() + for_winner(score),
            _ => match self.reading.sign {
                Sign::EveryMove if is_odd_to_move != root.is_odd_first => -plain_value(),
                _ => plain_value(),
            },
        }
    }

    fn plain_value(&self, root: &Root, position: &Position) -> i32 {
        let is_even_count = position.all.count_ones().is_multiple_of(2);
        let evaluation = &self.reading.evaluation;
        if evaluation.is_sum_of_free_classes() {
            self.sum_of_free(position, is_even_count)
        } else if !evaluation.is_sum_of_classes() {
            let lines = position.on_lines.iter().take(self.tables.lines.len()).copied();
            evaluation.value_of(lines, position.all, !is_even_count)
        } else if is_even_count == root.is_even_at_end {
            position.value
        } else {
            self.sum(position, is_even_count)
        }
    }

    /// The value within `alpha` to `beta`, or a bound on the same side (alpha-beta).
    fn search(&self, root: &Root, position: &Position, plies: u8, alpha: i32, beta: i32) -> i32 {
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
        let mut best = Best { value: None, takes_greatest, alpha, beta };
        let starts_at_zero = match self.reading.start {
            Start::Infinite => false,
            Start::Zero => true,
            Start::ZeroForSmallest => !takes_greatest,
        };
        if starts_at_zero {
            best.take(0);
        }
        if plies == 1 && self.reading.evaluation.is_sum_of_classes() {
            let mut take = |step| best.take(self.value_at_end(root, position, step));
            if !self.killer(root, position).is_some_and(&mut take) {
                self.each_step(root, position, |step| {
                    let is_cut_off = take(step);
                    if is_cut_off {
                        root.killer.set(Some((step.cell, step.bit)));
                    }
                    is_cut_off
                });
            }
        } else {
            let mut steps = Vec::with_capacity(64);
            self.each_step(root, position, |step| {
                steps.push(step);
                false
            });
            // Those that seem best come first, so that the others can be cut off.
            let seems = |step: &Step| if takes_greatest { -step.value } else { step.value };
            steps.sort_unstable_by_key(seems);
            for step in steps {
                let next = self.after(position, step);
                let value = self.search(root, &next, plies - 1, best.alpha, best.beta);
                if best.take(value) {
                    break;
                }
            }
        }
        // Without a move the board is full.
        best.value.unwrap_or_else(|| self.evaluate(root, position))
    }

    /// Looks at one move after the other, until it is said that the others can change nothing.
    fn each_step(&self, root: &Root, position: &Position, look: impl FnMut(Step) -> bool) {
        let wins = self.wins(root, position);
        if wins.is_empty() {
            self.each_legal_step(root, position, look);
        } else {
            wins.into_iter().any(look);
        }
    }

    /// The moves that win and are the only ones tried for that; none if a win is a move like others.
    fn wins(&self, root: &Root, position: &Position) -> Vec<Step> {
        let mut wins = Vec::new();
        if !self.takes_wins() {
            return wins;
        }
        self.each_legal_step(root, position, |step| {
            let mut lines = self.through(step.cell.into());
            if lines.any(|line| is_won(class(position.on_lines[line] | step.bit))) {
                wins.push(step);
            }
            false
        });
        if root.wins == Wins::FirstByNumber {
            wins.sort_by_key(|step| step.bit);
        }
        if root.wins != Wins::All {
            wins.truncate(1);
        }
        wins
    }

    /// The killer move, if it is a move of this position.
    fn killer(&self, root: &Root, position: &Position) -> Option<Step> {
        let (cell, bit) = root.killer.get()?;
        let (cells, free) = self.moves(position);
        let is_move = cells >> cell & 1 == 1 && free & bit != 0;
        // Where not all are tried, it may be another one's.
        (is_move && matches!(self.reading.moves.only, Only::All))
            .then(|| self.crossing(root, position, cell).step(bit))
    }

    fn each_legal_step(
        &self,
        root: &Root,
        position: &Position,
        mut look: impl FnMut(Step) -> bool,
    ) {
        let (cells, free) = self.moves(position);
        let is_in_pairs = matches!(self.reading.moves.only, Only::InPairs);
        for (place, cell) in bits(cells).enumerate() {
            let crossing = self.crossing(root, position, cell);
            let numbers = if is_in_pairs { nth(free, place) } else { free };
            for number in bits(numbers) {
                if look(crossing.step(1 << number)) {
                    return;
                }
            }
        }
    }

    /// The lines through an empty cell.
    #[inline]
    fn crossing(&self, root: &Root, position: &Position, cell: u8) -> Crossing<'_> {
        let Tables { classes, through, .. } = self.tables;
        let (count, places) = &through[usize::from(cell)];
        let (values, mut others, mut lines) =
            (self.values_at_end(root), position.value, [0; MAX_THROUGH]);
        for (line, &place) in lines.iter_mut().zip(&places[..*count]) {
            *line = position.on_lines[place];
            others -= values[classes.of(*line)];
        }
        Crossing { cell, classes, values, others, lines, count: *count }
    }

    /// What a position is worth after the last ply, if its value is the sum of the values of the lines.
    fn value_at_end(&self, root: &Root, before: &Position, step: Step) -> i32 {
        let has_score = !matches!(
            self.reading.finish,
            Finish::WonOrFull | Finish::Full | Finish::NotAskedAtStart
        );
        let is_finished = has_score && self.completes_line(before, step);
        self.worth(root, is_finished, !before.is_odd_to_move, || step.value)
    }

    /// Whether a move finishes the game.
    fn completes_line(&self, before: &Position, Step { cell, bit, .. }: Step) -> bool {
        self.through(cell.into()).any(|line| self.is_won(line, before.on_lines[line] | bit))
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
            Only::All | Only::InPairs | Only::Wins => (cells, free),
            Only::LastMove => (last(cells), last(free)),
            Only::SmallestNumber => (cells, first(free)),
            Only::LargestNumber => (cells, last(free)),
            Only::FirstCell => (first(cells), free),
            Only::LastCell => (last(cells), free),
        }
    }
}

/// The lines through an empty cell, on which a number is placed.
struct Crossing<'a> {
    cell: u8,
    /// The numbers on the lines, of which there are so many.
    lines: [Numbers; MAX_THROUGH],
    count: usize,
    /// The sum of the values of all other lines.
    others: i32,
    classes: &'a Classes,
    values: &'a [i32; CLASSES],
}

impl Crossing<'_> {
    /// The move that places this number.
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "lines through a cell and classes")]
    fn step(&self, bit: Numbers) -> Step {
        let mut value = self.others;
        for line in &self.lines[..self.count] {
            value += self.values[self.classes.of(line | bit)];
        }
        Step { cell: self.cell, bit, value }
    }
}

/// The best value so far, and the bounds between which others matter.
struct Best {
    value: Option<i32>,
    takes_greatest: bool,
    alpha: i32,
    beta: i32,
}

impl Best {
    /// Takes a value for the best one if it is, and says whether the others can change nothing.
    fn take(&mut self, value: i32) -> bool {
        if self.takes_greatest {
            self.value = Some(self.value.map_or(value, |best| best.max(value)));
            self.alpha = self.alpha.max(value);
        } else {
            self.value = Some(self.value.map_or(value, |best| best.min(value)));
            self.beta = self.beta.min(value);
        }
        self.alpha >= self.beta
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

/// Only the bit that is set behind so many others.
fn nth(set: u16, place: usize) -> u16 {
    bits(set).nth(place).map_or(0, |place| 1 << place)
}

/// Only the first of the bits that are set.
fn first(set: u16) -> u16 {
    set & set.wrapping_neg()
}

/// Only the last of the bits that are set.
fn last(set: u16) -> u16 {
    bits(set).last().map_or(0, |place| 1 << place)
}
