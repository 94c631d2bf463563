//! Pages: what a browser gets at the addresses of the data.

use std::borrow::Cow;
use std::sync::Arc;

use actix_web::body::BoxBody;
use actix_web::cookie::Cookie;
use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, ContentType, HeaderName, HeaderValue,
    LOCATION, RETRY_AFTER, VARY, WWW_AUTHENTICATE,
};
use actix_web::mime::APPLICATION_JSON;
use actix_web::{
    Either, HttpRequest, HttpResponse, HttpResponseBuilder, Responder, ResponseError as _,
};
use askama::Template;
use serde::Serialize;

use crate::app::authentication::session_person;
use crate::app::caller::{Caller, Person};
use crate::app::state::State;
use crate::course::{Learner, LearnerName};
use crate::pages::frame::{Frame, POLICY};
use crate::pages::models::ProblemPage;
use crate::step::Language;
use crate::store::Instructor;
use crate::wire::accept::{LANG, ReplyLanguage, language_cookie, prefers_html};
use crate::wire::base_url::Addresses;
use crate::wire::body::Form;
use crate::wire::browser::own_cookie;
use crate::wire::extract::Extract;
use crate::wire::fields::pairs;
use crate::wire::openapi::{Describe, Operation};
use crate::wire::problem::{Code, Document, Problem, problem_json};
use crate::wire::reply;
use crate::wire::reply::{NO_SNIFFING, REFERRER, Reply};

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

/// Data, or the page that shows them.
pub(crate) type Shown<T, const STATUS: u16 = 200> = Either<PageReply, Reply<T, STATUS>>;

/// The reply to a form: the form again after a refusal, the way to another page, or data.
pub(crate) type Sent<T, const STATUS: u16 = 200> =
    Either<PageReply, Either<SeeOther, Reply<T, STATUS>>>;

impl View {
    /// Shows data to a caller, if they want a page in this one.
    pub(crate) fn show<T: Serialize, P: Template, const STATUS: u16>(
        self,
        viewer: &impl Viewer,
        data: T,
        page: impl FnOnce(Frame, T) -> P,
    ) -> Result<Shown<T, STATUS>, Problem> {
        match self {
            Self::Page(frame) => {
                let language = frame.language;
                let page = PageReply::ok(language, &page(frame.seen_by(viewer), data))?;
                Ok(Either::Left(PageReply { status: Reply::<T, STATUS>::status(), ..page }))
            }
            Self::Data => Ok(Either::Right(Reply::new(data))),
        }
    }

    /// After a change: leads a browser to a page, and replies with the data to others.
    pub(crate) fn redirect<T: Serialize, const STATUS: u16>(
        self,
        path: impl Into<Cow<'static, str>>,
        data: T,
    ) -> Either<SeeOther, Reply<T, STATUS>> {
        match self {
            Self::Page(_) => Either::Left(SeeOther::to(path)),
            Self::Data => Either::Right(Reply::new(data)),
        }
    }

    /// The reply to a form. After a change: leads a browser to a page, and replies with the data to others. After a refusal: the form again.
    pub(crate) async fn sent<T: Serialize, P: Template, const STATUS: u16>(
        self,
        viewer: &impl Viewer,
        path: impl Into<Cow<'static, str>>,
        result: Result<T, Problem>,
        form: Form,
        page: impl AsyncFnOnce(Frame, Form) -> Result<P, Problem>,
    ) -> Result<Sent<T, STATUS>, Problem> {
        match result {
            Ok(data) => Ok(Either::Right(self.redirect(path, data))),
            Err(problem) => self.form_again(viewer, problem, form, page).await,
        }
    }

    /// The page that shows a refused form again, with what was written and why it was refused. The problem itself where no page is wanted, or the
    /// request is not at fault.
    pub(crate) async fn form_again<P: Template, R>(
        self,
        viewer: &impl Viewer,
        problem: Problem,
        form: Form,
        page: impl AsyncFnOnce(Frame, Form) -> Result<P, Problem>,
    ) -> Result<Either<PageReply, R>, Problem> {
        match self {
            Self::Page(frame) if problem.is_of_request() => {
                let language = frame.language;
                let form = form.rejected(&problem, language, &frame.prefix);
                let page = page(frame.seen_by(viewer), form).await?;
                PageReply::refused(&problem, language, &page).map(Either::Left)
            }
            Self::Page(_) | Self::Data => Err(problem),
        }
    }
}

/// The frame of the page at a request's address.
fn frame_of(request: &HttpRequest, language: Language) -> Frame {
    let asked = request.query_string().as_bytes();
    // An answer is not sent again, and no other task is drawn, because somebody reads another language.
    let kept = pairs(asked).filter(|(name, _)| ![LANG, "ans", "fresh"].contains(&name.as_ref()));
    let mut query = form_urlencoded::Serializer::new(String::new());
    let query = query.extend_pairs(kept).append_key_only(LANG).finish();
    let addresses = Addresses::of(request);
    let path = path_on_this_server(addresses.path_of(request).unwrap_or_default());
    let address = format!("{path}?{query}");
    let prefix = addresses.prefix().to_owned();
    let curriculum = Arc::clone(&State::of(request).curriculum());
    Frame { language, prefix, path, address, learner: None, instructor: None, curriculum }
}

