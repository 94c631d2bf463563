//! Step 08: the point with the highest score.

use std::fmt;
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::HINTS;
use super::plain::{self, Border, LINES, LineSet, POINTS, Place};
use crate::board::gomoku::{Game, ParseGameError, Point, Scoring, Stone};
use crate::step::{AnyOf, Aspects, Catalogue, Count, Expected, Feedback, Kind, Steering, Workload};

/// An empty point of each board with the highest score for the player to move.
pub enum BestMove {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    questions: Count<8, 50>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<DisplayFromStr>")]
    questions: Vec<OpenGame>,
}

/// A game in progress: there is a player to move, and an empty point.
struct OpenGame {
    game: Game,
    /// The lines of its points as each border in [`BORDERS`] leaves them: every reading of the table asks for them.
    lines: [OnceLock<Lines>; BORDERS.len()],
}

impl OpenGame {
    fn new(game: Game) -> Self {
        Self { game, lines: Default::default() }
    }

    fn lines(&self, border: Border) -> &Lines {
        let known = BORDERS.iter().zip(&self.lines).find(|&(&other, _)| other == border);
        #[expect(clippy::expect_used, reason = "a reading has one of these borders")]
        let (_, lines) = known.expect("one of the borders");
        lines.get_or_init(|| Lines::new(self.game.moves(), border))
    }
}

/// Why a text is not a game in progress.
#[derive(Debug, thiserror::Error)]
enum ParseOpenGameError {
    #[error(transparent)]
    Game(#[from] ParseGameError),
    #[error("the game is over: no player is to move")]
    Over,
}

impl FromStr for OpenGame {
    type Err = ParseOpenGameError;

    fn from_str(text: &str) -> Result<Self, ParseOpenGameError> {
        let game: Game = text.parse()?;
        if game.is_over() { Err(ParseOpenGameError::Over) } else { Ok(Self::new(game)) }
    }
}

impl fmt::Display for OpenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

/// How the rule is read.
pub struct Reading {
    table: [Row; ROWS],
    /// The value of a line without a pattern.
    plain: u32,
    fitting: Fitting,
    dots: Dots,
    total: Total,
    lines: LineSet,
    mine: Mine,
    cells: Cells,
    border: Border,
    off_board: OffBoard,
    scored: Scored,
    written: Written,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            table: *TABLE,
            plain: 20,
            fitting: Fitting::default(),
            dots: Dots::default(),
            total: Total::default(),
            lines: LineSet::default(),
            mine: Mine::default(),
            cells: Cells::default(),
            border: Border::default(),
            off_board: OffBoard::default(),
            scored: Scored::default(),
            written: Written::default(),
        }
    }
}

/// How many rows the table has.
const ROWS: usize = 8;

/// A row of the table.
#[derive(Clone, Copy, Default)]
struct Row {
    value: u32,
    patterns: Patterns,
}

/// A set of patterns, a bit for each in the order of the table.
type Patterns = u64;

/// The table of the statement.
static TABLE: LazyLock<[Row; ROWS]> = LazyLock::new(|| {
    let mut table = [Row::default(); ROWS];
    let mut rows = table.iter_mut();
    let mut row = rows.next();
    for (number, (_, value)) in Scoring::patterns().enumerate() {
        let value = u32::from(value);
        if row.as_ref().is_some_and(|row| row.patterns != 0 && row.value != value) {
            row = rows.next();
        }
        if let Some(row) = &mut row {
            row.value = value;
            row.patterns |= 1 << number;
        }
    }
    table
});

/// The patterns of the table that are such.
fn patterns(is_such: impl Fn(&str) -> bool) -> Patterns {
    let such = Scoring::patterns().enumerate().filter(|(_, (text, _))| is_such(text));
    such.map(|(number, _)| 1 << number).sum()
}

