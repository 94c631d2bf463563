//! Courses that share a host: every address that a server writes begins with the path of its public address, and it serves no other.

use std::sync::Arc;

use reqwest::header::{ACCEPT, COOKIE, LOCATION, ORIGIN, SET_COOKIE};
use reqwest::redirect::Policy;
use serde_json::{Value, json};

use super::access::{DATA, PAGE, ROWS, School, Who};
use crate::server::{Caller as _, Nginx, Reply, Server, Workplace, client_builder};
use crate::solve_all::client_at;

const PREFIX: &str = "/ws26/prog-1";
const PUBLIC: &str = "http://uni.example/ws26/prog-1";

/// A server below the prefix. Its own address, as it tells it, has the prefix too.
fn course() -> Server {
    let server = Server::start_with(&Arc::new(Workplace::new()), |command| {
        command.args(["--public-url", PUBLIC])
    });
    assert!(server.url().ends_with(PREFIX), "{}", server.url());
    server
}

/// The address of the server's host, without the prefix.
fn host(server: &Server) -> String {
    server.url().trim_end_matches(PREFIX).to_owned()
}

/// Whether an address on this server has the prefix, or is on another server.
fn is_within(address: &str) -> bool {
    let path = match address.strip_prefix("http://uni.example") {
        Some(path) => path,
        None if address.starts_with('/') => address,
        None => return true,
    };
    let rest = path.strip_prefix(PREFIX);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

/// The addresses in a page, wherever they are.
fn addresses_in_page(html: &str) -> impl Iterator<Item = &str> {
    let attributes = html.split("=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0));
    let links = html.split("http://uni.example").skip(1).map(|rest| &rest[..rest.len().min(40)]);
    attributes.filter(|value| value.starts_with('/')).chain(links)
}

/// All texts in a value.
fn texts_in<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(items) => items.iter().for_each(|item| texts_in(item, found)),
        Value::Object(members) => members.values().for_each(|member| texts_in(member, found)),
        _ => {}
    }
}

/// Fails if a reply names an address of the server without the prefix.
fn check(what: &str, reply: &Reply) {
    for location in reply.headers.get_all(LOCATION) {
        assert!(is_within(location.to_str().unwrap()), "{what}: {location:?}");
    }
    for cookie in reply.headers.get_all(SET_COOKIE) {
        let cookie = cookie.to_str().unwrap();
        let has_name = cookie.split('=').next().unwrap().ends_with("_ws26_prog-1");
        assert!(has_name && cookie.contains(&format!("; Path={PREFIX};")), "{what}: {cookie}");
    }
    if let Ok(data) = serde_json::from_str::<Value>(&reply.text) {
        let mut texts = Vec::new();
        texts_in(&data, &mut texts);
        let words = texts.iter().flat_map(|text| text.split([' ', ',', ';']));
        for word in words.filter(|word| word.starts_with('/') || word.contains("uni.example")) {
            assert!(is_within(word.trim_matches('`')), "{what}: {word} in {reply}");
        }
    } else if reply.text.starts_with("<!doctype html>") {
        for address in addresses_in_page(&reply.text) {
            let address = if address.starts_with('/') { address } else { "/" };
            assert!(is_within(address), "{what}: {address} in {reply}");
        }
    }
}

#[case]
async fn every_address_that_the_server_writes_has_the_prefix() {
    let school = School::with(&["--public-url", PUBLIC]).await;
    let (mut pages, mut data) = (0, 0);
    for accepted in [PAGE, DATA] {
        for &row in &*ROWS {
            for who in Who::ALL {
                let reply = school.ask(who, row, accepted).await;
                // The paths in the description are below the address of the server: a case of its own.
                if row.address != "/openapi.json" {
                    check(&format!("{who:?}, {} {}", row.method, row.path), &reply);
                }
                assert_ne!(reply.text.find("http://127.0.0.1"), Some(0), "{reply}");
                pages += usize::from(reply.text.starts_with("<!doctype html>"));
                data += usize::from(reply.text.starts_with('{'));
            }
        }
    }
    assert!(pages > 200 && data > 200, "{pages} pages, {data} data");
}

#[case]
async fn the_description_of_the_api_has_the_prefix() {
    let server = course();
    let document = Reply::to(server.anonymous().get("/openapi.json")).await.json();
    assert_eq!(document["servers"][0]["url"], PREFIX);
    assert_eq!(document["paths"]["/step_{number}"]["get"]["operationId"], "get_step_number");
    let examples = &document["components"]["examples"];
    assert_eq!(
        examples["step.unknown"]["value"]["type"],
        format!("{PREFIX}/problems#step.unknown")
    );
    let session = &document["components"]["securitySchemes"]["session"];
    assert_eq!(session["name"], "gradus_key_ws26_prog-1");
    let description = document["info"]["description"].as_str().unwrap();
    assert!(description.contains(&format!("]({PREFIX}/problems)")), "{description}");
}

