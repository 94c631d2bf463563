//! The secret is replaced by another one: what was fetched before is good for a day, and nothing of one secret is taken for the other's.

use std::fs;
use std::sync::Arc;

use gradus::step::{Keyring, Secret, Subject, TaskIdentity, Timestamp, Token};
use serde_json::json;

use crate::catalog;
use crate::server::{
    Caller as _, Cluster, Plays as _, Refusal, Reply, Server, Task, WINDOW, Workplace,
};

/// The moment at which a test begins: 2027-01-15T08:00:00Z.
const START: u64 = 1_800_000_000;

const DAY: u64 = 24 * 60 * 60;

/// The secret before and the secret after, where they are not in files.
const OLD: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
const NEW: &str = "fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210";

/// With this option a server accepts the secret that [`replace_secret`] has put away.
const ACCEPTING: [&str; 2] = ["--previous-secret-file", "old.secret"];

/// A server whose clock stands still.
fn start(workplace: &Arc<Workplace>, time: u64, options: &[&str]) -> Server {
    workplace.set_clock(time);
    Server::start_with(workplace, |command| command.args(["--clock", "clock"]).args(options))
}

/// Stops a server, puts its secret away, and starts it again with a new one.
fn replace_secret(mut server: Server, time: u64, options: &[&str]) -> Server {
    server.terminate();
    let workplace = Arc::clone(server.workplace());
    fs::rename(workplace.path("gradus.secret"), workplace.path("old.secret")).unwrap();
    start(&workplace, time, options)
}

fn secret(server: &Server, file: &str) -> Secret {
    fs::read_to_string(server.workplace().path(file)).unwrap().parse().unwrap()
}

/// A token of step 07 for whoever is at 127.0.0.1, as somebody issues it who knows a secret.
fn token_of(keyring: &Keyring, issued: u64) -> String {
    let step = catalog().get("07".parse().unwrap()).unwrap();
    let task = TaskIdentity {
        step: step.number,
        fingerprint: step.exercise().fingerprint(),
        subject: keyring.subject(Subject::Anonymous([127, 0, 0, 1].into())),
        nonce: keyring.random_nonce(7),
    };
    keyring.sign(&Token { task, issued: Timestamp::from_seconds(issued) })
}

/// Asks a server for the task of a token that is signed with a secret.
async fn show(server: &Server, secret: &Secret, issued: u64) -> Reply {
    let token = token_of(&Keyring::new(secret), issued);
    Reply::to(server.anonymous().get("/step_07").query(&[("task", token)])).await
}

#[case]
async fn a_task_from_before_keeps_its_board_and_its_token() {
    let server = start(&Arc::new(Workplace::new()), START, &[]);
    let ada = server.register("Ada").await;
    let (fresh, of_window) = (ada.fresh_task("07").await, ada.task("12").await);
    let by_nobody = server.anonymous().fresh_task("07").await;

    let server = replace_secret(server, START + 60, &ACCEPTING);
    let (ada, anonymous) = (ada.at(&server), server.anonymous());
    for task in [&fresh, &of_window] {
        let again = ada.get(&task.path()).query(&[("task", &task.token)]);
        assert_eq!(Reply::to(again).await.task().fields, task.fields);
        anonymous.answer(task, task.solution()).await.problem("task.foreign");
        ada.answer(task, task.solution()).await.accepted();
    }
    anonymous.answer(&by_nobody, by_nobody.solution()).await.accepted();
    // The day of a token ends when it would have ended anyway.
    server.workplace().set_clock(START + DAY);
    ada.answer(&fresh, fresh.solution()).await.problem("task.expired");
}

#[case]
async fn a_secret_that_is_not_given_any_more_signs_nothing() {
    let server = start(&Arc::new(Workplace::new()), START, &[]);
    let task = server.anonymous().fresh_task("07").await;
    let server = replace_secret(server, START + 60, &[]);
    server.anonymous().answer(&task, task.solution()).await.problem("task.forged");
}

