//! Behind nginx: as many have it, with nothing but `proxy_pass`, so that it keeps back what it can and speaks HTTP/1.0 with the server; and
//! as the sample in `packaging/nginx` says.

use serde_json::json;

use crate::server::{Caller, Follower, Nginx, Plays as _, Reply, Server};

#[case]
async fn events_are_sent_on_at_once() {
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
async fn steps_are_solved_through_it() {
    let server = Server::start();
    for nginx in [Nginx::plain(&server), Nginx::of_sample(&[&server])] {
        nginx.solve("07").await;
        let reply = Reply::to(nginx.get("/step_99")).await;
        reply.problem("step.unknown");
    }
}
