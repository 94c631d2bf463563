//! The database breaks underneath a running server: its tables, its files, its lock.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use reqwest::Method;
use rusqlite::Connection;
use serde_json::json;
use tokio::task::JoinSet;

use super::{Load, fails, is_unavailable, stores_nothing, workers};
use crate::places;
use crate::server::{Caller as _, Plays as _, Reply, Server, Workplace};

#[case]
async fn a_failing_database_reveals_no_internals_and_loses_nothing() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let form = json!({"game": "gomoku", "seats": ["human", "human"]});
    let game = ada.start(form.clone()).await;
    ada.play(&game, 1, "hh").await;
    let task = ada.fresh_task("07").await;
    let answer = json!({ "task": task.token, "ans": task.solution() });
    let before = ada.me().await;

    server
        .workplace()
        .change_database(
            "PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON;
         ALTER TABLE learners RENAME TO lost_learners; ALTER TABLE attempts RENAME TO lost_attempts;
         ALTER TABLE games RENAME TO lost_games; ALTER TABLE records RENAME TO lost_records;
         ALTER TABLE step_progress RENAME TO lost_step_progress;",
        )
        .await;
    server.until_ready(false).await;
    fails(ada.get("/readyz")).await;
    fails(ada.get("/me")).await;
    fails(ada.get("/me/records")).await;
    fails(ada.get("/me/records/mine")).await;
    fails(ada.request(Method::PUT, "/me/records/mine").json(&json!({ "game": game.id }))).await;
    fails(ada.post("/learners").json(&json!({ "name": "Grace" }))).await;
    // An answer that cannot be stored is not accepted.
    fails(ada.post("/step_07").json(&answer)).await;
    fails(ada.post("/games").json(&form)).await;
    for path in ["", "/record", "/lines?player=1", "/picture.svg"] {
        fails(ada.get(&game.path(path))).await;
    }
    fails(ada.moving(&game, 2, "gh")).await;
    fails(ada.with_key(&game, 1, "/undo")).await;
    fails(ada.post(&game.path("/advance"))).await;
    // What needs no database goes on.
    assert_eq!(Reply::to(ada.get("/healthz")).await.status, 200);
    server.anonymous().solve("07").await;

    server
        .workplace()
        .change_database(
            "PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON;
         ALTER TABLE lost_learners RENAME TO learners; ALTER TABLE lost_attempts RENAME TO attempts;
         ALTER TABLE lost_games RENAME TO games; ALTER TABLE lost_records RENAME TO records;
         ALTER TABLE lost_step_progress RENAME TO step_progress;",
        )
        .await;
    assert_eq!(ada.me().await, before);
    Reply::to(ada.post("/step_07").json(&answer)).await.accepted();
    assert_eq!(ada.play(&game, 2, "gh").await.history, [json!("hh"), json!("gh")]);
}

