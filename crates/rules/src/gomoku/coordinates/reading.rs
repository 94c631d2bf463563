//! Points as tasks write them, how the rule is read, and the index of a point by a reading.

use serde::{Deserialize, Serialize};

use gradus_board::gomoku::Point;
use gradus_board::text::ParseError;
use gradus_step::Aspects;

/// A point with its letters as the task writes them, in either case.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) point: Point,
}

impl TryFrom<String> for Written {
    type Error = ParseError;

    fn try_from(text: String) -> Result<Self, ParseError> {
        let point = text.parse()?;
        Ok(Self { text, point })
    }
}

impl From<Written> for String {
    fn from(written: Written) -> Self {
        written.text
    }
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    letters: Letters,
    formula: Formula,
    /// How many points a row has beyond the 15.
    longer_rows: i64,
    /// Where the indices begin.
    first_index: i64,
    /// Where rows begin.
    first_row: i64,
    /// Where columns begin.
    first_column: i64,
    rows: Side,
    columns: Side,
    capitals: Capitals,
    alphabet: Alphabet,
    total: Total,
}

/// Which letters name the row and the column.
#[derive(Clone, Copy, Default)]
enum Letters {
    #[default]
    RowFirst,
    ColumnFirst,
    /// The first letter names both.
    First,
    /// The second one does.
    Second,
    /// Of a capital letter and a small one the capital names the row.
    CapitalFirst,
    /// The small one does.
    SmallFirst,
    /// A letter is searched in the point: of two equal letters the second one is found at the first one's place.
    Searched,
}

/// What is computed of a row and a column.
#[derive(Clone, Copy, Default)]
enum Formula {
    #[default]
    Index,
    /// The column is not added.
    RowsOnly,
    /// The row is not multiplied.
    Sum,
    /// The row is multiplied by the column.
    Product,
    /// The column is subtracted.
    Difference,
    /// The column is multiplied too.
    SumOfBothTimes,
    /// The column is added to the length of a row.
    LengthPlusColumn,
    /// The two numbers are written one after the other.
    SideBySide,
}

/// From which side rows or columns are counted.
#[derive(Clone, Copy, Default)]
enum Side {
    #[default]
    First,
    /// The last one is this.
    Last(i64),
}

impl Side {
    fn number(self, number: i64) -> i64 {
        match self {
            Self::First => number,
            Self::Last(last) => last - number,
        }
    }
}

/// What a capital letter means.
#[derive(Clone, Copy, Default)]
enum Capitals {
    #[default]
    LikeSmallOnes,
    /// The distance of its character code from that of `a`.
    ByCode,
    /// The same in the column, while the row's letter is made small.
    ByCodeInTheColumn,
    /// The same in the row, while the column's letter is made small.
    ByCodeInTheRow,
    /// The distance from the code of `A` in both letters of a point that has a capital, and from that of `a` in the others.
    ByCodeOfThePoint,
    /// The distance from the code of `A` in both letters if both are capitals, and from that of `a` if not.
    ByCodeOfBoth,
    /// Whether the first letter is a capital decides from which of the two codes both are counted.
    ByCodeOfTheFirst,
    /// The same of the second letter.
    ByCodeOfTheSecond,
    /// They follow the small ones: `A` comes after `z`.
    AfterSmallOnes,
    /// The small ones follow them: `a` comes after `Z`.
    BeforeSmallOnes,
    /// The number that searching them among the small ones gives.
    NotFound(i64),
    /// The row or the column of the point before.
    LikeTheLetterBefore,
    /// The whole point before.
    LikeThePointBefore,
}

impl Capitals {
    /// The text of a point, or what is taken for it after that of the point before.
    fn replaced(self, text: &str, before: &str) -> String {
        let is_capital = |letter: char| letter.is_ascii_uppercase();
        match self {
            Self::LikeThePointBefore if text.contains(is_capital) => before.to_owned(),
            Self::LikeTheLetterBefore => {
                let letters = text.chars().zip(before.chars());
                letters.map(|(new, old)| if is_capital(new) { old } else { new }).collect()
            }
            _ => text.to_owned(),
        }
    }
}

