//! Pages or data, and in which language: what a caller accepts decides.

use std::io::Read as _;

use flate2::read::GzDecoder;
use reqwest::header::{
    ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LANGUAGE,
    CONTENT_TYPE, VARY,
};

use crate::server::{BROWSER, Caller, Reply, SharedServer};

#[case]
async fn the_language_is_the_one_that_the_caller_likes_best() {
    let server = SharedServer::join();
    let cases = [
        ("ja", "ja"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("en;q=0.2, ja;q=0.9, zh;q=0.5", "ja"),
        ("fr, zh-Hant;q=0.1", "zh"),
        ("fr", "en"),
        ("*", "en"),
        ("ja;q=0", "en"),
        ("ja;q=0, zh;q=0.3", "zh"),
        ("fr;q=0.9, *;q=0.1", "en"),
        ("not a language", "en"),
        ("", "en"),
    ];
    for (accepted, language) in cases {
        let request = server.anonymous().get("/step_07/statement");
        let reply = Reply::to(request.header(ACCEPT_LANGUAGE, accepted)).await;
        assert_eq!(reply.header(CONTENT_LANGUAGE), language, "{accepted}");
        assert!(reply.header(VARY).contains("Accept-Language"), "{reply}");
        assert_eq!(reply.text.starts_with("# Line patterns\n"), language == "en", "{reply}");
    }
    // What is asked for in so many words wins.
    let request = server.anonymous().get("/step_07/statement?lang=zh");
    let reply = Reply::to(request.header(ACCEPT_LANGUAGE, "ja")).await;
    assert_eq!(reply.header(CONTENT_LANGUAGE), "zh");
}

#[case]
async fn titles_are_in_the_language_of_the_reply() {
    let server = SharedServer::join();
    let titles = [("en", "Coordinates"), ("zh", "坐标"), ("ja", "座標")];
    let problems = [("en", "The answer is empty"), ("zh", "答案为空"), ("ja", "答えが空です")];
    for ((tag, title), (_, problem)) in titles.into_iter().zip(problems) {
        for path in ["/", "/step_02", "/problems"] {
            let by_query = server.anonymous().get(&format!("{path}?lang={tag}"));
            let by_query = Reply::to(by_query.header(ACCEPT_LANGUAGE, "fr")).await;
            let by_header = server.anonymous().get(path).header(ACCEPT_LANGUAGE, tag);
            let expected = if path == "/problems" { problem } else { title };
            for reply in [by_query, Reply::to(by_header).await] {
                assert!(reply.text.contains(&format!("\"title\":\"{expected}\"")), "{reply}");
            }
        }
    }
}

#[case]
async fn a_statement_is_a_page_for_those_who_prefer_pages() {
    let server = SharedServer::join();
    let (page, markdown) = ("text/html; charset=utf-8", "text/markdown; charset=utf-8");
    let cases = [
        (BROWSER, page),
        ("text/html", page),
        ("text/html, */*", page),
        ("text/html;q=0.9, text/markdown;q=0.8", page),
        ("*/*", markdown),
        ("text/*", markdown),
        ("text/markdown, text/html;q=0.9", markdown),
        ("text/html;q=0.4, text/plain;q=0.5", markdown),
        ("text/html;q=0", markdown),
        ("application/json", markdown),
    ];
    for (accepted, sent) in cases {
        let request = server.anonymous().get("/step_07/statement").header(ACCEPT, accepted);
        let reply = Reply::to(request).await;
        assert_eq!(reply.header(CONTENT_TYPE), sent, "{accepted}");
        assert_eq!(reply.text.starts_with("<!doctype html>"), sent == page, "{reply}");
        assert_eq!(reply.text.contains("<h1>Line patterns</h1>"), sent == page, "{reply}");
    }
}

#[case]
async fn a_problem_is_a_page_for_those_who_prefer_pages() {
    let server = SharedServer::join();
    let addresses = ["/step_99", "/nothing", "/me", "/step_07?anss=1"];
    for path in addresses {
        let data = Reply::to(server.anonymous().get(path)).await;
        let page = Reply::to(server.anonymous().get(path).header(ACCEPT, BROWSER)).await;
        assert_eq!(page.status, data.status);
        assert_eq!(page.header(CONTENT_TYPE), "text/html; charset=utf-8");
        assert_eq!(
            (page.header(CACHE_CONTROL), page.header(VARY)),
            ("no-store", "Accept, Accept-Encoding, Accept-Language, Cookie, Host")
        );
        let code = data.json()["code"].as_str().unwrap().to_owned();
        assert!(page.text.starts_with("<!doctype html>") && page.text.contains(&code), "{page}");
        let json = server.anonymous().get(path).header(ACCEPT, "text/html;q=0.1, application/json");
        Reply::to(json).await.problem(&code);
    }
}

#[case]
async fn a_page_that_needs_a_key_leads_to_where_one_signs_in() {
    let server = SharedServer::join();
    let pages = [("/me", true), ("/me/receipts", true), ("/instructor", true), ("/nothing", false)];
    for (path, leads) in pages {
        let page = Reply::to(server.anonymous().get(path).header(ACCEPT, BROWSER)).await;
        let (_, content) = page.text.split_once("<main").unwrap();
        assert_eq!(content.contains("href=\"/session\""), leads, "{path}: {page}");
    }
}

#[case]
async fn a_page_repeats_no_markup_of_the_address() {
    let server = SharedServer::join();
    for path in ["/step_07?fresh=%3Cscript%3E", "/step_%3Cscript%3E"] {
        let page = Reply::to(server.anonymous().get(path).header(ACCEPT, BROWSER)).await;
        assert!(
            page.text.contains("&#60;script&#62;") && !page.text.contains("<script>"),
            "{page}"
        );
    }
}

#[case]
fn no_link_of_a_page_leads_to_a_server_that_the_address_names() {
    let server = SharedServer::join();
    for slashes in ["//", "///", "/\\", "//\\/"] {
        let path = format!("{slashes}evil.example/x");
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: gradus\r\nAccept: text/html\r\nConnection: close\r\n\r\n"
        );
        let page = server.send_raw(head.as_bytes());
        assert!(page.text.contains("href=\"/evil.example/x?lang=ja\""), "{path}: {page}");
    }
}