/// The limit of file sizes (`ulimit -f`) is like a full drive: a process that writes beyond it goes on, and says what is wrong.
#[case]
async fn beyond_the_limit_of_file_sizes_changes_fail_and_nothing_is_lost() {
    let workplace = Arc::new(Workplace::new());
    let mut server = Server::start_after(&workplace, "ulimit -f 800");
    let mut learners = Vec::new();
    loop {
        let form = json!({ "name": format!("Learner {}", learners.len()) });
        let reply = Reply::to(server.anonymous().post("/learners").json(&form)).await;
        if reply.status != 201 {
            is_unavailable(&reply);
            break;
        }
        learners.push(reply.json()["key"].as_str().unwrap().to_owned());
    }
    assert!(learners.len() > 3, "{learners:?}");
    server.anonymous().solve("07").await;

    let limited = |arguments: &[&str]| {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", r#"ulimit -f 8; exec "$0" "$@""#, places::gradus()]).args(arguments);
        let output = shell.current_dir(workplace.path("")).env_clear().output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for arguments in
        [&["backup", "copy.db"][..], &["instructors", "add", "Grace", "--database", "new.db"]]
    {
        let (code, said) = limited(arguments);
        assert!(code == Some(1) && said.contains("ulimit -f"), "{code:?} {said}");
    }
    assert!(!workplace.path("copy.db").exists());

    server.kill();
    let server = Server::start_at(&workplace);
    for key in learners {
        let me = server.anonymous().get("/me").bearer_auth(key);
        assert_eq!(Reply::to(me).await.status, 200);
    }
}

/// A file of the database is deleted or replaced while it is open.
async fn nothing_is_stored_after(lose: impl Fn(&Path), find: impl Fn(&Path)) {
    let mut server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("07").await;
    server.until_ready(true).await;
    let database = server.workplace().path("gradus.db");
    let opened = inode(&database);

    lose(&database);
    // The very next change is not acknowledged.
    fails(ada.post("/step_07").json(&json!({ "task": task.token, "ans": task.solution() }))).await;
    stores_nothing(&server, "Grace").await;
    // Nobody knows what was stored meanwhile, and where.
    find(&database);
    stores_nothing(&server, "Grace").await;
    let found = fs::read(&database).ok();
    server.terminate();
    if inode(&database) != opened {
        assert_eq!(fs::read(&database).ok(), found, "the database of somebody else is changed");
    }
    let log = server.workplace().log();
    assert!(log.contains("deleted or replaced") && log.contains("gradus.db"), "{log}");

    let server = Server::start_at(server.workplace());
    server.until_ready(true).await;
    server.register("Grace").await;
}

fn inode(file: &Path) -> Option<u64> {
    fs::metadata(file).ok().map(|found| found.ino())
}

fn aside(database: &Path) -> PathBuf {
    database.with_extension("aside")
}

#[case]
async fn nothing_is_stored_in_a_database_that_was_deleted() {
    let delete = |database: &Path| fs::rename(database, aside(database)).unwrap();
    nothing_is_stored_after(delete, |database| fs::rename(aside(database), database).unwrap())
        .await;
    let delete_all = |database: &Path| {
        for name in ["db", "db-wal", "db-shm"] {
            fs::remove_file(database.with_extension(name)).unwrap();
        }
    };
    nothing_is_stored_after(delete_all, |_| {}).await;
}

#[case]
async fn nothing_is_stored_in_a_database_that_was_replaced() {
    let replace = |database: &Path| {
        fs::copy(database, aside(database)).unwrap();
        fs::rename(aside(database), database).unwrap();
    };
    nothing_is_stored_after(replace, |_| {}).await;
}

#[case]
async fn nothing_is_stored_in_a_log_that_was_deleted() {
    let delete = |database: &Path| fs::remove_file(database.with_extension("db-wal")).unwrap();
    nothing_is_stored_after(delete, |_| {}).await;
}

#[case]
async fn a_server_whose_disk_is_full_goes_on_and_recovers() {
    let server = Server::start_after(&Arc::new(Workplace::new()), "trap '' XFSZ");
    let ada = server.register("Ada").await;
    server.until_ready(true).await;
    let before = ada.me().await;

    let log = fs::metadata(server.workplace().path("gradus.db-wal")).unwrap();
    server.limit_files(&log.len().to_string());
    stores_nothing(&server, "Grace").await;
    let task = ada.fresh_task("07").await;
    let answer = json!({ "task": task.token, "ans": task.solution() });
    fails(ada.post("/step_07").json(&answer)).await;
    assert_eq!(ada.me().await, before);

    server.limit_files("unlimited");
    server.until_ready(true).await;
    Reply::to(ada.post("/step_07").json(&answer)).await.accepted();
    let server = server.restart();
    assert_eq!(ada.at(&server).me().await.attempts, 1);
    server.register("Grace").await;
}

/// Another process holds the lock, such as a tool that somebody has opened the database with.
#[case]
async fn a_server_whose_database_is_locked_goes_on_and_recovers() {
    let server = Server::start();
    server.until_ready(true).await;
    let before = workers(&server);
    let load = Load::start(&server, 4).await;
    load.until_confirmed(20).await;

    let holder = Connection::open(server.workplace().path("gradus.db")).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    load.until_unavailable(20).await;
    stores_nothing(&server, "Ada").await;
    let mut others = JoinSet::new();
    for number in 0..50 {
        let anonymous = server.anonymous();
        let form = json!({ "name": format!("Late {number}") });
        others.spawn(async move { fails(anonymous.post("/learners").json(&form)).await });
    }
    others.join_all().await;

    holder.execute_batch("ROLLBACK").unwrap();
    server.until_ready(true).await;
    load.until_confirmed(20).await;
    for busy in load.stop().await {
        busy.is_remembered_by(&server).await;
    }
    server.register("Ada").await;
    assert_eq!(workers(&server), before);
}
