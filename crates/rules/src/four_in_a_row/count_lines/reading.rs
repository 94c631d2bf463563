//! How the rule is read, and how many lines are counted by a reading.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use super::super::direction_readings::DirectionReading;
use super::super::known_lines::all_lines;
use super::super::line_sets::{LineSet, Vector};
use super::super::view::{SeenLine, View};
use gradus_board::lattice::four_in_a_row::{Bitboard, ByColor, Cell, Stone};
use gradus_step::AnyOf;

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    pub(super) lines: LineSet,
    pub(super) directions: DirectionReading,
    /// Which of the diagonals on which a coordinate falls are missing.
    pub(super) falling: DirectionReading,
    pub(super) complete: Complete,
    pub(super) counted: Counted,
    pub(super) running: Running,
    pub(super) order: Order,
    /// Four ids in a row are a line along x also where they are in two rows.
    pub(super) rows_run_over: bool,
}

/// Which lines are complete for a side.
#[derive(Clone, Copy, Default)]
pub(super) enum Complete {
    #[default]
    FourStones,
    /// Those with three or four stones of the side.
    ThreeOrFour,
    /// Those with three stones of the side and an empty cell, or four.
    ThreeAndEmpty,
    /// Those with four stones of the side, and for this one also those with four empty cells.
    FourOrEmptyFor(Stone),
    /// Those with four stones of either side.
    OfEitherSide,
    /// For these sides, those with stones of the side on all cells but perhaps this one.
    Unchecked(ByColor<bool>, usize),
    /// For this side, those without a stone of the other one.
    WithoutOthersFor(Stone),
    /// For this side, those with a stone of the side and none of the other one.
    SomeWithoutOthersFor(Stone),
    /// Those with four stones of this side, for both sides.
    Of(Stone),
}

/// What is counted of the complete lines.
#[derive(Clone, Copy, Default)]
pub(super) enum Counted {
    #[default]
    Lines,
    /// Lines, but none that shares a stone with one counted before.
    LinesWithoutCommonStones,
    /// The different stones on them.
    Stones,
    /// Four stones for each.
    FourEach,
    /// 1 if there is any.
    Any,
    /// The directions in which there is one.
    Directions,
    /// The cells from which there is one.
    Starts,
    /// Four stones one after another in the text of all lines, one after another.
    InOneText,
}

/// Which counters are not reset to 0.
#[derive(Clone, Copy, Default)]
pub(super) enum Running {
    #[default]
    Neither,
    /// White's goes on from black's.
    WhiteFromBlack,
    /// Both go on from those of the board before.
    Both,
    /// One counter goes on through all boards and both sides.
    Common,
    /// The lines that were complete on a board before are not counted once more.
    Lines,
}

/// The order of the items.
#[derive(Clone, Copy, Default)]
pub(super) enum Order {
    #[default]
    BlackFirst,
    WhiteFirst,
}

impl Reading {
    /// The two counts of each board, one after another.
    pub(super) fn counts(&self, views: &[Arc<View>]) -> impl Iterator<Item = AnyOf<i64>> {
        let boards = views.iter().enumerate().scan([0; 2], |before, (place, view)| {
            let [black, white] = Stone::ALL.map(|side| match self.running {
                Running::Lines => new_lines(view, side, views.get(..place).unwrap_or_default()),
                _ => self.count(view, side),
            });
            let first = |counts: &AnyOf<i64>| counts.0.first().copied().unwrap_or(0);
            let [before_black, before_white] = *before;
            let added = match self.running {
                Running::Neither | Running::Lines => [0, 0],
                Running::WhiteFromBlack => [0, first(&black)],
                Running::Both => [before_black, before_white],
                Running::Common => [before_white, before_white + first(&black)],
            };
            let [on_black, on_white] = added;
            let counts = [(black, on_black), (white, on_white)].map(|(counts, added)| {
                AnyOf(counts.0.into_iter().map(|count| count + added).collect())
            });
            *before = [first(&counts[0]), first(&counts[1])];
            let [black, white] = counts;
            Some(match self.order {
                Order::BlackFirst => [black, white],
                Order::WhiteFirst => [white, black],
            })
        });
        boards.flatten()
    }

