//! What a spectator sees: state, lines, pictures.

use gradus::game::GameName;
use reqwest::header::CONTENT_TYPE;
use serde_json::json;

use crate::server::{Caller as _, Plays as _, Reply, Server};

#[tokio::test]
async fn a_players_lines_are_shown_in_the_order_in_which_they_were_made() {
    let server = Server::start();
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

#[tokio::test]
async fn every_match_has_its_picture() {
    let server = Server::start();
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
