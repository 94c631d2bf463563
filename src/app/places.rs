//! Places for what stays open, in all and from each address: connections, streams of events.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// The places for one kind of what stays open. Clones share them.
#[derive(Clone)]
pub(crate) struct Places(Arc<Shared>);

struct Shared {
    most: usize,
    most_of_address: usize,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A place, free again when it is dropped.
pub(crate) struct Place {
    places: Places,
    /// None for proxies, which stand for many callers.
    address: Option<IpAddr>,
}

impl Places {
    /// So many places, and so many of them for each address.
    pub(crate) fn new(most: usize, most_of_address: usize) -> Self {
        Self(Arc::new(Shared { most, most_of_address, counts: Mutex::default() }))
    }

    /// A place, unless too many are taken: by this address, or in all.
    pub(crate) fn take(&self, address: Option<IpAddr>) -> Option<Place> {
        // Numbers are whole at every moment.
        let mut counts = self.0.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.all >= self.0.most {
            return None;
        }
        if let Some(address) = address {
            let count = counts.by_address.entry(address).or_default();
            if *count >= self.0.most_of_address {
                return None;
            }
            *count += 1;
        }
        counts.all += 1;
        drop(counts);
        Some(Place { places: self.clone(), address })
    }

    /// How many places are taken.
    pub(crate) fn taken(&self) -> usize {
        self.0.counts.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.places.0.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all -= 1;
        if let Some(address) = self.address
            && let Entry::Occupied(mut count) = counts.by_address.entry(address)
        {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn an_address_has_its_share_and_proxies_what_is_left() {
        let [first, second] = [1, 2].map(|last| Some(Ipv4Addr::new(192, 0, 2, last).into()));
        let places = Places::new(5, 2);
        let held = [first, first, second].map(|address| places.take(address).unwrap());
        assert!(places.take(first).is_none());
        let proxied = [places.take(None).unwrap(), places.take(None).unwrap()];
        assert!(places.take(second).is_none() && places.take(None).is_none());
        drop(proxied);
        assert!(places.take(first).is_none() && places.take(second).is_some());
        drop(held);
        assert_eq!(places.taken(), 0);
        let counts = places.0.counts.lock().unwrap();
        assert!(counts.all == 0 && counts.by_address.is_empty());
    }
}
