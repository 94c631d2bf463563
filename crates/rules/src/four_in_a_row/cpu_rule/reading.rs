//! How the rules are read, and the answers to a board by a reading.

use std::fmt;

use super::super::cells_looked_at::LookedAt;
use super::super::direction_readings::DirectionReading;
use super::super::line_sets::LineSet;
use super::super::numbering::Numbering;
use super::super::positions::Positions;
use super::super::view::{SeenLine, View};
use crate::item::write_spaced;
use gradus_board::lattice::four_in_a_row::{Rule, Stone};
use gradus_step::AnyOf;

/// A rule's number and its cells, at least one: `3: 17 33`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub(super) rule: u8,
    /// Ascending.
    pub(super) ids: Vec<u16>,
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.rule)?;
        write_spaced(f, &self.ids)
    }
}

impl Item {
    pub(super) fn new(rule: u8, ids: impl IntoIterator<Item = u16>) -> Self {
        let mut ids: Vec<u16> = ids.into_iter().collect();
        ids.sort_unstable();
        ids.dedup();
        Self { rule, ids }
    }
}

/// How the rules are read.
#[derive(Clone, Copy)]
pub struct Reading {
    /// The rules in the order in which they are tried; the last one, of any empty cell, is always the last resort.
    pub(super) order: &'static [Rule],
    pub(super) swapped: Swapped,
    pub(super) lines: LineSet,
    pub(super) directions: DirectionReading,
    pub(super) threes: Threes,
    pub(super) twos: Twos,
    pub(super) chosen: Chosen,
    pub(super) is_together: Together,
    pub(super) are_counts_kept: bool,
    /// Rule 3 or 4 applies with all empty cells where none of its lines is found.
    pub(super) never_fails: NeverFails,
    pub(super) last_rule: LastRule,
    pub(super) looked_at: LookedAt,
    /// No line through this cell is known.
    pub(super) unknown: Option<u8>,
    pub(super) first_number: u8,
    pub(super) numbering: Numbering,
    /// Cells are written as their places among the empty ones.
    pub(super) is_place_written: bool,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            order: &[Rule::Complete, Rule::Block, Rule::SpoilTwos, Rule::ExtendTwos],
            swapped: Swapped::default(),
            lines: LineSet::default(),
            directions: DirectionReading::default(),
            threes: Threes::default(),
            twos: Twos::default(),
            chosen: Chosen::default(),
            is_together: Together::default(),
            are_counts_kept: false,
            never_fails: NeverFails::default(),
            last_rule: LastRule::default(),
            looked_at: LookedAt::default(),
            unknown: None,
            first_number: 1,
            numbering: Numbering::default(),
            is_place_written: false,
        }
    }
}

/// In which rules S and T are exchanged.
#[derive(Clone, Copy, Default)]
pub(super) enum Swapped {
    #[default]
    None,
    All,
    /// In rules 3 and 4.
    Twos,
    /// In rules 1 and 2.
    Threes,
    /// On the second board, the fourth, and so on.
    InTurn,
}

/// Which lines rules 1 and 2 look at.
#[derive(Clone, Copy, Default)]
pub(super) enum Threes {
    #[default]
    Open,
    /// Also those whose fourth cell is taken.
    Taken,
    /// Those whose fourth cell is at an end.
    WithoutGaps,
}

/// Which lines rules 3 and 4 look at.
#[derive(Clone, Copy, Default)]
pub(super) enum Twos {
    #[default]
    Open,
    /// Those with two stones of the one side, whatever else there is.
    Mixed,
    /// Those whose stones are neighbours.
    Neighbours,
    /// Those with two stones of either side.
    OfEitherSide,
    /// Those with one stone, or two.
    OneOrTwo,
    /// Those with one stone.
    One,
    /// Those whose stones are no neighbours.
    Apart,
}

/// Which cells of their lines rules 3 and 4 allow.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Chosen {
    /// Those on the most lines.
    #[default]
    OnMost,
    Every,
    /// Those on the most lines, in rules 1 and 2 as well.
    OnMostInAllRules,
    /// Those on the most lines; in rule 3, of these the ones on the most lines of rule 4.
    TieByRule4,
    /// One of those on the most lines, whichever is found first.
    OneOnMost,
    /// One cell, in rules 1 and 2 as well.
    OneInAllRules,
    /// One cell in rules 1 and 2.
    OneThree,
    /// Those on the most lines, if these are two or more.
    OnTwoOrMost,
    /// The same in rule 3 only.
    OnTwoOrMostInRule3,
    /// Those on two lines or more.
    OnTwo,
    /// Those on the fewest lines.
    OnFewest,
    /// Each that is on as many lines as any cell with a smaller id, or more.
    OnMostSoFar,
    /// The same, but with more lines than any before.
    OnMoreThanBefore,
}

