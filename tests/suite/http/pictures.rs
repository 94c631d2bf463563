//! The pictures of matches.

use reqwest::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use serde_json::json;

use crate::server::{Caller, Reply, Server};

#[tokio::test]
async fn a_matchs_picture_shows_how_it_stands_now() {
    let server = Server::start();
    let anybody = server.anonymous();
    let form = json!({ "game": "gomoku", "seats": ["human", "human"] });
    let made = Reply::to(anybody.post("/games").json(&form)).await.json();
    let path = made["picture"].as_str().unwrap().strip_prefix(server.url()).unwrap();

    let before = Reply::to(anybody.get(path)).await;
    assert_eq!((before.status, before.header(CONTENT_TYPE)), (200, "image/svg+xml"));
    assert_eq!(before.header(CACHE_CONTROL), "no-store");
    assert!(before.header(CONTENT_SECURITY_POLICY).starts_with("default-src 'none'"));
    assert!(before.text.contains("<title>Gomoku: Black to move</title>"), "{before}");

    let moves = format!("/games/{}/moves", made["id"].as_str().unwrap());
    let request = anybody.post(&moves).header("X-Seat-Key", made["keys"][0].as_str().unwrap());
    assert_eq!(Reply::to(request.json(&json!({ "move": "hh" }))).await.status, 200);
    let after = Reply::to(anybody.get(path)).await;
    assert!(after.text.contains("<title>Gomoku: White to move</title>"), "{after}");
}

#[tokio::test]
async fn no_match_has_no_picture() {
    let server = Server::start();
    let reply = Reply::to(server.anonymous().get("/games/aaaaaaaaaaaaaaaa/picture.svg")).await;
    reply.problem("game.unknown");
}
