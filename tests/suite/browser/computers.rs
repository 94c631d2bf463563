//! Computers that are watched: move by move, and why.

use serde_json::json;

use super::page::{Colours, Page, Width};
use crate::server::{Plays as _, Server, SharedServer};

#[case]
async fn two_computers_move_by_move() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.starts_match("gomoku", &["rules", "random"], &[]).await;
    page.presses("hh").await;
    page.reads("#told", "a computer's turn").await;
    for made in 1..=3 {
        page.uses("advance").await;
        page.is_after(made).await;
    }
    page.uses("play-on").await;
    page.until("document.getElementById('state').dataset.toMove === ''").await;
    assert!(!page.shows("[data-action=advance]").await);
    page.reads("#status", "has won").await;
    page.is_photographed("two-computers").await;
}

#[case]
async fn alpha_beta_plays_the_numerical_game() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.starts_match("numerical", &["alphabeta:2", "rules"], &[]).await;
    page.uses("play-on").await;
    page.until("document.getElementById('state').dataset.toMove === ''").await;
    page.reads("#players", "alpha-beta, 2 deep").await;
    page.is_photographed("alpha-beta").await;
}

#[case]
async fn a_computer_of_rules_says_why_it_has_moved() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    for (game, history) in [
        ("four_in_a_row", json!([0, 100, 1, 150, 2])),
        ("tesseract", json!([1, 80, 2])),
        ("gomoku", json!(["hh", "aa", "hi", "ac", "hj"])),
    ] {
        let made = history.as_array().unwrap().len();
        let record = json!({ "game": game, "history": history });
        let form = json!({ "record": record, "seats": ["human", "rules"] });
        page.goes_to(&server.anonymous().start(form).await.path("")).await;
        page.is_after(made + 1).await;
        page.uses("why").await;
        page.until("document.getElementById('why').textContent.length > 10").await;
        let answer = page.history().await.pop().unwrap();
        page.sees(&format!("#board .candidate[data-place='{answer}']")).await;
        page.is_photographed(&format!("why-{game}")).await;
    }
    page.starts_match("numerical", &["human", "rules"], &[]).await;
    page.chooses_number("1").await;
    page.moves_to("0").await;
    page.is_after(2).await;
    page.uses("why").await;
    page.until("document.getElementById('why').textContent.length > 10").await;
    page.is_photographed("why-numerical").await;
}

#[case]
async fn numbers_are_chosen_without_scrolling_and_in_the_drawing() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.is(Width::Desk, Colours::Light).await;
    page.starts_match("numerical", &["human", "rules"], &[]).await;
    page.until("document.getElementById('numbers').getBoundingClientRect().bottom < 450").await;
    page.until(
        "document.querySelector('#board [data-place=\"15\"]').getBoundingClientRect().bottom < innerHeight",
    )
    .await;
    page.presses("0").await;
    page.reads("#told", "Choose a number first.").await;
    page.chooses_number("3").await;
    page.until("document.getElementById('told').textContent === ''").await;
    // The drawn 1, the first of the numbers that are free.
    page.runs("document.querySelector('#board .free g').dispatchEvent(new MouseEvent('click', { bubbles: true }))").await;
    page.until("document.querySelector('#numbers input:checked').value === '1'").await;
    page.is_photographed("numbers-desk").await;
    page.moves_to("0").await;
    page.is_after(2).await;
    page.is_photographed("history-desk").await;
    for (game, name) in [
        ("gomoku", "phone-gomoku"),
        ("tesseract", "phone-tesseract"),
        ("four_in_a_row", "phone-four"),
        ("numerical", "phone-numerical"),
    ] {
        page.starts_match(game, &["human", "random"], &[]).await;
        page.is(Width::Phone, Colours::Light).await;
        page.is_photographed(name).await;
        page.is(Width::Desk, Colours::Light).await;
    }
}
