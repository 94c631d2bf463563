//! Receipts: what an accepted answer comes with, and that anybody can verify it with the server's public keys.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use gradus::step::Secret;
use gradus_client::receipts::{Claims, Invalid, KeySet, verify};
use reqwest::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, ORIGIN};
use serde_json::{Value, json};

use crate::places::{self, REPOSITORY};
use crate::server::{Caller, Learner, Refusal, Reply, Server, Workplace};
use crate::solve_all::client;

/// The moment at which a test begins: 2027-01-15T08:00:00Z.
const START: u64 = 1_800_000_000;

/// A server with a course, and a clock that stands still.
fn school(course: &str) -> Server {
    let workplace = Arc::new(Workplace::new());
    workplace.write("course.toml", course);
    workplace.set_clock(START);
    start(&workplace)
}

fn start(workplace: &Arc<Workplace>) -> Server {
    Server::start_with(workplace, |command| {
        command.args(["--course", "course.toml", "--clock", "clock"])
    })
}

/// The server's public keys as it publishes them.
async fn published(server: &Server) -> String {
    Reply::to(server.anonymous().get("/.well-known/jwks.json")).await.text
}

/// What a receipt says by the server's public keys.
async fn verified(server: &Server, receipt: &str) -> Claims {
    verify(receipt, &KeySet::read(&published(server).await).unwrap()).unwrap()
}

/// The receipt in the reply to an accepted answer.
fn receipt_in(reply: &Reply) -> String {
    reply.accepted();
    reply.json()["receipt"].as_str().unwrap_or_else(|| panic!("{reply}")).to_owned()
}

async fn list(learner: &Learner) -> Vec<Value> {
    let reply = Reply::to(learner.get("/me/receipts")).await;
    assert_eq!(reply.status, 200, "{reply}");
    reply.json()["receipts"].as_array().unwrap().clone()
}

#[case]
async fn an_accepted_answer_has_a_receipt_and_the_same_answer_the_same_one() {
    let server = school("name = \"Programming 1\"\n[steps.07]\npoints = 15");
    let ada = server.register("Ada Lovelace").await;
    let task = ada.task("07").await;
    let first = ada.answer(&task, task.solution()).await;
    let receipt = receipt_in(&first);
    server.workplace().set_clock(START + 60);
    assert_eq!(receipt_in(&ada.answer(&task, task.solution()).await), receipt);

    let claims = verified(&server, &receipt).await;
    assert_eq!((claims.learner.as_str(), claims.step.to_string()), ("Ada Lovelace", "07".into()));
    assert_eq!((claims.kind.as_str(), claims.points), ("gomoku/line-patterns", 15.0));
    assert_eq!((claims.course.as_deref(), claims.iss), (Some("Programming 1"), None));
    assert_eq!((claims.graded_at, claims.jti.len()), (START, 32));

    let [entry] = &list(&ada).await[..] else { panic!("one step is solved") };
    let expected = json!({
        "step": "07", "kind": "gomoku/line-patterns", "points": 15, "graded_at": "2027-01-15T08:00:00Z", "receipt": receipt,
    });
    assert_eq!(*entry, expected);
    // A changed one is noticed, and one of another server's key.
    let keys = KeySet::read(&published(&server).await).unwrap();
    let (signed, signature) = receipt.rsplit_once('.').unwrap();
    let other = if signature.starts_with('A') { 'B' } else { 'A' };
    let changed = format!("{signed}.{other}{}", &signature[1..]);
    assert!(verify(&changed, &keys).is_err());
    let other = KeySet::read(&published(&Server::start()).await).unwrap();
    assert!(matches!(verify(&receipt, &other), Err(Invalid::UnknownKey(_))));
}

#[case]
async fn a_wrong_answer_and_an_anonymous_one_have_none() {
    let server = Server::start();
    let (ada, anonymous) = (server.register("Ada").await, server.anonymous());
    let task = ada.task("12").await;
    let wrong = ada.answer(&task, vec![0; 40]).await;
    wrong.wrong();
    assert_eq!(wrong.json().get("receipt"), None);
    assert_eq!(anonymous.solve("07").await.json().get("receipt"), None);
    assert_eq!(list(&ada).await, [] as [Value; 0]);
    Reply::to(anonymous.get("/me/receipts")).await.problem("auth.missing");
}

