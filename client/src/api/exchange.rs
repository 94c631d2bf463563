//! One request and its reply, repeated as long as [`super::retry`] says so.

use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use reqwest::{RequestBuilder, Response, StatusCode, Url};
use serde::de::DeserializeOwned;

use super::error::{Error, Problem};
use super::retry::{Effect, Retries, Transient};
use crate::draw::one_line;

/// A reply that has arrived whole.
pub(super) struct Reply {
    status: StatusCode,
    content_type: Option<String>,
    retry_after: Option<Duration>,
    body: Vec<u8>,
}

/// Sends the request, again where that may help, and returns the last reply.
///
/// # Errors
/// [`Error::Unreachable`] when no reply came, [`Error::Unsendable`] when nothing could be sent.
pub(super) async fn exchange(
    server: &Url,
    effect: Effect,
    request: impl Fn() -> RequestBuilder,
) -> Result<Reply, Error> {
    let mut retries = Retries::new(effect);
    loop {
        let outcome = send(request()).await;
        let wait = transient(&outcome).and_then(|failure| retries.wait_after(failure));
        match wait {
            Some(wait) => tokio::time::sleep(wait).await,
            None => return outcome.map_err(|error| Error::unanswered(server, &error)),
        }
    }
}

/// Sends the request once, and returns the response of a success with its body still to come.
///
/// # Errors
/// As [`exchange`] and [`Reply::json`].
pub(super) async fn open(server: &Url, request: RequestBuilder) -> Result<Response, Error> {
    let response = request.send().await.map_err(|error| Error::unanswered(server, &error))?;
    if response.status().is_success() {
        return Ok(response);
    }
    let reply = whole(response).await.map_err(|error| Error::unanswered(server, &error))?;
    Err(reply.refusal(server))
}

async fn send(request: RequestBuilder) -> Result<Reply, reqwest::Error> {
    whole(request.send().await?).await
}

async fn whole(response: Response) -> Result<Reply, reqwest::Error> {
    let content_type = response.headers().get(CONTENT_TYPE);
    Ok(Reply {
        status: response.status(),
        content_type: content_type.and_then(|kind| Some(kind.to_str().ok()?.to_owned())),
        retry_after: retry_after(&response),
        body: response.bytes().await?.to_vec(),
    })
}

/// The wait that a busy server asks for, in seconds. The header's other form, a date, is not understood: Gradus never sends it.
fn retry_after(response: &Response) -> Option<Duration> {
    let header = response.headers().get(RETRY_AFTER)?;
    header.to_str().ok()?.parse().ok().map(Duration::from_secs)
}

/// The failure that may pass, if the outcome is one. A timeout is not retried: after so long a wait the error should be shown.
fn transient(outcome: &Result<Reply, reqwest::Error>) -> Option<Transient> {
    match outcome {
        Ok(reply) => match reply.status {
            StatusCode::TOO_MANY_REQUESTS => Some(Transient::Limited(reply.retry_after)),
            StatusCode::SERVICE_UNAVAILABLE if reply.is_busy() => {
                Some(Transient::Limited(reply.retry_after))
            }
            // A proxy has lost the server while this one waited, and may know another one.
            StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::BAD_GATEWAY
            | StatusCode::GATEWAY_TIMEOUT => Some(Transient::Unavailable(reply.retry_after)),
            _ => None,
        },
        Err(error) if error.is_timeout() || error.is_builder() => None,
        Err(error) if error.is_connect() => Some(Transient::NoConnection),
        Err(_) => Some(Transient::Broken),
    }
}

impl Reply {
    /// The body of a success as JSON.
    ///
    /// # Errors
    /// [`Error::Problem`] when the server refused; [`Error::Foreign`] when the body is not one that Gradus sends.
    pub(super) fn json<T: DeserializeOwned>(&self, server: &Url) -> Result<T, Error> {
        self.success(server)?;
        serde_json::from_slice(&self.body).map_err(|error| {
            let reason = if self.is_json() { error.to_string() } else { self.described() };
            Error::foreign(server, reason)
        })
    }

    /// The body of a success as text.
    ///
    /// # Errors
    /// As [`Reply::json`].
    pub(super) fn text(&self, server: &Url) -> Result<String, Error> {
        self.success(server)?;
        Ok(String::from_utf8_lossy(&self.body).into_owned())
    }

