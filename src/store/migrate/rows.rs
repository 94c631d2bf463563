//! Rows on their way from one database to the other: reading them, comparing them, and writing them as PostgreSQL's `COPY` reads them.

use std::borrow::Cow;
use std::fmt;

use crate::store::failure::Failure;
use crate::store::value::{Row, Value};

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    /// Its name in both databases.
    pub(super) name: String,
    /// What it contains.
    pub(super) kind: ColumnKind,
}

/// What a column contains.
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

    fn read(self, row: &mut Row<'_>) -> Result<Value, Failure> {
        Ok(match self {
            Self::Number => Value::Integer(row.read()?),
            Self::Flag => Value::Flag(row.read()?),
            // PostgreSQL has no character 0 in texts. SQLite may have one in an answer of junk.
            Self::Text => Value::Text(
                row.read::<Option<String>>()?.map(|text| text.replace('\0', "\u{FFFD}")),
            ),
            Self::Bytes => Value::Bytes(row.read()?),
        })
    }
}

/// The values of a row of either database, in the order of the columns.
pub(super) fn values(row: &mut Row<'_>, columns: &[Column]) -> Result<Vec<Value>, Failure> {
    columns.iter().map(|column| column.kind.read(row)).collect()
}

/// The bytes of a value as a field of a binary `COPY`; none for null.
fn bytes_of(value: &Value) -> Option<Cow<'_, [u8]>> {
    match value {
        Value::Integer(number) => number.map(|number| number.to_be_bytes().to_vec().into()),
        Value::Flag(flag) => flag.map(|flag| vec![u8::from(flag)].into()),
        Value::Text(text) => text.as_ref().map(|text| text.as_bytes().into()),
        Value::Bytes(bytes) => bytes.as_deref().map(Cow::from),
        Value::List(list) => Some(list.json().as_bytes().into()),
    }
}

/// The beginning of a binary `COPY`: its signature, no flags, and no extension.
/// See <https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS>.
pub(super) const COPY_HEAD: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";

/// Its end, in the place of a row's number of fields.
pub(super) const COPY_END: [u8; 2] = (-1_i16).to_be_bytes();

/// Writes a row of a binary `COPY`: the number of its fields, then for each the length, -1 for null, and the bytes.
pub(super) fn copy_row(row: &[Value], out: &mut Vec<u8>) -> Result<(), Failure> {
    out.extend(i16::try_from(row.len()).map_err(Failure::value)?.to_be_bytes());
    for value in row {
        match bytes_of(value) {
            None => out.extend((-1_i32).to_be_bytes()),
            Some(bytes) => {
                out.extend(i32::try_from(bytes.len()).map_err(Failure::value)?.to_be_bytes());
                out.extend(&*bytes);
            }
        }
    }
    Ok(())
}

/// What a table contains: how many rows, and a hash of them that does not depend on their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableDigest {
    /// The number of rows.
    pub rows: u64,
    /// The sum of the rows' hashes: of each the first 16 bytes of the BLAKE3 hash of its values.
    pub hash: u128,
}

impl TableDigest {
    /// Adds a row.
    pub(super) fn add(&mut self, row: &[Value]) {
        let mut hasher = blake3::Hasher::new();
        // No two different rows feed the hash the same bytes.
        for value in row {
            let tag = match value {
                Value::Integer(_) => 1,
                Value::Flag(_) => 2,
                Value::Text(_) => 3,
                Value::Bytes(_) => 4,
                Value::List(_) => 5,
            };
            let bytes = bytes_of(value);
            hasher.update(&[if bytes.is_some() { tag } else { 0 }]);
            let bytes = bytes.unwrap_or_default();
            hasher.update(&bytes.len().to_le_bytes()).update(&bytes);
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
        let text = |text: &str| Value::Text(Some(text.to_owned()));
        let number = |number| Value::Integer(Some(number));
        let (one, two) = ([number(1), text("ab")], [number(2), Value::Text(None)]);
        assert_eq!(digest(&[&one, &two]), digest(&[&two, &one]));
        for other in [
            [number(2), text("ab")],
            [number(1), text("a")],
            [number(1), Value::Bytes(Some(b"ab".to_vec()))],
            [Value::Flag(Some(true)), text("ab")],
            [text("ab"), number(1)],
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
        let text = Value::Text(Some("a\u{FFFD}".to_owned()));
        let row = [Value::Integer(Some(7)), Value::Bytes(None), Value::Flag(Some(true)), text];
        copy_row(&row, &mut out).unwrap();
        let expected = b"\0\x04\0\0\0\x08\0\0\0\0\0\0\0\x07\xff\xff\xff\xff\0\0\0\x01\x01\0\0\0\x04a\xef\xbf\xbd";
        assert_eq!(out, expected);
    }
}
