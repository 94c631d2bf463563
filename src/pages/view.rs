//! Pages: what a browser gets at the addresses of the data.

use std::borrow::Cow;

use actix_web::body::BoxBody;
use actix_web::cookie::Cookie;
use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, ContentType, HeaderName, HeaderValue,
    LOCATION, RETRY_AFTER, VARY, WWW_AUTHENTICATE,
};
use actix_web::mime::APPLICATION_JSON;
use actix_web::{HttpRequest, HttpResponse, Responder, ResponseError as _};
use askama::Template;

use crate::app::caller::{Caller, Person};
use crate::app::state::State;
use crate::course::{Learner, ScoreboardNames};
use crate::pages::frame::{Frame, POLICY};
use crate::step::Language;
use crate::store::Instructor;
use crate::wire::accept::LANG;
use crate::wire::accept::prefers_html;
use crate::wire::compression;
use crate::wire::extract::Extract;
use crate::wire::fields::pairs;
use crate::wire::language::{ReplyLanguage, language_cookie};
use crate::wire::openapi::{Describe, Operation};
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::{NO_SNIFFING, REFERRER};

/// How a caller wants what is at an address.
pub(crate) enum View {
    /// As a page, with this frame. The name of the caller is not in it yet. Boxed, so that requests for data need no room for it.
    Page(Box<Frame>),
    /// As data.
    Data,
}

impl Extract for View {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        if !prefers_html(request, &[APPLICATION_JSON]) {
            return Ok(Self::Data);
        }
        let ReplyLanguage(language) = ReplyLanguage::extract(request, payload).await?;
        Ok(Self::Page(Box::new(frame_of(request, language))))
    }

    fn describe(operation: &mut Operation) {
        ReplyLanguage::describe(operation);
    }
}

/// The frame of the page at a request's address.
pub(crate) fn frame_of(request: &HttpRequest, language: Language) -> Frame {
    let asked = request.query_string().as_bytes();
    // An answer is not sent again, and no other task is drawn, because somebody reads another language.
    let kept = pairs(asked).filter(|(name, _)| ![LANG, "ans", "fresh"].contains(&name.as_ref()));
    let mut query = form_urlencoded::Serializer::new(String::new());
    let query = query.extend_pairs(kept).append_key_only(LANG).finish();
    let path = path_on_this_server(request.path());
    let address = format!("{path}?{query}");
    let course = &State::of(request).curriculum().course;
    let has_scoreboard = course.scoreboard != ScoreboardNames::Off;
    Frame { language, path, address, learner: None, instructor: None, has_scoreboard }
}

/// The path as a link on a page: with one slash at its beginning, because what follows two is the name of another server. Browsers read
/// `\` as `/`.
fn path_on_this_server(path: &str) -> String {
    format!("/{}", path.trim_start_matches(['/', '\\']))
}

impl Frame {
    /// The frame of a page that somebody sees.
    pub(crate) fn seen_by<'a>(self, viewer: impl Into<Viewer<'a>>) -> Self {
        match viewer.into() {
            Viewer::Nobody => self,
            Viewer::Learner(learner) => Self { learner: Some(learner.name.to_string()), ..self },
            Viewer::Instructor(instructor) => {
                Self { instructor: Some(instructor.name.to_string()), ..self }
            }
        }
    }
}

/// Who sees a page.
pub(crate) enum Viewer<'a> {
    /// Somebody without a key.
    Nobody,
    Learner(&'a Learner),
    Instructor(&'a Instructor),
}

impl<'a> From<&'a Caller> for Viewer<'a> {
    fn from(Caller { learner, instructor, .. }: &'a Caller) -> Self {
        let learner = learner.as_ref().map(Self::Learner);
        instructor.as_ref().map(Self::Instructor).or(learner).unwrap_or(Self::Nobody)
    }
}

impl<'a> From<&'a Learner> for Viewer<'a> {
    fn from(learner: &'a Learner) -> Self {
        Self::Learner(learner)
    }
}

impl<'a> From<&'a Instructor> for Viewer<'a> {
    fn from(instructor: &'a Instructor) -> Self {
        Self::Instructor(instructor)
    }
}

