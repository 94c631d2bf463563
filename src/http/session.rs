//! `/session`: signing in and out with a browser.
//!
//! The cookie of a session has the key of a learner or an instructor in it, so that a session is nothing that the server remembers: it is valid on every
//! replica, and ends when the key is no longer valid. Scripts cannot read it, and requests from other sites do not change anything:
//! [`is_from_another_site`].

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header::{AUTHORIZATION, COOKIE, HeaderName, ORIGIN};
use actix_web::{Either, HttpRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::base_url::BaseUrl;
use super::body::{ApiBody, RequestBody};
use super::caller::{Caller, Credentials, Person};
use super::extract::NoQuery;
use super::page::{PageReply, SeeOther, View};
use super::problem::{Code, Problem};
use super::reply::Reply;
use super::state::{SharedState, State};
use crate::course::{Course, NAME_LIMIT, Registration};
use crate::store::StoreError;
use crate::web::frame::Frame;
use crate::web::pages::{FormView, SessionPage};

/// The name of the cookie.
pub(super) const NAME: &str = "gradus_key";

/// How long a browser keeps that of a learner.
pub(super) const LEARNER_LIFETIME: Duration = Duration::days(180);

/// How long a browser keeps that of an instructor, who may sign in on the machine of a lecture hall.
const INSTRUCTOR_LIFETIME: Duration = Duration::hours(12);

/// The cookie that signs in with a key.
pub(super) fn cookie(key: String, lifetime: Duration, base_url: &BaseUrl) -> Cookie<'static> {
    Cookie::build(NAME, key)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(base_url.is_https())
        .max_age(lifetime)
        .finish()
}

/// The cookie with this name. Only browsers send cookies: for all others nothing is parsed.
pub(super) fn cookie_of(request: &HttpRequest, name: &str) -> Option<Cookie<'static>> {
    request.headers().contains_key(COOKIE).then(|| request.cookie(name)).flatten()
}

/// Who has signed in with the browser that sends a request. A session whose key is not valid any more is over.
pub(super) async fn person_of(request: &HttpRequest) -> Result<Option<Person>, StoreError> {
    let Some(cookie) = cookie_of(request, NAME) else { return Ok(None) };
    Box::pin(State::of(request).person(cookie.value())).await
}

/// Whose session a browser has.
#[derive(Serialize, ToSchema)]
pub(super) struct Session {
    is_success: bool,
    /// The name of the learner; null without one.
    learner: Option<String>,
    /// The name of the instructor; null without one.
    instructor: Option<String>,
}

/// `GET /session`: the page to sign in; as data, who is signed in.
pub(super) async fn get(
    caller: Caller,
    _: NoQuery,
    view: View,
    state: SharedState,
) -> Result<Either<PageReply, Reply<Session>>, Problem> {
    match view {
        View::Page(frame) => {
            let (frame, course) = (frame.seen_by(&caller), &state.curriculum().course);
            page(frame, course, FormView::default(), FormView::default()).map(Either::Left)
        }
        View::Data => {
            let learner = caller.learner.map(|learner| learner.name.to_string());
            let instructor = caller.instructor.map(|instructor| instructor.name.to_string());
            Ok(Either::Right(Reply::ok(Session { is_success: true, learner, instructor })))
        }
    }
}

/// The page with the forms to sign in and to register, as far as the course lets anybody register.
fn page(
    frame: Frame,
    course: &Course,
    sign_in: FormView,
    register: FormView,
) -> Result<PageReply, Problem> {
    let page = SessionPage {
        name_limit: NAME_LIMIT,
        sign_in,
        register: (course.registration != Registration::Closed).then_some(register),
        asks_code: matches!(course.registration, Registration::Code(_)),
        frame,
    };
    PageReply::ok(page.frame.language, &page)
}

/// The same page after a name could not be registered. What was written stays.
pub(super) fn not_registered(
    frame: Frame,
    course: &Course,
    name: String,
    code: String,
    problem: &Problem,
) -> Result<PageReply, Problem> {
    let register = FormView { name, code, told: Some(problem.told(frame.language)) };
    Ok(page(frame, course, FormView::default(), register)?.refusing(problem))
}

/// A name with its key.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SignIn {
    name: String,
    key: String,
}

impl RequestBody for SignIn {
    const INVALID: Code = Code::AuthForm;
    const EXAMPLE: &'static str = "{\"name\": NAME, \"key\": KEY}";
}

/// `POST /session`: signs in, and leads to the ladder, or an instructor to the class.
pub(super) async fn post(
    _: NoQuery,
    view: View,
    ApiBody(SignIn { name, key }): ApiBody<SignIn>,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Either<PageReply, SeeOther>, Problem> {
    let key = key.trim().to_owned();
    let credentials = Credentials { name: Some(name.clone()), key: key.clone() };
    match (credentials.authenticate(&state).await, view) {
        (Ok(Person::Learner(_)), _) => {
            let cookie = cookie(key, LEARNER_LIFETIME, &base_url);
            Ok(Either::Right(SeeOther::to("/").with_cookie(cookie)))
        }
        (Ok(Person::Instructor(_)), _) => {
            let cookie = cookie(key, INSTRUCTOR_LIFETIME, &base_url);
            Ok(Either::Right(SeeOther::to("/instructor").with_cookie(cookie)))
        }
        // The form is there again, with the name.
        (Err(problem), View::Page(frame)) if problem.is_of_request() => {
            let told = Some(problem.told(frame.language));
            let sign_in = FormView { name, told, ..FormView::default() };
            let page = page(*frame, &state.curriculum().course, sign_in, FormView::default())?;
            Ok(Either::Left(page.refusing(&problem)))
        }
        (Err(problem), _) => Err(problem),
    }
}

/// `POST /session/end`: signs out, and leads to the ladder.
pub(super) async fn end(_: NoQuery, base_url: BaseUrl) -> SeeOther {
    let mut cookie = cookie(String::new(), LEARNER_LIFETIME, &base_url);
    cookie.make_removal();
    SeeOther::to("/").with_cookie(cookie)
}

/// Whether a request says who sends it. A browser may do so by itself: with the session's cookie, or with the name and key that it has
/// sent before.
pub(super) fn has_credentials(request: &HttpRequest) -> bool {
    request.headers().contains_key(AUTHORIZATION) || cookie_of(request, NAME).is_some()
}

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether a browser sends a request because of another site's page. Programs that are no browsers send neither of the headers that say
/// so.
pub(super) fn is_from_another_site(request: &HttpRequest) -> bool {
    let headers = request.headers();
    match (headers.get(SEC_FETCH_SITE), headers.get(ORIGIN)) {
        (Some(site), _) => !["same-origin", "none"].contains(&site.to_str().unwrap_or_default()),
        // A browser that is not told over TLS, or an old one.
        (None, Some(origin)) => {
            let own = State::of(request).addresses.base_url(request).to_string();
            !origin.as_bytes().eq_ignore_ascii_case(own.as_bytes())
        }
        (None, None) => false,
    }
}
