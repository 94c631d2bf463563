//! Tokens that name no task that may be answered here and now.

use gradus::app::now;
use gradus::step::{Fingerprint, Keyring, Secret, Subject, TaskIdentity, Timestamp, Token};
use serde_json::json;

use crate::catalog;
use crate::server::{Caller, Learner, Server, SharedServer, Task};

const HOUR: u64 = 60 * 60;

/// A token in each place where one may be sent, refused in all of them with one code.
async fn is_refused(ada: &Learner, token: &str, code: &str) {
    let items = ada.task("07").await.solution();
    let fields = [("task", token), ("ans", &items.join(","))];
    ada.is_refused(ada.get("/step_07").query(&fields[..1]), code).await;
    ada.is_refused(ada.get("/step_07").query(&fields), code).await;
    ada.is_refused(ada.post("/step_07").form(&fields), code).await;
    let body = json!({ "task": token, "ans": items });
    let reply = ada.is_refused(ada.post("/step_07").json(&body), code).await;
    assert!(token.len() < 20 || !reply.text.contains(token), "{reply}");
}

/// What makes the boards of step 07.
fn fingerprint() -> Fingerprint {
    catalog().get("07".parse().unwrap()).unwrap().exercise().fingerprint()
}

/// What a token of the first learner says, issued by the server so many seconds ago.
fn token_of(keyring: &Keyring, fingerprint: Fingerprint, age: u64) -> Token {
    Token {
        task: TaskIdentity {
            step: "07".parse().unwrap(),
            fingerprint,
            subject: keyring.subject(Subject::Learner(1)),
            nonce: keyring.random_nonce(7),
        },
        issued: Timestamp::from_seconds(now().seconds() - age),
    }
}

#[case]
async fn a_forged_token_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let Task { token, .. } = ada.task("07").await;

    let changed = |position: usize| {
        let mut letters: Vec<char> = token.chars().collect();
        letters[position] = if letters[position] == 'A' { 'B' } else { 'A' };
        letters.into_iter().collect::<String>()
    };
    let mut forged: Vec<String> = (0..token.len()).step_by(10).map(changed).collect();
    forged.extend([
        String::new(),
        "A".to_owned(),
        "null".to_owned(),
        token[1..].to_owned(),
        token[..token.len() - 1].to_owned(),
        format!("{token}A"),
        format!("{token}="),
        token.repeat(2),
        token.to_lowercase(),
        format!("{token}\u{0}"),
        "é".repeat(71),
        "A".repeat(71),
        "A".repeat(2000),
    ]);
    for token in forged {
        is_refused(&ada, &token, "task.forged").await;
    }
}

#[case]
async fn a_token_signed_with_another_secret_is_refused() {
    let (server, other) = (SharedServer::join(), Server::start());
    let ada = server.learner().await;
    let of_other = other.anonymous().task("07").await;
    is_refused(&ada, &of_other.token, "task.forged").await;

    let keyring = Keyring::new(&Secret::from_bytes([0; 32]));
    let token = keyring.sign(&token_of(&keyring, fingerprint(), 0));
    is_refused(&ada, &token, "task.forged").await;
}

#[case]
async fn a_foreign_token_is_refused() {
    let server = SharedServer::join();
    let (ada, grace) = (server.learner().await, server.learner().await);
    let anonymous = server.anonymous();
    is_refused(&grace, &ada.task("07").await.token, "task.foreign").await;
    is_refused(&grace, &ada.fresh_task("07").await.token, "task.foreign").await;
    is_refused(&ada, &anonymous.task("07").await.token, "task.foreign").await;

    let task = ada.fresh_task("07").await;
    anonymous.answer(&task, task.solution()).await.problem("task.foreign");
    grace.answer(&task, task.solution()).await.problem("task.foreign");
    ada.answer(&task, task.solution()).await.accepted();
}

#[case]
async fn an_expired_token_is_refused() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let keyring = server.workplace().keyring();
    for age in [24 * HOUR, 48 * HOUR, 24 * 365 * HOUR] {
        is_refused(&ada, &keyring.sign(&token_of(&keyring, fingerprint(), age)), "task.expired")
            .await;
    }
}

#[case]
async fn a_token_from_the_future_is_refused() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let keyring = server.workplace().keyring();
    for ahead in [HOUR, 24 * HOUR, 24 * 365 * HOUR, u64::MAX] {
        let issued = now().plus(ahead);
        let token = Token { issued, ..token_of(&keyring, fingerprint(), 0) };
        is_refused(&ada, &keyring.sign(&token), "task.future").await;
    }
    // The clock of another replica may be a little ahead.
    let token = Token { issued: now().plus(30), ..token_of(&keyring, fingerprint(), 0) };
    let shown = ada.get("/step_07").query(&[("task", keyring.sign(&token))]);
    let task = crate::server::Reply::to(shown).await.task();
    ada.answer(&task, task.solution()).await.accepted();
}

#[case]
async fn a_token_is_good_for_a_day() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let keyring = server.workplace().keyring();
    let token = keyring.sign(&token_of(&keyring, fingerprint(), 23 * HOUR));
    let shown = ada.get("/step_07").query(&[("task", format!(" {token}\n"))]);
    let task = crate::server::Reply::to(shown).await.task();
    assert_eq!(task.token, token);
    ada.answer(&task, task.solution()).await.accepted();
}

#[case]
async fn a_token_of_other_boards_is_refused() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let keyring = server.workplace().keyring();
    for bits in [0, 1, fingerprint().to_bits() ^ 1, u32::MAX] {
        let other = Fingerprint::from_bits(bits);
        let token = keyring.sign(&token_of(&keyring, other, HOUR));
        is_refused(&ada, &token, "task.revision").await;
    }
}

#[case]
async fn a_token_of_another_step_is_refused() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    for step in ["01", "36"] {
        let Task { token, .. } = ada.task(step).await;
        is_refused(&ada, &token, "task.step").await;
    }
}
