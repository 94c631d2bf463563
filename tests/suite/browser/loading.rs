//! What a first view costs, and what the server says of its pages.

use std::collections::BTreeSet;

use reqwest::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use serde_json::json;

use super::page::Page;
use crate::server::{Caller as _, Plays as _, Reply, Server};

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

#[tokio::test]
async fn the_first_view_is_small_and_stays_where_it_is() {
    let server = Server::start();
    for path in ["/", "/step_07", "/step_24", "/games"] {
        let page = Page::open(&server).await;
        page.goes_to(path).await;
        let shift: f64 = page.awaits(SHIFT).await;
        assert!(shift < 0.02, "{path} shifts by {shift}");
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

#[tokio::test]
async fn assets_are_kept_for_ever_by_their_hash() {
    let server = Server::start();
    let page = Page::open(&server).await;
    page.goes_to("/games").await;
    let assets: Vec<String> = page
        .tells("performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)")
        .await;
    assert!(assets.len() >= 5, "{assets:?}");
    for path in assets {
        let reply = Reply::to(server.anonymous().get(&path)).await;
        assert_eq!(reply.status, 200, "{path}");
        assert_eq!(reply.header(CACHE_CONTROL), "public, max-age=31536000, immutable", "{path}");
        assert_eq!(reply.header(X_CONTENT_TYPE_OPTIONS), "nosniff", "{path}");
    }
}

#[tokio::test]
async fn pictures_are_shown_and_cannot_run_scripts() {
    let server = Server::start();
    let anybody = server.anonymous();
    let page = Page::open(&server).await;
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

#[tokio::test]
async fn every_page_has_a_strict_policy_and_every_link_leads_somewhere() {
    let server = Server::start();
    let anybody = server.anonymous();
    let page = Page::open(&server).await;
    let game = anybody.start(json!({ "game": "tesseract", "seats": ["rules", "random"] })).await;
    let game = anybody.advance(&game).await;
    let mut paths = vec![
        "/".to_owned(),
        "/games".to_owned(),
        "/session".to_owned(),
        "/step_99".to_owned(),
        "/nothing".to_owned(),
        game.path(""),
    ];
    paths.extend(crate::server::STEPS.map(|step| format!("/step_{step}")));
    let mut links = BTreeSet::new();
    for path in paths {
        let reply = Reply::to(anybody.get(&path).header(ACCEPT, "text/html")).await;
        let policy = reply.header(CONTENT_SECURITY_POLICY);
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert!(
            policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-"),
            "{path}: {policy}"
        );
        assert_eq!(reply.header(X_CONTENT_TYPE_OPTIONS), "nosniff", "{path}");
        let referrer: HeaderName = REFERRER_POLICY;
        assert!(["same-origin", "no-referrer"].contains(&reply.header(referrer)), "{path}");
        page.goes_to(&path).await;
        let found: Vec<String> = page
            .tells("[...document.links].filter(({ origin }) => origin === location.origin).map(({ pathname, search }) => pathname + search)")
            .await;
        links.extend(found.into_iter().map(|link| (link, path.clone())));
    }
    page.was_refused(404).await;
    let mut asked = BTreeSet::new();
    for (link, path) in links.into_iter().filter(|(link, _)| !link.contains("lang=")) {
        if asked.insert(link.clone()) {
            let reply = Reply::to(anybody.get(&link).header(ACCEPT, "text/html")).await;
            let is_missing = path == link && ["/step_99", "/nothing"].contains(&link.as_str());
            assert!(reply.status == 200 || is_missing, "{path} links {link}: {reply}");
        }
    }
    assert!(asked.len() > 100, "{asked:?}");
}
