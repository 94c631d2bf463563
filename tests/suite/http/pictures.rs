//! The pictures of matches.

use reqwest::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use serde_json::json;

use crate::server::{Caller, Reply, SharedServer};

#[case]
async fn a_matchs_picture_shows_how_it_stands_now() {
    let server = SharedServer::join();
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

#[case]
async fn no_match_has_no_picture() {
    let server = SharedServer::join();
    let reply = Reply::to(server.anonymous().get("/games/aaaaaaaaaaaaaaaa/picture.svg")).await;
    reply.problem("game.unknown");
}

/// Makes a match and gives the path of its picture.
async fn path_of(server: &SharedServer, form: serde_json::Value) -> String {
    let made = Reply::to(server.anonymous().post("/games").json(&form)).await.json();
    made["picture"].as_str().unwrap().strip_prefix(server.url()).unwrap().to_owned()
}

#[case]
async fn a_viewer_chooses_icons_language_and_whether_moves_are_numbered() {
    let server = SharedServer::join();
    let record = json!({ "game": "tesseract", "seats": ["human", "human"], "history": [1, 10] });
    let path = path_of(&server, json!({ "record": record })).await;
    let anybody = server.anonymous();
    let picture = async |query: &str| Reply::to(anybody.get(&format!("{path}?{query}"))).await;

    let own = picture("icons=%3Cb%3E,Q&numbers=0&lang=zh").await;
    assert_eq!(own.status, 200, "{own}");
    assert!(own.text.contains("&lt;b&gt;") && own.text.contains(">Q</text>"), "{own}");
    assert!(own.text.contains(r#"lang="zh""#) && own.text.contains("轮到玩家 1"), "{own}");
    let numbered = picture("").await;
    assert!(numbered.text.contains(">X</text>"), "{numbered}");
    assert!(numbered.text.len() > own.text.len());

    picture("icons=").await.problem("query.invalid");
    picture("icons=123456789").await.problem("query.invalid");
    picture("numbers=yes").await.problem("query.invalid");
    picture("player=3").await.problem("lines.player");
    picture("player=x").await.problem("lines.player");
}

#[case]
async fn a_players_lines_are_shown_one_after_another() {
    let server = SharedServer::join();
    let record = json!({
        "game": "tesseract", "seats": ["human", "human"], "threshold": 9, "history": [1, 40, 2, 41, 3, 42, 4, 50, 7],
    });
    let path = path_of(&server, json!({ "record": record })).await;
    let reply = Reply::to(server.anonymous().get(&format!("{path}?player=1"))).await;
    assert_eq!(reply.text.matches("<animate ").count(), 2, "{reply}");
}

#[case]
async fn the_board_of_a_wrong_item_is_marked() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let plain = Reply::to(anybody.get("/step_07/picture.svg")).await;
    assert!(!plain.text.contains("wrong"), "{plain}");
    let marked = Reply::to(anybody.get("/step_07/picture.svg?wrong=36")).await;
    assert!(marked.text.contains(r#" wrong""#), "{marked}");
    Reply::to(anybody.get("/step_07/picture.svg?wrong=0")).await.problem("query.invalid");
}

#[case]
async fn every_step_has_a_picture() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let ladder = Reply::to(anybody.get("/")).await.json();
    let tracks = ladder["tracks"].as_array().unwrap();
    let steps = tracks.iter().flat_map(|track| track["steps"].as_array().unwrap());
    for step in steps.map(|step| step["step"].as_str().unwrap()) {
        let reply = Reply::to(anybody.get(&format!("/step_{step}/picture.svg"))).await;
        assert_eq!(reply.status, 200);
        assert!(reply.text.contains(r#"class="board""#), "step {step}: {reply}");
    }
}
