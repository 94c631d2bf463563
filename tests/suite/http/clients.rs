//! What clients really send: their `Accept` headers, names outside ASCII, characters that an address may not have, fields of others.

use data_encoding::BASE64;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};

use crate::server::{BROWSER, Caller, Learner, Reply, SharedServer};

#[case]
async fn browsers_get_pages_and_programs_get_data() {
    let server = SharedServer::join();
    let table = include_str!("../../data/accept.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let mut counted = 0;
    for row in rows {
        let [reply, client, header] = row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let media_type = match reply {
            "page" => "text/html; charset=utf-8",
            "data" => "application/json",
            other => panic!("{other}"),
        };
        for path in ["/", "/step_12"] {
            let request = server.anonymous().get(path);
            // The library sends a header of its own, unless there is one.
            let sent = if header == "-" {
                request.header(ACCEPT, "")
            } else {
                request.header(ACCEPT, header)
            };
            assert_eq!(Reply::to(sent).await.header(CONTENT_TYPE), media_type, "{client}");
        }
        counted += 1;
    }
    assert!(counted > 50, "{counted}");
}

/// The header of HTTP Basic with these bytes as name.
fn basic(name: &[u8], key: &str) -> String {
    format!("Basic {}", BASE64.encode(&[name, b":", key.as_bytes()].concat()))
}

#[case]
async fn a_name_outside_ascii_signs_in_by_http_basic_in_utf_8_and_in_windows_1252() {
    let server = SharedServer::join();
    let me = async |name: &[u8], key: &str| {
        let request = server.anonymous().get("/me").header(AUTHORIZATION, basic(name, key));
        Reply::to(request).await
    };
    let names: [(&str, &[u8]); 4] = [
        ("Jürgen Müller", b"J\xfcrgen M\xfcller"),
        ("Siân O’Neill", b"Si\xe2n O\x92Neill"),
        ("Zoë Žižek", b"Zo\xeb \x8ei\x9eek"),
        ("François Œuvrard", b"fran\xe7ois \x8cuvrard"),
    ];
    for (name, in_windows) in names {
        let learner = server.register(name).await;
        for sent in [name.as_bytes(), in_windows] {
            assert_eq!(me(sent, &learner.key).await.json()["name"], name);
        }
        // The bytes of another name are refused, and the reply says what to send.
        let other = me(b"J\xf6rg", &learner.key).await;
        let detail = other.problem("auth.key").detail;
        assert!(detail.contains("UTF-8") && detail.contains("Bearer KEY"), "{detail}");
        me(in_windows, "gk_another").await.problem("auth.key");
    }
    let lin = server.register("小林 健").await;
    assert_eq!(me("小林 健".as_bytes(), &lin.key).await.json()["name"], "小林 健");
    // As Java and .NET write what ISO 8859-1 has not, and as consoles in China do.
    for sent in [&b"?? ?"[..], b"\xd0\xa1\xc1\xd6 \xbd\xa1"] {
        let detail = me(sent, &lin.key).await.problem("auth.key").detail;
        assert!(detail.contains("UTF-8") && detail.contains("Bearer KEY"), "{detail}");
    }
}

/// Sends a request line with these bytes as the address, as a learner.
fn send(server: &SharedServer, learner: &Learner, address: &[u8]) -> Reply {
    let rest = format!(
        " HTTP/1.1\r\nHost: gradus\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\r\n",
        learner.key
    );
    server.send_raw(&[b"GET ", address, rest.as_bytes()].concat())
}

#[case]
async fn raw_characters_in_an_address_are_read() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let hint = send(&server, &ada, "/step_12?ans=29，30".as_bytes());
    hint.problem("answer.count");
    let item = send(&server, &ada, "/step_01?ans=小林".as_bytes()).problem("answer.item");
    assert!(item.detail.contains("小林"), "{}", item.detail);
    let word = ada.task("01").await.solution().concat();
    for address in [
        format!("/step_01?ans=[\"{word}\"]"),
        format!("/step_01?ans=[\u{201c}{word}\u{201d}]&lang=en"),
    ] {
        let reply = send(&server, &ada, address.as_bytes());
        if address.contains('"') {
            reply.accepted();
        } else {
            reply.problem("answer.item");
        }
    }
    for address in ["/step_０７", "/é", "/<b>\"`"] {
        let reply = send(&server, &ada, address.as_bytes());
        assert_eq!(reply.status, 404, "{reply}");
    }
    // What follows a `#` belongs to the answer.
    let item = send(&server, &ada, b"/step_01?ans=ab#cd").problem("answer.item");
    assert!(item.detail.contains("ab#cd"), "{}", item.detail);
    for address in [&b"/step_12?ans=29\xa3\xac30"[..], b"/step_01?ans=\xb0\xa1\xb0\xa1"] {
        let problem = send(&server, &ada, address).problem("answer.form");
        assert!(problem.detail.contains("`%C3%BC` for `ü`"), "{}", problem.detail);
    }
}

