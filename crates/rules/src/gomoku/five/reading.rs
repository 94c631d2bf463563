//! How the rule is read, and the result of a game by a reading.

use std::fmt;

use super::super::plain;
use super::super::plain::{Border, LINES, LineSet, Place, SIDE};
use super::runs::{EMPTY, Record, Runs, Stones, index_of, padded, run, stride};
use gradus_board::gomoku::{Point, Stone};
use gradus_step::Aspects;

/// Who won with which move, as `x17`; `-` while the game is open.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Win(pub(super) Option<(Stone, usize)>);

impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some((winner, number)) => write!(f, "{winner}{number}"),
            None => f.write_str("-"),
        }
    }
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    length: Length,
    lines: LineSet,
    counted: Counted,
    reach: Reach,
    border: Border,
    colours: Colours,
    number: Number,
    named: Named,
    undecided: Undecided,
    asked: Asked,
    kept: Kept,
    played: Played,
    starts: Starts,
}

/// How many stones in a row win.
#[derive(Clone, Copy)]
struct Length {
    least: usize,
    /// The most for black, and for white.
    most: [usize; 2],
}

impl Default for Length {
    fn default() -> Self {
        Self { least: 5, most: [usize::MAX; 2] }
    }
}

/// Which stones are counted with the last one.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Counted {
    /// Those before and after it on a line, as far as there is no gap.
    #[default]
    BothSides,
    After,
    Before,
    /// Those on the side where there are more.
    LongerSide,
    /// All that are at most four away on a line, also behind a gap.
    WithGaps,
    /// Those of one line after the other, without beginning again at 0.
    LinesTogether,
    /// Those before and after it up to a stone of the opponent, with the empty points between them.
    WithEmptyPoints,
    /// The same without the empty points.
    OverEmptyPoints,
}

/// How many stones before and after the last one are counted at most.
#[derive(Clone, Copy)]
struct Reach {
    before: usize,
    after: usize,
}

impl Default for Reach {
    fn default() -> Self {
        Self { before: usize::MAX, after: usize::MAX }
    }
}

/// Whose stones make a row.
#[derive(Clone, Copy, Default)]
enum Colours {
    #[default]
    OfTheMover,
    Both,
}

/// Which number the item has.
#[derive(Clone, Copy, Default)]
enum Number {
    #[default]
    FromOne,
    FromZero,
    /// Each side's moves are counted for themselves.
    OfTheWinner,
    /// The letters are counted, up to so many after the first one of the move.
    Letters(usize),
    /// So many more.
    More(usize),
}

/// Whom the item names.
#[derive(Clone, Copy, Default)]
enum Named {
    #[default]
    Winner,
    Loser,
    Always(Stone),
}

/// What is answered for a game that nobody has won.
#[derive(Clone, Copy, Default)]
enum Undecided {
    #[default]
    Nobody,
    /// That the last move has won.
    LastMover,
}

/// Whose rows are looked for.
#[derive(Clone, Copy, Default)]
enum Asked {
    #[default]
    Both,
    Only(Stone),
}

/// What is not reset between games.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kept {
    #[default]
    Nothing,
    /// Whose turn it is, so that the next game begins with the player to move.
    Turn,
    /// The stones on the board.
    Board,
    /// The number of moves, which runs on.
    Number,
    /// The result, if nobody wins.
    Result,
}

/// Which moves of a game are looked at.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Played {
    #[default]
    All,
    AllButTheLast,
}

/// Where five in a row may begin.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Starts {
    #[default]
    Anywhere,
    /// Not where they end in the last row or column, or in the first column.
    OneShort,
    /// Not where one of them is in the last row or column.
    NoneInTheLast,
}

impl Starts {
    /// Whether five in a row on this line may begin here.
    pub(super) fn has(self, (row, column): Place, (down, across): Place) -> bool {
        let is_in_rows = down == 0 || row < SIDE - 5;
        let is_in_columns = match (across, self) {
            (0, _) => true,
            (1, _) => column < SIDE - 5,
            (_, Self::NoneInTheLast) => column < SIDE - 1,
            _ => column > 4,
        };
        self == Self::Anywhere || is_in_rows && is_in_columns
    }

