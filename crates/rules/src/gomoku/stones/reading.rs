//! How the rule is read, and what is found on points by a reading.

use super::super::plain::{self, Border, Letters, POINTS, Place, SIDE};
use gradus_board::gomoku::{Game, Point, Stone};
use gradus_step::Aspects;

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    question: Letters,
    turns: Turns,
    pub(super) played: Played,
    board: Rows,
    search: Search,
    empty: Empty,
    order: Order,
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
    /// Black has the first two moves, and then they take turns.
    FirstTwice,
    /// All are of this side.
    All(Stone),
    /// The first point of the questions is black's, the second white's, and so on.
    OfTheQuestion,
    /// They change with the moves that are asked about, and only with these.
    OnlyWhenAsked,
}

/// Which moves are played.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Played {
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
    /// The stones of the row and of the column with this number are lost.
    Without(i16),
    /// A stone replaces the first cell of its row that looks like its own, so that stones come to lie on the left.
    FirstAlike,
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
    /// The rows and the columns of each side's stones by themselves: any of its rows with any of its columns. Black's are looked at
    /// first.
    RowsAndColumnsApart,
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

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
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
    let lengths = [10, 14].map(|length| (length.to_string(), length.to_string(), length));
    aspects.add().or_each("points-share-a-number", lengths, |reading, length| {
        reading.board = Rows::Length(length);
    });
    plain::misread_letters(aspects.add(), |reading| &mut reading.question).alone();
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
        .or("first-two-black", |reading| reading.turns = Turns::FirstTwice)
        .alone();
    aspects
        .add()
        .or("across-is-white", |reading| reading.search = Search::AcrossIsWhite)
        .or("rows-and-columns-apart", |reading| reading.search = Search::RowsAndColumnsApart)
        .alone();
    aspects
        .add()
        .or("empty-like-the-one-before", |reading| reading.empty = Empty::LikeTheOneBefore)
        .alone();
    let letters = ["a", "i", "o"].into_iter().zip([0, 8, SIDE - 1]);
    let letters = letters.map(|(letter, number)| (letter.to_owned(), letter.to_owned(), number));
    aspects
        .add()
        .or_each("row-and-column-missing", letters, |reading, number| {
            reading.board = Rows::Without(number);
        })
        .alone();
    aspects
        .add()
        .or("one-list-for-all-rows", |reading| reading.board = Rows::Shared)
        .or("one-list-for-all-columns", |reading| reading.board = Rows::SharedColumns)
        .or("row-plus-column", |reading| reading.board = Rows::Length(1))
        .or("stones-moved-to-the-left", |reading| reading.board = Rows::FirstAlike)
        .or("taken-away-when-asked", |reading| reading.board = Rows::TakenAway)
        .alone();
}

/// What is found at each point.
pub(super) type Symbols = [Option<Stone>; POINTS];

impl Reading {
    /// What is found at points of a game, one after another.
    pub(super) fn found(
        &self,
        game: &Game,
        points: &[Point],
    ) -> impl Iterator<Item = Option<Stone>> {
        let moves = game.moves();
        let mut symbols = match self.turns {
            Turns::OnlyWhenAsked => {
                let asked = moves.iter().filter(|point| points.contains(point));
                self.symbols(&asked.copied().collect::<Vec<Point>>())
            }
            _ => self.symbols(moves),
        };
        let mut points = points.to_vec();
        if self.order == Order::OfTheBoard {
            points.sort_unstable();
        }
        let mut before = None;
        points.into_iter().enumerate().map(move |(number, point)| {
            let found = self.look_up(&symbols, point);
            if self.board == Rows::TakenAway {
                self.put(&mut symbols, plain::place(point), None);
            }
            let found = match self.turns {
                Turns::OfTheQuestion => found.map(|_| Stone::to_move_after(number)),
                _ => found,
            };
            before = match self.empty {
                Empty::LikeTheOneBefore => found.or(before),
                _ => found,
            };
            before
        })
    }

    /// Whether what it answers for a point depends on that point alone.
    pub(super) fn is_of_one_point(&self) -> bool {
        self.order == Order::OfTheQuestion
            && !matches!(self.turns, Turns::OfTheQuestion | Turns::OnlyWhenAsked)
            && self.board != Rows::TakenAway
            && self.empty != Empty::LikeTheOneBefore
    }

    /// What is found at each point of a game.
    pub(super) fn symbols(&self, moves: &[Point]) -> Symbols {
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
            // Black's are put down last, so that they count.
            Search::RowsAndColumnsApart => {
                for side in [Stone::White, Stone::Black] {
                    let played = self.played(&letters).into_iter();
                    let of_side = played.filter(|&(_, number)| stone(number) == side);
                    let (rows, columns): (Vec<i16>, Vec<i16>) =
                        of_side.map(|(place, _)| place).unzip();
                    for &row in &rows {
                        for &column in &columns {
                            self.put(&mut symbols, (row, column), Some(side));
                        }
                    }
                }
            }
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
            Rows::Shared => (0, column),
            Rows::SharedColumns => (row, 0),
            Rows::Length(length) => return usize::try_from(row * length + column).ok(),
            Rows::Without(lost) if lost == row || lost == column => return None,
            Rows::Separate | Rows::TakenAway | Rows::FirstAlike | Rows::Without(_) => (row, column),
        };
        Border::Exact.index(place)
    }

    fn put(&self, symbols: &mut Symbols, place: Place, symbol: Option<Stone>) {
        let index = self.index(place).map(|index| match self.board {
            Rows::FirstAlike => first_alike(symbols, index),
            _ => index,
        });
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
            Turns::FirstTwice => Stone::to_move_after(number.saturating_sub(1)),
            Turns::BlackThenWhite if 2 * number < moves => Stone::Black,
            Turns::BlackThenWhite => Stone::White,
        }
    }

    pub(super) fn look_up(&self, symbols: &Symbols, point: Point) -> Option<Stone> {
        let at = |place: Place| symbols.get(self.index(place)?).copied().flatten();
        let (row, column) = self.question.place(point);
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

/// The first place of the same row on which the same lies.
fn first_alike(symbols: &Symbols, index: usize) -> usize {
    let first = index - index % usize::from(Point::SIDE);
    (first..index).find(|&other| symbols.get(other) == symbols.get(index)).unwrap_or(index)
}
