//! Threads that own connections to SQLite, and the queue in front of them.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::{mpsc, watch};

/// How much work may be queued. Further callers wait for a place in the queue.
const QUEUE: usize = 1024;

/// The handle of the threads. When it is dropped, they do the queued work and end.
pub(super) struct Threads<W> {
    queue: mpsc::Sender<Message<W>>,
    /// The threads have senders, and drop them when they end.
    ended: watch::Receiver<()>,
}

enum Message<W> {
    Work(W),
    Close,
}

/// The threads accept no more work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closed;

/// A thread's end of the queue.
pub(super) struct Inbox<W>(Arc<Mutex<mpsc::Receiver<Message<W>>>>);

impl<W: Send + 'static> Threads<W> {
    /// Starts a thread for each of the jobs, which take work from one queue.
    pub(super) fn start<J>(name: &str, jobs: impl IntoIterator<Item = J>) -> io::Result<Self>
    where
        J: FnOnce(Inbox<W>) + Send + 'static,
    {
        let (queue, receiver) = mpsc::channel(QUEUE);
        let receiver = Arc::new(Mutex::new(receiver));
        let (running, ended) = watch::channel(());
        for job in jobs {
            let (inbox, running) = (Inbox(Arc::clone(&receiver)), running.clone());
            thread::Builder::new().name(name.to_owned()).spawn(move || {
                job(inbox);
                drop(running);
            })?;
        }
        Ok(Self { queue, ended })
    }

    /// Queues work, as soon as there is a place for it.
    pub(super) async fn queue(&self, work: W) -> Result<(), Closed> {
        self.queue.send(Message::Work(work)).await.map_err(|_| Closed)
    }

    /// Refuses further work, and returns when the queued work is done and the threads have closed their connections.
    pub(super) async fn close(&self) {
        // It fails if the threads have ended.
        let _ = self.queue.send(Message::Close).await;
        // No value is ever sent. It returns an error when the last sender is dropped, which is the event.
        let _ = self.ended.clone().changed().await;
    }
}

impl<W> Inbox<W> {
    /// Waits for work, and takes at most `limit` pieces of what is queued. It takes none when no more can come.
    pub(super) fn take(&self, limit: usize) -> Vec<W> {
        let mut messages = Vec::new();
        let mut work = Vec::new();
        // Nothing that holds the lock panics. Of several threads one waits for work, the others wait for the lock.
        let mut receiver = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while work.is_empty() && receiver.blocking_recv_many(&mut messages, limit) > 0 {
            for message in messages.drain(..) {
                match message {
                    Message::Work(piece) => work.push(piece),
                    Message::Close => receiver.close(),
                }
            }
        }
        work
    }
}
