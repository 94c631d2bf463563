//! `/openapi.json` and `/docs`: the description of the API by OpenAPI 3.2, made from the code.
//!
//! Nothing is described twice. The table of `routes` has every address with its methods, handlers, and a line of text each
//! ([`About`]). What a handler takes and what it replies is told by the types of its arguments and of its reply ([`Describe`],
//! `Extract::describe`): parameters, bodies, schemas, and the problems that each extractor can cause. Only the problems of the
//! operation itself are listed in the table. The tests compare every reply that they get with the document.
//!
//! This file has one operation, as the types of its handler describe it, and its responses.
//!
//! | file | what |
//! |---|---|
//! | `schemas` | the schemas of types; the parameters of a query |
//! | `document` | the whole document; `examples.json`: an example of every body, reply and problem |

mod document;
mod schemas;

use std::collections::BTreeMap;

use actix_web::Either;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use self::document::Examples;
pub(crate) use self::document::document;
pub(crate) use self::schemas::required_of;
use self::schemas::{Schemas, description_of, object, parameters_of};
use super::body::RequestBody;
use super::problem::{Code, Entry, Problem};

/// What the types of a handler do not say of its operation.
#[derive(Clone, Copy)]
pub(crate) struct About {
    summary: &'static str,
    description: &'static str,
    codes: &'static [&'static [Code]],
}

/// An operation that does this, in a few words.
pub(crate) const fn about(summary: &'static str) -> About {
    About { summary, description: "", codes: &[] }
}

impl About {
    /// The same with what else there is to know, in Markdown.
    pub(crate) const fn more(self, description: &'static str) -> Self {
        Self { description, ..self }
    }

    /// The same with the problems that the operation itself may have, besides those of its extractors.
    pub(crate) const fn codes(self, codes: &'static [&'static [Code]]) -> Self {
        Self { codes, ..self }
    }
}

/// A type of replies that the document describes.
pub(crate) trait Describe {
    /// Adds what a reply of this type may be.
    fn describe(operation: &mut Operation);
}

impl<T: Describe> Describe for Result<T, Problem> {
    fn describe(operation: &mut Operation) {
        T::describe(operation);
    }
}

impl<L: Describe, R: Describe> Describe for Either<L, R> {
    fn describe(operation: &mut Operation) {
        L::describe(operation);
        R::describe(operation);
    }
}

/// Whose requests an operation accepts.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Callers {
    /// It does not matter who asks.
    #[default]
    Unknown,
    /// Those without a key too.
    Anybody,
    /// Those with a key.
    Known,
}

/// What the types of a handler say of an operation.
#[derive(Default)]
pub(crate) struct Operation {
    parameters: Vec<Value>,
    body: Option<Body>,
    callers: Callers,
    replies: BTreeMap<u16, Success>,
    /// Whether a browser gets a page.
    has_page: bool,
    codes: Vec<Code>,
    schemas: Schemas,
}

impl Operation {
    /// The operation of a handler whose types this function describes.
    pub(crate) fn of(describe: fn(&mut Self)) -> Self {
        let mut operation = Self { codes: PROBLEM_OF_ANY.to_vec(), ..Self::default() };
        describe(&mut operation);
        operation
    }

    /// It accepts the requests of these callers only, as some argument of the handler says.
    pub(crate) fn is_for(&mut self, callers: Callers) {
        self.callers = self.callers.max(callers);
    }

    /// It may have these problems.
    pub(crate) fn may_fail(&mut self, codes: &[Code]) {
        self.codes.extend(codes);
    }

    /// The path has a part of this name, of the form that the pattern describes.
    pub(crate) fn has_path_part(
        &mut self,
        name: &str,
        description: &str,
        pattern: &str,
        example: &str,
    ) {
        let schema = json!({ "type": "string", "pattern": pattern });
        self.parameters.push(json!({
            "name": name, "in": "path", "required": true, "description": description,
            "schema": schema, "example": example,
        }));
        // Of a path with another slash.
        self.may_fail(&[Code::RouteUnknown]);
    }

    /// It needs a header.
    pub(crate) fn needs_header(&mut self, name: &str, description: &str, example: &str) {
        self.parameters.push(json!({
            "name": name, "in": "header", "required": true, "description": description,
            "schema": { "type": "string" }, "example": example,
        }));
    }

    /// It reads the fields of this type from the query, and `lang`. A field that cannot be read is a problem with the code that `code_of`
    /// gives for its name.
    pub(crate) fn reads_query<T: ToSchema>(&mut self, code_of: fn(&str) -> Code) {
        self.may_fail(&[Code::QueryInvalid]);
        for (name, parameter) in parameters_of::<T>() {
            self.codes.push(code_of(&name));
            self.parameters.push(parameter);
        }
        self.parameters.push(json!({ "$ref": "#/components/parameters/lang" }));
        self.schemas.add_nested::<T>();
    }

