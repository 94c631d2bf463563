//! One operation, as the types of its handler describe it.

use std::collections::BTreeMap;

use actix_web::Either;
use actix_web::http::StatusCode;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::examples::Examples;
use super::responses::{PROBLEM_OF_ANY, Success, problems};
use super::schemas::{QueryField, Schemas, description_of, object};
use crate::wire::problem::{Code, Problem};

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

/// An operation of an address.
pub(crate) struct Documented {
    /// The methods by which it is asked for. The first one is described.
    pub(crate) methods: &'static [&'static str],
    pub(crate) about: About,
    /// Describes the types of its handler.
    pub(crate) describe: fn(&mut Operation),
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Callers {
    /// It does not matter who asks.
    Unknown,
    /// Those without a key too.
    Anybody,
    /// Those with a key.
    Known,
}

/// Whether a request must have a body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    Required,
    Optional,
}

/// The content types that a body may have.
#[derive(Clone, Copy)]
pub(crate) enum BodyTypes {
    /// A JSON object or a form.
    JsonAndForms,
    /// A JSON object or a form of a page with many fields: a field that was left empty is left out.
    JsonAndSparseForms,
    /// A JSON object only, because a form cannot express the fields.
    Json,
}

/// What the types of a handler say of an operation.
pub(crate) struct Operation {
    parameters: Vec<Value>,
    body: Option<Value>,
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
        let mut operation = Self {
            parameters: Vec::new(),
            body: None,
            callers: Callers::Unknown,
            replies: BTreeMap::new(),
            has_page: false,
            codes: PROBLEM_OF_ANY.to_vec(),
            schemas: Schemas::default(),
        };
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
        for field in QueryField::all_of::<T>() {
            self.codes.push(code_of(&field.name));
            self.parameters.push(field.parameter());
        }
        self.parameters.push(json!({ "$ref": "#/components/parameters/lang" }));
        self.schemas.add_nested::<T>();
    }

    /// It reads the fields of this type from a body. A body with other fields is a problem with the code `invalid`.
    pub(crate) fn reads_body<T: ToSchema>(&mut self, need: Need, types: BodyTypes, invalid: Code) {
        let schema = self.schemas.reference::<T>();
        let content = json!({ "schema": schema });
        let mut media_types = object([("application/json", content.clone())]);
        match types {
            BodyTypes::Json => {}
            BodyTypes::JsonAndForms | BodyTypes::JsonAndSparseForms => {
                media_types.insert("application/x-www-form-urlencoded".to_owned(), content);
            }
        }
        self.body = Some(json!({
            "required": need == Need::Required,
            "description": description_of::<T>(),
            "content": media_types,
        }));
        self.may_fail(&[
            invalid,
            Code::BodySize,
            Code::BodyJson,
            Code::BodyType,
            Code::BodyBroken,
            Code::BodySlow,
        ]);
    }

    /// Its body may also be a text of this type.
    pub(crate) fn reads_text(&mut self, media_type: &str) {
        let body = self.body.as_mut().and_then(|body| body.get_mut("content"));
        if let Some(types) = body.and_then(Value::as_object_mut) {
            types.insert(media_type.to_owned(), json!({ "schema": { "type": "string" } }));
        }
    }

    /// It may reply with a JSON object of this type.
    pub(crate) fn replies_json<T: ToSchema>(&mut self, status: StatusCode) {
        let schema = self.schemas.reference::<T>();
        self.reply(status, &description_of::<T>()).add_content("application/json", schema);
    }

    /// A reply with this status says where what was created is.
    pub(crate) fn has_location(&mut self, status: StatusCode) {
        self.replies.entry(status.as_u16()).or_default().has_location = true;
    }

    /// It may reply `200 OK` with something of this type that has no schema.
    pub(crate) fn replies_with(&mut self, media_type: &str, description: &str) {
        let reply = self.reply(StatusCode::OK, description);
        let is_json = media_type == "application/json";
        let schema = if is_json { json!({}) } else { json!({ "type": "string" }) };
        reply.add_content(media_type, schema);
    }

    /// It may reply `204 No Content`.
    pub(crate) fn replies_nothing(&mut self) {
        self.reply(StatusCode::NO_CONTENT, "It is done.");
    }

    /// A browser gets a page.
    pub(crate) fn replies_page(&mut self) {
        self.has_page = true;
    }

    /// A browser is led to another page.
    pub(crate) fn leads_elsewhere(&mut self) {
        self.reply(StatusCode::SEE_OTHER, "A browser is led to another page.").has_location = true;
    }

    fn reply(&mut self, status: StatusCode, description: &str) -> &mut Success {
        let reply = self.replies.entry(status.as_u16()).or_default();
        reply.add_description(description);
        reply
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
            operation.insert("requestBody".to_owned(), with_example(body, examples.body.as_ref()));
        }
        (operation.into(), self.schemas)
    }

    /// A browser gets a page with the status of the data. Where there is none it is led to another page, if to anything.
    fn add_page(&mut self) {
        if self.replies.is_empty() {
            self.reply(StatusCode::OK, "A page.");
        }
        for (status, reply) in &mut self.replies {
            if *status < 300 {
                reply.add_content("text/html", json!({ "type": "string" }));
            }
        }
    }
}

/// The body of a request with an example of it.
fn with_example(mut body: Value, example: Option<&Value>) -> Value {
    let content = body.pointer_mut("/content/application~1json").and_then(Value::as_object_mut);
    if let (Some(content), Some(example)) = (content, example) {
        content.insert("example".to_owned(), example.clone());
    }
    body
}

/// How callers say who they are, as `components` describes it.
fn security(callers: Callers) -> Value {
    match callers {
        Callers::Unknown => json!([]),
        Callers::Anybody => json!([{}, { "bearer": [] }, { "basic": [] }, { "session": [] }]),
        Callers::Known => json!([{ "bearer": [] }, { "basic": [] }, { "session": [] }]),
    }
}
