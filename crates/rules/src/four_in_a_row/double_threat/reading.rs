//! How the rule is read, and the cells that make threats by a reading.

use std::fmt;
use std::ops::RangeInclusive;

use super::super::known_lines::{KnownLine, lines_known_through};
use super::super::line_sets::{LineSet, add_line_sets};
use super::super::numbering::{Numbering, add_numberings};
use super::super::positions::{NONE, OTHER_NONES, Positions};
use super::super::view::{SeenLine, View};
use gradus_board::lattice::four_in_a_row::Stone;
use gradus_step::{AnyOf, Aspects};

/// The id of a cell, or `-` for none. A wrong reading may answer 256, or another word for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    Cell(u16),
    None(&'static str),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(id) => id.fmt(f),
            Self::None(word) => f.write_str(word),
        }
    }
}

/// Any of these ids, or the word for none if there is none.
pub(super) fn any_of(ids: impl Iterator<Item = u16>, none: &'static str) -> AnyOf<Item> {
    let items: Vec<Item> = ids.map(Item::Cell).collect();
    // A word that is an id is read as that id.
    let word = || none.parse().map_or(Item::None(none), Item::Cell);
    AnyOf(if items.is_empty() { vec![word()] } else { items })
}

/// How the rule is read.
pub struct Reading {
    whose: Whose,
    lines: LineSet,
    enough: Enough,
    counted: Counted,
    tried: Tried,
    written: Written,
    kept: Kept,
    numbering: Numbering,
    /// How it is written that there is no cell.
    none: &'static str,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            whose: Whose::default(),
            lines: LineSet::default(),
            enough: Enough::default(),
            counted: Counted::default(),
            tried: Tried::default(),
            written: Written::default(),
            kept: Kept::default(),
            numbering: Numbering::default(),
            none: NONE,
        }
    }
}

/// Whose double threat is asked for.
#[derive(Clone, Copy, Default)]
enum Whose {
    #[default]
    Sides,
    Opponents,
    /// The threats of both sides are added.
    Both,
    /// A double threat of either side counts.
    Either,
    /// The side's, or if there is none, the opponent's.
    OpponentsIfNone,
    /// The side's on the first board, the opponent's on the second, and so on.
    InTurn,
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
    /// Those with one stone of the side, whatever else there is: two with the one that is tried.
    Ones,
    /// Those with one stone of the side, and no other.
    OpenOnes,
    /// Open ones where the cell that is left is an end of the line.
    WithoutGaps,
    /// Those with three stones before the move: there are none.
    BeforeTheMove,
}

/// How many threats the move has to make.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Enough {
    #[default]
    Two,
    One,
    /// Two, or if no cell makes two, one.
    OneIfNone,
    /// Two and no more.
    ExactlyTwo,
    /// Three.
    Three,
    /// Two, of the cell and all that were tried before it.
    TwoSoFar,
}

/// Which cells are tried.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Tried {
    #[default]
    Empty,
    /// Also those with a stone of the opponent.
    Taken,
    /// One after another, and the stone of each stays on the board.
    StonesStay,
}

/// What is written for a cell.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Written {
    #[default]
    Cell,
    /// A cell that completes a line after the move.
    CompletingCell,
    /// The place of the cell among the empty ones, from 0.
    PlaceAmongEmpty,
}

