//! What can go wrong with a call: the one error type of this module, and the problem documents with which the server refuses.

use std::error::Error as StdError;
use std::io;

use hyper_util::client::proxy::matcher::Matcher;
use reqwest::Url;
use serde::Deserialize;

use super::steps::Diagnosis;

/// Why a call gave no reply of the expected kind.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The text is not a server's address.
    #[error("{address:?} is not a server's address, such as http://127.0.0.1:8080: {reason}")]
    Address {
        /// The text.
        address: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The request could not be built: a key with characters that no header may have, or a machine without certificates.
    #[error("the request cannot be made: {0}")]
    Unsendable(String),
    /// The server could not be reached or did not reply, also after retries.
    #[error("the server at {server} does not answer: {reason}")]
    Unreachable {
        /// The server's address.
        server: Url,
        /// The reason in a few words, as `connection refused`.
        reason: String,
    },
    /// The server refused the request.
    #[error(transparent)]
    Problem(Box<Problem>),
    /// Something replied, but not as Gradus does.
    #[error("the server at {server} does not answer as Gradus does: {reason}")]
    Foreign {
        /// The server's address.
        server: Url,
        /// What was unexpected.
        reason: String,
    },
}

impl Error {
    /// A request that got no reply.
    pub(super) fn unanswered(server: &Url, error: &reqwest::Error) -> Self {
        if error.is_builder() {
            return Self::Unsendable(reason(error));
        }
        let reason = if is_without_tls(error) {
            let plain = server.as_str().replacen("https", "http", 1);
            format!("it does not speak TLS; did you mean {plain}?")
        } else {
            reason(error)
        };
        Self::unreachable(server, reason)
    }

    /// No server answers. A proxy that is in the way is named.
    pub(super) fn unreachable(server: &Url, reason: String) -> Self {
        Self::Unreachable { server: server.clone(), reason: reason + &proxy_note(server) }
    }

    /// Something else answers. A proxy that is in the way is named.
    pub(super) fn foreign(server: &Url, reason: String) -> Self {
        Self::Foreign { server: server.clone(), reason: reason + &proxy_note(server) }
    }
}

/// Which variable of the environment sends requests for a server to a proxy, and how to change that; empty if none does.
#[expect(
    clippy::disallowed_methods,
    reason = "reqwest reads these variables; they are only named here"
)]
fn proxy_note(server: &Url) -> String {
    let note = || {
        // It reads the variables as reqwest does, and leaves out names and passwords.
        let proxy = Matcher::from_env().intercept(&server.as_str().parse().ok()?)?;
        let (proxy, host) = (proxy.uri(), server.host_str()?);
        let own = [format!("{}_PROXY", server.scheme().to_uppercase()), "ALL_PROXY".to_owned()];
        let mut names =
            own.into_iter().flat_map(|name| [name.to_lowercase(), name].into_iter().rev());
        let names_it = |name: &String| {
            std::env::var(name).is_ok_and(|value| value.contains(proxy.host().unwrap_or_default()))
        };
        let name = names.find(names_it)?;
        Some(format!(
            "; the variable {name} sends requests to the proxy {proxy}: correct it, or add {host} to NO_PROXY"
        ))
    };
    note().unwrap_or_default()
}

/// Whether the server has replied to the beginning of TLS with something else, as one does that speaks HTTP without it. Errors of the system hide
/// those that they are made of from `source`.
fn is_without_tls(error: &(dyn StdError + 'static)) -> bool {
    if let Some(rustls::Error::InvalidMessage(_)) = error.downcast_ref() {
        return true;
    }
    let hidden = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    let hidden = hidden.map(|error| error as &(dyn StdError + 'static));
    hidden.or_else(|| error.source()).is_some_and(is_without_tls)
}

/// The reason of a failed request: the kind of the system's error if there is one, else the innermost message.
pub(super) fn reason(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "timed out".to_owned();
    }
    let mut innermost: &dyn StdError = error;
    while let Some(source) = innermost.source() {
        innermost = source;
        if let Some(system) = source.downcast_ref::<io::Error>()
            && system.raw_os_error().is_some()
        {
            return system.kind().to_string();
        }
    }
    innermost.to_string()
}

/// A problem document (RFC 9457): why the server refused a request.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, thiserror::Error)]
#[error("{code}: {detail}")]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// What was wrong with this request.
    #[serde(default)]
    pub detail: String,
    /// The stable name of the type of problem, as `answer.count` or `task.expired`.
    pub code: String,
    /// Why an answer is malformed, as far as the server can tell.
    pub diagnosis: Option<Diagnosis>,
}

impl Problem {
    /// The code of a step that the server does not have.
    pub const STEP_UNKNOWN: &str = "step.unknown";
    /// The code of a task to which the learner has sent too many wrong answers.
    pub const TASK_CLOSED: &str = "task.closed";
    /// The code of a key that names no learner.
    pub const AUTH_KEY: &str = "auth.key";
    /// The code of a request that needs a learner's key.
    pub const AUTH_MISSING: &str = "auth.missing";
    /// The code of a game that does not exist.
    pub const GAME_UNKNOWN: &str = "game.unknown";
    /// The code of a new game with options that do not fit.
    pub const GAME_FORM: &str = "game.form";
    /// The code of a key that no seat of the game has.
    pub const SEAT_KEY: &str = "seat.key";
    /// The code of a game that another request has changed at the same moment.
    pub const GAME_CHANGED: &str = "game.changed";
    /// The code of a move on a seat that is not to move.
    pub const MOVE_TURN: &str = "move.turn";
    /// The code of a move in a game that is over.
    pub const MOVE_OVER: &str = "move.over";
    /// The code of a text that is not a record.
    pub const RECORD_FORM: &str = "record.form";
    /// The code of a record that contradicts itself.
    pub const RECORD_ILLEGAL: &str = "record.illegal";
    /// The code of a record's name that is taken.
    pub const RECORD_TAKEN: &str = "record.taken";
    /// The code of a saved record that does not exist.
    pub const RECORD_UNKNOWN: &str = "record.unknown";
    /// The code of a server whose queue of computer moves is full.
    pub const LIMIT_BUSY: &str = "limit.busy";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_says_its_code_and_detail() {
        let json = r#"{"type":"http://h/problems#answer.count","title":"Wrong number of items","status":422,
            "detail":"36 items were expected, 35 were sent","code":"answer.count","is_success":false}"#;
        let problem: Problem = serde_json::from_str(json).unwrap();
        assert_eq!(problem.to_string(), "answer.count: 36 items were expected, 35 were sent");
        assert_eq!(problem.status, 422);
    }
}
