//! What a match can be made of, and what not.

use reqwest::Method;
use reqwest::header::LOCATION;
use serde_json::{Value, json};

use crate::server::{Caller as _, Plays as _, Reply, SharedServer};

#[case]
async fn a_new_match_shows_its_state_and_the_humans_keys_once() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let form = json!({"game": "gomoku", "seats": ["human", "rules"], "seed": 7});
    let reply = Reply::to(anybody.post("/games").json(&form)).await;
    assert_eq!(reply.status, 201, "{reply}");
    let game: crate::server::State = reply.read();
    assert_eq!(reply.header(LOCATION), game.path(""));
    assert_eq!(game.url, format!("{}/games/{}", server.url(), game.id));
    assert_eq!(
        (game.game.as_str(), game.seats.clone()),
        ("gomoku", vec![json!("human"), json!("rules")])
    );
    assert_eq!((game.to_move, game.status.as_str(), game.seed), (Some(1), "open", Some(7)));
    assert_eq!((game.history.len(), &game.last, &game.winners), (0, &Value::Null, &vec![]));
    assert_eq!((game.board.clone(), &game.scores), (json!(".".repeat(225)), &vec![0, 0]));
    assert!(game.key(1).starts_with("gs_") && game.keys.as_ref().unwrap()[1].is_none());
    assert_eq!(anybody.look(&game).await, game.without_keys());
}

#[case]
async fn computers_that_come_first_have_moved_already() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let game = anybody.start(json!({"game": "four_in_a_row", "seats": ["rules", "human"]})).await;
    assert_eq!((game.history.len(), game.to_move), (1, Some(2)));
    assert!(game.history[0].is_u64(), "{game:?}");
    let seats = ["random", "rules", "human", "random"];
    let game = anybody.start(json!({"game": "tesseract", "seats": seats})).await;
    assert_eq!((game.history.len(), game.to_move), (2, Some(3)));
    let watched = anybody.start(json!({"game": "numerical", "seats": ["rules", "random"]})).await;
    assert_eq!((watched.history.len(), watched.keys), (0, Some(vec![None, None])));
}

#[case]
async fn without_seats_a_human_plays_against_the_rules() {
    let server = SharedServer::join();
    let game = server.anonymous().start(json!({"game": "numerical"})).await;
    assert_eq!(game.seats, ["human", "rules"]);
    assert_eq!(game.board, json!(vec![0; 16]));
}

#[case]
async fn what_no_match_can_be_made_of_is_refused() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    for (form, code, expected) in [
        (json!({}), "game.form", "`game`, `record` and `task` are all missing"),
        (
            json!({"game": "chess"}),
            "game.form",
            "`game` is \"chess\"; expected one of gomoku, numerical, ",
        ),
        (
            json!({"game": "gomoku", "seats": ["human", "god"]}),
            "game.form",
            "gomoku has no player \"god\"; expected human, random, rules, search",
        ),
        (
            json!({"record": "hhgi", "seats": ["human", "god"]}),
            "game.form",
            "gomoku has no player \"god\"",
        ),
        (json!({"game": "gomoku", "seats": ["human"]}), "game.form", "gomoku has two seats, not 1"),
        (json!({"game": "gomoku", "seats": "human"}), "game.form", "gomoku has two seats, not 1"),
        (json!({"game": "gomoku", "seats": 2}), "game.form", "`seats` is 2; expected a list"),
        (
            json!({"game": "numerical", "seats": ["human", {"alphabeta": 9}]}),
            "game.form",
            "`seats` has 9 in it, in element 2; expected a depth from 1 to 4",
        ),
        (
            json!({"game": "numerical", "seats": "human,alphabeta:9"}),
            "game.form",
            "numerical has no player \"alphabeta:9\"; expected human, random, rules, alphabeta:1, ",
        ),
        (
            json!({"game": "gomoku", "seats": ["human", {"alphabeta": 2}]}),
            "game.form",
            "the computer `alphabeta:2` does not play gomoku",
        ),
        (
            json!({"game": "gomoku", "seed": -1}),
            "game.form",
            "a whole number from 0 to 9007199254740991",
        ),
        (
            json!({"game": "gomoku", "seed": 1.5}),
            "game.form",
            "a whole number from 0 to 9007199254740991",
        ),
        (json!({"game": "gomoku", "seed": 1_u64 << 53}), "game.form", "0 to 9007199254740991"),
        (
            json!({"game": "gomoku", "seed": "x"}),
            "game.form",
            "`seed` is \"x\"; expected a whole number",
        ),
        (
            json!({"game": "gomoku", "colour": "red"}),
            "game.form",
            "unknown field \"colour\"; the known fields are `game`, `record`, ",
        ),
        (json!({"game": "gomoku", "threshold": 3}), "game.form", "an option of tesseract"),
        (json!({"game": "tesseract", "threshold": 0}), "game.form", "expected 1 to 232"),
        (
            json!({"game": "four_in_a_row", "end": "never"}),
            "game.form",
            "`end` is \"never\"; expected one of first_line, most_lines",
        ),
        (json!({"game": "gomoku", "record": "hhgi"}), "game.form", "`record` can be combined"),
        (json!({"record": "hhgi", "threshold": 3}), "game.form", "`record` can be combined"),
        (json!({"game": "gomoku", "task": "x"}), "game.form", "`task` cannot be combined"),
        (json!({"task": "x", "threshold": 3}), "game.form", "`task` cannot be combined"),
        (json!({"task": "x"}), "task.forged", ""),
        (json!(["gomoku"]), "game.form", "the body is a list; expected an object"),
        (json!({"game": 1}), "game.form", "expected the name of a game"),
        (json!({"game": {"gomoku": null}}), "game.form", "expected the name of a game"),
        (json!({"record": 7}), "record.form", "`record` is 7; expected an object"),
        (json!({"record": "hhg"}), "record.form", "one is missing after move 1"),
        (json!({"record": "hhgihh"}), "record.illegal", "a stone lies there already"),
        (
            json!({"record": {"game": "gomoku", "history": ["hh", "hh"]}}),
            "record.illegal",
            "move 2",
        ),
        (
            json!({"record": "hhgi", "seats": ["human"]}),
            "record.illegal",
            "gomoku has two seats, not 1",
        ),
    ] {
        let reply = Reply::to(anybody.post("/games").json(&form)).await;
        let problem = reply.problem(code);
        assert!(problem.detail.contains(expected), "{form}: {}", problem.detail);
    }
    let torn = anybody.post("/games").header("content-type", "application/json").body("{\"game\":");
    Reply::to(torn).await.problem("body.json");
    Reply::to(anybody.request(Method::PATCH, "/games")).await.problem("method.unknown");
}

