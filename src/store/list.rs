//! Lists in statements: however long a list is, a statement about it is one statement.

use data_encoding::HEXLOWER;

use super::value::Value;

/// A list as a table with named columns, in the place of `{list}` in a statement. It is sent as JSON, as the first value of the statement.
///
/// ```text
/// UPDATE attempts SET late = given.late FROM {list} AS given WHERE id = given.attempt
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct List {
    columns: Vec<(&'static str, Value)>,
    json: String,
}

/// A row of a list: the names of its columns and their values.
macro_rules! row {
    ($($name:ident: $value:expr),+ $(,)?) => {{
        use $crate::store::value::ToValue as _;
        vec![$((stringify!($name), $value.to_value())),+]
    }};
}
pub(super) use row;

impl List {
    /// A list of rows, which have the same columns. None if it is empty: nothing is known of its types then, and there is nothing to do.
    pub(super) fn of_rows(
        rows: impl IntoIterator<Item = Vec<(&'static str, Value)>>,
    ) -> Option<Value> {
        let mut rows = rows.into_iter().peekable();
        let columns = rows.peek()?.clone();
        let rows = rows.map(|row| row.into_iter().map(|(_, value)| json(value)).collect());
        let json = serde_json::Value::Array(rows.collect()).to_string();
        Some(Value::List(Self { columns, json }))
    }

    pub(super) fn json(&self) -> &str {
        &self.json
    }

    /// The table, from the argument `$1`.
    pub(super) fn table(&self, is_postgres: bool) -> String {
        let columns = self.columns.iter().enumerate().map(|(place, (name, value))| {
            let text = format!("value->>{place}");
            let typed = match value {
                Value::Bytes(_) if is_postgres => format!("decode({text}, 'hex')"),
                Value::Bytes(_) => format!("unhex({text})"),
                Value::Integer(_) if is_postgres => format!("({text})::bigint"),
                Value::Flag(_) if is_postgres => format!("({text})::boolean"),
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
}

fn json(value: Value) -> serde_json::Value {
    match value {
        Value::Integer(number) => number.into(),
        Value::Flag(flag) => flag.into(),
        Value::Text(text) => text.into(),
        Value::Bytes(bytes) => bytes.map(|bytes| HEXLOWER.encode(&bytes)).into(),
        Value::List(list) => list.json.into(),
    }
}
