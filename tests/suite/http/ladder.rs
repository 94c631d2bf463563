//! The ladder and the statements.

use reqwest::header::CONTENT_TYPE;
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
