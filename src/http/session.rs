//! `/session`: signing in and out with a browser.
//!
//! The cookie of a session has the learner's key in it, so that a session is nothing that the server remembers: it is valid on every
//! replica, and ends when the key is no longer valid. Scripts cannot read it, and requests from other sites do not change anything:
//! [`is_from_another_site`].

use actix_web::cookie::{Cookie, SameSite, time::Duration};
use actix_web::http::header::{HeaderName, ORIGIN};
use actix_web::{Either, HttpRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::base_url::BaseUrl;
use super::body::{ApiBody, RequestBody};
use super::caller::{Caller, Credentials};
use super::extract::NoQuery;
use super::page::{PageReply, SeeOther, View};
use super::problem::{Code, Problem};
use super::reply::Reply;
use super::state::{SharedState, State};
use crate::store::NAME_LIMIT;
use crate::web::pages::SessionPage;

/// The name of the cookie.
const NAME: &str = "gradus_key";

/// How long a browser keeps it.
const LIFETIME: Duration = Duration::days(180);

/// The cookie that signs in with a key.
pub(super) fn cookie(key: String, base_url: &BaseUrl) -> Cookie<'static> {
    Cookie::build(NAME, key)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(base_url.is_https())
        .max_age(LIFETIME)
        .finish()
}

/// The key in a request's cookie.
pub(super) fn key_of(request: &HttpRequest) -> Option<String> {
    request.cookie(NAME).map(|cookie| cookie.value().to_owned())
}

/// Whose session a browser has.
#[derive(Serialize, ToSchema)]
pub(super) struct Session {
    is_success: bool,
    /// The name of the learner; null without one.
    learner: Option<String>,
}

/// `GET /session`: the page to sign in; as data, who is signed in.
pub(super) async fn get(
    caller: Caller,
    _: NoQuery,
    view: View,
) -> Result<Either<PageReply, Reply<Session>>, Problem> {
    let learner = caller.learner.as_ref();
    match view {
        View::Page(frame) => {
            let frame = frame.seen_by(learner);
            let language = frame.language;
            PageReply::ok(language, &SessionPage { frame, name_limit: NAME_LIMIT })
                .map(Either::Left)
        }
        View::Data => {
            let learner = learner.map(|learner| learner.name.to_string());
            Ok(Either::Right(Reply::ok(Session { is_success: true, learner })))
        }
    }
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

/// `POST /session`: signs in, and leads to the ladder.
pub(super) async fn post(
    _: NoQuery,
    ApiBody(SignIn { name, key }): ApiBody<SignIn>,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<SeeOther, Problem> {
    let key = key.trim().to_owned();
    let credentials = Credentials { name: Some(name), key: key.clone() };
    credentials.authenticate(&state).await?;
    Ok(SeeOther { path: "/", cookie: cookie(key, &base_url) })
}

/// `POST /session/end`: signs out, and leads to the ladder.
pub(super) async fn end(_: NoQuery, base_url: BaseUrl) -> SeeOther {
    let mut cookie = cookie(String::new(), &base_url);
    cookie.make_removal();
    SeeOther { path: "/", cookie }
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
