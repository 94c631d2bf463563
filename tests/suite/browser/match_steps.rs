//! A match step, played in the browser to the end.

use gradus::game::{GameSeed, Record, Seat};
use serde_json::json;

use super::page::Page;
use crate::server::Server;

/// A good move after these ones of gomoku.
fn good_move(history: &[String]) -> String {
    let record = json!({ "game": "gomoku", "history": history }).to_string();
    let seats = vec![Seat::Search; 2];
    let mut game =
        Record::read_json(&record).unwrap().resume(Some(seats), GameSeed::random(0)).unwrap();
    game.advance().unwrap();
    game.game().history().pop().unwrap()
}

#[case]
async fn a_match_step_is_played_in_the_browser_and_sent_as_the_answer() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    page.registers("Ada").await;
    // The rules lose nearly always.
    for _ in 0..5 {
        page.goes_to("/step_09?fresh=1").await;
        page.is_photographed("step-09").await;
        page.follows("[data-play]").await;
        page.sees("#state").await;
        while !page.is_over().await {
            page.moves_to(&good_move(&page.history().await)).await;
        }
        page.is_photographed("step-09-match").await;
        // The task says which seat is Ada's.
        let seats: String = page.tells("document.querySelector('#state').dataset.seats").await;
        let won = if seats == "human rules" { "Black has won" } else { "White has won" };
        if !page.text("#status").await.ends_with(won) {
            // A lost match is no answer.
            assert_eq!(page.count("form[action='/step_09']").await, 0);
            continue;
        }
        page.follows("form[action='/step_09'] button").await;
        page.sees("#verdict .message").await;
        if page.count("#verdict .message.good").await == 1 {
            break;
        }
    }
    assert_eq!(page.count("#verdict .message.good").await, 1, "{}", page.text("#verdict").await);
    page.is_photographed("step-09-won").await;
    page.goes_to("/").await;
    assert_eq!(page.count(".path .solved a[href='/step_09']").await, 1);
}
