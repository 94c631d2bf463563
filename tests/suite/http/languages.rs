//! What is refused is told in the language of the caller: at least one request for every kind of error, in every game.

use std::fs;
use std::sync::Arc;

use reqwest::header::{ACCEPT, ACCEPT_LANGUAGE};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use super::misconceptions::window_of_five;
use crate::places::REPOSITORY;
use crate::server::{Caller as _, Plays as _, Refusal, Reply, Server, Workplace};

/// Refused by `POST /games` before there is a match.
fn setups() -> Vec<Value> {
    vec![
        json!({}),
        json!({"game": "chess"}),
        json!({"game": 5}),
        json!({"game": "gomoku", "colour": "red"}),
        json!({"game": "gomoku", "seats": ["human", "god"]}),
        json!({"game": "gomoku", "seats": [["human"]]}),
        json!({"game": "gomoku", "seats": "human"}),
        json!({"game": "gomoku", "seats": ["human"]}),
        json!({"game": "tesseract", "seats": []}),
        json!({"game": "gomoku", "seed": -1}),
        json!({"game": "gomoku", "seed": 1_u64 << 53}),
        json!({"game": "gomoku", "threshold": 3}),
        json!({"game": "tesseract", "threshold": 0}),
        json!({"game": "tesseract", "threshold": 1.5}),
        json!({"game": "tesseract", "icons": ["a"]}),
        json!({"game": "tesseract", "icons": ["a", "a", "c"]}),
        json!({"game": "tesseract", "icons": ["a", "\u{202e}", "c"]}),
        json!({"game": "tesseract", "icons": [5]}),
        json!({"game": "tesseract", "icons": 5}),
        json!({"game": "four_in_a_row", "end": "never"}),
        json!({"game": "four_in_a_row", "end": {}}),
        json!({"game": "gomoku", "task": "x"}),
        json!({"task": "x"}),
        json!({"task": 5}),
        json!({"game": "gomoku", "record": "hh"}),
    ]
}

/// Records that are refused, of every game and format.
fn records() -> Vec<Value> {
    let icons = "{0 -> \"a\", 1 -> \"b\", 2 -> \"c\"}";
    let coded = |code: &str| json!(format!("{{2, {icons}, 9, \"{code}\"}}"));
    let mut records = vec![
        json!(7),
        json!({}),
        json!({"game": "gomoku"}),
        json!({"game": "gomoku", "history": [], "colour": 1}),
        json!({"game": "gomoku", "history": [1.5]}),
        json!({"game": "numerical", "history": ["0:2"]}),
        json!({"game": "gomoku", "seats": ["human"], "history": []}),
        json!({"game": "tesseract", "threshold": "x", "history": []}),
        json!("{\"game\":\"gomoku\",\"history\":["),
        json!("{\"game\":\"gomoku\",\"history\":[] 1"),
        json!("\"hh"),
        json!("hh!"),
        json!("hhg"),
        json!("hhzz"),
        json!("hhgihh"),
        json!("hhghhigihjgjhkgkhlaa"),
        json!("Piskvorky 20x20, 11:11, 0"),
        json!("Piskvorky 15x15, 11:11, 0\n8,x"),
        json!("Piskvorky 15x15, 11:11, 0\n8,8,0"),
        json!("[games]"),
        json!("[game]\ncpu = Maybe"),
        json!("[game]\ncpu = False"),
        json!("[game]\nhistory = [0, 0]\ncpu = False"),
        json!("{3"),
        json!("{3, {5 -> \"a\""),
        json!("{3, {0 -> \"a\" 1"),
        json!("{3, {0 -> a"),
        json!("{3, {0 -> \"a"),
        json!("{99999999999, {"),
        json!(format!("{{2, {icons}, 9, \"\"}} x")),
        json!(format!("{{5, {icons}, 9, \"\"}}")),
    ];
    records.extend([&"1".repeat(87), "é", "01", "1j", "1k"].map(coded));
    records
}

/// Moves of each game that are no moves, and the legal ones that are made before the last, which is then against the rules.
const MOVES: [(&str, &[&str], &[&str]); 4] = [
    ("gomoku", &["zz"], &["hh", "hh"]),
    ("numerical", &["5", "16:1", "5:17"], &["0:1", "0:2"]),
    ("four_in_a_row", &["256"], &["57", "57"]),
    ("tesseract", &["81"], &["40", "40"]),
];