    /// Whether any five may begin in a row of so many stones, of which the first one is here.
    fn has_any(self, first: Place, line: Place, stones: usize) -> bool {
        let steps = 0..=i16::try_from(stones).unwrap_or(SIDE) - 5;
        self == Self::Anywhere
            || steps.into_iter().any(|steps| self.has(plain::along(first, line, steps), line))
    }
}

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("exactly-five", |reading| reading.length.most = [5, 5])
        .or("four-is-enough", |reading| reading.length.least = 4)
        .or("six-are-needed", |reading| reading.length.least = 6);
    plain::forgotten_lines(aspects.add(), |reading| &mut reading.lines);
    aspects
        .add()
        .or("one-way-only", |reading| reading.counted = Counted::After)
        .or("one-way-back-only", |reading| reading.counted = Counted::Before)
        .or("sides-not-added", |reading| reading.counted = Counted::LongerSide)
        .or("gaps-allowed", |reading| reading.counted = Counted::WithGaps)
        .or("lines-added-up", |reading| reading.counted = Counted::LinesTogether);
    aspects
        .add()
        .or("moves-from-zero", |reading| reading.number = Number::FromZero)
        .or("moves-of-the-winner", |reading| reading.number = Number::OfTheWinner)
        .or("letters-counted", |reading| reading.number = Number::Letters(2));
    aspects.add().or("the-other-side-named", |reading| reading.named = Named::Loser);
    aspects.add().or("somebody-always-wins", |reading| {
        reading.undecided = Undecided::LastMover;
    });
    aspects
        .add()
        .or("outermost-points-left-out", |reading| reading.border = Border::Within(1, 13))
        .or("wrapped-to-the-next-row", |reading| reading.border = Border::NextRow)
        .or("index-below-zero", |reading| reading.border = Border::FromTheEnd);
    aspects.add().or("colours-ignored", |reading| reading.colours = Colours::Both);
    aspects
        .add()
        .or("turn-not-set-back", |reading| reading.kept = Kept::Turn)
        .or("board-not-emptied", |reading| reading.kept = Kept::Board)
        .or("moves-counted-on", |reading| reading.kept = Kept::Number)
        .or("result-not-set-back", |reading| reading.kept = Kept::Result)
        .or("empty-points-counted", |reading| reading.counted = Counted::WithEmptyPoints)
        .or("over-empty-points", |reading| reading.counted = Counted::OverEmptyPoints)
        .alone();
    aspects
        .add()
        .or("last-move-not-played", |reading| reading.played = Played::AllButTheLast)
        .or("long-rows-of-black", |reading| reading.length.most = [5, usize::MAX])
        .alone();
    let side = |stone: Stone| (stone.to_string(), format!("`{stone}`"), stone);
    aspects
        .add()
        .or_each("only-one-side-asked", Stone::ALL.map(side), |reading, side| {
            reading.asked = Asked::Only(side);
        })
        .or_each("one-side-always-named", Stone::ALL.map(side), |reading, side| {
            reading.named = Named::Always(side);
        })
        .alone();
    let letters = [0, 1].map(|n| (n.to_string(), n.to_string(), n));
    aspects
        .add()
        .or_each("place-in-the-text", letters, |reading, more| {
            reading.number = Number::Letters(more);
        })
        .or("one-move-more", |reading| reading.number = Number::More(1))
        .alone();
    aspects
        .add()
        .or("starts-one-short", |reading| reading.starts = Starts::OneShort)
        .or("last-row-and-column-left-out", |reading| reading.starts = Starts::NoneInTheLast)
        .alone();
    aspects
        .add()
        .or("three-steps", |reading| (reading.reach.before, reading.reach.after) = (3, 3))
        .or("three-after", |reading| reading.reach.after = 3)
        .alone();
}

