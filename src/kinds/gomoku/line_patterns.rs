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
    played: Played,
    lines: Directions,
    cells: Cells,
    border: Border,
    /// Whether the point itself is written even where it is not taken for one of the board.
    always_itself: bool,
    window: Window,
    off_board: OffBoard,
}

/// How the letters of a question are read, when those of the game are read rightly. What is misread in both alike changes nothing,
/// for the four lines may come in any order.
#[derive(Clone, Copy, Default)]
enum Letters {
    #[default]
    RowFirst,
    ColumnFirst,
    /// The first letter is taken for both.
    First,
    /// The second one is.
    Second,
    /// So far below and to the right of where the game has the point.
    Shifted(i16, i16),
    /// With row `a` at the bottom.
    FromTheBottom,
    /// With column `a` on the right.
    FromTheRight,
}

/// Which stone a move places.
#[derive(Clone, Copy, Default)]
enum Turns {
    #[default]
    BlackFirst,
    WhiteFirst,
    /// The first half of the moves are black's.
    BlackThenWhite,
    /// Each side has two moves at a time.
    TwoAtATime,
    /// All are of this side.
    All(Stone),
    /// That of the first place in the text of the game where the point's letters stand, also across two moves.
    FirstInTheText,
}

/// Which moves are played, and where.
#[derive(Clone, Copy, Default)]
enum Played {
    #[default]
    All,
    WithoutTheFirst,
    WithoutTheLast,
    OnlyOf(Stone),
    /// The first letter is taken for row and column.
    FirstLetterTwice,
    SecondLetterTwice,
    /// A stone lies in all rows.
    InAllRows,
}

/// Which line is cut out for each of the four.
#[derive(Clone, Copy)]
struct Directions([usize; LINES.len()]);

impl Default for Directions {
    fn default() -> Self {
        Self([0, 1, 2, 3])
    }
}

/// The lines, as people draw them.
const SYMBOLS: [&str; LINES.len()] = ["—", "╲", "│", "╱"];

/// Four lines with one of them twice, or one of them only, with their labels for ids and for people.
fn wrong_lines() -> Vec<(String, String, Directions)> {
    const WRONG: [[usize; LINES.len()]; 14] = [
        [0, 0, 2, 3],
        [0, 1, 2, 0],
        [1, 1, 2, 3],
        [0, 1, 1, 3],
        [0, 2, 2, 3],
        [0, 1, 2, 2],
        [3, 1, 2, 3],
        [0, 1, 3, 3],
        [0, 2, 0, 2],
        [1, 3, 1, 3],
        [0, 0, 0, 0],
        [1, 1, 1, 1],
        [2, 2, 2, 2],
        [3, 3, 3, 3],
    ];
    let named = WRONG.map(|lines| {
        let id: String = lines.iter().map(|line| (line + 1).to_string()).collect();
        let symbols = lines.iter().filter_map(|&line| SYMBOLS.get(line).copied());
        (id, symbols.collect::<Vec<_>>().join(" "), Directions(lines))
    });
    named.into()
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

/// How the point itself is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Centre {
    Kept,
    LeftOut,
    Twice,
    /// As this, whatever lies on it.
    Written(char),
}

/// The order of the cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    OnTheLine,
    /// Those before the point come from the point outwards.
    BeforeNotTurned,
    /// Those after the point come from outside to the point.
    AfterTurned,
    BothTurned,
    /// The point, those after it, and then those before it from the point outwards.
    AfterThenBefore,
    /// The point and those after it, and then those before it as on the line.
    AfterFirst,
    /// The point comes first, then those before it and after it, from the point outwards.
    BeforeThenAfter,
    /// Those before the point come again in place of those after it.
    BeforeTwice,
    /// Those after the point come again in place of those before it.
    AfterTwice,
}

/// What happens to a window that the border cuts.
#[derive(Clone, Copy, Default)]
enum Window {
    #[default]
    Cut,
    /// As many cells as are missing before the point are taken more after it.
    MovedOn,
    /// As many as are missing after it are taken more before it.
    MovedBack,
    /// Both.
    MovedInwards,
    /// It is cut at both ends alike.
    CutAlike,
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