#[case]
async fn what_is_refused_in_games_and_elsewhere_is_told_in_three_languages() {
    let server = Server::start();
    let (anybody, ada) = (server.anonymous(), server.register("Ada").await);
    let mut requests = Vec::new();
    let records = records().into_iter().map(|record| json!({ "record": record }));
    for form in setups().into_iter().chain(records) {
        requests.push(anybody.post("/games").json(&form));
    }
    for (name, malformed, moves) in MOVES {
        let form = json!({"game": name, "seats": ["human", "human"]});
        let game = anybody.start(form).await;
        let send = |seat, text: &str| {
            anybody.with_key(&game, seat, "/moves").json(&json!({ "move": text }))
        };
        let (last, before) = moves.split_last().unwrap();
        let seat = 1 + before.len() % 2;
        requests.extend(malformed.iter().chain([last]).map(|text| send(seat, text)));
        for (text, seat) in before.iter().zip([1, 2].into_iter().cycle()) {
            anybody.play(&game, seat, *text).await;
        }
        requests.push(anybody.get(&game.path("/lines?player=4")));
        requests.push(anybody.get(&game.path("/lines?player=5")));
        requests.push(anybody.get(&game.path("/lines")));
        let other = if name == "gomoku" { "ini" } else { "psq" };
        requests.push(anybody.get(&game.path(&format!("/record?format={other}"))));
        requests.push(anybody.get(&game.path("/record?format=pgn")));
    }
    let numbers = anybody.start(json!({"game": "numerical", "seats": ["human", "human"]})).await;
    requests.push(anybody.with_key(&numbers, 1, "/moves").json(&json!({"move": "0:2"})));
    anybody.play(&numbers, 1, "0:1").await;
    anybody.play(&numbers, 2, "1:2").await;
    requests.push(anybody.with_key(&numbers, 1, "/moves").json(&json!({"move": "2:1"})));
    requests.push(anybody.with_key(&numbers, 1, "/moves").json(&json!({"move": null})));
    let twice = anybody.with_key(&numbers, 1, "/moves").header("X-Seat-Key", "x");
    requests.push(twice.json(&json!({"move": "2:3"})));
    let won = anybody.start(json!({"record": "hhghhigihjgjhkgkhl"})).await;
    requests.push(anybody.with_key(&won, 1, "/moves").json(&json!({"move": "aa"})));
    let task = Reply::to(anybody.get("/step_02")).await.task();
    requests.push(anybody.post("/games").json(&json!({ "task": task.token })));
    for name in ["a%0Ab", &"x".repeat(65), "nothing"] {
        requests.push(ada.get(&format!("/me/records/{name}")));
    }
    requests.push(ada.get("/me/records?page=0"));
    // Two wrong answers to a step, so that a pause follows.
    let task = ada.fresh_task("12").await;
    for number in [1000, 2000] {
        ada.answer(&task, vec![number; 40]).await.wrong();
    }
    server.let_pauses_last().await;
    let third = json!({ "task": task.token, "ans": vec![3000; 40] });
    requests.push(ada.post("/step_12").json(&third));
    requests.push(anybody.get("/nowhere"));
    requests.push(anybody.request(Method::DELETE, "/games"));
    for request in requests {
        is_told(request).await;
    }
}

/// The reply is in the language of the request.
async fn is_told(request: RequestBuilder) {
    let mut details = Vec::new();
    for tag in ["en", "zh", "ja"] {
        let reply = Reply::to(request.try_clone().unwrap().header(ACCEPT_LANGUAGE, tag)).await;
        assert!((400..500).contains(&reply.status), "{reply}");
        let detail = reply.json()["detail"].as_str().unwrap().to_owned();
        let is_own = |part: &str| part.chars().any(|letter| ('ぁ'..='鿿').contains(&letter));
        // No part of it is left in English.
        let foreign = detail.split(['。', '；']).find(|part| !part.is_empty() && !is_own(part));
        assert!(tag == "en" || foreign.is_none(), "{foreign:?} in {reply}");
        assert!(tag == "en" || !detail.contains("expected"), "{reply}");
        assert!(tag != "en" || !is_own(&detail), "{reply}");
        assert!(detail.len() < 500, "{reply}");
        details.push(detail);
    }
    assert!(details[0] != details[1] && details[1] != details[2], "{details:?}");
}

