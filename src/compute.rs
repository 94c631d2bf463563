//! A thread pool for heavy computations, so that they do not block the threads that serve requests.
//!
//! The number of running computations and the number of waiting ones are limited, and further ones are refused: a burst of
//! requests makes callers wait for a while, and its memory is bounded by the queue.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")] async fn main() {
//! use gradus::compute::ComputePool;
//!
//! let pool = ComputePool::new(2, 100);
//! assert_eq!(pool.run(|| (1..=10).sum::<u32>()).await, Ok(55));
//! # }
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A pool of threads for heavy computations. Clones share it.
#[derive(Clone, Debug)]
pub struct ComputePool {
    threads: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    /// How many computations may wait for a thread.
    queue: usize,
}

/// Why a computation has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PoolError {
    /// The queue is full.
    #[error("{0} computations wait for a thread")]
    Busy(usize),
    /// The computation panicked, or the process is stopping.
    #[error("the computation failed: {0}")]
    Failed(String),
}

impl ComputePool {
    /// A pool with this number of threads, at least one, and this many places in its queue.
    #[must_use]
    pub fn new(threads: usize, queue: usize) -> Self {
        let threads = Arc::new(Semaphore::new(threads.max(1)));
        Self { threads, waiting: Arc::default(), queue }
    }

    /// Runs a computation as soon as a thread is free, first come, first served.
    ///
    /// A computation that has started runs to its end, on its thread, even if its caller is dropped.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let permit = self.thread().await?;
        let result = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(permit);
            result
        });
        result.await.map_err(|error| PoolError::Failed(error.to_string()))
    }

    /// A free thread, or one that becomes free while the caller is in the queue.
    async fn thread(&self) -> Result<OwnedSemaphorePermit, PoolError> {
        // A caller that finds a free thread takes no place in the queue, not even briefly: otherwise one of two simultaneous callers
        // could be refused by a short queue while threads are idle. The order is kept: a thread is free only if no caller waits.
        if let Ok(permit) = Arc::clone(&self.threads).try_acquire_owned() {
            return Ok(permit);
        }
        let _waiting = Waiting::admit(&self.waiting, self.queue)?;
        let permit = Arc::clone(&self.threads).acquire_owned().await;
        permit.map_err(|error| PoolError::Failed(error.to_string()))
    }
}

/// A place in the queue, counted until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn admit(count: &'a AtomicUsize, queue: usize) -> Result<Self, PoolError> {
        // Made first, so that a refused caller is also counted down when it is dropped.
        let waiting = Self(count);
        if count.fetch_add(1, Ordering::Relaxed) < queue {
            Ok(waiting)
        } else {
            Err(PoolError::Busy(queue))
        }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Barrier, mpsc};
    use std::thread;

    use futures_util::future::join_all;
    use tokio::runtime::Builder;
    use tokio::sync::oneshot;

    use super::*;

    const QUEUE: usize = 100;

    #[tokio::test]
    async fn a_full_queue_refuses_and_recovers() {
        let pool = ComputePool::new(1, QUEUE);
        let (release, is_released) = mpsc::channel::<()>();
        let (begin, has_begun) = oneshot::channel();
        let first = tokio::spawn({
            let pool = pool.clone();
            async move {
                pool.run(move || {
                    begin.send(()).expect("the test waits for this");
                    is_released.recv().expect("the test releases the thread");
                })
                .await
            }
        });
        has_begun.await.expect("the thread has begun");
        let queue: Vec<_> = (0..QUEUE)
            .map(|number| {
                let pool = pool.clone();
                tokio::spawn(async move { pool.run(move || number).await })
            })
            .collect();
        while pool.waiting.load(Ordering::Relaxed) < QUEUE {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.run(|| 0).await, Err(PoolError::Busy(QUEUE)));
        assert_eq!(pool.run(|| 0).await, Err(PoolError::Busy(QUEUE)));
        release.send(()).expect("the thread waits for this");
        assert_eq!(first.await.expect("no panic"), Ok(()));
        for (number, result) in join_all(queue).await.into_iter().enumerate() {
            assert_eq!(result.expect("no panic"), Ok(number));
        }
        assert_eq!(pool.run(|| 7).await, Ok(7));
    }

    #[test]
    fn nobody_is_refused_while_a_thread_is_free() {
        const THREADS: usize = 4;
        let pool = ComputePool::new(THREADS, 0);
        let together = Barrier::new(THREADS);
        let call_again_and_again = || {
            let runtime = Builder::new_current_thread().build().expect("a runtime");
            for number in 0..1_000 {
                together.wait();
                assert_eq!(runtime.block_on(pool.run(move || number)), Ok(number));
            }
        };
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(call_again_and_again);
            }
        });
    }

    #[tokio::test]
    async fn a_panicking_computation_fails_and_frees_its_thread() {
        let pool = ComputePool::new(1, QUEUE);
        let failed = pool.run(|| -> u8 { panic!("on purpose") }).await;
        assert!(matches!(failed, Err(PoolError::Failed(_))), "{failed:?}");
        assert_eq!(pool.run(|| 7).await, Ok(7));
    }
}
