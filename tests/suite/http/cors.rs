//! Pages of other sites: what they may read and send, and that they never act as the learner whose browser shows them.

use reqwest::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
    ACCESS_CONTROL_REQUEST_METHOD, CACHE_CONTROL, COOKIE, ORIGIN, VARY,
};
use reqwest::{Method, RequestBuilder};
use serde_json::json;

use crate::server::{Anonymous, Caller, Learner, Plays as _, Reply, Server, SharedServer};

/// The request as a browser sends it because of a page of another site.
fn of_page(request: RequestBuilder) -> RequestBuilder {
    request.header(ORIGIN, "http://localhost:5500").header("Sec-Fetch-Site", "cross-site")
}

/// Whether pages of other sites may read the reply. No reply depends on which site it is.
fn is_readable(reply: &Reply) -> bool {
    assert_eq!(reply.header(ACCESS_CONTROL_ALLOW_CREDENTIALS), "", "{reply}");
    let vary: Vec<_> = reply.headers.get_all(VARY).iter().collect();
    assert!(!vary.iter().any(|value| value.to_str().unwrap().contains("Origin")), "{vary:?}");
    let is_readable = reply.header(ACCESS_CONTROL_ALLOW_ORIGIN) == "*";
    // And then the headers too that the API describes.
    let readable_headers = reply.header(ACCESS_CONTROL_EXPOSE_HEADERS);
    assert_eq!(readable_headers.contains("X-Request-Id"), is_readable, "{reply}");
    is_readable
}

fn preflight(caller: &Anonymous, path: &str) -> RequestBuilder {
    let request = of_page(caller.request(Method::OPTIONS, path));
    request.header(ACCESS_CONTROL_REQUEST_METHOD, "POST")
}

/// A browser that the learner has signed in with.
fn in_browser(learner: &Learner, request: RequestBuilder) -> RequestBuilder {
    request.header(COOKIE, format!("gradus_key={}", learner.key))
}

#[case]
async fn what_needs_no_key_is_readable_by_every_page() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let game = anybody.start(json!({"game": "gomoku", "seats": ["human", "rules"]})).await;
    let shared = [
        ("/", "GET, HEAD"),
        ("/step_07", "GET, HEAD, POST"),
        ("/step_07/statement", "GET, HEAD"),
        ("/step_07/picture.svg", "GET, HEAD"),
        ("/games", "GET, HEAD, POST"),
        (&game.path(""), "GET, HEAD"),
        (&game.path("/record"), "GET, HEAD"),
        (&game.path("/lines?player=1"), "GET, HEAD"),
        (&game.path("/picture.svg"), "GET, HEAD"),
        ("/healthz", "GET, HEAD"),
        ("/readyz", "GET, HEAD"),
        ("/problems", "GET, HEAD"),
        ("/.well-known/jwks.json", "GET, HEAD"),
        ("/openapi.json", "GET, HEAD"),
    ];
    for (path, methods) in shared {
        let reply = Reply::to(of_page(anybody.get(path))).await;
        assert_eq!(reply.status, 200, "{path}: {reply}");
        assert!(is_readable(&reply), "{path}");
        // A cache may give a page what others have fetched. Where no cache keeps anything, others pay nothing.
        let reply = Reply::to(anybody.get(path)).await;
        let is_kept = reply.header(CACHE_CONTROL) != "no-store";
        assert_eq!(is_readable(&reply), is_kept, "{path}");
        let reply = Reply::to(preflight(&anybody, path)).await;
        assert_eq!((reply.status, &*reply.text), (204, ""), "{path}: {reply}");
        assert_eq!(reply.header(ACCESS_CONTROL_ALLOW_ORIGIN), "*", "{path}");
        assert_eq!(reply.header(ACCESS_CONTROL_ALLOW_METHODS), methods, "{path}");
        assert_eq!(reply.header(ACCESS_CONTROL_ALLOW_HEADERS), "Content-Type, X-Seat-Key");
        assert_eq!(reply.header(ACCESS_CONTROL_MAX_AGE), "7200");
    }
    for path in ["/moves", "/undo", "/advance"] {
        let reply = Reply::to(preflight(&anybody, &game.path(path))).await;
        assert_eq!(reply.header(ACCESS_CONTROL_ALLOW_METHODS), "POST", "{reply}");
    }
    // Problems can be read too.
    for (path, code) in [("/step_99", "step.unknown"), ("/step_07?ans=1", "answer.count")] {
        let reply = Reply::to(of_page(anybody.get(path))).await;
        reply.problem(code);
        assert!(is_readable(&reply), "{reply}");
    }
}

#[case]
async fn what_belongs_to_a_learner_is_not() {
    let server = SharedServer::join();
    let (anybody, ada) = (server.anonymous(), server.learner().await);
    for path in ["/me", "/me/records", "/session"] {
        let reply = Reply::to(of_page(in_browser(&ada, anybody.get(path)))).await;
        assert_eq!(reply.status, 200, "{path}: {reply}");
        assert!(!is_readable(&reply), "{path}");
    }
    for path in ["/me", "/me/records/mine", "/session", "/session/end", "/learners"] {
        let reply = Reply::to(preflight(&anybody, path)).await;
        reply.problem("method.unknown");
        assert!(!is_readable(&reply), "{path}");
    }
    for path in ["/learners", "/session"] {
        let request = of_page(anybody.post(path)).json(&json!({"name": "Eve", "key": "k"}));
        Reply::to(request).await.problem("request.site");
    }
    // Without the questions of a preflight it is no preflight.
    let options = anybody.request(Method::OPTIONS, "/step_07");
    Reply::to(options).await.problem("method.unknown");
}

#[case]
async fn a_page_of_another_site_solves_a_step_and_plays_but_not_as_a_learner() {
    let server = Server::start();
    let (anybody, ada) = (server.anonymous(), server.register("Ada").await);
    let task = anybody.task("07").await;
    let answer = || {
        let answer = json!({"task": task.token, "ans": task.solution()});
        of_page(anybody.post("/step_07")).json(&answer)
    };
    let reply = Reply::to(answer()).await;
    reply.accepted();
    assert!(is_readable(&reply), "{reply}");
    let form = json!({"game": "gomoku", "seats": ["human", "human"]});
    let reply = Reply::to(of_page(anybody.post("/games")).json(&form)).await;
    assert_eq!(reply.status, 201, "{reply}");
    let game = reply.read();
    Reply::to(of_page(anybody.moving(&game, 1, "hh"))).await.state();

    // The learner's key, from the browser or from the page, is another matter.
    let before = ada.me().await;
    let with_name = |request: RequestBuilder| request.basic_auth("Ada", Some(&ada.key));
    let games = || of_page(anybody.post("/games")).json(&form);
    for request in [
        in_browser(&ada, answer()),
        with_name(answer()),
        answer().bearer_auth(&ada.key),
        in_browser(&ada, games()),
        with_name(games()),
    ] {
        let reply = Reply::to(request).await;
        reply.problem("request.site");
        assert!(is_readable(&reply), "{reply}");
    }
    assert_eq!(ada.me().await, before);
    assert_eq!(Reply::to(ada.get("/me")).await.json()["matches"], json!([]));
}

#[case]
async fn what_has_links_to_the_host_of_the_request_says_so() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    for (path, accept) in [("/step_07/statement", "text/markdown"), ("/", "text/html")] {
        let reply = Reply::to(anybody.get(path).header("Accept", accept)).await;
        assert!(reply.header(VARY).split(", ").any(|name| name == "Host"), "{path}");
    }
}