/// The patterns whose mirror image stands before them in the table.
fn mirrored(text: &str) -> bool {
    let image: String = text.chars().rev().collect();
    let mut pair = Scoring::patterns().filter(|&(other, _)| other == text || other == image);
    pair.next().is_some_and(|(first, _)| first != text)
}

/// Whether a stone is on either side of the point.
fn is_inner(text: &str) -> bool {
    text.split_once('C').is_some_and(|(before, after)| {
        before.ends_with(['M', 'O'])
            && after.starts_with(['M', 'O'])
            && before.chars().last() == after.chars().next()
    })
}

/// What a line is worth in which several patterns occur.
#[derive(Clone, Copy, Default)]
enum Fitting {
    #[default]
    FirstRow,
    LastRow,
    AllRows,
    AllPatterns,
}

/// What a `.` of a pattern fits.
#[derive(Clone, Copy, Default)]
enum Dots {
    #[default]
    Empty,
    /// Every cell, as in regular expressions.
    AnyCell,
}

/// What a point is worth.
#[derive(Clone, Copy, Default)]
enum Total {
    #[default]
    Sum,
    BestLine,
}

/// Whose stones are `M`.
#[derive(Clone, Copy, Default)]
enum Mine {
    #[default]
    OfThePlayerToMove,
    OfTheOpponent,
    Black,
}

/// How many cells of a line are taken before the point, and how many after it.
#[derive(Clone, Copy)]
struct Cells {
    before: u32,
    after: u32,
}

impl Default for Cells {
    fn default() -> Self {
        Self { before: 4, after: 4 }
    }
}

/// What is written for a cell off the board.
#[derive(Clone, Copy, Default)]
enum OffBoard {
    #[default]
    Nothing,
    Empty,
    Opponent,
}

/// Which points are scored.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Scored {
    #[default]
    Empty,
    All,
}

/// How the move is written.
#[derive(Clone, Copy, Default)]
enum Written {
    #[default]
    RowFirst,
    ColumnFirst,
}

impl Kind for BestMove {
    const NAME: &'static str = "gomoku/best-move";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;

    type Params = Params;
    type Task = Task;
    type Item = Point;
    type Solution = AnyOf<Point>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("last-row-that-fits", |reading| reading.fitting = Fitting::LastRow)
            .or("all-rows-added", |reading| reading.fitting = Fitting::AllRows)
            .or("all-patterns-added", |reading| reading.fitting = Fitting::AllPatterns);
        aspects.add().or("best-line-only", |reading| reading.total = Total::BestLine);
        aspects
            .add()
            .or("the-opponents-turn", |reading| reading.mine = Mine::OfTheOpponent)
            .or("black-is-always-mine", |reading| reading.mine = Mine::Black);
        aspects.add().or("no-value-without-pattern", |reading| reading.plain = 0);
        aspects
            .add()
            .or("off-board-as-empty", |reading| reading.off_board = OffBoard::Empty)
            .or("off-board-as-opponent", |reading| reading.off_board = OffBoard::Opponent);
        let rows = || (0..ROWS).zip(*TABLE);
        let left_out =
            rows().map(|(row, Row { value, .. })| (value.to_string(), value.to_string(), row));
        aspects
            .add()
            .or("no-blocks", |reading| reading.without(patterns(|text| text.contains("OO"))))
            .or("patterns-with-o-left-out", |reading| {
                reading.without(patterns(|text| text.contains('O')));
            })
            .or_each("row-left-out", left_out, |reading, row| {
                reading.table.iter_mut().skip(row).take(1).for_each(|row| row.patterns = 0);
            });
        plain::forgotten_lines(aspects.add(), |reading| &mut reading.lines);
        aspects
            .add()
            .or("window-of-three", |reading| reading.cells = Cells { before: 3, after: 3 })
            .or("three-after", |reading| reading.cells.after = 3)
            .or("three-before", |reading| reading.cells.before = 3)
            .or("only-after", |reading| reading.cells.before = 0)
            .or("only-before", |reading| reading.cells.after = 0);
        aspects.add().or("dots-fit-anything", |reading| reading.dots = Dots::AnyCell);
        aspects.add().or("column-before-row", |reading| reading.written = Written::ColumnFirst);
        aspects.add().or("occupied-points-scored", |reading| reading.scored = Scored::All);

