//! Records over HTTP: downloaded and loaded, and put by under a name.

use std::sync::Arc;

use gradus::game::GameName;
use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::server::{
    Caller as _, Learner, Plays as _, Reply, Server, SharedServer, State, Workplace,
};

#[case]
async fn the_essays_string_loads_as_it_stands_and_comes_back_to_the_byte() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/records.json");
    let vectors: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let text = vectors["tesseract"]["text"].as_str().unwrap();
    let game = anybody.start(json!({ "record": text })).await;
    assert_eq!(
        (json!(game.scores), game.history.len()),
        (vectors["tesseract"]["scores"].clone(), 48)
    );
    let reply = Reply::to(anybody.get(&game.path("/record?format=export"))).await;
    assert_eq!((reply.status, reply.text.as_str()), (200, text));
    assert_eq!(reply.header(CONTENT_TYPE), "text/plain; charset=utf-8");
    // And it goes on.
    assert_eq!(anybody.play(&game, 1, 1).await.history.len(), 49);
}

#[case]
async fn a_full_board_without_a_winner_is_a_draw() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let history = [
        "2:11", "3:10", "4:9", "13:14", "9:5", "1:16", "6:1", "7:6", "0:7", "15:8", "10:3", "14:4",
        "12:13", "5:12", "11:15", "8:2",
    ];
    let record = json!({ "game": "numerical", "history": history });
    let drawn = anybody.start(json!({ "record": record })).await;
    assert_eq!((drawn.status.as_str(), drawn.to_move), ("draw", None));
}

#[case]
async fn every_format_goes_out_and_comes_in() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    for game in GameName::all() {
        let own = game.spec().formats.iter().map(|format| format.name);
        let form = json!({"game": game, "seats": ["human", "random"]});
        let game = anybody.start(form).await;
        let played = anybody.play(&game, 1, game.legal_move()).await;
        for format in std::iter::once("json").chain(own) {
            let path = game.path(&format!("/record?format={format}"));
            let text = Reply::to(anybody.get(&path)).await.text;
            let record =
                if format == "json" { serde_json::from_str(&text).unwrap() } else { json!(text) };
            let loaded = anybody.start(json!({ "record": record })).await;
            assert_eq!((&loaded.history, &loaded.board), (&played.history, &played.board));
            // Other players may continue from there.
            let people = json!({ "record": record, "seats": ["random", "human"] });
            let people = anybody.start(people).await;
            assert_eq!((people.history.len(), people.to_move), (3, Some(2)));
        }
    }
}

#[case]
async fn a_format_that_is_not_the_games_is_refused() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let game = anybody.start(json!({"game": "numerical"})).await;
    for (format, expected) in [
        ("psq", "expected `json`"),
        ("pgn", "`format` is \"pgn\"; expected one of json, "),
        ("", "\"\""),
    ] {
        let reply = Reply::to(anybody.get(&game.path(&format!("/record?format={format}")))).await;
        assert!(reply.problem("record.format").detail.contains(expected), "{reply}");
    }
    Reply::to(anybody.get(&game.path("/record?form=json"))).await.problem("query.invalid");
}

async fn save(ada: &Learner, name: &str, game: &State) -> Reply {
    let request = ada.request(Method::PUT, &format!("/me/records/{name}"));
    Reply::to(request.json(&json!({ "game": game.id }))).await
}

#[case]
async fn a_learner_puts_games_by_and_goes_on_with_them() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let game = ada.start(json!({"game": "gomoku", "seats": ["human", "rules"], "seed": 5})).await;
    let played = ada.play(&game, 1, "hh").await;
    let saved = save(&ada, "first%20try", &game).await;
    assert_eq!(saved.status, 201, "{saved}");
    assert_eq!(saved.json()["name"], "first try");
    assert_eq!(saved.json()["url"], format!("{}/me/records/first%20try", server.url()));
    assert_eq!(save(&ada, "%E6%A3%8B%E8%AD%9C/", &game).await.json()["name"], "棋譜");

    let server = server.restart();
    let ada = ada.at(&server);
    let list = Reply::to(ada.get("/me/records")).await.json();
    let names: Vec<&str> = list["records"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["first try", "棋譜"]);
    assert_eq!(
        (&list["records"][0]["moves"], &list["records"][0]["game"]),
        (&json!(2), &json!("gomoku"))
    );

    let loaded = Reply::to(ada.get("/me/records/first%20try")).await.json();
    let game = ada.start(json!({ "record": loaded["record"] })).await;
    assert_eq!((&game.history, &game.seats, game.seed), (&played.history, &played.seats, Some(5)));
}

