//! Step 25: where a side completes a line.

use std::sync::Arc;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::known_lines::{LineSet, Numbering, View, add_line_sets, add_numberings, all_lines};
use super::positions::{
    Draft, IdSet, NONE, OTHER_NONES, Position, Positions, drawn_side, put_among,
};
use crate::board::lattice::four_in_a_row::{Board, ByColor, Stone};
use crate::step::{AnyOf, Aspects, Catalogue, Count, Expected, Feedback, Kind, Steering, Workload};

/// The cells that complete a line for the side to move, for each board.
pub enum Threats {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 16>,
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    whose: Whose,
    lines: LineSet,
    fourth: Fourth,
    place: Place,
    enough: Enough,
    chosen: Chosen,
    numbering: Numbering,
    none: NoCells,
}

/// Whose completing cells are asked for.
#[derive(Clone, Copy, Default)]
enum Whose {
    #[default]
    Sides,
    Opponents,
    Both,
    /// The side's, or if there is none, the opponent's.
    OpponentsIfNone,
}

/// What the fourth cell holds.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Fourth {
    #[default]
    Empty,
    /// Nothing, or a stone of the opponent.
    Any,
}

/// Where on its line the fourth cell is.
#[derive(Clone, Copy, Default)]
enum Place {
    #[default]
    Any,
    AtAnEnd,
    InTheMiddle,
    /// At the last cell of the scan.
    AtTheLast,
}

/// How many stones the side needs on a line.
#[derive(Clone, Copy, Default)]
enum Enough {
    #[default]
    Three,
    /// Two, if the other two cells are empty.
    Two,
}

/// Which of the cells are given.
#[derive(Clone, Copy, Default)]
enum Chosen {
    #[default]
    All,
    /// One of them, whichever is found first.
    One,
}

/// How the empty set is written.
#[derive(Clone, Copy)]
struct NoCells(&'static str);

impl Default for NoCells {
    fn default() -> Self {
        Self(NONE)
    }
}

impl Kind for Threats {
    const NAME: &'static str = "four-in-a-row/threats";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;

    type Params = Params;
    type Task = Positions;
    type Item = IdSet;
    type Solution = AnyOf<IdSet>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("opponents-threats", |reading| reading.whose = Whose::Opponents)
            .or("both-sides-threats", |reading| reading.whose = Whose::Both)
            .or("opponents-if-none", |reading| reading.whose = Whose::OpponentsIfNone);
        add_line_sets(aspects, &LineSet::WITH_OTHER_LINES, |reading| &mut reading.lines);
        aspects.add().or("one-cell-only", |reading| reading.chosen = Chosen::One);
        aspects.add().or("taken-cells-too", |reading| reading.fourth = Fourth::Any);
        aspects
            .add()
            .or("gaps-missed", |reading| reading.place = Place::AtAnEnd)
            .or("ends-missed", |reading| reading.place = Place::InTheMiddle)
            .or("last-cell-only", |reading| reading.place = Place::AtTheLast);
        add_numberings(aspects, |reading| &mut reading.numbering);
        aspects.add().or("two-are-enough", |reading| reading.enough = Enough::Two);
        let nones = OTHER_NONES.map(|(id, none)| (id.to_owned(), none.to_owned(), none));
        aspects
            .add()
            .or_each("no-cells-as", nones, |reading, none| reading.none = NoCells(none))
            .alone();
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Positions {
        let count = params.boards.get() as usize;
        let quiet_ones = QUIET_BOARDS.min(count);
        let side = drawn_side(rng);
        let pose =
            |position: &Arc<Position>| Positions { boards: vec![Arc::clone(position)], side };
        let draw = |rng: &mut ChaCha8Rng| Arc::new(Position::from(threatening(rng, side)));
        let mut boards = steering.cover(rng, count - quiet_ones, SPARE, draw, pose);
        let quiet = (0..quiet_ones).map(|_| Arc::new(Position::from(quiet(rng, side)))).collect();
        put_among(rng, &mut boards, quiet, QUIET_RANGE);
        Positions { boards, side }
    }

    fn solve<'a>(
        task: &'a Positions,
        reading: &'a Reading,
    ) -> impl Iterator<Item = AnyOf<IdSet>> + 'a {
        task.boards.iter().map(|position| reading.answer(&position.view, task.side))
    }

    fn reference(task: &Positions) -> Vec<AnyOf<IdSet>> {
        task.each(|board, side| AnyOf(vec![IdSet::of(board.completing_cells(side))]))
    }

    fn read_item(_task: &Positions, _position: usize, text: &str) -> Result<IdSet, Expected> {
        IdSet::read(text)
    }
}