#[case]
async fn a_directory_of_texts_adds_a_language() {
    let workplace = Arc::new(Workplace::new());
    let texts = "[server.language-name]\nown = \"Français\"\n\
         [server.pages]\nsign-in = \"S’identifier <b>\"\n\
         [server.step]\nunknown = \"il n’y a pas d’étape {found} parmi {known}\"\n\
         [rules.gomoku.line-patterns]\nwindow-of-five = \"Une ligne a neuf cases.\"\n";
    workplace.write("texts/fr.toml", texts);
    for file in ["step.toml", "statement.en.md"] {
        let original = format!("{REPOSITORY}/challenges/07-line-patterns/{file}");
        let copy = format!("mine/07-line-patterns/{file}");
        workplace.write(&copy, fs::read_to_string(original).unwrap());
    }
    let statement = fs::read_to_string(workplace.path("mine/07-line-patterns/statement.en.md"));
    let statement = statement.unwrap().replacen("# ", "# En français : ", 1);
    workplace.write("mine/07-line-patterns/statement.fr.md", statement);
    let options = ["--challenges", "mine", "--texts", "texts"];
    let server = Server::start_with(&workplace, |command| command.args(options));
    let anonymous = server.anonymous();
    let french = |path: &str| anonymous.get(path).header(ACCEPT_LANGUAGE, "fr-CH, en;q=0.5");

    let page = Reply::to(french("/").header(ACCEPT, "text/html")).await.text;
    for part in ["S’identifier &#60;b&#62;", "Français", "lang=\"fr\"", "En français : "] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // The texts that the language lacks are shown in English.
    assert!(page.contains("Board puzzles for your own programs"), "{page}");
    let english = Reply::to(anonymous.get("/").header(ACCEPT, "text/html")).await.text;
    assert!(english.contains("Français") && !english.contains("S’identifier"), "{english}");

    let problem = Reply::to(french("/step_99")).await.json();
    assert_eq!(problem["detail"], "il n’y a pas d’étape \"99\" parmi 07");
    let task = anonymous.task("07").await;
    let answer = window_of_five(&task).join(",");
    let answer = [("task", task.token.as_str()), ("ans", &answer)];
    let wrong = Reply::to(french("/step_07").query(&answer)).await.wrong();
    assert!(wrong.message.contains("Une ligne a neuf cases."), "{}", wrong.message);
}

#[case]
fn a_text_that_the_program_does_not_have_is_refused() {
    let workplace = Workplace::new();
    let cases = [
        ("[server.step]\nmissing = \"x\"", "`fr.toml`: there is no text `server.step.missing`"),
        ("[server.step]\nunknown = \"{x}\"", "`server.step.unknown` must have the placeholders"),
        ("unknown = 7", "`unknown` is integer, not a text"),
    ];
    for (texts, expected) in cases {
        workplace.write("texts/fr.toml", texts);
        let refusal = Refusal::of(&mut workplace.gradus(&["--texts", "texts"]));
        assert!(refusal.lines.iter().any(|line| line.contains(expected)), "{refusal:?}");
    }
}

#[case]
fn the_check_lists_the_texts_that_a_language_lacks() {
    let workplace = Workplace::new();
    workplace.write("texts/fr.toml", "[server.pages]\nsign-in = \"S’identifier\"\n");
    let options = ["check", "--seeds", "1", "--step", "01", "--texts", "texts", "--json"];
    let output = workplace.gradus(&options).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let missing = &report["missing_texts"];
    assert_eq!((missing.as_array().unwrap().len(), &missing[0]["language"]), (1, &json!("fr")));
    let has = |key: &str| missing[0]["keys"].as_array().unwrap().contains(&json!(key));
    assert!(has("server.pages.sign-out") && has("step.answer.item"), "{report}");
    assert!(!has("server.pages.sign-in"), "{report}");
    assert_eq!(report["steps"][0]["untranslated"], json!(["fr"]));
}
