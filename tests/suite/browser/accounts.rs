//! Registering, signing in and out.

use serde_json::{Value, json};

use super::page::Page;
use crate::server::Server;

/// A name that would run a script, if it were not shown as text.
const SCRIPT: &str = "<img src=x onerror=alert(1)>";

impl Page {
    /// Signs in on the page for it.
    pub(super) async fn signs_in(&self, name: &str, key: &str) {
        self.goes_to("/session").await;
        self.writes("form[action='/session'] [name=name]", name).await;
        self.writes("form[action='/session'] [name=key]", key).await;
        self.follows("form[action='/session'] button").await;
    }

    /// Lets the pages read and write what is copied.
    pub(super) async fn allows_copying(&self) {
        let permissions =
            json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
        self.devtools("Browser.grantPermissions", permissions).await;
    }

    /// What was copied.
    pub(super) async fn copied(&self) -> String {
        self.awaits("navigator.clipboard.readText()").await
    }
}

#[case]
async fn somebody_registers_copies_the_key_signs_out_and_signs_in_again() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    page.allows_copying().await;
    page.goes_to("/").await;
    page.follows("nav a[href='/session']").await;
    page.is_photographed("sign-in").await;
    let key = page.registers("Ada").await;
    page.is_photographed("key").await;
    page.clicks(".copyable button").await;
    page.reads(".copyable button", "Copied").await;
    assert_eq!(page.copied().await, key);

    page.follows("a.button[href='/']").await;
    page.reads("nav", "Ada").await;
    page.goes_to("/session").await;
    let html: String = page.tells("document.documentElement.outerHTML").await;
    assert!(!html.contains(&key), "the key is shown once");

    page.follows("nav form[action='/session/end'] button").await;
    assert_eq!(page.path().await, "/");
    assert!(!page.text("nav").await.contains("Ada"));
    page.signs_in("Ada", &key).await;
    assert_eq!(page.path().await, "/");
    page.reads("nav", "Ada").await;
}

#[case]
async fn what_is_refused_is_told_in_its_form_and_the_name_stays() {
    let server = Server::start();
    server.register("Ada").await;
    let page = Page::open(server.url()).await;
    page.signs_in("Ada", "no-key").await;
    page.reads("form[action='/session'] .bad", "this key is not valid").await;
    assert_eq!(page.tells::<String>("document.querySelector('[name=name]').value").await, "Ada");
    page.is_photographed("wrong-key").await;
    page.was_refused(401).await;
    page.writes("form[action='/learners'] [name=name]", "Ada").await;
    page.follows("form[action='/learners'] button").await;
    page.reads("form[action='/learners'] .bad", "learner has this name").await;
    page.was_refused(409).await;
}

#[case]
async fn a_problems_page_knows_who_reads_it() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    page.registers("Ada").await;
    for path in ["/nothing", "/step_99"] {
        page.goes_to(path).await;
        page.reads("nav", "Ada").await;
    }
    page.was_refused(404).await;
}

#[case]
async fn scripts_cannot_read_the_session_and_other_sites_cannot_use_it() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    page.registers("Ada").await;
    let cookies = page.devtools("Network.getCookies", json!({ "urls": [server.url()] })).await;
    let is_session = |cookie: &&Value| cookie["name"] == "gradus_key";
    let session = cookies["cookies"].as_array().unwrap().iter().find(is_session).unwrap();
    assert_eq!((&session["httpOnly"], &session["sameSite"]), (&json!(true), &json!("Lax")));
    let readable: String = page.tells("document.cookie").await;
    assert!(!readable.contains("gradus_key"), "{readable}");

    for (path, field) in [("/session/end", ""), ("/learners", "<input name=name value=Eve>")] {
        let url = server.url();
        let form = format!(
            "<form method=post action={url}{path}>{field}<button>Win a prize</button></form>"
        );
        page.goes_to(&format!("data:text/html,{form}")).await;
        page.follows("button").await;
        page.reads("main", "request.site").await;
        page.was_refused(403).await;
        page.goes_to("/").await;
        page.reads("nav", "Ada").await;
    }

    // A link with an answer would spend the learner's attempts.
    page.goes_to(&format!("data:text/html,<a href={}/step_01?ans=1>Look</a>", server.url())).await;
    page.follows("a").await;
    page.reads("main", "request.site").await;
    page.was_refused(403).await;
    page.goes_to("/step_01").await;
    assert_eq!(page.count("#attempts li").await, 0);
}

#[case]
async fn a_name_stays_text() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    page.goes_to("/session").await;
    page.writes("form[action='/learners'] [name=name]", SCRIPT).await;
    page.follows("form[action='/learners'] button").await;
    page.reads(".bad", "the character").await;
    assert_eq!(page.count("img").await, 0);
    page.is_photographed("name-like-a-script").await;
    page.was_refused(422).await;
    page.registers("O'Ada – 棋").await;
    for path in ["/", "/step_07", "/games", "/session"] {
        page.goes_to(path).await;
        page.reads("nav", "O'Ada – 棋").await;
    }
}