        // The rest is not combined: it is too much.
        aspects
            .add()
            .or("wrapped-to-the-next-row", |reading| reading.border = Border::NextRow)
            .or("index-below-zero", |reading| reading.border = Border::FromTheEnd)
            .or("wrapped-to-the-opposite-side", |reading| reading.border = Border::OppositeSide)
            .alone();
        aspects
            .add()
            .or("mirror-images-left-out", |reading| reading.without(patterns(mirrored)))
            .or("inner-points-left-out", |reading| reading.without(patterns(is_inner)))
            .alone();
        let changed =
            [(50, 500), (200, 2000), (400, 4000), (10_000, 1000), (6000, 600), (5000, 500)];
        let changed = changed.map(|(right, wrong)| {
            (format!("{right}-as-{wrong}"), right.to_string(), (right, wrong))
        });
        aspects
            .add()
            .or_each("value-mistyped", changed, |reading, (right, wrong)| {
                let rows = reading.table.iter_mut().filter(|row| row.value == right);
                rows.for_each(|row| row.value = wrong);
            })
            .alone();
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let mut questions = Vec::new();
        let count = params.questions.get() as usize;
        while questions.len() < count {
            let Some(set) = SETS.choose(rng) else { break };
            questions.extend(set.iter().map(|game| OpenGame::new(disguised(rng, game))));
        }
        questions.truncate(count);
        questions.shuffle(rng);
        Task { questions }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Point>> + 'a {
        task.questions.iter().map(|question| AnyOf(reading.best(question)))
    }

    fn reference(task: &Task) -> Vec<AnyOf<Point>> {
        let games = task.questions.iter().map(|question| &question.game);
        let best = |game: &Game| Scoring::published().best_points(game.board(), game.to_move());
        games.map(|game| AnyOf(best(game))).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Point, Expected> {
        text.parse().map_err(|_| Expected("two letters from `a` to `o`, the row and the column"))
    }
}

/// What the eight cells around a point on a line can hold, two bits each.
const EMPTY: u16 = 0;
const MINE: u16 = 1;
const THEIRS: u16 = 2;
const OFF_BOARD: u16 = 3;

/// The eight cells around a point on a line, the first one highest.
type Line = u16;

/// The borders that readings have.
const BORDERS: [Border; 4] =
    [Border::Exact, Border::NextRow, Border::FromTheEnd, Border::OppositeSide];

/// The four lines of each point, as black sees them.
struct Lines(Vec<[Line; LINES.len()]>);

impl Lines {
    fn new(moves: &[Point], border: Border) -> Self {
        let mut cells = [EMPTY; POINTS];
        for (turn, point) in moves.iter().enumerate() {
            let stone = if turn.is_multiple_of(2) { MINE } else { THEIRS };
            let cell = cells.get_mut(usize::from(point.index()));
            cell.into_iter().for_each(|cell| *cell = stone);
        }
        let cell = |place: Place| {
            border.index(place).and_then(|index| cells.get(index).copied()).unwrap_or(OFF_BOARD)
        };
        let lines = |point| {
            LINES.map(|line| {
                let steps = (-4..=4).filter(|&steps| steps != 0);
                let cells = steps.map(|steps| cell(plain::along(plain::place(point), line, steps)));
                cells.fold(0, |line: Line, cell| line << 2 | cell)
            })
        };
        Self(Point::all().map(lines).collect())
    }
}

/// Which patterns occur in each line.
static OCCURRING: LazyLock<Vec<Patterns>> = LazyLock::new(|| occurring(Dots::Empty));

