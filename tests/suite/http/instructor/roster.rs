//! Importing a class list.

use std::fmt::Write as _;

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use serde_json::json;

use crate::server::{Caller as _, Class, Reply};

#[case]
async fn a_class_list_gives_keys_once() {
    let class = Class::start();
    let csv = "name,section\nAda Lovelace,A\nAlan Turing,B\n";
    let learners = class.import(csv).await;
    assert_eq!(learners.len(), 2);
    for learner in &learners {
        assert_eq!(learner.me().await.name, learner.name);
    }
    let again = class.done("/roster", json!({ "csv": csv })).await;
    let expected = json!({
        "is_success": true, "dry_run": false, "added": 0, "new": [], "changed": 0, "changes": [], "unchanged": 2,
        "nicknames_cleared": 0, "missing": [], "missing_total": 0, "lacks_sections": false, "names_turned": 0, "skipped_lines": [], "unidentified": [],
        "unused_columns": [], "keys": [],
    });
    assert_eq!(again, expected);
    let shorter = class.done("/roster", json!({ "csv": "name,section\nAda Lovelace,B\n" })).await;
    assert_eq!((&shorter["changed"], &shorter["missing"]), (&json!(1), &json!(["Alan Turing"])));
    assert_eq!(learners[1].me().await.name, "Alan Turing");
}

#[case]
async fn a_dry_run_says_who_would_change_and_which_columns_are_not_used() {
    let class = Class::start();
    class.import("name,section\nAda Lovelace,A\n").await;
    let csv = "name,section,mail adress\nAda Lovelace,B,ada@example.org\nAlan Turing,,\n";
    let body = json!({ "csv": csv, "dry_run": true });
    let told = class.done("/roster", body).await;
    let changes = json!([{ "id": 1, "name": "Ada Lovelace", "fields": ["section"], "values": [{ "field": "section", "was": "A", "is": "B" }], "new_key": false }]);
    let found = ["new", "changes", "unused_columns"].map(|name| told[name].clone());
    assert_eq!(found, [json!(["Alan Turing"]), changes, json!(["mail adress"])]);
    // The page says the same.
    let page = class.form("/roster", &[("csv", csv), ("dry_run", "1")]).await;
    for text in ["Alan Turing", "Columns that are not used: mail adress.", "Section"] {
        assert!(page.text.contains(text), "{text}: {page}");
    }
    assert_eq!(class.get("/learners").await["learners"].as_array().unwrap().len(), 1);
}

#[case]
async fn a_dry_run_changes_nothing() {
    let class = Class::start();
    let form = json!({ "csv": "name\nAda\nAlan\n", "dry_run": true });
    let report = class.done("/roster", form).await;
    assert_eq!((&report["dry_run"], &report["added"]), (&json!(true), &json!(2)));
    assert_eq!(report["keys"], json!([]));
    assert_eq!(class.get("/learners").await["learners"], json!([]));
}

