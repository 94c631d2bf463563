//! Step 06: play a game back and draw the board after every move.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::HINTS;
use super::plain::{self, SIDE};
use super::positions::undecided_game;
use crate::board::gomoku::{Board, Game, Point, Stone};
use crate::step::{Aspects, Catalogue, Expected, Feedback, Kind, One, Question, Span, Steering};

/// The board after every move of a game.
pub enum Replay {}

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    moves: Span<1, 100>,
}

impl Default for Params {
    fn default() -> Self {
        Self { moves: Span::new::<20, 30>() }
    }
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "DisplayFromStr")]
    questions: Game,
}

/// A board as 225 characters, row by row.
#[derive(Clone, PartialEq, Eq)]
pub struct Rows(Board);

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    order: Order,
    /// Row `a` is the last one.
    from_the_bottom: bool,
    /// Column `a` is the last one.
    from_the_right: bool,
    first_number: FirstNumber,
    colours: Colours,
    time: Time,
    kept: Kept,
    rows: Separation,
    taken: Taken,
}

/// Which coordinate is the row.
#[derive(Clone, Copy, Default)]
enum Order {
    #[default]
    RowFirst,
    ColumnFirst,
}

/// Where rows and columns begin.
#[derive(Clone, Copy, Default)]
enum FirstNumber {
    #[default]
    Zero,
    OneForColumns,
    OneForRows,
    OneForBoth,
}

/// How the stones are written.
#[derive(Clone, Copy, Default)]
enum Colours {
    #[default]
    BlackFirst,
    WhiteFirst,
    /// `x` for the side that has just moved.
    MoverIsX,
    /// All of them `x`.
    AllBlack,
}

/// Which board an item shows.
#[derive(Clone, Copy, Default)]
enum Time {
    #[default]
    AfterTheMove,
    BeforeTheMove,
    AfterTheGame,
}

/// Which stones are on it.
#[derive(Clone, Copy, Default)]
enum Kept {
    #[default]
    All,
    /// That of the move.
    Newest,
    /// The newest of each side.
    NewestOfEachSide,
}

/// Whether the rows are lists of their own.
#[derive(Clone, Copy, Default)]
enum Separation {
    #[default]
    Separate,
    /// They are one list: a stone is in all of them.
    Shared,
}

/// Which points are taken for taken already.
#[derive(Clone, Copy, Default)]
enum Taken {
    #[default]
    Played,
    /// Those whose letters occur earlier in the text of the game.
    EarlierInTheText,
}

impl Kind for Replay {
    const NAME: &'static str = "gomoku/replay";
    const VERSION: u32 = 2;
    const FEEDBACK: Feedback = Feedback::Located;

    type Params = Params;
    type Task = Task;
    type Item = Rows;
    type Solution = One<Rows>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects.add().or("rows-and-columns-swapped", |reading| reading.order = Order::ColumnFirst);
        aspects.add().or("rows-from-the-bottom", |reading| reading.from_the_bottom = true);
        aspects.add().or("columns-from-the-right", |reading| reading.from_the_right = true);
        aspects
            .add()
            .or("colours-swapped", |reading| reading.colours = Colours::WhiteFirst)
            .or("the-mover-is-x", |reading| reading.colours = Colours::MoverIsX)
            .or("all-black", |reading| reading.colours = Colours::AllBlack);
        aspects
            .add()
            .or("before-the-move", |reading| reading.time = Time::BeforeTheMove)
            .or("the-finished-board", |reading| reading.time = Time::AfterTheGame);
        aspects
            .add()
            .or("only-the-last-stone", |reading| reading.kept = Kept::Newest)
            .or("only-the-last-stones", |reading| reading.kept = Kept::NewestOfEachSide);
        aspects.add().or("one-list-for-all-rows", |reading| reading.rows = Separation::Shared);
        aspects
            .add()
            .or("columns-counted-from-one", |reading| {
                reading.first_number = FirstNumber::OneForColumns;
            })
            .or("rows-counted-from-one", |reading| reading.first_number = FirstNumber::OneForRows)
            .or("letters-counted-from-one", |reading| {
                reading.first_number = FirstNumber::OneForBoth;
            });
        aspects.add().or("found-earlier-in-the-text", |reading| {
            reading.taken = Taken::EarlierInTheText;
        });
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        loop {
            let moves = rng.random_range(params.moves.range());
            let questions = undecided_game(rng, moves);
            // A move whose letters occur earlier, across two moves, shows on the boards after it: two of them at least. A short
            // game has none.
            let is_early = |&number: &usize| number + 2 <= questions.moves().len();
            let in_the_text = earlier_in_the_text(questions.moves());
            if moves < 20
                || in_the_text.iter().position(|&is_so| is_so).is_some_and(|n| is_early(&n))
            {
                return Task { questions };
            }
        }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<Rows>> + 'a {
        let moves = task.questions.moves();
        let skipped = match reading.taken {
            Taken::Played => vec![false; moves.len()],
            Taken::EarlierInTheText => earlier_in_the_text(moves),
        };
        let moves: Vec<Move> = (0..)
            .zip(moves)
            .zip(skipped)
            .filter(|&(_, is_skipped)| !is_skipped)
            .map(|((turn, &point), _)| Move { turn, point })
            .collect();
        let items = 0..task.questions.moves().len();
        items.map(move |number| One(Rows(reading.board(&moves, number))))
    }

    fn reference(task: &Task) -> Vec<One<Rows>> {
        task.questions.boards().map(|board| One(Rows(board))).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Rows, Expected> {
        let one_line: String = text.chars().filter(|c| !matches!(c, '\r' | '\n')).collect();
        one_line
            .parse()
            .map(Rows)
            .map_err(|_| Expected("225 characters, each `x`, `o` or `.`, row by row"))
    }

    /// What is new in an item is the stone of its move.
    fn questions(task: &Task, _reference: &[One<Rows>]) -> Vec<Question> {
        task.questions.moves().iter().map(Question::with_one_answer).collect()
    }
}

