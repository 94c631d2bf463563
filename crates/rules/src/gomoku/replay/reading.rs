//! How the rule is read, and the boards of a game by a reading.

use super::super::plain::{Place, SIDE};
use gradus_board::gomoku::{Board, Point, Stone};
use gradus_step::Aspects;

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    letters: Letters,
    alphabet: Alphabet,
    /// Row `a` is the last one.
    from_the_bottom: bool,
    /// Column `a` is the last one.
    from_the_right: bool,
    place: Formula,
    colours: Colours,
    time: Time,
    kept: Kept,
    rows: Separation,
    taken: Taken,
}

/// Which letters of the game are the row and the column of a move.
#[derive(Clone, Copy)]
struct Letters {
    /// From one move to the next.
    step: usize,
    /// The row's, from the beginning of the move. Before the first letter of the game comes the last one.
    row: isize,
    column: isize,
}

impl Default for Letters {
    fn default() -> Self {
        Self { step: 2, row: 0, column: 1 }
    }
}

/// How the letters are numbered.
#[derive(Clone, Copy, Default)]
enum Alphabet {
    #[default]
    AllLetters,
    /// `i` is left out, as on a Go board.
    WithoutI,
    /// It is left out, and stands for this number, as searching gives it.
    INotFound(i16),
    /// The letter with this number and the next one are exchanged.
    Exchanged(i16),
    /// It ends with `n`, and `o` stands for −1.
    WithoutO,
}

impl Alphabet {
    fn number(self, number: i16) -> i16 {
        match self {
            Self::INotFound(not_found) if number == 8 => not_found,
            Self::WithoutI | Self::INotFound(_) => number - i16::from(number > 8),
            Self::Exchanged(letter) if number == letter => number + 1,
            Self::Exchanged(letter) if number == letter + 1 => number - 1,
            Self::WithoutO if number == SIDE - 1 => -1,
            Self::AllLetters | Self::Exchanged(_) | Self::WithoutO => number,
        }
    }
}

/// Where in the text of a board a stone lies.
#[derive(Clone, Copy, Default)]
enum Formula {
    #[default]
    Index,
    /// So much further on.
    Shifted(i16),
    /// Rows are so long.
    RowLength(i16),
    /// The row is not multiplied.
    Sum,
    /// The column is not added.
    RowOnly,
    /// The row is not added.
    ColumnOnly,
    /// Only rows and columns from one number to another are on the board.
    Within(i16, i16),
}

/// How the stones are written.
#[derive(Clone, Copy, Default)]
enum Colours {
    #[default]
    BlackFirst,
    WhiteFirst,
    /// `x` for the side that has just moved.
    MoverIsX,
    /// All of them are of this side.
    All(Stone),
    /// The first half of the moves are black's.
    BlackThenWhite,
    /// Each side has two moves at a time.
    TwoAtATime,
    /// Black has the first two moves, and then they take turns.
    FirstTwice,
}

/// Which board an item shows.
#[derive(Clone, Copy, Default)]
enum Time {
    #[default]
    AfterTheMove,
    BeforeTheMove,
    AfterTheNextMove,
    AfterTheGame,
    /// After both sides have moved.
    AfterBothMoves,
    /// After this one of the sides has moved.
    AfterWhitesMoves,
    /// With a move for every two that are played, and so many more.
    Half(usize),
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
    /// The newest of each row.
    NewestOfEachRow,
    /// Those of the side that has moved.
    OfTheMover,
    /// Those of this side.
    Of(Stone),
    WithoutTheFirst,
    /// The last move of the game is not played.
    WithoutTheLast,
}

/// Whether the rows are lists of their own.
#[derive(Clone, Copy, Default)]
enum Separation {
    #[default]
    Separate,
    /// They are one list: a stone is in all of them.
    Shared,
    /// They are one text, into which the stones are put: everything behind a stone moves on.
    Inserted,
}

/// Which points are taken for taken already.
#[derive(Clone, Copy, Default)]
enum Taken {
    #[default]
    Played,
    /// Those whose letters occur earlier in the text of the game.
    EarlierInTheText,
}

