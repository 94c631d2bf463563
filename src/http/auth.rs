//! Who makes a request: a learner with a key, or somebody at an address.

use actix_web::HttpRequest;
use actix_web::http::header;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::problem::{Code, Problem};
use super::state::State;
use crate::step::{Subject, SubjectId};
use crate::store::{KeyHash, Learner, LearnerName};

/// Who makes a request.
pub(super) struct Caller {
    /// The registered learner; none for somebody without a key, of whom nothing is recorded.
    pub(super) learner: Option<Learner>,
    /// Whose tasks they get.
    pub(super) subject: SubjectId,
}

impl Caller {
    /// Finds out who calls. A key that is wrong is refused; it never becomes an anonymous caller.
    pub(super) async fn of(request: &HttpRequest, state: &State) -> Result<Self, Problem> {
        let mut values = request.headers().get_all(header::AUTHORIZATION);
        let Some(value) = values.next() else {
            let subject = Subject::Anonymous(state.origins.client(request));
            return Ok(Self { learner: None, subject: state.keyring.subject(subject) });
        };
        if values.next().is_some() {
            return Err(Problem::new(
                Code::AuthForm,
                "there are two Authorization headers; expected one",
            ));
        }
        let credentials = Credentials::parse(value)?;
        let known = state.learner(KeyHash::of(&credentials.key)).await?;
        let learner = known.filter(|learner| credentials.name_fits(learner)).ok_or_else(|| {
            Problem::new(
                Code::AuthKey,
                "the key is nobody's, or not this learner's; expected the key that POST /learners showed once",
            )
        })?;
        let subject = state.keyring.subject(Subject::Learner(learner.name.as_str()));
        Ok(Self { learner: Some(learner), subject })
    }

    /// The learner, where a key is needed.
    pub(super) fn require_learner(self) -> Result<Learner, Problem> {
        self.learner.ok_or_else(|| {
            Problem::new(
                Code::AuthMissing,
                "send `Authorization: Bearer KEY`, or name and key as HTTP Basic; POST /learners gives a key",
            )
        })
    }
}

/// What an `Authorization` header claims.
struct Credentials {
    /// The name, which only HTTP Basic sends.
    name: Option<String>,
    key: String,
}

impl Credentials {
    fn parse(value: &header::HeaderValue) -> Result<Self, Problem> {
        let text = value.to_str().map_err(|_| unreadable())?;
        let (scheme, rest) = text.split_once(' ').ok_or_else(unreadable)?;
        let rest = rest.trim();
        if scheme.eq_ignore_ascii_case("bearer") {
            return Ok(Self { name: None, key: rest.to_owned() });
        }
        if !scheme.eq_ignore_ascii_case("basic") {
            return Err(unreadable());
        }
        let bytes = STANDARD.decode(rest).map_err(|_| unreadable())?;
        let pair = String::from_utf8(bytes).map_err(|_| unreadable())?;
        let (name, key) = pair.split_once(':').ok_or_else(unreadable)?;
        Ok(Self { name: Some(name.to_owned()), key: key.to_owned() })
    }

    fn name_fits(&self, learner: &Learner) -> bool {
        let Some(name) = &self.name else { return true };
        name.parse::<LearnerName>().is_ok_and(|name| name.folded() == learner.name.folded())
    }
}

fn unreadable() -> Problem {
    Problem::new(
        Code::AuthForm,
        "the Authorization header cannot be read; expected `Bearer KEY`, or `Basic` with name:KEY in base64",
    )
}