#[case]
async fn a_head_that_cannot_be_read_gets_a_problem() {
    let server = SharedServer::join();
    let long = "a".repeat(70_000);
    let quotes = "\"".repeat(30_000);
    let requests = [
        ("GET /step_01?ans=a b HTTP/1.1\r\nHost: a".to_owned(), "head.form", "%20"),
        ("GET /step_01?ans=a\tb HTTP/1.1\r\nHost: a".to_owned(), "head.form", "urlencode"),
        ("this is not HTTP".to_owned(), "head.form", "urlencode"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: a\0b".to_owned(), "head.form", "control characters"),
        ("GET / HTTP/1.1".to_owned(), "head.form", "`Host`"),
        ("GET / HTTP/1.1\r\nHost: gradus\r\nHost: other".to_owned(), "head.form", "`Host`"),
        (format!("GET /{long} HTTP/1.1\r\nHost: gradus"), "head.form", "65534"),
        (format!("GET /?{quotes} HTTP/1.1\r\nHost: gradus"), "head.form", "65534"),
        (format!("GET / HTTP/1.1\r\nHost: gradus\r\nX: {long}{long}"), "head.size", "128 KB"),
    ];
    for (head, code, told) in requests {
        let request = format!("{head}\r\nConnection: close\r\n\r\n");
        let detail = server.send_raw(request.as_bytes()).problem(code).detail;
        assert!(detail.contains(told), "{head:.40}: {detail}");
    }
    server.anonymous().solve("07").await;
}

/// It takes as long as the server waits for the first head of a connection.
#[case]
fn a_head_that_does_not_end_gets_a_problem() {
    let server = SharedServer::join();
    let detail = server.send_raw(b"GET / HTTP/1.1\r\nHost: gra").problem("head.slow").detail;
    assert!(detail.contains("whole head"), "{detail}");
}

#[case]
fn a_rejected_head_behind_another_request_leaves_its_reply_alone() {
    let server = SharedServer::join();
    let requests =
        "GET /step_99?a=é HTTP/1.1\r\nHost: a\r\n\r\nGET /a b HTTP/1.1\r\nHost: a\r\n\r\n";
    // Both replies, the first with its body.
    let replies = server.send_raw(requests.as_bytes());
    assert_eq!(replies.status, 404);
    let (first, second) = replies.text.split_once("HTTP/1.1 400").unwrap();
    assert!(first.contains("query.invalid") || first.contains("step.unknown"), "{first}");
    assert!(second.contains("\"code\":\"head.form\""), "{second}");
}

#[case]
async fn a_page_ignores_what_others_add_to_its_address() {
    let server = SharedServer::join();
    let page =
        async |path: &str| Reply::to(server.anonymous().get(path).header(ACCEPT, BROWSER)).await;
    let paths = [
        "/step_07?utm_source=moodle",
        "/step_07?fbclid=abc",
        "/step_07?from=singlemessage&isappinstalled=0",
        "/?utm_medium=email",
        "/step_07?lang=de",
        "/?lang=null&lang=null",
        "/step_07?gclid=1&gclid=2&x",
        "/step_07/statement?ref=mail&lang=xx",
        "/step_07/picture.svg?utm_source=moodle",
        "/games?share=1",
        "/scoreboard?si=abc",
        "/session?si=abc",
        "/problems?=",
        "/docs?x=1",
    ];
    for path in paths {
        let reply = page(path).await;
        assert_eq!(reply.status, 200, "{path}: {reply}");
    }
    assert_eq!(page("/step_07?Lang=zh").await.status, 200);
    let japanese = page("/?lang=de&lang=ja&utm_source=x").await;
    assert!(japanese.text.contains("<html lang=\"ja\""), "{japanese}");
    for (field, meant) in [
        ("anss=x", "ans"),
        ("Ans=x", "ans"),
        ("answer=x", "ans"),
        ("tsk=x", "task"),
        ("freh", "fresh"),
    ] {
        let reply = page(&format!("/step_07?utm_source=moodle&{field}")).await;
        assert_eq!(reply.status, 400, "{field}");
        assert!(reply.text.contains(&format!("did you mean <code>{meant}</code>?")), "{reply}");
    }
    // Programs are told.
    for path in paths {
        if path != "/docs?x=1" {
            Reply::to(server.anonymous().get(path)).await.problem("query.invalid");
        }
    }
}

#[case]
async fn a_language_that_is_given_twice_is_refused_everywhere() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let paths = [
        "/",
        "/step_07",
        "/step_07/statement",
        "/step_07/picture.svg",
        "/me",
        "/me/records",
        "/me/receipts",
        "/games",
        "/problems",
        "/scoreboard",
        "/.well-known/jwks.json",
        "/openapi.json",
        "/docs",
    ];
    for path in paths {
        let reply = Reply::to(ada.get(&format!("{path}?lang=null&lang=null"))).await;
        reply.problem("query.invalid");
    }
}