/// Adds what can be misread, an aspect for each clause of the rule.
#[expect(clippy::too_many_lines, reason = "a list")]
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("rows-and-columns-swapped", |reading| {
            (reading.letters.row, reading.letters.column) = (1, 0);
        })
        .or("first-letter-twice", |reading| reading.letters.column = 0)
        .or("second-letter-twice", |reading| reading.letters.row = 1)
        .or("column-of-the-move-before", |reading| reading.letters.column = -1);
    aspects.add().or("rows-from-the-bottom", |reading| reading.from_the_bottom = true);
    aspects.add().or("columns-from-the-right", |reading| reading.from_the_right = true);
    aspects
        .add()
        .or("colours-swapped", |reading| reading.colours = Colours::WhiteFirst)
        .or("the-mover-is-x", |reading| reading.colours = Colours::MoverIsX)
        .or("all-black", |reading| reading.colours = Colours::All(Stone::Black));
    aspects
        .add()
        .or("before-the-move", |reading| reading.time = Time::BeforeTheMove)
        .or("the-finished-board", |reading| reading.time = Time::AfterTheGame)
        .or("after-the-next-move", |reading| reading.time = Time::AfterTheNextMove);
    aspects
        .add()
        .or("only-the-last-stone", |reading| reading.kept = Kept::Newest)
        .or("only-the-last-stones", |reading| reading.kept = Kept::NewestOfEachSide)
        .or("first-move-missing", |reading| reading.kept = Kept::WithoutTheFirst)
        .or("last-move-missing", |reading| reading.kept = Kept::WithoutTheLast);
    aspects
        .add()
        .or("one-list-for-all-rows", |reading| reading.rows = Separation::Shared)
        .or("stone-inserted", |reading| reading.rows = Separation::Inserted);
    aspects
        .add()
        .or("columns-counted-from-one", |reading| reading.place = Formula::Shifted(1))
        .or("rows-counted-from-one", |reading| reading.place = Formula::Shifted(SIDE))
        .or("letters-counted-from-one", |reading| {
            reading.place = Formula::Shifted(SIDE + 1);
        })
        .or("fourteen-to-a-row", |reading| reading.place = Formula::RowLength(14));
    aspects.add().or("found-earlier-in-the-text", |reading| {
        reading.taken = Taken::EarlierInTheText;
    });
    aspects.add().or("letter-i-left-out", |reading| reading.alphabet = Alphabet::WithoutI);
    aspects
        .add()
        .or("row-of-the-move-before", |reading| reading.letters.row = -2)
        .or("column-of-the-next-move", |reading| reading.letters.column = 3)
        .or("row-of-the-next-move", |reading| reading.letters.row = 2)
        .or("letter-after-for-the-row", |reading| {
            (reading.letters.row, reading.letters.column) = (1, 2);
        })
        .or("letter-before-for-the-row", |reading| {
            (reading.letters.row, reading.letters.column) = (-1, 0);
        })
        .or("every-two-letters", |reading| reading.letters.step = 1)
        .alone();
    aspects
        .add()
        .or("columns-from-minus-one", |reading| reading.place = Formula::Shifted(-1))
        .or("rows-from-minus-one", |reading| reading.place = Formula::Shifted(-SIDE))
        .or("letters-from-minus-one", |reading| reading.place = Formula::Shifted(-SIDE - 1))
        .or_each("row-length", row_lengths(), |reading, length| {
            reading.place = Formula::RowLength(length);
        })
        .or("row-not-multiplied", |reading| reading.place = Formula::Sum)
        .or("first-row-and-column-left-out", |reading| {
            reading.place = Formula::Within(1, SIDE - 1);
        })
        .or("last-row-and-column-left-out", |reading| {
            reading.place = Formula::Within(0, SIDE - 2);
        })
        .or("outermost-points-left-out", |reading| reading.place = Formula::Within(1, SIDE - 2))
        .or("column-not-added", |reading| reading.place = Formula::RowOnly)
        .or("row-not-added", |reading| reading.place = Formula::ColumnOnly)
        .alone();
    aspects
        .add()
        .or("all-white", |reading| reading.colours = Colours::All(Stone::White))
        .or("black-then-white", |reading| reading.colours = Colours::BlackThenWhite)
        .or("two-moves-at-a-time", |reading| reading.colours = Colours::TwoAtATime)
        .or("first-two-black", |reading| reading.colours = Colours::FirstTwice)
        .alone();
    let halves = [1, 2].map(|more| (more.to_string(), more.to_string(), more));
    aspects
        .add()
        .or("after-both-moves", |reading| reading.time = Time::AfterBothMoves)
        .or("after-whites-moves-only", |reading| reading.time = Time::AfterWhitesMoves)
        .or_each("half-the-moves", halves, |reading, more| reading.time = Time::Half(more))
        .alone();
    aspects
        .add()
        .or("newest-of-each-row", |reading| reading.kept = Kept::NewestOfEachRow)
        .or("only-the-movers-stones", |reading| reading.kept = Kept::OfTheMover)
        .or("only-blacks-stones", |reading| reading.kept = Kept::Of(Stone::Black))
        .or("only-whites-stones", |reading| reading.kept = Kept::Of(Stone::White))
        .alone();
    // Of a list of rows −1 is the last row or column.
    let last = SIDE - 1;
    let not_found = [("minus-1", "−1", -1), ("last", "−1", last)];
    let not_found = not_found.map(|(id, label, number)| (id.to_owned(), label.to_owned(), number));
    aspects
        .add()
        .or_each("letters-exchanged", neighbouring_letters(), |reading, letter| {
            reading.alphabet = Alphabet::Exchanged(letter);
        })
        .or("letter-o-missing", |reading| reading.alphabet = Alphabet::WithoutO)
        .or_each("letter-i-not-found", not_found, |reading, number| {
            reading.alphabet = Alphabet::INotFound(number);
        })
        .or("letter-i-like-h", |reading| reading.alphabet = Alphabet::INotFound(7))
        .alone();
}

