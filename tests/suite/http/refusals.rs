//! The order of refusals, on every route: the method, what the path names, the caller, the query, the body.

use reqwest::header::{CONTENT_TYPE, HeaderName};
use reqwest::{Method, RequestBuilder};
use serde_json::json;

use crate::server::{Caller as _, Plays as _, Reply, Server};

const SEAT_KEY: HeaderName = HeaderName::from_static("x-seat-key");

/// A route, and what it reads of a request.
struct Route {
    method: Method,
    path: String,
    /// The same address with something unknown in it, and the code for it.
    unknown: Option<(String, &'static str)>,
    /// The key that it reads.
    key: Key,
    /// The code of a body without any fields.
    body: Option<&'static str>,
}

#[derive(Clone, Copy, PartialEq)]
enum Key {
    None,
    /// A learner's, if one is sent.
    Learner,
    /// A seat's.
    Seat,
}

impl Route {
    fn get(path: impl Into<String>, key: Key) -> Self {
        Self { method: Method::GET, path: path.into(), unknown: None, key, body: None }
    }

    fn post(path: impl Into<String>, key: Key, body: Option<&'static str>) -> Self {
        Self { method: Method::POST, body, ..Self::get(path, key) }
    }

    fn or(self, path: &str, code: &'static str) -> Self {
        Self { unknown: Some((path.to_owned(), code)), ..self }
    }
}

#[case]
async fn every_route_refuses_in_the_same_order() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let game = ada.start(json!({"game": "gomoku", "seats": ["human", "rules"]})).await;
    let in_game = |rest: &str, new: fn(String, Key, Option<&'static str>) -> Route, key, body| {
        let nowhere = format!("/games/{}{rest}", "a".repeat(game.id.len()));
        new(game.path(rest), key, body).or(&nowhere, "game.unknown")
    };
    let get = |path: String, key, _: Option<&'static str>| Route::get(path, key);
    let post = |path: String, key, body| Route::post(path, key, body);
    let routes = [
        Route::get("/", Key::Learner),
        Route::get("/step_07", Key::Learner).or("/step_99", "step.unknown"),
        Route::post("/step_07", Key::Learner, Some("answer.form")).or("/step_99", "step.unknown"),
        Route::get("/step_07/statement", Key::None).or("/step_99/statement", "step.unknown"),
        Route::post("/learners", Key::None, Some("body.fields")),
        Route::get("/me", Key::Learner),
        Route::get("/me/records", Key::Learner),
        Route::post("/me/nickname", Key::Learner, Some("body.fields")),
        Route::get("/me/receipts", Key::Learner),
        Route::get("/.well-known/jwks.json", Key::None),
        Route::get("/scoreboard", Key::Learner),
        Route::get("/scoreboard/events", Key::Learner),
        Route::get("/me/records/mine", Key::Learner).or("/me/records/%00", "record.name"),
        Route {
            method: Method::PUT,
            body: Some("body.fields"),
            ..Route::get("/me/records/mine", Key::Learner)
        }
        .or("/me/records/%00", "record.name"),
        Route { method: Method::DELETE, ..Route::get("/me/records/mine", Key::Learner) }
            .or("/me/records/%00", "record.name"),
        Route::get("/games", Key::None),
        Route::post("/games", Key::Learner, Some("game.form")),
        in_game("", get, Key::None, None),
        in_game("/why", get, Key::None, None),
        in_game("/lines", get, Key::None, None),
        in_game("/record", get, Key::None, None),
        in_game("/picture.svg", get, Key::None, None),
        in_game("/events", get, Key::None, None),
        in_game("/moves", post, Key::Seat, Some("move.form")),
        in_game("/undo", post, Key::Seat, None),
        in_game("/advance", post, Key::Seat, None),
        Route::get("/problems", Key::None),
        Route::get("/metrics", Key::None),
    ];
    for Route { method, path, unknown, key, body } in &routes {
        let anonymous = server.anonymous();
        let request = |method: &Method, path: &str, query: &str, has_key: bool| {
            let request = anonymous.request(method.clone(), &format!("{path}{query}"));
            let (learner, seat) =
                if has_key { (&*ada.key, game.key(1)) } else { ("wrong", "wrong".to_owned()) };
            let request = request.bearer_auth(learner).header(SEAT_KEY, seat);
            request.header(CONTENT_TYPE, "application/json").body("{}")
        };
        let refused = async |request: RequestBuilder, code: &str| {
            let reply = Reply::to(request).await;
            assert_eq!(reply.json()["code"], code, "{method} {path}: {reply}");
        };
        let unknown_path = unknown.as_ref().map_or(&**path, |(path, _)| path);
        refused(request(&Method::PATCH, unknown_path, "?x=1", false), "method.unknown").await;
        if let Some((unknown, code)) = unknown {
            refused(request(method, unknown, "?x=1", false), code).await;
        }
        match key {
            Key::None => {}
            Key::Learner => refused(request(method, path, "?x=1", false), "auth.key").await,
            Key::Seat => refused(request(method, path, "?x=1", false), "seat.key").await,
        }
        refused(request(method, path, "?x=1", true), "query.invalid").await;
        if let Some(code) = body {
            refused(request(method, path, "", true), code).await;
        }
        let is_get = *method == Method::GET;
        let query = if path.ends_with("/lines") { "?player=1" } else { "" };
        if is_get {
            refused(request(method, path, query, true), "body.unexpected").await;
        }
        // Nothing but the fault is refused.
        if body.is_none() && !path.ends_with("/events") {
            let request = request(method, path, query, true);
            let reply = Reply::to(if is_get { request.body("") } else { request }).await;
            let is_from_the_operation =
                ["record.unknown", "undo.nothing", "advance.human", "history.at"]
                    .iter()
                    .any(|code| reply.text.contains(code));
            assert!(reply.status == 200 || is_from_the_operation, "{method} {path}: {reply}");
        }
    }
    assert_eq!(ada.look(&game).await, game.without_keys());
}
