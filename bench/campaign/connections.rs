//! Attacks with connections: those who read slowly, send slowly, send much at once, or listen.

use std::future::pending;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use crate::Outcome;
use crate::caller::{Caller, NewMatch, scattered_points};
use crate::flood::{Flood, has_time_after, joined};
use crate::loopback::{ATTACKER, Loopback, get};
use crate::options::Options;
use crate::reply::{Replies, Reply};
use crate::report::Measure;
use crate::server::Server;

const SLOW_READERS: u32 = 1500;

/// How many requests a slow reader sends.
const UNREAD: usize = 2000;

/// How many requests the only connection sends that is not read.
const PIPELINED: u32 = 20_000;

/// Before the processor time is measured, the server may fill what buffers it has.
const FILLING: Duration = Duration::from_secs(2);

/// The share of one core, in percent, that the server may use for a connection that does not read.
const IDLE_LIMIT: f64 = 5.0;

const SLOW_SENDERS: u32 = 300;

/// How long a slow sender pauses after each byte.
const BYTE_PAUSE: Duration = Duration::from_millis(500);

const LISTENERS: u32 = 1500;

/// How long somebody waits who was hung up on or refused.
const RECONNECT_PAUSE: Duration = Duration::from_secs(1);

/// How often somebody connects at most.
const TURNS: usize = 1000;

/// Connections that send many requests and read nothing.
pub(crate) async fn slow_readers(options: &Options) -> Outcome<Vec<Measure>> {
    let flood = Flood::begin(options).await?;
    let requests: Arc<str> = get("/problems").repeat(UNREAD).into();
    let mut readers = JoinSet::new();
    for _ in 0..options.scaled(SLOW_READERS) {
        readers.spawn(hold(flood.address(), flood.until, Arc::clone(&requests)));
    }
    let replies = joined(readers).await;
    flood.end(replies).await
}

/// Sends requests without reading a reply, and holds the connection until the time is over.
async fn hold(server: Loopback, until: Instant, requests: Arc<str>) -> Replies {
    let mut replies = Replies::default();
    for _ in 0..TURNS {
        let stream = server.connect_without_buffer(ATTACKER).await;
        let held = match stream {
            Ok(mut stream) => {
                let sent = timeout_at(until, stream.write_all(requests.as_bytes())).await;
                if matches!(sent, Ok(Ok(()))) {
                    wait_for_end(&stream, until).await;
                }
                // One byte more shows whether the server still has the connection.
                !matches!(sent, Ok(Err(_))) && is_open(stream.try_write(b"G"))
            }
            Err(_) => false,
        };
        if held && Instant::now() >= until {
            replies.add_other("held until the end");
            break;
        }
        replies.add_other("hung up on");
        if !has_time_after(RECONNECT_PAUSE, until).await {
            break;
        }
    }
    replies
}

/// Waits until the time is over, or the server resets the connection.
async fn wait_for_end(stream: &TcpStream, until: Instant) {
    let reset = async {
        while !matches!(stream.take_error(), Ok(Some(_)) | Err(_)) {
            sleep(RECONNECT_PAUSE).await;
        }
    };
    // Either is an end.
    let _ = timeout_at(until, reset).await;
}

/// Whether a connection is open on which this happened. One that takes no more bytes at the moment is.
fn is_open(written: io::Result<usize>) -> bool {
    written.map_or_else(|error| error.kind() == io::ErrorKind::WouldBlock, |_| true)
}

/// One connection that sends many requests and reads nothing. Before the learner begins, the server's processor time is measured: it has
/// nothing to do but to wait.
pub(crate) async fn pipelining(options: &Options) -> Outcome<Vec<Measure>> {
    let server = Server::start(options).await?;
    let mut stream = server.address.connect_without_buffer(ATTACKER).await?;
    let requests = get("/").repeat(options.scaled(PIPELINED));
    // The server reads as much as it wants to.
    let mut sending = Box::pin(async move {
        let _ = stream.write_all(requests.as_bytes()).await;
        pending::<()>().await;
    });
    let filled = Instant::now() + FILLING;
    let _ = timeout_at(filled, &mut sending).await;
    let (before, began) = (server.processor_time()?, Instant::now());
    let _ = timeout_at(began + options.flood_time() / 2, &mut sending).await;
    let used = server.processor_time()?.saturating_sub(before);
    let share = 100.0 * used.as_secs_f64() / began.elapsed().as_secs_f64();

    let flood = Flood::begin_at(server, options).await?;
    let _ = timeout_at(flood.until, &mut sending).await;
    drop(sending);
    let mut measures = flood.end(Replies::default()).await?;
    let what = "processor time for the connection, of a core";
    measures.insert(0, Measure::percent(what, share, IDLE_LIMIT));
    Ok(measures)
}

