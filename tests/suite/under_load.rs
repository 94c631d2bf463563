//! Many requests at once, and slow ones: nothing is lost or done twice, and what is too much is refused in a way that a client can
//! act on.

use std::sync::Arc;
use std::thread;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::server::{Caller as _, Plays as _, Reply, Server, Workplace};

/// The points of a board of gomoku, row by row.
fn points() -> impl Iterator<Item = String> {
    ('a'..='o').flat_map(|row| ('a'..='o').map(move |column| format!("{row}{column}")))
}

#[case]
async fn of_many_moves_at_once_one_is_made_in_each_turn() {
    let server = Server::start();
    let anybody = server.anonymous();
    let game = anybody.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let mut points = points();
    let mut history: Vec<Value> = Vec::new();
    for seat in [1, 2, 1, 2] {
        let mut moves = JoinSet::new();
        for point in points.by_ref().take(50) {
            let request = anybody.moving(&game, seat, &*point);
            moves.spawn(async move { (point, Reply::to(request).await) });
        }
        let mut made = Vec::new();
        while let Some(reply) = moves.join_next().await {
            let (point, reply) = reply.unwrap();
            if reply.status == 200 {
                assert_eq!(reply.state().last, *point, "{reply}");
                made.push(json!(point));
            } else {
                reply.problem("move.turn");
            }
        }
        assert_eq!(made.len(), 1, "{made:?}");
        history.append(&mut made);
        assert_eq!(anybody.look(&game).await.history, history);
    }
}

#[case]
async fn of_many_moves_against_a_computer_none_is_lost_or_made_twice() {
    let server = Server::start();
    let anybody = server.anonymous();
    let game = anybody.start(json!({"game": "gomoku", "seats": ["human", "rules"]})).await;
    let mut moves = JoinSet::new();
    // Every third point: no five of them stand in a row, so that only the computer can win.
    for point in points().step_by(3).take(30) {
        let request = anybody.moving(&game, 1, &*point);
        moves.spawn(async move { (point, Reply::to(request).await) });
    }
    let mut made = Vec::new();
    while let Some(reply) = moves.join_next().await {
        let (point, reply) = reply.unwrap();
        match (reply.status, reply.json()["code"].as_str()) {
            (200, _) => made.push(json!(point)),
            (409, Some("move.illegal" | "move.over")) => {}
            _ => panic!("{reply}"),
        }
    }
    let history = anybody.look(&game).await.history;
    let mut kept: Vec<_> = history.iter().step_by(2).cloned().collect();
    assert_eq!(history.len(), 2 * made.len(), "{history:?}");
    kept.sort_by_key(Value::to_string);
    made.sort_by_key(Value::to_string);
    assert_eq!(kept, made);
}

/// A record of the numerical game with six moves, which costs the computer that moves next as much as any.
fn costly_match() -> Value {
    let history = ["0:1", "5:2", "10:3", "15:4", "1:5", "4:6"];
    json!({"record": {"game": "numerical", "history": history}, "seats": ["search", "human"]})
}

#[case]
async fn who_asks_for_many_computers_moves_keeps_nobody_else_waiting() {
    let server = Server::start();
    let flooder = server.anonymous_at(2);
    let asking = || Reply::to(flooder.post("/games").json(&costly_match()));
    let mut flood: JoinSet<Reply> = (0..150).map(|_| asking()).collect();
    let mut made = vec![flood.join_next().await.unwrap().unwrap()];
    // The others of the flood wait, all but two of them for these two.
    let honest = server.anonymous();
    honest.start(costly_match()).await;
    let task = honest.fresh_task("18").await;
    honest.answer(&task, task.solution()).await.accepted();
    while let Some(reply) = flood.try_join_next() {
        made.push(reply.unwrap());
    }
    assert!(!flood.is_empty(), "the honest one came last");
    made.extend(flood.join_all().await);
    for reply in made {
        match reply.status {
            201 => {}
            _ => drop(reply.problem("limit.caller")),
        }
    }
}

/// A match that is begun by seven searches. All of a flood of them take long enough for the server to see that the client is gone.
fn match_after_seven_searches() -> Value {
    let mut seats = vec!["search"; 7];
    seats.push("human");
    json!({ "game": "tesseract", "seats": seats })
}

#[case]
async fn what_a_client_has_asked_for_that_hangs_up_is_not_computed() {
    let server = Server::start();
    let flooder = server.anonymous();
    let asking = || Reply::to(flooder.post("/games").json(&match_after_seven_searches()));
    let mut flood: JoinSet<Reply> = (0..40).map(|_| asking()).collect();
    flood.join_next().await.unwrap().unwrap();
    // This closes the connections of all others.
    flood.shutdown().await;
    // Its turn comes after all that the same caller has asked for before.
    flooder.start(match_after_seven_searches()).await;
    let made = server.workplace().change_database("UPDATE games SET version = version").await;
    assert!(made < 30, "{made} of 41 matches were made");
}

#[case]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let workplace = Arc::new(Workplace::new());
    let server = Server::start_with(&workplace, |command| command.args(["--body-timeout", "1"]));
    let ada = server.register("Ada").await;
    let game = ada.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let requests = [
        ("POST", "/step_07".to_owned()),
        ("POST", "/learners".to_owned()),
        ("POST", "/games".to_owned()),
        ("POST", game.path("/moves")),
        ("PUT", "/me/records/mine".to_owned()),
    ];
    thread::scope(|scope| {
        for (method, path) in requests {
            let head = format!(
                "{method} {path} HTTP/1.1\r\nHost: gradus\r\nConnection: close\r\nContent-Type: application/json\r\n\
                 Authorization: Bearer {}\r\nX-Seat-Key: {}\r\nContent-Length: 100\r\n\r\n{{\"ans\":",
                ada.key,
                game.key(1)
            );
            let server = &server;
            scope.spawn(move || {
                let reply = server.send_raw(head.as_bytes());
                let problem = reply.problem("body.slow");
                assert!(problem.detail.contains("1 s"), "{path}: {reply}");
            });
        }
    });
    assert_eq!(ada.look(&game).await, game.without_keys());
    ada.solve("07").await;
}
