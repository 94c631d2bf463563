//! The schemas of types, and the parameters of a query.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

/// A JSON object with these members.
pub(super) fn object<const N: usize>(members: [(&str, Value); N]) -> Map<String, Value> {
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Schemas by their names.
#[derive(Default)]
pub(crate) struct Schemas(BTreeMap<String, Value>);

impl Schemas {
    /// A reference to the schema of a type, which is added with all schemas that it refers to.
    pub(crate) fn reference<T: ToSchema>(&mut self) -> Value {
        let name = T::name();
        self.0.insert(name.to_string(), json_of(&T::schema()));
        self.add_nested::<T>();
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }

    /// Adds the schemas that the schema of a type refers to.
    pub(crate) fn add_nested<T: ToSchema>(&mut self) {
        let mut nested = Vec::new();
        T::schemas(&mut nested);
        self.0.extend(nested.into_iter().map(|(name, schema)| (name, json_of(&schema))));
    }

    /// Adds the schemas of others.
    pub(crate) fn add(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// An object with all of them, each closed: so a reply with a member that is not described is found. What is a part of others stays
    /// open, because the whole has more members.
    pub(crate) fn into_json(mut self) -> Value {
        let parts: BTreeSet<String> =
            self.0.values().flat_map(parts_of).filter_map(name_of).collect();
        for (name, schema) in &mut self.0 {
            if parts.contains(name) {
                close_members(schema);
            } else {
                close(schema);
            }
        }
        self.0.into_iter().collect::<Map<_, _>>().into()
    }
}

/// What a schema is put together from, if it is.
fn parts_of(schema: &Value) -> &[Value] {
    schema.get("allOf").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// The name of a schema in a reference.
fn name_of(reference: &Value) -> Option<String> {
    let (_, name) = reference.get("$ref")?.as_str()?.rsplit_once('/')?;
    Some(name.to_owned())
}

/// Lets an object have no members but those that its schema describes, and the same within it.
fn close(schema: &mut Value) {
    if let Some(keywords) = schema.as_object_mut() {
        if keywords.contains_key("allOf") {
            keywords.insert("unevaluatedProperties".to_owned(), false.into());
        } else if keywords.contains_key("properties") {
            // A type may say that it has others.
            keywords.entry("additionalProperties").or_insert(false.into());
        }
    }
    close_members(schema);
}

/// The same for what is within a schema.
fn close_members(schema: &mut Value) {
    for (keyword, within) in schema.as_object_mut().into_iter().flatten() {
        match (keyword.as_str(), within) {
            ("properties", Value::Object(members)) => members.values_mut().for_each(close),
            ("oneOf" | "anyOf", Value::Array(choices)) => choices.iter_mut().for_each(close),
            ("allOf", Value::Array(parts)) => parts.iter_mut().for_each(close_members),
            ("items" | "additionalProperties", schema) => close(schema),
            _ => {}
        }
    }
}

#[expect(clippy::expect_used, reason = "the names of a schema's members are texts")]
fn json_of(schema: &RefOr<Schema>) -> Value {
    serde_json::to_value(schema).expect("a schema can be written as JSON")
}

/// What is said of a type; empty if nothing is.
pub(crate) fn description_of<T: ToSchema>() -> String {
    let schema = json_of(&T::schema());
    let description = schema.get("description").and_then(Value::as_str);
    description.map(on_one_line).unwrap_or_default()
}

/// The names of the fields that an object of a type must have.
pub(crate) fn required_of<T: ToSchema>() -> Vec<String> {
    match T::schema() {
        RefOr::T(Schema::Object(object)) => object.required,
        _ => Vec::new(),
    }
}

/// A comment that the source breaks into lines.
fn on_one_line(text: &str) -> String {
    text.replace('\n', " ")
}

/// The parameters of a query's fields, by their names.
pub(super) fn parameters_of<T: ToSchema>() -> Vec<(String, Value)> {
    let mut schema = json_of(&T::schema());
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required = |name: &str| {
        required.as_array().is_some_and(|names| names.iter().any(|known| known == name))
    };
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut).map(std::mem::take);
    let parameter = |(name, schema): (String, Value)| {
        let mut schema = without_null(schema);
        let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
        let mut parameter = object([
            ("name", name.as_str().into()),
            ("in", "query".into()),
            ("required", is_required(&name).into()),
            ("schema", schema),
        ]);
        if let Some(description) = description.as_ref().and_then(Value::as_str) {
            parameter.insert("description".to_owned(), on_one_line(description).into());
        }
        (name, parameter.into())
    };
    fields.into_iter().flatten().map(parameter).collect()
}

/// The schema of a value that may be null, without null: a query leaves the field out instead.
fn without_null(mut schema: Value) -> Value {
    if let Some(Value::Array(choices)) = schema.get_mut("oneOf") {
        choices.retain(|choice| choice.get("type").is_none_or(|name| name != "null"));
        if let [only] = &mut choices[..] {
            return only.take();
        }
    }
    if let Some(names) = schema.get_mut("type")
        && let Value::Array(all) = names
    {
        all.retain(|name| name != "null");
        if let [only] = &mut all[..] {
            *names = only.take();
        }
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_has_no_members_but_those_that_are_described() {
        let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
        let object = |member: Value| json!({ "type": "object", "properties": { "a": member } });
        let closed = |member: Value| {
            json!({
                "type": "object",
                "properties": { "a": member },
                "additionalProperties": false,
            })
        };
        let text = || json!({ "type": "string" });
        let schemas = json!({
            "Simple": object(text()),
            "Nested": object(json!({ "type": "array", "items": object(text()) })),
            "Choice": { "oneOf": [object(text()), { "type": "null" }] },
            "Free": { "type": "object", "properties": {}, "additionalProperties": text() },
            "Part": object(object(text())),
            "Whole": { "allOf": [reference("Part"), object(object(text()))] },
            "Text": text(),
        });
        let Value::Object(schemas) = schemas else { unreachable!() };
        let expected = json!({
            "Simple": closed(text()),
            "Nested": closed(json!({ "type": "array", "items": closed(text()) })),
            "Choice": { "oneOf": [closed(text()), { "type": "null" }] },
            "Free": { "type": "object", "properties": {}, "additionalProperties": text() },
            "Part": object(closed(text())),
            "Whole": {
                "allOf": [reference("Part"), object(closed(text()))],
                "unevaluatedProperties": false,
            },
            "Text": text(),
        });
        assert_eq!(Schemas(schemas.into_iter().collect()).into_json(), expected);
    }

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
