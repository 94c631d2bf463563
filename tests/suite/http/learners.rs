//! Registering, being known, and what is counted.

use std::fs;

use data_encoding::BASE64;
use reqwest::header::{AUTHORIZATION, CACHE_CONTROL};
use serde_json::json;
use tokio::task::JoinSet;

use crate::server::{Caller, Me, Reply, Server, SharedServer, puzzles};

#[case]
async fn registering_gives_a_key() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let name = "小林 Ada-Maria O'Neill";
    let reply = Reply::to(anonymous.post("/learners").json(&json!({ "name": name }))).await;
    assert_eq!(reply.status, 201);
    assert_eq!(reply.header(CACHE_CONTROL), "no-store");
    let body = reply.json();
    assert_eq!((&body["is_success"], &body["name"]), (&json!(true), &json!(name)));
    assert!(body["key"].as_str().unwrap().len() >= 32, "{reply}");

    let form = Reply::to(anonymous.post("/learners/").form(&[("name", " Grace Murray ")])).await;
    assert_eq!((form.status, &form.json()["name"]), (201, &json!("Grace Murray")));
    assert_ne!(form.json()["key"], body["key"]);
}

#[case]
async fn the_database_holds_no_key() {
    let server = Server::start();
    let ada = server.register("Ada Lovelace").await;
    ada.solve("01").await;

    let files = fs::read_dir(server.workplace().path("")).unwrap().map(|file| file.unwrap().path());
    let contents: Vec<Vec<u8>> = files.map(|file| fs::read(file).unwrap()).collect();
    let somewhere = |text: &str| {
        let holds = |bytes: &Vec<u8>| bytes.windows(text.len()).any(|part| part == text.as_bytes());
        contents.iter().any(holds)
    };
    assert!(somewhere("Ada Lovelace"));
    let secret = ada.key.strip_prefix("gk_").unwrap();
    assert!(!somewhere(secret));
    assert!(!somewhere(&secret[..16]));
}

#[case]
async fn bearer_and_basic_name_the_same_learner() {
    let server = SharedServer::join();
    let ada = server.register("Ada of Bearer").await;
    let anonymous = server.anonymous();
    let me = ada.me().await;
    for name in ["Ada of Bearer", "ada of bearer"] {
        let basic = anonymous.get("/me").basic_auth(name, Some(&ada.key));
        assert_eq!(Reply::to(basic).await.read::<Me>(), me);
    }
    let pair = BASE64.encode(format!("Ada of Bearer:{}", ada.key).as_bytes());
    for header in [format!("bearer {}", ada.key), format!("basic {pair}"), format!("BASIC  {pair}")]
    {
        let reply = Reply::to(anonymous.get("/me").header(AUTHORIZATION, header)).await;
        assert_eq!(reply.read::<Me>(), me);
    }
    let shown = Reply::to(anonymous.get("/step_07").basic_auth("Ada of Bearer", Some(&ada.key)));
    assert_eq!(shown.await.task().fields, ada.task("07").await.fields);
}

#[case]
async fn a_new_learner_has_done_nothing() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let next = Some(format!("{}/step_01", server.url()));
    let nothing = Me { name: ada.name.clone(), solved: vec![], points: 0, attempts: 0, next };
    assert_eq!(ada.me().await, nothing);
}

#[case]
async fn progress_counts_attempts_and_points() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let grace = server.learner().await;
    ada.solve("01").await;
    let task = ada.task("12").await;
    ada.answer(&task, vec![0; 40]).await.wrong();
    ada.answer(&task, task.solution()).await.accepted();
    ada.solve("12").await;

    let me = ada.me().await;
    assert_eq!(me.solved, ["01", "12"]);
    assert_eq!((me.points, me.attempts), (5 + 10, 4));
    assert_eq!(me.next, Some(format!("{}/step_02", server.url())));
    assert_eq!(grace.me().await.attempts, 0);
}

