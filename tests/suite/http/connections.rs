//! Connections as no library makes them: many requests at once, replies that nobody reads, more connections than there are places.

use std::fs;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;

use reqwest::StatusCode;

use crate::server::{Caller as _, PATIENCE, Reply, Server, Workplace};

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.url().trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Sends as much of this again and again as the server and the system take, and reads nothing.
fn send_without_reading(mut stream: &TcpStream, request: &str, times: usize) {
    let requests = request.repeat(times);
    let mut rest = requests.as_bytes();
    stream.set_nonblocking(true).unwrap();
    while !rest.is_empty() {
        match stream.write(rest) {
            Ok(sent) => rest = &rest[sent..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            Err(error) => panic!("{error}"),
        }
    }
    stream.set_nonblocking(false).unwrap();
}

/// The memory of a process that is in use now, in MB.
fn resident(server: &Server) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

const PROBLEMS: &str = "GET /problems HTTP/1.1\r\nHost: a\r\n\r\n";

#[case]
async fn replies_that_nobody_reads_are_not_made() {
    let server = Server::start();
    let idle = resident(&server);
    let connections: Vec<TcpStream> = (0..100).map(|_| connect(&server)).collect();
    for connection in &connections {
        send_without_reading(connection, PROBLEMS, 2000);
    }
    // The server has seen all of it: who comes behind is served.
    let reply = Reply::to(server.anonymous().get("/problems")).await;
    assert_eq!(reply.status, StatusCode::OK);
    // All replies together would have 2 GB.
    let held = resident(&server) - idle;
    assert!(held < 100, "{held} MB are held for 100 connections");
}

#[case]
fn a_client_that_does_not_read_is_given_up() {
    let workplace = Arc::new(Workplace::new());
    let server = Server::start_with(&workplace, |command| command.args(["--send-timeout", "1"]));
    let mut connection = connect(&server);
    send_without_reading(&connection, PROBLEMS, 20_000);
    // The end comes without a byte having been read: the server has closed the connection.
    let closed = loop {
        if let Err(error) = connection.write_all(b"\r\n") {
            break error;
        }
    };
    assert!(
        matches!(closed.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset),
        "{closed}"
    );
    // What was sent before is less than all.
    let mut replies = Vec::new();
    let _ = connection.read_to_end(&mut replies);
    assert!(count(&replies, "HTTP/1.1 200 OK") < 20_000);
}

#[case]
fn requests_that_come_at_once_are_answered_in_their_order() {
    let server = Server::start();
    let mut connection = connect(&server);
    let json = "Content-Type: application/json\r\n";
    let requests = [
        "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(),
        format!(
            "POST /step_01 HTTP/1.1\r\nHost: a\r\n{json}Content-Length: 13\r\n\r\n{{\"ans\": \"no\"}}"
        ),
        "HEAD /step_01 HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(),
        format!(
            "POST /learners HTTP/1.1\r\nHost: a\r\n{json}Transfer-Encoding: chunked\r\n\r\n7\r\n{{\"name\"\r\n7;x=1\r\n: \"Ada\"\r\n1\r\n}}\r\n0\r\n\r\n"
        ),
        "\r\nGET /step_99 HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(),
        "GET /step_01?ans=\"é，\" HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(),
        "POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody".to_owned(),
    ];
    // In one piece, and one byte after the other.
    for (name, piece) in [("Ada", usize::MAX), ("Bob", 1)] {
        let all = requests.concat().replace("Ada", name);
        for bytes in all.as_bytes().chunks(piece.min(all.len())) {
            connection.write_all(bytes).unwrap();
        }
        // The last one's body is not read, which ends the connection.
        let mut replies = Vec::new();
        connection.read_to_end(&mut replies).unwrap();
        let replies = String::from_utf8(replies).unwrap();
        let statuses: Vec<&str> =
            replies.split("HTTP/1.1 ").filter_map(|reply| reply.get(..3)).collect();
        assert_eq!(statuses, ["200", "422", "200", "201", "404", "422", "405"], "{replies}");
        connection = connect(&server);
    }
}

/// A connection on which events of a match are listened to, so that it stays open; none if it has no place.
fn listen(server: &Server, id: &str) -> Option<TcpStream> {
    let mut connection = connect(server);
    let request = format!("GET /games/{id}/events HTTP/1.1\r\nHost: a\r\n\r\n");
    // The server may have closed it already.
    let _ = connection.write_all(request.as_bytes());
    let mut begin = [0; 12];
    let is_read = connection.read_exact(&mut begin).is_ok();
    (is_read && &begin == b"HTTP/1.1 200").then_some(connection)
}

#[case]
fn an_address_has_so_many_connections_and_no_more() {
    let workplace = Arc::new(Workplace::new());
    let server =
        Server::start_with(&workplace, |command| command.args(["--connections-per-address", "3"]));
    let body = r#"{"game": "gomoku", "seats": ["human", "human"]}"#;
    let request = format!(
        "POST /games HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let id = server.send_raw(request.as_bytes()).json()["id"].as_str().unwrap().to_owned();
    // A place is free again as soon as the server has seen the end of the connection before.
    let until_listening = || {
        loop {
            if let Some(connection) = listen(&server, &id) {
                break connection;
            }
        }
    };
    let listeners: [TcpStream; 3] = std::array::from_fn(|_| until_listening());
    let mut refused = String::new();
    connect(&server).read_to_string(&mut refused).unwrap();
    let (head, body) = refused.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 503 ") && head.contains("retry-after: "), "{head}");
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!(body["code"], "limit.connections");
    drop(listeners);
    until_listening();
}

#[case]
fn as_many_files_may_be_open_as_the_system_allows() {
    let server = Server::start();
    let limits = fs::read_to_string(format!("/proc/{}/limits", server.id())).unwrap();
    let files = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
    let files: Vec<&str> = files.split_whitespace().collect();
    assert_eq!(files[0], files[1], "the limit in force and the highest one");
}

fn count(bytes: &[u8], text: &str) -> usize {
    bytes.windows(text.len()).filter(|window| *window == text.as_bytes()).count()
}
