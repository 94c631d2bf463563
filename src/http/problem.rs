//! The one door through which errors leave: RFC 9457 problem documents with stable codes.

use std::fmt;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, HttpResponseBuilder, ResponseError};
use serde::Serialize;

use crate::game::SetupError;
use crate::game::record::{RecordError, WrongFormat};
use crate::step::{JudgeError, Malformed, TokenError};
use crate::store::{NotAName, NotARecordName, StoreError};

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

/// Writes the catalogue once: the codes, their list, and their entries.
macro_rules! codes {
    ($($name:ident = $code:literal, $status:literal, $title:literal;)*) => {
        /// Every kind of problem that a request can meet. Clients may rely on the codes; they never change their meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The code's text, status and title.
            #[must_use]
            pub const fn entry(self) -> Entry {
                match self {
                    $(Self::$name => Entry { code: $code, status: $status, title: $title },)*
                }
            }
        }
    };
}

codes! {
    StepUnknown = "step.unknown", 404, "There is no such step";
    RouteUnknown = "route.unknown", 404, "There is nothing at this address";
    MethodUnknown = "method.unknown", 405, "The address has no such method";
    QueryInvalid = "query.invalid", 400, "The query cannot be understood";
    AnswerEmpty = "answer.empty", 422, "The answer is empty";
    AnswerCount = "answer.count", 422, "The answer has the wrong number of items";
    AnswerItem = "answer.item", 422, "An item is not of its form";
    AnswerForm = "answer.form", 422, "There is no answer of the right form";
    TaskForged = "task.forged", 400, "The token is not one of this server";
    TaskForeign = "task.foreign", 403, "The token belongs to somebody else";
    TaskExpired = "task.expired", 410, "The token is too old";
    TaskOutdated = "task.revision", 410, "The step has changed since";
    TaskStep = "task.step", 409, "The token belongs to another step";
    AuthKey = "auth.key", 401, "The key is not right";
    AuthForm = "auth.form", 401, "The credentials cannot be read";
    AuthMissing = "auth.missing", 401, "A key is needed";
    LearnerName = "learner.name", 422, "The name cannot be a learner's";
    LearnerTaken = "learner.taken", 409, "The name is taken";
    GameUnknown = "game.unknown", 404, "There is no such match";
    GameForm = "game.form", 422, "No match can be made of this";
    GameChanged = "game.changed", 409, "The match has changed meanwhile";
    SeatMissing = "seat.missing", 401, "A seat's key is needed";
    SeatKey = "seat.key", 403, "The key is not one of this match";
    MoveForm = "move.form", 422, "The move cannot be read";
    MoveIllegal = "move.illegal", 409, "The move is against the rules";
    MoveTurn = "move.turn", 409, "Another seat is to move";
    MoveOver = "move.over", 409, "The match is over";
    UndoNothing = "undo.nothing", 409, "There is nothing to take back";
    UndoStep = "undo.step", 409, "In a step's match nothing is taken back";
    AdvanceHuman = "advance.human", 409, "No computer is to move";
    LinesPlayer = "lines.player", 400, "There is no such player";
    RecordForm = "record.form", 422, "The record cannot be read";
    RecordIllegal = "record.illegal", 422, "The record contradicts itself";
    RecordFormat = "record.format", 400, "The game is not written in this format";
    RecordName = "record.name", 422, "The name cannot be a record's";
    RecordTaken = "record.taken", 409, "The learner has a record of this name";
    RecordUnknown = "record.unknown", 404, "The learner has no such record";
    BodySize = "body.size", 413, "The body is too large";
    BodyJson = "body.json", 400, "The body is not JSON";
    BodyType = "body.type", 415, "The body is of a type that is not read";
    BodyBroken = "body.broken", 400, "The body did not arrive whole";
    BodySlow = "body.slow", 408, "The body takes too long";
    JudgeError = "judge.error", 500, "The answer could not be judged";
    StoreFailed = "store.failed", 503, "The database does not answer";
    LimitBusy = "limit.busy", 503, "Too many computers think already";
    ServerError = "server.error", 500, "The server failed";
}

impl Code {
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

    /// Of a fault of ours the learner is told no inner details.
    fn public_detail(&self) -> &str {
        if self.code.status().is_server_error() {
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
        if self.code.status().is_server_error() {
            tracing::error!(code, detail = self.detail, "a fault of ours");
        }
        let mut response = HttpResponseBuilder::new(self.status_code());
        if self.status_code() == StatusCode::UNAUTHORIZED {
            response.insert_header((
                header::WWW_AUTHENTICATE,
                "Basic realm=\"gradus\", charset=\"UTF-8\"",
            ));
        }
        if self.status_code() == StatusCode::SERVICE_UNAVAILABLE {
            response.insert_header((header::RETRY_AFTER, "1"));
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
            TokenError::Outdated => (Code::TaskOutdated, "fetch the step again"),
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
            StoreError::RecordTaken => {
                Self::new(Code::RecordTaken, "you have a record of this name: choose another one")
            }
            StoreError::MatchChanged => Self::new(
                Code::GameChanged,
                "somebody has moved or taken back meanwhile: look at the match again",
            ),
            StoreError::Database(text) => Self::new(Code::StoreFailed, text),
        }
    }
}

impl From<NotAName> for Problem {
    fn from(error: NotAName) -> Self {
        let expected = "expected 1 to 64 letters, digits, blanks or . _ - – ' ’ + @";
        Self::new(Code::LearnerName, format!("{error}; {expected}"))
    }
}

impl From<NotARecordName> for Problem {
    fn from(error: NotARecordName) -> Self {
        Self::new(Code::RecordName, error.to_string())
    }
}

impl From<SetupError> for Problem {
    fn from(error: SetupError) -> Self {
        Self::new(Code::GameForm, error.to_string())
    }
}

impl From<RecordError> for Problem {
    fn from(error: RecordError) -> Self {
        let code = match error {
            RecordError::Form(_) => Code::RecordForm,
            RecordError::Illegal(_) => Code::RecordIllegal,
        };
        Self::new(code, error.to_string())
    }
}

impl From<WrongFormat> for Problem {
    fn from(error: WrongFormat) -> Self {
        Self::new(Code::RecordFormat, error.to_string())
    }
}

impl From<JudgeError> for Problem {
    fn from(error: JudgeError) -> Self {
        Self::new(Code::JudgeError, error.to_string())
    }
}