/// The same if a `.` fits every cell.
static OCCURRING_LOOSELY: LazyLock<Vec<Patterns>> = LazyLock::new(|| occurring(Dots::AnyCell));

fn occurring(dots: Dots) -> Vec<Patterns> {
    let shapes: Vec<Shape> = Scoring::patterns().map(|(text, _)| Shape::new(text, dots)).collect();
    let occurring = |line: Line| {
        let shapes = shapes.iter().enumerate().filter(|(_, shape)| shape.occurs_in(line));
        shapes.map(|(number, _)| 1 << number).sum()
    };
    (0..=Line::MAX).map(occurring).collect()
}

/// A pattern. Its `C` lies on the point, so there is only one place in a line where it can occur.
struct Shape {
    /// The cells that must hold something.
    covered: Line,
    /// What they must hold.
    held: Line,
    /// The cells that must only be there.
    any: Line,
}

impl Shape {
    fn new(text: &str, dots: Dots) -> Self {
        let mut shape = Self { covered: 0, held: 0, any: 0 };
        let (before, after) = text.split_once('C').unwrap_or_default();
        // The cell next to the point is the lowest before it and the highest after it.
        let before = before.chars().rev().zip([8, 10, 12, 14]);
        let after = after.chars().zip([6, 4, 2, 0]);
        for (symbol, shift) in before.chain(after) {
            match (symbol, dots) {
                ('.', Dots::AnyCell) => shape.any |= 0b11 << shift,
                ('.', Dots::Empty) => shape.covered |= 0b11 << shift,
                ('M', _) => {
                    shape.covered |= 0b11 << shift;
                    shape.held |= MINE << shift;
                }
                _ => {
                    shape.covered |= 0b11 << shift;
                    shape.held |= THEIRS << shift;
                }
            }
        }
        shape
    }

    fn occurs_in(&self, line: Line) -> bool {
        line & self.covered == self.held && off_board(line) & self.any == 0
    }
}

/// The cells of a line that are off the board.
fn off_board(line: Line) -> Line {
    let off_board = line & line >> 1 & 0x5555;
    off_board | off_board << 1
}

impl Reading {
    /// Leaves patterns out of the table.
    fn without(&mut self, left_out: Patterns) {
        self.table.iter_mut().for_each(|row| row.patterns &= !left_out);
    }

    /// The best points of a board.
    fn best(&self, question: &OpenGame) -> Vec<Point> {
        let game = &question.game;
        let mine = match self.mine {
            Mine::OfThePlayerToMove => game.to_move(),
            Mine::OfTheOpponent => game.to_move().other(),
            Mine::Black => Stone::Black,
        };
        let Lines(lines) = question.lines(self.border);
        let (mut highest, mut best) = (0, Vec::new());
        for (point, lines) in Point::all().zip(lines) {
            if self.scored == Scored::Empty && game.board().at(point).is_some() {
                continue;
            }
            let lines = self.lines.numbers().filter_map(|number| lines.get(number));
            let values = lines.map(|&line| self.value(line, mine));
            let score = match self.total {
                Total::Sum => values.sum(),
                Total::BestLine => values.max().unwrap_or(0),
            };
            if score > highest {
                highest = score;
                best.clear();
            }
            if score == highest {
                best.push(point);
            }
        }
        match self.written {
            Written::RowFirst => best,
            Written::ColumnFirst => best.into_iter().map(Point::transposed).collect(),
        }
    }

