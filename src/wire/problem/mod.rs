//! Errors as they are sent: RFC 9457 problem documents with stable codes.
//!
//! A handler returns a [`Problem`], which becomes the error of actix's response. The middleware, which knows the request, renders it
//! as JSON or as a page.

mod codes;

use std::borrow::Cow;
use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue, RETRY_AFTER, VARY,
    WWW_AUTHENTICATE,
};
use actix_web::mime::Mime;
use actix_web::{HttpResponse, HttpResponseBuilder, ResponseError};
pub use codes::{Code, Entry};
use serde::Serialize;
use serde_with::skip_serializing_none;
use utoipa::ToSchema;

use super::verdict::DiagnosisReply;
use crate::course::{RosterDiagnostic, RosterEncoding};
use crate::step::{Diagnosis, Language, StepNumber, Text};
use crate::texts;

/// Why a request failed.
#[derive(Clone, Debug)]
pub struct Problem {
    code: Code,
    detail: Message,
    members: Box<Members>,
    diagnosis: Option<Box<Diagnosis>>,
    faults: Box<[RosterDiagnostic]>,
}

/// What was wrong and what was expected.
#[derive(Clone, Debug)]
enum Message {
    /// For the caller, in the language of the request.
    Public(Text),
    /// For the log alone, in English: what the server did wrong.
    Internal(String),
}

/// The extension members of a problem document, by code.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[schema(as = ProblemMembers, description = "The same as members of the document.")]
pub(crate) struct Members {
    /// `answer.empty`, `answer.count`: the number of items that the task asks for.
    pub(crate) expected: Option<usize>,
    /// `answer.count`: the number of items that were sent.
    pub(crate) found: Option<usize>,
    /// `answer.item`: the position of the first malformed item, from 1.
    pub(crate) position: Option<usize>,
    /// `method.unknown`: the methods that the address supports.
    pub(crate) allowed: Option<Vec<&'static str>>,
    /// `step.unknown`: the steps that exist for the caller.
    #[schema(value_type = Option<Vec<String>>)]
    pub(crate) known_steps: Option<Vec<StepNumber>>,
    /// `roster.invalid`: the encoding in which a file was read, such as `windows-1252`.
    pub(crate) encoding: Option<&'static str>,
    /// `roster.invalid`: all that is wrong with the class list.
    pub(crate) faults: Option<Vec<FaultReply>>,
    /// Every problem with status 429 or 503: after how many seconds the client should try again.
    pub(crate) retry_after: Option<u32>,
}

/// A fault of a class list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FaultReply {
    /// The line, from 1.
    pub(crate) line: usize,
    /// What was found.
    pub(crate) what: String,
    /// What to do about it.
    pub(crate) help: String,
}

impl FaultReply {
    fn new(RosterDiagnostic { line, what, help }: &RosterDiagnostic, language: Language) -> Self {
        let text = |text: &Text| text.render(language).into_owned();
        Self { line: *line, what: text(what), help: text(help) }
    }
}

/// `Retry-After` of a 503, in seconds: a full queue or a busy database usually recovers within a second.
const RETRY_SECONDS: u32 = 1;

impl Problem {
    /// A problem that a request has caused. The detail says what was wrong and what was expected.
    pub fn new(code: Code, detail: Text) -> Self {
        Self::of(code, Message::Public(detail))
    }

    /// An error of the server. The detail is for the log.
    pub fn internal(code: Code, detail: impl Into<String>) -> Self {
        Self::of(code, Message::Internal(detail.into()))
    }

    fn of(code: Code, detail: Message) -> Self {
        let is_unavailable = code.status() == StatusCode::SERVICE_UNAVAILABLE;
        let retry_after = is_unavailable.then_some(RETRY_SECONDS);
        let members = Members { retry_after, ..Members::default() }.into();
        Self { code, detail, members, diagnosis: None, faults: Box::default() }
    }

    /// The same problem with extension members.
    pub(crate) fn with(self, members: Members) -> Self {
        Self { members: members.into(), ..self }
    }

