//! `/instructor`: what instructors see of a class, and what they change.
//!
//! | file | what it holds |
//! |---|---|
//! | `access` | who may come here |
//! | `learners` | who is in the class; rekey, rename, forget |
//! | `roster` | importing a class list |
//! | `gradebook` | who has solved what, also as CSV |
//! | `attempts` | judged answers, and each again with its board |
//! | `steps` | the course and its statistics |
//! | `signals` | answers that fit the board of somebody else, and who is stuck |
//! | `extensions` | dates that are moved |
//! | `instructors` | who runs the class |
//! | `judging_again` | what stored attempts are today |

mod access;
mod attempts;
mod extensions;
mod gradebook;
mod instructors;
mod judging_again;
mod learners;
mod roster;
mod signals;
mod steps;

use std::sync::Arc;

use reqwest::header::ACCEPT;
use reqwest::redirect::Policy;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::server::{Caller, Learner, Reply, Server, Workplace, client_builder};

/// The key of the instructor whom the server's environment names.
const KEY: &str = "gi_this-key-is-for-tests-only-0123";

/// A moment: 2026-09-14T12:00:00Z.
const NOON: u64 = 1_789_387_200;
const DAY: u64 = 24 * 3600;

/// A server with an instructor, and a clock that stands still.
struct Class {
    server: Server,
    grace: Learner,
}

impl Class {
    /// A class without a course file.
    fn start() -> Self {
        Self::of("")
    }

    /// A class with this course file.
    fn of(course: &str) -> Self {
        let workplace = Arc::new(Workplace::new());
        workplace.write("course.toml", course);
        workplace.write("clock", NOON.to_string());
        Self::at(&workplace)
    }

    /// The class whose files are here.
    fn at(workplace: &Arc<Workplace>) -> Self {
        let server = Server::start_with(workplace, |command| {
            command
                .args(["--course", "course.toml", "--clock", "clock"])
                .env("GRADUS_INSTRUCTORS", format!("Grace Hopper:{KEY}"))
        });
        let grace = server.learner("Grace Hopper", KEY);
        Self { server, grace }
    }

    /// The class with another process that serves it.
    fn restart(mut self) -> Self {
        self.server.terminate();
        Self::at(self.server.workplace())
    }

    /// Sets the server's clock.
    fn set_time(&self, seconds: u64) {
        // As a whole: the server reads the file at any time.
        let new = self.server.workplace().write("clock.new", seconds.to_string());
        std::fs::rename(new, self.server.workplace().path("clock")).unwrap();
    }

    /// What the instructor gets at a path below `/instructor`.
    async fn get(&self, path: &str) -> Value {
        let reply = self.reply(path).await;
        assert_eq!(reply.status, 200, "{path}: {reply}");
        let body = reply.json();
        assert_eq!(body["is_success"], true, "{path}: {reply}");
        body
    }

    async fn reply(&self, path: &str) -> Reply {
        Reply::to(self.grace.get(&format!("/instructor{path}"))).await
    }

    /// What the instructor gets for a request to a path below `/instructor`.
    async fn post(&self, path: &str, body: Value) -> Reply {
        Reply::to(self.grace.post(&format!("/instructor{path}")).json(&body)).await
    }

    /// The same, which must be done.
    async fn done(&self, path: &str, body: Value) -> Value {
        let reply = self.post(path, body).await;
        assert!([200, 201].contains(&reply.status), "{path}: {reply}");
        let body = reply.json();
        assert_eq!(body["is_success"], true, "{path}: {reply}");
        body
    }

    /// What a form on a page gets that is sent to a path below `/instructor`. A browser would go on to where it leads.
    async fn form(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        Reply::to(self.browse(Method::POST, path).form(fields)).await
    }

    /// A request of a browser that goes nowhere by itself.
    fn browse(&self, method: Method, path: &str) -> RequestBuilder {
        let client = client_builder(None).redirect(Policy::none()).build().unwrap();
        let request = client.request(method, format!("{}/instructor{path}", self.server.url()));
        request.bearer_auth(KEY).header(ACCEPT, "text/html")
    }

    /// Puts learners on the roster, and returns them in the order of their lines.
    async fn import(&self, csv: &str) -> Vec<Learner> {
        let report = self.done("/roster", json!({ "csv": csv })).await;
        let keys = report["keys"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        keys.map(|entry| self.server.learner(&text(&entry["name"]), &text(&entry["key"]))).collect()
    }

    /// The id of a learner.
    async fn id(&self, name: &str) -> i64 {
        let list = self.get("/learners").await;
        let learners = list["learners"].as_array().unwrap();
        let found = learners.iter().find(|learner| learner["name"] == name);
        found.unwrap_or_else(|| panic!("{name} is not in {list}"))["id"].as_i64().unwrap()
    }
}
