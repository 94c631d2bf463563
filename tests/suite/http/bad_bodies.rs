//! Bodies that are too large, broken, or of a type that nobody reads.

use std::fmt::Write as _;

use reqwest::RequestBuilder;
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, COOKIE};
use serde_json::json;

use crate::server::{Caller, Learner, Reply, SharedServer};

/// The largest body that is read, in bytes.
const LIMIT: usize = 256 * 1024;

fn json_body(ada: &Learner, body: impl Into<reqwest::Body>) -> RequestBuilder {
    ada.post("/step_07").header(CONTENT_TYPE, "application/json").body(body)
}

/// A body that is spaces up to a size, behind the right answer.
async fn padded_answer(ada: &Learner, size: usize) -> String {
    let task = ada.fresh_task("07").await;
    let mut body = json!({ "task": task.token, "ans": task.solution() }).to_string();
    body.push_str(&" ".repeat(size - body.len()));
    body
}

#[case]
async fn a_body_up_to_the_limit_is_read_and_one_byte_more_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let body = padded_answer(&ada, LIMIT).await;
    Reply::to(json_body(&ada, body)).await.accepted();

    let body = padded_answer(&ada, LIMIT + 1).await;
    let reply = ada.is_refused(json_body(&ada, body), "body.size").await;
    assert!(reply.text.contains("262144 bytes"), "{reply}");
}

#[case]
async fn a_problem_does_not_repeat_a_whole_body() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let name = "é".repeat(20_000);
    let body = json!({ "ans": "1", &name: 1 }).to_string();
    let json = ada.is_refused(json_body(&ada, body), "answer.form").await;
    let form = [("ans", "1"), (&name, "1")];
    let form = ada.is_refused(ada.post("/step_07").form(&form), "answer.form").await;
    for reply in [json, form] {
        assert!(reply.text.len() < 5000, "{}", reply.text.len());
        assert!(reply.text.contains("expected `ans`") || reply.text.contains("`task`"), "{reply}");
    }
}

#[case]
async fn a_body_of_two_megabytes_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let body = padded_answer(&ada, 2 << 20).await;
    ada.is_refused(json_body(&ada, body), "body.size").await;
    let form = ada.post("/step_07").form(&[("ans", "x".repeat(2 << 20))]);
    ada.is_refused(form, "body.size").await;
    let name = ada.post("/learners").json(&json!({ "name": "x".repeat(2 << 20) }));
    ada.is_refused(name, "body.size").await;
}

#[case]
async fn a_compressed_body_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let answer = json!({ "ans": ada.task("07").await.solution() });
    let request = |encoding| ada.post("/step_07").header(CONTENT_ENCODING, encoding).json(&answer);
    for encoding in ["gzip", "br", "identity, gzip", ""] {
        let reply = ada.is_refused(request(encoding), "body.type").await;
        assert!(reply.text.contains("Content-Encoding"), "{reply}");
    }
    Reply::to(request("Identity")).await.accepted();
}

/// A POST of JSON to step 07, up to its blank line, with a further header.
fn head(ada: &Learner, header: &str) -> String {
    format!(
        "POST /step_07 HTTP/1.1\r\nHost: gradus\r\nConnection: close\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\n{header}\r\n\r\n",
        ada.key
    )
}

/// A body in chunks of 64 KB.
fn chunked(body: &str) -> String {
    let mut chunks = String::new();
    for chunk in body.as_bytes().chunks(64 << 10) {
        let chunk = str::from_utf8(chunk).unwrap();
        write!(chunks, "{:x}\r\n{chunk}\r\n", chunk.len()).unwrap();
    }
    chunks + "0\r\n\r\n"
}

#[case]
async fn a_body_that_does_not_tell_its_length_is_read_up_to_the_limit() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let head = head(&ada, "Transfer-Encoding: chunked");
    for (size, accepted) in [(1000, true), (LIMIT, true), (LIMIT + 1, false), (2 << 20, false)] {
        let before = ada.me().await.attempts;
        let body = padded_answer(&ada, size.max(2000)).await;
        let reply = server.send_raw((head.clone() + &chunked(&body)).as_bytes());
        if accepted {
            reply.accepted();
        } else {
            reply.problem("body.size");
        }
        assert_eq!(ada.me().await.attempts, before + u64::from(accepted));
    }
    ada.solve("07").await;
}

