//! The one door through which errors leave: RFC 9457 problem documents with stable codes.
//!
//! A handler returns a [`Problem`]; it travels as the error of actix's response, and the middleware, which has the request at hand,
//! has it rendered ([`Problem::render`]) as JSON or as a page.

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

/// One problem that a request met.
#[derive(Debug)]
pub struct Problem {
    code: Code,
    detail: String,
    extension: Option<Extension>,
}

/// What a program may want to know of a problem besides its code, by kind of problem.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum Extension {
    /// `answer.empty`
    Empty {
        /// How many items the task asks for.
        expected: usize,
    },
    /// `answer.count`
    Count {
        /// How many items the task asks for.
        expected: usize,
        /// How many were sent.
        found: usize,
    },
    /// `answer.item`
    Item {
        /// The first malformed item, from 1.
        position: usize,
    },
    /// `method.unknown`
    Methods {
        /// The methods that the address has.
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
        /// After how many seconds it is worth another try.
        retry_after: u32,
    },
}

/// After how many seconds a 503 is worth another try: a full queue of computers' moves, or a busy database, has room again soon.
const RETRY_AFTER: u32 = 1;

impl Problem {
    /// A problem of this code; the detail names what was wrong and what was expected.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        let unavailable = code.status() == StatusCode::SERVICE_UNAVAILABLE;
        let extension = unavailable.then_some(Extension::Retry { retry_after: RETRY_AFTER });
        Self { code, detail: detail.into(), extension }
    }

    /// The same with members for programs.
    pub(super) fn with(self, extension: Extension) -> Self {
        Self { extension: Some(extension), ..self }
    }

    /// What actix itself, or one of its extractors, refused.
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

    /// Everything that is known of it, for the log.
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

    /// Only the status: the middleware renders the rest.
    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status_code())
    }
}
