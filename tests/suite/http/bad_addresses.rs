//! Addresses, methods and queries that there are not.

use reqwest::Method;
use reqwest::header::ALLOW;
use serde_json::json;

use crate::server::{Caller, Reply, STEPS, SharedServer};

#[case]
async fn an_unknown_step_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    for step in ["7", "00", "10", "99", "007", "0x7", "-7", "+7", "ab", "%00", "%FF", "٧", "７７"]
    {
        let path = format!("/step_{step}");
        let reply = ada.is_refused(ada.get(&path), "step.unknown").await;
        let detail = reply.problem("step.unknown").detail;
        let is_near = ["7", "007"].contains(&step);
        assert_eq!(detail.ends_with("did you mean /step_07?"), is_near, "{detail}");
        assert_eq!(detail.contains("01, 02, 03"), !is_near, "{detail}");
        Reply::to(ada.post(&path).json(&[1])).await.problem("step.unknown");
        Reply::to(ada.get(&format!("{path}/statement"))).await.problem("step.unknown");
        Reply::to(ada.get(&format!("{path}?ans=x"))).await.problem("step.unknown");
    }
}

#[case]
async fn a_long_address_is_not_repeated_in_full() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let long = "9".repeat(10_000);
    Reply::to(anonymous.get(&format!("/step_{long}"))).await.problem("step.unknown");
    Reply::to(anonymous.get(&format!("/{long}"))).await.problem("route.unknown");
}

#[case]
async fn an_unknown_address_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let paths = [
        "/nothing",
        "/step_",
        "/step_07/nothing",
        "/step_07/statement/more",
        "/STEP_07",
        "/learners/Ada",
        "/problems/answer.count",
        "/.git/config",
    ];
    for path in paths {
        ada.is_refused(ada.get(path), "route.unknown").await;
        Reply::to(ada.post(path)).await.problem("route.unknown");
    }
}

#[case]
async fn an_unsupported_method_is_refused_with_the_supported_ones() {
    let server = SharedServer::join();
    let ada = server.learner().await;
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

#[case]
async fn a_query_that_nobody_reads_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
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

#[case]
async fn a_query_is_refused_where_none_is_read() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let paths = [
        "/",
        "/me",
        "/me/records",
        "/me/records/mine",
        "/problems",
        "/step_07/statement",
        "/step_07/statement?lang=en&",
        "/step_07?task=x&",
        "/step_07",
    ];
    for path in paths {
        let separator = if path.contains('?') { "" } else { "?" };
        for field in ["x=1", "x", "=", "LANG=en"] {
            let reply = Reply::to(ada.get(&format!("{path}{separator}{field}"))).await;
            let name = field.split('=').next().unwrap();
            let named = format!("unknown field {name:?}; ");
            let detail = reply.problem("query.invalid").detail;
            assert!(detail.starts_with(&named), "{path}: {detail}");
        }
    }
    let posts = ["/learners?x=1", "/step_07?x=1", "/step_07?ans=x"];
    for path in posts {
        let reply = Reply::to(ada.post(path).json(&[1])).await;
        assert!(reply.problem("query.invalid").detail.ends_with("in the body"), "{reply}");
    }
    let put = ada.request(Method::PUT, "/me/records/mine?x=1").json(&[1]);
    Reply::to(put).await.problem("query.invalid");
    Reply::to(ada.get("/?")).await.json();
}

#[case]
async fn a_running_server_is_healthy_and_ready_and_probes_may_add_a_query() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    for path in [
        "/healthz",
        "/readyz",
        "/healthz?x=1",
        "/healthz?lang=fr",
        "/healthz/?x=1&x=1",
        "/readyz?x=1",
    ] {
        let reply = Reply::to(anonymous.get(path)).await;
        assert_eq!((reply.status, &reply.json()["status"]), (200, &json!("ok")), "{path}: {reply}");
    }
}

#[case]
async fn a_field_is_given_once() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    for query in ["fresh=1&fresh=1", "task=x&task=x", "task=x&ans=y&task=x"] {
        let reply = Reply::to(ada.get(&format!("/step_07?{query}"))).await;
        assert!(reply.problem("query.invalid").detail.contains("is given twice"), "{reply}");
    }
    let twice = Reply::to(ada.get("/step_07/statement?lang=en&lang=ja")).await;
    assert_eq!(
        twice.problem("query.invalid").detail,
        "the field `lang` is given twice; expected it once"
    );
    let names = [("name", "Grace"), ("name", "Grace")];
    let reply = ada.is_refused(ada.post("/learners").form(&names), "body.fields").await;
    assert!(reply.text.contains("is given twice"), "{reply}");
    let games = [("game", "gomoku"), ("game", "x")];
    let reply = ada.is_refused(ada.post("/games").form(&games), "game.form").await;
    assert!(reply.text.contains("is given twice"), "{reply}");
}

#[case]
async fn a_problem_tells_programs_what_they_need_to_know() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let problem = async |path: &str| Reply::to(anonymous.get(path)).await.json();
    let steps = &problem("/step_99").await["known_steps"];
    assert_eq!(*steps, json!(&STEPS[..]));
    let empty = problem("/step_12?ans=").await;
    assert_eq!((&empty["code"], &empty["expected"]), (&json!("answer.empty"), &json!(40)));
    let count = problem("/step_12?ans=1,2").await;
    assert_eq!((&count["expected"], &count["found"]), (&json!(40), &json!(2)));
    let numbers = vec!["1"; 38].join(",");
    let item = problem(&format!("/step_12?ans=1,x,{numbers}")).await;
    assert_eq!((&item["code"], &item["position"]), (&json!("answer.item"), &json!(2)));
    let method = Reply::to(anonymous.post("/me")).await;
    assert_eq!(method.json()["allowed"], json!(["GET", "HEAD"]));
    assert_eq!(method.header(ALLOW), "GET, HEAD");
}

#[case]
fn an_address_that_is_badly_encoded_is_refused() {
    let server = SharedServer::join();
    let get = |path: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nHost: gradus\r\nConnection: close\r\n\r\n");
        server.send_raw(head.as_bytes())
    };
    get("/step_%zz").problem("step.unknown");
    get("/step_%").problem("step.unknown");
    get("/%zz").problem("route.unknown");
    get("/step_07?%zz=%").problem("query.invalid");
    get("/step_07?%FF=1").problem("query.invalid");
    get("/step_07/statement?lang=%FF").problem("query.invalid");
    get("/me/records/%zz").problem("auth.missing");
    get("/me/records/%00").problem("record.name");
}
