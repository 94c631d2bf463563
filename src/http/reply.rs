//! Replies: JSON objects, texts, and streams of events. They depend on the caller and the time, so no cache may store them.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    HeaderName, HeaderValue, LOCATION, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::{HttpRequest, HttpResponse, Responder};
use actix_web_lab::sse;
use futures_util::stream::Stream;
use serde::Serialize;
use utoipa::ToSchema;

use super::compression;
use super::problem::{Code, Problem};
use crate::metrics;
use crate::step::Language;
use crate::web::picture;

/// A browser takes the reply for nothing else than it is. JSON needs no such header: no browser takes it for a page or a script.
pub(super) const NO_SNIFFING: (HeaderName, HeaderValue) =
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));

/// A link does not tell another site where it stands.
pub(super) const REFERRER: (HeaderName, HeaderValue) =
    (REFERRER_POLICY, HeaderValue::from_static("same-origin"));

/// The initial capacity of a body, in bytes. Most replies fit into it without reallocating.
const USUAL_LENGTH: usize = 1024;

/// A status and a JSON object of the type `T`, which has a schema.
pub(super) struct Reply<T> {
    status: StatusCode,
    location: Option<HeaderValue>,
    /// The object as JSON text, or why it cannot be written.
    body: serde_json::Result<Vec<u8>>,
    object: PhantomData<T>,
}

impl<T: Serialize> Reply<T> {
    /// `200 OK`.
    pub(super) fn ok(object: T) -> Self {
        Self::new(StatusCode::OK, to_json(&object))
    }

    /// `201 Created`.
    pub(super) fn created(object: T) -> Self {
        Self::new(StatusCode::CREATED, to_json(&object))
    }
}

impl<T> Reply<T> {
    /// `200 OK`, for an object that writes itself.
    pub(super) fn written(body: Vec<u8>) -> Self {
        Self::new(StatusCode::OK, Ok(body))
    }

    fn new(status: StatusCode, body: serde_json::Result<Vec<u8>>) -> Self {
        Self { status, location: None, body, object: PhantomData }
    }

    /// The same with a `Location` header.
    pub(super) fn at(self, location: HeaderValue) -> Self {
        Self { location: Some(location), ..self }
    }
}

fn to_json(object: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut body = Vec::with_capacity(USUAL_LENGTH);
    serde_json::to_writer(&mut body, object)?;
    Ok(body)
}

impl<T: ToSchema> Responder for Reply<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        let body = match self.body {
            Ok(body) => body,
            Err(error) => {
                return HttpResponse::from_error(Problem::internal(
                    Code::ServerError,
                    error.to_string(),
                ));
            }
        };
        let mut response = HttpResponse::with_body(self.status, BoxBody::new(body));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(location) = self.location {
            headers.insert(LOCATION, location);
        }
        response
    }
}

/// After this time without an event a comment is sent, so that no proxy closes the connection.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// By this nginx sends on each event at once. Else it waits until it has 4 to 8 KB of them.
const UNBUFFERED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

/// Server-sent events.
pub(super) fn event_stream(
    events: impl Stream<Item = Result<sse::Event, Infallible>> + 'static,
) -> impl Responder {
    sse::Sse::from_stream(events).with_keep_alive(KEEP_ALIVE).customize().insert_header(UNBUFFERED)
}

/// `204 No Content`.
pub(super) struct NoContent;

impl Responder for NoContent {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::NoContent().insert_header((CACHE_CONTROL, "no-store")).finish()
    }
}

/// A text that is not a JSON object of the API, so that it has no schema: a page, a record, a picture.
pub(super) struct TextReply {
    content_type: ContentType,
    text: String,
    language: Option<Language>,
    /// The name of the file as which a browser keeps it.
    file_name: Option<&'static str>,
}

/// The type of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ContentType {
    Csv,
    Html,
    Json,
    Markdown,
    /// For Prometheus.
    Metrics,
    Plain,
    Svg,
}

impl ContentType {
    const fn header(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Html => "text/html; charset=utf-8",
            Self::Json => "application/json",
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Metrics => metrics::MEDIA_TYPE,
            Self::Plain => "text/plain; charset=utf-8",
            Self::Svg => "image/svg+xml",
        }
    }
}

impl TextReply {
    /// `200 OK`.
    pub(super) fn ok(content_type: ContentType, text: String) -> Self {
        Self { content_type, text, language: None, file_name: None }
    }

    /// The same as a text in this language, with links. Type and language were chosen by the request's headers, and the host of links is
    /// that of the request.
    pub(super) fn negotiated(self, language: Language) -> Self {
        Self { language: Some(language), ..self }
    }

    /// The same as a file that a browser keeps under this name.
    pub(super) fn into_file(self, name: &'static str) -> Self {
        Self { file_name: Some(name), ..self }
    }
}

impl Responder for TextReply {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        response.insert_header((CONTENT_TYPE, self.content_type.header()));
        response.insert_header((CACHE_CONTROL, "no-store"));
        response.insert_header(NO_SNIFFING).insert_header(REFERRER);
        if let Some(name) = self.file_name {
            let disposition = format!("attachment; filename=\"{name}\"");
            response.insert_header((CONTENT_DISPOSITION, disposition));
        }
        if self.content_type == ContentType::Svg {
            response.insert_header((CONTENT_SECURITY_POLICY, picture::policy()));
        }
        let varies_by = match self.language {
            Some(_) => "Accept, Accept-Encoding, Accept-Language, Host",
            None => "Accept-Encoding",
        };
        response.insert_header((VARY, varies_by));
        if let Some(language) = self.language {
            response.insert_header((CONTENT_LANGUAGE, language.tag()));
        }
        compression::respond(request, &mut response, self.text)
    }
}
