//! What the server measures: that everything is counted, who may read it, and that nobody can make it grow.

use std::io::Read as _;
use std::net::TcpStream;
use std::sync::Arc;

use reqwest::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use reqwest::{Method, RequestBuilder};
use serde_json::json;

use crate::server::{
    Anonymous, Caller as _, Exposition, Follower, INSTRUCTOR_KEY, INSTRUCTORS, Learner, PATIENCE,
    Plays as _, Reply, Server, Workplace, http_client,
};

/// How long requests take, whose count is how many there were.
const REQUESTS: &str = "gradus_http_request_duration_seconds_count";

#[case]
async fn requests_are_counted_by_route_method_and_status() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    ada.solve("07").await;
    ada.answer(&ada.task("12").await, ["1"]).await.problem("answer.count");
    Reply::to(ada.get("/step_07/")).await.task();
    Reply::to(ada.get("/nothing")).await.problem("route.unknown");
    let unheard_of = Method::from_bytes(b"BREW").unwrap();
    Reply::to(ada.request(unheard_of, "/step_07")).await.problem("method.unknown");
    let figures = Exposition::of(&ada).await;
    let requests = |route, method, status| {
        figures.count(REQUESTS, &[("route", route), ("method", method), ("status", status)])
    };
    assert_eq!(requests("/learners", "POST", "201"), 1);
    assert_eq!(requests("/step_{number}", "GET", "200"), 3);
    assert_eq!(requests("/step_{number}", "POST", "200"), 1);
    assert_eq!(requests("/step_{number}", "POST", "422"), 1);
    assert_eq!(requests("other", "GET", "404"), 1);
    assert_eq!(requests("/step_{number}", "other", "405"), 1);
    assert_eq!(figures.count(REQUESTS, &[]), 8);
    let problems = |code| figures.count("gradus_http_problems_total", &[("code", code)]);
    assert_eq!(problems("answer.count"), 1);
    assert_eq!(problems("route.unknown"), 1);
    assert_eq!(problems("method.unknown"), 1);
    assert_eq!(figures.count("gradus_http_problems_total", &[]), 3);
    // This very request is counted when it is answered.
    assert_eq!(requests("/metrics", "GET", "200"), 0);
    assert!(figures.count("gradus_connections", &[]) >= 1);
    assert_eq!(figures.count("gradus_build_info", &[("version", env!("CARGO_PKG_VERSION"))]), 1);
}

#[case]
async fn answers_are_counted_with_what_explains_them() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    ada.solve("07").await;
    ada.answer(&ada.fresh_task("07").await, ["x"]).await.problem("answer.count");
    let task = ada.fresh_task("12").await;
    let reversed: Vec<String> = task.solution().into_iter().rev().collect();
    let diagnosis = ada.answer(&task, &reversed).await.wrong().diagnosis.unwrap();
    let figures = Exposition::of(&ada).await;
    let verdicts = |step, verdict| {
        figures.count("gradus_verdicts_total", &[("step", step), ("verdict", verdict)])
    };
    assert_eq!(verdicts("07", "accepted"), 1);
    assert_eq!(verdicts("07", "malformed"), 1);
    assert_eq!(verdicts("12", "wrong"), 1);
    assert_eq!(figures.count("gradus_verdicts_total", &[]), 3);
    let of_step = [("step", "12"), ("fit", diagnosis.fit.as_str())];
    assert_eq!(figures.count("gradus_diagnoses_total", &of_step), 1);
    for cause in diagnosis.causes.iter().flat_map(|cause| cause.id.split('+')) {
        let of_cause = [("step", "12"), ("cause", cause)];
        assert!(figures.count("gradus_diagnosis_causes_total", &of_cause) >= 1, "{cause}");
    }
    let of_kind = [("kind", task.kind.as_str())];
    assert_eq!(figures.count("gradus_generate_duration_seconds_count", &of_kind), 1);
    assert_eq!(figures.count("gradus_judge_duration_seconds_count", &of_kind), 1);
}

