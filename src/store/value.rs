//! Values and rows, the same for both databases.
//!
//! A whole number is stored in 64 bits with a sign, a flag as a truth value, and everything else as text or bytes. A [`Column`] is a type that
//! one column holds. A [`FromRow`] type is read from one or several columns, in the order in which the statement names them:
//!
//! ```text
//! SELECT id, name, added_at ──▶ Instructor { id: row.read()?, name: row.read()?, added_at: row.read()? }
//! ```

use std::borrow::Cow;

use data_encoding::HEXLOWER;
use rusqlite::ToSql;
use rusqlite::types::{FromSql, ToSqlOutput};
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::{Decode, Postgres, Row as _, Type};

use super::error::{Result, StoreError};
use crate::course::{
    Credit, ExtensionId, KeyHash, Learner, LearnerId, LearnerName, Nickname, SectionName,
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
    /// A table with named columns, in the place of `{list}` in a statement. It is sent as JSON, as the first value of the statement.
    ///
    /// ```text
    /// UPDATE attempts SET late = given.late FROM {list} AS given WHERE id = given.attempt
    /// ```
    List {
        /// The names, each with a value of the column's type.
        columns: Vec<(&'static str, Value)>,
        json: String,
    },
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
            Self::List { json, .. } => query.bind(json),
        }
    }

    /// A list of rows, which have the same columns. None if it is empty: nothing is known of its types then, and there is nothing to do.
    pub(super) fn list(rows: impl IntoIterator<Item = Vec<(&'static str, Self)>>) -> Option<Self> {
        let mut rows = rows.into_iter().peekable();
        let columns = rows.peek()?.clone();
        let rows = rows.map(|row| row.into_iter().map(|(_, value)| value.into_json()).collect());
        Some(Self::List { columns, json: serde_json::Value::Array(rows.collect()).to_string() })
    }

    fn into_json(self) -> serde_json::Value {
        match self {
            Self::Integer(number) => number.into(),
            Self::Flag(flag) => flag.into(),
            Self::Text(text) => text.into(),
            Self::Bytes(bytes) => bytes.map(|bytes| HEXLOWER.encode(&bytes)).into(),
            Self::List { json, .. } => json.into(),
        }
    }

    /// The table of a list, from the argument `$1`.
    pub(super) fn table(columns: &[(&'static str, Self)], is_postgres: bool) -> String {
        let columns = columns.iter().enumerate().map(|(place, (name, value))| {
            let text = format!("value->>{place}");
            let typed = match value {
                Self::Bytes(_) if is_postgres => format!("decode({text}, 'hex')"),
                Self::Bytes(_) => format!("unhex({text})"),
                Self::Integer(_) if is_postgres => format!("({text})::bigint"),
                Self::Flag(_) if is_postgres => format!("({text})::boolean"),
                _ => text,
            };
            format!("{typed} AS {name}")
        });
        let columns = columns.collect::<Vec<_>>().join(", ");
        let elements = if is_postgres {
            "json_array_elements($1::json) AS list (value)"
        } else {
            "json_each($1)"
        };
        format!("(SELECT {columns} FROM {elements})")
    }

    /// Binds the values of a column, which have one type, as an array.
    pub(super) fn bind_all<'q>(
        column: &[&'q Self],
        query: Query<'q, Postgres, PgArguments>,
    ) -> Query<'q, Postgres, PgArguments> {
        macro_rules! array {
            ($kind:ident, $element:expr) => {{
                let elements = column.iter().map(|value| match value {
                    Self::$kind(value) => $element(value.as_ref()),
                    _ => None,
                });
                query.bind(elements.collect::<Vec<_>>())
            }};
        }
        match column.first() {
            Some(Self::Integer(_)) => array!(Integer, Option::<&i64>::copied),
            Some(Self::Flag(_)) => array!(Flag, Option::<&bool>::copied),
            Some(Self::Bytes(_)) => {
                array!(Bytes, |bytes: Option<&'q Vec<u8>>| bytes.map(Vec::as_slice))
            }
            _ => array!(Text, |text: Option<&'q String>| text.map(|text| storable(text))),
        }
    }
}

/// A text as PostgreSQL can store it, which has no character U+0000. Only answers can have one, if an item may be any text.
fn storable(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', "\u{FFFD}").into() } else { text.into() }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Integer(number) => number.to_sql(),
            Self::Flag(flag) => flag.to_sql(),
            Self::Text(text) => text.to_sql(),
            Self::Bytes(bytes) => bytes.to_sql(),
            Self::List { json, .. } => json.to_sql(),
        }
    }
}

/// A row of a list: the names of its columns and their values.
macro_rules! row {
    ($($name:ident: $value:expr),+ $(,)?) => {{
        use $crate::store::value::ToValue as _;
        vec![$((stringify!($name), $value.to_value())),+]
    }};
}
pub(super) use row;

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

/// The values of a new person's columns: the name, the forms by which names that look like it are found, the key's hash, and since when.
pub(super) fn values_of_name(name: &LearnerName, key: KeyHash, at: Timestamp) -> Vec<Value> {
    values![name, name.folded(), name.skeleton(), name.folded_skeleton(), key.as_bytes(), at]
}

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
    fn load(stored: Self::Stored) -> Result<Self>;
}

