//! The whole document, with its examples. The examples are data: `examples.json` has a body and replies by the id of their operation, and what is
//! particular to each problem by its code. Most are what a server replied; boards and lists are shortened. `"details": true` stands for the members
//! of a learner's [`Detail`]s, and `"details": false` for the same without values.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::schemas::{Schemas, object};
use super::{OPTIONAL_REQUEST_ID, Operation};
use crate::course::Detail;
use crate::step::Language;
use crate::wire::accept::LANG;
use crate::wire::browser::{SESSION, cookie_name};
use crate::wire::problem::{Code, Document, Entry};
use crate::wire::routes::{Endpoint, Group};

/// What there is to know of all operations.
const DESCRIPTION: &str = "\
Fetch the task of a step, compute the answer, send it, and be told at once whether it is right. Most of the API needs no key.

**Callers.** `POST /learners` registers a name and shows its key, once. It is sent as a bearer or as the password of HTTP Basic, never \
in an address. A browser that has signed in at `/session` sends its cookie. Instructors have keys of their own.

**Replies** are JSON objects with `is_success`. To a browser, which prefers `text/html`, most addresses reply with a page. `HEAD` is \
accepted wherever `GET` is. Titles, hints and problems come in English, Chinese and Japanese, by `lang` or by `Accept-Language`.

**Problems** are documents of RFC 9457 with a stable `code`; [/problems](/problems) lists them. What is not an address of this document is \
`route.unknown` (404), and a method that an address does not have is `method.unknown` (405). With 429 and 503 the header `Retry-After` \
says in how many seconds to try again; `server.unavailable` (503) comes from a proxy whose servers do not respond. With 405, `Allow` has \
the methods of the address. What cannot be read as a request of HTTP is `head.form` (400), `head.slow` (408) or \
`head.size` (431), and ends the connection.

**Headers** for caches and browsers (`Cache-Control`, `Vary`, `Content-Security-Policy` and the like) mean what they mean everywhere and are not \
listed.

**Pages of other sites** may use the addresses of steps, of matches and of the server, with `GET` and `POST` and without a key. Replies to \
them have `Access-Control-Allow-Origin: *`, and a preflight is answered. Such a page can send no key and never acts with the session of \
whoever reads it: a request that would is `request.site` (403).";

/// The description of an API with these addresses at a server with this prefix, OpenAPI 3.2.
pub(crate) fn document(groups: impl IntoIterator<Item = Group>, prefix: &str) -> Value {
    let mut schemas = Schemas::default();
    schemas.reference::<Document>();
    let (mut tags, mut paths) = (Vec::new(), Map::new());
    for Group { tag, description, addresses } in groups {
        tags.push(json!({ "name": tag, "description": description }));
        for address in addresses {
            let path = address.path;
            let operations = address.endpoints.iter().filter_map(|endpoint| {
                let &method = endpoint.methods.first()?;
                let (operation, own) = described(endpoint, method, path, tag);
                schemas.add(own);
                Some((method.to_ascii_lowercase(), operation))
            });
            paths.insert(path.to_owned(), operations.collect::<Map<_, _>>().into());
        }
    }
    let url = if prefix.is_empty() { "/" } else { prefix };
    json!({
        "openapi": "3.2.0",
        "info": {
            "title": "Gradus",
            "version": env!("CARGO_PKG_VERSION"),
            "description": DESCRIPTION.replace("](/", &format!("]({prefix}/")),
            "license": { "name": env!("CARGO_PKG_LICENSE"), "identifier": env!("CARGO_PKG_LICENSE") },
        },
        "servers": [{ "url": url, "description": "The server that has this document." }],
        "tags": tags,
        "paths": paths,
        "components": {
            "schemas": schemas.into_json(),
            "parameters": { "lang": lang() },
            "headers": headers(),
            "examples": example_problems(prefix),
            "securitySchemes": security_schemes(prefix),
        },
    })
}

/// An operation as the document has it, and its schemas.
fn described(endpoint: &Endpoint, method: &str, path: &str, tag: &str) -> (Value, Schemas) {
    let mut operation = Operation::of(endpoint.describe);
    operation.may_fail(match method {
        "GET" => &[Code::BodyUnexpected],
        // The page of another site may not change anything with what a browser knows of its reader.
        _ => &[Code::RequestSite],
    });
    operation.finish(&id_of(method, path), tag, &endpoint.about)
}

/// The id of an operation: `get_step_number_statement`.
fn id_of(method: &str, path: &str) -> String {
    let words = path.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let name = if words.is_empty() { "ladder".to_owned() } else { words.join("_") };
    format!("{}_{name}", method.to_ascii_lowercase())
}

/// The field of every query that names the language.
fn lang() -> Value {
    json!({
        "name": LANG,
        "in": "query",
        "required": false,
        "description": "The language of the reply. Without it, `Accept-Language` decides.",
        "schema": { "type": "string", "enum": Language::all().map(Language::tag).collect::<Vec<_>>() },
    })
}