#[case]
async fn the_same_answer_counts_once() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.task("12").await;
    let first = ada.answer(&task, vec![9999; 40]).await;
    first.wrong();
    let again = ada.answer(&task, vec!["+9999"; 40].join(" , ")).await;
    assert_eq!(again.text, first.text);
    let by_query = ada.get("/step_12").query(&[("ans", vec!["09999"; 40].join(","))]);
    assert_eq!(Reply::to(by_query).await.text, first.text);
    assert_eq!(ada.me().await.attempts, 1);

    let to_another_task = ada.fresh_task("12").await;
    ada.answer(&to_another_task, vec![9999; 40]).await.wrong();
    assert_eq!(ada.me().await.attempts, 2);

    server.let_pauses_end().await;
    for _ in 0..3 {
        ada.answer(&task, task.solution()).await.accepted();
    }
    assert_eq!(ada.me().await.attempts, 3);
}

#[case]
async fn the_same_answer_sent_many_times_at_once_counts_once() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let task = ada.task("12").await;
    let mut sending = JoinSet::new();
    for _ in 0..24 {
        let (ada, task) = (ada.clone(), task.clone());
        sending.spawn(async move { ada.answer(&task, vec![0; 40]).await.wrong().message });
    }
    let messages = sending.join_all().await;
    assert!(messages.iter().all(|message| *message == messages[0]));
    assert_eq!(ada.me().await.attempts, 1);
}

#[case]
async fn answers_sent_at_once_are_all_counted() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let mut sending = JoinSet::new();
    for _ in 0..24 {
        let ada = ada.clone();
        sending.spawn(async move { drop(ada.solve("12").await) });
    }
    sending.join_all().await;
    assert_eq!(ada.me().await.attempts, 24);
}

#[case]
async fn one_of_many_who_want_a_name_gets_it() {
    let server = SharedServer::join();
    let mut registering = JoinSet::new();
    for number in 0..12 {
        let name = if number % 2 == 0 { "Wanted" } else { "WANTED" };
        let request = server.anonymous().post("/learners").json(&json!({ "name": name }));
        registering.spawn(Reply::to(request));
    }
    let replies = registering.join_all().await;
    let (registered, refused): (Vec<_>, Vec<_>) =
        replies.into_iter().partition(|reply| reply.status == 201);
    assert_eq!(registered.len(), 1);
    for reply in refused {
        reply.problem("learner.taken");
    }
}

#[case]
async fn a_name_that_looks_like_another_one_is_taken() {
    let server = SharedServer::join();
    server.register("admin").await;
    // Cyrillic, Greek and wide letters.
    for name in ["аdmin", "αdmin", "ａｄｍｉｎ", "АDMIN", "adrnin"] {
        let request = server.anonymous().post("/learners").json(&json!({ "name": name }));
        Reply::to(request).await.problem("learner.taken");
    }
    server.register("Админ").await;
}

#[case]
async fn the_key_of_a_learner_who_is_gone_is_no_key() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("01").await;
    server.workplace().change_database("DELETE FROM learners").await;
    // The server has looked the key up lately; the store knows better.
    ada.answer(&task, task.solution()).await.problem("auth.key");
    Reply::to(ada.get("/me")).await.problem("auth.key");
    // The next learner is somebody else.
    let grace = server.register("Grace").await;
    assert_eq!(grace.me().await.attempts, 0);
    Reply::to(ada.get("/me")).await.problem("auth.key");
}

#[case]
async fn an_anonymous_answer_is_recorded_for_nobody() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    server.anonymous().solve("07").await;
    assert_eq!(ada.me().await.attempts, 0);
}

#[case]
async fn two_learners_have_different_boards() {
    let server = SharedServer::join();
    let (ada, grace) = (server.learner().await, server.learner().await);
    let anonymous = server.anonymous();
    for step in puzzles() {
        let boards = [ada.task(step).await, grace.task(step).await, anonymous.task(step).await];
        let [first, second, third] = boards.map(|task| task.fields);
        assert!(first != second && second != third && third != first, "{step}");
    }
}
