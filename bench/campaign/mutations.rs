//! Requests that were valid until some bytes of them were changed, of every address that the server has.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use form_urlencoded::byte_serialize;
use gradus_client::api::Ladder;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use crate::Outcome;
use crate::caller::{Caller, solution};
use crate::loopback::{ATTACKER, Loopback, one_of_many};
use crate::options::Options;
use crate::reply::{Replies, Reply, says_failure, split_replies};
use crate::report::Measure;
use crate::request::Request;
use crate::server::{INSTRUCTOR, Server};

/// How many connections are open at the same time, each from another address.
const CONNECTIONS: u8 = 192;

/// How many requests are sent over one connection at most.
const PIPELINED: usize = 4;

/// How long the replies of a connection are read. Those who listen to events are replied to without end.
const REPLY_TIME: Duration = Duration::from_secs(3);

/// How many bytes of replies are read at most.
const REPLY_SIZE: usize = 4_000_000;

/// After so long the connections end: a million requests take less.
const ATTACK_TIME: Duration = Duration::from_hours(3);

/// The most resident memory, in bytes.
const PEAK_LIMIT: u64 = 400_000_000;

/// Mutated requests over many connections.
pub(crate) async fn mutations(options: &Options) -> Outcome<Vec<Measure>> {
    let mut server = Server::start(options).await?;
    let requests = Arc::new(valid_requests(server.address).await?);
    let each = options.mutated_requests().div_ceil(usize::from(CONNECTIONS));
    let until = Instant::now() + ATTACK_TIME;
    let mut connections = JoinSet::new();
    for number in 0..CONNECTIONS {
        let attacker = Attacker {
            server: server.address,
            from: one_of_many(number),
            requests: Arc::clone(&requests),
            rng: options.rng(number.into()),
        };
        connections.spawn(attacker.send(each, until));
    }
    let (mut replies, mut sent) = (Replies::default(), 0);
    for (some, count) in connections.join_all().await {
        replies.add_all(some);
        sent += count;
    }
    let alive = Reply::to(Caller::new(server.address, ATTACKER)?.get("/healthz")).await;
    let dead = !alive.is_ok_and(|reply| reply.status == 200);
    let mut measures = server.health(&replies)?;
    let expected = each * usize::from(CONNECTIONS);
    measures.insert(0, Measure::at_least("mutated requests", sent, expected));
    measures.push(Measure::memory("resident at the peak", server.peak_memory()?, PEAK_LIMIT));
    measures.push(Measure::never("no reply from /healthz afterwards", dead.into()));
    Ok(measures)
}

/// Somebody who sends mutated requests, over one connection after the other.
struct Attacker {
    server: Loopback,
    from: IpAddr,
    requests: Arc<[Vec<Request>; 4]>,
    rng: ChaCha8Rng,
}

impl Attacker {
    /// What came of so many requests, and how many were sent: fewer if the time is over.
    async fn send(mut self, count: usize, until: Instant) -> (Replies, usize) {
        let (mut replies, mut sent) = (Replies::default(), 0);
        while sent < count && Instant::now() < until {
            let together = self.rng.random_range(1..=PIPELINED).min(count - sent);
            let bytes: Vec<u8> = (0..together).flat_map(|_| self.mutated()).collect();
            sent += together;
            let mut received = Vec::new();
            let exchange = exchange(self.server, self.from, &bytes, &mut received);
            let ended = timeout(REPLY_TIME, exchange).await;
            let found = split_replies(&received);
            if found.iter().any(|reply| says_failure(reply)) {
                eprintln!("  5xx after: {}", bytes.escape_ascii());
            }
            for reply in &found {
                replies.add_bytes(reply);
            }
            match ended {
                Err(_) => replies.add_other("no end of the replies"),
                Ok(Err(_)) if found.is_empty() => replies.add_other("connection broken"),
                Ok(Ok(())) if found.is_empty() => replies.add_other("closed without a reply"),
                Ok(_) => {}
            }
        }
        (replies, sent)
    }

    /// A mutated request: of steps, matches, instructors and the rest about as many each.
    fn mutated(&mut self) -> Vec<u8> {
        let some = self.requests.choose(&mut self.rng);
        let request = some.and_then(|requests| requests.choose(&mut self.rng));
        request.map_or_else(Vec::new, |request| request.mutated(&mut self.rng))
    }
}

/// Sends bytes, says that there are no more of them, and reads the replies.
async fn exchange(
    server: Loopback,
    from: IpAddr,
    bytes: &[u8],
    received: &mut Vec<u8>,
) -> io::Result<()> {
    let mut stream = server.connect(from).await?;
    // A server that has heard enough hangs up; what counts is its reply.
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    while received.len() < REPLY_SIZE && stream.read_buf(received).await? > 0 {}
    Ok(())
}