#[case]
async fn records_come_in_pages_and_are_bounded() {
    let workplace = Arc::new(Workplace::new());
    let server = Server::start_with(&workplace, |command| command.args(["--records", "101"]));
    let ada = server.register("Ada").await;
    let game = ada.start(json!({"game": "gomoku"})).await;
    for number in 0..101 {
        assert_eq!(save(&ada, &format!("{number:03}"), &game).await.status, 201);
    }
    let full = save(&ada, "101", &game).await;
    assert!(full.problem("limit.records").detail.contains("101"), "{full}");
    let replaced = ada.request(Method::PUT, "/me/records/000");
    let replaced = replaced.json(&json!({ "game": game.id, "replace": true }));
    assert_eq!(Reply::to(replaced).await.status, 200);

    let page = async |path: &str| {
        let page = Reply::to(ada.get(path)).await.json();
        assert_eq!(page["total"], 101);
        (page["records"].as_array().unwrap().len(), page["next"].clone())
    };
    let next = json!(format!("{}/me/records?page=2", server.url()));
    assert_eq!(page("/me/records").await, (100, next));
    assert_eq!(page("/me/records?page=2").await, (1, json!(null)));
    assert_eq!(page("/me/records?page=4294967295").await, (0, json!(null)));
    Reply::to(ada.get("/me/records?page=0")).await.problem("query.invalid");
    ada.request(Method::DELETE, "/me/records/050").send().await.unwrap();
    assert_eq!(save(&ada, "101", &game).await.status, 201);
}

#[case]
async fn idle_matches_of_nobody_expire() {
    let server = Server::start();
    let (ada, anybody) = (server.register("Ada").await, server.anonymous());
    let free = anybody.start(json!({"game": "gomoku"})).await;
    let hers = ada.start(json!({"game": "gomoku"})).await;
    let task = anybody.fresh_task("09").await;
    let of_step = anybody.start(json!({ "task": task.token })).await;
    let sql = "UPDATE games SET changed_at = changed_at - 27 * 86400";
    server.workplace().change_database(sql).await;
    let server = server.restart();
    server.anonymous().look(&free).await;
    server.workplace().change_database("UPDATE games SET changed_at = changed_at - 86401").await;
    let server = server.restart();
    let anybody = server.anonymous();
    // They are deleted when the server has started; whoever comes earlier still finds it.
    while Reply::to(anybody.get(&free.path(""))).await.status == 200 {}
    Reply::to(anybody.get(&free.path(""))).await.problem("game.unknown");
    anybody.look(&hers).await;
    anybody.look(&of_step).await;
}

#[case]
async fn a_records_name_is_given_once_and_to_one_learner() {
    let server = SharedServer::join();
    let (ada, grace) = (server.learner().await, server.learner().await);
    let game = ada.start(json!({"game": "gomoku"})).await;
    assert_eq!(save(&ada, "mine", &game).await.status, 201);
    save(&ada, "mine", &game).await.problem("record.taken");
    save(&ada, "%20mine%20", &game).await.problem("record.taken");
    assert_eq!(save(&grace, "mine", &game).await.status, 201);
    Reply::to(grace.get("/me/records/hers")).await.problem("record.unknown");
    Reply::to(server.anonymous().get("/me/records")).await.problem("auth.missing");
    Reply::to(server.anonymous().get("/me/records/mine")).await.problem("auth.missing");
    let one = Reply::to(ada.get("/me/records")).await.json();
    assert_eq!(one["records"].as_array().unwrap().len(), 1);
}

