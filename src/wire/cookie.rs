//! The cookies of browsers. Programs send none, so most requests parse nothing here.

use actix_web::HttpRequest;
use actix_web::cookie::Cookie;
use actix_web::http::header::COOKIE;

/// The name of the cookie with the key of a browser session.
pub(crate) const SESSION: &str = "gradus_key";

/// The cookie with this name.
pub(crate) fn cookie(request: &HttpRequest, name: &str) -> Option<Cookie<'static>> {
    request.headers().contains_key(COOKIE).then(|| request.cookie(name)).flatten()
}
