//! The schemas of types, and the parameters of a query.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use super::object;

/// Schemas by their names.
#[derive(Default)]
pub(super) struct Schemas(BTreeMap<String, Value>);

impl Schemas {
    /// A reference to the schema of a type, which is added with all schemas that it refers to.
    pub(super) fn reference<T: ToSchema>(&mut self) -> Value {
        let name = T::name();
        self.0.insert(name.to_string(), json_of(&T::schema()));
        self.add_nested::<T>();
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }

    /// Adds the schemas that the schema of a type refers to.
    pub(super) fn add_nested<T: ToSchema>(&mut self) {
        let mut nested = Vec::new();
        T::schemas(&mut nested);
        self.0.extend(nested.into_iter().map(|(name, schema)| (name, json_of(&schema))));
    }

    /// Adds the schemas of others.
    pub(super) fn add(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// An object with all of them.
    pub(super) fn into_json(self) -> Value {
        self.0.into_iter().collect::<Map<_, _>>().into()
    }
}

#[expect(clippy::expect_used, reason = "the names of a schema's members are texts")]
fn json_of(schema: &RefOr<Schema>) -> Value {
    serde_json::to_value(schema).expect("a schema can be written as JSON")
}

/// What is said of a type; empty if nothing is.
pub(super) fn description_of<T: ToSchema>() -> String {
    let schema = json_of(&T::schema());
    let description = schema.get("description").and_then(Value::as_str);
    description.map(on_one_line).unwrap_or_default()
}

/// A comment that the source breaks into lines.
fn on_one_line(text: &str) -> String {
    text.replace('\n', " ")
}

/// The fields of a query's type, each with its schema as a parameter has it.
pub(super) struct QueryField {
    pub(super) name: String,
    description: Option<String>,
    is_required: bool,
    schema: Value,
}

impl QueryField {
    /// All fields of a type.
    pub(super) fn all_of<T: ToSchema>() -> Vec<Self> {
        let mut schema = json_of(&T::schema());
        let required = schema.get("required").cloned().unwrap_or_default();
        let is_required = |name: &str| {
            required.as_array().is_some_and(|names| names.iter().any(|known| known == name))
        };
        let Some(Value::Object(fields)) = schema.get_mut("properties").map(Value::take) else {
            return Vec::new();
        };
        let field = |(name, schema): (String, Value)| {
            let mut schema = without_null(schema);
            let description =
                schema.as_object_mut().and_then(|schema| schema.remove("description"));
            let description = description.as_ref().and_then(Value::as_str).map(on_one_line);
            Self { is_required: is_required(&name), name, description, schema }
        };
        fields.into_iter().map(field).collect()
    }

    /// The parameter of the field.
    pub(super) fn parameter(self) -> Value {
        let Self { name, description, is_required, schema } = self;
        let mut parameter = object([
            ("name", name.into()),
            ("in", "query".into()),
            ("required", is_required.into()),
            ("schema", schema),
        ]);
        if let Some(description) = description {
            parameter.insert("description".to_owned(), description.into());
        }
        parameter.into()
    }
}

/// The schema of a value that may be null, without null: a query leaves the field out instead.
fn without_null(mut schema: Value) -> Value {
    if let Some(Value::Array(choices)) = schema.get_mut("oneOf") {
        choices.retain(|choice| choice.get("type").is_none_or(|name| name != "null"));
        if let [only] = &mut choices[..] {
            return only.take();
        }
    }
    let only = match schema.get_mut("type") {
        Some(Value::Array(names)) => {
            names.retain(|name| name != "null");
            if names.len() == 1 { names.pop() } else { None }
        }
        _ => None,
    };
    if let (Some(only), Some(kind)) = (only, schema.get_mut("type")) {
        *kind = only;
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_left_out_rather_than_null() {
        let reference = json!({ "$ref": "#/components/schemas/Format" });
        let cases = [
            (json!({ "type": ["string", "null"] }), json!({ "type": "string" })),
            (json!({ "type": "integer" }), json!({ "type": "integer" })),
            (json!({ "oneOf": [reference, { "type": "null" }] }), reference),
            (json!({}), json!({})),
        ];
        for (schema, expected) in cases {
            assert_eq!(without_null(schema), expected);
        }
    }
}
