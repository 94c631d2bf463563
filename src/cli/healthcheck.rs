//! `gradus healthcheck`: asks a server whether it is ready, for containers that have no other program.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs as _};
use std::thread;
use std::time::Duration;

use clap::Args;
use thiserror::Error;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time;

use super::addresses::BindOptions;
use super::values::whole;

/// The options of `gradus healthcheck`.
#[derive(Args)]
pub(crate) struct Healthcheck {
    /// The server's address [default: that of --bind]
    #[arg(long, value_name = "http://HOST:PORT", value_parser = server)]
    url: Option<ServerAddress>,
    #[command(flatten)]
    bind: BindOptions,
    /// How long to wait for the server's reply, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = whole(1..=3600_u64))]
    timeout: u64,
}

/// A server as an address with `http://` names it.
#[derive(Clone)]
struct ServerAddress {
    /// The host, and the port if the address has one.
    authority: String,
    /// Host and port.
    address: String,
    /// What comes before the paths of the server; empty, or with a slash at its beginning.
    path: String,
}

/// Why a server is not known to be ready.
#[derive(Debug, Error)]
pub(crate) enum HealthcheckError {
    /// Any free port is not known to anybody.
    #[error("port 0 means any free port; expected the server's address: --url")]
    NoPort,
    /// There was no reply.
    #[error("{address} does not reply: {source}")]
    NoReply {
        /// Where it was asked.
        address: String,
        /// What the system says.
        source: io::Error,
    },
    /// The reply is not one of HTTP.
    #[error("{0} replies, but not in HTTP; expected the address of a server")]
    NoServer(String),
    /// The server is not ready.
    #[error("{address} is not ready: {status}")]
    NotReady {
        /// Where it was asked.
        address: String,
        /// Its status code and what that means.
        status: String,
    },
}

fn server(url: &str) -> Result<ServerAddress, String> {
    let expected =
        |reason: &str| format!("expected an address such as http://127.0.0.1:8080 ({reason})");
    let rest = url.strip_prefix("http://").ok_or_else(|| expected("no http://"))?;
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (host, port) = match authority.rsplit_once(':') {
        // The colon is one of an IPv6 address.
        Some((_, rest)) if rest.ends_with(']') => (authority, "80"),
        Some(parts) => parts,
        None => (authority, "80"),
    };
    if host.is_empty() || port.parse::<u16>().is_err() {
        return Err(expected("no host, or a port that is not a number up to 65535"));
    }
    let is_sendable = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_sendable(rest) {
        return Err(expected("a blank or a letter that is not ASCII"));
    }
    let path = path.trim_end_matches('/');
    let path = if path.is_empty() { String::new() } else { format!("/{path}") };
    Ok(ServerAddress { authority: authority.to_owned(), address: format!("{host}:{port}"), path })
}

impl Healthcheck {
    /// Asks the server at `/readyz`. Nothing is returned if it is ready.
    pub(crate) async fn run(self) -> Result<(), HealthcheckError> {
        let Self { url, bind: BindOptions { bind }, timeout } = self;
        let server = match url {
            Some(server) => server,
            None if bind.port() == 0 => return Err(HealthcheckError::NoPort),
            None => {
                let address = reachable(bind).to_string();
                ServerAddress { authority: address.clone(), address, path: String::new() }
            }
        };
        // All together: a server that sends a byte now and then is late too.
        let reply = time::timeout(Duration::from_secs(timeout), server.ask()).await;
        let reply = reply.unwrap_or_else(|late| Err(late.into()));
        let address = server.address;
        let line = match reply {
            Ok(line) => line,
            Err(source) => return Err(HealthcheckError::NoReply { address, source }),
        };
        let status = line.strip_prefix("HTTP/1.").and_then(|rest| rest.split_once(' '));
        match status {
            Some((_, status)) if status.split(' ').next() == Some("200") => Ok(()),
            Some((_, status)) => {
                Err(HealthcheckError::NotReady { address, status: status.to_owned() })
            }
            None => Err(HealthcheckError::NoServer(address)),
        }
    }
}

/// A server that listens on every address of the machine is asked on the machine itself.
fn reachable(bind: SocketAddr) -> SocketAddr {
    let loopback = match bind.ip() {
        IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
    };
    if bind.ip().is_unspecified() { SocketAddr::new(loopback, bind.port()) } else { bind }
}

impl ServerAddress {
    /// The first line of the reply, or its beginning if that is long.
    async fn ask(&self) -> io::Result<String> {
        let Self { authority, address, path } = self;
        let mut stream = TcpStream::connect(resolve(address.clone()).await?).await?;
        let request = format!(
            "GET {path}/readyz HTTP/1.1\r\nHost: {authority}\r\nAccept: application/json\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut line = Vec::new();
        if BufReader::new(stream).take(1024).read_until(b'\n', &mut line).await? == 0 {
            return Err(io::Error::other("the connection was closed"));
        }
        Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
    }
}

/// Looks up a host, on a thread of its own: the system does not stop doing so when nobody waits any more, and a thread of the runtime would
/// keep the program from ending.
async fn resolve(address: String) -> io::Result<SocketAddr> {
    let (found, result) = oneshot::channel();
    thread::Builder::new().spawn(move || {
        // `localhost` has two addresses, and the server listens on that of IPv4 unless it is told otherwise.
        let first = address.to_socket_addrs().map(|all| all.min_by_key(SocketAddr::is_ipv6));
        // Sending fails if nobody waits any more.
        let _ = found.send(first);
    })?;
    let first = result.await.unwrap_or(Ok(None))?;
    first.ok_or_else(|| io::Error::other("there is no such host"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_a_port_and_perhaps_a_path() {
        for (url, authority, address, path) in [
            ("http://127.0.0.1:8080", "127.0.0.1:8080", "127.0.0.1:8080", ""),
            ("http://127.0.0.1:8080/", "127.0.0.1:8080", "127.0.0.1:8080", ""),
            ("http://[::1]:8080/gradus/", "[::1]:8080", "[::1]:8080", "/gradus"),
            ("http://[::1]", "[::1]", "[::1]:80", ""),
            ("http://127.0.0.1/a/b", "127.0.0.1", "127.0.0.1:80", "/a/b"),
            ("http://gradus/", "gradus", "gradus:80", ""),
        ] {
            let server = server(url).unwrap();
            assert_eq!((server.authority.as_str(), server.path.as_str()), (authority, path));
            assert_eq!(server.address, address);
        }
        for url in [
            "https://127.0.0.1",
            "127.0.0.1:8080",
            "http://",
            "http://127.0.0.1/a b",
            "http://:8080",
            "http://127.0.0.1:http",
            "http://127.0.0.1:65536",
        ] {
            assert!(server(url).is_err_and(|error| error.starts_with("expected")), "{url}");
        }
    }

    #[test]
    fn a_server_on_every_address_is_asked_on_the_machine_itself() {
        for (bind, expected) in [
            ("0.0.0.0:8080", "127.0.0.1:8080"),
            ("[::]:8080", "[::1]:8080"),
            ("10.0.0.7:8080", "10.0.0.7:8080"),
        ] {
            assert_eq!(reachable(bind.parse().unwrap()), expected.parse().unwrap());
        }
    }
}