    /// The same problem, which is over in so many seconds.
    pub(crate) fn retry_in(self, seconds: u32) -> Self {
        self.with(Members { retry_after: Some(seconds), ..Members::default() })
    }

    /// The same problem with what explains the malformed answer.
    pub(crate) fn explained(self, diagnosis: Option<Diagnosis>) -> Self {
        Self { diagnosis: diagnosis.map(Box::new), ..self }
    }

    /// In how many seconds the request may succeed, if that is known.
    pub(crate) fn retry_after(&self) -> Option<u32> {
        self.members.retry_after
    }

    /// The same problem with the encoding in which a class list was read, if it was a file.
    pub(crate) fn of_encoding(self, encoding: Option<RosterEncoding>) -> Self {
        let members = Members { encoding: encoding.map(RosterEncoding::name), ..*self.members };
        Self { members: members.into(), ..self }
    }

    /// The same problem with all that is wrong with a class list.
    pub(crate) fn with_faults(self, faults: Vec<RosterDiagnostic>) -> Self {
        Self { faults: faults.into(), ..self }
    }

    /// All that is wrong with a class list; nothing of other problems.
    pub(crate) fn roster_faults(&self, language: Language) -> Vec<FaultReply> {
        self.faults.iter().map(|fault| FaultReply::new(fault, language)).collect()
    }

    /// Whether it is about an answer that is not judged, rather than about the request.
    pub(crate) fn is_of_answer(&self) -> bool {
        matches!(
            self.code,
            Code::StepClosed
                | Code::AnswerEmpty
                | Code::AnswerCount
                | Code::AnswerItem
                | Code::AnswerForm
                | Code::TaskClosed
                | Code::TaskVoided
                | Code::LimitCooldown
                | Code::LimitAttempts
        )
    }

    /// Whether the request caused it, rather than the server.
    pub(crate) fn is_of_request(&self) -> bool {
        !self.code.status().is_server_error()
    }

    /// What the caller of a server with this prefix is told, in a language.
    pub(crate) fn message(&self, language: Language, prefix: &str) -> String {
        self.document(language, prefix).detail
    }

    /// The stable code.
    pub(crate) fn code(&self) -> Code {
        self.code
    }

    /// The full detail, for the log.
    pub(crate) fn detail(&self) -> Cow<'_, str> {
        match &self.detail {
            Message::Public(text) => without_middle(text.english()),
            Message::Internal(text) => text.into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.entry().code, self.detail())
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

/// The longest detail, in bytes: it may repeat a text of any length that the client sent.
const DETAIL_LIMIT: usize = 480;

/// A long text without its middle: what was wrong is at the beginning, and what was expected at the end.
fn without_middle(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.len() <= DETAIL_LIMIT {
        return text;
    }
    let (start, end) = (DETAIL_LIMIT / 2, text.len() - DETAIL_LIMIT / 2);
    let (start, _) = text.split_at(text.floor_char_boundary(start));
    let (_, end) = text.split_at(text.ceil_char_boundary(end));
    format!("{start} … {end}").into()
}

const PROBLEM_JSON: &str = "application/problem+json";

#[expect(clippy::expect_used, reason = "the media type is a constant")]
pub(crate) fn problem_json() -> Mime {
    PROBLEM_JSON.parse().expect("`PROBLEM_JSON` is a media type")
}

/// A problem document, RFC 9457.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub(crate) struct Document {
    /// Always false.
    is_success: bool,
    /// The address of the code's description, relative to the server.
    r#type: String,
    /// What the code means.
    pub(crate) title: &'static str,
    /// The HTTP status.
    pub(crate) status: u16,
    /// What was wrong with this request and what was expected.
    pub(crate) detail: String,
    /// The stable code.
    pub(crate) code: &'static str,
    /// Members for programs, by code.
    #[serde(flatten)]
    members: Members,
    /// Why an answer is malformed, as far as it can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    diagnosis: Option<DiagnosisReply>,
}