#[case]
async fn outside_the_prefix_there_is_only_the_health_of_the_server() {
    let server = course();
    let http = client_builder(None).redirect(Policy::none()).build().unwrap();
    let at = async |path: &str, accepted: &str| {
        let url = format!("{}{path}", host(&server));
        // No header says what the prefix is.
        let request = http.get(url).header("X-Forwarded-Prefix", "/other");
        // The description of the API has these paths below the prefix.
        let response = request.header(ACCEPT, accepted).send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Reply { status, headers, text: response.text().await.unwrap() }
    };
    for path in ["/healthz", "/readyz", "/metrics", "/healthz/"] {
        assert_eq!(at(path, DATA).await.status, 200, "{path}");
        assert_eq!(at(&format!("{PREFIX}{path}"), DATA).await.status, 200, "{path}");
    }
    for path in ["/", "/step_01", "/ws26", "/ws26/prog-10/step_01", "/other/step_01", "/prog-1"] {
        let problem = at(path, DATA).await;
        let Value::Object(told) = problem.json() else { panic!("{problem}") };
        let detail = told["detail"].as_str().unwrap();
        assert_eq!((&told["code"], problem.status), (&json!("route.unknown"), 404), "{path}");
        assert!(detail.contains(PREFIX) && detail.contains("proxy"), "{path}: {detail}");
        let page = at(path, PAGE).await;
        assert!(page.status == 404 && page.text.contains(PREFIX), "{path}: {page}");
        check(path, &page);
    }
    // With or without a slash at its end, and with one too many.
    for path in ["", "/", "//", "//step_01", "/step_01/"] {
        assert_eq!(at(&format!("{PREFIX}{path}"), DATA).await.status, 200, "{path}");
    }
    let task = Reply::to(server.anonymous().get("/step_01")).await.task();
    assert_eq!(task.statement, format!("{PUBLIC}/step_01/statement"));
}

/// The proxy of the case removes the prefix, and says so in a header that anybody can send.
#[case]
async fn a_proxy_that_removes_the_prefix_is_told_so() {
    let server = Server::start_with(&Arc::new(Workplace::new()), |command| {
        command.args(["--trusted-proxy", "127.0.0.1"]);
        command.args(["--public-url", "https://uni.example/gradus"])
    });
    let locations = include_str!("../../data/cases/09-path-prefix/nginx.conf");
    let nginx = Nginx::with_locations(locations, &server);
    for path in ["/gradus/", "/gradus/step_01"] {
        let reply = Reply::to(nginx.get(path)).await;
        let detail = reply.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains("begin with /gradus") && detail.contains("proxy"), "{detail}");
        assert_eq!((reply.status, &reply.json()["code"]), (404, &json!("route.unknown")));
    }
    // Probes reach it all the same.
    assert_eq!(Reply::to(nginx.get("/gradus/readyz")).await.status, 200);
    let passed_on = locations.replace("8080/;", "8080;");
    let nginx = Nginx::with_locations(&passed_on, &server);
    let task = Reply::to(nginx.get("/gradus/step_01")).await.task();
    assert_eq!(task.statement, "https://uni.example/gradus/step_01/statement");
}

#[case]
async fn a_session_belongs_to_the_course_whose_name_its_cookie_has() {
    let server = course();
    let ada = server.register("Ada").await;
    let anonymous = server.anonymous();
    let signed_in = async |cookie: &str| {
        let request = anonymous.get("/session").header(COOKIE, format!("{cookie}={}", ada.key));
        Reply::to(request).await.json()["learner"].take()
    };
    assert_eq!(signed_in("gradus_key_ws26_prog-1").await, "Ada");
    // Those of a course that has the host for itself, and of a course above this one.
    assert_eq!(signed_in("gradus_key").await, Value::Null);
    assert_eq!(signed_in("gradus_key_ws26").await, Value::Null);

    // A page's own origin has no path.
    let http = client_builder(None).redirect(Policy::none()).build().unwrap();
    let form = || http.post(format!("{}/session/end", server.url())).body("");
    let ended = Reply::to(form().header(ORIGIN, "http://uni.example")).await;
    assert_eq!((ended.status, ended.header(LOCATION)), (303, &*format!("{PREFIX}/")));
    let refused = Reply::to(form().header(ORIGIN, PUBLIC)).await;
    assert_eq!(refused.json()["code"], "request.site", "{refused}");
}

#[case]
async fn matches_are_where_their_replies_say() {
    let server = course();
    let request = server.anonymous().post("/games").json(&json!({ "game": "tesseract" }));
    let made = Reply::to(request).await;
    let id = made.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(made.header(LOCATION), format!("{PREFIX}/games/{id}"));
    assert_eq!(made.json()["url"], format!("{PUBLIC}/games/{id}"));
}

#[case]
async fn the_client_works_with_a_server_below_a_path() {
    let server = course();
    server.warm_up().await;
    let ada = server.register("Ada").await;
    let receipts = server.workplace().path("receipts.txt");
    let receipts = receipts.to_str().unwrap();
    // With and without the slash at its end.
    for url in [server.url().to_owned(), format!("{}/", server.url())] {
        let said = |command: &str, arguments: &[&str]| {
            let mut client = client_at(&url, command, arguments);
            client.env("GRADUS_KEY", &ada.key);
            client.env("GRADUS_KEPT_KEYS", server.workplace().path("seat-keys"));
            let output = client.output().unwrap();
            let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert_eq!(output.status.code(), Some(0), "{command}: {text}");
            text
        };
        said("solve-all", &["--steps", "01-03", "--receipts", receipts]);
        said("solve", &["02", "--fresh"]);
        let verified = said("verify", &[receipts]);
        assert!(verified.contains(PUBLIC) && verified.contains("3 valid"), "{verified}");
        assert!(said("me", &[]).contains("Ada"));
        let played = said("play", &["gomoku", "--seats", "human,rules"]);
        assert!(played.contains(&format!("--server {}/", server.url())), "{played}");
    }
    let lost = client_at(&host(&server), "solve-all", &["--steps", "01"]).output().unwrap();
    let told = String::from_utf8(lost.stderr).unwrap();
    assert!(!lost.status.success() && told.contains(PREFIX), "{told}");
}
