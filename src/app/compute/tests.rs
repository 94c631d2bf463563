//! Who waits for whom, and who is refused. The clock is one that the tests set.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;

use futures_util::future::join_all;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, yield_now};

use super::*;
use crate::course::LearnerId;
use crate::metrics::{self, Registry};

const SECOND: Duration = Duration::from_secs(1);

/// As long as nothing was measured, a second is so many computations on one thread.
const IN_A_SECOND: usize = 100;

fn caller(number: usize) -> CallerKey {
    CallerKey::learner(LearnerId(number.try_into().unwrap()))
}

/// One pool with one thread, in which a computation may wait for a second and time stands still.
fn pool() -> ComputePool {
    let [pool] = ComputePool::sharing(1, [SECOND], || Duration::ZERO);
    pool
}

/// A computation that runs until it is released.
struct Running {
    release: Sender<()>,
    done: JoinHandle<Result<(), PoolError>>,
}

impl Running {
    async fn start(pool: &ComputePool, caller: CallerKey) -> Self {
        let (release, is_released) = mpsc::channel();
        let (begin, has_begun) = oneshot::channel();
        let pool = pool.clone();
        let work = move || {
            begin.send(()).unwrap();
            is_released.recv().unwrap();
        };
        let done = tokio::spawn(async move { pool.run(caller, work).await });
        has_begun.await.unwrap();
        Self { release, done }
    }

    async fn end(self) {
        self.release.send(()).unwrap();
        assert_eq!(self.done.await.unwrap(), Ok(()));
    }
}

/// The order in which computations run.
#[derive(Clone, Default)]
struct Order(Arc<Mutex<Vec<&'static str>>>);

impl Order {
    /// Asks for a computation that notes this name.
    fn ask(&self, pool: &ComputePool, caller: CallerKey, name: &'static str) -> Asked<()> {
        let order = Arc::clone(&self.0);
        ask(pool, caller, move || order.lock().unwrap().push(name))
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.0.lock().unwrap().iter().position(|known| *known == name)
    }
}

type Asked<T> = JoinHandle<Result<T, PoolError>>;

fn ask<T: Send + 'static>(
    pool: &ComputePool,
    caller: CallerKey,
    work: impl FnOnce() -> T + Send + 'static,
) -> Asked<T> {
    let pool = pool.clone();
    tokio::spawn(async move { pool.run(caller, work).await })
}

/// Waits until all that was asked for has run, waits or is refused.
async fn settle() {
    // The runtime of a test has one thread, and a task is polled before those that are spawned or woken after it.
    for _ in 0..10 {
        yield_now().await;
    }
}

async fn refused<T>(asked: Vec<Asked<T>>) -> Vec<PoolError> {
    let results = join_all(asked).await.into_iter();
    results.filter_map(|result| result.unwrap().err()).collect()
}

#[tokio::test]
async fn who_would_wait_too_long_is_refused_and_told_how_long() {
    let pool = pool();
    let running = Running::start(&pool, caller(0)).await;
    let asked = (1..=IN_A_SECOND + 4).map(|number| ask(&pool, caller(number), || ())).collect();
    settle().await;
    let late = pool.run(caller(1000), || ()).await;
    assert_eq!(late, Err(PoolError::Busy(SECOND + Duration::from_millis(10))));
    running.end().await;
    let refused = refused(asked).await;
    assert_eq!(refused.len(), 3, "{refused:?}");
    assert_eq!(pool.run(caller(1000), || 7).await, Ok(7));
}

#[tokio::test]
async fn a_queue_is_as_long_as_it_takes() {
    let clock = AtomicU64::new(0);
    // A computation reads the clock before and after it, and takes a tenth of a second.
    let clock = move || Duration::from_millis(100 * clock.fetch_add(1, Ordering::Relaxed));
    let [pool] = ComputePool::sharing(1, [SECOND], clock);
    for _ in 0..200 {
        assert_eq!(pool.run(caller(0), || ()).await, Ok(()));
    }
    let running = Running::start(&pool, caller(0)).await;
    let asked = (1..=20).map(|number| ask(&pool, caller(number), || ())).collect();
    settle().await;
    running.end().await;
    assert_eq!(refused(asked).await.len(), 9);
}

