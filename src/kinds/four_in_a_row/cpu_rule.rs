//! Step 26: which of the computer's five rules applies, and what it may play.

use std::fmt;
use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::positions::{Avoid, Positions, empty_cells_on_twos, played, read_cells};
use crate::board::lattice::four_in_a_row::{Bitboard, Board, Choice, Rule, Stone, Tally};
use crate::kinds::item::write_spaced;
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind, Workload};

/// The first rule that applies and its cells, for each board.
pub enum CpuRule {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 16>,
}

/// A rule's number and its cells, at least one: `3: 17 33`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Item {
    rule: u8,
    cells: Bitboard,
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.rule)?;
        write_spaced(f, self.cells.iter())
    }
}

impl Kind for CpuRule {
    const NAME: &'static str = "four-in-a-row/cpu-rule";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "sides-swapped",
            hint: "The rules are those of `side`: its own threes come first, then its opponent's.",
            solve: |task| task.choices(|board, side| board.computers_choice(side.other())),
        },
        Misconception {
            id: "blocking-comes-first",
            hint: "The rules are tried in their order: a side completes its own line before it stops another one.",
            solve: |task| {
                task.choices(|board, side| {
                    let [complete, block, ..] = Rule::ALL;
                    board.choice_by(side, [block, complete].into_iter().chain(Rule::ALL))
                })
            },
        },
        Misconception {
            id: "own-twos-come-first",
            hint: "The rules are tried in their order: the opponent's twos come before the side's own.",
            solve: |task| {
                task.choices(|board, side| {
                    let [complete, block, spoil, extend, anywhere] = Rule::ALL;
                    board.choice_by(side, [complete, block, extend, spoil, anywhere])
                })
            },
        },
        Misconception {
            id: "every-cell-of-the-lines",
            hint: "Rules 3 and 4 do not allow every empty cell of their lines, but those that lie on the most of them.",
            solve: |task| task.choices(|board, side| Some(with_every_cell(board, side))),
        },
        Misconception {
            id: "blocked-lines-counted",
            hint: "Rules 3 and 4 count lines with two stones of one side and two empty cells. A third stone takes a line out.",
            solve: |task| task.choices(|board, side| Some(with_blocked_lines(board, side))),
        },
    ];

    type Params = Params;
    type Task = Positions;
    type Item = Item;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Positions {
        Positions::draw(rng, params.boards.get(), ruled)
    }

    fn reference(task: &Positions) -> Vec<Item> {
        task.choices(Board::computers_choice)
    }

    fn read_item(_task: &Positions, _position: usize, text: &str) -> Result<Item, Expected> {
        let item = text.split_once(':').and_then(|(rule, cells)| {
            let rule = rule.trim().parse().ok().filter(|rule| (1..=5).contains(rule))?;
            Some(Item { rule, cells: read_cells(cells)? })
        });
        item.ok_or(Expected("a rule from 1 to 5, a colon, and ids from 0 to 255: `3: 17 33`"))
    }
}

impl Positions {
    fn choices(&self, choice: impl Fn(&Board, Stone) -> Option<Choice>) -> Vec<Item> {
        self.each(|board, side| {
            let anywhere = Choice { rule: Rule::Anywhere, cells: board.empty_cells() };
            // A wrong solver may find no rule that applies; then it plays anywhere.
            let Choice { rule, cells } = choice(board, side).unwrap_or(anywhere);
            Item { rule: rule.number(), cells }
        })
    }
}

/// A position in which a rule applies that is drawn first: 1 to 4 are equally likely, 5 is rare.
fn ruled(rng: &mut ChaCha8Rng, side: Stone) -> Board {
    let (wanted, moves_each, avoid) = match rng.random_range(0..17) {
        0..4 => (Rule::Complete, 24..=34, Avoid::Lines),
        4..8 => (Rule::Block, 16..=28, Avoid::Lines),
        8..12 => (Rule::SpoilTwos, 10..=22, Avoid::OpenThrees),
        12..16 => (Rule::ExtendTwos, 5..=10, Avoid::OpenTwosOf(side.other())),
        _ => (Rule::Anywhere, 1..=3, Avoid::OpenThrees),
    };
    // Some mistakes change the choice on few boards: two of three boards are drawn so that they do.
    let mistakes: &[fn(&Board, Stone) -> Choice] = match wanted {
        _ if rng.random_range(0..3) == 0 => &[],
        Rule::SpoilTwos => &[with_every_cell, with_blocked_lines],
        Rule::ExtendTwos => &[with_every_cell],
        Rule::Complete | Rule::Block | Rule::Anywhere => &[],
    };
    loop {
        let board = played(rng, side, moves_each.clone(), avoid);
        let Some(choice) = board.computers_choice(side) else { continue };
        let shows = |mistake: &fn(&Board, Stone) -> Choice| mistake(&board, side) != choice;
        if choice.rule == wanted && mistakes.iter().all(shows) {
            return board;
        }
    }
}

/// The computer's choice if rules 3 and 4 allowed every empty cell of their lines.
fn with_every_cell(board: &Board, side: Stone) -> Choice {
    choice_by_twos(board, side, 0..=0, Tally::counted)
}

/// The computer's choice if rules 3 and 4 counted lines on which the other side has a stone.
fn with_blocked_lines(board: &Board, side: Stone) -> Choice {
    choice_by_twos(board, side, 0..=1, Tally::most)
}

/// The computer's choice by other rules 3 and 4: over lines with two stones of one side and a number of the other's in a
/// range, and with another way to choose among their cells.
fn choice_by_twos(
    board: &Board,
    side: Stone,
    others: RangeInclusive<u8>,
    chosen: impl Fn(&Tally) -> Bitboard,
) -> Choice {
    let twos = [(Rule::SpoilTwos, side.other()), (Rule::ExtendTwos, side)].map(|(rule, owner)| {
        let tally = empty_cells_on_twos(board, owner, others.clone(), |_| true);
        Choice { rule, cells: chosen(&tally) }
    });
    let by_threes = board.choice_by(side, [Rule::Complete, Rule::Block]);
    let mut choices = by_threes.into_iter().chain(twos);
    choices
        .find(|choice| !choice.cells.is_empty())
        .unwrap_or(Choice { rule: Rule::Anywhere, cells: board.empty_cells() })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn rules_one_to_four_are_equally_frequent_and_five_is_rare() {
        let mut rng = ChaCha8Rng::seed_from_u64(26);
        let mut boards = [0; 5];
        for _ in 0..850 {
            let choice = ruled(&mut rng, Stone::Black).computers_choice(Stone::Black).unwrap();
            boards[usize::from(choice.rule.number()) - 1] += 1;
        }
        assert!(boards[..4].iter().all(|count| (150..250).contains(count)), "{boards:?}");
        assert!((25..80).contains(&boards[4]), "{boards:?}");
    }
}
