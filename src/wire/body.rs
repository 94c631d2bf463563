//! Reading the bodies of requests: JSON and forms, up to a size.
//!
//! Programs often send JSON without its type or with another one, or a form in parts (`multipart/form-data`), because their library does so by
//! itself. A browser sends such bodies for the pages of other sites without asking, so with a session only the two types are read that the
//! description of the API has.

use std::borrow::Cow;

use actix_multipart::Multipart;
use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_ENCODING, ContentDisposition, HeaderValue};
use actix_web::mime::{BOUNDARY, CHARSET};
use actix_web::web::Bytes;
use actix_web::{HttpMessage as _, HttpRequest};
use futures_util::TryStreamExt as _;
use futures_util::stream;
use percent_encoding::percent_decode;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer};
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::browser::{SESSION, cookie};
use super::extract::{Extract, read_field};
use super::openapi::{Operation, required_of};
use super::problem::{Code, Problem};
use super::received::{BODY_LIMIT, receive};
use crate::game::json::{FieldError, Members, from_members, not_json};
use crate::step::{Language, quoted};
use crate::texts;
use crate::wire::fields::{Pair, from_pairs, pairs};

/// The fields that a resource reads from a body. Unknown fields are refused.
pub(crate) trait RequestBody: DeserializeOwned + ToSchema + 'static {
    /// The code of the problem when the body can be parsed but has other fields.
    const INVALID: Code;
    /// A body that the resource reads, for messages.
    const EXAMPLE: &'static str;
    /// The fields besides the options of games, if the resource reads options.
    const BESIDES_OPTIONS: &'static [&'static str] = &[];
    /// Whether the resource reads forms besides JSON: a form cannot express all fields.
    const READS_FORMS: bool = true;
    /// Whether the form is that of a page with many fields: then a field that was left empty is left out.
    const IS_SPARSE: bool = false;
}

/// A text of one line with at most so many characters, without the blanks around it. It may be empty.
#[derive(Clone, Default)]
pub(crate) struct ShortText<const LIMIT: usize>(String);

impl<const LIMIT: usize> ShortText<LIMIT> {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de, const LIMIT: usize> Deserialize<'de> for ShortText<LIMIT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| {
            let fits = text.chars().count() <= LIMIT && !text.contains(char::is_control);
            fits.then(|| Self(text.to_owned()))
        };
        read_field(deserializer, read, &format!("up to {LIMIT} characters in one line"))
    }
}

impl<const LIMIT: usize> PartialSchema for ShortText<LIMIT> {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .max_length(Some(LIMIT))
            .pattern(Some(r"^[^\u0000-\u001F\u007F-\u009F]*$"))
            .into()
    }
}

impl<const LIMIT: usize> ToSchema for ShortText<LIMIT> {
    fn name() -> Cow<'static, str> {
        format!("TextUpTo{LIMIT}").into()
    }
}

/// The body of a request.
pub(crate) struct ApiBody<T>(pub(crate) T);

impl<T: RequestBody> Extract for ApiBody<T> {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        Body::receive(request, payload).await?.read().map(Self)
    }

    fn describe(operation: &mut Operation) {
        operation.reads_body::<T>();
    }
}

/// The body of a request that may come without one.
pub(crate) struct OptionalBody<T>(pub(crate) Option<T>);

impl<T: RequestBody> Extract for OptionalBody<T> {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let bytes = receive(request, payload).await?;
        if bytes.is_empty() {
            return Ok(Self(None));
        }
        Body::of(request, bytes).await?.read().map(|read| Self(Some(read)))
    }

    fn describe(operation: &mut Operation) {
        operation.may_read_body::<T>();
    }
}

/// The fields of a page's form as they were written, so that the page can show them again, and why they were rejected.
#[derive(Default)]
pub(crate) struct Form {
    fields: Vec<(String, String)>,
    pub(crate) rejection: Option<String>,
}

impl Form {
    /// A form with these values in its fields.
    pub(crate) fn with<'a>(fields: impl IntoIterator<Item = (&'a str, String)>) -> Self {
        let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Self { fields, rejection: None }
    }

    /// The form after a problem.
    pub(crate) fn rejected(self, problem: &Problem, language: Language, prefix: &str) -> Self {
        Self { rejection: Some(problem.message(language, prefix)), ..self }
    }

    /// What is written in a field; empty if nothing is.
    pub(crate) fn field(&self, name: &str) -> &str {
        let field = self.fields.iter().find(|(known, _)| known == name);
        field.map(|(_, value)| value.as_str()).unwrap_or_default()
    }
}

/// The body of a request that a page's form may have sent: what was read of it, or why it cannot be read, and the form as it was written.
pub(crate) struct SentForm<T> {
    pub(crate) read: Result<T, Problem>,
    pub(crate) form: Form,
}