/// The valid requests: of steps, of matches, of instructors, and of all addresses.
async fn valid_requests(server: Loopback) -> Outcome<[Vec<Request>; 4]> {
    let attacker = Caller::register(server, ATTACKER, "Mallory").await?;
    let key = attacker.key().ok_or("no key")?;
    let mut others = of_others(&attacker, key).await?;
    others.extend(of_description(&attacker, key).await?);
    let steps = of_steps(&attacker, key).await?;
    Ok([steps, of_matches(&attacker, key).await?, of_instructors(), others])
}

async fn of_steps(attacker: &Caller, key: &str) -> Outcome<Vec<Request>> {
    let ladder = Reply::to(attacker.get("/")).await?.expect(200)?;
    let ladder: Ladder = serde_json::from_value(ladder)?;
    let mut requests = Vec::new();
    for step in ladder.steps() {
        let task = Reply::to(attacker.fresh_task(&step.to_string())).await?.task()?;
        let token = &task.token;
        let items = if task.kind.ends_with("/match") {
            vec![attacker.new_match(&json!({ "task": token })).await?.id]
        } else {
            solution(&task)?
        };
        let path = format!("/step_{step}");
        let text: String = byte_serialize(items.join(",").as_bytes()).collect();
        requests.extend([
            Request::get(&path),
            Request::get(&format!("{path}?fresh=1&lang=ja")).of(key),
            Request::get(&format!("{path}?task={token}")).of(key),
            Request::get(&format!("{path}?ans={text}")),
            Request::get(&path).with("Accept", "text/html").with("Accept-Encoding", "gzip"),
            Request::get(&format!("{path}/statement?lang=zh")).with("Accept", "text/html"),
            Request::get(&format!("{path}/statement")).with("Accept-Language", "ja;q=0.5, en"),
            Request::get(&format!("{path}/picture.svg?task={token}")).of(key),
            Request::new("POST", &path).of(key).json(&json!({ "task": token, "ans": items })),
            Request::new("POST", &path).of(key).form(&format!("task={token}&ans={text}")),
            Request::new("POST", &path).json(&json!({ "ans": items })),
            Request::new("HEAD", &path),
        ]);
    }
    Ok(requests)
}

/// Each game with a first move and the formats of its records.
const GAMES: [(&str, &str, &[&str]); 4] = [
    ("gomoku", "hh", &["json", "points", "psq"]),
    ("numerical", "5:9", &["json"]),
    ("four_in_a_row", "57", &["json", "ini"]),
    ("tesseract", "41", &["json", "export"]),
];

async fn of_matches(attacker: &Caller, key: &str) -> Outcome<Vec<Request>> {
    let seats = "human,rules";
    let mut requests = vec![
        Request::get("/games"),
        Request::get("/games").with("Accept", "text/html"),
        Request::new("POST", "/games").of(key).form("game=tesseract&seats=human,rules,human&threshold=5&icons=·,X,O,Y"),
        Request::new("POST", "/games").json(&json!({"game": "four_in_a_row", "seats": ["human", "rules"], "end": "most_lines", "seed": 7})),
        Request::new("POST", "/games").json(&json!({"game": "numerical", "seats": ["human", {"alphabeta": 2}]})),
    ];
    for (game, first, formats) in GAMES {
        let form = json!({"game": game, "seats": seats});
        let played = attacker.new_match(&form).await?;
        let seat = played.keys.first().ok_or("no seats")?;
        let path = format!("/games/{}", played.id);
        let move_path = format!("{path}/moves");
        let moved = attacker.request(Method::POST, &move_path).header("X-Seat-Key", seat);
        Reply::to(moved.json(&json!({ "move": first }))).await?.expect(200)?;
        for format in formats {
            let record_path = format!("{path}/record?format={format}");
            let text = attacker.get(&record_path).send().await?.text().await?;
            // A record is JSON or a text.
            let record = serde_json::from_str(&text).unwrap_or(Value::String(text));
            let form = json!({"record": record, "seats": seats, "seed": 7});
            requests.push(Request::new("POST", "/games").json(&form));
            requests.push(Request::get(&record_path));
        }
        requests.extend([
            Request::new("POST", "/games").of(key).json(&form),
            Request::get(&path),
            Request::get(&path).with("Accept", "text/html").with("Accept-Encoding", "gzip"),
            Request::get(&format!("{path}?at=1")),
            Request::get(&format!("{path}/lines?player=1&at=2")),
            Request::get(&format!("{path}/picture.svg?at=1")),
            Request::get(&format!("{path}/why?at=2")),
            Request::get(&format!("{path}/events")),
            Request::new("POST", &move_path).with("X-Seat-Key", seat).json(&json!({"move": "0"})),
            Request::new("POST", &move_path).with("X-Seat-Key", seat).form("move=1:3"),
            Request::new("POST", &format!("{path}/undo"))
                .with("X-Seat-Key", seat)
                .json(&json!({"moves": 1})),
            Request::new("POST", &format!("{path}/advance")).with("X-Seat-Key", seat),
            Request::new("PUT", &format!("/me/records/{game}"))
                .of(key)
                .json(&json!({"game": played.id, "replace": true})),
            Request::get(&format!("/me/records/{game}")).of(key),
            Request::new("DELETE", &format!("/me/records/{game}")).of(key),
        ]);
    }
    Ok(requests)
}

