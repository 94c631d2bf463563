//! Step 03: what lies on a point.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::HINTS;
use super::plain::{self, Border, POINTS, Place};
use super::positions::{Telling, undecided_game};
use crate::board::gomoku::{Game, Point, Stone};
use crate::step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Steering};

/// The stone on each point of a board, or none.
pub enum Stones {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    coord: Count<16, 100>,
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

/// `x`, `o` or `.`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Symbol(Option<Stone>);

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Stone::symbol_of(self.0).fmt(f)
    }
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    question: Letters,
    turns: Turns,
    search: Search,
    kept: Kept,
    order: Order,
}

/// How the letters of a question are read, when those of the game are read rightly. What is misread in both alike changes nothing.
#[derive(Clone, Copy, Default)]
enum Letters {
    #[default]
    RowFirst,
    ColumnFirst,
    /// This far below and to the right of where the game has the point.
    Shifted(i16),
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
    /// All are black's.
    Black,
}

/// Where a point is looked for.
#[derive(Clone, Copy, Default)]
enum Search {
    #[default]
    AmongTheMoves,
    /// Among the moves, and with its letters exchanged if it is not there.
    InEitherOrder,
    /// In the text of the game, also where its letters belong to two moves.
    InTheText,
}

/// Which stones stay on the board.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kept {
    #[default]
    All,
    /// The last one of each side.
    LastOfEachSide,
}

/// In which order the items come.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Order {
    #[default]
    OfTheQuestion,
    /// Row by row.
    OfTheBoard,
}

impl Kind for Stones {
    const NAME: &'static str = "gomoku/stones";
    const VERSION: u32 = 2;
    const FEEDBACK: Feedback = Feedback::Silent;

    type Params = Params;
    type Task = Task;
    type Item = Symbol;
    type Solution = One<Symbol>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("column-before-row", |reading| reading.question = Letters::ColumnFirst)
            .or("letters-counted-from-one", |reading| reading.question = Letters::Shifted(1))
            .or("game-counted-from-one", |reading| reading.question = Letters::Shifted(-1))
            .or("rows-from-the-bottom", |reading| reading.question = Letters::FromTheBottom)
            .or("columns-from-the-right", |reading| reading.question = Letters::FromTheRight);
        aspects
            .add()
            .or("white-first", |reading| reading.turns = Turns::WhiteFirst)
            .or("all-black", |reading| reading.turns = Turns::Black)
            .or("black-then-white", |reading| reading.turns = Turns::BlackThenWhite);
        aspects
            .add()
            .or("searched-as-text", |reading| reading.search = Search::InTheText)
            .or("in-either-order", |reading| reading.search = Search::InEitherOrder);
        aspects.add().or("only-the-last-stones", |reading| reading.kept = Kept::LastOfEachSide);
        aspects.add().or("in-the-order-of-the-board", |reading| reading.order = Order::OfTheBoard);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        // With an even number of moves it makes no difference from which end the turns are counted.
        let moves = 2 * rng.random_range(22..=39) + 1;
        let board = undecided_game(rng, moves);
        let coord = points(rng, steering, &board, params.coord.get());
        Task { board, coord }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<Symbol>> + 'a {
        let symbols = reading.symbols(task.board.moves());
        let mut points = task.coord.clone();
        if reading.order == Order::OfTheBoard {
            points.sort_unstable();
        }
        points.into_iter().map(move |point| One(Symbol(reading.look_up(&symbols, point))))
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Symbol, Expected> {
        match text {
            "x" | "X" => Ok(Symbol(Some(Stone::Black))),
            "o" | "O" => Ok(Symbol(Some(Stone::White))),
            "." => Ok(Symbol(None)),
            _ => Err(Expected("`x`, `o` or `.`")),
        }
    }
}

/// What is found at each point.
type Symbols = [Option<Stone>; POINTS];

impl Reading {
    /// What is found at each point of a game.
    fn symbols(&self, moves: &[Point]) -> Symbols {
        let mut symbols = [None; POINTS];
        let kept = match self.kept {
            Kept::All => 0,
            Kept::LastOfEachSide => moves.len().saturating_sub(2),
        };
        for (number, &point) in moves.iter().enumerate().skip(kept) {
            put(&mut symbols, plain::place(point), self.stone(number, moves.len()));
        }
        if matches!(self.search, Search::InTheText) {
            // The first place in the text counts, so the last one is put down first.
            let letters = moves.iter().map(|&point| plain::place(point));
            let letters: Vec<i16> = letters.flat_map(|(row, column)| [row, column]).collect();
            for (start, pair) in letters.windows(2).enumerate().rev() {
                if let &[row, column] = pair {
                    put(&mut symbols, (row, column), self.stone(start / 2, moves.len()));
                }
            }
        }
        symbols
    }

