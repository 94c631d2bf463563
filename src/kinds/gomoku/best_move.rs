//! Step 08: the point with the highest score.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::HINTS;
use super::plain::{self, Border, LINES, LineSet, POINTS, SIDE};
use super::positions::skilled_game;
use crate::board::gomoku::{Direction, Game, ParseGameError, Point, Scoring, Stone};
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
    /// The points as the rule sees them.
    scored: OnceLock<Vec<ScoredPoint>>,
    /// The best points.
    right: OnceLock<Vec<Point>>,
}

impl OpenGame {
    fn new(game: Game) -> Self {
        Self { game, lines: Default::default(), scored: OnceLock::new(), right: OnceLock::new() }
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
    /// What a line of each class is worth.
    values: OnceLock<Box<[u32; 256]>>,
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
            values: OnceLock::new(),
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
    // A misreading that shows on one game only has to be told by its one wrong item.
    const SAMPLE_TASKS: u32 = 48;
    const DIAGNOSIS_LIMIT: usize = 700;

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
        plain::forgotten_lines(aspects.add(), 0, |reading| &mut reading.lines);
        aspects
            .add()
            .or("window-of-three", |reading| reading.cells = Cells { before: 3, after: 3 })
            .or("three-after", |reading| reading.cells.after = 3)
            .or("three-before", |reading| reading.cells.before = 3);
        aspects.add().or("dots-fit-anything", |reading| reading.dots = Dots::AnyCell);
        aspects.add().or("column-before-row", |reading| reading.written = Written::ColumnFirst);
        aspects.add().or("occupied-points-scored", |reading| reading.scored = Scored::All);

        // The rest is not combined: it is too much. Of half a line hardly anything is left to be misread.
        aspects
            .add()
            .or("only-after", |reading| reading.cells.before = 0)
            .or("only-before", |reading| reading.cells.after = 0)
            .alone();
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
        let changed = [(50, 500), (400, 4000)].map(|(right, wrong)| {
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

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let count = params.questions.get() as usize;
        Task { questions: Pool::of(steering.misreadings()).choose(rng, count) }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Point>> + 'a {
        task.questions.iter().map(|question| AnyOf(reading.best(question)))
    }

    fn reference(task: &Task) -> Vec<AnyOf<Point>> {
        task.questions.iter().map(|question| AnyOf(question.right().to_vec())).collect()
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
struct Lines {
    lines: Vec<[Line; LINES.len()]>,
    /// Which points have a stone on some line.
    is_near_stones: Vec<bool>,
}

/// A point that is scored, and the classes of its lines.
type ScoredPoint = (Point, [u8; LINES.len()]);

/// How far a line goes on either side of a point.
const REACH: usize = 4;

/// How wide the board is with what lies around it as far as a line goes.
const WIDTH: usize = SIDE as usize + 2 * REACH;

impl Lines {
    #[expect(clippy::indexing_slicing, reason = "a line stays within what lies around the board")]
    fn new(moves: &[Point], border: Border) -> Self {
        let mut cells = [EMPTY; POINTS];
        for (turn, point) in moves.iter().enumerate() {
            let stone = if turn.is_multiple_of(2) { MINE } else { THEIRS };
            cells[usize::from(point.index())] = stone;
        }
        let mut around = [OFF_BOARD; WIDTH * WIDTH];
        for (cell, number) in around.iter_mut().zip(0_i16..) {
            const REACH_AS_PLACE: i16 = 4;
            const WIDTH_AS_PLACE: i16 = SIDE + 2 * REACH_AS_PLACE;
            let place = (number / WIDTH_AS_PLACE, number % WIDTH_AS_PLACE);
            let place = (place.0 - REACH_AS_PLACE, place.1 - REACH_AS_PLACE);
            if let Some(index) = border.index(place) {
                *cell = cells[index];
            }
        }
        let strides = [1, WIDTH + 1, WIDTH, WIDTH - 1];
        let lines = |point: Point| {
            let (row, column) = (usize::from(point.row()), usize::from(point.column()));
            let place = (row + REACH) * WIDTH + column + REACH;
            strides.map(|stride| {
                let first = place - REACH * stride;
                let steps = (0..REACH).chain(REACH + 1..=2 * REACH);
                steps.fold(0, |line: Line, step| line << 2 | around[first + step * stride])
            })
        };
        let lines: Vec<_> = Point::all().map(lines).collect();
        // Off the board both bits are set, of a stone one.
        let has_stone = |&line: &Line| (line ^ line >> 1) & 0x5555 != 0;
        let is_near_stones = lines.iter().map(|lines| lines.iter().any(has_stone)).collect();
        Self { lines, is_near_stones }
    }
}

/// Which patterns occur in the lines of each class: lines with the same patterns are of one class, those with none of the first.
struct Classes {
    classes: Vec<u8>,
    patterns: Vec<Patterns>,
}

static CLASSES: LazyLock<Classes> = LazyLock::new(|| Classes::new(Dots::Empty));

/// The same if a `.` fits every cell.
static LOOSE_CLASSES: LazyLock<Classes> = LazyLock::new(|| Classes::new(Dots::AnyCell));

impl Classes {
    fn new(dots: Dots) -> Self {
        let shapes: Vec<Shape> =
            Scoring::patterns().map(|(text, _)| Shape::new(text, dots)).collect();
        let mut patterns = vec![0];
        let mut numbers = HashMap::from([(0, 0)]);
        let class = |line: Line| {
            let shapes = shapes.iter().enumerate().filter(|(_, shape)| shape.occurs_in(line));
            let occurring: Patterns = shapes.map(|(number, _)| 1 << number).sum();
            *numbers.entry(occurring).or_insert_with(|| {
                patterns.push(occurring);
                u8::try_from(patterns.len() - 1).unwrap_or(0)
            })
        };
        let classes = (0..=Line::MAX).map(class).collect();
        Self { classes, patterns }
    }
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
        let best = self.best_near_stones(question);
        match self.written {
            Written::RowFirst => best,
            Written::ColumnFirst => best.into_iter().map(Point::transposed).collect(),
        }
    }

    fn best_near_stones(&self, question: &OpenGame) -> Vec<Point> {
        let scored = self.scored_points(question);
        let values = self.values.get_or_init(|| {
            let mut values = Box::new([self.plain; 256]);
            for (value, &occurring) in values.iter_mut().zip(&self.classes().patterns) {
                *value = self.value_of(occurring);
            }
            values
        });
        #[expect(clippy::indexing_slicing, reason = "there is a value for each byte")]
        let value = |class: u8| values[usize::from(class)];
        let is_counted = self.lines.are_in();
        let score = |classes: [u8; LINES.len()]| {
            let counted = classes.into_iter().zip(is_counted);
            let values =
                counted.map(|(class, is_counted)| if is_counted { value(class) } else { 0 });
            match self.total {
                Total::Sum => values.sum::<u32>(),
                Total::BestLine => values.max().unwrap_or(0),
            }
        };
        // Far from all stones no line has a pattern, if the border is none. That is scored only where it may be the best.
        let (mut highest, mut best) = (0, Vec::new());
        for &(point, classes) in scored.iter() {
            let score = score(classes);
            if score > highest {
                highest = score;
                best.clear();
            }
            if score == highest {
                best.push(point);
            }
        }
        if highest > score([0; LINES.len()]) {
            return best;
        }
        Point::all().filter(|&point| question.game.board().at(point).is_none()).collect()
    }

    /// The points that are scored, and the classes of their lines. Those with no stone on any line are left out, where the border is
    /// no stone either.
    fn scored_points<'a>(&self, question: &'a OpenGame) -> Cow<'a, [ScoredPoint]> {
        let sees_as_the_rule = matches!(
            (self.mine, self.off_board, self.dots, self.border, self.scored),
            (Mine::OfThePlayerToMove, OffBoard::Nothing, Dots::Empty, Border::Exact, Scored::Empty)
        ) && self.cells.left_out() == 0;
        if sees_as_the_rule {
            Cow::Borrowed(question.scored.get_or_init(|| self.looked_at(question)))
        } else {
            Cow::Owned(self.looked_at(question))
        }
    }

    fn looked_at(&self, question: &OpenGame) -> Vec<ScoredPoint> {
        let game = &question.game;
        let is_swapped = match self.mine {
            Mine::OfThePlayerToMove => game.to_move() == Stone::White,
            Mine::OfTheOpponent => game.to_move() == Stone::Black,
            Mine::Black => false,
        };
        let is_border_seen = matches!(self.off_board, OffBoard::Opponent);
        let left_out = self.cells.left_out();
        let classes = &self.classes().classes;
        let Lines { lines, is_near_stones } = question.lines(self.border);
        let points = Point::all().zip(lines).zip(is_near_stones);
        let points = points.filter(|&((point, _), &is_near)| {
            (is_near || is_border_seen)
                && (self.scored == Scored::All || game.board().at(point).is_none())
        });
        let class = |line: Line| {
            let line = if is_swapped { colours_swapped(line) } else { line };
            let line = self.off_board.written(line) | left_out;
            classes.get(usize::from(line)).copied().unwrap_or(0)
        };
        points.map(|((point, lines), _)| (point, lines.map(class))).collect()
    }

    fn classes(&self) -> &'static Classes {
        match self.dots {
            Dots::Empty => &CLASSES,
            Dots::AnyCell => &LOOSE_CLASSES,
        }
    }

