//! Step 24: how many complete lines each side has.

mod generator;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use self::generator::{Deck, played_on};
use super::HINTS;
use super::direction_readings::{DirectionReading, add_lines_within};
use super::known_lines::all_lines;
use super::line_sets::{LineSet, Vector, add_line_sets};
use super::view::{SeenLine, View};
use crate::board::lattice::four_in_a_row::{Bitboard, Board, ByColor, Cell, Stone};
use crate::kinds::item::whole_number;
use crate::step::{
    AnyOf, Aspects, Catalogue, Count, Expected, Feedback, Kind, Question, Steering, Workload,
};

/// The number of complete lines of black, then of white, for each board.
pub enum CountLines {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<4, 16>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(from = "Boards", into = "Boards")]
pub struct Task {
    boards: Vec<Board>,
    /// What the readings see of each board.
    views: Vec<Arc<View>>,
}

/// The boards as a task writes them.
#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Boards {
    #[serde_as(as = "Vec<DisplayFromStr>")]
    boards: Vec<Board>,
}

impl From<Boards> for Task {
    fn from(Boards { boards }: Boards) -> Self {
        let views = boards.iter().map(|board| View::new(board, matters, matters).into());
        Self { views: views.collect(), boards }
    }
}

impl From<Task> for Boards {
    fn from(Task { boards, .. }: Task) -> Self {
        Self { boards }
    }
}

/// Whether some reading counts a line with these stones.
fn matters(stones: ByColor<u8>) -> bool {
    let ByColor { black, white } = stones;
    black >= 3 || white >= 3 || black == 0 || white == 0
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    lines: LineSet,
    directions: DirectionReading,
    /// Which of the diagonals on which a coordinate falls are missing.
    falling: DirectionReading,
    complete: Complete,
    counted: Counted,
    running: Running,
    order: Order,
    /// Four ids in a row are a line along x also where they are in two rows.
    rows_run_over: bool,
}

/// Which lines are complete for a side.
#[derive(Clone, Copy, Default)]
enum Complete {
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
    /// Those with four stones of this side, for both sides.
    Of(Stone),
}

