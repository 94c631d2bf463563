//! How often callers may do what costs something: what is too much is refused with a code of its own, and others do not notice.

use std::sync::Arc;

use gradus::step::Workload;
use reqwest::header::{ACCEPT, RETRY_AFTER};
use reqwest::{Method, RequestBuilder};
use serde_json::json;

use crate::catalog;
use crate::server::{Caller, Plays as _, Reply, Server, Workplace};

/// A server with limits, behind a proxy that tells it who calls.
fn limited(variables: &[(&str, &str)]) -> Server {
    Server::start_with(&Arc::new(Workplace::new()), |command| {
        command.args(["--trusted-proxy", "127.0.0.0/8"]).envs(variables.iter().copied())
    })
}

/// The same request from another address.
fn from(address: &str, request: RequestBuilder) -> RequestBuilder {
    request.header("X-Forwarded-For", address)
}

/// A refusal that says when to try again. With a limit of `count` an hour that is about when one more fits in.
fn is_refused(reply: &Reply, code: &str, count: u32) {
    let problem = reply.problem(code);
    assert_eq!(reply.status, 429, "{reply}");
    let wait = reply.json()["retry_after"].as_u64().unwrap();
    assert_eq!(reply.header(RETRY_AFTER), wait.to_string(), "{reply}");
    assert!(problem.detail.contains(&format!("{wait} s")), "{reply}");
    let between = u64::from(3600 / count);
    assert!((between - 300..=between).contains(&wait), "{reply}");
}

/// The number of the first step whose tasks take so long to make.
fn step_with(workload: Workload) -> String {
    let mut steps = catalog().iter();
    let step = steps.find(|step| step.exercise().workloads().generate == workload);
    step.unwrap().number.to_string()
}

#[case]
async fn fresh_tasks_are_limited_and_those_of_the_window_go_on() {
    let server = limited(&[("GRADUS_TASK_RATE", "3/h")]);
    let anybody = server.anonymous();
    let step = step_with(Workload::Light);
    let fresh = format!("/step_{step}?fresh=1");
    let task = anybody.fresh_task(&step).await;
    anybody.fresh_task(&step).await;
    anybody.fresh_task(&step).await;
    is_refused(&Reply::to(anybody.get(&fresh)).await, "limit.tasks", 3);
    for (language, word) in [("zh", "秒后再试"), ("ja", "秒後")] {
        let reply = Reply::to(anybody.get(&format!("{fresh}&lang={language}"))).await;
        let problem = reply.json();
        assert_eq!(problem["code"], "limit.tasks", "{reply}");
        assert!(problem["detail"].as_str().unwrap().contains(word), "{reply}");
    }
    let page = Reply::to(anybody.get(&fresh).header(ACCEPT, "text/html")).await;
    assert_eq!(page.status, 429);
    assert!(!page.header(RETRY_AFTER).is_empty());

    // Others at the same address who have a key do not notice.
    server.register("Ada").await.fresh_task(&step).await;

    // Somebody who has a task can answer it, and gets the one of these minutes.
    anybody.answer(&task, task.solution()).await.accepted();
    let task = anybody.task(&step).await;
    anybody.answer(&task, task.solution()).await.accepted();
    // Other addresses do not notice. Of an IPv6 address the network counts.
    for address in ["203.0.113.7", "2001:db8::1", "2001:db8::2", "2001:db8::3:4:5:6"] {
        Reply::to(from(address, anybody.get(&fresh))).await.task();
    }
    Reply::to(from("2001:db8::4", anybody.get(&fresh))).await.problem("limit.tasks");
    Reply::to(from("2001:db8:0:1::4", anybody.get(&fresh))).await.task();
}

#[case]
async fn a_heavy_task_counts_as_ten() {
    let server = limited(&[("GRADUS_TASK_RATE", "11/h")]);
    let anybody = server.anonymous();
    let fresh = |workload| format!("/step_{}?fresh=1", step_with(workload));
    let (light, heavy) = (fresh(Workload::Light), fresh(Workload::Heavy));
    Reply::to(anybody.get(&heavy)).await.task();
    Reply::to(anybody.get(&heavy)).await.problem("limit.tasks");
    Reply::to(anybody.get(&light)).await.task();
    Reply::to(anybody.get(&light)).await.problem("limit.tasks");
}

