//! Values and rows, the same for both databases.
//!
//! A whole number is stored in 64 bits with a sign, a flag as a truth value, and everything else as text or bytes. A [`Column`] is a type that
//! one column holds. A [`FromRow`] type is read from one or several columns, in the order in which the statement names them:
//!
//! ```text
//! SELECT id, name, added_at ──▶ Instructor { id: row.read()?, name: row.read()?, added_at: row.read()? }
//! ```

use std::str::FromStr;

use rusqlite::ToSql;
use rusqlite::types::{FromSql, ToSqlOutput};
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::{Decode, Postgres, Row as _, Type};

use super::failure::Failure;
use super::list::List;
use crate::course::{
    Credit, EmailAddress, ExtensionId, Learner, LearnerId, LearnerName, Nickname, SectionName,
    StudentId,
};
use crate::game::{MatchId, MatchStatus};
use crate::step::{Fingerprint, Fit, Nonce, StepNumber, SubjectId, Timestamp};

/// A value of a statement. A null has the type of its column, because PostgreSQL needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Integer(Option<i64>),
    Flag(Option<bool>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
    List(List),
}

impl Value {
    /// Binds the value as the next argument of a statement for PostgreSQL.
    pub(super) fn bind<'q>(
        &'q self,
        query: Query<'q, Postgres, PgArguments>,
    ) -> Query<'q, Postgres, PgArguments> {
        match self {
            Self::Integer(number) => query.bind(number),
            Self::Flag(flag) => query.bind(flag),
            Self::Text(text) => query.bind(text.as_deref()),
            Self::Bytes(bytes) => query.bind(bytes.as_deref()),
            Self::List(list) => query.bind(list.json()),
        }
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Integer(number) => number.to_sql(),
            Self::Flag(flag) => flag.to_sql(),
            Self::Text(text) => text.to_sql(),
            Self::Bytes(bytes) => bytes.to_sql(),
            Self::List(list) => Ok(list.json().into()),
        }
    }
}

/// The values of a statement, in the order of its arguments `$1`, `$2`, …
macro_rules! values {
    () => {
        Vec::<$crate::store::value::Value>::new()
    };
    ($($value:expr),+ $(,)?) => {{
        use $crate::store::value::ToValue as _;
        vec![$($value.to_value()),+]
    }};
}
pub(super) use values;

/// What [`values!`] takes.
pub(super) trait ToValue {
    fn to_value(&self) -> Value;
}

impl<C: Column> ToValue for C {
    fn to_value(&self) -> Value {
        Stored::value(Some(self.store()))
    }
}

impl<C: Column> ToValue for Option<C> {
    fn to_value(&self) -> Value {
        Stored::value(self.as_ref().map(Column::store))
    }
}

impl ToValue for Value {
    fn to_value(&self) -> Value {
        self.clone()
    }
}

impl ToValue for str {
    fn to_value(&self) -> Value {
        Value::Text(Some(self.to_owned()))
    }
}

/// A type that both databases store.
pub(super) trait Stored:
    FromSql + for<'r> Decode<'r, Postgres> + Type<Postgres> + Sized
{
    fn value(stored: Option<Self>) -> Value;
}

/// A type that one column holds.
pub(super) trait Column: Sized {
    type Stored: Stored;

    fn store(&self) -> Self::Stored;
    fn load(stored: Self::Stored) -> Result<Self, Failure>;
}

/// A type that is read from one or several columns.
pub(super) trait FromRow: Sized {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Failure>;
}

/// A row, read column by column.
pub(super) struct Row<'a> {
    source: Source<'a>,
    next: usize,
}

enum Source<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a PgRow),
}

impl<'a> Row<'a> {
    pub(super) fn sqlite(row: &'a rusqlite::Row<'a>) -> Self {
        Self { source: Source::Sqlite(row), next: 0 }
    }

    pub(super) fn postgres(row: &'a PgRow) -> Self {
        Self { source: Source::Postgres(row), next: 0 }
    }

    /// Reads the next columns.
    pub(super) fn read<T: FromRow>(&mut self) -> Result<T, Failure> {
        T::from_row(self)
    }

    fn stored<S: Stored>(&mut self) -> Result<Option<S>, Failure> {
        let place = self.next;
        self.next += 1;
        Ok(match self.source {
            Source::Sqlite(row) => row.get(place)?,
            Source::Postgres(row) => row.try_get(place)?,
        })
    }
}

/// Reads a struct from the columns with the names of its fields, in this order.
macro_rules! from_row {
    ($type:ty { $($field:ident),* }) => {
        impl $crate::store::value::FromRow for $type {
            fn from_row(
                row: &mut $crate::store::value::Row<'_>,
            ) -> Result<Self, $crate::store::failure::Failure> {
                Ok(Self { $($field: row.read()?),* })
            }
        }
    };
}
pub(super) use from_row;

impl<C: Column> FromRow for C {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Failure> {
        let stored = row.stored()?;
        C::load(stored.ok_or_else(|| Failure::value("expected a value, found null"))?)
    }
}

