//! A process that may open no more files: connections are files, too.

use std::io::Read as _;
use std::net::TcpStream;
use std::process::Command;
use std::sync::Arc;

use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::{Load, workers};
use crate::server::{Caller as _, PATIENCE, Reply, Server, Workplace};

/// Limits how many files a server may have open. Those that it has stay open.
fn limit_descriptors(server: &Server, limit: u32) {
    let limit = format!("prlimit --pid {} --nofile={limit}:", server.id());
    let status = Command::new("sh").args(["-c", &limit]).status().unwrap();
    assert!(status.success(), "{limit}: {status}");
}

/// Everything that needs a file has it already. Only new connections wait.
#[case]
async fn without_a_free_descriptor_open_connections_are_served() {
    let server = Server::start();
    server.until_ready(true).await;
    let before = workers(&server);
    let load = Load::start(&server, 4).await;
    load.until_confirmed(20).await;

    limit_descriptors(&server, 0);
    let waiting = tokio::spawn(Reply::to(server.anonymous().get("/readyz")));
    server.until_logged("Too many open files").await;
    load.until_confirmed(100).await;
    assert!(!waiting.is_finished());

    limit_descriptors(&server, 512);
    assert_eq!(waiting.await.unwrap().status, 200);
    server.register("Grace").await;
    load.until_confirmed(20).await;
    for busy in load.stop().await {
        busy.is_remembered_by(&server).await;
    }
    assert_eq!(workers(&server), before);
}

/// Opens so many connections, and reads what the last of them gets without having asked for anything.
fn flood(address: &str, connections: usize) -> (Vec<TcpStream>, String) {
    let connect = |_| TcpStream::connect(address).unwrap();
    let flood: Vec<_> = (0..connections).map(connect).collect();
    let mut last = flood.last().unwrap();
    last.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut told = String::new();
    last.read_to_string(&mut told).unwrap();
    (flood, told)
}

/// Places for connections run out before descriptors do, and who has no place is told so.
#[case]
async fn a_flood_of_connections_leaves_descriptors_for_the_rest() {
    /// How many files the process may have open. It is flooded with as many connections.
    const FILES: usize = 300;
    let workplace = Arc::new(Workplace::new());
    let server = Server::start_after(&workplace, &format!("ulimit -n {FILES}"));
    let load = Load::start(&server, 2).await;
    load.until_confirmed(10).await;

    let address = server.url().trim_start_matches("http://").to_owned();
    // On another thread: who is under load goes on, with the connections that they have.
    let (flood, told) = spawn_blocking(move || flood(&address, FILES)).await.unwrap();
    assert!(told.starts_with("HTTP/1.1 503 "), "{told}");
    assert!(told.contains("retry-after: 1\r\n"), "{told}");
    assert!(told.contains(r#""code":"limit.connections""#), "{told}");
    load.until_confirmed(20).await;
    drop(flood);

    let anonymous = server.anonymous();
    let asked = async {
        while !Reply::try_to(anonymous.get("/readyz")).await.is_ok_and(|reply| reply.status == 200)
        {
        }
    };
    assert!(timeout(PATIENCE, asked).await.is_ok());
    for busy in load.stop().await {
        busy.is_remembered_by(&server).await;
    }
    let log = server.workplace().log();
    assert!(!log.contains("Too many open files"), "{log}");
}
