//! Step 07: the four lines through a point, from four cells before it to four after it.

use std::fmt::{self, Write as _};

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::HINTS;
use super::plain::{self, Border, LINES, POINTS, Place};
use super::positions::{Telling, random_point, undecided_game};
use crate::board::gomoku::{Direction, Game, Point, Stone};
use crate::step::{
    Aspects, Catalogue, Choice, Count, Expected, Feedback, Kind, Question, Solution, Steering,
    Workload,
};

/// The cells of four lines around each point.
pub enum LinePatterns {}

/// The maximal number of cells of an item. A window has at most nine, but one that is cut too wide is a misread rule, not a
/// malformed answer: it is wrong, and can be explained.
const MAX_CELLS: u32 = 15;

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    questions: Count<9, 50>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "DisplayFromStr")]
    board: Game,
    #[serde_as(as = "Vec<DisplayFromStr>")]
    coord: Vec<Point>,
}

/// The cells of a line: a 1, then two bits for each cell, 00 for `.`, 01 for `x` and 10 for `o`. It is read from the end that
/// gives the smaller number, so that the direction does not count.
///
/// ```text
///   ..xo    1 00 00 01 10    the smaller number
///   ox..    1 10 01 00 00
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern(u32);

impl Pattern {
    /// The pattern of these cells, with or without blanks between them; none if there is no cell, a character that is no cell, or
    /// more than [`MAX_CELLS`].
    fn read(cells: impl IntoIterator<Item = char>) -> Option<Self> {
        let cells = cells.into_iter().filter(|cell| !cell.is_whitespace());
        Self::of(cells).filter(|&pattern| pattern != Self::NOTHING)
    }

    /// The pattern without a cell, which some misreadings give.
    const NOTHING: Self = Self(1);

    /// The pattern of these cells; none if one of them is no cell, or there are more than [`MAX_CELLS`].
    fn of(cells: impl IntoIterator<Item = char>) -> Option<Self> {
        let (mut forwards, mut backwards, mut length) = (1, 0, 0);
        for cell in cells {
            let bits = match cell {
                '.' => 0,
                'x' => 1,
                'o' => 2,
                _ => return None,
            };
            if length == MAX_CELLS {
                return None;
            }
            forwards = forwards << 2 | bits;
            backwards |= bits << (2 * length);
            length += 1;
        }
        Some(Self(forwards.min(backwards | 1 << (2 * length))))
    }

    /// The cells in their order.
    fn cells(self) -> impl Iterator<Item = char> {
        let length = self.0.ilog2() / 2;
        let bits = (0..length).rev().map(move |place| self.0 >> (2 * place) & 3);
        bits.map(|bits| match bits {
            0 => '.',
            1 => 'x',
            _ => 'o',
        })
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells().try_for_each(|cell| f.write_char(cell))
    }
}

/// The four lines of a point, in any order.
#[derive(Clone, Copy)]
pub struct Lines([Pattern; LINES.len()]);

impl Solution for Lines {
    type Item = Pattern;

    const ITEMS: usize = LINES.len();

    fn marks(&self, given: &[Pattern]) -> impl Iterator<Item = bool> {
        let mut found = [false; LINES.len()];
        given.iter().map(move |pattern| {
            let mut free = self.0.iter().zip(&mut found);
            let twin = free.find(|(other, found)| !**found && *other == pattern);
            twin.map(|(_, found)| *found = true).is_some()
        })
    }

    fn items(&self, _: Choice) -> Vec<Pattern> {
        self.0.to_vec()
    }

    /// The four lines of a point depend on each other.
    fn question(&self) -> Question {
        let mut lines = self.0;
        lines.sort_unstable();
        Question::with_all_of(lines)
    }
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    question: Letters,
    turns: Turns,
    /// How many of the last moves are not played.
    moves_missing: usize,
    lines: Directions,
    cells: Cells,
    border: Border,
    off_board: OffBoard,
}

/// How the letters of a question are read, when those of the game are read rightly. What is misread in both alike changes nothing,
/// for the four lines may come in any order.
#[derive(Clone, Copy, Default)]
enum Letters {
    #[default]
    RowFirst,
    ColumnFirst,
    /// This far below and to the right of where the game has the point.
    Shifted(i16),
}

/// Which stone a move places.
#[derive(Clone, Copy, Default)]
enum Turns {
    #[default]
    BlackFirst,
    WhiteFirst,
    /// All are black's.
    Black,
    /// That of the first place in the text of the game where the point's letters stand, also across two moves.
    FirstInTheText,
}

/// Which line is cut out for each of the four.
#[derive(Clone, Copy)]
struct Directions([usize; LINES.len()]);

impl Default for Directions {
    fn default() -> Self {
        Self([0, 1, 2, 3])
    }
}