/// Lengths of a row as alternatives, with their labels for ids and for people.
fn row_lengths() -> [(String, String, i16); 4] {
    [10, 13, 16, 19].map(|length| (length.to_string(), length.to_string(), length))
}

/// Each letter with the next one, by the number of the first.
fn neighbouring_letters() -> impl Iterator<Item = (String, String, i16)> {
    let letter = |number| char::from(b'a' + number);
    (0..Point::SIDE - 1).map(move |number| {
        let letters = format!("{}{}", letter(number), letter(number + 1));
        (letters.clone(), letters, number.into())
    })
}

impl Reading {
    /// The boards of a game, one for each of its moves.
    pub(super) fn boards(&self, moves: &[Point]) -> impl Iterator<Item = Board> {
        let played = self.moves(moves);
        (0..moves.len()).map(move |number| self.board(&played, number))
    }

    /// The moves that are played.
    fn moves(&self, moves: &[Point]) -> Vec<Move> {
        let letters: Vec<i16> =
            moves.iter().flat_map(|point| [point.row().into(), point.column().into()]).collect();
        let at = |place: Option<usize>| {
            place.and_then(|place| letters.get(place)).copied().unwrap_or_default()
        };
        let letter = |turn: usize, offset: isize| {
            let place = (turn * self.letters.step + letters.len()).checked_add_signed(offset);
            at(place.and_then(|place| place.checked_rem(letters.len())))
        };
        let is_skipped = match self.taken {
            Taken::Played => vec![false; moves.len()],
            Taken::EarlierInTheText => earlier_in_the_text(moves),
        };
        let played = is_skipped.into_iter().enumerate().filter(|&(_, is_skipped)| !is_skipped);
        let place = |turn| (letter(turn, self.letters.row), letter(turn, self.letters.column));
        played.map(|(turn, _)| Move { turn, place: place(turn) }).collect()
    }