#[case]
async fn browsers_take_no_reply_for_something_else_and_tell_other_sites_nothing() {
    let server = SharedServer::join();
    let paths =
        ["/", "/step_07", "/step_07/statement", "/step_07/picture.svg", "/step_99", "/games"];
    for path in paths {
        let request = server.anonymous().get(path).header(ACCEPT, BROWSER);
        let reply = request.send().await.unwrap();
        for (name, value) in
            [("x-content-type-options", "nosniff"), ("referrer-policy", "same-origin")]
        {
            assert_eq!(reply.headers()[name], value, "{path}");
        }
    }
}

#[case]
async fn what_is_large_is_compressed_for_those_who_ask() {
    let server = SharedServer::join();
    let page_at = |path: &str| server.anonymous().get(path).header(ACCEPT, BROWSER);
    for path in ["/", "/step_24/picture.svg", "/step_07/statement", "/step_99"] {
        let plain = page_at(path).send().await.unwrap();
        assert!(plain.headers()[VARY].to_str().unwrap().contains("Accept-Encoding"), "{path}");
        assert_eq!(plain.headers().get(CONTENT_ENCODING), None, "{path}");
        let plain = plain.bytes().await.unwrap();
        let asked = page_at(path).header(ACCEPT_ENCODING, "gzip, deflate, br");
        let packed = asked.send().await.unwrap();
        assert_eq!(packed.headers()[CONTENT_ENCODING], "gzip", "{path}");
        let packed = packed.bytes().await.unwrap();
        assert!(packed.len() < plain.len(), "{path}: {} of {}", packed.len(), plain.len());
        let mut text = Vec::new();
        GzDecoder::new(&*packed).read_to_end(&mut text).unwrap();
        assert_eq!(text, plain, "{path}");
        // Somebody who cannot unpack it says so.
        let refused = page_at(path).header(ACCEPT_ENCODING, "gzip;q=0").send().await.unwrap();
        assert_eq!(refused.headers().get(CONTENT_ENCODING), None, "{path}");
    }
}
