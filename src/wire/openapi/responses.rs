//! The responses of an operation.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::schemas::object;
use crate::wire::problem::{Code, Entry};

/// The problems that any request may have.
pub(crate) const PROBLEM_OF_ANY: &[Code] = &[Code::ServerError, Code::LimitConnections];

/// The name in `components` of the header `X-Request-Id` where a reply may be without it.
pub(crate) const OPTIONAL_REQUEST_ID: &str = "Optional-X-Request-Id";

/// What an operation replies with one status when it succeeds.
#[derive(Default)]
pub(crate) struct Success {
    description: String,
    /// By media type the schemas, of which one holds.
    content: BTreeMap<String, Vec<Value>>,
    /// Whether it has a `Location` header.
    pub(crate) has_location: bool,
}

impl Success {
    /// Says what else the reply may be.
    pub(crate) fn add_description(&mut self, description: &str) {
        if self.description.contains(description) {
            return;
        }
        if !self.description.is_empty() {
            self.description.push_str(" Or: ");
        }
        self.description.push_str(description);
    }

    /// Adds a type that the body may have, with its schema.
    pub(crate) fn add_content(&mut self, media_type: &str, schema: Value) {
        self.content.entry(media_type.to_owned()).or_default().push(schema);
    }

    /// The response, with examples of its JSON body.
    pub(crate) fn into_json(self, examples: &BTreeMap<String, Value>) -> Value {
        let Self { mut description, content, has_location } = self;
        // The document must say something.
        if description.is_empty() {
            description.push_str("It is done.");
        }
        let told: &[&str] =
            if has_location { &["Location", "X-Request-Id"] } else { &["X-Request-Id"] };
        let mut response =
            object([("description", description.into()), ("headers", headers(told).into())]);
        if !content.is_empty() {
            let content = content.into_iter().map(|(media_type, schemas)| {
                let mut content = object([("schema", any_of(schemas))]);
                if media_type == "application/json" && !examples.is_empty() {
                    let named = examples.iter();
                    let named =
                        named.map(|(name, value)| (name.clone(), json!({ "value": value })));
                    content.insert("examples".to_owned(), named.collect::<Map<_, _>>().into());
                }
                (media_type, Value::from(content))
            });
            response.insert("content".to_owned(), content.collect::<Map<_, _>>().into());
        }
        response.into()
    }
}

/// What one of these schemas describes.
fn any_of(mut schemas: Vec<Value>) -> Value {
    match &mut schemas[..] {
        [only] => only.take(),
        several => json!({ "anyOf": several }),
    }
}

/// The headers of a response.
fn headers(names: &[&str]) -> Map<String, Value> {
    names.iter().map(|name| ((*name).to_owned(), header(name))).collect()
}

/// A reference to a header that `components` describes.
fn header(name: &str) -> Value {
    json!({ "$ref": format!("#/components/headers/{name}") })
}

/// The responses with these problems, by status.
pub(crate) fn problems(codes: &[Code]) -> Map<String, Value> {
    // In the order of the catalogue, each once.
    let known = Code::ALL.iter().filter(|code| codes.contains(code)).map(|code| code.entry());
    let mut by_status: BTreeMap<u16, Vec<Entry>> = BTreeMap::new();
    for entry in known {
        by_status.entry(entry.status).or_default().push(entry);
    }
    let response = |(status, entries): (u16, Vec<Entry>)| {
        let lines = entries.iter().map(|Entry { code, title, .. }| format!("- `{code}`: {title}"));
        let lines: Vec<_> = lines.collect();
        let names: Vec<_> = entries.iter().map(|entry| entry.code).collect();
        let examples = names.iter().map(|&code| {
            let example = json!({ "$ref": format!("#/components/examples/{code}") });
            (code.to_owned(), example)
        });
        let examples: Map<_, _> = examples.collect();
        let mut headers = headers(match status {
            401 => &["WWW-Authenticate", "X-Request-Id"],
            429 | 503 => &["Retry-After", "X-Request-Id"],
            _ => &["X-Request-Id"],
        });
        if names.contains(&Code::LimitConnections.entry().code) {
            headers.insert("X-Request-Id".to_owned(), header(OPTIONAL_REQUEST_ID));
        }
        let schema = json!({ "allOf": [
            { "$ref": "#/components/schemas/Problem" },
            {
                "type": "object",
                "properties": { "status": { "const": status }, "code": { "enum": names } },
            },
        ] });
        let response = json!({
            "description": lines.join("\n"),
            "headers": headers,
            "content": {
                "application/problem+json": { "schema": schema, "examples": examples },
                "text/html": { "schema": { "type": "string" } },
            },
        });
        (status.to_string(), response)
    };
    by_status.into_iter().map(response).collect()
}
