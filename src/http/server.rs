//! The server as a value: bound to its address, then run.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use actix_web::{App, HttpServer, web};

use super::routes;
use super::state::State;

/// How long running requests may take when the server is asked to stop, in seconds.
const SHUTDOWN_SECONDS: u64 = 5;

/// A server that has its address and waits to be run.
pub struct Server {
    address: SocketAddr,
    running: actix_web::dev::Server,
}

impl Server {
    /// Binds to an address; port 0 takes any free one.
    pub fn bind(address: SocketAddr, state: State) -> io::Result<Self> {
        let state = web::Data::from(Arc::new(state));
        let app = move || App::new().app_data(state.clone()).configure(routes::configure);
        let server = HttpServer::new(app).shutdown_timeout(SHUTDOWN_SECONDS).bind(address)?;
        let address = server.addrs().first().copied().unwrap_or(address);
        Ok(Self { address, running: server.run() })
    }

    /// The address in use.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the process is asked to stop, and then until running requests are answered.
    pub async fn run(self) -> io::Result<()> {
        self.running.await
    }
}
