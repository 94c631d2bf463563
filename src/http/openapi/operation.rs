//! One operation, as the types of its handler describe it.

use std::collections::BTreeMap;

use actix_web::Either;
use actix_web::http::StatusCode;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::examples::Examples;
use super::responses::{PROBLEM_OF_ANY, Success, problems};
use super::schemas::{QueryField, Schemas, description_of};
use super::{About, object};
use crate::http::body::{BodyTypes, RequestBody};
use crate::http::extract::QueryFields;
use crate::http::problem::{Code, Problem};

/// A type of replies that the document describes.
pub(in crate::http) trait Describe {
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
pub(in crate::http) enum Callers {
    /// It does not matter who asks.
    Unknown,
    /// Those without a key too.
    Anybody,
    /// Those with a key.
    Known,
}

/// Whether a request must have a body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum Need {
    Required,
    Optional,
}

/// What the types of a handler say of an operation.
pub(in crate::http) struct Operation {
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
    pub(super) fn of(describe: fn(&mut Self)) -> Self {
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
    pub(in crate::http) fn is_for(&mut self, callers: Callers) {
        self.callers = self.callers.max(callers);
    }

    /// It may have these problems.
    pub(in crate::http) fn may_fail(&mut self, codes: &[Code]) {
        self.codes.extend(codes);
    }

    /// The path has a part of this name, of the form that the pattern describes.
    pub(in crate::http) fn has_path_part(
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
    pub(in crate::http) fn needs_header(&mut self, name: &str, description: &str, example: &str) {
        self.parameters.push(json!({
            "name": name, "in": "header", "required": true, "description": description,
            "schema": { "type": "string" }, "example": example,
        }));
    }

    /// It reads the fields of this type from the query, and `lang`.
    pub(in crate::http) fn reads_query<T: QueryFields>(&mut self) {
        self.may_fail(&[Code::QueryInvalid]);
        for field in QueryField::all_of::<T>() {
            self.codes.push(T::code_of(&field.name));
            self.parameters.push(field.parameter());
        }
        self.parameters.push(json!({ "$ref": "#/components/parameters/lang" }));
        self.schemas.add_nested::<T>();
    }

    /// It reads the fields of this type from a body.
    pub(in crate::http) fn reads_body<T: RequestBody>(&mut self, need: Need) {
        let schema = self.schemas.reference::<T>();
        let content = json!({ "schema": schema });
        let mut types = object([("application/json", content.clone())]);
        match T::TYPES {
            BodyTypes::Json => {}
            BodyTypes::JsonAndForms | BodyTypes::JsonAndSparseForms => {
                types.insert("application/x-www-form-urlencoded".to_owned(), content);
            }
        }
        self.body = Some(json!({
            "required": need == Need::Required,
            "description": description_of::<T>(),
            "content": types,
        }));
        self.may_fail(&[
            T::INVALID,
            Code::BodySize,
            Code::BodyJson,
            Code::BodyType,
            Code::BodyBroken,
            Code::BodySlow,
        ]);
    }

    /// Its body may also be a text of this type.
    pub(in crate::http) fn reads_text(&mut self, media_type: &str) {
        let body = self.body.as_mut().and_then(|body| body.get_mut("content"));
        if let Some(types) = body.and_then(Value::as_object_mut) {
            types.insert(media_type.to_owned(), json!({ "schema": { "type": "string" } }));
        }
    }

    /// It may reply with a JSON object of this type.
    pub(in crate::http) fn replies_json<T: ToSchema>(&mut self, status: StatusCode) {
        let schema = self.schemas.reference::<T>();
        self.reply(status, &description_of::<T>()).add_content("application/json", schema);
    }

    /// A reply with this status says where what was created is.
    pub(in crate::http) fn has_location(&mut self, status: StatusCode) {
        self.replies.entry(status.as_u16()).or_default().has_location = true;
    }

    /// It may reply `200 OK` with something of this type that has no schema.
    pub(in crate::http) fn replies_with(&mut self, media_type: &str, description: &str) {
        let reply = self.reply(StatusCode::OK, description);
        let is_json = media_type == "application/json";
        let schema = if is_json { json!({}) } else { json!({ "type": "string" }) };
        reply.add_content(media_type, schema);
    }

    /// It may reply `204 No Content`.
    pub(in crate::http) fn replies_nothing(&mut self) {
        self.reply(StatusCode::NO_CONTENT, "It is done.");
    }

    /// A browser gets a page.
    pub(in crate::http) fn replies_page(&mut self) {
        self.has_page = true;
    }

    /// A browser is led to another page.
    pub(in crate::http) fn leads_elsewhere(&mut self) {
        self.reply(StatusCode::SEE_OTHER, "A browser is led to another page.").has_location = true;
    }

    fn reply(&mut self, status: StatusCode, description: &str) -> &mut Success {
        let reply = self.replies.entry(status.as_u16()).or_default();
        reply.add_description(description);
        reply
    }

    /// The operation as the document has it, and its schemas.
    pub(super) fn finish(mut self, id: &str, tag: &str, about: &About) -> (Value, Schemas) {
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
