//! Moves, undo and advance: who may do what, and when.

use gradus::game::{GameName, Seat};
use serde_json::json;

use crate::server::{Caller as _, Plays as _, Reply, SharedServer};

#[case]
async fn two_people_play_from_two_machines() {
    let server = SharedServer::join();
    let (ada, grace) = (server.anonymous(), server.anonymous());
    let game = ada.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let moves = ["hh", "gh", "hi", "gi", "hj", "gj", "hk", "gk", "hl"];
    for (turn, text) in moves.into_iter().enumerate() {
        let (player, seat) = if turn % 2 == 0 { (&ada, 1) } else { (&grace, 2) };
        let state = player.play(&game, seat, text).await;
        assert_eq!((state.history.len(), &state.last), (turn + 1, &json!(text)));
    }
    let state = server.anonymous().look(&game).await;
    assert_eq!((state.status.as_str(), state.winners, state.to_move), ("won", vec![1], None));
    assert_eq!(state.scores, [1, 0]);
}

#[case]
async fn a_move_may_be_text_or_number_json_or_form() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let game = anybody.start(json!({"game": "four_in_a_row", "seats": ["human", "human"]})).await;
    anybody.play(&game, 1, 57).await;
    anybody.play(&game, 2, "58").await;
    let form = anybody.with_key(&game, 1, "/moves").form(&[("move", " 59 ")]);
    assert_eq!(Reply::to(form).await.state().history, [json!(57), json!(58), json!(59)]);
    let game = anybody.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    assert_eq!(anybody.play(&game, 1, "HH").await.history, [json!("hh")]);
}

#[case]
async fn a_computer_answers_in_the_same_reply() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    for game in GameName::all() {
        for &computer in &game.spec().computers {
            let form = json!({"game": game, "seats": [Seat::Human, computer]});
            let game = anybody.start(form).await;
            let next = game.legal_move();
            let state = anybody.play(&game, 1, next.clone()).await;
            assert_eq!((state.history.len(), state.to_move), (2, Some(1)), "{state:?}");
            assert_eq!((&state.history[0], &state.history[1]), (&next, &state.last));
        }
    }
}

#[case]
async fn what_is_no_move_is_refused_and_changes_nothing() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let game = anybody.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    anybody.play(&game, 1, "hh").await;
    for junk in [
        json!(""),
        json!("h"),
        json!("zz"),
        json!("hhh"),
        json!(-1),
        json!(1_u64 << 60),
        json!(null),
        json!(true),
        json!(["gi"]),
        json!({"row": 1}),
        json!("\u{0}\u{0}"),
        json!("ｈｈ"),
        json!(1.5),
        json!("x".repeat(100_000)),
    ] {
        let reply = anybody.is_refused_in(&game, anybody.moving(&game, 2, junk), "move.form").await;
        assert!(reply.text.len() < 600, "{reply}");
    }
    let other = anybody.with_key(&game, 2, "/moves").json(&json!({"ans": "gi"}));
    anybody.is_refused_in(&game, other, "move.form").await;
    let twice = anybody.with_key(&game, 2, "/moves").form(&[("mov", "gi")]);
    anybody.is_refused_in(&game, twice, "move.form").await;
    let nothing = anybody.with_key(&game, 2, "/moves");
    anybody.is_refused_in(&game, nothing, "body.json").await;
}

#[case]
async fn an_illegal_move_is_refused_and_changes_nothing() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    for (name, first, next) in [
        ("gomoku", json!("hh"), json!("hh")),
        ("numerical", json!("5:9"), json!("5:2")),
        ("numerical", json!("5:9"), json!("4:7")),
        ("four_in_a_row", json!(57), json!(57)),
        ("tesseract", json!(40), json!(40)),
    ] {
        let game = anybody.start(json!({"game": name, "seats": ["human", "human"]})).await;
        anybody.play(&game, 1, first).await;
        anybody.is_refused_in(&game, anybody.moving(&game, 2, next), "move.illegal").await;
    }
}

#[case]
async fn a_move_out_of_turn_is_refused_and_changes_nothing() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let game =
        anybody.start(json!({"game": "tesseract", "seats": ["human", "human", "human"]})).await;
    anybody.is_refused_in(&game, anybody.moving(&game, 2, 1), "move.turn").await;
    anybody.play(&game, 1, 1).await;
    for seat in [1, 3] {
        let reply = anybody.is_refused_in(&game, anybody.moving(&game, seat, 2), "move.turn").await;
        assert!(reply.problem("move.turn").detail.contains("turn of seat 2"), "{reply}");
    }
}

#[case]
async fn a_move_after_the_end_is_refused_and_changes_nothing() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let record = json!({"record": "hhghhigihjgjhkgkhl"});
    let game = anybody.start(record).await;
    assert_eq!((game.status.as_str(), game.to_move), ("won", None));
    for seat in [1, 2] {
        anybody.is_refused_in(&game, anybody.moving(&game, seat, "aa"), "move.over").await;
    }
    anybody.is_refused_in(&game, anybody.with_key(&game, 1, "/advance"), "move.over").await;
}

#[case]
async fn two_seat_keys_are_refused() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let game = anybody.start(json!({"game": "gomoku", "seats": ["human", "rules"]})).await;
    let request = anybody.moving(&game, 1, "aa").header("X-Seat-Key", "gs_other");
    anybody.is_refused_in(&game, request, "seat.key").await;
}

