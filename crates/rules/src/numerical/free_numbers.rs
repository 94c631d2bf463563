//! Step 11: the numbers that the player to move may place.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::positions::{Boards, undecided, with_short_line};
use super::readings::{Cells, Lines, Turn, on_line, placed};
use crate::texts::{form, numerical as hints};
use gradus_board::drawing::Panel;
use gradus_board::numerical::{Number, NumberSet};
use gradus_step::{Aspects, Count, Feedback, Kind, One, Steering, Template, Text, Workload};

/// The numbers that are left to the player to move, for each board.
pub enum FreeNumbers {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<8, 50>,
}

/// A set of numbers as an item: `1 5 9`, and `-` for the empty set. Number `n` is bit `n`; a wrong reading may have 0 or 17 in it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Numbers(u32);

impl Numbers {
    fn contains(self, number: u8) -> bool {
        self.0 >> number & 1 == 1
    }
}

impl FromIterator<u8> for Numbers {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Self {
        Self(numbers.into_iter().fold(0, |bits, number| bits | 1 << number))
    }
}

impl From<NumberSet> for Numbers {
    fn from(numbers: NumberSet) -> Self {
        numbers.iter().map(Number::value).collect()
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("-");
        }
        for (index, number) in (0..32).filter(|&number| self.contains(number)).enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{number}")?;
        }
        Ok(())
    }
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    turn: Turn,
    owner: Owner,
    used: Used,
    range: Range,
    end: End,
    form: Form,
    looked_at: LookedAt,
    kept: Kept,
}

/// Which cells are looked at.
#[derive(Default)]
enum LookedAt {
    #[default]
    All,
    WithoutLast,
    WithoutFirst,
    WithoutLastRow,
    /// All of them to count the numbers, but not to compare them.
    WithoutLastToCompare,
    WithoutLastToCount,
}

/// What is kept from the boards before, since it is not reset.
#[derive(Default)]
enum Kept {
    #[default]
    Nothing,
    /// The numbers on them count as used.
    Used,
    /// Those of the player to move, from the boards on which it was to move.
    UsedByPlayer,
    /// How many numbers were on them.
    Count,
    /// Nothing but the turn: it alternates from board to board.
    Alternating,
}

/// Whose numbers are given.
#[derive(Default)]
enum Owner {
    #[default]
    PlayerToMove,
    Both,
}

/// What becomes of numbers that lie on the board.
#[derive(Default)]
enum Used {
    #[default]
    LeftOut,
    Kept,
    /// They are given, and the free ones are not.
    Given,
    /// A number is left out if its digits occur in the text of the board.
    SearchedAsText,
    /// After a number that is left out, the next one is not looked at.
    RemovedInLoop,
    /// Only numbers greater than all on the board.
    GreaterThanAll,
}

/// Which numbers there are.
#[derive(Default)]
enum Range {
    #[default]
    OneToSixteen,
    ToFifteen,
    /// The odd numbers end early, the even ones do not.
    WithoutFifteen,
    /// The even numbers begin late, the odd ones do not.
    WithoutTwo,
    /// Without the last number of either player.
    WithoutLast,
    ToNine,
    ToSeventeen,
    FromTwo,
    /// Without the first number of either player.
    WithoutFirst,
    /// 0 is always free.
    FromZero,
}

/// When nobody may place a number.
#[derive(Default)]
enum End {
    #[default]
    NotAsked,
    /// When the numbers on some line add up to 34, however many they are.
    AtSum,
}

/// What is said of the free numbers.
#[derive(Default)]
enum Form {
    #[default]
    All,
    HowMany,
    First,
    Last,
    /// The cells that are empty.
    EmptyCells,
}

impl Kind for FreeNumbers {
    const NAME: &'static str = "numerical/free-numbers";
    const VERSION: u32 = 3;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;

