//! Content negotiation: whether the caller prefers pages or data, and the language of a reply. Actix parses the headers; the choice is own code
//! because actix ranks what a header names, and not what a resource offers.

use actix_web::HttpRequest;
use actix_web::cookie::Cookie;
use actix_web::cookie::time::Duration;
use actix_web::dev::Payload;
use actix_web::http::header::{ACCEPT, Accept, AcceptLanguage, Header as _, Preference, Quality};
use actix_web::mime::{self, APPLICATION_JSON, Mime, STAR_STAR, TEXT_HTML};

use super::browser::{cookie, own_cookie};
use super::extract::Extract;
use super::fields::pairs;
use super::openapi::Operation;
use super::problem::{Code, Problem};
use crate::game::json::{FieldError, ValueError};
use crate::step::Language;

/// The field of every query that names the language.
pub(crate) const LANG: &str = "lang";

/// Whether the caller prefers HTML to the `others`, which the resource offers instead.
///
/// The most specific range that covers a type gives its quality. Of two types with the same quality, the one with the more
/// specific range wins. Without a preference (no header, or `*/*`) HTML loses: scripts send that, and browsers always name
/// `text/html`. Java's `URLConnection` names it too, though its programs read data.
pub(crate) fn prefers_html(request: &HttpRequest, others: &[Mime]) -> bool {
    let Ok(accept) = Accept::parse(request) else { return false };
    if is_of_url_connection(request, &accept) {
        return false;
    }
    let html = weight(&TEXT_HTML, &accept);
    let other = others.iter().filter_map(|mime| weight(mime, &accept)).max();
    html > other && html.is_some_and(|(quality, _)| quality > Quality::ZERO)
}

/// Whether Java's `URLConnection` sends this header, before version 19. It has a bare `*`, which is no media range, or in later updates of old
/// versions only GIF without XHTML. Every browser that names GIF names XHTML too.
fn is_of_url_connection(request: &HttpRequest, Accept(ranges): &Accept) -> bool {
    let names = |essence: &str| ranges.iter().any(|range| range.item.essence_str() == essence);
    let headers = request.headers().get_all(ACCEPT);
    let mut items = headers.flat_map(|value| value.as_bytes().split(|&byte| byte == b','));
    let is_bare = |item: &[u8]| {
        let range = item.split(|&byte| byte == b';').next().unwrap_or_default();
        range.trim_ascii() == b"*"
    };
    items.any(is_bare) || (names("image/gif") && !names("application/xhtml+xml"))
}

/// How closely a range describes a type that it covers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Specificity {
    /// `*/*`
    Anything,
    /// `text/*`
    Type,
    /// `text/html`
    Exact,
}

/// How strongly a caller prefers a type; none if no range covers it.
fn weight(offered: &Mime, accept: &Accept) -> Option<(Quality, Specificity)> {
    let ranges = accept.iter();
    let covering =
        ranges.filter_map(|range| Some((range.quality, specificity(&range.item, offered)?)));
    covering.max_by_key(|&(_, specificity)| specificity)
}

fn specificity(range: &Mime, offered: &Mime) -> Option<Specificity> {
    if range.essence_str() == offered.essence_str() {
        Some(Specificity::Exact)
    } else if range.type_() == offered.type_() && range.subtype() == mime::STAR {
        Some(Specificity::Type)
    } else {
        (range.essence_str() == STAR_STAR.essence_str()).then_some(Specificity::Anything)
    }
}

/// The language with the highest quality that exists; none if the caller accepts none of the languages or sends no header.
pub(crate) fn preferred_language(
    request: &HttpRequest,
    exists: impl Fn(Language) -> bool,
) -> Option<Language> {
    let AcceptLanguage(mut ranges) = AcceptLanguage::parse(request).ok()?;
    ranges.retain(|range| range.quality > Quality::ZERO);
    // Equal ones keep their order.
    ranges.sort_by_key(|range| std::cmp::Reverse(range.quality));
    ranges.into_iter().find_map(|range| match range.item {
        Preference::Any => Some(Language::ENGLISH),
        Preference::Specific(tag) => tag.as_str().parse().ok().filter(|&language| exists(language)),
    })
}

/// The language of a reply: `lang` in the query, or as the browser has chosen before, or by `Accept-Language`, or English.
#[derive(Clone, Copy)]
pub(crate) struct ReplyLanguage(pub(crate) Language);

/// The cookie by which a browser keeps the language that was chosen on a page.
const LANGUAGE_COOKIE: &str = "gradus_lang";

/// How long a browser keeps it.
const LANGUAGE_LIFETIME: Duration = Duration::days(365);

impl ReplyLanguage {
    /// The language of a request whose query may be wrong.
    pub(crate) fn of(request: &HttpRequest) -> Language {
        asked_for(request).ok().flatten().unwrap_or_else(|| accepted(request))
    }
}