impl Problem {
    /// The response with the problem document.
    pub(crate) fn respond(&self, language: Language, prefix: &str) -> HttpResponse {
        let mut response = self.response();
        response.insert_header((CONTENT_TYPE, PROBLEM_JSON));
        match serde_json::to_vec(&self.document(language, prefix)) {
            Ok(body) => response.body(body),
            // The status alone still tells the caller what happened.
            Err(_) => response.finish(),
        }
    }

    /// A response with the status and the headers of this problem, without a body.
    pub(crate) fn response(&self) -> HttpResponseBuilder {
        let mut response = HttpResponse::build(self.code.status());
        response.insert_header((CACHE_CONTROL, HeaderValue::from_static("no-store")));
        response.insert_header((VARY, HeaderValue::from_static("Accept, Accept-Language")));
        if self.code.status() == StatusCode::UNAUTHORIZED {
            let challenge = "Basic realm=\"gradus\", charset=\"UTF-8\"";
            response.insert_header((WWW_AUTHENTICATE, HeaderValue::from_static(challenge)));
        }
        if let Some(seconds) = self.retry_after() {
            response.insert_header((RETRY_AFTER, seconds.to_string()));
        }
        if let Some(allowed) = &self.members.allowed {
            response.insert_header((ALLOW, allowed.join(", ")));
        }
        response
    }

    /// The whole response as bytes, for a connection whose request no handler gets.
    pub(crate) fn to_http(&self, prefix: &str) -> Vec<u8> {
        let status = self.code.status();
        // Without a body, the status still tells the client what happened.
        let body =
            serde_json::to_vec(&self.document(Language::ENGLISH, prefix)).unwrap_or_default();
        let head = format!(
            "HTTP/1.1 {status}\r\n{CONTENT_TYPE}: {PROBLEM_JSON}\r\n{CONTENT_LENGTH}: {}\r\n\
             {CONNECTION}: close\r\n",
            body.len()
        );
        let retry = self.retry_after().map(|seconds| format!("{RETRY_AFTER}: {seconds}\r\n"));
        let retry = retry.unwrap_or_default();
        [head.as_bytes(), retry.as_bytes(), b"\r\n", &body].concat()
    }

    /// The problem document in a language, at a server with this prefix.
    pub(crate) fn document(&self, language: Language, prefix: &str) -> Document {
        let Entry { code, status, .. } = self.code.entry();
        let diagnosis = self.diagnosis.as_deref().map(|known| DiagnosisReply::new(known, language));
        let mut detail = self.public_detail(language, prefix).into_owned();
        if let Some(diagnosis) = &diagnosis {
            detail.push_str(&diagnosis.sentences(language));
        }
        let mut members = Members::clone(&self.members);
        if !self.faults.is_empty() {
            members.faults = Some(self.roster_faults(language));
        }
        Document {
            is_success: false,
            r#type: format!("{prefix}/problems#{code}"),
            title: self.code.title(language),
            status,
            detail,
            code,
            members,
            diagnosis,
        }
    }

    /// The detail for the caller. What is for the log alone could reveal internals.
    fn public_detail(&self, language: Language, prefix: &str) -> Cow<'_, str> {
        match &self.detail {
            Message::Public(text) => without_middle(text.render_below(prefix, language)),
            Message::Internal(_) => texts::server::error().render(language).into_owned().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_logged_with_its_code() {
        let problem = Problem::internal(Code::JudgeError, "the kind sum panicked");
        assert_eq!(problem.to_string(), "judge.error: the kind sum panicked");
    }

    #[test]
    fn a_long_detail_keeps_its_beginning_and_its_end() {
        let detail =
            |text: &str| Problem::new(Code::BodyJson, Text::from(text)).detail().into_owned();
        let most = "x".repeat(DETAIL_LIMIT);
        assert_eq!(detail(&most), most);
        let half = DETAIL_LIMIT / 2;
        let long = format!("{}?{}", "a".repeat(half), "z".repeat(half));
        assert_eq!(detail(&long), format!("{} … {}", "a".repeat(half), "z".repeat(half)));
    }
}
