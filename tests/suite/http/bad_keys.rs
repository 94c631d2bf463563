//! Keys that are wrong, and credentials that cannot be read. Nobody becomes anonymous by a typing error.

use data_encoding::BASE64;
use reqwest::header::{AUTHORIZATION, HeaderValue, WWW_AUTHENTICATE};
use serde_json::json;

use crate::server::{Caller, SharedServer};

#[case]
async fn a_wrong_key_is_refused_wherever_it_is_sent() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let anonymous = server.anonymous();
    let answer = json!({ "ans": anonymous.task("07").await.solution() });
    let requests = || {
        let posting = anonymous.post("/step_07").json(&answer);
        ["/me", "/", "/step_07", "/step_07?ans=x"]
            .map(|path| anonymous.get(path))
            .into_iter()
            .chain([posting])
    };
    let mut one_letter_off = ada.key.clone();
    let last = one_letter_off.pop();
    one_letter_off.push(if last == Some('A') { 'B' } else { 'A' });
    let longer = format!("{}A", ada.key);
    for key in [one_letter_off.as_str(), &longer, "gk_", "x", &ada.key.to_uppercase()] {
        for request in requests() {
            let reply = ada.is_refused(request.bearer_auth(key), "auth.key").await;
            assert!(reply.header(WWW_AUTHENTICATE).starts_with("Basic"), "{reply}");
        }
        for request in requests() {
            ada.is_refused(request.basic_auth(&ada.name, Some(key)), "auth.key").await;
        }
    }
}

#[case]
async fn a_key_under_another_name_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let grace = server.learner().await;
    let (longer, behind_colon) = (format!("{}a", ada.name), format!("A:{}", ada.name));
    let with_cyrillic = ada.name.replace('e', "е");
    for name in [&*grace.name, "", &longer, &behind_colon, &with_cyrillic] {
        let request = server.anonymous().get("/me").basic_auth(name, Some(&ada.key));
        ada.is_refused(request, "auth.key").await;
    }
    let request = server.anonymous().get("/me").basic_auth(&ada.name, Some(&grace.key));
    ada.is_refused(request, "auth.key").await;
    for user in [&ada.name, &ada.key] {
        let without_password = server.anonymous().get("/me").basic_auth(user, None::<&str>);
        let reply = ada.is_refused(without_password, "auth.key").await;
        assert!(reply.to_string().contains("your key as the password"), "{reply}");
    }
}

#[case]
async fn credentials_that_cannot_be_read_are_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let key = &ada.key;
    let basic = |bytes: &[u8]| format!("Basic {}", BASE64.encode(bytes));
    let unreadable = [
        String::new(),
        key.clone(),
        "Bearer".to_owned(),
        format!("Bearer:{key}"),
        format!("Token {key}"),
        format!("Digest username=\"{}\", response=\"{key}\"", ada.name),
        "Basic".to_owned(),
        format!("Basic {}:{key}", ada.name),
        "Basic %%%".to_owned(),
        basic(b"no colon"),
        basic(b"\xff\xfe:\xfd"),
    ];
    for header in unreadable {
        for path in ["/me", "/step_07"] {
            let request = server.anonymous().get(path).header(AUTHORIZATION, &header);
            ada.is_refused(request, "auth.form").await;
        }
    }
    let no_text = HeaderValue::from_bytes(b"Bearer \xff").unwrap();
    let request = server.anonymous().get("/me").header(AUTHORIZATION, no_text);
    ada.is_refused(request, "auth.form").await;
}

#[case]
async fn what_is_for_learners_is_refused_without_a_key() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let reply = ada.is_refused(server.anonymous().get("/me"), "auth.missing").await;
    assert!(reply.header(WWW_AUTHENTICATE).starts_with("Basic"), "{reply}");
    let in_the_address = server.anonymous().get("/me").query(&[("key", &ada.key)]);
    ada.is_refused(in_the_address, "auth.missing").await;
}

#[case]
async fn two_keys_are_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    // The learner's own header, and another one.
    let request = ada.get("/me").header(AUTHORIZATION, "Bearer gk_another");
    ada.is_refused(request, "auth.form").await;
}
