//! The client, and its calls about steps.

use std::time::Duration;

use reqwest::header::{ACCEPT, HeaderMap, HeaderValue, USER_AGENT};
use reqwest::{RequestBuilder, Url};
use serde_json::json;

use super::error::{Error, reason};
use super::exchange::exchange;
use super::keys::Key;
use super::retry::Effect;
use super::steps::{Ladder, Task, TaskChoice, TaskToken, Verdict};
use crate::StepNumber;

/// A server that takes longer to accept a connection is taken to be gone.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(2500);

/// A server that takes longer to reply is taken to be gone too: judging takes milliseconds.
const REPLY_TIMEOUT: Duration = Duration::from_secs(15);

/// How the client names itself.
const AGENT: &str = concat!("gradus-client/", env!("CARGO_PKG_VERSION"));

/// A Gradus server as one learner, or an anonymous client, sees it.
#[derive(Clone, Debug)]
pub struct Client {
    pub(super) http: reqwest::Client,
    pub(super) server: Url,
    key: Option<Key>,
    /// How the client names itself.
    agent: &'static str,
}

/// A client of HTTP, with ring for the cryptography of TLS: the server's programs need that one anyway, and reqwest's own choice is a large
/// library in C.
fn http_client() -> reqwest::ClientBuilder {
    // It fails where a program that uses this crate has installed one already, and that one is used.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
}

impl Client {
    /// A client of the server at an address such as `http://127.0.0.1:8080`. Connects to nothing yet.
    ///
    /// # Errors
    /// [`Error::Address`] when the text is not an `http` or `https` address, or has a name or key in it.
    pub fn new(server: &str, key: Option<Key>) -> Result<Self, Error> {
        let http = http_client()
            .user_agent(AGENT)
            .default_headers(HeaderMap::from_iter([(
                ACCEPT,
                HeaderValue::from_static("application/json"),
            )]))
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(REPLY_TIMEOUT)
            .build()
            .map_err(|error| Error::Unsendable(reason(&error)))?;
        Ok(Self { http, server: address(server)?, key, agent: AGENT })
    }

    /// The same client, which tells the server that it solves all steps. Instructors see which answers such a client sent.
    #[must_use]
    pub fn solving_all(self) -> Self {
        Self { agent: concat!("gradus-client/", env!("CARGO_PKG_VERSION"), " solve-all"), ..self }
    }

    /// The server's address.
    #[must_use]
    pub fn server(&self) -> &Url {
        &self.server
    }

    /// The ladder: all tracks and steps.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn ladder(&self) -> Result<Ladder, Error> {
        let request = || self.signed(self.http.get(self.server.clone()));
        exchange(&self.server, Effect::Idempotent, request).await?.json(&self.server)
    }

    /// A task of a step.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn task(&self, step: StepNumber, choice: &TaskChoice) -> Result<Task, Error> {
        let url = self.url(&format!("step_{step}"));
        let request = || self.signed(self.http.get(url.clone()).query(&choice.query()));
        exchange(&self.server, Effect::Idempotent, request).await?.json(&self.server)
    }

    /// Answers a task, and returns the verdict.
    ///
    /// # Errors
    /// See [`Error`]; a malformed answer is an [`Error::Problem`].
    pub async fn answer(
        &self,
        step: StepNumber,
        task: &TaskToken,
        items: &[String],
    ) -> Result<Verdict, Error> {
        let url = self.url(&format!("step_{step}"));
        let answer = json!({ "task": task, "ans": items });
        let request = || self.signed(self.http.post(url.clone()).json(&answer));
        exchange(&self.server, Effect::Idempotent, request).await?.json(&self.server)
    }

    /// The address of a resource below the server's own, which ends in a slash.
    pub(super) fn url(&self, path: &str) -> Url {
        let mut url = self.server.clone();
        url.set_path(&format!("{}{path}", self.server.path()));
        url
    }

    /// The request with the client's name, and with the learner's key if the client has one.
    pub(super) fn signed(&self, request: RequestBuilder) -> RequestBuilder {
        let request = request.header(USER_AGENT, self.agent);
        match &self.key {
            Some(key) => request.bearer_auth(key.reveal()),
            None => request,
        }
    }
}

/// A server's address as a URL whose path ends in a slash, without query and fragment.
fn address(text: &str) -> Result<Url, Error> {
    let refuse =
        |reason: &str| Error::Address { address: text.to_owned(), reason: reason.to_owned() };
    if !text.is_empty() && !text.contains("://") {
        return Err(refuse("add http:// or https:// before it"));
    }
    let mut url = Url::parse(text).map_err(|error| refuse(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(refuse("it does not begin with http:// or https://"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Error::Address {
            // The key must not be repeated; every http address has a host.
            address: url.host_str().unwrap_or("the server").to_owned(),
            reason: "a name or key does not belong in an address".to_owned(),
        });
    }
    url.set_query(None);
    url.set_fragment(None);
    if !url.path().ends_with('/') {
        url.set_path(&format!("{}/", url.path()));
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_may_live_below_a_path() {
        for text in ["http://h/puzzles", "http://h/puzzles/", "http://h/puzzles?x#y"] {
            let client = Client::new(text, None).unwrap();
            assert_eq!(client.url("me").as_str(), "http://h/puzzles/me");
        }
        let client = Client::new("http://127.0.0.1:8080", None).unwrap();
        assert_eq!(client.url("step_07").as_str(), "http://127.0.0.1:8080/step_07");
    }

    #[test]
    fn a_key_in_the_address_is_refused_and_not_repeated() {
        let error = Client::new("http://ada:secret@h/", None).unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
    }

    #[test]
    fn other_texts_are_refused() {
        for junk in ["", "127.0.0.1:8080", "localhost:8080", "ftp://h/", "http://"] {
            assert!(matches!(Client::new(junk, None), Err(Error::Address { .. })), "{junk:?}");
        }
        for text in ["127.0.0.1:8080", "localhost:8080", "gradus.example"] {
            let error = Client::new(text, None).unwrap_err().to_string();
            assert!(error.ends_with("add http:// or https:// before it"), "{error}");
        }
    }
}
