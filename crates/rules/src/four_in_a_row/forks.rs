//! Boards of step 27: a side has a cell that makes two threats at once, and no side has a three.
//!
//! A program that does not know all lines answers `-` where it finds no such cell, and is right elsewhere. So which boards it misses has
//! to say which lines it does not know.

use std::sync::Arc;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IteratorRandom as _, SliceRandom as _};

use super::known_lines::{KnownLine, lines_changing};
use super::line_sets::LineSet;
use super::positions::{Crossing, Draft, Fork, Position, any_lines, known_through};
use gradus_board::lattice::four_in_a_row::{Board, ByColor, Cell, LineCounts, Stone};

/// How many boards have no double threat, so that `-` matters. With more of them, `-` would say too little where a program finds no
/// cell.
const QUIET_BOARDS: usize = 1;

/// It is one of so many after the first: the most likely answer is not to be guessed.
const QUIET_RANGE: usize = 2;

/// The boards of a task.
pub(super) fn drawn(rng: &mut ChaCha8Rng, side: Stone, count: usize) -> Vec<Arc<Position>> {
    let quiet_ones = QUIET_BOARDS.min(count);
    let sorts: Vec<Sort> = sorts(rng).into_iter().cycle().take(count - quiet_ones).collect();
    let mut chosen: Vec<Shown> = sorts.iter().map(|&sort| forked(rng, side, sort)).collect();
    let mut worth = worth_of(&chosen);
    for round in 0..ROUNDS {
        for (place, &sort) in sorts.iter().enumerate() {
            // The long diagonals that tell most go through twelve cells: if more were drawn, these would be easy to guess.
            if round > 0 && sort.has_a_long_diagonal() {
                continue;
            }
            let Some(old) = chosen.get_mut(place) else { continue };
            let old = std::mem::replace(old, forked(rng, side, sort));
            let new_worth = worth_of(&chosen);
            if new_worth >= worth {
                worth = new_worth;
            } else if let Some(new) = chosen.get_mut(place) {
                *new = old;
            }
        }
    }
    let boards = chosen.into_iter().map(|shown| Arc::new(Position::from(shown.board)));
    let (mut boards, mut others): (Vec<_>, Vec<_>) =
        sorts.iter().zip(boards).partition(|(sort, _)| sort.has_a_long_diagonal());
    others.shuffle(rng);
    // There are few long diagonals, so that their cells are frequent. A program that keeps the cell of the board before has one that
    // could hardly be there by chance.
    let before_quiet = others.pop();
    boards.append(&mut others);
    boards.shuffle(rng);
    let mut boards: Vec<_> = boards.into_iter().map(|(_, board)| board).collect();
    let place = rng.random_range(0..QUIET_RANGE).min(boards.len());
    let quiet = (0..quiet_ones).map(|_| Arc::new(Position::from(quiet(rng, side))));
    let both: Vec<_> = before_quiet.map(|(_, board)| board).into_iter().chain(quiet).collect();
    boards.splice(place..place, both);
    boards
}

/// How often each board is drawn once more, to find one that tells more programs from each other.
const ROUNDS: usize = 5;

/// Which lines a double threat is planted along, by how many coordinates change along them. A program that does not know these lines
/// finds no double threat.
#[derive(Clone, Copy)]
enum Sort {
    /// Two lines, each of which is needed.
    Two([usize; 2]),
    /// Three, so that it is more than a double one. Two of them change so many.
    Three(usize),
}

impl Sort {
    fn has_a_long_diagonal(self) -> bool {
        matches!(self, Self::Two([4, _]))
    }

    /// How many coordinates change along lines without which there is no double threat.
    fn needed(self) -> impl Iterator<Item = usize> {
        let needed = match self {
            Self::Two(needed) => needed,
            Self::Three(needed) => [needed; 2],
        };
        needed.into_iter()
    }
}

/// The sorts of a task, before they are shuffled: lines that change any number of coordinates are needed on two boards, and those of
/// another number not on the same two. Two diagonals that change three cross on as few cells as the long ones go through.
fn sorts(rng: &mut ChaCha8Rng) -> [Sort; 5] {
    let (one, other) = if rng.random() { (1, 2) } else { (2, 1) };
    [Sort::Two([4, one]), Sort::Three(1), Sort::Two([4, 3]), Sort::Three(2), Sort::Two([other, 3])]
}

/// The sets of lines that are to be told from each other.
const SETS: [LineSet; 13] = [
    LineSet::NothingFalls,
    LineSet::AlongAxes,
    LineSet::AtMostTwo,
    LineSet::AtMostThree,
    LineSet::Diagonals,
    LineSet::WithoutTwo,
    LineSet::WithoutThree,
    LineSet::PositiveSum,
    LineSet::OneCube,
    LineSet::XRises,
    LineSet::WRises,
    LineSet::ConstantBelowThree,
    LineSet::ConstantAboveZero,
];

