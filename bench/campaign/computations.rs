//! Attacks on the processor: computers that have to think, and tasks that take long to generate.

use std::io;
use std::time::Duration;

use rand::seq::SliceRandom as _;
use rand::{RngExt as _, rngs::ChaCha8Rng};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

use crate::Outcome;
use crate::caller::Caller;
use crate::flood::{Flood, has_time_after, joined, send_until};
use crate::loopback::{ATTACKER, Loopback};
use crate::options::Options;
use crate::reply::Replies;
use crate::report::Measure;

/// How many callers want a computer to think at once.
const THINKING: u32 = 600;

/// How many callers want a new task at once.
const GENERATING: u32 = 2000;

/// Each caller asks again after this time.
const PAUSE: Duration = Duration::from_secs(1);

/// How often a caller asks at most.
const TURNS: usize = 1000;

/// Matches in which a computer has to think.
pub(crate) async fn thinking(options: &Options) -> Outcome<Vec<Measure>> {
    let flood = Flood::begin(options).await?;
    let attacker = Caller::new(flood.address(), ATTACKER)?;
    let mut callers = JoinSet::new();
    for number in 0..options.scaled(THINKING) {
        let (attacker, mut rng) = (attacker.clone(), options.rng(number));
        callers.spawn(send_until(flood.until, TURNS, PAUSE, move |_| {
            attacker.post("/games", &hard_position(&mut rng))
        }));
    }
    let replies = joined(callers).await;
    drop(attacker);
    flood.end(replies).await
}

/// The same, and nobody waits for the reply.
pub(crate) async fn thinking_hang_up(options: &Options) -> Outcome<Vec<Measure>> {
    let flood = Flood::begin(options).await?;
    let mut callers = JoinSet::new();
    for number in 0..options.scaled(THINKING) {
        callers.spawn(hang_up_until(flood.until, flood.address(), options.rng(number)));
    }
    let replies = joined(callers).await;
    flood.end(replies).await
}

async fn hang_up_until(until: Instant, server: Loopback, mut rng: ChaCha8Rng) -> Replies {
    let mut replies = Replies::default();
    for _ in 0..TURNS {
        let body = hard_position(&mut rng).to_string();
        let request = format!(
            "POST /games HTTP/1.1\r\nHost: gradus\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        match timeout_at(until, ask_and_hang_up(server, &request)).await {
            Ok(Ok(())) => replies.add_other("hung up"),
            Ok(Err(_)) => replies.add_other("connection broken"),
            Err(_) => replies.add_other("not sent until the end"),
        }
        if !has_time_after(PAUSE, until).await {
            break;
        }
    }
    replies
}

async fn ask_and_hang_up(server: Loopback, request: &str) -> io::Result<()> {
    server.connect(ATTACKER).await?.write_all(request.as_bytes()).await
}

/// A match with six moves made, none of which prepares a win, and `search` to move. Each is another one, so that nobody has the move in
/// store.
fn hard_position(rng: &mut ChaCha8Rng) -> Value {
    // At most two of them are in one line.
    let mut cells = [0, 1, 4, 7, 10, 13];
    let mut odd = [1, 3, 5, 7, 9, 11, 13, 15];
    let mut even = [2, 4, 6, 8, 10, 12, 14, 16];
    cells.shuffle(rng);
    odd.shuffle(rng);
    even.shuffle(rng);
    let numbers = odd.iter().zip(&even).flat_map(|(odd, even)| [odd, even]);
    let history = cells.iter().zip(numbers).map(|(cell, number)| format!("{cell}:{number}"));
    let history: Vec<String> = history.collect();
    let seed: u32 = rng.random();
    json!({"record": {"game": "numerical", "history": history}, "seats": ["search", "human"], "seed": seed})
}

/// Tasks that take long to generate.
pub(crate) async fn generating(options: &Options) -> Outcome<Vec<Measure>> {
    let flood = Flood::begin(options).await?;
    let attacker = Caller::new(flood.address(), ATTACKER)?;
    let mut callers = JoinSet::new();
    for _ in 0..options.scaled(GENERATING) {
        let attacker = attacker.clone();
        callers.spawn(send_until(flood.until, TURNS, PAUSE, move |_| attacker.fresh_task("18")));
    }
    let replies = joined(callers).await;
    drop(attacker);
    flood.end(replies).await
}
