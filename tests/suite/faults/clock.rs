//! A clock that jumps: of a machine that was asleep, or whose time was wrong until it was set.
//!
//! It is the system's clock, as the server's process sees it (`clock_jump.c`), and goes on between the jumps.

use std::sync::Arc;

use reqwest::header::RETRY_AFTER;

use super::{Layer, Load, workers};
use crate::server::{Caller as _, Learner, Reply, Server, Task, Workplace};

/// In seconds.
const HOUR: i64 = 3600;

/// A server whose clock is right until it is set.
fn start() -> Server {
    let layer = Layer::build("clock_jump.c");
    let workplace = Arc::new(Workplace::new());
    let clock = workplace.write("clock", "0");
    Server::start_with(&workplace, |command| {
        command.env("LD_PRELOAD", layer.library()).env("CLOCK_FILE", clock)
    })
}

/// Sets the clock: so many seconds ahead of the real one, or behind it.
fn set_clock(server: &Server, ahead: i64) {
    server.workplace().set_clock(ahead);
}

/// A wrong answer to step 12.
async fn guess(learner: &Learner, task: &Task, number: u32) -> Reply {
    learner.answer(task, vec![number; 40]).await
}

#[case]
async fn a_clock_that_jumps_back_and_forth_loses_nothing() {
    let mut server = start();
    server.until_ready(true).await;
    let before = workers(&server);
    let ada = server.register("Ada").await;
    let load = Load::start(&server, 4).await;
    load.until_confirmed(20).await;
    let hours = [1, 0, -1, 1, 0];
    for hour in hours {
        set_clock(&server, hour * HOUR);
        load.until_confirmed(20).await;
        server.until_ready(true).await;
        ada.solve("07").await;
    }
    let learners = load.stop().await;
    assert_eq!(workers(&server), before);
    assert_eq!(ada.me().await.attempts, hours.len() as u64);
    server.kill();
    let server = Server::start_at(server.workplace());
    for busy in learners {
        busy.is_remembered_by(&server).await;
    }
}

#[case]
async fn boards_of_the_past_are_answered_still_and_those_of_the_future_when_their_time_has_come() {
    let server = start();
    let ada = server.register("Ada").await;
    let of_the_past = ada.fresh_task("12").await;
    set_clock(&server, HOUR);
    let of_the_future = ada.fresh_task("12").await;
    ada.answer(&of_the_past, of_the_past.solution()).await.accepted();

    set_clock(&server, 0);
    let early = ada.answer(&of_the_future, of_the_future.solution()).await;
    early.problem("task.future");
    ada.solve("12").await;
    set_clock(&server, HOUR);
    ada.answer(&of_the_future, of_the_future.solution()).await.accepted();
}

/// Nobody waits for an hour because the clock was an hour ahead when they were wrong.
#[case]
async fn pauses_end_when_the_clock_is_set_back() {
    let server = start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("12").await;
    set_clock(&server, HOUR);
    for number in [1, 2] {
        guess(&ada, &task, number).await.wrong();
    }
    server.let_pauses_last().await;
    guess(&ada, &task, 3).await.problem("limit.cooldown");

    set_clock(&server, 0);
    guess(&ada, &task, 3).await.wrong();
    // The next pause takes a minute, because it is the last of many.
    let paused = guess(&ada, &task, 4).await;
    paused.problem("limit.cooldown");
    let seconds: i64 = paused.header(RETRY_AFTER).parse().unwrap();
    assert!((1..=60).contains(&seconds), "{paused}");
    set_clock(&server, seconds);
    ada.answer(&task, task.solution()).await.accepted();
}
