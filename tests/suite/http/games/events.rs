//! Server-sent events: players and spectators follow a match.

use std::sync::Arc;

use reqwest::header::CONTENT_TYPE;
use serde_json::json;

use crate::server::{Caller, Plays as _, Reply, Server, State, Workplace};

/// Somebody who follows a match.
struct Follower {
    response: reqwest::Response,
    received: String,
}

impl Follower {
    async fn of(caller: &impl Caller, game: &State) -> Self {
        let response = caller.get(&game.path("/events")).send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()[CONTENT_TYPE], "text/event-stream");
        Self { response, received: String::new() }
    }

    /// The next event: its name, its id, and the match as it was then.
    async fn next(&mut self) -> (String, usize, State) {
        loop {
            while let Some((block, rest)) = self.received.split_once("\n\n") {
                let block = block.to_owned();
                self.received = rest.to_owned();
                let field = |name: &str| {
                    let prefix = format!("{name}: ");
                    block.lines().find_map(|line| line.strip_prefix(&prefix)).map(str::to_owned)
                };
                // A block without data is a comment that keeps the connection alive.
                if let Some(data) = field("data") {
                    let id = field("id").unwrap().parse().unwrap();
                    return (field("event").unwrap(), id, serde_json::from_str(&data).unwrap());
                }
            }
            let chunk = self.response.chunk().await.unwrap().expect("the stream goes on");
            self.received.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    /// Reads until the server ends the stream.
    async fn until_the_end(mut self) {
        while self.response.chunk().await.unwrap().is_some() {}
    }

    async fn expect(&mut self, name: &str, moves: usize) -> State {
        let (found, id, state) = self.next().await;
        assert_eq!((found.as_str(), id, state.history.len()), (name, moves, moves));
        state
    }
}

#[tokio::test]
async fn both_players_and_a_spectator_see_every_move_and_the_end() {
    let server = Server::start();
    let (ada, grace, spectator) = (server.anonymous(), server.anonymous(), server.anonymous());
    let game = ada.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let mut followers = vec![
        Follower::of(&ada, &game).await,
        Follower::of(&grace, &game).await,
        Follower::of(&spectator, &game).await,
    ];
    for follower in &mut followers {
        assert_eq!(follower.expect("state", 0).await, game.without_keys());
    }
    let moves = ["hh", "gh", "hi", "gi", "hj", "gj", "hk", "gk", "hl"];
    for (turn, text) in moves.into_iter().enumerate() {
        let player = if turn % 2 == 0 { &ada } else { &grace };
        let state = player.play(&game, turn % 2 + 1, text).await;
        for follower in &mut followers {
            assert_eq!(follower.expect("move", turn + 1).await, state);
        }
    }
    for follower in &mut followers {
        assert_eq!(follower.expect("end", 9).await.winners, [1]);
    }
    // A follower who comes late sees how it ended.
    let mut late = Follower::of(&spectator, &game).await;
    assert_eq!(late.expect("state", 9).await.status, "won");
}

#[tokio::test]
async fn a_computers_answer_is_an_event_of_its_own_and_so_is_undo() {
    let server = Server::start();
    let ada = server.anonymous();
    let seats = ["human", "rules", "random"];
    let game = ada.start(json!({"game": "tesseract", "seats": seats})).await;
    let mut follower = Follower::of(&server.anonymous(), &game).await;
    follower.expect("state", 0).await;
    let state = ada.play(&game, 1, 40).await;
    for moves in 1..=3 {
        let seen = follower.expect("move", moves).await;
        assert_eq!(seen.history, state.history[..moves]);
    }
    Reply::to(ada.with_key(&game, 1, "/undo")).await.state();
    assert_eq!(follower.expect("undo", 0).await, game.without_keys());
}

#[tokio::test]
async fn a_refused_move_is_no_event() {
    let server = Server::start();
    let ada = server.anonymous();
    let game = ada.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let mut follower = Follower::of(&ada, &game).await;
    follower.expect("state", 0).await;
    Reply::to(ada.moving(&game, 2, "hh")).await.problem("move.turn");
    Reply::to(ada.moving(&game, 1, "zz")).await.problem("move.form");
    ada.play(&game, 1, "hh").await;
    follower.expect("move", 1).await;
}

#[tokio::test]
async fn undo_and_another_move_are_sent_in_order() {
    let server = Server::start();
    let ada = server.anonymous();
    let game = ada.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    ada.play(&game, 1, "hh").await;
    ada.play(&game, 2, "gi").await;
    let mut follower = Follower::of(&server.anonymous(), &game).await;
    follower.expect("state", 2).await;
    Reply::to(ada.with_key(&game, 2, "/undo")).await.state();
    follower.expect("undo", 1).await;
    let state = ada.play(&game, 2, "ii").await;
    assert_eq!(follower.expect("move", 2).await, state);
}

#[tokio::test]
async fn a_server_that_is_asked_to_stop_ends_the_events_and_does_not_wait_for_listeners() {
    for signal in ["TERM", "INT"] {
        // If it waited for listeners, it would wait for a day.
        let patience = ["--shutdown-timeout", "86400"];
        let workplace = Arc::new(Workplace::new());
        let mut server = Server::start_with(&workplace, |command| command.args(patience));
        let ada = server.anonymous();
        let game = ada.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
        let mut followers = vec![Follower::of(&ada, &game).await, Follower::of(&ada, &game).await];
        for follower in &mut followers {
            follower.expect("state", 0).await;
        }
        server.signal(signal);
        for follower in followers {
            follower.until_the_end().await;
        }
        assert_eq!(server.wait(), Some(0));
    }
}