    /// The board that the item with this number shows.
    fn board(&self, moves: &[Move], number: usize) -> Board {
        let shown = match self.time {
            Time::AfterTheMove => number + 1,
            Time::BeforeTheMove => number,
            Time::AfterTheNextMove => number + 2,
            Time::AfterTheGame => usize::MAX,
            Time::AfterBothMoves => number / 2 * 2 + 2,
            Time::AfterWhitesMoves => number.div_ceil(2) * 2,
            Time::Half(more) => usize::midpoint(number, more),
        };
        let last = moves.last().map_or(0, |last| last.turn);
        let (first, end) = match self.kept {
            Kept::Newest => (number, shown),
            Kept::NewestOfEachSide => (number.saturating_sub(1), shown),
            Kept::WithoutTheFirst => (1, shown),
            Kept::WithoutTheLast => (0, shown.min(last)),
            _ => (0, shown),
        };
        let is_kept = |turn: usize| match self.kept {
            Kept::OfTheMover => turn % 2 == number % 2,
            Kept::Of(stone) => Stone::to_move_after(turn) == stone,
            _ => true,
        };
        let is_shown = |played: &&Move| (first..end).contains(&played.turn) && is_kept(played.turn);
        let shown: Vec<&Move> = moves.iter().filter(is_shown).collect();
        let mut board = Board::empty();
        if matches!(self.rows, Separation::Inserted) {
            let mut cells = vec![None; usize::from(Point::COUNT)];
            for &&Move { turn, place } in &shown {
                if let Some(index) = self.index(place).filter(|&index| index < cells.len()) {
                    cells.insert(index, Some(self.stone(turn, number, moves.len())));
                }
            }
            let stones = Point::all().zip(cells);
            stones.for_each(|(point, cell)| cell.into_iter().for_each(|s| board.place(point, s)));
            return board;
        }
        for (at, &&Move { turn, place }) in shown.iter().enumerate() {
            let later = shown.get(at + 1..).unwrap_or_default();
            let is_replaced = matches!(self.kept, Kept::NewestOfEachRow)
                && later.iter().any(|later| later.place.0 == place.0);
            if !is_replaced {
                self.place(&mut board, place, self.stone(turn, number, moves.len()));
            }
        }
        board
    }

    /// Where in the text of the board a move lies; none far before its beginning, or off the board.
    fn index(&self, (row, column): Place) -> Option<usize> {
        let row = self.alphabet.number(row);
        let column = self.alphabet.number(column);
        let row = if self.from_the_bottom { SIDE - 1 - row } else { row };
        let column = if self.from_the_right { SIDE - 1 - column } else { column };
        let index = match self.place {
            Formula::Within(first, last) if row.min(column) < first || row.max(column) > last => {
                return None;
            }
            Formula::Index | Formula::Within(..) => row * SIDE + column,
            Formula::Shifted(by) => row * SIDE + column + by,
            Formula::RowLength(length) => row * length + column,
            Formula::Sum => row + column,
            Formula::RowOnly => row * SIDE,
            Formula::ColumnOnly => column,
        };
        // Below 0 an index is counted from the end.
        let index = if index < 0 { index + SIDE * SIDE } else { index };
        usize::try_from(index).ok()
    }

    fn place(&self, board: &mut Board, place: Place, stone: Stone) {
        let side = usize::from(Point::SIDE);
        let points: Vec<usize> = match (self.index(place), self.rows) {
            (None, _) => Vec::new(),
            (Some(index), Separation::Shared) => {
                (0..side).map(|row| row * side + index % side).collect()
            }
            (Some(index), Separation::Separate | Separation::Inserted) => vec![index],
        };
        let points = points.into_iter().filter_map(|index| u8::try_from(index).ok());
        for point in points.filter_map(Point::from_index) {
            board.place(point, stone);
        }
    }

    /// The stone of a move, as the item with this number shows it.
    fn stone(&self, turn: usize, number: usize, moves: usize) -> Stone {
        let stone = Stone::to_move_after(turn);
        match self.colours {
            Colours::BlackFirst => stone,
            Colours::MoverIsX if number.is_multiple_of(2) => stone,
            Colours::WhiteFirst | Colours::MoverIsX => stone.other(),
            Colours::All(stone) => stone,
            Colours::BlackThenWhite if 2 * turn < moves => Stone::Black,
            Colours::BlackThenWhite => Stone::White,
            Colours::TwoAtATime => Stone::to_move_after(turn / 2),
            Colours::FirstTwice => Stone::to_move_after(turn.saturating_sub(1)),
        }
    }
}

/// A move, with its number from 0.
struct Move {
    turn: usize,
    place: Place,
}

/// Which moves have letters that occur earlier in the text of the game, across two other moves.
pub(super) fn earlier_in_the_text(moves: &[Point]) -> Vec<bool> {
    let letters: Vec<u8> = moves.iter().flat_map(|point| [point.row(), point.column()]).collect();
    let is_earlier = |(turn, point): (usize, &Point)| {
        let found = letters.windows(2).position(|pair| pair == [point.row(), point.column()]);
        found.is_some_and(|place| place < 2 * turn)
    };
    moves.iter().enumerate().map(is_earlier).collect()
}
