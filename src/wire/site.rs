//! Requests that a page of another site causes.

use actix_web::HttpRequest;
use actix_web::http::header::{AUTHORIZATION, HeaderName, ORIGIN};

use super::base_url::Addresses;
use super::cookie::{SESSION, cookie};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether a browser sends a request because of another site's page. Programs that are not browsers send neither of the headers that say
/// so.
pub(crate) fn is_cross_site(request: &HttpRequest) -> bool {
    let headers = request.headers();
    match (headers.get(SEC_FETCH_SITE), headers.get(ORIGIN)) {
        (Some(site), _) => !["same-origin", "none"].contains(&site.to_str().unwrap_or_default()),
        // An old browser, or one without TLS, sends only the origin.
        (None, Some(origin)) => {
            let own = Addresses::of(request).base_url(request).to_string();
            !origin.as_bytes().eq_ignore_ascii_case(own.as_bytes())
        }
        (None, None) => false,
    }
}

/// Whether a request carries credentials. A browser may send them by itself: the session's cookie, or a name and key that it stored.
pub(crate) fn has_credentials(request: &HttpRequest) -> bool {
    request.headers().contains_key(AUTHORIZATION) || cookie(request, SESSION).is_some()
}