#[tokio::test]
async fn a_caller_with_hundreds_of_computations_delays_nobody_by_more_than_two() {
    let [pool] = ComputePool::sharing(1, [60 * SECOND], || Duration::ZERO);
    let order = Order::default();
    let running = Running::start(&pool, caller(1)).await;
    let flood: Vec<_> = (0..300).map(|_| order.ask(&pool, caller(1), "flood")).collect();
    settle().await;
    let honest = order.ask(&pool, caller(2), "honest");
    settle().await;
    running.end().await;
    assert_eq!(honest.await.unwrap(), Ok(()));
    // The other one of the two was running when it came.
    assert_eq!(order.position("honest"), Some(1));
    assert_eq!(refused(flood).await, []);
}

#[tokio::test]
async fn a_callers_line_is_bounded_by_the_time_that_it_takes() {
    let [pool] = ComputePool::sharing(1, [SECOND / LINE_WAITS], || Duration::ZERO);
    let running = Running::start(&pool, caller(1)).await;
    let asked = (0..=IN_A_SECOND + 3).map(|_| ask(&pool, caller(1), || ())).collect();
    settle().await;
    let others = pool.run(caller(2), || 7);
    let (others, ()) = tokio::join!(others, running.end());
    assert_eq!(others, Ok(7));
    let refused = refused(asked).await;
    assert_eq!(refused.len(), 3, "{refused:?}");
    let expected = SECOND + Duration::from_millis(10);
    assert_eq!(refused[0], PoolError::CallerBusy(expected));
}

#[tokio::test]
async fn a_callers_line_is_bounded_in_number() {
    let [pool] = ComputePool::sharing(1, [3600 * SECOND], || Duration::ZERO);
    let running = Running::start(&pool, caller(1)).await;
    let asked = (0..500).map(|_| ask(&pool, caller(1), || ())).collect();
    settle().await;
    running.end().await;
    // One waits in the queue, and 400 in the line.
    assert_eq!(refused(asked).await.len(), 99);
}

