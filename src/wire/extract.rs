//! What a handler takes from a request, and in which order.
//!
//! The arguments of a handler are extracted one after the other, and the first problem is the reply. Every handler takes them in
//! the same order, so every route refuses in the same order. Only `/instructor` takes the caller before the path:
//!
//! 1. the address and the method (`routes` finds the handler): `route.unknown`, `method.unknown`;
//! 2. what the path names: `step.unknown`, `game.unknown`, `record.name`. Which steps exist depends on the caller. For this
//!    look-up a caller with invalid credentials counts as anonymous;
//! 3. the caller: `auth.…`, `seat.…`;
//! 4. the query: `query.invalid`, or the code of a field;
//! 5. the body, which is received only now: `body.…`, or the code of the resource;
//! 6. the operation itself.
//!
//! [`Extract`] is own code because actix polls all arguments of a handler at once, so that a wrong query would be told before an unknown key, and
//! because it describes each argument for `openapi`.

use std::borrow::Cow;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::Method;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Unexpected};
use utoipa::ToSchema;

use super::accept::{LANG, asked_for, asks_for_page};
use super::base_url::{Addresses, BaseUrl};
use super::openapi::{Operation, required_of};
use super::problem::{Code, Problem};
use crate::game::json::FieldError;
use crate::step::{near_miss, quoted};
use crate::texts;
use crate::wire::fields::{from_pairs, pairs};

/// The header that carries a seat's key.
pub(crate) const SEAT_KEY: &str = "X-Seat-Key";

/// A part of a request that a handler takes.
pub(crate) trait Extract: Sized + 'static {
    /// Reads it from the request.
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem>;

    /// Adds to the description of an operation what this part is, and which problems it can have; nothing if it is not seen from outside.
    fn describe(_: &mut Operation) {}
}

/// The arguments of a handler, extracted from left to right.
macro_rules! arguments {
    ($($argument:ident)+) => {
        impl<$($argument: Extract),+> Extract for ($($argument,)+) {
            async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
                Ok(($($argument::extract(request, payload).await?,)+))
            }

            fn describe(operation: &mut Operation) {
                $($argument::describe(operation);)+
            }
        }
    };
}

arguments! { A }
arguments! { A B }
arguments! { A B C }
arguments! { A B C D }
arguments! { A B C D E }
arguments! { A B C D E F }

impl Extract for BaseUrl {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        Ok(Addresses::of(request).base_url(request))
    }
}

impl Extract for Method {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        Ok(request.method().clone())
    }
}

/// The part of a path that matched this name in the route's pattern.
#[expect(clippy::expect_used, reason = "patterns and names are constants")]
pub(crate) fn path_part<'a>(request: &'a HttpRequest, name: &str) -> &'a str {
    request.match_info().get(name).expect("the route's pattern has this part")
}

/// The fields of a request's query. `T` denies unknown fields, and a field with one value is refused when it is given twice. A page ignores fields that
/// others have added to a link, unless the reader may have meant one of its own.
pub(crate) struct ApiQuery<T>(pub(crate) T);

/// The fields that a resource reads from a query.
pub(crate) trait QueryFields: DeserializeOwned + ToSchema + 'static {
    /// Whether a form on a page asks for many things with it: then a field that was left empty is left out.
    const IS_SPARSE: bool = false;

    /// The code of the problem when this field is missing or its value cannot be read.
    fn code_of(_field: &str) -> Code {
        Code::QueryInvalid
    }
}

impl<T: QueryFields> Extract for ApiQuery<T> {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        // Every query may name a language: `ReplyLanguage` reads it.
        asked_for(request)?;
        let fields = || {
            let fields = pairs(request.query_string().as_bytes()).filter(|(name, _)| name != LANG);
            fields.filter(|(_, value)| !(T::IS_SPARSE && value.is_empty()))
        };
        let mut garbled =
            fields().filter(|(name, value)| [name, value].iter().any(|it| it.contains('\u{fffd}')));
        if let Some((name, _)) = garbled.next()
            && !asks_for_page(request)
        {
            return Err(Problem::new(T::code_of(&name), texts::query::not_utf8()));
        }
        let read = match from_pairs(fields()) {
            Err(FieldError::Unknown(_, known)) if asks_for_page(request) => {
                let is_meant = |name: &str| {
                    !name.eq_ignore_ascii_case(LANG) && near_miss(name, &known).is_some()
                };
                from_pairs(fields().filter(|(name, _)| is_meant(name)))
            }
            read => read,
        };
        read.map(Self).map_err(|error| {
            let code = match &error {
                FieldError::Missing(field) => T::code_of(field),
                FieldError::Value(field, _) => T::code_of(field),
                _ => Code::QueryInvalid,
            };
            let detail = match error {
                FieldError::Unknown(_, known) if known.is_empty() && is_for_body(request) => {
                    texts::query::of_body(named(fields().map(|(name, _)| name)))
                }
                error => error.or(LANG).message_requiring(&required_of::<T>()),
            };
            Problem::new(code, detail)
        })
    }

    fn describe(operation: &mut Operation) {
        operation.reads_query::<T>(T::code_of);
    }
}

/// Whether the fields of a request belong into its body.
fn is_for_body(request: &HttpRequest) -> bool {
    [Method::POST, Method::PUT, Method::PATCH].contains(request.method())
}

/// The first names of a query, as a message lists them.
fn named<'a>(names: impl Iterator<Item = Cow<'a, str>>) -> String {
    /// So many: more make no message clearer.
    const SHOWN: usize = 3;

    names.take(SHOWN).map(|name| quoted(&name)).collect::<Vec<_>>().join(", ")
}

/// The extractor for a route without query fields: a query that has any is refused.
pub(crate) type NoQuery = ApiQuery<NoFields>;

/// The query of a route that has no fields of its own.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EmptyQuery)]
pub(crate) struct NoFields {}

impl QueryFields for NoFields {}

/// Reads the value of a field from its text, without the blanks around it. `expected` is the end of the message that begins
/// with what was found; the texts of [`json`](crate::game::json) have it in every language.
pub(crate) fn read_field<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    read: impl FnOnce(&str) -> Option<T>,
    expected: &str,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    read(text.trim()).ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &expected))
}