    fn count(&self, view: &View, side: Stone) -> AnyOf<i64> {
        if let Counted::InOneText = self.counted {
            return in_one_text(view, side);
        }
        let mut counts = Vec::with_capacity(1);
        for is_w_first in [false, true] {
            let lines = view.lines_with(self.least(side), self.lines);
            let complete = lines.filter(|(seen, _)| self.is_complete(seen, view, side, is_w_first));
            let times = complete
                .map(|(seen, times)| (seen, times * self.times(seen)))
                .filter(|&(_, times)| times > 0);
            let count = match self.counted {
                Counted::Lines => {
                    let runs_over =
                        if self.rows_run_over { over_the_border(view, side) } else { 0 };
                    runs_over + times.map(|(_, times)| i64::from(times)).sum::<i64>()
                }
                Counted::FourEach => times.map(|(_, times)| 4 * i64::from(times)).sum(),
                Counted::Any => i64::from(times.count() > 0),
                Counted::LinesWithoutCommonStones => return without_common_stones(times),
                Counted::Stones => different(times.flat_map(|(seen, _)| seen.cells())),
                Counted::Directions => different(times.map(|(seen, _)| seen.line().direction())),
                Counted::Starts => different(times.map(|(seen, _)| start_of(seen, is_w_first))),
                Counted::InOneText => 0,
            };
            if !counts.contains(&count) {
                counts.push(count);
            }
            if self.lines == LineSet::RoundTheBorder && count > 0 {
                // A program that begins at every cell meets each of them four times.
                counts.push(4 * count);
            }
            let depends_on_the_scan = matches!(self.complete, Complete::Unchecked(..))
                || matches!(self.counted, Counted::Starts);
            if !depends_on_the_scan {
                break;
            }
        }
        AnyOf(counts)
    }

    /// How often a line is met for each time that it is in the list of directions.
    fn times(&self, seen: &SeenLine) -> u8 {
        self.directions.times(seen.line()) * self.falling.times(seen.line())
    }

    /// How many stones of one side a line has at least that counts for a side.
    fn least(&self, side: Stone) -> u8 {
        match self.complete {
            Complete::ThreeOrFour | Complete::ThreeAndEmpty | Complete::Unchecked(..) => 3,
            Complete::FourOrEmptyFor(also) | Complete::WithoutOthersFor(also) if also == side => 0,
            Complete::SomeWithoutOthersFor(also) if also == side => 1,
            _ => 4,
        }
    }

    /// Whether a line counts for a side. Which of its cells is the first one may depend on which coordinate comes first.
    fn is_complete(&self, seen: &SeenLine, view: &View, side: Stone, is_w_first: bool) -> bool {
        let own = seen.stones(side);
        match self.complete {
            Complete::ThreeOrFour => own >= 3,
            Complete::ThreeAndEmpty => own + seen.empty() == 4 && own >= 3,
            Complete::FourOrEmptyFor(also) => own == 4 || also == side && seen.empty() == 4,
            Complete::OfEitherSide => own == 4 || seen.stones(side.other()) == 4,
            Complete::Of(one) => seen.stones(one) == 4,
            Complete::WithoutOthersFor(also) => {
                own == 4 || also == side && seen.stones(side.other()) == 0
            }
            Complete::SomeWithoutOthersFor(also) => {
                own == 4 || also == side && own > 0 && seen.stones(side.other()) == 0
            }
            Complete::Unchecked(sides, place) if sides[side] && own == 3 => {
                let mut cells = seen.cells();
                if is_w_first && seen.line().falls_with_w_first() {
                    cells.reverse();
                }
                cells.get(place).is_some_and(|&cell| view.at(cell) != Some(side))
            }
            Complete::FourStones | Complete::Unchecked(..) => own == 4,
        }
    }
}

/// How many lines are complete that were not on the boards before.
fn new_lines(view: &View, side: Stone, before: &[Arc<View>]) -> AnyOf<i64> {
    let is_complete = |view: &View, cells: [u8; 4], side| {
        cells.into_iter().all(|cell| view.at(cell) == Some(side))
    };
    let is_new = |cells: [u8; 4]| {
        let of_any =
            |view: &Arc<View>| Stone::ALL.iter().any(|&side| is_complete(view, cells, side));
        !before.iter().any(of_any)
    };
    let lines = view.lines_with(4, LineSet::All).map(|(seen, _)| seen);
    let complete = lines.filter(|seen| seen.stones(side) == 4 && is_new(seen.cells()));
    AnyOf(vec![complete.map(|_| 1).sum()])
}

