//! Replies, and how many of each kind came.

use std::collections::BTreeMap;
use std::fmt;

use gradus_client::Task;
use reqwest::RequestBuilder;
use serde_json::Value;

use crate::Outcome;

/// A reply that has arrived whole.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// Null where it is not JSON.
    pub(crate) body: Value,
}

impl Reply {
    /// Sends a request and waits for the whole reply.
    pub(crate) async fn to(request: RequestBuilder) -> reqwest::Result<Self> {
        let response = request.send().await?;
        let status = response.status().as_u16();
        let body = serde_json::from_slice(&response.bytes().await?).unwrap_or(Value::Null);
        Ok(Self { status, body })
    }

    /// The body of a reply with this status. Any other status is an error.
    pub(crate) fn expect(self, status: u16) -> Outcome<Value> {
        match self.status {
            found if found == status => Ok(self.body),
            found => Err(format!("expected {status}, found {found}: {}", self.body).into()),
        }
    }

    /// The task that was asked for.
    pub(crate) fn task(self) -> Outcome<Task> {
        Ok(serde_json::from_value(self.expect(200)?)?)
    }

    /// The verdict of a judged answer.
    pub(crate) fn verdict(&self) -> Option<&str> {
        self.body.get("verdict").and_then(Value::as_str)
    }
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Status(u16),
    /// The status and the code of a problem document.
    Problem(u16, String),
    /// No reply, but something else.
    Other(&'static str),
}

/// How many replies of each kind came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Replies(BTreeMap<Kind, u64>);

impl Replies {
    /// Counts a reply.
    pub(crate) fn add(&mut self, reply: &Reply) {
        let code = reply.body.get("code").and_then(Value::as_str);
        self.count(reply.status, code);
    }

    /// Counts a reply, or that none came.
    pub(crate) fn add_result(&mut self, reply: &reqwest::Result<Reply>) {
        match reply {
            Ok(reply) => self.add(reply),
            Err(error) if error.is_timeout() => self.add_other("no reply in time"),
            Err(_) => self.add_other("connection broken"),
        }
    }

    /// Counts a reply of which at least the first bytes were read.
    pub(crate) fn add_bytes(&mut self, reply: &[u8]) {
        let text = String::from_utf8_lossy(reply);
        let code = text.split_once(r#""code":""#).and_then(|(_, rest)| rest.split('"').next());
        match status(reply) {
            Some(status) => self.count(status, code),
            None => self.add_other("no HTTP"),
        }
    }

    /// Counts what is no reply.
    pub(crate) fn add_other(&mut self, what: &'static str) {
        *self.0.entry(Kind::Other(what)).or_default() += 1;
    }

    pub(crate) fn add_all(&mut self, others: Self) {
        for (kind, count) in others.0 {
            *self.0.entry(kind).or_default() += count;
        }
    }

    fn count(&mut self, status: u16, code: Option<&str>) {
        let kind = code.map_or(Kind::Status(status), |code| Kind::Problem(status, code.to_owned()));
        *self.0.entry(kind).or_default() += 1;
    }

    /// How many say that the server failed: 5xx but 503, which says that it is busy.
    pub(crate) fn failures(&self) -> u64 {
        let failed = |kind: &Kind| match kind {
            Kind::Status(status) | Kind::Problem(status, _) => is_failure(*status),
            Kind::Other(_) => false,
        };
        self.0.iter().filter(|(kind, _)| failed(kind)).map(|(_, count)| count).sum()
    }

    /// How many have a status of success.
    pub(crate) fn successes(&self) -> u64 {
        let succeeded = |kind: &Kind| matches!(kind, Kind::Status(200..=299));
        self.0.iter().filter(|(kind, _)| succeeded(kind)).map(|(_, count)| count).sum()
    }
}

/// The most frequent first.
impl fmt::Display for Replies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut counts: Vec<_> = self.0.iter().collect();
        counts.sort_by(|(_, one), (_, other)| other.cmp(one));
        if counts.is_empty() {
            f.write_str("none")?;
        }
        for (place, (kind, count)) in counts.into_iter().enumerate() {
            let separator = if place == 0 { "" } else { ", " };
            match kind {
                Kind::Status(status) => write!(f, "{separator}{status} ×{count}")?,
                Kind::Problem(status, code) => write!(f, "{separator}{status} {code} ×{count}")?,
                Kind::Other(what) => write!(f, "{separator}{what} ×{count}")?,
            }
        }
        Ok(())
    }
}

/// Whether a status says that the server failed.
fn is_failure(status: u16) -> bool {
    (500..600).contains(&status) && status != 503
}

/// What a reply begins with.
const HTTP: &[u8] = b"HTTP/1.1 ";

/// The status of a reply.
fn status(reply: &[u8]) -> Option<u16> {
    let digits = reply.strip_prefix(HTTP)?.first_chunk::<3>()?;
    str::from_utf8(digits).ok()?.parse().ok()
}

/// The replies in what a connection has sent. A reply ends where the next one begins: whether it has a body depends on a method that may
/// be mutated.
pub(crate) fn split_replies(bytes: &[u8]) -> Vec<&[u8]> {
    let mut rest = bytes;
    let mut replies = Vec::new();
    while status(rest).is_some() {
        let mut others = rest.windows(HTTP.len() + 3).skip(1);
        let length = others.position(|window| status(window).is_some());
        let (reply, next) = rest.split_at(length.map_or(rest.len(), |length| length + 1));
        replies.push(reply);
        rest = next;
    }
    replies
}

/// Whether a reply says that the server failed.
pub(crate) fn says_failure(reply: &[u8]) -> bool {
    status(reply).is_some_and(is_failure)
}
