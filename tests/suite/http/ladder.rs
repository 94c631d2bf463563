//! The ladder, the statements, and health.

use reqwest::header::{ACCEPT, ACCEPT_LANGUAGE, CONTENT_TYPE};
use serde_json::{Value, json};

use crate::server::{Caller, Reply, STEPS, Server, SharedServer};

/// The steps of a ladder with their tracks.
fn steps(ladder: &Value) -> Vec<(&str, &Value)> {
    let tracks = ladder["tracks"].as_array().unwrap().iter();
    let steps = tracks.flat_map(|track| {
        let name = track["track"].as_str().unwrap();
        track["steps"].as_array().unwrap().iter().map(move |step| (name, step))
    });
    steps.collect()
}

#[case]
async fn the_ladder_lists_every_step_by_track() {
    let server = SharedServer::join();
    let ladder = Reply::to(server.anonymous().get("/")).await.json();
    assert_eq!(ladder["is_success"], true);
    let track = |step: &str| match &step[..1] {
        "0" => "Gomoku",
        "1" => "Numerical tic-tac-toe",
        "2" => "Four-in-a-row in four dimensions",
        _ => "Tic-tac-toe on a tesseract",
    };
    let steps = steps(&ladder);
    let listed = steps.iter().map(|(track, step)| (*track, step["step"].as_str().unwrap()));
    assert_eq!(listed.collect::<Vec<_>>(), STEPS.map(|step| (track(step), step)));
    let points = |number: &str| {
        let step = steps.iter().find(|(_, step)| step["step"] == number).unwrap().1;
        step["points"].as_u64().unwrap()
    };
    assert_eq!(["01", "07", "28"].map(points), [5, 20, 40]);
    for (_, step) in steps {
        let url = format!("{}/step_{}", server.url(), step["step"].as_str().unwrap());
        assert_eq!(step["url"], url);
        assert_eq!(step["statement"], format!("{url}/statement"));
    }
}

#[case]
async fn the_ladder_shows_a_known_learner_what_is_solved() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    ada.solve("07").await;
    let ladder = Reply::to(ada.get("/")).await.json();
    assert_eq!(ladder["learner"], "Ada");
    for (_, step) in steps(&ladder) {
        assert_eq!(step["solved"], json!(step["step"] == "07"));
    }
}

#[case]
async fn the_ladder_shows_an_anonymous_client_nothing_about_solving() {
    let server = SharedServer::join();
    server.anonymous().solve("07").await;
    let ladder = Reply::to(server.anonymous().get("/")).await.json();
    assert_eq!(ladder.get("learner"), None);
    assert!(steps(&ladder).iter().all(|(_, step)| step.get("solved").is_none()));
}

#[case]
async fn every_step_has_a_statement_with_the_servers_own_address() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    for step in STEPS {
        let statement = anonymous.task(step).await.statement;
        let path = statement.strip_prefix(server.url()).unwrap();
        let reply = Reply::to(anonymous.get(path)).await;
        assert_eq!(reply.header(CONTENT_TYPE), "text/markdown; charset=utf-8");
        assert!(reply.text.starts_with("# "), "{reply}");
        assert!(reply.text.contains(&format!("curl {}/step_{step}\n", server.url())), "{reply}");
        assert!(!reply.text.contains("{{"), "{reply}");
    }
}

#[case]
async fn a_browser_gets_a_statement_as_a_page() {
    let server = SharedServer::join();
    let request = server.anonymous().get("/step_07/statement");
    let page = Reply::to(request.header(ACCEPT, "text/html,application/xhtml+xml,*/*;q=0.8")).await;
    assert_eq!(page.header(CONTENT_TYPE), "text/html; charset=utf-8");
    assert!(page.text.starts_with("<!doctype html>"), "{page}");
    assert!(page.text.contains("<h1>Line patterns</h1>"), "{page}");
}

#[case]
async fn a_language_that_a_statement_lacks_falls_back_to_english() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let english = Reply::to(anonymous.get("/step_07/statement?lang=en")).await.text;
    assert!(english.starts_with("# Line patterns"));
    for languages in ["fr", "fr;q=0.9, *;q=0.1", "not a language", ""] {
        let request = anonymous.get("/step_07/statement").header(ACCEPT_LANGUAGE, languages);
        assert_eq!(Reply::to(request).await.text, english, "{languages}");
    }
}

#[case]
async fn a_running_server_is_healthy_and_ready() {
    let server = SharedServer::join();
    for path in ["/healthz", "/readyz"] {
        let reply = Reply::to(server.anonymous().get(path)).await;
        assert_eq!((reply.status, &reply.json()["status"]), (200, &json!("ok")));
    }
}
