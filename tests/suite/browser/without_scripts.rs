//! Pages without JavaScript.

use serde_json::json;

use super::page::Page;
use crate::server::{Plays as _, Server};

#[case]
async fn ladder_statement_boards_and_answers_need_no_script() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    page.devtools("Emulation.setScriptExecutionDisabled", json!({ "value": true })).await;
    page.registers("Ada").await;
    page.follows("a.button[href='/']").await;
    assert_eq!(page.count(".path li").await, 36);
    assert!(!page.shows(".copyable button").await, "scripts are running");
    page.follows(".path a[href='/step_07']").await;
    assert_eq!(page.count("#board svg [data-place]").await, 225);
    assert!(!page.text("article").await.is_empty());
    let task = page.task().await;
    page.is_photographed("step-07-without-scripts").await;

    let items = task.solution();
    let mut wrong = items.clone();
    wrong[0] = wrong[0].replace('.', "x");
    page.writes("[name=ans]", &wrong.join(",")).await;
    page.follows("[data-answer] button").await;
    assert_eq!(page.count("#verdict .message.bad").await, 1);
    page.is_photographed("step-07-wrong-without-scripts").await;
    page.writes("[name=ans]", &items.join(",")).await;
    page.follows("[data-answer] button").await;
    assert_eq!(page.count("#verdict .message.good").await, 1);
    page.follows("#verdict a.button").await;
    assert_eq!(page.path().await, "/step_08");
    page.goes_to("/step_08/statement").await;
    assert!(!page.text("main").await.is_empty());

    page.goes_to("/games").await;
    assert!(page.shows("noscript p").await);
    assert!(!page.shows("[data-game] button").await && !page.shows("[data-load] button").await);
    page.is_photographed("games-without-scripts").await;
    page.goes_to("/step_19").await;
    assert!(page.shows("[data-answer] button").await && !page.shows("[data-play]").await);
    let anybody = server.anonymous();
    let game = anybody.start(json!({ "game": "gomoku", "seats": ["human", "human"] })).await;
    let game = anybody.play(&game, 1, "hh").await;
    page.goes_to(&game.path("")).await;
    assert_eq!(page.count("#board .black circle").await, 1);
    page.follows("#position a:first-of-type").await;
    assert_eq!(page.count("#board .black circle").await, 0);
}
