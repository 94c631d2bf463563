//! The outline of an `OpenAPI` document: its operations and schemas without descriptions and examples.
//!
//! ```text
//! GET /step_{number} (no key, bearer)
//!   path number: string pattern="^[0-9]{2}$"
//!   query ans?: string
//!   200 application/json: TaskReply | VerdictReply
//!   problems: 400 query.invalid task.forged, 429 [Retry-After] limit.tasks
//!
//! TaskReply { kind: string, ...: any }
//! ```

use std::fmt::Write as _;

use serde_json::{Map, Value};

/// What says nothing about the contract.
const PROSE: [&str; 6] = ["description", "summary", "example", "examples", "default", "title"];

/// The header of every reply.
const IN_EVERY_REPLY: &str = "X-Request-Id";

/// As many characters as fit on a line.
const WIDTH: usize = 140;

/// The outline of a document.
pub(super) fn of(document: &Value) -> String {
    let mut text = String::new();
    for (path, item) in object(&document["paths"]) {
        for (method, operation) in object(item) {
            write_operation(&mut text, &format!("{} {path}", method.to_uppercase()), operation);
        }
    }
    let components = &document["components"];
    for (kind, entries) in object(components).iter().filter(|(kind, _)| *kind != "examples") {
        writeln!(text, "{kind}").unwrap();
        for (name, entry) in object(entries) {
            match kind.as_str() {
                "schemas" => write_schema(&mut text, name, entry),
                "securitySchemes" => writeln!(text, "  {name} {}", keywords(entry, &[])).unwrap(),
                "parameters" => writeln!(text, "  {name} = {}", parameter(entry)).unwrap(),
                _ => writeln!(text, "  {name}{}", optional_shape(entry)).unwrap(),
            }
        }
        text.push('\n');
    }
    text
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap_or_else(|| panic!("{value} is no object"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn joined(parts: impl Iterator<Item = String>, separator: &str) -> String {
    parts.collect::<Vec<_>>().join(separator)
}

fn write_operation(text: &mut String, address: &str, operation: &Value) {
    let caller = |needed: &Value| {
        let scheme = object(needed).keys().next();
        scheme.map_or("no key".to_owned(), Clone::clone)
    };
    let callers = joined(list(&operation["security"]).iter().map(caller), ", ");
    writeln!(text, "{address} ({})", if callers.is_empty() { "no key" } else { &callers }).unwrap();
    for entry in list(&operation["parameters"]) {
        writeln!(text, "  {}", parameter(entry)).unwrap();
    }
    if let Some(body) = operation.get("requestBody") {
        let optional = if body["required"] == true { "" } else { "?" };
        writeln!(text, "  body{optional} {}", content(body)).unwrap();
    }
    let mut problems = Vec::new();
    for (status, reply) in object(&operation["responses"]) {
        let headers = object(&reply["headers"]).keys().filter(|name| *name != IN_EVERY_REPLY);
        let headers = joined(headers.map(|name| format!("[{name}] ")), "");
        match codes(reply) {
            Some(codes) => problems.push(format!("{status} {headers}{codes}")),
            None => writeln!(text, "  {status} {headers}{}", content(reply)).unwrap(),
        }
    }
    writeln!(text, "  problems: {}\n", problems.join(", ")).unwrap();
}

/// The codes of a reply that is a problem, as JSON or as a page.
fn codes(reply: &Value) -> Option<String> {
    let problem = &reply["content"]["application/problem+json"]["schema"]["allOf"];
    let codes = problem[1]["properties"]["code"]["enum"].as_array()?;
    assert_eq!(problem[0]["$ref"], "#/components/schemas/Problem");
    let has_page = reply["content"].get("text/html").is_some();
    Some(joined(codes.iter().map(text), " ") + if has_page { "" } else { " (no page)" })
}

/// The types of a body, each with its schema.
fn content(body: &Value) -> String {
    let Some(content) = body.get("content") else { return "empty".to_owned() };
    let types = object(content).iter();
    let of_body = |body: &Value| match body.get("itemSchema") {
        Some(item) => format!("stream of {}", shape(item)),
        None => shape(&body["schema"]),
    };
    joined(types.map(|(name, body)| format!("{name}: {}", of_body(body))), "; ")
}

/// A parameter, or the name of one.
fn parameter(entry: &Value) -> String {
    let own =
        || format!("{} {}{}", text(&entry["in"]), text(&entry["name"]), optional_shape(entry));
    entry.get("$ref").map_or_else(own, name_of)
}

/// The shape of a parameter or of a header, behind its name.
fn optional_shape(entry: &Value) -> String {
    let optional = if entry["required"] == true { "" } else { "?" };
    format!("{optional}: {}", shape(&entry["schema"]))
}

fn name_of(path: &Value) -> String {
    text(path).rsplit('/').next().unwrap_or_default().to_owned()
}

fn write_schema(text: &mut String, name: &str, schema: &Value) {
    let line = format!("  {name} {}", shape(schema));
    if line.chars().count() <= WIDTH || !schema["properties"].is_object() {
        writeln!(text, "{line}").unwrap();
        return;
    }
    writeln!(text, "  {name} {{").unwrap();
    for field in fields(schema) {
        writeln!(text, "    {field},").unwrap();
    }
    writeln!(text, "  }}").unwrap();
}

/// The fields of an object, and what others it may have.
fn fields(schema: &Value) -> Vec<String> {
    let is_required = |name: &str| list(&schema["required"]).iter().any(|known| known == name);
    let properties = schema["properties"].as_object().into_iter().flatten();
    let mut fields: Vec<String> = properties
        .map(|(name, schema)| {
            let optional = if is_required(name) { "" } else { "?" };
            format!("{name}{optional}: {}", shape(schema))
        })
        .collect();
    match schema.get("additionalProperties") {
        Some(Value::Bool(false)) => {}
        Some(others) => fields.push(format!("...: {}", shape(others))),
        None => fields.push("...".to_owned()),
    }
    fields
}

/// A schema on one line, like a type of TypeScript. What has no other form is appended as `keyword=value`.
fn shape(schema: &Value) -> String {
    let of_all = |key: &str, separator: &str| {
        schema.get(key).map(|all| joined(list(all).iter().map(shape), separator))
    };
    let values =
        || schema.get("enum").map(|all| joined(list(all).iter().map(Value::to_string), " | "));
    let reference = schema.get("$ref").map(name_of);
    let base = reference
        .or_else(|| of_all("oneOf", " | "))
        .or_else(|| of_all("anyOf", " | "))
        .or_else(|| of_all("allOf", " & "))
        .or_else(values)
        .or_else(|| schema.get("type").map(|kinds| of_kinds(schema, kinds)))
        .unwrap_or_else(|| "any".to_owned());
    let shown =
        ["$ref", "oneOf", "anyOf", "allOf", "enum", "type", "items", "properties", "required"];
    let others = keywords(schema, &[&shown[..], &["additionalProperties"]].concat());
    [base, others].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A schema of one type or of several.
fn of_kinds(schema: &Value, kinds: &Value) -> String {
    let of_kind = |kind: &Value| match kind.as_str() {
        Some("array") => format!("[{}]", shape(&schema["items"])),
        Some("object") => format!("{{ {} }}", fields(schema).join(", ")),
        _ => text(kind),
    };
    match kinds {
        Value::Array(kinds) => joined(kinds.iter().map(of_kind), " | "),
        kind => of_kind(kind),
    }
}

/// The keywords of a schema, but for those that are shown already.
fn keywords(schema: &Value, shown: &[&str]) -> String {
    let keywords = schema.as_object().into_iter().flatten();
    let others = keywords
        .filter(|(key, _)| !shown.contains(&key.as_str()) && !PROSE.contains(&key.as_str()));
    joined(others.map(|(key, value)| format!("{key}={value}")), " ")
}
