//! Step 05: who won, and with which move.

use std::fmt;
use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::HINTS;
use super::plain::{self, Border, LINES, LineSet, Place, SIDE};
use super::positions::without_last_moves;
use crate::board::gomoku::{Game, Point, Stone};
use crate::step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Steering, Workload};

/// The winner of each game and the number of the winning move.
pub enum Five {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    games: Count<8, 50>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<DisplayFromStr>")]
    games: Vec<Game>,
}

/// Who won with which move, as `x17`; `-` while the game is open.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Win(Option<(Stone, usize)>);

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

/// Where a row that wins may begin.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Starts {
    #[default]
    Anywhere,
    /// Not where it ends in the last row or column, or in the first column.
    OneShort,
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

/// Whose rows are looked for.
#[derive(Clone, Copy, Default)]
enum Asked {
    #[default]
    Both,
    Only(Stone),
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

impl Kind for Five {
    const NAME: &'static str = "gomoku/five";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    // The number of moves tells who can have won, and with which move: there are only two answers to each question.
    const FEEDBACK: Feedback = Feedback::Silent;
    const DIAGNOSIS_LIMIT: usize = 1500;

    type Params = Params;
    type Task = Task;
    type Item = Win;
    type Solution = One<Win>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("exactly-five", |reading| reading.length.most = [5, 5])
            .or("four-is-enough", |reading| reading.length.least = 4)
            .or("six-are-needed", |reading| reading.length.least = 6);
        // Nobody forgets the rows.
        plain::forgotten_lines(aspects.add(), 1, |reading| &mut reading.lines);
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
        aspects.add().or("starts-one-short", |reading| reading.starts = Starts::OneShort).alone();
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let plans = plans(rng, params.games.get() as usize);
        let pose = |game: &Game| Task { games: vec![game.clone()] };
        Task { games: steering.cover_each(rng, &plans, 1, game, pose) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<Win>> + 'a {
        let mut before = Before::default();
        task.games.iter().map(move |game| One(reading.result(game.moves(), &mut before)))
    }