/// The tasks of `solve-all --rounds 50 --fresh`, were they all fetched at once.
#[case]
fn fifty_rounds_of_the_client_are_within_the_limit() {
    let cost = catalog().iter().map(|step| match step.exercise().workloads().generate {
        Workload::Light => 1,
        Workload::Heavy => 10,
    });
    let limit = gradus::app::RateLimits::default().task_rate.to_string();
    let (count, _) = limit.split_once('/').unwrap();
    assert!(50 * cost.sum::<u32>() < count.parse().unwrap(), "{limit}");
}

#[case]
async fn registrations_are_limited() {
    let server = limited(&[("GRADUS_REGISTRATION_RATE", "2/h")]);
    let anybody = server.anonymous();
    let register = |name: &str| anybody.post("/learners").json(&json!({ "name": name }));
    let ada = server.register("Ada").await;
    // What is no name costs nothing.
    for _ in 0..3 {
        Reply::to(register("")).await.problem("learner.name");
    }
    Reply::to(register("Ada")).await.problem("learner.taken");
    is_refused(&Reply::to(register("Grace")).await, "limit.registrations", 2);
    let form = anybody.post("/learners").form(&[("name", "Grace")]).header(ACCEPT, "text/html");
    let page = Reply::to(form).await;
    assert_eq!(page.status, 429, "{page}");
    assert!(page.text.contains("too many learners were registered"), "{page}");
    assert!(!page.header(RETRY_AFTER).is_empty(), "{page}");
    assert_eq!(Reply::to(from("203.0.113.7", register("Grace"))).await.status, 201);
    ada.solve("01").await;
}

#[case]
async fn a_whole_course_registers_at_once() {
    let server = Server::start();
    for number in 0..300 {
        server.register(&format!("Learner {number}")).await;
    }
}

#[case]
async fn matches_are_limited_for_each_learner_and_for_callers_without_a_key() {
    let server = limited(&[("GRADUS_LEARNER_MATCH_RATE", "2/h"), ("GRADUS_MATCH_RATE", "4/h")]);
    let (ada, grace) = (server.register("Ada").await, server.register("Grace").await);
    let anybody = server.anonymous();
    let form = json!({"game": "gomoku", "seats": ["human", "human"]});
    let another = |caller: &dyn Fn() -> RequestBuilder| caller().json(&form);
    let game = ada.start(form.clone()).await;
    ada.start(form.clone()).await;
    is_refused(&Reply::to(another(&|| ada.post("/games"))).await, "limit.matches", 2);
    // What cannot be set up costs nothing.
    Reply::to(anybody.post("/games").json(&json!({"game": "chess"}))).await.problem("game.form");
    for _ in 0..4 {
        anybody.start(form.clone()).await;
    }
    is_refused(&Reply::to(another(&|| anybody.post("/games"))).await, "limit.matches", 4);
    let elsewhere = from("203.0.113.7", another(&|| anybody.post("/games")));
    assert_eq!(Reply::to(elsewhere).await.status, 201);
    ada.play(&game, 1, "hh").await;
    // What others do at the same address takes nothing from a learner.
    grace.start(form).await;
    let task = grace.fresh_task("29").await;
    grace.start(json!({ "task": task.token })).await;
}

#[case]
async fn saved_records_are_limited_for_each_learner() {
    let server = limited(&[("GRADUS_RECORD_RATE", "2/h")]);
    let (ada, grace) = (server.register("Ada").await, server.register("Grace").await);
    let game = ada.start(json!({"game": "gomoku"})).await;
    let save = |caller: &dyn Fn(&str) -> RequestBuilder, name: &str| {
        caller(&format!("/me/records/{name}")).json(&json!({"game": game.id}))
    };
    let by_ada = |path: &str| ada.request(Method::PUT, path);
    for name in ["first", "second"] {
        assert_eq!(Reply::to(save(&by_ada, name)).await.status, 201);
    }
    is_refused(&Reply::to(save(&by_ada, "third")).await, "limit.saves", 2);
    let by_grace = |path: &str| grace.request(Method::PUT, path);
    assert_eq!(Reply::to(save(&by_grace, "third")).await.status, 201);
    assert_eq!(Reply::to(ada.get("/me/records/second")).await.status, 200);
}