/// The sets that are also looked at with the opponent's double threats.
const OPPONENTS_SETS: [LineSet; 4] =
    [LineSet::NothingFalls, LineSet::AtMostTwo, LineSet::OneCube, LineSet::PositiveSum];

/// How many readings are looked at: those of the side's lines, the one that knows no gaps, the one that wants three threats and the
/// one that wants two and no more, and those of the opponent's lines.
const OWN: usize = SETS.len() + 3;
const READINGS: usize = OWN + OPPONENTS_SETS.len();

/// A board, and which readings find a cell on it.
struct Shown {
    board: Board,
    is_found: [bool; READINGS],
}

impl Shown {
    fn new(board: Board, own: &Threats, opponents: &Threats) -> Self {
        let is_along = |lines: LineSet| move |threat: &Threat| threat.line.times(lines) > 0;
        let mut is_found = [false; READINGS];
        let found = SETS.into_iter().map(|lines| own.is_found(is_along(lines)));
        let without_gaps = own.is_found(|threat| threat.is_at_an_end);
        let found_of_opponent =
            OPPONENTS_SETS.into_iter().map(|lines| opponents.is_found(is_along(lines)));
        let all =
            found.chain([without_gaps, own.has_three(), own.has_two()]).chain(found_of_opponent);
        is_found.iter_mut().zip(all).for_each(|(place, is_found)| *place = is_found);
        Self { board, is_found }
    }
}

/// The threats that the cells of double threats make, cell by cell.
struct Threats(Vec<Vec<Threat>>);

/// A threat that a move makes.
struct Threat {
    line: &'static KnownLine,
    /// Whether the cell that completes the line is an end of it.
    is_at_an_end: bool,
}

impl Threats {
    /// Those of a side on a board with these stones on its lines.
    fn of(board: &Board, counts: &LineCounts, side: Stone) -> Self {
        let stones = board.stones(side);
        let empty = board.empty_cells();
        let threats_of = |cell: Cell| {
            let lines = known_through(cell).filter_map(|line| {
                let cells = line.cells().map(Cell::new);
                let own = cells.into_iter().filter(|&other| stones.contains(other)).count();
                let is_left = |other: Cell| other != cell && empty.contains(other);
                let left = cells.into_iter().position(is_left)?;
                (own == 2).then_some(Threat { line, is_at_an_end: left == 0 || left == 3 })
            });
            lines.collect()
        };
        Self(counts.tally(empty, side, 2).two_or_more().iter().map(threats_of).collect())
    }

    /// How many cells make a double threat.
    fn cells(&self) -> usize {
        self.0.len()
    }

    /// Whether some cell makes three threats.
    fn has_three(&self) -> bool {
        self.0.iter().any(|threats| threats.len() >= 3)
    }

    /// Whether some cell makes two threats and no more.
    fn has_two(&self) -> bool {
        self.0.iter().any(|threats| threats.len() == 2)
    }

    /// Whether some cell makes two of these threats.
    fn is_found(&self, is_known: impl Fn(&Threat) -> bool) -> bool {
        self.0.iter().any(|threats| threats.iter().filter(|&threat| is_known(threat)).count() >= 2)
    }
}

/// On how many boards a program that does not know all lines has to find nothing. `-` is right so often that fewer would say little.
const MISSES: usize = 3;

/// How many readings have to find cells on other boards: of up to three that do not, each is told.
const ENOUGH_OTHERS: usize = OWN + 1 - 3;

/// How well the boards of a task show which lines a program does not know.
fn worth_of(boards: &[Shown]) -> usize {
    let mut patterns = [0_u16; READINGS];
    for board in boards {
        for (pattern, is_found) in patterns.iter_mut().zip(board.is_found) {
            *pattern = *pattern << 1 | u16::from(is_found);
        }
    }
    let found_on = |pattern: &u16| pattern.count_ones() as usize;
    let (own, opponents) = patterns.split_at(OWN);
    let of_own = own.iter().map(|pattern| {
        let misses = boards.len() - found_on(pattern);
        // A program that finds no cell at all is one more.
        let others = own.iter().chain([&0]).filter(|&other| other != pattern).count();
        let is_told = others >= ENOUGH_OTHERS;
        100 * misses.min(MISSES) + if is_told { 30 } else { 0 } + 2 * others
    });
    let of_opponents = opponents.iter().map(|pattern| 3 * found_on(pattern).min(2));
    of_own.chain(of_opponents).sum()
}

