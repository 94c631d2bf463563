//! How the rule is read, and the cells that complete lines by a reading.

use super::super::cells_looked_at::{LookedAt, add_cells_left_out};
use super::super::direction_readings::{
    DirectionReading, add_directions_left_out, add_lines_within,
};
use super::super::known_lines::{KnownLine, lines_with_those_of, places_on};
use super::super::line_sets::{LineSet, add_line_sets};
use super::super::numbering::{Numbering, add_numberings};
use super::super::positions::{IdSet, NONE, OTHER_NONES, Positions};
use super::super::view::{SeenLine, View};
use gradus_board::lattice::four_in_a_row::Stone;
use gradus_step::{AnyOf, Aspects};

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    whose: Whose,
    lines: LineSet,
    directions: DirectionReading,
    fourth: Fourth,
    place: Place,
    looked_at: LookedAt,
    enough: Enough,
    chosen: Chosen,
    written: Written,
    kept: Kept,
    trials: Trials,
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
    /// The side's on the first board, the opponent's on the second, and so on.
    InTurn,
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
    /// At this one of the four.
    Only(usize),
    /// At the three others.
    AllBut(usize),
}

/// How many stones the side needs on a line.
#[derive(Clone, Copy, Default)]
enum Enough {
    #[default]
    Three,
    /// Two, if the other two cells are empty.
    Two,
    /// Exactly two, if the other two cells are empty.
    ExactlyTwo,
    /// Two of the first three cells of the scan; the last cell is not looked at.
    TwoOfThree,
}

/// Which of the cells are given.
#[derive(Clone, Copy, Default)]
enum Chosen {
    #[default]
    All,
    /// One of them, whichever is found first.
    One,
    /// Those that complete one line.
    OnOneLine,
    /// Those that complete several lines.
    OnSeveralLines,
}

/// What is written for the cells.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Written {
    #[default]
    Cells,
    /// All four cells of their lines.
    Lines,
    /// The stones of their lines.
    Stones,
    /// How many cells there are.
    Count,
    /// The place of each on its line, from 0.
    PlacesOnLines,
    /// The place of each among the empty cells, from 0.
    PlacesAmongEmpty,
}

/// What is kept from one board to the next.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kept {
    #[default]
    Nothing,
    /// The cells of all boards before.
    Cells,
    /// The same, but those that are taken by now are left out.
    EmptyCells,
    /// The set of cells that were found: none is found once more.
    Found,
    /// The answer, where a board has no cell.
    AnswerIfNone,
}

/// What becomes of the stone that is put on an empty cell to see whether it completes a line.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Trials {
    #[default]
    TakenBack,
    /// It stays where it completes a line.
    FoundStay,
    /// It stays.
    AllStay,
}

