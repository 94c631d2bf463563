//! People who play with each other: live in two browsers, and at one screen.

use fantoccini::key::Key;

use super::page::Page;
use crate::server::{Server, SharedServer};

/// What is told beside the players.
const TOLD_OF_PLAYERS: &str = "[aria-labelledby=players-title] [data-told]";

#[case]
async fn an_address_is_copied_and_shown_also_where_pages_are_not_secure() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.allows_copying().await;
    page.starts_match("gomoku", &["human", "human"], &[]).await;
    // As it is over http in a network.
    page.runs(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })",
    )
    .await;
    page.clicks("[data-action=invite][data-seat='2']").await;
    page.reads(TOLD_OF_PLAYERS, "Copied").await;
    let shown: String = page.tells("document.getElementById('invitation').value").await;
    assert!(shown.starts_with(server.url()) && shown.contains("#seat=2&key="), "{shown}");
    assert_eq!(page.tells::<String>("getSelection().toString()").await, shown);
    page.is_photographed("invitation").await;
    page.runs("delete navigator.clipboard").await;
    assert_eq!(page.copied().await, shown);
}

#[case]
async fn two_browsers_play_each_other_and_a_third_one_watches() {
    let server = SharedServer::join();
    let [first, second, third] = [
        Page::open(server.url()).await,
        Page::open(server.url()).await,
        Page::open(server.url()).await,
    ];
    first.allows_copying().await;
    first.starts_match("gomoku", &["human", "human"], &[]).await;
    first.clicks("[data-action=invite][data-seat='2']").await;
    first.reads(TOLD_OF_PLAYERS, "Copied").await;
    // Who has given a seat away moves for the other one only, and can send the address again.
    assert!(first.shows("#your-turn").await);
    assert!(first.shows("[data-action=invite][data-seat='2']").await);
    second.goes_to(&first.copied().await).await;
    second.is_after(0).await;
    assert!(!second.path().await.contains("key"), "the key stays in the address");
    assert!(!second.shows("#your-turn").await);
    third.goes_to(&first.path().await).await;
    third.is_after(0).await;

    second.presses("aa").await;
    second.reads("#told", "another player's turn").await;
    first.presses("hh").await;
    second.is_after(1).await;
    second.until("!document.getElementById('your-turn').hidden").await;
    assert_eq!(second.text("#told").await, "");
    second.is_photographed("invited-to-move").await;
    assert!(!first.shows("#your-turn").await);
    first.presses("hi").await;
    first.reads("#told", "another player's turn").await;
    second.presses("gg").await;
    first.is_after(2).await;
    third.is_after(2).await;
    assert_eq!(third.history().await, ["hh", "gg"]);
    third.presses("ii").await;
    third.reads("#told", "another player's turn").await;
    assert!(!third.shows("[data-action=undo-move]").await);

    for (number, (black, white)) in
        [("hi", "gh"), ("hj", "gi"), ("hk", "gj")].into_iter().enumerate()
    {
        first.presses(black).await;
        second.is_after(2 * number + 3).await;
        second.presses(white).await;
        first.is_after(2 * number + 4).await;
    }
    first.presses("hl").await;
    for page in [&first, &second, &third] {
        page.reads("#status", "Black has won").await;
    }
    third.is_photographed("watched-to-its-end").await;
}

#[case]
async fn eight_people_play_on_one_tesseract() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.starts_match("tesseract", &["human"; 8], &[]).await;
    for tile in 1..=9 {
        page.presses(&tile.to_string()).await;
        page.is_after(tile).await;
    }
    assert_eq!(page.count("#players li").await, 8);
    page.reads("#players [aria-current]", "2").await;
    page.is_photographed("eight-people").await;
}

#[case]
async fn two_people_at_one_screen_take_moves_back_and_look_back() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.starts_match("gomoku", &["human", "human"], &[]).await;
    for (made, place) in ["hh", "gg", "hi", "gh", "hj"].into_iter().enumerate() {
        page.presses(place).await;
        page.is_after(made + 1).await;
    }
    page.is_photographed("hot-seat").await;
    page.uses("undo-move").await;
    page.is_after(4).await;
    assert_eq!(page.history().await, ["hh", "gg", "hi", "gh"]);
    // White has moved last, so it is White's turn that is taken back.
    page.uses("undo-turn").await;
    page.is_after(3).await;
    assert_eq!(page.history().await, ["hh", "gg", "hi"]);

    // The keys stay where they are while one steps through the history.
    for (at, link) in [(2, "#position a:nth-of-type(2)"), (1, "#position a:nth-of-type(2)")] {
        page.runs(&format!("document.querySelector('{link}').focus()")).await;
        page.types(&[Key::Enter]).await;
        page.is_at(at).await;
        assert!(page.tells::<bool>(&format!("document.activeElement.matches('{link}')")).await);
    }
    page.clicks("#history a[data-at='2']").await;
    page.is_at(2).await;
    assert_eq!(page.tells::<String>("document.activeElement.dataset.at").await, "2");

    page.clicks("#position a[data-at='0']").await;
    page.is_at(0).await;
    assert_eq!(page.count("#board .black circle").await, 0);
    assert!(page.path().await.ends_with("?at=0"));
    page.presses("aa").await;
    page.reads("#told", "an earlier position").await;
    page.clicks("#position a:nth-of-type(3)").await;
    page.is_at(1).await;
    // The address shows the same again.
    page.goes_to(&page.path().await).await;
    page.is_at(1).await;
    assert_eq!(page.count("#board .black circle").await, 1);
    page.clicks("#history a[data-at='2']").await;
    page.is_at(2).await;
    page.clicks("#position a:nth-of-type(2)").await;
    page.is_at(1).await;
    page.clicks("#position a:nth-of-type(4)").await;
    page.is_after(3).await;
    assert!(!page.path().await.contains("at="));

    page.writes("#go-to [name=place]", "KK").await;
    page.types(&[Key::Enter]).await;
    page.has_focus_on("kk").await;
    page.types(&[Key::Enter]).await;
    page.is_after(4).await;
    page.writes("#go-to [name=place]", "zz").await;
    page.types(&[Key::Enter]).await;
    page.reads("#told", "no such place").await;

    let old = page.path().await;
    page.uses("again").await;
    page.is_after(0).await;
    assert_ne!(page.path().await, old);
}

#[case]
async fn a_learners_match_is_played_on_with_another_browser() {
    let server = Server::start();
    let [first, second] = [Page::open(server.url()).await, Page::open(server.url()).await];
    let key = first.registers("Ada").await;
    first.starts_match("gomoku", &["human", "human"], &[]).await;
    first.moves_to("hh").await;
    second.signs_in("Ada", &key).await;
    second.goes_to("/games").await;
    second.follows(".list a").await;
    second.is_after(1).await;
    second.moves_to("gg").await;
    first.is_after(2).await;
}
