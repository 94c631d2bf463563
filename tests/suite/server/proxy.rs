//! A proxy that falls silent, as a network does whose cables are cut: nothing comes through any more, and neither side is told.

use std::future::pending;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::thread;

use actix_web::rt;
use tokio::io::copy_bidirectional;
use tokio::net::{self, TcpStream};
use tokio::sync::watch;

/// A proxy of TCP connections to one address, on a thread of its own. It ends when it is dropped.
pub(crate) struct Proxy {
    address: SocketAddr,
    is_silent: watch::Sender<bool>,
}

impl Proxy {
    pub(crate) fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let (is_silent, silence) = watch::channel(false);
        thread::spawn(move || rt::System::new().block_on(accept(listener, server, silence)));
        Self { address, is_silent }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Passes on nothing any more. The connections stay open, and new ones are accepted.
    pub(crate) fn fall_silent(&self) {
        self.is_silent.send_replace(true);
    }

    /// Passes on what new connections say. Those from before stay silent.
    pub(crate) fn resume(&self) {
        self.is_silent.send_replace(false);
    }
}

async fn accept(listener: TcpListener, server: SocketAddr, mut is_silent: watch::Receiver<bool>) {
    let listener = net::TcpListener::from_std(listener).unwrap();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let (client, _) = accepted.unwrap();
                rt::spawn(relay(client, server, is_silent.clone()));
            }
            // An error means that the proxy was dropped.
            changed = is_silent.changed() => if changed.is_err() { return },
        }
    }
}

/// Passes on what both sides say, until the proxy falls silent. From then on the connections are held and not read.
async fn relay(mut client: TcpStream, server: SocketAddr, mut is_silent: watch::Receiver<bool>) {
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    let silence = async { drop(is_silent.wait_for(|is_silent| *is_silent).await) };
    tokio::select! {
        biased;
        () = silence => pending().await,
        // Both are closed then.
        _ = copy_bidirectional(&mut client, &mut server) => {}
    }
}