    /// What a line is worth to a side.
    fn value(&self, line: Line, mine: Stone) -> u32 {
        let line = match mine {
            Stone::Black => line,
            Stone::White => colours_swapped(line),
        };
        let line = self.off_board.written(line) | self.cells.left_out();
        let occurring = match self.dots {
            Dots::Empty => &*OCCURRING,
            Dots::AnyCell => &*OCCURRING_LOOSELY,
        };
        let occurring = occurring.get(usize::from(line)).copied().unwrap_or(0);
        let mut fitting = self.table.iter().filter(|row| row.patterns & occurring != 0);
        let value = match self.fitting {
            Fitting::FirstRow => fitting.next().map(|row| row.value),
            Fitting::LastRow => fitting.last().map(|row| row.value),
            Fitting::AllRows => fitting.map(|row| row.value).reduce(|sum, value| sum + value),
            Fitting::AllPatterns => fitting
                .map(|row| row.value * (row.patterns & occurring).count_ones())
                .reduce(|sum, value| sum + value),
        };
        value.unwrap_or(self.plain)
    }
}

/// The line as the other side sees it.
fn colours_swapped(line: Line) -> Line {
    (line & 0x5555) << 1 | line >> 1 & 0x5555
}

impl OffBoard {
    /// The line with this written for the cells off the board.
    fn written(self, line: Line) -> Line {
        let off_board = off_board(line);
        match self {
            Self::Nothing => line,
            Self::Empty => line & !off_board,
            Self::Opponent => line & !off_board | off_board & (THEIRS * 0x5555),
        }
    }
}

impl Cells {
    /// The cells that are not taken, as if they were off the board.
    fn left_out(self) -> Line {
        let before = 0xff00_u16 << (2 * self.before).min(8) & 0xff00;
        let after = 0x00ff_u16 >> (2 * self.after).min(8);
        before | after
    }
}

/// The games of tasks, eight in a line, found by `cargo run --release --example find-best-move-games`: on each misreading of the
/// rule, two or more games of a line have another best move.
static SETS: LazyLock<Vec<Vec<Game>>> = LazyLock::new(|| {
    let lines = include_str!("best_move.txt").lines();
    lines.map(|line| line.split(' ').filter_map(|game| game.parse().ok()).collect()).collect()
});

/// A game with the same stones in other places: turned or mirrored, and played in another order.
fn disguised(rng: &mut ChaCha8Rng, game: &Game) -> Game {
    let (is_transposed, is_upside_down, is_mirrored) = rng.random();
    let place = |point: &Point| {
        let point = if is_transposed { point.transposed() } else { *point };
        let turned = |is_turned: bool, at: u8| if is_turned { Point::SIDE - 1 - at } else { at };
        Point::new(turned(is_upside_down, point.row()), turned(is_mirrored, point.column()))
    };
    let moves: Vec<Point> = game.moves().iter().filter_map(place).collect();
    let mut black: Vec<Point> = moves.iter().copied().step_by(2).collect();
    let mut white: Vec<Point> = moves.iter().copied().skip(1).step_by(2).collect();
    black.shuffle(rng);
    white.shuffle(rng);
    let mut other = Game::new();
    let mut sides = [black.into_iter(), white.into_iter()];
    for turn in 0..moves.len() {
        let point = sides.get_mut(turn % 2).and_then(Iterator::next);
        let is_played = point.is_some_and(|point| other.play(point).is_ok());
        debug_assert!(is_played, "nobody has five in a row on these boards");
    }
    other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_eight_open_games_of_both_sides() {
        assert!(SETS.len() >= 8);
        for set in &*SETS {
            assert_eq!(set.len(), 8);
            assert!(set.iter().all(|game| !game.is_over()));
            let sides = set.iter().filter(|game| game.to_move() == Stone::Black).count();
            assert!((1..8).contains(&sides), "{sides}");
        }
    }

    #[test]
    fn every_row_of_the_table_decides_some_game() {
        let mut values: Vec<u32> = SETS
            .iter()
            .flatten()
            .filter_map(|game| {
                let (scoring, board) = (Scoring::published(), game.board());
                let best = *scoring.best_points(board, game.to_move()).first()?;
                scoring.lines(board, best, game.to_move())?.into_iter().max()
            })
            .collect();
        values.sort_unstable();
        values.dedup();
        for row in &TABLE[..7] {
            assert!(values.contains(&row.value), "{}", row.value);
        }
    }
}