/// The path as a link on a page: with one slash at its beginning, because what follows two is the name of another server. Browsers read
/// `\` as `/`.
fn path_on_this_server(path: &str) -> String {
    format!("/{}", path.trim_start_matches(['/', '\\']))
}

impl Frame {
    /// The frame of a page that somebody sees.
    pub(crate) fn seen_by(self, viewer: &impl Viewer) -> Self {
        let names = viewer.names().map(|name| name.map(ToString::to_string));
        let [learner, instructor] = names;
        Self { learner, instructor, ..self }
    }
}

/// Who sees a page.
pub(crate) trait Viewer {
    /// The name of the learner, or of the instructor.
    fn names(&self) -> [Option<&LearnerName>; 2];
}

impl Viewer for Learner {
    fn names(&self) -> [Option<&LearnerName>; 2] {
        [Some(&self.name), None]
    }
}

impl Viewer for Instructor {
    fn names(&self) -> [Option<&LearnerName>; 2] {
        [None, Some(&self.name)]
    }
}

impl Viewer for Caller {
    fn names(&self) -> [Option<&LearnerName>; 2] {
        [self.learner.as_ref().map(|it| &it.name), self.instructor.as_ref().map(|it| &it.name)]
    }
}

impl Viewer for Option<Person> {
    fn names(&self) -> [Option<&LearnerName>; 2] {
        match self {
            Some(Person::Learner(learner)) => learner.names(),
            Some(Person::Instructor(instructor)) => instructor.names(),
            None => [None, None],
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

    /// The page with a form that was refused: its status is the problem's.
    fn refused(
        problem: &Problem,
        language: Language,
        page: &impl Template,
    ) -> Result<Self, Problem> {
        let (status, retry_after) = (problem.status_code(), problem.retry_after());
        Ok(Self { status, retry_after, ..Self::ok(language, page)? })
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
const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (VARY, HeaderValue::from_static("Accept, Accept-Encoding, Accept-Language, Cookie, Host")),
    NO_SNIFFING,
    REFERRER,
];

/// What a page says with status 401. Asked for Basic, a browser would ask for name and key in a window of its own, and show no page.
const CHALLENGE: HeaderValue = HeaderValue::from_static("Bearer realm=\"gradus\"");

/// Inserts the headers of every page, and those of a status.
fn insert_headers(response: &mut HttpResponseBuilder, status: StatusCode) {
    for header in HEADERS {
        response.insert_header(header);
    }
    if status == StatusCode::UNAUTHORIZED {
        response.insert_header((WWW_AUTHENTICATE, CHALLENGE));
    }
    response.insert_header(ContentType::html());
}

impl Responder for PageReply {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        if let Some(cookie) = language_cookie(request) {
            response.cookie(cookie);
        }
        insert_headers(&mut response, self.status);
        response.insert_header((CONTENT_SECURITY_POLICY, self.policy));
        if let Some(seconds) = self.retry_after {
            response.insert_header((RETRY_AFTER, seconds.to_string()));
        }
        response.insert_header((CONTENT_LANGUAGE, self.language.tag()));
        if let Some(cookie) = self.cookie {
            response.cookie(own_cookie(cookie, request));
        }
        reply::respond(request, &mut response, self.html)
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

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let mut response = HttpResponse::SeeOther();
        let location = [Addresses::of(request).prefix(), &*self.path].concat();
        response.insert_header((LOCATION, location));
        if let Some(cookie) = self.cookie {
            response.cookie(own_cookie(cookie, request));
        }
        response.finish()
    }
}

impl Describe for SeeOther {
    fn describe(operation: &mut Operation) {
        operation.replies(303, "A browser is led to another page.").has_location = true;
    }
}

/// The response with a problem, as the caller prefers it: a page or the problem document.
pub(crate) async fn respond_with(problem: &Problem, request: &HttpRequest) -> HttpResponse {
    let language = ReplyLanguage::of(request);
    if !prefers_html(request, &[problem_json(), APPLICATION_JSON]) {
        return problem.respond(language, Addresses::of(request).prefix());
    }
    let mut response = problem.response();
    // Most problems come up before it is known who asks.
    let person = session_person(request).await.ok().flatten();
    let frame = frame_of(request, language).seen_by(&person);
    let Document { title, detail, status, code, .. } =
        problem.document(language, Addresses::of(request).prefix());
    let asks_for_key = matches!(problem.code(), Code::AuthMissing | Code::AuthInstructor);
    let page = ProblemPage { frame, title, detail, status, code, asks_for_key };
    // A page that cannot be rendered has its status still.
    let html = page.render().unwrap_or_default();
    insert_headers(&mut response, problem.code().status());
    reply::respond(request, &mut response, html)
}