/// Which of rules 3 and 4 applies also where all counts are 0.
#[derive(Clone, Copy, Default)]
pub(super) enum NeverFails {
    #[default]
    Neither,
    /// The first of them that is tried.
    Both,
    Rule4,
}

/// What rule 5 gives.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum LastRule {
    #[default]
    EmptyCells,
    /// One of them.
    OneCell,
    /// Those with a stone too.
    AllCells,
}

/// Whether the cells of several rules are put together.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Together {
    #[default]
    No,
    /// Those of rules 1 and 2, and those of rules 3 and 4.
    InPairs,
    /// Those of all rules but the last.
    All,
}

impl Reading {
    /// The answers to the boards of a task, one after another.
    pub(super) fn answers_to(&self, task: &Positions) -> impl Iterator<Item = AnyOf<Item>> {
        let mut kept = [KeptCounts::EMPTY; 2];
        task.boards.iter().enumerate().map(move |(place, position)| {
            let is_others_turn = matches!(self.swapped, Swapped::InTurn) && place % 2 == 1;
            let side = if is_others_turn { task.side.other() } else { task.side };
            if self.are_counts_kept {
                self.answer_counting_on(&position.view, side, &mut kept)
            } else {
                self.answer(&position.view, side)
            }
        })
    }

    /// The answers to a board. A program that leaves a cell out may or may not know the lines through it.
    pub(super) fn answer(&self, view: &View, side: Stone) -> AnyOf<Item> {
        let mut answers = self.answers(view, side);
        if let LookedAt::WithoutCell(cell) = self.looked_at {
            let unknown = Self { unknown: Some(cell), ..*self };
            answers.0.extend(unknown.answers(view, side).0);
        }
        answers
    }

    fn answers(&self, view: &View, side: Stone) -> AnyOf<Item> {
        let mut tried = self.order.iter().map(|&rule| (rule, self.cells_of(rule, view, side)));
        let Some((rule, mut cells)) = tried.find(|(_, cells)| !cells.is_empty()) else {
            return self.written(Rule::Anywhere, &self.cells_of_last_rule(view), view);
        };
        match self.is_together {
            Together::No => {}
            Together::All => cells.extend(tried.flat_map(|(_, cells)| cells)),
            Together::InPairs => {
                let pair = match rule {
                    Rule::Complete | Rule::Block => [Rule::Complete, Rule::Block],
                    _ => [Rule::SpoilTwos, Rule::ExtendTwos],
                };
                cells.extend(pair.into_iter().flat_map(|rule| self.cells_of(rule, view, side)));
            }
        }
        self.written(rule, &cells, view)
    }

    /// The answer to the next board if rules 3 and 4 count on from board to board: those that are tried, or both on each board.
    fn answer_counting_on(
        &self,
        view: &View,
        side: Stone,
        kept: &mut [KeptCounts; 2],
    ) -> AnyOf<Item> {
        let mut answers = Vec::with_capacity(kept.len());
        for (kept, is_always_counted) in kept.iter_mut().zip([false, true]) {
            let mut found: Option<(Rule, Vec<u8>)> = None;
            for &rule in self.order {
                if found.is_some() && !is_always_counted {
                    break;
                }
                let mut counts = self.counts_of(rule, view, side);
                match rule {
                    Rule::SpoilTwos => counts = counted_on(&mut kept.spoiled, &counts, view),
                    Rule::ExtendTwos => counts = counted_on(&mut kept.extended, &counts, view),
                    _ => {}
                }
                let cells = self.cells_with(rule, &counts);
                if found.is_none() && !cells.is_empty() {
                    found = Some((rule, cells));
                }
            }
            let (rule, cells) =
                found.unwrap_or_else(|| (Rule::Anywhere, view.empty_cells().collect()));
            answers.extend(self.written(rule, &cells, view).0);
        }
        answers.dedup();
        AnyOf(answers)
    }