#[case]
async fn a_wrong_seat_key_is_refused_and_changes_nothing() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let form = json!({"game": "gomoku", "seats": ["human", "rules"]});
    let game = anybody.start(form.clone()).await;
    let other = anybody.start(form).await;
    let mut off = game.key(1);
    off.pop();
    for key in [
        "",
        "gs_",
        "x",
        &other.key(1),
        &off,
        &format!("{}A", game.key(1)),
        &game.key(1).to_uppercase(),
    ] {
        for rest in ["/moves", "/undo"] {
            let request = anybody.post(&game.path(rest)).header("X-Seat-Key", key);
            let request =
                if rest == "/moves" { request.json(&json!({"move": "hh"})) } else { request };
            anybody.is_refused_in(&game, request, "seat.key").await;
        }
    }
    let request = anybody.post(&game.path("/moves")).json(&json!({"move": "hh"}));
    anybody.is_refused_in(&game, request, "seat.missing").await;
    anybody.is_refused_in(&game, anybody.post(&game.path("/undo")), "seat.missing").await;
}

#[case]
async fn a_match_that_is_not_there_is_refused() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    for id in ["0000000000000000", "x", "0000000000000000x", "%00", "uuuuuuuuuuuuuuuu"] {
        for path in ["", "/lines?player=1", "/record", "/events", "/picture.svg"] {
            let request = anybody.get(&format!("/games/{id}{path}"));
            Reply::to(request).await.problem("game.unknown");
        }
        for path in ["/moves", "/undo", "/advance"] {
            let request = anybody.post(&format!("/games/{id}{path}")).header("X-Seat-Key", "gs_");
            let request =
                if path == "/moves" { request.json(&json!({"move": "hh"})) } else { request };
            Reply::to(request).await.problem("game.unknown");
        }
    }
}

#[case]
async fn undo_takes_back_to_the_same_players_last_turn() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    // With another seed the computer might take `aa`.
    let seats = ["human", "rules"];
    let game = anybody.start(json!({"game": "gomoku", "seats": seats, "seed": 1})).await;
    anybody.is_refused_in(&game, anybody.with_key(&game, 1, "/undo"), "undo.nothing").await;
    let first = anybody.play(&game, 1, "hh").await;
    anybody.play(&game, 1, "aa").await;
    let undone = Reply::to(anybody.with_key(&game, 1, "/undo")).await.state();
    assert_eq!(undone, first.without_keys());
    // The computer answers as it did: what it draws depends on the seed and the number of moves.
    let again = Reply::to(anybody.with_key(&game, 1, "/undo")).await.state();
    assert_eq!((again.history.len(), again.to_move), (0, Some(1)));
    assert_eq!(anybody.play(&game, 1, "hh").await, first);
}

#[case]
async fn undo_takes_back_as_many_moves_as_it_is_told() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let game = anybody.start(json!({"game": "gomoku", "seats": ["human", "rules"]})).await;
    let undo = |form: serde_json::Value| anybody.with_key(&game, 1, "/undo").json(&form);
    anybody.is_refused_in(&game, undo(json!({"moves": 1})), "undo.nothing").await;
    let played = anybody.play(&game, 1, "hh").await;
    let undone = Reply::to(undo(json!({"moves": 1}))).await.state();
    assert_eq!((undone.history, undone.to_move), (vec![json!("hh")], Some(2)));
    // The computer waits until it is told to move, and moves as before.
    anybody.is_refused_in(&game, anybody.moving(&game, 1, "aa"), "move.turn").await;
    assert_eq!(anybody.advance(&game).await, played);
    for form in [json!({"moves": 0}), json!({"moves": 3}), json!({"moves": -1}), json!({"n": 1})] {
        anybody.is_refused_in(&game, undo(form), "undo.moves").await;
    }
    for (moves, expected) in [(-1, "a whole number from 1 on"), (3, "from 1 to 2, the number")] {
        let problem = Reply::to(undo(json!({ "moves": moves }))).await.problem("undo.moves");
        assert!(problem.detail.contains(expected), "{}", problem.detail);
    }
    let form = anybody.with_key(&game, 1, "/undo").form(&[("moves", "2")]);
    assert_eq!(Reply::to(form).await.state().moves, 0);
    anybody.is_refused_in(&game, anybody.post(&game.path("/undo")), "seat.missing").await;
}

#[case]
async fn undo_takes_back_the_end() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let game = anybody.start(json!({"record": "hhghhigihjgjhkgkhl"})).await;
    let undone = Reply::to(anybody.with_key(&game, 1, "/undo")).await.state();
    assert_eq!(
        (undone.history.len(), undone.to_move, undone.status.as_str()),
        (8, Some(1), "open")
    );
}

#[case]
async fn advance_is_for_computers() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let game = anybody.start(json!({"game": "gomoku", "seats": ["human", "rules"]})).await;
    let request = anybody.with_key(&game, 1, "/advance");
    anybody.is_refused_in(&game, request, "advance.human").await;
    let watched = anybody.start(json!({"game": "gomoku", "seats": ["rules", "random"]})).await;
    for moves in 1..=4 {
        assert_eq!(anybody.advance(&watched).await.history.len(), moves);
    }
}