/// A move, with its number from 0.
struct Move {
    turn: usize,
    point: Point,
}

impl Reading {
    /// The board that the item with this number shows.
    fn board(&self, moves: &[Move], number: usize) -> Board {
        let shown = match self.time {
            Time::AfterTheMove => number + 1,
            Time::BeforeTheMove => number,
            Time::AfterTheGame => usize::MAX,
        };
        let first = match self.kept {
            Kept::All => 0,
            Kept::Newest => number,
            Kept::NewestOfEachSide => number.saturating_sub(1),
        };
        let mut board = Board::empty();
        for &Move { turn, point } in moves {
            if (first..shown).contains(&turn) {
                self.place(&mut board, point, self.stone(turn, number));
            }
        }
        board
    }

    fn place(&self, board: &mut Board, point: Point, stone: Stone) {
        let (row, column) = plain::place(point);
        let (row, column) = match self.order {
            Order::RowFirst => (row, column),
            Order::ColumnFirst => (column, row),
        };
        let row = if self.from_the_bottom { SIDE - 1 - row } else { row };
        let column = if self.from_the_right { SIDE - 1 - column } else { column };
        let index = row * SIDE + column;
        let index = match self.first_number {
            FirstNumber::Zero => index,
            FirstNumber::OneForColumns => index + 1,
            FirstNumber::OneForRows => index + SIDE,
            FirstNumber::OneForBoth => index + SIDE + 1,
        };
        let points = match self.rows {
            Separation::Separate => vec![index],
            Separation::Shared => (0..SIDE).map(|row| row * SIDE + index % SIDE).collect(),
        };
        let points = points.into_iter().filter_map(|index| u8::try_from(index).ok());
        for point in points.filter_map(Point::from_index) {
            board.place(point, stone);
        }
    }

    /// The stone of a move, as the item with this number shows it.
    fn stone(&self, turn: usize, number: usize) -> Stone {
        let stone = Stone::to_move_after(turn);
        match self.colours {
            Colours::BlackFirst => stone,
            Colours::MoverIsX if number.is_multiple_of(2) => stone,
            Colours::WhiteFirst | Colours::MoverIsX => stone.other(),
            Colours::AllBlack => Stone::Black,
        }
    }
}

/// Which moves have letters that occur earlier in the text of the game, across two other moves.
fn earlier_in_the_text(moves: &[Point]) -> Vec<bool> {
    let letters: Vec<u8> = moves.iter().flat_map(|point| [point.row(), point.column()]).collect();
    let is_earlier = |(turn, point): (usize, &Point)| {
        let found = letters.windows(2).position(|pair| pair == [point.row(), point.column()]);
        found.is_some_and(|place| place < 2 * turn)
    };
    moves.iter().enumerate().map(is_earlier).collect()
}