/// How the empty set is written.
#[derive(Clone, Copy)]
struct NoCells(&'static str);

impl Default for NoCells {
    fn default() -> Self {
        Self(NONE)
    }
}

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("opponents-threats", |reading| reading.whose = Whose::Opponents)
        .or("both-sides-threats", |reading| reading.whose = Whose::Both)
        .or("opponents-if-none", |reading| reading.whose = Whose::OpponentsIfNone);
    add_lines_within(aspects.add(), &[LineSet::NothingFalls], |reading| &mut reading.directions);
    add_line_sets(aspects, &LineSet::WITH_OTHER_LINES, |reading| &mut reading.lines);
    aspects
        .add()
        .or("one-cell-only", |reading| reading.chosen = Chosen::One)
        .or("cells-of-several-lines-left-out", |reading| reading.chosen = Chosen::OnOneLine);
    aspects.add().or("taken-cells-too", |reading| reading.fourth = Fourth::Any);
    aspects
        .add()
        .or("gaps-missed", |reading| reading.place = Place::AtAnEnd)
        .or("ends-missed", |reading| reading.place = Place::InTheMiddle)
        .or_each("one-place-only", places(&[3, 0], Place::Only), |reading, place| {
            reading.place = place;
        });
    aspects
        .add()
        .or("found-stones-stay", |reading| reading.trials = Trials::FoundStay)
        .or("trial-stones-stay", |reading| reading.trials = Trials::AllStay);
    aspects.add().or("two-are-enough", |reading| reading.enough = Enough::Two);
    aspects
        .add()
        .or("cells-kept", |reading| reading.kept = Kept::Cells)
        .or("cells-kept-while-empty", |reading| reading.kept = Kept::EmptyCells)
        .or("answer-kept-if-none", |reading| reading.kept = Kept::AnswerIfNone);
    add_numberings(aspects, |reading| &mut reading.numbering).alone();
    add_line_sets(aspects, &LineSet::UNCHECKED, |reading| &mut reading.lines).alone();
    aspects
        .add()
        .or_each("place-forgotten", places(&[0, 1, 2, 3], Place::AllBut), |reading, place| {
            reading.place = place;
        })
        .or_each("one-place-only", places(&[1, 2], Place::Only), |reading, place| {
            reading.place = place;
        })
        .or("sides-in-turn", |reading| reading.whose = Whose::InTurn)
        .alone();
    add_cells_left_out(aspects, |reading| &mut reading.looked_at)
        .or("first-cell-left-out", |reading| reading.looked_at = LookedAt::WithoutCell(0))
        .or("last-cell-left-out", |reading| reading.looked_at = LookedAt::WithoutCell(255))
        .alone();
    aspects
        .add()
        .or_each(
            "falling-missed-among",
            DirectionReading::of_falling(2..=4),
            |reading, directions| {
                reading.directions = directions;
            },
        )
        .alone();
    aspects
        .add()
        .or("exactly-two", |reading| reading.enough = Enough::ExactlyTwo)
        .or("cells-found-before-left-out", |reading| reading.kept = Kept::Found)
        .or("three-cells-for-a-line", |reading| reading.enough = Enough::TwoOfThree)
        .or("cells-of-several-lines-only", |reading| {
            reading.chosen = Chosen::OnSeveralLines;
        })
        .or("whole-lines", |reading| reading.written = Written::Lines)
        .or("stones-for-cells", |reading| reading.written = Written::Stones)
        .or("count-for-cells", |reading| reading.written = Written::Count)
        .or("places-on-lines", |reading| reading.written = Written::PlacesOnLines)
        .or("places-among-empty-cells", |reading| {
            reading.written = Written::PlacesAmongEmpty;
        })
        .alone();
    add_directions_left_out(aspects.add(), &[1, 2, 3, 4], |reading: &mut Reading, directions| {
        reading.directions = directions;
    })
    .alone();
    let nones = OTHER_NONES.map(|(id, none)| (id.to_owned(), none.to_owned(), none));
    aspects
        .add()
        .or_each("no-cells-as", nones, |reading, none| reading.none = NoCells(none))
        .alone();
}

/// Places on a line as the values of alternatives. They count from 1.
fn places(
    numbers: &'static [usize],
    place: fn(usize) -> Place,
) -> impl Iterator<Item = (String, String, Place)> {
    numbers.iter().map(move |&number| {
        let id = number + 1;
        (id.to_string(), id.to_string(), place(number))
    })
}

impl Reading {
    /// The answers to the board at a place: one for each way to write the program.
    pub(super) fn answer_at(&self, task: &Positions, place: usize) -> AnyOf<IdSet> {
        let depends_on_the_scan = matches!(self.place, Place::Only(_) | Place::AllBut(_))
            || matches!(self.enough, Enough::TwoOfThree)
            || self.written == Written::PlacesOnLines;
        let mut answers = self.answer(task, place, false);
        if depends_on_the_scan {
            answers.extend(self.answer(task, place, true));
            answers.dedup();
        }
        AnyOf(answers)
    }

