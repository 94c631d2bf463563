//! The caller of a request: a learner with a key or a session, or an anonymous client at an address.

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpMessage as _, HttpRequest};
use data_encoding::BASE64;

use super::extract::Extract;
use super::messages::{Message, message};
use super::problem::{Code, Problem};
use super::rates::Network;
use super::session::{is_from_another_site, learner_of};
use super::state::State;
use crate::compute::CallerKey;
use crate::step::{Subject, SubjectId};
use crate::course::{KeyHash, Learner, LearnerId, LearnerName};

/// Who makes a request.
pub(super) struct Caller {
    /// The registered learner; none for an anonymous client, for whom nothing is recorded.
    pub(super) learner: Option<Learner>,
    /// Whose tasks they get.
    pub(super) subject: SubjectId,
    /// Where the request comes from.
    pub(super) network: Network,
    /// Whose computations theirs are.
    pub(super) key: CallerKey,
    /// Whether another site's page has sent a learner's browser here: then the learner may not want what the request does.
    pub(super) is_sent_here: bool,
}

impl Extract for Caller {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let state = State::of(request);
        // Boxed, so that anonymous requests need no room for it.
        let credentials = Credentials::of(request)?;
        let has_session = credentials.is_none();
        let learner = match credentials {
            Some(credentials) => Some(Box::pin(credentials.authenticate(state)).await?),
            None => learner_of(request).await?,
        };
        let address = state.addresses.client(request);
        let network = address.into();
        let is_sent_here = has_session && learner.is_some() && is_from_another_site(request);
        let Some(learner) = learner else {
            state.untrusted_proxies.notice(request, &state.addresses);
            let subject = state.keyring.subject(Subject::Anonymous(address));
            let key = CallerKey::at(address);
            return Ok(Self { learner: None, subject, network, key, is_sent_here });
        };
        request.extensions_mut().insert(LoggedLearner(learner.id));
        let subject = state.keyring.subject(Subject::Learner(learner.name.as_str()));
        let key = CallerKey::learner(learner.id);
        Ok(Self { learner: Some(learner), subject, network, key, is_sent_here })
    }
}

/// Whose computations a request asks for, where it needs no learner: a learner's key that is not valid does not matter there.
pub(super) struct ComputeCaller(pub(super) CallerKey);

impl Extract for ComputeCaller {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let at_address = || CallerKey::at(State::of(request).addresses.client(request));
        let caller = Caller::extract(request, payload).await;
        Ok(Self(caller.map_or_else(|_| at_address(), |caller| caller.key)))
    }
}

/// The learner of a request, for the middleware that logs it.
pub(super) struct LoggedLearner(pub(super) LearnerId);

/// A caller that must be a registered learner.
pub(super) struct RequiredLearner(pub(super) Learner);

impl Extract for RequiredLearner {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        Caller::extract(request, payload)
            .await?
            .learner
            .map(Self)
            .ok_or_else(|| Problem::new(Code::AuthMissing, message(Message::AuthMissing).clone()))
    }
}

/// The content of an `Authorization` header, or what is signed in with.
pub(super) struct Credentials {
    /// The name, which a bearer does not send.
    pub(super) name: Option<String>,
    pub(super) key: String,
}

impl Credentials {
    /// The credentials of a request; none if it has no `Authorization` header.
    fn of(request: &HttpRequest) -> Result<Option<Self>, Problem> {
        let mut values = request.headers().get_all(header::AUTHORIZATION);
        match (values.next(), values.next()) {
            (None, _) => Ok(None),
            (Some(value), None) => Self::parse(value).map(Some),
            (Some(_), Some(_)) => {
                Err(Problem::new(Code::AuthForm, message(Message::AuthTwice).clone()))
            }
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
        let pair = String::from_utf8(bytes).map_err(|_| malformed())?;
        let (name, key) = pair.split_once(':').ok_or_else(malformed)?;
        Ok(Self { name: Some(name.to_owned()), key: key.to_owned() })
    }

    /// The learner with these credentials. A wrong key is refused: it never makes an anonymous caller.
    pub(super) async fn authenticate(&self, state: &State) -> Result<Learner, Problem> {
        let learner = state.learner(KeyHash::of(&self.key)).await?;
        learner
            .filter(|learner| self.has_name_of(learner))
            .ok_or_else(|| Problem::new(Code::AuthKey, message(Message::AuthKey).clone()))
    }

    fn has_name_of(&self, learner: &Learner) -> bool {
        let Some(name) = &self.name else { return true };
        name.parse::<LearnerName>().is_ok_and(|name| name.folded() == learner.name.folded())
    }
}

fn malformed() -> Problem {
    Problem::new(Code::AuthForm, message(Message::AuthForm).clone())
}