#[case]
async fn of_each_step_the_answer_counts_that_earned_most() {
    let server = school("[defaults]\nlate = 0.5\n[steps.07]\npoints = 15\ndue = 2027-01-16T00:00Z");
    let ada = server.register("Ada").await;
    let early = receipt_in(&ada.solve("07").await);
    server.workplace().set_clock(START + 100_000);
    let late = receipt_in(&ada.solve("07").await);
    let claims = verified(&server, &late).await;
    assert_eq!(claims.points.to_string(), "7.5");
    let step_01 = receipt_in(&ada.solve("01").await);
    let receipts: Vec<Value> =
        list(&ada).await.iter().map(|entry| entry["receipt"].clone()).collect();
    assert_eq!(receipts, [step_01, early]);
}

#[case]
async fn the_keys_may_be_read_by_everybody_and_kept_for_a_while() {
    let server = Server::start();
    let request = server.anonymous().get("/.well-known/jwks.json");
    let reply = Reply::to(request.header(ORIGIN, "https://elsewhere.example")).await;
    assert_eq!(reply.header(CACHE_CONTROL), "public, max-age=300");
    assert_eq!(reply.header(ACCESS_CONTROL_ALLOW_ORIGIN), "*");
    let set = reply.json();
    assert_eq!(set["is_success"], true);
    let [key] = &set["keys"].as_array().unwrap()[..] else { panic!("{reply}") };
    let keyring = server.workplace().keyring();
    assert_eq!(key["kid"], keyring.receipts().id());
    let members = json!({"kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": key["kid"], "x": key["x"]});
    assert_eq!(*key, members);
}

#[case]
async fn receipts_stay_valid_when_the_secret_is_another_one() {
    let mut server = school("name = \"Programming 1\"");
    let ada = server.register("Ada").await;
    let old = receipt_in(&ada.solve("07").await);
    server.kill();
    let workplace = Arc::clone(server.workplace());
    fs::write(workplace.path("gradus.secret"), Secret::from_bytes([9; 32]).to_hex()).unwrap();
    let server = start(&workplace);
    let ada = ada.at(&server);
    let new = receipt_in(&ada.solve("01").await);
    assert_eq!(verified(&server, &old).await.step.to_string(), "07");
    assert_eq!(verified(&server, &new).await.step.to_string(), "01");
    let keys: Value = serde_json::from_str(&published(&server).await).unwrap();
    let ids: Vec<&Value> = keys["keys"].as_array().unwrap().iter().map(|key| &key["kid"]).collect();
    assert_eq!(ids.len(), 2);
    assert_eq!(ids[0], workplace.keyring().receipts().id());
}

