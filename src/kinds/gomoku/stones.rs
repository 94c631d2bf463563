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
use crate::step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Steering, Workload};

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
    played: Played,
    board: Rows,
    search: Search,
    empty: Empty,
    order: Order,
}

/// How the letters of a question are read, when those of the game are read rightly. What is misread in both alike changes nothing.
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
#[derive(Clone, Copy, Default, PartialEq, Eq)]
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
    /// The first point of the questions is black's, the second white's, and so on.
    OfTheQuestion,
    /// They change with the moves that are asked about, and only with these.
    OnlyWhenAsked,
}

/// Which moves are played.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Played {
    #[default]
    All,
    WithoutTheFirst,
    WithoutTheLast,
    /// The last one of each side.
    LastOfEachSide,
    /// The very last one.
    Last,
    /// The first half of them.
    FirstHalf,
    /// Those of this side.
    OnlyOf(Stone),
    /// This side's first one, and all of the other side.
    OnlyFirstOf(Stone),
    /// Every two neighbouring letters, in whose order the colours change.
    EveryTwoLetters,
    /// As many of them as there are moves.
    FirstOfEveryTwoLetters,
    /// Moves begin with the second letter of the game.
    FromTheSecondLetter,
    /// Moves have their first letter for row and column.
    FirstLetterTwice,
    /// Their second letter.
    SecondLetterTwice,
    /// The row of each move, with the column of the one before.
    ColumnOfTheMoveBefore,
}

/// Whether the rows are lists of their own.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Rows {
    #[default]
    Separate,
    /// They are one list: a stone is in all of them.
    Shared,
    /// A stone is in all columns of its row.
    SharedColumns,
    /// The number of a point is its row times this, and its column. Other points may have the same number.
    Length(i16),
    /// Each stone is taken away when it is asked about.
    TakenAway,
}

/// Where a point is looked for.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Search {
    #[default]
    AmongTheMoves,
    /// Among the moves, and with its letters exchanged if it is not there.
    InEitherOrder,
    /// In the text of the game, also where its letters belong to two moves.
    FirstInTheText,
    /// The same, from the end of the text.
    LastInTheText,
    /// The same as the first, and it is empty if it is found across two moves.
    AcrossIsEmpty,
    /// The same as the first, and it is white if it is found across two moves, else black.
    AcrossIsWhite,
}