#[case]
async fn a_list_is_a_body_of_its_own_too() {
    let class = Class::start();
    let send = async |path: &str, content_type: &str, body: Vec<u8>| {
        let request = class.grace.post(&format!("/instructor{path}"));
        Reply::to(request.header(CONTENT_TYPE, content_type).body(body)).await
    };
    let csv = || "\u{feff}name;section\r\nAda;A\r\n".as_bytes().to_vec();
    let planned = send("/roster?dry_run=1", "text/csv", csv()).await;
    assert_eq!((planned.status, &planned.json()["added"]), (200, &json!(1)), "{planned}");
    let done = send("/roster", "text/csv; charset=utf-8", csv()).await;
    assert_eq!((done.status, &done.json()["added"]), (200, &json!(1)), "{done}");
    let latin = send("/roster?dry_run=1", "text/csv", b"name\nAd\xE9\n".to_vec()).await;
    let read = latin.json();
    assert_eq!([&read["encoding"], &read["new"]], [&json!("windows-1252"), &json!(["Adé"])]);
    let path = "/roster?encoding=utf-8";
    let wrong = send(path, "text/csv", b"name\nAd\xE9\n".to_vec()).await;
    wrong.problem("roster.invalid");
    assert!(wrong.text.contains("not valid UTF-8"), "{wrong}");
    send("/roster?encoding=klingon", "text/csv", csv()).await.problem("query.invalid");
    // A program sends a file with the type that its system has for it.
    for kind in [
        "text/plain",
        "text/tab-separated-values",
        "application/vnd.ms-excel",
        "application/octet-stream",
    ] {
        let again = send("/roster?dry_run=1", kind, csv()).await;
        assert_eq!((again.status, &again.json()["unchanged"]), (200, &json!(1)), "{kind}: {again}");
    }
    let declared =
        send("/roster?dry_run=1", "text/csv; charset=macintosh", b"name\nJ\x9frgen\n".to_vec())
            .await;
    assert_eq!(declared.json()["new"], json!(["Jürgen"]), "{declared}");
    let workbook = send("/roster", "text/csv", b"PK\x03\x04".to_vec()).await;
    workbook.problem("roster.invalid");
    assert!(workbook.text.contains("Excel/ZIP"), "{workbook}");
    send("/roster", "text/csv", vec![b'a'; 300_000]).await.problem("body.size");
}

#[case]
async fn all_faults_of_a_list_are_told_and_nothing_is_imported() {
    let class = Class::of("[sections.A]\n[sections.B]\n");
    let csv = "name,section,email\nAda,A,ada@example.org\n:,A,\nAlan,C,alan\n";
    let refused = class.post("/roster", json!({ "csv": csv })).await;
    let detail = refused.problem("roster.invalid").detail;
    assert!(detail.starts_with("The list is not imported. Line 3: "), "{detail}");
    assert!(detail.ends_with(". Errors in total: 3."), "{detail}");
    let body = refused.json();
    let faults = body["faults"].as_array().unwrap();
    let lines: Vec<u64> = faults.iter().map(|fault| fault["line"].as_u64().unwrap()).collect();
    assert!(lines.starts_with(&[3, 4]) && faults.len() == 3, "{refused}");
    for fault in faults {
        assert!(fault["what"].is_string() && fault["help"].is_string(), "{fault}");
    }
    assert_eq!(class.get("/learners").await["learners"], json!([]));
}

#[case]
async fn who_has_registered_before_is_taken_over_only_knowingly() {
    let class = Class::start();
    let ada = class.server.register("Ada").await;
    let csv = "name,section\nAda,A\n";
    class.post("/roster", json!({ "csv": csv })).await.problem("roster.invalid");
    let kept = class.done("/roster", json!({ "csv": csv, "registered": "keep" })).await;
    assert_eq!((&kept["changed"], &kept["keys"]), (&json!(1), &json!([])));
    assert_eq!(ada.me().await.name, "Ada");
    let alan = class.server.register("Alan").await;
    let csv = "name\nAda\nAlan\n";
    let rekeyed = class.done("/roster", json!({ "csv": csv, "registered": "rekey" })).await;
    assert_eq!(rekeyed["keys"].as_array().unwrap().len(), 1);
    Reply::to(alan.get("/me")).await.problem("auth.key");
    let key = rekeyed["keys"][0]["key"].as_str().unwrap();
    assert_eq!(class.server.learner("Alan", key).me().await.name, "Alan");
}

