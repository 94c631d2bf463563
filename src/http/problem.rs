//! The one door through which errors leave: RFC 9457 problem documents with stable codes.

use std::fmt;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, HttpResponseBuilder, ResponseError};
use serde::Serialize;

use crate::step::{JudgeError, Malformed, TokenError};
use crate::store::{NotAName, StoreError};

/// Every kind of problem that a request can meet. Clients may rely on the codes; they never change their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The address names no step.
    StepUnknown,
    /// The address names nothing.
    RouteUnknown,
    /// The address exists, but not for this method.
    MethodUnknown,
    /// A query parameter that nobody reads, or a value that it cannot have.
    QueryInvalid,
    /// The answer has no item.
    AnswerEmpty,
    /// The answer has too few or too many items.
    AnswerCount,
    /// An item is not of its form.
    AnswerItem,
    /// The request has no answer, or something that is no answer.
    AnswerForm,
    /// A token that this server did not make.
    TaskForged,
    /// Somebody else's token.
    TaskForeign,
    /// A token that is too old.
    TaskExpired,
    /// A token from before the step was changed.
    TaskRevision,
    /// A token of another step.
    TaskStep,
    /// The key is nobody's, or not this learner's.
    AuthKey,
    /// The `Authorization` header cannot be read.
    AuthForm,
    /// The address is for learners with a key.
    AuthMissing,
    /// The name cannot be a learner's.
    LearnerName,
    /// The name is another learner's.
    LearnerTaken,
    /// The request's body is too large.
    BodySize,
    /// The request's body is no JSON.
    BodyJson,
    /// The request's body is of a type that is not read.
    BodyType,
    /// The request's body did not arrive whole.
    BodyBroken,
    /// We could not judge the answer.
    JudgeError,
    /// We could not remember or look up something.
    StoreFailed,
    /// Any other fault of ours.
    ServerError,
}

/// What is the same for every problem of one code.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Entry {
    /// The stable code.
    pub code: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What the code means.
    pub title: &'static str,
}

impl Code {
    /// Every code, in the order of the documentation.
    pub const ALL: [Self; 25] = [
        Self::StepUnknown,
        Self::RouteUnknown,
        Self::MethodUnknown,
        Self::QueryInvalid,
        Self::AnswerEmpty,
        Self::AnswerCount,
        Self::AnswerItem,
        Self::AnswerForm,
        Self::TaskForged,
        Self::TaskForeign,
        Self::TaskExpired,
        Self::TaskRevision,
        Self::TaskStep,
        Self::AuthKey,
        Self::AuthForm,
        Self::AuthMissing,
        Self::LearnerName,
        Self::LearnerTaken,
        Self::BodySize,
        Self::BodyJson,
        Self::BodyType,
        Self::BodyBroken,
        Self::JudgeError,
        Self::StoreFailed,
        Self::ServerError,
    ];

    /// The code's text, status and title.
    #[must_use]
    pub const fn entry(self) -> Entry {
        let (code, status, title) = match self {
            Self::StepUnknown => ("step.unknown", 404, "There is no such step"),
            Self::RouteUnknown => ("route.unknown", 404, "There is nothing at this address"),
            Self::MethodUnknown => ("method.unknown", 405, "The address has no such method"),
            Self::QueryInvalid => ("query.invalid", 400, "The query cannot be understood"),
            Self::AnswerEmpty => ("answer.empty", 422, "The answer is empty"),
            Self::AnswerCount => ("answer.count", 422, "The answer has the wrong number of items"),
            Self::AnswerItem => ("answer.item", 422, "An item is not of its form"),
            Self::AnswerForm => ("answer.form", 422, "There is no answer of the right form"),
            Self::TaskForged => ("task.forged", 400, "The token is not one of this server"),
            Self::TaskForeign => ("task.foreign", 403, "The token belongs to somebody else"),
            Self::TaskExpired => ("task.expired", 410, "The token is too old"),
            Self::TaskRevision => ("task.revision", 410, "The step has changed since"),
            Self::TaskStep => ("task.step", 409, "The token belongs to another step"),
            Self::AuthKey => ("auth.key", 401, "The key is not right"),
            Self::AuthForm => ("auth.form", 401, "The credentials cannot be read"),
            Self::AuthMissing => ("auth.missing", 401, "A key is needed"),
            Self::LearnerName => ("learner.name", 422, "The name cannot be a learner's"),
            Self::LearnerTaken => ("learner.taken", 409, "The name is taken"),
            Self::BodySize => ("body.size", 413, "The body is too large"),
            Self::BodyJson => ("body.json", 400, "The body is not JSON"),
            Self::BodyType => ("body.type", 415, "The body is of a type that is not read"),
            Self::BodyBroken => ("body.broken", 400, "The body did not arrive whole"),
            Self::JudgeError => ("judge.error", 500, "The answer could not be judged"),
            Self::StoreFailed => ("store.failed", 503, "The database does not answer"),
            Self::ServerError => ("server.error", 500, "The server failed"),
        };
        Entry { code, status, title }
    }