/// The headers of replies. A reply that has one in the document always has it; one is described for a reply that may be without it.
fn headers() -> Value {
    let header = |description: &str, schema: Value| json!({ "description": description, "required": true, "schema": schema });
    let text = json!({ "type": "string" });
    let seconds = json!({ "type": "integer", "minimum": 0 });
    json!({
        "Location": header("Where it is, on this server.", text.clone()),
        "Retry-After": header("In how many seconds to try again.", seconds),
        "WWW-Authenticate": header("How to send a key.", text.clone()),
        "X-Request-Id": header("By this the server's log names the request.", text.clone()),
        (OPTIONAL_REQUEST_ID): {
            "description": "The same. The reply to a connection that is refused before its first request (`limit.connections`) has none.",
            "schema": text,
        },
    })
}

/// The ways to say who asks.
fn security_schemes(prefix: &str) -> Value {
    json!({
        "bearer": {
            "type": "http", "scheme": "bearer",
            "description": "The key of a learner or an instructor.",
        },
        "basic": {
            "type": "http", "scheme": "basic",
            "description": "The name of a learner or an instructor, and the key as the password.",
        },
        "session": {
            "type": "apiKey", "in": "cookie", "name": cookie_name(SESSION, prefix),
            "description": "The cookie of a browser that has signed in at `/session`.",
        },
    })
}

/// All examples.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    operations: BTreeMap<String, Examples>,
    problems: BTreeMap<String, Map<String, Value>>,
}

#[expect(clippy::expect_used, reason = "a test reads the file")]
static FILE: LazyLock<File> = LazyLock::new(|| {
    let known =
        Detail::ALL.map(|detail| format!("{:?}: {:?}", detail.spec().key, detail.spec().example));
    let unknown = Detail::ALL.map(|detail| format!("{:?}: null", detail.spec().key));
    let text = include_str!("examples.json").replace(r#""details": true"#, &known.join(", "));
    let text = text.replace(r#""details": false"#, &unknown.join(", "));
    serde_json::from_str(&text).expect("the file has examples")
});

/// The examples of an operation.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Examples {
    /// A body that the operation reads.
    pub(crate) body: Option<Value>,
    /// What it replies, each with a name.
    #[serde(default)]
    pub(crate) replies: BTreeMap<String, Value>,
}

impl Examples {
    /// Those of the operation with this id; none if there are none.
    pub(crate) fn of(id: &str) -> &'static Self {
        static NONE: Examples = Examples { body: None, replies: BTreeMap::new() };
        FILE.operations.get(id).unwrap_or(&NONE)
    }
}

/// An example of every problem, by code.
fn example_problems(prefix: &str) -> Value {
    let example = |code: &Code| {
        let Entry { code, status, title } = code.entry();
        let mut document = object([
            ("is_success", false.into()),
            ("type", format!("{prefix}/problems#{code}").into()),
            ("title", title.into()),
            ("status", status.into()),
            ("code", code.into()),
        ]);
        // Most problems have no members of their own.
        document.extend(FILE.problems.get(code).cloned().unwrap_or_default());
        (code.to_owned(), json!({ "summary": title, "value": document }))
    };
    Code::ALL.iter().map(example).collect::<Map<_, _>>().into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::api::api_document;

    #[test]
    fn an_operation_is_named_after_its_method_and_its_path() {
        let cases = [
            ("GET", "/", "get_ladder"),
            ("GET", "/step_{number}/picture.svg", "get_step_number_picture_svg"),
            ("POST", "/games/{id}/moves", "post_games_id_moves"),
            ("GET", "/.well-known/jwks.json", "get_well_known_jwks_json"),
        ];
        for (method, path, id) in cases {
            assert_eq!(id_of(method, path), id);
        }
    }

    #[test]
    fn every_problem_has_an_example_and_no_other() {
        let codes: BTreeSet<&str> = Code::ALL.iter().map(|code| code.entry().code).collect();
        let known: BTreeSet<&str> = FILE.problems.keys().map(String::as_str).collect();
        assert_eq!(known, codes);
        for (code, members) in &FILE.problems {
            assert!(members.get("detail").is_some_and(Value::is_string), "{code}");
        }
    }

    #[test]
    fn every_body_and_every_reply_has_an_example_and_no_operation_is_unknown() {
        let document = api_document("");
        let paths = document["paths"].as_object().unwrap();
        let operations = paths.values().flat_map(|item| item.as_object().unwrap().values());
        let mut ids = BTreeSet::new();
        for operation in operations {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id), "{id} is there twice");
            let examples = Examples::of(id);
            let wanted = |what| {
                format!(
                    "write {what} of {id}, if any, below `operations` in src/wire/openapi/examples.json"
                )
            };
            let has_body = operation.get("requestBody").is_some();
            assert_eq!(has_body, examples.body.is_some(), "{}", wanted("the `body`"));
            let responses = operation["responses"].as_object().unwrap();
            let has_reply = responses.values().any(|response| {
                let schema = &response["content"]["application/json"]["schema"];
                schema.as_object().is_some_and(|schema| !schema.is_empty())
            });
            let has_example = !examples.replies.is_empty();
            assert_eq!(has_reply, has_example, "{}", wanted("an example of the `replies`"));
        }
        let known: BTreeSet<&str> = FILE.operations.keys().map(String::as_str).collect();
        let unknown: Vec<_> = known.difference(&ids).collect();
        assert!(unknown.is_empty(), "take the examples of {unknown:?} out of examples.json");
    }
}