/// What is kept from one board to the next.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kept {
    #[default]
    Nothing,
    /// The answer, where a board has no cell.
    AnswerIfNone,
    /// The first cell that was found.
    FirstAnswer,
}

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    // A set that lacks few lines finds nearly all double threats. With every line twice, one threat is enough.
    const SETS: [LineSet; 12] = [
        LineSet::NothingFalls,
        LineSet::AlongAxes,
        LineSet::AtMostTwo,
        LineSet::OneCube,
        LineSet::PositiveSum,
        LineSet::OverTheBorder,
        LineSet::XRises,
        LineSet::WRises,
        LineSet::XNotNegative,
        LineSet::WNotNegative,
        LineSet::ConstantBelowThree,
        LineSet::ConstantAboveZero,
    ];
    const ALONE: [LineSet; 5] = [
        LineSet::RoundTheBorder,
        LineSet::AtMostThree,
        LineSet::Diagonals,
        LineSet::WithoutTwo,
        LineSet::WithoutThree,
    ];
    aspects
        .add()
        .or("opponents-double-threat", |reading| reading.whose = Whose::Opponents)
        .or("both-sides-threats", |reading| reading.whose = Whose::Both)
        .or("double-threat-of-either-side", |reading| reading.whose = Whose::Either)
        .or("opponents-if-none", |reading| reading.whose = Whose::OpponentsIfNone)
        .or("sides-in-turn", |reading| reading.whose = Whose::InTurn);
    aspects
        .add()
        .or("one-threat-is-enough", |reading| reading.enough = Enough::One)
        .or("one-threat-if-none", |reading| reading.enough = Enough::OneIfNone)
        .or("threats-add-up", |reading| reading.enough = Enough::TwoSoFar);
    aspects
        .add()
        .or("blocked-lines-counted", |reading| reading.counted = Counted::BlockedToo)
        .or("lines-with-one-stone-counted", |reading| reading.counted = Counted::OnesToo);
    aspects
        .add()
        .or("taken-cells-too", |reading| reading.tried = Tried::Taken)
        .or("trial-stones-stay", |reading| reading.tried = Tried::StonesStay);
    aspects.add().or("answer-kept-if-none", |reading| reading.kept = Kept::AnswerIfNone);
    add_line_sets(aspects, &SETS, |reading| &mut reading.lines);
    add_numberings(aspects, |reading| &mut reading.numbering);
    add_line_sets(aspects, &ALONE, |reading| &mut reading.lines).alone();
    let nones = OTHER_NONES.map(|(id, none)| (id.to_owned(), none.to_owned(), none));
    aspects
        .add()
        .or("more-than-two-passed-over", |reading| reading.enough = Enough::ExactlyTwo)
        .or("three-threats-wanted", |reading| reading.enough = Enough::Three)
        .or("two-stones-are-a-threat", |reading| reading.counted = Counted::Ones)
        .or("two-stones-with-the-move", |reading| reading.counted = Counted::OpenOnes)
        .or("gaps-missed", |reading| reading.counted = Counted::WithoutGaps)
        .or("threats-before-the-move", |reading| reading.counted = Counted::BeforeTheMove)
        .or("completing-cell", |reading| reading.written = Written::CompletingCell)
        .or("place-among-empty-cells", |reading| reading.written = Written::PlaceAmongEmpty)
        .or("first-answer-kept", |reading| reading.kept = Kept::FirstAnswer)
        .or_each("no-cell-as", nones, |reading, none| reading.none = none)
        .alone();
}

impl Reading {
    /// The answers to the board at a place.
    pub(super) fn answer_at(&self, task: &Positions, place: usize) -> AnyOf<Item> {
        let found = |place: usize| {
            let position = task.boards.get(place);
            let is_others_turn = matches!(self.whose, Whose::InTurn) && place % 2 == 1;
            let side = if is_others_turn { task.side.other() } else { task.side };
            position.map_or_else(Vec::new, |position| self.found(&position.view, side))
        };
        let mut ids = match self.kept {
            Kept::Nothing | Kept::AnswerIfNone => found(place),
            Kept::FirstAnswer => {
                (0..=place).map(found).find(|ids| !ids.is_empty()).unwrap_or_default()
            }
        };
        if ids.is_empty() && self.kept == Kept::AnswerIfNone {
            let before = (0..place).rev().map(found);
            ids = before.into_iter().find(|ids| !ids.is_empty()).unwrap_or_default();
        }
        any_of(ids.into_iter(), self.none)
    }

    /// What may be written for a board that has a cell.
    fn found(&self, view: &View, side: Stone) -> Vec<u16> {
        let cells = match self.tried {
            Tried::StonesStay => self.first_with_stones_that_stay(view, side).into_iter().collect(),
            Tried::Empty | Tried::Taken => {
                let mut cells = self.cells(view, side);
                let is_for_other = match self.whose {
                    Whose::Either => true,
                    Whose::OpponentsIfNone => cells.is_empty(),
                    _ => false,
                };
                if is_for_other {
                    cells.extend(self.cells(view, side.other()));
                }
                cells
            }
        };
        match self.written {
            Written::Cell => cells.into_iter().map(|cell| self.numbering.number(cell)).collect(),
            Written::CompletingCell => {
                let completing =
                    cells.into_iter().flat_map(|cell| completing_after(view, cell, side));
                completing.map(u16::from).collect()
            }
            Written::PlaceAmongEmpty => {
                let places = (0..).zip(view.empty_cells());
                places.filter(|(_, cell)| cells.contains(cell)).map(|(place, _)| place).collect()
            }
        }
    }

