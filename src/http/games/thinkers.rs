//! The computers' threads: so many think at a time, and none on a thread that serves requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Semaphore;

use crate::http::problem::{Code, Problem};

/// How many may wait for a place. A computer thinks for some milliseconds, so that the last one waits for some seconds.
const QUEUE: usize = 1000;

/// Places to think at.
pub(in crate::http) struct Thinkers {
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Thinkers {
    /// So many places, at least one.
    pub(in crate::http) fn new(places: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(places.max(1))), waiting: AtomicUsize::new(0) }
    }

    /// Lets a computer think as soon as a place is free; first come, first served.
    pub(in crate::http) async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let place = {
            let _waiting = Waiting::behind(&self.waiting)?;
            Arc::clone(&self.places).acquire_owned().await.map_err(failed)?
        };
        let thinking = tokio::task::spawn_blocking(move || {
            let thought = work();
            // The place is free when the work is done, even if nobody waits for it any more.
            drop(place);
            thought
        });
        thinking.await.map_err(failed)
    }
}

/// Somebody who waits, counted as long as they do.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn behind(others: &'a AtomicUsize) -> Result<Self, Problem> {
        let waiting = Self(others);
        if others.fetch_add(1, Ordering::Relaxed) < QUEUE {
            return Ok(waiting);
        }
        let detail =
            format!("{QUEUE} computers wait for their turn to think; try again in a second");
        Err(Problem::new(Code::LimitBusy, detail))
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn failed(error: impl std::error::Error) -> Problem {
    Problem::new(Code::ServerError, format!("a computer did not move: {error}"))
}
