//! Names that nobody can register.

use serde_json::{Value, json};

use crate::server::{Caller, Learner, Reply, Server, SharedServer};

async fn is_refused(ada: &Learner, name: &str, code: &str) -> Reply {
    let form = ada.post("/learners").form(&[("name", name)]);
    ada.is_refused(form, code).await;
    ada.is_refused(ada.post("/learners").json(&json!({ "name": name })), code).await
}

#[case]
async fn a_taken_name_is_refused_and_stays_its_owners() {
    let server = Server::start();
    let ada = server.register("Ada Lovelace").await;
    let emile = server.register("Émile").await;
    ada.solve("01").await;
    for name in ["Ada Lovelace", "ada lovelace", "ADA LOVELACE", " Ada Lovelace ", "éMILE"] {
        is_refused(&ada, name, "learner.taken").await;
    }
    assert!(ada.me().await.solved.contains(&"01".to_owned()));
    assert_eq!(emile.me().await.name, "Émile");
}

#[case]
async fn a_name_of_ten_thousand_characters_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    for name in ["x".repeat(10_000), "林".repeat(10_000), "x".repeat(65)] {
        let reply = is_refused(&ada, &name, "learner.name").await;
        assert!(reply.text.contains("at most 64"), "{reply}");
    }
    let longest = "林".repeat(64);
    assert_eq!(server.register(&longest).await.me().await.name, longest);
}

#[case]
async fn a_name_with_a_character_that_no_name_has_is_refused_by_its_position() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let strange = [
        "ab\u{0}c",
        "ab\u{7}c",
        "ab\nc",
        "ab\u{1b}[2Jc",
        "ab\u{7f}",
        "ab\u{85}c",
        "ab:c",
        "ab<b>",
        "ab💥",
    ];
    for name in strange {
        let reply = is_refused(&ada, name, "learner.name").await;
        assert!(reply.text.contains("at position 3"), "{reply}");
        assert!(!reply.text.contains(char::is_control), "{reply}");
    }
}

#[case]
async fn an_empty_name_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    for name in ["", " ", "\t\r\n", ".", "- '", "\u{3000}"] {
        is_refused(&ada, name, "learner.name").await;
    }
}

#[case]
async fn a_registration_of_another_form_is_refused() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let no_registrations: [Value; 10] = [
        json!({}),
        json!({ "name": null }),
        json!({ "name": 7 }),
        json!({ "name": ["Grace"] }),
        json!({ "name": { "first": "Grace" } }),
        json!({ "nom": "Grace" }),
        json!({ "name": "Grace", "key": "gk_mine" }),
        json!("Grace"),
        json!(null),
        json!(["Grace"]),
    ];
    for body in no_registrations {
        ada.is_refused(ada.post("/learners").json(&body), "body.fields").await;
    }
    ada.is_refused(ada.post("/learners").form(&[("nom", "Grace")]), "body.fields").await;
    ada.is_refused(ada.post("/learners").form(&[("", "")]), "body.fields").await;
    // None of them has taken the name.
    server.register("Grace").await;
}
