//! Step 24: how many complete lines each side has.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::HINTS;
use super::known_lines::{LineSet, SeenLine, View, add_line_sets, all_lines};
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
    black >= 3 || white >= 3 || black + white == 0
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    lines: LineSet,
    complete: Complete,
    counted: Counted,
    order: Order,
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
        const SETS: [LineSet; 20] = [
            LineSet::BothSenses,
            LineSet::NothingFalls,
            LineSet::AlongAxes,
            LineSet::AtMostThree,
            LineSet::OneCube,
            LineSet::PositiveSum,
            LineSet::OverTheBorder,
            LineSet::XNotNegative,
            LineSet::AtMostTwo,
            LineSet::ConstantBelowThree,
            LineSet::WNotNegative,
            LineSet::SumNotNegative,
            LineSet::Diagonals,
            LineSet::WithoutTwo,
            LineSet::WithoutThree,
            LineSet::XRises,
            LineSet::WRises,
            LineSet::FallingFromZero,
            LineSet::FallingFromZeroBackwards,
            LineSet::NoDirectionToo,
        ];
        aspects.add().or("white-before-black", |reading| reading.order = Order::WhiteFirst);
        add_line_sets(aspects, &SETS, |reading| &mut reading.lines);
        aspects
            .add()
            .or("stones-used-once", |reading| {
                reading.counted = Counted::LinesWithoutCommonStones;
            })
            .or("stones-counted", |reading| reading.counted = Counted::Stones)
            .or("four-for-each-line", |reading| reading.counted = Counted::FourEach)
            .or("any-line", |reading| reading.counted = Counted::Any)
            .or("directions-counted", |reading| reading.counted = Counted::Directions);
        aspects
            .add()
            .or("empty-lines-for-white", |reading| {
                reading.complete = Complete::FourOrEmptyFor(Stone::White);
            })
            .or("empty-lines-for-black", |reading| {
                reading.complete = Complete::FourOrEmptyFor(Stone::Black);
            })
            .or("three-are-enough", |reading| reading.complete = Complete::ThreeOrFour)
            .or("three-and-an-empty-cell", |reading| reading.complete = Complete::ThreeAndEmpty)
            .or("both-sides-together", |reading| reading.complete = Complete::OfEitherSide);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        Boards { boards: (0..params.boards.get()).map(|_| played_on(rng)).collect() }.into()
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<i64>> + 'a {
        let sides = match reading.order {
            Order::BlackFirst => [Stone::Black, Stone::White],
            Order::WhiteFirst => [Stone::White, Stone::Black],
        };
        let items = task.views.iter().flat_map(move |view| sides.map(|side| (view, side)));
        items.map(|(view, side)| reading.count(view, side))
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

impl Reading {
    fn count(&self, view: &View, side: Stone) -> AnyOf<i64> {
        let complete = view.lines(self.lines).filter(|(seen, _)| self.is_complete(seen, side));
        let count = match self.counted {
            Counted::Lines => complete.map(|(_, times)| i64::from(times)).sum(),
            Counted::FourEach => complete.map(|(_, times)| 4 * i64::from(times)).sum(),
            Counted::Any => i64::from(complete.count() > 0),
            Counted::LinesWithoutCommonStones => return without_common_stones(complete),
            Counted::Stones => different(complete.flat_map(|(seen, _)| seen.cells())),
            Counted::Directions => different(complete.map(|(seen, _)| seen.line().direction())),
        };
        AnyOf(vec![count])
    }

    fn is_complete(&self, seen: &SeenLine, side: Stone) -> bool {
        let own = seen.stones(side);
        match self.complete {
            Complete::FourStones => own == 4,
            Complete::ThreeOrFour => own >= 3,
            Complete::ThreeAndEmpty => own + seen.empty() == 4 && own >= 3,
            Complete::FourOrEmptyFor(also) => own == 4 || also == side && seen.empty() == 4,
            Complete::OfEitherSide => own == 4 || seen.stones(side.other()) == 4,
        }
    }
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

/// A board of a game that went on after the first line. Lines that change three or four coordinates are rare, so that each side is
/// given some.
fn played_on(rng: &mut ChaCha8Rng) -> Board {
    let stones: usize = rng.random_range(140..=220);
    let mut board = Board::empty();
    for (number, changing) in [4, 4, 3, 3].into_iter().enumerate() {
        let side = Stone::to_move_after(number);
        let is_free =
            |cells: [u8; 4]| cells.into_iter().all(|cell| board.at(Cell::new(cell)).is_none());
        let long = all_lines().iter().filter(|line| line.changes() == changing);
        let free: Vec<[u8; 4]> = long
            .map(super::known_lines::KnownLine::cells)
            .filter(|&cells| is_free(cells))
            .collect();
        for &cell in free.choose(rng).into_iter().flatten() {
            board.place(Cell::new(cell), side);
        }
    }
    let mut cells: Vec<Cell> = board.empty_cells().iter().collect();
    cells.shuffle(rng);
    let placed = 256 - cells.len();
    for (number, &cell) in (placed..stones).zip(&cells) {
        board.place(cell, Stone::to_move_after(number));
    }
    board
}