    /// What a line is worth in which these patterns occur.
    fn value_of(&self, occurring: Patterns) -> u32 {
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

/// The games that tasks are made of, made once: a task would need hundreds of random games until every misreading goes wrong on one.
struct Pool {
    games: Vec<PooledGame>,
    /// The games that show each fault: their places.
    showing: Vec<Vec<usize>>,
}

struct PooledGame {
    game: Game,
    faults: Faults,
    apart: Apart,
}

/// A set of faults, two bits for each misreading: whether the first point that it takes for the best is wrong, and the last one.
type Faults = u128;

/// Which misreadings have no best point in common, for each of them.
type Apart = Vec<Readings>;

/// A set of misreadings, a bit for each.
type Readings = u64;

/// How many games of each sort are in the pool. Each fault is shown by dozens of them.
const POOLED: [(MakeGame, usize); 3] = [(late, 500), (early, 900), (tied, 600)];

type MakeGame = fn(&mut ChaCha8Rng) -> Option<Game>;

/// How many games are compared for each question.
const COMPARED: usize = 40;

/// What a task is still to show.
struct Wanted {
    /// The faults that no game shows yet, and those that not two show.
    once: Faults,
    twice: Faults,
    /// The misreadings that no game tells apart yet.
    apart: Apart,
}

impl Wanted {
    fn remove(&mut self, game: &PooledGame) {
        self.twice &= self.once | !game.faults;
        self.once &= !game.faults;
        self.apart.iter_mut().zip(&game.apart).for_each(|(wanted, apart)| *wanted &= !apart);
    }
}

impl Pool {
    /// The games, for these misreadings, which are always the same.
    fn of(misreadings: &[Reading]) -> &'static Self {
        static POOL: OnceLock<Pool> = OnceLock::new();
        POOL.get_or_init(|| Self::new(misreadings))
    }

    fn new(misreadings: &[Reading]) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let mut games = Vec::new();
        for (make, count) in POOLED {
            let made = std::iter::repeat_with(|| make(&mut rng)).flatten().take(count);
            games.extend(made.map(|game| {
                let question = OpenGame::new(game);
                let (faults, apart) = (question.faults(misreadings), question.apart(misreadings));
                PooledGame { game: question.game, faults, apart }
            }));
        }
        let showing = (0..2 * misreadings.len()).map(|fault| {
            let games = games.iter().enumerate();
            let showing = games.filter(|(_, game)| game.faults >> fault & 1 == 1);
            showing.map(|(place, _)| place).collect()
        });
        Self { showing: showing.collect(), games }
    }