#[case]
async fn a_form_makes_a_match_as_json_does() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let made = async |fields: &[(&str, &str)]| {
        let reply = Reply::to(anybody.post("/games").form(fields)).await;
        assert_eq!(reply.status, 201, "{reply}");
        (reply.read::<crate::server::State>(), reply.json())
    };
    // A page sends what was left empty, too.
    let (game, json) = made(&[
        ("game", "tesseract"),
        ("seats", "human, rules,human"),
        ("threshold", "5"),
        ("icons", "·,a,b,c"),
        ("seed", ""),
        ("record", ""),
        ("task", ""),
    ])
    .await;
    assert_eq!(game.seats, ["human", "rules", "human"]);
    assert_eq!((&json["threshold"], &json["icons"]), (&json!(5), &json!(["·", "a", "b", "c"])));
    let fields = [("game", "numerical"), ("seats", "alphabeta:2"), ("seats", "human")];
    let (game, _) = made(&[&fields[..], &[("seed", "12")]].concat()).await;
    assert_eq!((game.seats, game.seed), (vec![json!({"alphabeta": 2}), json!("human")], Some(12)));
    // A number as a text is one in JSON too.
    let form = json!({"game": "numerical", "seed": "12"});
    assert_eq!(anybody.start(form).await.seed, Some(12));
    let (game, json) = made(&[("game", "four_in_a_row"), ("end", "most_lines")]).await;
    assert_eq!((game.seats.len(), &json["end"]), (2, &json!("most_lines")));
    let (game, _) = made(&[("record", "hhgi"), ("seats", "human,random")]).await;
    assert_eq!(game.history, ["hh", "gi"]);
    for (fields, expected) in [
        ([("game", "tesseract"), ("threshold", "many")], "`threshold` is \"many\""),
        ([("game", "tesseract"), ("icons", "a,b")], "the number of texts in `icons` is 2"),
        (
            [("game", "gomoku"), ("seats", "human,god")],
            "gomoku has no player \"god\"; expected human, ",
        ),
        ([("game", "gomoku"), ("seed", "-1")], "a whole number from 0 to 9007199254740991"),
        ([("game", ""), ("seats", "human")], "are all missing"),
    ] {
        let reply = Reply::to(anybody.post("/games").form(&fields)).await;
        assert!(reply.problem("game.form").detail.contains(expected), "{fields:?}: {reply}");
    }
}

#[case]
async fn the_games_are_listed_with_what_they_can_be_made_of() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let games = Reply::to(anybody.get("/games")).await.json();
    let names: Vec<_> =
        games["games"].as_array().unwrap().iter().map(|game| &game["name"]).collect();
    assert_eq!(names, ["gomoku", "numerical", "four_in_a_row", "tesseract"]);
    let four = &games["games"][2];
    assert_eq!(
        (&four["title"], &four["seats"]),
        (&json!("Four-in-a-row in four dimensions"), &json!({"from": 2, "to": 2}))
    );
    assert_eq!(four["computers"], json!(["random", "rules", "search"]));
    assert_eq!(four["records"], json!(["json", "ini"]));
    let end = &four["options"][0];
    assert_eq!((&end["name"], &end["default"]), (&json!("end"), &json!("first_line")));
    assert_eq!(end["accepts"]["one_of"][1]["value"], "most_lines");
    let tesseract = &games["games"][3];
    assert_eq!(tesseract["seats"], json!({"from": 2, "to": 8}));
    assert_eq!(tesseract["options"][0]["accepts"], json!({"number": {"from": 1, "to": 232}}));
    let icons = json!({"texts": {"count": {"from": 3, "to": 9}, "longest": 8}});
    assert_eq!(tesseract["options"][1]["accepts"], icons);
    // Whatever is listed makes a match.
    for game in games["games"].as_array().unwrap() {
        for computer in game["computers"].as_array().unwrap() {
            let mut form = json!({"game": game["name"], "seats": ["human", computer]});
            for option in game["options"].as_array().unwrap() {
                form[option["name"].as_str().unwrap()] = option["default"].clone();
            }
            anybody.start(form).await;
        }
    }
    let titles = Reply::to(anybody.get("/games?lang=ja")).await.json();
    assert_eq!(titles["games"][0]["title"], "五目並べ");
}

#[case]
async fn two_matches_have_two_ids_and_other_keys() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let form = json!({"game": "gomoku", "seats": ["human", "human"], "seed": 7});
    let (one, other) = (anybody.start(form.clone()).await, anybody.start(form).await);
    let mut secrets = vec![one.key(1), one.key(2), other.key(1), other.key(2)];
    secrets.sort();
    secrets.dedup();
    assert_eq!(secrets.len(), 4);
    assert_ne!(one.id, other.id);
}