/// Which letters there are.
#[derive(Clone, Copy, Default)]
enum Alphabet {
    #[default]
    AllLetters,
    /// `i` is left out, as on a Go board.
    WithoutI,
    WithoutIInColumns,
    WithoutIInRows,
    /// It is left out, and stands for the number that searching gives.
    INotFound,
    /// The same in columns only.
    INotFoundInColumns,
    /// It is left out, and taken for `h`.
    ILikeH,
    /// It ends with `n`. What is not in it stands for a number that searching gives.
    WithoutO(i64),
    /// The letter with this number is left out, and stands for the −1 that searching gives.
    Missing(i64),
    /// The letter with this number is there twice.
    Doubled(i64),
    /// The letter with this number and the next one are exchanged.
    Exchanged(i64),
}

impl Alphabet {
    /// The place of the letter with this number, which is negative for a capital letter.
    fn number(self, number: i64, is_row: bool) -> i64 {
        match self {
            Self::WithoutIInRows if !is_row => number,
            Self::WithoutIInColumns | Self::INotFoundInColumns if is_row => number,
            Self::INotFound | Self::INotFoundInColumns if number == 8 => -1,
            Self::ILikeH => number - i64::from(number >= 8),
            Self::WithoutI
            | Self::WithoutIInRows
            | Self::WithoutIInColumns
            | Self::INotFound
            | Self::INotFoundInColumns => number - i64::from(number > 8),
            Self::WithoutO(not_found) if number == SIDE - 1 => not_found,
            Self::Missing(letter) if number == letter => -1,
            Self::Missing(letter) => number - i64::from(number > letter),
            Self::Doubled(letter) => number + i64::from(number > letter),
            Self::Exchanged(letter) if number == letter => number + 1,
            Self::Exchanged(letter) if number == letter + 1 => number - 1,
            Self::AllLetters | Self::WithoutO(_) | Self::Exchanged(_) => number,
        }
    }
}

/// Whether an item is added to those before.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Total {
    #[default]
    Separate,
    Running,
}

