//! Connections that are held open and used by hardly anybody: browsers with a page open, and programs that think.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use crate::Outcome;
use crate::flood::{REST_LIMIT, has_time_after, joined};
use crate::loopback::{Loopback, get, one_of_many};
use crate::options::Options;
use crate::reply::Replies;
use crate::report::Measure;
use crate::server::Server;

/// The most resident memory with all connections open, in bytes.
const PEAK_LIMIT: u64 = 150_000_000;

/// The server closes a connection after five seconds without a request.
const PAUSE: Duration = Duration::from_secs(4);

/// How often a connection is used at most, and how often one that was closed is opened again.
const TURNS: usize = 1000;

/// Connections are counted so long before the end.
const COUNTED_BEFORE: Duration = Duration::from_secs(1);

/// From how many addresses they come: from each fewer than one address may have.
const ADDRESSES: u8 = 64;

/// Idle connections, each of which sends a request every four seconds.
pub(crate) async fn idle(options: &Options) -> Outcome<Vec<Measure>> {
    let mut server = Server::start(options).await?;
    let (before, others) = (server.memory()?, server.sockets()?);
    let connections = options.idle_connections();
    let began = Instant::now();
    // All are open after the first pause; then they stay for as long as a flood lasts.
    let until = began + PAUSE + options.flood_time();
    let mut holders = JoinSet::new();
    for number in 0..connections {
        let first = began + PAUSE * u32::try_from(number)? / u32::try_from(connections)?;
        let address = u8::try_from(number % usize::from(ADDRESSES))?;
        holders.spawn(hold(server.address, address, first, until));
    }
    let counted = count(&server, until - COUNTED_BEFORE);
    let (replies, counted) = tokio::join!(joined(holders), counted);
    let (sockets, during) = counted?;
    let open = sockets.saturating_sub(others);
    let peak = server.peak_memory()?;
    sleep(options.settle_time()).await;
    let after = format!("resident {} s afterwards", options.settle_time().as_secs());
    let mut measures = vec![
        // Some may be closed and opened again at that moment.
        Measure::at_least("connections open at the same time", open, connections * 99 / 100),
        Measure::memory("resident before", before, REST_LIMIT),
        Measure::memory("resident with the connections", during, PEAK_LIMIT),
        Measure::memory("resident at the peak", peak, PEAK_LIMIT),
        Measure::memory(&after, server.memory()?, REST_LIMIT),
    ];
    measures.extend(server.health(&replies)?);
    Ok(measures)
}

/// How many sockets the server has at a time, and how much memory, in bytes.
async fn count(server: &Server, at: Instant) -> Outcome<(usize, u64)> {
    sleep_until(at).await;
    Ok((server.sockets()?, server.memory()?))
}

/// Holds a connection from a time on; one that the server has closed is opened again.
async fn hold(server: Loopback, address: u8, first: Instant, until: Instant) -> Replies {
    let mut replies = Replies::default();
    sleep_until(first).await;
    for _ in 0..TURNS {
        let Ok(Ok(mut stream)) = timeout_at(until, server.connect(one_of_many(address))).await
        else {
            replies.add_other("no connection");
            if has_time_after(PAUSE, until).await {
                continue;
            }
            break;
        };
        for _ in 0..TURNS {
            match timeout_at(until, ask(&mut stream)).await {
                Ok(Ok(reply)) if !reply.is_empty() => replies.add_bytes(&reply),
                Ok(_) => {
                    replies.add_other("hung up on");
                    break;
                }
                Err(_) => break,
            }
            if !has_time_after(PAUSE, until).await {
                break;
            }
        }
        if Instant::now() >= until {
            break;
        }
    }
    replies
}

/// Sends a request and reads what has come of the reply: it is shorter than what is read at once.
async fn ask(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    stream.write_all(get("/healthz").as_bytes()).await?;
    let mut reply = vec![0; 1024];
    let length = stream.read(&mut reply).await?;
    reply.truncate(length);
    Ok(reply)
}