    fn reference(task: &Task) -> Vec<One<Win>> {
        task.games.iter().map(|game| One(Win(game.winner().zip(game.won_at())))).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Win, Expected> {
        let win = || {
            let (letter, number) = text.split_at_checked(1)?;
            let winner = match letter {
                "x" | "X" => Stone::Black,
                "o" | "O" => Stone::White,
                _ => return None,
            };
            Some(Win(Some((winner, number.parse().ok()?))))
        };
        if text == "-" {
            return Ok(Win(None));
        }
        win().ok_or(Expected("`x` or `o` and the number of a move, as `x17`, or `-`"))
    }
}

/// What lies on each point. Around the board there is an empty row and column on each side, where every line ends.
type Stones = [Option<Stone>; WIDTH * WIDTH];

/// How wide that is.
const WIDTH: usize = SIDE as usize + 2;

/// Where among the stones the point with this index lies.
fn padded(index: usize) -> usize {
    let side = WIDTH - 2;
    (index / side + 1) * WIDTH + index % side + 1
}

/// What the games before leave behind.
struct Before {
    moves: usize,
    stones: Stones,
    result: Win,
}

impl Default for Before {
    fn default() -> Self {
        Self { moves: 0, stones: [None; WIDTH * WIDTH], result: Win(None) }
    }
}

impl Reading {
    /// The result of a game that comes after others.
    fn result(&self, moves: &[Point], before: &mut Before) -> Win {
        let played = match self.played {
            Played::All => moves,
            Played::AllButTheLast => moves.split_last().map_or(moves, |(_, others)| others),
        };
        if self.kept != Kept::Board {
            before.stones = [None; WIDTH * WIDTH];
        }
        let turned = usize::from(self.kept == Kept::Turn) * (before.moves % 2);
        let counted = if self.kept == Kept::Number { before.moves } else { 0 };
        let found = self.winning_turn(played, turned, &mut before.stones);
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

    /// The first move with which a win is seen, from 0, if white begins when `turned` is 1.
    fn winning_turn(&self, moves: &[Point], turned: usize, stones: &mut Stones) -> Option<usize> {
        // Fewer moves cannot make a row, unless stones of the games before help.
        let first = match (self.kept, self.colours) {
            (Kept::Board, _) => 0,
            _ if self.counted == Counted::WithEmptyPoints => 0,
            (_, Colours::OfTheMover) => 2 * (self.length.least - 1),
            (_, Colours::Both) => self.length.least - 1,
        };
        for (turn, &point) in moves.iter().enumerate() {
            let mover = Stone::to_move_after(turn + turned);
            if let Some(place) = stones.get_mut(padded(point.index().into())) {
                *place = Some(mover);
            }
            let is_asked = match self.asked {
                Asked::Both => true,
                Asked::Only(side) => side == mover,
            };
            if turn >= first && is_asked && self.is_won(stones, plain::place(point), mover) {
                return Some(turn);
            }
        }
        None
    }

    /// Whether a stone that was placed here makes a row that wins.
    fn is_won(&self, stones: &Stones, place: Place, mover: Stone) -> bool {
        let mut others = 0;
        LINES.into_iter().zip(self.lines.are_in()).filter(|&(_, is_in)| is_in).any(|(line, _)| {
            let (before, after) = self.beside(stones, place, line, mover);
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
                && self.starts.has(place, line, before)
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
            let stride = stride(line);
            let count = |stride: isize| {
                let (mut at, mut count) = (padded(index_of(place)), 0);
                loop {
                    at = at.wrapping_add_signed(stride);
                    if !counts(stones.get(at).copied().flatten()) {
                        return count;
                    }
                    count += 1;
                }
            };
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

impl Starts {
    /// Whether the row on this line may begin so many stones before a place.
    fn has(self, place: Place, (down, across): Place, before: usize) -> bool {
        let steps = i16::try_from(before).unwrap_or(SIDE);
        let (row, column) = plain::along(place, (down, across), -steps);
        let is_in_rows = down == 0 || row < SIDE - 5;
        let is_in_columns = match across {
            0 => true,
            1 => column < SIDE - 5,
            _ => column > 4,
        };
        self == Self::Anywhere || is_in_rows && is_in_columns
    }
}

/// How far apart among the stones the neighbours on a line are.
fn stride((down, across): Place) -> isize {
    isize::from(down) * WIDTH.cast_signed() + isize::from(across)
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

/// The index of a place on the board.
fn index_of((row, column): Place) -> usize {
    usize::try_from(row * SIDE + column).unwrap_or_default()
}

/// What a misreading takes for a win before the game is won.
#[derive(Clone, Copy)]
enum Trap {
    /// Five in a row that begin at the end of one row and end at the beginning of the next.
    NextRow,
    /// Five that begin at one side of the board and go on at the opposite one.
    OppositeSide,
    /// Four.
    Four,
    /// Five with a gap.
    Gap,
}

/// What a game is built around.
struct Plan {
    /// The line along which it is won.
    line: Place,
    /// Whether the row that wins lies at the border, or ends there.
    is_at_border: bool,
    /// Whether it is the end of that row that lies there.
    ends_at_border: bool,
    /// How many stones the row has that wins.
    length: u8,
    traps: [Trap; 2],
    winner: Stone,
    /// How many moves are missing at the end.
    missing: usize,
    /// How many stones each side has elsewhere.
    others: RangeInclusive<usize>,
}

/// Eight games, or as many as are wanted: one that is not won yet, so that it is not enough to count the moves, and others that are
/// won along every line, with five and with more, in the middle and at the border.
///
/// A program that misses a win answers `-`, and one such item tells little: so what people miss occurs twice or more.
fn plans(rng: &mut ChaCha8Rng, count: usize) -> Vec<Plan> {
    let mut plans = Vec::new();
    while plans.len() < count {
        plans.extend(eight(rng));
    }
    plans.truncate(count);
    plans.shuffle(rng);
    // Before a game that nobody wins comes one that somebody wins with a move whose number is rare: so it shows if its result is kept.
    if plans.first().is_some_and(|plan| plan.missing > 0) {
        plans.rotate_left(1);
    }
    let is_open: Vec<bool> = plans.iter().map(|plan| plan.missing > 0).collect();
    for (plan, _) in plans.iter_mut().zip(is_open.iter().skip(1)).filter(|(_, is_open)| **is_open) {
        plan.others = 27..=36;
    }
    plans
}

fn eight(rng: &mut ChaCha8Rng) -> Vec<Plan> {
    let [_, others @ ..] = LINES;
    let mut lines = [others, others].concat();
    lines.extend(LINES.choose(rng));
    lines.shuffle(rng);
    lines.extend(LINES.choose(rng));
    let traps = [
        [Trap::NextRow, Trap::Four],
        [Trap::OppositeSide, Trap::Four],
        [Trap::NextRow, Trap::Gap],
        [Trap::OppositeSide, Trap::Gap],
    ];
    let traps = traps.into_iter().cycle();
    let plans = lines.into_iter().zip(traps).zip(0..).map(|((line, traps), number)| Plan {
        line,
        is_at_border: number < 4,
        ends_at_border: number < 3,
        // Two of the longer rows are black's.
        winner: Stone::to_move_after(number),
        length: if (4..7).contains(&number) { rng.random_range(6..=7) } else { 5 },
        traps,
        missing: if number == 7 { rng.random_range(1..=3) } else { 0 },
        // Few games that are won have as many moves as the one that is not: so its last move is seldom an answer to another game.
        others: if number == 7 { 16..=26 } else { 1..=13 },
    });
    plans.collect()
}

/// A game by a plan.
fn game(rng: &mut ChaCha8Rng, plan: &Plan) -> Game {
    loop {
        if let Some(game) = try_game(rng, plan) {
            return without_last_moves(&game, plan.missing);
        }
    }
}

/// A won game by a plan, if the stones that are drawn for it leave one.
fn try_game(rng: &mut ChaCha8Rng, plan: &Plan) -> Option<Game> {
    let mut row = winning_row(rng, plan)?;
    // The stone that wins comes last; without it there are at most four in a row.
    let place = rng.random_range(plan.length - 5..5);
    let last = row.remove(usize::from(place));
    if plan.is_at_border != row.iter().any(|&point| is_at_border(plain::place(point))) {
        return None;
    }
    let is_free = |taken: &[Point], point: &Point| !taken.contains(point);
    let mut taken = row.clone();
    taken.push(last);
    let (mut winners, mut losers) = (row, Vec::new());
    for trap in plan.traps {
        let trap = trapped(rng, trap)?;
        if !trap.iter().all(|point| is_free(&taken, point)) {
            return None;
        }
        taken.extend(&trap);
        if rng.random_ratio(1, 2) {
            winners.extend(trap);
        } else {
            losers.extend(trap);
        }
    }
    let winner = plan.winner;
    let others = rng.random_range(plan.others.clone());
    // Black has made one move more than white when it wins.
    let wanted = winners.len().max(losers.len()) + others;
    let wanted_losers = match winner {
        Stone::Black => wanted,
        Stone::White => wanted + 1,
    };
    while winners.len() < wanted || losers.len() < wanted_losers {
        let (down, across) = (rng.random_range(-3..=3), rng.random_range(-3..=3));
        let point = taken.choose(rng)?.offset(down, across);
        let Some(point) = point.filter(|point| is_free(&taken, point)) else { continue };
        taken.push(point);
        if winners.len() < wanted { winners.push(point) } else { losers.push(point) }
    }
    winners.shuffle(rng);
    losers.shuffle(rng);
    winners.push(last);
    let (first, second) = match winner {
        Stone::Black => (winners, losers),
        Stone::White => (losers, winners),
    };
    let mut game = Game::new();
    for turn in 0..first.len() + second.len() {
        let side = if turn.is_multiple_of(2) { &first } else { &second };
        game.play(*side.get(turn / 2)?).ok()?;
    }
    // Another stone beside the row would make it longer.
    let rows = game.rows_of(winner);
    let is_as_planned =
        rows.len() == 1 && rows.iter().all(|row| row.len() == usize::from(plan.length));
    is_as_planned.then_some(game)
}

/// The points of the row that wins.
fn winning_row(rng: &mut ChaCha8Rng, plan: &Plan) -> Option<Vec<Point>> {
    let start = (rng.random_range(0..SIDE), rng.random_range(0..SIDE));
    let places = (0..plan.length).map(|steps| plain::along(start, plan.line, steps.into()));
    let places: Vec<Place> = places.collect();
    let ends_there = !Starts::OneShort.has(start, plan.line, 0);
    let is_at_border =
        || ends_there == plan.ends_at_border && places.iter().copied().any(is_at_border);
    let is_there = !plan.is_at_border || is_at_border();
    if is_there { points(places) } else { None }
}

fn is_at_border((row, column): Place) -> bool {
    [row, column].iter().any(|&place| place == 0 || place == SIDE - 1)
}

/// The points of a trap.
fn trapped(rng: &mut ChaCha8Rng, trap: Trap) -> Option<Vec<Point>> {
    let line = *LINES.choose(rng)?;
    let start = (rng.random_range(0..SIDE), rng.random_range(0..SIDE));
    let before = rng.random_range(1..=4);
    match trap {
        Trap::Four => points((0..4).map(|steps| plain::along(start, line, steps))),
        Trap::Gap => {
            let steps = (0..6).filter(|&steps| steps != before);
            points(steps.map(|steps| plain::along(start, line, steps)))
        }
        Trap::NextRow => {
            let (row, _) = start;
            let first = row * SIDE + SIDE - before;
            points((first..first + 5).map(|index| (index / SIDE, index % SIDE)))
        }
        Trap::OppositeSide => {
            let (across, _) = start;
            // An index below 0 is met only where the last of the five is one of the first rows or columns.
            let before = (before + 1) / 2;
            let along = (SIDE - before..SIDE).chain(0..5 - before);
            let is_row = line == (0, 1) || line == (1, 1);
            points(along.map(|along| if is_row { (across, along) } else { (along, across) }))
        }
    }
}

/// The points of these places, if all of them are on the board.
fn points(places: impl IntoIterator<Item = Place>) -> Option<Vec<Point>> {
    let point = |place| Point::from_index(u8::try_from(Border::Exact.index(place)?).ok()?);
    places.into_iter().map(point).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;
    use crate::board::gomoku::Direction;

    /// What share of 720 games are such.
    fn share(is_such: impl Fn(&Game) -> bool) -> f64 {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let plans: Vec<Plan> = (0..30).flat_map(|_| plans(&mut rng, 24)).collect();
        let games = plans.iter().map(|plan| game(&mut rng, plan));
        let such = games.filter(|game| is_such(game)).count();
        f64::from(u32::try_from(such).unwrap()) / 720.0
    }

    /// The runs of the winning stone along the four lines.
    fn winning_runs(game: &Game) -> Vec<usize> {
        let last = game.moves().last().filter(|_| game.winner().is_some());
        let runs = |&point: &Point| {
            Direction::ALL.map(|direction| game.board().window(point, direction).run()).to_vec()
        };
        last.map_or(vec![], runs)
    }

    #[test]
    fn both_sides_win_and_some_games_are_undecided() {
        assert!((0.1..0.2).contains(&share(|game| game.winner().is_none())));
        for side in Stone::ALL {
            assert!(share(|game| game.winner() == Some(side)) > 0.3);
        }
    }

    #[test]
    fn wins_lie_in_every_direction_and_some_are_longer_than_five() {
        for direction in 0..4 {
            let such = |game: &Game| winning_runs(game).get(direction).is_some_and(|&run| run >= 5);
            // One game in eight has any line, the others none along a row.
            let expected = if direction == 0 { 0.01 } else { 0.15 };
            assert!(share(such) > expected, "{direction}");
        }
        assert!(share(|game| winning_runs(game).iter().any(|&run| run > 5)) > 0.15);
    }

    #[test]
    fn games_are_short_and_long() {
        assert!(share(|game| game.moves().len() < 30) > 0.15);
        assert!(share(|game| game.moves().len() > 40) > 0.15);
    }
}
