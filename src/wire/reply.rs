//! Replies: JSON objects, texts, and streams of events. They depend on the caller and the time, so no cache may store them.
//!
//! What is large is compressed: pages, pictures, and the files that pages load. Other replies are a kilobyte or two. This is own code because
//! `Compress` of actix compresses every reply, also short ones and streams of events, and does so anew for each request.

use std::io::{self, Write as _};
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    AcceptEncoding, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_LANGUAGE,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, Encoding, Header as _, HeaderName, HeaderValue,
    LOCATION, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, Responder};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream::{self, Stream, StreamExt as _};
use russe::{Event, Message};
use serde::Serialize;
use tokio::time::{MissedTickBehavior, interval};
use utoipa::ToSchema;

use super::base_url::Addresses;
use super::openapi::{Describe, Operation};
use super::problem::{Code, Problem};
use crate::metrics;
use crate::step::Language;

/// A browser takes the reply for nothing else than it is. JSON needs no such header: no browser takes it for a page or a script.
pub(crate) const NO_SNIFFING: (HeaderName, HeaderValue) =
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));

/// A link does not tell another site where it stands.
pub(crate) const REFERRER: (HeaderName, HeaderValue) =
    (REFERRER_POLICY, HeaderValue::from_static("same-origin"));

/// The initial capacity of a body, in bytes. Most replies fit into it without reallocating.
const USUAL_LENGTH: usize = 1024;

/// A JSON object of the type `T`, which has a schema: `200 OK`, or another status.
pub(crate) struct Reply<T, const STATUS: u16 = 200> {
    /// The object as JSON text, or why it cannot be written.
    body: serde_json::Result<Vec<u8>>,
    object: PhantomData<T>,
}

/// `201 Created` with a JSON object of the type `T`.
pub(crate) type Created<T> = Reply<T, 201>;

/// The same, and where what was created is.
pub(crate) struct CreatedAt<T> {
    created: Created<T>,
    /// Its path.
    path: String,
}

impl<T, const STATUS: u16> Reply<T, STATUS> {
    #[expect(clippy::expect_used, reason = "the statuses of replies are constants")]
    pub(crate) fn status() -> StatusCode {
        StatusCode::from_u16(STATUS).expect("the status is one of HTTP")
    }
}

impl<T: Serialize, const STATUS: u16> Reply<T, STATUS> {
    /// The reply with an object.
    pub(crate) fn new(object: T) -> Self {
        let mut body = Vec::with_capacity(USUAL_LENGTH);
        let written = serde_json::to_writer(&mut body, &object);
        Self { body: written.map(|()| body), object: PhantomData }
    }
}

impl<T> Reply<T> {
    /// The reply with an object that writes itself.
    pub(crate) fn written(body: Vec<u8>) -> Self {
        Self { body: Ok(body), object: PhantomData }
    }
}

impl<T> Created<T> {
    /// The same with a `Location` header for what is at this path.
    pub(crate) fn at(self, path: String) -> CreatedAt<T> {
        CreatedAt { created: self, path }
    }
}

impl<T: ToSchema, const STATUS: u16> Responder for Reply<T, STATUS> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        let body = match self.body {
            Ok(body) => BoxBody::new(body),
            Err(error) => {
                let problem = Problem::internal(Code::ServerError, error.to_string());
                return HttpResponse::from_error(problem);
            }
        };
        let mut response = HttpResponse::with_body(Self::status(), body);
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

impl<T: ToSchema, const STATUS: u16> Describe for Reply<T, STATUS> {
    fn describe(operation: &mut Operation) {
        operation.replies_json::<T>(STATUS);
    }
}

impl<T: ToSchema> Responder for CreatedAt<T> {
    type Body = BoxBody;

    #[expect(clippy::expect_used, reason = "paths are made of names and numbers in ASCII")]
    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let mut response = self.created.respond_to(request);
        let location =
            HeaderValue::try_from([Addresses::of(request).prefix(), &self.path].concat());
        response.headers_mut().insert(LOCATION, location.expect("a path is ASCII"));
        response
    }
}

impl<T: ToSchema> Describe for CreatedAt<T> {
    fn describe(operation: &mut Operation) {
        operation.replies_json::<T>(201).has_location = true;
    }
}

/// The reply to a request that changes something: nothing but its success.
#[derive(Serialize, ToSchema)]
#[schema(as = Done)]
pub(crate) struct Done {
    is_success: bool,
}