    #[expect(clippy::too_many_lines, reason = "a list")]
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
            .or("outermost-points-left-out", |reading| reading.border = Border::Within(1, 13))
            .or_each("left-out-but-for-itself", narrow_borders(), |reading, border| {
                (reading.border, reading.always_itself) = (border, true);
            });
        aspects
            .add()
            .or("window-of-five", |reading| (reading.cells.before, reading.cells.after) = (5, 5))
            .or("window-of-three", |reading| (reading.cells.before, reading.cells.after) = (3, 3))
            .or("three-after", |reading| reading.cells.after = 3)
            .or("three-before", |reading| reading.cells.before = 3)
            .or("only-after", |reading| reading.cells.before = 0)
            .or("only-before", |reading| reading.cells.after = 0);
        aspects
            .add()
            .or("rows-and-columns-swapped", |reading| reading.question = Letters::ColumnFirst)
            .or("letters-counted-from-one", |reading| reading.question = Letters::Shifted(1, 1))
            .or("game-counted-from-one", |reading| reading.question = Letters::Shifted(-1, -1));
        aspects
            .add()
            .or("colours-swapped", |reading| reading.turns = Turns::WhiteFirst)
            .or("all-black", |reading| reading.turns = Turns::All(Stone::Black))
            .or("colours-from-the-text", |reading| reading.turns = Turns::FirstInTheText);
        aspects.add().or("last-move-missing", |reading| reading.played = Played::WithoutTheLast);
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
        aspects
            .add()
            .or("moved-on", |reading| reading.window = Window::MovedOn)
            .or("moved-inwards", |reading| reading.window = Window::MovedInwards)
            .or("moved-back", |reading| reading.window = Window::MovedBack)
            .or("cut-alike", |reading| reading.window = Window::CutAlike)
            .alone();
        let (whole, without_first, without_last) = ((0, 14), (1, 14), (0, 13));
        aspects
            .add()
            .or("row-below-zero", |reading| reading.border = Border::RowsFromTheEnd)
            .or("column-below-zero", |reading| reading.border = Border::ColumnsFromTheEnd)
            .or("clamped", |reading| reading.border = Border::Clamped)
            .or("signs-dropped", |reading| reading.border = Border::WithoutSigns)
            .or("first-row-left-out", move |reading| {
                reading.border = Border::Sides(without_first, whole);
            })
            .or("first-column-left-out", move |reading| {
                reading.border = Border::Sides(whole, without_first);
            })
            .or("last-row-left-out", move |reading| {
                reading.border = Border::Sides(without_last, whole);
            })
            .or("last-column-left-out", move |reading| {
                reading.border = Border::Sides(whole, without_last);
            })
            .alone();
        aspects
            .add()
            .or("the-point-as-empty", |reading| reading.cells.centre = Centre::Written('.'))
            .or("the-point-twice", |reading| reading.cells.centre = Centre::Twice)
            .alone();
        aspects
            .add()
            .or("cells-after-turned", |reading| reading.cells.order = Order::AfterTurned)
            .or("both-sides-turned", |reading| reading.cells.order = Order::BothTurned)
            .or("after-then-before", |reading| reading.cells.order = Order::AfterThenBefore)
            .or("cells-after-first", |reading| reading.cells.order = Order::AfterFirst)
            .or("before-then-after", |reading| reading.cells.order = Order::BeforeThenAfter)
            .or("cells-before-twice", |reading| reading.cells.order = Order::BeforeTwice)
            .or("cells-after-twice", |reading| reading.cells.order = Order::AfterTwice)
            .alone();
        let windows = [(4, 5), (5, 4), (1, 1), (6, 6), (7, 7), (0, 8), (8, 0), (14, 14)];
        let windows = windows.map(|(before, after): (i16, i16)| {
            (format!("{before}-{after}"), format!("−{before}…+{after}"), (before, after))
        });
        aspects
            .add()
            .or_each("window", windows, |reading, (before, after)| {
                (reading.cells.before, reading.cells.after) = (before, after);
            })
            .alone();
        aspects
            .add()
            .or_each("lines-taken", wrong_lines(), |reading, lines| reading.lines = lines)
            .alone();
        aspects
            .add()
            .or("one-row-down", |reading| reading.question = Letters::Shifted(1, 0))
            .or("one-row-up", |reading| reading.question = Letters::Shifted(-1, 0))
            .or("one-column-right", |reading| reading.question = Letters::Shifted(0, 1))
            .or("one-column-left", |reading| reading.question = Letters::Shifted(0, -1))
            .or("first-letter-twice", |reading| reading.question = Letters::First)
            .or("second-letter-twice", |reading| reading.question = Letters::Second)
            .or("rows-from-the-bottom", |reading| reading.question = Letters::FromTheBottom)
            .or("columns-from-the-right", |reading| reading.question = Letters::FromTheRight)
            .alone();
        aspects
            .add()
            .or("all-white", |reading| reading.turns = Turns::All(Stone::White))
            .or("black-then-white", |reading| reading.turns = Turns::BlackThenWhite)
            .or("two-moves-at-a-time", |reading| reading.turns = Turns::TwoAtATime)
            .alone();
        aspects
            .add()
            .or("first-move-missing", |reading| reading.played = Played::WithoutTheFirst)
            .or("only-blacks-moves", |reading| reading.played = Played::OnlyOf(Stone::Black))
            .or("only-whites-moves", |reading| reading.played = Played::OnlyOf(Stone::White))
            .or("game-first-letter-twice", |reading| reading.played = Played::FirstLetterTwice)
            .or("game-second-letter-twice", |reading| reading.played = Played::SecondLetterTwice)
            .or("one-list-for-all-rows", |reading| reading.played = Played::InAllRows)
            .alone();
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

/// The boards without points of the border that are most often taken for the board.
fn narrow_borders() -> [(String, String, Border); 2] {
    let borders = [
        ("first", "`aa`…`ao`, `aa`…`oa`", Border::Within(1, 14)),
        ("last", "`oa`…`oo`, `ao`…`oo`", Border::Within(0, 13)),
    ];
    borders.map(|(id, points, border)| (id.to_owned(), points.to_owned(), border))
}

impl Reading {
    /// The board after a game.
    fn picture(&self, moves: &[Point]) -> Picture {
        let mut picture = ['.'; POINTS];
        let letters: Vec<u8> =
            moves.iter().flat_map(|point| [point.row(), point.column()]).collect();
        let (first, last) = match self.played {
            Played::WithoutTheFirst => (1, moves.len()),
            Played::WithoutTheLast => (0, moves.len().saturating_sub(1)),
            _ => (0, moves.len()),
        };
        let mut put = |row: i16, column: i16, stone: Stone| {
            let index = Border::Exact.index((row, column));
            if let Some(cell) = index.and_then(|index| picture.get_mut(index)) {
                *cell = stone.symbol();
            }
        };
        for (number, &point) in moves.iter().enumerate().take(last).skip(first) {
            let stone = match self.turns {
                Turns::BlackFirst => Stone::to_move_after(number),
                Turns::WhiteFirst => Stone::to_move_after(number).other(),
                Turns::BlackThenWhite if 2 * number < moves.len() => Stone::Black,
                Turns::BlackThenWhite => Stone::White,
                Turns::TwoAtATime => Stone::to_move_after(number / 2),
                Turns::All(stone) => stone,
                Turns::FirstInTheText => {
                    let is_it = |pair: &[u8]| pair == [point.row(), point.column()];
                    let place = letters.windows(2).position(is_it);
                    Stone::to_move_after(place.unwrap_or(2 * number) / 2)
                }
            };
            let (row, column) = plain::place(point);
            match self.played {
                Played::OnlyOf(side) if Stone::to_move_after(number) != side => {}
                Played::FirstLetterTwice => put(row, row, stone),
                Played::SecondLetterTwice => put(column, column, stone),
                Played::InAllRows => (0..plain::SIDE).for_each(|row| put(row, column, stone)),
                _ => put(row, column, stone),
            }
        }
        picture
    }

