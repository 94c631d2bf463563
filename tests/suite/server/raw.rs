//! Requests written byte by byte: what no HTTP library would send, or only with more features.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::thread;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::embedded::SharedServer;
use super::process::{PATIENCE, Server};
use super::reply::Reply;

impl Server {
    /// Sends bytes to it: see [`send_raw`].
    pub(crate) fn send_raw(&self, request: &[u8]) -> Reply {
        send_raw(self.url(), request)
    }
}

impl SharedServer {
    /// Sends bytes to it: see [`send_raw`].
    pub(crate) fn send_raw(&self, request: &[u8]) -> Reply {
        send_raw(self.url(), request)
    }
}

/// Sends bytes, which ask the server to close the connection, and reads its reply. The server need not read all of them.
fn send_raw(url: &str, request: &[u8]) -> Reply {
    let mut stream = TcpStream::connect(url.trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut writer = stream.try_clone().unwrap();
    let mut reply = Vec::new();
    thread::scope(|scope| {
        // A server that has heard enough hangs up; what counts is its reply.
        scope.spawn(move || drop(writer.write_all(request)));
        stream.read_to_end(&mut reply).unwrap();
        // It may be closed already.
        let _ = stream.shutdown(Shutdown::Both);
    });
    parse(&String::from_utf8(reply).unwrap())
}

fn parse(reply: &str) -> Reply {
    let (head, body) = reply.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{reply:?}"));
    let (status, headers) = head.split_once("\r\n").unwrap();
    let headers: HeaderMap = headers
        .lines()
        .map(|line| {
            let (name, value) = line.split_once(": ").unwrap();
            let name: HeaderName = name.parse().unwrap();
            (name, HeaderValue::from_str(value).unwrap())
        })
        .collect();
    let status = status.split(' ').nth(1).unwrap().parse().unwrap();
    Reply { status, headers, text: body.to_owned() }
}