const MOVES_EACH: std::ops::RangeInclusive<u8> = 15..=20;

/// The maximal number of cells that make a double threat: one of many would be easy to guess.
const MAX_CELLS: usize = 2;

/// No side makes a three.
const NO_THREES: ByColor<u8> = ByColor { black: 2, white: 2 };

impl Sort {
    /// Whether each number of coordinates that is needed is needed for all double threats.
    fn is_of(self, threats: &Threats) -> bool {
        let is_needed = |changing| !threats.is_found(|threat| threat.line.changes() != changing);
        // Where a program passes over the cells that make three, there is no other.
        self.needed().all(is_needed) && !(matches!(self, Self::Three(_)) && threats.has_two())
    }

    /// Some lines through a cell.
    fn draw(self, rng: &mut ChaCha8Rng, cell: Cell) -> Option<Crossing> {
        let mut lines = Crossing::new();
        for changing in self.needed() {
            // Half of the time one that many programs do not know; but of the eight long ones any may be the one that is left out.
            let is_any = [1, 4].contains(&changing) || rng.random();
            let is_new =
                |line: &&KnownLine| lines.iter().all(|other| other.cells() != line.cells());
            let fitting = lines_changing(cell.id(), changing).iter().copied();
            let fitting = fitting.filter(|line| is_any || line.direction().contains(&-1));
            lines.push(fitting.filter(is_new).choose(rng)?);
        }
        if let Self::Three(needed) = self {
            lines.push(known_through(cell).filter(|line| line.changes() != needed).choose(rng)?);
        }
        Some(lines)
    }
}

/// A position with a cell that makes a double threat along such lines, and one that would make one, if the opponent had no stone there.
fn forked(rng: &mut ChaCha8Rng, side: Stone, sort: Sort) -> Shown {
    loop {
        let mut draft = Draft::new();
        if !draft.plant_fork(rng, side, Fork::Open, |rng, cell| sort.draw(rng, cell))
            || !draft.plant_fork(rng, side, Fork::Taken, any_lines)
            || !draft.plant_fork(rng, side, Fork::Blocked, any_lines)
            || !draft.plant_fork(rng, side.other(), Fork::Open, any_lines)
        {
            continue;
        }
        let Some(board) = draft.filled(rng, side, MOVES_EACH, NO_THREES) else { continue };
        let counts = LineCounts::of(&board);
        if has_open_three(&counts) {
            continue;
        }
        let own = Threats::of(&board, &counts, side);
        if (1..=MAX_CELLS).contains(&own.cells()) && sort.is_of(&own) {
            let opponents = Threats::of(&board, &counts, side.other());
            return Shown::new(board, &own, &opponents);
        }
    }
}

/// Whether a side has three on a line with an empty fourth cell, which the rule of the step excludes. Forks that are planted beside
/// each other may make one.
fn has_open_three(counts: &LineCounts) -> bool {
    Stone::ALL.iter().any(|&side| counts.any_has(side, 3, 0))
}

/// A position without a double threat of the side. There would be one if the opponent had no stone on one cell.
fn quiet(rng: &mut ChaCha8Rng, side: Stone) -> Board {
    loop {
        let mut draft = Draft::new();
        if !draft.plant_fork(rng, side, Fork::Taken, any_lines)
            || !draft.plant_fork(rng, side, Fork::Blocked, any_lines)
            || !draft.plant_fork(rng, side.other(), Fork::Open, any_lines)
        {
            continue;
        }
        let Some(board) = draft.filled(rng, side, MOVES_EACH, NO_THREES) else { continue };
        let counts = LineCounts::of(&board);
        let on_twos = counts.tally(board.empty_cells(), side, 2);
        if on_twos.two_or_more().is_empty()
            && !has_open_three(&counts)
            && on_twos.counted().first().is_some_and(is_rarely_right)
        {
            return board;
        }
    }
}

/// Whether no long diagonal goes through a cell. A program that makes do with one threat answers the first cell that has any.
fn is_rarely_right(cell: Cell) -> bool {
    known_through(cell).all(|line| line.changes() < 4)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn a_board_has_one_or_two_cells_or_none() {
        let mut rng = ChaCha8Rng::seed_from_u64(27);
        for _ in 0..100 {
            for sort in sorts(&mut rng) {
                let board = forked(&mut rng, Stone::White, sort).board;
                let cells = board.double_threats(Stone::White).len();
                assert!((1..=MAX_CELLS).contains(&(cells as usize)));
            }
            assert!(quiet(&mut rng, Stone::Black).double_threats(Stone::Black).is_empty());
        }
    }
}
