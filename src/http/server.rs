//! The server as a value: bound to its address, then run.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use actix_web::middleware::from_fn;
use actix_web::{App, HttpServer, rt};

use super::middleware::{self, RequestIds};
use super::routes;
use super::state::{SharedState, State};

/// A server that is bound to its address and not running yet.
pub struct Server(TcpListener);

impl Server {
    /// Binds to an address; port 0 means any free port.
    pub fn bind(address: SocketAddr) -> io::Result<Self> {
        TcpListener::bind(address).map(Self)
    }

    /// The address in use.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }

    /// Serves until the process receives a stop signal, and then until the running requests are answered or the shutdown timeout is
    /// over.
    pub async fn run(self, state: Arc<State>) -> io::Result<()> {
        let shared = Arc::clone(&state);
        let ids = RequestIds::new().map_err(|problem| io::Error::other(problem.to_string()))?;
        let app = move || {
            let ids = ids.clone();
            App::new()
                .app_data(SharedState::new(Arc::clone(&state)))
                .configure(routes::configure)
                .wrap(from_fn(move |request, next| middleware::handle(ids.clone(), request, next)))
        };
        let server = HttpServer::new(app)
            .disable_signals()
            .shutdown_timeout(shared.limits.shutdown_timeout.as_secs())
            .listen(self.0)?
            .run();
        let (handle, stop) = (server.handle(), stop_signal()?);
        rt::spawn(async move {
            stop.await;
            // Open event streams would keep the server running.
            shared.matches.close();
            handle.stop(true).await;
        });
        server.await
    }
}

/// Completes when the process receives a stop signal. It handles the signals from the call on.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) =
        (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Completes when the process receives a stop signal.
#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a signal handler there is no signal to wait for.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    })
}