pub(crate) const DONE: Done = Done { is_success: true };

/// How often a comment is sent, so that no proxy closes the connection.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// By this nginx sends on each event at once. Else it waits until it has 4 to 8 KB of them.
const UNBUFFERED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

/// Server-sent events, whose data is JSON of the type `T`.
pub(crate) struct EventStream<T, S> {
    events: S,
    data: PhantomData<T>,
}

/// The data of the events of a stream.
pub(crate) trait EventData: ToSchema + 'static {
    /// The names that the events have.
    const EVENTS: &'static [&'static str];
}

impl<T, S> EventStream<T, S> {
    pub(crate) fn new(events: S) -> Self {
        Self { events, data: PhantomData }
    }
}

/// An event with this name, id and data.
pub(crate) fn event(name: &'static str, id: String, data: String) -> Event {
    let (event, id) = (Some(name.into()), Some(id.into()));
    Event::Message(Message { data: data.into(), event, id, retry: None })
}

impl<T: EventData, S: Stream<Item = Event> + 'static> Responder for EventStream<T, S> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        let mut pauses = interval(KEEP_ALIVE);
        pauses.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let events =
            stream::unfold((Box::pin(self.events), pauses), async |(mut events, mut pauses)| {
                let event = tokio::select! {
                    biased;
                    event = events.next() => event?,
                    _ = pauses.tick() => Event::Comment("keep-alive".into()),
                };
                Some((event, (events, pauses)))
            });
        let bytes =
            events.map(|event| Ok::<_, russe::Error>(event.into_bytestring()?.into_bytes()));
        HttpResponse::Ok()
            .content_type(russe::MEDIA_TYPE_STR)
            .insert_header((CACHE_CONTROL, "no-cache"))
            // A proxy that compresses would keep events back.
            .insert_header((CONTENT_ENCODING, "identity"))
            .insert_header(UNBUFFERED)
            .streaming(bytes)
    }
}

impl<T: EventData, S> Describe for EventStream<T, S> {
    fn describe(operation: &mut Operation) {
        operation.replies_events::<T>(T::EVENTS);
    }
}

/// `204 No Content`.
pub(crate) struct NoContent;

impl Responder for NoContent {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::NoContent().insert_header((CACHE_CONTROL, "no-store")).finish()
    }
}

impl Describe for NoContent {
    fn describe(operation: &mut Operation) {
        operation.replies(204, "It is done.");
    }
}

/// A text in the format `F` that is not a JSON object of the API, so that it has no schema: a statement, a record, a picture.
pub(crate) struct TextReply<F> {
    format: PhantomData<F>,
    text: String,
    language: Option<Language>,
    /// The name of the file as which a browser keeps it.
    file_name: Option<&'static str>,
}

/// The format of a text.
pub(crate) trait TextFormat: 'static {
    /// The `Content-Type` header.
    const CONTENT_TYPE: &'static str;
    /// What a text of it is, for the description of the API.
    const DESCRIPTION: &'static str;
    /// The `Content-Security-Policy` under which a browser shows it, if it needs one.
    fn policy() -> Option<&'static str> {
        None
    }
}

/// Lines of values for a spreadsheet.
pub(crate) struct Csv;

impl TextFormat for Csv {
    const CONTENT_TYPE: &'static str = "text/csv; charset=utf-8";
    const DESCRIPTION: &'static str = "A table.";
}

/// JSON that is not a reply of the API.
pub(crate) struct Json;

impl TextFormat for Json {
    const CONTENT_TYPE: &'static str = "application/json";
    const DESCRIPTION: &'static str = "A record.";
}

/// A text for people.
pub(crate) struct Markdown;

impl TextFormat for Markdown {
    const CONTENT_TYPE: &'static str = "text/markdown; charset=utf-8";
    const DESCRIPTION: &'static str = "A text.";
}

/// A record in a game's own format.
pub(crate) struct Plain;

impl TextFormat for Plain {
    const CONTENT_TYPE: &'static str = "text/plain; charset=utf-8";
    const DESCRIPTION: &'static str = "A record in the game's own format.";
}

/// What the server measures.
pub(crate) struct Metrics;

impl TextFormat for Metrics {
    const CONTENT_TYPE: &'static str = metrics::MEDIA_TYPE;
    const DESCRIPTION: &'static str = "Metrics in the text format of Prometheus.";
}