#[case]
async fn writes_computations_and_the_process_are_measured() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    ada.solve("07").await;
    let figures = Exposition::of(&ada).await;
    // The registration and the attempt.
    assert!(figures.value("gradus_store_batch_changes_sum") >= 2.0);
    let commits = figures.count("gradus_store_commit_duration_seconds_count", &[]);
    assert_eq!(figures.count("gradus_store_batch_changes_count", &[]), commits);
    assert_eq!(figures.count("gradus_store_commit_failures_total", &[]), 0);
    for pool in ["tasks", "explanations", "background", "moves"] {
        for place in ["queue", "line"] {
            let waiting =
                figures.counts("gradus_compute_waiting", &[("pool", pool), ("place", place)]);
            assert_eq!(waiting.len(), 1, "{pool}, {place}");
        }
    }
    assert!(figures.count("gradus_compute_threads", &[]) >= 1);
    assert!(figures.value("process_resident_memory_bytes") > 1e6);
    assert!(figures.value("process_cpu_seconds_total") > 0.0);
    assert!(figures.value("process_open_fds") > 3.0);
    assert!(figures.value("process_start_time_seconds") > 1.7e9);
}

#[case]
async fn matches_and_their_listeners_are_counted() {
    let server = Server::start();
    let anybody = server.anonymous();
    let game = anybody.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let mut follower = Follower::at(&anybody, &game.path("/events")).await;
    follower.expect("state").await;
    let moves = ["hh", "gh", "hi", "gi", "hj", "gj", "hk", "gk", "hl"];
    for (number, next) in moves.into_iter().enumerate() {
        anybody.play(&game, 1 + number % 2, next).await;
    }
    let figures = Exposition::of(&anybody).await;
    let of_game = [("game", "gomoku")];
    assert_eq!(figures.count("gradus_matches_started_total", &of_game), 1);
    assert_eq!(figures.count("gradus_matches_ended_total", &of_game), 1);
    assert_eq!(figures.count("gradus_match_moves_total", &of_game), 9);
    assert_eq!(figures.count("gradus_matches_open", &[]), 1);
    assert_eq!(figures.count("gradus_listeners", &[]), 1);
    // A match that nobody follows is in the database alone.
    anybody.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    assert_eq!(Exposition::of(&anybody).await.count("gradus_matches_open", &[]), 1);
}

#[case]
async fn a_connection_that_is_refused_is_counted() {
    let workplace = Arc::new(Workplace::new());
    let server =
        Server::start_with(&workplace, |command| command.args(["--connections-per-address", "3"]));
    let (crowd, operator) = (server.anonymous(), server.anonymous_at(7));
    let game = operator.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(Follower::at(&crowd, &game.path("/events")).await);
    }
    let mut fourth = TcpStream::connect(server.url().trim_start_matches("http://")).unwrap();
    fourth.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut refusal = String::new();
    fourth.read_to_string(&mut refusal).unwrap();
    assert!(refusal.contains("limit.connections"), "{refusal}");
    let figures = Exposition::of(&operator).await;
    let of_code = [("code", "limit.connections")];
    assert_eq!(figures.count("gradus_http_problems_total", &of_code), 1);
    assert_eq!(figures.count("gradus_connections", &[]), 4);
    assert_eq!(figures.count("gradus_listeners", &[]), 3);
    drop(held);
}

#[case]
async fn nothing_that_a_request_says_makes_the_metrics_grow() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let anybody = server.anonymous();
    let ask_for_nonsense = async |number: u32| {
        let method = Method::from_bytes(format!("BREW{number}").as_bytes()).unwrap();
        let answer = json!({ "ans": format!("{number},\"}}\n") });
        for request in [
            anybody.get(&format!("/nothing/{number}")),
            anybody.get(&format!("/step_{}", 99 - number)),
            anybody.get(&format!("/step_12?x{number}=1")),
            anybody.get(&format!("/games/{number:016}")),
            anybody.get(&format!("/assets/{number}/none.css")),
            anybody.request(method, "/step_12"),
            anybody.get("/step_12").header("X-Request-Id", format!("\"}} {number}")),
            anybody.get("/step_12").bearer_auth(format!("gk_{number}")),
            anybody.post("/step_12").json(&answer),
            ada.post("/step_12").json(&answer),
        ] {
            Reply::to(request).await;
        }
    };
    ask_for_nonsense(0).await;
    Exposition::of(&ada).await;
    let before = Exposition::of(&ada).await.len();
    for number in 1..=20 {
        ask_for_nonsense(number).await;
    }
    assert_eq!(Exposition::of(&ada).await.len(), before);
}

