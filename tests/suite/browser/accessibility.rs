//! Pages for everybody: what axe-core finds, and what is wider than a small window.

use serde_json::{Value, json};

use super::page::{Colours, Page, Width};
use crate::server::SharedServer;

/// The checks of axe-core: see `tests/data/axe-core/README.md`.
const AXE: &str = include_str!("../../data/axe-core/axe.min.js");

/// Its rules about colours.
const COLOUR_RULES: [&str; 2] = ["color-contrast", "link-in-text-block"];

impl Page {
    /// Nothing of the page is found fault with, at a desk and on a phone, in light and dark.
    pub(crate) async fn is_for_everybody(&self, name: &str) {
        self.runs(AXE).await;
        for width in [Width::Desk, Width::Phone] {
            for colours in [Colours::Light, Colours::Dark] {
                self.is(width, colours).await;
                let name =
                    format!("{name}-{}-{}", width as u32, format!("{colours:?}").to_lowercase());
                self.is_photographed(&name).await;
                // Not that of the window: on a phone it grows with what is too wide.
                let window = width as u32;
                let wide: u32 = self.tells("document.documentElement.scrollWidth").await;
                assert!(
                    wide <= window,
                    "{name}: {wide} in a window of {window}: {:?}",
                    self.widest(window).await
                );
                let found = self.violations(width, colours).await;
                assert!(found.is_empty(), "{name}: {found:#?}");
            }
        }
    }

    /// What reaches out of the window.
    async fn widest(&self, window: u32) -> Vec<String> {
        self.tells(&format!(
            "[...document.querySelectorAll('main *')].filter((part) => part.getBoundingClientRect().right > {window} + 1) \
             .slice(0, 5).map((part) => part.outerHTML.slice(0, 120))",
        ))
        .await
    }

    /// Whether the last move is on the part of the board that a small window shows.
    async fn has_last_move_in_sight(&self) -> bool {
        self.tells(
            "(([board, last]) => last.left >= board.left && last.right <= board.right) \
             (['#board', '#board .last'].map((part) => document.querySelector(part).getBoundingClientRect()))",
        )
        .await
    }

    /// What axe-core finds, each with the first place. In dark a page differs from its light self in nothing but its colours, and they are the
    /// same at every width: to look at them is half of the work.
    async fn violations(&self, width: Width, colours: Colours) -> Vec<String> {
        let mut options = json!({ "resultTypes": ["violations"], "elementRef": false });
        match (width, colours) {
            (Width::Desk, Colours::Light) => {}
            (Width::Desk, Colours::Dark) => options["runOnly"] = json!(COLOUR_RULES),
            (Width::Phone, Colours::Light) => {
                let off = COLOUR_RULES.map(|rule| (rule.to_owned(), json!({ "enabled": false })));
                options["rules"] = Value::Object(off.into_iter().collect());
            }
            (Width::Phone, Colours::Dark) => return Vec::new(),
        }
        self.violations_of(options).await
    }

    /// What axe-core finds with these options, each with the first place.
    async fn violations_of(&self, options: Value) -> Vec<String> {
        let found: Vec<Value> =
            self.awaits(&format!("(await axe.run(document, {options})).violations")).await;
        let shown = |found: &Value| {
            let node = &found["nodes"][0];
            format!(
                "{}: {} {} {}",
                found["id"],
                found["nodes"].as_array().map_or(0, Vec::len),
                node["html"],
                node["failureSummary"]
            )
        };
        found.iter().map(shown).collect()
    }
}

/// The other pages are in `long`.
#[case]
async fn the_ladder_a_step_and_a_match_are_for_everybody() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    for (name, path) in [("ladder", "/"), ("step-24", "/step_24")] {
        page.goes_to(path).await;
        page.is_for_everybody(name).await;
    }
    page.starts_match("tesseract", &["human", "rules"], &[]).await;
    page.moves_to("1").await;
    page.is_for_everybody("match-of-tesseract").await;
}

/// Steps with tables that are wider than a phone, or had a heading without words, each in the language in which it is so.
const TABLES: [(&str, &str); 11] = [
    ("08", "en"),
    ("09", "en"),
    ("14", "en"),
    ("16", "en"),
    ("22", "en"),
    ("28", "en"),
    ("17", "ja"),
    ("23", "ja"),
    ("24", "zh"),
    ("35", "ja"),
    ("39", "ja"),
];

#[case]
async fn keys_reach_every_table_that_is_wider_than_a_phone() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.is(Width::Phone, Colours::Light).await;
    for (step, language) in TABLES {
        page.goes_to(&format!("/step_{step}?lang={language}")).await;
        page.runs(AXE).await;
        let options = json!({ "runOnly": ["scrollable-region-focusable", "empty-table-header"] });
        let found = page.violations_of(options).await;
        assert!(found.is_empty(), "step {step} in {language}: {found:#?}");
    }
}

#[case]
async fn a_finger_can_play_on_a_phone() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.is(Width::Phone, Colours::Light).await;
    for (game, place) in
        [("gomoku", "oo"), ("numerical", "5"), ("four_in_a_row", "255"), ("tesseract", "41")]
    {
        page.starts_match(game, &["human", "human"], &[]).await;
        let smallest: f64 = page
            .tells(
                "Math.min(...[...document.querySelectorAll('#board .place, #numbers span')] \
                 .map((place) => place.getBoundingClientRect()).flatMap(({ width, height }) => [width, height]))",
            )
            .await;
        assert!(smallest >= 24.0, "{game}: a place of {smallest} px");
        if game == "numerical" {
            page.taps("#numbers label").await;
        }
        page.taps(&format!("#board [data-place='{place}']")).await;
        page.is_after(1).await;
        assert!(page.has_last_move_in_sight().await, "{game}");
        page.goes_to(&page.path().await).await;
        assert!(page.has_last_move_in_sight().await, "{game}, when it is looked at again");
    }
}
