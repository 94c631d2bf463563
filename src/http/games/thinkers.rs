//! The computers' threads: so many think at a time, and none on a thread that serves requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Semaphore;

use crate::http::problem::{Code, Problem};

/// Places to think at.
pub(in crate::http) struct Thinkers {
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// How many may wait for a place.
    queue: usize,
}

impl Thinkers {
    /// So many places, at least one, and so many who wait for them.
    pub(in crate::http) fn new(places: usize, queue: usize) -> Self {
        let places = Arc::new(Semaphore::new(places.max(1)));
        Self { places, waiting: AtomicUsize::new(0), queue }
    }

    /// Lets a computer think as soon as a place is free; first come, first served.
    pub(in crate::http) async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let place = {
            let _waiting = Waiting::behind(&self.waiting, self.queue)?;
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
    fn behind(others: &'a AtomicUsize, queue: usize) -> Result<Self, Problem> {
        let waiting = Self(others);
        if others.fetch_add(1, Ordering::Relaxed) < queue {
            return Ok(waiting);
        }
        let detail =
            format!("{queue} computers wait for their turn to think; try again in a second");
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