    /// The four lines of a point.
    fn lines(&self, picture: &Picture, point: Point) -> Lines {
        let (row, column) = plain::place(point);
        let last = plain::SIDE - 1;
        let centre = match self.question {
            Letters::RowFirst => (row, column),
            Letters::ColumnFirst => (column, row),
            Letters::First => (row, row),
            Letters::Second => (column, column),
            Letters::Shifted(down, across) => (row + down, column + across),
            Letters::FromTheBottom => (last - row, column),
            Letters::FromTheRight => (row, last - column),
        };
        let Directions(lines) = self.lines;
        Lines(lines.map(|line| {
            LINES.get(line).map_or(Pattern::NOTHING, |&line| self.line(picture, centre, line))
        }))
    }

    #[expect(
        clippy::expect_used,
        reason = "a reading takes fifteen cells at most, and writes cells"
    )]
    fn line(&self, picture: &Picture, centre: Place, line: Place) -> Pattern {
        let Cells { before, after, centre: kept, order } = self.cells;
        let (before, after) = self.window(centre, line, before, after);
        let at = |steps: i16| {
            let border = if steps == 0 && self.always_itself { Border::Exact } else { self.border };
            let index = border.index(plain::along(centre, line, steps));
            match (index.and_then(|index| picture.get(index)), self.off_board) {
                (Some(&cell), _) | (None, OffBoard::Written(cell)) => Some(cell),
                (None, OffBoard::Nothing) => None,
            }
        };
        // Nearly all readings take the cells as they are, and need no list of them.
        if (order, kept) == (Order::OnTheLine, Centre::Kept) {
            return Pattern::of((-before..=after).filter_map(at)).expect("at most fifteen cells");
        }
        let mut cells = Vec::with_capacity(32);
        let itself = |cells: &mut Vec<Option<char>>| match kept {
            Centre::Kept => cells.push(at(0)),
            Centre::LeftOut => {}
            Centre::Twice => cells.extend([at(0), at(0)]),
            Centre::Written(cell) => cells.push(Some(cell)),
        };
        match order {
            Order::OnTheLine | Order::AfterTurned | Order::BeforeTwice => {
                cells.extend((-before..0).map(at));
            }
            Order::BeforeNotTurned | Order::BothTurned => {
                cells.extend((1..=before).map(|n| at(-n)));
            }
            Order::AfterTwice => cells.extend((1..=after).rev().map(at)),
            Order::AfterThenBefore | Order::AfterFirst | Order::BeforeThenAfter => {}
        }
        itself(&mut cells);
        match order {
            Order::OnTheLine | Order::BeforeNotTurned | Order::AfterTwice => {
                cells.extend((1..=after).map(at));
            }
            Order::AfterTurned | Order::BothTurned => cells.extend((1..=after).rev().map(at)),
            Order::BeforeTwice => cells.extend((1..=before).map(|n| at(-n))),
            Order::AfterThenBefore => {
                cells.extend((1..=after).map(at));
                cells.extend((1..=before).map(|n| at(-n)));
            }
            Order::AfterFirst => {
                cells.extend((1..=after).map(at));
                cells.extend((-before..0).map(at));
            }
            Order::BeforeThenAfter => {
                cells.extend((1..=before).map(|n| at(-n)));
                cells.extend((1..=after).map(at));
            }
        }
        Pattern::of(cells.into_iter().flatten()).expect("at most fifteen cells")
    }

    /// How many cells of a line are taken before the point and after it.
    fn window(&self, centre: Place, line: Place, before: i16, after: i16) -> (i16, i16) {
        if matches!(self.window, Window::Cut) {
            return (before, after);
        }
        let is_on_board =
            |steps: &i16| Border::Exact.index(plain::along(centre, line, *steps)).is_some();
        let count = |steps: i16| {
            (1..=4).take_while(|number| is_on_board(&(steps * number))).fold(0, |n, _| n + 1)
        };
        let (has_before, has_after) = (count(-1), count(1));
        match self.window {
            Window::Cut => (before, after),
            Window::MovedOn => (before, after + 4 - has_before),
            Window::MovedBack => (before + 4 - has_after, after),
            Window::MovedInwards => (before + 4 - has_after, after + 4 - has_before),
            Window::CutAlike => {
                let half = has_before.min(has_after);
                (half, half)
            }
        }
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

/// Different points to ask about, on which every misreading shows. Some line of each has a stone.
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
        // A program that misses the first or the last move is wrong only where a line has it, and one that does not look at the
        // point itself only where a stone lies on it.
        let moves = game.moves();
        let steps = rng.random_range(-4..=4);
        let (stone, steps) = match rng.random_range(0..8u8) {
            0 | 1 => (moves.last(), steps),
            2 => (moves.first(), steps),
            3 | 4 => (moves.choose(rng), 0),
            _ => (None, 0),
        };
        let near = stone.and_then(|stone| {
            let (down, across) = Direction::ALL.choose(rng)?.step();
            stone.offset(steps * down, steps * across)
        });
        let point = near.unwrap_or_else(|| random_point(rng));
        if points.questions().any(|&other| other == point) {
            continue;
        }
        let right = windows(game, point);
        // Points without a stone in sight have few different answers, which can be guessed.
        if right.0.iter().all(|line| line.cells().all(|cell| cell == '.')) {
            continue;
        }
        if points.questions().count() >= count {
            offers -= 1;
            if points.is_enough() {
                break;
            }
            points.offer(point, shown(point, &right), |_| true);
        } else {
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
