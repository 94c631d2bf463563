//! Fetching a step.

use gradus::step::ENVELOPE;
use reqwest::Method;
use reqwest::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};

use crate::server::{Caller, Reply, STEPS, SharedServer};

#[case]
async fn a_task_has_its_kinds_fields_in_an_envelope() {
    let server = SharedServer::join();
    let reply = Reply::to(server.anonymous().get("/step_07")).await;
    assert_eq!(reply.header(CONTENT_TYPE), "application/json");
    assert_eq!(reply.header(CACHE_CONTROL), "no-store");

    let body = reply.json();
    let mut names: Vec<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    let (envelope, fields): (Vec<&str>, Vec<&str>) =
        names.into_iter().partition(|name| ENVELOPE.contains(name));
    assert_eq!(
        envelope,
        ["expires", "is_success", "kind", "picture", "statement", "step", "task", "title"]
    );
    assert_eq!(fields, ["board", "coord"], "a field of the server belongs into `ENVELOPE`");

    assert_eq!(body["is_success"], true);
    assert_eq!(body["step"], "07");
    assert_eq!(body["kind"], "gomoku/line-patterns");
    assert_eq!(body["title"], "Line patterns");
    assert_eq!(body["statement"], format!("{}/step_07/statement", server.url()));
    let token = body["task"].as_str().unwrap();
    assert!(token.len() < 100, "{token}");
    assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
    let expires = body["expires"].as_str().unwrap();
    assert!(expires.starts_with("20") && expires.ends_with('Z'), "{expires}");

    let board = body["board"].as_str().unwrap();
    assert!(board.len() >= 32 && board.bytes().all(|letter| (b'a'..=b'o').contains(&letter)));
    assert_eq!(body["coord"].as_array().unwrap().len(), 9);
}

#[case]
async fn asking_twice_shows_the_same_board() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let first = anonymous.task("07").await;
    assert_eq!(anonymous.task("07").await.fields, first.fields);
    let another_client = server.anonymous();
    assert_eq!(another_client.task("07").await.fields, first.fields);
}

#[case]
async fn asking_for_a_fresh_task_shows_another_board() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let shown = anonymous.task("07").await;
    let fresh = anonymous.fresh_task("07").await;
    let fresher = anonymous.fresh_task("07").await;
    assert_ne!(fresh.fields, shown.fields);
    assert_ne!(fresh.fields, fresher.fields);
    assert_eq!(anonymous.task("07").await.fields, shown.fields);
    for value in ["0", "false"] {
        let request = anonymous.get("/step_07").query(&[("fresh", value)]);
        assert_eq!(Reply::to(request).await.task().fields, shown.fields, "{value}");
    }
}

#[case]
async fn a_token_shows_its_task_again() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    for step in STEPS {
        let fresh = anonymous.fresh_task(step).await;
        let again = anonymous.get(&fresh.path()).query(&[("task", &fresh.token)]);
        assert_eq!(Reply::to(again).await.task(), fresh);
    }
}

#[case]
async fn more_slashes_than_needed_are_accepted() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.task("07").await;
    // A program may join a base address that ends with a slash and a path that begins with one.
    for path in ["/step_07/", "//step_07", "//step_07//"] {
        let shown = Reply::to(anonymous.get(path)).await.task();
        assert_eq!(shown.fields, task.fields, "{path}");
    }

    let answer = [("ans", task.solution().join(","))];
    Reply::to(anonymous.get("/step_07/").query(&answer)).await.accepted();
    Reply::to(anonymous.post("/step_07/").form(&answer)).await.accepted();
    let statement = |path: &str| Reply::to(anonymous.get(path));
    assert_eq!(
        statement("/step_07/statement/").await.text,
        statement("/step_07/statement").await.text
    );
}

#[case]
async fn head_tells_what_get_would_without_its_body() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    for path in ["/", "/step_07", "/step_07/statement", "/healthz", "/readyz", "/problems"] {
        let get = Reply::to(anonymous.get(path)).await;
        let head = Reply::to(anonymous.request(Method::HEAD, path)).await;
        assert_eq!(head.status, 200, "{path}");
        assert_eq!(head.text, "", "{path}");
        assert_eq!(head.header(CONTENT_LENGTH), get.text.len().to_string(), "{path}");
        assert_eq!(head.header(CONTENT_TYPE), get.header(CONTENT_TYPE), "{path}");
    }
}
