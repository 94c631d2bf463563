//! Step 27: a cell that makes two threats at once.

use std::fmt;
use std::sync::Arc;

use rand::rngs::ChaCha8Rng;
use rand::seq::{IteratorRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::known_lines::{
    KnownLine, LineSet, Numbering, View, add_line_sets, add_numberings, lines_known_through,
};
use super::positions::{
    Draft, Fork, NONE, Position, Positions, QuietPositions, TwoLines, any_lines, drawn_side,
    known_through, put_among, read_cell,
};
use crate::board::lattice::four_in_a_row::{Board, ByColor, Cell, Stone};
use crate::step::{AnyOf, Aspects, Catalogue, Count, Expected, Feedback, Kind, Steering, Workload};

/// Any cell that gives the side to move two or more cells to complete a line, for each board.
pub enum DoubleThreat {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 16>,
}

/// The id of a cell, or `-` for none. A wrong reading may answer 256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item(Option<u16>);

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(id) => id.fmt(f),
            None => f.write_str(NONE),
        }
    }
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    whose: Whose,
    lines: LineSet,
    enough: Enough,
    counted: Counted,
    tried: Tried,
    numbering: Numbering,
}

/// Whose double threat is asked for.
#[derive(Clone, Copy, Default)]
enum Whose {
    #[default]
    Sides,
    Opponents,
}

/// How many threats the move has to make.
#[derive(Clone, Copy, Default)]
enum Enough {
    #[default]
    Two,
    One,
}

/// Which lines make a threat.
#[derive(Clone, Copy, Default)]
enum Counted {
    /// Those with two stones of the side and two empty cells.
    #[default]
    OpenTwos,
    /// Those with two stones of the side, whatever the fourth cell holds.
    BlockedToo,
    /// Those with one or two stones of the side, and no other.
    OnesToo,
}

/// Which cells are tried.
#[derive(Clone, Copy, Default)]
enum Tried {
    #[default]
    Empty,
    /// Also those with a stone of the opponent.
    Taken,
    /// One after another, and the stone of each stays on the board.
    StonesStay,
}

impl Kind for DoubleThreat {
    const NAME: &'static str = "four-in-a-row/double-threat";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;

    type Params = Params;
    type Task = QuietPositions;
    type Item = Item;
    type Solution = AnyOf<Item>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        // A set that lacks lines finds no double threat at all: only these show on enough boards. With every line twice, one
        // threat is enough.
        const SETS: [LineSet; 8] = [
            LineSet::NothingFalls,
            LineSet::AlongAxes,
            LineSet::AtMostTwo,
            LineSet::PositiveSum,
            LineSet::OneCube,
            LineSet::OverTheBorder,
            LineSet::XNotNegative,
            LineSet::WNotNegative,
        ];
        aspects.add().or("opponents-double-threat", |reading| reading.whose = Whose::Opponents);
        aspects.add().or("one-threat-is-enough", |reading| reading.enough = Enough::One);
        aspects
            .add()
            .or("blocked-lines-counted", |reading| reading.counted = Counted::BlockedToo)
            .or("lines-with-one-stone-counted", |reading| reading.counted = Counted::OnesToo);
        aspects
            .add()
            .or("taken-cells-too", |reading| reading.tried = Tried::Taken)
            .or("trial-stones-stay", |reading| reading.tried = Tried::StonesStay);
        add_line_sets(aspects, &SETS, |reading| &mut reading.lines);
        add_numberings(aspects, |reading| &mut reading.numbering);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> QuietPositions {
        let count = params.boards.get() as usize;
        let quiet_ones = QUIET_BOARDS.min(count);
        let side = drawn_side(rng);
        let lines = LINES.into_iter().cycle().take(count - quiet_ones);
        let mut boards: Vec<_> = lines.map(|lines| Arc::new(forked(rng, side, lines))).collect();
        boards.shuffle(rng);
        let quiet = (0..quiet_ones).map(|_| Arc::new(Position::from(quiet(rng, side)))).collect();
        put_among(rng, &mut boards, quiet, QUIET_RANGE);
        QuietPositions(Positions { boards, side })
    }

    fn solve<'a>(
        task: &'a QuietPositions,
        reading: &'a Reading,
    ) -> impl Iterator<Item = AnyOf<Item>> + 'a {
        let Positions { boards, side } = &task.0;
        boards.iter().map(|position| reading.answer(&position.view, *side))
    }

    fn reference(task: &QuietPositions) -> Vec<AnyOf<Item>> {
        task.0.each(|board, side| {
            any_of(board.double_threats(side).iter().map(|cell| cell.id().into()))
        })
    }

    fn read_item(_task: &QuietPositions, _position: usize, text: &str) -> Result<Item, Expected> {
        if text == NONE {
            return Ok(Item(None));
        }
        let cell = read_cell(text).map(|cell| Item(Some(cell.id().into())));
        cell.ok_or(Expected("an id from 0 to 255, or `-`"))
    }
}