/// An answer to step 07 with a wrong item.
fn spoilt(right: &[String]) -> Vec<String> {
    let (_, others) = right.split_first().unwrap();
    [&["xxxxxxxxx".to_owned()], others].concat()
}

#[case]
async fn wrong_answers_without_a_key_are_limited_and_right_ones_are_not() {
    let server = limited(&[("GRADUS_ANSWER_RATE", "3/h")]);
    let (anybody, ada) = (server.anonymous(), server.register("Ada").await);
    let task = anybody.task("07").await;
    let right = task.solution();
    let wrong = spoilt(&right);
    for _ in 0..3 {
        anybody.answer(&task, &wrong).await.wrong();
    }
    // Malformed answers are never refused.
    for _ in 0..5 {
        anybody.answer(&task, "").await.problem("answer.empty");
    }
    for _ in 0..3 {
        is_refused(&anybody.answer(&task, &wrong).await, "limit.answers", 3);
    }
    // As many were refused as judged: from now on nothing is judged, so that nobody guesses on.
    let right_too = anybody.answer(&task, &right).await;
    is_refused(&right_too, "limit.answers", 3);
    let by_query = [("ans", wrong.join(",")), ("task", task.token.clone())];
    Reply::to(anybody.get("/step_07").query(&by_query)).await.problem("limit.answers");
    // Elsewhere, at other steps, and with a key it goes on.
    let elsewhere = json!({"ans": wrong});
    Reply::to(from("203.0.113.7", anybody.post("/step_07").json(&elsewhere))).await.wrong();
    anybody.solve("01").await;
    let task = ada.task("07").await;
    ada.answer(&task, task.solution()).await.accepted();
}

#[case]
async fn one_persons_wrong_answers_do_not_keep_others_from_solving_the_step() {
    let server = limited(&[("GRADUS_ANSWER_RATE", "3/h")]);
    let anybody = server.anonymous();
    let task = anybody.task("07").await;
    let right = task.solution();
    let wrong = spoilt(&right);
    for _ in 0..3 {
        anybody.answer(&task, &wrong).await.wrong();
    }
    for _ in 0..2 {
        let refused = anybody.answer(&task, &wrong).await;
        is_refused(&refused, "limit.answers", 3);
        // How much of it is right is not told.
        assert!(refused.json()["items"].is_null(), "{refused}");
        anybody.answer(&task, &right).await.accepted();
    }
}

#[case]
async fn listeners_are_limited_and_their_places_become_free() {
    let server = limited(&[("GRADUS_LISTENERS", "3")]);
    let anybody = server.anonymous();
    let game = anybody.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let listen = |address: &str| from(address, anybody.get(&game.path("/events"))).send();
    let (ada, grace) = ("203.0.113.7", "203.0.113.8");
    let first = listen(ada).await.unwrap();
    let _second = listen(ada).await.unwrap();
    // Half of the places is for one address.
    let refused = Reply::to(from(ada, anybody.get(&game.path("/events?lang=en")))).await;
    let problem = refused.problem("limit.listeners");
    assert!(problem.detail.contains("too many event subscribers"), "{refused}");
    assert!(!refused.header(RETRY_AFTER).is_empty());
    let head = from(ada, anybody.request(Method::HEAD, &game.path("/events")));
    assert_eq!(Reply::to(head).await.status, 200);
    let _third = listen(grace).await.unwrap();
    assert_eq!(listen("203.0.113.9").await.unwrap().status(), 503);
    // All other requests are answered.
    anybody.play(&game, 1, "hh").await;
    drop(first);
    while listen(ada).await.unwrap().status() != 200 {}
}

#[case]
async fn a_crowd_of_listeners_locks_nobody_out() {
    let server = Server::start();
    let anybody = server.anonymous();
    let game = anybody.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let mut listening = Vec::new();
    loop {
        let response = anybody.get(&game.path("/events")).send().await.unwrap();
        if response.status() == 503 {
            break;
        }
        listening.push(response);
        assert!(listening.len() < 1000, "nobody is refused");
    }
    server.anonymous().solve("07").await;
}
