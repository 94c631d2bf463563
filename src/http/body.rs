//! Reading the bodies of requests: JSON and forms, up to a size.

use std::time::Duration;

use actix_web::error::PayloadError;
use actix_web::rt::time::timeout;
use actix_web::web::{Bytes, Payload};
use actix_web::{FromRequest as _, HttpMessage as _, HttpRequest};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::problem::{Code, Problem};

/// The largest body that is read, in bytes: ten times the longest right answer, 100 boards of 225 characters.
pub(super) const BODY_LIMIT: usize = 256 * 1024;

/// How long a body may take, as application data: a client that is slower is gone, or means harm.
#[derive(Clone, Copy)]
pub(super) struct BodyDeadline(pub(super) Duration);

impl Default for BodyDeadline {
    fn default() -> Self {
        Self(Duration::from_secs(20))
    }
}

/// How a body is written.
pub(super) enum Body {
    /// `application/json`.
    Json(Bytes),
    /// `application/x-www-form-urlencoded`.
    Form(Bytes),
}

impl Body {
    /// Receives a body of a known type and size.
    pub(super) async fn receive(request: &HttpRequest, payload: Payload) -> Result<Self, Problem> {
        let of_type = body_type(request)?;
        let mut payload = payload.into_inner();
        let whole = Bytes::from_request(request, &mut payload);
        let BodyDeadline(deadline) = request.app_data().copied().unwrap_or_default();
        let bytes = timeout(deadline, whole).await.map_err(|_| {
            let seconds = deadline.as_secs();
            Problem::new(Code::BodySlow, format!("the body did not arrive within {seconds} s"))
        })?;
        bytes.map(of_type).map_err(|error| match error.as_error::<PayloadError>() {
            Some(PayloadError::Overflow) => {
                Problem::new(Code::BodySize, format!("a body may have at most {BODY_LIMIT} bytes"))
            }
            _ => Problem::new(Code::BodyBroken, format!("the body did not arrive whole: {error}")),
        })
    }
}

/// What the bytes of a request's body are to be taken for.
fn body_type(request: &HttpRequest) -> Result<fn(Bytes) -> Body, Problem> {
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

/// Reads a JSON object; what is JSON but not of the form is the resource's own problem.
pub(super) fn from_json<T: DeserializeOwned>(bytes: &[u8], form: Code) -> Result<T, Problem> {
    let is_object = bytes.trim_ascii_start().starts_with(b"{");
    match serde_json::from_slice(bytes) {
        Ok(fields) if is_object => Ok(fields),
        // Some values of a wrong type are told as errors of syntax: whether it is JSON at all is asked for itself.
        Err(error) if !error.is_data() && serde_json::from_slice::<Value>(bytes).is_err() => {
            Err(Problem::new(Code::BodyJson, error.to_string()))
        }
        Err(error) if is_object => Err(Problem::new(form, error.to_string())),
        // The fields' values in a list would do for serde, but not for us.
        Ok(_) | Err(_) => Err(Problem::new(form, "the body is no object; expected `{\"…\": …}`")),
    }
}

/// A form has a field that nobody reads.
pub(super) fn unknown_field(name: &str, form: &[u8], expected: &str, code: Code) -> Problem {
    let detail = if form.trim_ascii_start().starts_with(b"{") {
        "the body looks like JSON, but its Content-Type is that of a form; expected `Content-Type: application/json`"
            .to_owned()
    } else {
        format!("there is no field {name:?}; expected {expected}")
    };
    Problem::new(code, detail)
}