    fn status(self) -> StatusCode {
        StatusCode::from_u16(self.entry().status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

/// One problem that a request met.
#[derive(Debug)]
pub struct Problem {
    code: Code,
    detail: String,
}

impl Problem {
    /// A problem of this code; the detail names what was wrong and what was expected.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into() }
    }

    /// Faults of ours are logged in full, and the learner is told no inner details.
    fn public_detail(&self) -> &str {
        if self.code.status().is_server_error() {
            tracing::error!(code = self.code.entry().code, detail = self.detail, "a fault of ours");
            "It is not your fault, and nothing was counted against you. Please try again."
        } else {
            &self.detail
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.entry().code, self.detail)
    }
}

/// A problem on the wire.
#[derive(Serialize)]
struct Document<'a> {
    is_success: bool,
    r#type: String,
    title: &'static str,
    status: u16,
    detail: &'a str,
    code: &'static str,
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.code.status()
    }

    fn error_response(&self) -> HttpResponse {
        let Entry { code, status, title } = self.code.entry();
        let mut response = HttpResponseBuilder::new(self.status_code());
        if self.status_code() == StatusCode::UNAUTHORIZED {
            response.insert_header((
                header::WWW_AUTHENTICATE,
                "Basic realm=\"gradus\", charset=\"UTF-8\"",
            ));
        }
        response
            .insert_header((header::CONTENT_TYPE, "application/problem+json"))
            .insert_header((header::CACHE_CONTROL, "no-store"));
        let document = Document {
            is_success: false,
            r#type: format!("/problems#{code}"),
            title,
            status,
            detail: self.public_detail(),
            code,
        };
        match serde_json::to_vec(&document) {
            Ok(body) => response.body(body),
            Err(_) => response.finish(),
        }
    }
}

impl From<Malformed> for Problem {
    fn from(malformed: Malformed) -> Self {
        let code = match malformed {
            Malformed::Empty { .. } => Code::AnswerEmpty,
            Malformed::Count { .. } => Code::AnswerCount,
            Malformed::Item { .. } => Code::AnswerItem,
        };
        Self::new(code, malformed.to_string())
    }
}

impl From<TokenError> for Problem {
    fn from(error: TokenError) -> Self {
        let (code, mend) = match error {
            TokenError::Forged => (Code::TaskForged, "send the step's `task` unchanged"),
            TokenError::Foreign => (
                Code::TaskForeign,
                "fetch and answer a task with the same key, or both without one from the same address",
            ),
            TokenError::OtherStep(_) => (Code::TaskStep, "answer at that step's address"),
            TokenError::Revision => (Code::TaskRevision, "fetch the step again"),
            TokenError::Expired => (Code::TaskExpired, "fetch the step again"),
        };
        Self::new(code, format!("{error}: {mend}"))
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NameTaken => {
                Self::new(Code::LearnerTaken, "another learner has this name: choose another one")
            }
            StoreError::Database(text) => Self::new(Code::StoreFailed, text),
        }
    }
}

impl From<NotAName> for Problem {
    fn from(error: NotAName) -> Self {
        let expected = "expected 1 to 64 letters, digits, blanks or . _ - ' + @";
        Self::new(Code::LearnerName, format!("{error}; {expected}"))
    }
}

impl From<JudgeError> for Problem {
    fn from(error: JudgeError) -> Self {
        Self::new(Code::JudgeError, error.to_string())
    }
}
