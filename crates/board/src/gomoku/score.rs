//! The score of an empty point, by the scoring table of step 08.
//!
//! The score of a line through the point is that of the first row of the table of which some pattern occurs in the line;
//! the score of the point is the sum over its four lines.
//!
//! ```text
//!       e f g h i j k        Black (x) is to move. Through `hi` go
//!   g   . . . . . . .          —  ....xxxC.     .MMMC.   5000   an open four
//!   h   . x x x C . .          ╲  ....C....              20
//!   i   . . . o . . .          │  ....C....              20
//!   j   . . o . . . .          ╱  ....Coo..     COO.     400    white's two are blocked
//! ```
//!
//! ```
//! use gradus_board::gomoku::{Game, LineScore, Scoring, Stone};
//!
//! let game: Game = "hfihhgjghh".parse()?;
//! let (scoring, board) = (Scoring::published(), game.board());
//! assert_eq!(scoring.lines(board, "hi".parse()?, Stone::Black), Some([5000, 20, 20, 400]));
//! assert_eq!(scoring.value(board, "hi".parse()?, Stone::Black), Some(5440));
//! assert_eq!(scoring.value(board, "hh".parse()?, Stone::Black), None); // a stone lies there
//! assert_eq!(scoring.best_points(board, Stone::Black), ["hi".parse()?]);
//! let row = LineScore::through(board, "hi".parse()?, Stone::Black).map(|[row, ..]| row);
//! assert_eq!(row.and_then(|row| row.pattern), Some(".MMMC."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::LazyLock;

use super::board::{BORDER, position};
use super::{Board, ByColor, Direction, Point, Stone};

/// The scoring table, the first row first: the score of a line in which one of the patterns occurs, and none of an earlier
/// row. `C` is the point, `M` a stone of the side to move, `O` one of its
/// opponent, `.` an empty point.
const TABLE: [(u16, &[&str]); 8] = [
    (10_000, &["CMMMM", "MCMMM", "MMCMM", "MMMCM", "MMMMC"]),
    (6_000, &["OOOOC", "COOOO"]),
    (5_000, &[".CMMM.", ".MCMM.", ".MMCM.", ".MMMC."]),
    (2_500, &["COOO.", ".OOOC", ".OOCO.", ".OCOO."]),
    (2_000, &["OCMMM.", "OMCMM.", "OMMCM.", "OMMMC.", ".CMMMO", ".MCMMO", ".MMCMO", ".MMMCO"]),
    (400, &[".MMC.", ".MCM.", ".CMM.", ".OOC", "COO.", "MOOOC", "COOOM"]),
    (200, &[".MMCO", ".MCMO", ".CMMO", "OMMC.", "OMCM.", "OCMM.", "MOOC", "COOM"]),
    (50, &[".MC.", ".CM."]),
];

/// The score of a line in which no pattern occurs.
const NO_PATTERN: u16 = 20;

/// What the eight cells around a point on a line can hold, two bits each, as the side to move sees them.
const EMPTY: u16 = 0;
const MINE: u16 = 1;
const THEIRS: u16 = 2;
const OFF_BOARD: u16 = 3;

/// The score of a line through an empty point, by the table of step 08.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineScore {
    /// The line's direction.
    pub direction: Direction,
    /// Its score.
    pub score: u32,
    /// A pattern of the table's first row that occurs in it; none if no pattern does.
    pub pattern: Option<&'static str>,
}

impl LineScore {
    /// The scores of the four lines through an empty point for a side that plays there, in the order of [`Direction::ALL`], and what
    /// gives them; `None` where a stone lies.
    pub fn through(board: &Board, point: Point, side: Stone) -> Option<[LineScore; 4]> {
        let line = |direction| {
            let code = line_code(board, point, direction, side);
            let occurs = |pattern: &str| Shape::new(pattern).is_some_and(|it| it.occurs_in(code));
            let found = Scoring::patterns().find(|(pattern, _)| occurs(pattern));
            let score = found.map_or(NO_PATTERN, |(_, score)| score).into();
            LineScore { direction, score, pattern: found.map(|(pattern, _)| pattern) }
        };
        board.at(point).is_none().then(|| Direction::ALL.map(line))
    }
}

/// A scoring table, ready to look lines up in.
#[derive(Debug)]
pub struct Scoring {
    /// The score by the line's code: two bits for each of its cells but the point, the first cell highest.
    values: Vec<u16>,
}