    /// The cells where a stone makes enough threats. Of many, a program takes the first or the last one; or the first of those with the
    /// most threats, where this is not what makes it right.
    fn cells(&self, view: &View, side: Stone) -> Vec<u8> {
        let mut made = [0; 256];
        self.each_threat(view, side, |threat| count(&mut made, threat.cell, threat.times));
        let cells = self.with_enough(&made);
        let &[first, .., last] = cells.as_slice() else { return cells };
        let is_over_the_border = !self.lines.is_within_the_lines();
        if cells.len() <= FEW && !is_over_the_border {
            return cells;
        }
        let is_covering = self.tried == Tried::Taken;
        let mut taken = match (self.enough, self.counted) {
            // Nearly every board has a cell that makes one threat, and any of them could be there by chance.
            (Enough::OneIfNone, _) => vec![first],
            (Enough::Two, Counted::BlockedToo) => vec![first, first_with_most(&made)],
            (Enough::Two, _) if is_covering => vec![first, first_with_most(&made)],
            _ => vec![first, last],
        };
        if is_over_the_border {
            // Two lines that are none may have two cells in common.
            let different = self.different(view, side);
            let ends = self.with_enough(&different);
            taken.extend([first_with_most(&made), first_with_most(&different)]);
            taken.extend(ends.first());
            taken.extend(ends.last());
        }
        taken
    }

    /// How many threats each cell makes that do not have it and the completing cell in common with another one.
    fn different(&self, view: &View, side: Stone) -> [u8; 256] {
        let mut threats = Vec::with_capacity(256);
        self.each_threat(view, side, |threat| {
            let completing = threat.completing(view);
            let [is_left, other] = [completing.is_some().into(), completing.unwrap_or(0)];
            // Numbers are sorted many times as fast as what they are made of.
            threats.push(u32::from_be_bytes([threat.cell, is_left, other, threat.times]));
        });
        threats.sort_unstable();
        threats.dedup_by_key(|threat| *threat >> 8);
        let mut made = [0; 256];
        for [cell, _, _, times] in threats.into_iter().map(u32::to_be_bytes) {
            count(&mut made, cell, times);
        }
        made
    }

    /// The cells where a stone makes enough threats, of how many each makes, ascending.
    fn with_enough(&self, made: &[u8; 256]) -> Vec<u8> {
        match self.enough {
            Enough::One => cells_with(made, 1..=u8::MAX),
            Enough::OneIfNone => {
                let most = made.iter().copied().fold(0, u8::max);
                cells_with(made, most.clamp(1, 2)..=u8::MAX)
            }
            Enough::Two => cells_with(made, 2..=u8::MAX),
            Enough::ExactlyTwo => cells_with(made, 2..=2),
            Enough::Three => cells_with(made, 3..=u8::MAX),
            Enough::TwoSoFar => {
                let mut total = 0_u16;
                let mut first = (0..=u8::MAX).zip(made).skip_while(|&(_, &count)| {
                    total += u16::from(count);
                    total < 2
                });
                first.next().map(|(cell, _)| cell).into_iter().collect()
            }
        }
    }

    /// Finds all threats that a move could make.
    fn each_threat<'a>(&self, view: &'a View, side: Stone, mut found: impl FnMut(Threat<'a>)) {
        let owners = match self.whose {
            Whose::Sides | Whose::Either | Whose::OpponentsIfNone | Whose::InTurn => {
                [Some(side), None]
            }
            Whose::Opponents => [Some(side.other()), None],
            Whose::Both => [Some(side), Some(side.other())],
        };
        for owner in owners.into_iter().flatten() {
            self.each_threat_of(view, owner, &mut found);
        }
    }