#[case]
async fn a_replaced_secret_is_accepted_for_a_day_also_over_restarts() {
    let server = start(&Arc::new(Workplace::new()), START, &[]);
    let mut server = replace_secret(server, START + 1000, &ACCEPTING);
    let old = secret(&server, "old.secret");
    assert_eq!(show(&server, &old, START + 1000).await.status, 200);
    server.terminate();
    let last = START + 1000 + DAY - 1;
    let mut server = start(server.workplace(), last, &ACCEPTING);
    assert_eq!(show(&server, &old, last).await.status, 200);
    server.workplace().set_clock(last + 1);
    show(&server, &old, last).await.problem("task.forged");
    server.terminate();
    // Nor is it after a start that comes later.
    let mut server = start(server.workplace(), last + 1, &ACCEPTING);
    show(&server, &old, last).await.problem("task.forged");
    server.terminate();
    let log = server.workplace().log();
    assert!(log.contains("no longer accepted"), "{log}");
}

#[case]
async fn a_secret_that_was_never_used_is_accepted_for_a_day_from_the_first_start_with_it() {
    let workplace = Arc::new(Workplace::new());
    let never_used = OLD.parse().unwrap();
    let options = ["--previous-secret", OLD];
    // The server's own secret is older than that.
    start(&workplace, START - 10 * DAY, &[]).terminate();
    start(&workplace, START, &options).terminate();
    let last = START + DAY - 1;
    let mut server = start(&workplace, last, &options);
    assert_eq!(show(&server, &never_used, last).await.status, 200);
    workplace.set_clock(last + 1);
    show(&server, &never_used, last).await.problem("task.forged");
    server.terminate();
    let mut server = start(&workplace, last + 1, &options);
    show(&server, &never_used, last).await.problem("task.forged");
    // It has signed no receipts here.
    let keys = Reply::to(server.anonymous().get("/.well-known/jwks.json")).await.json();
    assert_eq!(keys["keys"].as_array().unwrap().len(), 1, "{keys}");
    server.terminate();
    let log = workplace.log();
    assert!(log.contains("no server has used it") && !log.contains("taken away"), "{log}");
}

#[case]
fn a_secret_that_is_made_anew_for_a_used_database_is_told_unless_the_old_one_is_named() {
    let workplace = Arc::new(Workplace::new());
    let told = || workplace.log().matches("used with another secret").count();
    start(&workplace, START, &[]).terminate();
    assert_eq!(told(), 0, "{}", workplace.log());
    fs::remove_file(workplace.path("gradus.secret")).unwrap();
    start(&workplace, START, &[]).terminate();
    assert_eq!(told(), 1, "{}", workplace.log());
    fs::rename(workplace.path("gradus.secret"), workplace.path("old.secret")).unwrap();
    start(&workplace, START, &ACCEPTING).terminate();
    assert_eq!(told(), 1, "{}", workplace.log());
}

#[case]
async fn the_day_of_the_old_secret_begins_when_the_new_one_is_used_and_not_when_it_is_named() {
    let workplace = Arc::new(Workplace::new());
    let (before, after) =
        (["--secret", OLD, "--previous-secret", NEW], ["--secret", NEW, "--previous-secret", OLD]);
    start(&workplace, START, &before).terminate();
    let mut server = start(&workplace, START + 2 * DAY, &before);
    let task = server.anonymous().fresh_task("07").await;
    server.terminate();

    let replaced = START + 2 * DAY + 60;
    let server = start(&workplace, replaced, &after);
    server.anonymous().answer(&task, task.solution()).await.accepted();
    let old = OLD.parse().unwrap();
    workplace.set_clock(replaced + DAY - 1);
    assert_eq!(show(&server, &old, replaced).await.status, 200);
    workplace.set_clock(replaced + DAY);
    show(&server, &old, replaced + 1).await.problem("task.forged");
}

/// Servers accept the old secret until a day after the new one was first used.
async fn accept_until_a_day_after(workplace: &Workplace, replaced: u64, servers: &[&Server]) {
    let old = OLD.parse().unwrap();
    let last = replaced + DAY - 1;
    for (time, is_accepted) in [(last, true), (last + 1, false)] {
        workplace.set_clock(time);
        for server in servers {
            let reply = show(server, &old, last).await;
            if is_accepted {
                reply.task();
            } else {
                reply.problem("task.forged");
            }
        }
    }
}