/// Which cells of a line are taken, and in which order.
#[derive(Clone, Copy)]
struct Cells {
    before: i16,
    after: i16,
    centre: Centre,
    order: Order,
}

impl Default for Cells {
    fn default() -> Self {
        Self { before: 4, after: 4, centre: Centre::Kept, order: Order::OnTheLine }
    }
}

/// Whether the point itself is among them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Centre {
    Kept,
    LeftOut,
}

/// The order of the cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    OnTheLine,
    /// Those before the point come from the point outwards.
    BeforeNotTurned,
}

/// What is written for a cell off the board.
#[derive(Clone, Copy, Default)]
enum OffBoard {
    #[default]
    Nothing,
    Written(char),
}

impl Kind for LinePatterns {
    const NAME: &'static str = "gomoku/line-patterns";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;

    type Params = Params;
    type Task = Task;
    type Item = Pattern;
    type Solution = Lines;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("off-board-as-empty", |reading| reading.off_board = OffBoard::Written('.'))
            .or("off-board-as-white", |reading| reading.off_board = OffBoard::Written('o'))
            .or("off-board-as-black", |reading| reading.off_board = OffBoard::Written('x'));
        aspects
            .add()
            .or("wrapped-to-the-next-row", |reading| reading.border = Border::NextRow)
            .or("index-below-zero", |reading| reading.border = Border::FromTheEnd)
            .or("wrapped-to-the-opposite-side", |reading| reading.border = Border::OppositeSide)
            .or("first-row-and-column-left-out", |reading| {
                reading.border = Border::Within(1, 14);
            })
            .or("last-row-and-column-left-out", |reading| reading.border = Border::Within(0, 13))
            .or("outermost-points-left-out", |reading| reading.border = Border::Within(1, 13));
        aspects
            .add()
            .or("window-of-five", |reading| (reading.cells.before, reading.cells.after) = (5, 5))
            .or("window-of-three", |reading| (reading.cells.before, reading.cells.after) = (3, 3))
            .or("window-of-two", |reading| (reading.cells.before, reading.cells.after) = (2, 2))
            .or("three-after", |reading| reading.cells.after = 3)
            .or("three-before", |reading| reading.cells.before = 3)
            .or("only-after", |reading| reading.cells.before = 0)
            .or("only-before", |reading| reading.cells.after = 0);
        aspects
            .add()
            .or("rows-and-columns-swapped", |reading| reading.question = Letters::ColumnFirst)
            .or("letters-counted-from-one", |reading| reading.question = Letters::Shifted(1))
            .or("game-counted-from-one", |reading| reading.question = Letters::Shifted(-1));
        aspects
            .add()
            .or("colours-swapped", |reading| reading.turns = Turns::WhiteFirst)
            .or("all-black", |reading| reading.turns = Turns::Black)
            .or("colours-from-the-text", |reading| reading.turns = Turns::FirstInTheText);
        aspects.add().or("last-move-missing", |reading| reading.moves_missing = 1);
        aspects
            .add()
            .or("anti-diagonal-down-right", |reading| reading.lines = Directions([0, 1, 2, 1]))
            .or("diagonal-down-left", |reading| reading.lines = Directions([0, 3, 2, 3]))
            .or("row-twice", |reading| reading.lines = Directions([0, 1, 0, 3]))
            .or("column-twice", |reading| reading.lines = Directions([2, 1, 2, 3]));
        aspects.add().or("the-point-left-out", |reading| reading.cells.centre = Centre::LeftOut);
        aspects.add().or("cells-before-not-turned", |reading| {
            reading.cells.order = Order::BeforeNotTurned;
        });
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let moves = rng.random_range(24..=60);
        let board = undecided_game(rng, moves);
        let coord = points(rng, steering, &board, params.questions.get() as usize);
        Task { board, coord }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = Lines> + 'a {
        let picture = reading.picture(task.board.moves());
        task.coord.iter().map(move |&point| reading.lines(&picture, point))
    }

    fn reference(task: &Task) -> Vec<Lines> {
        task.coord.iter().map(|&point| windows(&task.board, point)).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Pattern, Expected> {
        // Nearly all answers are ASCII, which need not be decoded.
        let pattern = if text.is_ascii() {
            Pattern::read(text.bytes().map(char::from))
        } else {
            Pattern::read(text.chars())
        };
        pattern
            .ok_or(Expected("the cells of a line, each `x`, `o` or `.`; a line has at most nine"))
    }

    fn arrange(items: &mut [Pattern]) {
        for point in items.chunks_mut(LINES.len()) {
            point.sort_unstable();
        }
    }
}

/// What lies on each point.
type Picture = [char; POINTS];