    fn each_threat_of<'a>(&self, view: &'a View, owner: Stone, found: &mut impl FnMut(Threat<'a>)) {
        let fewest = match self.counted {
            Counted::OnesToo | Counted::Ones | Counted::OpenOnes => 1,
            Counted::BeforeTheMove => 3,
            _ => 2,
        };
        for (seen, times) in view.lines_with(fewest, self.lines) {
            // A stone in place of the opponent's one leaves an empty cell.
            let is_on_the_opponents =
                self.tried == Tried::Taken && seen.stones(owner) == 2 && seen.empty() == 1;
            let is_counted = self.is_counted(seen, owner);
            if !is_counted && !is_on_the_opponents {
                continue;
            }
            for cell in seen.cells() {
                let makes_a_threat = match view.at(cell) {
                    None => is_counted && self.leaves_no_gap(seen, view, cell),
                    Some(stone) => stone != owner && is_on_the_opponents,
                };
                if makes_a_threat {
                    found(Threat { cell, line: seen, times });
                }
            }
        }
    }

    fn is_counted(&self, seen: &SeenLine, owner: Stone) -> bool {
        let stones = seen.stones(owner);
        let is_open = stones + seen.empty() == 4;
        match self.counted {
            Counted::OpenTwos | Counted::WithoutGaps => stones == 2 && is_open,
            Counted::BlockedToo => stones == 2,
            Counted::OnesToo => (1..=2).contains(&stones) && is_open,
            Counted::Ones => stones == 1,
            Counted::OpenOnes => stones == 1 && is_open,
            Counted::BeforeTheMove => stones == 3 && is_open,
        }
    }

    /// Whether a stone on one of the two empty cells of a line leaves an end of it, if that is asked for.
    fn leaves_no_gap(&self, seen: &SeenLine, view: &View, cell: u8) -> bool {
        let [first, .., last] = seen.cells();
        let is_left = |end: u8| end != cell && view.at(end).is_none();
        !matches!(self.counted, Counted::WithoutGaps) || is_left(first) || is_left(last)
    }

    /// The first empty cell that makes enough threats with stones on all empty cells before it.
    fn first_with_stones_that_stay(&self, view: &View, side: Stone) -> Option<u8> {
        let owner = if matches!(self.whose, Whose::Opponents) { side.other() } else { side };
        let least = if self.enough == Enough::Two { 2 } else { 1 };
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

/// Up to so many cells, any of them may be the answer.
const FEW: usize = 2;

/// A threat that a move on a cell makes.
#[derive(Clone, Copy)]
struct Threat<'a> {
    cell: u8,
    line: &'a SeenLine,
    /// How often the line is met.
    times: u8,
}

impl Threat<'_> {
    /// The cell that completes the line, if it is empty.
    fn completing(&self, view: &View) -> Option<u8> {
        let is_left = |&other: &u8| other != self.cell && view.at(other).is_none();
        self.line.cells().into_iter().find(is_left)
    }
}

/// The cells with so many threats, ascending.
fn cells_with(made: &[u8; 256], wanted: RangeInclusive<u8>) -> Vec<u8> {
    let (chunks, _) = made.as_chunks::<32>();
    let mut cells = Vec::new();
    for (chunk, first) in chunks.iter().zip((0..=u8::MAX).step_by(32)) {
        // Few cells have any.
        if chunk.iter().copied().fold(0, u8::max) >= *wanted.start() {
            let some =
                chunk.iter().zip(first..=u8::MAX).filter(|(count, _)| wanted.contains(count));
            cells.extend(some.map(|(_, cell)| cell));
        }
    }
    cells
}

/// Counts a threat that a cell makes.
fn count(made: &mut [u8; 256], cell: u8, times: u8) {
    if let Some(count) = made.get_mut(usize::from(cell)) {
        *count += times;
    }
}

/// The first cell that makes more threats than all before it, and as many as any after it.
fn first_with_most(made: &[u8; 256]) -> u8 {
    let most = (0..=u8::MAX).zip(made).rev().max_by_key(|&(_, count)| count);
    most.map_or(0, |(cell, _)| cell)
}

/// The cells that complete a line after a move of a side.
fn completing_after(view: &View, cell: u8, side: Stone) -> Vec<u8> {
    let lines = view.lines_with(2, LineSet::All).map(|(seen, _)| seen);
    let open = lines.filter(|seen| (seen.stones(side), seen.empty()) == (2, 2));
    let through = open.map(SeenLine::cells).filter(|cells| cells.contains(&cell));
    through.flatten().filter(|&other| other != cell && view.at(other).is_none()).collect()
}
