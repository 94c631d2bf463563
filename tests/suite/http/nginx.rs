//! Behind a proxy as most are: nginx with nothing but `proxy_pass`. It keeps back what it can, and speaks HTTP/1.0 with the server.

use serde_json::json;

use crate::server::{Caller as _, Follower, Nginx, Plays as _, Reply, Server};

/// In front of a server.
fn before(server: &Server) -> Nginx {
    Nginx::start(|address| {
        format!("server {{ listen {address}; location / {{ proxy_pass {}; }} }}", server.url())
    })
}

#[tokio::test]
async fn events_are_sent_on_at_once() {
    let server = Server::start();
    let nginx = before(&server);
    let ada = server.register("Ada").await;
    let mut standings = Follower::at(&nginx, "/scoreboard/events").await;
    assert_eq!(standings.expect("standings").await["standings"][0]["points"], 0);
    ada.solve("01").await;
    assert_eq!(standings.expect("standings").await["standings"][0]["points"], 5);

    let game = nginx.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let mut moves = Follower::at(&nginx, &game.path("/events")).await;
    assert_eq!(moves.expect("state").await["moves"], 0);
    let state = nginx.play(&game, 1, "hh").await;
    assert_eq!(moves.expect("move").await["history"], json!(state.history));
}

#[tokio::test]
async fn steps_are_solved_through_it() {
    let server = Server::start();
    let nginx = before(&server);
    nginx.solve("07").await;
    let reply = Reply::to(nginx.get("/step_99")).await;
    reply.problem("step.unknown");
}
