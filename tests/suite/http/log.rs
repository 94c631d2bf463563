//! What is logged of a request, and what is not.

use std::sync::Arc;

use reqwest::header::{AUTHORIZATION, HeaderName, RETRY_AFTER};
use serde_json::{Value, json};

use crate::server::{Caller, Reply, Server, Workplace};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// A server whose log is read line by line, at this level.
fn logging_json(level: &str) -> Server {
    Server::start_with(&Arc::new(Workplace::new()), |command| {
        command.args(["--log-format", "json", "--log", level])
    })
}

/// The lines of the requests that a server answered, after it has ended.
fn requests(server: &mut Server) -> Vec<Value> {
    server.terminate();
    let log = server.workplace().log();
    let lines = log.lines().map(|line| {
        serde_json::from_str::<Value>(line).unwrap_or_else(|error| panic!("{error} in {line}"))
    });
    lines.filter(|line| line["request_id"].is_string()).collect()
}

#[case]
async fn every_request_is_logged_once_with_its_route() {
    let mut server = logging_json("info");
    let ada = server.register("Ada").await;
    let anonymous = server.anonymous();
    let replies = [
        Reply::to(anonymous.get("/step_07?fresh=1")).await,
        Reply::to(ada.get("/me/")).await,
        Reply::to(anonymous.get("/step_99")).await,
        Reply::to(anonymous.get("/no/such/address")).await,
        Reply::to(anonymous.post("/me")).await,
    ];
    let lines = requests(&mut server);
    let ids: Vec<&str> = lines.iter().map(|line| line["request_id"].as_str().unwrap()).collect();
    let sent: Vec<&str> = replies.iter().map(|reply| reply.header(REQUEST_ID)).collect();
    assert_eq!(ids[1..], sent);
    let summary = |line: &Value| {
        let text = |name: &str| line[name].as_str().unwrap_or("").to_owned();
        assert!(line["micros"].is_u64() && line["timestamp"].is_string(), "{line}");
        assert_eq!((text("level"), text("message")), ("INFO".to_owned(), "request".to_owned()));
        let status = line["status"].as_u64().unwrap();
        (text("method"), text("route"), status, text("code"), line["learner"].is_i64())
    };
    let lines: Vec<_> = lines.iter().map(summary).collect();
    let expected = [
        ("POST", "/learners", 201, "", false),
        ("GET", "/step_{number}", 200, "", false),
        ("GET", "/me", 200, "", true),
        ("GET", "/step_{number}", 404, "step.unknown", false),
        ("GET", "none", 404, "route.unknown", false),
        ("POST", "/me", 405, "method.unknown", false),
    ];
    let expected = expected.map(|(method, route, status, code, known)| {
        (method.to_owned(), route.to_owned(), status, code.to_owned(), known)
    });
    assert_eq!(lines, expected);
}

#[case]
async fn no_secret_is_logged() {
    let mut server = Server::start();
    let ada = server.register("Ada Lovelace").await;
    let anonymous = server.anonymous();
    let task = ada.task("01").await;
    let word = task.solution().join(",");
    let query = [("ans", word.as_str()), ("task", &task.token)];
    Reply::to(ada.get("/step_01").query(&query)).await.accepted();
    ada.answer(&task, [&word]).await.accepted();
    Reply::to(anonymous.get("/me").basic_auth("Ada Lovelace", Some(&ada.key))).await;
    Reply::to(anonymous.get("/me").bearer_auth("gk_of-nobody")).await.problem("auth.key");
    Reply::to(anonymous.get("/me").header(AUTHORIZATION, "Bear gk_mine"))
        .await
        .problem("auth.form");
    Reply::to(anonymous.get(&format!("/step_01?tsk={}", task.token)))
        .await
        .problem("query.invalid");
    Reply::to(anonymous.get(&format!("/{}", ada.key))).await.problem("route.unknown");
    server.terminate();
    let log = server.workplace().log();
    assert!(log.contains("/step_{number}"), "{log}");
    for secret in [&*ada.key, &task.token, &word, "gk_of-nobody", "gk_mine", "Lovelace"] {
        assert!(!log.contains(secret), "{secret} is in {log}");
    }
}

#[case]
async fn a_server_error_is_logged_in_one_line_and_its_detail_is_not_sent() {
    let mut server = logging_json("warn");
    server.workplace().change_database("ALTER TABLE learners RENAME TO lost").await;

    let name = server.anonymous().post("/learners").json(&json!({ "name": "Ada" }));
    let reply = Reply::to(name).await;
    let problem = reply.problem("store.failed");
    assert_eq!(reply.header(RETRY_AFTER), "1");
    assert_eq!(reply.json()["retry_after"], 1);
    for inner in ["learners", "table", "SQL", "sql", "gradus.db"] {
        assert!(!reply.text.contains(inner), "{reply}");
    }
    assert!(problem.detail.contains("error of the server"), "{reply}");

    let lines = requests(&mut server);
    let [line] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((&line["level"], &line["code"]), (&json!("ERROR"), &json!("store.failed")));
    assert!(line["detail"].as_str().unwrap().contains("learners"), "{line}");
}

