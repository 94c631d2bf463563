//! The description of the API, in its viewer. A violation of the page's Content-Security-Policy would be in the console, and fail the test.

use super::page::{Colours, Page, Width};
use crate::server::SharedServer;

/// How many operations are shown.
const SHOWN: &str = "document.querySelectorAll('.opblock').length";

#[case]
async fn the_viewer_shows_every_operation_and_tries_one() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.goes_to("/docs").await;
    page.until(&format!("{SHOWN} > 50")).await;
    page.reads("#docs .title", "Gradus").await;
    // Everything is from this server.
    let foreign: Vec<String> = page
        .tells(
            "performance.getEntriesByType('resource').map(({ name }) => name) \
             .filter((name) => !name.startsWith(location.origin) && !name.startsWith('data:'))",
        )
        .await;
    assert_eq!(foreign, [""; 0]);

    // The request of an operation is sent, and its reply is shown.
    page.clicks("#operations-Server-get_healthz .opblock-summary-control").await;
    page.clicks("#operations-Server-get_healthz .execute").await;
    page.reads("#operations-Server-get_healthz .live-responses-table", "\"ok\"").await;
    page.is_photographed("docs").await;
}

#[case]
async fn the_viewer_is_dark_for_those_who_like_it_dark() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.is(Width::Desk, Colours::Dark).await;
    page.goes_to("/docs").await;
    page.until(&format!("{SHOWN} > 50")).await;
    let is_dark = "document.documentElement.classList.contains('dark-mode')";
    assert!(page.tells::<bool>(is_dark).await);
    page.is_photographed("docs-dark").await;
    page.is(Width::Desk, Colours::Light).await;
    page.until(&format!("!{is_dark}")).await;
}
