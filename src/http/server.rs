//! The server as a value: bound to its address, then run.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use actix_web::middleware::from_fn;
use actix_web::{App, HttpServer, web};

use super::middleware::{self, RequestIds};
use super::routes;
use super::state::State;

/// How long running requests may take when the server is asked to stop, in seconds.
const SHUTDOWN_SECONDS: u64 = 5;

/// A server that has its address and waits to be run.
pub struct Server(TcpListener);

impl Server {
    /// Binds to an address; port 0 takes any free one.
    pub fn bind(address: SocketAddr) -> io::Result<Self> {
        TcpListener::bind(address).map(Self)
    }

    /// The address in use.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }

    /// Serves until the process is asked to stop, and then until running requests are answered.
    pub async fn run(self, state: State) -> io::Result<()> {
        let state = web::Data::from(Arc::new(state));
        let ids = RequestIds::new().map_err(|problem| io::Error::other(problem.to_string()))?;
        let app = move || {
            let ids = ids.clone();
            App::new()
                .app_data(state.clone())
                .configure(routes::configure)
                .wrap(from_fn(move |request, next| middleware::answer(ids.clone(), request, next)))
        };
        HttpServer::new(app).shutdown_timeout(SHUTDOWN_SECONDS).listen(self.0)?.run().await
    }
}