impl Extract for ReplyLanguage {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        Ok(Self(asked_for(request)?.unwrap_or_else(|| accepted(request))))
    }

    fn describe(operation: &mut Operation) {
        operation.may_fail(&[Code::QueryInvalid]);
    }
}

/// Whether a browser asks for a page: then what others have added to the address is ignored.
pub(crate) fn asks_for_page(request: &HttpRequest) -> bool {
    request.method().is_safe() && prefers_html(request, &[APPLICATION_JSON])
}

/// The language in the query; none if it names none. A page may name a language that does not exist.
pub(crate) fn asked_for(request: &HttpRequest) -> Result<Option<Language>, Problem> {
    let query = request.query_string();
    // Most queries name no language.
    if !query.contains(LANG) {
        return Ok(None);
    }
    let mut tags = pairs(query.as_bytes()).filter(|(name, _)| name == LANG);
    if asks_for_page(request) {
        return Ok(tags.find_map(|(_, tag)| tag.trim().parse().ok()));
    }
    let Some((_, tag)) = tags.next() else { return Ok(None) };
    let error = match (tags.next(), tag.trim().parse()) {
        (Some(_), _) => FieldError::Repeated(LANG.to_owned()),
        (None, Ok(language)) => return Ok(Some(language)),
        (None, Err(())) => {
            let known = Language::all().map(Language::tag).collect();
            FieldError::Value(LANG.to_owned(), ValueError::none_of(&tag, known))
        }
    };
    Err(Problem::new(Code::QueryInvalid, error.message()))
}

/// The cookie for the language that a page's query names, if it names one.
pub(crate) fn language_cookie(request: &HttpRequest) -> Option<Cookie<'static>> {
    let language = asked_for(request).ok().flatten()?;
    let cookie = Cookie::build(LANGUAGE_COOKIE, language.tag()).max_age(LANGUAGE_LIFETIME);
    Some(own_cookie(cookie.finish(), request))
}

fn accepted(request: &HttpRequest) -> Language {
    let kept = cookie(request, LANGUAGE_COOKIE);
    let kept = kept.and_then(|cookie| cookie.value().parse().ok());
    kept.or_else(|| preferred_language(request, |_| true)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::ACCEPT_LANGUAGE;
    use actix_web::mime::TEXT_PLAIN;
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn html_is_sent_to_those_who_prefer_it() {
        let cases = [
            ("text/html", true),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true),
            ("text/html, */*", true),
            ("text/html;q=0.9, application/json;q=0.8", true),
            ("text/*", true),
            ("*/*", false),
            ("", false),
            ("application/json", false),
            ("application/json, text/html", false),
            ("application/json, text/html;q=0.9", false),
            ("text/html;q=0.1, */*", false),
            ("text/html;q=0", false),
            ("application/xhtml+xml, image/*", false),
            ("what?", false),
            ("text/html, *;q=0.2", false),
            ("text/html, image/gif, image/jpeg, */*; q=0.2", false),
            ("text/html, image/gif, application/xhtml+xml", true),
        ];
        for (accept, wanted) in cases {
            let request = TestRequest::default().insert_header((ACCEPT, accept)).to_http_request();
            assert_eq!(prefers_html(&request, &[APPLICATION_JSON]), wanted, "{accept}");
        }
        let request = TestRequest::default().insert_header((ACCEPT, "text/*")).to_http_request();
        assert!(!prefers_html(&request, &[TEXT_PLAIN]));
        assert!(!prefers_html(&TestRequest::default().to_http_request(), &[APPLICATION_JSON]));
    }

    #[test]
    fn the_language_with_the_highest_quality_is_sent() {
        let cases = [
            ("ja", Some(Language::JAPANESE)),
            ("zh-CN, ja", Some(Language::CHINESE)),
            ("zh;q=0.5, ja;q=0.9, en;q=0.1", Some(Language::JAPANESE)),
            ("fr, de;q=0.9, zh-Hant;q=0.2", Some(Language::CHINESE)),
            ("fr, *;q=0.1", Some(Language::ENGLISH)),
            ("ja;q=0, zh;q=0.001", Some(Language::CHINESE)),
            ("fr", None),
            ("", None),
        ];
        for (accepted, expected) in cases {
            let header = (ACCEPT_LANGUAGE, accepted);
            let request = TestRequest::default().insert_header(header).to_http_request();
            assert_eq!(preferred_language(&request, |_| true), expected, "{accepted}");
        }
        let header = (ACCEPT_LANGUAGE, "ja, zh;q=0.5");
        let request = TestRequest::default().insert_header(header).to_http_request();
        let no_japanese = |language| language != Language::JAPANESE;
        assert_eq!(preferred_language(&request, no_japanese), Some(Language::CHINESE));
    }
}