/// How many complete rows of four ids are in two rows of the board.
fn over_the_border(view: &View, side: Stone) -> i64 {
    let lines = view.lines_with(4, LineSet::RowsOverTheBorder);
    let over = lines.filter(|(seen, _)| seen.line().times(LineSet::All) == 0);
    over.map(|(seen, _)| i64::from(seen.stones(side) == 4)).sum()
}

/// How often four stones of a side come one after another in the text of all lines, which depends on the order of the lines.
fn in_one_text(view: &View, side: Stone) -> AnyOf<i64> {
    let mut counts = Vec::with_capacity(1);
    for lines in ORDERS_OF_LINES.iter() {
        let (mut count, mut run) = (0, 0);
        for &cell in lines.iter().flatten() {
            run = if view.at(cell) == Some(side) { run + 1 } else { 0 };
            if run == 4 {
                (count, run) = (count + 1, 0);
            }
        }
        if !counts.contains(&count) {
            counts.push(count);
        }
    }
    AnyOf(counts)
}

/// The lines in the usual orders: by their directions, and by the cells from which they are scanned, each with x or w first.
static ORDERS_OF_LINES: LazyLock<Vec<Vec<[u8; 4]>>> = LazyLock::new(|| {
    let reversed = |vector: Vector| {
        let [x, y, z, w] = vector;
        [w, z, y, x]
    };
    let ways = [(false, false), (false, true), (true, false), (true, true)];
    let orders = ways.into_iter().flat_map(|(is_w_first, is_w_outermost)| {
        let mut lines: Vec<([Vector; 2], [u8; 4])> = Vec::new();
        for line in all_lines() {
            let (mut cells, mut direction) = (line.cells(), line.direction());
            if is_w_first {
                if line.falls_with_w_first() {
                    cells.reverse();
                    direction = direction.map(|along| -along);
                }
                direction = reversed(direction);
            }
            let [start, ..] = cells;
            let start = Cell::new(start).coordinates().map(i16::from);
            let start = if is_w_outermost { reversed(start) } else { start };
            lines.push(([direction, start], cells));
        }
        let by_direction = {
            lines.sort_unstable();
            lines.iter().map(|&(_, cells)| cells).collect()
        };
        lines.sort_unstable_by_key(|&([direction, start], _)| (start, direction));
        let by_start = lines.iter().map(|&(_, cells)| cells).collect();
        [by_direction, by_start]
    });
    orders.collect()
});

/// The cell from which a line is scanned.
fn start_of(seen: &SeenLine, is_w_first: bool) -> u8 {
    let [first, .., last] = seen.cells();
    if is_w_first && seen.line().falls_with_w_first() { last } else { first }
}

/// How many different ones there are.
fn different<T: Ord>(all: impl Iterator<Item = T>) -> i64 {
    all.collect::<BTreeSet<T>>().into_iter().map(|_| 1).sum()
}

/// How many lines are counted if none may share a stone with one before. It depends on the order of the directions, so that the
/// usual ones all count: with x or w first, upwards or downwards. Lines of one direction have no stone in common.
fn without_common_stones<'a>(lines: impl Iterator<Item = (&'a SeenLine, u8)>) -> AnyOf<i64> {
    let mut lines: Vec<&SeenLine> = lines.map(|(seen, _)| seen).collect();
    let mut counts = Vec::with_capacity(1);
    for is_w_first in [false, true] {
        lines.sort_by_key(|seen| {
            let mut direction = seen.line().direction();
            if is_w_first {
                direction.reverse();
            }
            let is_backward = direction.into_iter().find(|&along| along != 0) == Some(-1);
            direction.map(|along| if is_backward { -along } else { along })
        });
        for _ in 0..2 {
            let mut used = Bitboard::EMPTY;
            let mut count = 0;
            for cells in lines.iter().map(|seen| seen.cells().map(Cell::new)) {
                if !cells.iter().any(|&cell| used.contains(cell)) {
                    for cell in cells {
                        used.insert(cell);
                    }
                    count += 1;
                }
            }
            if !counts.contains(&count) {
                counts.push(count);
            }
            lines.reverse();
        }
    }
    AnyOf(counts)
}
