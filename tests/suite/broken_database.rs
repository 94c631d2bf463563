//! The database breaks underneath a running server: callers are told to try again, and nothing of what is inside.

use reqwest::header::RETRY_AFTER;
use reqwest::{Method, RequestBuilder};
use serde_json::json;

use crate::server::{Caller as _, Plays as _, Reply, Server};

/// Makes a request that must fail by no fault of the caller, who is not told why.
async fn fails(request: RequestBuilder) {
    let reply = Reply::to(request).await;
    reply.problem("store.failed");
    assert!(reply.header(RETRY_AFTER).parse::<u32>().unwrap() >= 1, "{reply}");
    let shown = format!("{reply} {:?}", reply.headers).to_lowercase();
    for inner in ["no such", "lost", "sql", "learners", "attempts", "gradus.db", "panicked", "src/"]
    {
        assert!(!shown.contains(inner), "{inner:?} is in {shown}");
    }
}

#[tokio::test]
async fn a_failing_database_reveals_no_internals_and_loses_nothing() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let form = json!({"game": "gomoku", "seats": ["human", "human"]});
    let game = ada.start(form.clone()).await;
    ada.play(&game, 1, "hh").await;
    let task = ada.fresh_task("07").await;
    let answer = json!({ "task": task.token, "ans": task.solution() });
    let before = ada.me().await;

    server
        .workplace()
        .change_database(
            "PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON;
         ALTER TABLE learners RENAME TO lost_learners; ALTER TABLE attempts RENAME TO lost_attempts;
         ALTER TABLE games RENAME TO lost_games; ALTER TABLE records RENAME TO lost_records;
         ALTER TABLE step_progress RENAME TO lost_step_progress;",
        )
        .await;
    fails(ada.get("/readyz")).await;
    fails(ada.get("/me")).await;
    fails(ada.get("/me/records")).await;
    fails(ada.get("/me/records/mine")).await;
    fails(ada.request(Method::PUT, "/me/records/mine").json(&json!({ "game": game.id }))).await;
    fails(ada.post("/learners").json(&json!({ "name": "Grace" }))).await;
    // An answer that cannot be stored is not accepted.
    fails(ada.post("/step_07").json(&answer)).await;
    fails(ada.post("/games").json(&form)).await;
    for path in ["", "/record", "/lines?player=1", "/picture.svg"] {
        fails(ada.get(&game.path(path))).await;
    }
    fails(ada.moving(&game, 2, "gh")).await;
    fails(ada.with_key(&game, 1, "/undo")).await;
    fails(ada.post(&game.path("/advance"))).await;
    // What needs no database goes on.
    assert_eq!(Reply::to(ada.get("/healthz")).await.status, 200);
    server.anonymous().solve("07").await;

    server
        .workplace()
        .change_database(
            "PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON;
         ALTER TABLE lost_learners RENAME TO learners; ALTER TABLE lost_attempts RENAME TO attempts;
         ALTER TABLE lost_games RENAME TO games; ALTER TABLE lost_records RENAME TO records;
         ALTER TABLE lost_step_progress RENAME TO step_progress;",
        )
        .await;
    assert_eq!(ada.me().await, before);
    Reply::to(ada.post("/step_07").json(&answer)).await.accepted();
    assert_eq!(ada.play(&game, 2, "gh").await.history, [json!("hh"), json!("gh")]);
}
