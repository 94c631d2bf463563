//! Rows on their way from one database to the other: reading them, comparing them, and writing them as PostgreSQL's `COPY` reads them.

use std::fmt;

use sqlx::{ColumnIndex, Decode, Row, Type};

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    /// Its name in both databases.
    pub(super) name: String,
    /// What it holds.
    pub(super) kind: ColumnKind,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnKind {
    Number,
    Flag,
    Text,
    Bytes,
}

impl ColumnKind {
    /// By the name of a type in PostgreSQL.
    pub(super) fn of(data_type: &str) -> Option<Self> {
        match data_type {
            "bigint" => Some(Self::Number),
            "boolean" => Some(Self::Flag),
            "text" => Some(Self::Text),
            "bytea" => Some(Self::Bytes),
            _ => None,
        }
    }
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Nothing,
    Number(i64),
    Flag(bool),
    Text(String),
    Bytes(Vec<u8>),
}

/// The values of a row of either database, in the order of the columns.
pub(super) fn values<R>(row: &R, columns: &[Column]) -> sqlx::Result<Vec<Value>>
where
    R: Row,
    usize: ColumnIndex<R>,
    i64: for<'r> Decode<'r, R::Database> + Type<R::Database>,
    bool: for<'r> Decode<'r, R::Database> + Type<R::Database>,
    String: for<'r> Decode<'r, R::Database> + Type<R::Database>,
    Vec<u8>: for<'r> Decode<'r, R::Database> + Type<R::Database>,
{
    let value = |(place, column): (usize, &Column)| {
        let value = match column.kind {
            ColumnKind::Number => row.try_get::<Option<i64>, _>(place)?.map(Value::Number),
            ColumnKind::Flag => row.try_get::<Option<bool>, _>(place)?.map(Value::Flag),
            ColumnKind::Text => row.try_get::<Option<String>, _>(place)?.map(Value::text),
            ColumnKind::Bytes => row.try_get::<Option<Vec<u8>>, _>(place)?.map(Value::Bytes),
        };
        Ok(value.unwrap_or(Value::Nothing))
    };
    columns.iter().enumerate().map(value).collect()
}

impl Value {
    /// A text. PostgreSQL has no character 0 in texts; SQLite may have one in an answer of junk.
    fn text(text: String) -> Self {
        Self::Text(if text.contains('\0') { text.replace('\0', "\u{FFFD}") } else { text })
    }

    /// Feeds the value to a hash so that no two rows feed it the same.
    fn hash(&self, hasher: &mut blake3::Hasher) {
        let mut sized = |tag: u8, bytes: &[u8]| {
            hasher.update(&[tag]);
            hasher.update(&bytes.len().to_le_bytes());
            hasher.update(bytes);
        };
        match self {
            Self::Nothing => sized(0, &[]),
            Self::Number(number) => sized(1, &number.to_le_bytes()),
            Self::Flag(flag) => sized(2, &[u8::from(*flag)]),
            Self::Text(text) => sized(3, text.as_bytes()),
            Self::Bytes(bytes) => sized(4, bytes),
        }
    }

    /// Writes the value as a field of a binary `COPY`: its length, -1 for nothing, then its bytes.
    fn copy(&self, out: &mut Vec<u8>) -> sqlx::Result<()> {
        match self {
            Self::Nothing => out.extend((-1_i32).to_be_bytes()),
            Self::Number(number) => field(&number.to_be_bytes(), out)?,
            Self::Flag(flag) => field(&[u8::from(*flag)], out)?,
            Self::Text(text) => field(text.as_bytes(), out)?,
            Self::Bytes(bytes) => field(bytes, out)?,
        }
        Ok(())
    }
}

fn field(bytes: &[u8], out: &mut Vec<u8>) -> sqlx::Result<()> {
    let length = i32::try_from(bytes.len()).map_err(|error| sqlx::Error::Encode(error.into()))?;
    out.extend(length.to_be_bytes());
    out.extend(bytes);
    Ok(())
}

/// What begins a binary `COPY`: its signature, no flags, and no extension.
/// See <https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS>.
pub(super) const COPY_HEAD: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";

/// What ends it, in the place of a row's number of fields.
pub(super) const COPY_END: [u8; 2] = (-1_i16).to_be_bytes();

/// Writes a row of a binary `COPY`.
pub(super) fn copy_row(row: &[Value], out: &mut Vec<u8>) -> sqlx::Result<()> {
    let fields = i16::try_from(row.len()).map_err(|error| sqlx::Error::Encode(error.into()))?;
    out.extend(fields.to_be_bytes());
    row.iter().try_for_each(|value| value.copy(out))
}

/// What a table holds: how many rows, and a hash of them that does not depend on their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableDigest {
    /// How many rows there are.
    pub rows: u64,
    /// The sum of the rows' hashes: of each the first 16 bytes of the BLAKE3 hash of its values.
    pub hash: u128,
}

impl TableDigest {
    /// Adds a row.
    pub(super) fn add(&mut self, row: &[Value]) {
        let mut hasher = blake3::Hasher::new();
        for value in row {
            value.hash(&mut hasher);
        }
        let mut hash = [0; 16];
        hasher.finalize_xof().fill(&mut hash);
        self.rows += 1;
        self.hash = self.hash.wrapping_add(u128::from_le_bytes(hash));
    }
}

/// The rows and the hash: `12 rows, 0f…`.
impl fmt::Display for TableDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rows, {:032x}", self.rows, self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(rows: &[&[Value]]) -> TableDigest {
        let mut digest = TableDigest::default();
        for row in rows {
            digest.add(row);
        }
        digest
    }

    #[test]
    fn a_digest_knows_each_value_and_its_place_but_not_the_order_of_the_rows() {
        let text = |text: &str| Value::text(text.to_owned());
        let (one, two) = ([Value::Number(1), text("ab")], [Value::Number(2), Value::Nothing]);
        assert_eq!(digest(&[&one, &two]), digest(&[&two, &one]));
        for other in [
            [Value::Number(2), text("ab")],
            [Value::Number(1), text("a")],
            [Value::Number(1), Value::Bytes(b"ab".to_vec())],
            [Value::Flag(true), text("ab")],
            [text("ab"), Value::Number(1)],
        ] {
            assert_ne!(digest(&[&one]), digest(&[&other]), "{other:?}");
        }
        // What two values have in common does not matter where one ends and the other begins.
        assert_ne!(digest(&[&[text("a"), text("bc")]]), digest(&[&[text("ab"), text("c")]]));
        // Equal rows do not cancel each other.
        assert_ne!(digest(&[&one, &one]), digest(&[]));
    }

    #[test]
    fn a_row_is_copied_as_postgresql_reads_it() {
        assert_eq!(COPY_HEAD.len(), 11 + 4 + 4);
        let mut out = Vec::new();
        let row = [Value::Number(7), Value::Nothing, Value::Flag(true), Value::text("a\0".into())];
        copy_row(&row, &mut out).unwrap();
        let expected = b"\0\x04\0\0\0\x08\0\0\0\0\0\0\0\x07\xff\xff\xff\xff\0\0\0\x01\x01\0\0\0\x04a\xef\xbf\xbd";
        assert_eq!(out, expected);
    }
}