#[case]
async fn a_body_that_tells_a_length_without_end_is_refused_unread() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let head = head(&ada, "Content-Length: 99999999999");
    server.send_raw(head.as_bytes()).problem("body.size");
    ada.solve("07").await;
}

#[case]
async fn a_body_whose_chunks_are_broken_is_refused() {
    let server = SharedServer::join();
    let head = "POST /step_07 HTTP/1.1\r\nHost: gradus\r\nConnection: close\r\n\
                Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    for chunk in ["zz\r\n{}\r\n0\r\n\r\n", "2\r\n{}zz\r\n", "-1\r\n"] {
        server.send_raw(format!("{head}{chunk}").as_bytes()).problem("body.broken");
    }
    server.anonymous().solve("07").await;
}

#[case]
async fn broken_json_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let nul_in_text = "{\"ans\":\"x\u{0}\"}";
    let broken = [
        "",
        " ",
        "{",
        r#"{"ans":"#,
        r#"{"ans":[1,}"#,
        r#"{"ans":"x""#,
        "{'ans':'x'}",
        r#"{"ans":"x"} {}"#,
        r#"{"ans":"\ud800"}"#,
        r#"{"ans":NaN}"#,
        nul_in_text,
        "ans=x",
    ];
    for body in broken {
        ada.is_refused(json_body(&ada, body), "body.json").await;
    }
    let no_utf8 = b"{\"ans\":\"\xff\"}".to_vec();
    ada.is_refused(json_body(&ada, no_utf8), "body.json").await;
    for body in ["", "{", r#"{"name":"#, r#"{"name":"Grace"} {}"#, "name=Grace"] {
        let name = ada.post("/learners").header(CONTENT_TYPE, "application/json").body(body);
        ada.is_refused(name, "body.json").await;
    }
}

#[case]
async fn json_without_bottom_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let deep = "[".repeat(100_000);
    let closed = format!("{deep}{}", "]".repeat(100_000));
    let objects = r#"{"ans":"#.repeat(20_000);
    for body in [format!(r#"{{"ans":{deep}"#), format!(r#"{{"ans":{closed}}}"#), objects] {
        ada.is_refused(json_body(&ada, body), "body.json").await;
    }
    // What is no answer from its first letter on is not read to its end.
    for body in [deep, closed] {
        ada.is_refused(json_body(&ada, body), "answer.form").await;
    }
}

#[case]
async fn a_body_of_another_type_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("07").await;
    let answer = task.solution().join(",");
    for content_type in ["text/plain", "application/xml", "text/csv", "ans", ""] {
        let request = ada.post("/step_07").header(CONTENT_TYPE, content_type).body(answer.clone());
        let reply = ada.is_refused(request, "body.type").await;
        assert!(reply.text.contains("application/json"), "{reply}");
    }
    ada.is_refused(ada.post("/step_07").body(answer), "body.type").await;
    ada.is_refused(ada.post("/step_07"), "body.json").await;
    let script = ada.post("/step_07").body("[object Object]");
    ada.is_refused(script, "body.json").await;
    ada.is_refused(ada.post("/learners").body("name=x"), "body.type").await;
}

#[case]
async fn a_types_parameters_and_the_case_of_its_letters_do_not_count() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("07").await;
    let answer = json!({ "task": task.token, "ans": task.solution() }).to_string();
    for content_type in
        ["application/json; charset=utf-8", "application/json;x=y", "Application/JSON"]
    {
        let request = ada.post("/step_07").header(CONTENT_TYPE, content_type).body(answer.clone());
        Reply::to(request).await.accepted();
    }
}

#[case]
async fn json_that_a_browser_sends_as_a_form_is_explained() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let form = "application/x-www-form-urlencoded";
    let answer = ada.post("/step_07").header(COOKIE, format!("gradus_key={}", ada.key));
    let answer = answer.header(CONTENT_TYPE, form).body(r#"{"ans": "x"}"#);
    let reply = ada.is_refused(answer, "body.type").await;
    assert!(reply.text.contains("Content-Type: application/json"), "{reply}");
}
