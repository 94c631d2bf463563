//! Two hundred matches at once against the strongest computer, and a learner who fetches steps meanwhile.
//!
//! ```sh
//! cargo build --release && cargo run --release -p gradus-bench --bin matches
//! ```
//!
//! It starts the server that was built beside it, and shows how long a request took: first that of a step on an idle server, then
//! those of moves and of steps while all the matches are played.

#![expect(clippy::indexing_slicing, reason = "a bench that meets something else may well stop")]

use std::error::Error;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};
use tokio::task::JoinSet;

/// How many matches are played at once.
const MATCHES: usize = 200;

/// How many moves each player makes, in as many matches as that takes.
const MOVES: usize = 25;

/// How many steps are fetched before the matches begin.
const CALM: usize = 2000;

const GAMES: [&str; 4] = ["gomoku", "numerical", "four_in_a_row", "tesseract"];

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let work = tempfile::tempdir()?;
    let server = Server::start(work.path())?;
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = Client::builder().no_proxy().build()?;
    report("a step, calm server", fetch_steps(&http, &server.url, |fetched| fetched < CALM).await?);
    let done = Arc::new(AtomicBool::new(false));
    let fetching = {
        let (http, url, done) = (http.clone(), server.url.clone(), Arc::clone(&done));
        tokio::spawn(
            async move { fetch_steps(&http, &url, |_| !done.load(Ordering::Relaxed)).await },
        )
    };
    let mut players: JoinSet<Outcome<Vec<Duration>>> = JoinSet::new();
    for number in 0..MATCHES {
        let (http, url) = (http.clone(), server.url.clone());
        players.spawn(async move { play(&http, &url, number).await });
    }
    let mut moves = Vec::new();
    while let Some(played) = players.join_next().await {
        moves.extend(played??);
    }
    done.store(true, Ordering::Relaxed);
    report("a move and its answer", moves);
    report("a step meanwhile", fetching.await??);
    Ok(())
}

/// Fetches steps one after the other, and tells how long each took.
async fn fetch_steps(
    http: &Client,
    url: &str,
    goes_on: impl Fn(usize) -> bool,
) -> Outcome<Vec<Duration>> {
    let mut times = Vec::new();
    while goes_on(times.len()) {
        let request = http.get(format!("{url}/step_07?fresh=1")).build()?;
        let (_, time) = timed(http, request).await?;
        times.push(time);
    }
    Ok(times)
}

/// Plays matches of one game, any legal move each time, and tells how long each request took.
async fn play(http: &Client, url: &str, number: usize) -> Outcome<Vec<Duration>> {
    let name = GAMES[number % GAMES.len()];
    let mut times = Vec::new();
    let mut salt = number;
    while times.len() < MOVES {
        let form = json!({"game": name, "seats": ["human", "search"], "seed": salt >> 32});
        let made = http.post(format!("{url}/games")).json(&form).build()?;
        let mut state = timed(http, made).await?.0;
        let key = state["keys"][0].as_str().ok_or("no key")?.to_owned();
        while state["status"] == "open" && times.len() < MOVES {
            salt = salt
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let choices = choices(name, &state);
            let next = choices.get((salt >> 33) % choices.len().max(1)).ok_or("no move")?;
            let address = format!("{url}/games/{}/moves", state["id"].as_str().unwrap_or_default());
            let request =
                http.post(address).header("X-Seat-Key", &key).json(&json!({ "move": next }));
            let (reply, time) = timed(http, request.build()?).await?;
            times.push(time);
            state = reply;
        }
    }
    Ok(times)
}

/// The legal moves of the first player.
fn choices(name: &str, state: &Value) -> Vec<String> {
    let places: Vec<bool> = match &state["board"] {
        Value::String(text) => text.chars().map(|place| place == '.').collect(),
        Value::Array(places) => places.iter().map(|place| *place == 0).collect(),
        _ => Vec::new(),
    };
    let board = state["board"].as_array().cloned().unwrap_or_default();
    let free = (0..places.len()).filter(|&place| places[place]);
    match name {
        "gomoku" => free
            .filter_map(|place| u8::try_from(place).ok())
            .map(|place| [place / 15, place % 15].map(|line| char::from(b'a' + line)))
            .map(String::from_iter)
            .collect(),
        "numerical" => {
            let odd = (1..16).step_by(2).filter(|number| !board.contains(&json!(number)));
            let odd: Vec<u8> = odd.collect();
            free.flat_map(|cell| odd.iter().map(move |number| format!("{cell}:{number}"))).collect()
        }
        "tesseract" => free.map(|place| (place + 1).to_string()).collect(),
        _ => free.map(|place| place.to_string()).collect(),
    }
}

#[expect(clippy::disallowed_methods, reason = "a bench measures")]
async fn timed(http: &Client, request: reqwest::Request) -> Outcome<(Value, Duration)> {
    let began = Instant::now();
    let reply = http.execute(request).await?.error_for_status()?.json().await?;
    Ok((reply, began.elapsed()))
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times.get((times.len() - 1) * share / 100).copied().unwrap_or_default();
    let [median, most, worst] = [50, 99, 100].map(|share| at(share).as_secs_f64() * 1000.0);
    let count = times.len();
    println!(
        "{what:24} {count:6} requests   median {median:8.2} ms   99 % {most:8.2} ms   worst {worst:8.2} ms"
    );
}

/// The server's process, ended when it is dropped.
struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn start(work: &std::path::Path) -> Outcome<Self> {
        let program = std::env::current_exe()?.with_file_name("gradus");
        let mut process = Command::new(program)
            // Steps are fetched as fast as they come.
            .args(["--bind", "127.0.0.1:0", "--task-rate", "1000000/s"])
            .current_dir(work)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let url = line.trim_end().strip_prefix("listening on ").ok_or("no address")?.to_owned();
        Ok(Self { process, url })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
