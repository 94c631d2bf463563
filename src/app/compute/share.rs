//! A caller's share of a pool: two places, and the line before them.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

use super::queue::Waiting;
use crate::app::per_key::PerKey;
use crate::course::LearnerId;

/// Whose computation it is.
///
/// ```
/// use gradus::app::compute::CallerKey;
///
/// let at = |address: &str| CallerKey::at(address.parse().unwrap());
/// assert_ne!(at("192.0.2.1"), at("192.0.2.2"));
/// assert_eq!(at("2001:db8::1"), at("2001:db8::2"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallerKey(Key);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Learner(LearnerId),
    Network(IpAddr),
    Server,
}

impl CallerKey {
    /// The server's own computations, which no request waits for.
    pub const SERVER: Self = Self(Key::Server);

    /// A registered learner.
    #[must_use]
    pub const fn learner(id: LearnerId) -> Self {
        Self(Key::Learner(id))
    }

    /// Who is at an address. An IPv6 client chooses among all addresses of its network, so the first 64 bits count.
    #[must_use]
    pub fn at(address: IpAddr) -> Self {
        Self(Key::Network(match address {
            IpAddr::V4(_) => address,
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
        }))
    }
}

/// How many computations of a caller may wait for a thread or run.
pub(super) const PLACES: u32 = 2;

/// How many requests of a caller may wait in line besides: a class behind one address may ask at the same moment.
pub(super) const LINE: usize = 400;

/// How many times as long as in the queue a request may be expected to wait in line. The line delays nobody else, and the costliest
/// moves of 300 take ten seconds on one thread.
pub(super) const LINE_WAITS: u32 = 4;

/// The shares of the callers who have computations.
#[derive(Default)]
pub(super) struct Shares(PerKey<CallerKey, Places>);

/// A caller's places, and how many requests wait for one.
struct Places {
    free: Arc<Semaphore>,
    in_line: AtomicUsize,
}

/// What a caller has of a pool.
pub(super) struct Share(Arc<Places>);

/// One of a caller's places, until it is dropped.
pub(super) struct Place {
    _permit: OwnedSemaphorePermit,
    /// While a place is taken, the caller has no new ones.
    _share: Arc<Places>,
}

impl Shares {
    /// The share of a caller.
    pub(super) fn of(&self, caller: CallerKey) -> Share {
        let places = || Places {
            free: Arc::new(Semaphore::new(PLACES as usize)),
            in_line: AtomicUsize::new(0),
        };
        Share(self.0.get(caller, places))
    }

    /// How many requests wait in the lines of all callers.
    pub(super) fn in_line(&self) -> usize {
        self.0.all().iter().map(|places| places.in_line.load(Ordering::Relaxed)).sum()
    }
}

impl Share {
    /// A place, if one is free.
    pub(super) fn free_place(&self) -> Option<Place> {
        let permit = Arc::clone(&self.0.free).try_acquire_owned().ok()?;
        Some(self.place(permit))
    }

    /// Joins the caller's line.
    pub(super) fn join_line(&self) -> Waiting<'_> {
        Waiting::behind_others(&self.0.in_line)
    }

    /// The next place that becomes free and that nobody has waited for longer.
    pub(super) async fn next_place(&self) -> Result<Place, AcquireError> {
        Ok(self.place(Arc::clone(&self.0.free).acquire_owned().await?))
    }

    fn place(&self, permit: OwnedSemaphorePermit) -> Place {
        Place { _permit: permit, _share: Arc::clone(&self.0) }
    }
}