    fn written(&self, rule: Rule, cells: &[u8], view: &View) -> AnyOf<Item> {
        let number = rule.number() - 1 + self.first_number;
        let ids: Vec<u16> = if self.is_place_written {
            let places = (0..).zip(view.empty_cells());
            places
                .filter(|(_, cell)| cells.binary_search(cell).is_ok())
                .map(|(place, _)| place)
                .collect()
        } else {
            cells.iter().map(|&cell| self.numbering.number(cell)).collect()
        };
        let is_one = match self.chosen {
            Chosen::OneOnMost => rule == Rule::SpoilTwos || rule == Rule::ExtendTwos,
            Chosen::OneInAllRules => true,
            Chosen::OneThree => is_of_threes(rule),
            _ => self.last_rule == LastRule::OneCell && rule == Rule::Anywhere,
        };
        if is_one {
            // Of the many cells of rule 5 a program takes the first or the last one.
            let taken = match ids.as_slice() {
                &[first, .., last] if rule == Rule::Anywhere => vec![first, last],
                _ => ids,
            };
            AnyOf(taken.into_iter().map(|id| Item::new(number, [id])).collect())
        } else {
            AnyOf(vec![Item::new(number, ids)])
        }
    }

    /// The cells that rule 5 allows, ascending.
    fn cells_of_last_rule(&self, view: &View) -> Vec<u8> {
        let is_allowed = |cell: u8| self.last_rule == LastRule::AllCells || view.at(cell).is_none();
        let mut cells = Vec::with_capacity(256);
        for cell in 0..=u8::MAX {
            if is_allowed(cell) && self.looked_at.has(cell) {
                cells.push(cell);
            }
        }
        cells
    }

    /// The cells that a rule allows, ascending.
    fn cells_of(&self, rule: Rule, view: &View, side: Stone) -> Vec<u8> {
        let counts = self.counts_of(rule, view, side);
        let mut cells = self.cells_with(rule, &counts);
        if self.chosen == Chosen::TieByRule4 && rule == Rule::SpoilTwos {
            let others = self.counts_of(Rule::ExtendTwos, view, side);
            let count = |cell: u8| others.get(usize::from(cell)).copied().unwrap_or(0);
            let most = cells.iter().map(|&cell| count(cell)).max().unwrap_or(0);
            cells.retain(|&cell| count(cell) == most);
        }
        let never_fails = match self.never_fails {
            NeverFails::Neither => false,
            NeverFails::Both => !is_of_threes(rule),
            NeverFails::Rule4 => rule == Rule::ExtendTwos,
        };
        if never_fails && cells.is_empty() { self.cells_of_last_rule(view) } else { cells }
    }

    /// The cells that a rule allows with these counts, ascending.
    fn cells_with(&self, rule: Rule, counts: &Counts) -> Vec<u8> {
        let mut cells = Vec::with_capacity(64);
        // Most counts are 0: eight at once are passed over.
        for (eight, first) in counts.chunks(8).zip((0..=u8::MAX).step_by(8)) {
            if eight != [0; 8] {
                let counted = (first..=u8::MAX).zip(eight).filter(|&(_, &count)| count > 0);
                cells
                    .extend(counted.map(|(cell, _)| cell).filter(|&cell| self.looked_at.has(cell)));
            }
        }
        let are_all_allowed = is_of_threes(rule) && self.chosen != Chosen::OnMostInAllRules;
        if are_all_allowed { cells } else { self.chosen_of(cells, counts, rule) }
    }

    /// How many lines of a rule each empty cell is on.
    fn counts_of(&self, rule: Rule, view: &View, side: Stone) -> Counts {
        let is_of_threes = is_of_threes(rule);
        let is_own = rule == Rule::Complete || rule == Rule::ExtendTwos;
        let is_swapped = match self.swapped {
            Swapped::None | Swapped::InTurn => false,
            Swapped::All => true,
            Swapped::Threes => is_of_threes,
            Swapped::Twos => !is_of_threes,
        };
        let owner = if is_own == is_swapped { side.other() } else { side };
        let mut counts: Counts = [0; 256];
        let least = match self.twos {
            _ if is_of_threes => 3,
            Twos::OneOrTwo | Twos::One => 1,
            _ => 2,
        };
        for (seen, times) in view.lines_with(least, self.lines) {
            if self.unknown.is_some_and(|cell| seen.cells().contains(&cell)) {
                continue;
            }
            let is_counted = if is_of_threes {
                self.is_three(seen, view, owner)
            } else {
                self.is_two(seen, view, owner)
            };
            if is_counted && self.directions.times(seen.line()) > 0 {
                for cell in seen.cells() {
                    let is_free = match (is_of_threes, self.threes) {
                        (true, Threes::Taken) => view.at(cell) != Some(owner),
                        _ => view.at(cell).is_none(),
                    };
                    if is_free && let Some(count) = counts.get_mut(usize::from(cell)) {
                        *count += times;
                    }
                }
            }
        }
        counts
    }

