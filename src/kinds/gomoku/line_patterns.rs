//! Step 07: the four lines through a point, from four cells before it to four after it.

use std::fmt::{self, Write as _};

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::positions::{random_point, undecided_game};
use crate::board::gomoku::{Board, Direction, Game, Point, Stone};
use crate::step::{Count, Expected, Feedback, Kind, Marks, Misconception, Question};

/// The cells of four lines around each point.
pub enum LinePatterns {}

/// How many items a point has: one for each direction.
const LINES: usize = 4;

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
        let (mut forwards, mut backwards, mut length) = (1, 0, 0);
        for cell in cells {
            let bits = match cell {
                '.' => 0,
                'x' => 1,
                'o' => 2,
                blank if blank.is_whitespace() => continue,
                _ => return None,
            };
            if length == MAX_CELLS {
                return None;
            }
            forwards = forwards << 2 | bits;
            backwards |= bits << (2 * length);
            length += 1;
        }
        (length > 0).then(|| Self(forwards.min(backwards | 1 << (2 * length))))
    }

    /// The pattern of cells that come from a board.
    #[expect(
        clippy::expect_used,
        reason = "a line has at least the point itself, and at most eleven cells"
    )]
    fn of(cells: impl IntoIterator<Item = char>) -> Self {
        Self::read(cells).expect("a line of one to eleven cells")
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
type Lines = [Pattern; LINES];

impl Kind for LinePatterns {
    const NAME: &'static str = "gomoku/line-patterns";
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "rows-and-columns-swapped",
            hint: "The first letter of a point is its row, the second its column: on the board and in the questions.",
            solve: |task| task.patterns(|board, point| windows(board, point.transposed())),
        },
        Misconception {
            id: "window-of-five",
            hint: "A line goes from 4 cells before the point to 4 after it: at most nine cells, not eleven.",
            solve: |task| task.patterns(|board, point| reach(board, point, 5)),
        },
        Misconception {
            id: "window-of-two",
            hint: "A line goes from 4 cells before the point to 4 after it: five cells in all are too few.",
            solve: |task| task.patterns(|board, point| reach(board, point, 2)),
        },
        Misconception {
            id: "colours-swapped",
            hint: "Black, written `x`, makes the first move.",
            solve: |task| task.patterns(colours_swapped),
        },
        Misconception {
            id: "anti-diagonal-down-right",
            hint: "On the diagonal ╱ the column falls while the row grows. Yours goes the way of the other diagonal.",
            solve: |task| {
                task.patterns(|board, point| {
                    let [row, diagonal, column, _] = windows(board, point);
                    [row, diagonal, column, diagonal]
                })
            },
        },
        Misconception {
            id: "wrapped-to-the-next-row",
            hint: "Cells off the board are left out. A row of a flat string must not run on into the next one.",
            solve: |task| task.patterns(wrapped),
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = Pattern;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let moves = rng.random_range(16..=60);
        let board = undecided_game(rng, moves);
        let coord = points(rng, board.board(), params.questions.get() as usize);
        Task { board, coord }
    }

    fn reference(task: &Task) -> Vec<Pattern> {
        task.patterns(windows)
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
        for point in items.chunks_mut(LINES) {
            point.sort_unstable();
        }
    }

    /// The four lines of a point depend on each other.
    fn questions(_task: &Task, reference: &[Pattern]) -> Vec<Question> {
        let mut lines = reference.to_vec();
        Self::arrange(&mut lines);
        lines.chunks(LINES).map(Question::with_all_of).collect()
    }

    /// The four items of a point may come in any order.
    fn compare(expected: &[Pattern], given: &[Pattern]) -> Marks {
        let groups = expected.chunks(LINES).zip(given.chunks(LINES));
        groups
            .flat_map(|(expected, given)| {
                let mut found = [false; LINES];
                given.iter().map(move |pattern| {
                    let mut free = expected.iter().zip(&mut found);
                    let twin = free.find(|(other, found)| !**found && *other == pattern);
                    twin.map(|(_, found)| *found = true).is_some()
                })
            })
            .collect()
    }
}

impl Task {
    /// Four patterns for each question.
    fn patterns(&self, lines: impl Fn(&Board, Point) -> Lines) -> Vec<Pattern> {
        self.coord.iter().flat_map(|&point| lines(self.board.board(), point)).collect()
    }
}

/// The four lines of a point, the right way.
fn windows(board: &Board, point: Point) -> Lines {
    Direction::ALL.map(|direction| Pattern::of(board.window(point, direction).as_str().chars()))
}

fn colours_swapped(board: &Board, point: Point) -> Lines {
    let swap = |cell| match cell {
        'x' => 'o',
        'o' => 'x',
        empty => empty,
    };
    windows(board, point).map(|pattern| Pattern::of(pattern.cells().map(swap)))
}

/// The four lines of a point, with another reach than four.
fn reach(board: &Board, point: Point, reach: i8) -> Lines {
    Direction::ALL.map(|direction| {
        let (row, column) = direction.step();
        let cells = (-reach..=reach).filter_map(|i| point.offset(row * i, column * i));
        Pattern::of(cells.map(|cell| Stone::symbol_of(board.at(cell))))
    })
}

/// The four lines of a point on a board whose rows run into each other, as a flat index without a check has them.
fn wrapped(board: &Board, point: Point) -> Lines {
    Direction::ALL.map(|direction| {
        let (row, column) = direction.step();
        let stride = i16::from(row) * i16::from(Point::SIDE) + i16::from(column);
        let indices = (-4..=4).map(|i| i16::from(point.index()) + i * stride);
        let cells = indices.filter_map(|index| Point::from_index(u8::try_from(index).ok()?));
        Pattern::of(cells.map(|cell| Stone::symbol_of(board.at(cell))))
    })
}

/// Different points to ask about: a third of them anywhere, the others where some line has a stone.
fn points(rng: &mut ChaCha8Rng, board: &Board, count: usize) -> Vec<Point> {
    let sees_a_stone =
        |point| windows(board, point).iter().any(|line| line.cells().any(|cell| cell != '.'));
    let mut points = Vec::with_capacity(count);
    while points.len() < count {
        let point = random_point(rng);
        let anywhere = points.len() < count / 3;
        if !points.contains(&point) && (anywhere || sees_a_stone(point)) {
            points.push(point);
        }
    }
    points.shuffle(rng);
    points
}