    /// It reads the fields of this type from a body.
    pub(crate) fn reads_body<T: RequestBody>(&mut self) {
        let content = json!({ "schema": self.schemas.reference::<T>() });
        let mut media_types = object([("application/json", content.clone())]);
        if T::READS_FORMS {
            media_types.insert("application/x-www-form-urlencoded".to_owned(), content);
        }
        let description = description_of::<T>();
        self.body = Some(Body { is_required: true, description, content: media_types });
        self.may_fail(&[T::INVALID, Code::BodySize, Code::BodyJson]);
        self.may_fail(&[Code::BodyType, Code::BodyBroken, Code::BodySlow, Code::LimitBodies]);
    }

    /// It reads the fields of this type from a body if it comes with one.
    pub(crate) fn may_read_body<T: RequestBody>(&mut self) {
        self.reads_body::<T>();
        self.body.iter_mut().for_each(|body| body.is_required = false);
    }

    /// Its body may also be a text of this type.
    pub(crate) fn reads_text(&mut self, media_type: &str) {
        let content = json!({ "schema": { "type": "string" } });
        let body = self.body.iter_mut();
        body.for_each(|body| drop(body.content.insert(media_type.to_owned(), content.clone())));
    }

    /// It may reply with a JSON object of this type.
    pub(crate) fn replies_json<T: ToSchema>(&mut self, status: u16) -> &mut Success {
        let schema = self.schemas.reference::<T>();
        let reply = self.replies(status, &description_of::<T>());
        reply.add_content("application/json", schema);
        reply
    }

    /// It may reply `200 OK` with something of this type that has no schema.
    pub(crate) fn replies_with(&mut self, media_type: &str, description: &str) {
        let is_json = media_type == "application/json";
        let schema = if is_json { json!({}) } else { json!({ "type": "string" }) };
        self.replies(200, description).add_content(media_type, schema);
    }

    /// It may reply with a stream of events that have these names and data of this type.
    pub(crate) fn replies_events<T: ToSchema>(&mut self, names: &[&str]) {
        let data = self.schemas.reference::<T>();
        let event = json!({
            "type": "object",
            "required": ["event", "id", "data"],
            "properties": {
                "event": { "type": "string", "enum": names },
                "id": { "type": "string" },
                "data": {
                    "type": "string",
                    "contentMediaType": "application/json",
                    "contentSchema": data,
                },
            },
        });
        let description = "Events, as they come. A comment is sent every 15 seconds.";
        self.replies(200, description).add_content(EVENTS, event);
    }

    /// It may reply with this status, and with a body only if one is added.
    pub(crate) fn replies(&mut self, status: u16, description: &str) -> &mut Success {
        let reply = self.replies.entry(status).or_default();
        reply.add_description(description);
        reply
    }

    /// A browser gets a page.
    pub(crate) fn replies_page(&mut self) {
        self.has_page = true;
    }

    /// The operation as the document has it, and its schemas.
    pub(crate) fn finish(mut self, id: &str, tag: &str, about: &About) -> (Value, Schemas) {
        if self.has_page {
            self.add_page();
        }
        for codes in about.codes {
            self.may_fail(codes);
        }
        let examples = Examples::of(id);
        let mut responses = problems(&self.codes);
        for (status, success) in self.replies {
            responses.insert(status.to_string(), success.into_json(&examples.replies));
        }
        let mut operation = object([
            ("operationId", id.into()),
            ("tags", json!([tag])),
            ("summary", about.summary.into()),
            ("security", security(self.callers)),
            ("parameters", self.parameters.into()),
            ("responses", responses.into()),
        ]);
        if !about.description.is_empty() {
            operation.insert("description".to_owned(), about.description.into());
        }
        if let Some(body) = self.body {
            operation.insert("requestBody".to_owned(), body.into_json(examples.body.as_ref()));
        }
        (operation.into(), self.schemas)
    }

    /// A browser gets a page with the status of the data. Where there is none it is led to another page, if to anything.
    fn add_page(&mut self) {
        if self.replies.is_empty() {
            self.replies(200, "A page.");
        }
        for (status, reply) in &mut self.replies {
            if *status < 300 {
                reply.add_content("text/html", json!({ "type": "string" }));
            }
        }
    }
}

/// The body of a request.
struct Body {
    is_required: bool,
    description: String,
    /// By media type.
    content: Map<String, Value>,
}