/// Connections that send a head or a body a byte at a time.
pub(crate) async fn slow_senders(options: &Options) -> Outcome<Vec<Measure>> {
    let flood = Flood::begin(options).await?;
    let begun: [&'static str; 2] = [
        "GET /step_04 HTTP/1.1\r\nHost: gradus\r\nX-Slow: ",
        "POST /step_04 HTTP/1.1\r\nHost: gradus\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{\"ans\":\"",
    ];
    let mut senders = JoinSet::new();
    for begun in begun.into_iter().cycle().take(options.scaled(SLOW_SENDERS)) {
        senders.spawn(send_slowly(flood.address(), flood.until, begun));
    }
    let replies = joined(senders).await;
    flood.end(replies).await
}

/// Begins a request and goes on with it a byte at a time, and with another one when the server has hung up.
async fn send_slowly(server: Loopback, until: Instant, begun: &'static str) -> Replies {
    let mut replies = Replies::default();
    for _ in 0..TURNS {
        match timeout_at(until, send_bytes(server, begun)).await {
            Ok(Ok(reply)) if reply.is_empty() => replies.add_other("hung up on"),
            Ok(Ok(reply)) => replies.add_bytes(&reply),
            Ok(Err(_)) => replies.add_other("hung up on"),
            Err(_) => {
                replies.add_other("held until the end");
                break;
            }
        }
        if !has_time_after(RECONNECT_PAUSE, until).await {
            break;
        }
    }
    replies
}

/// Sends bytes, one after the other, until the server replies or hangs up; what it replied.
async fn send_bytes(server: Loopback, begun: &str) -> io::Result<Vec<u8>> {
    let mut stream = server.connect(ATTACKER).await?;
    stream.write_all(begun.as_bytes()).await?;
    let mut reply = vec![0; 4096];
    loop {
        match timeout_at(Instant::now() + BYTE_PAUSE, stream.read(&mut reply)).await {
            Ok(length) => {
                reply.truncate(length?);
                return Ok(reply);
            }
            Err(_) => stream.write_all(b"a").await?,
        }
    }
}

/// Connections that listen to one match and read only the first event, while moves are made.
pub(crate) async fn listeners(options: &Options) -> Outcome<Vec<Measure>> {
    let flood = Flood::begin(options).await?;
    let attacker = Caller::new(flood.address(), ATTACKER)?;
    let seats = json!({"game": "gomoku", "seats": ["human", "human"]});
    let played = attacker.new_match(&seats).await?;
    let request: Arc<str> = get(&format!("/games/{}/events", played.id)).into();
    let mut listeners = JoinSet::new();
    for _ in 0..options.scaled(LISTENERS) {
        listeners.spawn(listen(flood.address(), flood.until, Arc::clone(&request)));
    }
    let (replies, moves) = tokio::join!(joined(listeners), play(&attacker, &played, flood.until));
    drop(attacker);
    let mut measures = flood.end(replies).await?;
    measures.push(Measure::shown("replies to moves", moves));
    Ok(measures)
}

/// Listens, and holds the connection until the time is over. Who is refused tries again.
async fn listen(server: Loopback, until: Instant, request: Arc<str>) -> Replies {
    let mut replies = Replies::default();
    for _ in 0..TURNS {
        let first = async {
            let mut stream = server.connect_without_buffer(ATTACKER).await?;
            stream.write_all(request.as_bytes()).await?;
            let mut reply = vec![0; 4096];
            let length = stream.read(&mut reply).await?;
            reply.truncate(length);
            Ok::<_, io::Error>((stream, reply))
        };
        match timeout_at(until, first).await {
            Ok(Ok((stream, reply))) => {
                replies.add_bytes(&reply);
                if reply.starts_with(b"HTTP/1.1 200") {
                    sleep_until(until).await;
                    drop(stream);
                }
            }
            Ok(Err(_)) => replies.add_other("hung up on"),
            Err(_) => replies.add_other("no reply until the end"),
        }
        if !has_time_after(RECONNECT_PAUSE, until).await {
            break;
        }
    }
    replies
}

/// Makes moves, evenly over the time.
async fn play(attacker: &Caller, played: &NewMatch, until: Instant) -> Replies {
    let points: Vec<String> = scattered_points().collect();
    let count = u32::try_from(points.len()).unwrap_or(u32::MAX);
    let pause = until.saturating_duration_since(Instant::now()) / count;
    let mut replies = Replies::default();
    for (point, key) in points.iter().zip(played.keys.iter().cycle()) {
        let request = attacker.request(Method::POST, &format!("/games/{}/moves", played.id));
        let request = request.header("X-Seat-Key", key).json(&json!({ "move": point }));
        match timeout_at(until, Reply::to(request)).await {
            Ok(reply) => replies.add_result(&reply),
            Err(_) => replies.add_other("no reply until the end"),
        }
        if !has_time_after(pause, until).await {
            break;
        }
    }
    replies
}
