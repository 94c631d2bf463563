//! Addresses, methods and queries that there are not.

use reqwest::Method;
use reqwest::header::ALLOW;

use crate::server::{Caller, Reply, Server};

#[tokio::test]
async fn an_unknown_step_is_refused() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    for step in ["7", "00", "10", "99", "007", "0x7", "-7", "+7", "ab", "%00", "٧", "７７"] {
        let path = format!("/step_{step}");
        let reply = ada.is_refused(ada.get(&path), "step.unknown").await;
        assert!(reply.problem("step.unknown").detail.contains("01, 02, 03"), "{reply}");
        Reply::to(ada.post(&path).json(&[1])).await.problem("step.unknown");
        Reply::to(ada.get(&format!("{path}/statement"))).await.problem("step.unknown");
        Reply::to(ada.get(&format!("{path}?ans=x"))).await.problem("step.unknown");
    }
}

#[tokio::test]
async fn a_step_that_is_no_text_is_refused() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    ada.is_refused(ada.get("/step_%FF"), "step.unknown").await;
    ada.is_refused(ada.get("/step_%FF/statement"), "step.unknown").await;
}

#[tokio::test]
async fn a_long_address_is_not_repeated_in_full() {
    let server = Server::start();
    let anonymous = server.anonymous();
    let long = "9".repeat(10_000);
    Reply::to(anonymous.get(&format!("/step_{long}"))).await.problem("step.unknown");
    Reply::to(anonymous.get(&format!("/{long}"))).await.problem("route.unknown");
}

#[tokio::test]
async fn an_unknown_address_is_refused() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let paths = [
        "/nothing",
        "/step_",
        "/step_07/nothing",
        "/step_07/statement/more",
        "/STEP_07",
        "/learners/Ada",
        "/problems/answer.count",
        "//step_07",
        "/step_07//",
        "/.git/config",
    ];
    for path in paths {
        ada.is_refused(ada.get(path), "route.unknown").await;
        Reply::to(ada.post(path)).await.problem("route.unknown");
    }
}

#[tokio::test]
async fn a_method_that_an_address_lacks_is_refused_and_told_which_there_are() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let (get, post, both) = ("GET, HEAD", "POST", "GET, HEAD, POST");
    let addresses = [
        ("/step_07", both),
        ("/step_07/", both),
        ("/step_07/statement", get),
        ("/", get),
        ("/learners", post),
        ("/me", get),
        ("/healthz", get),
        ("/readyz", get),
        ("/problems", get),
    ];
    for (path, allowed) in addresses {
        let allowed_methods: Vec<&str> = allowed.split(", ").collect();
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "BREW"] {
            if !allowed_methods.contains(&method) {
                let method = Method::from_bytes(method.as_bytes()).unwrap();
                let reply = Reply::to(ada.request(method, path)).await;
                reply.problem("method.unknown");
                assert_eq!(reply.header(ALLOW), allowed, "{path}");
            }
        }
    }
    ada.is_refused(ada.request(Method::PUT, "/step_07").body("x"), "method.unknown").await;
    ada.is_refused(ada.request(Method::DELETE, "/step_07"), "method.unknown").await;
}

#[tokio::test]
async fn a_query_that_nobody_reads_is_refused() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    for query in
        ["foo=1", "answer=x,o", "fresh=banana", "fresh=2", "ans=x&foo=1", "=", "ANS=x", "{}"]
    {
        ada.is_refused(ada.get(&format!("/step_07?{query}")), "query.invalid").await;
    }
    let named = Reply::to(ada.get("/step_07?fresh=banana")).await.problem("query.invalid");
    assert!(named.detail.contains("banana"), "{}", named.detail);
    for language in ["", "fr", "e", "english"] {
        let path = format!("/step_07/statement?lang={language}");
        ada.is_refused(ada.get(&path), "query.invalid").await;
    }
}