impl<T: RequestBody> Extract for SentForm<T> {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let body = Body::receive(request, payload).await?;
        let fields = match &body {
            Body::Json(_) => Vec::new(),
            Body::Form(fields) => {
                let text = |text: &Cow<'_, str>| text.clone().into_owned();
                fields.iter().map(|(name, value)| (text(name), text(value))).collect()
            }
        };
        Ok(Self { read: body.read(), form: Form { fields, rejection: None } })
    }

    fn describe(operation: &mut Operation) {
        operation.reads_body::<T>();
    }
}

/// The type of a table.
const CSV: &str = "text/csv";

/// A body that is a table in CSV, or fields of which one is such a table.
pub(crate) enum CsvBody<T> {
    /// A table, and the `charset` of its type. The resource says what is wrong with it, also if it is not UTF-8.
    Csv(Bytes, Option<String>),
    /// Any other type.
    Fields(T),
}

impl<T: RequestBody> Extract for CsvBody<T> {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        check_encoding(request)?;
        let bytes = receive(request, payload).await?;
        let found = request.content_type().to_ascii_lowercase();
        // Programs send a file with the type that their system has for it. A page of another site could do so too.
        let is_of_fields =
            ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"]
                .contains(&&*found);
        let is_file =
            !is_of_fields && !begins_like_json(&bytes) && cookie(request, SESSION).is_none();
        if found == CSV || is_file {
            let mime = request.mime_type().ok().flatten();
            let charset = mime.and_then(|mime| Some(mime.get_param(CHARSET)?.to_string()));
            return Ok(Self::Csv(bytes, charset));
        }
        Body::of(request, bytes).await?.read().map(Self::Fields)
    }

    fn describe(operation: &mut Operation) {
        operation.reads_body::<T>();
        operation.reads_text(CSV);
    }
}

/// How a body is written.
enum Body {
    Json(Bytes),
    /// The fields of a form, in order.
    Form(Vec<Pair<'static>>),
}

impl Body {
    /// Receives a body of a supported type.
    async fn receive(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        check_encoding(request)?;
        let bytes = receive(request, payload).await?;
        Self::of(request, bytes).await
    }

    /// A body by its `Content-Type` and, without a session, by what it begins with.
    async fn of(request: &HttpRequest, bytes: Bytes) -> Result<Self, Problem> {
        check_encoding(request)?;
        let found = request.content_type();
        let is = |known: &str| found.eq_ignore_ascii_case(known);
        let has_session = cookie(request, SESSION).is_some();
        let is_nothing = found.is_empty() && bytes.is_empty();
        if is("application/json") || is_nothing || (!has_session && begins_like_json(&bytes)) {
            return Ok(Self::Json(bytes));
        }
        if is("application/x-www-form-urlencoded") {
            let decoded: Cow<'_, [u8]> = percent_decode(&bytes).into();
            if str::from_utf8(&decoded).is_err() {
                return Err(Problem::new(Code::BodyType, texts::body::form_not_utf8()));
            }
            let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
            let fields = pairs(&bytes).map(|(name, value)| (owned(name), owned(value)));
            return Ok(Self::Form(fields.collect()));
        }
        if is("multipart/form-data") && !has_session {
            let mime = request.mime_type().ok().flatten();
            if mime.is_none_or(|mime| mime.get_param(BOUNDARY).is_none()) {
                return Err(Problem::new(Code::BodyType, texts::body::no_boundary()));
            }
            return parts(request, bytes).await.map(Self::Form);
        }
        let detail = match found {
            "" => texts::body::no_content_type(),
            found => texts::body::content_type(quoted(found)),
        };
        Err(Problem::new(Code::BodyType, detail))
    }