async fn of_others(attacker: &Caller, key: &str) -> Outcome<Vec<Request>> {
    let cookie = format!("gradus_key={key}");
    let page = attacker.get("/").header("Accept", "text/html").send().await?.text().await?;
    let assets = page.split('"').filter(|part| part.starts_with("/assets/"));
    let mut requests: Vec<Request> =
        assets.map(|path| Request::get(path).with("Accept-Encoding", "gzip, br")).collect();
    requests.extend([
        Request::get("/").with("Accept", "text/html").with("Cookie", &cookie),
        Request::get("/session").with("Accept", "text/html").with("Accept-Language", "zh"),
        Request::new("POST", "/session").form(&format!("name=Mallory&key={key}")),
        Request::new("POST", "/session/end")
            .with("Cookie", &cookie)
            .with("Origin", "http://gradus"),
        Request::new("POST", "/learners").form("name=%E5%B0%8F%E6%9E%97+3"),
        Request::get("/me").with("Authorization", "Basic TWFsbG9yeTprZXk="),
        Request::get("/me").with("Cookie", &cookie).with("Sec-Fetch-Site", "same-origin"),
        Request::get("/scoreboard?section=A").of(key),
        Request::get("/scoreboard").with("Accept", "text/html"),
        Request::get("/metrics").with("X-Forwarded-For", "203.0.113.7").of(INSTRUCTOR),
        Request::get("/openapi.json").with("Accept-Encoding", "gzip"),
        Request::new("OPTIONS", "/step_07")
            .with("Origin", "https://example.org")
            .with("Access-Control-Request-Method", "POST"),
        Request::get("/problems").with("Accept", "text/html;q=0.9, */*;q=0.1"),
        Request::get("/openapi.json").with("Accept-Encoding", "gzip"),
        Request::get("/docs?lang=zh").with("Accept", "text/html"),
        Request::get("/nothing").with("X-Forwarded-For", "203.0.113.7").with("X-Request-Id", "7"),
    ]);
    Ok(requests)
}

/// A request to every address of the server's description, with its example as the body: with a learner's key, or with that of an instructor.
async fn of_description(attacker: &Caller, key: &str) -> Outcome<Vec<Request>> {
    let document = Reply::to(attacker.get("/openapi.json")).await?.expect(200)?;
    let paths =
        document.get("paths").and_then(Value::as_object).ok_or("the description has no paths")?;
    let mut requests = Vec::new();
    for (address, operations) in paths {
        let key = if address.starts_with("/instructor") { INSTRUCTOR } else { key };
        for (method, operation) in operations.as_object().into_iter().flatten() {
            let mut path = address.clone();
            let parameters = operation.get("parameters").and_then(Value::as_array);
            for part in parameters.into_iter().flatten() {
                let text = |name| part.get(name).and_then(Value::as_str);
                if let (Some(name), Some(example)) = (text("name"), text("example")) {
                    path = path.replace(&format!("{{{name}}}"), example);
                }
            }
            let request = Request::new(&method.to_ascii_uppercase(), &path).of(key);
            let body = operation.pointer("/requestBody/content/application~1json/example");
            let request = match body {
                Some(body) => request.json(body),
                None => request,
            };
            requests.extend([request.clone().with("Accept", "text/html"), request]);
        }
    }
    Ok(requests)
}

/// Requests of an instructor with queries and bodies that no example has.
fn of_instructors() -> Vec<Request> {
    let get = |path: &str| Request::get(&format!("/instructor{path}")).of(INSTRUCTOR);
    let post = |path: &str, body: Value| {
        Request::new("POST", &format!("/instructor{path}")).of(INSTRUCTOR).json(&body)
    };
    vec![
        Request::get("/instructor"),
        get("/learners?section=A"),
        post("/learners/1", json!({"nickname": ""})),
        post("/roster", json!({"csv": "name;email\nGrete;g@example.org\n", "registered": "keep"})),
        get("/gradebook?section=A"),
        get("/gradebook?format=moodle&columns=total"),
        get("/gradebook?format=canvas"),
        get("/attempts?learner=1&step=07&limit=9"),
        get("/attempts?before=9").with("Accept", "text/html"),
        get("/attempts/1/picture.svg?plain=1"),
        post("/extensions", json!({"step": "08", "section": "A", "closes": "2027-01-01T08:00Z"})),
        post("/regrade", json!({"step": "01", "learner": "1", "apply": true})),
    ]
}