/// Any of these ids, or `-` if there is none.
fn any_of(ids: impl Iterator<Item = u16>) -> AnyOf<Item> {
    let items: Vec<Item> = ids.map(|id| Item(Some(id))).collect();
    AnyOf(if items.is_empty() { vec![Item(None)] } else { items })
}

impl Reading {
    fn answer(&self, view: &View, side: Stone) -> AnyOf<Item> {
        let owner = match self.whose {
            Whose::Sides => side,
            Whose::Opponents => side.other(),
        };
        let cells = match self.tried {
            Tried::StonesStay => {
                self.first_with_stones_that_stay(view, owner).into_iter().collect()
            }
            Tried::Empty | Tried::Taken => self.cells(view, owner),
        };
        // Where too much counts, nearly every cell would do: a program takes the first, or the last.
        let is_wide = !matches!(self.enough, Enough::Two)
            || !matches!(self.counted, Counted::OpenTwos)
            || !matches!(self.lines, LineSet::All)
            || !matches!(self.whose, Whose::Sides);
        let ends = match (self.tried, cells.as_slice()) {
            (Tried::Taken, &[first, ..]) => vec![first],
            (_, &[first, ..]) if matches!(self.counted, Counted::BlockedToo) => vec![first],
            (_, &[first, .., last]) if is_wide => vec![first, last],
            _ => cells,
        };
        any_of(ends.into_iter().map(|cell| self.numbering.number(cell)))
    }

    /// The cells where a stone makes enough threats, ascending.
    fn cells(&self, view: &View, owner: Stone) -> Vec<u8> {
        let mut threats = [0_u8; 256];
        let fewest = if matches!(self.counted, Counted::OnesToo) { 1 } else { 2 };
        for (seen, times) in view.lines_with(fewest, self.lines) {
            let (stones, empty) = (seen.stones(owner), seen.empty());
            let is_open = stones + empty == 4;
            let is_counted = match self.counted {
                Counted::OpenTwos => stones == 2 && is_open,
                Counted::BlockedToo => stones == 2,
                Counted::OnesToo => (1..=2).contains(&stones) && is_open,
            };
            // A stone in place of the opponent's one leaves an empty cell.
            let is_on_the_opponents =
                matches!(self.tried, Tried::Taken) && stones == 2 && empty == 1;
            for cell in seen.cells() {
                let makes_a_threat = match view.at(cell) {
                    None => is_counted,
                    Some(stone) => stone != owner && is_on_the_opponents,
                };
                if makes_a_threat && let Some(threats) = threats.get_mut(usize::from(cell)) {
                    *threats += times;
                }
            }
        }
        let least = match self.enough {
            Enough::Two => 2,
            Enough::One => 1,
        };
        (0..=u8::MAX).zip(threats).filter(|&(_, n)| n >= least).map(|(cell, _)| cell).collect()
    }

    /// The first empty cell that makes enough threats with stones on all empty cells before it.
    fn first_with_stones_that_stay(&self, view: &View, owner: Stone) -> Option<u8> {
        let least = match self.enough {
            Enough::Two => 2,
            Enough::One => 1,
        };
        view.empty_cells().find(|&cell| {
            // The cells up to this one have stones by now.
            let content = |at: u8| view.at(at).or((at <= cell).then_some(owner));
            let is_threat = |line: &&'static KnownLine| {
                let cells = line.cells().map(content);
                let own = cells.iter().filter(|&&stone| stone == Some(owner)).count();
                let empty = cells.iter().filter(|stone| stone.is_none()).count();
                own == 3 && (empty == 1 || matches!(self.counted, Counted::BlockedToo))
            };
            let known = lines_known_through(cell, self.lines).filter(is_threat);
            known.map(|line| line.times(self.lines)).sum::<u8>() >= least
        })
    }
}

/// How many boards have no double threat, so that `-` matters. With more of them, `-` would say too little where a program finds no
/// cell.
const QUIET_BOARDS: usize = 1;

/// They are among the first of these: the most likely answer is not to be guessed.
const QUIET_RANGE: usize = 3;

const MOVES_EACH: std::ops::RangeInclusive<u8> = 14..=19;

/// The maximal number of cells that make a double threat: one of many would be easy to guess.
const MAX_CELLS: u32 = 2;

/// No side makes a three.
const NO_THREES: ByColor<u8> = ByColor { black: 2, white: 2 };

/// Which lines the double threat of a board lies along, and so which programs that do not know all lines find it. No two of those
/// that are likely answer the same on all boards of a task, and each of them finds nothing on nearly all.
#[derive(Clone, Copy)]
enum Lines {
    /// Lines that none of them knows.
    Rare,
    /// Lines whose directions have a sum that is not 0.
    PositiveSum,
    /// Lines in one cube.
    OneCube,
    /// Lines in planes.
    InPlanes,
}

