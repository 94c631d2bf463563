//! `gradus healthcheck`: asks a server whether it is ready, for containers that have no other program. The server has no HTTP client, and this
//! one needs only the first line of a reply.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs as _};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use clap::Args;
use gradus::option_values::seconds;

use super::error::CliError;
use super::serve::BindOptions;

/// The options of `gradus healthcheck`.
#[derive(Args)]
pub(crate) struct Healthcheck {
    /// The server's address [default: that of --bind]
    #[arg(long, value_name = "http://HOST:PORT", value_parser = server)]
    url: Option<ServerAddress>,
    #[command(flatten)]
    bind: BindOptions,
    /// How long to wait for the server's reply, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds(1..=3600))]
    timeout: Duration,
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
    pub(crate) fn run(self) -> Result<(), CliError> {
        let Self { url, bind: BindOptions { bind }, timeout } = self;
        let server = match url {
            Some(server) => server,
            None if bind.port() == 0 => {
                let message = "port 0 means any free port; expected the server's address: --url";
                return Err(CliError::Failed(message.to_owned()));
            }
            None => {
                let address = reachable(bind).to_string();
                ServerAddress { authority: address.clone(), address, path: String::new() }
            }
        };
        let address = server.address.clone();
        let line = server
            .ask_within(timeout)
            .map_err(|error| CliError::Failed(format!("{address} does not reply: {error}")))?;
        let status = line.strip_prefix("HTTP/1.").and_then(|rest| rest.split_once(' '));
        Err(CliError::Failed(match status {
            Some((_, status)) if status.split(' ').next() == Some("200") => return Ok(()),
            Some((_, status)) => format!("{address} is not ready: {status}"),
            None => format!("{address} replies, but not in HTTP; expected the address of a server"),
        }))
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
    /// The first line of the reply, or its beginning if that is long. The limit is for everything together: looking up the host, and a server
    /// that sends a byte now and then. So another thread asks, and ends with the process.
    fn ask_within(self, timeout: Duration) -> io::Result<String> {
        let (sender, reply) = mpsc::channel();
        thread::Builder::new().spawn(move || sender.send(self.ask()))?;
        reply.recv_timeout(timeout).unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }

    fn ask(self) -> io::Result<String> {
        let Self { authority, address, path } = self;
        // `localhost` has two addresses, and the server listens on that of IPv4 unless it is told otherwise.
        let first = address.to_socket_addrs()?.min_by_key(SocketAddr::is_ipv6);
        let first = first.ok_or_else(|| io::Error::other("there is no such host"))?;
        let mut stream = TcpStream::connect(first)?;
        let request = format!(
            "GET {path}/readyz HTTP/1.1\r\nHost: {authority}\r\nAccept: application/json\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes())?;
        let mut line = Vec::new();
        if BufReader::new(stream).take(1024).read_until(b'\n', &mut line)? == 0 {
            return Err(io::Error::other("the connection was closed"));
        }
        Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
    }
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