/// What is answered for an empty point.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Empty {
    #[default]
    Empty,
    Stone(Stone),
    /// The item before.
    LikeTheOneBefore,
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
    // A game and the points that show every misreading of it take about a third of a millisecond.
    const WORKLOAD: Workload = Workload::Heavy;
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
            .or("white-first", |reading| reading.turns = Turns::WhiteFirst)
            .or("all-black", |reading| reading.turns = Turns::All(Stone::Black))
            .or("black-then-white", |reading| reading.turns = Turns::BlackThenWhite)
            .or("all-white", |reading| reading.turns = Turns::All(Stone::White))
            .or("two-moves-at-a-time", |reading| reading.turns = Turns::TwoAtATime);
        aspects
            .add()
            .or("column-before-row", |reading| reading.question = Letters::ColumnFirst)
            .or("letters-counted-from-one", |reading| reading.question = Letters::Shifted(1, 1))
            .or("game-counted-from-one", |reading| reading.question = Letters::Shifted(-1, -1))
            .or("rows-from-the-bottom", |reading| reading.question = Letters::FromTheBottom)
            .or("columns-from-the-right", |reading| reading.question = Letters::FromTheRight);
        aspects
            .add()
            .or("last-move-missing", |reading| reading.played = Played::WithoutTheLast)
            .or("first-move-missing", |reading| reading.played = Played::WithoutTheFirst)
            .or("only-the-last-stones", |reading| reading.played = Played::LastOfEachSide)
            .or("first-half-of-the-game", |reading| reading.played = Played::FirstHalf);
        aspects
            .add()
            .or("searched-as-text", |reading| reading.search = Search::FirstInTheText)
            .or("in-either-order", |reading| reading.search = Search::InEitherOrder)
            .or("last-in-the-text", |reading| reading.search = Search::LastInTheText)
            .or("across-is-empty", |reading| reading.search = Search::AcrossIsEmpty);
        aspects
            .add()
            .or("not-black-is-white", |reading| reading.empty = Empty::Stone(Stone::White))
            .or("not-white-is-black", |reading| reading.empty = Empty::Stone(Stone::Black));
        aspects.add().or("in-the-order-of-the-board", |reading| reading.order = Order::OfTheBoard);
        aspects
            .add()
            .or("one-row-down", |reading| reading.question = Letters::Shifted(1, 0))
            .or("one-row-up", |reading| reading.question = Letters::Shifted(-1, 0))
            .or("one-column-right", |reading| reading.question = Letters::Shifted(0, 1))
            .or("one-column-left", |reading| reading.question = Letters::Shifted(0, -1))
            .or("first-letter-twice", |reading| reading.question = Letters::First)
            .or("second-letter-twice", |reading| reading.question = Letters::Second)
            .alone();
        aspects
            .add()
            .or("whites-first-move-only", |reading| {
                reading.played = Played::OnlyFirstOf(Stone::White);
            })
            .or("blacks-first-move-only", |reading| {
                reading.played = Played::OnlyFirstOf(Stone::Black);
            })
            .or("only-blacks-moves", |reading| reading.played = Played::OnlyOf(Stone::Black))
            .or("only-whites-moves", |reading| reading.played = Played::OnlyOf(Stone::White))
            .or("only-the-last-stone", |reading| reading.played = Played::Last)
            .or("every-two-letters", |reading| reading.played = Played::EveryTwoLetters)
            .or("first-of-every-two-letters", |reading| {
                reading.played = Played::FirstOfEveryTwoLetters;
            })
            .or("from-the-second-letter", |reading| reading.played = Played::FromTheSecondLetter)
            .or("game-first-letter-twice", |reading| reading.played = Played::FirstLetterTwice)
            .or("game-second-letter-twice", |reading| reading.played = Played::SecondLetterTwice)
            .or("column-of-the-move-before", |reading| {
                reading.played = Played::ColumnOfTheMoveBefore;
            })
            .alone();
        aspects
            .add()
            .or("colours-of-the-question", |reading| reading.turns = Turns::OfTheQuestion)
            .or("turn-only-when-asked", |reading| reading.turns = Turns::OnlyWhenAsked)
            .alone();
        aspects
            .add()
            .or("across-is-white", |reading| reading.search = Search::AcrossIsWhite)
            .alone();
        aspects
            .add()
            .or("empty-like-the-one-before", |reading| reading.empty = Empty::LikeTheOneBefore)
            .alone();
        let lengths = [("10".to_owned(), "10".to_owned(), 10)];
        aspects
            .add()
            .or("one-list-for-all-rows", |reading| reading.board = Rows::Shared)
            .or("one-list-for-all-columns", |reading| reading.board = Rows::SharedColumns)
            .or("row-plus-column", |reading| reading.board = Rows::Length(1))
            .or_each("points-share-a-number", lengths, |reading, length| {
                reading.board = Rows::Length(length);
            })
            .or("taken-away-when-asked", |reading| reading.board = Rows::TakenAway)
            .alone();
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let draw = |rng: &mut ChaCha8Rng| {
            // With an even number of moves it makes no difference from which end the turns are counted.
            let moves = 2 * rng.random_range(22..=39) + 1;
            let board = undecided_game(rng, moves);
            let coord = points(rng, steering, &board, params.coord.get());
            Task { board, coord }
        };
        let mut task = draw(rng);
        for _ in 1..TRIES {
            if shows_all(steering, &task) {
                break;
            }
            task = draw(rng);
        }
        task
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<Symbol>> + 'a {
        let moves = task.board.moves();
        let mut symbols = match reading.turns {
            Turns::OnlyWhenAsked => {
                let asked = moves.iter().filter(|point| task.coord.contains(point));
                reading.symbols(&asked.copied().collect::<Vec<Point>>())
            }
            _ => reading.symbols(moves),
        };
        let mut points = task.coord.clone();
        if reading.order == Order::OfTheBoard {
            points.sort_unstable();
        }
        let mut before = None;
        points.into_iter().enumerate().map(move |(number, point)| {
            let found = reading.look_up(&symbols, point);
            if reading.board == Rows::TakenAway {
                reading.put(&mut symbols, plain::place(point), None);
            }
            let found = match reading.turns {
                Turns::OfTheQuestion => found.map(|_| Stone::to_move_after(number)),
                _ => found,
            };
            before = match reading.empty {
                Empty::LikeTheOneBefore => found.or(before),
                _ => found,
            };
            One(Symbol(before))
        })
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
    /// Whether what it answers for a point depends on that point alone.
    fn is_of_one_point(&self) -> bool {
        self.order == Order::OfTheQuestion
            && !matches!(self.turns, Turns::OfTheQuestion | Turns::OnlyWhenAsked)
            && self.board != Rows::TakenAway
            && self.empty != Empty::LikeTheOneBefore
    }

    /// What is found at each point of a game.
    fn symbols(&self, moves: &[Point]) -> Symbols {
        let mut symbols = [None; POINTS];
        let letters = moves.iter().map(|&point| plain::place(point));
        let letters: Vec<i16> = letters.flat_map(|(row, column)| [row, column]).collect();
        let stone = |number| self.stone(number, moves.len());
        for (place, number) in self.played(&letters) {
            self.put(&mut symbols, place, Some(stone(number)));
        }
        // The last one that is put down counts.
        let across = letters.windows(2).enumerate();
        let across =
            across.filter_map(|(start, pair)| Some((start, (*pair.first()?, *pair.get(1)?))));
        match self.search {
            Search::AmongTheMoves | Search::InEitherOrder => {}
            Search::LastInTheText => {
                across.for_each(|(start, place)| {
                    self.put(&mut symbols, place, Some(stone(start / 2)));
                });
            }
            Search::FirstInTheText => {
                let across = across.rev();
                across.for_each(|(start, place)| {
                    self.put(&mut symbols, place, Some(stone(start / 2)));
                });
            }
            Search::AcrossIsEmpty => across.rev().for_each(|(start, place)| {
                let found = start.is_multiple_of(2).then(|| stone(start / 2));
                self.put(&mut symbols, place, found);
            }),
            Search::AcrossIsWhite => across.rev().for_each(|(start, place)| {
                self.put(&mut symbols, place, Some(stone(start)));
            }),
        }
        symbols
    }

    /// The points that are played, with the numbers of the moves, from 0.
    fn played(&self, letters: &[i16]) -> Vec<(Place, usize)> {
        let at = |place: usize| letters.get(place).copied().unwrap_or_default();
        let count = letters.len() / 2;
        let moves = (0..count).map(|number| ((at(2 * number), at(2 * number + 1)), number));
        let is_of =
            |stone| move |&(_, number): &(Place, usize)| Stone::to_move_after(number) == stone;
        match self.played {
            Played::All => moves.collect(),
            Played::WithoutTheFirst => moves.skip(1).collect(),
            Played::WithoutTheLast => moves.take(count.saturating_sub(1)).collect(),
            Played::LastOfEachSide => moves.skip(count.saturating_sub(2)).collect(),
            Played::Last => moves.skip(count.saturating_sub(1)).collect(),
            Played::FirstHalf => moves.take(count / 2).collect(),
            Played::OnlyOf(stone) => moves.filter(is_of(stone)).collect(),
            Played::OnlyFirstOf(stone) => {
                moves.filter(|played| played.1 < 2 || !is_of(stone)(played)).collect()
            }
            Played::EveryTwoLetters => {
                (1..letters.len()).map(|last| ((at(last - 1), at(last)), last - 1)).collect()
            }
            Played::FirstOfEveryTwoLetters => {
                (0..count).map(|first| ((at(first), at(first + 1)), first)).collect()
            }
            Played::FromTheSecondLetter => {
                (1..count).map(|next| ((at(2 * next - 1), at(2 * next)), next - 1)).collect()
            }
            Played::FirstLetterTwice => {
                moves.map(|((row, _), number)| ((row, row), number)).collect()
            }
            Played::SecondLetterTwice => {
                moves.map(|((_, column), number)| ((column, column), number)).collect()
            }
            Played::ColumnOfTheMoveBefore => {
                let before = |number: usize| at((2 * number + letters.len() - 1) % letters.len());
                moves.map(|((row, _), number)| ((row, before(number)), number)).collect()
            }
        }
    }

    /// The number of a place on the board; none off the board.
    fn index(&self, (row, column): Place) -> Option<usize> {
        let place = match self.board {
            Rows::Separate | Rows::TakenAway => (row, column),
            Rows::Shared => (0, column),
            Rows::SharedColumns => (row, 0),
            Rows::Length(length) => return usize::try_from(row * length + column).ok(),
        };
        Border::Exact.index(place)
    }

    fn put(&self, symbols: &mut Symbols, place: Place, symbol: Option<Stone>) {
        let index = self.index(place);
        if let Some(place) = index.and_then(|index| symbols.get_mut(index)) {
            *place = symbol;
        }
    }

    /// The stone of the move with this number, from 0.
    fn stone(&self, number: usize, moves: usize) -> Stone {
        match self.turns {
            Turns::BlackFirst | Turns::OfTheQuestion | Turns::OnlyWhenAsked => {
                Stone::to_move_after(number)
            }
            Turns::WhiteFirst => Stone::to_move_after(number).other(),
            Turns::All(stone) => stone,
            Turns::TwoAtATime => Stone::to_move_after(number / 2),
            Turns::BlackThenWhite if 2 * number < moves => Stone::Black,
            Turns::BlackThenWhite => Stone::White,
        }
    }

    fn look_up(&self, symbols: &Symbols, point: Point) -> Option<Stone> {
        let (row, column) = plain::place(point);
        let at = |place: Place| symbols.get(self.index(place)?).copied().flatten();
        let last = plain::SIDE - 1;
        let (row, column) = match self.question {
            Letters::RowFirst => (row, column),
            Letters::ColumnFirst => (column, row),
            Letters::First => (row, row),
            Letters::Second => (column, column),
            Letters::Shifted(down, across) => (row + down, column + across),
            Letters::FromTheBottom => (last - row, column),
            Letters::FromTheRight => (row, last - column),
        };
        let found = at((row, column));
        let found = match self.search {
            Search::InEitherOrder => found.or_else(|| at((column, row))),
            _ => found,
        };
        match self.empty {
            Empty::Stone(stone) => found.or(Some(stone)),
            Empty::Empty | Empty::LikeTheOneBefore => found,
        }
    }
}

