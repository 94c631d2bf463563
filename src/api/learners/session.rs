//! `/session`: signing in and out with a browser.
//!
//! The cookie of a session has the key of a learner or an instructor in it, so that a session is nothing that the server remembers: it is valid on every
//! replica, and ends when the key is no longer valid. Scripts cannot read it, and requests from other sites do not change anything:
//! [`is_cross_site`](crate::wire::site::is_cross_site).

use actix_web::Either;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::authentication::Credentials;
use crate::app::caller::{Caller, Person};
use crate::app::state::SharedState;
use crate::course::{Course, NAME_LIMIT, Registration};
use crate::pages::frame::Frame;
use crate::pages::models::{FormView, SessionPage};
use crate::pages::view::{PageReply, SeeOther, View};
use crate::wire::base_url::BaseUrl;
use crate::wire::body::{ApiBody, RequestBody};
use crate::wire::cookie::SESSION;
use crate::wire::extract::NoQuery;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::Reply;

/// How long a browser keeps the cookie of a learner.
pub(crate) const LEARNER_LIFETIME: Duration = Duration::days(180);

/// How long a browser keeps that of an instructor, who may sign in on the machine of a lecture hall.
const INSTRUCTOR_LIFETIME: Duration = Duration::hours(12);

/// The cookie that signs in with a key.
pub(crate) fn cookie(key: String, lifetime: Duration, base_url: &BaseUrl) -> Cookie<'static> {
    Cookie::build(SESSION, key)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(base_url.is_https())
        .max_age(lifetime)
        .finish()
}

/// Whose session a browser has.
#[derive(Serialize, ToSchema)]
pub(crate) struct Session {
    is_success: bool,
    /// The name of the learner; null without one.
    learner: Option<String>,
    /// The name of the instructor; null without one.
    instructor: Option<String>,
}

/// `GET /session`: the page to sign in; as data, who is signed in.
pub(crate) async fn get(
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
pub(crate) fn not_registered(
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
pub(crate) struct SignIn {
    name: String,
    key: String,
}

impl RequestBody for SignIn {
    const INVALID: Code = Code::AuthForm;
    const EXAMPLE: &'static str = "{\"name\": NAME, \"key\": KEY}";
}

/// `POST /session`: signs in, and leads to the ladder, or an instructor to the class.
pub(crate) async fn post(
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
pub(crate) async fn end(_: NoQuery, base_url: BaseUrl) -> SeeOther {
    let mut cookie = cookie(String::new(), LEARNER_LIFETIME, &base_url);
    cookie.make_removal();
    SeeOther::to("/").with_cookie(cookie)
}