/// What the games before leave behind.
pub(super) struct Before {
    moves: usize,
    stones: Stones,
    result: Win,
}

impl Default for Before {
    fn default() -> Self {
        Self { moves: 0, stones: EMPTY, result: Win(None) }
    }
}

impl Reading {
    /// The result of a game that comes after others.
    pub(super) fn result(&self, game: &Record, before: &mut Before) -> Win {
        let moves = game.moves();
        let played = match self.played {
            Played::All => moves,
            Played::AllButTheLast => moves.split_last().map_or(moves, |(_, others)| others),
        };
        let turned = usize::from(self.kept == Kept::Turn) * (before.moves % 2);
        let counted = if self.kept == Kept::Number { before.moves } else { 0 };
        let found = if self.asks_for_runs() {
            self.winning_turn_by_runs(played, turned, game.runs())
        } else {
            if self.kept != Kept::Board {
                before.stones = EMPTY;
            }
            self.winning_turn(played, turned, &mut before.stones)
        };
        before.moves += moves.len();
        let result = match found.or(match self.undecided {
            Undecided::Nobody => None,
            Undecided::LastMover => Some(played.len().saturating_sub(1)),
        }) {
            Some(turn) => self.item(Stone::to_move_after(turn + turned), turn + counted),
            None if self.kept == Kept::Result => before.result,
            None => Win(None),
        };
        before.result = result;
        result
    }

    /// Whether it asks only how many stones of the mover lie side by side: that is found once for every move of a game.
    fn asks_for_runs(&self) -> bool {
        let is_side_by_side = !matches!(
            self.counted,
            Counted::WithGaps | Counted::WithEmptyPoints | Counted::OverEmptyPoints
        );
        is_side_by_side
            && self.border == Border::Exact
            && matches!(self.colours, Colours::OfTheMover)
            && self.kept != Kept::Board
    }

    /// The first move with which a win is seen, from 0, if white begins when `turned` is 1.
    fn winning_turn(&self, moves: &[Point], turned: usize, stones: &mut Stones) -> Option<usize> {
        let first = self.first_turn();
        for (turn, &point) in moves.iter().enumerate() {
            let mover = Stone::to_move_after(turn + turned);
            if let Some(place) = stones.get_mut(padded(point.index().into())) {
                *place = Some(mover);
            }
            let place = plain::place(point);
            let beside = |_, line| self.beside(stones, place, line, mover);
            if turn >= first && self.is_asked(mover) && self.is_won(place, mover, beside) {
                return Some(turn);
            }
        }
        None
    }

    /// The same, if these are the runs of the moves.
    fn winning_turn_by_runs(&self, moves: &[Point], turned: usize, runs: &[Runs]) -> Option<usize> {
        let moves = moves.iter().zip(runs).enumerate().skip(self.first_turn());
        let mut moves = moves.filter(|(_, (_, runs))| runs.total() + 1 >= self.length.least);
        let won = moves.find(|&(turn, (&point, runs))| {
            let mover = Stone::to_move_after(turn + turned);
            self.is_asked(mover)
                && self.is_won(plain::place(point), mover, |line, _| runs.along(line))
        });
        won.map(|(turn, _)| turn)
    }

    /// The first turn that can make a row, from 0: fewer moves cannot, unless stones of the games before help.
    fn first_turn(&self) -> usize {
        match (self.kept, self.colours) {
            (Kept::Board, _) => 0,
            _ if self.counted == Counted::WithEmptyPoints => 0,
            (_, Colours::OfTheMover) => 2 * (self.length.least - 1),
            (_, Colours::Both) => self.length.least - 1,
        }
    }

    /// Whether rows of this side are looked for.
    fn is_asked(&self, mover: Stone) -> bool {
        match self.asked {
            Asked::Both => true,
            Asked::Only(side) => side == mover,
        }
    }