    fn answer(&self, task: &Positions, place: usize, is_w_first: bool) -> Vec<IdSet> {
        let of_board = |place: usize| {
            let position = task.boards.get(place);
            position.map_or_else(Vec::new, |position| {
                let is_others_turn = matches!(self.whose, Whose::InTurn) && place % 2 == 1;
                let side = if is_others_turn { task.side.other() } else { task.side };
                self.numbers(&position.view, side, is_w_first)
            })
        };
        let mut numbers = of_board(place);
        match self.kept {
            Kept::Cells => numbers.extend((0..place).flat_map(of_board)),
            Kept::EmptyCells => {
                let view = task.boards.get(place).map(|position| &position.view);
                let empty: Vec<u16> = view
                    .into_iter()
                    .flat_map(View::empty_cells)
                    .map(|cell| self.numbering.number(cell))
                    .collect();
                let before = (0..place).flat_map(of_board);
                numbers.extend(before.filter(|number| empty.contains(number)));
            }
            Kept::Found => {
                let before: Vec<u16> = (0..place).flat_map(of_board).collect();
                numbers.retain(|number| !before.contains(number));
            }
            Kept::AnswerIfNone if numbers.is_empty() => {
                let before = (0..place).rev().map(of_board);
                numbers = before.into_iter().find(|before| !before.is_empty()).unwrap_or_default();
            }
            Kept::Nothing | Kept::AnswerIfNone => {}
        }
        match self.chosen {
            Chosen::One if !numbers.is_empty() => {
                numbers.sort_unstable();
                numbers.dedup();
                numbers.into_iter().map(|number| IdSet::new([number], self.none.0)).collect()
            }
            _ => vec![IdSet::new(numbers, self.none.0)],
        }
    }

    /// What is written for a board.
    fn numbers(&self, view: &View, side: Stone, is_w_first: bool) -> Vec<u16> {
        let completing = |side| self.completing(view, side, is_w_first);
        let found = match self.whose {
            Whose::Sides | Whose::InTurn => completing(side),
            Whose::Opponents => completing(side.other()),
            Whose::Both => [completing(side), completing(side.other())].concat(),
            Whose::OpponentsIfNone => {
                let own = completing(side);
                if own.is_empty() { completing(side.other()) } else { own }
            }
        };
        let mut lines = [0_u16; 256];
        for found in &found {
            if let Some(lines) = lines.get_mut(usize::from(found.cell)) {
                *lines += 1;
            }
        }
        let lines_of = |cell: u8| lines.get(usize::from(cell)).copied().unwrap_or(0);
        let is_chosen = |found: &&Found| match self.chosen {
            Chosen::All | Chosen::One => true,
            Chosen::OnOneLine => lines_of(found.cell) == 1,
            Chosen::OnSeveralLines => lines_of(found.cell) > 1,
        };
        let chosen = found.iter().filter(is_chosen);
        let number = |cell: u8| self.numbering.number(cell);
        match self.written {
            Written::Cells => chosen.map(|found| number(found.cell)).collect(),
            Written::Lines => chosen.flat_map(|found| found.line.cells()).map(number).collect(),
            Written::Stones => {
                let others = chosen.flat_map(|found| {
                    found.line.cells().into_iter().filter(|&cell| cell != found.cell)
                });
                others.map(number).collect()
            }
            Written::Count => {
                let mut cells: Vec<u8> = chosen.map(|found| found.cell).collect();
                cells.sort_unstable();
                cells.dedup();
                vec![u16::try_from(cells.len()).unwrap_or(u16::MAX)]
            }
            Written::PlacesOnLines => chosen.map(|found| found.place).collect(),
            Written::PlacesAmongEmpty => {
                let places = (0..).zip(view.empty_cells());
                places.filter(|&(_, cell)| lines_of(cell) > 0).map(|(place, _)| place).collect()
            }
        }
    }