#[case]
async fn servers_that_follow_each_other_accept_the_old_secret_until_the_same_moment() {
    let workplace = Arc::new(Workplace::new());
    let after = ["--secret", NEW, "--previous-secret", OLD];
    start(&workplace, START, &["--secret", OLD]).terminate();
    start(&workplace, START + 1000, &after).terminate();
    let server = start(&workplace, START + 5000, &after);
    accept_until_a_day_after(&workplace, START + 1000, &[&server]).await;
}

#[case]
async fn replicas_restarted_in_turn_accept_the_old_secret_until_the_same_moment() {
    let cluster = Cluster::shared();
    let workplace = Arc::new(Workplace::on(cluster.database()));
    let (before, after) =
        (["--secret", OLD, "--previous-secret", NEW], ["--secret", NEW, "--previous-secret", OLD]);
    let [mut first, mut second] = [(); 2].map(|()| start(&workplace, START, &before));
    first.terminate();
    let first = start(&workplace, START + 1000, &after);
    // Before the second has it, each answers what the other has issued.
    for (from, to) in [(&first, &second), (&second, &first)] {
        let task = from.anonymous().fresh_task("07").await;
        to.anonymous().answer(&task, task.solution()).await.accepted();
    }
    second.terminate();
    let second = start(&workplace, START + 5000, &after);
    accept_until_a_day_after(&workplace, START + 1000, &[&first, &second]).await;
}

#[case]
async fn an_answer_without_a_token_is_judged_by_both_secrets() {
    let server = start(&Arc::new(Workplace::new()), START, &[]);
    let ada = server.register("Ada").await;
    let before = ada.task("12").await;
    let server = replace_secret(server, START + 60, &ACCEPTING);
    let ada = ada.at(&server);
    let after = ada.task("12").await;
    assert_ne!(after.fields, before.fields);
    let answer = async |task: &Task| {
        Reply::to(ada.post("/step_12").json(&json!({ "ans": task.solution() }))).await
    };
    // A wrong one is told where it is wrong, on the board that it is for.
    let mut sums = before.solution();
    sums[6] = "-1".to_owned();
    let wrong = Reply::to(ada.post("/step_12").json(&json!({ "ans": sums }))).await;
    let items = wrong.wrong().items.unwrap();
    assert_eq!((items.right, items.first_wrong), (39, Some(7)));
    // Two boards in one window are two tasks: each answer is an attempt of its own, and the same answer again is none.
    for (task, attempts) in [(&before, 2), (&before, 2), (&after, 3), (&after, 3)] {
        answer(task).await.accepted();
        assert_eq!(ada.me().await.attempts, attempts);
    }
}

#[case]
async fn an_answer_without_a_token_is_judged_by_the_old_secret_as_long_as_its_tokens_are_accepted()
{
    let workplace = Arc::new(Workplace::new());
    let (before, after) =
        (["--secret", OLD, "--previous-secret", NEW], ["--secret", NEW, "--previous-secret", OLD]);
    // The moment at which a window begins.
    let begin = 2 * WINDOW;
    let replaced = begin - 100;
    start(&workplace, begin - 200, &before).terminate();
    start(&workplace, replaced, &after).terminate();
    // A server that does not have the new one yet, in the window after its first use.
    let mut server = start(&workplace, begin + 100, &before);
    let task = server.anonymous().task("12").await;
    server.terminate();

    let server = start(&workplace, begin + 200, &after);
    let answer = json!({ "ans": task.solution() });
    let answer = async || Reply::to(server.anonymous().post("/step_12").json(&answer)).await;
    answer().await.accepted();
    workplace.set_clock(replaced + DAY - 1);
    answer().await.accepted();
    workplace.set_clock(replaced + DAY);
    answer().await.wrong();
}

