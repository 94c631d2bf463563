//! Who the client says it is. Keys are secrets: they never show in debug output.

use std::fmt;

use reqwest::RequestBuilder;
use serde::Deserialize;

/// A learner's key, shown once by the server at registration.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Key(String);

impl Key {
    /// A key as it was read from a file, a flag or the environment; blanks around it do not count.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// The key's text, to store it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// How a request names its learner. Without credentials a client is anonymous: it can solve, and nothing is recorded.
#[derive(Clone, Debug)]
pub enum Credentials {
    /// `Authorization: Bearer KEY`.
    Bearer(Key),
    /// HTTP Basic, `name:KEY`.
    Basic {
        /// The learner's name.
        name: String,
        /// The learner's key.
        key: Key,
    },
}

impl Credentials {
    /// The request, signed.
    pub(super) fn sign(&self, request: RequestBuilder) -> RequestBuilder {
        match self {
            Self::Bearer(key) => request.bearer_auth(key.reveal()),
            Self::Basic { name, key } => request.basic_auth(name, Some(key.reveal())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_does_not_show_in_debug_output() {
        let credentials = Credentials::Bearer(Key::new("secret"));
        assert_eq!(format!("{credentials:?}"), "Bearer(Key(…))");
    }
}