    type Params = Params;
    type Task = Boards;
    type Item = Numbers;
    type Solution = One<Numbers>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::FREE_NUMBERS]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("always-odd", |reading| reading.turn = Turn::AlwaysOdd)
            .or("other-player", |reading| reading.turn = Turn::ByCountReversed)
            .or("always-even", |reading| reading.turn = Turn::AlwaysEven)
            .or("turn-from-sum", |reading| reading.turn = Turn::BySum)
            .or("turn-from-last-number", |reading| reading.turn = Turn::ByLastNumber)
            .or("turn-from-largest-number", |reading| reading.turn = Turn::ByLargestNumber);
        aspects.add().or("both-players", |reading| reading.owner = Owner::Both);
        aspects
            .add()
            .or("used-numbers-kept", |reading| reading.used = Used::Kept)
            .or("used-numbers-given", |reading| reading.used = Used::Given)
            .or("searched-as-text", |reading| reading.used = Used::SearchedAsText)
            .or("removed-in-the-loop", |reading| reading.used = Used::RemovedInLoop)
            .or("greater-than-all", |reading| reading.used = Used::GreaterThanAll);
        aspects
            .add()
            .or("last-cell-missed", |reading| reading.looked_at = LookedAt::WithoutLast)
            .or("first-cell-missed", |reading| reading.looked_at = LookedAt::WithoutFirst)
            .or("last-row-missed", |reading| reading.looked_at = LookedAt::WithoutLastRow)
            .or("last-cell-not-compared", |reading| {
                reading.looked_at = LookedAt::WithoutLastToCompare;
            })
            .or("last-cell-not-counted", |reading| {
                reading.looked_at = LookedAt::WithoutLastToCount;
            });
        aspects
            .add()
            .or("sixteen-left-out", |reading| reading.range = Range::ToFifteen)
            .or("fifteen-left-out", |reading| reading.range = Range::WithoutFifteen)
            .or("two-left-out", |reading| reading.range = Range::WithoutTwo)
            .or("last-number-left-out", |reading| reading.range = Range::WithoutLast)
            .or("numbers-to-nine", |reading| reading.range = Range::ToNine)
            .or("seventeen-included", |reading| reading.range = Range::ToSeventeen)
            .or("one-left-out", |reading| reading.range = Range::FromTwo)
            .or("first-number-left-out", |reading| reading.range = Range::WithoutFirst)
            .or("zero-is-free", |reading| reading.range = Range::FromZero);
        aspects.add().or("over-at-34", |reading| reading.end = End::AtSum);
        aspects
            .add()
            .or("how-many", |reading| reading.form = Form::HowMany)
            .or("first-number-only", |reading| reading.form = Form::First)
            .or("last-number-only", |reading| reading.form = Form::Last)
            .or("empty-cells", |reading| reading.form = Form::EmptyCells);
        aspects
            .add()
            .or("used-not-cleared", |reading| reading.kept = Kept::Used)
            .or("numbers-not-refilled", |reading| reading.kept = Kept::UsedByPlayer)
            .or("count-not-set-back", |reading| reading.kept = Kept::Count)
            .or("turns-alternate", |reading| reading.kept = Kept::Alternating)
            .alone();
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Boards {
        let draw = |rng: &mut ChaCha8Rng| {
            // Some of them look as if the game were over.
            if rng.random_ratio(2, 5) {
                with_short_line(rng, 4..=13)
            } else {
                let moves = rng.random_range(3..=13);
                undecided(rng, moves)
            }
        };
        let boards = steering.cover(rng, params.boards.get() as usize, 4, draw, Boards::one);
        Boards { boards }
    }

    fn solve<'a>(
        task: &'a Boards,
        reading: &'a Reading,
    ) -> impl Iterator<Item = One<Numbers>> + 'a {
        let mut before = Before::default();
        task.boards.iter().map(move |board| One(reading.numbers(&board.cells(), &mut before)))
    }

    fn reference(task: &Boards) -> Vec<One<Numbers>> {
        task.boards.iter().map(|board| One(board.free_numbers().into())).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        task.panels(1)
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<Numbers, Text> {
        if text == "-" {
            return Ok(Numbers::default());
        }
        let number = |word: &str| word.parse().ok().and_then(Number::new).map(Number::value);
        let numbers: Option<Numbers> = text.split_whitespace().map(number).collect();
        numbers.filter(|&numbers| numbers != Numbers::default()).ok_or_else(form::numbers)
    }
}

/// What is known of the boards before.
#[derive(Default)]
struct Before {
    used: [Numbers; 2],
    placed: usize,
    boards: usize,
}

