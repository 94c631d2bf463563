//! Places for what stays open, in all and for each caller: connections from an address, streams of events of a caller.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// The places for one kind of what stays open. Clones share them.
#[derive(Clone)]
pub(crate) struct Places<K: Copy + Eq + Hash>(Arc<Shared<K>>);

struct Shared<K> {
    most: usize,
    most_of_caller: usize,
    counts: Mutex<Counts<K>>,
}

struct Counts<K> {
    all: usize,
    by_caller: HashMap<K, usize>,
}

/// A place, free again when it is dropped.
pub(crate) struct Place<K: Copy + Eq + Hash> {
    places: Places<K>,
    /// None for proxies, which stand for many callers.
    caller: Option<K>,
}

impl<K: Copy + Eq + Hash> Places<K> {
    /// So many places, and so many of them for each caller.
    pub(crate) fn new(most: usize, most_of_caller: usize) -> Self {
        let counts = Mutex::new(Counts { all: 0, by_caller: HashMap::new() });
        Self(Arc::new(Shared { most, most_of_caller, counts }))
    }

    /// A place, unless too many are taken: by this caller, or in all.
    pub(crate) fn take(&self, caller: Option<K>) -> Option<Place<K>> {
        // Numbers are whole at every moment.
        let mut counts = self.0.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.all >= self.0.most {
            return None;
        }
        if let Some(caller) = caller {
            let count = counts.by_caller.entry(caller).or_default();
            if *count >= self.0.most_of_caller {
                return None;
            }
            *count += 1;
        }
        counts.all += 1;
        drop(counts);
        Some(Place { places: self.clone(), caller })
    }

    /// How many places are taken.
    pub(crate) fn taken(&self) -> usize {
        self.0.counts.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

impl<K: Copy + Eq + Hash> Drop for Place<K> {
    fn drop(&mut self) {
        let mut counts = self.places.0.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.all -= 1;
        if let Some(caller) = self.caller
            && let Entry::Occupied(mut count) = counts.by_caller.entry(caller)
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
    use super::*;

    #[test]
    fn a_caller_has_a_share_and_proxies_what_is_left() {
        let [first, second] = [1, 2].map(Some);
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
        assert!(counts.all == 0 && counts.by_caller.is_empty());
    }
}