impl Reading {
    /// The board after a game.
    fn picture(&self, moves: &[Point]) -> Picture {
        let mut picture = ['.'; POINTS];
        let played = moves.len().saturating_sub(self.moves_missing);
        let letters: Vec<u8> =
            moves.iter().flat_map(|point| [point.row(), point.column()]).collect();
        for (number, &point) in moves.iter().enumerate().take(played) {
            let stone = match self.turns {
                Turns::BlackFirst => Stone::to_move_after(number),
                Turns::WhiteFirst => Stone::to_move_after(number).other(),
                Turns::Black => Stone::Black,
                Turns::FirstInTheText => {
                    let is_it = |pair: &[u8]| pair == [point.row(), point.column()];
                    let place = letters.windows(2).position(is_it);
                    Stone::to_move_after(place.unwrap_or(2 * number) / 2)
                }
            };
            if let Some(cell) = picture.get_mut(usize::from(point.index())) {
                *cell = stone.symbol();
            }
        }
        picture
    }

    /// The four lines of a point.
    fn lines(&self, picture: &Picture, point: Point) -> Lines {
        let (row, column) = plain::place(point);
        let centre = match self.question {
            Letters::RowFirst => (row, column),
            Letters::ColumnFirst => (column, row),
            Letters::Shifted(by) => (row + by, column + by),
        };
        let Directions(lines) = self.lines;
        Lines(lines.map(|line| self.line(picture, centre, LINES.get(line).copied())))
    }

    #[expect(
        clippy::expect_used,
        reason = "a reading takes eleven cells at most, and writes cells"
    )]
    fn line(&self, picture: &Picture, centre: Place, line: Option<Place>) -> Pattern {
        let Cells { before, after, centre: kept, order } = self.cells;
        let before = (0..before).map(|number| match order {
            Order::OnTheLine => number - before,
            Order::BeforeNotTurned => -1 - number,
        });
        let first_after = i16::from(kept != Centre::Kept);
        let steps = before.chain(first_after..=after);
        let cells = steps.filter_map(|steps| {
            let index = self.border.index(plain::along(centre, line?, steps));
            match (index.and_then(|index| picture.get(index)), self.off_board) {
                (Some(&cell), _) | (None, OffBoard::Written(cell)) => Some(cell),
                (None, OffBoard::Nothing) => None,
            }
        });
        Pattern::of(cells).expect("at most eleven cells")
    }
}

/// The four lines of a point.
#[expect(clippy::expect_used, reason = "a window has at most nine cells, and cells only")]
fn windows(game: &Game, point: Point) -> Lines {
    Lines(Direction::ALL.map(|direction| {
        let window = game.board().window(point, direction);
        Pattern::of(window.as_str().chars()).expect("a window of a board")
    }))
}

/// How many points are offered in exchange for others.
const OFFERS: usize = 24;

/// Different points to ask about, on which every misreading shows: a third of them anywhere, the others where some line has a stone.
fn points(
    rng: &mut ChaCha8Rng,
    steering: &Steering<LinePatterns>,
    game: &Game,
    count: usize,
) -> Vec<Point> {
    let misread: Vec<(&Reading, Picture)> =
        steering.misreadings().iter().map(|read| (read, read.picture(game.moves()))).collect();
    let shown = |point: Point, right: &Lines| -> Vec<u32> {
        misread
            .iter()
            .map(|(reading, picture)| tenths(right, &reading.lines(picture, point)))
            .collect()
    };
    let mut points = Telling::new(misread.len());
    let mut offers = OFFERS;
    while offers > 0 {
        // A program that misses the last move is wrong only where a line has it.
        let is_near = rng.random_ratio(1, 4);
        let last = game.moves().last().filter(|_| is_near);
        let near = last.and_then(|last| {
            let (down, across) = Direction::ALL.choose(rng)?.step();
            let steps = rng.random_range(-4..=4);
            last.offset(steps * down, steps * across)
        });
        let point = near.unwrap_or_else(|| random_point(rng));
        if points.questions().any(|&other| other == point) {
            continue;
        }
        let right = windows(game, point);
        let sees_a_stone = right.0.iter().any(|line| line.cells().any(|cell| cell != '.'));
        let chosen = points.questions().count();
        if chosen >= count {
            offers -= 1;
            if points.is_enough() {
                break;
            }
            points.offer(point, shown(point, &right), |_| true);
        } else if sees_a_stone || chosen < count / 3 {
            points.add(point, shown(point, &right));
        }
    }
    let mut points = points.into_questions();
    points.shuffle(rng);
    points
}

/// How rare the wrong lines of a point are among right ones, in tenths of a bit.
fn tenths(right: &Lines, read: &Lines) -> u32 {
    let wrong = read.0.iter().zip(right.marks(&read.0)).filter(|&(_, is_right)| !is_right);
    let is_plain = |line: &Pattern| line.cells().all(|cell| cell == '.');
    wrong.map(|(line, _)| if is_plain(line) { 20 } else { 60 }).sum()
}
