//! What is particular to browsers: their cookies, the requests that pages of other sites cause, and what these pages may do.
//!
//! A learner's own page may use the addresses that need no key, so that a program in a browser can solve steps. Such a page never acts with what
//! the browser knows of its reader: no header allows credentials, so it cannot read a reply to a request with the session's cookie, and `routes`
//! refuses what would change something with one. Nor may it send a key: that belongs into programs and the pages of this server.
//!
//! A page may read a reply that has `Access-Control-Allow-Origin: *`, whatever its origin, so no reply depends on the origin and none says
//! `Vary: Origin`. What a cache may store has the header for whoever asks: else the cache could give a page what a program has fetched without it
//! (Fetch, [CORS protocol and HTTP caches](https://fetch.spec.whatwg.org/#cors-protocol-and-http-caches)). All other replies have it only for
//! pages, because no cache keeps them: they are `no-store`, or `no-cache` as streams of events, which nothing validates.
//!
//! This is own code because `actix-cors` allows the same methods at every address that it wraps, so each address would need one of its own, and it
//! writes its headers to replies that need none.

use actix_web::cookie::{Cookie, SameSite};
use actix_web::dev::{RequestHead, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD,
    AUTHORIZATION, COOKIE, HeaderMap, HeaderName, HeaderValue, ORIGIN,
};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse};

use super::base_url::Addresses;

/// The name of the cookie with the key of a browser session.
pub(crate) const SESSION: &str = "gradus_key";

/// The cookie with this name. Programs send none, so most requests parse nothing here.
pub(crate) fn cookie(request: &HttpRequest, name: &str) -> Option<Cookie<'static>> {
    let find = || request.cookie(&cookie_name(name, Addresses::of(request).prefix()));
    request.headers().contains_key(COOKIE).then(find).flatten()
}

/// The name of a cookie at a server with this prefix. A browser sends the cookies of `/a` to `/a/b` too, so the path alone does not tell them apart.
pub(crate) fn cookie_name(name: &str, prefix: &str) -> String {
    name.to_owned() + &prefix.replace('/', "_")
}

/// A cookie as browsers send it back: only to this server, and only over TLS if the server is reached so.
pub(crate) fn own_cookie(mut cookie: Cookie<'static>, request: &HttpRequest) -> Cookie<'static> {
    let addresses = Addresses::of(request);
    let prefix = addresses.prefix();
    cookie.set_name(cookie_name(cookie.name(), prefix));
    cookie.set_path(if prefix.is_empty() { "/".to_owned() } else { prefix.to_owned() });
    cookie.set_http_only(true);
    cookie.set_same_site(SameSite::Lax);
    cookie.set_secure(addresses.base_url(request).is_https());
    cookie
}

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether a browser sends a request because of another site's page. Programs that are not browsers send neither of the headers that say
/// so.
pub(crate) fn is_cross_site(request: &HttpRequest) -> bool {
    let headers = request.headers();
    match (headers.get(SEC_FETCH_SITE), headers.get(ORIGIN)) {
        (Some(site), _) => !["same-origin", "none"].contains(&site.to_str().unwrap_or_default()),
        // An old browser, or one without TLS, sends only the origin.
        (None, Some(origin)) => {
            let own = Addresses::of(request).base_url(request);
            !origin.as_bytes().eq_ignore_ascii_case(own.origin().as_bytes())
        }
        (None, None) => false,
    }
}

/// Whether a request carries credentials. A browser may send them by itself: the session's cookie, or a name and key that it stored.
pub(crate) fn has_credentials(request: &HttpRequest) -> bool {
    request.headers().contains_key(AUTHORIZATION) || cookie(request, SESSION).is_some()
}

/// The headers that pages of other sites may send, besides those that every page may. One is [`SEAT_KEY`](super::extract::SEAT_KEY).
const SENT: HeaderValue = HeaderValue::from_static("Content-Type, X-Seat-Key");

/// The headers that they may read, besides those that every page may.
const READ: HeaderValue = HeaderValue::from_static("Location, Retry-After, X-Request-Id");

const EVERYBODY: HeaderValue = HeaderValue::from_static("*");

/// How long a browser may rely on a reply to a preflight, in seconds. Chromium does for two hours at most.
const MAX_AGE: HeaderValue = HeaderValue::from_static("7200");

/// Whether a browser asks if a page may send a request.
pub(crate) fn is_preflight(head: &RequestHead) -> bool {
    head.method == Method::OPTIONS
        && head.headers().contains_key(ORIGIN)
        && head.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

/// What a page of another site may send to an address with these methods.
pub(crate) fn preflight(methods: &str) -> HttpResponse {
    HttpResponse::NoContent()
        .insert_header((ACCESS_CONTROL_ALLOW_ORIGIN, EVERYBODY))
        .insert_header((ACCESS_CONTROL_ALLOW_METHODS, methods))
        .insert_header((ACCESS_CONTROL_ALLOW_HEADERS, SENT))
        .insert_header((ACCESS_CONTROL_MAX_AGE, MAX_AGE))
        .finish()
}

/// A request of a page, which may read the reply, a problem too.
struct IsShared;

/// Marks a request to a shared address, if it is of a page: only browsers name an origin.
pub(crate) fn share(request: &HttpRequest) {
    if request.headers().contains_key(ORIGIN) {
        request.extensions_mut().insert(IsShared);
    }
}

/// Lets the page read the reply to a marked request.
pub(crate) fn insert_headers(response: &mut ServiceResponse) {
    if response.request().extensions().contains::<IsShared>() {
        let_everybody_read(response.headers_mut());
    }
}

/// Lets every page read a reply, also one that a cache gives it.
pub(crate) fn let_everybody_read(headers: &mut HeaderMap) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, EVERYBODY);
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, READ);
}
