//! What a spectator sees: state, lines, pictures.

use gradus::game::GameName;
use reqwest::header::CONTENT_TYPE;
use serde_json::json;

use crate::server::{Caller as _, Plays as _, Reply, SharedServer, State};

#[case]
async fn a_players_lines_are_shown_in_the_order_in_which_they_were_made() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let seats = ["human", "human"];
    let game = anybody.start(json!({"game": "tesseract", "seats": seats, "threshold": 5})).await;
    for (turn, tile) in [4, 10, 5, 11, 6, 20, 1, 21, 2, 30, 3].into_iter().enumerate() {
        anybody.play(&game, turn % 2 + 1, tile).await;
    }
    let lines = Reply::to(anybody.get(&game.path("/lines?player=1"))).await.json();
    assert_eq!(lines["lines"], json!([[4, 5, 6], [1, 2, 3]]));
    assert_eq!((&lines["player"], &lines["is_success"]), (&json!(1), &json!(true)));
    let none = Reply::to(anybody.get(&game.path("/lines?player=2"))).await.json();
    assert_eq!(none["lines"], json!([]));
    assert_eq!(anybody.look(&game).await.scores, [2, 0]);
    for query in ["", "?player=", "?player=0", "?player=3", "?player=x", "?player=1.0"] {
        let reply = Reply::to(anybody.get(&game.path(&format!("/lines{query}")))).await;
        reply.problem("lines.player");
    }
    Reply::to(anybody.get(&game.path("/lines?seat=1"))).await.problem("query.invalid");
}

#[case]
async fn a_match_is_shown_as_it_was_after_every_move() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let form = json!({"game": "tesseract", "seats": ["human", "human"], "threshold": 1});
    let game = anybody.start(form).await;
    let mut states = vec![game.without_keys()];
    for (turn, tile) in [1, 10, 2, 11, 3].into_iter().enumerate() {
        states.push(anybody.play(&game, turn % 2 + 1, tile).await);
    }
    assert_eq!((states[5].status.as_str(), states[5].moves), ("won", 5));
    for (count, then) in states.iter().enumerate() {
        let shown = Reply::to(anybody.get(&game.path(&format!("?at={count}")))).await.state();
        assert_eq!(shown.picture, format!("{}?at={count}", game.picture));
        assert_eq!(
            State { picture: then.picture.clone(), moves: then.moves, ..shown.clone() },
            *then
        );
        assert_eq!((shown.moves, then.moves), (5, count));
        let record =
            Reply::to(anybody.get(&game.path(&format!("/record?at={count}")))).await.json();
        assert_eq!(record["history"], json!(then.history));
        let lines =
            Reply::to(anybody.get(&game.path(&format!("/lines?player=1&at={count}")))).await;
        assert_eq!(lines.json()["lines"].as_array().unwrap().len(), then.scores[0]);
    }
    let picture = async |rest: &str| {
        Reply::to(anybody.get(&game.path(&format!("/picture.svg{rest}")))).await.text
    };
    assert_eq!(picture("?at=5").await, picture("").await);
    assert_ne!(picture("?at=4").await, picture("").await);
    for path in ["?at=", "/record?at=", "/lines?player=1&at=", "/picture.svg?at="] {
        for at in ["6", "-1", "x", "", "1.0"] {
            let reply = Reply::to(anybody.get(&game.path(&format!("{path}{at}")))).await;
            let detail = reply.problem("history.at").detail;
            assert!(detail.ends_with("expected a number from 0 to 5"), "{detail}");
        }
    }
    assert_eq!(anybody.look(&game).await, states[5]);
}

#[case]
async fn why_is_told_of_the_moves_of_the_rules() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    for game in GameName::all() {
        let game = anybody.start(json!({"game": game, "seats": ["rules", "human"]})).await;
        let why = Reply::to(anybody.get(&game.path("/why"))).await.json();
        assert_eq!(
            (&why["move"], &why["player"], &why["computer"]),
            (&json!(1), &json!(1), &json!("rules"))
        );
        assert_eq!(why["made"], game.last);
        assert!(why["candidates"].as_array().unwrap().contains(&game.last), "{why}");
        assert!(why["rule"]["number"].is_u64() && why["rule"]["text"].is_string(), "{why}");
        let japanese = Reply::to(anybody.get(&game.path("/why?at=1&lang=ja"))).await.json();
        assert_ne!(japanese["rule"]["text"], why["rule"]["text"]);
        anybody.play(&game, 2, game.legal_move()).await;
        Reply::to(anybody.get(&game.path("/why?at=2"))).await.problem("why.player");
        for at in ["0", "4", "x"] {
            let reply = Reply::to(anybody.get(&game.path(&format!("/why?at={at}")))).await;
            let detail = reply.problem("history.at").detail;
            assert!(detail.ends_with("expected a number from 1 to 3"), "{detail}");
        }
    }
    let game = anybody.start(json!({"game": "gomoku"})).await;
    let nothing = Reply::to(anybody.get(&game.path("/why"))).await;
    assert_eq!(nothing.problem("history.at").detail, "no move has been made yet");
}

#[case]
async fn every_match_has_its_picture() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    for game in GameName::all() {
        let game = anybody.start(json!({"game": game, "seats": ["random", "random"]})).await;
        let game = anybody.advance(&game).await;
        assert_eq!(game.picture, format!("{}/picture.svg", game.url));
        let reply = Reply::to(anybody.get(&game.path("/picture.svg"))).await;
        assert_eq!((reply.status, reply.header(CONTENT_TYPE)), (200, "image/svg+xml"));
        assert!(reply.text.starts_with("<svg") && reply.text.trim_end().ends_with("</svg>"));
    }
}
