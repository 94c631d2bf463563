//! Behind a proxy: whose request it is, how the server names itself, and that nothing is kept back by nginx, with nothing but `proxy_pass` or
//! as the sample in `packaging/nginx` says.

use std::sync::Arc;

use reqwest::RequestBuilder;
use serde_json::json;

use crate::server::{Anonymous, Caller, Follower, Nginx, Plays as _, Reply, Server, Workplace};

/// A request for a step as a proxy passes it on.
fn forwarded(caller: &Anonymous, for_address: &str) -> RequestBuilder {
    caller
        .get("/step_07")
        .header("X-Forwarded-For", for_address)
        .header("X-Forwarded-Host", "puzzles.example.org")
        .header("X-Forwarded-Proto", "https")
}

#[case]
async fn nobody_but_a_trusted_proxy_can_claim_an_address() {
    let server = Server::start();
    let anonymous = server.anonymous();
    let claimed = Reply::to(forwarded(&anonymous, "203.0.113.7")).await.task();
    assert_eq!(claimed.fields, anonymous.task("07").await.fields);
    assert!(claimed.statement.starts_with(server.url()));
}

#[case]
async fn behind_a_trusted_proxy_every_client_has_a_board_of_its_own() {
    let server = Server::start_with(&Arc::new(Workplace::new()), |command| {
        command.args(["--trusted-proxy", "127.0.0.0/8"])
    });
    let anonymous = server.anonymous();
    let first = Reply::to(forwarded(&anonymous, "203.0.113.7")).await.task();
    let second = Reply::to(forwarded(&anonymous, "203.0.113.8")).await.task();
    assert_ne!(first.fields, second.fields);
    assert_eq!(first.statement, "https://puzzles.example.org/step_07/statement");
    // Whatever the client itself put in front of its own address is hearsay.
    let hearsay = Reply::to(forwarded(&anonymous, "203.0.113.8, 203.0.113.7")).await.task();
    assert_eq!(hearsay.fields, first.fields);
    // Proxies write addresses in several ways.
    for written in ["203.0.113.7:5555", "\"203.0.113.7\"", "::ffff:203.0.113.7", "203.0.113.7,"] {
        let task = Reply::to(forwarded(&anonymous, written)).await.task();
        assert_eq!(task.fields, first.fields, "{written}");
    }

    // What is no host name is not written into a link.
    for host in ["a/b", "a b", "<b>", "user@host", ""] {
        let request = anonymous.get("/step_07").header("X-Forwarded-Host", host);
        let task = Reply::to(request).await.task();
        assert!(task.statement.starts_with(server.url()), "{host:?}: {}", task.statement);
    }

    let junk = Reply::to(forwarded(&anonymous, "what?")).await.task();
    assert_eq!(junk.fields, anonymous.task("07").await.fields);
}

#[case]
async fn the_public_address_is_the_one_that_is_published() {
    let server = Server::start_with(&Arc::new(Workplace::new()), |command| {
        command.env("GRADUS_PUBLIC_URL", "https://gradus.example.org/")
    });
    let reply = server.anonymous().solve("07").await.accepted();
    assert_eq!(reply.next.unwrap(), "https://gradus.example.org/step_08");
}

#[case]
async fn nginx_sends_events_on_at_once() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let mut points = 0;
    for nginx in [Nginx::plain(&server), Nginx::of_sample(&[&server])] {
        let mut standings = Follower::at(&nginx, "/scoreboard/events").await;
        assert_eq!(standings.expect("standings").await["standings"][0]["points"], points);
        // One step after the other, so that each time there is news.
        ada.solve(if points == 0 { "01" } else { "02" }).await;
        let after = standings.expect("standings").await["standings"][0]["points"].as_u64().unwrap();
        assert!(after > points, "{after}");
        points = after;

        let game = nginx.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
        let mut moves = Follower::at(&nginx, &game.path("/events")).await;
        assert_eq!(moves.expect("state").await["moves"], 0);
        let state = nginx.play(&game, 1, "hh").await;
        assert_eq!(moves.expect("move").await["history"], json!(state.history));
    }
}

#[case]
async fn steps_are_solved_through_nginx() {
    let server = Server::start();
    for nginx in [Nginx::plain(&server), Nginx::of_sample(&[&server])] {
        nginx.solve("07").await;
        let reply = Reply::to(nginx.get("/step_99")).await;
        reply.problem("step.unknown");
    }
}
