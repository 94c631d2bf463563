//! Attacks on the disk: what is stored, as fast as possible.

use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use serde_json::json;
use tokio::task::JoinSet;

use crate::Outcome;
use crate::caller::{Caller, scattered_points, solution};
use crate::flood::{Flood, joined, send_until};
use crate::loopback::ATTACKER;
use crate::options::Options;
use crate::reply::Reply;
use crate::report::{Measure, megabytes};

/// How many connections send at once.
const WRITERS: u32 = 64;

/// How many requests a connection sends at most.
const REQUESTS: usize = 5000;

/// The same, of requests of 200 kB.
const LARGE_REQUESTS: usize = 30;

/// How many blanks are before an item: all of them are a little less than a body may have.
const BLANKS: usize = 5000;

/// Learners with names of their own.
pub(crate) async fn registrations(options: &Options) -> Outcome<Vec<Measure>> {
    let flood = Flood::begin(options).await?;
    let attacker = Caller::new(flood.address(), ATTACKER)?;
    let writers = (0..options.scaled(WRITERS)).map(|writer| {
        let attacker = attacker.clone();
        move |number| {
            attacker.post("/learners", &json!({ "name": format!("learner {writer}x{number}") }))
        }
    });
    fill(flood, REQUESTS, writers).await
}

/// Matches of two people.
pub(crate) async fn matches(options: &Options) -> Outcome<Vec<Measure>> {
    let flood = Flood::begin(options).await?;
    let attacker = Caller::new(flood.address(), ATTACKER)?;
    let writers = (0..options.scaled(WRITERS)).map(|_| {
        let attacker = attacker.clone();
        move |_| attacker.post("/games", &json!({"game": "gomoku", "seats": ["human", "human"]}))
    });
    fill(flood, REQUESTS, writers).await
}

/// Records of one match that has had 75 moves.
pub(crate) async fn records(options: &Options) -> Outcome<Vec<Measure>> {
    let flood = Flood::begin(options).await?;
    let attacker = Caller::register(flood.address(), ATTACKER, "Mallory").await?;
    let history: Vec<String> = scattered_points().collect();
    let record = json!({"game": "gomoku", "history": history});
    let long = attacker.new_match(&json!({"record": record, "seats": ["human", "human"]})).await?;
    let writers = (0..options.scaled(WRITERS)).map(|writer| {
        let (attacker, form) = (attacker.clone(), json!({ "game": long.id }));
        move |number| {
            let path = format!("/me/records/{writer}x{number}");
            attacker.request(Method::PUT, &path).json(&form)
        }
    });
    fill(flood, REQUESTS, writers).await
}

/// Wrong answers that are mostly blanks, each connection with a learner of its own.
pub(crate) async fn padded_answers(options: &Options) -> Outcome<Vec<Measure>> {
    let flood = Flood::begin(options).await?;
    let mut writers = Vec::new();
    for writer in 0..options.scaled(WRITERS) {
        let name = format!("Mallory {writer}");
        let attacker = Caller::register(flood.address(), ATTACKER, &name).await?;
        let task = Reply::to(attacker.fresh_task("12")).await?.task()?;
        let right = solution(&task)?;
        writers.push(move |number: usize| {
            // No sum is as large.
            let item = format!("{}{}", " ".repeat(BLANKS), 1000 + number);
            attacker.answer(&task, &vec![item; right.len()])
        });
    }
    fill(flood, LARGE_REQUESTS, writers).await
}

/// Sends requests from many connections as fast as possible. Each writer makes the requests of one of them.
async fn fill<W>(
    flood: Flood,
    most: usize,
    writers: impl IntoIterator<Item = W>,
) -> Outcome<Vec<Measure>>
where
    W: FnMut(usize) -> RequestBuilder + Send + 'static,
{
    let before = flood.server.database_size().await?;
    let mut connections = JoinSet::new();
    for writer in writers {
        connections.spawn(send_until(flood.until, most, Duration::ZERO, writer));
    }
    let replies = joined(connections).await;
    let added = flood.server.database_size().await?.saturating_sub(before);
    let stored = replies.successes();
    let grown = format!("{} for {stored} that were stored", megabytes(added));
    let mut measures = flood.end(replies).await?;
    measures.push(Measure::shown("the database has grown by", grown));
    Ok(measures)
}
