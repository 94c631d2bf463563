//! The caller of a request: a learner with a key, or an anonymous client at an address.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{FromRequest, HttpMessage as _, HttpRequest, web};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::future::{Either, LocalBoxFuture};

use super::base_url::BaseUrl;
use super::problem::{Code, Problem};
use super::state::State;
use crate::step::{Subject, SubjectId};
use crate::store::{KeyHash, Learner, LearnerId, LearnerName};

/// Who makes a request.
pub(super) struct Caller {
    /// The registered learner; none for an anonymous client, for whom nothing is recorded.
    pub(super) learner: Option<Learner>,
    /// Whose tasks they get.
    pub(super) subject: SubjectId,
}

impl FromRequest for Caller {
    type Error = Problem;
    /// Only a key takes a look-up.
    type Future =
        Either<Ready<Result<Self, Problem>>, LocalBoxFuture<'static, Result<Self, Problem>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let state = State::of(request);
        match Credentials::of(request) {
            Err(problem) => Either::Left(ready(Err(problem))),
            Ok(None) => {
                let subject = Subject::Anonymous(state.addresses.client(request));
                let subject = state.keyring.subject(subject);
                Either::Left(ready(Ok(Self { learner: None, subject })))
            }
            Ok(Some(credentials)) => {
                let (request, state) = (request.clone(), web::Data::clone(state));
                Either::Right(Box::pin(async move {
                    let caller = Self::authenticate(&state, &credentials).await?;
                    if let Some(learner) = &caller.learner
                        && tracing::enabled!(tracing::Level::ERROR)
                    {
                        request.extensions_mut().insert(LoggedLearner(learner.id));
                    }
                    Ok(caller)
                }))
            }
        }
    }
}

/// The learner of a request, for the middleware that logs it.
pub(super) struct LoggedLearner(pub(super) LearnerId);

impl Caller {
    /// The learner with these credentials. A wrong key is refused: it never makes an anonymous caller.
    async fn authenticate(state: &State, credentials: &Credentials) -> Result<Self, Problem> {
        let learner = state.learner(KeyHash::of(&credentials.key)).await?;
        let learner = learner.filter(|learner| credentials.has_name_of(learner)).ok_or_else(|| {
            Problem::new(
                Code::AuthKey,
                "no learner has this key, or another name was sent with it; expected the key that POST /learners showed once",
            )
        })?;
        let subject = state.keyring.subject(Subject::Learner(learner.name.as_str()));
        Ok(Self { learner: Some(learner), subject })
    }
}

/// A caller that must be a registered learner.
pub(super) struct RequiredLearner(pub(super) Learner);

impl FromRequest for RequiredLearner {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let caller = Caller::from_request(request, payload);
        Box::pin(async move {
            caller.await?.learner.map(Self).ok_or_else(|| {
                Problem::new(
                    Code::AuthMissing,
                    "send `Authorization: Bearer KEY`, or name and key as HTTP Basic; POST /learners gives a key",
                )
            })
        })
    }
}

/// The header that carries a seat's key.
pub(super) const SEAT_KEY: &str = "X-Seat-Key";

/// The key of a seat, if one was sent. The match service checks it.
pub(super) struct SeatKey(Option<HeaderValue>);

impl SeatKey {
    /// The bytes of the key.
    pub(super) fn as_bytes(&self) -> Option<&[u8]> {
        self.0.as_ref().map(HeaderValue::as_bytes)
    }
}

impl FromRequest for SeatKey {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(request.headers().get(SEAT_KEY).cloned())))
    }
}

impl FromRequest for BaseUrl {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(State::of(request).addresses.base_url(request)))
    }
}

/// The content of an `Authorization` header.
struct Credentials {
    /// The name, which only HTTP Basic sends.
    name: Option<String>,
    key: String,
}

impl Credentials {
    /// The credentials of a request; none if it has no `Authorization` header.
    fn of(request: &HttpRequest) -> Result<Option<Self>, Problem> {
        let mut values = request.headers().get_all(header::AUTHORIZATION);
        match (values.next(), values.next()) {
            (None, _) => Ok(None),
            (Some(value), None) => Self::parse(value).map(Some),
            (Some(_), Some(_)) => Err(Problem::new(
                Code::AuthForm,
                "there are two Authorization headers; expected one",
            )),
        }
    }

    fn parse(value: &HeaderValue) -> Result<Self, Problem> {
        let text = value.to_str().map_err(|_| malformed())?;
        let (scheme, rest) = text.split_once(' ').ok_or_else(malformed)?;
        let rest = rest.trim();
        if scheme.eq_ignore_ascii_case("bearer") {
            return Ok(Self { name: None, key: rest.to_owned() });
        }
        if !scheme.eq_ignore_ascii_case("basic") {
            return Err(malformed());
        }
        let bytes = STANDARD.decode(rest).map_err(|_| malformed())?;
        let pair = String::from_utf8(bytes).map_err(|_| malformed())?;
        let (name, key) = pair.split_once(':').ok_or_else(malformed)?;
        Ok(Self { name: Some(name.to_owned()), key: key.to_owned() })
    }

    fn has_name_of(&self, learner: &Learner) -> bool {
        let Some(name) = &self.name else { return true };
        name.parse::<LearnerName>().is_ok_and(|name| name.folded() == learner.name.folded())
    }
}

fn malformed() -> Problem {
    Problem::new(
        Code::AuthForm,
        "the Authorization header is malformed; expected `Bearer KEY`, or `Basic` with name:KEY in base64",
    )
}