    /// So many games on which every misreading goes wrong, or nearly every one.
    fn choose(&self, rng: &mut ChaCha8Rng, count: usize) -> Vec<OpenGame> {
        let misreadings = self.showing.len() / 2;
        let apart = vec![Readings::MAX; misreadings];
        let mut wanted = Wanted { once: Faults::MAX, twice: Faults::MAX, apart };
        let mut chosen = Vec::with_capacity(count);
        for _ in 0..count {
            // The fault that the fewest games show, and of these the game that shows most of what is wanted.
            let once = self.showing(wanted.once).min_by_key(|games| games.len());
            let rarest =
                once.or_else(|| self.showing(wanted.twice).min_by_key(|games| games.len()));
            let best = rarest.and_then(|places| {
                let games = places.sample(rng, COMPARED);
                let games = games.filter_map(|&place| self.games.get(place));
                games.max_by_key(|game| self.worth(game, &wanted))
            });
            let Some(best) = best.or_else(|| self.games.choose(rng)) else { break };
            wanted.remove(best);
            chosen.push(OpenGame::new(best.game.clone()));
        }
        chosen.shuffle(rng);
        chosen
    }

    /// For each of these faults the games that show it.
    fn showing(&self, faults: Faults) -> impl Iterator<Item = &[usize]> {
        let games = self.showing.iter().enumerate().filter(|(_, games)| !games.is_empty());
        games.filter(move |(fault, _)| faults >> fault & 1 == 1).map(|(_, games)| &games[..])
    }

