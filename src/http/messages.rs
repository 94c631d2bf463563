//! What replies say to a learner, in every language.

use std::fmt::Display;
use std::sync::LazyLock;

use actix_web::HttpRequest;
use actix_web::dev::Payload;

use super::accept::preferred_language;
use super::extract::Extract;
use super::fields::{FieldError, pairs};
use super::problem::{Code, Problem, shorten};
use crate::step::{Catalogue, Language, Translated};

static MESSAGES: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::parse(include_str!("messages.toml")));

/// The message of this name, its `{names}` not yet filled in.
#[expect(clippy::expect_used, reason = "the names are constants, and a test asks for all of them")]
pub(super) fn message(section: &str, name: &str) -> &'static Translated {
    MESSAGES.get(section, name).expect("the catalogue has every message")
}

/// The message of this name in one language.
pub(super) fn text(
    language: Language,
    section: &str,
    name: &str,
    values: &[(&str, &dyn Display)],
) -> String {
    message(section, name).fill(language, values)
}

/// The language of a reply: `lang` in the query, or by `Accept-Language`, or English.
#[derive(Clone, Copy)]
pub(super) struct ReplyLanguage(pub(super) Language);

/// The field of every query that names the language.
pub(super) const LANG: &str = "lang";

impl ReplyLanguage {
    /// The language of a request whose query may be wrong.
    pub(super) fn of(request: &HttpRequest) -> Language {
        asked_for(request).ok().flatten().unwrap_or_else(|| accepted(request))
    }
}

impl Extract for ReplyLanguage {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        Ok(Self(asked_for(request)?.unwrap_or_else(|| accepted(request))))
    }
}

/// The language in the query; none if it names none.
pub(super) fn asked_for(request: &HttpRequest) -> Result<Option<Language>, Problem> {
    let query = request.query_string();
    // Most queries name no language.
    if !query.contains(LANG) {
        return Ok(None);
    }
    let mut tags = pairs(query.as_bytes()).filter(|(name, _)| name == LANG);
    let Some((_, tag)) = tags.next() else { return Ok(None) };
    if tags.next().is_some() {
        let error = FieldError::Repeated(LANG.to_owned());
        return Err(Problem::new(Code::QueryInvalid, error.to_string()));
    }
    tag.trim().parse().map(Some).map_err(|()| {
        let (found, expected) = (shorten(&tag), Language::ALL.map(Language::tag).join(", "));
        let detail = format!("`{LANG}`: found {found:?}; expected {expected}");
        Problem::new(Code::QueryInvalid, detail)
    })
}

fn accepted(request: &HttpRequest) -> Language {
    preferred_language(request, |_| true).unwrap_or_default()
}
