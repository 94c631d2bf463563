//! Records: loaded, kept, exported; lines and icons of a match that was loaded.

use serde_json::Value;

use super::page::{Colours, Page, Width};
use crate::server::{Server, SharedServer};

/// The essay's record: 48 moves of three players.
fn essays_record() -> String {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/records.json");
    let vectors: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    vectors["tesseract"]["text"].as_str().unwrap().to_owned()
}

impl Page {
    /// Makes a match from a record on the page of all games.
    async fn loads(&self, record: &str) {
        self.goes_to("/games").await;
        self.writes("[data-load] [name=record]", record).await;
        self.clicks("[data-load] button").await;
    }
}

#[case]
async fn a_record_is_loaded_as_it_was_exported_and_as_a_whole_call() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    let record = essays_record();
    let call = format!("NC4loadGame[{}]", Value::from(record.as_str()));
    for text in [record.as_str(), &call] {
        page.loads(text).await;
        page.is_after(48).await;
        assert_eq!(page.texts("#players .score").await, ["3 lines", "3 lines", "1 line"]);
        let exported: String = page
            .awaits(
                "(await fetch(document.querySelector('a[href$=\"format=export\"]').href)).text()",
            )
            .await;
        assert_eq!(exported, record);
    }
    page.is_photographed("essays-record").await;
    page.loads("what?").await;
    page.until("document.querySelector('[data-load] [data-told]').textContent").await;
    page.is_photographed("no-record").await;
    page.was_refused(422).await;
}

#[case]
async fn a_match_says_what_wins_what_marks_mean_and_which_move_is_shown() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.starts_match("tesseract", &["human", "human"], &[("threshold", "2")]).await;
    assert_eq!(
        page.text(".aim").await,
        "The first with 2 lines wins; on a full board, the most lines"
    );
    assert_eq!(page.count("#legend span").await, 0);
    page.loads(&essays_record()).await;
    page.is_after(48).await;
    assert_eq!(
        page.texts("#legend span").await,
        ["last move", "complete line", "12 number of the move"]
    );
    page.is(Width::Phone, Colours::Light).await;
    for at in [48, 1, 24] {
        page.goes_to(&format!("{}?at={at}", page.path().await.split('?').next().unwrap())).await;
        page.is_at(at).await;
        let [top, bottom, first, last]: [f64; 4] = page
            .tells(
                "['#history', '#history [aria-current]'].map((part) => document.querySelector(part).getBoundingClientRect()) \
                 .flatMap(({ top, bottom }) => [top, bottom])",
            )
            .await;
        assert!(top <= first + 1.0 && last <= bottom + 1.0, "move {at} is not in sight");
        let cut: Vec<String> = page
            .tells(
                "(({ top, bottom }) => [...document.querySelectorAll('#history li')] \
                 .filter((move) => [top, bottom].some((edge) => \
                     edge > move.getBoundingClientRect().top + 1 && edge < move.getBoundingClientRect().bottom - 1)) \
                 .map((move) => move.textContent))(document.getElementById('history').getBoundingClientRect())",
            )
            .await;
        assert!(cut.is_empty(), "at move {at} half of these is shown: {cut:?}");
    }
    page.is_photographed("history-at-24").await;
}

#[case]
async fn a_players_lines_are_shown_in_turn_and_every_viewer_chooses_icons() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.loads(&essays_record()).await;
    page.is_after(48).await;
    page.chooses("#lines-of", "1").await;
    page.until("document.querySelectorAll('#board .turn').length === 3").await;
    assert!(page.path().await.contains("player=1"));
    page.is_photographed("lines-in-turn").await;
    page.chooses("#lines-of", "").await;
    page.until("!document.querySelector('#board .turn')").await;

    page.clicks("details:has(#icons) summary").await;
    for (number, icon) in [(1, "<b>"), (2, "猫"), (3, "🚀")] {
        let field = format!("#icons label:nth-of-type({number}) input");
        page.pastes(&field, icon).await;
        page.reads("#board", icon).await;
    }
    assert_eq!(page.count("#board b, #players b").await, 0);
    page.is_photographed("own-icons").await;
    // Another viewer has the icons of the match.
    let other = Page::open(server.url()).await;
    let path = page.path().await;
    other.goes_to(path.split('?').next().unwrap()).await;
    other.is_after(48).await;
    assert!(!other.text("#board").await.contains("猫"));
}

#[case]
async fn a_record_is_kept_replaced_played_on_and_deleted() {
    const NAME: &str = "<img src=x onerror=alert(1)> 棋";
    const TOLD: &str = "[aria-labelledby=keep-title] [data-told]";
    let server = Server::start();
    let page = Page::open(server.url()).await;
    page.registers("Ada").await;
    page.starts_match("gomoku", &["human", "human"], &[]).await;
    page.moves_to("hh").await;
    page.writes("#record-name", "a/b").await;
    page.uses("save").await;
    page.reads(TOLD, "'/'").await;
    page.was_refused(422).await;
    page.writes("#record-name", NAME).await;
    page.uses("save").await;
    page.reads(TOLD, "Saved").await;
    page.moves_to("gg").await;
    page.uses("save").await;
    page.until(&format!("!['', 'Saved.'].includes(document.querySelector('{TOLD}').textContent)"))
        .await;
    page.was_refused(409).await;
    page.clicks("#record-replace").await;
    page.uses("save").await;
    page.reads(TOLD, "Saved").await;

    page.goes_to("/games").await;
    assert_eq!(page.text("[aria-labelledby=records-title] li span").await, NAME);
    assert_eq!(page.count("img").await, 0);
    assert_eq!(page.count("[aria-labelledby=open-title] li").await, 1);
    page.is_photographed("games-of-a-learner").await;
    page.follows("[data-record]").await;
    page.is_after(2).await;
    page.goes_to("/games").await;
    page.clicks("[data-delete]").await;
    page.confirms(NAME).await;
    page.until("!document.querySelector('[data-delete]')").await;
    assert!(page.shows("[aria-labelledby=records-title] [data-none]").await);
    page.goes_to("/games").await;
    assert_eq!(page.count("[data-record]").await, 0);
}
