//! Hears what any process changes: triggers of the database notify the channel `gradus`, after the commit of what they tell.
//!
//! One connection listens, besides those of the pool. When it is lost, another one takes its place as soon as there is one; what was notified
//! in between is lost, so that anything may have changed then.

use std::io::{self, ErrorKind};
use std::ops::ControlFlow;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::broadcast::{Receiver, Sender};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::error::text_of;
use super::open::CONNECT_TIMEOUT;
use super::within;
use crate::store::News;

/// The channel that is notified.
const CHANNEL: &str = "gradus";

/// So many news are kept for those who hear them late; whoever is later still hears that anything may have changed.
const KEPT: usize = 1024;

/// The pause before a connection is tried again: at first, and at most. A server that restarts is back within a second or two.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// After so long a silence the connection is tried: nothing tells that the other machine, or the way to it, is gone.
const SILENCE: Duration = Duration::from_secs(10);

/// The listening connection. It is closed when this is dropped.
pub(super) struct Listener {
    news: Sender<News>,
    listening: JoinHandle<()>,
}

impl Listener {
    /// Starts to listen, on the current runtime, to a database that `options` connect to. It returns at once: everybody hears that anything
    /// may have changed when the connection is there.
    pub(super) fn start(options: PgConnectOptions) -> Self {
        let news = Sender::new(KEPT);
        let listening = tokio::spawn(listen(options, news.clone()));
        Self { news, listening }
    }

    /// The news from now on.
    pub(super) fn subscribe(&self) -> Receiver<News> {
        self.news.subscribe()
    }

    /// Ends the connection.
    pub(super) fn stop(&self) {
        self.listening.abort();
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.stop();
    }
}

async fn listen(options: PgConnectOptions, news: Sender<News>) {
    let mut pause = FIRST_PAUSE;
    let mut is_lost = false;
    loop {
        let error = match connect(options.clone()).await {
            Ok(mut listener) => {
                if is_lost {
                    tracing::info!("the database notifies this server again");
                }
                (is_lost, pause) = (false, FIRST_PAUSE);
                tell(&news, News::Anything);
                follow(&mut listener, &news).await
            }
            Err(error) => error,
        };
        if !is_lost {
            // The text of an error has no password in it.
            tracing::warn!(
                error = text_of(&error),
                "the database does not notify this server; it is tried again"
            );
        }
        is_lost = true;
        sleep(pause).await;
        pause = LONGEST_PAUSE.min(pause * 2);
    }
}

/// A connection that listens.
async fn connect(options: PgConnectOptions) -> sqlx::Result<PgListener> {
    // A pool of its own, which no request waits for. It lives as long as its only connection.
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(CONNECT_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options)
        .await?;
    let mut listener = PgListener::connect_with(&pool).await?;
    // What was missed before a new connection listens has to be told, so none is made silently.
    listener.eager_reconnect(false);
    // Boxed: the task that listens would keep room for this large future as long as the server runs.
    Box::pin(within(CONNECT_TIMEOUT, listener.listen(CHANNEL))).await?;
    Ok(listener)
}

/// Passes on what is notified until the connection is lost, and returns why.
async fn follow(listener: &mut PgListener, news: &Sender<News>) -> sqlx::Error {
    loop {
        match next(listener).await {
            Ok(ControlFlow::Continue(Some(heard))) => tell(news, heard),
            Ok(ControlFlow::Continue(None)) => {}
            Ok(ControlFlow::Break(())) => return io::Error::from(ErrorKind::UnexpectedEof).into(),
            Err(error) => return error,
        }
    }
}

/// The next notification; none after a silence in which the connection was there. It breaks when the connection is lost.
async fn next(listener: &mut PgListener) -> sqlx::Result<ControlFlow<(), Option<News>>> {
    // What is dropped has taken nothing from the connection: it reads whole messages.
    let Ok(received) = timeout(SILENCE, listener.try_recv()).await else {
        // It listens already, so this changes nothing.
        within(CONNECT_TIMEOUT, sqlx::raw_sql("LISTEN gradus").execute(&mut *listener)).await?;
        return Ok(ControlFlow::Continue(None));
    };
    Ok(match received? {
        Some(notification) => ControlFlow::Continue(Some(notification.payload().into())),
        None => ControlFlow::Break(()),
    })
}

/// Nobody may be listening: then there is nobody to tell.
fn tell(news: &Sender<News>, heard: News) {
    drop(news.send(heard));
}
