//! This machine, with which alone the campaign speaks.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

use thiserror::Error;
use tokio::net::{TcpSocket, TcpStream};

/// Where the learner is.
pub(crate) const LEARNER: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Where attackers are: not where the learner is, so that limits for each address tell them apart.
pub(crate) const ATTACKER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

/// Where one of many attackers is, so that no limit for each address ends an attack that is not about limits.
pub(crate) fn one_of_many(number: u8) -> IpAddr {
    Ipv4Addr::new(127, 0, 1, number).into()
}

/// The address of a server on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Loopback(SocketAddr);

/// A text is not the address of a server on this machine.
#[derive(Debug, Error)]
#[error("{0:?} is no address in 127.0.0.0/8 or [::1]: the campaign speaks with nobody else")]
pub(crate) struct NotLoopback(String);

impl FromStr for Loopback {
    type Err = NotLoopback;

    fn from_str(url: &str) -> Result<Self, NotLoopback> {
        let address = url.strip_prefix("http://").and_then(|address| address.parse().ok());
        let address = address.filter(|address: &SocketAddr| address.ip().is_loopback());
        address.map(Self).ok_or_else(|| NotLoopback(url.to_owned()))
    }
}

impl Loopback {
    /// The address of a path.
    pub(crate) fn url(self, path: &str) -> String {
        format!("http://{}{path}", self.0)
    }

    /// A connection from an address of this machine.
    pub(crate) async fn connect(self, from: IpAddr) -> io::Result<TcpStream> {
        self.connect_socket(TcpSocket::new_v4()?, from).await
    }

    /// A connection of which the system keeps little that was not read: what is sent stays with the server.
    pub(crate) async fn connect_without_buffer(self, from: IpAddr) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        self.connect_socket(socket, from).await
    }

    async fn connect_socket(self, socket: TcpSocket, from: IpAddr) -> io::Result<TcpStream> {
        // The port of a connection that was closed lately may be used again: there are not enough others for all attacks.
        socket.set_reuseaddr(true)?;
        socket.bind(SocketAddr::new(from, 0))?;
        socket.connect(self.0).await
    }
}

/// A request without a body, as bytes.
pub(crate) fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: gradus\r\n\r\n")
}