/// A request for the metrics as a proxy passes it on.
fn forwarded(caller: &Anonymous, for_address: &str) -> RequestBuilder {
    caller.get("/metrics").header("X-Forwarded-For", for_address)
}

#[case]
async fn at_the_main_address_they_are_for_this_machine_and_for_instructors() {
    let server = Server::start_with(&Arc::new(Workplace::new()), |command| {
        command.args(["--trusted-proxy", "127.0.0.0/8"]).env("GRADUS_INSTRUCTORS", INSTRUCTORS)
    });
    let ada: Learner = server.register("Ada").await;
    let anybody = server.anonymous();
    Exposition::of(&anybody).await;
    Reply::to(forwarded(&anybody, "203.0.113.7")).await.problem("auth.missing");
    Reply::to(forwarded(&anybody, "127.0.0.1, 203.0.113.7")).await.problem("auth.missing");
    let of_ada = forwarded(&anybody, "203.0.113.7").bearer_auth(&ada.key);
    Reply::to(of_ada).await.problem("auth.instructor");
    let of_grace = forwarded(&anybody, "203.0.113.7").bearer_auth(INSTRUCTOR_KEY);
    Exposition::read(&Reply::to(of_grace).await);
}

#[case]
async fn a_proxy_that_is_not_trusted_is_not_this_machine() {
    let server = Server::start();
    let anybody = server.anonymous();
    Exposition::of(&anybody).await;
    Reply::to(forwarded(&anybody, "203.0.113.7")).await.problem("auth.missing");
    Reply::to(forwarded(&anybody, "127.0.0.1")).await.problem("auth.missing");
    let by_standard = anybody.get("/metrics").header("Forwarded", "for=127.0.0.1");
    Reply::to(by_standard).await.problem("auth.missing");
}

#[case]
async fn at_an_address_of_their_own_they_are_for_whoever_reaches_it_and_nowhere_else() {
    let mut server = Server::start_with(&Arc::new(Workplace::new()), |command| {
        command.args(["--metrics-bind", "127.0.0.1:0"]).env("GRADUS_INSTRUCTORS", INSTRUCTORS)
    });
    let url = server.metrics_url();
    let anybody = server.anonymous();
    Reply::to(anybody.get("/metrics")).await.problem("route.unknown");
    let of_grace = anybody.get("/metrics").bearer_auth(INSTRUCTOR_KEY);
    Reply::to(of_grace).await.problem("route.unknown");
    let http = http_client();
    let figures = Exposition::read(&Reply::to(http.get(&url)).await);
    assert_eq!(figures.count(REQUESTS, &[("route", "/metrics"), ("status", "404")]), 2);
    let elsewhere = http.get(&url).header("X-Forwarded-For", "203.0.113.7");
    Exposition::read(&Reply::to(elsewhere).await);
    let step = url.replace("/metrics", "/step_07");
    assert_eq!(Reply::to(http.get(step)).await.status, 404);
    // It ends with the server.
    server.terminate();
    assert!(Reply::try_to(http.get(&url)).await.is_err());
}

#[case]
async fn they_are_compressed_for_whoever_wants_that() {
    let server = Server::start();
    let request = server.anonymous().get("/metrics").header(ACCEPT_ENCODING, "gzip");
    assert_eq!(Reply::to(request).await.header(CONTENT_ENCODING), "gzip");
}