impl Scoring {
    /// The table of step 08.
    pub fn published() -> &'static Scoring {
        static PUBLISHED: LazyLock<Scoring> = LazyLock::new(|| Scoring::new(Scoring::patterns()));
        &PUBLISHED
    }

    /// The patterns of the table of step 08 with their scores, in the table's order.
    pub fn patterns() -> impl Iterator<Item = (&'static str, u16)> {
        let row = |(value, patterns): (u16, &'static [&'static str])| {
            patterns.iter().map(move |&pattern| (pattern, value))
        };
        TABLE.into_iter().flat_map(row)
    }

    /// Another table: patterns with their scores, of which the first that occurs counts. A pattern without `C`, or longer
    /// than a line, never occurs.
    pub fn new<'a>(patterns: impl IntoIterator<Item = (&'a str, u16)>) -> Scoring {
        let shapes =
            patterns.into_iter().filter_map(|(text, value)| Some((Shape::new(text)?, value)));
        let shapes: Vec<(Shape, u16)> = shapes.collect();
        let value = |line| {
            let first = shapes.iter().find(|(shape, _)| shape.occurs_in(line));
            first.map_or(NO_PATTERN, |&(_, value)| value)
        };
        Scoring { values: (0..=u16::MAX).map(value).collect() }
    }

    /// The scores of the four lines through an empty point for a side that plays there, in the order of
    /// [`Direction::ALL`]; `None` where a stone lies.
    pub fn lines(&self, board: &Board, point: Point, side: Stone) -> Option<[u32; 4]> {
        let line = |direction| {
            let code = line_code(board, point, direction, side);
            #[expect(
                clippy::indexing_slicing,
                reason = "there is a score for every code of 16 bits"
            )]
            u32::from(self.values[usize::from(code)])
        };
        board.at(point).is_none().then(|| Direction::ALL.map(line))
    }

    /// The score of an empty point for a side that plays there; `None` where a stone lies.
    pub fn value(&self, board: &Board, point: Point, side: Stone) -> Option<u32> {
        self.lines(board, point, side).map(|lines| lines.into_iter().sum())
    }

    /// The empty points with the highest score for a side, row by row; none on a full board.
    pub fn best_points(&self, board: &Board, side: Stone) -> Vec<Point> {
        let mut best = (0, Vec::new());
        for point in Point::all() {
            let Some(value) = self.value(board, point, side) else { continue };
            if value > best.0 {
                best = (value, Vec::new());
            }
            if value == best.0 {
                best.1.push(point);
            }
        }
        best.1
    }
}

/// The cells of the line through `point`, without the point itself.
fn line_code(board: &Board, point: Point, direction: Direction, side: Stone) -> u16 {
    let first = position(point) - BORDER * direction.stride();
    let cells = CELLS.get(side);
    let steps = (0..BORDER).chain(BORDER + 1..=2 * BORDER);
    steps.fold(0, |code, step| {
        let symbol = board.symbol(first + step * direction.stride());
        #[expect(clippy::indexing_slicing, reason = "there is a cell for every byte")]
        let cell = cells[usize::from(symbol)];
        code << 2 | cell
    })
}

/// What a symbol of the board means for a side. A table, because thousands of boards are scanned and a branch on the
/// symbol would often be mispredicted.
static CELLS: ByColor<[u16; 256]> =
    ByColor { black: cells_for(b'x', b'o'), white: cells_for(b'o', b'x') };

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, which refuses an index out of range"
)]
const fn cells_for(mine: u8, theirs: u8) -> [u16; 256] {
    let mut cells = [OFF_BOARD; 256];
    cells[b'.' as usize] = EMPTY;
    cells[mine as usize] = MINE;
    cells[theirs as usize] = THEIRS;
    cells
}

/// A pattern. Its `C` lies on the point, so there is only one place in a line where it can occur.
struct Shape {
    /// The bits of the cells that the pattern covers.
    mask: u16,
    /// What they must be.
    cells: u16,
}

impl Shape {
    fn new(pattern: &str) -> Option<Shape> {
        let (before, after) = pattern.split_once('C')?;
        if before.len().max(after.len()) > BORDER {
            return None;
        }
        // The cell next to the point is the lowest before it and the highest after it.
        let before = before.chars().rev().zip((0..BORDER).map(|step| 8 + 2 * step));
        let after = after.chars().zip((0..BORDER).map(|step| 6 - 2 * step));
        let mut shape = Shape { mask: 0, cells: 0 };
        for (symbol, shift) in before.chain(after) {
            let cell = match symbol {
                '.' => EMPTY,
                'M' => MINE,
                'O' => THEIRS,
                _ => return None,
            };
            shape.mask |= 0b11 << shift;
            shape.cells |= cell << shift;
        }
        Some(shape)
    }

    fn occurs_in(&self, line: u16) -> bool {
        line & self.mask == self.cells
    }
}