/// A type that is read from one or several columns.
pub(super) trait FromRow: Sized {
    fn from_row(row: &mut Row<'_>) -> Result<Self>;
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
    pub(super) fn read<T: FromRow>(&mut self) -> Result<T> {
        T::from_row(self)
    }

    fn stored<S: Stored>(&mut self) -> Result<Option<S>> {
        let place = self.next;
        self.next += 1;
        Ok(match self.source {
            Source::Sqlite(row) => row.get(place)?,
            Source::Postgres(row) => row.try_get(place)?,
        })
    }
}

/// Reads a struct from the columns of a row, one after another: they must be selected in the order of these
/// fields. A field that has no column has a value of its own.
macro_rules! from_row {
    ($type:ty { $($field:ident),* $(,)? $(; $other:ident: $value:expr)? }) => {
        impl $crate::store::value::FromRow for $type {
            fn from_row(
                row: &mut $crate::store::value::Row<'_>,
            ) -> $crate::store::error::Result<Self> {
                Ok(Self { $($field: row.read()?,)* $($other: $value)? })
            }
        }
    };
}
pub(super) use from_row;

impl<C: Column> FromRow for C {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let stored = row.stored()?;
        C::load(stored.ok_or_else(|| StoreError::unreadable("expected a value, found null"))?)
    }
}

impl<C: Column> FromRow for Option<C> {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        row.stored()?.map(C::load).transpose()
    }
}

impl<A: FromRow, B: FromRow> FromRow for (A, B) {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        Ok((row.read()?, row.read()?))
    }
}

impl<A: FromRow, B: FromRow, C: FromRow> FromRow for (A, B, C) {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
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

            fn load(stored: Self) -> Result<Self> {
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

            fn load($column: $stored) -> $crate::store::error::Result<Self> {
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

    Timestamp: i64 = |at| at.seconds().cast_signed(), |column| Ok(Self::from_seconds(column.cast_unsigned()));
    StepNumber: i64 = |step| step.get().into(), |column| Self::new(count(column)?).map_err(StoreError::unreadable);
    Fingerprint: i64 = |fingerprint| fingerprint.to_bits().into(), |column| Ok(Self::from_bits(count(column)?));
    // The signed number with the same bits.
    Nonce: i64 = |nonce| nonce.to_bits().cast_signed(), |column| Ok(Self::from_bits(column.cast_unsigned()));
    Credit: i64 = |credit| credit.hundredths().into(), |column| Ok(Self::from_hundredths(count(column)?));

    [u8; 16]: Vec<u8> = |bytes| bytes.to_vec(), |column| bytes(&column);
    [u8; 32]: Vec<u8> = |bytes| bytes.to_vec(), |column| bytes(&column);
    SubjectId: Vec<u8> = |subject| subject.to_bytes().to_vec(), |column| Ok(Self::from_bytes(bytes(&column)?));
}

/// Columns that hold a type as its text.
macro_rules! texts {
    ($($type:ty),*) => {
        $crate::store::value::columns! {
            $($type: String = |text| text.as_str().to_owned(), |column| {
                column.parse().map_err($crate::store::error::StoreError::unreadable)
            };)*
        }
    };
}
pub(super) use texts;

texts!(LearnerName, Nickname, SectionName, MatchId, MatchStatus, Fit);

/// Columns that hold the number of an id.
macro_rules! ids {
    ($($type:ty),*) => {
        $crate::store::value::columns! {
            $($type: i64 = |id| id.0, |column| Ok(Self(column));)*
        }
    };
}
pub(super) use ids;

ids!(LearnerId, ExtensionId);

/// The number in a column.
pub(super) fn count<T>(column: i64) -> Result<T>
where
    T: TryFrom<i64>,
    T::Error: std::fmt::Display,
{
    column.try_into().map_err(StoreError::unreadable)
}

/// The bytes in a column that always has as many.
fn bytes<const N: usize>(column: &[u8]) -> Result<[u8; N]> {
    column.try_into().map_err(StoreError::unreadable)
}

/// The columns of a learner in a table, as a [`Learner`] is read from them.
pub(super) fn learner_columns(table: &str) -> String {
    format!(
        "{table}.id, {table}.name, {table}.section, {table}.on_roster, {table}.student_id,
         EXISTS (SELECT 1 FROM learners AS namesake WHERE namesake.name_folded = {table}.name_folded AND namesake.id <> {table}.id)"
    )
}

from_row!(Learner { id, name, section, is_on_roster, student_id, has_namesake });

/// All columns are null if there is no learner.
impl FromRow for Option<Learner> {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let (id, name) = row.read()?;
        let (section, is_on_roster) = row.read()?;
        let (student_id, has_namesake) = row.read()?;
        Ok(match (id, name, is_on_roster) {
            (Some(id), Some(name), Some(is_on_roster)) => {
                Some(Learner { id, name, section, is_on_roster, student_id, has_namesake })
            }
            _ => None,
        })
    }
}
