//! The server as a value: bound to its address, then run.

use std::net::{SocketAddr, TcpListener};
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};

use actix_http::HttpService;
use actix_server::ServerBuilder;
use actix_service::{ServiceFactory, ServiceFactoryExt as _, boxed, fn_service, map_config};
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, ServiceRequest, ServiceResponse};
use actix_web::middleware::NormalizePath;
use actix_web::web::ServiceConfig;
use actix_web::{App, Error, rt};
use tokio::task::JoinHandle;

use super::ambient::now;
use super::connection::{self, Acceptor, SequentialStream};
use super::metrics::MetricsAddress;
use super::replicas::{follow_class, follow_matches, follow_standings};
use super::state::{SharedState, State};
use crate::step::Timestamp;
use crate::wire::base_url::BoundAddress;

/// How long a connection stays open for what a client still sends, after a reply that did not wait for it.
const LINGER: Duration = Duration::from_secs(1);

/// What an application needs to know of its server.
#[derive(Clone)]
pub(crate) struct Data {
    state: Arc<State>,
    address: SocketAddr,
    metrics_address: MetricsAddress,
}

impl Data {
    /// Adds it to the application, where extractors find it.
    pub(crate) fn configure(self, app: &mut ServiceConfig) {
        app.app_data(self.state.addresses.clone())
            .app_data(self.state.bodies.clone())
            .app_data(SharedState::new(self.state))
            .app_data(BoundAddress(self.address))
            .app_data(self.metrics_address);
    }
}

/// A server that is bound to its address and not running yet.
pub struct Server {
    listener: TcpListener,
    /// Where its metrics are served, if that is an address of their own.
    metrics: Option<TcpListener>,
    /// What each thread that serves requests begins with.
    begin: fn(),
}

impl Server {
    /// Binds to an address; port 0 means any free port.
    pub fn bind(address: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        connection::configure(&listener)?;
        Ok(Self { listener, metrics: None, begin: || () })
    }

    /// The same with its metrics at another address, and only there; port 0 means any free port.
    pub fn with_metrics_at(self, address: SocketAddr) -> io::Result<Self> {
        Ok(Self { metrics: Some(TcpListener::bind(address)?), ..self })
    }

    /// The same, where each thread that serves requests begins with this, in its runtime.
    #[must_use]
    pub fn with_threads_that_begin(self, begin: fn()) -> Self {
        Self { begin, ..self }
    }

    /// Where its metrics are served, if that is an address of their own.
    pub fn metrics_address(&self) -> io::Result<Option<SocketAddr>> {
        self.metrics.as_ref().map(TcpListener::local_addr).transpose()
    }

