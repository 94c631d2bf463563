//! Replies in JSON. They depend on who asks and when, so nobody in between may keep them.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use serde::Serialize;

use super::problem::{Code, Problem};

/// Most replies are smaller: their text is written without growing.
const USUAL_LENGTH: usize = 1024;

/// A reply with this status and this object.
pub(super) fn reply(status: StatusCode, object: &impl Serialize) -> Result<HttpResponse, Problem> {
    let mut body = Vec::with_capacity(USUAL_LENGTH);
    serde_json::to_writer(&mut body, object)
        .map_err(|error| Problem::new(Code::ServerError, error.to_string()))?;
    Ok(HttpResponse::build(status)
        .insert_header((CONTENT_TYPE, HeaderValue::from_static("application/json")))
        .insert_header((CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .body(body))
}
