//! The language of a reply.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::dev::Payload;

use super::accept::{LANG, preferred_language};
use super::cookie::cookie;
use super::extract::Extract;
use super::openapi::Operation;
use super::problem::{Code, Problem};
use crate::game::json::{FieldError, ValueError};
use crate::step::Language;
use crate::wire::fields::pairs;

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

/// The language in the query; none if it names none.
pub(crate) fn asked_for(request: &HttpRequest) -> Result<Option<Language>, Problem> {
    let query = request.query_string();
    // Most queries name no language.
    if !query.contains(LANG) {
        return Ok(None);
    }
    let mut tags = pairs(query.as_bytes()).filter(|(name, _)| name == LANG);
    let Some((_, tag)) = tags.next() else { return Ok(None) };
    let error = match (tags.next(), tag.trim().parse()) {
        (Some(_), _) => FieldError::Repeated(LANG.to_owned()),
        (None, Ok(language)) => return Ok(Some(language)),
        (None, Err(())) => {
            let known = Language::all().map(Language::tag).collect();
            FieldError::Value(LANG.to_owned(), ValueError::none_of(&tag, known))
        }
    };
    Err(Problem::new(Code::QueryInvalid, error.told()))
}

/// The cookie for the language that a page's query names, if it names one.
pub(crate) fn language_cookie(request: &HttpRequest) -> Option<Cookie<'static>> {
    let language = asked_for(request).ok().flatten()?;
    let cookie = Cookie::build(LANGUAGE_COOKIE, language.tag())
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(LANGUAGE_LIFETIME);
    Some(cookie.finish())
}

fn accepted(request: &HttpRequest) -> Language {
    let kept = cookie(request, LANGUAGE_COOKIE);
    let kept = kept.and_then(|cookie| cookie.value().parse().ok());
    kept.or_else(|| preferred_language(request, |_| true)).unwrap_or_default()
}