#[case]
async fn a_nickname_gives_way_to_a_name_of_the_list_and_no_name_is_an_instructors() {
    let class = Class::start();
    let ada = class.server.register("Ada").await;
    let nickname = async |text: &str| {
        Reply::to(ada.post("/me/nickname").json(&json!({ "nickname": text }))).await
    };
    assert_eq!(nickname("Emmy Noether").await.status, 200);
    let csv = "name\nemmy noether\n";
    for is_dry_run in [true, false] {
        let report = class.done("/roster", json!({ "csv": csv, "dry_run": is_dry_run })).await;
        assert_eq!((&report["added"], &report["nicknames_cleared"]), (&json!(1), &json!(1)));
    }
    let list = class.get("/learners").await;
    let learners = list["learners"].as_array().unwrap();
    assert!(learners.iter().all(|learner| learner["nickname"].is_null()), "{list}");

    // The name of an instructor who is named in the environment.
    nickname("grace hopper").await.problem("nickname.taken");
    let form = json!({ "name": "Grace Hopper" });
    let registered = class.server.anonymous().post("/learners").json(&form);
    Reply::to(registered).await.problem("learner.taken");
    let path = format!("/learners/{}", class.id("Ada").await);
    class.post(&path, form).await.problem("learner.taken");
    let refused = class.post("/roster", json!({ "csv": "name\nAda\nGrace Hopper\n" })).await;
    refused.problem("roster.invalid");
    assert!(refused.text.contains("that of the instructor"), "{refused}");
}

#[case]
async fn a_long_list_is_imported() {
    let class = Class::start();
    let mut csv = "name,section,email,id\n".to_owned();
    for number in 0..3000 {
        writeln!(csv, "Learner {number},{},l{number}@example.org,{number}", number % 6).unwrap();
    }
    let learners = class.import(&csv).await;
    assert_eq!(learners.len(), 3000);
    assert_eq!(learners[2999].me().await.name, "Learner 2999");
    let sections = &class.get("").await["sections"];
    assert_eq!(*sections, json!(["0", "1", "2", "3", "4", "5"]));
}

#[case]
async fn headings_that_are_not_known_are_chosen_on_the_page() {
    let class = Class::start();
    let csv = "Wer;Wo;Nr\nAda Lovelace;A;7\n";
    let refused = class.post("/roster", json!({ "csv": csv })).await;
    refused.problem("roster.invalid");
    let page = class.form("/roster", &[("csv", csv), ("dry_run", "1")]).await;
    for text in ["the headings are", "value=\"name=Wer\"", "value=\"section=Wo\""] {
        assert!(page.text.contains(text), "{text}: {page}");
    }
    let chosen = [
        ("csv", csv),
        ("dry_run", "1"),
        ("column", "name=Wer"),
        ("column", "section=Wo"),
        ("column", ""),
    ];
    let page = class.form("/roster", &chosen).await;
    for text in ["Ada Lovelace", "value=\"name=Wer\" selected", "value=\"section=Wo\" selected"] {
        assert!(page.text.contains(text), "{text}: {page}");
    }
    for column in [json!("name=Wer,section=Wo"), json!(["name=Wer", "section=Wo"])] {
        let report =
            class.done("/roster", json!({ "csv": csv, "column": column, "dry_run": true })).await;
        assert_eq!(report["new"], json!(["Ada Lovelace"]));
    }
    class.post("/roster", json!({ "csv": csv, "column": "Wer" })).await.problem("class.form");
}

#[case]
async fn two_learners_of_one_name_are_told_apart_by_their_ids() {
    let class = Class::start();
    let csv =
        "name,section,email,id\nWei Zhang,A,w1@example.org,1001\nWei Zhang,A,w2@example.org,1002\n";
    let learners = class.import(csv).await;
    for learner in &learners {
        assert_eq!(learner.me().await.name, "Wei Zhang");
    }
    let gradebook = class.grace.get("/instructor/gradebook").header(ACCEPT, "text/html");
    let gradebook = Reply::to(gradebook).await;
    for label in ["Wei Zhang (1001)", "Wei Zhang (1002)"] {
        assert!(gradebook.text.contains(label), "{label}: {gradebook}");
    }
    let extension =
        |learner: &str| json!({ "learner": learner, "step": "07", "due": "2027-01-01" });
    let refused = class.post("/extensions", extension("Wei Zhang")).await;
    refused.problem("class.form");
    assert!(refused.text.contains("id:1001"), "{refused}");
    let given = class.post("/extensions", extension("id:1002")).await;
    assert_eq!(given.json()["learner"]["student_id"], json!("1002"), "{given}");
    let cleared = class.post("/learners/1", json!({ "student_id": "" })).await;
    cleared.problem("learner.taken");
}
