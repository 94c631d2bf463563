//! The scoreboard and a learner's own pages.

use reqwest::Method;
use serde_json::json;

use super::page::Page;
use crate::server::{Caller as _, Reply, Server};

#[case]
async fn the_rows_follow_what_others_solve_and_the_focus_stays() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let page = Page::open(server.url()).await;
    page.registers("Grace").await;
    page.goes_to("/").await;
    page.follows("nav a[href='/scoreboard']").await;
    page.reads("h1", "Scoreboard").await;
    assert_eq!(page.count("#standings tbody tr").await, 2);
    page.reads("#standings .own", "you").await;
    page.runs("document.querySelector('main a').focus()").await;
    ada.solve("01").await;
    page.reads("#standings tbody tr:first-child", "5").await;
    page.reads("#standings tbody tr:last-child.own", "you").await;
    let focus: String = page.tells("document.activeElement.getAttribute('href')").await;
    assert_eq!(focus, "/me#nickname");
    // What the script writes is what the server writes.
    let live = page.texts("#standings td").await;
    page.goes_to("/scoreboard").await;
    assert_eq!(page.texts("#standings td").await, live);
    page.is_photographed("scoreboard").await;
}

#[case]
async fn a_nickname_is_chosen_and_one_that_is_taken_is_told_in_its_form() {
    let server = Server::start();
    server.register("Ada").await;
    let page = Page::open(server.url()).await;
    page.registers("Grace").await;
    page.goes_to("/").await;
    page.follows("nav a[href='/me']").await;
    page.reads("h1", "Grace").await;
    page.reads("main", "0 points, 0 of 36 steps solved").await;
    page.is_photographed("me").await;
    page.writes("[name=nickname]", "Ada").await;
    page.follows("#nickname button").await;
    page.reads("#nickname .bad", "nickname").await;
    page.was_refused(409).await;
    page.writes("[name=nickname]", "Admiral").await;
    page.follows("#nickname button").await;
    assert_eq!(page.path().await, "/me");
    assert_eq!(
        page.tells::<String>("document.querySelector('[name=nickname]').value").await,
        "Admiral"
    );
    page.goes_to("/scoreboard").await;
    page.reads("#standings .own", "Admiral").await;
    assert!(!page.text("#standings").await.contains("Grace"));
}

#[case]
async fn receipts_are_shown_to_be_copied() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    page.allows_copying().await;
    let key = page.registers("Grace").await;
    page.goes_to("/me/receipts").await;
    page.reads("main", "You have not solved a step yet").await;
    let grace = server.learner("Grace", &key);
    grace.solve("07").await;
    grace.solve("01").await;
    page.goes_to("/me").await;
    page.follows("main a[href='/me/receipts']").await;
    assert_eq!(page.count("details").await, 2);
    let list = Reply::to(grace.request(Method::GET, "/me/receipts")).await.json();
    let receipts: Vec<&str> = list["receipts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["receipt"].as_str().unwrap())
        .collect();
    page.clicks(".copyable button").await;
    page.reads(".copyable button", "Copied").await;
    assert_eq!(page.copied().await.trim(), receipts.join("\n"));
    page.is_photographed("receipts").await;
}

#[case]
async fn scoreboard_nickname_and_receipts_need_no_script() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    page.devtools("Emulation.setScriptExecutionDisabled", json!({ "value": true })).await;
    let key = page.registers("Grace").await;
    server.learner("Grace", &key).solve("07").await;
    page.goes_to("/me").await;
    page.writes("[name=nickname]", "Admiral").await;
    page.follows("#nickname button").await;
    page.follows("main a[href='/scoreboard']").await;
    assert!(page.text("#standings .own").await.contains("Admiral"));
    page.goes_to("/me/receipts?lang=ja").await;
    assert_eq!(page.text("h1").await, "正解証明");
    assert!(!page.shows(".copyable button").await, "scripts are running");
}
