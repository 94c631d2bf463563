//! The sample of nginx: TLS, the client's address, servers that do not respond.

use std::sync::Arc;

use reqwest::header::{LOCATION, RETRY_AFTER, STRICT_TRANSPORT_SECURITY};
use serde_json::json;

use crate::browser::page::Page;
use crate::server::{Caller, Follower, Nginx, Reply, Server, Workplace};

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

/// The two courses of the sample, each with a database of its own.
fn two_courses() -> (Nginx, [Server; 2]) {
    Nginx::of_two_courses(|public_url| {
        Server::start_with(&Arc::new(Workplace::new()), |command| {
            command.args(["--trusted-proxy", "127.0.0.1", "--public-url", public_url])
        })
    })
}

#[case]
async fn two_courses_on_one_host_have_addresses_of_their_own() {
    let (nginx, mut courses) = two_courses();
    for name in ["prog1", "prog2"] {
        // nginx adds the slash.
        let led = Reply::to(nginx.get(&format!("/{name}"))).await;
        assert_eq!(led.status, 301, "{led}");
        let ladder = Reply::to(nginx.get(&format!("/{name}/"))).await.json();
        let first = ladder["tracks"][0]["steps"][0]["url"].as_str().unwrap();
        assert_eq!(first, format!("{}/{name}/step_01", nginx.url()));
        let task = Reply::to(nginx.get(&format!("/{name}/step_07"))).await.task();
        let answer = json!({ "task": task.token, "ans": task.solution() });
        let answered = nginx.post(&format!("/{name}/step_07")).json(&answer);
        let accepted = Reply::to(answered).await.accepted();
        assert_eq!(accepted.next, Some(format!("{}/{name}/step_08", nginx.url())));
        // The metrics stay inside, and there is nothing beside the courses.
        for path in [format!("/{name}/metrics"), "/step_07".to_owned(), "/metrics".to_owned()] {
            assert_eq!(Reply::to(nginx.get(&path)).await.status, 404, "{path}");
        }
        let mut standings = Follower::at(&nginx, &format!("/{name}/scoreboard/events")).await;
        assert_eq!(standings.expect("standings").await["is_success"], true);
    }
    courses[1].kill();
    let reply = Reply::to(nginx.get("/prog2/step_07")).await;
    assert_eq!(reply.status, 503, "{reply}");
    assert_eq!(reply.json()["type"], "/prog2/problems#server.unavailable");
    assert_eq!(Reply::to(nginx.get("/prog1/step_07")).await.status, 200);
}

#[case]
async fn a_browser_has_a_session_of_its_own_in_each_course_of_a_host() {
    let (nginx, courses) = two_courses();
    let page = Page::open(nginx.url()).await;
    page.goes_to("/prog1/").await;
    // It has its style and its scripts.
    page.until("getComputedStyle(document.querySelector('.bar')).display === 'flex'").await;
    page.follows("nav a[href='/prog1/session']").await;
    page.writes("form[action='/prog1/learners'] [name=name]", "Ada").await;
    page.follows("form[action='/prog1/learners'] button").await;
    page.follows("a.button[href='/prog1/']").await;
    page.reads("nav", "Ada").await;
    page.is_photographed("two-courses-1").await;
    page.goes_to("/prog2/").await;
    page.reads("nav", "Sign in").await;
    page.is_photographed("two-courses-2").await;

    // A match is made and played by scripts: the computer moves too.
    page.goes_to("/prog1/games").await;
    page.follows("[data-game=gomoku] button").await;
    assert!(page.path().await.starts_with("/prog1/games/"), "{}", page.path().await);
    page.clicks("[data-place='hh']").await;
    page.until("document.querySelectorAll('#history li').length === 2").await;
    page.goes_to("/prog1/docs").await;
    page.until("document.querySelectorAll('.opblock').length > 50").await;

    page.goes_to("/prog1/").await;
    page.follows("nav form[action='/prog1/session/end'] button").await;
    assert_eq!(page.path().await, "/prog1/");
    page.reads("nav", "Sign in").await;
    drop(courses);
}

#[case]
async fn the_metrics_are_not_shown_outside() {
    let server = trusting();
    let nginx = Nginx::of_sample(&[&server]);
    for path in ["/metrics", "/metrics/"] {
        assert_eq!(Reply::to(nginx.get(path)).await.status, 404);
    }
}
