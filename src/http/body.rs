//! Reading the bodies of requests: JSON and forms, up to a size.

use std::fmt::Display;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_ENCODING, HeaderValue};
use actix_web::rt::time::timeout;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;

use super::extract::Extract;
use super::fields::{FieldError, from_urlencoded};
use super::messages::message;
use super::problem::{Code, Problem, shorten};
use super::state::State;
use crate::step::Translated;

/// The largest body that is read, in bytes: ten times the longest right answer, 100 boards of 225 characters.
pub(super) const BODY_LIMIT: usize = 256 * 1024;

/// The fields that a resource reads from a body. Unknown fields are refused.
pub(super) trait RequestBody: DeserializeOwned + 'static {
    /// The code of the problem when the body can be parsed but has other fields.
    const INVALID: Code;
    /// A body that the resource reads, for messages.
    const EXAMPLE: &'static str;
    /// The content types that the resource reads.
    const TYPES: BodyTypes = BodyTypes::JsonAndForms;
}

/// The content types that a resource reads.
pub(super) enum BodyTypes {
    /// A JSON object or a form.
    JsonAndForms,
    /// A JSON object only, because a form cannot express the fields.
    Json,
}

/// The body of a request.
pub(super) struct ApiBody<T>(pub(super) T);

impl<T: RequestBody> Extract for ApiBody<T> {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        Body::receive(request, payload).await?.read().map(Self)
    }
}

/// How a body is written.
enum Body {
    /// `application/json`.
    Json(Bytes),
    /// `application/x-www-form-urlencoded`.
    Form(Bytes),
}

impl Body {
    /// Receives a body of a supported type, up to [`BODY_LIMIT`] and the time limit.
    async fn receive(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let of_type = body_type(request)?;
        let whole = Bytes::from_request(request, payload);
        let limit = State::of(request).limits.body_timeout;
        let bytes = timeout(limit, whole).await.map_err(|_| {
            let seconds = limit.as_secs();
            Problem::new(Code::BodySlow, format!("the body did not arrive within {seconds} s"))
        })?;
        bytes.map(of_type).map_err(|error| match error.as_error::<PayloadError>() {
            Some(PayloadError::Overflow) => {
                Problem::new(Code::BodySize, format!("a body may have at most {BODY_LIMIT} bytes"))
            }
            _ => Problem::new(Code::BodyBroken, format!("the body did not arrive whole: {error}")),
        })
    }

    /// Reads the fields that a resource expects.
    fn read<T: RequestBody>(&self) -> Result<T, Problem> {
        match self {
            Self::Json(bytes) => from_json(bytes),
            Self::Form(bytes) => match T::TYPES {
                BodyTypes::JsonAndForms => from_form(bytes, T::INVALID),
                BodyTypes::Json => Err(Problem::new(
                    Code::BodyType,
                    format!("the body is a form; expected JSON, as {}", T::EXAMPLE),
                )),
            },
        }
    }
}

/// The type of a request's body, by its `Content-Type`. A compressed body is not read.
fn body_type(request: &HttpRequest) -> Result<fn(Bytes) -> Body, Problem> {
    let encoding = request.headers().get(CONTENT_ENCODING);
    if let Some(encoding) = encoding.filter(|&encoding| !is_identity(encoding)) {
        let found = shorten(&String::from_utf8_lossy(encoding.as_bytes()));
        let detail = format!("the Content-Encoding is {found:?}; expected a body as it is");
        return Err(Problem::new(Code::BodyType, detail));
    }
    let found = request.content_type();
    if found.eq_ignore_ascii_case("application/json") {
        Ok(Body::Json)
    } else if found.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        Ok(Body::Form)
    } else {
        let expected = "expected `application/json` or `application/x-www-form-urlencoded`";
        let detail = format!("the Content-Type is {found:?}; {expected}");
        Err(Problem::new(Code::BodyType, detail))
    }
}

fn is_identity(encoding: &HeaderValue) -> bool {
    encoding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity")
}

/// Reads a JSON object. JSON with other fields is a problem with the resource's code.
fn from_json<T: RequestBody>(bytes: &[u8]) -> Result<T, Problem> {
    // Checked once for the whole text, not for each string in it.
    let Ok(text) = str::from_utf8(bytes) else {
        return Err(Problem::new(Code::BodyJson, "the body is not UTF-8"));
    };
    let text = text.trim_ascii();
    let expected = ("example", &T::EXAMPLE as &dyn Display);
    // serde also reads a struct from a list of its fields' values.
    match text.as_bytes() {
        [b'{', ..] => serde_json::from_str(text).map_err(|error| unreadable::<T>(text, &error)),
        [] => Err(Problem::new(Code::BodyJson, message("body", "empty").with(&[expected]))),
        [b'[', ..] => Err(Problem::new(T::INVALID, message("body", "list").with(&[expected]))),
        _ => Err(match serde_json::from_str::<Value>(text) {
            Ok(value) => {
                let found = shorten(&value.to_string());
                let detail = message("body", "other").with(&[("found", &found), expected]);
                Problem::new(T::INVALID, detail)
            }
            Err(error) => Problem::new(Code::BodyJson, not_json(text, &error)),
        }),
    }
}

/// What is wrong with an object that a resource cannot read, or with what begins like one.
fn unreadable<T: RequestBody>(text: &str, error: &serde_json::Error) -> Problem {
    match serde_json::from_str::<Value>(text) {
        // Without the line and the column, which say nothing where the syntax is right. A name that occurs twice is refused in a
        // text, and replaced in a `Value`.
        Ok(object) => {
            let error = T::deserialize(&object).err();
            let twice = || "a field is given twice; expected it once".to_owned();
            Problem::new(T::INVALID, error.map_or_else(twice, |error| error.to_string()))
        }
        Err(_) if error.is_data() => Problem::new(T::INVALID, error.to_string()),
        Err(error) => Problem::new(Code::BodyJson, not_json(text, &error)),
    }
}

/// What is wrong with a text that is not JSON.
fn not_json(text: &str, error: &serde_json::Error) -> Translated {
    let quotes = text.find(['"', '\'']).and_then(|first| text.get(first..));
    let name = match error.classify() {
        Category::Eof => "ends-early",
        _ if quotes.is_some_and(|quotes| quotes.starts_with('\'')) => "single-quotes",
        _ => "syntax",
    };
    message("json", name).with(&[("line", &error.line()), ("column", &error.column())])
}

/// Reads a form. Other fields are a problem with the resource's code, `invalid`.
fn from_form<T: DeserializeOwned>(bytes: &[u8], invalid: Code) -> Result<T, Problem> {
    from_urlencoded(bytes).map_err(|error| match error {
        FieldError::Unknown { name, expected } => unknown_field(&name, bytes, &expected, invalid),
        other => Problem::new(invalid, other.to_string()),
    })
}

/// A form has an unknown field.
fn unknown_field(name: &str, form: &[u8], expected: &str, code: Code) -> Problem {
    let detail = if form.trim_ascii_start().starts_with(b"{") {
        "the body looks like JSON, but its Content-Type is that of a form; expected `Content-Type: application/json`"
            .to_owned()
    } else {
        format!("there is no field {name:?}; expected {expected}")
    };
    Problem::new(code, detail)
}