/// Adds what can be misread, an aspect for each clause of the rule.
#[expect(clippy::too_many_lines, reason = "a list")]
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("column-before-row", |reading| reading.letters = Letters::ColumnFirst)
        .or("first-letter-twice", |reading| reading.letters = Letters::First)
        .or("second-letter-twice", |reading| reading.letters = Letters::Second);
    aspects.add().or("rows-from-the-bottom", |reading| reading.rows = Side::Last(SIDE - 1));
    aspects.add().or("columns-from-the-right", |reading| reading.columns = Side::Last(SIDE - 1));
    aspects
        .add()
        .or("counted-from-one", |reading| reading.first_index = 1)
        .or("letters-counted-from-one", |reading| {
            (reading.first_row, reading.first_column) = (1, 1);
        })
        .or("rows-counted-from-one", |reading| reading.first_row = 1);
    aspects
        .add()
        .or("fourteen-to-a-row", |reading| reading.longer_rows = -1)
        .or("sixteen-to-a-row", |reading| reading.longer_rows = 1)
        .or("twenty-six-to-a-row", |reading| reading.longer_rows = 11);
    aspects
        .add()
        .or("capitals-are-other-letters", |reading| reading.capitals = Capitals::ByCode)
        .or("capitals-in-the-column", |reading| {
            reading.capitals = Capitals::ByCodeInTheColumn;
        })
        .or("capitals-in-the-row", |reading| reading.capitals = Capitals::ByCodeInTheRow)
        .or("point-like-its-capital", |reading| {
            reading.capitals = Capitals::ByCodeOfThePoint;
        })
        .or("point-like-its-small-letter", |reading| {
            reading.capitals = Capitals::ByCodeOfBoth;
        })
        .or("point-like-its-first-letter", |reading| {
            reading.capitals = Capitals::ByCodeOfTheFirst;
        })
        .or("point-like-its-second-letter", |reading| {
            reading.capitals = Capitals::ByCodeOfTheSecond;
        })
        .or("capitals-after-small-letters", |reading| {
            reading.capitals = Capitals::AfterSmallOnes;
        })
        .or("small-letters-after-capitals", |reading| {
            reading.capitals = Capitals::BeforeSmallOnes;
        });
    aspects
        .add()
        .or("letter-i-left-out", |reading| reading.alphabet = Alphabet::WithoutI)
        .or("letter-i-not-found", |reading| reading.alphabet = Alphabet::INotFound)
        .or("letter-i-like-h", |reading| reading.alphabet = Alphabet::ILikeH);
    aspects.add().or("digits-side-by-side", |reading| reading.formula = Formula::SideBySide);
    aspects
        .add()
        .or_each("letter-o-missing", numbers([0, -1]), |reading, number| {
            reading.alphabet = Alphabet::WithoutO(number);
        })
        .or("column-i-left-out", |reading| reading.alphabet = Alphabet::WithoutIInColumns)
        .or("column-i-not-found", |reading| reading.alphabet = Alphabet::INotFoundInColumns)
        .or("row-i-left-out", |reading| reading.alphabet = Alphabet::WithoutIInRows)
        .alone();
    aspects
        .add()
        .or("capital-keeps-the-one-before", |reading| {
            reading.capitals = Capitals::LikeTheLetterBefore;
        })
        .or("point-with-capital-skipped", |reading| {
            reading.capitals = Capitals::LikeThePointBefore;
        })
        .alone();
    aspects
        .add()
        .or("indices-from-minus-one", |reading| reading.first_index = -1)
        .or("rows-from-minus-one", |reading| reading.first_row = -1)
        .or_each("letters-counted-from", numbers([-1, 10, 97, 65, 32, -32]), |reading, number| {
            (reading.first_row, reading.first_column) = (number, number);
        })
        .or_each("row-letter-counted-from", numbers([97, 65]), |reading, number| {
            reading.first_row = number;
        })
        .or_each("column-letter-counted-from", numbers([97, 65]), |reading, number| {
            reading.first_column = number;
        })
        .alone();
    aspects
        .add()
        .or_each("row-length", numbers([10, 13, 17, 19, 25, 36, 100]), |reading, length| {
            reading.longer_rows = length - SIDE;
        })
        .alone();
    aspects
        .add()
        .or_each("capitals-not-found", numbers([0, -1]), |reading, number| {
            reading.capitals = Capitals::NotFound(number);
        })
        .alone();
    aspects.add().or("rows-from-fifteen", |reading| reading.rows = Side::Last(SIDE)).alone();
    aspects.add().or("columns-from-fifteen", |reading| reading.columns = Side::Last(SIDE)).alone();
    aspects
        .add()
        .or("equal-letters-both-rows", |reading| reading.letters = Letters::Searched)
        .or("capital-is-the-row", |reading| reading.letters = Letters::CapitalFirst)
        .or("capital-is-the-column", |reading| reading.letters = Letters::SmallFirst)
        .alone();
    aspects
        .add()
        .or("column-not-added", |reading| reading.formula = Formula::RowsOnly)
        .or("row-not-multiplied", |reading| reading.formula = Formula::Sum)
        .or("row-times-column", |reading| reading.formula = Formula::Product)
        .or("column-subtracted", |reading| reading.formula = Formula::Difference)
        .or("both-multiplied", |reading| reading.formula = Formula::SumOfBothTimes)
        .or("column-added-to-the-length", |reading| {
            reading.formula = Formula::LengthPlusColumn;
        })
        .alone();
    aspects.add().or("items-added-up", |reading| reading.total = Total::Running).alone();
    // `i` and `o` have alternatives of their own.
    let missing = letters(b'a', 1).filter(|(id, ..)| id != "i");
    aspects
        .add()
        .or_each("letters-exchanged", letters(b'a', 2), |reading, number| {
            reading.alphabet = Alphabet::Exchanged(number);
        })
        .or_each("letter-doubled", letters(b'b', 1), |reading, number| {
            reading.alphabet = Alphabet::Doubled(number);
        })
        .or_each("letter-missing", missing, |reading, number| {
            reading.alphabet = Alphabet::Missing(number);
        })
        .alone();
}

/// Numbers as alternatives, with their labels for ids and for people.
fn numbers<const N: usize>(numbers: [i64; N]) -> [(String, String, i64); N] {
    numbers.map(|number| (number.to_string().replace('-', "minus-"), number.to_string(), number))
}

/// So many neighbouring letters as alternatives, by the number of the first one, which is this letter or a later one.
fn letters(first: u8, count: u8) -> impl Iterator<Item = (String, String, i64)> {
    (first..b'o').map(move |first| {
        let letters: String = (first..first + count).map(char::from).collect();
        (letters.clone(), letters, i64::from(first - b'a'))
    })
}

