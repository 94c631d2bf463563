//! Receiving the bodies of requests: up to a size and a time, and together up to a bound.
//!
//! A body is in memory until it is complete. A client that stops in the middle of one keeps that memory for as long as a body may take. So all unfinished
//! bodies together have a bound, and where it is exceeded, the body that began first is refused: those of honest clients arrive within milliseconds, so
//! nobody uses up the room of others by stopping.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_LENGTH, HeaderValue};
use actix_web::rt::time::timeout;
use actix_web::web::{Bytes, BytesMut};
use futures_util::TryStreamExt as _;
use futures_util::future::{AbortHandle, Abortable, Aborted};

use super::base_url::app_data;
use super::problem::{Code, Problem};
use crate::texts;

/// The largest body that is read, in bytes: ten times the longest right answer, 100 boards of 225 characters.
pub(crate) const BODY_LIMIT: usize = 256 * 1024;

/// How many bytes all unfinished bodies may have together: 64 of the largest ones, or the answers of some thousand learners at one moment.
const UNFINISHED_LIMIT: usize = 64 * BODY_LIMIT;

/// The bodies that a server is receiving. It is data of the application; clones share it.
#[derive(Clone)]
pub(crate) struct Bodies {
    /// How long a body may take to arrive.
    timeout: Duration,
    unfinished: Arc<Mutex<Unfinished>>,
}

/// The unfinished bodies by their numbers, which are in the order in which they began: how much memory each has, and what ends it.
#[derive(Default)]
struct Unfinished {
    begun: u64,
    memory: usize,
    bodies: BTreeMap<u64, (usize, AbortHandle)>,
}

impl Unfinished {
    fn begin(&mut self, abort: AbortHandle) -> u64 {
        self.begun += 1;
        self.bodies.insert(self.begun, (0, abort));
        self.begun
    }

    /// Counts that a body has so much memory now. The oldest bodies end until all have no more than they may.
    fn grow(&mut self, number: u64, size: usize) {
        let Some((counted, _)) = self.bodies.get_mut(&number) else { return };
        self.memory = self.memory - *counted + size;
        *counted = size;
        while self.memory > UNFINISHED_LIMIT
            && let Some((_, (size, oldest))) = self.bodies.pop_first()
        {
            self.memory -= size;
            oldest.abort();
        }
    }

    fn end(&mut self, number: u64) {
        if let Some((size, _)) = self.bodies.remove(&number) {
            self.memory -= size;
        }
    }
}

/// A body that is being received; it does not count any more when this is dropped.
struct Receiving<'a> {
    bodies: &'a Bodies,
    number: u64,
}

impl Drop for Receiving<'_> {
    fn drop(&mut self) {
        self.bodies.lock().end(self.number);
    }
}

impl Bodies {
    /// No body yet. Each may take so long to arrive.
    pub(crate) fn new(timeout: Duration) -> Self {
        Self { timeout, unfinished: Arc::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Unfinished> {
        // Nothing panics while the lock is held, so the numbers are consistent.
        self.unfinished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Receives a body; an error if it had to make room for others.
    async fn receive(&self, payload: &mut Payload) -> Result<Result<Bytes, PayloadError>, Aborted> {
        let (abort, registration) = AbortHandle::new_pair();
        let receiving = Receiving { bodies: self, number: self.lock().begin(abort) };
        let whole = async {
            let mut bytes = BytesMut::new();
            while let Some(chunk) = payload.try_next().await? {
                if bytes.len() + chunk.len() > BODY_LIMIT {
                    return Err(PayloadError::Overflow);
                }
                bytes.extend_from_slice(&chunk);
                self.lock().grow(receiving.number, bytes.capacity());
            }
            Ok(bytes.freeze())
        };
        Abortable::new(whole, registration).await
    }
}

/// Receives a body, up to [`BODY_LIMIT`] and the time limit.
pub(super) async fn receive(
    request: &HttpRequest,
    payload: &mut Payload,
) -> Result<Bytes, Problem> {
    let too_large = || Problem::new(Code::BodySize, texts::body::too_large(BODY_LIMIT));
    let length = request.headers().get(CONTENT_LENGTH).map(HeaderValue::to_str);
    let length: Option<usize> = length.and_then(|length| length.ok()?.parse().ok());
    if length.is_some_and(|length| length > BODY_LIMIT) {
        return Err(too_large());
    }
    let bodies: &Bodies = app_data(request);
    let limit = bodies.timeout;
    let received = timeout(limit, bodies.receive(payload))
        .await
        .map_err(|_| Problem::new(Code::BodySlow, texts::body::slow(limit.as_secs())))?;
    let received = received
        .map_err(|Aborted| Problem::new(Code::LimitBodies, texts::limit::bodies()).retry_in(1))?;
    received.map_err(|error| match error {
        PayloadError::Overflow => too_large(),
        _ => Problem::new(Code::BodyBroken, texts::body::broken()),
    })
}

/// Refuses a body where none is read: what it says would be ignored. It is received, so that the connection can go on.
pub(crate) async fn refuse_body(
    request: &HttpRequest,
    payload: &mut Payload,
) -> Result<(), Problem> {
    if matches!(payload, Payload::None)
        || receive(request, payload).await.is_ok_and(|bytes| bytes.is_empty())
    {
        return Ok(());
    }
    Err(Problem::new(Code::BodyUnexpected, texts::body::unexpected(request.method())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_unfinished_bodies_make_room_for_others() {
        let mut unfinished = Unfinished::default();
        let handles: Vec<_> = (0..100).map(|_| AbortHandle::new_pair().0).collect();
        let numbers: Vec<_> =
            handles.iter().map(|handle| unfinished.begin(handle.clone())).collect();
        for &number in &numbers {
            unfinished.grow(number, 1000);
            unfinished.grow(number, BODY_LIMIT);
        }
        let aborted = |handles: &[AbortHandle]| handles.iter().filter(|it| it.is_aborted()).count();
        assert_eq!((aborted(&handles), aborted(&handles[..36])), (36, 36));
        assert_eq!(unfinished.memory, UNFINISHED_LIMIT);
        // One that was refused does not count, whatever it still does.
        unfinished.grow(numbers[0], 7);
        for number in numbers {
            unfinished.end(number);
        }
        assert_eq!((unfinished.memory, unfinished.bodies.len()), (0, 0));
    }
}