#[case]
async fn a_seat_is_kept_and_a_match_from_before_is_an_answer() {
    let server = start(&Arc::new(Workplace::new()), START, &[]);
    let ada = server.register("Ada").await;
    let game = ada.start(json!({ "game": "gomoku", "seats": ["human", "human"] })).await;
    let task = ada.task("09").await;
    let of_task = ada.start(json!({ "task": task.token })).await;

    let server = replace_secret(server, START + 60, &ACCEPTING);
    let ada = ada.at(&server);
    ada.play(&game, 1, "hh").await;
    ada.play(&game, 2, "hi").await;
    // It is known as a match of the learner's task: one of another task would be told as such.
    for token in [Some(&task.token), None] {
        let answer = json!({ "task": token, "ans": of_task.id });
        let wrong = Reply::to(ada.post("/step_09").json(&answer)).await.wrong();
        assert_eq!(wrong.misconception.unwrap().id, "match-open");
    }

    server.workplace().set_clock(START + 60 + DAY);
    let late = ada.moving(&game, 1, "ha");
    ada.is_refused_in(&game, late, "seat.key").await;
    // The new key is where the learner finds the match.
    let mine = Reply::to(ada.get("/me")).await.json();
    let matches = mine["matches"].as_array().unwrap();
    let found = matches.iter().find(|found| found["id"] == game.id.as_str()).unwrap();
    let key = found["keys"][0].as_str().unwrap();
    let next = ada.post(&game.path("/moves")).header("X-Seat-Key", key);
    Reply::to(next.json(&json!({ "move": "ha" }))).await.state();
}

#[case]
async fn replicas_get_another_secret_one_after_the_other() {
    let replica = |secret: &str, other: &str| {
        Server::start_with(&Arc::new(Workplace::new()), |command| {
            command.env("GRADUS_SECRET", secret).env("GRADUS_PREVIOUS_SECRET", other)
        })
    };
    // First each gets to know the new one, then each uses it.
    let (first, second) = (replica(OLD, NEW), replica(NEW, OLD));
    for (from, to) in [(&first, &second), (&second, &first)] {
        let (fresh, of_window) =
            (from.anonymous().fresh_task("07").await, from.anonymous().task("12").await);
        to.anonymous().answer(&fresh, fresh.solution()).await.accepted();
        let answer = json!({ "ans": of_window.solution() });
        Reply::to(to.anonymous().post("/step_12").json(&answer)).await.accepted();
    }
}

#[case]
fn two_secrets_whose_tasks_cannot_be_told_apart_are_refused() {
    let workplace = Workplace::new();
    // The smallest numbers that are secrets with the same mark.
    let [secret, previous] = [0x0131, 0x1822].map(|number| format!("{number:064x}"));
    let mut server = workplace.gradus(&["--bind", "127.0.0.1:0", "--secret", &secret]);
    let refusal = Refusal::of(server.env("GRADUS_PREVIOUS_SECRET", &previous));
    let line = refusal.line();
    assert!(line.contains("make a new one") && !line.contains("0131"), "{line}");
    assert!(!workplace.path("gradus.db").exists());
}

#[case]
fn a_previous_secret_that_makes_no_sense_is_refused_and_not_repeated() {
    let workplace = Workplace::new();
    let secret = "0123456789abcdef".repeat(4);
    let refused = |options: &[&str], previous: &str| {
        let mut server = workplace.gradus(&["--bind", "127.0.0.1:0"]);
        server.args(options).env("GRADUS_SECRET", &secret);
        Refusal::of(server.env("GRADUS_PREVIOUS_SECRET", previous))
    };
    let refusal = refused(&[], &secret.to_uppercase());
    let line = refusal.line();
    assert!(line.contains("previous secret") && !line.contains("0123"), "{line}");
    // Unlike that of the secret, its file is not made.
    let refusal = refused(&["--previous-secret-file", "missing.secret"], OLD);
    assert!(refusal.line().contains("missing.secret"), "{refusal:?}");
    workplace.write("open.secret", "f".repeat(64));
    workplace.set_mode("open.secret", 0o644);
    let refusal = refused(&["--previous-secret-file", "open.secret"], OLD);
    assert!(refusal.line().contains("chmod 600"), "{refusal:?}");
    assert!(!workplace.path("missing.secret").exists() && !workplace.path("gradus.db").exists());
}
