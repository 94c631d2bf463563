//! The server as a value: bound to its address, then run.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use actix_web::middleware::from_fn;
use actix_web::{App, HttpServer, rt, web};

use super::middleware::{self, RequestIds};
use super::routes;
use super::state::State;

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

    /// Serves until the process is asked to stop, and then until running requests are answered, but not for longer than the limits say.
    pub async fn run(self, state: Arc<State>) -> io::Result<()> {
        let shared = Arc::clone(&state);
        let state = web::Data::from(state);
        let ids = RequestIds::new().map_err(|problem| io::Error::other(problem.to_string()))?;
        let app = move || {
            let ids = ids.clone();
            App::new()
                .app_data(state.clone())
                .configure(routes::configure)
                .wrap(from_fn(move |request, next| middleware::answer(ids.clone(), request, next)))
        };
        let server = HttpServer::new(app)
            .disable_signals()
            .shutdown_timeout(shared.limits.shutdown_timeout.as_secs())
            .listen(self.0)?
            .run();
        let (handle, stop) = (server.handle(), stop_signal()?);
        rt::spawn(async move {
            stop.await;
            // Whoever follows a match would keep the server running.
            shared.matches.close();
            handle.stop(true).await;
        });
        server.await
    }
}

/// Done when the process is asked to stop. Signals count from the call on.
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

/// Done when the process is asked to stop.
#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a signal handler nobody can ask.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    })
}
