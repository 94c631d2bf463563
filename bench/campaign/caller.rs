//! Somebody who speaks HTTP with the server, from one address of this machine.

use std::net::IpAddr;
use std::time::Duration;

use gradus_client::{Task, solvers};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};

use crate::Outcome;
use crate::loopback::Loopback;
use crate::reply::Reply;

/// After so long no reply is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// The server closes a connection that was idle for five seconds. A request on it at that moment would fail.
const IDLE: Duration = Duration::from_secs(1);

/// Somebody without a key, or a learner.
#[derive(Clone)]
pub(crate) struct Caller {
    http: Client,
    server: Loopback,
    key: Option<String>,
}

impl Caller {
    /// Somebody without a key.
    pub(crate) fn new(server: Loopback, from: IpAddr) -> Outcome<Self> {
        // Only the first call can do it.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().no_proxy().redirect(Policy::none()).local_address(from);
        let client = client.timeout(PATIENCE).pool_idle_timeout(IDLE);
        // To read the machine's certificates would take longer than most of what is asked.
        Ok(Self { http: client.tls_certs_only([]).build()?, server, key: None })
    }

    /// A new learner.
    pub(crate) async fn register(server: Loopback, from: IpAddr, name: &str) -> Outcome<Self> {
        let caller = Self::new(server, from)?;
        let registered = caller.post("/learners", &json!({ "name": name }));
        let registered = Reply::to(registered).await?.expect(201)?;
        let key = registered.get("key").and_then(Value::as_str).ok_or("no key")?;
        Ok(Self { key: Some(key.to_owned()), ..caller })
    }

    /// The same one at another server, or after its restart.
    pub(crate) fn at(self, server: Loopback) -> Self {
        Self { server, ..self }
    }

    /// The same one with connections that nobody else uses: one is made for each runtime.
    pub(crate) fn with_own_connections(&self, from: IpAddr) -> Outcome<Self> {
        Ok(Self { key: self.key.clone(), ..Self::new(self.server, from)? })
    }

    /// The key of a learner.
    pub(crate) fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, self.server.url(path));
        match &self.key {
            Some(key) => request.bearer_auth(key),
            None => request,
        }
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> RequestBuilder {
        self.request(Method::POST, path).json(body)
    }

    /// A request for a new task of a step.
    pub(crate) fn fresh_task(&self, step: &str) -> RequestBuilder {
        self.get(&format!("/step_{step}?fresh=1"))
    }

    /// A request that answers a task.
    pub(crate) fn answer(&self, task: &Task, items: &[String]) -> RequestBuilder {
        let answer = json!({ "task": task.token, "ans": items });
        self.post(&format!("/step_{}", task.step), &answer)
    }

    /// Creates a match; its state, with the keys of its seats.
    pub(crate) async fn new_match(&self, form: &Value) -> Outcome<NewMatch> {
        let state = Reply::to(self.post("/games", form)).await?.expect(201)?;
        let id = state.get("id").and_then(Value::as_str).ok_or("no id")?.to_owned();
        let keys = state.get("keys").and_then(Value::as_array).ok_or("no keys")?;
        let keys = keys.iter().map(|key| key.as_str().unwrap_or("").to_owned()).collect();
        Ok(NewMatch { id, keys })
    }
}

/// A match that was created.
pub(crate) struct NewMatch {
    pub(crate) id: String,
    /// The keys of the seats; empty for computers.
    pub(crate) keys: Vec<String>,
}

/// The items of the right answer to a task, by the client's solver.
pub(crate) fn solution(task: &Task) -> Outcome<Vec<String>> {
    let solve = solvers::solver(&task.kind).ok_or("a kind without a solver")?;
    Ok(solve(&task.fields)?)
}

/// Points of a board of gomoku, of which no five are in a row whoever has them: moves of a match that goes on.
pub(crate) fn scattered_points() -> impl Iterator<Item = String> {
    let row_by_row = |row| ('a'..='o').map(move |column| format!("{row}{column}"));
    ('a'..='o').flat_map(row_by_row).step_by(3)
}