    /// How much of what is wanted a game shows. A fault that few games show counts more.
    fn worth(&self, game: &PooledGame, wanted: &Wanted) -> usize {
        let rarity = |games: &[usize]| 100 * self.games.len() / games.len();
        let once: usize = self.showing(game.faults & wanted.once).map(rarity).sum();
        let twice = self.showing(game.faults & wanted.twice & !wanted.once).map(rarity);
        let apart = game.apart.iter().zip(&wanted.apart);
        let apart: u32 = apart.map(|(apart, wanted)| (apart & wanted).count_ones()).sum();
        once + twice.sum::<usize>() / 2 + 20 * apart as usize
    }
}

impl OpenGame {
    fn right(&self) -> &[Point] {
        self.right.get_or_init(|| {
            Scoring::published().best_points(self.game.board(), self.game.to_move())
        })
    }

    /// What it shows of these misreadings.
    fn faults(&self, misreadings: &[Reading]) -> Faults {
        let shown = misreadings.iter().flat_map(|reading| self.misleads(reading));
        (0..).zip(shown).map(|(fault, is_shown)| Faults::from(is_shown) << fault).sum()
    }

    /// Whether the first of the points that a reading takes for the best is wrong, and whether the last one is.
    fn misleads(&self, reading: &Reading) -> [bool; 2] {
        let best = reading.best(self);
        [best.first(), best.last()]
            .map(|point| point.is_some_and(|point| !self.right().contains(point)))
    }

    /// Which of these misreadings have no best point in common.
    fn apart(&self, misreadings: &[Reading]) -> Apart {
        let best: Vec<_> =
            misreadings.iter().map(|reading| point_set(&reading.best(self))).collect();
        let is_apart = |one: &[u64; 4], other: &[u64; 4]| {
            one.iter().zip(other).all(|(one, other)| one & other == 0)
        };
        let apart = |one| {
            let others = best.iter().zip(0..);
            others.map(|(other, number)| Readings::from(is_apart(one, other)) << number).sum()
        };
        best.iter().map(apart).collect()
    }
}

/// A set of points, a bit for each.
fn point_set(points: &[Point]) -> [u64; 4] {
    let mut set = [0; 4];
    for index in points.iter().map(|point| usize::from(point.index())) {
        set.iter_mut().skip(index / 64).take(1).for_each(|part| *part |= 1 << (index % 64));
    }
    set
}

/// A game that goes on until somebody wins, or for long, somewhere on the board.
fn whole_game(rng: &mut ChaCha8Rng) -> Vec<Point> {
    let candidates = rng.random_range(3..=16);
    let game = skilled_game(rng, MAX_MOVES, candidates, |_, _, _| true);
    let moves = game.moves();
    let shift = |rng: &mut ChaCha8Rng, at: fn(&Point) -> u8| -> i8 {
        let first = moves.iter().map(at).min().unwrap_or(0).cast_signed();
        let last = moves.iter().map(at).max().unwrap_or(0).cast_signed();
        let free = -first..=Point::SIDE.cast_signed() - 1 - last;
        // Half of the games touch the border.
        match rng.random_range(0..4) {
            0 => *free.start(),
            1 => *free.end(),
            _ => rng.random_range(free),
        }
    };
    let down = shift(rng, |point| point.row());
    let across = shift(rng, |point| point.column());
    moves.iter().filter_map(|point| point.offset(down, across)).collect()
}

/// How many moves a game has at most.
const MAX_MOVES: u8 = 36;

/// A game before some move of it.
fn late(rng: &mut ChaCha8Rng) -> Option<Game> {
    let moves = whole_game(rng);
    let kept = match rng.random_range(0..3) {
        // Shortly before the end there are the long rows.
        0 => moves.len().saturating_sub(rng.random_range(1..=3)),
        _ => rng.random_range(4..moves.len().max(6)).min(moves.len() - 1),
    };
    played(moves.get(..kept)?)
}

