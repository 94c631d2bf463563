//! Who makes a request: the extractors of callers, by a key, a session or an address. The header is read here because `actix-web-httpauth` knows the
//! schemes only as `Basic` and `Bearer`, though their case does not matter, and takes one of them for each handler.

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpMessage as _, HttpRequest};
use data_encoding::BASE64;
use encoding_rs::{UTF_8, WINDOWS_1252};
use memchr::memchr;

use super::caller::{Caller, LoggedPerson, Person};
use super::compute::CallerKey;
use super::rates::Network;
use super::state::{SharedState, State};
use crate::course::{Learner, LearnerName};
use crate::step::Subject;
use crate::store::{Instructor, StoreError};
use crate::texts;
use crate::wire::base_url::Addresses;
use crate::wire::browser::{SESSION, cookie, is_cross_site};
use crate::wire::extract::Extract;
use crate::wire::openapi::{Callers, Operation};
use crate::wire::problem::{Code, Problem};

impl Extract for SharedState {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        Ok(Self::clone(State::of(request)))
    }
}

impl Extract for Network {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        Ok(Addresses::of(request).client(request).into())
    }
}

/// Who has signed in with the browser that sends a request. A session whose key is not valid any more is over.
pub(crate) async fn session_person(request: &HttpRequest) -> Result<Option<Person>, StoreError> {
    let Some(cookie) = cookie(request, SESSION) else { return Ok(None) };
    Box::pin(State::of(request).class.person(cookie.value())).await
}

impl Extract for Caller {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let state = State::of(request);
        // Boxed, so that anonymous requests need no room for it.
        let credentials = Credentials::of(request)?;
        let person = match credentials {
            Some(credentials) => Some(Box::pin(credentials.authenticate(state)).await?),
            None => session_person(request).await?,
        };
        let address = Addresses::of(request).client(request);
        let network = address.into();
        let is_cross_site = person.is_some() && is_cross_site(request);
        let (subject, key) = match &person {
            None => {
                state.untrusted_proxies.notice(request, Addresses::of(request));
                (Subject::Anonymous(address), CallerKey::at(address))
            }
            Some(Person::Learner(learner)) => {
                request.extensions_mut().insert(LoggedPerson::Learner(learner.id));
                (Subject::Learner(learner.id.0), CallerKey::learner(learner.id))
            }
            Some(Person::Instructor(instructor)) => {
                request.extensions_mut().insert(LoggedPerson::Instructor);
                let subject = Subject::Instructor(instructor.name.as_str());
                (subject, CallerKey::instructor(state.keyring.subject(subject)))
            }
        };
        let subjects = state.keyring.subjects(subject);
        let (learner, instructor) = match person {
            None => (None, None),
            Some(Person::Learner(learner)) => (Some(learner), None),
            Some(Person::Instructor(instructor)) => (None, Some(instructor)),
        };
        Ok(Self { learner, instructor, subjects, network, key, is_cross_site })
    }

    fn describe(operation: &mut Operation) {
        operation.is_for(Callers::Anybody);
        operation.may_fail(&[Code::AuthForm, Code::AuthKey, Code::StoreFailed]);
    }
}

/// Whose computations a request asks for, where it needs no learner: a key that is not valid does not matter there.
pub(crate) struct ComputeCaller {
    pub(crate) key: CallerKey,
    pub(crate) is_instructor: bool,
}

impl Extract for ComputeCaller {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let of_caller =
            |caller: Caller| Self { key: caller.key, is_instructor: caller.instructor.is_some() };
        let at_address = |_| {
            let address = Addresses::of(request).client(request);
            Self { key: CallerKey::at(address), is_instructor: false }
        };
        Ok(Caller::extract(request, payload).await.map_or_else(at_address, of_caller))
    }

    fn describe(operation: &mut Operation) {
        operation.is_for(Callers::Anybody);
    }
}

