//! Who speaks with the server: somebody without a key, or a learner.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::process::{PATIENCE, Server};
use super::reply::Reply;
use super::task::Task;

/// What a browser sends as `Accept`.
pub(crate) const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/// What everybody can ask of the server.
pub(crate) trait Caller {
    /// A request to a path of the server, signed by the caller.
    fn request(&self, method: Method, path: &str) -> RequestBuilder;

    fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    fn post(&self, path: &str) -> RequestBuilder {
        self.request(Method::POST, path)
    }

    /// The window's task of a step.
    async fn task(&self, step: &str) -> Task {
        Reply::to(self.get(&format!("/step_{step}"))).await.task()
    }

    /// A new task of a step.
    async fn fresh_task(&self, step: &str) -> Task {
        Reply::to(self.get(&format!("/step_{step}?fresh=1"))).await.task()
    }

    /// Answers a task, in the way that is documented.
    async fn answer(&self, task: &Task, items: impl Serialize) -> Reply {
        let answer = json!({ "task": task.token, "ans": items });
        Reply::to(self.post(&task.path()).json(&answer)).await
    }

    /// Answers a task wrongly, and gets the diagnosis.
    async fn diagnose(&self, task: &Task, items: impl Serialize) -> Reply {
        let answer = json!({ "task": task.token, "ans": items });
        Reply::with_diagnosis(self.post(&task.path()).json(&answer)).await
    }

    /// Fetches a new task, solves it, and is accepted.
    async fn solve(&self, step: &str) -> Reply {
        let task = self.fresh_task(step).await;
        let reply = self.answer(&task, task.solution()).await;
        reply.accepted();
        reply
    }
}

/// The server closes a connection that was idle for five seconds. A request on it at that moment would fail.
const IDLE: Duration = Duration::from_secs(1);

/// The library's client, which does not wait for ever.
pub(crate) fn http_client() -> reqwest::Client {
    client_builder(None).build().unwrap()
}

/// The same at another address of this machine: the server sees somebody else.
pub(crate) fn http_client_at(address: Ipv4Addr) -> reqwest::Client {
    client_builder(Some(address)).build().unwrap()
}

/// A client at this address, or at the usual one of this machine, that trusts nobody's certificates.
pub(crate) fn client_builder(address: Option<Ipv4Addr>) -> reqwest::ClientBuilder {
    // Only the first call can do it.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE).pool_idle_timeout(IDLE);
    // To read the machine's certificates would take longer than most of what is asked.
    client.tls_certs_only([]).local_address(address.map(IpAddr::from))
}

/// Somebody without a key.
#[derive(Clone)]
pub(crate) struct Anonymous {
    http: reqwest::Client,
    server: String,
}

impl Anonymous {
    pub(super) fn at(server: &Server) -> Self {
        Self::at_url(server.url())
    }

    /// Somebody who speaks with what is at this address.
    pub(super) fn at_url(url: &str) -> Self {
        Self::with_client(http_client(), url)
    }

    /// The same, with a client that trusts other certificates or is somewhere else.
    pub(crate) fn with_client(http: reqwest::Client, url: &str) -> Self {
        Self { http, server: url.to_owned() }
    }

    /// Somebody at another address of this machine, 127.0.0.`host`.
    pub(super) fn from(server: &Server, host: u8) -> Self {
        Self::with_client(http_client_at([127, 0, 0, host].into()), server.url())
    }
}

impl Caller for Anonymous {
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.server))
    }
}

/// A registered learner, who signs every request with their key.
#[derive(Clone)]
pub(crate) struct Learner {
    pub(crate) name: String,
    pub(crate) key: String,
    caller: Anonymous,
}

/// What the server knows of a learner.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Me {
    pub(crate) name: String,
    pub(crate) solved: Vec<String>,
    pub(crate) points: u32,
    pub(crate) attempts: u64,
    pub(crate) next: Option<String>,
}

impl Learner {
    pub(crate) async fn register(caller: Anonymous, name: &str) -> Self {
        #[derive(Deserialize)]
        struct Registered {
            name: String,
            key: String,
        }
        let reply = Reply::to(caller.post("/learners").json(&json!({ "name": name }))).await;
        assert_eq!(reply.status, 201, "{reply}");
        let Registered { name, key } = reply.read();
        Self { name, key, caller }
    }

    /// A learner who has the key from an instructor.
    pub(super) fn with_key(server: &Server, name: &str, key: &str) -> Self {
        Self { name: name.to_owned(), key: key.to_owned(), caller: server.anonymous() }
    }

    /// The same learner at another server.
    pub(crate) fn at(self, server: &Server) -> Self {
        Self { caller: server.anonymous(), ..self }
    }

    pub(crate) async fn me(&self) -> Me {
        let reply = Reply::to(self.get("/me")).await;
        assert_eq!(reply.status, 200, "{reply}");
        reply.read()
    }

    /// Makes a request that must be refused with this code and lose nothing: nothing is counted, and the next right answer is
    /// accepted.
    pub(crate) async fn is_refused(&self, request: RequestBuilder, code: &str) -> Reply {
        let before = self.me().await;
        let reply = Reply::to(request).await;
        reply.problem(code);
        assert_eq!(self.me().await, before, "{reply}");
        self.solve("07").await;
        assert_eq!(self.me().await.attempts, before.attempts + 1, "{reply}");
        reply
    }
}

impl Caller for Learner {
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.caller.request(method, path).bearer_auth(&self.key)
    }
}
