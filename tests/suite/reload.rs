//! SIGHUP: a server that runs serves the challenges as they are now, without losing a request.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::places::REPOSITORY;
use crate::server::{Anonymous, Caller as _, Reply, Server, Workplace};

/// A step that sends a word of so many letters.
fn write_step(workplace: &Workplace, folder: &str, title: &str, letters: u32) {
    let step = format!(
        "kind = \"gomoku/hello\"\ntrack = \"Words\"\npoints = 1\n[params]\nletters = {letters}\n"
    );
    let word = "a".repeat(letters as usize);
    let statement = format!(
        "# {title}\n\n```json task\n{{\"word\": \"{word}\"}}\n```\n\n```text answer\n{word}\n```\n"
    );
    workplace.write(&format!("mine/{folder}/step.toml"), step);
    workplace.write(&format!("mine/{folder}/statement.en.md"), statement);
}

/// So many requests take much longer than reading the challenges again.
const PATIENCE: u32 = 1_000_000;

/// Asks for a step until it is served.
async fn until_served(anonymous: &Anonymous, path: &str) {
    for _ in 0..PATIENCE {
        if Reply::to(anonymous.get(path)).await.status == 200 {
            return;
        }
    }
    panic!("{path} is not served");
}

#[case]
async fn the_challenges_are_exchanged_while_the_server_runs() {
    let workplace = Arc::new(Workplace::new());
    write_step(&workplace, "42-echo", "Echo", 12);
    write_step(&workplace, "43-short", "Short", 9);
    let server = Server::start_with(&workplace, |command| command.args(["--challenges", "mine"]));
    let anonymous = server.anonymous();
    let (old, unchanged) = (anonymous.task("42").await, anonymous.task("43").await);

    let is_done = Arc::new(AtomicBool::new(false));
    let others: Vec<_> = (0..4)
        .map(|_| {
            let (anonymous, is_done) = (anonymous.clone(), Arc::clone(&is_done));
            tokio::spawn(async move {
                let mut replies = 0;
                while !is_done.load(Ordering::Relaxed) || replies == 0 {
                    // Whichever catalogue it meets, it is solved.
                    anonymous.solve("43").await;
                    replies += 1;
                }
            })
        })
        .collect();

    write_step(&workplace, "42-echo", "Echo", 16);
    write_step(&workplace, "44-long", "Long", 20);
    server.signal("HUP");
    until_served(&anonymous, "/step_44").await;
    is_done.store(true, Ordering::Relaxed);
    for other in others {
        other.await.unwrap();
    }

    // A token of other boards is refused; one of a step that has not changed is still good.
    anonymous.answer(&old, old.solution()).await.problem("task.revision");
    anonymous.answer(&unchanged, unchanged.solution()).await.accepted();
    assert_eq!(anonymous.task("42").await.fields["word"].as_str().unwrap().len(), 16);
}

#[case]
async fn invalid_challenges_are_logged_in_full_and_not_served() {
    let workplace = Arc::new(Workplace::new());
    write_step(&workplace, "42-echo", "Echo", 12);
    let server = Server::start_with(&workplace, |command| command.args(["--challenges", "mine"]));
    let anonymous = server.anonymous();
    let task = anonymous.task("42").await;

    workplace.write("mine/42-echo/step.toml", "kind = \"gomoku/hallo\"\npoints = 0\n");
    write_step(&workplace, "43-guess", "Guess", 2);
    server.signal("HUP");
    let diagnostics = ["toml.kind", "toml.missing", "toml.value", "budget.guess"];
    let are_logged = || diagnostics.iter().all(|code| workplace.log().contains(code));
    for _ in 0..PATIENCE {
        anonymous.answer(&task, task.solution()).await.accepted();
        if are_logged() {
            break;
        }
    }
    assert!(are_logged(), "{}", workplace.log());
    Reply::to(anonymous.get("/step_43")).await.problem("step.unknown");

    // What is put right is served.
    write_step(&workplace, "42-echo", "Echo", 14);
    write_step(&workplace, "43-guess", "Guess", 8);
    server.signal("HUP");
    until_served(&anonymous, "/step_43").await;
    assert_eq!(anonymous.task("42").await.fields["word"].as_str().unwrap().len(), 14);
}

#[case]
async fn a_stop_signal_does_not_wait_for_a_reload() {
    let workplace = Arc::new(Workplace::new());
    write_step(&workplace, "42-echo", "Echo", 12);
    let mut server =
        Server::start_with(&workplace, |command| command.args(["--challenges", "mine"]));
    // They are the ones that take longest to check.
    let folder = Path::new(REPOSITORY).join("challenges/28-forced-win");
    for number in 51..=59 {
        for name in ["step.toml", "statement.en.md"] {
            let content = fs::read(folder.join(name)).unwrap();
            workplace.write(&format!("mine/{number}-forced-win/{name}"), content);
        }
    }
    server.signal("HUP");
    let anonymous = server.anonymous();
    for _ in 0..PATIENCE {
        if workplace.log().contains("read again") {
            break;
        }
        anonymous.solve("42").await;
    }
    server.terminate();
    let log = workplace.log();
    assert!(log.contains("read again") && !log.contains("reloaded"), "{log}");
}

#[case]
async fn the_server_warns_of_rules_for_nobody_at_start_and_at_reload() {
    let workplace = Arc::new(Workplace::new());
    workplace.write("class.csv", "name,section\nAda Bartók,A\nBela,B\n");
    let import = ["roster", "import", "class.csv", "--keys", "keys.tsv"];
    assert!(workplace.gradus(&import).output().unwrap().status.success());
    workplace.write("course.toml", "[learners.\"Ada Bartk\".defaults]\npoints = 3\n");
    let server = Server::start_with(&workplace, |command| command);
    let of_learner = "course.toml:1: no learner on the roster is called \"Ada Bartk\"";
    let anonymous = server.anonymous();
    let until_logged = async |warning: &str| {
        for _ in 0..PATIENCE {
            if workplace.log().contains(warning) {
                return;
            }
            anonymous.task("02").await;
        }
        panic!("{}", workplace.log());
    };
    until_logged(of_learner).await;
    workplace.write("course.toml", "[sections.C.steps.07]\npoints = 3\n");
    server.signal("HUP");
    until_logged("course.toml:1: no learner is in section \"C\"").await;
}