const LINES: [Lines; 5] =
    [Lines::Rare, Lines::PositiveSum, Lines::OneCube, Lines::InPlanes, Lines::Rare];

/// Sets of lines that are too few.
const TOO_FEW: [LineSet; 5] = [
    LineSet::NothingFalls,
    LineSet::AlongAxes,
    LineSet::AtMostTwo,
    LineSet::PositiveSum,
    LineSet::OneCube,
];

impl Lines {
    /// The only one of the sets with which a double threat is found.
    const fn found_with(self) -> Option<LineSet> {
        match self {
            Self::Rare => None,
            Self::PositiveSum => Some(LineSet::PositiveSum),
            Self::OneCube => Some(LineSet::OneCube),
            Self::InPlanes => Some(LineSet::AtMostTwo),
        }
    }

    /// Two lines through a cell.
    fn draw(self, rng: &mut ChaCha8Rng, cell: Cell) -> Option<TwoLines> {
        let sum = |line: &KnownLine| line.direction().into_iter().sum::<i16>();
        let leaves_its_cube = |line: &KnownLine| line.direction().last() != Some(&0);
        let is_falling_two = |line: &KnownLine| line.changes() == 2 && sum(line) == 0;
        let first = known_through(cell).filter(|line| match self {
            Self::Rare => line.changes() >= 3,
            Self::PositiveSum => {
                line.changes() >= 3 && sum(line) != 0 && line.direction().contains(&-1)
            }
            Self::OneCube => line.changes() == 3 && !leaves_its_cube(line),
            Self::InPlanes => line.changes() == 2,
        });
        let first = first.choose(rng)?;
        let second = known_through(cell).filter(|line| match self {
            Self::Rare | Self::InPlanes => {
                is_falling_two(line) && (leaves_its_cube(first) || leaves_its_cube(line))
            }
            Self::PositiveSum => {
                sum(line) != 0 && (leaves_its_cube(first) || leaves_its_cube(line))
            }
            Self::OneCube => is_falling_two(line) && !leaves_its_cube(line),
        });
        let second = second.filter(|line| line.cells() != first.cells()).choose(rng)?;
        Some([first, second])
    }
}

/// A position with a cell that makes a double threat along such lines, and one that would make one, if the opponent had no stone there.
fn forked(rng: &mut ChaCha8Rng, side: Stone, lines: Lines) -> Position {
    loop {
        let mut draft = Draft::new();
        if !draft.plant_fork(rng, side, Fork::Open, |rng, cell| lines.draw(rng, cell))
            || !draft.plant_fork(rng, side, Fork::Taken, any_lines)
            || !draft.plant_fork(rng, side, Fork::Blocked, any_lines)
            || !draft.plant_fork(rng, side.other(), Fork::Open, any_lines)
        {
            continue;
        }
        if let Some(board) = draft.filled(rng, side, MOVES_EACH, NO_THREES)
            && (1..=MAX_CELLS).contains(&board.double_threats(side).len())
            && has_no_open_three(&board)
        {
            let position = Position::from(board);
            let is_found_with = |set: LineSet| {
                let reading = Reading { lines: set, ..Reading::default() };
                !reading.cells(&position.view, side).is_empty()
            };
            if TOO_FEW
                .into_iter()
                .all(|set| is_found_with(set) == (lines.found_with() == Some(set)))
            {
                return position;
            }
        }
    }
}

/// Whether no side has three on a line with an empty fourth cell, as the rule of the step promises. Forks that are planted beside
/// each other may make one.
fn has_no_open_three(board: &Board) -> bool {
    Stone::ALL.iter().all(|&side| board.completing_cells(side).is_empty())
}

/// A position without a double threat of the side. There would be one if the opponent had no stone on one cell.
fn quiet(rng: &mut ChaCha8Rng, side: Stone) -> Board {
    loop {
        let mut draft = Draft::new();
        if draft.plant_fork(rng, side, Fork::Taken, any_lines)
            && draft.plant_fork(rng, side, Fork::Blocked, any_lines)
            && draft.plant_fork(rng, side.other(), Fork::Open, any_lines)
            && let Some(board) = draft.filled(rng, side, MOVES_EACH, NO_THREES)
            && board.double_threats(side).is_empty()
            && has_no_open_three(&board)
        {
            return board;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn a_board_has_one_or_two_cells_or_none() {
        let mut rng = ChaCha8Rng::seed_from_u64(27);
        for _ in 0..100 {
            for lines in LINES {
                let board = forked(&mut rng, Stone::White, lines).board;
                assert!((1..=MAX_CELLS).contains(&board.double_threats(Stone::White).len()));
            }
            assert!(quiet(&mut rng, Stone::Black).double_threats(Stone::Black).is_empty());
        }
    }
}
