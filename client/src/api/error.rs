//! What can go wrong with a call: the one error type of this module, and how a failed connection is told in few words.

use std::error::Error as StdError;
use std::io;

use reqwest::Url;

use super::problem::Problem;

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
    /// No request could be made: a key with characters that no header may have, or a machine without certificates.
    #[error("the request cannot be made: {0}")]
    Unsendable(String),
    /// The server could not be reached, or fell silent, also after the calls that may be repeated were.
    #[error("the server at {server} does not answer: {reason}")]
    Unreachable {
        /// The server's address.
        server: Url,
        /// In few words, as `connection refused`.
        reason: String,
    },
    /// The server said no, and why.
    #[error(transparent)]
    Problem(Box<Problem>),
    /// Something answered, but not as Gradus does.
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
        Self::Unreachable { server: server.clone(), reason: reason(error) }
    }
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
