//! A game in progress, and its points as readings see them.

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::super::plain::{Border, LINES, POINTS};
use super::lines::{
    BORDERS, Cells, Classes, Dots, EMPTY, Line, Lines, MINE, THEIRS, colours_swapped, off_board,
};
use super::table::Patterns;
use gradus_board::gomoku::{Game, ParseGameError, Point, Scoring, Stone};

/// A game in progress: there is a player to move, and an empty point.
pub(super) struct OpenGame {
    game: Game,
    /// Its position, and that without the last move.
    positions: [OnceLock<Position>; 2],
    /// The best points.
    right: OnceLock<Vec<Point>>,
}

impl OpenGame {
    pub(super) fn new(game: Game) -> Self {
        Self { game, positions: Default::default(), right: OnceLock::new() }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn into_game(self) -> Game {
        self.game
    }

    /// The best points by the rule.
    pub(super) fn right(&self) -> &[Point] {
        self.right.get_or_init(|| {
            Scoring::published().best_points(self.game.board(), self.game.to_move())
        })
    }

    /// The patterns that occur on the lines of the best points: these are the best whichever others are left out of the table.
    pub(super) fn decisive(&self) -> Patterns {
        let seen = self.position(Played::All).seen(View::default());
        let best = seen.iter().filter(|(point, _)| self.right().contains(point));
        let patterns = &Classes::of(Dots::Empty).patterns;
        let occurring = |class: u8| patterns.get(usize::from(class));
        best.flat_map(|&(_, classes)| classes).filter_map(occurring).fold(0, |all, of| all | of)
    }

    /// The position after these moves.
    pub(super) fn position(&self, played: Played) -> &Position {
        let [whole, shorter] = &self.positions;
        let after = |moves: &[Point], to_move| {
            let mut position = Position::empty(to_move);
            position.play(moves);
            position
        };
        let moves = self.game.moves();
        let before_last = moves.split_last().map_or(moves, |(_, before)| before);
        match played {
            Played::All => whole.get_or_init(|| after(moves, self.game.to_move())),
            Played::AllButTheLast => {
                shorter.get_or_init(|| after(before_last, self.game.to_move()))
            }
        }
    }
}

/// Which moves of a game are played.
#[derive(Clone, Copy, Default)]
pub(super) enum Played {
    #[default]
    All,
    AllButTheLast,
}

/// Why a text is not a game in progress.
#[derive(Debug, thiserror::Error)]
pub(super) enum ParseOpenGameError {
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

/// The stones on a board.
pub(super) struct Position {
    cells: Cells,
    to_move: Stone,
    /// The lines of its points as each border in [`BORDERS`] leaves them: every reading of the table asks for them.
    lines: [OnceLock<Lines>; BORDERS.len()],
    /// The points in each view that was asked for.
    seen: Mutex<Vec<(View, Seen)>>,
}

/// The points that are scored in a view.
pub(super) type Seen = Arc<[ScoredPoint]>;

/// A point that is scored, and the classes of its lines.
pub(super) type ScoredPoint = (Point, [u8; LINES.len()]);

/// How a position is looked at.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct View {
    /// Whose stones are `M`; if none is set, those of the player to move.
    pub mine: Option<Stone>,
    pub border: Border,
    pub off_board: OffBoard,
    pub dots: Dots,
    pub reach: Reach,
    pub scored: Scored,
    pub scored_before: ScoredBefore,
}

/// What the empty points hold that are scored before a point. They lie in the first halves of its lines.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum ScoredBefore {
    #[default]
    Nothing,
    /// The `C` that was written to score them.
    Marked,
}

/// What is written for a cell off the board.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum OffBoard {
    #[default]
    Nothing,
    Empty,
    Opponent,
    /// A line that leaves the board is left out.
    NoLine,
}

/// How many cells of a line are taken before the point, and how many after it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Reach {
    pub before: u32,
    pub after: u32,
}

impl Default for Reach {
    fn default() -> Self {
        Self { before: 4, after: 4 }
    }
}

/// Which points are scored.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Scored {
    #[default]
    Empty,
    All,
    /// The empty ones in the rows and columns from one number to another.
    Within(u8, u8),
}

impl Position {
    pub(super) fn empty(to_move: Stone) -> Self {
        Self { cells: [EMPTY; POINTS], to_move, lines: Default::default(), seen: Mutex::default() }
    }