    /// The cells that complete lines, a cell for each line.
    fn completing(&self, view: &View, side: Stone, is_w_first: bool) -> Vec<Found> {
        if self.trials != Trials::TakenBack {
            return self.with_stones_that_stay(view, side);
        }
        let mut found = Vec::new();
        for (seen, _) in view.lines_with(self.least(), self.lines) {
            if !self.is_enough(seen, side) || self.directions.times(seen.line()) == 0 {
                continue;
            }
            let mut cells = seen.cells();
            if is_w_first && seen.line().falls_with_w_first() {
                cells.reverse();
            }
            if let (Enough::TwoOfThree, [first @ .., _]) = (self.enough, cells) {
                let own = first.iter().filter(|&&cell| view.at(cell) == Some(side)).count();
                let empty = first.into_iter().find(|&cell| view.at(cell).is_none());
                let cell = empty.filter(|_| own == 2);
                found.extend(cell.map(|cell| Found { cell, place: 0, line: seen.line() }));
                continue;
            }
            for (place, cell) in (0..).zip(cells) {
                let is_looked_at = self.has_place(usize::from(place)) && self.looked_at.has(cell);
                if view.at(cell) != Some(side) && is_looked_at {
                    found.push(Found { cell, place, line: seen.line() });
                }
            }
        }
        found
    }

    /// The cells that complete lines one after another, ascending, where stones stay on the board.
    #[expect(clippy::indexing_slicing, reason = "places of lines")]
    fn with_stones_that_stay(&self, view: &View, side: Stone) -> Vec<Found> {
        let lines = lines_with_those_of(self.lines);
        // How many stones of the side each has.
        let mut own = vec![0_u8; lines.len()];
        let places = |cell| {
            let places = places_on(cell).iter().map(|&place| usize::from(place));
            places.take_while(|&place| place < lines.len())
        };
        for cell in (0..=u8::MAX).filter(|&cell| view.at(cell) == Some(side)) {
            places(cell).for_each(|place| own[place] += 1);
        }
        let mut found = Vec::new();
        for cell in view.empty_cells() {
            // No line of this rule's sets has a cell twice.
            let mut complete =
                places(cell).filter(|&place| own[place] == 3).map(|place| &lines[place]);
            let is_known =
                |line: &&KnownLine| line.is_of(self.lines) && self.directions.times(line) > 0;
            let line = complete.find(is_known);
            if line.is_some() || self.trials == Trials::AllStay {
                places(cell).for_each(|place| own[place] += 1);
            }
            found.extend(line.map(|line| Found { cell, place: 0, line }));
        }
        found
    }

    /// How many stones of one side a line has at least that counts.
    const fn least(&self) -> u8 {
        match self.enough {
            Enough::Three => 3,
            Enough::Two | Enough::ExactlyTwo | Enough::TwoOfThree => 2,
        }
    }

    fn is_enough(&self, seen: &SeenLine, side: Stone) -> bool {
        let own = seen.stones(side);
        match self.enough {
            Enough::Three => own == 3 && (self.fourth == Fourth::Any || seen.empty() == 1),
            Enough::Two => own + seen.empty() == 4 && own >= 2,
            Enough::ExactlyTwo => own == 2 && seen.empty() == 2,
            Enough::TwoOfThree => own >= 2,
        }
    }

    /// Whether the fourth cell may be at this place of its line.
    fn has_place(&self, place: usize) -> bool {
        match self.place {
            Place::Any => true,
            Place::AtAnEnd => place == 0 || place == 3,
            Place::InTheMiddle => place == 1 || place == 2,
            Place::Only(one) => place == one,
            Place::AllBut(one) => place != one,
        }
    }
}

/// A cell that completes a line.
#[derive(Clone, Copy)]
struct Found {
    cell: u8,
    /// Where on the line it is.
    place: u16,
    line: &'static KnownLine,
}
