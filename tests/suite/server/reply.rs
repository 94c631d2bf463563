//! What the server replies, read as one of its few forms. A reply of another form fails the test, and shows itself.

use std::fmt;

use gradus::wire::Code;
use reqwest::header::{HeaderMap, HeaderName};
use reqwest::{Method, RequestBuilder};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::document;
use super::task::Task;

/// A reply that has arrived whole.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

/// The answer is right.
#[derive(Debug, Deserialize)]
pub(crate) struct Accepted {
    pub(crate) step: String,
    pub(crate) message: String,
    pub(crate) next: Option<String>,
}

/// The answer is wrong.
#[derive(Debug, Deserialize)]
pub(crate) struct Wrong {
    pub(crate) message: String,
    pub(crate) items: Option<Items>,
    pub(crate) diagnosis: Option<Diagnosis>,
    pub(crate) misconception: Option<Cause>,
    pub(crate) tries_left: Option<u32>,
}

/// Why an answer is wrong.
#[derive(Debug, Deserialize)]
pub(crate) struct Diagnosis {
    pub(crate) fit: String,
    pub(crate) causes: Vec<Cause>,
}

/// How many items are right, and the position of the first wrong one.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Items {
    pub(crate) right: usize,
    pub(crate) total: usize,
    pub(crate) first_wrong: Option<usize>,
}

/// A cause of a wrong answer.
#[derive(Debug, Deserialize)]
pub(crate) struct Cause {
    pub(crate) id: String,
    pub(crate) hint: String,
}

/// A problem document.
#[derive(Debug, Deserialize)]
pub(crate) struct Problem {
    is_success: bool,
    r#type: String,
    title: String,
    status: u16,
    code: String,
    pub(crate) detail: String,
}

impl Reply {
    /// Sends a request and waits for the whole reply.
    pub(crate) async fn to(request: RequestBuilder) -> Self {
        Self::try_to(request).await.unwrap()
    }

    /// Sends an answer until the reply has a diagnosis. A busy server replies without one, and explains the answer when it comes again. If a
    /// thousand replies have none, the last one fails the test.
    pub(crate) async fn with_diagnosis(request: RequestBuilder) -> Self {
        for _ in 1..1000 {
            let reply = Self::to(request.try_clone().unwrap()).await;
            if reply.json().get("diagnosis").is_some() {
                return reply;
            }
        }
        Self::to(request).await
    }

    /// Sends a request and waits for the whole reply, where the server may be gone. A reply that the description of the API does not have fails the test.
    pub(crate) async fn try_to(request: RequestBuilder) -> reqwest::Result<Self> {
        let (client, request) = request.build_split();
        let request = request?;
        let (method, asked) = (request.method().clone(), request.url().clone());
        let response = client.execute(request).await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let url = response.url().clone();
        let reply = Self { status, headers, text: response.text().await? };
        // A client that was led to another page has asked for that one.
        let method = if url == asked { method } else { Method::GET };
        document::check(&method, url.path(), &reply);
        Ok(reply)
    }

    pub(crate) fn header(&self, name: HeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The body, as JSON.
    pub(crate) fn json(&self) -> Value {
        self.read()
    }

    /// The body, as JSON of some form.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> T {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error} in {self}"))
    }

    /// A task.
    pub(crate) fn task(&self) -> Task {
        assert_eq!(self.status, 200, "{self}");
        self.read()
    }

    /// The verdict `accepted`.
    pub(crate) fn accepted(&self) -> Accepted {
        self.expect_verdict("accepted", true);
        self.read()
    }

    /// The verdict `wrong`.
    pub(crate) fn wrong(&self) -> Wrong {
        self.expect_verdict("wrong", false);
        self.read()
    }

    fn expect_verdict(&self, verdict: &str, is_success: bool) {
        assert_eq!(self.status, 200, "{self}");
        let body = self.json();
        assert_eq!(body["verdict"], verdict, "{self}");
        assert_eq!(body["is_success"], is_success, "{self}");
    }

    /// A problem document with this code, as the catalogue has it.
    pub(crate) fn problem(&self, code: &str) -> Problem {
        let problem: Problem = self.read();
        assert_eq!(problem.code, code, "{self}");
        assert_eq!(self.header(reqwest::header::CONTENT_TYPE), "application/problem+json");
        assert!(!problem.is_success);
        assert_eq!(problem.r#type, format!("/problems#{code}"));
        let entry = Code::ALL.iter().map(|code| code.entry()).find(|entry| entry.code == code);
        let entry = entry.unwrap_or_else(|| panic!("{code} is not in the catalogue"));
        assert_eq!((self.status, problem.status), (entry.status, entry.status));
        assert_eq!(problem.title, entry.title);
        assert!(!problem.detail.contains('\n') && problem.detail.len() < 500, "{self}");
        problem
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.status, self.text)
    }
}