#[case]
async fn the_client_keeps_receipts_and_verifies_them_without_the_server() {
    let mut server = school("name = \"Programming 1\"");
    let ada = server.register("Ada").await;
    let path = |name: &str| server.workplace().path(name).to_str().unwrap().to_owned();
    let (receipts, keys, reply) = (path("receipts"), path("jwks.json"), path("reply.json"));
    fs::write(&keys, published(&server).await).unwrap();
    for steps in ["01,07", "07"] {
        let arguments = ["--key", &ada.key, "--steps", steps, "--receipts", &receipts];
        assert!(client(&server, "solve-all", &arguments).output().unwrap().status.success());
    }
    let kept = fs::read_to_string(&receipts).unwrap();
    assert_eq!(kept.lines().count(), 2, "{kept}");
    let own = client(&server, "me", &["receipts", "--key", &ada.key]).output().unwrap();
    assert_eq!(String::from_utf8(own.stdout).unwrap(), kept);
    let listed = Reply::to(ada.get("/me/receipts")).await;
    fs::write(&reply, &listed.text).unwrap();

    let verify = |server: &Server, file: &str, more: &[&str]| {
        let output = client(server, "verify", &[&[file], more].concat()).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let url = format!("{}/.well-known/jwks.json", server.url());
    assert_eq!(verify(&server, &receipts, &[]).0, 0);
    assert_eq!(verify(&server, &receipts, &["--jwks", &url]).0, 0);
    server.kill();
    assert_eq!(verify(&server, &receipts, &[]).0, 3);
    let (code, told) = verify(&server, &receipts, &["--jwks", &keys]);
    assert_eq!(code, 0, "{told}");
    let line = "step 01  gomoku/hello  5 points  Ada (#1)  2027-01-15T08:00:00Z  Programming 1";
    assert!(told.contains(line), "{told}");
    assert!(told.ends_with("2 valid, 0 invalid\n"), "{told}");
    assert_eq!(verify(&server, &reply, &["--jwks", &keys]), (0, told));

    let [first, second] = [0, 1].map(|line| kept.lines().nth(line).unwrap());
    let (signed, _) = first.rsplit_once('.').unwrap();
    let (_, signature) = second.rsplit_once('.').unwrap();
    fs::write(&receipts, format!("{first}\n{signed}.{signature}\n{signed}.\n")).unwrap();
    let (code, told) = verify(&server, &receipts, &["--jwks", &keys]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("INVALID  receipt 2: its signature does not fit"), "{told}");
    assert!(told.ends_with("1 valid, 2 invalid\n"), "{told}");
}

#[case]
fn receipts_and_keys_are_read_as_windows_writes_them() {
    let case = format!("{REPOSITORY}/tests/data/cases/10-receipts-from-windows");
    let workplace = Workplace::new();
    let key_set = fs::read_to_string(format!("{case}/jwks.json")).unwrap();
    let utf16 = key_set.encode_utf16().flat_map(u16::to_be_bytes);
    let with_marks = [
        workplace.write("bom.json", format!("\u{feff}{key_set}")),
        workplace.write("utf16.json", [0xfe, 0xff].into_iter().chain(utf16).collect::<Vec<u8>>()),
    ];
    let verify = |file: &str, keys: &Path| {
        let mut client = Command::new(places::gradus_client());
        client.args(["verify", file, "--jwks"]).arg(keys).env_clear();
        let output = client.output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    for file in ["plain.txt", "bom.txt", "utf16.txt"] {
        let file = format!("{case}/{file}");
        for keys in [&PathBuf::from(format!("{case}/jwks.json"))].into_iter().chain(&with_marks) {
            let (code, said) = verify(&file, keys);
            assert!(code == Some(0) && said.ends_with("1 valid, 0 invalid\n"), "{file}: {said}");
        }
    }
    let receipt = fs::read_to_string(format!("{case}/plain.txt")).unwrap();
    let lines: Vec<_> = receipt.trim().as_bytes().chunks(70).collect();
    let mail = format!("Dear Ada,\n> {}\n", String::from_utf8(lines.join(&b"\n> "[..])).unwrap());
    for text in [mail, format!("step;receipt\r\n01;{}\r\n", receipt.trim())] {
        let file = workplace.write("text.txt", &text);
        let (code, said) = verify(file.to_str().unwrap(), &with_marks[0]);
        assert!(code == Some(0) && said.ends_with("1 valid, 0 invalid\n"), "{text}: {said}");
    }
    let no_keys = workplace.write("no-keys.json", "<html>");
    let mut client = Command::new(places::gradus_client());
    let plain = format!("{case}/plain.txt");
    let refusal = Refusal::of(client.args(["verify", &plain, "--jwks"]).arg(&no_keys));
    assert!(refusal.lines[0].contains("no-keys.json: this is not a JWK set"), "{refusal:?}");
    let (code, said) = verify(&format!("{case}/jwks.json"), &with_marks[0]);
    assert!(code == Some(2) && said.is_empty(), "{code:?} {said}");
    let other = workplace.write("other.txt", "Dear Ada,\n");
    let (code, said) = verify(other.to_str().unwrap(), &with_marks[0]);
    assert!(code == Some(2) && said.starts_with("NOT A RECEIPT  text 1: "), "{code:?} {said}");
}
