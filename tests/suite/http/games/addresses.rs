//! The addresses of matches: with and without a slash, with HEAD, and with methods that they lack.

use reqwest::Method;
use reqwest::header::{ALLOW, CONTENT_LENGTH, CONTENT_TYPE};
use serde_json::json;

use crate::server::{Caller as _, Plays as _, Reply, SharedServer};

#[case]
async fn a_trailing_slash_and_head_are_accepted() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let form = json!({"game": "gomoku", "seats": ["human", "human"]});
    assert_eq!(Reply::to(anybody.post("/games/").json(&form)).await.status, 201);
    let game = anybody.start(form).await;
    let request = anybody.with_key(&game, 1, "/moves/").json(&json!({"move": "hh"}));
    assert_eq!(Reply::to(request).await.state().history, [json!("hh")]);
    for rest in ["", "/lines", "/record", "/picture.svg"] {
        let query = if rest == "/lines" { "?player=1" } else { "" };
        let path = game.path(&format!("{rest}{query}"));
        let get = Reply::to(anybody.get(&path)).await;
        assert_eq!(get.status, 200, "{get}");
        let slash = Reply::to(anybody.get(&game.path(&format!("{rest}/{query}")))).await;
        assert_eq!((slash.status, &slash.text), (200, &get.text), "{path}");
        // Byte by byte: a library would not show a body that came with a reply to HEAD.
        let head = format!("HEAD {path} HTTP/1.1\r\nHost: gradus\r\nConnection: close\r\n\r\n");
        let head = server.send_raw(head.as_bytes());
        assert_eq!((head.status, &*head.text), (200, ""), "{path}");
        assert_eq!(head.header(CONTENT_TYPE), get.header(CONTENT_TYPE), "{path}");
        // The address in the reply follows the request's Host, so that the lengths of some replies differ.
        assert_ne!(head.header(CONTENT_LENGTH), "0", "{path}");
    }
    // No stream is opened: the server closes the connection at once.
    let path = game.path("/events");
    let head = format!("HEAD {path} HTTP/1.1\r\nHost: gradus\r\nConnection: close\r\n\r\n");
    let head = server.send_raw(head.as_bytes());
    assert_eq!((head.status, head.header(CONTENT_TYPE)), (200, "text/event-stream"));
    assert_eq!(head.text, "");
}

#[case]
async fn an_unsupported_method_of_a_match_is_refused_with_the_supported_ones() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let game = ada.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let addresses = [
        ("/games".to_owned(), "GET, HEAD, POST"),
        (game.path(""), "GET, HEAD"),
        (game.path("/moves"), "POST"),
        (game.path("/undo"), "POST"),
        (game.path("/advance"), "POST"),
        (game.path("/why"), "GET, HEAD"),
        (game.path("/lines"), "GET, HEAD"),
        (game.path("/record"), "GET, HEAD"),
        (game.path("/picture.svg"), "GET, HEAD"),
        (game.path("/events"), "GET, HEAD"),
        ("/me/records".to_owned(), "GET, HEAD"),
        ("/me/records/mine".to_owned(), "GET, HEAD, PUT, DELETE"),
    ];
    for (path, allowed) in addresses {
        let allowed_methods: Vec<_> = allowed.split(", ").collect();
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "BREW"] {
            if !allowed_methods.contains(&method) {
                let method = Method::from_bytes(method.as_bytes()).unwrap();
                let reply = Reply::to(ada.request(method, &path)).await;
                reply.problem("method.unknown");
                assert_eq!(reply.header(ALLOW), allowed, "{path}");
            }
        }
    }
    assert_eq!(ada.look(&game).await, game.without_keys());
}