#[case]
async fn a_record_is_replaced_and_deleted_on_request() {
    let server = SharedServer::join();
    let (ada, grace) = (server.learner().await, server.learner().await);
    let game = ada.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let replace = || {
        let form = json!({"game": game.id, "replace": true});
        Reply::to(ada.request(Method::PUT, "/me/records/mine").json(&form))
    };
    replace().await.problem("record.unknown");
    assert_eq!(save(&ada, "mine", &game).await.status, 201);
    ada.play(&game, 1, "hh").await;
    save(&ada, "mine", &game).await.problem("record.taken");
    assert_eq!(replace().await.status, 200);
    let loaded = Reply::to(ada.get("/me/records/mine")).await.json();
    assert_eq!(loaded["record"]["history"], json!(["hh"]));

    let delete =
        async |who: &Learner| Reply::to(who.request(Method::DELETE, "/me/records/mine")).await;
    delete(&grace).await.problem("record.unknown");
    let deleted = delete(&ada).await;
    assert_eq!((deleted.status, &*deleted.text), (204, ""));
    delete(&ada).await.problem("record.unknown");
    Reply::to(ada.get("/me/records/mine")).await.problem("record.unknown");
}

#[case]
async fn a_learners_matches_and_records_are_listed() {
    let server = Server::start();
    let (ada, grace) = (server.register("Ada").await, server.register("Grace").await);
    let me = async |who: &Learner| Reply::to(who.get("/me")).await.json();
    assert_eq!((&me(&ada).await["matches"], &me(&ada).await["records"]), (&json!([]), &json!([])));
    let won = ada.start(json!({"record": "hhghhigihjgjhkgkhl"})).await;
    let open = json!({"game": "numerical", "seats": [{"alphabeta": 2}, "human"]});
    let open = ada.start(open).await;
    server.anonymous().start(json!({"game": "gomoku"})).await;
    save(&ada, "one", &won).await;

    let server = server.restart();
    let (ada, grace) = (ada.at(&server), grace.at(&server));
    let listed = me(&ada).await;
    let matches = listed["matches"].as_array().unwrap();
    assert_eq!(matches.iter().map(|entry| &entry["id"]).collect::<Vec<_>>(), [&*open.id, &won.id]);
    let first = &matches[0];
    assert_eq!(first["url"], format!("{}/games/{}", server.url(), open.id));
    assert_eq!(
        (&first["game"], &first["seats"]),
        (&json!("numerical"), &json!([{"alphabeta": 2}, "human"]))
    );
    assert_eq!(
        (&first["status"], &first["to_move"], &first["moves"]),
        (&json!("open"), &json!(2), &json!(1))
    );
    assert_eq!((&matches[1]["status"], &matches[1]["to_move"]), (&json!("won"), &json!(null)));
    assert_eq!((&first["winners"], &matches[1]["winners"]), (&json!([]), &json!([1])));
    // With the keys in the list the match can be played on from anywhere.
    assert_eq!(first["keys"], json!([null, open.key(2)]));
    assert_eq!(
        (&listed["records"][0]["name"], &listed["records"][0]["moves"]),
        (&json!("one"), &json!(9))
    );
    assert_eq!(listed["records_url"], format!("{}/me/records", server.url()));
    assert_eq!(me(&grace).await["matches"], json!([]));
}

#[case]
async fn what_cannot_be_saved_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let game = ada.start(json!({"game": "gomoku"})).await;
    for name in ["%20", "a%00b", "a%0Ab", "a%FFb", "%E2%80%AE", &"x".repeat(65), "a%2Fb"] {
        save(&ada, name, &game).await.problem("record.name");
    }
    let request = |form: Value| ada.request(Method::PUT, "/me/records/x").json(&form);
    Reply::to(request(json!({"game": "0000000000000000"}))).await.problem("game.unknown");
    Reply::to(request(json!({"game": "x"}))).await.problem("game.unknown");
    Reply::to(request(json!({}))).await.problem("body.fields");
    let list = Reply::to(ada.get("/me/records")).await.json();
    assert_eq!(list["records"], json!([]));
}
