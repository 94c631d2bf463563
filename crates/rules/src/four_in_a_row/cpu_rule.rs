//! Step 26: which of the computer's five rules applies, and what it may play.

mod aspects;
mod reading;

use std::sync::Arc;

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use self::reading::{Item, Reading, Twos};
use super::line_sets::{LineSet, Vector, changes};
use super::positions::{
    Draft, Fork, Position, Positions, any_lines, are_needed, drawn_side, read_cells,
};
use crate::texts::{form, four_in_a_row as hints};
use gradus_board::drawing::Panel;
use gradus_board::lattice::four_in_a_row::{Board, ByColor, Cell, Rule, Stone};
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// The first rule that applies and its cells, for each board.
pub enum CpuRule {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 16>,
}

impl Kind for CpuRule {
    const NAME: &'static str = "four-in-a-row/cpu-rule";
    const VERSION: u32 = 5;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 570;

    type Params = Params;
    type Task = Positions;
    type Item = Item;
    type Solution = AnyOf<Item>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::CPU_RULE]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Positions {
        positions(rng, params.boards.get() as usize)
    }

    fn solve<'a>(
        task: &'a Positions,
        reading: &'a Reading,
    ) -> impl Iterator<Item = AnyOf<Item>> + 'a {
        reading.answers_to(task)
    }

    #[expect(clippy::expect_used, reason = "the boards of positions have empty cells")]
    fn reference(task: &Positions) -> Vec<AnyOf<Item>> {
        task.each(|board, side| {
            let choice = board.computers_choice(side).expect("rule 5 allows any empty cell");
            let ids = choice.cells.iter().map(|cell| cell.id().into());
            AnyOf(vec![Item::new(choice.rule.number(), ids)])
        })
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        task.panels()
    }

    fn places_of(item: &str) -> Vec<&str> {
        item.split([':', ' ']).skip(1).collect()
    }

    fn read_item(_task: &Positions, _position: usize, text: &str) -> Result<Item, Text> {
        let item = text.split_once(':').and_then(|(rule, cells)| {
            let rule = rule.trim().parse().ok().filter(|rule| (1..=5).contains(rule))?;
            let cells: Vec<Cell> = read_cells(cells)?;
            Some(Item::new(rule, cells.into_iter().map(|cell| cell.id().into())))
        });
        item.ok_or_else(form::rule)
    }
}

/// The positions of a task.
fn positions(rng: &mut ChaCha8Rng, count: usize) -> Positions {
    let side = drawn_side(rng);
    let threes = planted(rng);
    let mut left = threes.iter().cycle();
    let plans = PLANS.into_iter().cycle().take(count);
    let mut boards: Vec<_> = plans
        .map(|plan| {
            let is_of_threes = matches!(plan.rule, Rule::Complete | Rule::Block);
            let threes = if is_of_threes { left.next() } else { None };
            Arc::new(planned(rng, side, plan, threes.map_or(&[], Vec::as_slice)))
        })
        .collect();
    boards.shuffle(rng);
    // Nearly all cells are the answer to a board of rule 5. Readings are compared from the first item on, and one of them differs from
    // most: the longest item is not among the first.
    let is_longest = |position: &Arc<Position>| {
        let choice = position.board.computers_choice(side);
        choice.is_some_and(|choice| choice.rule == Rule::Anywhere)
    };
    let longest = boards.iter().position(is_longest);
    if let Some(place) = longest.filter(|&place| place < count / 2) {
        let longest = boards.remove(place);
        boards.push(longest);
    }
    Positions { boards, side }
}

/// What a board is made for: the rule that decides on it, and whether many stones are on it.
#[derive(Clone, Copy)]
struct Plan {
    rule: Rule,
    /// No cell lies on two lines with two stones of a side.
    is_sparse: bool,
}

const fn plan(rule: Rule) -> Plan {
    Plan { rule, is_sparse: false }
}

/// The boards of a task, before they are shuffled: two for each rule that can be left out.
const PLANS: [Plan; 9] = [
    plan(Rule::Complete),
    plan(Rule::SpoilTwos),
    plan(Rule::Block),
    plan(Rule::ExtendTwos),
    Plan { rule: Rule::SpoilTwos, is_sparse: true },
    plan(Rule::Anywhere),
    plan(Rule::Complete),
    plan(Rule::ExtendTwos),
    plan(Rule::Block),
];

/// The directions of the threes of two boards, one list for each: the axes, one in each plane and one in each space, and the long
/// diagonals, so that each of these decides on some cell. Among those that change as many coordinates some rise and some do not.
fn planted(rng: &mut ChaCha8Rng) -> [Vec<Vector>; 2] {
    let mut boards = [Vec::new(), Vec::new()];
    for count in 1..=4 {
        let mut along: Vec<Vector> =
            LineSet::All.vectors().filter(|&vector| changes(vector) == count).collect();
        along.shuffle(rng);
        // One of those that rise goes first, and one of the others.
        let rises = along.iter().position(|vector| !vector.contains(&-1));
        if let Some(place) = rises {
            along.swap(0, place);
        }
        let falls = along.iter().rposition(|vector| vector.contains(&-1));
        if let Some(place) = falls.filter(|_| rises.is_some()) {
            along.swap(1, place);
        }
        if (2..=3).contains(&count) {
            let mut seen: Vec<Vector> = Vec::new();
            along.retain(|vector| {
                let changing = vector.map(i16::abs);
                let is_new = !seen.contains(&changing);
                seen.push(changing);
                is_new
            });
        }
        for (number, vector) in along.into_iter().enumerate() {
            let [one, other] = &mut boards;
            if number % 2 == 0 { one.push(vector) } else { other.push(vector) }
        }
    }
    // There are fewest lines along the directions that change most coordinates.
    for board in &mut boards {
        board.reverse();
    }
    boards.shuffle(rng);
    boards
}