impl<'a> From<Option<&'a Person>> for Viewer<'a> {
    fn from(person: Option<&'a Person>) -> Self {
        match person {
            Some(Person::Learner(learner)) => Self::Learner(learner),
            Some(Person::Instructor(instructor)) => Self::Instructor(instructor),
            None => Self::Nobody,
        }
    }
}

/// A page.
pub(crate) struct PageReply {
    status: StatusCode,
    html: String,
    language: Language,
    cookie: Option<Cookie<'static>>,
    /// When what was refused may be tried again, in seconds.
    retry_after: Option<u32>,
    /// The `Content-Security-Policy`.
    policy: &'static str,
}

impl PageReply {
    /// `200 OK`.
    pub(crate) fn ok(language: Language, page: &impl Template) -> Result<Self, Problem> {
        let html = page.render();
        let html = html.map_err(|error| Problem::internal(Code::ServerError, error.to_string()))?;
        Ok(Self {
            status: StatusCode::OK,
            html,
            language,
            cookie: None,
            retry_after: None,
            policy: POLICY,
        })
    }

    /// The same with another status.
    pub(crate) fn with_status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// The same with a problem's status: the page tells what was refused.
    pub(crate) fn refusing(self, problem: &Problem) -> Self {
        Self { status: problem.status_code(), retry_after: problem.retry_after(), ..self }
    }

    /// The same with a cookie.
    pub(crate) fn with_cookie(self, cookie: Cookie<'static>) -> Self {
        Self { cookie: Some(cookie), ..self }
    }

    /// The same under another `Content-Security-Policy` than most pages have.
    pub(crate) fn with_policy(self, policy: &'static str) -> Self {
        Self { policy, ..self }
    }
}

/// The headers of every page. Pages depend on the caller, so no cache may store them, and have links that name the host.
pub(crate) const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (VARY, HeaderValue::from_static("Accept, Accept-Encoding, Accept-Language, Cookie, Host")),
    NO_SNIFFING,
    REFERRER,
];

/// What a page says with status 401. Asked for Basic, a browser would ask for name and key in a window of its own, and show no page.
pub(crate) const CHALLENGE: HeaderValue = HeaderValue::from_static("Bearer realm=\"gradus\"");

impl Responder for PageReply {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        if let Some(cookie) = language_cookie(request) {
            response.cookie(cookie);
        }
        for header in HEADERS {
            response.insert_header(header);
        }
        response.insert_header((CONTENT_SECURITY_POLICY, self.policy));
        if self.status == StatusCode::UNAUTHORIZED {
            response.insert_header((WWW_AUTHENTICATE, CHALLENGE));
        }
        if let Some(seconds) = self.retry_after {
            response.insert_header((RETRY_AFTER, seconds.to_string()));
        }
        response.insert_header(ContentType::html());
        response.insert_header((CONTENT_LANGUAGE, self.language.tag()));
        if let Some(cookie) = self.cookie {
            response.cookie(cookie);
        }
        compression::respond(request, &mut response, self.html)
    }
}

impl Describe for PageReply {
    fn describe(operation: &mut Operation) {
        operation.replies_page();
    }
}

/// The way to another page, after a form was sent: the browser gets that page.
pub(crate) struct SeeOther {
    path: Cow<'static, str>,
    cookie: Option<Cookie<'static>>,
}

impl SeeOther {
    /// To the page at this path.
    pub(crate) fn to(path: impl Into<Cow<'static, str>>) -> Self {
        Self { path: path.into(), cookie: None }
    }

    /// The same with a cookie.
    pub(crate) fn with_cookie(self, cookie: Cookie<'static>) -> Self {
        Self { cookie: Some(cookie), ..self }
    }
}

impl Responder for SeeOther {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        let mut response = HttpResponse::SeeOther();
        response.insert_header((LOCATION, &*self.path));
        if let Some(cookie) = self.cookie {
            response.cookie(cookie);
        }
        response.finish()
    }
}

impl Describe for SeeOther {
    fn describe(operation: &mut Operation) {
        operation.leads_elsewhere();
    }
}
