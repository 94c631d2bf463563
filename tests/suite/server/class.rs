//! A class: a server with a course and an instructor, whose clock stands still until the case sets it.

use std::sync::Arc;

use serde_json::{Value, json};

use super::caller::{Caller as _, Learner};
use super::process::Server;
use super::reply::Reply;
use super::workplace::Workplace;

/// The key of the instructor whom the environment of the server names.
pub(crate) const INSTRUCTOR_KEY: &str = "gi_this-key-is-for-tests-only-0123";

/// The value of `GRADUS_INSTRUCTORS` with that instructor.
pub(crate) const INSTRUCTORS: &str = "Grace Hopper:gi_this-key-is-for-tests-only-0123";

/// When a class begins: 2026-09-14T12:00:00Z, a Monday.
pub(crate) const NOON: u64 = 1_789_387_200;

/// In seconds.
pub(crate) const DAY: u64 = 24 * 3600;

pub(crate) struct Class {
    pub(crate) server: Server,
    /// The instructor.
    pub(crate) grace: Learner,
}

impl Class {
    /// A class with this course file, which begins at [`NOON`].
    pub(crate) fn of(course: &str) -> Self {
        Self::beginning(NOON, course)
    }

    /// A class with this course file, which begins at another moment.
    pub(crate) fn beginning(seconds: u64, course: &str) -> Self {
        let workplace = Arc::new(Workplace::new());
        workplace.write("course.toml", course);
        workplace.set_clock(seconds);
        Self::at(&workplace)
    }

    /// The class whose files are here.
    pub(crate) fn at(workplace: &Arc<Workplace>) -> Self {
        let server = Server::start_with(workplace, |command| {
            command
                .args(["--course", "course.toml", "--clock", "clock"])
                .env("GRADUS_INSTRUCTORS", INSTRUCTORS)
        });
        let grace = server.instructor();
        Self { server, grace }
    }

    /// The class with another process that serves it.
    pub(crate) fn restart(mut self) -> Self {
        self.server.terminate();
        Self::at(self.server.workplace())
    }

    /// Sets the server's clock.
    pub(crate) fn set_time(&self, seconds: u64) {
        self.server.workplace().set_clock(seconds);
    }

    /// What the instructor gets at a path below `/instructor`.
    pub(crate) async fn get(&self, path: &str) -> Value {
        let reply = self.reply(path).await;
        assert_eq!(reply.status, 200, "{path}: {reply}");
        let body = reply.json();
        assert_eq!(body["is_success"], true, "{path}: {reply}");
        body
    }

    pub(crate) async fn reply(&self, path: &str) -> Reply {
        Reply::to(self.grace.get(&format!("/instructor{path}"))).await
    }

    /// What the instructor gets for a request to a path below `/instructor`.
    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        Reply::to(self.grace.post(&format!("/instructor{path}")).json(&body)).await
    }

    /// The same, which must be done.
    pub(crate) async fn done(&self, path: &str, body: Value) -> Value {
        let reply = self.post(path, body).await;
        assert!([200, 201].contains(&reply.status), "{path}: {reply}");
        let body = reply.json();
        assert_eq!(body["is_success"], true, "{path}: {reply}");
        body
    }

    /// Puts learners on the roster, and returns them in the order of their lines.
    pub(crate) async fn import(&self, csv: &str) -> Vec<Learner> {
        let report = self.done("/roster", json!({ "csv": csv })).await;
        let keys = report["keys"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        keys.map(|entry| self.server.learner(&text(&entry["name"]), &text(&entry["key"]))).collect()
    }

    /// The id of a learner.
    pub(crate) async fn id(&self, name: &str) -> i64 {
        let list = self.get("/learners").await;
        let learners = list["learners"].as_array().unwrap();
        let found = learners.iter().find(|learner| learner["name"] == name);
        found.unwrap_or_else(|| panic!("{name} is not in {list}"))["id"].as_i64().unwrap()
    }
}