/// A position in which a rule applies.
fn planned(rng: &mut ChaCha8Rng, side: Stone, plan: Plan, threes: &[Vector]) -> Position {
    let other = side.other();
    let Plan { rule, is_sparse } = plan;
    loop {
        let mut draft = Draft::new();
        let mut longest = ByColor { black: 2, white: 2 };
        let moves_each = match rule {
            // A cell on a two of each side is not better than the others.
            Rule::SpoilTwos if is_sparse => {
                draft.plant_shared(rng);
                6..=8
            }
            // Both sides have threes, so that the order of the rules matters.
            Rule::Complete => {
                if !draft.plant_threes(rng, side, threes) {
                    continue;
                }
                // Cells that complete one line are as good as one that completes two.
                draft.plant_crossing(rng, side);
                plant(&mut draft, rng, 2, other, false);
                plant(&mut draft, rng, 1, other, true);
                longest = ByColor { black: 3, white: 3 };
                44..=50
            }
            // The side has threes too, but they are blocked.
            Rule::Block => {
                if !draft.plant_threes(rng, other, threes) {
                    continue;
                }
                draft.plant_crossing(rng, other);
                plant(&mut draft, rng, 2, side, true);
                longest[other] = 3;
                42..=48
            }
            Rule::SpoilTwos => 12..=22,
            // Several cells lie on two lines of the side's.
            Rule::ExtendTwos => {
                for _ in 0..FORKS {
                    draft.plant_fork(rng, side, Fork::Open, any_lines);
                }
                longest[other] = 1;
                8..=10
            }
            Rule::Anywhere => {
                longest = ByColor { black: 1, white: 1 };
                2..=4
            }
        };
        let owner = if rule == Rule::Block { other } else { side };
        let board = draft.filled(rng, side, moves_each, longest);
        let board = board.filter(|board| threes.is_empty() || are_needed(board, owner, threes));
        if let Some(position) = board.and_then(|board| suitable(board, side, plan)) {
            return position;
        }
    }
}

/// How many double threats are planted, where there is room for them.
const FORKS: usize = 2;

/// The position of a board on which a rule applies, and on which the clauses of that rule matter.
fn suitable(board: Board, side: Stone, plan: Plan) -> Option<Position> {
    let Plan { rule, is_sparse } = plan;
    let choice = board.computers_choice(side).filter(|choice| choice.rule == rule)?;
    let is_enough = match rule {
        Rule::SpoilTwos if is_sparse => {
            let twos = Stone::ALL.map(|side| board.open_cells(side, 2));
            let [black, white] = [twos[0].counted(), twos[1].counted()];
            let shared = black & white;
            twos.iter().all(|twos| twos.two_or_more().is_empty())
                && !shared.is_empty()
                && shared != black
                && shared != white
        }
        Rule::SpoilTwos => {
            // The side has twos of its own, and several cells are on the most lines of the opponent's.
            !board.open_cells(side, 2).counted().is_empty()
                && choice.cells.len() >= 2
                && choice.cells != board.open_cells(side.other(), 2).counted()
        }
        Rule::ExtendTwos => {
            choice.cells.len() >= 2 && choice.cells != board.open_cells(side, 2).counted()
        }
        Rule::Complete | Rule::Block => {
            let owner = if rule == Rule::Complete { side } else { side.other() };
            let completing = board.open_cells(owner, 3);
            !completing.exactly_one().is_empty() && !completing.two_or_more().is_empty()
        }
        // So that a program which leaves out the first or the last cell goes wrong.
        Rule::Anywhere => [0, u8::MAX].into_iter().all(|cell| board.at(Cell::new(cell)).is_none()),
    };
    let position = is_enough.then(|| Position::from(board))?;
    let answer = |reading: Reading| reading.answer(&position.view, side);
    let right = answer(Reading::default());
    let readings = match rule {
        Rule::SpoilTwos if !is_sparse => readings_of_twos(),
        _ => Vec::new(),
    };
    readings.into_iter().all(|reading| answer(reading) != right).then_some(position)
}

/// Readings of rules 3 and 4 that seldom matter: boards are drawn on which they do.
fn readings_of_twos() -> Vec<Reading> {
    let of_lines = [LineSet::SumNotNegative];
    let of_lines = of_lines.map(|lines| Reading { lines, ..Reading::default() });
    let of_twos =
        [Twos::Mixed, Twos::Neighbours].map(|twos| Reading { twos, ..Reading::default() });
    of_lines.into_iter().chain(of_twos).collect()
}

/// Plants threes on lines that change different numbers of coordinates.
fn plant(draft: &mut Draft, rng: &mut ChaCha8Rng, count: usize, owner: Stone, is_blocked: bool) {
    let mut sorts = [1, 2, 3, 4];
    sorts.shuffle(rng);
    for &changing in sorts.iter().take(count) {
        draft.plant_three_along(rng, owner, is_blocked, |line| line.changes() == changing);
    }
}