impl Body {
    /// The body as the document has it, with an example of its JSON.
    fn into_json(mut self, example: Option<&Value>) -> Value {
        let content = self.content.get_mut("application/json").and_then(Value::as_object_mut);
        if let (Some(content), Some(example)) = (content, example) {
            content.insert("example".to_owned(), example.clone());
        }
        let Self { is_required, description, content } = self;
        json!({ "required": is_required, "description": description, "content": content })
    }
}

/// How callers say who they are, as `components` describes it.
fn security(callers: Callers) -> Value {
    match callers {
        Callers::Unknown => json!([]),
        Callers::Anybody => json!([{}, { "bearer": [] }, { "basic": [] }, { "session": [] }]),
        Callers::Known => json!([{ "bearer": [] }, { "basic": [] }, { "session": [] }]),
    }
}

/// The problems that any request may have.
const PROBLEM_OF_ANY: &[Code] = &[Code::ServerError, Code::LimitConnections];

/// The type of a stream of events.
const EVENTS: &str = "text/event-stream";

/// The header with the id of a request.
const REQUEST_ID: &str = "X-Request-Id";

/// The name in `components` of the header `X-Request-Id` where a reply may be without it.
pub(super) const OPTIONAL_REQUEST_ID: &str = "Optional-X-Request-Id";

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
    fn add_description(&mut self, description: &str) {
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
    fn into_json(self, examples: &BTreeMap<String, Value>) -> Value {
        let Self { mut description, content, has_location } = self;
        // The document must say something.
        if description.is_empty() {
            description.push_str("It is done.");
        }
        let own: &[&str] = if has_location { &["Location"] } else { &[] };
        let headers = headers(own, REQUEST_ID);
        let mut response =
            object([("description", description.into()), ("headers", headers.into())]);
        let content = content.into_iter().map(|(media_type, mut schemas)| {
            let schema = match &mut schemas[..] {
                [only] => only.take(),
                several => json!({ "anyOf": several }),
            };
            // A stream has no end, so its items are described, one by one.
            let of = if media_type == EVENTS { "itemSchema" } else { "schema" };
            let mut content = object([(of, schema)]);
            if media_type == "application/json" && !examples.is_empty() {
                let examples = examples.iter();
                let named = examples.map(|(name, value)| (name.clone(), json!({ "value": value })));
                content.insert("examples".to_owned(), named.collect::<Map<_, _>>().into());
            }
            (media_type, Value::from(content))
        });
        let content: Map<_, _> = content.collect();
        if !content.is_empty() {
            response.insert("content".to_owned(), content.into());
        }
        response.into()
    }
}

/// References to the headers of a response, which `components` describes: its own, and the id of the request.
fn headers(own: &[&str], request_id: &str) -> Map<String, Value> {
    let header = |name: &str| json!({ "$ref": format!("#/components/headers/{name}") });
    let own = own.iter().map(|&name| (name.to_owned(), header(name)));
    own.chain([(REQUEST_ID.to_owned(), header(request_id))]).collect()
}

/// The responses with these problems, by status.
fn problems(codes: &[Code]) -> Map<String, Value> {
    // In the order of the catalogue, each once.
    let known = Code::ALL.iter().filter(|code| codes.contains(code)).map(|code| code.entry());
    let mut by_status: BTreeMap<u16, Vec<Entry>> = BTreeMap::new();
    for entry in known {
        by_status.entry(entry.status).or_default().push(entry);
    }
    let response = |(status, entries): (u16, Vec<Entry>)| {
        let lines = entries.iter().map(|Entry { code, title, .. }| format!("- `{code}`: {title}"));
        let names: Vec<_> = entries.iter().map(|entry| entry.code).collect();
        let example = |code| json!({ "$ref": format!("#/components/examples/{code}") });
        let examples: Map<_, _> =
            names.iter().map(|&code| (code.to_owned(), example(code))).collect();
        let is_early = names.contains(&Code::LimitConnections.entry().code);
        let own: &[&str] = match status {
            401 => &["WWW-Authenticate"],
            429 | 503 => &["Retry-After"],
            _ => &[],
        };
        let schema = json!({ "allOf": [
            { "$ref": "#/components/schemas/Problem" },
            {
                "type": "object",
                "properties": { "status": { "const": status }, "code": { "enum": names } },
            },
        ] });
        let response = json!({
            "description": lines.collect::<Vec<_>>().join("\n"),
            "headers": headers(own, if is_early { OPTIONAL_REQUEST_ID } else { REQUEST_ID }),
            "content": {
                "application/problem+json": { "schema": schema, "examples": examples },
                "text/html": { "schema": { "type": "string" } },
            },
        });
        (status.to_string(), response)
    };
    by_status.into_iter().map(response).collect()
}