#[tokio::test]
async fn the_metrics_tell_who_waits_where() {
    let [one, other] = ComputePool::sharing(1, [60 * SECOND; 2], || Duration::ZERO);
    let running = Running::start(&one, caller(1)).await;
    // One of these waits in the queue, and two in the line of their caller.
    let asked: Vec<_> = (0..3).map(|_| ask(&one, caller(1), || ())).collect();
    settle().await;
    let mut out = Registry::default();
    expose(&[("one", one), ("other", other)], &mut out);
    let text = metrics::text(&out);
    for line in [
        "gradus_compute_waiting{pool=\"one\",place=\"queue\"} 1",
        "gradus_compute_waiting{pool=\"one\",place=\"line\"} 2",
        "gradus_compute_waiting{pool=\"other\",place=\"queue\"} 0",
        "gradus_compute_waiting{pool=\"other\",place=\"line\"} 0",
        "gradus_compute_threads 1",
        "gradus_compute_running 1",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    running.end().await;
    assert_eq!(refused(asked).await, []);
}

#[tokio::test]
async fn pools_that_share_threads_take_turns() {
    let [one, other] = ComputePool::sharing(1, [60 * SECOND; 2], || Duration::ZERO);
    let order = Order::default();
    let running = Running::start(&one, caller(0)).await;
    let flood: Vec<_> = (1..100).map(|number| order.ask(&one, caller(number), "flood")).collect();
    settle().await;
    let honest = order.ask(&other, caller(1), "honest");
    settle().await;
    running.end().await;
    assert_eq!(honest.await.unwrap(), Ok(()));
    assert_eq!(order.position("honest"), Some(1));
    assert_eq!(refused(flood).await, []);
}

#[tokio::test]
async fn the_turns_of_other_pools_count() {
    let [one, other] = ComputePool::sharing(1, [60 * SECOND, SECOND], || Duration::ZERO);
    let running = Running::start(&one, caller(0)).await;
    let mut asked: Vec<_> = (1..1000).map(|number| ask(&one, caller(number), || ())).collect();
    settle().await;
    let in_other: Vec<_> = (1..=60).map(|number| ask(&other, caller(number), || ())).collect();
    settle().await;
    let late = other.run(caller(1000), || ()).await;
    assert_eq!(late, Err(PoolError::Busy(SECOND + Duration::from_millis(10))));
    running.end().await;
    asked.extend(in_other);
    assert_eq!(refused(asked).await.len(), 10);
}

#[tokio::test]
async fn work_whose_caller_is_gone_does_not_begin() {
    let pool = pool();
    let began = Arc::<AtomicBool>::default();
    let work = || {
        let began = Arc::clone(&began);
        move || began.store(true, Ordering::Relaxed)
    };
    let running = Running::start(&pool, caller(1)).await;
    // One waits in the queue, and two in the line of their caller.
    let gone: Vec<_> = (0..3).map(|_| ask(&pool, caller(1), work())).collect();
    settle().await;
    gone.iter().for_each(JoinHandle::abort);
    join_all(gone).await;
    // The places are free: these two are not refused, although nothing has run meanwhile.
    let more: Vec<_> = (0..2).map(|_| ask(&pool, caller(1), || ())).collect();
    settle().await;
    running.end().await;
    assert_eq!(refused(more).await, []);
    assert!(!began.load(Ordering::Relaxed));
    assert_eq!(pool.queue().waiting.get(), 0);
}

#[test]
fn work_whose_caller_is_gone_does_not_begin_when_a_thread_is_found_for_it() {
    // The system has one thread, and it is busy.
    let runtime = Builder::new_current_thread().max_blocking_threads(1).build().unwrap();
    runtime.block_on(async {
        let pool = pool();
        let (release, is_released) = mpsc::channel::<()>();
        let busy = tokio::task::spawn_blocking(move || is_released.recv());
        let began = Arc::<AtomicBool>::default();
        let begins = Arc::clone(&began);
        let gone = ask(&pool, caller(1), move || begins.store(true, Ordering::Relaxed));
        settle().await;
        assert_eq!(pool.threads.free.available_permits(), 0, "it was given a thread");
        gone.abort();
        assert!(gone.await.unwrap_err().is_cancelled());
        release.send(()).unwrap();
        busy.await.unwrap().unwrap();
        assert_eq!(pool.run(caller(1), || 7).await, Ok(7));
        assert!(!began.load(Ordering::Relaxed));
    });
}

#[test]
fn nobody_is_refused_while_a_thread_is_free() {
    const THREADS: usize = 4;
    let [pool] = ComputePool::sharing(4, [Duration::ZERO], || Duration::ZERO);
    let together = Barrier::new(THREADS);
    let call_again_and_again = |own| {
        let runtime = Builder::new_current_thread().build().expect("a runtime");
        for number in 0..1_000 {
            together.wait();
            assert_eq!(runtime.block_on(pool.run(caller(own), move || number)), Ok(number));
        }
    };
    thread::scope(|scope| {
        for own in 0..THREADS {
            let call_again_and_again = &call_again_and_again;
            scope.spawn(move || call_again_and_again(own));
        }
    });
}

#[tokio::test]
async fn a_panicking_computation_fails_and_frees_its_thread() {
    let pool = pool();
    for _ in 0..3 {
        let failed = pool.run(caller(1), || -> u8 { panic!("on purpose") }).await;
        assert!(matches!(failed, Err(PoolError::Failed(_))), "{failed:?}");
    }
    assert_eq!(pool.run(caller(1), || 7).await, Ok(7));
}