    /// Whether the server did what was asked.
    ///
    /// # Errors
    /// [`Error::Problem`] when the server refused.
    pub(super) fn success(&self, server: &Url) -> Result<(), Error> {
        if self.status.is_success() { Ok(()) } else { Err(self.refusal(server)) }
    }

    /// Why this is not a success.
    fn refusal(&self, server: &Url) -> Error {
        if matches!(self.status.as_u16(), 502..=504) {
            // A proxy says that the server does not answer, or the server itself that it cannot; waiting has not helped.
            let sender =
                if self.problem().is_some() { "" } else { ", from a proxy in front of it" };
            return Error::unreachable(server, format!("{}{sender}", self.status));
        }
        match self.problem() {
            Some(problem) => Error::Problem(Box::new(problem)),
            None => Error::foreign(server, self.described()),
        }
    }

    fn is_json(&self) -> bool {
        self.content_type.as_deref().is_some_and(|kind| kind.contains("json"))
    }

    /// What came instead of JSON: its status, its type and its first words.
    fn described(&self) -> String {
        let kind = self.content_type.as_deref().unwrap_or("no content type");
        let begin = self.body.get(..400).unwrap_or(&self.body);
        let words: Vec<_> =
            String::from_utf8_lossy(begin).split_whitespace().map(str::to_owned).collect();
        let words: String = words.join(" ").chars().take(60).collect();
        format!("it sent status {}, {}, {words:?}", self.status, one_line(kind))
    }

    fn problem(&self) -> Option<Problem> {
        serde_json::from_slice(&self.body).ok()
    }

    /// Whether Gradus itself says that its queue of computer moves is full, so that nothing was begun.
    fn is_busy(&self) -> bool {
        self.problem().is_some_and(|problem| problem.code == Problem::LIMIT_BUSY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(status: u16, body: &str) -> Reply {
        Reply {
            status: StatusCode::from_u16(status).unwrap(),
            content_type: Some("text/html".to_owned()),
            retry_after: None,
            body: body.as_bytes().to_vec(),
        }
    }

    fn server() -> Url {
        Url::parse("http://127.0.0.1:8080").unwrap()
    }

    #[test]
    fn busy_replies_are_transient_and_other_refusals_are_not() {
        assert_eq!(transient(&Ok(reply(429, ""))), Some(Transient::Limited(None)));
        for status in [502, 503, 504] {
            assert_eq!(transient(&Ok(reply(status, ""))), Some(Transient::Unavailable(None)));
        }
        for status in [200, 201, 401, 404, 409, 422, 500] {
            assert_eq!(transient(&Ok(reply(status, ""))), None);
        }
    }

    #[test]
    fn a_full_queue_of_computer_moves_has_begun_nothing() {
        let busy = r#"{"type":"t","title":"T","status":503,"detail":"d","code":"limit.busy"}"#;
        assert_eq!(transient(&Ok(reply(503, busy))), Some(Transient::Limited(None)));
    }

    #[test]
    fn a_refusal_is_a_problem_or_comes_from_a_foreign_server() {
        let problem =
            r#"{"type":"t","title":"T","status":404,"detail":"no step 98","code":"step.unknown"}"#;
        let error = reply(404, problem).json::<Problem>(&server()).unwrap_err();
        assert!(matches!(error, Error::Problem(problem) if problem.code == Problem::STEP_UNKNOWN));
        for (status, body) in [(404, "<html>"), (500, ""), (200, "<html>")] {
            let error = reply(status, body).json::<Problem>(&server()).unwrap_err();
            assert!(matches!(error, Error::Foreign { .. }), "{error}");
            assert!(error.to_string().contains("it sent status "), "{error}");
        }
        let page = "<!DOCTYPE html>\n<title>Sign in</title>\u{1b}[2J";
        let error = reply(200, page).json::<Problem>(&server()).unwrap_err().to_string();
        let expected = r#"200 OK, text/html, "<!DOCTYPE html> <title>Sign in</title>\u{1b}[2J""#;
        assert!(error.contains(expected), "{error}");
        for (status, body) in [(502, "<html>"), (503, problem), (504, "")] {
            let error = reply(status, body).json::<Problem>(&server()).unwrap_err();
            assert!(matches!(error, Error::Unreachable { .. }), "{error}");
            assert_eq!(error.to_string().contains("from a proxy"), body != problem, "{error}");
        }
    }
}