    /// Reads the fields that a resource expects.
    fn read<T: RequestBody>(&self) -> Result<T, Problem> {
        match self {
            Self::Json(bytes) => from_json(bytes),
            Self::Form(fields) if T::READS_FORMS => from_form(fields),
            Self::Form(_) => Err(Problem::new(Code::BodyType, texts::body::form(T::EXAMPLE))),
        }
    }
}

/// Refuses a compressed body.
fn check_encoding(request: &HttpRequest) -> Result<(), Problem> {
    let encoding = request.headers().get(CONTENT_ENCODING).map(HeaderValue::as_bytes);
    match encoding.filter(|encoding| !encoding.trim_ascii().eq_ignore_ascii_case(b"identity")) {
        None => Ok(()),
        Some(encoding) => {
            let found = quoted(&String::from_utf8_lossy(encoding));
            Err(Problem::new(Code::BodyType, texts::body::content_encoding(found)))
        }
    }
}

/// A byte order mark: some editors and shells begin a file with it. RFC 8259 lets a parser pass over it.
const MARK: &str = "\u{feff}";

/// Whether a body begins like a JSON object or list. The name of a form's field does not.
fn begins_like_json(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(MARK.as_bytes()).unwrap_or(bytes);
    matches!(text.trim_ascii_start(), [b'{' | b'[', ..])
}

/// The fields of a form in parts. A part that is a file is refused.
async fn parts(request: &HttpRequest, bytes: Bytes) -> Result<Vec<Pair<'static>>, Problem> {
    let broken = || Problem::new(Code::BodyBroken, texts::body::parts());
    let mut parts = Multipart::new(request.headers(), stream::iter([Ok(bytes)]));
    let mut fields = Vec::new();
    while let Some(mut part) = parts.try_next().await.map_err(|_| broken())? {
        let name = part.name().ok_or_else(broken)?.to_owned();
        let is_file = |it: &ContentDisposition| {
            it.get_filename().is_some() || it.get_filename_ext().is_some()
        };
        if part.content_disposition().is_some_and(is_file) {
            return Err(Problem::new(Code::BodyType, texts::body::file(quoted(&name))));
        }
        let value = part.bytes(BODY_LIMIT).await.map_err(|_| broken())?.map_err(|_| broken())?;
        let value = String::from_utf8(value.into())
            .map_err(|_| Problem::new(Code::BodyType, texts::body::not_utf8()))?;
        fields.push((name.into(), value.into()));
    }
    Ok(fields)
}

/// Reads a JSON object. JSON with other fields is a problem with the resource's code.
pub(crate) fn from_json<T: RequestBody>(bytes: &[u8]) -> Result<T, Problem> {
    // Checked once for the whole text, not for each string in it.
    let Ok(text) = str::from_utf8(bytes) else {
        return Err(Problem::new(Code::BodyJson, texts::body::not_utf8()));
    };
    let text = text.strip_prefix(MARK).unwrap_or(text).trim_ascii();
    // serde also reads a struct from a list of its fields' values.
    let (code, detail) = match text.as_bytes() {
        [b'{', ..] => {
            return serde_json::from_str(text).map_err(|error| unreadable::<T>(text, &error));
        }
        [] => (Code::BodyJson, texts::body::empty(T::EXAMPLE)),
        // What a script makes of an object that it does not write as JSON.
        [b'[', ..] if !text.starts_with("[object ") => (T::INVALID, texts::body::list(T::EXAMPLE)),
        _ => {
            let value = serde_json::from_str::<Value>(text);
            let code = if value.is_ok() { T::INVALID } else { Code::BodyJson };
            // A program has written JSON, and its library has written the text as JSON again.
            if let Ok(Value::String(text)) = &value
                && text.trim_start().starts_with(['{', '['])
            {
                return Err(Problem::new(code, texts::body::twice(T::EXAMPLE)));
            }
            let found = match value {
                Ok(Value::Null | Value::Bool(_) | Value::Number(_)) => text.to_owned(),
                Ok(Value::String(text)) => quoted(&text),
                _ => quoted(text),
            };
            (code, texts::body::other(found, T::EXAMPLE))
        }
    };
    Err(Problem::new(code, detail))
}

/// What is wrong with an object that a resource cannot read, or with what begins like one.
fn unreadable<T: RequestBody>(text: &str, error: &serde_json::Error) -> Problem {
    let what = texts::body::itself();
    match serde_json::from_str::<Members>(text).map(from_members::<T>) {
        Ok(Err(error)) => of_fields::<T>(&error.besides(T::BESIDES_OPTIONS)),
        // What only the faster reader refuses.
        Ok(Ok(_)) => Problem::new(Code::BodyJson, not_json(what, text, error)),
        Err(error) => Problem::new(Code::BodyJson, not_json(what, text, &error)),
    }
}

/// Reads a form. Other fields are a problem with the resource's code.
fn from_form<T: RequestBody>(fields: &[Pair<'_>]) -> Result<T, Problem> {
    let is_left_out = |value: &str| T::IS_SPARSE && value.is_empty();
    let given = fields.iter().filter(|(_, value)| !is_left_out(value)).cloned();
    from_pairs(given).map_err(|error| match error {
        FieldError::Missing(_) if fields.is_empty() => {
            Problem::new(T::INVALID, texts::body::empty(T::EXAMPLE))
        }
        FieldError::Unknown(name, _) if name.starts_with(['{', '[']) => {
            Problem::new(Code::BodyType, texts::body::json_as_form())
        }
        error => of_fields::<T>(&error),
    })
}

/// What is wrong with the fields of a body.
fn of_fields<T: RequestBody>(error: &FieldError) -> Problem {
    let detail = match error {
        FieldError::Missing(name) => texts::body::missing(name, T::EXAMPLE),
        error => error.message_requiring(&required_of::<T>()),
    };
    Problem::new(T::INVALID, detail)
}
