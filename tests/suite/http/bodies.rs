//! Bodies as the libraries of clients send them, and bodies where none is read.

use reqwest::header::{CONTENT_TYPE, COOKIE};
use reqwest::{Body, Method, RequestBuilder};
use serde_json::json;

use crate::server::{Caller, Reply, SharedServer};

#[case]
async fn a_get_with_a_body_is_refused_with_a_hint() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("01").await;
    let answer = json!({ "task": task.token, "ans": task.solution() });
    let requests = [
        ada.get("/step_01").json(&answer),
        ada.get("/step_01").form(&[("ans", "x")]),
        ada.get("/step_01?fresh=1").body("x"),
        ada.get("/").body(Body::from("x".repeat(1 << 20))),
        ada.get("/me").body("{}"),
        ada.request(Method::HEAD, "/step_01").body("x"),
    ];
    for request in requests {
        let reply = Reply::to(request).await;
        if reply.text.is_empty() {
            assert_eq!(reply.status, 400);
            continue;
        }
        let detail = reply.problem("body.unexpected").detail;
        assert!(detail.contains("POST") && detail.contains("query"), "{detail}");
    }
    Reply::to(ada.get("/step_01").body("")).await.task();
    let head = "GET /step_01 HTTP/1.1\r\nHost: a\r\n";
    let next = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    // The connection goes on behind the body, and an empty one is none.
    let bodies = [
        ("Content-Length: 4\r\n\r\nans=", "400"),
        ("Transfer-Encoding: chunked\r\n\r\n4\r\nans=\r\n0\r\n\r\n", "400"),
        ("Content-Length: 0\r\n\r\n", "200"),
        ("Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "200"),
    ];
    for (body, status) in bodies {
        let replies = server.send_raw(format!("{head}{body}{next}").as_bytes());
        assert_eq!(replies.status.to_string(), status, "{body}");
        assert!(replies.text.contains("HTTP/1.1 200"), "{body}: {replies}");
    }
}

/// A form in parts, as libraries write it.
fn in_parts(fields: &[(&str, &str)]) -> String {
    let part = |(name, value): &(&str, &str)| {
        format!("--b0\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    fields.iter().map(part).collect::<String>() + "--b0--\r\n"
}

fn typed(request: RequestBuilder, media_type: &str, body: impl Into<Body>) -> RequestBuilder {
    let request = request.body(body);
    if media_type.is_empty() { request } else { request.header(CONTENT_TYPE, media_type) }
}

const FORM: &str = "application/x-www-form-urlencoded";
const PARTS: &str = "multipart/form-data; boundary=b0";

#[case]
async fn bodies_are_read_as_libraries_send_them() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("07").await;
    let items = task.solution();
    let answer = json!({ "task": task.token, "ans": items }).to_string();
    let parts = in_parts(&[("task", &task.token), ("ans", &items.join(","))]);
    let list = in_parts(&[("ans", &json!(items).to_string()), ("task", &task.token)]);
    let bodies = [
        (PARTS, parts.clone()),
        ("Multipart/Form-Data; boundary=\"b0\"", list),
        ("text/plain;charset=UTF-8", answer.clone()),
        ("", format!("\u{feff} \n{answer}")),
        (FORM, format!("\n {answer}")),
        ("application/octet-stream", answer.clone()),
        ("application/vnd.api+json", answer.clone()),
    ];
    for (media_type, body) in bodies {
        Reply::to(typed(ada.post("/step_07"), media_type, body)).await.accepted();
    }
    for (media_type, body) in
        [(PARTS, in_parts(&[("name", "Grace Müller")])), ("", r#"{"name": "Linus 林"}"#.to_owned())]
    {
        let reply = Reply::to(typed(server.anonymous().post("/learners"), media_type, body)).await;
        assert_eq!(reply.status, 201, "{reply}");
    }
    // What is wrong in them is told as in other bodies.
    let cases = [
        (PARTS, in_parts(&[("answer", "x")]), "answer.form"),
        (PARTS, in_parts(&[]), "answer.form"),
        (PARTS, in_parts(&[("ans", "")]), "answer.empty"),
        (
            PARTS,
            "--b0\r\nContent-Disposition: form-data; name=\"ans\"\r\n\r\nx".to_owned(),
            "body.broken",
        ),
        (
            PARTS,
            "--b0\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b0--\r\n".to_owned(),
            "body.broken",
        ),
        (PARTS, "x".to_owned(), "body.broken"),
        ("multipart/form-data", parts.clone(), "body.type"),
        (PARTS, parts.replace("name=\"ans\"", "name=\"ans\"; filename=\"a.txt\""), "body.type"),
        (PARTS, parts.replace("name=\"ans\"", "name=ans; filename*=UTF-8''%C3%A9"), "body.type"),
        (PARTS, in_parts(&[("ans", &"x".repeat(256 << 10))]), "body.size"),
        ("text/plain", "{".to_owned(), "body.json"),
        ("", r#"{"answer": 1}"#.to_owned(), "answer.form"),
        ("text/plain", "x,y".to_owned(), "body.type"),
        ("", "ans=x".to_owned(), "body.type"),
        ("application/xml", "<ans>x</ans>".to_owned(), "body.type"),
    ];
    for (media_type, body, code) in cases {
        ada.is_refused(typed(ada.post("/step_07"), media_type, body), code).await;
    }
    let no_utf8 =
        b"--b0\r\nContent-Disposition: form-data; name=\"ans\"\r\n\r\n\xff\r\n--b0--\r\n".to_vec();
    ada.is_refused(typed(ada.post("/step_07"), PARTS, no_utf8), "body.type").await;
}

#[case]
async fn with_a_session_only_the_documented_types_are_read() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("07").await;
    let items = task.solution();
    let answer = json!({ "task": task.token, "ans": items }).to_string();
    let session =
        || server.anonymous().post("/step_07").header(COOKIE, format!("gradus_key={}", ada.key));
    for media_type in ["text/plain", "", FORM, "application/octet-stream"] {
        Reply::to(typed(session(), media_type, answer.clone())).await.problem("body.type");
    }
    let parts = in_parts(&[("task", &task.token), ("ans", &items.join(","))]);
    Reply::to(typed(session(), PARTS, parts)).await.problem("body.type");
    assert_eq!(ada.me().await.attempts, 0);
    Reply::to(typed(session(), "application/json", answer)).await.accepted();
    let form = [("task", &*task.token), ("ans", &items.join(","))];
    Reply::to(session().form(&form)).await.accepted();
}
