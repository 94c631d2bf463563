//! Reading the bodies of requests: JSON and forms, up to a size.

use actix_web::error::PayloadError;
use actix_web::web::{Bytes, Payload};
use actix_web::{FromRequest as _, HttpMessage as _, HttpRequest};
use serde::de::DeserializeOwned;

use super::problem::{Code, Problem};

/// The largest body that is read, in bytes. The longest right answer, 30 boards of 225 characters, has 7 KB.
pub(super) const BODY_LIMIT: usize = 256 * 1024;

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
        let body_type = BodyType::of(request)?;
        let mut payload = payload.into_inner();
        let bytes =
            Bytes::from_request(request, &mut payload).await.map_err(|error| match error
                .as_error::<PayloadError>(
            ) {
                Some(PayloadError::Overflow) => too_large(),
                _ => Problem::new(
                    Code::BodyBroken,
                    format!("the body did not arrive whole: {error}"),
                ),
            })?;
        Ok(match body_type {
            BodyType::Json => Self::Json(bytes),
            BodyType::Form => Self::Form(bytes),
        })
    }
}

/// The types of body that are read.
enum BodyType {
    Json,
    Form,
}

impl BodyType {
    fn of(request: &HttpRequest) -> Result<Self, Problem> {
        match request.content_type() {
            "application/json" => Ok(Self::Json),
            "application/x-www-form-urlencoded" => Ok(Self::Form),
            other => Err(Problem::new(
                Code::BodyType,
                format!(
                    "the Content-Type is {other:?}; expected `application/json` or `application/x-www-form-urlencoded`"
                ),
            )),
        }
    }
}

/// Reads a JSON body; what is JSON but not of the form is the resource's own problem.
pub(super) fn from_json<T: DeserializeOwned>(bytes: &[u8], form: Code) -> Result<T, Problem> {
    serde_json::from_slice(bytes).map_err(|error| {
        let code = if error.is_data() { form } else { Code::BodyJson };
        Problem::new(code, error.to_string())
    })
}

/// Says why a form lacks a field, if there is more to say than that it does.
pub(super) fn missing_field(name: &str, body: &[u8], code: Code) -> Problem {
    let looks_like_json = body.first() == Some(&b'{');
    let reason = if looks_like_json {
        ": the body looks like JSON, but its Content-Type is that of a form; expected `Content-Type: application/json`"
    } else {
        " is missing"
    };
    Problem::new(code, format!("the field `{name}`{reason}"))
}

fn too_large() -> Problem {
    Problem::new(Code::BodySize, format!("a body may have at most {BODY_LIMIT} bytes"))
}