impl<C: Column> FromRow for Option<C> {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Failure> {
        row.stored()?.map(C::load).transpose()
    }
}

impl<A: FromRow, B: FromRow> FromRow for (A, B) {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Failure> {
        Ok((row.read()?, row.read()?))
    }
}

impl<A: FromRow, B: FromRow, C: FromRow> FromRow for (A, B, C) {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Failure> {
        Ok((row.read()?, row.read()?, row.read()?))
    }
}

/// Columns that hold a type as it is stored.
macro_rules! stored {
    ($($type:ty => $value:ident),* $(,)?) => {$(
        impl Stored for $type {
            fn value(stored: Option<Self>) -> Value {
                Value::$value(stored)
            }
        }

        impl Column for $type {
            type Stored = Self;

            fn store(&self) -> Self {
                self.clone()
            }

            fn load(stored: Self) -> Result<Self, Failure> {
                Ok(stored)
            }
        }
    )*};
}

stored!(i64 => Integer, bool => Flag, String => Text, Vec<u8> => Bytes);

/// Columns that hold a type in another form: how it is stored, and how it is loaded.
macro_rules! columns {
    ($($type:ty: $stored:ty = |$value:ident| $store:expr, |$column:ident| $load:expr;)*) => {$(
        impl $crate::store::value::Column for $type {
            type Stored = $stored;

            fn store(&self) -> $stored {
                let $value = self;
                $store
            }

            fn load($column: $stored) -> Result<Self, $crate::store::failure::Failure> {
                $load
            }
        }
    )*};
}
pub(super) use columns;

columns! {
    u8: i64 = |number| (*number).into(), |column| count(column);
    u32: i64 = |number| (*number).into(), |column| count(column);
    // No count is so large that it does not fit.
    u64: i64 = |number| number.cast_signed(), |column| count(column);
    usize: i64 = |number| i64::try_from(*number).unwrap_or(i64::MAX), |column| count(column);

    LearnerId: i64 = |id| id.0, |column| Ok(Self(column));
    ExtensionId: i64 = |id| id.0, |column| Ok(Self(column));
    Timestamp: i64 = |at| at.seconds().cast_signed(), |column| Ok(Self::from_seconds(column.cast_unsigned()));
    StepNumber: i64 = |step| step.get().into(), |column| Self::new(count(column)?).map_err(Failure::value);
    Fingerprint: i64 = |fingerprint| fingerprint.to_bits().into(), |column| Ok(Self::from_bits(count(column)?));
    // The signed number with the same bits.
    Nonce: i64 = |nonce| nonce.to_bits().cast_signed(), |column| Ok(Self::from_bits(column.cast_unsigned()));
    Credit: i64 = |credit| credit.hundredths().into(), |column| Ok(Self::from_hundredths(count(column)?));

    LearnerName: String = |name| name.as_str().to_owned(), |column| parsed(&column);
    Nickname: String = |name| name.as_str().to_owned(), |column| parsed(&column);
    SectionName: String = |name| name.as_str().to_owned(), |column| parsed(&column);
    EmailAddress: String = |address| address.as_str().to_owned(), |column| parsed(&column);
    StudentId: String = |id| id.as_str().to_owned(), |column| parsed(&column);
    MatchId: String = |id| id.as_str().to_owned(), |column| parsed(&column);
    MatchStatus: String = |status| status.as_str().to_owned(), |column| parsed(&column);
    Fit: String = |fit| fit.as_str().to_owned(), |column| parsed(&column);

    [u8; 16]: Vec<u8> = |bytes| bytes.to_vec(), |column| bytes(&column);
    [u8; 32]: Vec<u8> = |bytes| bytes.to_vec(), |column| bytes(&column);
    SubjectId: Vec<u8> = |subject| subject.to_bytes().to_vec(), |column| Ok(Self::from_bytes(bytes(&column)?));
}

/// The number in a column.
pub(super) fn count<T>(column: i64) -> Result<T, Failure>
where
    T: TryFrom<i64>,
    T::Error: std::fmt::Display,
{
    column.try_into().map_err(Failure::value)
}

/// The text in a column, which had this form when it was stored.
pub(super) fn parsed<T>(column: &str) -> Result<T, Failure>
where
    T: FromStr,
    T::Err: std::fmt::Display,
{
    column.parse().map_err(Failure::value)
}

/// The bytes in a column that always has as many.
fn bytes<const N: usize>(column: &[u8]) -> Result<[u8; N], Failure> {
    column.try_into().map_err(Failure::value)
}

from_row!(Learner { id, name, section, is_on_roster });

/// All columns are null if there is no learner.
impl FromRow for Option<Learner> {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Failure> {
        let (id, name) = row.read()?;
        let (section, is_on_roster) = row.read()?;
        Ok(match (id, name, is_on_roster) {
            (Some(id), Some(name), Some(is_on_roster)) => {
                Some(Learner { id, name, section, is_on_roster })
            }
            _ => None,
        })
    }
}
