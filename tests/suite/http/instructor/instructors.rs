//! Who runs the class.

use serde_json::{Value, json};

use crate::server::{Caller as _, Class, INSTRUCTOR_KEY, Reply};

#[case]
async fn instructors_come_and_go() {
    let class = Class::start();
    let added = class.done("/instructors", json!({ "name": "Barbara Liskov" })).await;
    assert_eq!(added["name"], "Barbara Liskov");
    let key = added["key"].as_str().unwrap();
    assert!(key.starts_with("gi_") && key.len() >= 32, "{key}");
    class
        .post("/instructors", json!({ "name": "barbara liskov" }))
        .await
        .problem("instructor.taken");
    class.post("/instructors", json!({ "name": ":" })).await.problem("learner.name");
    let barbara = class.server.learner("Barbara Liskov", key);
    assert_eq!(Reply::to(barbara.get("/instructor")).await.status, 200);

    let list = class.get("/instructors").await;
    let [first, second] = &list["instructors"].as_array().unwrap()[..] else { panic!("{list}") };
    assert_eq!(
        (&first["name"], &second["name"]),
        (&json!("Barbara Liskov"), &json!("Grace Hopper"))
    );
    assert_eq!(second["id"], Value::Null);
    assert!(!list.to_string().contains("gi_"), "{list}");

    let rekeyed = class.done(&format!("/instructors/{}/rekey", first["id"]), json!({})).await;
    Reply::to(barbara.get("/instructor")).await.problem("auth.key");
    let barbara = class.server.learner("Barbara Liskov", rekeyed["key"].as_str().unwrap());
    assert_eq!(Reply::to(barbara.get("/instructor")).await.status, 200);

    let path = format!("/instructors/{}/remove", first["id"]);
    class.done(&path, json!({})).await;
    Reply::to(barbara.get("/instructor")).await.problem("auth.key");
    class.post(&path, json!({})).await.problem("instructor.unknown");
}

#[case]
async fn no_key_is_in_the_log() {
    let class = Class::start();
    let ada = class.import("name\nAda\n").await.remove(0);
    let id = class.id("Ada").await;
    let rekeyed = class.done(&format!("/learners/{id}/rekey"), json!({})).await;
    let added = class.done("/instructors", json!({ "name": "Barbara" })).await;
    Reply::to(ada.get("/me")).await.problem("auth.key");
    let log = class.server.workplace().log();
    for key in [
        &*ada.key,
        rekeyed["key"].as_str().unwrap(),
        added["key"].as_str().unwrap(),
        INSTRUCTOR_KEY,
    ] {
        assert!(!log.contains(key.get(3..).unwrap()), "{key}");
    }
}