    /// The stone of the move with this number, from 0.
    fn stone(&self, number: usize, moves: usize) -> Stone {
        match self.turns {
            Turns::BlackFirst => Stone::to_move_after(number),
            Turns::WhiteFirst => Stone::to_move_after(number).other(),
            Turns::Black => Stone::Black,
            Turns::BlackThenWhite if 2 * number < moves => Stone::Black,
            Turns::BlackThenWhite => Stone::White,
        }
    }

    fn look_up(&self, symbols: &Symbols, point: Point) -> Option<Stone> {
        let (row, column) = plain::place(point);
        let at = |place| symbols.get(Border::Exact.index(place)?).copied().flatten();
        let last = plain::SIDE - 1;
        let (row, column) = match self.question {
            Letters::RowFirst => (row, column),
            Letters::ColumnFirst => (column, row),
            Letters::Shifted(by) => (row + by, column + by),
            Letters::FromTheBottom => (last - row, column),
            Letters::FromTheRight => (row, last - column),
        };
        let found = at((row, column));
        match self.search {
            Search::InEitherOrder => found.or_else(|| at((column, row))),
            Search::AmongTheMoves | Search::InTheText => found,
        }
    }
}

fn put(symbols: &mut Symbols, place: Place, stone: Stone) {
    if let Some(symbol) = Border::Exact.index(place).and_then(|index| symbols.get_mut(index)) {
        *symbol = Some(stone);
    }
}

/// What is right for eight questions. Black is rarer, so that a black stone that is not there is conspicuous.
const SYMBOLS: [Option<Stone>; 8] = [
    Some(Stone::White),
    None,
    Some(Stone::Black),
    Some(Stone::White),
    None,
    Some(Stone::White),
    None,
    Some(Stone::Black),
];

/// Points to ask about, on which every misreading shows.
fn points(
    rng: &mut ChaCha8Rng,
    steering: &Steering<Stones>,
    game: &Game,
    count: u32,
) -> Vec<Point> {
    let at = |point: Point| game.board().at(point);
    // Items in another order show on whatever points are asked about.
    let misreadings = steering.misreadings().iter();
    let misreadings = misreadings.filter(|reading| reading.order == Order::OfTheQuestion);
    let misread: Vec<(&Reading, Symbols)> =
        misreadings.map(|reading| (reading, reading.symbols(game.moves()))).collect();
    let shown = |point: Point| -> Vec<u32> {
        let items = misread.iter().map(|(reading, symbols)| reading.look_up(symbols, point));
        items.map(|item| if item == at(point) { 0 } else { tenths(item) }).collect()
    };
    let mut points = Telling::new(misread.len());
    for symbol in SYMBOLS.into_iter().cycle().take(count as usize) {
        let such: Vec<Point> = Point::all().filter(|&point| at(point) == symbol).collect();
        let is_new = |point: &Point| !points.questions().any(|other| other == point);
        let new: Vec<Point> = such.iter().copied().filter(is_new).collect();
        // Once all such points are asked about, they are asked about again.
        if let Some(&point) = new.choose(rng).or_else(|| such.choose(rng)) {
            points.add(point, shown(point));
        }
    }
    let mut offers: Vec<Point> = (0..2).flat_map(|_| Point::all()).collect();
    offers.shuffle(rng);
    for point in offers {
        if points.is_enough() {
            break;
        }
        if !points.questions().any(|&other| other == point) {
            points.offer(point, shown(point), |&other| at(other) == at(point));
        }
    }
    let mut points = points.into_questions();
    // A program that misses the first or the last move is wrong on one point only.
    for &point in game.moves().first().into_iter().chain(game.moves().last()) {
        let is_alike = |other: &&mut Point| at(**other) == at(point);
        if rng.random_ratio(1, 2)
            && !points.contains(&point)
            && let Some(other) = points.iter_mut().find(is_alike)
        {
            *other = point;
        }
    }
    points.shuffle(rng);
    points
}

/// How rare a symbol is among the right ones, in tenths of a bit.
fn tenths(symbol: Option<Stone>) -> u32 {
    match symbol {
        Some(Stone::Black) => 20,
        Some(Stone::White) | None => 14,
    }
}