    /// The position with other stones on the board, which the same player has before it.
    pub(super) fn with_stones_of(cells: &Cells, to_move: Stone) -> Self {
        Self { cells: *cells, ..Self::empty(to_move) }
    }

    pub(super) fn to_move(&self) -> Stone {
        self.to_move
    }

    /// Places the stones of a game.
    fn play(&mut self, moves: &[Point]) {
        play(&mut self.cells, moves);
    }

    /// The points that no stone lies on.
    pub(super) fn free_points(&self) -> impl Iterator<Item = Point> {
        Point::all().zip(self.cells).filter(|&(_, cell)| cell == EMPTY).map(|(point, _)| point)
    }

    /// The points that are scored, and the classes of their lines; without those whose lines have no pattern.
    pub(super) fn seen(&self, view: View) -> Seen {
        let view = View { mine: Some(view.mine.unwrap_or(self.to_move)), ..view };
        // What a panic leaves behind is whole: a view is added when it is ready.
        let known = || self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().iter().find(|(other, _)| *other == view).map(|(_, seen)| seen.clone());
        found.unwrap_or_else(|| {
            let seen: Seen = self.looked_at(view).into();
            known().push((view, Arc::clone(&seen)));
            seen
        })
    }

    fn lines(&self, border: Border) -> &Lines {
        let known = BORDERS.iter().zip(&self.lines).find(|&(&other, _)| other == border);
        #[expect(clippy::expect_used, reason = "a reading has one of these borders")]
        let (_, lines) = known.expect("one of the borders");
        lines.get_or_init(|| Lines::new(&self.cells, border))
    }

    fn looked_at(&self, view: View) -> Vec<ScoredPoint> {
        let is_swapped = view.mine == Some(Stone::White);
        let is_border_seen = view.off_board == OffBoard::Opponent;
        let left_out = view.reach.left_out();
        let classes = &Classes::of(view.dots).classes;
        let Lines { lines, is_near_stones } = self.lines(view.border);
        let points = Point::all().zip(self.cells).zip(lines).zip(is_near_stones);
        let points = points.filter(|&(((point, cell), _), &is_near)| {
            (is_near || is_border_seen) && view.scored.has(point, cell)
        });
        let class = |line: Line| {
            let line = if is_swapped { colours_swapped(line) } else { line };
            let line = view.off_board.written(line) | left_out | view.scored_before.marked(line);
            classes.get(usize::from(line)).copied().unwrap_or(0)
        };
        let points = points.map(|(((point, _), lines), _)| (point, lines.map(class)));
        points.filter(|&(_, classes)| classes != [0; LINES.len()]).collect()
    }
}

/// Places the stones of a game.
#[expect(clippy::indexing_slicing, reason = "there is a cell for each point")]
pub(super) fn play(cells: &mut Cells, moves: &[Point]) {
    for (turn, point) in moves.iter().enumerate() {
        let stone = if turn.is_multiple_of(2) { MINE } else { THEIRS };
        cells[usize::from(point.index())] = stone;
    }
}

impl OffBoard {
    /// The line with this written for the cells off the board.
    fn written(self, line: Line) -> Line {
        let off_board = off_board(line);
        match self {
            Self::Empty => line & !off_board,
            Self::Opponent => line & !off_board | off_board & (THEIRS * 0x5555),
            Self::NoLine if off_board != 0 => Line::MAX,
            Self::Nothing | Self::NoLine => line,
        }
    }
}

impl ScoredBefore {
    /// The cells of a line that hold neither a stone nor nothing, as if they were off the board.
    fn marked(self, line: Line) -> Line {
        match self {
            Self::Nothing => 0,
            Self::Marked => {
                let empty = !(line | line >> 1) & 0x5500;
                empty | empty << 1
            }
        }
    }
}

impl Reach {
    /// The cells that are not taken, as if they were off the board.
    fn left_out(self) -> Line {
        let before = 0xff00_u16 << (2 * self.before).min(8) & 0xff00;
        let after = 0x00ff_u16 >> (2 * self.after).min(8);
        before | after
    }
}

impl Scored {
    fn has(self, point: Point, cell: u16) -> bool {
        match self {
            Self::Empty => cell == EMPTY,
            Self::All => true,
            Self::Within(first, last) => {
                let is_inside = |number: u8| (first..=last).contains(&number);
                cell == EMPTY && is_inside(point.row()) && is_inside(point.column())
            }
        }
    }
}