/// A caller that must be a registered learner.
pub(crate) struct RequiredLearner(pub(crate) Learner);

impl Extract for RequiredLearner {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        Caller::extract(request, payload).await?.learner.map(Self).ok_or_else(without_key)
    }

    fn describe(operation: &mut Operation) {
        Caller::describe(operation);
        operation.is_for(Callers::Known);
        operation.may_fail(&[Code::AuthMissing]);
    }
}

/// A caller that must be an instructor.
pub(crate) struct RequiredInstructor(pub(crate) Instructor);

impl Extract for RequiredInstructor {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let caller = Caller::extract(request, payload).await?;
        match (caller.instructor, caller.learner) {
            (Some(instructor), _) => Ok(Self(instructor)),
            (None, None) => Err(without_key()),
            (None, Some(_)) => Err(Problem::new(Code::AuthInstructor, texts::auth::instructor())),
        }
    }

    fn describe(operation: &mut Operation) {
        RequiredLearner::describe(operation);
        operation.may_fail(&[Code::AuthInstructor]);
    }
}

fn without_key() -> Problem {
    Problem::new(Code::AuthMissing, texts::auth::missing())
}

/// The content of an `Authorization` header, or what is signed in with.
pub(crate) struct Credentials {
    /// The name as it was sent, which a bearer does not send. Some clients send it in Windows-1252 or its part ISO 8859-1, as `requests` does.
    pub(crate) name: Option<Vec<u8>>,
    pub(crate) key: String,
}

impl Credentials {
    /// The credentials of a request; none if it has no `Authorization` header.
    fn of(request: &HttpRequest) -> Result<Option<Self>, Problem> {
        let mut values = request.headers().get_all(header::AUTHORIZATION);
        match (values.next(), values.next()) {
            (None, _) => Ok(None),
            (Some(value), None) => Self::parse(value).map(Some),
            (Some(_), Some(_)) => Err(Problem::new(Code::AuthForm, texts::auth::twice())),
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
        let bytes = BASE64.decode(rest.as_bytes()).map_err(|_| malformed())?;
        // A name has no colon in it.
        let colon = memchr(b':', &bytes).ok_or_else(malformed)?;
        let (name, key) = bytes.split_at(colon);
        let key = str::from_utf8(key).ok().and_then(|key| key.strip_prefix(':'));
        // `echo` ends a line, which is then a part of what is encoded.
        let key = key.map(|key| key.trim_end_matches(['\r', '\n'])).ok_or_else(malformed)?;
        if key.is_empty() {
            return Err(Problem::new(Code::AuthKey, texts::auth::password()));
        }
        Ok(Self { name: Some(name.to_owned()), key: key.to_owned() })
    }

    /// Who has these credentials. A wrong key is refused: it never makes an anonymous caller.
    pub(crate) async fn authenticate(&self, state: &State) -> Result<Person, Problem> {
        let refused = |detail| Problem::new(Code::AuthKey, detail);
        // A key as a JSON program prints it has quotation marks, which no key has in it.
        let key = self.key.trim().trim_matches(['"', '\'']);
        let person = state.class.person(key).await?;
        let person = person.ok_or_else(|| refused(texts::auth::key()))?;
        if self.has_name_of(&person) { Ok(person) } else { Err(refused(texts::auth::name())) }
    }

    /// Whether the name is that of a person, read as UTF-8 or as Windows-1252: the key has told who it is.
    fn has_name_of(&self, person: &Person) -> bool {
        let Some(name) = &self.name else { return true };
        [UTF_8, WINDOWS_1252].into_iter().any(|encoding| {
            let name = encoding.decode_without_bom_handling_and_without_replacement(name);
            let name = name.and_then(|name| name.parse::<LearnerName>().ok());
            name.is_some_and(|name| name.folded() == person.name().folded())
        })
    }
}

fn malformed() -> Problem {
    Problem::new(Code::AuthForm, texts::auth::form())
}
