//! What a request's address contains: its path, the variable parts of the path, and the fields of the query.

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::fields::from_urlencoded;
use super::problem::{Code, Problem};

/// The fields of a request's query. `T` denies unknown fields, and a field with one value is refused when it is given twice.
pub(super) struct ApiQuery<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest for ApiQuery<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let fields = from_urlencoded(request.query_string().as_bytes());
        ready(match fields {
            Ok(fields) => Ok(Self(fields)),
            Err(error) => Err(Problem::new(Code::QueryInvalid, error.to_string())),
        })
    }
}

/// The query of a route that has no fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoFields {}

/// The extractor for a route without query fields: a query that has any is refused.
pub(super) type NoQuery = ApiQuery<NoFields>;

/// The path of a request.
pub(super) struct RequestPath(pub(super) String);

impl FromRequest for RequestPath {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(request.path().to_owned())))
    }
}

/// The part of a path that matched this name in the route's pattern.
#[expect(clippy::expect_used, reason = "patterns and names are constants")]
pub(super) fn path_part<'a>(request: &'a HttpRequest, name: &str) -> &'a str {
    request.match_info().get(name).expect("the route's pattern has this part")
}