    /// The cells that rule 3 or 4 allows, of those that are on any of its lines.
    #[expect(clippy::indexing_slicing, reason = "there is a count for each cell")]
    fn chosen_of(&self, mut cells: Vec<u8>, counts: &Counts, rule: Rule) -> Vec<u8> {
        let count = |cell: &u8| counts[usize::from(*cell)];
        let most = cells.iter().map(count).max().unwrap_or(0);
        let fewest = cells.iter().map(count).min().unwrap_or(0);
        let mut before = 0;
        cells.retain(|cell| {
            let count = count(cell);
            let is_more = count > before;
            let is_most_so_far = count >= before;
            before = before.max(count);
            match self.chosen {
                Chosen::OnMost
                | Chosen::OnMostInAllRules
                | Chosen::TieByRule4
                | Chosen::OneOnMost
                | Chosen::OneInAllRules
                | Chosen::OneThree => count == most,
                Chosen::Every => true,
                Chosen::OnTwoOrMost => count == most && count >= 2,
                Chosen::OnTwoOrMostInRule3 => {
                    count == most && (count >= 2 || rule != Rule::SpoilTwos)
                }
                Chosen::OnTwo => count >= 2,
                Chosen::OnFewest => count == fewest,
                Chosen::OnMostSoFar => is_most_so_far,
                Chosen::OnMoreThanBefore => is_more,
            }
        });
        cells
    }

    fn is_three(&self, seen: &SeenLine, view: &View, owner: Stone) -> bool {
        let [first, .., last] = seen.cells();
        seen.stones(owner) == 3
            && match self.threes {
                Threes::Open => seen.empty() == 1,
                Threes::Taken => true,
                Threes::WithoutGaps => view.at(first).is_none() || view.at(last).is_none(),
            }
    }

    fn is_two(&self, seen: &SeenLine, view: &View, owner: Stone) -> bool {
        let (stones, others, empty) =
            (seen.stones(owner), seen.stones(owner.other()), seen.empty());
        match self.twos {
            Twos::Open => stones == 2 && empty == 2,
            Twos::Mixed => stones == 2,
            Twos::OfEitherSide => (stones == 2 || others == 2) && empty == 2,
            Twos::OneOrTwo => (1..=2).contains(&stones) && others == 0,
            Twos::One => stones == 1 && others == 0,
            Twos::Neighbours | Twos::Apart => {
                let held = seen.cells().map(|cell| view.at(cell) == Some(owner));
                let is_pair = |pair: &[bool]| pair == [true, true];
                let are_neighbours = held.windows(2).any(is_pair);
                stones == 2 && empty == 2 && are_neighbours == matches!(self.twos, Twos::Neighbours)
            }
        }
    }
}

/// How often each empty cell was counted.
type Counts = [u8; 256];

/// What rules 3 and 4 have counted so far.
struct KeptCounts {
    spoiled: Counts,
    extended: Counts,
}

impl KeptCounts {
    const EMPTY: Self = Self { spoiled: [0; 256], extended: [0; 256] };
}

/// Adds counts to those that are kept; these, of the empty cells of a board.
fn counted_on(kept: &mut Counts, counts: &Counts, view: &View) -> Counts {
    kept.iter_mut().zip(counts).for_each(|(kept, &count)| *kept = kept.saturating_add(count));
    let mut of_empty_cells = *kept;
    for (cell, count) in (0..=u8::MAX).zip(&mut of_empty_cells) {
        if view.at(cell).is_some() {
            *count = 0;
        }
    }
    of_empty_cells
}

/// Whether a rule looks at lines with three stones.
fn is_of_threes(rule: Rule) -> bool {
    rule == Rule::Complete || rule == Rule::Block
}
