//! The sample of nginx: TLS, the client's address, servers that do not respond.

use std::sync::Arc;

use reqwest::header::{LOCATION, RETRY_AFTER, STRICT_TRANSPORT_SECURITY};

use crate::server::{Caller, Nginx, Reply, Server, Workplace};

/// A server as the sample wants it.
fn trusting() -> Server {
    Server::start_with(&Arc::new(Workplace::new()), |command| {
        command.args(["--trusted-proxy", "127.0.0.1"])
    })
}

#[case]
async fn learners_are_led_to_tls_and_stay_there() {
    let server = trusting();
    let nginx = Nginx::of_sample(&[&server]);
    let led = Reply::to(nginx.without_tls().get("/step_07?fresh=1")).await;
    assert_eq!((led.status, led.header(LOCATION)), (308, "https://127.0.0.1/step_07?fresh=1"));

    let reply = Reply::to(nginx.get("/step_07")).await;
    assert!(reply.header(STRICT_TRANSPORT_SECURITY).starts_with("max-age="), "{:?}", reply.headers);
    let task = reply.task();
    assert!(task.statement.starts_with(nginx.url()), "{}", task.statement);
    assert!(nginx.url().starts_with("https://gradus.example:"), "{}", nginx.url());
    let accepted = nginx.answer(&task, task.solution()).await.accepted();
    assert_eq!(accepted.next, Some(format!("{}/step_08", nginx.url())));
}

#[case]
async fn the_address_of_the_client_is_believed_and_not_what_it_says_of_itself() {
    let server = trusting();
    let nginx = Nginx::of_sample(&[&server]);
    // Somebody without a key has boards by address.
    let board = server.anonymous_at(9).task("07").await.fields;
    let proxied = nginx.client_at(9);
    assert_eq!(proxied.task("07").await.fields, board);
    assert_ne!(nginx.client_at(10).task("07").await.fields, board);
    let lying = proxied.get("/step_07").header("X-Forwarded-For", "127.0.0.10");
    let lying =
        lying.header("Forwarded", "for=127.0.0.10").header("X-Forwarded-Host", "evil.example");
    let task = Reply::to(lying).await.task();
    assert_eq!(task.fields, board);
    assert!(task.statement.starts_with(nginx.url()), "{}", task.statement);
}

#[case]
async fn a_server_that_is_gone_gets_no_requests() {
    let (mut gone, server) = (trusting(), trusting());
    let nginx = Nginx::of_sample(&[&gone, &server]);
    gone.kill();
    for _ in 0..8 {
        nginx.solve("07").await;
    }
}

#[case]
async fn without_any_server_it_says_when_to_try_again() {
    let mut server = trusting();
    let nginx = Nginx::of_sample(&[&server]);
    server.kill();
    let reply = Reply::to(nginx.get("/step_07")).await;
    assert_eq!((reply.status, reply.header(RETRY_AFTER)), (503, "1"));
    reply.problem("server.unavailable");
    assert_eq!(reply.json()["retry_after"], 1);
}

#[case]
async fn the_metrics_are_not_shown_outside() {
    let server = trusting();
    let nginx = Nginx::of_sample(&[&server]);
    for path in ["/metrics", "/metrics/"] {
        assert_eq!(Reply::to(nginx.get(path)).await.status, 404);
    }
}