impl<F: TextFormat> TextReply<F> {
    /// `200 OK`.
    pub(crate) fn ok(text: String) -> Self {
        Self { format: PhantomData, text, language: None, file_name: None }
    }

    /// The same as a text in this language, with links. Type and language were chosen by the request's headers, and the host of links is
    /// that of the request.
    pub(crate) fn negotiated(self, language: Language) -> Self {
        Self { language: Some(language), ..self }
    }

    /// The same as a file that a browser keeps under this name.
    pub(crate) fn into_file(self, name: &'static str) -> Self {
        Self { file_name: Some(name), ..self }
    }
}

impl<F: TextFormat> Responder for TextReply<F> {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        response.insert_header((CONTENT_TYPE, F::CONTENT_TYPE));
        response.insert_header((CACHE_CONTROL, "no-store"));
        response.insert_header(NO_SNIFFING).insert_header(REFERRER);
        if let Some(name) = self.file_name {
            let disposition = format!("attachment; filename=\"{name}\"");
            response.insert_header((CONTENT_DISPOSITION, disposition));
        }
        if let Some(policy) = F::policy() {
            response.insert_header((CONTENT_SECURITY_POLICY, policy));
        }
        let varies_by = match self.language {
            Some(_) => "Accept, Accept-Encoding, Accept-Language, Host",
            None => "Accept-Encoding",
        };
        response.insert_header((VARY, varies_by));
        if let Some(language) = self.language {
            response.insert_header((CONTENT_LANGUAGE, language.tag()));
        }
        respond(request, &mut response, self.text)
    }
}

impl<F: TextFormat> Describe for TextReply<F> {
    fn describe(operation: &mut Operation) {
        let media_type = F::CONTENT_TYPE.split(';').next().unwrap_or_default();
        operation.replies_with(media_type, F::DESCRIPTION);
    }
}

/// A shorter body, in bytes, fits into a packet as it is.
const SHORT: usize = 1024;

/// The response with a body, compressed if the caller asks for it. Its `Vary` has to name `Accept-Encoding`.
pub(crate) fn respond(
    request: &HttpRequest,
    response: &mut HttpResponseBuilder,
    body: impl AsRef<[u8]> + Into<Vec<u8>>,
) -> HttpResponse {
    if body.as_ref().len() > SHORT
        && wants_gzip(request)
        && let Ok(compressed) = gzip(body.as_ref(), Compression::fast())
    {
        response.insert_header((CONTENT_ENCODING, "gzip"));
        return response.body(compressed);
    }
    response.body(body.into())
}

/// A body that is the same for everybody. It is compressed once, when it is asked for first, so that a large one costs no more than
/// to send it.
pub(crate) struct ConstantBody {
    plain: Bytes,
    /// None if it cannot be compressed.
    compressed: OnceLock<Option<Bytes>>,
}

impl ConstantBody {
    pub(crate) fn new(plain: impl Into<Bytes>) -> Self {
        Self { plain: plain.into(), compressed: OnceLock::new() }
    }

    /// The response with this body, as [`respond`] makes it.
    pub(crate) fn respond(
        &self,
        request: &HttpRequest,
        response: &mut HttpResponseBuilder,
    ) -> HttpResponse {
        if self.plain.len() > SHORT
            && wants_gzip(request)
            && let Some(compressed) = self.compressed()
        {
            response.insert_header((CONTENT_ENCODING, "gzip"));
            return response.body(compressed.clone());
        }
        response.body(self.plain.clone())
    }

    fn compressed(&self) -> Option<&Bytes> {
        let compress = || gzip(&self.plain, Compression::default()).map(Bytes::from).ok();
        self.compressed.get_or_init(compress).as_ref()
    }
}

fn wants_gzip(request: &HttpRequest) -> bool {
    let offered = [Encoding::gzip(), Encoding::identity()];
    AcceptEncoding::parse(request)
        .is_ok_and(|accepted| accepted.negotiate(offered.iter()) == Some(Encoding::gzip()))
}

/// What is compressed for each request is compressed fast: a board of 256 cells is 150 KB, of which a tenth is left after a millisecond;
/// what a higher level takes longer it does not save.
fn gzip(body: &[u8], level: Compression) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 4), level);
    encoder.write_all(body)?;
    encoder.finish()
}