/// What is counted of the complete lines.
#[derive(Clone, Copy, Default)]
enum Counted {
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
enum Running {
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
enum Order {
    #[default]
    BlackFirst,
    WhiteFirst,
}

impl Kind for CountLines {
    const NAME: &'static str = "four-in-a-row/count-lines";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = AnyOf<i64>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        const LIKELY_SETS: [LineSet; 8] = [
            LineSet::BothSenses,
            LineSet::NothingFalls,
            LineSet::PositiveSum,
            LineSet::OverTheBorder,
            LineSet::XNotNegative,
            LineSet::XRises,
            LineSet::WRises,
            LineSet::ConstantBelowThree,
        ];
        const LIKELY_PARTS: [LineSet; 4] =
            [LineSet::AlongAxes, LineSet::AtMostTwo, LineSet::AtMostThree, LineSet::OneCube];
        aspects.add().or("white-before-black", |reading| reading.order = Order::WhiteFirst);
        add_line_sets(aspects, &LIKELY_SETS, |reading| &mut reading.lines);
        let take = |reading: &mut Reading, directions| reading.directions = directions;
        let of_axes = DirectionReading::of_directions(1, DirectionReading::Missing);
        add_lines_within(aspects.add(), &LIKELY_PARTS, |reading| &mut reading.directions).or_each(
            "direction-left-out",
            of_axes,
            take,
        );
        aspects
            .add()
            .or("stones-used-once", |reading| {
                reading.counted = Counted::LinesWithoutCommonStones;
            })
            .or("stones-counted", |reading| reading.counted = Counted::Stones)
            .or("any-line", |reading| reading.counted = Counted::Any)
            .or("directions-counted", |reading| reading.counted = Counted::Directions)
            .or("one-line-for-each-start", |reading| reading.counted = Counted::Starts);
        aspects
            .add()
            .or("empty-lines-for-white", |reading| {
                reading.complete = Complete::FourOrEmptyFor(Stone::White);
            })
            .or("three-are-enough", |reading| reading.complete = Complete::ThreeOrFour)
            .or("three-and-an-empty-cell", |reading| reading.complete = Complete::ThreeAndEmpty)
            .or("both-sides-together", |reading| reading.complete = Complete::OfEitherSide)
            .or("not-black-is-white", |reading| {
                reading.complete = Complete::WithoutOthersFor(Stone::White);
            });
        aspects
            .add()
            .or("white-goes-on-from-black", |reading| reading.running = Running::WhiteFromBlack)
            .or("counters-run-on", |reading| reading.running = Running::Both);
        aspects.add().or("rows-over-the-border", |reading| reading.rows_run_over = true);
        aspects.add().or_each(
            "falling-missed-among",
            DirectionReading::of_falling(3..=3),
            |reading, falling| {
                reading.falling = falling;
            },
        );
        aspects.add().alone().or_each(
            "falling-missed-among",
            [2, 4].into_iter().flat_map(|count| DirectionReading::of_falling(count..=count)),
            |reading, falling| {
                reading.falling = falling;
            },
        );
        add_single_mistakes(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let mut deck = Deck::default();
        let boards = (0..params.boards.get()).map(|_| played_on(rng, &mut deck));
        Boards { boards: boards.collect() }.into()
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<i64>> + 'a {
        let boards = task.views.iter().enumerate().scan([0; 2], |before, (place, view)| {
            let [black, white] = Stone::ALL.map(|side| match reading.running {
                Running::Lines => {
                    new_lines(view, side, task.views.get(..place).unwrap_or_default())
                }
                _ => reading.count(view, side),
            });
            let first = |counts: &AnyOf<i64>| counts.0.first().copied().unwrap_or(0);
            let [before_black, before_white] = *before;
            let added = match reading.running {
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
            Some(match reading.order {
                Order::BlackFirst => [black, white],
                Order::WhiteFirst => [white, black],
            })
        });
        boards.flatten()
    }

    fn reference(task: &Task) -> Vec<AnyOf<i64>> {
        let sides = [Stone::Black, Stone::White];
        let counts =
            task.boards.iter().flat_map(|board| sides.map(|side| board.complete_lines(side)));
        counts.map(|count| AnyOf(vec![count.into()])).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }

    fn questions(_task: &Task, reference: &[AnyOf<i64>]) -> Vec<Question> {
        let sides = reference.chunks(Stone::ALL.len());
        sides.map(|counts| Question::with_all_of(counts.iter().flat_map(|AnyOf(n)| n))).collect()
    }
}

/// What is not combined with other mistakes.
fn add_single_mistakes(aspects: &mut Aspects<Reading>) {
    const OTHER_SETS: [LineSet; 11] = [
        LineSet::StartsBelowThree,
        LineSet::ConstantAboveZero,
        LineSet::WNotNegative,
        LineSet::SumNotNegative,
        LineSet::RoundTheBorder,
        LineSet::XUnchecked,
        LineSet::YUnchecked,
        LineSet::ZUnchecked,
        LineSet::FallingFromZero,
        LineSet::FallingFromZeroBackwards,
        LineSet::NoDirectionToo,
    ];
    const OTHER_PARTS: [LineSet; 3] =
        [LineSet::Diagonals, LineSet::WithoutTwo, LineSet::WithoutThree];
    let take = |reading: &mut Reading, directions| reading.directions = directions;
    add_line_sets(aspects, &OTHER_SETS, |reading| &mut reading.lines).alone();
    aspects
        .add()
        .or("four-for-each-line", |reading| reading.counted = Counted::FourEach)
        .or("lines-in-one-text", |reading| reading.counted = Counted::InOneText)
        .or("empty-lines-for-black", |reading| {
            reading.complete = Complete::FourOrEmptyFor(Stone::Black);
        })
        .or("not-white-is-black", |reading| {
            reading.complete = Complete::WithoutOthersFor(Stone::Black);
        })
        .or("black-twice", |reading| reading.complete = Complete::Of(Stone::Black))
        .or("white-twice", |reading| reading.complete = Complete::Of(Stone::White))
        .or("lines-met-before-left-out", |reading| reading.running = Running::Lines)
        .or("one-counter-runs-on", |reading| reading.running = Running::Common)
        .or_each("cell-not-checked", unchecked(), |reading, complete| {
            reading.complete = complete;
        })
        .alone();
    let falls = |&(.., reading): &(String, String, DirectionReading)| matches!(reading, DirectionReading::WithoutMinus(vector) if vector.contains(&-1));
    let [missing, doubled, typed] =
        [DirectionReading::Missing, DirectionReading::Doubled, DirectionReading::WithoutMinus]
            .map(|change| DirectionReading::of_directions(2, change));
    let axes_doubled = DirectionReading::of_directions(1, DirectionReading::Doubled);
    add_lines_within(aspects.add(), &OTHER_PARTS, |reading| &mut reading.directions)
        .or_each("direction-left-out", missing, take)
        .or_each("direction-doubled", doubled.chain(axes_doubled), take)
        .or_each("direction-without-minus", typed.filter(falls), take)
        .or_each("plane-left-out", DirectionReading::of_planes(), take)
        .or_each("space-left-out", DirectionReading::of_spaces(), take)
        .alone();
}

impl Reading {
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

/// For which sides, and of which cell, a program does not check whether there is a stone.
fn unchecked() -> impl Iterator<Item = (String, String, Complete)> {
    let sides = [("x", true, false), ("o", false, true), ("x, o", true, true)];
    sides.into_iter().flat_map(|(label, black, white)| {
        (0..4).map(move |place| {
            let id = format!("{}-{}", label.replace(", ", ""), place + 1);
            (id, label.to_owned(), Complete::Unchecked(ByColor { black, white }, place))
        })
    })
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