/// How many tasks are drawn until every misreading shows on more than one point.
const TRIES: usize = 8;

/// Whether every misreading answers more than one question wrongly: a single wrong item could be a slip of any kind.
fn shows_all(steering: &Steering<Stones>, task: &Task) -> bool {
    let right: Vec<Option<Stone>> =
        task.coord.iter().map(|&point| task.board.board().at(point)).collect();
    steering.misreadings().iter().all(|reading| {
        let items = Stones::solve(task, reading).zip(&right);
        items.filter(|(One(Symbol(item)), right)| item != *right).nth(1).is_some()
    })
}

/// What is right for eight questions.
const SYMBOLS: [Option<Stone>; 8] = [
    Some(Stone::Black),
    None,
    Some(Stone::White),
    Some(Stone::Black),
    None,
    Some(Stone::Black),
    Some(Stone::White),
    None,
];

/// Points to ask about, on which every misreading shows.
fn points(
    rng: &mut ChaCha8Rng,
    steering: &Steering<Stones>,
    game: &Game,
    count: u32,
) -> Vec<Point> {
    let at = |point: Point| game.board().at(point);
    // The others show on whatever points are asked about, or on the points that are asked about twice.
    let is_steered = |reading: &&Reading| {
        let is_twice = matches!(reading.played, Played::WithoutTheFirst | Played::WithoutTheLast);
        reading.is_of_one_point() && !is_twice
    };
    let misreadings = steering.misreadings().iter().filter(is_steered);
    let misread: Vec<(&Reading, Symbols)> =
        misreadings.map(|reading| (reading, reading.symbols(game.moves()))).collect();
    let shown = |point: Point| -> Vec<u32> {
        let items = misread.iter().map(|(reading, symbols)| reading.look_up(symbols, point));
        items.map(|item| if item == at(point) { 0 } else { WRONG }).collect()
    };
    // A program that misses the first or the last move is wrong on one point only, and two wrong items could still be slips: so both
    // points are asked about three times. The second move tells whether all of white's moves are missed, or all but the first; the
    // move before the last tells whether the last stone of each side is left, or the very last one.
    let moves = game.moves();
    let before_last = moves.iter().rev().nth(1);
    let (first, second, last) = (moves.first(), moves.get(1), moves.last());
    let fixed = [first, last, before_last, first, last, second, first, last];
    let fixed: Vec<Point> = fixed.into_iter().flatten().copied().collect();
    let mut points = Telling::new(misread.len());
    fixed.iter().take(count as usize).for_each(|&point| points.add(point, shown(point)));
    let mut rest: Vec<Option<Stone>> = SYMBOLS.into_iter().cycle().take(count as usize).collect();
    for &point in &fixed {
        if let Some(place) = rest.iter().position(|&symbol| symbol == at(point)) {
            rest.swap_remove(place);
        }
    }
    for symbol in rest {
        let such: Vec<Point> = Point::all().filter(|&point| at(point) == symbol).collect();
        let is_new = |point: &Point| !points.questions().any(|other| other == point);
        let new: Vec<Point> = such.iter().copied().filter(is_new).collect();
        // Once all such points are asked about, they are asked about again.
        if let Some(&point) = new.choose(rng).or_else(|| such.choose(rng))
            && points.questions().count() < count as usize
        {
            points.add(point, shown(point));
        }
    }
    let mut offers: Vec<Point> = Point::all().collect();
    offers.shuffle(rng);
    for point in offers {
        if points.is_enough() {
            break;
        }
        if !points.questions().any(|&other| other == point) {
            let may_go = |other: &Point| at(*other) == at(point) && !fixed.contains(other);
            points.offer(point, shown(point), may_go);
        }
    }
    let mut points = points.into_questions();
    // A few points can be kept apart from themselves.
    for _ in 0..20 {
        points.shuffle(rng);
        let ends = points.first().zip(points.last()).is_some_and(|(first, last)| first == last);
        if !ends && points.windows(2).all(|pair| pair.first() != pair.last()) {
            break;
        }
    }
    points
}

/// What a wrong symbol shows, in tenths of a bit: each of the three is about as frequent as the others.
const WRONG: u32 = 15;