impl LookedAt {
    /// The cells that are counted, and those that are compared, with 0 for those that are not looked at.
    fn of(&self, cells: &Cells) -> [Cells; 2] {
        let part = |range: std::ops::Range<usize>| {
            let mut part = *cells;
            let others = part.iter_mut().enumerate().filter(|(cell, _)| !range.contains(cell));
            others.for_each(|(_, number)| *number = 0);
            part
        };
        match self {
            Self::All => [*cells; 2],
            Self::WithoutLast => [part(0..15); 2],
            Self::WithoutFirst => [part(1..16); 2],
            Self::WithoutLastRow => [part(0..12); 2],
            Self::WithoutLastToCompare => [*cells, part(0..15)],
            Self::WithoutLastToCount => [part(0..15), *cells],
        }
    }
}

impl Reading {
    fn numbers(&self, cells: &Cells, before: &mut Before) -> Numbers {
        let [counted, cells] = &self.looked_at.of(cells);
        let is_34 = |line| on_line(cells, line).iter().sum::<u8>() == 34;
        if matches!(self.end, End::AtSum) && Lines::default().list().iter().any(is_34) {
            return Numbers::default();
        }
        let is_odd = self.turn.is_odd(counted);
        before.placed += placed(counted);
        before.boards += 1;
        let is_odd_to_move = match self.kept {
            Kept::Count => before.placed.is_multiple_of(2),
            Kept::Alternating => !before.boards.is_multiple_of(2),
            _ => is_odd,
        };
        let is_kept = |player: bool| match self.kept {
            Kept::Used => true,
            Kept::UsedByPlayer => player == is_odd_to_move,
            _ => false,
        };
        let on_board: Numbers = cells.iter().copied().filter(|&number| number != 0).collect();
        let [odd, even] = &mut before.used;
        for (player, used) in [(true, odd), (false, even)] {
            used.0 |= if is_kept(player) { on_board.0 } else { 0 };
        }
        let [odd, even] = before.used;
        let used_before = if is_odd_to_move { odd } else { even };
        if matches!(self.form, Form::EmptyCells) {
            let empty = (0..16_u8).zip(cells).filter(|&(_, &number)| number == 0);
            return empty.map(|(cell, _)| cell).collect();
        }
        let mut is_passed_over = false;
        let mut is_looked_at = move |is_used: bool| {
            let is_looked_at = !is_passed_over;
            is_passed_over = is_looked_at && is_used;
            is_looked_at
        };
        let is_owned = |number: u8| match self.owner {
            Owner::PlayerToMove => number.is_multiple_of(2) != is_odd_to_move,
            Owner::Both => true,
        };
        let owned = (0..=17).filter(|&number| is_owned(number) && self.exists(number));
        let free: Vec<u8> = owned
            .filter(|&number| match self.used {
                Used::RemovedInLoop => {
                    !is_looked_at(on_board.contains(number)) || !on_board.contains(number)
                }
                _ => self.is_given(cells, number) && !used_before.contains(number),
            })
            .collect();
        let mut free = free.into_iter();
        match self.form {
            Form::All => free.collect(),
            Form::HowMany => free.len().try_into().ok().into_iter().collect(),
            Form::First => free.take(1).collect(),
            Form::Last => free.next_back().into_iter().collect(),
            Form::EmptyCells => Numbers::default(),
        }
    }

    fn exists(&self, number: u8) -> bool {
        match self.range {
            Range::OneToSixteen => (1..=16).contains(&number),
            Range::ToFifteen => (1..=15).contains(&number),
            Range::WithoutFifteen => (1..=16).contains(&number) && number != 15,
            Range::WithoutTwo => (1..=16).contains(&number) && number != 2,
            Range::ToNine => (1..=9).contains(&number),
            Range::WithoutLast => (1..=14).contains(&number),
            Range::ToSeventeen => (1..=17).contains(&number),
            Range::FromTwo => (2..=16).contains(&number),
            Range::WithoutFirst => (3..=16).contains(&number),
            Range::FromZero => (0..=16).contains(&number),
        }
    }

    fn is_given(&self, cells: &Cells, number: u8) -> bool {
        // Empty cells do not make 0 a number that is used.
        let is_used = number != 0 && cells.contains(&number);
        match self.used {
            Used::LeftOut => !is_used,
            Used::Kept | Used::RemovedInLoop => true,
            Used::GreaterThanAll => cells.iter().all(|&other| other < number),
            Used::Given => is_used,
            Used::SearchedAsText => {
                let tens_or_units = |other: u8| other / 10 == number || other % 10 == number;
                let is_found =
                    |&other: &u8| other != 0 && (other == number || tens_or_units(other));
                number == 0 || !cells.iter().any(is_found)
            }
        }
    }
}