    /// Whether a stone that was placed here makes a row that wins, with so many stones before and after it on a line.
    fn is_won(
        &self,
        place: Place,
        mover: Stone,
        beside: impl Fn(usize, Place) -> (usize, usize),
    ) -> bool {
        let mut others = 0;
        let lines = LINES.into_iter().enumerate().zip(self.lines.are_in());
        lines.filter(|&(_, is_in)| is_in).any(|((number, line), _)| {
            let (before, after) = beside(number, line);
            let (before, after) = (before.min(self.reach.before), after.min(self.reach.after));
            let new = match self.counted {
                Counted::After => after,
                Counted::Before => before,
                Counted::LongerSide => before.max(after),
                Counted::BothSides
                | Counted::WithGaps
                | Counted::LinesTogether
                | Counted::WithEmptyPoints
                | Counted::OverEmptyPoints => before + after,
            };
            others = if self.counted == Counted::LinesTogether { others + new } else { new };
            let [of_black, of_white] = self.length.most;
            let most = if mover == Stone::Black { of_black } else { of_white };
            (self.length.least..=most).contains(&(others + 1))
                && self.starts.has_any(first_of(place, line, before), line, before + 1 + after)
        })
    }

    /// How many stones are counted before and after a stone on a line.
    fn beside(&self, stones: &Stones, place: Place, line: Place, mover: Stone) -> (usize, usize) {
        let counts = |stone: Option<Stone>| match self.colours {
            Colours::OfTheMover => stone == Some(mover),
            Colours::Both => stone.is_some(),
        };
        let at = |steps: i16| {
            let index = self.border.index(plain::along(place, line, steps));
            index.and_then(|index| stones.get(padded(index)).copied().flatten())
        };
        if self.counted == Counted::WithGaps {
            let count = |sign: i16| (1..=4).filter(|steps| counts(at(sign * steps))).count();
            return (count(-1), count(1));
        }
        if matches!(self.counted, Counted::WithEmptyPoints | Counted::OverEmptyPoints) {
            let is_empty_counted = self.counted == Counted::WithEmptyPoints;
            let stride = stride(line);
            let count = |sign: i16| {
                let steps = 1..=steps_to_the_border(place, (sign * line.0, sign * line.1));
                let passed = steps.map(|steps| {
                    let at = padded(index_of(place))
                        .wrapping_add_signed(isize::from(sign * steps) * stride);
                    stones.get(at).copied().flatten()
                });
                let passed = passed.take_while(|&stone| stone.is_none() || counts(stone));
                passed.filter(|stone| stone.is_some() || is_empty_counted).count()
            };
            return (count(-1), count(1));
        }
        if self.border == Border::Exact {
            let (from, stride) = (padded(index_of(place)), stride(line));
            let count = |stride| run(stones, from, stride, counts);
            return (count(-stride), count(stride));
        }
        // Lines that go on at the opposite side have no end.
        let count = |sign: i16| (1..SIDE).take_while(|steps| counts(at(sign * steps))).count();
        (count(-1), count(1))
    }

    /// The item for a win of the mover with the move of this number, from 0.
    fn item(&self, mover: Stone, turn: usize) -> Win {
        let number = match self.number {
            Number::FromOne => turn + 1,
            Number::FromZero => turn,
            Number::OfTheWinner => turn / 2 + 1,
            Number::Letters(more) => 2 * turn + more,
            Number::More(more) => turn + 1 + more,
        };
        let named = match self.named {
            Named::Winner => mover,
            Named::Loser => mover.other(),
            Named::Always(side) => side,
        };
        Win(Some((named, number)))
    }
}

/// The place so many stones before another one on a line.
fn first_of(place: Place, line: Place, before: usize) -> Place {
    plain::along(place, line, -i16::try_from(before).unwrap_or(SIDE))
}

/// How many steps there are from a place to the last one of the board in a direction.
fn steps_to_the_border((row, column): Place, (down, across): Place) -> i16 {
    let steps = |at: i16, step: i16| match step {
        0 => SIDE,
        1.. => SIDE - 1 - at,
        _ => at,
    };
    steps(row, down).min(steps(column, across))
}
