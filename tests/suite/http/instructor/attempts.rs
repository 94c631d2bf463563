//! Judged answers, and each of them again with its board.

use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::server::{Caller as _, Class, NOON};

#[case]
async fn attempts_are_listed_page_by_page() {
    let class = Class::start();
    let (ada, alan) = (class.server.register("Ada").await, class.server.register("Alan").await);
    for (number, learner) in [&ada, &alan, &ada, &ada].into_iter().enumerate() {
        class.set_time(NOON + number as u64);
        learner.solve(if number == 3 { "01" } else { "12" }).await;
    }
    let list = class.get("/attempts").await;
    let attempts = list["attempts"].as_array().unwrap();
    let steps: Vec<&str> =
        attempts.iter().map(|attempt| attempt["step"].as_str().unwrap()).collect();
    assert_eq!((steps, &list["next"]), (vec!["01", "12", "12", "12"], &Value::Null));
    let mut path = Some("/attempts?limit=3".to_owned());
    let mut seen = Vec::new();
    while let Some(page) = path {
        let page = class.get(&page).await;
        seen.extend(page["attempts"].as_array().unwrap().clone());
        let next = page["next"].as_str().map(|next| next.strip_prefix(class.server.url()).unwrap());
        path = next.map(|next| next.strip_prefix("/instructor").unwrap().to_owned());
    }
    assert_eq!(seen, *attempts);
    let id = class.id("Ada").await;
    let mine = class.get(&format!("/attempts?learner={id}&step=12")).await;
    let mine = mine["attempts"].as_array().unwrap();
    assert_eq!(mine.len(), 2);
    assert!(mine.iter().all(|attempt| attempt["learner"] == json!({ "id": id, "name": "Ada" })));
    // There are none of a learner and a step that exist.
    assert_eq!(class.get(&format!("/attempts?learner={id}&step=07")).await["attempts"], json!([]));
    // A form leaves fields empty.
    assert_eq!(class.get("/attempts?learner=&step=&before=").await, list);
}

#[case]
async fn an_attempt_is_seen_again_item_by_item() {
    let class = Class::start();
    let ada = class.server.register("Ada").await;
    let task = ada.fresh_task("12").await;
    let right = task.solution();
    let mut wrong = right.clone();
    wrong[4] = "9999".to_owned();
    ada.answer(&task, &wrong).await.wrong();
    let list = class.get("/attempts").await;
    let listed = &list["attempts"][0];
    assert_eq!(
        ["verdict", "right", "total", "kind", "late", "worth", "at"].map(|name| &listed[name]),
        [
            &json!("wrong"),
            &json!(39),
            &json!(40),
            &json!("numerical/line-sums"),
            &json!(false),
            &json!(10),
            &json!("2026-09-14T12:00:00Z"),
        ]
    );
    let path = format!("/attempts/{}", listed["id"]);
    assert_eq!(listed["url"], format!("{}/instructor{path}", class.server.url()));
    let again = class.get(&path).await;
    for (name, value) in listed.as_object().unwrap() {
        assert_eq!(again[name], *value, "{name}");
    }
    assert_eq!(again["answer"], wrong.join(","));
    assert_eq!((&again["accepted_today"], &again["older_boards"]), (&json!(false), &json!(false)));
    let items = again["items"].as_array().unwrap();
    assert_eq!(items.len(), 40);
    let fifth = json!({ "position": 5, "sent": "9999", "expected": right[4], "right": false });
    assert_eq!(items[4], fifth);
    for (name, value) in again["task"].as_object().unwrap() {
        assert_eq!(task.fields.get(name), Some(value), "{name}");
    }
    let picture = again["picture"].as_str().unwrap().strip_prefix(class.server.url()).unwrap();
    let picture = picture.strip_prefix("/instructor").unwrap();
    let marked = class.reply(picture).await;
    assert_eq!((marked.status, marked.header(CONTENT_TYPE)), (200, "image/svg+xml"));
    let plain = class.reply(&format!("{picture}?plain=1")).await;
    assert_ne!(plain.text, marked.text);
}
