//! Errors as they are sent: RFC 9457 problem documents with stable codes.
//!
//! A handler returns a [`Problem`], which becomes the error of actix's response. The middleware, which knows the request, renders it
//! as JSON or as a page ([`Problem::render`]).

mod catalogue;
mod conversions;
mod document;

use std::fmt;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use utoipa::ToSchema;

pub use catalogue::{Code, Entry};
pub(super) use document::Document;

use crate::step::StepNumber;

/// Why a request failed.
#[derive(Debug)]
pub struct Problem {
    code: Code,
    detail: String,
    extension: Option<Extension>,
}

/// The extension members of a problem document, by code.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum Extension {
    /// `answer.empty`
    Empty {
        /// The number of items that the task asks for.
        expected: usize,
    },
    /// `answer.count`
    Count {
        /// The number of items that the task asks for.
        expected: usize,
        /// The number of items that were sent.
        found: usize,
    },
    /// `answer.item`
    Item {
        /// The position of the first malformed item, from 1.
        position: usize,
    },
    /// `method.unknown`
    Methods {
        /// The methods that the address supports.
        allowed: &'static [&'static str],
    },
    /// `step.unknown`
    Steps {
        /// The steps that exist.
        #[schema(value_type = Vec<String>)]
        known_steps: Vec<StepNumber>,
    },
    /// Every problem with status 503
    Retry {
        /// After how many seconds the client should try again.
        retry_after: u32,
    },
}

/// `Retry-After` of a 503, in seconds: a full queue or a busy database usually recovers within a second.
const RETRY_AFTER: u32 = 1;

impl Problem {
    /// A problem with this code. The detail says what was wrong and what was expected.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        let unavailable = code.status() == StatusCode::SERVICE_UNAVAILABLE;
        let extension = unavailable.then_some(Extension::Retry { retry_after: RETRY_AFTER });
        Self { code, detail: detail.into(), extension }
    }

    /// The same problem with extension members.
    pub(super) fn with(self, extension: Extension) -> Self {
        Self { extension: Some(extension), ..self }
    }

    /// The problem for an error of actix itself or of one of its extractors.
    pub(super) fn from_actix(error: &actix_web::Error) -> Self {
        let code = match error.as_response_error().status_code() {
            StatusCode::NOT_FOUND => Code::RouteUnknown,
            StatusCode::PAYLOAD_TOO_LARGE => Code::BodySize,
            status if status.is_client_error() => Code::RequestInvalid,
            _ => Code::ServerError,
        };
        Self::new(code, error.to_string())
    }

    /// The stable code.
    pub(super) fn code(&self) -> Code {
        self.code
    }

    /// The full detail, for the log.
    pub(super) fn detail(&self) -> &str {
        &self.detail
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.entry().code, self.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.code.status()
    }

    /// An empty response with the status: the middleware renders the document.
    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status_code())
    }
}
