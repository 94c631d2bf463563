//! Threads that own connections to SQLite, and the queue in front of them.

use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

use tokio::sync::{mpsc, oneshot, watch};

use crate::store::database::{Access, Operation};
use crate::store::error::{Result, StoreError};

/// How many operations may be queued. Further callers wait for a place in the queue.
const QUEUE: usize = 1024;

/// The handle of the threads. When it is dropped, they run the queued operations and end.
pub(super) struct Threads {
    queue: mpsc::Sender<Message>,
    /// The threads have senders, and drop them when they end.
    ended: watch::Receiver<()>,
}

enum Message {
    Run(Queued),
    Close,
}

/// An operation with its waiting caller.
pub(super) struct Queued {
    pub(super) access: Access,
    pub(super) operation: Operation,
    pub(super) caller: oneshot::Sender<Result<()>>,
}

/// A thread's end of the queue.
pub(super) struct Inbox(Arc<Mutex<mpsc::Receiver<Message>>>);

impl Threads {
    /// Starts a thread for each of the jobs, which take operations from one queue.
    pub(super) fn start<J: FnOnce(Inbox) + Send + 'static>(
        name: &str,
        jobs: impl IntoIterator<Item = J>,
    ) -> io::Result<Self> {
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

    /// Runs an operation on one of the threads.
    pub(super) async fn run(&self, access: Access, operation: Operation) -> Result<()> {
        let closed = || StoreError::Database("the database is closed".to_owned());
        let (caller, answer) = oneshot::channel();
        let queued = Message::Run(Queued { access, operation, caller });
        self.queue.send(queued).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }

    /// Refuses further operations, and returns when the queued ones are done and the threads have closed their connections.
    pub(super) async fn close(&self) {
        // It fails if the threads have ended.
        let _ = self.queue.send(Message::Close).await;
        // No value is ever sent. It returns an error when the last sender is dropped, which is the event.
        let _ = self.ended.clone().changed().await;
    }
}

impl Inbox {
    /// Waits for operations, and takes at most `limit` of those that are queued. It takes none when no more can come.
    pub(super) fn take(&self, limit: usize) -> Vec<Queued> {
        let mut messages = Vec::new();
        let mut operations = Vec::new();
        // Nothing that holds the lock panics. Of several threads one waits for an operation, the others wait for the lock.
        let mut receiver = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while operations.is_empty() && receiver.blocking_recv_many(&mut messages, limit) > 0 {
            for message in messages.drain(..) {
                match message {
                    Message::Run(queued) => operations.push(queued),
                    Message::Close => receiver.close(),
                }
            }
        }
        operations
    }
}