/// A game with few moves, some of which make a line on which several patterns occur.
fn early(rng: &mut ChaCha8Rng) -> Option<Game> {
    let moves = whole_game(rng);
    let game = played(moves.get(..rng.random_range(3..=12))?)?;
    planted(rng, &game)
}

/// The game of these moves, if it goes on.
fn played(moves: &[Point]) -> Option<Game> {
    let mut game = Game::new();
    for &point in moves {
        game.play(point).ok()?;
    }
    (!game.is_over()).then_some(game)
}

/// A game in which one line of a point is worth as much as two of another: so the lines without a pattern decide.
///
/// ```text
///   M O O C     200         C . .
///         O     200         . M M .    400
///         O
///         M
/// ```
fn tied(rng: &mut ChaCha8Rng) -> Option<Game> {
    let centre = Point::from_index(rng.random_range(0..Point::COUNT))?;
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    for direction in Direction::ALL.sample(rng, 2) {
        let (down, across) = direction.step();
        let sense = if rng.random() { 1 } else { -1 };
        let at = |steps: i8| centre.offset(sense * steps * down, sense * steps * across);
        theirs.extend([at(1)?, at(2)?]);
        mine.push(at(3)?);
    }
    let one = centre.offset(rng.random_range(-6..=6), rng.random_range(-6..=6))?;
    let (down, across) = Direction::ALL.choose(rng)?.step();
    mine.extend([one, one.offset(down, across)?]);
    for _ in 0..rng.random_range(0..=3) {
        mine.push(Point::from_index(rng.random_range(0..Point::COUNT))?);
        theirs.push(Point::from_index(rng.random_range(0..Point::COUNT))?);
    }
    // The opponent is black if white is to move.
    let mut game = Game::new();
    if rng.random() {
        game.play(Point::from_index(rng.random_range(0..Point::COUNT))?).ok()?;
    }
    mine.shuffle(rng);
    theirs.shuffle(rng);
    for (mine, theirs) in mine.into_iter().zip(theirs) {
        game.play(mine).ok()?;
        game.play(theirs).ok()?;
    }
    (!game.is_over()).then_some(game)
}

/// Lines on which several patterns occur, which a random game seldom has.
const PLANTED: [&str; 6] = [".OOCMM.", ".OOCOO.", "MOOCOO.", ".OOOCMM.", "OOCMM.", ".OCMM."];

/// The game with some more moves, which make such a line around a point near the others; none if there is no room.
fn planted(rng: &mut ChaCha8Rng, game: &Game) -> Option<Game> {
    let text = PLANTED.choose(rng)?;
    let near = game.moves().choose(rng)?;
    let centre = near.offset(rng.random_range(-3..=3), rng.random_range(-3..=3))?;
    let (down, across) = Direction::ALL.choose(rng)?.step();
    let sense = if rng.random() { 1 } else { -1 };
    let middle = i8::try_from(text.find('C')?).ok()?;
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    for (symbol, place) in text.chars().zip(-middle..) {
        let point = centre.offset(sense * place * down, sense * place * across)?;
        let stone = game.board().at(point).map(|stone| stone == game.to_move());
        match (symbol, stone) {
            ('M', None) => mine.push(point),
            ('O', None) => theirs.push(point),
            ('M', Some(true)) | ('O', Some(false)) | ('.' | 'C', None) => {}
            _ => return None,
        }
    }
    // Elsewhere, so that both have as many moves.
    while mine.len() != theirs.len() {
        let near = game.moves().choose(rng)?;
        let point = near.offset(rng.random_range(-4..=4), rng.random_range(-4..=4))?;
        let is_on_the_line =
            mine.iter().chain(&theirs).any(|&other| other == point) || point == centre;
        if is_on_the_line || game.board().at(point).is_some() {
            return None;
        }
        if mine.len() < theirs.len() { mine.push(point) } else { theirs.push(point) }
    }
    let mut longer = game.clone();
    for (mine, theirs) in mine.into_iter().zip(theirs) {
        longer.play(mine).ok()?;
        longer.play(theirs).ok()?;
    }
    (!longer.is_over()).then_some(longer)
}
