//! A clock that jumps: of a machine that was asleep, or whose time was wrong until it was set.

use std::fs;
use std::sync::Arc;

use reqwest::header::RETRY_AFTER;

use super::Load;
use crate::server::{Caller as _, Learner, Reply, Server, Task, Workplace};

/// The moment at which a test begins: 2027-01-15T08:00:00Z.
const START: u64 = 1_800_000_000;

const HOUR: u64 = 3600;

/// A server whose clock stands still until it is set.
fn start() -> Server {
    let workplace = Arc::new(Workplace::new());
    workplace.write("clock", START.to_string());
    Server::start_with(&workplace, |command| command.args(["--clock", "clock"]))
}

/// Sets the clock. It is exchanged as a whole: the server may read it at any moment.
fn set_clock(server: &Server, seconds: u64) {
    let new = server.workplace().write("clock.new", seconds.to_string());
    fs::rename(new, server.workplace().path("clock")).unwrap();
}

/// A wrong answer to step 12.
async fn guess(learner: &Learner, task: &Task, number: u32) -> Reply {
    learner.answer(task, vec![number; 40]).await
}

#[tokio::test]
async fn a_clock_that_jumps_back_and_forth_loses_nothing() {
    let server = start();
    let ada = server.register("Ada").await;
    let load = Load::start(&server, 4).await;
    load.until_confirmed(20).await;
    let hours = [1, 0, 2, 1, 0];
    for hour in hours {
        set_clock(&server, START + hour * HOUR);
        load.until_confirmed(20).await;
        server.until_ready(true).await;
        ada.solve("07").await;
    }
    for busy in load.stop().await {
        busy.is_remembered_by(&server).await;
    }
    assert_eq!(ada.me().await.attempts, hours.len() as u64);
    // Boards of the past are answered still.
    let task = ada.fresh_task("12").await;
    set_clock(&server, START + HOUR);
    ada.answer(&task, task.solution()).await.accepted();
}

/// Nobody waits for an hour because the clock was an hour ahead when they were wrong.
#[tokio::test]
async fn pauses_end_when_the_clock_is_set_back() {
    let server = start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("12").await;
    set_clock(&server, START + HOUR);
    let of_the_future = ada.fresh_task("12").await;
    for number in [1, 2] {
        guess(&ada, &task, number).await.wrong();
    }
    guess(&ada, &task, 3).await.problem("limit.cooldown");

    set_clock(&server, START);
    guess(&ada, &of_the_future, 3).await.problem("task.future");
    guess(&ada, &task, 3).await.wrong();
    let paused = guess(&ada, &task, 4).await;
    paused.problem("limit.cooldown");
    let seconds: u64 = paused.header(RETRY_AFTER).parse().unwrap();
    assert!((1..=60).contains(&seconds), "{paused}");
    set_clock(&server, START + seconds);
    ada.answer(&task, task.solution()).await.accepted();
}
