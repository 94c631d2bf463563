//! The description of the API, and whether a reply is one that it has.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use gradus::api::api_document;
use jsonschema::Validator;
use reqwest::Method;
use reqwest::header::{ALLOW, CONTENT_TYPE, HeaderName};
use serde_json::{Value, json};

use super::reply::Reply;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| api_document(""));

/// What checks the bodies of a schema, which is named by where it is in the document.
static VALIDATORS: Mutex<Option<HashMap<String, Arc<Validator>>>> = Mutex::new(None);

/// What a schema of the document finds wrong with a value.
pub(crate) fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let errors = validator(schema);
    let errors = errors.iter_errors(value);
    errors.map(|error| format!("{} at {:?}", error, error.instance_path().to_string())).collect()
}

fn validator(schema: &Value) -> Arc<Validator> {
    let mut validators = VALIDATORS.lock().unwrap_or_else(PoisonError::into_inner);
    let validators = validators.get_or_insert_default();
    let make = || {
        let whole = json!({ "allOf": [schema], "components": DOCUMENT["components"] });
        Arc::new(jsonschema::validator_for(&whole).unwrap())
    };
    Arc::clone(validators.entry(schema.to_string()).or_insert_with(make))
}

/// The headers that the document does not have: they mean in every reply what they mean everywhere, to clients, caches, proxies and browsers.
const GENERAL_HEADERS: [&str; 19] = [
    "access-control-allow-origin",
    "access-control-expose-headers",
    "cache-control",
    "connection",
    "content-disposition",
    "content-encoding",
    "content-language",
    "content-length",
    "content-security-policy",
    "content-type",
    "date",
    "referrer-policy",
    "server",
    "set-cookie",
    "strict-transport-security",
    "transfer-encoding",
    "vary",
    "x-accel-buffering",
    "x-content-type-options",
];

/// Fails if the document does not have this reply to a request. What is not Gradus's, as a proxy's own reply, is none of its concern, nor
/// are addresses and methods that do not exist, and HEAD, which has no body.
pub(super) fn check(method: &Method, path: &str, reply: &Reply) {
    if !reply.headers.contains_key("x-request-id") {
        return;
    }
    let tells_methods = reply.headers.contains_key(ALLOW);
    assert_eq!(tells_methods, reply.status == 405, "{method} {path} replies {reply}");
    let Some(operation) = operation(method, path) else { return };
    let told = format!("{method} {path} replies {} {reply}", reply.header(CONTENT_TYPE));
    let response = operation["responses"].get(reply.status.to_string());
    let response = response.unwrap_or_else(|| panic!("this status is not in the document: {told}"));
    let described = response["headers"].as_object().unwrap();
    for (name, header) in described {
        let component = header["$ref"].as_str().unwrap().trim_start_matches('#');
        let is_required = DOCUMENT.pointer(component).unwrap()["required"] == true;
        let is_sent = reply.headers.contains_key(name);
        assert!(is_sent || !is_required, "the header {name} is missing: {told}");
    }
    for name in reply.headers.keys().map(HeaderName::as_str) {
        let is_described = described.keys().any(|known| known.eq_ignore_ascii_case(name));
        let is_known = is_described || GENERAL_HEADERS.contains(&name);
        assert!(is_known, "the header {name} is not in the document: {told}");
    }
    let Some(content) = response.get("content") else {
        assert_eq!(reply.text, "", "the document has no body: {told}");
        return;
    };
    let media_type = reply.header(CONTENT_TYPE).split(';').next().unwrap_or_default();
    let content = content.get(media_type);
    let schema = content.unwrap_or_else(|| panic!("this type is not in the document: {told}"));
    if media_type.ends_with("json") {
        let faults = faults(&schema["schema"], &reply.json());
        assert!(faults.is_empty(), "{faults:?}: {told}");
    }
}

/// Fails if the document does not have this event in the stream at a path. Of a server below a prefix it has no paths.
pub(super) fn check_event(path: &str, name: &str, id: &str, data: &str) {
    let path = path.split('?').next().unwrap_or_default();
    let Some(operation) = operation(&Method::GET, path) else { return };
    let schema = &operation["responses"]["200"]["content"]["text/event-stream"]["itemSchema"];
    let data_schema = &schema["properties"]["data"]["contentSchema"];
    let event = json!({ "event": name, "id": id, "data": data });
    let mut faults = faults(schema, &event);
    faults.extend(self::faults(data_schema, &serde_json::from_str(data).unwrap()));
    assert!(faults.is_empty() && data_schema.is_object(), "{faults:?}: {event}");
}

/// The operation that a request asks for.
fn operation(method: &Method, path: &str) -> Option<&'static Value> {
    let path = path.strip_suffix('/').filter(|path| !path.is_empty()).unwrap_or(path);
    let paths = DOCUMENT["paths"].as_object().unwrap();
    let (_, item) = paths.iter().find(|(template, _)| matches(template, path))?;
    item.get(method.as_str().to_ascii_lowercase())
}

/// Whether a path is one of a template, as `/step_{number}/statement`.
fn matches(template: &str, path: &str) -> bool {
    let parts = template.split('/');
    parts.clone().count() == path.split('/').count()
        && parts.zip(path.split('/')).all(|(part, found)| match part.split_once('{') {
            None => part == found,
            Some((before, _)) => found.len() > before.len() && found.starts_with(before),
        })
}

#[case]
fn a_path_is_one_of_a_template() {
    assert!(matches("/step_{number}/statement", "/step_07/statement"));
    assert!(matches("/", "/"));
    for path in ["/step_/statement", "/steps/statement", "/step_07", "/step_07/statement/x"] {
        assert!(!matches("/step_{number}/statement", path), "{path}");
    }
}