    /// Serves an application until the process receives a stop signal, and then until the running requests are answered or the shutdown
    /// timeout is over. Once it can be asked and stopped, `ready` is called with its address.
    ///
    /// `application` is called once by each thread that serves requests, `configure_metrics` by each that serves the address of the metrics.
    pub(crate) async fn run<S, B>(
        self,
        state: Arc<State>,
        application: impl Fn(Data) -> App<S> + Clone + Send + 'static,
        configure_metrics: fn(&mut ServiceConfig),
        ready: impl FnOnce(SocketAddr),
    ) -> io::Result<()>
    where
        S: ServiceFactory<
                ServiceRequest,
                Config = (),
                Response = ServiceResponse<B>,
                Error = Error,
                InitError = (),
            > + 'static,
        B: MessageBody + 'static,
    {
        let stop = stop_signal()?;
        // Receipts stay valid when the server has another key.
        let published = state.store.keep_receipt_key(state.keyring.receipts().public(), now());
        published.await.map_err(io::Error::other)?;
        let shared = Arc::clone(&state);
        let address = self.listener.local_addr()?;
        // The first request knows the extensions already.
        state.class_changed().await;
        // What changes from now on is followed, before anybody can listen here.
        let [matches, standings, class] = [(); 3].map(|()| state.store.news());
        let threads = thread::available_parallelism().map_or(2, NonZero::get);
        let builder = ServerBuilder::new()
            .disable_signals()
            .workers(threads)
            .max_concurrent_connections(open_connections(shared.limits.connections, threads))
            .shutdown_timeout(shared.limits.shutdown_timeout.as_secs());
        let stopping = builder.graceful_shutdown_signal();
        let stops = move || {
            let stopping = stopping.clone();
            async move { stopping.notified().await }
        };
        let metrics_stop = stops.clone();
        let metrics_address = match self.metrics {
            None => MetricsAddress::Main,
            Some(_) => MetricsAddress::Separate,
        };
        let acceptor = Acceptor::new(Arc::clone(&state));
        let begin = self.begin;
        let connections = move || {
            begin();
            let acceptor = acceptor.clone();
            let app = application(Data { state: Arc::clone(&state), address, metrics_address });
            let http = HttpService::build()
                .graceful_shutdown_signal(stops.clone())
                // The work for a client that has gone is dropped.
                .h1_allow_half_closed(false)
                .client_disconnect_timeout(LINGER)
                .on_connect_ext(|stream: &SequentialStream, data| {
                    data.insert(stream.exchange());
                })
                .finish(map_config(app, |()| AppConfig::default()));
            let accept = fn_service(move |stream| acceptor.clone().accept(stream));
            // Boxed, so that the task of a connection is a pointer. Actix moves what it runs into its task, which keeps room for both places.
            boxed::factory(accept.and_then(http))
        };
        let mut builder = builder.listen("gradus", self.listener, connections)?;
        if let Some(listener) = self.metrics {
            let state = Arc::clone(&shared);
            let connections = move || {
                let app = App::new()
                    .wrap(NormalizePath::trim())
                    .app_data(SharedState::new(Arc::clone(&state)))
                    .configure(configure_metrics);
                HttpService::build()
                    .graceful_shutdown_signal(metrics_stop.clone())
                    .finish(map_config(app, |()| AppConfig::default()))
                    .tcp()
            };
            builder = builder.listen("metrics", listener, connections)?;
        }
        let server = builder.run();
        let handle = server.handle();
        rt::spawn(expire_matches(Arc::clone(&shared)));
        let following = [
            rt::spawn(Arc::clone(&shared.activity).save_periodically()),
            rt::spawn(follow_class(Arc::clone(&shared), class)),
            rt::spawn(follow_matches(Arc::clone(&shared), matches)),
            rt::spawn(follow_standings(Arc::clone(&shared), standings)),
        ];
        let activity = Arc::clone(&shared.activity);
        rt::spawn(async move {
            stop.await;
            // Open event streams would keep the server running.
            shared.matches.close();
            shared.scoreboard.close();
            handle.stop(true).await;
        });
        ready(address);
        let result = server.await;
        // The store is closed next, and reading it would fail.
        following.iter().for_each(JoinHandle::abort);
        if let Err(error) = activity.save().await {
            tracing::warn!(%error, "what learners did last is not stored");
        }
        result
    }
}

/// How many connections each thread may have, for so many places. There are a few more than places: those are told that there is no place. Others wait
/// to be accepted until these are closed, because each that is accepted is an open file.
fn open_connections(places: usize, threads: usize) -> usize {
    /// How many are told so at a time.
    const REFUSED: usize = 32;

    places.saturating_add(REFUSED).div_ceil(threads)
}

/// How often matches of nobody are looked through.
const EXPIRY_PERIOD: Duration = Duration::from_hours(1);

/// How many of them are deleted in one transaction: other writes wait for it.
const EXPIRY_BATCH: u32 = 200;

/// Deletes the matches of nobody that have been idle for too long, at the start and then every hour.
async fn expire_matches(state: Arc<State>) {
    let mut period = rt::time::interval(EXPIRY_PERIOD);
    loop {
        period.tick().await;
        let idle = state.limits.idle_matches.as_secs();
        let before = Timestamp::from_seconds(now().seconds().saturating_sub(idle));
        let mut expired = 0;
        loop {
            match state.store.expire_matches(before, EXPIRY_BATCH).await {
                Ok(0) => break,
                Ok(count) => expired += count,
                Err(error) => {
                    tracing::warn!(%error, "idle matches are not deleted");
                    break;
                }
            }
        }
        if expired > 0 {
            tracing::info!(expired, "idle matches of nobody are deleted");
        }
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
