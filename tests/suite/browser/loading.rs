//! What a first view costs, and what the server says of its pages.

use std::collections::BTreeMap;

use reqwest::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use serde_json::json;

use super::page::{Colours, Page, Width};
use crate::server::{Caller as _, Plays as _, Reply, STEPS, SharedServer};

/// How far the parts of the page have moved while it was loaded: 0 is not at all.
const SHIFT: &str = "new Promise((resolve) => { \
    let sum = 0; \
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { sum += value; })) \
      .observe({ type: 'layout-shift', buffered: true }); \
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum)))); \
  })";

/// The bytes that came over the wire for the page.
const SIZE: &str = "['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type)) \
    .reduce((sum, { transferSize }) => sum + transferSize, 0)";

#[case]
async fn the_first_view_is_small_and_stays_where_it_is() {
    let server = SharedServer::join();
    for path in ["/", "/step_24", "/games"] {
        let page = Page::open(server.url()).await;
        page.goes_to(path).await;
        let shift: f64 = page.awaits(SHIFT).await;
        assert!(shift < 0.02, "{path} shifts by {shift}");
        page.until("performance.getEntriesByType('resource').length >= 3").await;
        let size: usize = page.tells(SIZE).await;
        let limit = if path == "/" { 100_000 } else { 400_000 };
        assert!((1..limit).contains(&size), "{path}: {size} bytes");
        // The next page has everything but itself.
        page.goes_to("/session").await;
        let again: Vec<usize> = page
            .tells(
                "performance.getEntriesByType('resource').map(({ transferSize }) => transferSize)",
            )
            .await;
        assert!(again.iter().sum::<usize>() == 0, "{again:?}");
    }
}

#[case]
async fn nothing_moves_while_a_match_is_loaded_or_the_ladder_on_a_phone() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let game = anybody.start(json!({ "game": "gomoku", "seats": ["human", "human"] })).await;
    for (path, width) in [(game.path(""), Width::Desk), ("/".to_owned(), Width::Phone)] {
        let page = Page::open(server.url()).await;
        page.is(width, Colours::Light).await;
        page.goes_to(&path).await;
        let shift: f64 = page.awaits(SHIFT).await;
        assert!(shift < 0.01, "{path} shifts by {shift}");
    }
}

#[case]
async fn assets_are_kept_for_ever_by_their_hash() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.goes_to("/games").await;
    // Two of style, and three modules.
    page.until("performance.getEntriesByType('resource').length >= 5").await;
    let assets: Vec<String> = page
        .tells("performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)")
        .await;
    for path in assets {
        let reply = Reply::to(server.anonymous().get(&path)).await;
        assert_eq!(reply.status, 200, "{path}");
        assert_eq!(reply.header(CACHE_CONTROL), "public, max-age=31536000, immutable", "{path}");
        assert_eq!(reply.header(X_CONTENT_TYPE_OPTIONS), "nosniff", "{path}");
    }
}

#[case]
async fn pictures_are_shown_and_cannot_run_scripts() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let page = Page::open(server.url()).await;
    let setup = json!({ "game": "tesseract", "seats": ["human", "human"] });
    let game = anybody.start(setup).await;
    let game = anybody.play(&game, 1, 1).await;
    let of_match = game.path("/picture.svg?icons=%3Cb/%3E");
    for path in ["/step_24/picture.svg", &of_match] {
        let reply = Reply::to(anybody.get(path)).await;
        assert!(reply.header(CONTENT_SECURITY_POLICY).starts_with("default-src 'none'"), "{path}");
        page.goes_to(path).await;
        assert_eq!(page.tells::<String>("document.documentElement.tagName").await, "svg", "{path}");
        assert_eq!(page.count("b, script").await, 0, "{path}");
    }
    page.reads("svg", "<b/>").await;
}

#[case]
async fn every_page_has_a_strict_policy_and_every_link_leads_somewhere() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let page_at = async |path: &str| Reply::to(anybody.get(path).header(ACCEPT, "text/html")).await;
    let game = anybody.start(json!({ "game": "tesseract", "seats": ["rules", "random"] })).await;
    let game = anybody.advance(&game).await;
    let steps = STEPS.map(|step| format!("/step_{step}"));
    let others = ["/", "/games", "/session", "/step_99", "/nothing"].map(str::to_owned);
    let mut links = BTreeMap::new();
    for path in [game.path("")].into_iter().chain(others).chain(steps) {
        let reply = page_at(&path).await;
        let policy = reply.header(CONTENT_SECURITY_POLICY);
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe-"), "{path}: {policy}");
        assert_eq!(reply.header(X_CONTENT_TYPE_OPTIONS), "nosniff", "{path}");
        assert_eq!(reply.header(REFERRER_POLICY), "same-origin", "{path}");
        for rest in reply.text.split("href=\"").skip(1) {
            let link = rest.split('"').next().unwrap().replace("&#38;", "&").replace("&amp;", "&");
            let link = if link.starts_with('?') { format!("{path}{link}") } else { link };
            // The switch of languages leads to the page itself.
            if link.starts_with('/') && !link.contains("lang=") {
                links.insert(link, path.clone());
            }
        }
    }
    assert!(links.len() > 100, "{links:?}");
    for (link, path) in links {
        let status = page_at(&link).await.status;
        assert_eq!(status, 200, "{path} links to {link}");
    }
}
