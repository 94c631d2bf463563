//! The calls themselves, one method a resource.

use std::time::Duration;

use reqwest::header::{ACCEPT, HeaderMap, HeaderValue};
use reqwest::{RequestBuilder, Url};
use serde_json::json;

use super::credentials::Credentials;
use super::error::{Error, reason};
use super::exchange::exchange;
use super::ladder::Ladder;
use super::learner::{Learner, Registration};
use super::retry::Repeat;
use super::task::{Language, Task, TaskChoice, TaskToken};
use super::verdict::Verdict;
use crate::StepNumber;

/// A server that takes longer to accept a connection is taken to be gone.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(2500);

/// A server that takes longer to reply has fallen silent: judging takes milliseconds.
const REPLY_TIMEOUT: Duration = Duration::from_secs(15);

/// A Gradus server as one learner, or an anonymous client, sees it.
#[derive(Clone, Debug)]
pub struct Client {
    pub(super) http: reqwest::Client,
    pub(super) server: Url,
    credentials: Option<Credentials>,
}

impl Client {
    /// A client of the server at an address such as `http://127.0.0.1:8080`. Connects to nothing yet.
    ///
    /// # Errors
    /// [`Error::Address`] when the text is not an `http` or `https` address, or has a name or key in it.
    pub fn new(server: &str, credentials: Option<Credentials>) -> Result<Self, Error> {
        let http = reqwest::Client::builder()
            .user_agent(concat!("gradus-client/", env!("CARGO_PKG_VERSION")))
            .default_headers(HeaderMap::from_iter([(
                ACCEPT,
                HeaderValue::from_static("application/json"),
            )]))
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(REPLY_TIMEOUT)
            .build()
            .map_err(|error| Error::Unsendable(reason(&error)))?;
        Ok(Self { http, server: address(server)?, credentials })
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
        exchange(&self.server, Repeat::Harmless, request).await?.json(&self.server)
    }

    /// A task of a step.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn task(&self, step: StepNumber, choice: &TaskChoice) -> Result<Task, Error> {
        let url = self.url(&format!("step_{step}"));
        let request = || self.signed(self.http.get(url.clone()).query(&choice.query()));
        exchange(&self.server, Repeat::Harmless, request).await?.json(&self.server)
    }

    /// Answers a task, and returns the judge's word.
    ///
    /// # Errors
    /// See [`Error`]; an answer that the judge could not read is an [`Error::Problem`].
    pub async fn answer(
        &self,
        step: StepNumber,
        task: &TaskToken,
        items: &[String],
    ) -> Result<Verdict, Error> {
        let url = self.url(&format!("step_{step}"));
        let answer = json!({ "task": task, "ans": items });
        let request = || self.signed(self.http.post(url.clone()).json(&answer));
        exchange(&self.server, Repeat::Harmless, request).await?.json(&self.server)
    }

    /// The statement of a step, as Markdown.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn statement(&self, step: StepNumber, language: Language) -> Result<String, Error> {
        let url = self.url(&format!("step_{step}/statement"));
        let request = || {
            let request = self.http.get(url.clone()).query(&[("lang", language.code())]);
            self.signed(request.header(ACCEPT, "text/markdown"))
        };
        exchange(&self.server, Repeat::Harmless, request).await?.text(&self.server)
    }

    /// Registers a new learner. The client itself stays who it was.
    ///
    /// # Errors
    /// See [`Error`]; a taken name is an [`Error::Problem`].
    pub async fn register(&self, name: &str) -> Result<Registration, Error> {
        let url = self.url("learners");
        let learner = json!({ "name": name });
        let request = || self.http.post(url.clone()).json(&learner);
        exchange(&self.server, Repeat::Harmful, request).await?.json(&self.server)
    }

    /// The learner whose credentials this client has.
    ///
    /// # Errors
    /// See [`Error`]; an anonymous client gets an [`Error::Problem`].
    pub async fn me(&self) -> Result<Learner, Error> {
        let url = self.url("me");
        let request = || self.signed(self.http.get(url.clone()));
        exchange(&self.server, Repeat::Harmless, request).await?.json(&self.server)
    }

    /// The address of a resource below the server's own, which ends in a slash.
    pub(super) fn url(&self, path: &str) -> Url {
        let mut url = self.server.clone();
        url.set_path(&format!("{}{path}", self.server.path()));
        url
    }

    pub(super) fn signed(&self, request: RequestBuilder) -> RequestBuilder {
        match &self.credentials {
            Some(credentials) => credentials.sign(request),
            None => request,
        }
    }
}

/// A server's address as a URL whose path ends in a slash, without query and fragment.
fn address(text: &str) -> Result<Url, Error> {
    let refuse =
        |reason: &str| Error::Address { address: text.to_owned(), reason: reason.to_owned() };
    let mut url = Url::parse(text).map_err(|error| refuse(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(refuse("it does not begin with http:// or https://"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Error::Address {
            address: url.host_str().unwrap_or_default().to_owned(),
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
    fn what_is_not_an_address_is_refused() {
        for junk in ["", "127.0.0.1:8080", "localhost:8080", "ftp://h/", "http://"] {
            assert!(matches!(Client::new(junk, None), Err(Error::Address { .. })), "{junk:?}");
        }
    }
}
