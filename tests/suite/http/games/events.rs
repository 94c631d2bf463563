//! Server-sent events: players and spectators follow a match.

use std::sync::Arc;

use serde_json::json;

use crate::server::{Caller, Follower, Plays as _, Reply, Server, SharedServer, State, Workplace};

/// Somebody who follows a match.
struct MatchFollower(Follower);

impl MatchFollower {
    async fn of(caller: &impl Caller, game: &State) -> Self {
        Self(Follower::at(caller, &game.path("/events")).await)
    }

    /// The match after the next event, which has this name and is after so many moves.
    async fn expect(&mut self, name: &str, moves: usize) -> State {
        let event = self.0.next().await;
        let state: State = serde_json::from_str(&event.data).unwrap();
        let found = (event.name.as_str(), event.id, state.history.len());
        assert_eq!(found, (name, moves.to_string(), moves));
        state
    }
}

#[case]
async fn both_players_and_a_spectator_see_every_move_and_the_end() {
    let server = SharedServer::join();
    let (ada, grace, spectator) = (server.anonymous(), server.anonymous(), server.anonymous());
    let game = ada.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let mut followers = vec![
        MatchFollower::of(&ada, &game).await,
        MatchFollower::of(&grace, &game).await,
        MatchFollower::of(&spectator, &game).await,
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
    let mut late = MatchFollower::of(&spectator, &game).await;
    assert_eq!(late.expect("state", 9).await.status, "won");
}

#[case]
async fn a_computers_answer_is_an_event_of_its_own_and_so_is_undo() {
    let server = SharedServer::join();
    let ada = server.anonymous();
    let seats = ["human", "rules", "random"];
    let game = ada.start(json!({"game": "tesseract", "seats": seats})).await;
    let mut follower = MatchFollower::of(&server.anonymous(), &game).await;
    follower.expect("state", 0).await;
    let state = ada.play(&game, 1, 40).await;
    for moves in 1..=3 {
        let seen = follower.expect("move", moves).await;
        assert_eq!(seen.history, state.history[..moves]);
    }
    Reply::to(ada.with_key(&game, 1, "/undo")).await.state();
    assert_eq!(follower.expect("undo", 0).await, game.without_keys());
}

#[case]
async fn a_refused_move_is_no_event() {
    let server = SharedServer::join();
    let ada = server.anonymous();
    let game = ada.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let mut follower = MatchFollower::of(&ada, &game).await;
    follower.expect("state", 0).await;
    Reply::to(ada.moving(&game, 2, "hh")).await.problem("move.turn");
    Reply::to(ada.moving(&game, 1, "zz")).await.problem("move.form");
    ada.play(&game, 1, "hh").await;
    follower.expect("move", 1).await;
}

#[case]
async fn undo_and_another_move_are_sent_in_order() {
    let server = SharedServer::join();
    let ada = server.anonymous();
    let game = ada.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    ada.play(&game, 1, "hh").await;
    ada.play(&game, 2, "gi").await;
    let mut follower = MatchFollower::of(&server.anonymous(), &game).await;
    follower.expect("state", 2).await;
    Reply::to(ada.with_key(&game, 2, "/undo")).await.state();
    follower.expect("undo", 1).await;
    let state = ada.play(&game, 2, "ii").await;
    assert_eq!(follower.expect("move", 2).await, state);
}

#[case]
async fn a_server_that_is_asked_to_stop_ends_the_events_and_does_not_wait_for_listeners() {
    for signal in ["TERM", "INT"] {
        // If it waited for listeners, it would wait for a day.
        let patience = ["--shutdown-timeout", "86400"];
        let workplace = Arc::new(Workplace::new());
        let mut server = Server::start_with(&workplace, |command| command.args(patience));
        let ada = server.anonymous();
        let game = ada.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
        let mut followers =
            vec![MatchFollower::of(&ada, &game).await, MatchFollower::of(&ada, &game).await];
        for follower in &mut followers {
            follower.expect("state", 0).await;
        }
        server.signal(signal);
        for follower in followers {
            follower.0.until_the_end().await;
        }
        assert_eq!(server.wait(), Some(0));
    }
}