impl Reading {
    fn answer(&self, view: &View, side: Stone) -> AnyOf<IdSet> {
        let own = || self.completing(view, side);
        let others = || self.completing(view, side.other());
        let cells = match self.whose {
            Whose::Sides => own(),
            Whose::Opponents => others(),
            Whose::Both => [own(), others()].concat(),
            Whose::OpponentsIfNone => {
                Some(own()).filter(|own| !own.is_empty()).unwrap_or_else(others)
            }
        };
        let numbers = cells.iter().map(|&cell| self.numbering.number(cell));
        match self.chosen {
            Chosen::One if !cells.is_empty() => {
                let one = |number| IdSet::new([number], self.none.0);
                let mut numbers: Vec<u16> = numbers.collect();
                numbers.sort_unstable();
                numbers.dedup();
                AnyOf(numbers.into_iter().map(one).collect())
            }
            Chosen::All | Chosen::One => AnyOf(vec![IdSet::new(numbers, self.none.0)]),
        }
    }

    /// The cells that complete lines, a cell for each line.
    fn completing(&self, view: &View, side: Stone) -> Vec<u8> {
        let mut cells = Vec::new();
        for (seen, _) in view.lines(self.lines) {
            let is_enough = match self.enough {
                Enough::Three => {
                    seen.stones(side) == 3 && (self.fourth == Fourth::Any || seen.empty() == 1)
                }
                Enough::Two => seen.stones(side) + seen.empty() == 4 && seen.stones(side) >= 2,
            };
            if is_enough {
                let fourth = |&(_, cell): &(usize, u8)| view.at(cell) != Some(side);
                let places = (0..).zip(seen.cells()).filter(fourth);
                cells.extend(
                    places.filter(|&(place, _)| self.has_place(place)).map(|(_, cell)| cell),
                );
            }
        }
        cells
    }

    /// Whether the fourth cell may be at this place of its line.
    fn has_place(&self, place: usize) -> bool {
        match self.place {
            Place::Any => true,
            Place::AtAnEnd => place == 0 || place == 3,
            Place::InTheMiddle => place == 1 || place == 2,
            Place::AtTheLast => place == 3,
        }
    }
}

/// How many boards more are drawn to find those on which misconceptions fail.
const SPARE: usize = 2;

/// How many boards have no completing cell, so that `-` matters.
const QUIET_BOARDS: usize = 2;

/// They are among the first of these: the most likely answer is not to be guessed.
const QUIET_RANGE: usize = 4;

const MOVES_EACH: std::ops::RangeInclusive<u8> = 26..=36;

/// A position with completing cells of the side along lines of several sorts, and with lines that are blocked.
fn threatening(rng: &mut ChaCha8Rng, side: Stone) -> Board {
    loop {
        let mut draft = Draft::new();
        let mut sorts = [1, 2, 3, 4];
        sorts.shuffle(rng);
        let planted: usize = rng.random_range(2..=3);
        for &changing in sorts.iter().take(planted) {
            plant(&mut draft, rng, changing, side, false);
        }
        let blocked = rng.random_range(1..=4);
        plant(&mut draft, rng, blocked, side, true);
        let others = rng.random_range(1..=4);
        plant(&mut draft, rng, others, side.other(), false);
        let longest = ByColor { black: 3, white: 3 };
        if let Some(board) = draft.filled(rng, side, MOVES_EACH, longest)
            && !board.completing_cells(side).is_empty()
        {
            return board;
        }
    }
}

/// A position without a completing cell of the side, but with some of the opponent.
fn quiet(rng: &mut ChaCha8Rng, side: Stone) -> Board {
    loop {
        let mut draft = Draft::new();
        let mut sorts = [1, 2, 3, 4];
        sorts.shuffle(rng);
        for &changing in sorts.iter().take(2) {
            plant(&mut draft, rng, changing, side.other(), false);
        }
        let blocked = rng.random_range(1..=4);
        plant(&mut draft, rng, blocked, side, true);
        let mut longest = ByColor { black: 3, white: 3 };
        longest[side] = 2;
        if let Some(board) = draft.filled(rng, side, MOVES_EACH, longest)
            && board.completing_cells(side).is_empty()
            && !board.completing_cells(side.other()).is_empty()
        {
            return board;
        }
    }
}

/// Plants a three on a line that changes so many coordinates.
fn plant(draft: &mut Draft, rng: &mut ChaCha8Rng, changing: usize, side: Stone, is_blocked: bool) {
    let lines: Vec<_> = all_lines().iter().filter(|line| line.changes() == changing).collect();
    if let Some(line) = lines.choose(rng) {
        draft.plant_three(rng, line.cells(), side, is_blocked);
    }
}