impl Reading {
    /// The indices of points, one after another.
    pub(super) fn indices(&self, points: &[Written]) -> impl Iterator<Item = i64> {
        let (mut total, mut before) = (0, "aa".to_owned());
        points.iter().map(move |written| {
            before = self.capitals.replaced(&written.text, &before);
            let index = self.index(&before);
            total = if self.total == Total::Running { total + index } else { index };
            total
        })
    }

    /// Whether what it answers for a point depends on that point alone.
    pub(super) fn is_of_one_point(&self) -> bool {
        let is_kept =
            matches!(self.capitals, Capitals::LikeTheLetterBefore | Capitals::LikeThePointBefore);
        self.total == Total::Separate && !is_kept
    }

    /// The index of a point that is written with these two letters.
    pub(super) fn index(&self, text: &str) -> i64 {
        let mut letters = text.chars();
        let (first, second) = (letters.next().unwrap_or('a'), letters.next().unwrap_or('a'));
        let is_capital = |letter: char| letter.is_ascii_uppercase();
        let (row, column) = match self.letters {
            Letters::ColumnFirst => (second, first),
            Letters::CapitalFirst if is_capital(second) && !is_capital(first) => (second, first),
            Letters::SmallFirst if is_capital(first) && !is_capital(second) => (second, first),
            Letters::First => (first, first),
            Letters::Second => (second, second),
            Letters::Searched if first.eq_ignore_ascii_case(&second) => {
                return 2 * SIDE * self.number(first, false, true);
            }
            Letters::RowFirst | Letters::Searched | Letters::CapitalFirst | Letters::SmallFirst => {
                (first, second)
            }
        };
        let are_capital = [first, second].map(|letter| letter.is_ascii_uppercase());
        // The letters are capitals by the point that they are in, whatever each of them is.
        let from = match (self.capitals, are_capital) {
            (Capitals::ByCodeOfThePoint, [true, _] | [_, true])
            | (Capitals::ByCodeOfBoth, [true, true])
            | (Capitals::ByCodeOfTheFirst, [true, _])
            | (Capitals::ByCodeOfTheSecond, [_, true]) => CAPITALS_BEFORE,
            _ => 0,
        };
        let is_by_code = |is_row: bool| match self.capitals {
            Capitals::ByCode
            | Capitals::ByCodeOfThePoint
            | Capitals::ByCodeOfBoth
            | Capitals::ByCodeOfTheFirst
            | Capitals::ByCodeOfTheSecond => true,
            Capitals::ByCodeInTheColumn => !is_row,
            Capitals::ByCodeInTheRow => is_row,
            _ => false,
        };
        let row = self.number(row, is_by_code(true), true) + from;
        let row = self.rows.number(row) + self.first_row;
        let column = self.number(column, is_by_code(false), false) + from;
        let column = self.columns.number(column);
        let column = column + self.first_column;
        let length = SIDE + self.longer_rows;
        let index = match self.formula {
            Formula::Index => row * length + column,
            Formula::RowsOnly => row * length,
            Formula::Sum => row + column,
            Formula::Product => row * column,
            Formula::Difference => row * length - column,
            Formula::SumOfBothTimes => (row + column) * length,
            Formula::LengthPlusColumn => row * (length + column),
            Formula::SideBySide => row * if column < 10 { 10 } else { 100 } + column,
        };
        index + self.first_index
    }

    /// The number of a letter, which is made small before unless its code counts as it is.
    fn number(&self, letter: char, is_by_code: bool, is_row: bool) -> i64 {
        let code = if is_by_code { letter } else { letter.to_ascii_lowercase() };
        let number = i64::from(u32::from(code)) - i64::from(u32::from('a'));
        let number = self.alphabet.number(number, is_row);
        match (self.capitals, letter.is_ascii_uppercase()) {
            (Capitals::AfterSmallOnes, true) | (Capitals::BeforeSmallOnes, false) => number + 26,
            (Capitals::NotFound(not_found), true) => not_found,
            _ => number,
        }
    }
}

const SIDE: i64 = Point::SIDE as i64;

/// How far the code of `A` comes before that of `a`.
const CAPITALS_BEFORE: i64 = 32;