#[case]
async fn errors_that_repeat_are_logged_once_and_counted() {
    let mut server = logging_json("warn");
    server.workplace().change_database("ALTER TABLE learners RENAME TO lost").await;
    let anonymous = server.anonymous();
    for number in 0..100 {
        let name = json!({ "name": format!("Learner {number}") });
        Reply::to(anonymous.post("/learners").json(&name)).await.problem("store.failed");
    }
    server.terminate();
    let log = server.workplace().log();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let written = lines.iter().filter(|line| line["code"] == "store.failed").count();
    let counted: u64 = lines.iter().filter_map(|line| line["more"].as_u64()).sum();
    assert_eq!(u64::try_from(written).unwrap() + counted, 100, "{log}");
    // On a slow machine it takes more than one period.
    assert!(written < 50, "{log}");
    let more = lines.iter().find(|line| line["more"].is_u64()).unwrap();
    assert!(more["message"].as_str().unwrap().contains("more like it"), "{log}");
    assert!(more["like"].as_str().unwrap().contains("store.failed"), "{log}");
}

/// Requests that a proxy passes on, each for one of these clients, and what is logged of proxies.
async fn forwarded_for(server: &mut Server, header: &str, clients: &[&str]) -> Vec<String> {
    let anonymous = server.anonymous();
    for client in clients {
        Reply::to(anonymous.get("/step_07").header(header, *client)).await.task();
    }
    server.terminate();
    let log = server.workplace().log();
    log.lines().filter(|line| line.contains("proxy")).map(str::to_owned).collect()
}

#[case]
async fn a_proxy_that_is_not_trusted_is_noticed_once() {
    let several = ["203.0.113.7", "203.0.113.8", "203.0.113.7", "203.0.113.9"];
    let lines = forwarded_for(&mut Server::start(), "X-Forwarded-For", &several).await;
    let [line] = &lines[..] else { panic!("{lines:?}") };
    assert!(line.contains("WARN") && line.contains("--trusted-proxy 127.0.0.1"), "{line}");
    assert!(!line.contains("203.0.113"), "{line}");
    let named = ["for=203.0.113.7;proto=https", "for=203.0.113.8;proto=https"];
    assert_eq!(forwarded_for(&mut Server::start(), "Forwarded", &named).await.len(), 1);

    let one = ["203.0.113.7", "203.0.113.7", "unknown"];
    assert!(forwarded_for(&mut Server::start(), "X-Forwarded-For", &one).await.is_empty());
    let mut trusting = Server::start_with(&Arc::new(Workplace::new()), |command| {
        command.args(["--trusted-proxy", "127.0.0.1"])
    });
    assert!(forwarded_for(&mut trusting, "X-Forwarded-For", &several).await.is_empty());
}

#[case]
async fn the_level_of_the_log_is_chosen() {
    let level = |arguments: &'static [&'static str], variable: &'static str| async move {
        let mut server = Server::start_with(&Arc::new(Workplace::new()), |command| {
            command.args(arguments).env("RUST_LOG", variable)
        });
        Reply::to(server.anonymous().get("/step_07")).await.task();
        server.terminate();
        server.workplace().log().lines().count()
    };
    assert_eq!(level(&[], "").await, 1);
    assert_eq!(level(&[], "info").await, 1);
    assert_eq!(level(&[], "warn").await, 0);
    assert_eq!(level(&["--log", "info"], "warn").await, 1);
    assert_eq!(level(&["--log", "gradus=off"], "info").await, 0);
}

#[case]
async fn a_request_keeps_the_id_that_a_trusted_proxy_gave_it() {
    let id_of = |server: &Server, given: &str| {
        Reply::to(server.anonymous().get("/healthz").header(REQUEST_ID, given))
    };
    let proxied = Server::start_with(&Arc::new(Workplace::new()), |command| {
        command.args(["--trusted-proxy", "127.0.0.0/8"])
    });
    assert_eq!(id_of(&proxied, "a-1_B.7").await.header(REQUEST_ID), "a-1_B.7");
    for junk in ["", "a b", "a\"b", "{}", &"x".repeat(65)] {
        let made = id_of(&proxied, junk).await;
        let made = made.header(REQUEST_ID);
        assert!(made.parse::<u64>().is_ok(), "{made}");
    }
    let open = Server::start();
    assert_ne!(id_of(&open, "a-1").await.header(REQUEST_ID), "a-1");
}
