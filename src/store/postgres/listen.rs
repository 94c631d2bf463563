//! Receives the changes of all processes: triggers of the database notify the channel `gradus` after the commit of a change.
//!
//! One connection listens, besides those of the pool. When it is lost, another one takes its place as soon as possible. Notifications in between are
//! lost, so then anything may have changed.

use std::io::{self, ErrorKind};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::broadcast::{Receiver, Sender};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::error::message;
use super::pool::{CONNECT_TIMEOUT, within};
use crate::store::database::News;

/// The channel of the notifications.
const CHANNEL: &str = "gradus";

/// How many news are kept for receivers that are late. A receiver that is later gets [`News::Anything`].
const KEPT: usize = 1024;

/// The first and the longest pause before the connection is tried again. A server that restarts is back within a second or two.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// How long a silence lasts before the connection is tested: nothing tells that the other machine, or the way to it, is gone.
const SILENCE: Duration = Duration::from_secs(10);

/// The listening connection. It is closed when this is dropped.
pub(super) struct Listener {
    news: Sender<News>,
    listening: JoinHandle<()>,
}

impl Listener {
    /// Starts to listen on the current runtime, and returns at once. When the connection is there, receivers get [`News::Anything`].
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
                publish(&news, News::Anything);
                follow(&mut listener, &news).await
            }
            Err(error) => error,
        };
        if !is_lost {
            // The text of an error has no password in it.
            tracing::warn!(
                error = message(&error),
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
    // Receivers must know that they may have missed something, so no connection is made silently.
    listener.eager_reconnect(false);
    // Boxed: the task that listens would keep room for this large future as long as the server runs.
    Box::pin(within(CONNECT_TIMEOUT, listener.listen(CHANNEL))).await?;
    Ok(listener)
}

/// Publishes the notifications until the connection is lost, and returns why.
async fn follow(listener: &mut PgListener, news: &Sender<News>) -> sqlx::Error {
    loop {
        match timeout(SILENCE, listener.try_recv()).await {
            Ok(Ok(Some(notification))) => publish(news, notification.payload().into()),
            Ok(Ok(None)) => return io::Error::from(ErrorKind::UnexpectedEof).into(),
            Ok(Err(error)) => return error,
            // The dropped future has taken nothing from the connection: it reads whole messages. It listens already, so this changes nothing.
            Err(_) => {
                let listening = sqlx::raw_sql("LISTEN gradus").execute(&mut *listener);
                if let Err(error) = within(CONNECT_TIMEOUT, listening).await {
                    return error;
                }
            }
        }
    }
}

/// It fails if there is no receiver.
fn publish(news: &Sender<News>, received: News) {
    drop(news.send(received));
}
